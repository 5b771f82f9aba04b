"""``facedown play GAME --from LOG --at N``: what if, from a moment of a recorded game."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.conftest import Facedown

from facedown.core import Match, new_game
from facedown.core.log import read_log, write_log

MOVES = 3


def recorded(path: Path, most: int = 1000) -> Match:
    """A game of Suspense in a file, each seat making the first move it has, so many of them."""
    match = Match(new_game("suspense", 2, goal=0), seed="7")
    for _ in range(most):
        if match.outcome is not None:
            break
        seat = match.actors[0]
        match.play(seat, (match.legal(seat) or ())[0])
    path.write_text(write_log(match.log), "utf-8")
    return match


def test_a_recorded_game_is_played_on_from_a_moment(facedown: Facedown, tmp_path: Path) -> None:
    match = recorded(tmp_path / "old.log")
    what_if = ("play", "suspense", "--from", "old.log", "--at", str(MOVES))
    said = facedown(*what_if, "--seats", "human,bot:beginner", "--log", "new.log", typed="quit\n")
    assert said.code == 0
    log = read_log((tmp_path / "new.log").read_text("utf-8"))
    assert log.origin is not None
    moves = log.origin.moves
    assert moves >= MOVES
    assert f"For practice: it goes on from move {moves} of another game." in said.out
    assert log.players == ("human", "bot:beginner")
    made = [entry for entry in log.entries if entry.move is not None]
    assert made[:moves] == [e for e in match.log.entries if e.move is not None][:moves]
    # The file says where the game comes from, and is gone on with like any other.
    told = facedown("replay", "new.log")
    assert f"it goes on from move {moves} of the game {log.origin.source}" in told.out
    assert "shuffle" not in told.out
    again = facedown("play", "suspense", "--log", "new.log", typed="quit\n")
    assert again.code == 0
    assert read_log((tmp_path / "new.log").read_text("utf-8")).origin == log.origin


def test_who_played_plays_unless_said(facedown: Facedown, tmp_path: Path) -> None:
    recorded(tmp_path / "old.log")
    said = facedown("play", "suspense", "--from", "old.log", "--at", "0", typed="quit\n")
    assert said.code == 0
    assert "Seat 1 is human, Seat 2 is human." in said.out


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--from", "old.log"), "--from LOG and --at N go together"),
        (("--at", "3"), "--from LOG and --at N go together"),
        (("--from", "old.log", "--at", "x"), "a moment is a number of moves"),
        (("--from", "old.log", "--at", "9999"), "The game has the turns 0 to"),
        (("--from", "old.log", "--at", "3", "--seats", "human"), "has 2 seats, not 1"),
        (("--from", "old.log", "--at", "3", "--log", "old.log"), "holds a game already"),
        (("--from", "old.log", "--at", "3", "--option", "goal=2"), "was begun with goal=0, not 2"),
        (("--from", "some.log", "--at", "2"), "is not over: --log"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    facedown: Facedown, tmp_path: Path, more: tuple[str, ...], sentence: str
) -> None:
    recorded(tmp_path / "old.log")
    recorded(tmp_path / "some.log", 2)
    said = facedown("play", "suspense", *more)
    assert said.code == 2
    assert sentence in said.err
    assert said.err.count("\n") == 1
