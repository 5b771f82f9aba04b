"""``facedown lab GAME``: plays a plan and says what was found.

For people as text and as a page, for programs as JSON and CSV.
"""

from __future__ import annotations

import argparse
import csv
import io
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from facedown.core.codec import Json
from facedown.core.errors import BadOption, reason
from facedown.core.messages import counted, phrase
from facedown.core.registry import game_class
from facedown.core.workshop import Progress
from facedown.lab.charts import axis_of, render, steps
from facedown.lab.estimate import Estimate, Measured, measures_json, words
from facedown.lab.series import add_executor_arguments, executor_for
from facedown.lab.tools import Command, Result
from facedown.lab.workbench.findings import AnyWorkbench, CardUse, Group, Skill, percentile

if TYPE_CHECKING:
    from facedown.lab.matches import Rules
    from facedown.lab.workbench.plan import Findings, Plan


_OUTLINE = 100.0
"""How high the outlines of lengths are drawn, in units of their drawing."""


def text(findings: Findings) -> str:
    """The measures of every set of rules side by side, for each level of players."""
    plan, lines = findings.plan, list[str]()
    names = [rules.name for rules in plan.rules]
    lines.append(
        f"{plan.games:,} games of {plan.seats} by each set of rules (seed {plan.seed}), on the "
        "same draws, with 95 % intervals."
    )
    for player in plan.players:
        groups = [group for group in findings.groups if group.players == player]
        others = _differences(findings, player)
        heads = [*names, *(f"{name} - {names[0]}" for name in names[1:])]
        width = max(17, *(len(head) + 2 for head in heads))
        lines += ["", f"{player + ' players':<36}" + "".join(f"{head:>{width}}" for head in heads)]
        for number, measured in enumerate(groups[0].found):
            cells = [group.found[number].words for group in groups]
            cells += [_signed(others[name][number]) for name in names[1:]]
            lines.append(f"{measured.title:<36}" + "".join(f"{cell:>{width}}" for cell in cells))
        lines += [f"{group.rules}: {length_words(group, plan.bench.unit)}" for group in groups]
    lines += [""] if findings.skills else []
    for skill in findings.skills:
        more = "" if skill.more is None else f" ({_signed(skill.more)} beside {names[0]})"
        lines.append(f"{skill.rules}: {_pair(skill)} wins {skill.won.words}{more}")
    lines += ["", f"Checksum of all games: {findings.checksum}"]
    return "\n".join(lines)


def _pair(skill: Skill) -> str:
    return f"{skill.player} among {skill.against}"


def _differences(findings: Findings, player: str) -> Mapping[str, Sequence[Measured]]:
    """How sets of rules differ from the first, by their name."""
    return {each.rules: each.found for each in findings.differences if each.players == player}


def _signed(measured: Measured) -> str:
    return words(measured.found, share=measured.share, signed=True)


def length_words(group: Group, unit: str) -> str:
    """How long games are."""
    low, middle, high = (percentile(group.lengths, part) for part in (0.05, 0.5, 0.95))
    return f"{counted(middle, unit)} in the middle; nine of ten games take {low} to {high}."


def to_json(findings: Findings) -> dict[str, Json]:
    """Everything that was found; an estimate is a mean and the half width of its interval."""
    plan = findings.plan
    return {
        "game": plan.bench.game,
        "seats": plan.seats,
        "seed": plan.seed,
        "games": plan.games,
        "rules": {rules.name: dict(rules.options) for rules in plan.rules},
        "checksum": findings.checksum,
        "groups": [
            {
                "rules": group.rules,
                "players": group.players,
                "measures": measures_json(group.found),
                "cards": {
                    use.card: {part: _estimate(found) for part, found in _parts(plan, use)}
                    for use in group.cards
                },
            }
            for group in findings.groups
        ],
        "differences": [
            {
                "rules": each.rules,
                "than": each.than,
                "players": each.players,
                "measures": measures_json(each.found),
            }
            for each in findings.differences
        ],
        "skills": [
            {
                "rules": skill.rules,
                "player": skill.player,
                "against": skill.against,
                "won": _estimate(skill.won.found),
                "more": None if skill.more is None else _estimate(skill.more.found),
            }
            for skill in findings.skills
        ],
    }


def _parts(plan: Plan, use: CardUse) -> list[tuple[str, Estimate | None]]:
    """What is told of a card, by name."""
    return [
        *((part, use.uses[part]) for part in plan.bench.columns),
        (plan.bench.worth[0], use.worth),
    ]


