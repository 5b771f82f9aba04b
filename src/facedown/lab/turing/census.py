"""Counting every Classic problem there is: all admissible choices of cards and laws (T10).

>>> census((4,), cards=range(1, 18)).counts
{4: 4005}
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from facedown.core.errors import FacedownError
from facedown.games.turing.cards import CARDS, LAWS
from facedown.games.turing.problem import VERIFIER_COUNTS
from facedown.processors import usable_processors

Tell = Callable[[int, int, int], None]
"""Called with (parts done, parts in all, problems found so far)."""


class CensusError(FacedownError):
    """A census that cannot be taken."""


@dataclass(frozen=True, slots=True)
class Census:
    """What a census found.

    ``counts`` maps a number of verifiers to its number of admissible (cards, laws).
    ``true_laws`` maps each law's name to how many of all these problems have it as a true law.
    ``checksum`` is a sum over all problems of a hash of (laws, code), so it depends on every
    single one and not on the order of the search.
    """

    counts: dict[int, int]
    true_laws: dict[str, int]
    checksum: int

    @property
    def total(self) -> int:
        """All problems counted."""
        return sum(self.counts.values())

    @property
    def never_true(self) -> tuple[str, ...]:
        """The names of the laws that are the true law of no problem."""
        return tuple(name for name, count in self.true_laws.items() if not count)


def census(
    verifiers: Collection[int] = VERIFIER_COUNTS,
    progress: Tell | None = None,
    workers: int | None = None,
    *,
    cards: Iterable[int] = range(1, 49),
) -> Census:
    """Enumerate all Classic problems with these numbers of verifiers on these cards.

    Works on ``workers`` threads, by default one for each processor this process may use.  The
    first call on a machine compiles the inner loop, which takes some seconds; after that an
    interrupt, or an exception from ``progress``, ends the census within a fraction of a second.
    Raises :class:`CensusError` for verifier numbers, cards or workers that do not exist.
    """
    wanted = sorted(set(verifiers))
    if not wanted or any(count not in VERIFIER_COUNTS for count in wanted):
        raise CensusError("A census counts problems with 4, 5 or 6 verifiers.")
    if workers is not None and workers < 1:
        raise CensusError(f"A census needs at least one worker, not {workers}.")
    pool = sorted(set(cards))
    for card in pool:
        if card not in CARDS:
            raise CensusError(f"There is no criteria card {card!r}; they are 1 to 48.")
    return _Survey(pool, wanted).take(progress, workers or usable_processors())


class _Survey:
    """The laws of the chosen cards, grouped by mask, as the compiled search wants them."""

    def __init__(self, cards: list[int], wanted: list[int]) -> None:
        import numpy as np

        groups: dict[int, list[int]] = {}
        for card in cards:
            for law in CARDS[card].laws:
                groups.setdefault(law.mask, []).append(law.index)
        entries = [law for group in groups.values() for law in group]
        self.wanted = wanted
        self.low = np.array([mask & (1 << 64) - 1 for mask in groups], np.uint64)
        self.high = np.array([mask >> 64 for mask in groups], np.uint64)
        self.starts = np.cumsum([0, *map(len, groups.values())])
        self.laws = np.array(entries, np.int64)
        self.cards = np.array([LAWS[law].card for law in entries], np.int64)
        self.counts = np.zeros(VERIFIER_COUNTS[-1] + 1, np.int64)
        self.law_counts = np.zeros((VERIFIER_COUNTS[-1] + 1, len(LAWS)), np.int64)
        self.sums = np.zeros(VERIFIER_COUNTS[-1] + 1, np.uint64)

    def part(self, first: int) -> tuple[Any, Any, Any]:
        """The problems whose first mask is this one; runs without the interpreter lock."""
        import numpy as np

        from facedown.lab.turing.census_kernels import search

        found = (
            np.zeros_like(self.counts),
            np.zeros_like(self.law_counts),
            np.zeros_like(self.sums),
        )
        masks = (self.low, self.high, self.starts, self.laws, self.cards)
        search(first, self.wanted[-1], *masks, *found)
        return found

    def take(self, progress: Tell | None, workers: int) -> Census:
        parts = len(self.low)
        done = 0
        with ThreadPoolExecutor(workers) as threads:
            # Low masks have the most to do and come first, so the threads finish together.
            waiting: set[Future[tuple[Any, Any, Any]]]
            waiting = {threads.submit(self.part, first) for first in range(parts)}
            try:
                while waiting:
                    finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in finished:
                        counts, law_counts, sums = future.result()
                        self.counts += counts
                        self.law_counts += law_counts
                        self.sums += sums
                        done += 1
                        if progress is not None:
                            progress(done, parts, int(self.counts[self.wanted].sum()))
            except BaseException:
                threads.shutdown(cancel_futures=True)
                raise
        true_laws = self.law_counts[self.wanted].sum(axis=0)
        return Census(
            {count: int(self.counts[count]) for count in self.wanted},
            {law.name: int(true_laws[law.index]) for law in LAWS},
            sum(int(self.sums[count]) for count in self.wanted) % (1 << 64),
        )
