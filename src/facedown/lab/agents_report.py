"""What agents were worth: a table, the same as JSON and CSV, and a page to compare runs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import fsum
from typing import Any, Final

from facedown.core.codec import Json
from facedown.core.messages import counted
from facedown.lab.agents_score import MEASURES, AgentMeasure
from facedown.lab.charts import render
from facedown.lab.estimate import estimate, share_interval

CSV_COLUMNS: Final = ("game", "agent", "checker", "twin", "against", "problem", "seat", "seconds")
OF_A_SEAT: Final = re.compile(r" seat \d+$")


@dataclass(frozen=True, slots=True)
class Found:
    """A mean over so many problems, and the ends of its 95 % interval where it has one."""

    mean: float
    low: float | None
    high: float | None
    problems: int

    @property
    def words(self) -> str:
        """The mean with its interval.

        >>> Found(0.5, 0.25, 0.75, 8).words, Found(3.0, None, None, 1).words
        ('0.500 (0.250–0.750)', '3.000')
        """
        ends = "" if self.low is None else f" ({self.low:.3f}–{self.high:.3f})"
        return f"{self.mean:.3f}{ends}"


@dataclass(frozen=True, slots=True)
class AgentRow:
    """One agent, asked in one way: its games by problem, and what was found of them.

    ``beside`` are differences from the first row, of the problems that both have played.
    """

    title: str
    games: Mapping[str, Mapping[str, Any]]
    found: Mapping[str, Found]
    beside: Mapping[str, Found]


def rows_of(games: Iterable[Mapping[str, Any]]) -> tuple[AgentRow, ...]:
    """A row for each agent and way to ask it, in the order in which they come.

    >>> one = {"game": "turing", "agent": "a", "checker": False, "against": "", "problem": "7/0"}
    >>> [row.title for row in rows_of([{**one, "score": {"solved": 1.0}}])]
    ['a']
    """
    by_row: dict[str, dict[str, Mapping[str, Any]]] = {}
    for game in games:
        by_row.setdefault(_title(game), {})[str(game["problem"])] = game
    first: Mapping[str, Mapping[str, Any]] | None = None
    rows = []
    for title, played in by_row.items():
        first = played if first is None else first
        found, beside = {}, {}
        for measure in MEASURES:
            values = _values(played, measure)
            if values:
                found[measure.name] = _mean(values, measure)
                both = {key: values[key] for key in values if key in _values(first, measure)}
                if first is not played and both:
                    begun = _values(first, measure)
                    apart = {key: value - begun[key] for key, value in both.items()}
                    beside[measure.name] = _mean(apart, None)
        rows.append(AgentRow(title, played, found, beside))
    return tuple(rows)


def _title(game: Mapping[str, Any]) -> str:
    told = str(game["agent"])
    told += " with the checker" if game["checker"] else ""
    told += " on the twin" if game.get("twin") else ""
    return told + (f" against {game['against']}" if game["against"] else "")


def _values(games: Mapping[str, Mapping[str, Any]], measure: AgentMeasure) -> dict[str, float]:
    """The measure of each deal; the seats of one deal together are one, as they are no others."""
    deals: dict[str, list[float]] = {}
    for problem, game in games.items():
        value = game["score"].get(measure.name)
        if value is not None:
            deals.setdefault(OF_A_SEAT.sub("", problem), []).append(float(value))
    return {deal: fsum(values) / len(values) for deal, values in deals.items()}


def _mean(values: Mapping[str, float], measure: AgentMeasure | None) -> Found:
    numbers = list(values.values())
    mean, many = fsum(numbers) / len(numbers), len(numbers)
    if many == 1:
        return Found(mean, None, None, many)
    if measure is not None and measure.share:
        return Found(mean, *share_interval(mean, many), many)
    error = estimate(numbers).error
    if not error:  # that all were alike proves nothing of others
        return Found(mean, None, None, many)
    return Found(mean, mean - error, mean + error, many)


def measures_in(rows: Iterable[AgentRow]) -> tuple[AgentMeasure, ...]:
    """The measures that any row has."""
    names = {name for row in rows for name in row.found}
    return tuple(measure for measure in MEASURES if measure.name in names)


def text_of(rows: Sequence[AgentRow], missing: int = 0) -> str:
    """The table as text: a block for each agent."""
    lines = []
    for row in rows:
        lines += [f"{row.title}: {counted(len(row.games), 'game')}"]
        for measure in measures_in([row]):
            beside = row.beside.get(measure.name)
            told = f"  {measure.title:<22}{row.found[measure.name].words:<26}"
            if beside is not None and beside.low is not None:
                told += f"{beside.mean:+.3f} ({beside.low:+.3f}…{beside.high:+.3f})"
            lines.append(told.rstrip())
        lines.append("")
    lines.append("Means of problems with 95 % intervals; then differences from the first agent.")
    if missing:
        left = counted(missing, "game")
        lines.append(f"The calls are spent: {left} left. The same command goes on.")
    return "\n".join(lines)


def json_of(rows: Sequence[AgentRow], missing: int = 0) -> Json:
    """The same for programs, with every game but its log."""
    return {
        "measures": {
            measure.name: {"meaning": measure.meaning, "wanted": _wanted(measure)}
            for measure in measures_in(rows)
        },
        "missing": missing,
        "agents": [
            {
                "agent": row.title,
                "found": {name: asdict(each) for name, each in row.found.items()},
                "beside_first": {name: asdict(each) for name, each in row.beside.items()},
                "games": [
                    {key: value for key, value in game.items() if key != "log"}
                    for game in row.games.values()
                ],
            }
            for row in rows
        ],
    }


def _wanted(measure: AgentMeasure) -> str:
    return "few" if measure.few else "many"


def csv_of(rows: Sequence[AgentRow]) -> str:
    """A line for each game."""
    measures, text = measures_in(rows), io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*CSV_COLUMNS, *(measure.name for measure in measures)])
    for row in rows:
        for game in row.games.values():
            told = [_cell(game.get(name, "")) for name in CSV_COLUMNS]
            writer.writerow([*told, *(game["score"].get(each.name, "") for each in measures)])
    return text.getvalue()


def _cell(value: Any) -> Any:
    """A value that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in {*"=+-@"} else value


def page_of(title: str, rows: Sequence[AgentRow]) -> str:
    """One HTML file: the table, differences, and every problem beside each other."""
    main = "solved" if any("solved" in row.found for row in rows) else "points"
    problems = list(dict.fromkeys(problem for row in rows for problem in row.games))
    grid = [
        (
            problem,
            [None if problem not in row.games else row.games[problem]["score"] for row in rows],
        )
        for problem in problems
    ]
    return render(
        "agents.html", title=title, rows=rows, measures=measures_in(rows), grid=grid, main=main
    )
