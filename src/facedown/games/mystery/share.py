"""Share codes: a whole puzzle in a text short enough for a link.

A code is one large number in base64: digits of differing radices, one for each thing that a puzzle
can be, in the order of :func:`_write`; two bytes in front notice a slip. The first letter is the
version of this layout.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from fractions import Fraction
from typing import Final

from facedown.core.messages import phrase
from facedown.games.mystery.cards import LOW_RANKS, RANKS, cell_name, cell_number
from facedown.games.mystery.checking import checked
from facedown.games.mystery.figures import hundredths
from facedown.games.mystery.prices import PRICES
from facedown.games.mystery.puzzle import (
    MOST_JOKERS,
    MOST_PILES,
    MOST_TWISTS,
    ORDERS,
    REMOVED_TO,
    TWISTS,
    Pile,
    Puzzle,
    PuzzleError,
    Twist,
)

VERSION: Final = "1"
_PRICES: Final = tuple(PRICES)
_NO_CODE: Final = phrase("This is neither the name of a puzzle nor a whole share code.")
_MOST_PAR: Final = 10_000
_MOST_CHARACTERS: Final = 2000


class _Writer:
    """Puts digits of differing radices one behind the other into a number."""

    def __init__(self) -> None:
        self.number = 0
        self._scale = 1

    def put(self, digit: int, radix: int) -> None:
        """One digit."""
        assert 0 <= digit < radix
        self.number += digit * self._scale
        self._scale *= radix

    def put_text(self, text: str) -> None:
        """A text of at most 255 bytes."""
        data = text.encode()
        self.put(len(data), 256)
        for byte in data:
            self.put(byte, 256)


class _Reader:
    """Takes the digits out again."""

    def __init__(self, number: int) -> None:
        self._number = number

    def take(self, radix: int) -> int:
        """The next digit."""
        self._number, digit = divmod(self._number, radix)
        return digit

    def take_text(self) -> str:
        """The next text; raises ``UnicodeDecodeError`` where it is none."""
        return bytes(self.take(256) for _ in range(self.take(256))).decode()


def puzzle_code(puzzle: Puzzle) -> str:
    """The share code of a puzzle.

    >>> from facedown.games.mystery.library import printed_puzzle
    >>> len(puzzle_code(printed_puzzle("the-three-twos")))
    63
    """
    number = _write(puzzle)
    data = number.to_bytes((number.bit_length() + 7) // 8, "little")
    return VERSION + base64.urlsafe_b64encode(_check(data) + data).decode().rstrip("=")


def puzzle_of(code: str) -> Puzzle:
    """The puzzle of a share code.

    Raises :class:`~facedown.games.mystery.puzzle.PuzzleError` with one sentence where it is none.
    """
    try:
        if not code.isascii() or code[:1] != VERSION or len(code) > _MOST_CHARACTERS:
            raise PuzzleError(_NO_CODE)
        whole = base64.b64decode(code[1:] + "=" * (-(len(code) - 1) % 4), b"-_", validate=True)
        data = whole[2:]
        if _check(data) != whole[:2]:
            raise PuzzleError(_NO_CODE)
        puzzle = checked(_read(_Reader(int.from_bytes(data, "little"))))
    except (binascii.Error, UnicodeDecodeError, IndexError):
        raise PuzzleError(_NO_CODE) from None
    if puzzle_code(puzzle) != code:
        raise PuzzleError(_NO_CODE)
    return puzzle


def _check(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:2]


def _write(puzzle: Puzzle) -> int:
    writer = _Writer()
    low = sum(1 << RANKS.index(rank) for rank in puzzle.low_ranks)
    writer.put(low, 1 << LOW_RANKS)
    writer.put(len(puzzle.piles) - 1, MOST_PILES)
    # Each cell: 0 without a token, 1 the mystery, then the piles.
    owner = dict.fromkeys(puzzle.mystery, 1)
    for index, pile in enumerate(puzzle.piles):
        owner.update(dict.fromkeys(pile.cells, index + 2))
    cells = puzzle.rows * 4
    for cell in range(cells):
        writer.put(owner.get(cell_name(cell), 0), len(puzzle.piles) + 2)
    writer.put(int(puzzle.any_order), 2)
    writer.put(ORDERS.index(puzzle.order), len(ORDERS))
    for pile in puzzle.piles:
        writer.put(_PRICES.index(pile.price), len(_PRICES))
        writer.put(pile.jokers, MOST_JOKERS + 1)
        writer.put(pile.remove, len(pile.cells) + MOST_JOKERS + 1)
        writer.put(REMOVED_TO.index(pile.removed_to), len(REMOVED_TO))
    writer.put(len(puzzle.twists), MOST_TWISTS + 1)
    for twist in puzzle.twists:
        writer.put(TWISTS.index(twist.name), len(TWISTS))
        writer.put(len(twist.cells), cells + 1)
        for name in twist.cells:
            writer.put(cell_number(name, puzzle.rows), cells)
    writer.put(_hundredths(puzzle.par) + 1, _MOST_PAR + 1)
    writer.put_text(puzzle.title)
    writer.put_text(puzzle.by)
    return writer.number


def _read(reader: _Reader) -> Puzzle:
    low = reader.take(1 << LOW_RANKS)
    ranks = tuple(RANKS[rank] for rank in range(LOW_RANKS) if low >> rank & 1)
    many = reader.take(MOST_PILES) + 1
    cells = (4 + len(ranks)) * 4
    owners: list[list[str]] = [[] for _ in range(many + 2)]
    for cell in range(cells):
        owners[reader.take(many + 2)].append(cell_name(cell))
    any_order = bool(reader.take(2))
    order = ORDERS[reader.take(len(ORDERS))]
    piles = tuple(
        Pile(
            price=_PRICES[reader.take(len(_PRICES))],
            cells=tuple(of_pile),
            jokers=reader.take(MOST_JOKERS + 1),
            remove=reader.take(len(of_pile) + MOST_JOKERS + 1),
            removed_to=REMOVED_TO[reader.take(len(REMOVED_TO))],
        )
        for of_pile in owners[2:]
    )
    twists = tuple(
        Twist(
            TWISTS[reader.take(len(TWISTS))],
            tuple(cell_name(reader.take(cells)) for _ in range(reader.take(cells + 1))),
        )
        for _ in range(reader.take(MOST_TWISTS + 1))
    )
    par = reader.take(_MOST_PAR + 1) - 1
    return Puzzle(
        par="" if par < 0 else hundredths(Fraction(par, 100)),
        low_ranks=ranks,
        mystery=tuple(owners[1]),
        any_order=any_order,
        order=order,
        piles=piles,
        twists=twists,
        title=reader.take_text(),
        by=reader.take_text(),
    )


def _hundredths(par: str) -> int:
    """A par in hundredths; -1 where there is none."""
    whole, _, cents = par.partition(".")
    return int(whole) * 100 + int(cents.ljust(2, "0") or 0) if par else -1
