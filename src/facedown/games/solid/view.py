"""What a seat may know of a game of Solid: everything but the other hands and the pile's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.core.view import View
from facedown.games.solid.cards import Limits
from facedown.games.solid.moves import UseEvent
from facedown.games.solid.setting import Setting

if TYPE_CHECKING:
    from facedown.games.solid.rules import SolidState

Phase: TypeAlias = Literal["lot", "drawing", "turn", "reaction", "over", "adding"]
SHUFFLE: Final = -1
"""Stands in a state's record for a shuffle of the discard pile, which is no move."""

ADDED: Final = -2
"""Stands for the drawer where a card is added to the deck by lot."""

PHASES: Final[tuple[Phase, ...]] = ("lot", "drawing", "turn", "reaction", "over", "adding")


@dataclass(frozen=True, slots=True)
class Done:
    """One move that was made: by which seat, of which kind, and with which cards.

    ``add`` is nature's for nobody; ``first`` and ``draw`` are hers for that seat, and a card drawn
    is None unless it is one's own.
    ``shuffle`` is the discard pile becoming the pile, before that seat draws.
    """

    seat: Seat
    move: str
    card: str | None = None
    owner: Seat | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SolidView(View):
    """A seat's view.

    ``turn`` counts turns from 1, ``mover`` is the seat whose turn it is (or that draws), ``plays``
    those it made, ``discarded`` the cards it threw away in it. ``hand`` is the seat's own (None for
    onlookers), ``sizes`` how many cards each hand has, ``known`` what of it everybody saw being
    taken, and of the other of two hands what follows from an empty pile (L11). ``pods`` are the
    data by type, ``shared`` the sharing cards in play and ``points`` what they score, by seat.
    ``pile`` is the number of cards left in it; ``reactions`` were made in this turn. ``pending`` is
    the event that may be prevented. ``added`` are the cards of a half set that were drawn by lot
    (L9), and ``limits`` the numbers of the rules. ``record`` has all moves from the first,
    ``shuffled`` the discard pile each time that it was shuffled, and ``emptied`` the hands of two
    seats at that time, which each of them can work out (L11).
    """

    phase: Phase
    turn: int
    mover: Seat
    plays: int
    discarded: int
    hand: tuple[str, ...] | None
    sizes: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    pods: tuple[tuple[int, ...], ...]
    shared: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    pile: int
    discard: tuple[str, ...]
    reactions: tuple[int, ...]
    pending: Done | None
    added: tuple[str, ...]
    limits: Limits
    record: tuple[Done, ...]
    shuffled: tuple[tuple[str, ...], ...]
    emptied: tuple[tuple[tuple[str, ...], ...], ...]


def names_of(setting: Setting, counts: Sequence[int]) -> tuple[str, ...]:
    """The names of so many cards of each kind."""
    return tuple(
        card.name for card, count in zip(setting.deck, counts, strict=True) for _ in range(count)
    )


def counts_of(setting: Setting, names: Sequence[str]) -> list[int]:
    """How many of each kind there are among these names."""
    counts = [0] * len(setting.deck)
    for name in names:
        counts[setting.kinds[name]] += 1
    return counts


def unseen_of(setting: Setting, view: SolidView) -> list[int]:
    """How many cards of each kind are in the other hands and the pile."""
    unseen = [
        n + more for n, more in zip(setting.whole, counts_of(setting, view.added), strict=True)
    ]
    for names in (view.hand or (), view.discard, *view.shared):
        for name in names:
            unseen[setting.kinds[name]] -= 1
    for kind, card in enumerate(setting.deck):
        if card.type >= 0:
            unseen[kind] -= sum(pod[card.type] for pod in view.pods)
    return unseen


def done(setting: Setting, seat: Seat, action: int, drawer: Seat, viewer: Seat) -> Done:
    """A move of the record as a viewer knows it."""
    if seat == NATURE:
        if drawer == ADDED:
            return Done(NATURE, "add", setting.deck[action].name)
        if drawer < 0:
            return Done(action, "first")
        if action == SHUFFLE:
            return Done(drawer, "shuffle")
        return Done(drawer, "draw", setting.deck[action].name if drawer == viewer else None)
    move = setting.moves[action]
    if isinstance(move, UseEvent):
        return Done(seat, move.kind, move.card, move.owner, move.target)
    return Done(seat, move.kind, getattr(move, "card", None))


def build_view(state: SolidState, seat: Seat) -> SolidView:
    """The view of a seat or an onlooker. What is not put in here does not leave the state."""
    setting = state.setting
    known = state.taken if seat == ONLOOKER else state.known
    return SolidView(
        seat=seat,
        seats=setting.seats,
        actors=state.actors(),
        legal=tuple(state.legal(seat)),
        outcome=state.outcome(),
        phase=PHASES[state.phase],
        turn=state.turn,
        mover=state.mover,
        plays=state.plays,
        discarded=state.thrown,
        hand=names_of(setting, state.hands[seat]) if seat >= 0 else None,
        sizes=tuple(map(sum, state.hands)),
        known=tuple(names_of(setting, cards) for cards in known),
        pods=tuple(map(tuple, state.pods)),
        shared=tuple(names_of(setting, cards) for cards in state.shared),
        points=tuple(state.points(each) for each in range(setting.seats)),
        pile=sum(state.pile),
        discard=names_of(setting, state.discard),
        reactions=tuple(state.reactions),
        pending=done(setting, state.mover, state.pending, -1, seat) if state.pending >= 0 else None,
        added=names_of(setting, state.added),
        limits=setting.limits,
        record=tuple([done(setting, *entry, seat) for entry in state.record]),
        shuffled=tuple(names_of(setting, cards) for cards in state.shuffled),
        emptied=tuple(
            tuple(names_of(setting, hand) for hand in hands)
            for hands in (state.emptied if seat >= 0 else ())
        ),
    )
