"""The speeds that Turing Machine claims: deduction, exact play, generator, census, many games.

Problems are drawn with :func:`~facedown.games.turing.studio.generate.generate` at fixed seeds, so
every run does the same work; the checksums cover all that was found out.  Problems that need no
question are left out, which makes the means harder than over official problems (T5).
"""

from __future__ import annotations

import hashlib
import random
import statistics
import time
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Final

from facedown.core.workshop import Progress
from facedown.games.turing.problem import (
    DIFFICULTIES,
    LAST_EASY_CARD,
    MODES,
    VERIFIER_COUNTS,
    Difficulty,
    Mode,
    Problem,
    ProblemWorlds,
)
from facedown.lab.benches.arrays import side_by_side
from facedown.lab.tools import Bench, Measurement

if TYPE_CHECKING:
    from facedown.deduce.questioning import SoFar
    from facedown.games.turing.machine import BestPlay

SAMPLE: Final = 40
"""Problems of each class."""

HARD_SAMPLE: Final = 4
HARD_SECONDS: Final = 10.0

LARGE_SAMPLE: Final = 10
LARGE_SECONDS: Final = 5.0
"""Of processor time, so that what else the machine does hardly matters."""


def sample(mode: Mode, difficulty: Difficulty, verifiers: int, count: int) -> list[Problem]:
    """The same problems of this class every time."""
    from facedown.games.turing.studio.generate import generate

    rng = random.Random(f"bench {mode} {difficulty} {verifiers}")
    return [generate(mode, difficulty, verifiers, rng)[0] for _ in range(count)]


def checksum(found: object) -> str:
    """16 hexadecimal digits that depend on all of it."""
    return hashlib.sha256(repr(found).encode()).hexdigest()[:16]


def _deduction(_progress: Progress) -> Iterator[Measurement]:
    aims = {"classic": "≤ 0.5", "extreme": "≤ 15", "nightmare": "≤ 5"}
    for superfluous in (False, True):
        for mode in MODES:
            problems = [p for level in DIFFICULTIES for p in sample(mode, level, 6, SAMPLE)]
            found = []
            total = 0.0
            for problem in problems:
                begun = time.perf_counter()
                worlds = ProblemWorlds(problem, superfluous)
                codes = worlds.codes(worlds.everything)
                total += time.perf_counter() - begun
                found.append((worlds.choices, codes, worlds.size))
            how = ", superfluous verifiers too" if superfluous else ""
            yield Measurement(
                f"{mode}, 6 verifiers: all worlds at the start{how}",
                total * 1000 / len(problems),
                "ms mean",
                checksum(found),
                "" if superfluous else aims[mode],
            )


def _solved(problem: Problem, time_limit: float | None = None) -> tuple[BestPlay, float]:
    """Best play of a problem, from its cards to the first question, and its milliseconds."""
    from facedown.games.turing.machine import best_play

    begun = time.perf_counter()
    play = best_play(ProblemWorlds(problem), time_limit=time_limit)
    _ = play.next
    return play, (time.perf_counter() - begun) * 1000


def _exact(progress: Progress) -> Iterator[Measurement]:
    _solved(Problem.parse("3,7,10,14"))  # compiles, where it was not yet
    yield _every_easy_problem()
    for verifiers, aim in zip(VERIFIER_COUNTS, ("≤ 1", "≤ 2", "≤ 20"), strict=True):
        for level in DIFFICULTIES:
            yield _classic(level, verifiers, aim)
    for mode in ("extreme", "nightmare"):
        for level in DIFFICULTIES:
            progress(f"{mode}, {level}, 4 verifiers: at most {HARD_SECONDS:g} seconds each.")
            yield _within_limit(mode, level)


def _every_easy_problem() -> Measurement:
    """Best play of all Classic problems with 4 easy cards: no sample, so the means are exact."""
    found: list[tuple[int, Fraction, Fraction]] = []
    total = 0.0
    for cards in combinations(range(1, LAST_EASY_CARD + 1), 4):
        problem = Problem("classic", tuple((card,) for card in cards))
        size = ProblemWorlds(problem).size
        if size:
            play, milliseconds = _solved(problem)
            total += milliseconds
            found.append((size, play.rounds, play.questions))
    choices = sum(size for size, _, _ in found)
    rounds = float(sum(size * rounds for size, rounds, _ in found) / choices)
    questions = float(sum(size * questions for size, _, questions in found) / choices)
    return Measurement(
        f"classic, 4 verifiers, easy: all {len(found):,} sets of cards, {choices:,} problems, "
        f"mean {rounds:.4f} rounds, {questions:.4f} questions",
        total / len(found),
        "ms mean",
        checksum(found),
        "≤ 1",
    )


