"""A Turing Machine problem: the mode and the criteria cards on the table (T2, T3, T4).

A problem is what everybody sees before the first question.  It does not hold the true laws.

>>> problem = Problem.parse("4,9,11,14")
>>> problem.verifiers, problem.difficulty, problem.text
(4, 'easy', '4,9,11,14')
>>> Problem.parse("4+9,11+14,2+3,5+6", "extreme").cards[1]
(11, 14)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase

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
        seen: set[int] = set()
        for card in self._flat():
            if type(card) is not int or not 1 <= card <= CARD_COUNT:
                raise ProblemError(
                    phrase(
                        "There is no criteria card {card}; they are 1 to 48.", card=str(card)[:20]
                    )
                )
            if card in seen:
                raise ProblemError(
                    phrase("Card {card} is used twice; the cards of a problem differ.", card=card)
                )
            seen.add(card)

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


def _card_number(text: str) -> int:
    """A card number in plain digits; ``int`` alone would also read ``1_4``, ``+4`` and ``٤``."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        raise ValueError(text)
    return int(digits)
