"""What tests of tables share: opening one, seating people, playing on."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import random
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from facedown.core import registry, roster
from facedown.core.codec import Json
from facedown.core.moves import Move
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.play import play
from facedown.table.opening import NewTable
from facedown.table.tables import ServerSettings, Tables

AMPLE = 240.0
"""Seconds for what is to be done in time, however busy the machine."""
QUICK = ServerSettings(bot_seconds=AMPLE, workers=1)


@contextlib.contextmanager
def late(tables: Tables, bot: str) -> Iterator[None]:
    """A bot that is never done: what it is asked has hardly any time, and all else plenty."""
    run = tables.pool.run

    async def hurried(deadline: float, work: Any, *about: Any, **how: Any) -> Json:
        return await run(0.1 if bot in about else deadline, work, *about, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables.pool, "run", hurried)
        yield


def on_tables(
    scene: Callable[..., Awaitable[None]], settings: ServerSettings = QUICK
) -> Callable[..., None]:
    """A test of this scene: it gets tables over a store that is gone afterwards."""

    @functools.wraps(scene)
    def test(**fixtures: Any) -> None:
        async def run() -> None:
            async with asyncio.timeout(AMPLE), Tables.open("", settings) as tables:
                await scene(tables, **fixtures)

        asyncio.run(run())

    # pytest gives what the scene names, apart from the tables.
    names = scene.__code__.co_varnames[1 : scene.__code__.co_argcount]
    del test.__wrapped__
    test.__signature__ = _signature(names)  # type: ignore[attr-defined]
    return test


def _signature(names: tuple[str, ...]) -> Any:
    import inspect

    keyword = inspect.Parameter.KEYWORD_ONLY
    return inspect.Signature([inspect.Parameter(name, keyword) for name in names])


@contextlib.contextmanager
def publishing(
    folder: Path, games: Mapping[str, str], players: Mapping[str, str], package: str = "games"
) -> Iterator[None]:
    """Makes a package in a folder whose games and players every process finds, like anybody's."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = []
    for group, entries in ((registry.GROUP, games), (roster.GROUP, players)):
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines))
    known = (roster.published, registry._entries, registry._load, roster._installed)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        for found in known:
            found.cache_clear()
        yield
    for found in known:
        found.cache_clear()


class Party:
    """A table with a person on every seat."""

    def __init__(self, tables: Tables, table: str, host: str, secrets: list[str]) -> None:
        self.tables, self.table, self.host, self.secrets = tables, table, host, secrets

    @classmethod
    async def at(cls, tables: Tables, asked: NewTable) -> Party:
        """Opens the table and seats people on all seats that no bot has."""
        made = await tables.create(asked)
        info = await tables.watching.info(made.table)
        bots = asked.bots or {}
        secrets = [
            "" if seat in bots else (await tables.do(made.table, ClaimSeat(seat=seat))).secret
            for seat in range(len(info.seats))
        ]
        return cls(tables, made.table, made.host_secret, secrets)

    async def move(self, seat: int, move: Move | int) -> int:
        """Moves for a seat; the event's number."""
        return (await self.tables.do(self.table, play(move), self.secrets[seat])).seq

    async def play_on(self, rng: random.Random, most: int = 10_000) -> int:
        """Plays at random until the end, or so many moves; returns how many were made."""
        for made in range(most):
            info = await self.tables.watching.info(self.table)
            if info.status == "over":
                return made
            seat = rng.choice(info.actors)
            if info.seats[seat].player != "human":
                await self.tables.watching.wait(self.table, info.head, 30)
                continue
            moves = (await self.tables.watching.snapshot(self.table, self.secrets[seat])).legal
            await self.move(seat, rng.choice(moves)[0])
        return most
