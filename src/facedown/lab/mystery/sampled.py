"""Questions for puzzles that are too large for exact par: sampled play, with an interval (M10).

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
from typing import Final

from facedown.core.codec import Json
from facedown.core.messages import joined, phrase
from facedown.core.progress import Progress
from facedown.core.seats import NATURE
from facedown.games.mystery.game import MysteryMachine
from facedown.games.mystery.knowledge import Knowledge, can_be_exact, knowledge_of, start
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

    ``bound`` says whether best play asks at most as many on average, but for the interval;
    ``fewest`` is how many it asks at least, None where nothing is known of that.
    """

    questions: Estimate
    fewest: Estimate | None
    certain: float
    bound: bool
    deals: int
    seed: int

    @property
    def json(self) -> Json:
        """For programs."""
        return {
            "kind": "upper bound" if self.bound else "estimate",
            **interval(self.questions),
            "at_least": None if self.fewest is None else interval(self.fewest),
            "certain": self.certain,
            "deals": self.deals,
            "seed": self.seed,
        }

    @property
    def words(self) -> str:
        """For people."""
        par = f"{self.questions.mean:.2f} ± {self.questions.error:.2f}"
        par = (
            phrase("Par is at most about {par} questions (95 % interval):", par=par)
            if self.bound
            else phrase("Par is roughly {par} questions (95 % interval):", par=par)
        )
        how = phrase(
            "sampled from {deals:,} deals (seed {seed}), asking the pile that tells most; certain "
            "in {certain:.0f} % of them.",
            deals=self.deals,
            seed=self.seed,
            certain=100 * self.certain,
        )
        if self.fewest is None:
            return joined(" ", [par, how])
        least = phrase(
            "It is at least about {par}: what one would ask who knew how the piles lie.",
            par=f"{self.fewest.mean:.2f} ± {self.fewest.error:.2f}",
        )
        return joined(" ", [par, how, least])


def interval(found: Estimate) -> dict[str, float]:
    """An estimate with its 95 % interval, for programs."""
    return {
        "mean": found.mean,
        "low": found.mean - found.error,
        "high": found.mean + found.error,
    }


def sampled_par(puzzle: Puzzle, deals: int, seed: int, progress: Progress) -> Sampled:
    """What asking the pile that tells most comes to, over deals of the layout."""
    game = MysteryMachine(1, puzzle=puzzle_text(puzzle))
    counts, fewest, certain = [], [], 0
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
        state = _dealt(game, random.Random(f"{seed}/{deal}"))
        asked, known = _asked(state)
        counts.append(asked)
        certain += known
        if exact:
            fewest.append(_fewest(puzzle, state.orders))
    least = estimate(fewest) if exact and certain == deals else None
    return Sampled(estimate(counts), least, certain / deals, exact, deals, seed)


def _dealt(game: MysteryMachine, rng: random.Random) -> MysteryState:
    """A deal of the grid whose piles have been turned up, card by card."""
    state = game.start()
    assert isinstance(state, MysteryState)
    while state.dealt < len(game.setting.dealing.steps):
        action = state.draw(rng)
        assert isinstance(action, int)
        state.apply(NATURE, action)
    for pile, one in enumerate(game.setting.puzzle.piles):
        for _ in range(one.size):
            cards, weights = zip(*state.answers(pile), strict=True)
            (card,) = rng.choices(cards, weights)
            state.orders[pile] = (*state.orders[pile], card)
    return state


def _asked(state: MysteryState) -> tuple[int, bool]:
    """How many questions one deal takes, and whether the mystery is certain then."""
    while True:
        known = knowledge_of(state.view(0))
        left = [pile for pile in range(len(state.orders)) if known.left(pile)]
        if known.certain() is not None or not left:
            return len(state.questions[0]), known.certain() is not None
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
