"""Best play as its definition reads: slow, and tied to the quick way by tests and benches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from facedown.deduce.purchases.problem import PurchaseProblem

Worlds = list[tuple[tuple[int, ...], int]]
"""Orders with the number of an arrangement."""


@dataclass(frozen=True, slots=True)
class Value:
    """Expected questions, questions that are enough, and the chance of a right guess at the end."""

    expected: Fraction
    worst: int
    chance: Fraction


class Reference:
    """Expectation over everything that can be, with what is alike remembered."""

    def __init__(self, problem: PurchaseProblem) -> None:
        self.problem = problem
        self._known: dict[Any, Value] = {}

    def start(self) -> Value:
        """Before the first question."""
        orders = [tuple(map(int, order)) for order in self.problem.orders]
        worlds = [(o, t) for o in orders for t in range(len(self.problem.arrangements))]
        return self._value(worlds, (), (0,) * len(self.problem.sizes))

    def _weight(
        self, arrangement: int, shown: tuple[tuple[int, int], ...], blanks: tuple[int, ...]
    ) -> int:
        one = self.problem.arrangements[arrangement]
        weight = one.ways
        for pile, chances in enumerate(one.chances):
            things = sum(where == pile for _, where in shown)
            inside = things < len(chances) and blanks[pile] < len(chances[things])
            weight *= chances[things][blanks[pile]] if inside else 0
        return weight

    def _best_guess(
        self, worlds: Worlds, shown: tuple[tuple[int, int], ...], blanks: tuple[int, ...]
    ) -> tuple[int, int]:
        """The weight of the likeliest guess, and of everything."""
        guesses: dict[Any, int] = defaultdict(int)
        for order, t in worlds:
            wanted = self.problem.arrangements[t].wanted
            right = tuple(tuple(sorted(order.index(at) for at in group)) for group in wanted)
            guesses[right] += self._weight(t, shown, blanks)
        return max(guesses.values()), sum(guesses.values())

    def _value(
        self, worlds: Worlds, shown: tuple[tuple[int, int], ...], blanks: tuple[int, ...]
    ) -> Value:
        """The value after certain things, each with its pile, and so many blanks of each pile."""
        renamed = min(
            tuple(sorted((order[thing], pile) for thing, pile in shown)) for order, _ in worlds
        )
        if (renamed, blanks) not in self._known:
            self._known[renamed, blanks] = self._new(worlds, shown, blanks)
        return self._known[renamed, blanks]

    def _new(
        self, worlds: Worlds, shown: tuple[tuple[int, int], ...], blanks: tuple[int, ...]
    ) -> Value:
        right, weight = self._best_guess(worlds, shown, blanks)
        now = Value(Fraction(0), 0, Fraction(right, weight))
        if right == weight:
            return now
        found = [
            [
                (chance, self._value(*state))
                for chance, state in self._answers(worlds, s, shown, blanks)
            ]
            for s in range(len(self.problem.sizes))
        ]
        open_piles = [answers for answers in found if answers]
        if not open_piles:
            return now
        chance = sum((c * value.chance for c, value in open_piles[0]), Fraction(0))
        if chance == now.chance:
            return now
        return Value(
            1
            + min(
                sum((c * value.expected for c, value in answers), Fraction(0))
                for answers in open_piles
            ),
            min(1 + max(value.worst for _, value in answers) for answers in open_piles),
            chance,
        )

    def _answers(
        self,
        worlds: Worlds,
        pile: int,
        shown: tuple[tuple[int, int], ...],
        blanks: tuple[int, ...],
    ) -> Iterator[tuple[Fraction, tuple[Worlds, tuple[tuple[int, int], ...], tuple[int, ...]]]]:
        """What a pile can show next, with its chance."""
        asked = sum(where == pile for _, where in shown) + blanks[pile]
        if asked == self.problem.sizes[pile]:
            return
        later = []
        more = tuple(many + (at == pile) for at, many in enumerate(blanks))
        later.append((worlds, shown, more))
        for thing in range(self.problem.orders.shape[1]):
            if (thing, pile) not in shown:
                here = [
                    (order, t)
                    for order, t in worlds
                    if self.problem.arrangements[t].piles[order[thing]] == pile
                ]
                later.append((here, (*shown, (thing, pile)), blanks))
        weights = [sum(self._weight(t, s, b) for _, t in w) for w, s, b in later]
        for state, weight in zip(later, weights, strict=True):
            if weight:
                worlds_now, shown_now, blanks_now = state
                kept = [w for w in worlds_now if self._weight(w[1], shown_now, blanks_now)]
                yield Fraction(weight, sum(weights)), (kept, shown_now, blanks_now)
