"""What people do at a terminal: resign, play the puzzle of the day, mistype, read what is long."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminal.conftest import Facedown, facedown

from facedown.core.registry import game_class
from facedown.core.seats import bot_of
from facedown.table.days import day_of, today
from facedown.terminal.logfile import read_log_file

__all__ = ["facedown"]

OURS = ("mystery", "solid", "solver", "suspense", "turing")
SUSPENSE = ("play", "suspense", "--seed", "3", "--option", "goal=0")


def test_who_resigns_leaves_the_seat_to_a_bot(facedown: Facedown, tmp_path: Path) -> None:
    """The bot wins here, and nobody is told that they have."""
    said = facedown(*SUSPENSE, "--log", "g.log", typed="resign\nno\nresign\nyes\n")
    assert said.code == 0
    assert "Give the game up? (yes or no) no\nNot done." in said.out
    assert "Seat 1 (you) resigns; a bot (careful) plays on." in said.out
    assert "Seat 1 (careful) wins." in said.out
    assert "You win" not in said.out
    assert read_log_file(tmp_path / "g.log").players == ("bot:careful",) * 3


def test_who_resigns_to_one_other_has_lost(facedown: Facedown, tmp_path: Path) -> None:
    two = (*SUSPENSE, "--seats", "human,bot:careful", "--log", "g.log")
    said = facedown(*two, typed="resign\nyes\n")
    assert said.code == 0
    assert "You gave the game up.\nSeat 2 (careful) wins." in said.out
    assert "plays on" not in said.out
    assert read_log_file(tmp_path / "g.log").resigned == 0
    again = facedown("replay", "g.log")
    assert "Seat 2 (careful) wins.\nSeat 1 has resigned." in again.out


def test_who_plays_alone_gives_up_and_is_told_the_answer(facedown: Facedown) -> None:
    said = facedown("play", "turing", "--seed", "1", "--log", "g.log", typed="resign\nyes\n")
    told = said.out.partition("You gave the game up.\n")[2]
    assert told.startswith("The code was ")
    assert told.splitlines()[0] in facedown("replay", "g.log").out


def test_one_of_several_people_resigns(facedown: Facedown) -> None:
    said = facedown(
        *(*SUSPENSE, "--seats", "human,human,bot:careful"), typed="\nresign\nyes\n\n\npass\n"
    )
    assert "resigns; a bot (careful) plays on." in said.out
    assert "Hand over to Seat 2." in said.out or "Hand over to Seat 1." in said.out


@pytest.mark.parametrize("day", [(), ("2026-03-04",)])
def test_the_puzzle_of_a_day_is_that_of_the_pages(
    facedown: Facedown, tmp_path: Path, day: tuple[str, ...]
) -> None:
    said = facedown("play", "turing", "--daily", *day, "--log", "d.log", typed="quit\n")
    assert said.code == 0
    seed = read_log_file(tmp_path / "d.log").seed
    assert seed == day_of(game_class("turing"), day[0] if day else seed.rpartition("/")[2]).seed
    assert day or seed.rpartition("/")[2] <= today().isoformat()
    again = facedown("play", "turing", "--daily", *day, "--log", "d.log", typed="quit\n")
    assert again.code == 0
    assert "goes on from" in again.out


@pytest.mark.parametrize("game", OURS)
def test_who_plays_the_puzzle_of_a_day_plays_it_against_the_same(
    facedown: Facedown, tmp_path: Path, game: str
) -> None:
    facedown("play", game, "--daily", "2026-03-04", "--log", "d.log", typed="quit\n")
    log, puzzle = read_log_file(tmp_path / "d.log"), day_of(game_class(game), "2026-03-04")
    assert (log.seed, log.seats) == (puzzle.seed, puzzle.seats)
    assert dict(enumerate(map(bot_of, log.players))) == {0: None, **puzzle.bots}


@pytest.mark.parametrize(
    ("game", "more", "sentence"),
    [
        ("turing", ("9999-01-01",), "The puzzle of 9999-01-01 is not there yet."),
        ("turing", ("soon",), "A date has the form YYYY-MM-DD."),
        ("turing", ("--seed", "1"), "--daily goes without --option, --seed and --from"),
    ],
)
def test_a_day_without_a_puzzle(
    facedown: Facedown, game: str, more: tuple[str, ...], sentence: str
) -> None:
    said = facedown("play", game, "--daily", *more)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err


@pytest.mark.parametrize(
    ("typed", "meant"), [("paly", "play"), ("rplay", "replay"), ("slove", "solve")]
)
def test_a_mistyped_command(facedown: Facedown, typed: str, meant: str) -> None:
    said = facedown(typed, "turing")
    assert said.code == 2
    assert said.err.endswith(f" Did you mean facedown {meant}?\n")


def test_what_is_like_no_command_is_not_guessed(facedown: Facedown) -> None:
    assert "Did you mean" not in facedown("xyzzy").err


def test_a_mistyped_word_at_the_prompt(facedown: Facedown) -> None:
    said = facedown("play", "turing", "--seed", "1", typed="hitsory\nundoo\n9\nhello\n")
    assert "Did you mean history?" in said.out
    assert "Did you mean undo?" in said.out
    assert said.out.count("Did you mean") == 2


def at_a_terminal(env: dict[str, str], *command: str) -> str:
    """What a command prints at a terminal of 24 lines."""
    ours, theirs = pty.openpty()
    code = f"import sys; from facedown.terminal.main import main; sys.exit(main({command!r}))"
    here = {**os.environ, "TERM": "xterm", "LINES": "24", "COLUMNS": "80", **env}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=theirs, stdout=theirs, stderr=theirs, env=here
    ) as process:
        os.close(theirs)
        told = b""
        try:
            while more := os.read(ours, 65536):
                told += more
        except OSError:  # the other end is closed
            pass
        process.wait()
    os.close(ours)
    return told.decode()


def test_long_pages_go_through_the_pager(tmp_path: Path) -> None:
    pager = f"{sys.executable} -c \"import sys; print('lines:', len(sys.stdin.readlines()))\""
    told = at_a_terminal({"PAGER": pager}, "rules", "turing")
    assert told.startswith("lines: ")
    assert "T1" in at_a_terminal({"PAGER": pager}, "rules", "turing", "T1")  # one screen
    assert "lines:" not in at_a_terminal({"PAGER": ""}, "rules", "turing")
    assert "T1" in at_a_terminal({"PAGER": "no-such-pager"}, "rules", "turing")


def test_no_pager_in_a_pipe(facedown: Facedown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "false")
    assert "T1" in facedown("rules", "turing").out
