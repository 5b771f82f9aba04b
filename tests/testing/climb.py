"""Climb, a small game whose hidden hands decide how many moves a seat has.

Cards 1 to ``deck``, all different. Nature gives each of two seats two cards face down, one by one
by lot (C1). In turn a seat plays a card higher than the last one played, and draws another while
there are cards left (C2). Who has no higher card passes, and is out (C3). When both are out, who
played more cards wins (C4).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import ClassVar, TypeAlias

from facedown.core.errors import MalformedMove, NotListed, Reason, Refusal
from facedown.core.facts import Facts, Option, OptionValue, WorldsKnown
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, NATURE_ONLY, ONLOOKER, Outcome, Seat, Seats
from facedown.core.state import State
from facedown.core.view import View
from facedown.core.worlds import Worlds

HAND, PASS, MOST_LISTED_DECK = 2, 0, 12
NO_MOVE = Reason("no-move", "C2", "Play a card of your hand that is higher than the last one.")
MUST_PLAY = Reason("must-play", "C3", "Whoever has a higher card must play one.")
WAIT = Reason("wait", "C2", "It is not your turn.")


class Draw(Move, kind="draw", by_nature=True):
    card: int | None


class Play(Move, kind="play"):
    card: int


class Pass(Move, kind="pass"):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClimbView(View):
    """``ceilings``: of a seat that is out the card it could not beat, of the others 0."""

    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    played: tuple[tuple[int, ...], ...]
    ceilings: tuple[int, ...]
    turn: Seat

    @property
    def last(self) -> int:
        """The last card played, or 0: every card is higher than those before it."""
        return max((card for cards in self.played for card in cards), default=0)


class ClimbState(State):
    __slots__ = ("ceilings", "deck", "hands", "played", "turn")

    def __init__(self, deck: int) -> None:
        self.deck = deck
        self.hands: list[tuple[int, ...]] = [(), ()]
        self.played: list[tuple[int, ...]] = [(), ()]
        self.ceilings = [0, 0]
        self.turn = 0

    def clone(self) -> ClimbState:
        copy = type(self)(self.deck)
        copy.hands, copy.played = self.hands[:], self.played[:]
        copy.ceilings, copy.turn = self.ceilings[:], self.turn
        return copy

    def last(self) -> int:
        return max((card for cards in self.played for card in cards), default=0)

    def stock(self) -> list[int]:
        gone = {card for cards in (*self.hands, *self.played) for card in cards}
        return [card for card in range(1, self.deck + 1) if card not in gone]

    def draws_for(self) -> Seat | None:
        short = [s for s in (0, 1) if not self.ceilings[s] and len(self.hands[s]) < HAND]
        return short[0] if short and self.stock() else None

    def actors(self) -> Seats:
        if self.draws_for() is not None:
            return NATURE_ONLY
        return () if all(self.ceilings) else (self.turn,)

    def legal(self, seat: Seat) -> Sequence[int]:
        if seat < 0 or seat not in self.actors():
            return ()
        return [card for card in self.hands[seat] if card > self.last()] or [PASS]

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        if seat not in self.actors():
            return WAIT()
        if seat == NATURE:
            return None if action in self.stock() else NO_MOVE()
        if action in self.legal(seat):
            return None
        return MUST_PLAY() if action == PASS else NO_MOVE()

    def apply(self, seat: Seat, action: Action) -> None:
        assert isinstance(action, int)
        if seat == NATURE:
            drawer = self.draws_for()
            assert drawer is not None
            self.hands[drawer] = tuple(sorted((*self.hands[drawer], action)))
            return
        if action == PASS:
            self.ceilings[seat] = self.last()
        else:
            self.hands[seat] = tuple(card for card in self.hands[seat] if card != action)
            self.played[seat] = (*self.played[seat], action)
        self.turn = seat if self.ceilings[1 - seat] else 1 - seat

    def draw_name(self) -> str:
        return f"card {self.deck - len(self.stock()) + 1}"

    def chances(self) -> Sequence[tuple[Action, int]]:
        return [(card, 1) for card in self.stock()]

    def view(self, seat: Seat) -> ClimbView:
        return ClimbView(
            seat=seat,
            seats=2,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
            hand=self.hands[seat] if seat >= 0 else (),
            sizes=tuple(map(len, self.hands)),
            played=tuple(self.played),
            ceilings=tuple(self.ceilings),
            turn=self.turn,
        )

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        points = tuple(map(len, self.played))
        winners = tuple(seat for seat in (0, 1) if points[seat] == max(points))
        return Outcome(points, winners, f"The pile ends at {self.last()}.")

    def move_of(self, seat: Seat, action: Action) -> Move:
        if isinstance(action, Move):
            return action
        if seat == NATURE:
            return Draw(action)
        return Pass() if action == PASS else Play(action)

    def action_of(self, seat: Seat, move: Move) -> Action:
        match move:
            case Draw(card=int(card)) if seat == NATURE:
                return card
            case Play(card=card) if seat != NATURE and 1 <= card <= self.deck:
                return card
            case Pass() if seat != NATURE:
                return PASS
        raise MalformedMove("That is not a move of Climb.")


ClimbWorld: TypeAlias = tuple[tuple[int, ...], ...]
"""The hands of both seats."""


class ClimbWorlds(Worlds):
    """Hands are dealt by lot, so all that the view allows weigh alike, whatever was played (C1).

    A seat that is out has no card above its ceiling (C3).
    """

    def __init__(self, view: ClimbView, deck: int) -> None:
        self.view, self.deck = view, deck
        seen = {*view.hand, *(card for cards in view.played for card in cards)}
        unseen = [card for card in range(1, deck + 1) if card not in seen]
        self.cards = [
            [card for card in unseen if not ceiling or card < ceiling] for ceiling in view.ceilings
        ]
        self.hidden = [seat for seat in (0, 1) if seat != view.seat]

    def hands(self) -> Iterator[ClimbWorld]:
        ways = [
            list(combinations(self.cards[seat], self.view.sizes[seat]))
            if seat in self.hidden
            else [self.view.hand]
            for seat in (0, 1)
        ]
        return ((a, b) for a in ways[0] for b in ways[1] if not {*a} & {*b})

    def __iter__(self) -> Iterator[tuple[ClimbWorld, int]]:
        if self.deck > MOST_LISTED_DECK:
            raise NotListed("The hands are too many to list.")
        return ((world, 1) for world in self.hands())

    def count(self) -> int | None:
        if len(self.hidden) > 1:
            return None
        (seat,) = self.hidden
        return comb(len(self.cards[seat]), self.view.sizes[seat])

    def sample(self, rng: random.Random) -> ClimbWorld:
        while True:
            hands = [self.view.hand, self.view.hand]
            for seat in self.hidden:
                drawn = rng.sample(self.cards[seat], self.view.sizes[seat])
                hands[seat] = tuple(sorted(drawn))
            if self.view.seat != ONLOOKER or not {*hands[0]} & {*hands[1]}:
                return tuple(hands)

    def features(self, world: ClimbWorld) -> Iterable[str]:
        for seat in self.hidden:
            yield from (f"seat {seat} holds {card}" for card in world[seat])
            higher = sum(card > self.view.last for card in world[seat])
            yield f"seat {seat} can play {higher} cards"


class Climb(Game):
    facts: ClassVar[Facts] = Facts(
        name="climb",
        title="Climb",
        summary="Play higher and higher cards of a hidden hand.",
        designers="The Facedown authors",
        seats=(2, 2),
        options=(Option("deck", 6, "how many cards there are", bounds=(6, 16)),),
        moves=(Draw, Play, Pass),
        view=ClimbView,
        rules_version=1,
        points=(0, 16),
    )
    state: ClassVar[type[ClimbState]] = ClimbState

    def __init__(self, seats: int | None = None, **options: OptionValue) -> None:
        super().__init__(seats, **options)
        self.deck = int(self.options["deck"])
        self.actions = self.deck + 1
        self.longest = 2 * self.deck + 2

    @property
    def worlds_known(self) -> WorldsKnown:
        return "exact" if self.deck <= MOST_LISTED_DECK else "sampled"

    def start(self) -> ClimbState:
        return self.state(self.deck)

    def worlds(self, view: View) -> ClimbWorlds:
        assert isinstance(view, ClimbView)
        return ClimbWorlds(view, self.deck)

    def state_from_world(self, view: View, world: ClimbWorld) -> ClimbState:
        assert isinstance(view, ClimbView)
        state = self.start()
        state.hands, state.played = list(world), list(view.played)
        state.ceilings, state.turn = list(view.ceilings), view.turn
        return state

    def true_world(self, state: State, seat: Seat) -> ClimbWorld:
        assert isinstance(state, ClimbState)
        return tuple(state.hands)

    @classmethod
    def rulebook(cls) -> str:
        return __doc__ or ""
