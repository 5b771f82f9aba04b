"""Programs and models as agents: what they are asked and answer, what is kept, what they score."""

from __future__ import annotations

import json
import random
import re
import shlex
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.table.test_secrecy import GAMES, OFTEN, Played

from facedown.core.errors import BadOption, FacedownError
from facedown.core.facts import OptionValue
from facedown.core.match import Match
from facedown.core.play import any_move
from facedown.core.registry import new_game
from facedown.lab.agents import (
    NOT_ALLOWED,
    AgentName,
    AgentQuestion,
    AgentsPlan,
    AskSetting,
    Budget,
    GamesFile,
    Said,
    begun,
    play,
    position_of,
    read_answer,
    rules_of,
    run,
)
from facedown.lab.agents_report import csv_of, json_of, page_of, rows_of, text_of
from facedown.lab.agents_score import score
from facedown.lab.endpoint import again
from facedown.lab.players import OutsideError, UnreadableReply
from facedown.lab.problems import Problem, problems_of_seed
from facedown.table.state import Settings, all_aids, new_spec

CARDS: Mapping[str, OptionValue] = {"cards": "4,9,11,14"}
PROBLEM = Problem("7/0", 1, CARDS, "7/0")


class Script:
    """An agent that gives these answers, and keeps what it was asked."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = list(answers), list[AgentQuestion]()

    def answer(self, asked: AgentQuestion) -> Said:
        self.asked.append(asked)
        return Said(self.answers.pop(0), {"out": 5})

    def close(self) -> None:
        pass


def line(text: str, **more: str) -> str:
    return json.dumps({"line": text, **more})


def played(agent: Script, setting: AskSetting | None = None) -> dict[str, Any]:
    match = begun(PROBLEM, "turing")
    return play(match, PROBLEM, agent, [None], setting or AskSetting(), Budget())


def the_code() -> str:
    """The code of the problem, and the only other one that is possible."""
    match = Match(new_game("turing", 1, **CARDS), PROBLEM.seed)
    for move in (40, 125, 131):
        match.play(0, move)
    match.play(0, 133)
    return str(match.view(0).solution)  # type: ignore[attr-defined]  # that of Turing Machine


# What is asked and answered


def test_only_the_last_block_counts_and_nothing_in_prose() -> None:
    match = begun(PROBLEM, "turing")
    game, view = match.game, match.view(0)
    two = f"```json\n{line('ask A')}\n```\nor rather\n```\n{line('propose 123')}\n```\nThat is it."
    assert game.typed(read_answer(two, game, view).move) == "propose 123"  # type: ignore[arg-type]
    for text in (
        f"I answer {line('propose 123')}",
        f"{line('propose 123')} is my answer",
        "propose 123",
        f"```json\n{line('propose 123')}\n```\n```\nnothing\n```",
        "[1]",
        "",
        '{"line": "propose 123", "action": 3}',
        '{"line": "propose 123", "belief": 3}',
        "[" * 100_000,
    ):
        with pytest.raises(UnreadableReply):
            read_answer(text, game, view)


def test_a_prompt_has_rules_state_history_seat_and_form_but_no_list_of_moves() -> None:
    match = begun(Problem("7/0", 2, CARDS, "7/0"), "turing")
    match.play(0, 40)
    match.play(1, 41)
    text = AgentQuestion(
        match.game, match.view(0), rules_of(match.game),
        position_of(match.game, match.view(0), match.events(0)), (), 1,
    ).text  # fmt: skip
    places = [
        text.index(part)
        for part in ("propose 241:", '"line"', '"belief"', "What you may know", "You are seat 1")
    ]
    assert places == sorted(places)
    assert "Seat 1 (you)" in text
    assert "propose 112" not in text


@pytest.mark.parametrize("name", ["suspense", "mystery"])
def test_a_card_has_one_name_in_view_history_prompt_and_moves(name: str) -> None:
    match, rng = Match(new_game(name), seed="7"), random.Random(7)
    for _ in range(12):
        if match.outcome is None:
            seat = match.actors[0]
            move = any_move(match.game, match.view(seat), rng)
            assert move is not None
            match.play(seat, move)
        text = position_of(match.game, match.view(0), match.events(0))
        assert any(card in text for card in match.game.typed_as.values())
        for words, card in match.game.typed_as.items():
            for line in text.splitlines():
                assert words not in line or card in line


def test_a_purchase_names_what_can_pay_for_it() -> None:
    match = Match(new_game("mystery"), seed="7")
    while "buy" not in (told := str(match.game.prompt(match.view(0)))):
        match.play(0, match.view(0).legal[0])
    paid = re.search(r"buy (Q\d) with ([^,]*?)( or |,)", told)
    assert paid is not None
    short, view = f"buy {paid[1]} {paid[2]}", match.view(0)
    assert match.game.read(f"buy {paid[1]} with {paid[2]}", view) == match.game.read(short, view)
    match.play(0, match.game.read(short, view))


def test_wrong_answers_are_told_in_one_sentence_counted_and_lose_the_game_in_the_end() -> None:
    agent = Script("nothing", line("ask A"), line("propose 241"), *["?"] * 3)
    kept = played(agent)
    assert (kept["unreadable"], kept["illegal"], kept["calls"]) == (4, 1, 6)
    assert kept["forfeit"]
    assert kept["tokens"] == {"out": 30}
    assert [len(asked.wrong) for asked in agent.asked] == [0, 1, 2, 0, 1, 2]
    assert agent.asked[1].text.endswith(again(agent.asked[1].wrong[0][1]))
    assert agent.asked[2].wrong[1][1].sentence == NOT_ALLOWED
    found = score(kept, 0)
    assert (found["solved"], found["efficiency"], found["forfeit"]) == (0, 0, 1)


def test_the_checker_names_the_broken_rule() -> None:
    agent = Script(line("ask A"), *["?"] * 2)
    played(agent, AskSetting(checker=True))
    sentence = agent.asked[1].wrong[0][1].sentence
    assert sentence != NOT_ALLOWED
    assert "(T6)" in sentence


# What it was worth


def test_scores_go_by_the_log_and_the_judge() -> None:
    code = the_code()
    wrong = "555"
    answers = [line("propose 241", belief=f"solve {wrong}")]
    answers += [line("ask A"), line("ask B"), line("ask C"), line(f"solve {code}")]
    found = score(played(Script(*answers)), 0)
    assert (found["solved"], found["points"]) == (1, found["won"])
    assert found["contradicted"] == 0.5
    assert found["questions over"] > 0
    assert 0 < found["efficiency"] < 1
    assert "bits lost" in found
    assert score(played(Script(line("propose 241"), line("stop"), line("solve 555"))), 0) == {
        "forfeit": 0.0, "unreadable": 0.0, "illegal": 0.0, "calls": 3.0, "solved": 0.0, "won": 0.0,
        "points": 0.0, "contradicted": 1.0, "efficiency": 0.0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "options", "bot"),
    [("mystery", {}, "careful"), ("solver", {"level": 1}, "careful"), ("turing", CARDS, "exact")],
)
def test_our_players_go_through_the_same_pipe(
    game: str, options: dict[str, OptionValue], bot: str
) -> None:
    file = GamesFile()
    plan = AgentsPlan(
        game, problems_of_seed(game, "7", 2, options), tuple(map(AgentName.read, ("random", bot))),
        AskSetting(),
    )  # fmt: skip
    assert run(plan, file) == 0
    weak, strong = rows_of(file.games.values())
    assert strong.found["solved"].mean >= weak.found["solved"].mean
    assert "could refute" in strong.found
    assert strong.found["forfeit"].mean == strong.found["illegal"].mean == 0


def test_a_game_against_others_is_played_from_every_seat() -> None:
    problems = problems_of_seed("suspense", "7", 1, {"goal": 0, "dealer": 1})
    file = GamesFile()
    plan = AgentsPlan("suspense", problems, (AgentName.read("random"),), AskSetting("careful"))
    assert run(plan, file) == 0
    (row,) = rows_of(file.games.values())
    assert [game["seat"] for game in file.games.values()] == [0, 1, 2]
    assert row.found["points"].problems == 1
    assert "solved" not in row.found


# Many games


def plan_of(*agents: str, games: int = 3) -> AgentsPlan:
    problems = problems_of_seed("turing", "7", games, CARDS)
    return AgentsPlan("turing", problems, tuple(map(AgentName.read, agents)), AskSetting())


def test_spent_calls_and_broken_lines_go_on_to_the_same_games(tmp_path: Path) -> None:
    whole, path = GamesFile(), tmp_path / "games.jsonl"
    run(plan_of("careful"), whole)
    calls = sum(game["calls"] for game in whole.games.values())
    first = GamesFile(path)
    assert run(plan_of("careful"), first, calls=calls - 1) == 1
    with path.open("a") as file:
        file.write('{"facedown_agents": 1, "key"')
    second = GamesFile(path)
    assert second.games.keys() == first.games.keys()
    assert run(plan_of("careful"), second, parallel=2) == 0
    assert {key: game["log"] for key, game in GamesFile(path).games.items()} == {
        key: game["log"] for key, game in whole.games.items()
    }
    assert run(plan_of("careful"), second, made=lambda agent: Script()) == 0


@pytest.mark.parametrize("text", ["nothing\n", "[]\n", '{"facedown_agents": 2, "key": "a"}\n'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "games.jsonl").write_text(text)
    with pytest.raises(BadOption, match="cannot be used"):
        GamesFile(tmp_path / "games.jsonl")


def program(folder: Path, text: str) -> str:
    (folder / "agent.py").write_text(textwrap.dedent(text))
    return shlex.join([sys.executable, str(folder / "agent.py")])


def test_a_program_answers_by_number_line_or_a_models_text(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
        import json, sys
        for number, line in enumerate(sys.stdin):
            asked = json.loads(line)
            assert "Only the last block is read" in asked["text"]
            block = '```json\\n{"line": "stop"}\\n```'
            answers = {"action": 40}, {"text": "Thinking.\\n" + block}, {"line": "solve 111"}
            print(json.dumps(answers[number % 3]), flush=True)
        """,
    )
    file = GamesFile(tmp_path / "games.jsonl")
    assert run(plan_of(f"mine={command}"), file) == 0
    assert [game["calls"] for game in file.games.values()] == [3, 3, 3]
    assert str(tmp_path) not in (tmp_path / "games.jsonl").read_text()


