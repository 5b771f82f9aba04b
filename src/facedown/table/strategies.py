"""A game's tree of best play, looked into from one moment, in worker processes."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Final

from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.strategy import Moment
from facedown.table.process import as_record
from facedown.table.slow_work import SlowWork
from facedown.table.thinking import name_of, walk

WALK_SECONDS: Final = 30.0


async def best_moment(
    slow_work: SlowWork, game: Game, steps: Sequence[str], ask: str, depth: int
) -> Moment:
    """Best play after some answers; see :meth:`~facedown.core.game.Game.strategy`.

    Raises ``FacedownError`` with what the game has against them, ``TooSlow`` and ``Crashed``.
    """
    about = name_of(game), tuple(steps), ask, depth
    reports = slow_work.follow(WALK_SECONDS, walk, *about)
    async with contextlib.aclosing(reports):
        async for said in reports:
            kind, found = as_record(tuple[str, Any], said)
            if kind == "refused":
                raise FacedownError(found)
            moment: Moment = as_record(Moment, found)
            return moment
    raise FacedownError(phrase("Nothing was found."))
