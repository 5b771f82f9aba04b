"""Problems that agents are given: by a seed, or from a file that somebody brings.

A file has JSON lines with ``seed`` and, if wanted, ``name``, ``seats``, ``seat`` (from 1) and
``options``; or it has the form of a game's own (``Tools.importer``), such as a published benchmark.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from facedown.core.codec import from_json
from facedown.core.errors import BadOption, BadRecord, reason
from facedown.core.facts import OptionValue
from facedown.core.log import Entry
from facedown.core.registry import new_game
from facedown.core.seats import Seat

LARGEST_FILE: Final = 20_000_000


@dataclass(frozen=True, slots=True)
class Problem:
    """A game to be played by an agent in one seat, from a seed, after a beginning if it has one."""

    name: str
    seats: int
    options: Mapping[str, OptionValue]
    seed: str
    seat: Seat = 0
    opening: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """The problems of a file, and a sentence for each that is faulty and left out."""

    problems: tuple[Problem, ...]
    faults: tuple[str, ...] = ()


Importer: TypeAlias = "Callable[[Path, str, Mapping[str, OptionValue]], Imported | None]"
"""Reads a file (its path and text) with options of the game; None where it is of another form."""


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """A line of a file of problems."""

    seed: str
    name: str = ""
    seats: int = 0
    seat: int = 1
    options: dict[str, bool | int | str] = field(default_factory=dict)


def problems_of_seed(
    game: str, seed: str, games: int, options: Mapping[str, OptionValue], seats: int | None = None
) -> tuple[Problem, ...]:
    """Problems by number; each deal once from every seat where seats play against each other.

    A game that can be played alone is, unless so many seats are asked for.

    >>> [each.name for each in problems_of_seed("suspense", "7", 1, {"goal": 0, "dealer": 1})]
    ['7/0 seat 1', '7/0 seat 2', '7/0 seat 3']
    """
    kind = new_game(game).facts
    many = seats or (1 if kind.seats[0] == 1 else kind.seats_unless_said)
    made = new_game(game, many, **options)
    chosen = range(many) if many > 1 and not made.together else range(1)
    return tuple(
        Problem(
            f"{seed}/{number}" + (f" seat {seat + 1}" if len(chosen) > 1 else ""),
            many,
            dict(options),
            f"{seed}/{number}",
            seat,
        )
        for number in range(games)
        for seat in chosen
    )


def problems_of_file(
    game: str, path: Path, options: Mapping[str, OptionValue], importer: Importer | None
) -> Imported:
    """The problems of a file; raises ``BadOption`` with one sentence where it has none."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE + 1).decode()
    except (OSError, ValueError) as problem:
        why = reason(problem) if isinstance(problem, OSError) else "it is no text"
        raise BadOption(f"{str(path)[:60]!r} cannot be read: {why}.") from None
    if len(text) > LARGEST_FILE:
        raise BadOption(f"A file of problems has at most {LARGEST_FILE:,} bytes.")
    found = importer(path, text, options) if importer is not None else None
    if found is None:
        found = Imported(tuple(_lines(game, path.name, text, options)))
    if not found.problems:
        raise BadOption(" ".join((f"There is no problem in {path.name[:60]!r}.", *found.faults)))
    return found


def _lines(game: str, file: str, text: str, options: Mapping[str, OptionValue]) -> list[Problem]:
    found = []
    for number, line in enumerate(filter(str.strip, text.splitlines()), 1):
        try:
            form: ProblemLine = from_json(ProblemLine, json.loads(line), "a problem")
        except (ValueError, RecursionError, BadRecord):
            what = "this is no problem: one JSON object with a seed"
            raise BadOption(f"{file[:60]!r}, line {number}: {what}.") from None
        made = new_game(game, form.seats or None, **{**options, **form.options})
        alone = not form.seats and made.facts.seats[0] == 1
        many = 1 if alone else made.seats
        if not 1 <= form.seat <= many:
            raise BadOption(f"{file[:60]!r}, line {number}: a seat is from 1 to {many}.")
        name = form.name or f"{number}"
        found.append(Problem(name, many, {**options, **form.options}, form.seed, form.seat - 1))
    return found
