"""Puzzles as texts in TOML, which people write by hand, and as share codes, and back (M16).

What is written back is the puzzle's one form: a text in that form comes back to the byte.

A share code is short enough for a link. It is one large number in base64: digits of differing
radices, one for each thing that a puzzle can be, in the order of :func:`_write`; two bytes in front
notice a slip. The first letter is the version of this layout.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from facedown.core.messages import listed, phrase, phrase_in
from facedown.core.texts import NotToml, TextFault, check_keys, line_of, read_toml, tables_of
from facedown.games.mystery.cards import LOW_RANKS, RANKS, cell_name, cell_number
from facedown.games.mystery.puzzle import (
    MOST_JOKERS,
    MOST_PILES,
    MOST_TWISTS,
    ORDERS,
    PRICES,
    REMOVED_TO,
    TWISTS,
    Pile,
    Puzzle,
    PuzzleError,
    Twist,
    hundredths,
)
from facedown.games.mystery.studio.checking import checked, read_par

_TOP: Final = {
    "title": "a text",
    "by": "a text",
    "licence": "a text",
    "par": "a number",
    "low_ranks": "a list of whole numbers",
    "mystery": "a list of cells",
    "any_order": "true or false",
    "order": "a text",
}
_PILE: Final = {
    "price": "a text",
    "cells": "a list of cells",
    "jokers": "a whole number",
    "remove": "a whole number",
    "removed_to": "a text",
}
_TWIST: Final = {"kind": "a text", "cells": "a list of cells"}
_LISTS: Final = {"pile": _PILE, "twist": _TWIST}
_FORM_WORDS: Final = {
    "a text": phrase("a text"),
    "a number": phrase("a number"),
    "a whole number": phrase("a whole number"),
    "a list of whole numbers": phrase("a list of whole numbers"),
    "a list of cells": phrase("a list of cells"),
    "true or false": phrase("true or false"),
}
"""The forms of values in words."""
_PART_WORDS: Final = {
    "pile": (phrase("A pile"), phrase("This pile")),
    "twist": (phrase("A twist"), phrase("This twist")),
}
_BEGINS: Final = {
    "pile": phrase("Each pile begins with a line [[pile]]."),
    "twist": phrase("Each twist begins with a line [[twist]]."),
}
_CHOICES: Final = {"order": ORDERS, "removed_to": REMOVED_TO, "kind": TWISTS}
"""What is typed in English, as the names of parts are."""
_MUST: Final = {"pile": ("price", "cells"), "twist": ("kind", "cells")}


class _Number(str):
    """A number with a point, as it was written: a par is not rounded."""

    __slots__ = ()


def read_puzzle(text: str) -> Puzzle:
    r"""The puzzle that a text describes.

    Raises :class:`~facedown.games.mystery.puzzle.PuzzleError` with one sentence that begins with
    the line at fault.

    >>> read_puzzle('title = "Two"\nmystery = ["A1"]\n[[pile]]\nprice = "pear"\ncells = ["B2"]')
    Traceback (most recent call last):
    facedown.games.mystery.puzzle.PuzzleError: Line 4: There is no price 'pear'; …
    """
    try:
        table = read_toml(text, parse_float=_Number)
    except NotToml as problem:
        sentence = phrase(
            "Line {line}: the puzzle is not TOML ({why}).", line=problem.line, why=problem.why
        )
        raise PuzzleError(sentence) from None
    try:
        return checked(_puzzle_of(table))
    except TextFault as problem:
        line = line_of(text, problem.path)
        raise PuzzleError(
            phrase("Line {line}: {problem}", line=line, problem=problem.message), *problem.path
        ) from None


def _puzzle_of(table: dict[str, Any]) -> Puzzle:
    check_keys(table, {**_TOP, **_LISTS}, phrase("A puzzle"))
    _check_values(table, _TOP)
    parts: dict[str, list[dict[str, Any]]] = {}
    for name, keys in _LISTS.items():
        found = tables_of(table, name, _BEGINS[name])
        any_part, this_part = _PART_WORDS[name]
        for index, part in enumerate(found):
            check_keys(part, keys, any_part, name, index)
            _check_values(part, keys, name, index)
            for key in _MUST[name]:
                if key not in part:
                    raise PuzzleError(
                        phrase("{this} has no {key}.", this=this_part, key=key), name, index
                    )
        parts[name] = found
    return Puzzle(
        title=table.get("title", ""),
        by=table.get("by", ""),
        licence=table.get("licence", ""),
        par=read_par(str(table["par"])) if "par" in table else "",
        low_ranks=tuple(map(str, table.get("low_ranks", ()))),
        mystery=tuple(table.get("mystery", ())),
        any_order=table.get("any_order", False),
        order=table.get("order", ORDERS[0]),
        piles=tuple(
            Pile(
                price=part["price"],
                cells=tuple(part["cells"]),
                jokers=part.get("jokers", 0),
                remove=part.get("remove", 0),
                removed_to=part.get("removed_to", REMOVED_TO[0]),
            )
            for part in parts["pile"]
        ),
        twists=tuple(Twist(part["kind"], tuple(part["cells"])) for part in parts["twist"]),
    )


def _check_values(table: dict[str, Any], forms: Mapping[str, str], *path: str | int) -> None:
    for key, value in table.items():
        if key in forms and not _fits(value, forms[key]):
            raise PuzzleError(
                phrase("The part {key} should be {form}.", key=key, form=_FORM_WORDS[forms[key]]),
                *path,
                key,
            )
        if key in _CHOICES and value not in _CHOICES[key]:
            choices = listed((f'"{choice}"' for choice in _CHOICES[key]), "or")
            raise PuzzleError(
                phrase("The part {key} is {choices}.", key=key, choices=choices), *path, key
            )


def _fits(value: object, form: str) -> bool:
    if form == "a list of cells":
        return isinstance(value, list) and all(type(cell) is str for cell in value)
    if form == "a list of whole numbers":
        return isinstance(value, list) and all(_is_whole(rank) for rank in value)
    if form == "a number":
        return _is_whole(value) or type(value) is _Number
    if form == "a whole number":
        return _is_whole(value)
    return type(value) is {"a text": str, "true or false": bool}[form]


def _is_whole(value: object) -> bool:
    """Whether it is a whole number that a puzzle could have, which can be said back."""
    return type(value) is int and abs(value) < 1000


def puzzle_text(puzzle: Puzzle) -> str:
    """The puzzle as a text; what is as usual is left out.

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> puzzle_text(printed_puzzle("one-two-three")).splitlines()[2:4]
    ['par = 4', 'mystery = ["A1", "A2"]']
    """
    lines = [f"title = {_quoted(puzzle.title)}"]
    credit = {"by": puzzle.by, "licence": puzzle.licence}
    lines += [f"{key} = {_quoted(value)}" for key, value in credit.items() if value]
    if puzzle.par:
        lines.append(f"par = {puzzle.par}")
    if puzzle.low_ranks:
        lines.append(f"low_ranks = [{', '.join(puzzle.low_ranks)}]")
    if puzzle.mystery:
        lines.append(f"mystery = {_cells(puzzle.mystery)}")
    if puzzle.any_order:
        lines.append("any_order = true")
    if puzzle.order != ORDERS[0]:
        lines.append(f'order = "{puzzle.order}"')
    for pile in puzzle.piles:
        lines += ["", "[[pile]]", f'price = "{pile.price}"', f"cells = {_cells(pile.cells)}"]
        if pile.jokers:
            lines.append(f"jokers = {pile.jokers}")
        if pile.remove:
            lines.append(f"remove = {pile.remove}")
        if pile.removed_to != REMOVED_TO[0]:
            lines.append(f'removed_to = "{pile.removed_to}"')
    for twist in puzzle.twists:
        lines += ["", "[[twist]]", f'kind = "{twist.name}"', f"cells = {_cells(twist.cells)}"]
    return "\n".join(lines) + "\n"


def _cells(cells: tuple[str, ...]) -> str:
    return f"[{', '.join(_quoted(cell) for cell in cells)}]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# Share codes

VERSION: Final = "1"
_PRICES: Final = tuple(PRICES)
_NO_CODE: Final = phrase("This is neither the name of a puzzle nor a whole share code.")
_MOST_PAR: Final = 10_000
_MOST_CHARACTERS: Final = 2000
BOOK: Final = "Facedown"
"""Who the book's puzzles are by."""
DAY: Final = "Puzzle of the day "
"""How the titles of the days' puzzles begin."""
_BELOW: Final = "Puzzle of the day 321"
"""Its par is 4.7465, nearer to 4.5 than 4.75 says."""


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

    >>> from facedown.games.mystery.studio.library import printed_puzzle
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
    writer.put_text(puzzle.licence)  # last: without one the code is as it was before there were any
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
        licence=reader.take_text(),
    )


