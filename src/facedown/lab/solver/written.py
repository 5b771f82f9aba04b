"""Rules of a file as problems of SOLVER for agents: seat 1 has written the rule, seat 2 looks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from facedown.core.errors import BadOption
from facedown.core.facts import OptionValue
from facedown.core.log import Entry
from facedown.core.registry import new_game
from facedown.core.typed import read_line
from facedown.deduce.rules import SOLVER, RuleError, parse
from facedown.lab.problems import Imported, Problem

SEEKER = 1


def problems(path: Path, text: str, options: Mapping[str, OptionValue]) -> Imported | None:
    """A problem for each line with a rule (``#`` begins a remark); what is no rule is told."""
    if text.lstrip()[:1] == "{":
        return None
    wanted: dict[str, OptionValue] = {"mode": "cooperative", **options, "master": "player"}
    begin = new_game("solver", 2, **wanted)
    found, faults = [], []
    for number, line in enumerate(text.splitlines(), 1):
        sentence = line.partition("#")[0].strip()
        if not sentence:
            continue
        try:
            rule = parse(sentence, SOLVER).sentence
            move = read_line(begin, f"write {rule}", begin.start().view(0))
        except (RuleError, BadOption) as problem:
            faults.append(f"Line {number} of {path.name[:60]!r} is no rule: {problem}")
            continue
        seed = f"rules/{number}"
        found.append(Problem(rule, 2, wanted, seed, SEEKER, (Entry(0, move),)))
    return Imported(tuple(found), tuple(faults))
