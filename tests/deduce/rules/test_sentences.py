"""What people say, read or not, each sentence with its meaning in plain Python.

``said.toml`` has four voices of one writer, written before there was a grammar; ``heard.toml``
twelve writers who had not seen the grammar. Half of what each but the last four said, drawn by lot,
is only for measuring; what is missing is found in the rest. ``pytest -s`` prints the table.
"""

from __future__ import annotations

import hashlib
import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

import pytest

from facedown.deduce.rules import SOLVER, JudgedCard, Rule, RuleError, parse
from facedown.deduce.rules.machine import machine_anew

FOLDER: Final = Path(__file__).parents[1] / "sentences"
VOICES: Final = ("child", "logician", "chat", "learner")
WRITERS: Final = ("a", "b", "c", "d", "e", "f", "g", "h")
TEACHERS: Final = ("i", "j", "k", "l")
TRACKS, LONGEST = 8, 8


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


@dataclass(frozen=True)
class Moment:
    """Cards on the main line, and what a meaning says of every other one that exists for it."""

    track: tuple[JudgedCard, ...]
    accepted: int
    known: int


def timelines(code: Any) -> list[Moment]:
    """The moments of timelines that a meaning allows; sets of cards are bits."""
    rng, found = random.Random(5), []
    for _ in range(TRACKS):
        track: tuple[int, ...] = ()
        while len(track) < LONGEST:
            said = verdicts(code, track)
            others = [card for card in range(len(said)) if card not in track]
            found.append(
                Moment(
                    tuple(JudgedCard(card, accepted=True) for card in track),
                    sum(1 << card for card in others if said[card]),
                    sum(1 << card for card in others if said[card] is not None),
                )
            )
            if not (fits := [card for card in others if said[card] is not False]):
                break
            track = (*track, rng.choice(fits))
    return found


def agrees(rule: Rule, samples: list[Moment]) -> bool:
    """Whether a rule says the same as a meaning."""
    machine = machine_anew(SOLVER, rule.condition)
    return all(
        (machine.accepted(list(moment.track)) ^ moment.accepted) & moment.known == 0
        for moment in samples
    )


def read(text: str, samples: list[Moment]) -> str:
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
def meanings() -> tuple[list[Moment], ...]:
    """What each meaning says after some timelines."""
    rows = tomllib.loads((FOLDER / "said.toml").read_text("utf-8"))["meaning"]
    return tuple(timelines(compile(row["is"], "said.toml", "eval")) for row in rows)


def sentences() -> Iterator[tuple[str, str, list[Moment]]]:
    """Who said something, what, and what that means."""
    rows = tomllib.loads((FOLDER / "said.toml").read_text("utf-8"))["meaning"]
    for row, samples in zip(rows, meanings(), strict=True):
        for voice in VOICES:
            if voice not in row.get("skip", ()):
                yield voice, row[voice], samples
    for writer, said in tomllib.loads((FOLDER / "heard.toml").read_text("utf-8")).items():
        for meaning, text in said:
            yield writer, text, meanings()[meaning - 1]


@cache
def counted(who: str) -> dict[bool, Counter[str]]:
    """How many sentences of a voice became what, in the half to learn from and in the other."""
    found = {True: Counter[str](), False: Counter[str]()}
    for writer, text, samples in sentences():
        if writer == who:
            found[who in TEACHERS or is_open(text)][read(text, samples)] += 1
    return found


def counts_of(who: tuple[str, ...], *, half: bool) -> Counter[str]:
    """How many sentences of some voices in a half became what."""
    return sum((counted(one)[half] for one in who), Counter())


@pytest.mark.parametrize(
    ("who", "half", "right", "misread"),
    [
        (VOICES, True, 0.96, 0.005),
        (VOICES, False, 0.9, 0.015),
        (WRITERS, True, 0.92, 0.003),
        (WRITERS, False, 0.765, 0.008),
        pytest.param(TEACHERS, True, 0.84, 0.012, marks=pytest.mark.slow),
    ],
)
def test_what_people_say_is_read_right_or_asked_back(
    who: tuple[str, ...],
    half: bool,  # a parameter of the test
    right: float,
    misread: float,
) -> None:
    counts = counts_of(who, half=half)
    assert counts.total() > 250
    assert counts["right"] / counts.total() >= right, counts
    assert (counts["misread"] + counts["asked amiss"]) / counts.total() <= misread, counts


def test_of_what_is_refused_most_is_offered() -> None:
    counts = counts_of(WRITERS, half=False)
    refused = counts["refused"] + counts["refused, suggested"]
    assert counts["refused, suggested"] / refused >= 0.58, counts


def test_the_table_of_what_becomes_of_sentences() -> None:
    for who in (*VOICES, *WRITERS):
        for half, counts in counted(who).items():
            shares = (
                f"{what} {count / counts.total():.1%}" for what, count in counts.most_common()
            )
            refused = counts["refused"] + counts["refused, suggested"]
            offered = (
                f"{counts['refused, suggested'] / max(1, refused):.0%} of the refused suggested"
            )
            print(who, "open" if half else "sealed", counts.total(), *shares, offered, sep=", ")  # noqa: T201
            assert counts.total() > 40