def _classic(level: Difficulty, verifiers: int, aim: str) -> Measurement:
    plays = [_solved(problem) for problem in sample("classic", level, verifiers, SAMPLE)]
    times = [milliseconds for _, milliseconds in plays]
    middle, most = statistics.median(times), max(times)
    return Measurement(
        f"classic, {verifiers} verifiers, {level} (middle {middle:.2f}, most {most:,.2f})",
        statistics.fmean(times),
        "ms mean",
        checksum([(play.exact, play.upper, play.next) for play, _ in plays]),
        aim,
    )


def _within_limit(mode: Mode, level: Difficulty) -> Measurement:
    plays = [_solved(problem, HARD_SECONDS) for problem in sample(mode, level, 4, HARD_SAMPLE)]
    exact = [play for play, _ in plays if play.exact]
    spent = sum(milliseconds for _, milliseconds in plays) / 1000
    return Measurement(
        f"{mode}, 4 verifiers, {level}: {len(exact)} of {len(plays)} exact "
        f"within {HARD_SECONDS:g} s each",
        spent / len(plays),
        "s mean",
        # only of those solved: how far the others came depends on the machine
        checksum([(play.upper, play.next) for play in exact]),
        f"{len(plays)} of {len(plays)}",
    )


class _Enough(Exception):
    """A search has had its processor time."""


def _large(progress: Progress) -> Iterator[Measurement]:
    from facedown.games.turing.machine import best_play

    warm = ProblemWorlds(Problem.parse("3,7,10,14", "nightmare"))
    _ = best_play(warm).next  # compiles, where it was not yet
    for verifiers in (5, 6):
        progress(
            f"nightmare, hard, {verifiers} verifiers: at most {LARGE_SECONDS:g} seconds "
            "of processor time each."
        )
        found, times = [], []
        for problem in sample("nightmare", "hard", verifiers, LARGE_SAMPLE):
            begun = time.process_time()

            def watch(_: SoFar, begun: float = begun) -> None:
                if time.process_time() - begun > LARGE_SECONDS:
                    raise _Enough

            try:
                play = best_play(ProblemWorlds(problem), progress=watch)
            except _Enough:
                times.append(LARGE_SECONDS)
                continue
            found.append((play.upper, play.next))
            times.append(time.process_time() - begun)
        yield Measurement(
            f"nightmare, {verifiers} verifiers, hard: {len(found)} of {LARGE_SAMPLE} exact within "
            f"{LARGE_SECONDS:g} s of processor time each, {sum(t < 1 for t in times)} within 1 s",
            statistics.median(times),
            "s middle",
            # only of those solved: how far the others came depends on the machine
            checksum(found),
        )


def _generator(_progress: Progress) -> Iterator[Measurement]:
    from facedown.games.turing.studio.generate import generate

    for mode in MODES:
        for verifiers in VERIFIER_COUNTS:
            means, made = {}, []
            for level in DIFFICULTIES:
                generate(mode, level, verifiers, random.Random(0))  # warms the tables up
                rng = random.Random(f"bench {mode} {level} {verifiers}")
                begun = time.perf_counter()
                drawn = [generate(mode, level, verifiers, rng) for _ in range(SAMPLE)]
                means[level] = (time.perf_counter() - begun) * 1000 / SAMPLE
                made.append([(problem.text, laws) for problem, laws in drawn])
            slowest = max(means, key=lambda level: means[level])
            yield Measurement(
                f"{mode}, {verifiers} verifiers, {slowest} (the slowest class)",
                means[slowest],
                "ms mean",
                checksum(made),
                "≤ 5",
            )


def _census(progress: Progress) -> Iterator[Measurement]:
    from facedown.lab.turing.census import census

    census((4,), cards=range(1, 10))  # compiles, where it was not yet
    progress("Counting every Classic problem there is.")
    begun = time.perf_counter()
    found = census()
    seconds = time.perf_counter() - begun
    counts = " / ".join(f"{count:,}" for count in found.counts.values())
    yield Measurement(
        f"all Classic problems: {counts}", seconds, "s", f"{found.checksum:016x}", "≤ 15"
    )


def games(progress: Progress) -> Iterator[Measurement]:
    """Steps per second of games on arrays."""
    from facedown.games.turing import TuringMachine
    from facedown.players.turing.arrays import TuringGames

    make = partial(TuringGames, TuringMachine(2).setting, again=True)
    yield from side_by_side("turing, games for two", make, progress, "ratio ≥ 2")


BENCHES: Final = (
    Bench("deduction", "all worlds of a problem at the start", _deduction),
    Bench("exact", "exact best play, from the cards to the first question", _exact),
    Bench("large", "exact best play of hard Nightmare problems with 5 and 6 verifiers", _large),
    Bench("generator", "drawing a problem uniformly from its class", _generator),
    Bench("census", "counting all Classic problems", _census),
    Bench("turing-arrays", "Turing Machine on arrays, steps per second", games),
)
"""What ``facedown bench`` measures of Turing Machine."""
