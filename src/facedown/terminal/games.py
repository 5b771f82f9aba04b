"""List the games, or everything that can be chosen for one game.

``facedown games [GAME] [--json]``
"""

from __future__ import annotations

import argparse
from typing import Final

from facedown.core.codec import Json
from facedown.core.facts import Facts, Option
from facedown.core.game import Game
from facedown.core.messages import joined, listed, phrase
from facedown.core.registry import game_class, load_games
from facedown.core.roster import Adjusted, BotFactory, roster_of
from facedown.core.seats import bot_words
from facedown.lab.tools import Result, tools_of
from facedown.languages import spoken
from facedown.terminal.arguments import add_json
from facedown.terminal.console import called
from facedown.terminal.output import columns, option_value, progress, show, speak_of

SUMMARY: Final = phrase("List the games, or everything that can be chosen for one game.")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help=phrase("tell all about this one game")
    )
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints the games."""
    if chosen.game is not None:
        kind = game_class(chosen.game)
        speak_of(kind)
        show(describe(kind), as_json=chosen.json)
        for problem in (*roster_of(kind).problems, *tools_of(chosen.game).problems):
            progress(problem)
        return 0
    games, problems = load_games()
    lines = [_line(game.facts) for game in games.values()] or [phrase("No game is installed.")]
    if games:
        more = phrase(
            "{command} lists a game's options, bots and hints.", command=f"{called()} games GAME"
        )
        lines += ["", more]
    # Only programs are told of commands here, and to know them is to load every game's tools.
    forms = [_facts(game) for game in games.values()] if chosen.json else []
    show(Result(forms, joined("\n", lines)), as_json=chosen.json)
    for problem in problems:
        progress(problem)
    return 0


def describe(game: type[Game]) -> Result:
    """Everything that can be chosen for a game."""
    facts = game.facts
    bots, commands = roster_of(game).bots, tools_of(facts.name).commands
    told = [(name, _bot(name, factory)) for name, factory in bots.items()]
    aids = [(aid.name, aid.meaning) for aid in facts.aids]
    verbs = [(f"facedown {command.verb} {facts.name}", command.summary) for command in commands]
    parts = [
        _line(facts),
        phrase(
            "Designed by {designers}. Rules version {version}.",
            designers=facts.designers,
            version=facts.rules_version,
        ),
        *_part(phrase("Options, as --option NAME=VALUE:"), [_option(o) for o in facts.options]),
        *_part(phrase("Bots, weakest first, as --seats human,bot:NAME:"), told),
        *_part(phrase("Hints, as --hints NAME,NAME:"), aids),
        *_part(phrase("Commands:"), verbs),
    ]
    return Result({**_facts(game), "bots": list(bots)}, joined("\n", parts))


def _line(facts: Facts) -> str:
    title = joined(", ", [facts.title, facts.players])
    return joined("", [facts.name, phrase(": "), title, ". ", facts.summary])


def _part(title: str, rows: list[tuple[str, str]]) -> list[str]:
    return ["", title, columns(rows)] if rows else []


def _bot(name: str, factory: BotFactory) -> str:
    """What a bot is called where that is not what one types, and how it can be adjusted."""
    word = spoken(bot_words(name))
    told = [word] if word != name else []
    if isinstance(factory, Adjusted):
        knobs = [
            phrase(
                "{bot}:{knob}=NUMBER ({least:g} to {most:,})",
                bot=name,
                knob=knob.name,
                least=knob.least,
                most=knob.most,
            )
            for knob in factory.knobs
        ]
        told.append(phrase("or {adjusted}", adjusted=listed(knobs, "or")))
    return joined(", ", told)


def _option(option: Option) -> tuple[str, str]:
    if option.choices:
        values = "|".join(map(str, option.choices))
    elif isinstance(option.default, bool):
        values = "yes|no"
    elif option.bounds is not None:
        values = "{}..{}".format(*option.bounds)
    elif isinstance(option.default, int):
        values = "NUMBER"
    else:
        values = "TEXT|@FILE"
    meaning: str = option.meaning
    if option.default != "":
        meaning = phrase(
            "{meaning} (unless given: {value})",
            meaning=meaning,
            value=option_value(option.default),
        )
    return f"{option.name}={values}", meaning


def _facts(game: type[Game]) -> Json:
    return {
        **game.facts.form(),
        "commands": [command.verb for command in tools_of(game.facts.name).commands],
    }
