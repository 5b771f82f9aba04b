"""Series of games by number: nature draws game number ``n`` from the seed and ``n`` alone.

Two series of one seed differ only by who plays, or by the rules that are played with: whatever is
drawn has a name, and the same name is drawn from the same number. What differs between them is
therefore measured in pairs of games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from typing import Final, Generic, NamedTuple, TypeVar

from facedown.core.errors import FacedownError
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.play import NoProperMove
from facedown.core.progress import Progress
from facedown.core.registry import new_game
from facedown.core.roster import Bot
from facedown.lab.executors import completed, stopping
from facedown.lab.gains import LineUp
from facedown.lab.outside import OutsideError, player_called

PART: Final = 100
"""Games that are played between two reports."""
SECONDS_BETWEEN_NEWS: Final = 10.0

Found = TypeVar("Found")


class BotFailed(FacedownError):
    """A bot of a series has made no proper move; the sentence says in which game."""


class Series(NamedTuple):
    """Games of one setting among the same players. ``options`` are sorted by name."""

    game: str
    seats: int
    options: tuple[tuple[str, OptionValue], ...]
    line_up: LineUp
    seed: int

    @classmethod
    def of(
        cls,
        game: str,
        seats: int,
        options: Mapping[str, OptionValue],
        line_up: Sequence[str],
        seed: int,
    ) -> Series:
        """The series with these options.

        >>> Series.of("suspense", 2, {"goal": 0, "dealer": 1}, ["careful"] * 2, 7).options
        (('dealer', 1), ('goal', 0))
        """
        return cls(game, seats, tuple(sorted(options.items())), tuple(line_up), seed)

    def new_game(self) -> Game:
        """The game that is played."""
        return new_game(self.game, self.seats, **dict(self.options))


class Part(NamedTuple, Generic[Found]):
    """Some games of a series, and how one is played and what is kept of it.

    ``play`` is given the game, the bot of each seat, and the seed of this very game.
    """

    series: Series
    numbers: tuple[int, ...]
    play: Callable[[Game, Sequence[Bot], str], Found]


def parts_of(
    series: Series,
    numbers: Sequence[int],
    play: Callable[[Game, Sequence[Bot], str], Found],
    size: int = PART,
) -> Iterator[Part[Found]]:
    """The games of these numbers in parts of such a size.

    >>> series = Series.of("suspense", 2, {}, ["careful"] * 2, 7)
    >>> [part.numbers for part in parts_of(series, range(5), print, size=2)]
    [(0, 1), (2, 3), (4,)]
    """
    for first in range(0, len(numbers), size):
        yield Part(series, tuple(numbers[first : first + size]), play)


def play_part(part: Part[Found]) -> list[Found]:
    """What was found in each game; fewer once nobody waits for them any longer.

    Raises ``BotFailed`` where a bot makes a move that is not allowed, or a program does not answer.

    >>> def seed_alone(game, bots, seed):
    ...     return seed
    >>> series = Series.of("turing", 1, {"cards": "4,9,11,14"}, ["careful"], 7)
    >>> play_part(Part(series, (0, 1), seed_alone))
    ['7/0', '7/1']
    """
    series = part.series
    game, met = _table(series.game, series.seats, series.options)
    for name in series.line_up:
        if name not in met:
            met[name] = player_called(game, name)
    bots = [met[name] for name in series.line_up]
    found: list[Found] = []
    for number in part.numbers:
        if stopping():
            break
        seed = f"{series.seed}/{number}"
        try:
            found.append(part.play(game, bots, seed))
        except NoProperMove as problem:
            raise BotFailed(
                phrase(
                    "The bot {bot} (seat {seat} of {title}, game of seed {seed}) made the move "
                    "{said}: {sentence}",
                    bot=series.line_up[problem.seat],
                    seat=problem.seat + 1,
                    title=game.facts.title,
                    seed=seed,
                    said=problem.said,
                    sentence=problem.sentence,
                )
            ) from None
        except OutsideError as problem:
            raise BotFailed(
                phrase(
                    "{problem} That was in {title}, in the game of seed {seed}.",
                    problem=problem.message,
                    title=game.facts.title,
                    seed=seed,
                )
            ) from None
    return found


@lru_cache(maxsize=4)
def _table(
    name: str, seats: int, options: tuple[tuple[str, OptionValue], ...]
) -> tuple[Game, dict[str, Bot]]:
    """The game and its players met so far, kept from one part to the next."""
    return new_game(name, seats, **dict(options)), {}


def played(
    parts: Sequence[Part[Found]], executor: Executor | None, progress: Progress | None = None
) -> Iterator[tuple[Part[Found], list[Found]]]:
    """Each part with what was found, as they are finished; tells now and then how far it is.

    >>> def seed_alone(game, bots, seed):
    ...     return seed
    >>> series = Series.of("turing", 1, {"cards": "4,9,11,14"}, ["careful"], 7)
    >>> parts = list(parts_of(series, range(3), seed_alone, size=2))
    >>> [(part.numbers, found) for part, found in played(parts, None)]
    [((0, 1), ['7/0', '7/1']), ((2,), ['7/2'])]
    """
    if executor is None:
        _table.cache_clear()  # the game may have been published anew since
    games = sum(len(part.numbers) for part in parts)
    told, finished = time.monotonic(), 0
    try:
        for part, found in completed(executor, play_part, parts):
            finished += len(found)
            late = time.monotonic() - told > SECONDS_BETWEEN_NEWS
            if progress is not None and (late or finished == games):
                told = time.monotonic()
                sentence = phrase(
                    "{percent} %: {n:,} games played.",
                    percent=100 * finished // games,
                    n=finished,
                )
                progress(sentence)
            yield part, found
    finally:
        if executor is None:
            _table.cache_clear()  # programs among the players end
