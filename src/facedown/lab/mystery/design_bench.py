"""How many candidates the search rates a second, beside the definition in plain Python."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from facedown.core.progress import Progress
from facedown.core.words import counted
from facedown.lab.tools import Bench, Measurement
from facedown.processors import usable_processors

SEARCHED: Final = 2_048
PLAIN: Final = 16
"""So many of the same candidates are rated by the definition."""


def _rate(progress: Progress) -> Iterator[Measurement]:
    from facedown.deduce.purchases.reference import Reference
    from facedown.games.mystery.par import problem_of
    from facedown.lab.mystery.candidates import Recipe, block, drawn
    from facedown.lab.mystery.design import search, unpriced

    recipe = Recipe(cells=(10, 10), dead=True, uncertain=True)
    quick = [one.rating for one in block(recipe, 0, 0, PLAIN)[0]]  # compiles, where it was not yet
    problems = [problem_of(unpriced(drawn(recipe, 0, number))) for number in range(PLAIN)]
    progress(f"{PLAIN} candidates rated from the definition.")
    begun = time.process_time()
    values = [Reference(problem).start() for problem in problems]
    plain = PLAIN / (time.process_time() - begun)
    for one, value in zip(quick, values, strict=True):
        assert (one.expected, one.worst, one.chance) == (value.expected, value.worst, value.chance)
    peer = f"{plain:.3g}/s of a processor's time in plain Python"
    wanted = Recipe(cells=(10, 10))
    begun = time.process_time()
    found = search(wanted, 0, SEARCHED)
    rate = SEARCHED / (time.process_time() - begun)
    what = "10 cells in 3 piles, a second of one processor's time"
    yield Measurement(what, rate, "/s", found.checksum, "≥ 500", peer, rate / plain)
    workers = usable_processors()
    with ThreadPoolExecutor(workers) as executor:
        begun = time.perf_counter()
        found = search(wanted, 0, SEARCHED, executor)
        rate = SEARCHED / (time.perf_counter() - begun)
    what = f"10 cells in 3 piles, {counted(workers, 'thread')}, by the clock"
    yield Measurement(what, rate, "/s", found.checksum, "≥ 1,000")


DESIGN_BENCH: Final = Bench("candidates", "puzzles rated exactly by the search", _rate)
"""``facedown bench candidates``."""
