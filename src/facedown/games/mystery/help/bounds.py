"""Bounds of par for puzzles that are too large for exact par: sampled play, with an interval (M10).

The player asks the pile that tells most until the mystery is certain or all piles are empty. On
average best play asks at most as many: what is found is an upper bound of par, known from so many
deals. Whoever knew how the piles lie would ask the fewest questions after which anybody could be
certain: where the mystery is always certain in the end, that is a lower bound. Where layouts
themselves are sampled, because there are too many, there is an estimate only.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import mean, stdev
from typing import Final, NamedTuple

from facedown.core.codec import Json
from facedown.core.messages import decimals, joined, phrase
from facedown.core.seats import NATURE
from facedown.core.workshop import Progress
from facedown.games.mystery.help.knowledge import (
    Knowledge,
    can_be_exact,
    knowledge_of,
    start,
    usefulness,
)
from facedown.games.mystery.puzzle import Puzzle
from facedown.games.mystery.rules import Asked, MysteryState, Setting
from facedown.games.mystery.words import percent

DEALS: Final = 40
TOLD_EVERY: Final = 5
SURE: Final = 1.96
"""Standard errors on either side that hold the truth in 95 % of cases."""


def share_of(right: int, trials: int) -> tuple[float, float]:
    """Between which chances the truth is with 95 % certainty after so many trials (Wilson).

    >>> [f"{chance:.3f}" for chance in share_of(18, 20)]
    ['0.699', '0.972']
    """
    mean, square = right / trials, SURE * SURE / trials
    middle = (mean + square / 2) / (1 + square)
    reach = SURE * sqrt(mean * (1 - mean) / trials + square / trials / 4) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


class About(NamedTuple):
    """A mean, and how far the ends of its 95 % interval are from it."""

    mean: float
    error: float

    @property
    def words(self) -> str:
        """The mean and its interval to hundredths."""
        return joined(" ± ", (decimals(self.mean), decimals(self.error)))

    @property
    def json(self) -> dict[str, float]:
        """For programs."""
        return {
            "mean": self.mean,
            "low": self.mean - self.error,
            "high": self.mean + self.error,
        }


def about(counts: Sequence[int]) -> About:
    """The mean of at least two counts.

    >>> about([1, 2, 3, 2]).words
    '2.00 ± 0.80'
    """
    return About(float(mean(counts)), SURE * stdev(counts) / sqrt(len(counts)))


@dataclass(frozen=True, slots=True)
class Sampled:
    """How many questions sampled play asks, and how often it ends in certainty.

    ``bound`` says whether best play asks at most as many on average, but for the interval;
    ``fewest`` is how many it asks at least, None where nothing is known of that. ``certain`` is the
    share of deals in which the mystery became certain, ``right`` the chance of a right guess in the
    end.
    """

    questions: About
    fewest: About | None
    certain: Fraction
    right: Fraction
    bound: bool
    deals: int
    seed: int

    @property
    def json(self) -> Json:
        """For programs."""
        return {
            "kind": "upper bound" if self.bound else "estimate",
            **self.questions.json,
            "at_least": None if self.fewest is None else self.fewest.json,
            "certain": float(self.certain),
            "right": float(self.right),
            "deals": self.deals,
            "seed": self.seed,
        }

    @property
    def words(self) -> str:
        """For people."""
        par = self.questions.words
        said = [
            phrase("Par is at most about {par} questions (95 % interval):", par=par)
            if self.bound
            else phrase("Par is roughly {par} questions (95 % interval):", par=par),
            phrase(
                "sampled from {deals:,} deals (seed {seed}), asking the pile that tells most.",
                deals=self.deals,
                seed=self.seed,
            ),
        ]
        if self.certain == 1:
            said.append(phrase("The mystery became certain in all of them."))
        elif self.certain:
            said.append(
                phrase(
                    "The mystery became certain in {certain} of them; in the end a guess is right "
                    "with about {right}.",
                    certain=percent(self.certain),
                    right=percent(self.right),
                )
            )
        else:
            said.append(
                phrase(
                    "The mystery became certain in none of them; in the end a guess is right with "
                    "about {right}.",
                    right=percent(self.right),
                )
            )
        if self.fewest is not None:
            said.append(
                phrase(
                    "Par is at least about {par}: what one would ask who knew how the piles lie.",
                    par=self.fewest.words,
                )
            )
        return joined(" ", said)


def sampled_par(puzzle: Puzzle, deals: int, seed: int, progress: Progress) -> Sampled:
    """What asking the pile that tells most comes to, over deals of the layout."""
    setting = Setting(1, puzzle, shared=True, redo=None)
    counts, fewest, certain, right = [], [], 0, Fraction(0)
    exact = can_be_exact(puzzle)
    for deal in range(deals):
        if deal % TOLD_EVERY == 0:
            progress(
                phrase(
                    "{title}: {deal:,} of {deals:,} deals are sampled.",
                    title=puzzle.title,
                    deal=deal,
                    deals=deals,
                )
            )
        state = _dealt(setting, random.Random(f"{seed}/{deal}"))
        asked, known = _asked(state)
        counts.append(asked)
        certain += known.certain() is not None
        right += known.best_chance()
        if exact:
            fewest.append(_fewest(puzzle, state.orders))
    least = about(fewest) if exact and certain == deals else None
    return Sampled(
        about(counts), least, Fraction(certain, deals), right / deals, exact, deals, seed
    )


def _dealt(setting: Setting, rng: random.Random) -> MysteryState:
    """A deal of the grid whose piles have been turned up, card by card."""
    state = MysteryState(setting)
    while state.dealt < len(setting.dealing.steps):
        action = state.draw(rng)
        assert isinstance(action, int)
        state.apply(NATURE, action)
    for pile, one in enumerate(setting.puzzle.piles):
        for _ in range(one.size):
            cards, weights = zip(*state.answers(pile), strict=True)
            (card,) = rng.choices(cards, weights)
            state.orders[pile] = (*state.orders[pile], card)
    return state


def _asked(state: MysteryState) -> tuple[int, Knowledge]:
    """How many questions one deal takes, and what is known then."""
    while True:
        known = knowledge_of(state.view(0))
        left = [pile for pile in range(len(state.orders)) if known.left(pile)]
        if known.certain() is not None or not left:
            return len(state.questions[0]), known
        useful = usefulness(known)
        pile = max(left, key=lambda one: (useful[one], -one))
        state.questions[0] = (*state.questions[0], Asked(pile, (), 0))


def _fewest(puzzle: Puzzle, orders: Sequence[tuple[int, ...]]) -> int:
    """The fewest questions after which the mystery is certain, or all there are."""
    known = start(puzzle)
    reached = {(0,) * len(orders): known}
    if known.certain() is not None:
        return 0
    for questions in range(1, sum(map(len, orders)) + 1):
        further: dict[tuple[int, ...], Knowledge] = {}
        for counts, known in reached.items():
            for pile, order in enumerate(orders):
                if counts[pile] == len(order):
                    continue
                more = (*counts[:pile], counts[pile] + 1, *counts[pile + 1 :])
                if more not in further:
                    further[more] = known.seen(pile, order[counts[pile]])
                    if further[more].certain() is not None:
                        return questions
        reached = further
    return sum(map(len, orders))
