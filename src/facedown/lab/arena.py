"""Tournaments: which bots are stronger, seat by seat, with how much certainty.

Every way to seat the bots plays the same games: nature draws game number ``g`` from the seed and
``g`` alone, and every seat has luck of its own, so two line-ups differ only by who plays. What a
stronger bot gains over a weaker one is therefore measured in pairs of games, in the same seat
and among the same others, which is far more certain than comparing two averages.

Where there are too many ways, mixes of others are drawn for every gain, and each mix plays games of
its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import chain, product
from pathlib import Path
from typing import Final, TypeAlias

from facedown.core.errors import BadOption
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.play import NoProperMove, Seen
from facedown.core.registry import new_game
from facedown.core.roster import Bot, roster_of
from facedown.core.seats import Seat
from facedown.core.workshop import Progress
from facedown.lab.estimate import (
    FEWEST_GROUPS,
    Comparison,
    Estimate,
    Gain,
    LineUp,
    MatchUp,
    comparisons,
    estimate,
    gains_of,
)
from facedown.lab.kept_games import keeping
from facedown.lab.players import OutsideError, play_players, player_called
from facedown.lab.series import PART, Series, executor_for, parts_of, played

MOST_LINE_UPS: Final = 1_000
"""That are played, each series of games of a line-up counted apart."""
MOST_GAMES: Final = 200_000
"""Of each line-up; every game's points are kept until the end, to be compared in pairs."""


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """One line-up: how many games it played, points per game and the share won, by seat.

    ``forfeits`` are the games that each seat has lost because it had no proper move.
    """

    line_up: LineUp
    games: int
    points: tuple[Estimate, ...]
    wins: tuple[Estimate, ...]
    forfeits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """What a tournament found. Gains are of each bot over the one before it, weakest first."""

    results: tuple[ArenaResult, ...]
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played: every way to seat these bots (weakest first), so many games each.

    ``roles`` are seats that always have the same bot. Of more than ``most_line_ups`` ways some are
    drawn. With ``forfeits`` a bot whose move is not allowed, or a program that has none, loses that
    game, and otherwise all ends with a sentence. Raises ``BadOption`` or ``UnknownName`` when that
    cannot be played.

    >>> options = {"cards": "4,9,11,14"}
    >>> Tournament("turing", 2, options, ("beginner", "careful"), games=2).ways
    4
    """

    game: str
    seats: int | None
    options: Mapping[str, OptionValue]
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    roles: Mapping[Seat, str] = field(default_factory=dict)
    most_line_ups: int = MOST_LINE_UPS
    forfeits: bool = False

    def __post_init__(self) -> None:
        game = self.new_game()
        if not self.bots:
            raise BadOption(phrase("A tournament needs at least one bot."))
        for name in (*self.bots, *self.roles.values()):
            if name not in roster_of(game).bots:
                player_called(game, name)
        if len(set(self.bots)) < len(self.bots):
            raise BadOption(phrase("A tournament names each bot once."))
        if not 2 <= self.games <= MOST_GAMES:
            raise BadOption(
                phrase(
                    "A tournament has 2 to {most_games:,} games of each line-up, not {games}.",
                    most_games=MOST_GAMES,
                    games=self.games,
                )
            )
        for seat in self.roles:
            if not 0 <= seat < game.seats:
                raise BadOption(
                    phrase(
                        "This game has seats 1 to {seats}; there is no seat {seat}.",
                        seats=game.seats,
                        seat=seat + 1,
                    )
                )
        if not 1 <= self.most_line_ups <= MOST_LINE_UPS:
            raise BadOption(
                phrase(
                    "A tournament plays 1 to {most:,} line-ups, not {asked}.",
                    most=MOST_LINE_UPS,
                    asked=self.most_line_ups,
                )
            )
        if self.ways > self.most_line_ups and self.drawn < FEWEST_GROUPS:
            raise BadOption(
                phrase(
                    "To draw {mixes} mixes for each gain takes {needed:,} line-ups, not "
                    "{most_line_ups:,}.",
                    mixes=FEWEST_GROUPS,
                    needed=2 * FEWEST_GROUPS * self._compared,
                    most_line_ups=self.most_line_ups,
                )
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
    tournament: Tournament,
    progress: Progress | None = None,
    workers: int | None = None,
    cluster: str = "",
    keep: Path | None = None,
) -> Standings:
    """Plays a tournament on so many processes, by default all processors, or on a Dask cluster.

    The logs of its games are left in the folder ``keep``, where one is named.

    The result depends on the tournament alone. An interrupt ends it within moments. Raises
    ``BotFailed`` where a bot has no proper move, unless that is counted.

    >>> options = {"cards": "4,9,11,14"}
    >>> tournament = Tournament("turing", 1, options, ("beginner", "careful"), games=2)
    >>> standings = run(tournament, workers=1)
    >>> [(result.line_up, result.games) for result in standings.results]
    [(('beginner',), 2), (('careful',), 2)]
    """
    with executor_for(workers, cluster) as executor:
        return run_on(executor, tournament, progress, keep)


def run_on(
    executor: Executor | None,
    tournament: Tournament,
    progress: Progress | None = None,
    keep: Path | None = None,
) -> Standings:
    """Plays a tournament on any executor, or in this process.

    >>> options = {"cards": "4,9,11,14"}
    >>> tournament = Tournament("turing", 1, options, ("beginner", "careful"), games=2)
    >>> standings = run_on(None, tournament)
    >>> [(result.line_up, result.games) for result in standings.results]
    [(('beginner',), 2), (('careful',), 2)]
    """
    match_ups, games = tournament.match_ups(), tournament.games
    seats = tournament.new_game().seats
    play = _score_or_forfeit if tournament.forfeits else _score
    asked = {
        each: Series.of(tournament.game, seats, tournament.options, each.line_up, tournament.seed)
        for each in match_ups
    }
    parts = [
        part
        for each, series in asked.items()
        for part in parts_of(
            series,
            range(each.series * games, (each.series + 1) * games),
            keeping(play, series, keep),
        )
    ]
    found: dict[tuple[Series, int], Scores] = {}
    for part, scores in played(parts, executor, progress):
        found[part.series, part.numbers[0]] = _columns(scores)
    columns = {
        each: _join([found.pop((series, each.series * games + n)) for n in range(0, games, PART)])
        for each, series in asked.items()
    }
    return Standings(
        tuple(_results(columns)),
        tuple(
            gains_of(tournament.comparisons(), lambda match_up, seat: columns[match_up][0][seat])
        ),
    )


Column: TypeAlias = "array[int]"
Scores: TypeAlias = tuple[list[Column], list[Column], list[Column]]
"""Points, wins and forfeits: for each seat a column with one number per game."""

Score: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The same of one game."""


