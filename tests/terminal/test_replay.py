"""Telling a recorded game: as a seat saw it, as onlookers may, or with everything open."""

from __future__ import annotations

import json

import pytest
from tests.terminal.conftest import Facedown

START = ("play", "hush", "--seed", "3", "--seats", "human,bot:low", "--log", "g.log")

OPEN = """\
Hush, rules version 1; limit=9, deck=plain, loud=no.
Seat 1: human, Seat 2: bot low.
Told with everything open.

1. A number is drawn. [number: 6]
   Seat 1 notes: try {0}
2. Seat 1 picks 5.
3. Seat 1 is done.
4. Seat 2 (low) picks 1.
5. All show: Seat 1 5, Seat 2 (low) 1.
6. Seat 1 picks 6.
7. Seat 1 is done.
8. Seat 2 (low) picks 2.
9. All show: Seat 1 6, Seat 2 (low) 2.

Numbers from 1 to 9; 2 rounds played.
The drawn number: 6.

Seat 1 wins.
The number was 6.
"""


@pytest.fixture
def finished(facedown: Facedown) -> Facedown:
    said = facedown(*START, typed="note try {0}\n5\ndone\n6\ndone\n")
    assert "You win." in said.out
    return facedown


@pytest.fixture
def unfinished(facedown: Facedown) -> Facedown:
    facedown(*START, typed="note try {0}\n5\ndone\n7\n")
    return facedown


def test_a_finished_game_is_told_openly(finished: Facedown) -> None:
    said = finished("replay", "g.log")
    assert (said.code, said.out, said.err) == (0, OPEN, "")


def test_a_seat_is_told_what_it_saw(finished: Facedown) -> None:
    first = finished("replay", "g.log", "--seat", "1").out
    assert "Told as Seat 1 saw it." in first
    assert (
        "1. A number is drawn.\n   Seat 1 (you) notes: try {0}\n2. Seat 1 (you) picks 5.\n" in first
    )
    assert "4. Seat 2 (low) picks a number.\n" in first
    second = finished("replay", "g.log", "--seat", "2").out
    assert "notes" not in second
    assert "2. Seat 1 picks a number.\n" in second
    assert "4. Seat 2 (you) picks 1.\n" in second


def test_an_unfinished_game_keeps_its_secrets_unless_they_are_asked_for(
    unfinished: Facedown,
) -> None:
    said = unfinished("replay", "g.log").out
    assert "only what an onlooker may know is told" in said
    assert "picks 7" not in said
    assert "try" not in said
    assert "The game is not over." in said
    assert "picks 7" in unfinished("replay", "g.log", "--seat", "1").out
    assert "face down: 7" in unfinished("replay", "g.log", "--seat", "1").out
    assert "picks 7" not in unfinished("replay", "g.log", "--seat", "2").out
    assert "[number: 6]" in unfinished("replay", "g.log", "--open").out


def test_json(unfinished: Facedown) -> None:
    form = json.loads(unfinished("replay", "g.log", "--seat", "1", "--json").out)
    assert form["seen_by"] == 0
    assert form["players"] == ["human", "bot:low"]
    assert form["moves"][:3] == [
        {"seat": "nature", "move": {"move": "draw", "number": None}, "text": "A number is drawn."},
        {"seat": 0, "note": "try {0}"},
        {"seat": 0, "move": {"move": "pick", "number": 5}, "text": "{0} picks 5."},
    ]
    assert form["moves"][4]["move"] == {"move": "pick", "number": None}
    assert form["view"]["picked"] == 7
    assert form["outcome"] is None
    onlooker = json.loads(unfinished("replay", "g.log", "--json").out)
    assert onlooker["seen_by"] == "onlooker"
    assert onlooker["moves"][-1]["move"] == {"move": "pick", "number": None}
    everything = json.loads(unfinished("replay", "g.log", "--open", "--json").out)
    assert everything["seen_by"] == "everybody"
    assert everything["moves"][0]["move"] == {"move": "draw", "number": 6}


def test_the_seed_is_told_to_nobody(facedown: Facedown) -> None:
    log = ["play", "hush", "--log", "s.log", "--seed", "987654321"]
    facedown(*log, typed="5\n")
    for more in ((), ("--seat", "1"), ("--open",), ("--open", "--json"), ("--json",)):
        assert "987654321" not in facedown("replay", "s.log", *more).out


def test_a_seat_that_the_game_has_not(unfinished: Facedown) -> None:
    said = unfinished("replay", "g.log", "--seat", "3")
    assert (said.code, said.out) == (2, "")
    assert said.err == "g.log has 2 seats, so there is no seat 3.\n"
