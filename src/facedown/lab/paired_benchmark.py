"""Measuring a speed beside somebody else's program, turn by turn in one process.

A busy machine slows both sides alike when they take turns, so ratios are taken within a repeat. The
clock counts processor time, and every turn of a side is the very same work.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

from facedown.core.workshop import Progress
from facedown.lab.tools import Measurement

Turn = Callable[[], int]
"""Does the work of one turn; returns how many units of it were done."""


class Peer(NamedTuple):
    """Somebody else's program: its name in words, its turn, and the ratio that is aimed at."""

    name: str
    turn: Turn
    aim: str = ""


@dataclass(frozen=True, slots=True)
class PairedRates:
    """What was measured: ours first, then each peer's.

    ``units`` are those of one turn; ``rates`` are units per second of processor time,
    a row for each repeat.
    """

    peers: tuple[Peer, ...]
    units: tuple[int, ...]
    rates: tuple[tuple[float, ...], ...]

    def measurements(
        self, what: str, unit: str, checksum: str, spread: str = ".2f"
    ) -> Iterator[Measurement]:
        """Our median rate beside each peer's, or alone where there is none.

        The ratio is the median of those within a repeat; the least and the greatest are printed in
        the format ``spread``.
        """
        ours, *theirs = zip(*self.rates, strict=True)
        rate = statistics.median(ours)
        if not self.peers:
            yield Measurement(what, rate, unit, checksum)
        for peer, rates in zip(self.peers, theirs, strict=True):
            ratios = [mine / other for mine, other in zip(ours, rates, strict=True)]
            least, most = format(min(ratios), spread), format(max(ratios), spread)
            words = f"{statistics.median(rates):,.0f} {peer.name} ({least}–{most})"
            ratio = statistics.median(ratios)
            yield Measurement(what, rate, unit, checksum, peer.aim, words, ratio)


def measure_paired(
    ours: Turn,
    peers: Sequence[Peer],
    repeats: int,
    clock: Callable[[], float] = time.thread_time,
) -> PairedRates:
    """Lets ours and the peers take turns, so many times.

    By default the clock is this thread's; ``time.process_time`` adds up all threads.

    >>> ticks = iter(range(100))
    >>> def turn():
    ...     return 10
    >>> found = measure_paired(turn, [], repeats=2, clock=lambda: float(next(ticks)))
    >>> found.rates
    ((10.0,), (10.0,))
    """
    turns = (ours, *(peer.turn for peer in peers))
    units = [0] * len(turns)
    rates = []
    for _ in range(repeats):
        row = []
        for side, turn in enumerate(turns):
            begun = clock()
            done = turn()
            row.append(done / (clock() - begun))
            assert units[side] in {0, done}, "every turn is the same work"
            units[side] = done
        rates.append(tuple(row))
    return PairedRates(tuple(peers), tuple(units), tuple(rates))


def peer_module(module: str, title: str, progress: Progress) -> Any:
    """The module of a peer; ``None``, and a sentence to ``progress``, where it is not installed.

    >>> peer_module("no_such_module", "Somebody's program", print)
    Somebody's program is not installed, so there is nothing to compare with.
    """
    try:
        return import_module(module)
    except ImportError:
        progress(f"{title} is not installed, so there is nothing to compare with.")
        return None
