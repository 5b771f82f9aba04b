"""Bots at a table: they get a view and a deadline, and never hold up the game."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from facedown.core.codec import Json
from facedown.core.errors import FacedownError, MalformedMove, UnknownName
from facedown.core.game import Game
from facedown.core.match import Match
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.play import any_move
from facedown.core.players import bot_player
from facedown.core.roster import adjustments, factory_of, roster_of
from facedown.core.seats import Seat
from facedown.table.errors import Crashed, TooSlow
from facedown.table.pool import WorkerPool
from facedown.table.thinking import choose, name_of, warm_up_of

RANDOM = "random"
"""The bot that every game has: any legal move."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A bot's move: who made it, and why not the one who was asked (empty when it was)."""

    action: Action
    by: str
    instead: str


def bot_names(game: Game) -> tuple[str, ...]:
    """The bots that are offered at a table of this game, weakest first."""
    bots = adjustments(game)
    return bots if RANDOM in bots else (*bots, RANDOM)


def usual_bot(game: Game) -> str:
    """The bot that sits down unless somebody chooses another."""
    return roster_of(game).usual or RANDOM


def check_bot(game: Game, name: str) -> str:
    """The name itself; raises ``UnknownName`` or ``BadOption`` when the game has no such bot."""
    names = bot_names(game)
    if name in names:
        return name
    try:
        factory_of(game, name)
    except UnknownName:
        listed = ", ".join(names)
        raise UnknownName(
            phrase(
                "{title} has no bot {name!r}; its bots: {listed}.",
                title=game.facts.title,
                name=name[:40],
                listed=listed,
            )
        ) from None
    return name


async def bot_move(
    pool: WorkerPool,
    match: Match,
    seat: Seat,
    bot: str,
    deadline: float,
    check: Callable[[], None],
    ready: Callable[[], None],
) -> Chosen:
    """A move of a bot that is allowed: its own, else of the weakest bot, else a random one.

    ``deadline`` in seconds holds for the bot that was asked; the weakest gets a quarter of it.
    ``check`` raises when what it thought about has passed meanwhile; ``ready`` is called whenever a
    process begins to think.
    """
    game, view = match.game, match.view(seat)
    instead = ""
    names = list(roster_of(game).bots)
    tries = [(bot, deadline)] if bot.partition(":")[0] in names else []
    if tries and names[0] != bot:
        tries.append((names[0], deadline / 4))
    for name, seconds in tries:
        seed = secrets.randbits(64)
        try:
            after = warm_up_of(game.facts.name, name.partition(":")[0])
            about = name_of(game), name, view, seed
            said = await pool.run(seconds, choose, *about, after=after, begun=ready)
        except TooSlow:
            why = "late"
        except Crashed:
            why = "crashed"
        else:
            check()
            action = _action(game, said)
            if action is not None and match.allows(seat, action):
                return Chosen(action, bot_player(name), instead)
            why = "refused"
        check()
        instead = instead or why
    return Chosen(_any_move(match, seat), RANDOM, instead)


def _action(game: Game, said: Json) -> Action | None:
    """The move that a process answered with, None when it cannot be read as one."""
    try:
        return said if type(said) is int else game.move_from_json(said)
    except MalformedMove:
        return None


def _any_move(match: Match, seat: Seat) -> Action:
    move = any_move(match.game, match.view(seat), random.Random(secrets.randbits(64)))
    if move is None:
        raise FacedownError(
            phrase("Seat {seat} has no move that could be found for it.", seat=seat + 1)
        )
    return move
