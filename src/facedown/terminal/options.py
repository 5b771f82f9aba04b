"""A game's options as they are typed: ``--option NAME=VALUE``, or ``NAME=@FILE`` for a text."""

from __future__ import annotations

import argparse
from pathlib import Path

from facedown.core.errors import BadOption
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.text_file import text_in


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
