"""What a game's moves need is loaded once, before somebody waits for it."""

from __future__ import annotations

import asyncio
import threading

import pytest
from tests.toys.skirmish import Skirmish

from facedown.core.registry import game_names, new_game, override_game
from facedown.table.opening import NewTable
from facedown.table.tables import ServerSettings, Tables

WARMED: list[str] = []


class Cold(Skirmish):
    """Skirmish that notes by which thread it was warmed up."""

    def warm_up(self) -> None:
        WARMED.append(threading.current_thread().name)


def warmed(*, warm_up: bool) -> list[str]:
    """By which threads the game of two tables was warmed up."""

    async def run() -> None:
        async with Tables.open(settings=ServerSettings(workers=1, warm_up=warm_up)) as tables:
            for _ in range(2):
                created = await tables.create(NewTable("skirmish", seats=2))
                await tables.registry.live_table(created.table)

    WARMED.clear()
    with override_game(Cold):
        asyncio.run(run())
    return list(WARMED)


def test_a_game_is_warmed_up_once_beside_everything_else() -> None:
    (thread,) = warmed(warm_up=True)
    assert thread != threading.main_thread().name


def test_a_server_that_warms_nothing_up_leaves_games_alone() -> None:
    assert warmed(warm_up=False) == []


@pytest.mark.parametrize("game", game_names())
def test_every_game_can_be_warmed_up(game: str) -> None:
    new_game(game).warm_up()  # beside everything else nobody would hear of a fault
