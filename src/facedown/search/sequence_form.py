"""A whole game tree in a few flat arrays.

A *sequence* of a seat is everything it has chosen so far: an infoset of its own and the action
taken there, or nothing yet. A seat that forgets nothing has exactly one sequence before each of
its infosets, so the tree of a game comes apart into one small tree of sequences per seat, tied
together only by the endings: von Stengel (1996), *Efficient computation of behavior strategies*,
Games and Economic Behavior 14, section 3. Koller, Megiddo and von Stengel (1996) for two seats.
The arrays are far smaller than the tree, and every algorithm here is a pass over them.

An *infoset* is a set of histories that the seat to move cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from facedown.core.errors import FacedownError, NotListed
from facedown.core.game import Game
from facedown.core.seats import NATURE, Outcome, Seat
from facedown.core.state import State

InfosetKey: TypeAlias = Callable[[State, Seat], Hashable]
"""Names the infoset of a seat in a state. It must use nothing but what the seat may know."""

Utility: TypeAlias = Callable[[Outcome], Sequence[float]]
"""What each seat gets from the end of a game, and seeks to have much of."""

UNLISTED = "{title} has moves that cannot be listed, which this search cannot try."
"""Why a game with an open language is refused."""


def by_view(state: State, seat: Seat) -> Hashable:
    """The seat's whole view: tells apart all that the seat can.

    A game may have a cheaper key that says the same, such as the own hand and the public moves.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> one, other = KuhnPoker().start(), KuhnPoker().start()
    >>> for state, cards in ((one, (2, 0)), (other, (2, 1))):  # seat 1 has a king both times
    ...     state.apply(-1, cards[0])
    ...     state.apply(-1, cards[1])
    >>> [by_view(one, seat) == by_view(other, seat) for seat in (0, 1)]
    [True, False]
    """
    return state.view(seat)


def points(outcome: Outcome) -> Sequence[float]:
    """The points of the game as they are.

    >>> points(Outcome((3, 1), (0,), "{0} wins."))
    (3, 1)
    """
    return outcome.points


def shares(outcome: Outcome) -> Sequence[float]:
    """One win, shared evenly among the winners.

    >>> shares(Outcome((3, 1, 3), (0, 2), "{0} and {2} win."))
    [0.5, 0.0, 0.5]
    """
    winners = outcome.winners
    return [(seat in winners) / len(winners or " ") for seat in range(len(outcome.points))]


Ints: TypeAlias = npt.NDArray[np.int32]
Floats: TypeAlias = npt.NDArray[np.float64]
Policy: TypeAlias = Floats
"""For every sequence, how likely its last action is at its infoset; 1 for an empty sequence."""


class CannotExtract(FacedownError):
    """The tree of this game cannot be put into arrays; the message says why."""


@dataclass(frozen=True, slots=True, eq=False)
class SequenceForm:
    """A game as arrays. Infosets and sequences are numbered by seat, and by time within a seat.

    Sequences 0, 1, … are the empty ones of seats 0, 1, …; then come all others.

    ================  =============================================================================
    seats             number of seats
    nodes             histories in the tree, the beginning and the endings included
    infoset_starts    (seats + 1,): a seat's infosets are from its entry to the next
    parents           (infosets,): the sequence of the same seat that leads to an infoset
    firsts            (infosets + 1,): an infoset's actions are the sequences from here to the next
    actions           (sequences,): the action number a sequence ends with, -1 for an empty one
    endings           (seats, endings): the last sequence of each seat
    payoffs           (seats, endings): what a seat gets, times the chance that nature leads here
    infosets          the number of an infoset by its seat and its key
    ================  =============================================================================
    """

    seats: int
    nodes: int
    infoset_starts: Ints
    parents: Ints
    firsts: Ints
    actions: Ints
    endings: Ints
    payoffs: Floats
    infosets: dict[tuple[Seat, Hashable], int] = field(repr=False)

    def uniform(self) -> Policy:
        """Every action of an infoset alike."""
        sizes = np.diff(self.firsts)
        policy = np.ones(self.actions.size)
        policy[self.actions >= 0] = np.repeat(1 / sizes, sizes)
        return policy

    def choices(self, infoset: int) -> slice:
        """Where the actions of an infoset are in a policy and in ``actions``."""
        return slice(int(self.firsts[infoset]), int(self.firsts[infoset + 1]))

    def at(self, policy: Policy, seat: Seat, key: Hashable) -> dict[int, float]:
        """What a policy does at an infoset: a probability for each action number.

        Raises ``KeyError`` when the game has no such infoset.
        """
        choices = self.choices(self.infosets[seat, key])
        return dict(zip(self.actions[choices].tolist(), policy[choices].tolist(), strict=True))


def sequence_form(
    game: Game,
    *,
    most: int = 2_000_000,
    utility: Utility = points,
    key: InfosetKey = by_view,
) -> SequenceForm:
    """The arrays of a game, extracted by walking through every history once.

    Seats that may move at once move one after the other, lowest first; their infosets hide what
    the others chose because their views do. Raises :class:`CannotExtract` with one sentence when
    the tree has more than ``most`` nodes, when moves cannot be listed, or when a seat forgets
    something (which ``key`` may make it do).

    >>> from facedown.search.poker.game import KuhnPoker
    >>> form = sequence_form(KuhnPoker())
    >>> form.nodes, len(form.infosets), form.endings.shape
    (58, 12, (2, 30))
    """
    if game.facts.open_moves:
        raise CannotExtract(UNLISTED.format(title=game.facts.title))
    return _Extraction(game, most, utility, key).run()


_Node: TypeAlias = tuple[State, float, tuple[int, ...]]
"""A history: its state, the chance that nature leads to it, and each seat's sequence."""


