"""Speeds that Mystery Machine claims: exact par, beside the same from its definition."""

from __future__ import annotations

import hashlib
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final

from facedown.core.progress import Progress
from facedown.games.mystery.cards import COLUMNS, cell_name
from facedown.games.mystery.library import PRINTED, printed_puzzle
from facedown.games.mystery.puzzle import Pile, Puzzle, Twist, checked
from facedown.lab.tools import Bench, Measurement

REPEATS: Final = 5
CANDIDATES: Final = 40
KINDS: Final = (
    ("4x4, 3 piles, 10 cells", (4, 3, 3), 0, "≤ 0.6"),
    ("4x4, 4 piles, 12 cells", (3, 3, 3, 3), 0, ""),
    ("4x4, 4 piles, all 15 cells", (4, 4, 4, 3), 0, "≤ 20"),
    ("4x4, 3 piles, 10 cells, 4 shuffled", (4, 3, 3), 4, ""),
)


def checksum(found: object) -> str:
    """16 hexadecimal digits that depend on all of it."""
    return hashlib.sha256(repr(found).encode()).hexdigest()[:16]


def _timed(work: Callable[[], tuple[Fraction, int, Fraction]]) -> tuple[float, str]:
    """Milliseconds of processor time, and what was found."""
    times, found = [], ""
    for _ in range(REPEATS):
        begun = time.thread_time()
        found = checksum(work())
        times.append(1000 * (time.thread_time() - begun))
    return statistics.median(times), found


def quick(puzzle: Puzzle) -> tuple[Fraction, int, Fraction]:
    """Par, worst case and chance of a right guess at the end."""
    from facedown.deduce.purchases import Best
    from facedown.games.mystery.par import problem_of

    best = Best(problem_of(puzzle))
    return best.start.expected, best.start.worst, best.chance_at_end


def slow(puzzle: Puzzle) -> tuple[Fraction, int, Fraction]:
    """The same from the definition, in plain Python."""
    from facedown.deduce.purchases.reference import Reference
    from facedown.games.mystery.par import problem_of

    value = Reference(problem_of(puzzle)).start()
    return value.expected, value.worst, value.chance


def candidate(rng: random.Random, sizes: tuple[int, ...], shuffled: int) -> Puzzle:
    """Some puzzle with piles of these sizes and A1 as its mystery."""
    cells = [cell_name(number) for number in range(1, 4 * COLUMNS)]
    rng.shuffle(cells)
    mixed = (Twist("shuffle", tuple(rng.sample(cells, shuffled))),) if shuffled else ()
    piles = tuple(Pile("pair", tuple(cells.pop() for _ in range(size))) for size in sizes)
    return checked(Puzzle("Candidate", piles, mystery=("A1",), twists=mixed))


def _par(progress: Progress) -> Iterator[Measurement]:
    printed = [printed_puzzle(name) for name in PRINTED]
    printed.append(replace(printed[-1], title=f"{printed[-1].title}, any order", any_order=True))
    quick(printed[0])  # compiles, where it was not yet
    for puzzle in printed:
        milliseconds, found = _timed(partial(quick, puzzle))
        progress(f"{puzzle.title}: the same from its definition.")
        plain, same = _timed(partial(slow, puzzle))
        assert found == same
        yield Measurement(
            f"{puzzle.title}: par {quick(puzzle)[0]}",
            milliseconds,
            "ms",
            found,
            "≤ 0.6",
            f"{plain:.4g} ms in plain Python",
            milliseconds / plain,
        )
    for what, sizes, shuffled, aim in KINDS:
        rng = random.Random(what)
        puzzles = [candidate(rng, sizes, shuffled) for _ in range(CANDIDATES)]
        times, values = [], []
        for puzzle in puzzles:
            begun = time.thread_time()
            values.append(quick(puzzle))
            times.append(1000 * (time.thread_time() - begun))
        yield Measurement(
            f"{what} (most {max(times):.3g})", statistics.median(times), "ms", checksum(values), aim
        )


BENCHES: Final = (Bench("par", "exact par of puzzles, from the puzzle to its value", _par),)
"""``facedown bench par``, or with all others of the game ``facedown bench mystery``."""
