"""Measure every speed that is claimed, each with a checksum that proves equal work.

``facedown bench [NAME…] [--list] [--json]``; a NAME is a bench's, a game's, or a word such as
``search`` that benches' names have.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Final

from facedown.core.codec import Json
from facedown.core.errors import UnknownName
from facedown.core.messages import phrase
from facedown.core.registry import load_games
from facedown.core.workshop import Progress
from facedown.lab.benches.crowd import BENCHES as CROWD_BENCHES
from facedown.lab.benches.environments import BENCHES as LAB_BENCHES
from facedown.lab.benches.play import random_play
from facedown.lab.benches.search import BENCHES as SEARCH_BENCHES
from facedown.lab.benches.tables import BENCHES as TABLE_BENCHES
from facedown.lab.benches.trios import BENCHES as TRIO_BENCHES
from facedown.lab.benches.web import BENCHES as WEB_BENCHES
from facedown.lab.tools import Bench, Measurement, tools_of
from facedown.terminal.arguments import add_json
from facedown.terminal.output import columns, plain, progress

SUMMARY: Final = phrase(
    "Measure every speed that is claimed, each with a checksum that proves equal work."
)

HEADINGS: Final = ("what", "value", "unit", "aim", "ratio", "checksum", "peer")
WIDTHS: Final = (44, 10, 14, 14, 7, 16, 0)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="only these benches: names, games, or a word of names",
    )
    parser.add_argument("--list", action="store_true", help="name the benches and run none")
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Runs the benches that were asked for and prints what they measured."""
    benches = chosen_benches(chosen.names)
    if chosen.list:
        listing = [{"name": bench.name, "summary": bench.summary} for bench in benches]
        rows = [(bench.name, bench.summary) for bench in benches]
        print(json.dumps(listing, indent=2) if chosen.json else columns(rows, indent=""))
        return 0
    measured: list[Json] = []
    if not chosen.json:
        print(_row(HEADINGS))
    for bench in benches:
        progress(f"{bench.name}: {bench.summary}")
        for measurement in bench.run(progress):
            measured.append({"bench": bench.name, **to_measurement(measurement)})
            if not chosen.json:
                # At once: somebody who stops a long bench keeps what was measured so far.
                print(_row(_cells(measurement)), flush=True)
    if chosen.json:
        print(json.dumps(measured, indent=2))
    return 0


def chosen_benches(names: list[str]) -> list[Bench]:
    """The benches of these names, all where none is named.

    A name is a bench's, a room's or a game's, or a word of benches' names: ``search``, ``random``.
    Raises ``UnknownName`` with one sentence.
    """
    known = [("terminal", START_UP), *(("search", bench) for bench in SEARCH_BENCHES)]
    known += [("lab", bench) for bench in LAB_BENCHES]
    known += [("table", bench) for bench in TABLE_BENCHES]
    known += [("web", bench) for bench in (*WEB_BENCHES, *CROWD_BENCHES, *TRIO_BENCHES)]
    games, problems = load_games()
    for name, game in games.items():
        known += [(name, bench) for bench in (*tools_of(name).benches, random_play(name, game))]
        problems += tools_of(name).problems
    for problem in problems:
        progress(problem)
    called = [({owner, bench.name, *bench.name.split("-")}, bench) for owner, bench in known]
    for name in names:
        if not any(name in calls for calls, _ in called):
            listed = ", ".join(bench.name for _, bench in known)
            raise UnknownName(
                f"There is no bench {name[:40]!r}; the benches are: {listed}; a game's name, or a "
                "word of theirs, takes all that have it."
            )
    return [bench for calls, bench in called if not names or calls.intersection(names)]


def to_measurement(measurement: Measurement) -> Json:
    """The JSON form of a measurement."""
    return {name: getattr(measurement, name) for name in Measurement.__slots__}


def _cells(measurement: Measurement) -> tuple[str, ...]:
    ratio = "" if measurement.ratio is None else f"{measurement.ratio:.3g}"
    value = f"{measurement.value:,.0f}" if measurement.value >= 1000 else f"{measurement.value:.4g}"
    return (
        measurement.what,
        value,
        measurement.unit,
        measurement.aim,
        ratio,
        measurement.checksum,
        measurement.peer,
    )


def _row(cells: tuple[str, ...]) -> str:
    return plain("  ".join(f"{cell:<{w}}" for cell, w in zip(cells, WIDTHS, strict=True)).rstrip())


def _start_up(_progress: Progress) -> Iterator[Measurement]:
    import subprocess

    command = [sys.executable, "-m", "facedown.terminal", "games"]
    times, output = [], b""
    for _ in range(5):
        before = _children_seconds()
        done = subprocess.run(command, check=True, capture_output=True)  # noqa: S603  # ourselves
        output = done.stdout
        times.append(_children_seconds() - before)
    checksum = hashlib.sha256(output).hexdigest()[:16]
    yield Measurement("facedown games, from start to end", min(times), "CPU s", checksum, "< 0.2 s")


def _children_seconds() -> float:
    """The processor time of all processes that this one has waited for."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


START_UP: Final = Bench("start-up", "the command line, before anything is computed", _start_up)
