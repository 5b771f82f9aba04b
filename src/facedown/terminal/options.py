"""A game's options as they are typed: ``--option NAME=VALUE``, or ``NAME=@FILE`` for a text."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from facedown.core.errors import BadOption
from facedown.core.facts import LONGEST_OPTION, Option, OptionValue
from facedown.core.game import Game
from facedown.terminal.output import reason

LARGEST: Final = 4 * LONGEST_OPTION + 4
"""Bytes of the largest file that is read: a character has up to four, a mark before all three."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds ``--option``."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, as facedown games GAME lists them; can be given repeatedly; "
        "NAME=@FILE takes a text from a file",
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
            raise BadOption(f"An option is given as NAME=VALUE, not {text[:40]!r}.")
        if name in options:
            raise BadOption(f"The option {name} is given twice.")
        option = game.facts.option(name)
        if isinstance(option.default, str) and value.startswith("@"):
            value = _text_of(option, Path(value[1:]))
        options[name] = option.read(value)
    return options


def _text_of(option: Option, path: Path) -> str:
    """The text in a file, without blanks around it; raises ``BadOption`` with one sentence."""
    what = f"The option {option.name} cannot be read from {path}"
    try:
        path = path.expanduser()
        if path.exists() and not (path.is_file() or path.is_dir()):
            # A pipe or a device may never come to an end, or never begin.
            raise BadOption(f"{what}: it is not a file on a disk.")
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError, RuntimeError) as problem:
        raise BadOption(f"{what}: {reason(problem)}.") from None
    if len(content) > LARGEST:
        raise BadOption(f"{what}: it has more than {LARGEST:,} bytes.")
    try:
        # An editor may have put a mark of the encoding before the text.
        text = content.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BadOption(f"{what}: it is not a text in UTF-8.") from None
    if not text:
        raise BadOption(f"{what}: the file is empty.")
    return text
