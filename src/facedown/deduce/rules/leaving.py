"""Reading a sentence with some of its words left out, the least important first."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from facedown.deduce.rules.chart import Chart, SpokenWord

Said = TypeVar("Said")

LIGHT: Final = 1
UNKNOWN: Final = 6
KNOWN: Final = 9
GRAVE: Final = 20
"""What words weigh that only comment, are not known, are known, turn or count what is said."""

HEAVIEST: Final = 40
"""What the words left out weigh together at most."""

RIVAL: Final = 15
"""How much more may be left out than for the best reading."""

MOST_TRIES: Final = 60
"""Ways to leave out words that are tried at most."""

MOST_STEPS: Final = 40_000
"""Steps of all charts together, behind which no further way is tried."""

REACH: Final = 4
"""So many words before the one where reading stopped can be what stopped it."""


def shortened(
    words: Sequence[SpokenWord],
    weight: Callable[[SpokenWord], int],
    read: Callable[[Sequence[SpokenWord]], Chart],
    says: Callable[[Chart], Sequence[Said]],
) -> Iterator[Said]:
    """What a text says without some of its words, the lightest loss first.

    Words that fit together and say nothing are not found.
    """
    weights = [weight(word) for word in words]
    agenda: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    seen: set[tuple[int, ...]] = {()}
    steps, most = 0, HEAVIEST
    for _ in range(MOST_TRIES):
        if not agenda or steps > MOST_STEPS:
            return
        lost, left = heapq.heappop(agenda)
        kept = [index for index in range(len(words)) if index not in left]
        chart = read([words[index] for index in kept])
        steps += chart.steps
        whole = chart.reached == len(kept) and chart.is_whole
        if whole and (said := says(chart)):
            most = min(most, lost + RIVAL)
            yield from said
            continue
        for at in kept[max(0, chart.reached - REACH) : chart.reached + 1]:
            more = tuple(sorted((*left, at)))
            if lost + weights[at] <= most and more not in seen:
                seen.add(more)
                heapq.heappush(agenda, (lost + weights[at], more))
