"""What the question solver hands back: costs, bounds, the next question and the whole tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown.deduce.questioning.layout import (
    BEGINS,
    NO,
    PROPOSAL,
    TARGET,
    WEIGHT,
    YES,
    Ints,
)

if TYPE_CHECKING:
    from facedown.deduce.questioning.problem import Start
    from facedown.deduce.questioning.questioning import Questioning

Cost = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Node:
    """One place in a strategy: a question to ask, or a target that is certain.

    ``tree`` holds one row per place, children after their parent.  ``Solution.tree()`` gives the
    first place.
    """

    tree: Ints
    names: npt.NDArray[Any]
    row: int

    @property
    def question(self) -> tuple[int, int] | None:
        """(proposal, verifier), or None where the target is certain."""
        proposal, verifier = self.tree[self.row, :2].tolist()
        return None if proposal < 0 else (proposal, verifier)

    @property
    def begins_round(self) -> bool:
        """True when the question is the first of a new round."""
        return bool(self.tree[self.row, BEGINS])

    @property
    def weight(self) -> int:
        """Total weight of the worlds that lead here."""
        return int(self.tree[self.row, WEIGHT])

    @property
    def target(self) -> Any:
        """The target that is certain here, or None where a question is asked."""
        number = int(self.tree[self.row, TARGET])
        return None if number < 0 else self.names[number].item()

    def after(self, answer: int) -> Node:
        """The place reached by this answer (0 or 1) to the question."""
        if self.question is None:
            raise ValueError("nothing is asked here")
        return Node(self.tree, self.names, int(self.tree[self.row, YES if answer else NO]))

    def __iter__(self) -> Iterator[Node]:
        """Go through all places from here on, each before those below it."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.question is not None:
                stack += [node.after(1), node.after(0)]


def expected(tree: Ints) -> tuple[int, int]:
    """Rounds begun and questions asked in a strategy, summed over the weights of its worlds.

    >>> from facedown.deduce.questioning import solve
    >>> answers = [[[0, 0, 1, 1]], [[0, 1, 0, 1]]]  # two proposals, one verifier, four worlds
    >>> expected(solve(list("abcd"), answers).tree().tree)  # two rounds in each of four worlds
    (8, 8)
    """
    asks = tree[:, PROPOSAL] >= 0
    rounds = tree[asks & (tree[:, BEGINS] == 1), WEIGHT].sum()
    return int(rounds), int(tree[asks, WEIGHT].sum())


def worst(tree: Ints) -> tuple[int, int]:
    """Most rounds begun and most questions asked on any way through a strategy.

    >>> from facedown.deduce.questioning import solve
    >>> answers = [[[0, 0, 1, 1]], [[0, 1, 0, 1]]]  # two proposals, one verifier, four worlds
    >>> worst(solve(list("abcd"), answers).tree().tree)
    (2, 2)
    """
    rounds = np.zeros(len(tree), np.int64)
    questions = np.zeros(len(tree), np.int64)
    for row in range(len(tree) - 1, -1, -1):
        if tree[row, PROPOSAL] >= 0:
            children = tree[row, NO : YES + 1]
            rounds[row] = rounds[children].max() + tree[row, BEGINS]
            questions[row] = questions[children].max() + 1
    return int(rounds[0]), int(questions[0])


class Found(NamedTuple):
    """What a search found: bounds, beliefs opened, and the first round that attains ``upper``."""

    lower: int
    upper: int
    choice: int
    plan: Ints
    opened: int


@dataclass(frozen=True)
class Solution:
    """Best play from a belief, exact or between proven bounds.

    ``upper`` is the expected (rounds, questions) of the strategy in ``tree()``; ``lower`` can be
    undercut by no strategy.  With ``exact`` they are equal.  Both compare rounds first.  Rounds
    count from now on: an open round that is continued costs none.  ``opened`` is the number of
    beliefs that the search opened, ``seconds`` the time it took.
    """

    exact: bool
    lower: Cost
    upper: Cost
    opened: int
    seconds: float
    _questioning: Questioning
    _start: Start
    _found: Found
    _rows: Ints | None

    @property
    def rounds(self) -> Fraction:
        """Expected number of rounds begun by the strategy."""
        return self.upper[0]

    @property
    def questions(self) -> Fraction:
        """Expected number of questions of the strategy."""
        return self.upper[1]

    @cached_property
    def _whole(self) -> Ints:
        if self._rows is not None:
            return self._rows
        return self._questioning._write(self._start, self._found)

    @cached_property
    def next(self) -> tuple[int, int] | None:
        """The strategy's next question as (proposal, verifier), None when the target is certain."""
        rows = self.__dict__.get("_whole", self._rows)
        if rows is None:
            rows = self._questioning._write(self._start, self._found, rounds=1)
        return Node(rows, self._questioning.names, 0).question

    def tree(self) -> Node:
        """The whole strategy from here; built when first asked for."""
        return Node(self._whole, self._questioning.names, 0)

    @cached_property
    def _worst(self) -> tuple[int, int]:
        return worst(self._whole)

    @property
    def worst_rounds(self) -> int:
        """Most rounds that the strategy can begin."""
        return self._worst[0]

    @property
    def worst_questions(self) -> int:
        """Most questions that the strategy can ask."""
        return self._worst[1]
