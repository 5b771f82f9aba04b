"""Best play of a problem: its values as fractions, and the strategy as a tree one can walk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from facedown.compiling import compiled
from facedown.core.errors import FacedownError
from facedown.deduce.purchases import values
from facedown.deduce.purchases.kernels import (
    BEST,
    CERTAIN,
    CLASSES,
    STATES,
    WEIGHT,
    Growing,
    class_of,
    connect,
    explore,
)
from facedown.deduce.purchases.problem import BadPurchases, Ints, PurchaseProblem
from facedown.deduce.purchases.values import DONE, Numbers

MOST_STATES: Final = 1_000_000
"""A problem of so many states takes a few seconds."""
_SLOWER: Final = 20
"""Python's own numbers are so much slower: of a problem that needs them fewer states are taken."""
_SURE: Final = 1 << 62

_ways_left = compiled(values.ways_left)
_backward = compiled(values.backward)
_forward = compiled(values.forward)
_one_more = compiled(values.one_more)


class TooMany(FacedownError):
    """A problem has more states than were to be looked into."""


@dataclass(frozen=True, slots=True)
class PurchaseNode:
    """A moment of best play.

    ``ask`` is the pile to ask, None where no question can raise the chance of a right guess.
    ``expected`` is how many questions are still asked on average, ``worst`` how many are enough,
    ``after`` what is expected when each pile is asked now (None for one that is empty). ``chance``
    is that of a right guess now.
    """

    ask: int | None
    expected: Fraction
    worst: int
    chance: Fraction
    after: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers that are alike: what is best after one of them is best after each.

    ``things`` may be shown (None for a blank), with ``chance`` all together, each as likely as the
    others; ``node`` is best play after it.
    """

    things: tuple[int | None, ...]
    chance: Fraction
    node: PurchaseNode


class Best:
    """Best play: fewest expected questions until none can raise the chance of a right guess.

    Among equally good questions the first pile is asked. Raises :class:`TooMany` for a problem of
    more than ``most_states``.
    """

    def __init__(self, problem: PurchaseProblem, most_states: int = MOST_STATES) -> None:
        self.problem = problem
        space = problem.space
        start = sum(one.ways for one in problem.arrangements) * prod(map(factorial, problem.sizes))
        for pile in range(len(problem.sizes)):
            start *= max(one.chances[pile][0][0] for one in problem.arrangements)
        self._small = start * max(sum(problem.sizes) + 1, len(problem.orders)) < _SURE
        growing = explore(space, most_states if self._small else most_states // _SLOWER)
        if not growing.counts[CLASSES]:
            raise TooMany(f"There are more than {most_states:,} states, or too large numbers.")
        self._classes = connect(space, growing)
        count = int(growing.counts[CLASSES])
        found = growing.found[:count]
        self.classes, self.states = count, int(growing.counts[STATES])
        self._weight, self._best = self._numbers(found[:, WEIGHT]), self._numbers(found[:, BEST])
        self._certain = np.ascontiguousarray(found[:, CERTAIN])
        self._run()

    def _numbers(self, numbers: Ints) -> Numbers:
        """Numbers in which nothing overflows."""
        return np.array(numbers, np.int64 if self._small else object)

    def _zeros(self, *shape: int) -> Numbers:
        return np.zeros(shape, np.int64 if self._small else object)

    def _run(self) -> None:
        sizes, known = self.problem.sizes, self._classes
        edges = (known.left, known.start, known.before, known.asked)
        shape = (self.classes, len(sizes))
        factorials = self._numbers(np.array([factorial(n) for n in range(21)], np.int64))
        if not self._small:
            factorials = np.array([factorial(n) for n in range(max(sizes) + 1)], object)
        self._ways, self._value, self._full = (self._zeros(self.classes) for _ in range(3))
        self._after, self._worst = self._zeros(*shape), np.zeros(self.classes, np.int64)
        self._choice = np.zeros(self.classes, np.int64)
        opening = np.where(known.left.any(axis=1), (known.left > 0).argmax(axis=1), DONE)
        (_ways_left if self._small else values.ways_left)(known.left, factorials, self._ways)
        (_backward if self._small else values.backward)(
            self._weight, self._best, self._ways, *edges, self._certain, opening, self._value,
            self._worst, self._full, self._after, np.zeros(shape, np.int64), self._choice,
        )  # fmt: skip

    def _node(self, k: int) -> PurchaseNode:
        whole = int(self._weight[k]) * int(self._ways[k])
        ask = int(self._choice[k])
        return PurchaseNode(
            ask=None if ask == DONE else ask,
            expected=Fraction(int(self._value[k]), whole),
            worst=int(self._worst[k]),
            chance=Fraction(int(self._best[k]), int(self._weight[k]) * len(self.problem.orders)),
            after=tuple(
                None if ask == DONE or not left else 1 + Fraction(int(self._after[k, pile]), whole)
                for pile, left in enumerate(self._classes.left[k])
            ),
        )

    @property
    def growing(self) -> Growing:
        """The classes as they were found."""
        return self._classes.growing

    @property
    def certain(self) -> npt.NDArray[np.bool_]:
        """Of each class whether only one guess is left."""
        return self._certain > 0

    def chances(self) -> npt.NDArray[np.float64]:
        """Of each class the chance of a right guess, as near as numbers of 64 bits are."""
        right = self._best.astype(np.float64)
        return right / (self._weight.astype(np.float64) * len(self.problem.orders))

    def answers(self) -> tuple[Ints, Ints, npt.NDArray[np.float64]]:
        """What each pile can show after each class that is not certain.

        The answers to pile p in class k are those from ``first[k, p]`` to ``first[k, p + 1]`` (an
        array of one more column than there are piles): the class after each, and its chance.
        """
        known, piles = self._classes, len(self.problem.sizes)
        later = np.repeat(np.arange(self.classes), np.diff(known.start))
        whole = self._weight.astype(np.float64) * self._ways.astype(np.float64)
        key = (known.before * piles + known.asked) * self.classes + later
        pairs, many = np.unique(key, return_counts=True)
        asked, after = np.divmod(pairs, self.classes)
        likely = many * whole[after] / whole[asked // piles]
        ends = np.searchsorted(asked, np.arange(self.classes * piles + 1))
        first = np.empty((self.classes, piles + 1), np.int64)
        first[:, :-1] = ends[:-1].reshape(self.classes, piles)
        first[:, -1] = ends[piles::piles]
        return first, after, likely

    @property
    def start(self) -> PurchaseNode:
        """Before the first question."""
        return self._node(0)

    @property
    def chance_at_end(self) -> Fraction:
        """The chance of a right guess after best play; 1 where it is always certain."""
        whole = int(self._weight[0]) * int(self._ways[0]) * len(self.problem.orders)
        return Fraction(int(self._full[0]), whole)

    @cached_property
    def _reached(self) -> tuple[Numbers, Numbers]:
        """How often best play comes to each class, and ends after so many questions."""
        known = self._classes
        reached = self._zeros(self.classes)
        reached[0] = 1
        ended = self._zeros(sum(self.problem.sizes) + 1)
        (_forward if self._small else values.forward)(
            self._weight, self._ways, known.left, known.start, known.before, known.asked,
            self._choice, reached, ended,
        )  # fmt: skip
        return reached, ended

    def distribution(self) -> dict[int, Fraction]:
        """How likely best play ends after so many questions."""
        whole = int(self._weight[0]) * int(self._ways[0])
        ended = self._reached[1]
        return {n: Fraction(int(many), whole) for n, many in enumerate(ended) if many}

    def questions(self) -> tuple[Fraction, ...]:
        """How many questions best play asks of each pile on average; they add up to all of them."""
        here = self._reached[0] * self._weight * self._ways
        whole = int(here[0])
        asked = [here[self._choice == pile].sum() for pile in range(len(self.problem.sizes))]
        return tuple(Fraction(int(many), whole) for many in asked)

    def right_guess(self) -> tuple[Fraction, ...]:
        """The chance of a right guess with 0, 1, 2, … questions, each asked for that number.

        The last is the chance that no more questions can raise.
        """
        known = self._classes
        whole = int(self._weight[0]) * int(self._ways[0]) * len(self.problem.orders)
        chance = self._best * self._ways
        found = [Fraction(int(chance[0]), whole)]
        while found[-1] < self.chance_at_end:
            (_one_more if self._small else values.one_more)(
                known.left, known.start, known.before, known.asked, self._choice, chance,
                self._zeros(self.classes, len(self.problem.sizes)),
            )  # fmt: skip
            found.append(Fraction(int(chance[0]), whole))
        return tuple(found)

    def node(self, shown: Sequence[tuple[int, int | None]]) -> PurchaseNode:
        """After these answers: piles with the thing that each showed, None for a blank.

        Raises :class:`~facedown.deduce.purchases.problem.BadPurchases` where that cannot be shown.
        """
        k = self.class_after(shown)
        if k is not None:
            return self._node(k)
        nothing: tuple[Fraction | None, ...] = (None,) * len(self.problem.sizes)
        return PurchaseNode(None, Fraction(0), 0, Fraction(1), nothing)  # more than was needed

    def class_after(self, shown: Sequence[tuple[int, int | None]]) -> int | None:
        """The class after these answers; None where all was certain before the last of them.

        Raises :class:`~facedown.deduce.purchases.problem.BadPurchases` where that cannot be shown.
        """
        space = self.problem.space
        state = 0
        blanks = [0] * len(self.problem.sizes)
        for pile, thing in shown:
            if thing is None:
                if blanks[pile] == self.problem.blanks[pile]:
                    raise BadPurchases("No pile shows so many blanks.")
                state |= 1 << int(space.blanks[pile, 0]) + blanks[pile]
                blanks[pile] += 1
        things = [(thing, pile) for pile, thing in shown if thing is not None]
        landed = self.problem.landing[
            self.problem.orders[:, [thing for thing, _ in things]], [pile for _, pile in things]
        ]
        fitting = landed[(landed >= 0).all(axis=1)]
        if not len(fitting) or len({thing for thing, _ in things}) < len(things):
            raise BadPurchases("No order of the things shows that.")
        # The fitting states are all alike: they have one class, or none.
        here = np.bitwise_or.reduce(np.left_shift(1, fitting), axis=1)
        k = int(class_of(self._classes.growing, state | int(here[0])))
        if k < 0 and not (here[:, None] & ~space.masks == 0).any():
            raise BadPurchases("No order of the things shows that.")
        return k if k >= 0 else None

    def answers_after(self, shown: Sequence[tuple[int, int | None]], pile: int) -> list[Answers]:
        """What a pile may show after these answers, those together after which all is alike.

        None where all is certain already. Raises
        :class:`~facedown.deduce.purchases.problem.BadPurchases` where that cannot be shown.
        """
        now = self.class_after(shown)
        found: dict[int, list[int | None]] = {}
        if now is None or self._certain[now]:
            return []
        for thing in (*range(self.problem.orders.shape[1]), None):
            try:
                after = self.class_after([*shown, (pile, thing)])
            except BadPurchases:
                continue
            assert after is not None
            if self._ways_to(now, pile, after):
                found.setdefault(after, []).append(thing)
        whole = int(self._weight[now]) * int(self._ways[now])
        return [
            Answers(
                tuple(things),
                Fraction(
                    self._ways_to(now, pile, after)
                    * int(self._weight[after])
                    * int(self._ways[after]),
                    whole,
                ),
                self._node(after),
            )
            for after, things in found.items()
        ]

    def _ways_to(self, now: int, pile: int, after: int) -> int:
        """How many cards of a class's state may have been the last, shown by this pile."""
        known = self._classes
        part = slice(known.start[after], known.start[after + 1])
        return int(((known.before[part] == now) & (known.asked[part] == pile)).sum())
