"""What people say, read or not: sentences of four voices, each with its meaning in plain Python.

Half of them, drawn by lot, are for finding what is missing; the others only for measuring.
"""

from __future__ import annotations

import hashlib
import random
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

import pytest

from facedown.deduce.rules import SOLVER, JudgedCard, Rule, RuleError, parse
from facedown.deduce.rules.machine import machine_anew

FILE: Final = Path(__file__).parents[1] / "sentences" / "said.toml"
VOICES: Final = ("child", "logician", "chat", "learner")
TRACKS, LONGEST = 12, 9


@dataclass(frozen=True)
class Face:
    """A card as a sentence speaks of it."""

    colour: str
    shape: str
    number: int


class Missing:
    """A card that does not exist: whatever is asked of it, any answer is right."""

    def __getattr__(self, name: str) -> NoReturn:
        raise IndexError(name)


@cache
def faces() -> tuple[Face, ...]:
    names = (SOLVER.card_name(card).split() for card in range(len(SOLVER.cards)))
    return tuple(Face(colour, shape, int(number)) for colour, shape, number in names)


def verdicts(code: Any, track: tuple[int, ...]) -> list[bool | None]:
    """What a meaning says of every card after these; None where it speaks of a missing card."""
    earlier: list[Any] = [faces()[card] for card in track]
    last, second = ([Missing(), Missing(), *earlier])[-1:-3:-1]
    names = {"last": last, "second": second, "earlier": earlier, "position": len(track) + 1}
    found: list[bool | None] = []
    for card in faces():
        try:
            found.append(bool(eval(code, {**names, "card": card})))  # noqa: S307  # our own file
        except IndexError:
            found.append(None)
    return found


def timelines(code: Any) -> list[tuple[tuple[int, ...], list[bool | None]]]:
    """Timelines that a meaning allows, with what it says after each."""
    rng, found = random.Random(5), []
    for _ in range(TRACKS):
        track: tuple[int, ...] = ()
        while len(track) < LONGEST:
            said = verdicts(code, track)
            found.append((track, said))
            fits = [card for card, each in enumerate(said) if each is not False]
            if not (fits := [card for card in fits if card not in track]):
                break
            track = (*track, rng.choice(fits))
    return found


def agrees(rule: Rule, samples: list[tuple[tuple[int, ...], list[bool | None]]]) -> bool:
    """Whether a rule says the same as a meaning."""
    machine = machine_anew(SOLVER, rule.condition)
    for track, said in samples:
        accepted = machine.accepted([JudgedCard(card, accepted=True) for card in track])
        for card, each in enumerate(said):
            if each is not None and card not in track and each != bool(accepted >> card & 1):
                return False
    return True


def read(text: str, samples: list[tuple[tuple[int, ...], list[bool | None]]]) -> str:
    """What becomes of a sentence."""
    try:
        return "right" if agrees(parse(text, SOLVER), samples) else "misread"
    except RuleError as problem:
        meant = any(agrees(parse(way, SOLVER), samples) for way in problem.ways)
        if "more than one way" in str(problem):
            return "asked back" if meant else "asked amiss"
        return "refused, suggested" if meant else "refused"


def is_open(text: str) -> bool:
    """Whether a sentence is one of those to learn from."""
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 0


@cache
def counted() -> dict[bool, Counter[str]]:
    """How many sentences of each half became what."""
    found: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for row in tomllib.loads(FILE.read_text("utf-8"))["meaning"]:
        samples = timelines(compile(row["is"], str(FILE), "eval"))
        for voice in VOICES:
            if voice not in row.get("skip", ()):
                found[is_open(row[voice])][read(row[voice], samples)] += 1
    return found


@pytest.mark.parametrize(("half", "right", "misread"), [(True, 0.96, 0.01), (False, 0.8, 0.02)])
def test_what_people_say_is_read_right_or_asked_back(
    half: bool,  # a parameter of the test
    right: float,
    misread: float,
) -> None:
    counts = counted()[half]
    assert counts.total() > 250
    assert counts["right"] / counts.total() >= right, counts
    assert (counts["misread"] + counts["asked amiss"]) / counts.total() <= misread, counts
