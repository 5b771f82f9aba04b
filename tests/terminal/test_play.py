"""Playing a game line by line: moves, words that every game has, bots, and the end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.terminal.conftest import Facedown

from facedown.core.log import read_log
from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.terminal import console

GAME = """\
Hush. Guess the number.
Options: limit=12, loud=yes.
Seat 1 is you, Seat 2 is the bot wild.
Type help for what you can type, hint for hints, rules for the rules, quit to stop.
This game is kept in g.log.

A number is drawn.

Numbers from 1 to 12; 0 rounds played.

Seat 1 (you), pick a number.
> 5
Seat 1 (you) picks 5.

Type done to show it.
> done
Seat 1 (you) is done.
Seat 2 (wild) picks a number.
All show: Seat 1 (you) 5, Seat 2 (wild) 2.

Seat 1 (you), pick a number.
> 8
Seat 1 (you) picks 8.

Type done to show it.
> done
Seat 1 (you) is done.
Seat 2 (wild) picks a number.
All show: Seat 1 (you) 8, Seat 2 (wild) 6.

Numbers from 1 to 12; 2 rounds played.
The drawn number: 8.

You win.
The number was 8.
The game is kept in g.log.
"""

BEGIN = ("play", "hush", "--seed", "3", "--option", "limit=12")
AGAINST = (*BEGIN, "--option", "loud=yes", "--seats", "human,bot:wild")


def answers(out: str) -> list[str]:
    """What was said between one prompt's line and the next, one text per line typed."""
    parts = out.split("\n> ")[1:]
    return ["\n".join(part.split("\n")[1:]).rsplit("\n\n", 1)[0] for part in parts]


def test_a_whole_game_reads_like_a_conversation(facedown: Facedown) -> None:
    said = facedown(*AGAINST, "--log", "g.log", typed="5\ndone\n8\ndone\n")
    assert (said.code, said.err) == (0, "")
    assert said.out == GAME


def test_a_game_that_is_stopped_goes_on_as_if_it_had_not_been(
    facedown: Facedown, tmp_path: Path
) -> None:
    typed = ["5", "done", "8", "done"]
    facedown(*AGAINST, "--log", "whole.log", typed="\n".join(typed))
    said = facedown(*AGAINST, "--log", "parts.log", typed="")
    for line in typed:
        assert said.code == 0
        assert "to go on with it: facedown play hush --log parts.log" in said.out
        said = facedown("play", "hush", "--log", "parts.log", typed=f"{line}\n")
    assert "You win." in said.out
    assert (tmp_path / "parts.log").read_text() == (tmp_path / "whole.log").read_text()


def test_what_can_be_typed_beside_moves(facedown: Facedown) -> None:
    typed = "help\nhint\nhint left\nhint nope\nnotes\nnote {0} is odd\nnote bad\nnote\nnotes\n"
    told = answers(facedown(*BEGIN, typed=f"{typed}hint notes\nrules H2\nrules\nquit\n").out)
    assert told[0].startswith("Beside your moves you can type:\n  show       the table")
    assert told[1].startswith("The hints, as hint NAME:\n  left ")
    assert told[2] == "Left: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12."
    assert told[3] == "Hush has no hint 'nope'."
    assert told[4] == "You have written nothing down."
    assert told[5] == "Noted: {0} is odd"  # what somebody wrote is no template
    assert told[6] == "That note cannot be kept."
    assert told[7] == "What is to be noted follows on the same line: note TEXT."
    assert told[8] == "{0} is odd"
    assert told[9] == "1 notes."
    assert told[10] == "**H2.** All pick in secret,\nthen all show."
    assert answers(facedown(*BEGIN, typed="rules 2\nquit\n").out)[0] == told[10]
    assert told[11].startswith("# Hush")


def test_the_prompt_comes_back_only_where_something_changed(facedown: Facedown) -> None:
    prompt = "Seat 1, pick a number."
    said = facedown(*BEGIN, typed="note odd\nhint left\nblue\nhistory\nshow\n5\nundo\nquit\n")
    between = said.out.split("\n> ")
    assert [prompt in part for part in between[:8]] == [
        *(True, False, False, False, False),  # the beginning; note, hint, a mistake, history
        *(True, False, True),  # show; the move, after which another prompt stands; undo
    ]
    assert "\n> hint left\nLeft: " in said.out


