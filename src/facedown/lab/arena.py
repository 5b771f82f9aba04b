"""Tournaments: which bots are stronger, seat by seat, with how much certainty.

Every way to seat the bots plays the same games: nature draws game number ``g`` from the seed and
``g`` alone, and every seat has luck of its own, so two line-ups differ only by who plays. What a
stronger bot gains over a weaker one is therefore measured in pairs of games, in the same seat
and among the same others, which is far more certain than comparing two averages.
"""

from __future__ import annotations

import signal
import time
from array import array
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Final, TypeAlias

from facedown.core.errors import BadOption
from facedown.core.estimate import Estimate, estimate
from facedown.core.facts import OptionValue
from facedown.core.gains import Gain, LineUp, gains_of
from facedown.core.game import Bot, Game
from facedown.core.play import play_bots
from facedown.core.processors import usable_processors
from facedown.core.registry import new_game
from facedown.core.tools import Progress

MOST_LINE_UPS: Final = 1_000
MOST_GAMES: Final = 200_000
"""Of each line-up; every game's points are kept until the end, to be compared in pairs."""
PART: Final = 100
"""Games that a process plays between two reports."""
SECONDS_BETWEEN_NEWS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Result:
    """One line-up: points per game and the share of games won, by seat."""

    line_up: LineUp
    points: tuple[Estimate, ...]
    wins: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """What a tournament found. Gains are of each bot over the one before it, weakest first."""

    games: int
    results: tuple[Result, ...]
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played: every way to seat these bots (weakest first), so many games each.

    Raises ``BadOption`` or ``UnknownName`` when that cannot be played.
    """

    game: str
    seats: int | None
    options: Mapping[str, OptionValue]
    bots: tuple[str, ...]
    games: int
    seed: int = 0

    def __post_init__(self) -> None:
        game = self.new_game()
        if not self.bots:
            raise BadOption("A tournament needs at least one bot.")
        for name in self.bots:
            if name not in game.bots():
                game.bot(name)
        if len(set(self.bots)) < len(self.bots):
            raise BadOption("A tournament names each bot once.")
        if not 2 <= self.games <= MOST_GAMES:
            raise BadOption(
                f"A tournament has 2 to {MOST_GAMES:,} games of each line-up, not {self.games}."
            )
        count = len(self.bots) ** game.seats
        if count > MOST_LINE_UPS:
            raise BadOption(f"That makes {count:,} line-ups; {MOST_LINE_UPS:,} are the most.")

    def new_game(self) -> Game:
        """The game that is played."""
        return new_game(self.game, self.seats, **self.options)

    def line_ups(self) -> tuple[LineUp, ...]:
        """Every way to seat the bots."""
        return tuple(product(self.bots, repeat=self.new_game().seats))


def run(
    tournament: Tournament, progress: Progress | None = None, workers: int | None = None
) -> Standings:
    """Plays a tournament on so many processes, by default all processors.

    The result depends on the tournament alone. An interrupt ends it within moments.
    """
    if workers is not None and workers < 1:
        raise BadOption(f"A tournament needs at least one worker, not {workers}.")
    line_ups = tournament.line_ups()
    jobs = [
        (tournament, line_up, first)
        for line_up in line_ups
        for first in range(0, tournament.games, PART)
    ]
    found: dict[tuple[LineUp, int], Scores] = {}
    told = time.monotonic()
    with _pool(workers or usable_processors()) as pool:
        for done, (line_up, first, scores) in enumerate(_finished(pool, jobs), 1):
            found[line_up, first] = scores
            late = time.monotonic() - told > SECONDS_BETWEEN_NEWS
            if progress is not None and (late or done == len(jobs)):
                told = time.monotonic()
                played = len(line_ups) * tournament.games * done // len(jobs)
                progress(f"{100 * done // len(jobs)} %: about {played:,} games played.")
    seats = len(line_ups[0])
    columns = {line_up: _join(found, line_up, tournament.games) for line_up in line_ups}
    return Standings(
        tournament.games,
        tuple(_result(line_up, *columns[line_up]) for line_up in line_ups),
        tuple(gains_of(tournament.bots, seats, lambda line_up, seat: columns[line_up][0][seat])),
    )


# Playing

Column: TypeAlias = "array[int]"
Scores: TypeAlias = tuple[list[Column], list[Column]]
"""Points and wins: for each seat a column with one number per game."""

Job: TypeAlias = tuple[Tournament, LineUp, int]


def _play_part(job: Job) -> tuple[LineUp, int, Scores]:
    tournament, line_up, first = job
    game, players = _table(
        tournament.game, tournament.seats, tuple(sorted(tournament.options.items()))
    )
    for name in line_up:
        if name not in players:
            players[name] = game.bot(name)
    bots = [players[name] for name in line_up]
    points = [array("q") for _ in line_up]
    wins = [array("q") for _ in line_up]
    for number in range(first, min(first + PART, tournament.games)):
        if _stopping is not None and _stopping.is_set():
            break
        outcome = play_bots(game, bots, f"{tournament.seed}/{number}").outcome()
        assert outcome is not None
        for seat in range(game.seats):
            points[seat].append(outcome.points[seat])
            wins[seat].append(seat in outcome.winners)
    return line_up, first, (points, wins)


@lru_cache(maxsize=1)
def _table(
    name: str, seats: int | None, options: tuple[tuple[str, OptionValue], ...]
) -> tuple[Game, dict[str, Bot]]:
    """The game and its players met so far, kept from one part to the next."""
    return new_game(name, seats, **dict(options)), {}


def _finished(pool: Executor | None, jobs: list[Job]) -> Iterator[tuple[LineUp, int, Scores]]:
    if pool is None:
        _table.cache_clear()
        yield from map(_play_part, jobs)
        return
    futures: list[Future[tuple[LineUp, int, Scores]]]
    futures = [pool.submit(_play_part, job) for job in jobs]
    for future in as_completed(futures):
        yield future.result()


@contextmanager
def _pool(workers: int) -> Iterator[Executor | None]:
    """Processes that leave an interrupt to this one; none for a single worker."""
    if workers == 1:
        yield None
        return
    context = get_context("spawn")
    stopping = context.Event()
    pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(stopping,))
    try:
        yield pool
    finally:
        stopping.set()  # what is left is of no use: nobody waits for more than the game at hand
        pool.shutdown(cancel_futures=True)


_stopping: Event | None = None
"""In a process of a pool: set when the tournament has ended, whatever is still to be played."""


def _begin(stopping: Event) -> None:
    global _stopping  # noqa: PLW0603  # an event reaches a process only when it begins
    _stopping = stopping
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# Counting


def _join(found: Mapping[tuple[LineUp, int], Scores], line_up: LineUp, games: int) -> Scores:
    points = [array("q") for _ in line_up]
    wins = [array("q") for _ in line_up]
    for first in range(0, games, PART):
        part_points, part_wins = found[line_up, first]
        for seat in range(len(line_up)):
            points[seat].extend(part_points[seat])
            wins[seat].extend(part_wins[seat])
    return points, wins


def _result(line_up: LineUp, points: list[Column], wins: list[Column]) -> Result:
    return Result(line_up, tuple(map(estimate, points)), tuple(map(estimate, wins)))
