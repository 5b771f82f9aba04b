"""Let programs and language models play problems, and score them beside exact play.

``facedown agents GAME --agent AGENT… [--problems FILE|SEED] [--games N] [--out FOLDER]
[--checker] [--against BOT] [--calls N] [--parallel N] [--with FILE…] [--json]``
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from facedown.core.errors import BadOption, reason
from facedown.core.facts import OptionValue
from facedown.core.messages import phrase
from facedown.core.registry import game_class
from facedown.core.roster import roster_of
from facedown.lab.agents import (
    RANDOM,
    TRIES,
    AgentName,
    AgentsPlan,
    AskSetting,
    GamesFile,
    run_key,
)
from facedown.lab.agents import run as play
from facedown.lab.agents_report import csv_of, json_of, page_of, rows_of, text_of
from facedown.lab.players import SECONDS
from facedown.lab.problems import Problem, problems_of_file, problems_of_seed
from facedown.lab.tools import tools_of
from facedown.terminal.arguments import add_json, add_options, read_options
from facedown.terminal.output import plain, progress

SUMMARY: Final = phrase("Score programs and language models beside exact play.")

FILES: Final = ("games.jsonl", "report.html", "report.json", "scores.csv")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("game", metavar="GAME", help="the game's name")
    parser.add_argument(
        "--agent",
        metavar="AGENT",
        action="append",
        default=[],
        help=f"{RANDOM}, one of our players, a program's COMMAND over JSON lines, an endpoint "
        "for chats as URL#MODEL, with its key in FACEDOWN_AGENT_KEY, or NAME=any of these: then "
        "only NAME is ever written down; can be given repeatedly, and the others are "
        "compared with the first",
    )
    parser.add_argument(
        "--problems",
        metavar="SEED|FILE",
        default="0",
        help="the same problems every time (0), or a file with a JSON object a line, with a seed, "
        "or of a form of the game's own",
    )
    parser.add_argument(
        "--games", metavar="N", type=int, help="so many problems (10 of a seed, all of a file)"
    )
    parser.add_argument("--seats", metavar="N", type=int, help="how many seats the game has")
    parser.add_argument(
        "--against", metavar="BOT", help="who plays the other seats (the strongest)"
    )
    parser.add_argument(
        "--checker", action="store_true", help="a refused move is told the rule that it breaks"
    )
    parser.add_argument(
        "--twin", action="store_true", help="the same game under other names and colours"
    )
    parser.add_argument(
        "--tries",
        metavar="N",
        type=int,
        default=TRIES,
        help=f"wrong answers to one question that lose the game ({TRIES})",
    )
    parser.add_argument(
        "--calls", metavar="N", type=int, help="ask so often at most; the same command goes on"
    )
    parser.add_argument(
        "--parallel", metavar="N", type=int, default=1, help="games at the same time (1)"
    )
    parser.add_argument(
        "--seconds",
        metavar="N",
        type=float,
        default=SECONDS,
        help=f"how long an answer may take ({SECONDS:g})",
    )
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, help=f"keeps {', '.join(FILES)} there, and goes on"
    )
    parser.add_argument(
        "--with",
        dest="others",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="compares with the games.jsonl of another run; can be given repeatedly",
    )
    add_options(parser)
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Plays what is missing, and tells the scores."""
    for name in ("games", "calls", "parallel"):
        number = getattr(chosen, name)
        if number is not None and number < 1:
            raise BadOption(f"--{name} is a number from 1, not {number}.")
    kind = game_class(chosen.game)
    roster = roster_of(kind)
    options = {**roster.arena_options, **read_options(chosen.option, kind)}
    file = GamesFile(None if chosen.out is None else chosen.out / FILES[0])
    games: list[dict[str, Any]] = []
    missing = 0
    if chosen.agent:
        problems = _problems(chosen, options)
        alone = problems[:1] and problems[0].seats == 1
        against = "" if alone else chosen.against or roster.strongest or ""
        plan = AgentsPlan(
            chosen.game,
            problems,
            tuple(map(AgentName.read, chosen.agent)),
            AskSetting(against, chosen.checker, chosen.tries, chosen.twin),
        )
        missing = play(
            plan,
            file,
            parallel=chosen.parallel,
            calls=chosen.calls,
            seconds=chosen.seconds,
            progress=progress,
        )
        keys = [run_key(plan, a, problem) for a in plan.agents for problem in plan.problems]
        games = [file.games[key] for key in keys if key in file.games]
    elif not chosen.others:
        raise BadOption("Nobody is asked: give --agent, or --with FILE to compare runs.")
    for other in chosen.others:
        if not other.is_file():
            raise BadOption(f"There is no file {str(other)[:60]!r}.")
        games += [g for g in GamesFile(other).games.values() if g["game"] == chosen.game]
    rows = rows_of(games)
    if chosen.out is not None:
        _write(chosen.out / FILES[1], page_of(kind.facts.title, rows))
        _write(chosen.out / FILES[2], json.dumps(json_of(rows, missing), indent=1) + "\n")
        _write(chosen.out / FILES[3], csv_of(rows))
    if chosen.json:
        print(json.dumps(json_of(rows, missing), indent=2))
    else:
        print(plain(text_of(rows, missing)))
    return 0


def _problems(
    chosen: argparse.Namespace, options: Mapping[str, OptionValue]
) -> tuple[Problem, ...]:
    """Those of a seed, or of a file, of which faulty ones are told."""
    if re.fullmatch("[0-9]{1,40}", chosen.problems):
        games = 10 if chosen.games is None else chosen.games
        return problems_of_seed(chosen.game, chosen.problems, games, options, chosen.seats)
    importer = tools_of(chosen.game).importer
    found = problems_of_file(chosen.game, Path(chosen.problems), options, importer)
    for fault in found.faults:
        progress(fault)
    return found.problems[: chosen.games]


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as problem:
        raise BadOption(f"{path} cannot be written: {reason(problem)}.") from None
