"""What was kept of games that were played, in a file that only grows.

The file has JSON lines: first what it is, then for every series what is played in it, and a line
for each game. It is written as games are finished, so what an interruption leaves is a beginning,
and what is in it is not played again. A last line that was not finished is thrown away.

With a series stands a checksum of the code that its players are made of. A series that was begun by
other code is not gone on with: its games would be those of two players under one name.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache, partial
from itertools import zip_longest
from pathlib import Path
from typing import Final

from facedown import __version__
from facedown.core.codec import Json, to_json
from facedown.core.errors import BadOption, reason
from facedown.core.game import Game
from facedown.core.registry import game_class
from facedown.core.roster import Adjusted, Bot, roster_of
from facedown.core.workshop import Progress
from facedown.lab.series import Series, parts_of, played
from facedown.lab.tools import tools_of

FORMAT: Final = 1
PLAYED_BY: Final = {".py", ".toml", ".json", ".bin", ".npz"}
"""Files by which a game is played; pages and words beside them do not count."""
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


@lru_cache(maxsize=64)
def code_of(game: str, names: tuple[str, ...]) -> str:
    """A checksum of the code of a game and of these players: of all files in their folders.

    Of a program only its command is known. A measuring stick stands on the game's own players.

    >>> code_of("solid", ("greedy",)) == code_of("solid", ("strong:seconds=2",))
    True
    """
    kind = game_class(game)
    own, sticks = roster_of(kind).bots, tools_of(game).sticks
    makers: list[object] = [kind]
    for name in names:
        plain = name.partition(":")[0]
        makers += [own[plain]] if plain in own else [sticks.get(plain, kind), *own.values()]
    digest = hashlib.sha256()
    folders = {folder for maker in makers if (folder := _folder_of(maker)) is not None}
    for folder in sorted(folders):
        for file in sorted(folder.rglob("*")):
            if file.suffix in PLAYED_BY:
                digest.update(f"{file.relative_to(folder)} ".encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def _folder_of(maker: object) -> Path | None:
    """Where the code of a class or function stands, or what is adjusted; None where in no file."""
    while isinstance(maker, Adjusted | partial):
        maker = maker.factory if isinstance(maker, Adjusted) else maker.func
    file = getattr(sys.modules.get(getattr(maker, "__module__", "")), "__file__", None)
    return None if file is None else Path(file).parent


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
        self._code: dict[str, Json] = {}
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

    def check(self, series: Series) -> None:
        """Raises ``BadOption`` where games of a series were played by other code than there is."""
        key = key_of(series)
        if self._code.get(key) != code_of(series.game, series.line_up) and self._found.get(key):
            names = " and ".join(dict.fromkeys(series.line_up))
            raise BadOption(
                f"{self._path} has games of {names} as they played before their code changed: "
                "take another place to keep the games."
            )

    def add(self, series: Series, numbers: Sequence[int], found: Sequence[Json]) -> None:
        """Keeps records of these games, in the file at once."""
        key = key_of(series)
        lines: list[Json] = []
        code = code_of(series.game, series.line_up)
        if self._code.get(key) != code:
            self._code[key] = code
            lines.append({"series": key, "played": _told(series), "code": code})
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
                self._code[entry["series"]] = entry.get("code")
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
    kept: Callable[[Series], Callable[[Game, Sequence[Bot], str], object]] | None = None,
) -> None:
    """Plays what is missing of the first ``games`` games of every series.

    They are kept when so many of a series ``together`` are finished. Raises ``BadOption`` before
    any is played where a series was begun by other code.
    With ``kept`` each series is played by what that makes for it, in place of ``play``.
    ``play`` is a function of a module whose result has a JSON form (``facedown.core.codec``). The
    series go on side by side, so that what an interruption leaves can be compared.

    >>> def seed_alone(game, bots, seed):
    ...     return seed
    >>> series = Series.of("turing", 1, {"cards": "4,9,11,14"}, ["careful"], 7)
    >>> records = Records()
    >>> complete(records, [series], 2, seed_alone)
    >>> complete(records, [series], 3, seed_alone)  # only the third is played
    >>> records.of(series)
    {0: '7/0', 1: '7/1', 2: '7/2'}
    """
    for series in wanted:
        records.check(series)
    ready = sum(games - len(records.missing(series, games)) for series in wanted)
    if ready and progress is not None:
        progress(f"{ready:,} of {games * len(wanted):,} games have been played before.")
    waiting = [
        list(parts_of(each, records.missing(each, games), kept(each) if kept else play, together))
        for each in wanted
    ]
    parts = [part for step in zip_longest(*waiting) for part in step if part is not None]
    for part, found in played(parts, executor, progress):
        records.add(part.series, part.numbers, to_json(found))
