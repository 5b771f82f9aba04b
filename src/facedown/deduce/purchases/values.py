"""Values of classes: fewest questions, worst case, chances; in whole numbers.

All values of a class are multiplied by its weight and by the number of ways in which its piles can
go on. So they add up along questions, and never become fractions. The functions are compiled for
64-bit numbers; where those could overflow, the same functions run on Python's own numbers.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy.typing as npt

from facedown.deduce.purchases.problem import Ints

Numbers: TypeAlias = npt.NDArray[Any]
"""64-bit numbers, or Python's own."""
DONE = -1


def ways_left(left: Ints, factorials: Numbers, ways: Numbers) -> None:
    """In how many orders each class's piles can show the rest."""
    for k in range(left.shape[0]):
        product = factorials[0]
        for pile in range(left.shape[1]):
            product = product * factorials[left[k, pile]]
        ways[k] = product


def backward(
    weight: Numbers,
    best: Numbers,
    ways: Numbers,
    left: Ints,
    start: Ints,
    before: Ints,
    asked: Ints,
    certain: Ints,
    opening: Ints,
    value: Numbers,
    worst: Ints,
    full: Numbers,
    after: Numbers,
    worst_after: Ints,
    choice: Ints,
) -> None:
    """Fills in, class by class, the values of best play.

    ``value`` is the expected number of questions until none can raise the chance of a right guess,
    ``worst`` the least that are always enough for that, ``full`` the chance of a right guess when
    everything has been shown (times the number of orders), ``after`` and ``worst_after`` what is
    expected, and enough, after asking each pile. ``opening`` is the first pile that is not empty,
    ``DONE`` where all are. ``choice`` is the pile to ask, ``DONE`` for none.
    What is filled in begins with zeros.
    """
    piles = left.shape[1]
    for k in range(left.shape[0] - 1, -1, -1):
        if certain[k] or opening[k] == DONE:
            full[k] = best[k] * ways[k]
        choice[k] = DONE
        if full[k] != best[k] * ways[k]:
            for pile in range(piles):
                if left[k, pile] == 0:
                    continue
                if choice[k] == DONE or after[k, pile] < after[k, choice[k]]:
                    choice[k] = pile
                if worst[k] == 0 or worst_after[k, pile] + 1 < worst[k]:
                    worst[k] = worst_after[k, pile] + 1
            value[k] = weight[k] * ways[k] + after[k, choice[k]]
        for at in range(start[k], start[k + 1]):
            earlier, pile = before[at], asked[at]
            after[earlier, pile] += value[k]
            worst_after[earlier, pile] = max(worst_after[earlier, pile], worst[k])
            # Everything is shown in the end, whatever comes first: one pile is enough.
            if pile == opening[earlier]:
                full[earlier] += full[k]


def forward(
    weight: Numbers,
    ways: Numbers,
    left: Ints,
    start: Ints,
    before: Ints,
    asked: Ints,
    choice: Ints,
    reached: Numbers,
    ended: Numbers,
) -> None:
    """How often best play ends after so many questions.

    ``reached`` begins with 1 for the first class and zeros.
    """
    total = 0
    for pile in range(left.shape[1]):
        total += left[0, pile]
    for k in range(left.shape[0]):
        for at in range(start[k], start[k + 1]):
            if choice[before[at]] == asked[at]:
                reached[k] += reached[before[at]]
        if choice[k] == DONE:
            questions = total
            for pile in range(left.shape[1]):
                questions -= left[k, pile]
            ended[questions] += reached[k] * weight[k] * ways[k]


def one_more(
    left: Ints,
    start: Ints,
    before: Ints,
    asked: Ints,
    choice: Ints,
    chance: Numbers,
    after: Numbers,
) -> None:
    """From the chance of a right guess with so many questions to that with one more.

    ``chance`` is changed in place; ``after`` begins with zeros.
    """
    for k in range(left.shape[0] - 1, -1, -1):
        for at in range(start[k], start[k + 1]):
            after[before[at], asked[at]] += chance[k]
    for k in range(left.shape[0]):
        if choice[k] != DONE:
            for pile in range(left.shape[1]):
                chance[k] = max(chance[k], after[k, pile])
