"""One table of many players: who meets whom, and how strong each is, by all games together.

In a round robin every way to seat different players plays the same games; where there are too many
ways, some are drawn. In a Swiss tournament players with as many wins meet each other, round by
round, in every order of seats. Ratings are those of Bradley and Terry: by how much one player is
above another says how often it wins when both are at a table, and everybody's average is 0. They
are fitted by choix (``facedown[ratings]``), and their intervals come from games drawn again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations
from math import log, perm
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final, TypeAlias

from facedown.core.errors import BadOption
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.play import NoProperMove, Seen
from facedown.core.registry import new_game
from facedown.core.roster import Bot, roster_of
from facedown.core.workshop import Progress
from facedown.lab.estimate import LineUp
from facedown.lab.kept_games import PlayOne, keeping
from facedown.lab.players import OutsideError, play_players, player_called
from facedown.lab.records import Records, complete
from facedown.lab.series import Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Wins: TypeAlias = NDArray[np.float64]

MOST_PLAYERS: Final = 40
MOST_LINE_UPS: Final = 1_000
MOST_GAMES: Final = 100_000
MOST_ROUNDS: Final = 100
ELO: Final = 400 / log(10)
"""A player that is 400 above another wins ten games of eleven against it."""
DRAWN_AGAIN: Final = 400
"""Sets of games of which the intervals are made."""

Places: TypeAlias = tuple[int, ...]
"""The place of each seat at the end of a game, from 1; who won together shares the first."""

Meetings: TypeAlias = Mapping[LineUp, Counter[Places]]
"""How often each line-up has ended how."""


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player: its rating with a 95 % interval, its games and the share of them that it won."""

    player: str
    rating: float
    low: float
    high: float
    games: int
    won: float
    forfeits: int


