"""Players: who sits in a seat, in the words of a log, ``"human"`` or ``"bot:NAME"``."""

from __future__ import annotations

from typing import Final

HUMAN: Final = "human"
_BOT: Final = "bot:"


def bot_player(bot: str) -> str:
    """A bot as a player.

    >>> bot_player("exact")
    'bot:exact'
    """
    return _BOT + bot


def bot_of(player: str) -> str | None:
    """The name of the bot that a player is, or None for anybody else.

    >>> bot_of("bot:exact"), bot_of(HUMAN), bot_of("bot:")
    ('exact', None, None)
    """
    return player.removeprefix(_BOT) or None if player.startswith(_BOT) else None
