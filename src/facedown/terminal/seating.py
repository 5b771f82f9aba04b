"""Who sits where: people, and bots by name."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.errors import BadOption
from facedown.core.game import Game
from facedown.core.log import Log
from facedown.core.messages import phrase
from facedown.core.players import HUMAN, bot_of, bot_player
from facedown.core.roster import Bot, new_bot, roster_of
from facedown.core.seats import Seat


def read_seats(text: str) -> tuple[str, ...]:
    """The players of ``--seats human,bot:exact``; which bots there are is not checked here.

    Raises ``BadOption`` with one sentence.

    >>> read_seats("human, bot:exact")
    ('human', 'bot:exact')
    """
    players = tuple(part.strip() for part in text.split(","))
    for player in players:
        if player != HUMAN and bot_of(player) is None:
            raise BadOption(
                phrase(
                    "A seat is human or bot:NAME, such as --seats human,bot:NAME; not {player!r}.",
                    player=player[:40],
                )
            )
    return players


def usual_seats(game: type[Game]) -> tuple[str, ...]:
    """Who plays when nobody was named: one human, and the usual bot where more are needed."""
    seats = game.facts.seats_unless_said
    if seats == 1:
        return (HUMAN,)
    bot = roster_of(game).usual
    return (HUMAN, *(HUMAN if bot is None else bot_player(bot),) * (seats - 1))


def seat_bots(game: Game, players: Sequence[str]) -> dict[Seat, Bot]:
    """The bots of a table; raises ``UnknownName`` when one does not exist."""
    return {
        seat: new_bot(game, bot)
        for seat, player in enumerate(players)
        if (bot := bot_of(player)) is not None
    }


def players_of(log: Log) -> tuple[str, ...]:
    """Who sits where in a log: whoever is not a bot is played by a human here."""
    return tuple(player if bot_of(player) else HUMAN for player in log.players)
