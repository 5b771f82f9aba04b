"""A setting of Solid and a game of it as rows of integers, for the compiled engine.

Also the weights of the careful player.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.games.solid.cards import EFFECTS, counts_of
from facedown.games.solid.moves import Discard, EndTurn, LetHappen, Play, Protect, Share, UseEvent
from facedown.games.solid.rules import Setting
from facedown.games.solid.view import SolidView
from facedown.games.solid.worlds import action_of

(
    ANY_DATA,
    NEARER,
    SCARCE,
    HURRY,
    BEHIND,
    TIED,
    HIT,
    ROOM,
    HELD_UP,
    LEADER,
    LOSE_SHARED,
    STOLEN,
    FITTING,
    TAKEN,
    TAKEN_EVENT,
    SIDE,
    EVENT_CARD,
    KEEP_DATA,
    KEEP_SHARING,
    KEEP_HITS,
) = range(20)
"""What each weight is for, in the order of ``CAREFUL``."""

SOON: Final = 4
"""A pod that lacks no more data than this is near the end."""

CAREFUL: Final = (
    1.0,  # a data card
    1.0,  # per point of a sharing card in hand that it brings nearer, shared by what that lacks
    0.263,  # more, of a type with fewer data than each type needs
    6.842,  # nearer to the end, when ahead
    2.118,  # nearer to the end, when not
    -100.0,  # ending the game in a tie
    5.0,  # destroying another's data
    2.038,  # more, of a type of which that pod has no more than it needs
    1.0,  # more for each step nearer than SOON, where that holds up who is ahead
    2.0,  # less against a seat that is not the best of several others
    1.712,  # per point of a sharing card destroyed
    1.5,  # stealing, beside what the card gains
    1.034,  # per point of a sharing card taken that data suffice for
    0.5,  # taking anything else; per gain of a data card
    3.0,  # taking steal
    0.18,  # per point of the sharing side of what is played as an event, over 1 and what it lacks
    0.857,  # an event card that is kept
    1.262,  # data that gain no more are thrown away
    3.831,  # sharing cards with no more points for each card of data they lack are thrown away
    0.0,  # above 0: cards that destroy are kept
)

NO_EFFECT, HIT_DATA, HIT_SHARING, HIT_ANY, STEAL, TAKE, PROTECT = range(7)
"""What a card does by its event side; from 1 in the order of ``EFFECTS``."""

PLAYED, SHARED, USED, DISCARDED, ENDED, LET, PROTECTED = range(7)
"""What a move does."""

MOST_HELD: Final = 11
"""Cards in one hand at most: ten (L16), and one more while it is taken."""
KINDS: Final = 65
"""Kinds of card at most: five of data and sixty others (L16)."""

# A game is a row of integers: these numbers, the discard pile by kind, a block for each seat, and
# the kinds of the pile's cards, which are drawn from both ends.
PHASE, MOVER, PLAYS, THROWN, IDLE, TURN, LEFT, THERE, PENDING, ASKED, LOWEST = range(11)
"""Cards are ``LEFT`` in the pile and ``THERE`` in the discard pile; ``PENDING`` is the number of an
event that may be prevented, by the seat that is ``ASKED``; -1 where there is none. The pile begins
``LOWEST`` places from where it was laid."""
DISCARD: Final = 11
SEATS: Final = DISCARD + KINDS

SIZE, POINTS, REACTIONS = range(3)
PODS: Final = 3
CARDS: Final = PODS + 5
SHARING: Final = CARDS + MOST_HELD
BLOCK: Final = SHARING + KINDS
"""A seat's block: how many cards it holds, its points, its reactions in this turn, its data by
type, the kinds in hand in any order, and the sharing cards in play by kind."""

IN_TURN, IN_REACTION, IS_OVER = range(3)
"""The phases: cards are drawn within the move that ends a turn."""

# The rules are a row too: these numbers, then by kind of card, then by action number.
(
    SEATED, ANYONE, STEALS, TURNS, HAND, MOST_PLAYS, MOST_REACTIONS, EACH, TWICE, TOTAL, BONUSES,
    END, LETTING, ACTIONS,
) = range(14)  # fmt: skip
TYPES: Final = 14
NEEDS: Final = TYPES + KINDS
WORTH: Final = NEEDS + 5 * KINDS
EFFECT: Final = WORTH + KINDS
FIRST: Final = EFFECT + KINDS
LAST: Final = FIRST + KINDS
THROWING: Final = LAST + KINDS
PROTECTING: Final = THROWING + KINDS
BONUS: Final = PROTECTING + KINDS
MOVES: Final = BONUS + KINDS * KINDS
"""By kind: its type of data (-1: none), the data it needs, what it scores, its effect, the action
numbers from the first to before the last of its plays, those of discarding it and of protecting
with it (-1: cannot), and what it adds for each other kind. Of a move: what it does, the kind of
card, the target's owner and its kind (-1: none)."""

