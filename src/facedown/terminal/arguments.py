"""Reading a command's arguments: every mistake is one sentence, never a usage dump."""

from __future__ import annotations

import argparse
import re
from typing import NoReturn

from facedown.core.errors import FacedownError
from facedown.core.registry import game_names


class BadArguments(FacedownError):
    """The command line asks for something that the command does not have."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises :class:`BadArguments` with one sentence."""

    def __init__(self, command: str, summary: str) -> None:
        super().__init__(
            prog=f"facedown {command}",
            description=summary,
            allow_abbrev=False,
            # A game's own command may bring a --json; the last one given counts.
            conflict_handler="resolve",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Raises the sentence that argparse's message amounts to."""
        raise BadArguments(_sentence(self.prog, message))


def _sentence(command: str, message: str) -> str:
    if found := re.fullmatch(r"the following arguments are required: (.*)", message, re.DOTALL):
        if "GAME" in found[1].split(", "):
            return f"{command} needs a game: {', '.join(game_names()) or 'none is installed'}."
        return f"{command} needs {found[1]}; {command} --help says more."
    if found := re.fullmatch(r"unrecognized arguments: (.*)", message, re.DOTALL):
        return f"{command} does not know {found[1]!r}; {command} --help lists what it takes."
    if found := re.fullmatch(r"argument (\S+): expected (.*)", message, re.DOTALL):
        return f"{found[1]} needs a value; {command} --help says more."
    if found := re.fullmatch(r"argument (\S+): invalid int value: (.*)", message, re.DOTALL):
        return f"{found[1]} needs a whole number, not {found[2][:40]}."
    if found := re.fullmatch(r"argument (\S+): (.*)", message, re.DOTALL):
        return f"{found[1]}: {found[2].rstrip('.')}."
    return f"{command}: {message.rstrip('.')}."


def seed(text: str) -> str:
    """A seed as typed: a whole number from 0.

    >>> seed("007")
    '7'
    """
    if not re.fullmatch(r"[0-9]{1,40}", text):
        raise argparse.ArgumentTypeError(
            f"a seed is a whole number from 0 of at most 40 digits, not {text[:40]!r}"
        )
    return text.lstrip("0") or "0"


def moves(text: str) -> int:
    """A number of moves as typed: a moment of a game.

    >>> moves("12")
    12
    """
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise argparse.ArgumentTypeError(f"a moment is a number of moves, not {text[:40]!r}")
    return int(text)


def seat_number(text: str) -> int:
    """A seat as typed, counted from 1; returns it counted from 0.

    >>> seat_number("2")
    1
    """
    if not re.fullmatch(r"[1-9][0-9]?", text):
        raise argparse.ArgumentTypeError(f"a seat is a number from 1 on, not {text[:40]!r}")
    return int(text) - 1


def add_json(parser: argparse.ArgumentParser) -> None:
    """Adds ``--json``."""
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")
