"""Means of many games, and how much they can be trusted.

Of plain numbers; of what one bot gains over another in the same seat among the same others; of
whatever is measured of games, and how that differs between two sets of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import fsum, sqrt
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from facedown.core.codec import Json
from facedown.core.seats import Seat

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


LineUp: TypeAlias = tuple[str, ...]
"""The bot of each seat."""


class MatchUp(NamedTuple):
    """A line-up, and which series of games it plays: 0 is the first."""

    line_up: LineUp
    series: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two bots to be compared in a seat, in the same games among the same others.

    A mix is who sits in the other seats, in their order. One mix plays series 0. Where several
    were drawn, each plays a series of its own, number 0 the first; a mix may be drawn repeatedly.
    """

    bot: str
    instead_of: str
    seat: Seat
    mixes: tuple[LineUp, ...]

    def match_ups(self) -> Iterator[tuple[MatchUp, MatchUp]]:
        """For every mix who plays with the bot in the seat, and with the other one in its place.

        >>> for with_bot, without in Comparison("b", "a", 1, (("x", "y"),)).match_ups():
        ...     print(*with_bot.line_up, "and", *without.line_up)
        x b y and x a y
        """
        for series, mix in enumerate(self.mixes):
            before, after = mix[: self.seat], mix[self.seat :]
            yield (
                MatchUp((*before, self.bot, *after), series),
                MatchUp((*before, self.instead_of, *after), series),
            )


@dataclass(frozen=True, slots=True)
class Gain(Comparison):
    """What a comparison found: the bot's points per game, and how much more they are.

    Intervals are those of the games of one mix. Where mixes were drawn they hold for the mean of
    all mixes, each as likely as any other.
    """

    points: Estimate
    gain: Estimate


def comparisons(
    bots: Sequence[str], seats: int, roles: Mapping[Seat, str], drawn: int = 0, seed: int = 0
) -> Iterator[Comparison]:
    """Each bot against the next weaker one, in every seat among the mixes of weaker bots.

    ``bots`` are named weakest first. ``roles`` are seats whose bot stays the same throughout.
    There is a comparison for every mix, or one of so many ``drawn`` mixes; what is drawn depends on
    the seed, the two bots and the seat alone.

    >>> for each in comparisons(["weak", "strong"], 3, {0: "master"}):
    ...     print(each.bot, "for", each.instead_of, each.seat, each.mixes)
    strong for weak 1 (('master', 'weak'),)
    strong for weak 2 (('master', 'weak'),)
    """
    for rank in range(1, len(bots)):
        bot, weaker = bots[rank], bots[rank - 1]
        for seat in range(seats):
            if seat in roles:
                continue
            candidates: list[Sequence[str]] = [
                (roles[other],) if other in roles else bots[:rank]
                for other in range(seats)
                if other != seat
            ]
            if drawn:
                rng = random.Random(f"{seed}/mixes/{bot}/{weaker}/{seat}")
                mixes = (tuple(map(rng.choice, candidates)) for _ in range(drawn))
                yield Comparison(bot, weaker, seat, tuple(mixes))
            else:
                for mix in product(*candidates):
                    yield Comparison(bot, weaker, seat, (mix,))


def gains_of(
    compared: Iterable[Comparison], points: Callable[[MatchUp, Seat], Iterable[int]]
) -> Iterator[Gain]:
    """What each comparison finds; every mix is to play as many games.

    ``points`` tells what a seat scored, game by game; game number so-and-so of a series is the same
    one whoever plays it. The interval of drawn mixes takes the mixes as what was drawn, not the
    games: games among the same others tell of these others only.

    >>> def points(match_up, seat):
    ...     return [3, 1] if match_up.line_up[seat] == "strong" else [1, 0]
    >>> for each in gains_of(comparisons(["weak", "strong"], 2, {}), points):
    ...     print(each.bot, "for", each.instead_of, each.seat, each.points.mean, each.gain.mean)
    strong for weak 0 2.0 1.5
    strong for weak 1 2.0 1.5
    """
    for each in compared:
        scored: list[list[int]] = []
        more: list[list[int]] = []
        for pair in each.match_ups():
            ours, theirs = (list(points(match_up, each.seat)) for match_up in pair)
            scored.append(ours)
            more.append([our - their for our, their in zip(ours, theirs, strict=True)])
        both = (
            (estimate(scored[0]), estimate(more[0]))
            if len(each.mixes) == 1
            else (estimate_of_groups(scored), estimate_of_groups(more))
        )
        yield Gain(each.bot, each.instead_of, each.seat, each.mixes, *both)


Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class GameMeasure(Generic[Record]):
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


def measure(
    measures: Sequence[GameMeasure[Record]], records: Sequence[Record]
) -> tuple[Measured, ...]:
    """The mean of each measure in at least two games, with its 95 % interval.

    >>> even = GameMeasure("even", "Even numbers", lambda number: 1 - number % 2, share=True)
    >>> measure([even], range(100))[0].words, measure([even], range(1, 301, 2))[0].words
    ('50.0 ± 9.8 %', '0.0 ± 2.0 %')
    """
    return tuple(
        Measured(
            each.name, each.title, each.share, each.even, _mean(each, map(each.value, records))
        )
        for each in measures
    )


def _mean(measure: GameMeasure[Record], values: Iterable[float]) -> Estimate:
    return estimate_of_share(values) if measure.share else estimate(values)


def differences(
    measures: Sequence[GameMeasure[Record]], records: Sequence[Record], than: Sequence[Record]
) -> tuple[Measured, ...]:
    """How much more each measure is in one setting than in another.

    Both sequences have the same game at the same place, so the differences of pairs are counted:
    what the draws do to both falls out.

    >>> size = GameMeasure("size", "Size", lambda number: number)
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
