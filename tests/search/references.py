"""Games and slow, plain computations that the algorithms are compared with."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from tests.testing.glimpse import Glimpse

from facedown.core.errors import Refusal
from facedown.core.facts import Facts
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, Outcome, Seat, Seats
from facedown.core.state import State
from facedown.core.view import Event, View
from facedown.search.sequence_form import Policy, SequenceForm

Strategy = Callable[[State, Seat], Mapping[int, float]]


class QuietGlimpse(Glimpse):
    """Glimpse without talk: secret bids at once, chance twice, and not zero-sum."""

    facts: ClassVar[Facts] = replace(Glimpse.facts, open_moves=False)

    def __init__(self) -> None:
        super().__init__(chatty=False)


class Show(Move, kind="show"):
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OddView(View):
    own: int
    shown: tuple[int, ...]


class OddState(State):
    __slots__ = ("sides",)

    def __init__(self) -> None:
        self.sides = [-1, -1, -1]

    def actors(self) -> Seats:
        return tuple(seat for seat in range(3) if self.sides[seat] < 0)

    def legal(self, seat: Seat) -> Sequence[int]:
        return (0, 1) if seat in self.actors() else ()

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        return None

    def apply(self, seat: Seat, action: Action) -> None:
        assert isinstance(action, int)
        self.sides[seat] = action

    def clone(self) -> OddState:
        copy = OddState()
        copy.sides = self.sides[:]
        return copy

    def view(self, seat: Seat) -> OddView:
        return OddView(
            seat=seat,
            seats=3,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
            own=self.sides[seat] if seat >= 0 else -1,
            shown=() if self.actors() else tuple(self.sides),
        )

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        odd = [seat for seat in range(3) if self.sides.count(self.sides[seat]) == 1]
        points = tuple(4 if [seat] == odd else -2 if odd else 0 for seat in range(3))
        return Outcome(points, tuple(odd), "The odd one out wins.")

    def move_of(self, seat: Seat, action: Action) -> Move:
        return action if isinstance(action, Move) else Show(action)

    def action_of(self, seat: Seat, move: Move) -> Action:
        assert isinstance(move, Show)
        return move.side


class OddOneOut(Game):
    """Three seats show a side of a coin at once; who differs from both others gets 2 from each."""

    facts: ClassVar[Facts] = Facts(
        name="odd",
        title="Odd one out",
        summary="Differ.",
        designers="The Facedown authors",
        seats=(3, 3),
        options=(),
        moves=(Show,),
        view=OddView,
        rules_version=1,
        points=(-2, 4),
        chance=False,
        simultaneous=True,
        worlds="none",
    )
    actions = 2
    longest = 3

    def start(self) -> State:
        return OddState()

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        return Event(seat, before.move_of(seat, action), "", reveals=False)

    def show(self, view: View) -> str:
        return ""

    def read(self, text: str, view: View) -> Move:
        return Show(int(text))

    def prompt(self, view: View) -> str:
        return ""


class RandomBot:
    """Any legal move."""

    def act(self, view: View, rng: random.Random) -> Action:
        return rng.choice(view.legal)


def strategy(form: SequenceForm, policy: Policy) -> Strategy:
    """A policy as a function of what a seat sees."""
    return lambda state, seat: form.at(policy, seat, state.view(seat))


def walk(state: State, play: Strategy) -> list[float]:
    """What each seat gets on average, by walking through every history."""
    actors = state.actors()
    if not actors:
        outcome = state.outcome()
        assert outcome is not None
        return list(outcome.points)
    seat = actors[0]
    if seat == NATURE:
        draws = list(state.chances())
        total = sum(weight for _, weight in draws)
        options: list[tuple[Action, float]] = [(draw, weight / total) for draw, weight in draws]
    else:
        options = list(play(state, seat).items())
    sums: list[float] = []
    for action, chance in options:
        if chance == 0:
            continue
        after = state.clone()
        after.apply(seat, action)
        gains = [chance * gain for gain in walk(after, play)]
        sums = [a + b for a, b in zip(sums, gains, strict=True)] if sums else gains
    return sums


def random_policy(form: SequenceForm, rng: random.Random) -> Policy:
    """Anything, some actions with probability 0."""
    policy = form.uniform()
    for infoset in form.infosets.values():
        where = form.choices(infoset)
        weights = [rng.choice((0, rng.random())) for _ in range(where.stop - where.start)]
        total = sum(weights)
        policy[where] = [w / total if total else 1 / len(weights) for w in weights]
    return policy


def from_table(
    form: SequenceForm, average: Callable[[tuple[Seat, Hashable]], list[float] | None]
) -> Policy:
    """A policy with the given probabilities where there are any."""
    policy = form.uniform()
    for key, infoset in form.infosets.items():
        known = average(key)
        if known is not None:
            policy[form.choices(infoset)] = known
    return policy
