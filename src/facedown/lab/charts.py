"""Small charts for reports: where on an axis values lie. ``charts.html`` draws them as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from facedown.lab.estimate import Estimate

WIDTH = 160
"""Of a row with an interval, in units of its drawing."""
MARGIN = 8


@dataclass(frozen=True, slots=True)
class Axis:
    """A range of values, drawn from left to right.

    >>> axis = Axis(0.0, 1.0)
    >>> axis.at(0.0), axis.at(0.5), axis.at(1.0)
    (8.0, 80.0, 152.0)
    """

    low: float
    high: float

    def at(self, value: float) -> float:
        """Where a value is drawn; what is outside of the range lies on its edge."""
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(MARGIN + part * (WIDTH - 2 * MARGIN), 1)


def axis_of(
    estimates: Iterable[Estimate], even: float | None = None, *, share: bool = False
) -> Axis:
    """An axis on which these intervals lie, and the value that is drawn as a line.

    Nothing lies below 0 or above 1 where they are shares.

    >>> axis_of([Estimate(2, 1), Estimate(3, 1)], even=0)
    Axis(low=0, high=4)
    """
    found = list(estimates)
    low = min(each.mean - each.error for each in found)
    high = max(each.mean + each.error for each in found)
    if even is not None:
        low, high = min(low, even), max(high, even)
    if share:
        low, high = max(low, 0.0), min(high, 1.0)
    return Axis(low, high) if low < high else Axis(low - 0.5, high + 0.5)


def steps(values: Sequence[int], low: int, high: int, height: float, most: float) -> str:
    """The outline of how often each whole number from ``low`` to ``high`` comes, as an SVG path.

    Each number is one unit wide, and ``most``, a part of all values, is drawn so high.

    >>> steps([1, 2, 2, 2], low=1, high=3, height=100, most=0.75)
    'M0 100V66.7H1V0.0H2V100.0H3V100'
    """
    counts, scale = Counter(values), height / most / len(values)
    path = "".join(
        f"V{height - scale * counts[value]:.1f}H{value - low + 1}" for value in range(low, high + 1)
    )
    return f"M0 {height:g}{path}V{height:g}"


def render(template: str, **values: Any) -> str:
    """A report: a template of the laboratory, by its path in there, filled with values."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # only needed for reports

    environment = Environment(
        loader=PackageLoader("facedown.lab", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(**values)