def test_show_and_history(facedown: Facedown) -> None:
    told = answers(facedown(*AGAINST, typed="5\ndone\n7\nshow\nhistory\nSHOW\n").out)
    assert (
        told[3] == told[5] == "Numbers from 1 to 12; 1 rounds played.\nYour pick lies face down: 7."
    )
    assert told[4].splitlines()[0] == "1. A number is drawn."
    assert told[4].splitlines()[-1] == "6. Seat 1 (you) picks 7."


def test_a_mistake_at_the_prompt_changes_nothing(facedown: Facedown, tmp_path: Path) -> None:
    facedown(*BEGIN, "--log", "a.log", typed="5\n")
    facedown(*BEGIN, "--log", "b.log", typed="done\n99\nblue\n0\n5\n-3\n\n  \nmove\nundo it\n")
    assert (tmp_path / "a.log").read_text() == (tmp_path / "b.log").read_text()
    told = answers(facedown(*BEGIN, typed="done\n99\nblue\n").out)
    assert told[:3] == [
        "Pick a number before you are done.",
        "The numbers are 1 to 12.",
        "Type a number, or done.",
    ]


def test_words_of_the_game_that_begin_like_words_of_the_terminal(facedown: Facedown) -> None:
    told = answers(facedown(*BEGIN, typed="5\nshow of hands\n6\nmove note\nmove 7\n").out)
    assert told[1] == "All show: Seat 1 5."
    assert told[3] == "All show: Seat 1 6."
    assert told[4] == "Seat 1 picks 7."


def test_undo(facedown: Facedown) -> None:
    told = answers(facedown(*AGAINST, typed="undo\n5\nundo\nundo\n6\ndone\nundo\nhistory\n").out)
    assert told[0] == "You have made no move that could be taken back."
    assert told[2] == "Taken back: Seat 1 (you) picks 5."
    assert told[3] == "You have made no move that could be taken back."
    assert told[4] == "Seat 1 (you) picks 6."
    assert told[6] == "Somebody has moved since, so your move can no longer be taken back."
    assert "picks 5" not in told[7]
    alone = answers(facedown(*BEGIN, typed="5\ndone\nundo\n").out)
    assert alone[2] == "That move showed something hidden, so it cannot be taken back."


def test_hints_can_be_switched_off(facedown: Facedown) -> None:
    told = answers(facedown(*BEGIN, "--hints", "left", typed="hint\nhint notes\nhint left\n").out)
    assert told[0] == "The hints, as hint NAME:\n  left  the numbers not yet shown"
    assert told[1] == "The hint notes is switched off at this table."
    assert told[2].startswith("Left: ")
    said = facedown(*BEGIN, "--hints", "none", typed="hint\nhint left\nhelp\n")
    told = answers(said.out)
    assert told[0] == "The hints are switched off at this table."
    assert told[1] == "The hint left is switched off at this table."
    assert "hint" not in told[2]
    assert "hint for hints" not in said.out
    assert "facedown play hush --hints none --log facedown-hush-" in said.out


def test_quitting_keeps_the_game_in_a_new_file(facedown: Facedown, tmp_path: Path) -> None:
    facedown(*BEGIN, typed="5\nquit\n")
    facedown(*BEGIN, typed="5\n")
    said = facedown(*BEGIN, typed="exit\n")
    assert said.code == 0
    assert len(list(tmp_path.glob("facedown-hush-*.log"))) == 3
    name = said.out.split(" --log ")[1].strip()
    assert "This game goes on from" in facedown("play", "hush", "--log", name).out


def test_save(facedown: Facedown, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    typed = "save\nsave taken\nsave no/such\nsave a b.log\n5\nsave c.log\nsave a b.log\nquit\n"
    said = facedown(*BEGIN, typed=typed)
    told = answers(said.out)
    assert told[0] == "The name of the new file follows on the same line: save FILE."
    assert told[1] == "taken exists already and is not overwritten."
    assert told[2] == "no/such cannot be written: there is no folder no."
    assert told[3] == "The game is kept in a b.log, from here on too."
    assert told[5] == "A copy of the game as it stands is kept in c.log."
    assert told[6] == "The game is kept in a b.log already, after every move."
    assert "--log 'a b.log'" in said.out
    assert (tmp_path / "taken").read_text() == "mine"
    assert (tmp_path / "a b.log").read_text() == (tmp_path / "c.log").read_text()
    assert not list(tmp_path.glob("facedown-*"))


def test_after_a_game_that_is_kept_nowhere_it_can_still_be_saved(
    facedown: Facedown, tmp_path: Path
) -> None:
    moves = "5\ndone\n8\ndone\n"
    said = facedown(*AGAINST, typed=f"{moves}6\nsave\nsave g.log\n")
    assert "This game is kept in no file: type save FILE to keep it" in said.out
    assert "Here only save FILE and Enter mean something." in said.out
    assert said.out.endswith("> save g.log\nThe game is kept in g.log.\n")
    assert Match.resume(read_log((tmp_path / "g.log").read_text())).outcome is not None
    for leave in ("", "\n", "quit\n"):
        said = facedown(*AGAINST, typed=moves + leave)
        assert said.code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"g.log"}


