"""What a game may offer beside being played: commands of its own, and speeds it claims."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from facedown.core.codec import Json


@dataclass(frozen=True, slots=True)
class Result:
    """What a command found: as JSON for programs and as text for people."""

    json: Json
    text: str


Progress = Callable[[str], None]
"""Told a short sentence now and then while long work goes on."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of one game: ``facedown VERB GAME …``.

    ``arguments`` adds its arguments to a parser; ``run`` does the work, raises ``FacedownError``
    with one sentence when it is asked for something that cannot be, and may be interrupted.
    """

    verb: str
    summary: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Progress], Result]


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
