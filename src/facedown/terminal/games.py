"""List the games, or everything that can be chosen for one game.

``facedown games [GAME] [--json]``
"""

from __future__ import annotations

import argparse

from facedown.core.codec import Json
from facedown.core.facts import Facts, Option
from facedown.core.game import Game
from facedown.core.registry import game_class, load_games
from facedown.core.roster import Adjusted, BotFactory, roster_of
from facedown.lab.tools import Result, tools_of
from facedown.terminal.arguments import add_json
from facedown.terminal.called import called
from facedown.terminal.output import progress, show
from facedown.terminal.words import columns, option_value


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="tell all about this one game")
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints the games."""
    if chosen.game is not None:
        kind = game_class(chosen.game)
        show(describe(kind), as_json=chosen.json)
        for problem in (*roster_of(kind).problems, *tools_of(chosen.game).problems):
            progress(problem)
        return 0
    games, problems = load_games()
    text = "\n".join(_line(game.facts) for game in games.values()) or "No game is installed."
    if games:
        text += f"\n\n{called()} games GAME lists a game's options, bots and hints."
    # Only programs are told of commands here, and to know them is to load every game's tools.
    forms = [_facts(game) for game in games.values()] if chosen.json else []
    show(Result(forms, text), as_json=chosen.json)
    for problem in problems:
        progress(problem)
    return 0


def describe(game: type[Game]) -> Result:
    """Everything that can be chosen for a game."""
    facts = game.facts
    bots, commands = roster_of(game).bots, tools_of(facts.name).commands
    told = [(name, _adjusted(name, factory)) for name, factory in bots.items()]
    parts = [
        _line(facts),
        f"Designed by {facts.designers}. Rules version {facts.rules_version}.",
        *_part("Options, as --option NAME=VALUE:", [_option(o) for o in facts.options]),
        *_part("Bots, weakest first, as --seats human,bot:NAME:", told),
        *_part("Hints, as --hints NAME,NAME:", [(aid.name, aid.meaning) for aid in facts.aids]),
        *_part("Commands:", [(f"facedown {c.verb} {facts.name}", c.summary) for c in commands]),
    ]
    return Result({**_facts(game), "bots": list(bots)}, "\n".join(parts))


def _line(facts: Facts) -> str:
    return f"{facts.name}: {facts.title}, {facts.players}. {facts.summary}"


def _part(title: str, rows: list[tuple[str, str]]) -> list[str]:
    return ["", title, columns(rows)] if rows else []


def _adjusted(name: str, factory: BotFactory) -> str:
    """How a bot can be adjusted; empty where it cannot."""
    if not isinstance(factory, Adjusted):
        return ""
    knobs = (f"{name}:{k.name}=NUMBER ({k.least:g} to {k.most:,})" for k in factory.knobs)
    return f"or {' or '.join(knobs)}"


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
    unless = "" if option.default == "" else f" (unless given: {option_value(option.default)})"
    return f"{option.name}={values}", f"{option.meaning}{unless}"


def _facts(game: type[Game]) -> Json:
    return {
        **game.facts.form(),
        "commands": [command.verb for command in tools_of(game.facts.name).commands],
    }
