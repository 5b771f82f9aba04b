"""Players: who sits in a seat, in the words of a log, ``"human"`` or ``"bot:NAME"``."""

from __future__ import annotations

from typing import Final

from facedown.core.messages import joined, phrase_in

HUMAN: Final = "human"
_BOT: Final = "bot:"

BOT: Final = "bot"
"""The context of the names of bots in a catalogue."""


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


def bot_words(bot: str) -> str:
    """What people read as the name of a bot, which may be adjusted (``strong:seconds=2``).

    What one types, and what logs and programs have, is the name itself.

    >>> bot_words("careful"), bot_words("strong:seconds=2")
    ('careful', 'strong:seconds=2')
    """
    name, colon, adjusted = bot.partition(":")
    word = phrase_in(BOT, name)
    if not colon:
        return word
    knob, equals, value = adjusted.partition("=")
    return joined("", [word, colon, phrase_in(BOT, knob), equals, value])
