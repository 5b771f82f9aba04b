"""Exact figures as people read them."""

from __future__ import annotations

from fractions import Fraction


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
