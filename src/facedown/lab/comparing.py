"""Measures of games, compared between settings in the very same draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from facedown.core.codec import Json
from facedown.lab.estimate import Estimate, estimate, estimate_of_share

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Measure(Generic[Record]):
    """Something that is measured in every game.

    ``value`` is its number in one game; that of a ``share`` is from 0 to 1, and told in percent.
    ``even`` is the value at which nobody is at an advantage, where there is one.
    """

    name: str
    title: str
    value: Callable[[Record], float]
    share: bool = False
    even: float | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure's mean in some games."""

    name: str
    title: str
    share: bool
    even: float | None
    found: Estimate

    @property
    def words(self) -> str:
        """The mean and how far its interval reaches.

        >>> Measured("first", "Won by who begins", True, 0.5, Estimate(0.5432, 0.0123)).words
        '54.3 ± 1.2 %'
        """
        return words(self.found, share=self.share)


def words(found: Estimate, *, share: bool, signed: bool = False) -> str:
    """An estimate in words, of a share in percent.

    >>> words(Estimate(2.5, 0.25), share=False, signed=True)
    '+2.50 ± 0.25'
    """
    scale, places = (100, 1) if share else (1, 2)
    sign = "+" if signed else ""
    return (
        f"{scale * found.mean:{sign}.{places}f} ± {scale * found.error:.{places}f}"
        f"{' %' if share else ''}"
    )


def measure(measures: Sequence[Measure[Record]], records: Sequence[Record]) -> tuple[Measured, ...]:
    """The mean of each measure in at least two games, with its 95 % interval.

    >>> even = Measure("even", "Even numbers", lambda number: 1 - number % 2, share=True)
    >>> measure([even], range(100))[0].words, measure([even], range(1, 301, 2))[0].words
    ('50.0 ± 9.8 %', '0.0 ± 2.0 %')
    """
    return tuple(
        Measured(
            each.name, each.title, each.share, each.even, _mean(each, map(each.value, records))
        )
        for each in measures
    )


def _mean(measure: Measure[Record], values: Iterable[float]) -> Estimate:
    return estimate_of_share(values) if measure.share else estimate(values)


def differences(
    measures: Sequence[Measure[Record]], records: Sequence[Record], than: Sequence[Record]
) -> tuple[Measured, ...]:
    """How much more each measure is in one setting than in another.

    Both sequences have the same game at the same place, so the differences of pairs are counted:
    what the draws do to both falls out.

    >>> size = Measure("size", "Size", lambda number: number)
    >>> differences([size], [11, 21, 32], than=[10, 20, 30])[0].words
    '1.33 ± 0.65'
    """
    return tuple(
        Measured(
            each.name,
            each.title,
            each.share,
            0.0,
            _mean(
                each,
                (each.value(a) - each.value(b) for a, b in zip(records, than, strict=True)),
            ),
        )
        for each in measures
    )


def measures_json(found: Sequence[Measured]) -> dict[str, Json]:
    """Means and the half widths of their intervals by name.

    >>> measures_json([Measured("size", "Size", False, None, Estimate(2.5, 0.25))])
    {'size': {'mean': 2.5, 'error': 0.25}}
    """
    return {
        each.name: {"mean": round(each.found.mean, 6), "error": round(each.found.error, 6)}
        for each in found
    }
