"""What was kept of games that were played, in a file that only grows.

The file has JSON lines: first what it is, then for every series what is played in it, and a line
for each game. It is written as games are finished, so what an interruption leaves is a beginning,
and what is in it is not played again. A last line that was not finished is thrown away.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from itertools import zip_longest
from pathlib import Path
from typing import Final

from facedown import __version__
from facedown.core.codec import Json, to_json
from facedown.core.errors import BadOption, reason
from facedown.core.game import Game
from facedown.core.progress import Progress
from facedown.core.registry import game_class
from facedown.core.roster import Bot
from facedown.lab.series import Series, parts_of, played

FORMAT: Final = 1
KEPT_TOGETHER: Final = 20
"""Games after which a series is kept: no more than these are lost in each process."""


def key_of(series: Series) -> str:
    """A short name of a series, the same whenever this version plays the same games.

    >>> series = Series.of("suspense", 2, {"goal": 0}, ["careful"] * 2, 7)
    >>> key_of(series) == key_of(series._replace(seed=8))
    False
    """
    return hashlib.sha256(json.dumps(_told(series)).encode()).hexdigest()[:12]


def _told(series: Series) -> dict[str, Json]:
    return {
        "facedown": __version__,
        "game": series.game,
        "rules_version": game_class(series.game).facts.rules_version,
        "seats": series.seats,
        "options": dict(series.options),
        "line_up": list(series.line_up),
        "seed": series.seed,
    }


class Records:
    """Records of games by series and number; in a file if a path is given, else in memory.

    Raises ``BadOption`` with one sentence when the file cannot be read, written or understood.

    >>> records = Records()
    >>> series = Series.of("suspense", 2, {"goal": 0}, ["careful"] * 2, 7)
    >>> records.add(series, [0, 3], [{"turns": 9}, {"turns": 12}])
    >>> records.missing(series, 4), records.of(series)[3]
    ([1, 2], {'turns': 12})
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._found: dict[str, dict[int, Json]] = {}
        if path is not None:
            try:
                self._open(path)
            except (OSError, ValueError) as problem:
                raise BadOption(f"{path} cannot be used: {reason(problem)}.") from None

    def of(self, series: Series) -> Mapping[int, Json]:
        """What was kept of a series' games, by number."""
        return self._found.get(key_of(series), {})

    def missing(self, series: Series, games: int) -> list[int]:
        """Which of so many games from number 0 are still to be played."""
        found = self.of(series)
        return [number for number in range(games) if number not in found]

    def add(self, series: Series, numbers: Sequence[int], found: Sequence[Json]) -> None:
        """Keeps records of these games, in the file at once."""
        key = key_of(series)
        lines: list[Json] = []
        if key not in self._found:
            lines.append({"series": key, "played": _told(series)})
        records = self._found.setdefault(key, {})
        for number, record in zip(numbers, found, strict=True):
            records[number] = record
            lines.append({"series": key, "number": number, "record": record})
        self._write(lines)

    def _open(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or not path.stat().st_size:
            self._write([{"facedown_records": FORMAT}])
            return
        whole = 0
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                self._read(number, line)
        with path.open("r+b") as file:
            file.truncate(whole)

    def _read(self, number: int, line: bytes) -> None:
        try:
            entry = json.loads(line)
            if number == 1:
                good = entry == {"facedown_records": FORMAT}
            elif "played" in entry:
                good = isinstance(self._found.setdefault(entry["series"], {}), dict)
            else:
                self._found[entry["series"]][int(entry["number"])] = entry["record"]
                good = True
        except (ValueError, KeyError, TypeError):
            good = False
        if not good:
            raise BadOption(f"{self._path}, line {number}: this is no file of records of games.")

    def _write(self, lines: Sequence[Json]) -> None:
        if self._path is None or not lines:
            return
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        try:
            with self._path.open("ab") as file:
                file.write(text.encode())
        except OSError as problem:
            raise BadOption(f"{self._path} cannot be written: {reason(problem)}.") from None


def complete(
    records: Records,
    wanted: Sequence[Series],
    games: int,
    play: Callable[[Game, Sequence[Bot], str], object],
    executor: Executor | None = None,
    progress: Progress | None = None,
    together: int = KEPT_TOGETHER,
) -> None:
    """Plays what is missing of the first ``games`` games of every series.

    They are kept when so many of a series ``together`` are finished.
    ``play`` is a function of a module whose result has a JSON form (``facedown.core.codec``). The
    series go on side by side, so that what an interruption leaves can be compared.
    """
    ready = sum(games - len(records.missing(series, games)) for series in wanted)
    if ready and progress is not None:
        progress(f"{ready:,} of {games * len(wanted):,} games have been played before.")
    waiting = [
        list(parts_of(series, records.missing(series, games), play, together)) for series in wanted
    ]
    parts = [part for step in zip_longest(*waiting) for part in step if part is not None]
    for part, found in played(parts, executor, progress):
        records.add(part.series, part.numbers, to_json(found))
