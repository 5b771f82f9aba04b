"""SOLVER's moves.

Seats' action numbers: 0–63 play that card, 64 draw, 65 swap, 66 pass; a Master who judges by hand
67 accepts, 68 rejects, 69–72 answers 0, 1, 2+, Solver!; votes are 73 deducible, 74 impossible, and
75–80 for the rule of seat 0–5. A rule is written and guessed as a sentence; these moves have no
numbers, nor has the correction of a verdict, for which nobody waits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.seats import MOST_SEATS
from facedown.deduce.rules import SOLVER
from facedown.deduce.rules.catalogue import Answer as Answered

CARD_COUNT: Final = len(SOLVER.cards)
DRAW: Final = CARD_COUNT
SWAP: Final = DRAW + 1
PASS: Final = SWAP + 1
ACCEPT: Final = PASS + 1
REJECT: Final = ACCEPT + 1
ANSWER: Final = REJECT + 1
DEDUCIBLE: Final = ANSWER + 4
IMPOSSIBLE: Final = DEDUCIBLE + 1
PREFER: Final = IMPOSSIBLE + 1
ACTIONS: Final = PREFER + MOST_SEATS

MOST_PLAYS: Final = 25
"""Cards on both tracks, the first one too, after which only last guesses remain (R9)."""

ANSWERS: Final[tuple[Answered, ...]] = ("0", "1", "2+", "Solver!")
VOTES: Final = ("deducible", "impossible")

NAMES: Final = tuple(SOLVER.card_name(card) for card in range(CARD_COUNT))
"""The cards in words, such as ``"red circle 2"``, by number."""

NUMBERS: Final = {name: card for card, name in enumerate(NAMES)}


class SecretRule(Move, kind="secret rule", by_nature=True):
    """Nature draws the secret rule where the program is the Master; shown to nobody."""

    rule: str | None


class Deal(Move, kind="deal", by_nature=True):
    """Nature deals a hand to each seat, none to the Master; a seat is shown its own."""

    hands: tuple[tuple[str, ...] | None, ...]


class Starter(Move, kind="starter", by_nature=True):
    """Nature turns up the first card."""

    card: str


class Give(Move, kind="give", by_nature=True):
    """Nature gives cards from the deck to the seat that draws or swaps; only it sees them."""

    cards: tuple[str, ...] | None


class Write(Move, kind="write"):
    """The Master writes the secret rule; the others are not shown it."""

    rule: str | None


class Play(Move, kind="play"):
    """A seat plays a card of its hand, such as ``"red circle 2"``."""

    card: str


class Guess(Move, kind="guess"):
    """A seat says what it believes the rule is, as a sentence of the rule language.

    ``answer`` is the program's, recorded with the guess where two rules had to be compared for it.
    It is None where the catalogue has the answer to a rule that the program drew, where a person
    gives it, in logs of earlier versions, and in what a seat says.
    """

    rule: str
    answer: Answered | None = None


class Draw(Move, kind="draw"):
    """A seat draws a card."""


class Swap(Move, kind="swap"):
    """A seat puts its hand under the deck and draws as many cards."""


class Pass(Move, kind="pass"):
    """A seat leaves its last guess."""


class Judge(Move, kind="judge"):
    """The Master says by hand whether the card that was played follows the rule."""

    accepted: bool


class Correct(Move, kind="correct"):
    """The Master takes back a verdict given by a slip, before the next card is played.

    ``accepted`` is the verdict that was meant.
    """

    accepted: bool


class Answer(Move, kind="answer"):
    """The Master answers a guess by hand: ``"0"``, ``"1"``, ``"2+"`` or ``"Solver!"``."""

    answer: str


class Vote(Move, kind="vote"):
    """A seat votes on a rule that nobody found, or for the best rule of those who are tied.

    ``"deducible"`` or ``"impossible"``, or the number of a seat, ``"1"`` to ``"6"``; None for the
    others until all have voted.
    """

    choice: str | None


MOVES: Final = (
    *(SecretRule, Write, Deal, Starter, Play, Guess, Draw, Swap, Pass, Give),
    *(Judge, Correct, Answer, Vote),
)

_PLAIN: Final[dict[int, Move]] = {
    DRAW: Draw(),
    SWAP: Swap(),
    PASS: Pass(),
    ACCEPT: Judge(accepted=True),
    REJECT: Judge(accepted=False),
    **{ANSWER + number: Answer(answer) for number, answer in enumerate(ANSWERS)},
    **{DEDUCIBLE + number: Vote(vote) for number, vote in enumerate(VOTES)},
    **{PREFER + seat: Vote(f"{seat + 1}") for seat in range(MOST_SEATS)},
}
_NUMBERS: Final = {move: action for action, move in _PLAIN.items()}


def move_of(action: int) -> Move:
    """The record of a seat's action number."""
    return Play(NAMES[action]) if action < CARD_COUNT else _PLAIN[action]


def action_of(move: Move) -> int:
    """The action number of a seat's move; raises ``MalformedMove`` when it has none.

    >>> action_of(Play("red circle 2"))
    17
    """
    match move:
        case Play(card=str(card)):
            if card not in NUMBERS:
                raise MalformedMove(
                    phrase(
                        "There is no card {card!r}; cards are called like 'red circle 2'.",
                        card=card[:40],
                    )
                )
            return NUMBERS[card]
        case Answer(answer=str(answer)) if answer not in ANSWERS:
            raise MalformedMove(
                phrase("An answer is 0, 1, 2+ or Solver!, not {answer!r}.", answer=answer[:40])
            )
        case Vote(choice=str(vote)) if move not in _NUMBERS:
            raise MalformedMove(
                phrase(
                    "A vote is deducible, impossible or the number of a seat, not {vote!r}.",
                    vote=vote[:40],
                )
            )
    if move not in _NUMBERS:
        raise MalformedMove(phrase("That move is not for a seat to make."))
    return _NUMBERS[move]


@lru_cache(maxsize=4096)
def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a set, ascending."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


@lru_cache(maxsize=4096)
def names_of(mask: int) -> tuple[str, ...]:
    """The cards of a set in words, in the order of their numbers."""
    return tuple(NAMES[card] for card in cards_of(mask))


def mask_of(names: tuple[str, ...]) -> int:
    """The set of the cards with these names."""
    return sum(1 << NUMBERS[name] for name in set(names))