def test_a_program_that_ends_leaves_what_is_finished(tmp_path: Path) -> None:
    command = program(tmp_path, "raise SystemExit(3)")
    file = GamesFile()
    with pytest.raises(OutsideError, match="exit code 3"):
        run(plan_of("random", command), file)
    assert all(game["agent"] == "random" for game in file.games.values())


def test_what_cannot_be_is_refused_first() -> None:
    for agents in (("a=random", "a=careful"), ()):
        if agents:
            with pytest.raises(BadOption):
                plan_of(*agents)
    with pytest.raises(BadOption):
        plan_of("random", games=0)
    with pytest.raises(FacedownError):
        run(plan_of("careful:much=1"), GamesFile())


def test_reports_compare_agents_on_the_problems_that_both_played() -> None:
    file = GamesFile()
    run(plan_of("random", "exact"), file)
    rows = rows_of(file.games.values())
    solved = [row.found["solved"].mean for row in rows]
    assert rows[1].beside["solved"].mean == solved[1] - solved[0]
    assert "bits lost a question" in text_of(rows, 2)
    assert "2 games left" in text_of(rows, 2)
    form: Any = json_of(rows)
    assert json.loads(json.dumps(form))["agents"][1]["games"][0]["problem"] == "7/0"
    lines = csv_of(rows_of([{**next(iter(file.games.values())), "agent": "=1+1"}])).splitlines()
    assert lines[1].startswith("turing,'=1+1,")
    page = page_of("Turing <Machine>", rows)
    assert "Turing &lt;Machine&gt;" in page
    assert page.count("<tr>") == 3 + 2 + 4


