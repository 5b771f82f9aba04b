"""Tree search over sampled worlds, for any game with worlds.

Information set Monte Carlo tree search: Cowling, Powley and Whitehouse (2012), *Information set
Monte Carlo tree search*, IEEE Transactions on Computational Intelligence and AI in Games 4,
sections III and IV. Each simulation guesses a world that the seat's view leaves possible, plays
on in it, and remembers how that went at what the players could tell apart, not at states.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Literal, TypeAlias

from facedown.core.errors import BadOption, FacedownError
from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.seats import NATURE, Seat
from facedown.core.state import State
from facedown.core.view import View
from facedown.core.worlds import World
from facedown.search.sequence_form import UNLISTED, InfosetKey, Utility, by_view, points

Guess: TypeAlias = Callable[[View, random.Random], World]
"""Draws a world that a view leaves possible."""

Judge: TypeAlias = Callable[[State, random.Random], Sequence[float]]
"""Says what each seat can expect in a state; may change it, and may play it to its end."""


@dataclass(frozen=True, slots=True)
class RootAction:
    """What a search found about one action at its root.

    ``visits`` simulations tried it, and ``value`` is what the seat got in them on average.
    """

    action: int
    visits: int
    value: float


class _Branch:
    """One action at an infoset; ``available`` counts the visits in which it was legal."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0


_Node: TypeAlias = dict[int, _Branch]


class TreeSearch:
    """A way to search: how much, by whose eyes, and what for.

    ============  ================================================================================
    simulations   how many worlds to play in
    exploration   how readily less promising actions are tried, in units of the spread of what was
                  got so far
    observers     "many": every seat decides by what it knows itself (MO-ISMCTS). "single": every
                  seat's decisions are remembered by what the searching seat would see of them
                  (SO-ISMCTS): a smaller tree, in which the others do not know their own hands
    utility       what a seat gets from an end, unless ``judge`` says so earlier
    key           names infosets
    guess         draws worlds; by default as often as their weights say
    judge         says what the seats can expect where a new place of the tree is reached; by
                  default the game is played to its end at random
    ============  ================================================================================

    A search uses nothing but the view and ``rng``: the same view and seed give the same result.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> game, rng = KuhnPoker(), random.Random(1)
    >>> state = game.start()
    >>> for card in (2, 0):  # a king for seat 1, a jack for seat 2
    ...     state.apply(-1, card)
    >>> state.apply(0, 2)  # seat 1 raises
    >>> found = TreeSearch(game, simulations=500).search(state.view(1), rng)
    >>> sum(each.visits for each in found), found[0].action, found[0].value  # folding loses 1
    (500, 0, -1.0)
    """

    def __init__(
        self,
        game: Game,
        simulations: int,
        *,
        exploration: float = 0.7,
        observers: Literal["many", "single"] = "many",
        utility: Utility = points,
        key: InfosetKey = by_view,
        guess: Guess | None = None,
        judge: Judge | None = None,
    ) -> None:
        if simulations < 1:
            raise BadOption(f"A search needs at least 1 simulation, not {simulations}.")
        self.game = game
        self.simulations = simulations
        self.exploration = exploration
        self.single = observers == "single"
        self.utility = utility
        self.key = key
        self.guess = guess
        self.judge = judge or self._play_out

    def search(self, view: View, rng: random.Random) -> list[RootAction]:
        """What was found about each of the seat's actions, in ascending order.

        Raises ``FacedownError`` when it is not the seat's turn, when it has no move that could be
        listed, or when the game has no worlds.
        """
        if view.seat not in view.actors:
            raise FacedownError("It is not this seat's turn, so there is nothing to search.")
        if not view.legal:
            raise FacedownError(UNLISTED.format(title=self.game.facts.title))
        run = _Run(self, view, rng)
        for _ in range(self.simulations):
            run.simulate()
        return [
            RootAction(
                action, branch.visits, branch.total / branch.visits if branch.visits else 0.0
            )
            for action, branch in sorted(run.root.items())
        ]

    def _play_out(self, state: State, rng: random.Random) -> Sequence[float]:
        while actors := state.actors():
            seat = actors[0]
            if seat == NATURE:
                state.apply(seat, state.draw(rng))
                continue
            legal = state.legal(seat)
            if not legal:
                raise FacedownError(UNLISTED.format(title=self.game.facts.title))
            state.apply(seat, legal[int(rng.random() * len(legal))])
        return self.end(state)

    def end(self, state: State) -> Sequence[float]:
        """What each seat gets from a state in which nobody moves any more."""
        outcome = state.outcome()
        assert outcome is not None
        return self.utility(outcome)