def _estimate(found: Estimate | None) -> Json:
    return None if found is None else {"mean": round(found.mean, 6), "error": round(found.error, 6)}


def measures_csv(findings: Findings) -> str:
    """One line for each measure of each group and of each difference."""
    plan = findings.plan
    rows: list[Sequence[object]] = [("players", "rules", "than", "measure", "mean", "error")]
    told = [(group.players, group.rules, "", group.found) for group in findings.groups]
    told += [(each.players, each.rules, each.than, each.found) for each in findings.differences]
    for skill in findings.skills:
        told.append((_pair(skill), skill.rules, "", (skill.won,)))
        if skill.more is not None:
            told.append((_pair(skill), skill.rules, plan.rules[0].name, (skill.more,)))
    for players, rules, than, found in told:
        for name, one in measures_json(found).items():
            rows.append((players, rules, than, name, one["mean"], one["error"]))
    return _csv(rows)


def cards_csv(findings: Findings) -> str:
    """One line for each kind of card of each group, with means and errors of its uses."""
    plan = findings.plan
    parts = (*plan.bench.columns, plan.bench.worth[0])
    columns = [f"{part}{end}" for part in parts for end in ("", "_error")]
    rows: list[Sequence[object]] = [("players", "rules", "card", *columns)]
    for group in findings.groups:
        for use in group.cards:
            told = [_estimate(found) or {} for _, found in _parts(plan, use)]
            cells = [one.get(key, "") for one in told for key in ("mean", "error")]
            rows.append((group.players, group.rules, use.card, *cells))
    return _csv(rows)


def _csv(rows: Sequence[Sequence[object]]) -> str:
    text_ = io.StringIO()
    csv.writer(text_, lineterminator="\n").writerows(rows)
    return text_.getvalue()


def page(findings: Findings, command: str) -> str:
    """The report as one HTML page that needs nothing else."""
    plan, bench = findings.plan, findings.plan.bench
    columns = zip(*(group.found for group in findings.groups), strict=True)
    seen_at_all = [any(one.found.mean for one in column) for column in columns]
    return render(
        "workbench/report.html",
        title=game_class(bench.game).facts.title,
        bench=bench,
        plan=plan,
        findings=findings,
        command=command,
        names=[rules.name for rules in plan.rules],
        rules=[
            (rules.name, _told(plan, rules), rules.options.get(bench.source))
            for rules in plan.rules
        ],
        differ=bool(findings.differences),
        figures=[_figure(findings, number) for number, seen in enumerate(seen_at_all) if seen],
        skills=[_skill_figure(findings)] if findings.skills else [],
        never=[
            one.title
            for one, seen in zip(findings.groups[0].found, seen_at_all, strict=True)
            if not seen
        ],
        lengths=[_lengths(findings, player) for player in plan.players],
        cards=[_cards(findings, player) for player in plan.players],
    )


def _told(plan: Plan, rules: Rules) -> str:
    """What a set of rules is made of, in a few words."""
    source = plan.bench.source
    options = [f"{key} = {value}" for key, value in rules.options.items() if key != source]
    return "; ".join([plan.bench.told(plan.game(rules)), *options])


def _figure(findings: Findings, number: int) -> dict[str, object]:
    """One measure of all groups."""
    rows = []
    for group in findings.groups:
        other = _differences(findings, group.players).get(group.rules)
        difference = None if other is None else other[number]
        rows.append((group.players, group.rules, group.found[number], difference))
    return _on_one_axis(findings.groups[0].found[number].title, findings.plan, rows)


def _skill_figure(findings: Findings) -> dict[str, object]:
    """What part of the wins better players have."""
    rows = [(_pair(each), each.rules, each.won, each.more) for each in findings.skills]
    return _on_one_axis("Won by one among weaker players", findings.plan, rows)


def _on_one_axis(
    title: str, plan: Plan, rows: Sequence[tuple[str, str, Measured, Measured | None]]
) -> dict[str, object]:
    """A figure of means: whose and by which rules, and the difference from the first rules."""
    first = rows[0][2]
    axis = axis_of([mean.found for _, _, mean, _ in rows], first.even, share=first.share)
    names = [rules.name for rules in plan.rules]
    return {
        "title": title,
        "even": first.even,
        "axis": axis,
        "ends": _ends(axis.low, axis.high, share=first.share),
        "rows": [
            {
                "players": players,
                "rules": rules,
                "number": names.index(rules),
                "words": mean.words,
                "found": mean.found,
                "difference": "" if more is None else _signed(more),
                "telling": more is not None and abs(more.found.mean) > more.found.error,
            }
            for players, rules, mean, more in rows
        ],
    }


