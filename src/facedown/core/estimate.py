"""How much a mean of many games can be trusted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final

NORMAL_95: Final = 1.959964
"""How many standard errors to either side a 95 % interval reaches."""


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


def estimate(values: Iterable[int]) -> Estimate:
    """The mean of at least two values and its 95 % interval.

    >>> estimate([1, 2, 3, 2]).words
    '2.000 ± 0.800'
    """
    numbers = [int(value) for value in values]
    count = len(numbers)
    mean = sum(numbers) / count
    variance = sum((number - mean) ** 2 for number in numbers) / (count - 1)
    return Estimate(mean, NORMAL_95 * sqrt(variance / count))
