"""Exact figures as people read them."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final

from facedown.core.messages import phrase_many

SURE: Final = 1.96
"""Standard errors on either side that hold the truth in 95 % of cases."""


def decimal(value: Fraction) -> str:
    """A fraction with its decimal.

    >>> decimal(Fraction(53, 12)), decimal(Fraction(4))
    ('53/12 (4.417)', '4')
    """
    return str(value) if value.denominator == 1 else f"{value} ({float(value):.3f})"


def hundredths(value: Fraction) -> str:
    """A number to the nearest hundredth, as pars are given.

    >>> hundredths(Fraction(53, 12)), hundredths(Fraction(9, 2)), hundredths(Fraction(10))
    ('4.42', '4.5', '10')
    """
    whole, cents = divmod(round(100 * value), 100)
    return f"{whole}.{cents:02}".rstrip("0").rstrip(".")


def at_most(most: int, worst: int) -> str:
    """How many questions best play asks at most, and how many one needs who aims at that.

    Best play aims at the fewest on average, so it may ask more than are always enough.

    >>> at_most(5, 5)
    'Best play asks 5 questions at most.'
    >>> at_most(5, 4)
    'Best play asks 5 questions at most; who plays for the worst case needs 4 at most.'
    """
    if most == worst:
        return phrase_many(
            "Best play asks {n} question at most.", "Best play asks {n} questions at most.", most
        )
    return phrase_many(
        "Best play asks {n} question at most; who plays for the worst case needs {worst} at most.",
        "Best play asks {n} questions at most; who plays for the worst case needs {worst} at most.",
        most,
        worst=worst,
    )


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
