"""Series of games by number, and the processes or the cluster that play them.

Nature draws game number ``n`` from the seed and ``n`` alone. Two series of one seed differ only by
who plays, or by the rules that are played with: whatever is drawn has a name, and the same name is
drawn from the same number. What differs between them is therefore measured in pairs of games.

Anything that ``concurrent.futures`` calls an executor will do. Work that is handed to one is a
function of a module with plain arguments, as it may be sent to other processes and other
machines.
"""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Final, Generic, NamedTuple, TypeVar

from facedown.core.errors import BadOption, FacedownError
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.play import NoProperMove
from facedown.core.registry import new_game
from facedown.core.roster import Bot
from facedown.core.workshop import Progress
from facedown.lab.estimate import LineUp
from facedown.lab.players import OutsideError, player_called
from facedown.processors import usable_processors

Job = TypeVar("Job")
Found = TypeVar("Found")


PART: Final = 100
"""Games that are played between two reports."""
SECONDS_BETWEEN_NEWS: Final = 10.0


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


class Batch(NamedTuple, Generic[Found]):
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
) -> Iterator[Batch[Found]]:
    """The games of these numbers in parts of such a size.

    >>> series = Series.of("suspense", 2, {}, ["careful"] * 2, 7)
    >>> [part.numbers for part in parts_of(series, range(5), print, size=2)]
    [(0, 1), (2, 3), (4,)]
    """
    for first in range(0, len(numbers), size):
        yield Batch(series, tuple(numbers[first : first + size]), play)


def play_part(part: Batch[Found]) -> list[Found]:
    """What was found in each game; fewer once nobody waits for them any longer.

    Raises ``BotFailed`` where a bot makes a move that is not allowed, or a program does not answer.

    >>> def seed_alone(game, bots, seed):
    ...     return seed
    >>> series = Series.of("turing", 1, {"cards": "4,9,11,14"}, ["careful"], 7)
    >>> play_part(Batch(series, (0, 1), seed_alone))
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
    parts: Sequence[Batch[Found]], executor: Executor | None, progress: Progress | None = None
) -> Iterator[tuple[Batch[Found], list[Found]]]:
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


SECONDS_TO_CONNECT: Final = 10


@contextmanager
def executor_for(workers: int | None = None, cluster: str = "") -> Iterator[Executor | None]:
    """Processes of this machine, by default as many as it has processors; None for a single one.

    With an address (``tcp://HOST:PORT``) the workers of a Dask cluster instead, which need Facedown
    installed. Raises ``BadOption`` with one sentence. What is still to be done when the block is
    left is given up.

    >>> with executor_for(1) as executor:
    ...     list(completed(executor, abs, [-1, 2]))
    [(-1, 1), (2, 2)]
    """
    if workers is not None and workers < 1:
        raise BadOption(phrase("Games need at least one worker, not {workers}.", workers=workers))
    if cluster and workers is not None:
        raise BadOption(
            phrase("A cluster has workers of its own: give either its address or a number.")
        )
    if cluster:
        with _cluster(cluster) as found:
            yield found
    elif (workers or usable_processors()) == 1:
        yield None
    else:
        with _processes(workers or usable_processors()) as pool:
            yield pool


def add_executor_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds ``--workers`` and ``--cluster``, as :func:`executor_for` takes them.

    >>> parser = argparse.ArgumentParser()
    >>> add_executor_arguments(parser)
    >>> parser.parse_args(["--workers", "2"]).workers
    2
    """
    parser.add_argument(
        "--workers",
        metavar="N",
        type=int,
        help=phrase("processes at work; one per processor otherwise"),
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        default="",
        help=phrase(
            "the Dask cluster that plays, such as tcp://HOST:8786 (needs facedown[cluster])"
        ),
    )


def completed(
    executor: Executor | None, work: Callable[[Job], Found], jobs: Iterable[Job]
) -> Iterator[tuple[Job, Found]]:
    """Each job with what was found, as they are finished; in their order without an executor.

    >>> list(completed(None, abs, [-1, 2]))
    [(-1, 1), (2, 2)]
    """
    if executor is None:
        yield from ((job, work(job)) for job in jobs)
        return
    futures: dict[Future[Found], Job] = {executor.submit(work, job): job for job in jobs}
    try:
        for future in as_completed(futures):
            yield futures.pop(future), future.result()
    finally:
        for future in futures:
            future.cancel()


def stopping() -> bool:
    """Whether nobody waits any longer for what this process is doing.

    >>> stopping()
    False
    """
    return _stopping is not None and _stopping.is_set()


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Processes that leave an interrupt to this one."""
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(stop,))
    try:
        yield pool
    finally:
        stop.set()  # what is left is of no use: nobody waits for more than the game at hand
        pool.shutdown(cancel_futures=True)


_stopping: Event | None = None
"""In a process of a pool: set when its work has ended, whatever is still to be done."""


def _begin(stop: Event) -> None:
    global _stopping  # noqa: PLW0603  # an event reaches a process only when it begins
    _stopping = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise BadOption(phrase("A cluster needs Dask: install facedown[cluster].")) from None
    try:
        client = Client(  # type: ignore[no-untyped-call]  # Dask has no types
            address, timeout=SECONDS_TO_CONNECT, set_as_default=False
        )
    except (OSError, ValueError):
        raise BadOption(
            phrase("There is no Dask cluster at {address!r}.", address=address[:60])
        ) from None
    with client:
        yield client.get_executor()  # type: ignore[no-untyped-call]