class _Infosets:
    """The infosets of one seat while they are found; sequences are numbered from 0."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.parents: list[int] = []
        self.firsts: list[int] = [1]
        self.actions: list[int] = [-1]


class _Extraction:
    def __init__(self, game: Game, most: int, utility: Utility, key: InfosetKey) -> None:
        self.game, self.most, self.utility, self.key = game, most, utility, key
        self.tables = [_Infosets() for _ in range(game.seats)]
        self.endings: dict[tuple[int, ...], list[float]] = {}

    def run(self) -> SequenceForm:
        begin: _Node = (self.game.start(), 1.0, (0,) * self.game.seats)
        stack = [iter((begin,))]
        nodes = 0
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
                continue
            nodes += 1
            if nodes > self.most:
                title = self.game.facts.title
                raise CannotExtract(f"The tree of {title} has more than {self.most:,} nodes.")
            stack.append(self._children(node))
        return self._arrays(nodes)

    def _children(self, node: _Node) -> Iterator[_Node]:
        state, chance, sequences = node
        actors = state.actors()
        if not actors:
            outcome = state.outcome()
            assert outcome is not None
            sums = self.endings.setdefault(sequences, [0.0] * self.game.seats)
            for seat, gain in enumerate(self.utility(outcome)):
                sums[seat] += chance * gain
        elif actors[0] == NATURE:
            yield from self._draws(node)
        else:
            seat = actors[0]
            actions = tuple(state.legal(seat))
            first = self._first(state, seat, sequences[seat], actions)
            for number, action in enumerate(actions):
                after = state.clone()
                after.apply(seat, action)
                yield (
                    after,
                    chance,
                    (*sequences[:seat], first + number, *sequences[seat + 1 :]),
                )

    def _draws(self, node: _Node) -> Iterator[_Node]:
        state, chance, sequences = node
        try:
            draws = list(state.chances())
        except NotListed as problem:
            raise CannotExtract(str(problem)) from None
        total = sum(weight for _, weight in draws)
        for action, weight in draws:
            after = state.clone()
            after.apply(NATURE, action)
            yield after, chance * weight / total, sequences

    def _first(self, state: State, seat: Seat, before: int, actions: tuple[int, ...]) -> int:
        """The sequence after the first of these actions, at an infoset found now or earlier."""
        if not actions:
            raise CannotExtract(UNLISTED.format(title=self.game.facts.title))
        table = self.tables[seat]
        key = self.key(state, seat)
        number = table.numbers.get(key)
        if number is None:
            table.numbers[key] = len(table.parents)
            table.parents.append(before)
            table.actions += actions
            table.firsts.append(len(table.actions))
            return table.firsts[-2]
        first, end = table.firsts[number : number + 2]
        if table.parents[number] != before:
            raise CannotExtract(f"Seat {seat + 1} forgets what it did, so no arrays can be made.")
        if tuple(table.actions[first:end]) != actions:
            raise CannotExtract(
                f"Seat {seat + 1} has different moves in places that it cannot tell apart."
            )
        return first

    def _arrays(self, nodes: int) -> SequenceForm:
        tables, seats = self.tables, len(self.tables)
        infoset_starts = np.cumsum([0, *(len(table.parents) for table in tables)])
        # the empty sequences come first; what a seat calls its sequence n is shift + n otherwise
        shifts = np.cumsum([seats - 1, *(len(table.actions) - 1 for table in tables)])

        def renumbered(sequences: list[int], seat: int) -> npt.NDArray[np.int64]:
            numbers = np.array(sequences, int)
            return np.where(numbers, numbers + shifts[seat], seat)

        parents = [renumbered(table.parents, seat) for seat, table in enumerate(tables)]
        firsts = [renumbered(table.firsts[:-1], seat) for seat, table in enumerate(tables)]
        endings = [
            renumbered([sequences[seat] for sequences in self.endings], seat)
            for seat in range(seats)
        ]
        actions = [-1] * seats + [action for table in tables for action in table.actions[1:]]
        return SequenceForm(
            seats=seats,
            nodes=nodes,
            infoset_starts=infoset_starts.astype(np.int32),
            parents=np.concatenate(parents).astype(np.int32),
            firsts=np.append(np.concatenate(firsts), len(actions)).astype(np.int32),
            actions=np.array(actions, np.int32),
            endings=np.array(endings, np.int32),
            payoffs=np.ascontiguousarray(np.array(list(self.endings.values())).T),
            infosets={
                (seat, key): int(infoset_starts[seat]) + number
                for seat, table in enumerate(tables)
                for key, number in table.numbers.items()
            },
        )
