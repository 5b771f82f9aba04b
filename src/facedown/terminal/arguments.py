"""Reading a command's arguments: every mistake is one sentence, never a usage dump."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from facedown.core.errors import BadOption, FacedownError
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.log import Log
from facedown.core.messages import phrase
from facedown.core.registry import game_names
from facedown.core.roster import Bot, new_bot, roster_of
from facedown.core.seats import HUMAN, Seat, bot_of, bot_player
from facedown.core.texts import text_in
from facedown.languages import spoken


class BadArguments(FacedownError):
    """The command line asks for something that the command does not have."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Says what argparse prints in the language that is spoken."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Adds the line that says how the command is called."""
        prefix = spoken(phrase("usage: ")) if prefix is None else prefix
        super().add_usage(usage, actions, groups, prefix)

    def add_text(self, text: str | None) -> None:
        """Adds what the command is for."""
        super().add_text(text and spoken(text))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and spoken(action.help)


class ArgumentReader(argparse.ArgumentParser):
    """An argument parser that raises :class:`BadArguments` with one sentence."""

    def __init__(self, command: str, summary: str) -> None:
        super().__init__(
            prog=f"facedown {command}",
            description=summary,
            allow_abbrev=False,
            # A game's own command may bring a --json; the last one given counts.
            conflict_handler="resolve",
            formatter_class=_Formatter,
            add_help=False,
        )
        self.add_argument(
            "-h", "--help", action="help", help=phrase("show this help message and exit")
        )
        self._positionals.title = spoken(phrase("positional arguments"))
        self._optionals.title = spoken(phrase("options"))

    def error(self, message: str) -> NoReturn:
        """Raises the sentence that argparse's message amounts to."""
        raise BadArguments(_sentence(self.prog, message))


def _sentence(command: str, message: str) -> str:
    """The sentence that an error of argparse amounts to: argparse gives it as a text in English."""
    if found := re.fullmatch(r"the following arguments are required: (.*)", message, re.DOTALL):
        if "GAME" in found[1].split(", "):
            games = ", ".join(game_names()) or phrase("none is installed")
            return phrase("{command} needs a game: {games}.", command=command, games=games)
        return phrase(
            "{command} needs {what}; {command} --help says more.", command=command, what=found[1]
        )
    if found := re.fullmatch(r"unrecognized arguments: (.*)", message, re.DOTALL):
        return phrase(
            "{command} does not know {what!r}; {command} --help lists what it takes.",
            command=command,
            what=found[1],
        )
    if found := re.fullmatch(r"argument (\S+): expected (.*)", message, re.DOTALL):
        return phrase(
            "{option} needs a value; {command} --help says more.", option=found[1], command=command
        )
    if found := re.fullmatch(r"argument (\S+): invalid int value: (.*)", message, re.DOTALL):
        return phrase(
            "{option} needs a whole number, not {text}.", option=found[1], text=found[2][:40]
        )
    if found := re.fullmatch(r"argument (\S+): not allowed with argument (\S+)", message):
        return phrase("{option} is not allowed with {other}.", option=found[1], other=found[2])
    if found := re.fullmatch(r"argument (\S+): ignored explicit argument (.*)", message, re.DOTALL):
        return phrase("{option} takes no value, not {text}.", option=found[1], text=found[2][:40])
    if found := re.fullmatch(r"argument (\S+): (.*)", message, re.DOTALL):  # of our own, spoken
        return f"{found[1]}: {found[2].rstrip('.')}."
    return f"{command}: {message.rstrip('.')}."


def seed(text: str) -> str:
    """A seed as typed: a whole number from 0.

    >>> seed("007")
    '7'
    """
    if not re.fullmatch(r"[0-9]{1,40}", text):
        raise argparse.ArgumentTypeError(
            spoken(
                phrase(
                    "a seed is a whole number from 0 of at most 40 digits, not {text!r}",
                    text=text[:40],
                )
            )
        )
    return text.lstrip("0") or "0"


def moves(text: str) -> int:
    """A number of moves as typed: a moment of a game.

    >>> moves("12")
    12
    """
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise argparse.ArgumentTypeError(
            spoken(phrase("a moment is a number of moves, not {text!r}", text=text[:40]))
        )
    return int(text)


def seat_number(text: str) -> int:
    """A seat as typed, counted from 1; returns it counted from 0.

    >>> seat_number("2")
    1
    """
    if not re.fullmatch(r"[1-9][0-9]?", text):
        raise argparse.ArgumentTypeError(
            spoken(phrase("a seat is a number from 1 on, not {text!r}", text=text[:40]))
        )
    return int(text) - 1


def add_json(parser: argparse.ArgumentParser) -> None:
    """Adds ``--json``."""
    parser.add_argument("--json", action="store_true", help=phrase("print JSON, for programs"))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds ``--option``."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=phrase(
            "an option of the game, as facedown games GAME lists them; can be given repeatedly; "
            "NAME=@FILE takes a text from a file"
        ),
    )


def read_options(given: list[str], game: type[Game]) -> dict[str, OptionValue]:
    """The options of ``--option NAME=VALUE``; raises ``BadOption`` with one sentence.

    What stands in a file becomes the option's value, and so part of the game's log: the file is
    not needed any more.
    """
    options: dict[str, OptionValue] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(
                phrase("An option is given as NAME=VALUE, not {text!r}.", text=text[:40])
            )
        if name in options:
            raise BadOption(phrase("The option {name} is given twice.", name=name))
        option = game.facts.option(name)
        if isinstance(option.default, str) and value.startswith("@"):
            value = text_in(Path(value[1:]), phrase("The option {name}", name=option.name))
        options[name] = option.read(value)
    return options


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
