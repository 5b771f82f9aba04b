"""Exact figures as people read them."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final

SURE: Final = 1.96
"""Standard errors on either side that hold the truth in 95 % of cases."""


def decimal(value: Fraction) -> str:
    """A fraction with its decimal.

    >>> decimal(Fraction(53, 12)), decimal(Fraction(4))
    ('53/12 (4.417)', '4')
    """
    return str(value) if value.denominator == 1 else f"{value} ({float(value):.3f})"


def percent(chance: Fraction) -> str:
    """A chance in words, without calling anything certain or impossible that is not.

    >>> percent(Fraction(1, 12)), percent(Fraction(1, 1000)), percent(Fraction(1))
    ('8.3 %', '0.1 %', '100 %')
    """
    if chance in (0, 1):
        return f"{100 * chance} %"
    return f"{min(max(float(100 * chance), 0.1), 99.9):.1f} %"


def share_of(right: int, trials: int) -> tuple[float, float]:
    """Between which chances the truth is with 95 % certainty after so many trials (Wilson).

    >>> [f"{chance:.3f}" for chance in share_of(18, 20)]
    ['0.699', '0.972']
    """
    mean, square = right / trials, SURE * SURE / trials
    middle = (mean + square / 2) / (1 + square)
    reach = SURE * sqrt(mean * (1 - mean) / trials + square / trials / 4) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)
