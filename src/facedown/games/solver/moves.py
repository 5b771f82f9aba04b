"""SOLVER's moves. Seats' action numbers: 0–63 play that card, 64 draw, 65 swap, 66 pass.

A rule is written and guessed in the rule language; these moves have no numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from facedown.core.errors import MalformedMove
from facedown.core.moves import Move
from facedown.deduce.rules import SOLVER

CARD_COUNT: Final = len(SOLVER.cards)
DRAW: Final = CARD_COUNT
SWAP: Final = DRAW + 1
PASS: Final = SWAP + 1
ACTIONS: Final = PASS + 1

NAMES: Final = tuple(SOLVER.card_name(card) for card in range(CARD_COUNT))
"""The cards in words, such as ``"red circle 2"``, by number."""

NUMBERS: Final = {name: card for card, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class SecretRule(Move):
    """Nature draws the secret rule where the program is the Master; shown to nobody."""

    kind: ClassVar[str] = "secret rule"
    by_nature: ClassVar[bool] = True
    rule: str | None


@dataclass(frozen=True, slots=True)
class Deal(Move):
    """Nature deals a hand to each seat, none to the Master; a seat is shown its own."""

    kind: ClassVar[str] = "deal"
    by_nature: ClassVar[bool] = True
    hands: tuple[tuple[str, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class Starter(Move):
    """Nature turns up the first card."""

    kind: ClassVar[str] = "starter"
    by_nature: ClassVar[bool] = True
    card: str


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Nature gives cards from the deck to the seat that draws or swaps; only it sees them."""

    kind: ClassVar[str] = "give"
    by_nature: ClassVar[bool] = True
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Write(Move):
    """The Master writes the secret rule; the others are not shown it."""

    kind: ClassVar[str] = "write"
    rule: str | None


@dataclass(frozen=True, slots=True)
class Play(Move):
    """A seat plays a card of its hand, such as ``"red circle 2"``."""

    kind: ClassVar[str] = "play"
    card: str


@dataclass(frozen=True, slots=True)
class Guess(Move):
    """A seat says what it believes the rule is, as a sentence of the rule language."""

    kind: ClassVar[str] = "guess"
    rule: str


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """A seat draws a card."""

    kind: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """A seat puts its hand under the deck and draws as many cards."""

    kind: ClassVar[str] = "swap"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """A seat leaves its last guess."""

    kind: ClassVar[str] = "pass"


MOVES: Final = (SecretRule, Write, Deal, Starter, Play, Guess, Draw, Swap, Pass, Give)


def move_of(action: int) -> Move:
    """The record of a seat's action number."""
    if action < CARD_COUNT:
        return Play(NAMES[action])
    return {DRAW: Draw(), SWAP: Swap(), PASS: Pass()}[action]


def action_of(move: Move) -> int:
    """The action number of a seat's move; raises ``MalformedMove`` when it has none.

    >>> action_of(Play("red circle 2"))
    17
    """
    match move:
        case Play(card=str(card)):
            if card not in NUMBERS:
                raise MalformedMove(
                    f"There is no card {card[:40]!r}; cards are called like 'red circle 2'."
                )
            return NUMBERS[card]
        case Draw():
            return DRAW
        case Swap():
            return SWAP
        case Pass():
            return PASS
    raise MalformedMove("That move is not for a seat to make.")


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a set, ascending."""
    return tuple(card for card in range(CARD_COUNT) if mask >> card & 1)


def names_of(mask: int) -> tuple[str, ...]:
    """The cards of a set in words, in the order of their numbers."""
    return tuple(NAMES[card] for card in cards_of(mask))


def mask_of(names: tuple[str, ...]) -> int:
    """The set of the cards with these names."""
    return sum(1 << NUMBERS[name] for name in set(names))
