"""One table of many players: who meets whom, and how strong each is, by all games together.

In a round robin every way to seat different players plays the same games; where there are too many
ways, some are drawn. In a Swiss tournament players with as many wins meet each other, round by
round, in every order of seats. Ratings are those of ``analysis/ratings.py``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from math import perm
from pathlib import Path
from typing import Final

from facedown.analysis.ratings import (
    Places,
    RatedPlayer,
    check_choix,
    places_of,
    rated,
    won_by,
)
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

MOST_PLAYERS: Final = 40
MOST_LINE_UPS: Final = 1_000
MOST_GAMES: Final = 100_000
MOST_ROUNDS: Final = 100


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
    check_choix()
    records = Records() if records is None else records
    found: dict[LineUp, Counter[Places]] = {}
    lost: Counter[str] = Counter()
    if not pairings.rounds:
        line_ups, seed = pairings.line_ups(), pairings.seed
        _play(pairings, line_ups, seed, records, found, lost, executor, progress, keep)
        return rated(pairings.players, found, lost, pairings.seed)
    out: Counter[str] = Counter()
    for number in range(pairings.rounds):
        wins = {name: won for name, (_, won) in won_by(pairings.players, found).items()}
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
    return places_of(outcome), None


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
