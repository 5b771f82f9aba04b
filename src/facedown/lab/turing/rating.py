"""Problems that take a wished number of questions under best play: looked for from cheap to dear.

How long it takes to rate a problem exactly is not known before, and differs a thousandfold in one
class. So problems are drawn and rated with little work each; those that need more wait, and each
further level of work gets as much as the first. Work is counted, not timed: a seed finds the same
problem on every machine.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, log2
from typing import TYPE_CHECKING, Final, NamedTuple

from facedown.core.messages import counted, phrase, phrase_many
from facedown.core.workshop import Progress
from facedown.games.turing.cards import CODES
from facedown.games.turing.machine import MOST_ANSWERS
from facedown.games.turing.problem import (
    DIFFICULTY_WORDS,
    MODE_WORDS,
    Difficulty,
    Mode,
    Problem,
    ProblemWorlds,
)
from facedown.games.turing.studio.generate import GenerateError, generate

if TYPE_CHECKING:
    from facedown.deduce.questioning import SoFar

LEVELS: Final = (2 * 10**6, 2 * 10**7, 2 * 10**8, 2 * 10**9)
"""Work that rating one problem may take, level by level: beliefs looked into, times worlds."""

PREPARING: Final = 400
"""Work for each world of a problem before its first belief is looked into."""

DRAWING: Final = 100_000
"""Work of drawing a problem."""

SOONER: Final = 5
"""The first rating of a level comes once the levels below have had this part of its work."""

MOST_DRAWN: Final = 500
"""Problems after which an interval is given up."""

SECONDS_BETWEEN_NEWS: Final = 3.0


class Rated(NamedTuple):
    """The expected questions of a problem, None where the work was not enough, and the work."""

    questions: Fraction | None
    work: int


Rating = Callable[[Problem, ProblemWorlds, int, float], Rated]
"""Rates a problem with so much work, until a time of ``time.monotonic``."""


class DrawnProblem(NamedTuple):
    """A problem, its true laws, its worlds, how many codes these have, and the bits of a code."""

    problem: Problem
    laws: tuple[int, ...]
    worlds: ProblemWorlds
    codes: int
    bits: Fraction


@dataclass
class Search:
    """Looks for problems of a class that take from ``low`` to ``high`` expected questions.

    Raises :class:`GenerateError` where the ends are the wrong way round.
    """

    mode: Mode
    difficulty: Difficulty
    verifiers: int
    rng: random.Random
    wanted: tuple[Fraction, Fraction]
    progress: Progress = lambda sentence: None
    least: int = 2
    rating: Rating | None = None
    _waiting: tuple[list[DrawnProblem], ...] = field(init=False)
    _spent: list[int] = field(init=False)
    _drawn: int = 0
    _left_out: int = 0
    _rated: int = 0
    _beyond: Fraction = Fraction(0)
    _nearest: tuple[Fraction, Fraction, DrawnProblem] | None = None

    def __post_init__(self) -> None:
        low, high = self.wanted
        if not 0 <= low <= high:
            raise GenerateError(
                phrase(
                    "{low} to {high} is not an interval of expected questions.",
                    low=str(low),
                    high=str(high),
                )
            )
        self._waiting = tuple([] for _ in LEVELS)
        self._spent = [0] * len(LEVELS)
        self._started = self._told = time.monotonic()

    def next(self, stop: float = inf) -> DrawnProblem:
        """The next problem that fits, looked for until a time of ``time.monotonic``.

        What waits is kept from one to the next. Raises :class:`GenerateError` when none is found.
        """
        rate = self.rating or self._rate
        while (level := self._level()) is not None:
            self._tell()
            if not self._waiting[level]:
                self._draw()
            else:
                drawn = self._likeliest(level)
                found, work = rate(drawn.problem, drawn.worlds, LEVELS[level], stop)
                self._spent[level] += work
                if found is None and time.monotonic() < stop:
                    self._keep(drawn, level + 1)
                elif found is None:
                    self._waiting[level].append(drawn)
                elif self._fits(found, drawn):
                    return drawn
            if time.monotonic() >= stop:
                break
        raise self._given_up(in_time=level is None)

    def _level(self) -> int | None:
        """Where the next work is least beside what was done there; None where nothing is left."""
        open_levels = [
            level
            for level, waiting in enumerate(self._waiting)
            if waiting or (level == 0 and self._drawn < MOST_DRAWN)
        ]
        return min(
            open_levels,
            key=lambda level: (self._spent[level] + LEVELS[level] // SOONER, level),
            default=None,
        )

    def _draw(self) -> None:
        problem, laws = generate(
            self.mode, self.difficulty, self.verifiers, self.rng, least=self.least
        )
        self._drawn += 1
        self._spent[0] += DRAWING
        worlds = ProblemWorlds(problem)
        codes, bits = len(worlds.codes(worlds.everything)), least_questions(worlds)
        if bits <= self.wanted[1]:
            self._keep(DrawnProblem(problem, laws, worlds, codes, bits), 0)

    def _likeliest(self, level: int) -> DrawnProblem:
        """Takes the problem that is likeliest to fit of those that wait for a level.

        Questions beyond the bits of a code are much the same for all problems of a class. Of those
        that are as likely the one with the fewest codes comes first, which takes the least work.
        """
        beyond = self._beyond / max(1, self._rated)
        waiting = self._waiting[level]
        best = min(
            range(len(waiting)),
            key=lambda n: (max(0, self._away(waiting[n].bits + beyond)), waiting[n].codes, n),
        )
        return waiting.pop(best)

    def _away(self, questions: Fraction) -> Fraction:
        """How far from the interval so many questions are; not above 0 within it."""
        low, high = self.wanted
        return max(low - questions, questions - high)

    def _keep(self, drawn: DrawnProblem, level: int) -> None:
        """Lets a problem wait for the first level from this one on at which it might be rated.

        How many beliefs it takes grows with about the fourth power of the codes.
        """
        too_many = drawn.worlds.size * len(CODES) * self.verifiers > MOST_ANSWERS
        for enough in range(len(LEVELS) if too_many else level, len(LEVELS)):
            needed = drawn.codes if enough == len(LEVELS) - 1 else 5 * drawn.codes**4
            if beliefs(drawn.worlds, LEVELS[enough]) >= needed:
                self._waiting[enough].append(drawn)
                return
        self._left_out += 1

    def _fits(self, found: Fraction, drawn: DrawnProblem) -> bool:
        away = self._away(found)
        self._rated, self._beyond = self._rated + 1, self._beyond + found - drawn.bits
        if self._nearest is None or away < self._nearest[0]:
            self._nearest = away, found, drawn
        return away <= 0

    def _rate(self, problem: Problem, worlds: ProblemWorlds, work: int, stop: float) -> Rated:
        from facedown.deduce.questioning import Questioning

        # A memo that is not empty would make the work depend on what was rated before.
        cost, opened = Questioning(*worlds.arrays()).cost(
            node_limit=beliefs(worlds, work),
            time_limit=max(0.0, stop - time.monotonic()),
            progress=self._tell,
        )
        return Rated(None if cost is None else cost[1], worlds.size * (PREPARING + opened))

    def _tell(self, _: SoFar | None = None) -> None:
        now = time.monotonic()
        if now - self._told >= SECONDS_BETWEEN_NEWS:
            self._told = now
            self.progress(
                f"{now - self._started:.0f} seconds, {counted(self._drawn, 'problem')} looked at."
            )

    def _given_up(self, *, in_time: bool) -> GenerateError:
        """What was tried in vain, and what to change."""
        low, high = (f"{float(bound):g}" for bound in self.wanted)
        problems = phrase_many(
            "{n} {difficulty} {mode} problem",
            "{n} {difficulty} {mode} problems",
            self._drawn,
            difficulty=DIFFICULTY_WORDS[self.difficulty],
            mode=MODE_WORDS[self.mode],
        )
        tried = phrase(
            "None of {problems} with {verifiers} verifiers takes {low} to {high} questions",
            problems=problems,
            verifiers=self.verifiers,
            low=low,
            high=high,
        )
        too_long = self._left_out + sum(map(len, self._waiting))
        if too_long:
            tried = phrase(
                "{tried} as far as can be told ({number} took too long)",
                tried=tried,
                number=too_long,
            )
        if self._nearest is not None:
            _, questions, drawn = self._nearest
            tried = phrase(
                "{tried} (the nearest, {cards}, takes {questions})",
                tried=tried,
                cards=drawn.problem.text,
                questions=f"{float(questions):.2f}",
            )
        if in_time:
            return GenerateError(phrase("{tried}; choose a wider interval.", tried=tried))
        return GenerateError(
            phrase(
                "{tried}; choose a wider interval, fewer verifiers, or a longer time limit.",
                tried=tried,
            )
        )


def beliefs(worlds: ProblemWorlds, work: int) -> int:
    """How many beliefs of a problem can be looked into with so much work.

    >>> beliefs(ProblemWorlds(Problem.parse("4,9,11,14")), 10_000) > 0
    True
    """
    return work // worlds.size - PREPARING


def least_questions(worlds: ProblemWorlds) -> Fraction:
    """Questions that no strategy undercuts on average: the bits that tell the code.

    Rounded down to thousandths.
    """
    shares = [
        worlds.with_code(code).bit_count() / worlds.size for code in worlds.codes(worlds.everything)
    ]
    return Fraction(int(-1000 * sum(share * log2(share) for share in shares)), 1000)
