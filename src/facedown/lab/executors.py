"""Where many games are played: in this process, on all processors, or on a cluster.

Anything that ``concurrent.futures`` calls an executor will do. Work that is handed to one is a
function of a module with plain arguments, as it may be sent to other processes and other machines.
"""

from __future__ import annotations

import argparse
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Final, TypeVar

from facedown.core.errors import BadOption
from facedown.core.messages import phrase
from facedown.processors import usable_processors

Job = TypeVar("Job")
Found = TypeVar("Found")

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