class _Run:
    """One search: its tree, and the spread of what was got so far."""

    def __init__(self, how: TreeSearch, view: View, rng: random.Random) -> None:
        self.how, self.view, self.rng = how, view, rng
        self.root: _Node = {action: _Branch() for action in view.legal}
        self.nodes: dict[tuple[Seat, Hashable], _Node] = {}
        self.low, self.high = inf, -inf
        self.worlds = how.game.worlds(view) if how.guess is None else None

    def _guess(self) -> World:
        if self.worlds is not None:
            return self.worlds.sample(self.rng)
        assert self.how.guess is not None
        return self.how.guess(self.view, self.rng)

    def simulate(self) -> None:
        """Plays once from the root, in a world that is guessed anew."""
        path: list[tuple[Seat, _Branch]] = []
        gains = self._descend(self.how.game.state_from_world(self.view, self._guess()), path)
        for seat, branch in path:
            branch.visits += 1
            branch.total += gains[seat]
        self.low = min(self.low, *gains)
        self.high = max(self.high, *gains)

    def _descend(self, state: State, path: list[tuple[Seat, _Branch]]) -> Sequence[float]:
        """Goes down the tree to its edge, noting the way; returns what each seat gets there."""
        how, rng, me = self.how, self.rng, self.view.seat
        seat, node = me, self.root
        while True:
            action, branch = self._choose(node, state.legal(seat))
            path.append((seat, branch))
            state.apply(seat, action)
            while (actors := state.actors()) and actors[0] == NATURE:
                state.apply(NATURE, state.draw(rng))
            if not actors:
                return how.end(state)
            seat = actors[0]  # of seats that may move at once the first; the others do not see it
            key = seat, how.key(state, me if how.single else seat)
            known = self.nodes.get(key)
            if known is None:
                self.nodes[key] = {}
                return how.judge(state, rng)
            node = known

    def _choose(self, node: _Node, legal: Sequence[int]) -> tuple[int, _Branch]:
        """An action never tried, else the best by UCB1 among those legal in this world.

        The count under the logarithm is that of visits in which the action was legal: section
        IV.A of the paper, for subsets of armed bandits.
        """
        untried = []
        best, chosen = -inf, None
        scale = self.how.exploration * (self.high - self.low)
        for action in legal:
            branch = node.get(action)
            if branch is None:
                branch = node[action] = _Branch()
            branch.available += 1
            visits = branch.visits
            if not visits:
                untried.append((action, branch))
            elif not untried:
                bound = branch.total / visits + scale * sqrt(log(branch.available) / visits)
                if bound > best:
                    best, chosen = bound, (action, branch)
        if untried:
            return untried[int(self.rng.random() * len(untried))]
        if chosen is None:
            raise FacedownError(UNLISTED.format(title=self.how.game.facts.title))
        return chosen


class SearchBot:
    """A player that searches anew at every move; any game with worlds can offer it.

    Plays the action with the most visits, or with ``mixed`` each as often as it was visited, which
    is harder to read.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> game = KuhnPoker()
    >>> bot = SearchBot(TreeSearch(game, simulations=100))
    >>> state = game.start()
    >>> for card in (2, 0):
    ...     state.apply(-1, card)
    >>> state.apply(0, 2)
    >>> bot.act(state.view(1), random.Random(1))  # folds the jack
    0
    """

    def __init__(self, search: TreeSearch, *, mixed: bool = False) -> None:
        self.search = search
        self.mixed = mixed

    def act(self, view: View, rng: random.Random) -> Action:
        """The move found best; all randomness comes from ``rng``.

        It searches where there is one move alone, too: the time tells nothing.
        """
        found = self.search.search(view, rng)
        if self.mixed:
            return rng.choices(found, [each.visits for each in found])[0].action
        return max(found, key=lambda each: (each.visits, each.value)).action