def test_bots_alone(facedown: Facedown) -> None:
    said = facedown("play", "hush", "--seats", "bot:low,bot:wild", "--seed", "3")
    assert said.code == 0
    assert "Seat 1 is the bot low, Seat 2 is the bot wild." in said.out
    assert "Seat 1 (low) picks a number.\nSeat 1 (low) is done.\n" in said.out
    assert ">" not in said.out


def test_a_bot_that_breaks_the_rules_is_a_fault_and_the_game_is_kept(
    facedown: Facedown, tmp_path: Path
) -> None:
    with pytest.raises(RuntimeError, match="bot:wrong made no proper move"):
        facedown("play", "hush", "--seats", "bot:wrong,human", "--log", "g.log")
    assert Match.resume(read_log((tmp_path / "g.log").read_text())).actors == (0, 1)


def test_a_finished_game_is_told_once_more(facedown: Facedown) -> None:
    facedown(*AGAINST, "--log", "g.log", typed="5\ndone\n8\ndone\n")
    said = facedown("play", "hush", "--log", "g.log")
    assert said.code == 0
    assert said.out.endswith(GAME.split("6.\n\n")[1])


CONTRADICTIONS = {
    "--option limit=9": "The game in g.log was begun with limit=12, not 9.",
    "--option loud=no": "The game in g.log was begun with loud=yes, not no.",
    "--seats human": "The game in g.log has the seats human,bot:wild, not human.",
    "--seed 4": "The game in g.log was begun with another seed.",
}


@pytest.mark.parametrize("asked", CONTRADICTIONS)
def test_a_game_is_not_gone_on_with_as_another(
    facedown: Facedown, tmp_path: Path, asked: str
) -> None:
    facedown(*AGAINST, "--log", "g.log", typed="5\n")
    before = (tmp_path / "g.log").read_bytes()
    said = facedown("play", "hush", "--log", "g.log", *asked.split(), typed="done\n")
    assert (said.code, said.out, said.err) == (2, "", f"{CONTRADICTIONS[asked]}\n")
    assert (tmp_path / "g.log").read_bytes() == before
    same = facedown(*AGAINST, "--log", "g.log")
    assert same.code == 0


def test_a_log_of_another_game(facedown: Facedown) -> None:
    facedown(*BEGIN, "--log", "g.log")
    said = facedown("play", "turing", "--log", "g.log")
    assert (said.code, said.err) == (2, "g.log holds a game of hush, not of turing.\n")


def test_a_very_long_line(facedown: Facedown) -> None:
    said = facedown(*BEGIN, "--log", "g.log", typed=f"{'5' * 20_000}\n5\n")
    assert "That line is too long: it has 20000 characters, and at most 2000 are read." in said.out
    assert "Seat 1 picks 5." in said.out


def test_whoever_waits_for_what_a_move_brings_about_is_told(
    facedown: Facedown, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Match.play

    def slowly(match: Match, seat: int, move: Move | int) -> None:
        time.sleep(0.2)
        play(match, seat, move)

    monkeypatch.setattr(Match, "play", slowly)
    monkeypatch.setattr(console, "PATIENCE", 0.01)
    said = facedown(*BEGIN, typed="5\n")
    assert "Seat 1 picks 5." in said.out
    assert said.err == "What follows is being worked out.\n"


def test_saving_where_nobody_lives(facedown: Facedown, tmp_path: Path) -> None:
    said = facedown("play", "hush", "--log", "g.log", typed="save ~nobody-of-that-name/x\n5\n")
    assert "There is no home folder for '~nobody-of-that-name/x'.\n" in said.out
    assert "picks 5." in said.out
    assert said.code == 0
