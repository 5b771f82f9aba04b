"""A problem: the mode, the criteria cards on the table, and what can be behind them (T2, T3, T4).

The cards are what everybody sees before the first question; they do not hold the true laws.

>>> problem = Problem.parse("4,9,11,14")
>>> problem.verifiers, problem.difficulty, problem.text
(4, 'easy', '4,9,11,14')
>>> Problem.parse("4+9,11+14,2+3,5+6", "extreme").cards[1]
(11, 14)

A *choice* names one law for each verifier (in Nightmare: for each card).  It is admissible when
exactly one code obeys all its laws and when no law can be dropped without letting in another code
(T2).  A *world* is an admissible choice; in Nightmare it is an admissible choice together with a
permutation that says which card each verifier checks (T3).  A *belief* is a set of worlds written
as one integer: bit ``w`` is set when world ``w`` is still possible.

The order of the worlds is part of the interface, since logs use it.  Choices are sorted by the
law indices of verifier A, then B, and so on (Nightmare: of the first card, the second, ...).  In
Nightmare each choice is followed by all its permutations, in the order of
``itertools.permutations``: world ``w`` is choice ``w // n!`` with permutation ``w % n!``, and
verifier ``v`` checks card number ``permutation[v]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import permutations
from operator import or_
from typing import TYPE_CHECKING, Final, Literal, get_args

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.games.turing.cards import CARDS, CODES, LAWS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Mode = Literal["classic", "extreme", "nightmare"]
Difficulty = Literal["easy", "standard", "hard"]

MODES: tuple[Mode, ...] = get_args(Mode)
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
MODE_WORDS: Final[Mapping[Mode, str]] = {
    "classic": phrase("classic"),
    "extreme": phrase("extreme"),
    "nightmare": phrase("nightmare"),
}
DIFFICULTY_WORDS: Final[Mapping[Difficulty, str]] = {
    "easy": phrase("easy"),
    "standard": phrase("standard"),
    "hard": phrase("hard"),
}
VERIFIER_COUNTS = (4, 5, 6)
VERIFIER_NAMES = "ABCDEF"
CARD_COUNT = 48
LAST_EASY_CARD, LAST_STANDARD_CARD = 17, 22


class ProblemError(FacedownError):
    """Cards and mode that do not make a problem."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The cards at verifiers A, B, C, ... and the mode.

    ``cards`` has one tuple for each verifier: one card number in Classic, two in Extreme.  In
    Nightmare ``cards`` has one card for each verifier too, but which verifier belongs to which
    card is hidden, so the position of a card means nothing.  Raises :class:`ProblemError` when
    there are not 4 to 6 verifiers (T2), or when cards are missing, repeated or unknown (T3).
    """

    mode: Mode
    cards: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ProblemError(
                phrase(
                    "There is no mode {mode!r}; choose from {modes}.",
                    mode=self.mode,
                    modes=", ".join(MODES),
                )
            )
        if len(self.cards) not in VERIFIER_COUNTS:
            raise ProblemError(
                phrase("A problem has 4, 5 or 6 verifiers, not {number}.", number=len(self.cards))
            )
        per_verifier = 2 if self.mode == "extreme" else 1
        if any(len(cards) != per_verifier for cards in self.cards):
            if per_verifier == 2:
                raise ProblemError(phrase("In extreme mode each verifier has two cards."))
            raise ProblemError(phrase("In {mode} mode each verifier has one card.", mode=self.mode))
        check_cards(self._flat())

    def _flat(self) -> tuple[int, ...]:
        return tuple(card for cards in self.cards for card in cards)

    @classmethod
    def parse(cls, text: str, mode: Mode = "classic") -> Problem:
        """Read ``"4,9,11,14"``, or ``"4+9,11+14,..."`` for Extreme; spaces do for commas.

        Raises :class:`ProblemError` with one sentence when the text cannot be read.

        >>> Problem.parse("4 9 11 14").text, Problem.parse(" 4 ,9,11, 14").text
        ('4,9,11,14', '4,9,11,14')
        """
        joined = re.sub(r" ?([+,]) ?", r"\1", " ".join(text.split()))
        try:
            cards = tuple(
                tuple(_card_number(part) for part in own_cards.split("+"))
                for own_cards in re.split("[, ]", joined)
            )
        except ValueError:
            raise ProblemError(
                phrase(
                    "Cannot read the cards {text!r}; write them like 4,9,11,14 "
                    "or, in Extreme, like 4+9,11+14,2+3,5+6.",
                    text=text[:40],
                )
            ) from None
        return cls(mode, cards)

    @property
    def text(self) -> str:
        """The cards as :meth:`parse` reads them."""
        return ",".join("+".join(map(str, cards)) for cards in self.cards)

    @property
    def verifiers(self) -> int:
        """How many verifiers there are: 4, 5 or 6."""
        return len(self.cards)

    @property
    def difficulty(self) -> Difficulty | None:
        """The official class of these cards (T4), or ``None`` when they fit none."""
        cards = self._flat()
        if max(cards) <= LAST_EASY_CARD:
            return "easy"
        if max(cards) <= LAST_STANDARD_CARD:
            return "standard"
        if sum(card > LAST_STANDARD_CARD for card in cards) >= self.verifiers - 2:
            return "hard"
        return None


def check_cards(cards: Iterable[int]) -> None:
    """Raises :class:`ProblemError` for a card that does not exist, or that is there twice (T3)."""
    seen: set[int] = set()
    for card in cards:
        if type(card) is not int or not 1 <= card <= CARD_COUNT:
            raise ProblemError(
                phrase("There is no criteria card {card}; they are 1 to 48.", card=str(card)[:20])
            )
        if card in seen:
            raise ProblemError(
                phrase("Card {card} is used twice; the cards of a problem differ.", card=card)
            )
        seen.add(card)


def _card_number(text: str) -> int:
    """A card number in plain digits; ``int`` alone would also read ``1_4``, ``+4`` and ``٤``."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        raise ValueError(text)
    return int(digits)