@dataclass(frozen=True, slots=True)
class Pairings:
    """Who meets at which game. ``rounds`` is 0 for a round robin, else a Swiss tournament's.

    ``games`` are those of each line-up, in each round. Raises ``BadOption`` or ``UnknownName``
    where that cannot be played.

    >>> bots = ("beginner", "careful", "exact")
    >>> pairings = Pairings("turing", 2, {"cards": "4,9,11,14"}, bots, 2)
    >>> len(pairings.line_ups())
    6
    """

    game: str
    seats: int | None
    options: Mapping[str, OptionValue]
    players: tuple[str, ...]
    games: int
    seed: int = 0
    rounds: int = 0
    forfeits: bool = False

    def __post_init__(self) -> None:
        game = self.new_game()
        if game.seats < 2:
            raise BadOption(phrase("At a tournament's tables two or more seats meet, not one."))
        if not game.seats <= len(self.players) <= MOST_PLAYERS:
            raise BadOption(
                phrase(
                    "A tournament has {seats} to {most} players, as many as a table has seats or "
                    "more, not {n}.",
                    seats=game.seats,
                    most=MOST_PLAYERS,
                    n=len(self.players),
                )
            )
        for name in self.players:
            if name not in roster_of(game).bots:
                player_called(game, name)
        if len(set(self.players)) < len(self.players):
            raise BadOption(phrase("A tournament names each bot once."))
        for number, most, what in (
            (self.games, MOST_GAMES, phrase("games of each line-up")),
            (self.rounds + (not self.rounds), MOST_ROUNDS, phrase("rounds")),
        ):
            if not 1 <= number <= most:
                raise BadOption(
                    phrase(
                        "A tournament has 1 to {most:,} {what}, not {n}.",
                        most=most,
                        what=what,
                        n=number,
                    )
                )

    def new_game(self) -> Game:
        """The game that is played."""
        return new_game(self.game, self.seats, **self.options)

    def line_ups(self) -> tuple[LineUp, ...]:
        """Every way to seat different players, or so many ways drawn as can be played."""
        seats = self.new_game().seats
        if perm(len(self.players), seats) <= MOST_LINE_UPS:
            return tuple(permutations(self.players, seats))
        rng = random.Random(f"{self.seed}/line-ups")
        tables = [tuple(rng.sample(self.players, seats)) for _ in range(MOST_LINE_UPS // seats)]
        return tuple(dict.fromkeys(turn for table in tables for turn in _turns(table)))

    def next_tables(self, wins: Mapping[str, float], out: Counter[str]) -> list[LineUp]:
        """Who meets next in a Swiss tournament: neighbours by wins; who sat out least sits out.

        >>> pairings = Pairings("suspense", 2, {"goal": 0}, ("beginner", "careful", "expert"), 2)
        >>> pairings.next_tables({"beginner": 0, "careful": 1, "expert": 2}, Counter())
        [('expert', 'careful')]
        """
        seats = self.new_game().seats
        order = sorted(self.players, key=lambda name: (-wins[name], self.players.index(name)))
        for _ in range(len(order) % seats):
            rests = min(reversed(order), key=lambda name: out[name])
            out[rests] += 1
            order.remove(rests)
        return [tuple(order[at : at + seats]) for at in range(0, len(order), seats)]


def _turns(table: LineUp) -> Iterator[LineUp]:
    """The same players with everybody in every seat once."""
    for first in range(len(table)):
        yield (*table[first:], *table[:first])


def held(
    pairings: Pairings,
    records: Records | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    keep: Path | None = None,
) -> tuple[RatedPlayer, ...]:
    """Plays a tournament, in this process or on an executor; the strongest player first.

    The logs of games are left in the folder ``keep``. What ``records`` has is not played again. The
    result depends on the pairings alone. Raises ``BadOption`` without choix, and ``BotFailed``
    where a player has no proper move, unless that is counted.
    """
    _choix()
    records = Records() if records is None else records
    found: dict[LineUp, Counter[Places]] = {}
    lost: Counter[str] = Counter()
    if not pairings.rounds:
        line_ups, seed = pairings.line_ups(), pairings.seed
        _play(pairings, line_ups, seed, records, found, lost, executor, progress, keep)
        return rated(pairings.players, found, lost, pairings.seed)
    out: Counter[str] = Counter()
    for number in range(pairings.rounds):
        wins = {name: won for name, (_, won) in _won(pairings.players, found).items()}
        tables = pairings.next_tables(wins, out)
        line_ups = tuple(turn for table in tables for turn in _turns(table))
        seed = pairings.seed + number
        _play(pairings, line_ups, seed, records, found, lost, executor, progress, keep)
    return rated(pairings.players, found, lost, pairings.seed)


def _play(
    pairings: Pairings,
    line_ups: Sequence[LineUp],
    seed: int,
    records: Records,
    found: dict[LineUp, Counter[Places]],
    lost: Counter[str],
    executor: Executor | None,
    progress: Progress | None,
    keep: Path | None,
) -> None:
    seats = pairings.new_game().seats
    asked = [Series.of(pairings.game, seats, pairings.options, each, seed) for each in line_ups]
    ends = places_or_forfeit if pairings.forfeits else places
    kept = partial(_keeping, ends, keep) if keep is not None else None
    complete(records, asked, pairings.games, ends, executor, progress, kept=kept)
    for series in asked:
        ended = found.setdefault(series.line_up, Counter())
        for number in range(pairings.games):
            told, forfeit = records.of(series)[number]
            ended[tuple(told)] += 1
            if forfeit is not None:
                lost[series.line_up[forfeit]] += 1


def _keeping(play: PlayOne, folder: Path, series: Series) -> PlayOne:
    return keeping(play, series, folder)


def places(
    game: Game, bots: Sequence[Bot], seed: str, seen: Seen | None = None
) -> tuple[Places, None]:
    """The places of one game: the winners first, then the others by their points."""
    outcome = play_players(game, bots, seed, seen).outcome()
    assert outcome is not None
    keys = [(seat not in outcome.winners, -p) for seat, p in enumerate(outcome.points)]
    keys = [(lost, points if lost else 0) for lost, points in keys]
    return tuple(1 + sum(other < key for other in keys) for key in keys), None


def places_or_forfeit(
    game: Game, bots: Sequence[Bot], seed: str, seen: Seen | None = None
) -> tuple[Places, int | None]:
    """The same, where whoever has no proper move is last and the others share the first place."""
    try:
        return places(game, bots, seed, seen)
    except (NoProperMove, OutsideError) as problem:
        if problem.seat is None:
            raise
        last = problem.seat
        return tuple(game.seats if s == last else 1 for s in range(game.seats)), last


def _won(players: Sequence[str], meetings: Meetings) -> dict[str, tuple[int, float]]:
    """How many games each has played, and what part of their wins it has; shared wins in parts."""
    found = dict.fromkeys(players, (0, 0.0))
    for line_up, ended in meetings.items():
        for place, times in ended.items():
            for name, own in zip(line_up, place, strict=True):
                games, won = found[name]
                found[name] = games + times, won + times * (own == 1) / place.count(1)
    return found


def rated(
    players: Sequence[str],
    meetings: Meetings,
    forfeits: Mapping[str, int] | None = None,
    seed: int = 0,
) -> tuple[RatedPlayer, ...]:
    """The ratings of players who met; whoever shared a place won half against each other.

    Two who met count as having drawn one game more, so that who never lost has a rating too. The
    intervals are of 400 sets of as many games, drawn again from those of each line-up.

    >>> table = rated(("a", "b"), {("a", "b"): Counter({(1, 2): 75, (2, 1): 25})})
    >>> [(each.player, round(each.rating), each.games, each.won) for each in table]
    [('a', 94, 100, 0.75), ('b', -94, 100, 0.25)]
    >>> table[0].low < 94 < table[0].high
    True
    """
    import numpy as np

    index = {name: at for at, name in enumerate(players)}
    size = len(players)
    kinds = [(line_up, place) for line_up, ended in meetings.items() for place in ended]
    rows = np.array([_wins(line_up, place, index) for line_up, place in kinds])
    counts = {line_up: [*ended.values()] for line_up, ended in meetings.items()}
    against = rows.sum(0).reshape(size, size)
    met = (against + against.T > 0).ravel()

    def fitted(times: Sequence[int]) -> Wins:
        wins = np.asarray(times, float) @ rows + met / 2
        found: Wins = _choix().ilsr_pairwise_dense(wins.reshape(size, size), alpha=1e-6)
        above: Wins = (found - found.mean()) * ELO
        return above

    ratings = fitted([times for each in counts.values() for times in each])
    rng = np.random.default_rng(seed)
    again = np.array(
        [
            fitted(
                [
                    int(times)
                    for each in counts.values()
                    for times in rng.multinomial(sum(each), np.array(each) / sum(each))
                ]
            )
            for _ in range(DRAWN_AGAIN)
        ]
    )
    low, high = np.percentile(again, (2.5, 97.5), axis=0)
    won = _won(players, meetings)
    table = [
        RatedPlayer(
            name,
            float(ratings[at]),
            float(low[at]),
            float(high[at]),
            won[name][0],
            won[name][1] / max(1, won[name][0]),
            (forfeits or {}).get(name, 0),
        )
        for name, at in index.items()
    ]
    return tuple(sorted(table, key=lambda each: -each.rating))


def _wins(line_up: LineUp, place: Places, index: Mapping[str, int]) -> list[float]:
    """Who won how much against whom in a game that ended so, row by row."""
    size = len(index)
    wins = [0.0] * size * size
    for (one, first), (other, second) in combinations(zip(line_up, place, strict=True), 2):
        share = 0.5 if first == second else float(first < second)
        wins[index[one] * size + index[other]] += share
        wins[index[other] * size + index[one]] += 1 - share
    return wins


def _choix() -> ModuleType:
    try:
        import choix
    except ImportError:
        raise BadOption(phrase("Ratings need choix: install facedown[ratings].")) from None
    return choix
