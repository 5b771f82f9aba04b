"""How many questions a problem takes under best play, where that is found out quickly."""

from __future__ import annotations

import time
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, Final

from facedown.core.progress import Progress
from facedown.core.words import counted
from facedown.games.turing.machine import best_play
from facedown.games.turing.problem import Problem, ProblemWorlds

if TYPE_CHECKING:
    from facedown.deduce.questioning import SoFar

RATING_NODES: Final = 20_000
"""Beliefs looked into to rate a problem; harder ones are passed over."""

SECONDS_BETWEEN_NEWS: Final = 3.0


class Rater:
    """Rates problems for an interval that ends at ``most`` questions, telling how far it is."""

    def __init__(self, most: Fraction, progress: Progress) -> None:
        self._most, self._progress = most, progress
        self._looked = 0
        self._started = self._told = time.monotonic()

    def __call__(self, problem: Problem, stop: float) -> Fraction | None:
        """The expected questions; a lower bound where that is too many already.

        None for what is not found out by ``stop`` or within a number of beliefs.
        """
        self._tell()
        self._looked += 1
        worlds = ProblemWorlds(problem)
        least = least_questions(worlds)
        if least > self._most:
            return least
        play = best_play(
            worlds,
            time_limit=max(0.0, stop - time.monotonic()),
            node_limit=RATING_NODES,
            progress=self._tell,
        )
        return play.questions if play.exact else None

    def _tell(self, _: SoFar | None = None) -> None:
        now = time.monotonic()
        if now - self._told >= SECONDS_BETWEEN_NEWS:
            self._told = now
            self._progress(
                f"{now - self._started:.0f} seconds, {counted(self._looked, 'problem')} looked at."
            )


def least_questions(worlds: ProblemWorlds) -> Fraction:
    """Questions that no strategy undercuts on average: the bits that tell the code.

    Rounded down to thousandths.
    """
    shares = [
        worlds.with_code(code).bit_count() / worlds.size for code in worlds.codes(worlds.everything)
    ]
    return Fraction(int(-1000 * sum(share * log2(share) for share in shares)), 1000)
