"""Training the value that Solid's experienced and strong players go by.

First the share of the win is learned from games of careful players. Then the value learns from its
own play, each move the one after which it is highest: in two games of three on both seats, else
against the careful player. What it should have thought is what it thought later in the game, and
how that ended: TD, with a trace of ``TRACE``. Some moves are any, fewer and fewer.

One seed gives the same weights where ``exp`` rounds alike, which is up to the C library.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from facedown.core.workshop import Progress
from facedown.games.solid import Solid
from facedown.lab.adam_kernels import adam
from facedown.lab.solid.training_kernels import lessons_in, match_share, new_lessons
from facedown.players.solid.rows import CAREFUL, new_row, rules_of
from facedown.players.solid.value_kernels import SEEN, ValueNet, new_room, whole_of

HIDDEN: Final = 48
"""Hidden units."""
AT_ONCE: Final = 8
"""Games between two steps."""
TRACE: Final = 0.8
DARE: Final = (50, 1_000)
"""One move in so many is any, at first and at last."""
WATCHING: Final = (2e-3, 5e-4)
PLAYING: Final = (1e-3, 5e-5)
"""The sizes of steps, first and last: in careful players' games, and in its own."""
TRIED: Final = 1_000
"""Games against the careful player that tell how far it has come."""


@dataclass(frozen=True, slots=True)
class Course:
    """How many games are ``watched`` and how many played."""

    seed: int
    watched: int
    games: int


class ValueTrainer:
    """A value being learned: ``net``."""

    def __init__(self, seed: int) -> None:
        game = Solid()
        rng = np.random.default_rng(seed)
        first = rng.normal(0, np.sqrt(2 / 30), (SEEN + 1, HIDDEN)).astype(np.float32)
        first[SEEN] = 0
        second = np.zeros(HIDDEN + 1, np.float32)
        second[:HIDDEN] = rng.normal(0, np.sqrt(1 / HIDDEN), HIDDEN)
        self.net = ValueNet(first, second)
        self._slopes, self._means, self._squares = (
            ValueNet(*map(np.zeros_like, self.net)) for _ in range(3)
        )
        self._row = new_row(game.setting)
        self._rules, self._whole = rules_of(game.setting), whole_of(game.setting)
        self._room = new_room(self.net, len(self._row), game.actions)
        self._careful, self._gains = np.array(CAREFUL), np.zeros(5)
        self._lessons = new_lessons()
        self._chance = np.array([seed], np.uint64)
        self._steps = 0

    def step(self, learns: tuple[int, int], dare: int, trace: float, rate: float) -> None:
        """Plays ``AT_ONCE`` games as ``play_lesson`` says, and moves towards what they tell."""
        kept = lessons_in(
            AT_ONCE,
            self._row,
            self._rules,
            self._whole,
            self._careful,
            self._gains,
            np.array(learns),
            dare,
            trace,
            self.net,
            self._room,
            self._lessons,
            self._slopes,
            self._chance,
        )
        self._steps += 1
        parts = zip(self.net, self._slopes, self._means, self._squares, strict=True)
        for part in parts:
            weights, slope, mean, square = (array.reshape(-1) for array in part)
            adam(weights, slope, 1 / max(1, kept), mean, square, rate, self._steps)

    def share(self) -> float:
        """What it wins of ``TRIED`` games against the careful player."""
        return float(
            match_share(
                TRIED,
                self._row,
                self._rules,
                self._whole,
                self._careful,
                self._gains,
                self.net,
                self._room,
                np.array([TRIED], np.uint64),
            )
        )


def _rate(rates: tuple[float, float], done: float) -> float:
    return float(rates[0] * (rates[1] / rates[0]) ** done)


def train(course: Course, progress: Progress) -> ValueNet:
    """The value that such a course teaches."""
    trainer = ValueTrainer(course.seed)
    steps = course.watched // AT_ONCE
    for number in range(steps):
        trainer.step((2, 2), 0, 1.0, _rate(WATCHING, number / steps))
    progress(f"Watched {course.watched:,} games; it wins {trainer.share():.3f}.")
    steps = course.games // AT_ONCE
    for number in range(steps):
        done = number / steps
        learns = (1, 0) if number % 3 == 0 else (1, 1)
        dare = min(DARE[1], int(DARE[0] / (1 - done)))
        trainer.step(learns, dare, TRACE, _rate(PLAYING, done))
        if 5 * (number + 1) % steps < 5:
            progress(
                f"Played {AT_ONCE * (number + 1):,} games; it wins {trainer.share():.3f} "
                "of those against careful."
            )
    return trainer.net
