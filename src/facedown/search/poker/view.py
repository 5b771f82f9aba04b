"""What a seat may know of a game of small poker, and every way the rest can be."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from facedown.core.seats import Seat
from facedown.core.view import View
from facedown.core.worlds import Worlds
from facedown.search.poker.moves import WORDS

if TYPE_CHECKING:
    from facedown.search.poker.rules import PokerState

PokerWorld: TypeAlias = tuple[int, ...]
"""The cards of both seats, -1 for one that is not dealt yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerView(View):
    """A seat's view.

    ``card`` is the seat's own, ``public`` the one turned up, ``shown`` both seats' at the end if
    nobody folded. ``dealt`` tells how many of the seats have a card. ``rounds`` are the words of
    each round of betting, ``stakes`` what each seat has staked.
    """

    card: str | None
    public: str | None
    shown: tuple[str, ...]
    dealt: int
    rounds: tuple[tuple[str, ...], ...]
    stakes: tuple[int, ...]


def build_view(state: PokerState, seat: Seat) -> PokerView:
    """The view of a seat or an onlooker. What is not put in here does not leave the state."""
    names = state.setting.cards
    first, second = state.cards
    own = state.cards[seat] if seat >= 0 else -1
    rounds = (*state.past, state.bets)
    outcome = state.outcome()
    return PokerView(
        seat=seat,
        seats=2,
        actors=state.actors(),
        legal=tuple(state.legal(seat)),
        outcome=outcome,
        card=names[own] if own >= 0 else None,
        public=names[state.public] if state.public >= 0 else None,
        shown=(names[first], names[second]) if outcome and state.folded < 0 else (),
        dealt=(first >= 0) + (second >= 0),
        rounds=tuple([tuple([WORDS[action] for action in bets]) for bets in rounds]),
        stakes=(state.stakes[0], state.stakes[1]),
    )


class PokerWorlds(Worlds):
    """Every pair of cards that a view leaves possible, all with weight 1: all are dealt alike."""

    def __init__(self, view: PokerView, names: tuple[str, ...]) -> None:
        if view.shown:
            self._worlds: list[PokerWorld] = [tuple(names.index(card) for card in view.shown)]
            return
        seen = [names.index(card) for card in (view.card, view.public) if card is not None]
        unseen = [card for card in range(len(names)) if card not in seen]
        choices = [
            [-1] if seat >= view.dealt else seen[:1] if seat == view.seat else unseen
            for seat in range(2)
        ]
        self._worlds = [
            world for world in product(*choices) if world[0] != world[1] or world[0] < 0
        ]

    def __iter__(self) -> Iterator[tuple[PokerWorld, int]]:
        return ((world, 1) for world in self._worlds)

    def count(self) -> int:
        """How many pairs of cards."""
        return len(self._worlds)

    def sample(self, rng: random.Random) -> PokerWorld:
        """One world, all alike."""
        return rng.choice(self._worlds)