# Worlds

ALL_CODES = (1 << len(CODES)) - 1
MASKS: tuple[int, ...] = tuple(law.mask for law in LAWS)

Answer = tuple[int, int, bool]
"""Code number, verifier number, whether it said yes."""


class WorldError(FacedownError):
    """A question about worlds that this problem does not have."""


def law_options(problem: Problem) -> list[list[int]]:
    """The law indices on the cards of each place, ascending; over both cards in Extreme."""
    return [
        sorted(law.index for card in cards for law in CARDS[card].laws) for cards in problem.cards
    ]


def admissible_choices(
    options: Sequence[Sequence[int]], superfluous: bool = False
) -> list[tuple[tuple[int, ...], int]]:
    """All admissible choices of one law index from each of ``options``, with their codes, sorted.

    With ``superfluous`` the choices in which a law could be dropped count as well (T2).

    The laws are laid down one place at a time, fewest options first.  A partial choice is given
    up as soon as it cannot grow into an admissible one: when fewer than two codes are left before
    the last law, or when one of its laws no longer cuts anything that the others leave; what is
    superfluous in a part stays superfluous in the whole.

    >>> chosen = admissible_choices(law_options(Problem.parse("4,9,11,14")))
    >>> [([LAWS[i].name for i in laws], CODES[code]) for laws, code in chosen]
    [(['4a', '9a', '11b', '14c'], '221'), (['4b', '9a', '11a', '14c'], '241')]
    """
    order = sorted(range(len(options)), key=lambda verifier: len(options[verifier]))
    menus = [[(law, MASKS[law]) for law in options[verifier]] for verifier in order]
    found = _search_any(menus) if superfluous else _search_lean(menus)
    back = [order.index(verifier) for verifier in range(len(order))]
    return sorted((tuple(laws[i] for i in back), code) for laws, code in found)


_Menu = list[tuple[int, int]]
_Found = list[tuple[tuple[int, ...], int]]


def _search_lean(menus: list[_Menu]) -> _Found:
    """Choices without a superfluous law.

    A partial choice is (for each law what all the *other* laws leave, laws, what all leave).
    """
    level: list[tuple[tuple[int, ...], tuple[int, ...], int]]
    level = [((ALL_CODES,), (law,), mask) for law, mask in menus[0]]
    for menu in menus[1:-1]:
        longer = []
        for others, laws, left in level:
            for law, mask in menu:
                now = left & mask
                # now & (now - 1) is zero when fewer than two codes are left.
                if now & (now - 1) and now != left:
                    for other in others:
                        if other & mask == now:
                            break
                    else:
                        shrunk = (*[other & mask for other in others], left)
                        longer.append((shrunk, (*laws, law), now))
        level = longer
    found = []
    for others, laws, left in level:
        for law, mask in menus[-1]:
            now = left & mask
            if now and not now & (now - 1):
                for other in others:
                    if other & mask == now:
                        break
                else:
                    found.append(((*laws, law), now.bit_length() - 1))
    return found


def _search_any(menus: list[_Menu]) -> _Found:
    """Choices that leave exactly one code, superfluous laws or not."""
    level: list[tuple[tuple[int, ...], int]] = [((), ALL_CODES)]
    for menu in menus:
        level = [
            ((*laws, law), now)
            for laws, left in level
            for law, mask in menu
            if (now := left & mask)
        ]
    return [(laws, left.bit_length() - 1) for laws, left in level if not left & (left - 1)]


@cache
def _permutations(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(size)))