def _hundredths(par: str) -> int:
    """A par in hundredths; -1 where there is none."""
    whole, _, cents = par.partition(".")
    return int(whole) * 100 + int(cents.ljust(2, "0") or 0) if par else -1


# Where the words of layouts begin (M13)


def counted_from(puzzle: Puzzle) -> int:
    """Where counting a puzzle's layouts begins, so that neighbouring words of two say nothing."""
    code = puzzle_code(replace(puzzle, par=_first_par(puzzle), licence=""))
    return int.from_bytes(hashlib.sha256(code.encode()).digest()[:8], "big")


def _first_par(puzzle: Puzzle) -> str:
    """The par that a puzzle had when words were first told.

    Those of the book and of the days gave it to the half then: words that were kept, and the logs
    of games with them, mean the same layouts still.
    """
    if puzzle.by != BOOK and not puzzle.title.startswith(DAY):
        return puzzle.par
    if not puzzle.par or puzzle.title == _BELOW:
        return puzzle.par and "4.5"
    return hundredths(Fraction(round(2 * Fraction(puzzle.par)), 2))


def title_words(puzzle: Puzzle) -> str:
    """What a puzzle is called: the book's and the days' have names in each language.

    >>> from facedown.games.mystery.studio.library import find_puzzle
    >>> title_words(find_puzzle("paper-lantern")), title_words(find_puzzle("day-294"))
    ('Paper Lantern', 'Puzzle of the day 294')
    """
    if puzzle.title.startswith(DAY):
        return phrase("Puzzle of the day {number}", number=puzzle.title.removeprefix(DAY))
    return phrase_in("puzzle", puzzle.title) if puzzle.by == BOOK else puzzle.title