def _score(game: Game, bots: Sequence[Bot], seed: str, seen: Seen | None = None) -> Score:
    outcome = play_players(game, bots, seed, seen).outcome()
    assert outcome is not None
    wins = tuple(int(seat in outcome.winners) for seat in range(game.seats))
    return outcome.points, wins, (0,) * game.seats


def _score_or_forfeit(
    game: Game, bots: Sequence[Bot], seed: str, seen: Seen | None = None
) -> Score:
    """The same, where whoever has no proper move loses to all others.

    Nobody gets points, but where there is one point to win the others get it.
    """
    try:
        return _score(game, bots, seed, seen)
    except (NoProperMove, OutsideError) as problem:
        if problem.seat is None:
            raise
        wins = tuple(int(seat != problem.seat) for seat in range(game.seats))
        points = wins if game.facts.points == (0, 1) else (0,) * game.seats
        return points, wins, tuple(1 - win for win in wins)


def _columns(scores: Sequence[Score]) -> Scores:
    columns = [zip(*part, strict=True) for part in zip(*scores, strict=True)]
    points, wins, forfeits = ([array("q", column) for column in part] for part in columns)
    return points, wins, forfeits


# Counting


def _join(parts: Sequence[Scores]) -> Scores:
    seats = range(len(parts[0][0]))
    points, wins, forfeits = (
        [array("q", chain.from_iterable(part[what][seat] for part in parts)) for seat in seats]
        for what in range(3)
    )
    return points, wins, forfeits


def _results(columns: Mapping[MatchUp, Scores]) -> Iterator[ArenaResult]:
    """Each line-up with the games of all its series."""
    played: dict[LineUp, list[Scores]] = {}
    for (line_up, _), scores in columns.items():
        played.setdefault(line_up, []).append(scores)
    for line_up, series in played.items():
        points, wins, forfeits = _join(series)
        yield ArenaResult(
            line_up,
            len(points[0]),
            tuple(map(estimate, points)),
            tuple(map(estimate, wins)),
            tuple(map(sum, forfeits)),
        )