@cache
def _permutation_bytes(size: int, verifier: int, card: int) -> bytes:
    """The bit set of the permutations that give this card to this verifier, lowest bit first.

    ``size!`` is a multiple of 8 for 4, 5 and 6, so one choice's block is a whole number of bytes.
    """
    bits = sum(1 << i for i, order in enumerate(_permutations(size)) if order[verifier] == card)
    return bits.to_bytes(len(_permutations(size)) // 8, "little")


@lru_cache(maxsize=1)
def _verdicts() -> NDArray[np.uint8]:
    """``[code, law]``: 1 where the code obeys the law."""
    import numpy as np

    return np.array([[mask >> code & 1 for mask in MASKS] for code in range(len(CODES))], np.uint8)


def world_numbers(belief: int) -> NDArray[np.int64]:
    """The numbers of the worlds in a belief, ascending, as an array.

    >>> world_numbers(0b1011).tolist()
    [0, 1, 3]
    """
    import numpy as np

    packed = belief.to_bytes((belief.bit_length() + 7) // 8, "little")
    return np.flatnonzero(np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little"))


class ProblemWorlds:
    """All worlds of a problem, and the beliefs that answers lead to.

    Code and verifier numbers count from 0.  With ``superfluous`` the reasoning that no verifier
    is superfluous is left out, and every choice that fits exactly one code counts (T2).

    >>> worlds = ProblemWorlds(Problem.parse("4,9,11,14"))
    >>> worlds.size, [CODES[code] for code in worlds.codes(worlds.everything)]
    (2, ['221', '241'])
    >>> [CODES[code] for code in worlds.codes(worlds.after([(40, 0, True)]))]
    ['241']
    """

    __slots__ = (
        "_by_choice",
        "_codes",
        "_law_bits",
        "_spread",
        "_with_code",
        "_yes",
        "choice_codes",
        "choices",
        "everything",
        "permutations",
        "problem",
        "size",
        "superfluous",
    )

    def __init__(self, problem: Problem, superfluous: bool = False) -> None:
        self.problem = problem
        self.superfluous = superfluous
        found = admissible_choices(law_options(problem), superfluous)
        self.choices: tuple[tuple[int, ...], ...] = tuple(laws for laws, _ in found)
        """The admissible choices in order; without Nightmare these are the worlds themselves."""
        self.choice_codes: tuple[int, ...] = tuple(code for _, code in found)
        """The code of each choice."""
        self.permutations: tuple[tuple[int, ...], ...] | None = (
            _permutations(problem.verifiers) if problem.mode == "nightmare" else None
        )
        """Nightmare: every permutation; each choice comes with all of them.  Else ``None``."""
        self.size: int = len(found) * (len(self.permutations) if self.permutations else 1)
        self.everything: int = (1 << self.size) - 1
        self._codes = tuple(sorted(set(self.choice_codes)))
        self._by_choice: dict[tuple[int, ...], int] = {}
        self._spread: dict[int, int] = {}
        self._law_bits: dict[int, dict[int, int]] = {}
        self._with_code: dict[int, int] = {}
        self._yes: dict[tuple[int, int], int] = {}

    def laws(self, world: int) -> tuple[int, ...]:
        """The index of the law that each verifier checks in this world."""
        if self.permutations is None:
            return self.choices[world]
        choice, permutation = divmod(world, len(self.permutations))
        laws = self.choices[choice]
        return tuple(laws[card] for card in self.permutations[permutation])

    def code(self, world: int) -> int:
        """The only code that fits this world."""
        return self.choice_codes[world // len(self.permutations) if self.permutations else world]

    def index(self, laws: Sequence[int]) -> int:
        """The world in which verifiers A, B, ... check these law indices.

        Raises :class:`WorldError` when they are not an admissible choice of this problem.
        """
        if not self._by_choice:
            self._by_choice = {choice: i for i, choice in enumerate(self.choices)}
        wanted = tuple(laws)
        if self.permutations is None:
            world = self._by_choice.get(wanted)
        else:
            world = self._nightmare_index(wanted)
        if world is None:
            names = ", ".join(
                LAWS[law].name if 0 <= law < len(LAWS) else f"number {law}" for law in wanted
            )
            raise WorldError(
                phrase(
                    "The laws {names} are not an admissible choice here.",
                    names=names or phrase("(none)"),
                )
            )
        return world

    def _nightmare_index(self, wanted: tuple[int, ...]) -> int | None:
        assert self.permutations is not None
        verifier_of_card = {cards[0]: verifier for verifier, cards in enumerate(self.problem.cards)}
        if any(not 0 <= law < len(LAWS) for law in wanted):
            return None
        order = tuple(verifier_of_card.get(LAWS[law].card, -1) for law in wanted)
        if sorted(order) != list(range(self.problem.verifiers)):
            return None
        by_card = tuple(sorted(wanted, key=lambda law: verifier_of_card[LAWS[law].card]))
        choice = self._by_choice.get(by_card)
        if choice is None:
            return None
        return choice * len(self.permutations) + self.permutations.index(order)

    def yes(self, code: int, verifier: int) -> int:
        """The worlds in which this verifier says yes to this code.

        Raises :class:`WorldError` for a code or verifier number that does not exist.
        """
        known = self._yes.get((code, verifier))
        if known is None:
            if not 0 <= code < len(CODES):
                raise WorldError(
                    phrase("There is no code number {code}; they are 0 to 124.", code=code)
                )
            bits = self._bits_by_law(verifier)
            known = reduce(or_, (bits[law] for law in bits if MASKS[law] >> code & 1), 0)
            self._yes[code, verifier] = known
        return known

    def with_code(self, code: int) -> int:
        """The worlds whose code is this one (none for a code that fits no world)."""
        known = self._with_code.get(code)
        if known is None:
            chosen = [found == code for found in self.choice_codes]
            known = self._with_code[code] = self._widen(chosen)
        return known

    def codes(self, belief: int) -> tuple[int, ...]:
        """The code numbers still possible, in order."""
        if belief == self.everything:
            return self._codes
        return tuple(code for code in self._codes if belief & self.with_code(code))

    def after(self, answers: Iterable[Answer]) -> int:
        """The belief after these answers: (code, verifier, said yes) in any order."""
        belief = self.everything
        for code, verifier, said_yes in answers:
            agreeing = belief & self.yes(code, verifier)
            belief = agreeing if said_yes else belief ^ agreeing
        return belief

    def laws_still(self, belief: int, verifier: int) -> dict[int, int]:
        """The law indices this verifier can still be checking, each with its number of worlds."""
        counts = {
            law: (belief & bits).bit_count() for law, bits in self._bits_by_law(verifier).items()
        }
        return {law: count for law, count in counts.items() if count}

    def arrays(
        self, chosen: NDArray[np.int64] | None = None
    ) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
        """Worlds as arrays: ``targets`` int16[W] and ``answers`` uint8[125, V, W] of 0 and 1.

        ``chosen`` holds the numbers of the worlds that are wanted; by default it is all of them.
        In Nightmare all of them take 125 * n * n! bytes for each choice; with 6 verifiers and
        200 choices that is 108 MB.
        """
        import numpy as np

        numbers = np.arange(self.size) if chosen is None else chosen
        count = self.problem.verifiers
        laws = np.array(self.choices, np.intp).reshape(len(self.choices), count)
        targets = np.array(self.choice_codes, np.int16)
        if self.permutations is None:
            laws, targets = laws[numbers], targets[numbers]
        else:
            choice, permutation = np.divmod(numbers, len(self.permutations))
            orders = np.array(self.permutations, np.intp)
            laws = laws[choice[:, None], orders[permutation]]
            targets = targets[choice]
        return targets, np.take(_verdicts(), np.ascontiguousarray(laws.T), axis=1)

    def _widen(self, chosen: Sequence[bool]) -> int:
        """The bit set of the worlds that belong to the chosen choices."""
        if self.permutations is None:
            return int(b"0" + bytes(48 + flag for flag in reversed(chosen)), 2)  # ASCII digits
        length = len(self.permutations) // 8
        blocks = (bytes(length), b"\xff" * length)
        return int.from_bytes(b"".join([blocks[flag] for flag in chosen]), "little")

    def _worlds_of_law(self, index: int, law: int) -> int:
        """The worlds in which this law is the true one at this place of ``choices``."""
        known = self._spread.get(law)
        if known is None:
            known = self._widen([choice[index] == law for choice in self.choices])
            self._spread[law] = known
        return known

    def _bits_by_law(self, verifier: int) -> dict[int, int]:
        """For each law this verifier could check, the worlds in which it does; in law order."""
        known = self._law_bits.get(verifier)
        if known is not None:
            return known
        count = self.problem.verifiers
        if not 0 <= verifier < count:
            raise WorldError(
                phrase(
                    "There is no verifier number {verifier}; they are 0 to {last}.",
                    verifier=verifier,
                    last=count - 1,
                )
            )
        known = {}
        for index in range(count) if self.permutations else (verifier,):
            if self.permutations:
                block = _permutation_bytes(count, verifier, index)
                here = int.from_bytes(block * len(self.choices), "little")
            else:
                here = self.everything
            for law in sorted({choice[index] for choice in self.choices}):
                known[law] = here & self._worlds_of_law(index, law)
        self._law_bits[verifier] = known = dict(sorted(known.items()))
        return known


@lru_cache(maxsize=16)
def worlds_of(problem: Problem, superfluous: bool = False) -> ProblemWorlds:
    """The worlds of a problem, kept for the sixteen problems used last."""
    return ProblemWorlds(problem, superfluous)
