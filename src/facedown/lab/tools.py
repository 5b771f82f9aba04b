"""Tools for one game, beside playing it: commands of its own, and speeds that are claimed.

They are published for a game by its name, in the entry point group ``facedown.tools``::

    [project.entry-points."facedown.tools"]
    suspense = "my_package:TOOLS"

Several packages may publish tools for one game, and a broken one takes nothing along.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from facedown.core.codec import Json
from facedown.core.errors import FacedownError
from facedown.core.roster import BotFactory, load, published
from facedown.core.workshop import Progress
from facedown.lab.problems import Importer

GROUP: Final = "facedown.tools"


@dataclass(frozen=True, slots=True)
class Result:
    """What a command found: as JSON for programs and as text for people."""

    json: Json
    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command of one game: ``facedown VERB GAME …``.

    ``arguments`` adds its arguments to a parser; ``run`` does the work, raises ``FacedownError``
    with one sentence when it is asked for something that cannot be, and may be interrupted. A
    command with a ``subject``, such as a puzzle, takes that first; where no other game has such a
    command, the game's name may be left out before it.
    """

    verb: str
    summary: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Progress], Result]
    subject: bool = False


@dataclass(frozen=True, slots=True)
class Measurement:
    """One speed, measured.

    ``value`` is in ``unit``; ``checksum`` proves that the same work was done; ``aim`` is the value
    to reach and ``peer``/``ratio`` the same work by somebody else's program in the same run, and
    ours divided by theirs, where there is one.
    """

    what: str
    value: float
    unit: str
    checksum: str
    aim: str = ""
    peer: str = ""
    ratio: float | None = None


@dataclass(frozen=True, slots=True)
class Bench:
    """A named group of measurements: ``facedown bench NAME``."""

    name: str
    summary: str
    run: Callable[[Progress], Iterable[Measurement]]


@dataclass(frozen=True, slots=True)
class Tools:
    """What one package publishes: ``facedown VERB GAME …`` and ``facedown bench NAME``.

    ``sticks`` are players to measure others with, by name: the laboratory's alone, as they may see
    what no seat may (``facedown.lab.players``). ``problems`` has a sentence for each
    package that was left out, where several are put together. ``importer`` reads problems of a
    form of the game's own for agents (``facedown agents --problems FILE``), and ``twin`` has other
    words for those of the game (``facedown.lab.twins``).
    """

    commands: Sequence[Command] = ()
    benches: Sequence[Bench] = ()
    problems: Sequence[str] = ()
    sticks: Mapping[str, BotFactory] = field(default_factory=dict)
    importer: Importer | None = None
    twin: Mapping[str, str] = field(default_factory=dict)


_overrides: dict[str, Tools] = {}


def tools_of(game: str) -> Tools:
    """The tools for a game by name, whoever published them.

    >>> [command.verb for command in tools_of("turing").commands]
    ['new', 'solve', 'cards', 'census', 'exploit']
    """
    return _overrides[game] if game in _overrides else _installed(game)


@contextmanager
def override_tools(game: str, tools: Tools) -> Iterator[None]:
    """Makes these the tools for a game for a while, in place of all that are installed.

    >>> with override_tools("turing", Tools()):
    ...     len(tools_of("turing").commands)
    0
    """
    before = _overrides.get(game)
    _overrides[game] = tools
    try:
        yield
    finally:
        if before is None:
            del _overrides[game]
        else:
            _overrides[game] = before


@cache
def _installed(game: str) -> Tools:
    commands: list[Command] = []
    benches: list[Bench] = []
    problems: list[str] = []
    sticks: dict[str, BotFactory] = {}
    importer: Importer | None = None
    twin: dict[str, str] = {}
    for entry in published(GROUP).get(game, ()):
        what = f"The tools for {game} in {entry.value}"
        try:
            tools = load(entry, what)
        except FacedownError as problem:
            problems.append(str(problem))
            continue
        if isinstance(tools, Tools):
            commands += tools.commands
            benches += tools.benches
            sticks |= tools.sticks
            importer = tools.importer or importer
            twin |= tools.twin
        else:
            problems.append(f"{what} are not Tools.")
    return Tools(tuple(commands), tuple(benches), tuple(problems), sticks, importer, twin)
