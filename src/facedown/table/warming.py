"""What a game's moves need and takes long to load, loaded before somebody waits for it."""

from __future__ import annotations

import asyncio

from facedown.core.game import Game
from facedown.table.live_table import LiveTable
from facedown.table.tasks import Tasks


class Warming:
    """Warms up each kind of game once in a process, in a thread, when a table of it is loaded."""

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks
        self._warm: set[type[Game]] = set()

    def look(self, live: LiveTable) -> None:
        """Warms up the game of a table, unless that was done."""
        game = live.state.game
        if type(game) not in self._warm:
            self._warm.add(type(game))
            self._tasks.spawn(asyncio.to_thread(game.warm_up))
