"""Suspense's moves and their action numbers: 0–12 play that card, 13 pass, 14 fold.

Beside real cards (S25) 15–27 turn that card over, and 28–30 say which player holds one.
"""

from __future__ import annotations

from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.games.suspense.cards import CARD_COUNT, NAMES

PASS: Final = CARD_COUNT
FOLD: Final = PASS + 1
ACTIONS: Final = FOLD + 1
TURN_OVER: Final = ACTIONS
HOLD: Final = TURN_OVER + CARD_COUNT
ACTIONS_BESIDE: Final = HOLD + 3


class FirstDealer(Move, kind="first dealer", by_nature=True):
    """Nature draws who deals first."""

    dealer: Seat


class Deal(Move, kind="deal", by_nature=True):
    """Nature deals: a hand for each seat, and the secret card.

    A seat is shown its own hand, the dealer the secret too; the rest is None.
    """

    hands: tuple[tuple[str, ...] | None, ...]
    secret: str | None


class Play(Move, kind="play"):
    """A seat plays a card face up, such as ``"W3"`` or ``"?"``."""

    card: str


class Pass(Move, kind="pass"):
    """A seat skips its turn and stays in."""


class Fold(Move, kind="fold"):
    """A seat leaves the round."""


class TurnOver(Move, kind="turn over"):
    """The real card that was the secret is turned over (S25)."""

    card: str


class Hold(Move, kind="hold"):
    """A player, counted from 0, holds the real card that is asked for (S25)."""

    player: Seat


MOVES: Final = (FirstDealer, Deal, Play, Pass, Fold, TurnOver, Hold)


def move_of(action: int) -> Move:
    """The record of a seat's action number."""
    if action < PASS:
        return Play(NAMES[action])
    if action < TURN_OVER:
        return Pass() if action == PASS else Fold()
    return TurnOver(NAMES[action - TURN_OVER]) if action < HOLD else Hold(action - HOLD)


def action_of(move: Move) -> int:
    """The action number of a seat's move; raises ``MalformedMove`` when it has none.

    >>> action_of(Play("B1"))
    6
    """
    match move:
        case Play(card=str(card)):
            return _numbered(card)
        case TurnOver(card=str(card)):
            return TURN_OVER + _numbered(card)
        case Hold(player=0 | 1 | 2 as player):
            return HOLD + player
        case Pass():
            return PASS
        case Fold():
            return FOLD
    raise MalformedMove(phrase("That move is not for a seat to make."))


def _numbered(card: str) -> int:
    if card not in NAMES:
        raise MalformedMove(
            phrase(
                "There is no card {card!r}; cards are {cards}.",
                card=card[:20],
                cards=", ".join(NAMES),
            )
        )
    return NAMES.index(card)