_KINDS_OF_MOVE: Final = (Play, Share, UseEvent, Discard, EndTurn, LetHappen, Protect)

Row: TypeAlias = NDArray[np.int32]


@lru_cache(maxsize=8)
def rules_of(setting: Setting) -> Row:
    """The rules and cards of a setting."""
    deck, kinds, limits = setting.deck, setting.kinds, setting.limits
    row = np.zeros(MOVES + 4 * len(setting.moves), np.int32)
    row[:TYPES] = (
        setting.seats,
        setting.anyone,
        setting.steals,
        setting.turns,
        limits.hand,
        limits.plays,
        limits.reactions,
        limits.each,
        limits.twice,
        limits.total,
        bool(setting.bonuses),
        setting.end,
        setting.let,
        len(setting.moves),
    )
    for kind, card in enumerate(deck):
        row[TYPES + kind] = card.type
        row[NEEDS + 5 * kind : NEEDS + 5 * kind + 5] = card.needs
        row[WORTH + kind] = card.points
        row[EFFECT + kind] = ("", *EFFECTS).index(card.effect)
        plays = setting.plays[kind]
        row[FIRST + kind], row[LAST + kind] = (plays[0], plays[-1] + 1) if plays else (0, 0)
        row[THROWING + kind] = setting.discards[kind]
        row[PROTECTING + kind] = setting.protects.get(kind, -1)
    for kind, other, points in setting.bonuses:
        row[BONUS + KINDS * kind + other] = points
    row[MOVES:] = np.array([_told(move, kinds) for move in setting.moves]).ravel()
    row.flags.writeable = False
    return row


def _told(move: Move, kinds: dict[str, int]) -> tuple[int, int, int, int]:
    does = _KINDS_OF_MOVE.index(type(move))
    card = getattr(move, "card", None)
    kind = -1 if card is None else kinds[card]
    if not isinstance(move, UseEvent):
        return does, kind, -1, -1
    return does, kind, -1 if move.owner is None else move.owner, kinds[move.target]


def new_row(setting: Setting) -> Row:
    """Room for a game of this setting."""
    cards = sum(setting.whole) + sum(number for number, _ in setting.lots)
    return np.zeros(SEATS + BLOCK * setting.seats + cards, np.int32)


def lay_out(row: Row, setting: Setting, view: SolidView) -> None:
    """Puts down everything that lies open in a view, and no cards in hands and pile."""
    row[:] = 0
    row[PHASE] = {"turn": IN_TURN, "reaction": IN_REACTION}.get(view.phase, IS_OVER)
    row[MOVER], row[PLAYS], row[THROWN] = view.mover, view.plays, view.discarded
    row[TURN], row[IDLE], row[THERE] = view.turn, idle_turns(view), len(view.discard)
    row[PENDING] = -1 if view.pending is None else action_of(setting, view.pending)
    row[ASKED] = -1 if view.pending is None else view.actors[0]
    kinds = len(setting.deck)
    row[DISCARD : DISCARD + kinds] = counts_of(setting.kinds, view.discard)
    for seat in range(setting.seats):
        block = row[SEATS + BLOCK * seat : SEATS + BLOCK * (seat + 1)]
        block[POINTS], block[REACTIONS] = view.points[seat], view.reactions[seat]
        block[PODS : PODS + 5] = view.pods[seat]
        block[SHARING : SHARING + kinds] = counts_of(setting.kinds, view.shared[seat])


def idle_turns(view: SolidView) -> int:
    """How many turns in a row before this one were ended with nothing else done in them (L8)."""
    idle, done = 0, False
    for entry in view.record:
        if entry.move == "end turn":
            idle, done = (0 if done else idle + 1), False
        elif entry.move not in {"first", "draw", "add", "shuffle"}:
            done = True
    return idle


def give(row: Row, seat: Seat, kinds: Sequence[int]) -> None:
    """Gives a seat this hand."""
    at = SEATS + BLOCK * seat
    row[at + SIZE] = len(kinds)
    row[at + CARDS : at + CARDS + len(kinds)] = kinds


def pile_up(row: Row, setting: Setting, kinds: Sequence[int]) -> None:
    """Makes this the pile; even seats draw its last card next, odd ones its first."""
    at = SEATS + BLOCK * setting.seats
    row[LOWEST], row[LEFT] = 0, len(kinds)
    row[at : at + len(kinds)] = kinds