# Secrecy


def told(match: Match, seat: int, lines: Sequence[str]) -> list[str]:
    """All that an agent of the seat can be told, with what is said of wrong moves."""
    texts = [rules_of(match.game), position_of(match.game, match.view(seat), match.events(seat))]
    for text in lines:
        try:
            match.check_move(seat, read_answer(line(text), match.game, match.view(seat)).move)
            texts.append("allowed")
        except FacedownError as problem:
            texts.append(str(problem))
    return texts


def compare(name: str, tell: Callable[[Match, int, Sequence[str]], list[str]], seed: int) -> int:
    """Positions of a game that were compared with others that the seat cannot tell from them."""
    made = GAMES[name]()
    settings = Settings(aids=all_aids(made.facts))
    game = Played(made, seed, new_spec(made, settings, "h" * 64, seed=str(seed)))
    compared = 0
    while game.true.status == "playing" and compared < 6:
        match = game.true.playing()
        seat, action = game.choose()
        step = game.moves(game.true, seat, action)
        assert step is not None
        viewer = game.rng.randrange(game.spec.seats)
        often = min(0.3, OFTEN.get(name, 1.0))
        other = game.otherwise(viewer) if game.rng.random() < often else None
        if other is not None:
            some = random.Random(1).sample(range(made.actions), min(made.actions, 20))
            lines = [made.typed(match.state().move_of(viewer, number)) for number in some]
            assert tell(match, viewer, lines) == tell(other.playing(), viewer, lines)
            compared += 1
        game.happen(game.true, step)
    return compared


@pytest.mark.parametrize("name", ["mystery-race", "solid", "solver", "suspense", "turing"])
def test_with_other_secrets_a_prompt_has_the_same_bytes(name: str) -> None:
    assert sum(compare(name, told, seed) for seed in range(3)) > 2


def test_a_planted_leak_is_found() -> None:
    def leaking(match: Match, seat: int, lines: Sequence[str]) -> list[str]:
        return [*told(match, seat, lines), repr([entry.move for entry in match.log.entries])]

    with pytest.raises(AssertionError):
        compare("suspense", leaking, 0)
