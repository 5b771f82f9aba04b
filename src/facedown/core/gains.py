"""What stronger bots gain over weaker ones, in the same seat of the same games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from facedown.core.estimate import Estimate, estimate
from facedown.core.seats import Seat

LineUp: TypeAlias = tuple[str, ...]
"""The bot of each seat."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What ``bot`` scores per game in a seat, and what it gains there over another bot.

    ``others`` sit in the other seats, in their order. ``points`` is what the bot scores, ``gain``
    how much more that is than what ``instead_of`` scores in its seat in the same games.
    """

    bot: str
    instead_of: str
    seat: Seat
    others: LineUp
    points: Estimate
    gain: Estimate


def gains_of(
    bots: Sequence[str], seats: int, points: Callable[[LineUp, Seat], Iterable[int]]
) -> Iterator[Gain]:
    """Each bot against the next weaker one, in every seat among every mix of weaker bots.

    ``bots`` are named weakest first. ``points`` tells what a seat of a line-up scored, game by
    game; game number so-and-so is the same one in every line-up.

    >>> def points(line_up, seat):
    ...     return [3, 1] if line_up[seat] == "strong" else [1, 0]
    >>> for each in gains_of(["weak", "strong"], 2, points):
    ...     print(each.bot, "for", each.instead_of, each.seat, each.points.mean, each.gain.mean)
    strong for weak 0 2.0 1.5
    strong for weak 1 2.0 1.5
    """
    for rank in range(1, len(bots)):
        bot, weaker = bots[rank], bots[rank - 1]
        for seat in range(seats):
            for others in product(bots[:rank], repeat=seats - 1):
                with_bot, without = (
                    list(points((*others[:seat], name, *others[seat:]), seat))
                    for name in (bot, weaker)
                )
                more = [ours - theirs for ours, theirs in zip(with_bot, without, strict=True)]
                yield Gain(bot, weaker, seat, others, estimate(with_bot), estimate(more))
