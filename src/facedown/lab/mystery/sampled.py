"""Questions for puzzles that are too large for exact par: sampled play, with an interval (M10).

The player asks the pile that tells most until the mystery is certain or all piles are empty. On
average best play asks at most as many: what is found is an upper bound of par, known from so many
deals. Where layouts themselves are sampled, because there are too many, it is an estimate only.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from facedown.core.codec import Json
from facedown.core.progress import Progress
from facedown.games.mystery.game import MysteryMachine
from facedown.games.mystery.knowledge import can_be_exact, knowledge_of
from facedown.games.mystery.puzzle import Puzzle
from facedown.games.mystery.puzzle_file import puzzle_text
from facedown.games.mystery.rules import Asked, MysteryState
from facedown.lab.estimate import Estimate, estimate
from facedown.players.mystery.bots import usefulness

DEALS: Final = 40
TOLD_EVERY: Final = 5


@dataclass(frozen=True, slots=True)
class Sampled:
    """How many questions sampled play asks, and how often it ends in certainty.

    ``bound`` says whether best play asks at most as many on average, but for the interval.
    """

    questions: Estimate
    certain: float
    bound: bool
    deals: int
    seed: int

    @property
    def json(self) -> Json:
        """For programs."""
        return {
            "kind": "upper bound" if self.bound else "estimate",
            "mean": self.questions.mean,
            "low": self.questions.mean - self.questions.error,
            "high": self.questions.mean + self.questions.error,
            "certain": self.certain,
            "deals": self.deals,
            "seed": self.seed,
        }

    @property
    def words(self) -> str:
        """For people."""
        what = "Par is at most about" if self.bound else "Par is roughly"
        return (
            f"{what} {self.questions.mean:.2f} ± {self.questions.error:.2f} questions (95 % "
            f"interval): sampled from {self.deals:,} deals (seed {self.seed}), asking the pile "
            f"that tells most; certain in {100 * self.certain:.0f} % of them."
        )


def sampled_par(puzzle: Puzzle, deals: int, seed: int, progress: Progress) -> Sampled:
    """What asking the pile that tells most comes to, over deals of the layout."""
    game = MysteryMachine(1, puzzle=puzzle_text(puzzle))
    counts, certain = [], 0
    for deal in range(deals):
        if deal % TOLD_EVERY == 0:
            progress(f"{puzzle.title}: {deal:,} of {deals:,} deals are sampled.")
        asked, known = _asked(game, random.Random(f"{seed}/{deal}"))
        counts.append(asked)
        certain += known
    return Sampled(estimate(counts), certain / deals, can_be_exact(puzzle), deals, seed)


def _asked(game: MysteryMachine, rng: random.Random) -> tuple[int, bool]:
    """How many questions one deal takes, and whether the mystery is certain then."""
    state = game.start()
    assert isinstance(state, MysteryState)
    while state.draws_next() == -2:
        action = state.draw(rng)
        assert isinstance(action, int)
        state.apply(-1, action)
    while True:
        known = knowledge_of(state.view(0))
        left = [pile for pile in range(len(state.orders)) if known.left(pile)]
        if known.certain() is not None or not left:
            return len(state.questions[0]), known.certain() is not None
        useful = usefulness(known)
        pile = max(left, key=lambda one: (useful[one], -one))
        cards, weights = zip(*state.answers(pile), strict=True)
        (card,) = rng.choices(cards, weights)
        state.orders[pile] = (*state.orders[pile], card)
        state.questions[0] = (*state.questions[0], Asked(pile, (), 0))