def _ends(low: float, high: float, *, share: bool) -> str:
    """What stands over an axis: the values at its ends."""
    if share:
        return f"{100 * low:.1f} to {100 * high:.1f} %"
    return f"{low:.2f} to {high:.2f}"


def _lengths(findings: Findings, player: str) -> dict[str, object]:
    """How long games of a level are, by each set of rules."""
    groups = [group for group in findings.groups if group.players == player]
    low = min(group.lengths[0] for group in groups)
    high = max(group.lengths[-1] for group in groups)
    often = max(
        group.lengths.count(turns) / len(group.lengths)
        for group in groups
        for turns in set(group.lengths)
    )
    return {
        "players": player,
        "low": low,
        "high": high,
        "height": _OUTLINE,
        "paths": [
            (number, steps(group.lengths, low, high, _OUTLINE, often))
            for number, group in enumerate(groups)
        ],
        "told": [
            f"{group.rules}: {length_words(group, findings.plan.bench.unit)}" for group in groups
        ],
    }


def _cards(findings: Findings, player: str) -> dict[str, object]:
    """The cards of a level: those of the first rules in their order, then what others add."""
    groups = [group for group in findings.groups if group.players == player]
    rows = list(_card_rows(groups))
    found = [use.worth for _, _, use in rows if use.worth is not None]
    axis = axis_of(found or [Estimate(0.0, 1.0)], even=0.0)
    ends = _ends(axis.low, axis.high, share=False)
    return {"players": player, "rows": rows, "axis": axis, "ends": ends}


def _card_rows(groups: Sequence[Group]) -> Iterator[tuple[str, int, CardUse]]:
    by_name = [{use.card: use for use in group.cards} for group in groups]
    for card in dict.fromkeys(card for uses in by_name for card in uses):
        named = False
        for number, uses in enumerate(by_name):
            if card in uses:
                yield "" if named else card, number, uses[card]
                named = True


def _arguments(bench: AnyWorkbench, parser: argparse.ArgumentParser) -> None:
    names = ", ".join(bench.known)
    parser.add_argument(
        "--rules",
        metavar="RULES",
        action="append",
        help=f"{bench.what[:1].lower() + bench.what[1:]} (FILE.toml) or a {bench.kind} that comes "
        f"along ({names}), with options behind it, such as A.toml,{bench.example}; can be given "
        f"repeatedly, and the others are compared with the first ({bench.usual})",
    )
    parser.add_argument(
        "--players",
        metavar="NAME,NAME",
        default=bench.players,
        help=f"levels of players, each playing among equals ({bench.players})",
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
    parser.add_argument(
        "--seats",
        metavar="N",
        type=int,
        default=bench.seats,
        help=f"players in a game ({bench.seats})",
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="the same draws every time (0)"
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        help="keeps games.jsonl, measures.csv, cards.csv and html there; games that are in "
        "it are not played again",
    )
    add_executor_arguments(parser)


def _lab(bench: AnyWorkbench, chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.lab.records import Records
    from facedown.lab.workbench.plan import Plan, rules_from, run

    plan = Plan(
        bench,
        tuple(rules_from(bench, text_) for text_ in chosen.rules or [bench.usual]),
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
    told = text(findings)
    if folder is not None:
        files = {
            "measures.csv": measures_csv(findings),
            "cards.csv": cards_csv(findings),
            "report.html": page(findings, _command(chosen, plan)),
        }
        for name, content in files.items():
            try:
                (folder / name).write_text(content, "utf-8")
            except OSError as problem:
                what = f"{folder / name} cannot be written"
                raise BadOption(f"{what}: {reason(problem)}.") from None
        told += f"\n\nThe report is {folder / 'report.html'}."
    return Result(to_json(findings), told)


def _command(chosen: argparse.Namespace, plan: Plan) -> str:
    """The command that plays the same games anywhere the files are."""
    words = ["facedown", "lab", plan.bench.game]
    for rules in chosen.rules or ():
        words += ["--rules", rules]
    words += ["--players", ",".join(plan.players), "--games", str(plan.games)]
    words += ["--seats", str(plan.seats), "--seed", str(plan.seed)]
    words += ["--mixed"] if plan.mixed else []
    return shlex.join(words)


def lab_command(bench: AnyWorkbench) -> Command:
    """``facedown lab`` for a game."""
    return Command(
        "lab",
        phrase("Compare sets of rules on the same draws."),
        partial(_arguments, bench),
        partial(_lab, bench),
    )
