"""Tables of three over the wire, all as fast as they can: ours beside boardgame.io, in one run.

At each table three clients hold a socket or stream each. One after the other moves, and the next
move goes out when all three have seen the one before; all tables do so at once. So a rate and the
latencies belong together: both tell how much work a move is for the server. Ours stores every move
before it acknowledges it, and plays real games of ours; boardgame.io plays the smallest game there
can be, once from memory and once from its own file store. The clients are in one process, the
server in another, on the same machine. What a move costs the server's processor is told as well: it
hardly depends on what else the machine does, where rates do.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol

from facedown.core.progress import Progress
from facedown.lab.benches import boardgame_io as peer
from facedown.lab.benches import crowd
from facedown.lab.benches.boardgame_io import SEATS, Table, boardgame_io
from facedown.lab.benches.tables import Latencies, latencies, stores
from facedown.lab.benches.web import clients, prepare, served
from facedown.lab.tools import Bench, Measurement

TABLES: Final = 100
MOVES: Final = 8
WARM: Final = 2
"""Moves at each table before those that count."""

AIMS: Final = {"programs": 1.0, "pages": 0.5}
"""What is to be reached of the rate of boardgame.io's file store."""


class Mover(Protocol):
    """A table at which a move is made and seen by all."""

    times: list[float]

    async def move(self) -> None:
        """Makes one move and waits until everybody has seen it."""


class Speed(NamedTuple):
    """Moves a second, how soon they were seen, and a move's seconds of the server's processor."""

    rate: float
    seen: Latencies
    cost: float

    def words(self) -> str:
        """The speed in a line."""
        half, most = (f"{1000 * seconds:.0f}" for seconds in self.seen)
        cost = f"{1000 * self.cost:.2f} ms CPU"
        return f"{self.rate:,.0f} moves/s (p50 {half} ms, p99 {most} ms, {cost})"


async def at_once(
    tables: Sequence[Mover], moves: int, spent: Callable[[], Awaitable[float]]
) -> Speed:
    """So many moves at each table, one after the other there, at all of them at once.

    ``spent`` tells the seconds of its processor that the server has taken so far.
    """

    async def play(table: Mover, count: int) -> None:
        for _ in range(count):
            await table.move()

    await asyncio.gather(*(play(table, WARM) for table in tables))
    for table in tables:
        table.times.clear()
    before, started = await spent(), time.perf_counter()
    await asyncio.gather(*(play(table, moves) for table in tables))
    seconds = time.perf_counter() - started
    cost = await spent() - before
    times = [one for table in tables for one in table.times]
    assert len(times) == moves * len(tables)
    return Speed(len(times) / seconds, latencies(times), cost / len(times))


def work(tables: int, moves: int) -> str:
    """The checksum of work that is equal: so many tables, seats that see, and moves."""
    return hashlib.sha256(f"{tables} {SEATS} {moves}".encode()).hexdigest()[:16]


async def theirs(port: int, tables: int, moves: int) -> Speed:
    """boardgame.io's speed."""
    made = [Table(port) for _ in range(tables)]
    try:
        for start in range(0, tables, 25):
            await asyncio.gather(*(each.open() for each in made[start : start + 25]))
        return await at_once(made, moves, partial(peer.processor_seconds, port))
    finally:
        for each in made:
            each.close()


async def ours(url: str, tables: int, moves: int, *, pages: bool) -> Speed:
    """The speed of our server over a store."""
    scripted = await prepare(url, tables, WARM + moves, seats=SEATS)
    with served(url) as port:
        async with clients(port, scripted, pages=pages, watchers=range(SEATS)) as made:
            return await at_once(made, moves, partial(crowd.processor_seconds, port))


def _trios(progress: Progress) -> Iterator[Measurement]:
    proof = work(TABLES, MOVES)
    peers: dict[str, Speed] = {}
    for kept in ("memory", "file store"):
        progress(f"boardgame.io, {kept}")
        with boardgame_io(kept, progress) as port:
            if port is not None:
                peers[kept] = asyncio.run(theirs(port, TABLES, MOVES))
    words = "; ".join(f"boardgame.io, {kept}: {one.words()}" for kept, one in peers.items())
    durable = peers.get("file store")
    with stores(progress) as urls:
        for kind, url in urls.items():
            for who, aim in AIMS.items():
                progress(f"ours, {who} on {kind}")
                speed = asyncio.run(ours(url, TABLES, MOVES, pages=who == "pages"))
                what = f"{TABLES} tables of three, {who}, {kind}"
                ratio = None if durable is None else speed.rate / durable.rate
                wanted = f"{aim:g} of its file store"
                yield Measurement(what, speed.rate, "moves/s", proof, wanted, words, ratio)
                ratio = None if durable is None else durable.cost / speed.cost
                cost = 1000 * speed.cost
                yield Measurement(f"{what}, a move", cost, "ms CPU", proof, wanted, words, ratio)
                yield Measurement(f"{what}, p50", 1000 * speed.seen.half, "ms", proof)
                yield Measurement(f"{what}, p99", 1000 * speed.seen.most, "ms", proof)


BENCHES: Final = (Bench("web-trios", "tables of three over the wire, beside boardgame.io", _trios),)
"""The speeds this package claims."""
