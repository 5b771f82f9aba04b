"""Programs as players: what they are asked, what they are told of mistakes, and how they end."""

from __future__ import annotations

import json
import random
import shlex
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.games.mystery.scenes import Scene

from facedown.core.play import play_bots
from facedown.core.registry import new_game
from facedown.core.roster import new_bot
from facedown.games.mystery.view import Question
from facedown.lab.arena import Tournament, run
from facedown.lab.mystery.newcomer import Overlooking
from facedown.lab.players import (
    LONGEST_ANSWER,
    OutsideBot,
    OutsideError,
    Program,
    UnreadableReply,
    player_called,
)
from facedown.lab.series import BotFailed

AMPLE = 120.0
Write = Callable[[str], str]

FIRST_MOVE = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    legal = asked["view"]["legal"]
    print(json.dumps({"action": legal[asked["luck"] % len(legal)]}), flush=True)
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a program; returns the command that runs it."""

    def command(text: str) -> str:
        path = tmp_path / "player.py"
        path.write_text(textwrap.dedent(text))
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"

    return command


def says(*answers: str) -> str:
    """A program that gives these answers, and notes what it was asked."""
    return f"""
        import sys
        for answer in {answers!r}:
            line = sys.stdin.readline()
            open({"asked.jsonl"!r}, "a").write(line)
            sys.stdout.write(answer + "\\n")
            sys.stdout.flush()
        sys.exit(3)
    """


@pytest.mark.parametrize("name", ["mystery", "solid", "suspense", "turing", "solver"])
def test_a_program_can_play_any_game(write: Write, name: str) -> None:
    options = {"suspense": {"goal": 0}, "solid": {"turns": 4}}.get(name, {})
    game = new_game(name, **options)
    asked = Program(write(FIRST_MOVE))
    bots = [OutsideBot(game, asked), *(new_bot(game, "beginner") for _ in range(game.seats - 1))]
    assert play_bots(game, bots, "1").outcome() is not None
    asked.close()


def test_moves_are_numbers_records_or_lines_and_mistakes_are_told_apart(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = new_game("solver", 1)
    state = game.start()
    bots = [new_bot(game, "beginner")]
    generous = play_bots(game, bots, "5").view(0)
    first = generous.dealt[0]  # type: ignore[attr-defined]
    answers = (
        "I play a card.",
        '{"action": 66}',
        json.dumps({"move": {"move": "play", "card": first}}),
        '{"line": "guess hihger"}',
        '{"move": {"move": "guess", "rule": "only  red"}, "line": "draw"}',
        '{"move": {"move": "guess", "rule": "only  red"}}',
    )
    asked = Program(write(says(*answers)))
    with pytest.raises(OutsideError, match="has ended with exit code 3"):
        play_bots(game, [OutsideBot(game, asked)], "5")
    asked.close()
    questions = [json.loads(line) for line in (tmp_path / "asked.jsonl").read_text().splitlines()]
    assert [(each["wrong"] or {}).get("kind") for each in questions] == [
        None,
        "unreadable",
        "illegal",
        None,
        "unreadable",
        "unreadable",
    ]
    assert questions[1]["wrong"]["sentence"] == "The answer is not one line of JSON."
    assert questions[4]["wrong"]["sentence"].startswith("“hihger” is not understood")
    assert questions[5]["wrong"]["sentence"] == "An answer has one of action, move and line."
    assert questions[0]["game"] == "solver"
    assert questions[0]["view"]["hand"] == list(state.view(0).hand or generous.dealt)  # type: ignore[attr-defined]
    assert questions[0]["prompt"].startswith("Play a card of your hand")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("", "The answer is not one line of JSON."),
        ("[1]", "The answer is not a JSON object."),
        ('Well. {"action": 3}', "The answer is not one line of JSON."),
        ("[" * 50_000, "The answer is not one line of JSON."),
    ],
)
def test_an_answer_is_one_json_object_and_nothing_is_looked_for_in_prose(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = Program(write(says(answer)))
    with pytest.raises(UnreadableReply) as problem:
        asked.ask({})
    assert str(problem.value) == sentence
    asked.close()


def test_three_mistakes_in_a_row_end_the_game(write: Write) -> None:
    game = new_game("suspense", 2, goal=0)
    asked = Program(write('while input(): print(\'{"action": "x"}\', flush=True)'))
    with pytest.raises(OutsideError, match=r"3 answers that cannot be played; .*: .* should be a"):
        play_bots(game, [OutsideBot(game, asked)] * 2, "1")
    asked.close()


def test_a_program_that_is_not_there_or_does_not_answer_is_told_in_a_sentence(
    write: Write,
) -> None:
    for command in ("", "no-such-program-anywhere --fast", '"'):
        with pytest.raises(OutsideError, match="cannot be started"):
            Program(command).ask({})
    silent = Program(write("import time; time.sleep(60)"), seconds=0.05)
    with pytest.raises(OutsideError, match=r"has not answered within 0\.05 seconds\."):
        silent.ask({})
    silent.close()
    endless = Program(write(f"input(); print('x' * {LONGEST_ANSWER + 9})"))
    with pytest.raises(OutsideError, match="a line of more than 100,000 bytes"):
        endless.ask({})
    endless.close()


def test_a_program_that_floods_is_read_no_further_than_one_answer() -> None:
    flood = Program("sh -c 'cat /dev/zero & wait'", seconds=AMPLE)
    with pytest.raises(OutsideError, match="a line of more than 100,000 bytes"):
        flood.ask({})
    chatty = Program("yes '{}'", seconds=AMPLE)
    for _ in range(3):
        assert chatty.ask({}) == {}
        assert len(chatty._said) <= LONGEST_ANSWER  # and nothing else is kept of it
    chatty.close()


def test_a_question_that_nobody_reads_is_given_up() -> None:
    deaf = Program("sleep 600", seconds=0.3)
    with pytest.raises(OutsideError, match=r"has not answered within 0\.3 seconds\."):
        deaf.ask({"much": "x" * 1_000_000})


def test_all_that_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    told = tmp_path / "child"
    script = f"trap '' TERM; (sleep 600 & echo $! > {told}; wait) & echo '{{}}'; sleep 600"
    stubborn = Program(f"sh -c {shlex.quote(script)}", seconds=AMPLE)
    stubborn.ask({})
    while not told.exists() or not told.read_text().endswith("\n"):
        time.sleep(0.01)
    child = int(told.read_text())
    stubborn.close()  # returns, though the child has the pipes open
    until = time.monotonic() + AMPLE
    while is_running(child):
        assert time.monotonic() < until
        time.sleep(0.01)


def is_running(number: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        stat = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


WITHOUT_ANSWERS = ["input()", "while input(): print('{\"action\": 999}', flush=True)"]


@pytest.mark.parametrize("text", WITHOUT_ANSWERS)
def test_a_program_without_answers_can_lose_its_games(write: Write, text: str) -> None:
    command = f"program:{write(text)}"
    tournament = Tournament("turing", 2, {}, (command, "beginner"), 2, roles={1: "beginner"})
    with pytest.raises(BotFailed, match=r"has ended|3 answers that cannot be played") as problem:
        run(tournament, workers=1)
    seed = f"{tournament.seed}/0"
    assert str(problem.value).endswith(f" That was in Turing Machine, in the game of seed {seed}.")
    lost, _ = run(replace(tournament, forfeits=True), workers=1).results
    assert lost.forfeits == (2, 0)
    assert [won.mean for won in lost.wins] == [points.mean for points in lost.points] == [0, 1]


def test_a_program_plays_in_the_arena_and_the_workers_do_not_matter(write: Write) -> None:
    command = f"program:{write(FIRST_MOVE)}"
    tournament = Tournament(
        "suspense", 2, {"goal": 0}, (command, "beginner"), games=20, roles={1: "beginner"}
    )
    alone = run(tournament, workers=1)
    assert alone == run(tournament, workers=2)
    assert {result.line_up[0] for result in alone.results} == {command, "beginner"}


def test_names_without_program_are_bots() -> None:
    game = new_game("suspense", 2)
    assert isinstance(player_called(game, "program:x"), OutsideBot)
    assert not isinstance(player_called(game, "careful"), OutsideBot)


@pytest.mark.parametrize(
    ("game", "kind"), [("solver", "Beginner"), ("mystery", "Overlooking"), ("turing", "Unaware")]
)
def test_a_game_s_own_measure_of_somebody_new_comes_before_the_usual_one(
    game: str, kind: str
) -> None:
    assert type(player_called(new_game(game), "newcomer")).__name__ == kind
    assert type(player_called(new_game("solid"), "newcomer")).__name__ == "Newcomer"


def test_somebody_new_overlooks_the_same_answers_at_every_move() -> None:
    scene = Scene()
    for card, other in (("6S", "8D"), ("6C", "7H"), ("4S", "10D")):
        scene.take(card, other)
    scene.offer("4H", "9S")
    scene.buy("Q1", "6S 6C", "JH")
    view = scene.state.view(0)
    told = [Question("Q1", (), answer, 4) for answer in ("JH", "QD", "KC", "AS", "KH")]
    for share in (0.0, 0.5, 1.0):
        plays = Overlooking(scene.game, share)
        noticed = [[plays.noticed(one) for one in told] for _ in range(2)]
        assert noticed[0] == noticed[1]
        missed = sum(one.answer is None for one in noticed[0])
        assert missed == 5 * share if share != 0.5 else 0 < missed < 5
    assert Overlooking(scene.game).act(view, random.Random(1)) in view.legal
