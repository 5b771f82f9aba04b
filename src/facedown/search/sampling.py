"""Regret minimisation on sampled games, for games too large to be laid out in arrays.

External sampling: Lanctot, Waugh, Zinkevich and Bowling (2009), *Monte Carlo sampling for regret
minimization in extensive games*, section 3.2. One seat at a time tries all of its actions while
nature and the other seats draw one of theirs. The memory is a plain table that grows with the
infosets visited; an abstraction lets many infosets share one entry of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeAlias

from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.roster import Bot
from facedown.core.seats import NATURE, Seat
from facedown.core.state import State
from facedown.core.view import View
from facedown.search.sequence_form import UNLISTED, Utility, points

Abstraction: TypeAlias = Callable[[State, Seat], tuple[Hashable, Sequence[int]]]
"""Names an infoset, and gives the actions to consider there, in an order that means the same in
all infosets of that name. It must use nothing but what the seat may know."""


def nothing_merged(state: State, seat: Seat) -> tuple[Hashable, Sequence[int]]:
    """Every infoset on its own, with all of its actions.

    >>> from facedown.core import Match
    >>> from facedown.search.poker.game import KuhnPoker
    >>> state = Match(KuhnPoker(), seed="1").state()
    >>> key, actions = nothing_merged(state, 0)
    >>> key == state.view(0), list(actions) == list(state.legal(0))
    (True, True)
    """
    return state.view(seat), state.legal(seat)


class Learned:
    """What was learned about one infoset: by action, summed regrets and summed policies."""

    __slots__ = ("regrets", "sums")

    def __init__(self, actions: int) -> None:
        self.regrets = [0.0] * actions
        self.sums = [0.0] * actions

    def current(self) -> list[float]:
        """Probabilities in proportion to the regrets above 0; all alike where none is."""
        return _normalised([regret if regret > 0 else 0.0 for regret in self.regrets])

    def average(self) -> list[float]:
        """The average of the policies so far."""
        return _normalised(self.sums)


def _normalised(weights: list[float]) -> list[float]:
    total = sum(weights)
    if total > 0:
        return [weight / total for weight in weights]
    return [1 / len(weights)] * len(weights)


class SampledRegret:
    """Regret minimisation by external sampling, under way.

    ``table`` holds what was learned, by seat and name of infoset. ``fixed`` seats do not learn:
    they play as their bots do, so that what the others learn is a reply to them. With ``linear``
    iteration t counts t times. All randomness comes from ``rng``.

    The average policy of a seat is taken from the samples of the learner before it. With up to
    two learners it tends to the true average; with more, to one weighed by how the others played.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> learning = SampledRegret(KuhnPoker(), random.Random(1))
    >>> learning.run(100)
    >>> len(learning.table)
    12
    """

    def __init__(
        self,
        game: Game,
        rng: random.Random,
        *,
        abstraction: Abstraction = nothing_merged,
        utility: Utility = points,
        fixed: Mapping[Seat, Bot] | None = None,
        linear: bool = False,
    ) -> None:
        self.game = game
        self.abstraction = abstraction
        self.utility = utility
        self.fixed = dict(fixed or {})
        self.linear = linear
        self.iterations = 0
        self.table: dict[tuple[Seat, Hashable], Learned] = {}
        self._rng = rng
        self._weight = 1.0
        self._averaged: Seat = 0

    def run(self, iterations: int) -> None:
        """Does so many iterations more; in each, every seat that learns does so once.

        Raises ``FacedownError`` where a seat has no move that could be listed, or where merged
        infosets have different numbers of actions.
        """
        seats = self.game.seats
        learning = [seat for seat in range(seats) if seat not in self.fixed]
        for _ in range(iterations):
            self.iterations += 1
            if self.linear:
                self._weight = float(self.iterations)
            for number, seat in enumerate(learning):
                self._averaged = learning[(number + 1) % len(learning)]
                self._learn(self.game.start(), seat, 1.0)

    def entry(self, state: State, seat: Seat) -> tuple[Learned, Sequence[int]]:
        """What is known about the infoset of a seat in a state, and its actions."""
        name, actions = self.abstraction(state, seat)
        entry = self.table.get((seat, name))
        if entry is None:
            if not actions:
                raise FacedownError(UNLISTED.format(title=self.game.facts.title))
            entry = self.table[seat, name] = Learned(len(actions))
        elif len(entry.regrets) != len(actions):
            raise FacedownError(
                f"The abstraction merges infosets with {len(entry.regrets)} and "
                f"{len(actions)} actions, so what it learns about one says nothing about the other."
            )
        return entry, actions

    def _learn(self, state: State, learner: Seat, reach: float) -> float:
        """What the learner gets from here on in this sample; changes ``state``.

        ``reach`` is how likely the learner would have come here, as far as it depends on it.
        """
        rng = self._rng
        while actors := state.actors():
            seat = actors[0]
            if seat == NATURE:
                state.apply(seat, state.draw(rng))
            elif seat in self.fixed:
                state.apply(seat, self.fixed[seat].act(state.view(seat), rng))
            elif seat == learner:
                return self._try_all(state, seat, reach)
            else:
                entry, actions = self.entry(state, seat)
                policy = entry.current()
                if seat == self._averaged:
                    self._add_to_average(entry, policy, 1.0)
                state.apply(seat, rng.choices(actions, policy)[0])
        outcome = state.outcome()
        assert outcome is not None
        return self.utility(outcome)[learner]

    def _try_all(self, state: State, learner: Seat, reach: float) -> float:
        entry, actions = self.entry(state, learner)
        policy = entry.current()
        if learner == self._averaged:
            # the only learner: no other seat's samples would visit its infosets as it does itself
            self._add_to_average(entry, policy, reach)
        values = []
        for number, action in enumerate(actions):
            after = state.clone() if number + 1 < len(actions) else state
            after.apply(learner, action)
            values.append(self._learn(after, learner, reach * policy[number]))
        value = sum(chance * each for chance, each in zip(policy, values, strict=True))
        weight, regrets = self._weight, entry.regrets
        for number, each in enumerate(values):
            regrets[number] += weight * (each - value)
        return value

    def _add_to_average(self, entry: Learned, policy: list[float], reach: float) -> None:
        for number, chance in enumerate(policy):
            entry.sums[number] += self._weight * reach * chance


class PolicyBot:
    """Plays the average policy that was learned; all moves alike where it never was.

    With ``latest`` it plays the latest policy instead, which against fixed bots comes sooner to
    the best reply. ``look_up`` is the abstraction as the seat at the table can work it out: from
    its view.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> game = KuhnPoker()
    >>> learning = SampledRegret(game, random.Random(1))
    >>> learning.run(100)
    >>> bot = PolicyBot(learning.table)
    >>> from facedown.core.play import play_bots
    >>> play_bots(game, [bot, bot], "2").actors()
    ()
    """

    def __init__(
        self,
        table: Mapping[tuple[Seat, Hashable], Learned],
        look_up: Callable[[View], tuple[Hashable, Sequence[int]]] = lambda view: (view, view.legal),
        *,
        latest: bool = False,
    ) -> None:
        self.table = table
        self.look_up = look_up
        self.latest = latest

    def act(self, view: View, rng: random.Random) -> Action:
        """A move drawn from the policy."""
        name, actions = self.look_up(view)
        entry = self.table.get((view.seat, name))
        if entry is None:
            return rng.choice(actions)
        policy = entry.current() if self.latest else entry.average()
        return rng.choices(actions, policy)[0]
