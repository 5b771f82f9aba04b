"""Tournaments: which bots are stronger, seat by seat, with how much certainty.

Every way to seat the bots plays the same games: nature draws game number ``g`` from the seed and
``g`` alone, and every seat has luck of its own, so two line-ups differ only by who plays. What a
stronger bot gains over a weaker one is therefore measured in pairs of games, in the same seat
and among the same others, which is far more certain than comparing two averages.

Where there are too many ways, mixes of others are drawn for every gain, and each mix plays games of
its own.
"""

from __future__ import annotations

import signal
import time
from array import array
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, product
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Final, TypeAlias

from facedown.core.errors import BadOption
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.play import play_bots
from facedown.core.progress import Progress
from facedown.core.registry import new_game
from facedown.core.roster import Bot, new_bot, roster_of
from facedown.core.seats import Seat, seat_words
from facedown.lab.estimate import FEWEST_GROUPS, Estimate, estimate
from facedown.lab.gains import Comparison, Gain, LineUp, MatchUp, comparisons, gains_of
from facedown.processors import usable_processors

MOST_LINE_UPS: Final = 1_000
"""That are played, each series of games of a line-up counted apart."""
MOST_GAMES: Final = 200_000
"""Of each line-up; every game's points are kept until the end, to be compared in pairs."""
PART: Final = 100
"""Games that a process plays between two reports."""
SECONDS_BETWEEN_NEWS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Result:
    """One line-up: how many games it played, points per game and the share won, by seat."""

    line_up: LineUp
    games: int
    points: tuple[Estimate, ...]
    wins: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """What a tournament found. Gains are of each bot over the one before it, weakest first."""

    results: tuple[Result, ...]
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played: every way to seat these bots (weakest first), so many games each.

    ``roles`` are seats that always have the same bot. Of more than ``most_line_ups`` ways some are
    drawn. Raises ``BadOption`` or ``UnknownName`` when that cannot be played.
    """

    game: str
    seats: int | None
    options: Mapping[str, OptionValue]
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    roles: Mapping[Seat, str] = field(default_factory=dict)
    most_line_ups: int = MOST_LINE_UPS

    def __post_init__(self) -> None:
        game = self.new_game()
        if not self.bots:
            raise BadOption("A tournament needs at least one bot.")
        for name in (*self.bots, *self.roles.values()):
            if name not in roster_of(game).bots:
                new_bot(game, name)
        if len(set(self.bots)) < len(self.bots):
            raise BadOption("A tournament names each bot once.")
        if not 2 <= self.games <= MOST_GAMES:
            raise BadOption(
                f"A tournament has 2 to {MOST_GAMES:,} games of each line-up, not {self.games}."
            )
        for seat in self.roles:
            if not 0 <= seat < game.seats:
                what = seat_words(seat).lower()
                raise BadOption(f"This game has seats 1 to {game.seats}; there is no {what}.")
        if not 1 <= self.most_line_ups <= MOST_LINE_UPS:
            raise BadOption(
                f"A tournament plays 1 to {MOST_LINE_UPS:,} line-ups, not {self.most_line_ups}."
            )
        if self.ways > self.most_line_ups and self.drawn < FEWEST_GROUPS:
            raise BadOption(
                f"To draw {FEWEST_GROUPS} mixes for each gain takes "
                f"{2 * FEWEST_GROUPS * self._compared:,} line-ups, not {self.most_line_ups:,}."
            )

    def new_game(self) -> Game:
        """The game that is played."""
        return new_game(self.game, self.seats, **self.options)

    @property
    def ways(self) -> int:
        """How many ways there are to seat the bots."""
        ways: int = len(self.bots) ** self._free
        return ways

    @property
    def drawn(self) -> int:
        """How many mixes of others are drawn for every gain; 0 where every line-up is played."""
        if self.ways <= self.most_line_ups:
            return 0
        return self.most_line_ups // (2 * self._compared)

    @property
    def _free(self) -> int:
        """Seats without a role."""
        return self.new_game().seats - len(self.roles)

    @property
    def _compared(self) -> int:
        """Gains that are measured, those among different mixes together."""
        return (len(self.bots) - 1) * self._free

    def comparisons(self) -> tuple[Comparison, ...]:
        """Who is compared with whom, where and among whom."""
        seats = self.new_game().seats
        return tuple(comparisons(self.bots, seats, self.roles, self.drawn, self.seed))

    def match_ups(self) -> tuple[MatchUp, ...]:
        """Every line-up that is played, with its series of games: all, or those compared."""
        if self.drawn:
            pairs = (pair for each in self.comparisons() for pair in each.match_ups())
            return tuple(dict.fromkeys(match_up for pair in pairs for match_up in pair))
        seats = range(self.new_game().seats)
        candidates = [(self.roles[seat],) if seat in self.roles else self.bots for seat in seats]
        return tuple(MatchUp(line_up, 0) for line_up in product(*candidates))


def run(
    tournament: Tournament, progress: Progress | None = None, workers: int | None = None
) -> Standings:
    """Plays a tournament on so many processes, by default all processors.

    The result depends on the tournament alone. An interrupt ends it within moments.
    """
    if workers is not None and workers < 1:
        raise BadOption(f"A tournament needs at least one worker, not {workers}.")
    match_ups = tournament.match_ups()
    jobs = [
        (tournament, match_up, first)
        for match_up in match_ups
        for first in range(0, tournament.games, PART)
    ]
    found: dict[tuple[MatchUp, int], Scores] = {}
    told = time.monotonic()
    with _pool(workers or usable_processors()) as pool:
        for done, (match_up, first, scores) in enumerate(_finished(pool, jobs), 1):
            found[match_up, first] = scores
            late = time.monotonic() - told > SECONDS_BETWEEN_NEWS
            if progress is not None and (late or done == len(jobs)):
                told = time.monotonic()
                played = len(match_ups) * tournament.games * done // len(jobs)
                progress(f"{100 * done // len(jobs)} %: about {played:,} games played.")
    columns = {
        each: _join([found.pop((each, first)) for first in range(0, tournament.games, PART)])
        for each in match_ups
    }
    return Standings(
        tuple(_results(columns)),
        tuple(
            gains_of(tournament.comparisons(), lambda match_up, seat: columns[match_up][0][seat])
        ),
    )


# Playing

Column: TypeAlias = "array[int]"
Scores: TypeAlias = tuple[list[Column], list[Column]]
"""Points and wins: for each seat a column with one number per game."""

Job: TypeAlias = tuple[Tournament, MatchUp, int]


def _play_part(job: Job) -> tuple[MatchUp, int, Scores]:
    tournament, match_up, first = job
    line_up, series = match_up
    game, players = _table(
        tournament.game, tournament.seats, tuple(sorted(tournament.options.items()))
    )
    for name in line_up:
        if name not in players:
            players[name] = new_bot(game, name)
    bots = [players[name] for name in line_up]
    points = [array("q") for _ in line_up]
    wins = [array("q") for _ in line_up]
    for number in range(first, min(first + PART, tournament.games)):
        if _stopping is not None and _stopping.is_set():
            break
        name = f"{tournament.seed}/{series * tournament.games + number}"
        outcome = play_bots(game, bots, name).outcome()
        assert outcome is not None
        for seat in range(game.seats):
            points[seat].append(outcome.points[seat])
            wins[seat].append(seat in outcome.winners)
    return match_up, first, (points, wins)


@lru_cache(maxsize=1)
def _table(
    name: str, seats: int | None, options: tuple[tuple[str, OptionValue], ...]
) -> tuple[Game, dict[str, Bot]]:
    """The game and its players met so far, kept from one part to the next."""
    return new_game(name, seats, **dict(options)), {}


def _finished(pool: Executor | None, jobs: list[Job]) -> Iterator[tuple[MatchUp, int, Scores]]:
    if pool is None:
        _table.cache_clear()
        yield from map(_play_part, jobs)
        return
    futures: list[Future[tuple[MatchUp, int, Scores]]]
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


def _join(parts: Sequence[Scores]) -> Scores:
    seats = range(len(parts[0][0]))
    points, wins = (
        [array("q", chain.from_iterable(part[what][seat] for part in parts)) for seat in seats]
        for what in (0, 1)
    )
    return points, wins


def _results(columns: Mapping[MatchUp, Scores]) -> Iterator[Result]:
    """Each line-up with the games of all its series."""
    played: dict[LineUp, list[Scores]] = {}
    for (line_up, _), scores in columns.items():
        played.setdefault(line_up, []).append(scores)
    for line_up, series in played.items():
        points, wins = _join(series)
        yield Result(
            line_up, len(points[0]), tuple(map(estimate, points)), tuple(map(estimate, wins))
        )
