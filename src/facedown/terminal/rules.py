"""Print a game's rules, in our own words.

``facedown rules GAME [PARAGRAPH] [--json]``
"""

from __future__ import annotations

import argparse
import json
from typing import Final

from facedown.core.errors import FacedownError, UnknownName
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.registry import game_class
from facedown.languages import ENGLISH, current_language, rulebook_spoken, speaking
from facedown.terminal.arguments import add_json
from facedown.terminal.output import fit_markdown, paragraph, print_long, speak_of

SUMMARY: Final = phrase("Print a game's rules, in our own words.")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("game", metavar="GAME", help=phrase("the game's name"))
    parser.add_argument(
        "paragraph",
        metavar="PARAGRAPH",
        nargs="?",
        help=phrase("only this paragraph, such as T6 or 6"),
    )
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints the rules."""
    game = game_class(chosen.game)
    speak_of(game)
    if chosen.json:
        with speaking(ENGLISH):
            text = rules_text(game, chosen.paragraph)
        facts = game.facts
        form = {"game": facts.name, "rules_version": facts.rules_version, "rules": text}
        print(json.dumps(form, indent=2))
    else:
        print_long(fit_markdown(rules_text(game, chosen.paragraph)))
    return 0


def rules_text(game: type[Game], label: str | None) -> str:
    """A game's rulebook, or one paragraph of it.

    Raises ``FacedownError`` with one sentence when there is none.
    """
    try:
        rulebook = game.rulebook()
    except OSError:
        raise FacedownError(phrase("{title} brings no rulebook.", title=game.facts.title)) from None
    if current_language() != ENGLISH:
        rulebook = rulebook_spoken(rulebook)
    if not label:
        return rulebook.rstrip("\n")
    found = paragraph(rulebook, label)
    if found is None:
        raise UnknownName(
            phrase(
                "The rules of {title} have no paragraph {label!r}.",
                title=game.facts.title,
                label=label[:20],
            )
        )
    return found
