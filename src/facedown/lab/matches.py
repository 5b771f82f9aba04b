"""What part of games players win from others: one among others that are all alike.

Each sits once in every seat of every deal, so that nobody has the better cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from facedown.core.codec import from_json
from facedown.core.errors import BadOption
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.roster import Bot
from facedown.core.seats import Seat
from facedown.core.workshop import Progress
from facedown.lab.estimate import GameMeasure
from facedown.lab.players import play_players, player_called
from facedown.lab.records import Records, complete
from facedown.lab.series import Series


@dataclass(frozen=True, slots=True)
class Rules:
    """A set of rules: options of the game, and what it is called."""

    name: str
    options: dict[str, OptionValue]


MOST_DEALS: Final = 100_000
WON: Final = GameMeasure("won", "Won", float, share=True)
"""The part of the wins of a deal."""
TOGETHER: Final = 2
"""Games after which a series is kept: those of players that think for long are few."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Matches:
    """Who is measured by whom: each of ``players`` among others that are all of ``against``.

    Raises ``BadOption`` or ``UnknownName`` with one sentence where that cannot be played.
    """

    game: str
    rules: Rules
    players: tuple[str, ...]
    against: tuple[str, ...]
    deals: int
    seats: int = 2
    seed: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.deals <= MOST_DEALS:
            raise BadOption(f"The deals are from 2 to {MOST_DEALS:,}, not {self.deals}.")
        game = Series.of(self.game, self.seats, self.rules.options, (), self.seed).new_game()
        for name in (*self.players, *self.against):
            player_called(game, name)
        if not self.pairs():
            raise BadOption("Nobody plays against anybody but a player like itself.")

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Each player and whom it meets, itself left out."""
        return tuple(
            (player, other)
            for player in dict.fromkeys(self.players)
            for other in dict.fromkeys(self.against)
            if player != other
        )

    def series(self, player: str, other: str) -> tuple[Series, ...]:
        """The games of a pair: the player in each seat, on the same deals."""
        return tuple(
            Series.of(
                self.game,
                self.seats,
                self.rules.options,
                [player if each == seat else other for each in range(self.seats)],
                self.seed,
            )
            for seat in range(self.seats)
        )


def play_to_end(game: Game, players: Sequence[Bot], seed: str) -> Ended:
    """Plays a game of this seed.

    >>> from facedown.core import new_bot, new_game
    >>> game = new_game("solid", 2)
    >>> play_to_end(game, [new_bot(game, "greedy")] * 2, "0/0").winners
    (1,)
    """
    outcome = play_players(game, players, seed).outcome()
    assert outcome is not None
    return Ended(outcome.points, outcome.winners)


def play(
    matches: Matches,
    records: Records,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> None:
    """Plays what is missing of the matches."""
    asked = [series for pair in matches.pairs() for series in matches.series(*pair)]
    complete(records, asked, matches.deals, play_to_end, executor, progress, TOGETHER)


def ended(matches: Matches, records: Records, player: str, other: str) -> list[list[Ended]]:
    """How the games of each deal ended, in the order of the player's seats."""
    kept = [records.of(series) for series in matches.series(player, other)]
    return [
        [from_json(Ended, of_seat[number]) for of_seat in kept] for number in range(matches.deals)
    ]


def won_in(matches: Matches, records: Records, player: str, other: str) -> list[float]:
    """What part of the wins of each deal a player had, all its seats together."""
    return [
        fmean((seat in end.winners) / (len(end.winners) or 1) for seat, end in enumerate(deal))
        for deal in ended(matches, records, player, other)
    ]
