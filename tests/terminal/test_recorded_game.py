"""Whole games in the terminal, from the command to a win, as they were recorded.

A file holds what a person sees. To record them anew after a change that is meant:
``python tests/terminal/test_recorded_game.py``.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden"

TURING = ("play", "turing", "--seed", "3", "--option", "cards=8,9,11,17")
SUSPENSE = (
    *("play", "suspense", "--seats", "human,human", "--seed", "25"),
    *("--option", "goal=3", "--option", "dealer=1"),
)
MYSTERY = ("play", "mystery", "--seed", "63")
SOLVER = ("play", "solver", "--seats", "human", "--seed", "6")
SOLID = (
    *("play", "solid", "--seats", "human,human", "--seed", "7036"),
    *("--option", "turns=6"),
)
ENTER = ""
HAND_OVER = (ENTER, ENTER)
"""One hides what was on the screen, the other looks."""

GAMES = {
    "turing": (
        TURING,
        (
            *("help", "777", "112", "hint codes", "A", "undo", "A", "b", "C", "hint verifiers"),
            *("note C not 11c", "hint note", "solve 9", "go on", "121", "hint question", "C"),
            *("stop", "history", "solve 515", "quit"),
        ),
    ),
    "suspense": (
        SUSPENSE,
        (
            *(ENTER, "hint conditions", "hint standing", "W1", *HAND_OVER),
            *("fold", "B6", *HAND_OVER, "pass", *HAND_OVER, "pass"),
            *("W5", *HAND_OVER, "hint conditions", "B2", *HAND_OVER, "fold"),
            *(ENTER, ENTER),
        ),
    ),
    "mystery": (
        MYSTERY,
        (
            *("help", "hint pile", "2H", "take 6C", "4S", "buy Q1", "10H", "6S", "Q9", "Q1"),
            *("hint mystery", "note row B is J", "hint note", "4H", "buy Q1 4S 4H", "hint why"),
            *("5C", "8H", "8D", "8C", "name KH?", "ask Q3", "7C", "9C", "buy Q2 5C 7C 9C"),
            *("hint mystery", "history", "name jack of hearts", "no"),
            *("name queen of diamonds", "yes"),
        ),
    ),
    "solver": (
        SOLVER,
        (
            *("help", "hint rules", "hint card", "guess odd", "yellow circle 1", "hint last"),
            *("draw", "red circle 1", "play blue square 2", "draw", "blue diamond 4"),
            *("guess not purple", "guess not diamond", "no", "guess not a diamond", "yes"),
            *("hint rules", "red triangle 1", "history", "square or circle", "yes"),
        ),
    ),
    "solid": (
        SOLID,
        (
            *(ENTER, "help", "play B", "play M", "undo", "play Q", "C", "share M5+3+3", "play M"),
            *("play M", "play C", "end turn", *HAND_OVER),
            *("play H", "play S", "play S", "end", *HAND_OVER),
            *("play B", "play B", "play C", "end", *HAND_OVER),
            *("event steal 1 H", "event steal 1 B", *HAND_OVER, "play B", "yes", *HAND_OVER),
            *("share S2", "play S", "end", *HAND_OVER),
            *("play B", "share B4", "event M5+3+3 2 S2", *HAND_OVER, "no", *HAND_OVER),
            *("discard S", "play S", "history", "end", *HAND_OVER),
            *("play S", "play H", "play C", "end", ENTER),
        ),
    ),
}
"""The command, and what is typed."""


def record_of(game: str) -> Path:
    """Where a game's record is."""
    return GOLDEN / game / "terminal.txt"


def played(game: str) -> str:
    """What the terminal prints."""
    command, typed = GAMES[game]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "facedown.terminal", *command],
            input="".join(f"{line}\n" for line in typed),
            capture_output=True,
            text=True,
            cwd=folder,
            timeout=300,
            check=True,
        )
    return f"$ bin/facedown {' '.join(command)}\n{done.stdout}"


@pytest.mark.parametrize(
    ("game", "end"),
    [
        ("turing", "that wins."),
        ("suspense", "Seat 1 wins.\nSeat 1 reached 3 points.\n"),
        ("mystery", "The queen of diamonds: right, with "),
        ("solid", "Seat 1 wins.\nTurn 6 was the last; Seat 1 has most points.\n"),
        ("solver", "You found the rule.\nAfter 5 cards.\nPoints: Seat 1 21.\n"),
    ],
)
def test_the_recorded_game_plays_as_it_did(game: str, end: str) -> None:
    record = record_of(game).read_text("utf-8")
    assert played(game) == record
    assert end in record


if __name__ == "__main__":
    for name in GAMES:
        record_of(name).write_text(played(name), "utf-8")
