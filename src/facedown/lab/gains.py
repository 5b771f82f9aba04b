"""What stronger bots gain over weaker ones, in the same seat of the same games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

from facedown.core.seats import Seat
from facedown.lab.estimate import Estimate, estimate, estimate_of_groups

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
