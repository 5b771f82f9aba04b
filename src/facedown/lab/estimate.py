"""How much a mean of many games can be trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Final

NORMAL_95: Final = 1.959964
"""How many standard errors to either side a 95 % interval reaches."""
UNSEEN: Final = 3.0
"""What was seen in none of ``n`` games is in fewer than ``3 / n`` of all, with 95 % certainty."""
FEWEST_GROUPS: Final = 10
"""Of fewer groups a standard error is too uncertain itself."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and how far the ends of its 95 % interval are from it."""

    mean: float
    error: float

    @property
    def words(self) -> str:
        """The estimate to three places.

        >>> Estimate(1.25, 0.0204).words
        '1.250 ± 0.020'
        """
        return f"{self.mean:.3f} ± {self.error:.3f}"

    @property
    def signed(self) -> str:
        """The same of a gain or a loss.

        >>> Estimate(1.25, 0.0204).signed
        '+1.250 ± 0.020'
        """
        return f"{self.mean:+.3f} ± {self.error:.3f}"


def estimate(values: Iterable[float]) -> Estimate:
    """The mean of at least two values and its 95 % interval.

    >>> estimate([1, 2, 3, 2]).words
    '2.000 ± 0.800'
    """
    numbers = [float(value) for value in values]
    count = len(numbers)
    mean = fsum(numbers) / count
    variance = fsum((number - mean) ** 2 for number in numbers) / (count - 1)
    return Estimate(mean, NORMAL_95 * sqrt(variance / count))


def estimate_of_share(seen: Iterable[float]) -> Estimate:
    """In what share of all games something is that was seen in these (1) or not (0), or in part.

    That it was in every game or in none proves neither of all of them.

    >>> estimate_of_share([0, 0, 0, 0, 0, 0]).words
    '0.000 ± 0.500'
    """
    numbers = list(seen)
    found = estimate(numbers)
    return found if found.error else Estimate(found.mean, min(1.0, UNSEEN / len(numbers)))


def share_interval(mean: float, count: int) -> tuple[float, float]:
    """Between which shares the truth is with 95 % certainty (Wilson): never below 0 or above 1.

    ``mean`` is the share seen in so many games. For a mean of shares it is wide enough too, as
    those vary less than what is all or nothing.

    >>> [f"{share:.3f}" for share in share_interval(18 / 20, 20)]
    ['0.699', '0.972']
    >>> [f"{share:.3f}" for share in share_interval(1.0, 4)]
    ['0.510', '1.000']
    """
    square = NORMAL_95**2 / count
    middle = (mean + square / 2) / (1 + square)
    reach = NORMAL_95 * sqrt(mean * (1 - mean) / count + square / count / 4) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def estimate_of_groups(groups: Sequence[Sequence[int]]) -> Estimate:
    """The mean of groups that were drawn, all of one size, and its 95 % interval.

    The groups vary by chance and not only what is in them, so it is their means that are counted.
    Raises ``ValueError`` for fewer than ``FEWEST_GROUPS`` and for groups of different sizes.

    >>> estimate_of_groups([[number, number] for number in range(1, 11)]).words
    '5.500 ± 2.166'
    """
    count, size = len(groups), len(groups[0])
    if count < FEWEST_GROUPS or any(len(group) != size for group in groups):
        raise ValueError(f"At least {FEWEST_GROUPS} groups of one size are needed.")
    found = estimate([int(sum(group)) for group in groups])
    wider = student_95(count - 1) / NORMAL_95
    return Estimate(found.mean / size, found.error * wider / size)


def student_95(freedom: int) -> float:
    """How far a 95 % interval reaches in standard errors that were estimated themselves.

    Student's distribution with at least 9 degrees of freedom, to three places, by the expansion
    around the normal one.

    >>> round(student_95(9), 3), round(student_95(30), 3)
    (2.262, 2.042)
    """
    z = NORMAL_95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def correlation(groups: Iterable[Sequence[tuple[float, float]]]) -> Estimate | None:
    """How strongly two numbers go together (Pearson), with a 95 % interval; None if one is fixed.

    A group has pairs that depend on each other, such as those of the seats of one game: the
    interval is that of groups that were drawn, and pairs are compared with others of their group
    only.

    >>> import random
    >>> rng = random.Random(1)
    >>> noise = [(rng.random(), rng.random()) for _ in range(2_000)]
    >>> correlation([[(x, x + y), (-x, -x - y)] for x, y in noise]).words
    '0.935 ± 0.004'
    """
    products = []
    for pairs in groups:
        mean_x, mean_y = (fsum(column) / len(pairs) for column in zip(*pairs, strict=True))
        away = [(x - mean_x, y - mean_y) for x, y in pairs]
        products.append(
            (
                fsum(x * y for x, y in away),
                fsum(x * x for x, _ in away),
                fsum(y * y for _, y in away),
            )
        )
    both, first, second = (fsum(column) for column in zip(*products, strict=True))
    if first <= 0 or second <= 0:
        return None
    found = both / sqrt(first * second)
    # What each group moves the result by, to first order.
    moved = (
        xy / sqrt(first * second) - found / 2 * (xx / first + yy / second)
        for xy, xx, yy in products
    )
    return Estimate(found, NORMAL_95 * sqrt(fsum(each**2 for each in moved)))
