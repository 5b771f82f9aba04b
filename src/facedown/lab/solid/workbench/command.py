"""``facedown lab solid``: sets of rules compared on the same draws."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facedown.core.errors import BadOption, reason
from facedown.core.messages import phrase
from facedown.core.progress import Progress
from facedown.lab.executors import add_executor_arguments, executor_for
from facedown.lab.tools import Command, Result

if TYPE_CHECKING:
    from facedown.lab.solid.workbench.plan import Plan

PLAYERS: Final = "beginner,greedy,careful"


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        metavar="RULES",
        action="append",
        help="a card list (FILE.toml) or a deck that comes along (two-sided, separate), with "
        "options behind it, such as A.toml,anyone=yes; can be given repeatedly, and the others are "
        "compared with the first (two-sided)",
    )
    parser.add_argument(
        "--players",
        metavar="NAME,NAME",
        default=PLAYERS,
        help=f"levels of players, each playing among equals ({PLAYERS})",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=int,
        default=1_000,
        help="games by each set of rules among each level (1,000)",
    )
    parser.add_argument(
        "--mixed",
        action="store_true",
        help="lets each level also play among the one before it, from every seat of each deal: "
        "what skill is worth",
    )
    parser.add_argument("--seats", metavar="N", type=int, default=2, help="players in a game (2)")
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="the same draws every time (0)"
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        help="keeps games.jsonl, measures.csv, cards.csv and report.html there; games that are in "
        "it are not played again",
    )
    add_executor_arguments(parser)


def _lab(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.lab.records import Records
    from facedown.lab.solid.rule_sets import rules_from
    from facedown.lab.solid.workbench import report
    from facedown.lab.solid.workbench.plan import Plan, run

    plan = Plan(
        tuple(map(rules_from, chosen.rules or ["two-sided"])),
        tuple(name.strip() for name in chosen.players.split(",")),
        chosen.games,
        chosen.seats,
        chosen.seed,
        chosen.mixed,
    )
    folder = None if chosen.out is None else Path(chosen.out)
    records = Records(None if folder is None else folder / "games.jsonl")
    with executor_for(chosen.workers, chosen.cluster) as executor:
        findings = run(plan, records, executor, progress)
    told = report.text(findings)
    if folder is not None:
        files = {
            "measures.csv": report.measures_csv(findings),
            "cards.csv": report.cards_csv(findings),
            "report.html": report.page(findings, _command(chosen, plan)),
        }
        for name, content in files.items():
            try:
                (folder / name).write_text(content, "utf-8")
            except OSError as problem:
                what = f"{folder / name} cannot be written"
                raise BadOption(f"{what}: {reason(problem)}.") from None
        told += f"\n\nThe report is {folder / 'report.html'}."
    return Result(report.to_json(findings), told)


def _command(chosen: argparse.Namespace, plan: Plan) -> str:
    """The command that plays the same games anywhere the files are."""
    words = ["facedown", "lab", "solid"]
    for rules in chosen.rules or ():
        words += ["--rules", rules]
    words += ["--players", ",".join(plan.players), "--games", str(plan.games)]
    words += ["--seats", str(plan.seats), "--seed", str(plan.seed)]
    words += ["--mixed"] if plan.mixed else []
    return shlex.join(words)


LAB: Final = Command("lab", phrase("Compare sets of rules on the same draws."), _arguments, _lab)
