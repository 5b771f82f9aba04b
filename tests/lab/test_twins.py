"""Twins: the same tree under other words, told and read back one for one."""

from __future__ import annotations

import json
import random
import re

import pytest

from facedown.core.errors import BadOption
from facedown.core.match import Match
from facedown.core.play import any_move
from facedown.core.registry import new_game
from facedown.core.roster import roster_of
from facedown.core.typed import read_line
from facedown.lab.agents import (
    AgentName,
    AgentQuestion,
    AgentsPlan,
    AskSetting,
    GamesFile,
    Said,
    position_of,
    rules_of,
    run,
)
from facedown.lab.players import UnreadableReply
from facedown.lab.problems import problems_of_seed
from facedown.lab.tools import tools_of
from facedown.lab.twins import Twin

GAMES = ("mystery", "solid", "solver", "suspense", "turing")


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_told_can_be_read_back_and_every_move_typed(name: str) -> None:
    twin, rng = Twin(tools_of(name).twin), random.Random(1)
    made = new_game(name, None, **roster_of(new_game(name)).arena_options)
    match = Match(made, seed="7")
    for _ in range(40):
        if not match.actors:
            break
        seat = match.actors[0]
        view = match.view(seat)
        text = f"{rules_of(made)}\n{position_of(made, view, match.events(seat))}"
        text = re.sub(r"\bas\b", "like", text, flags=re.IGNORECASE)  # typed, an ace of spades
        assert twin.read(twin.told(text)).lower() == text.lower()
        for known in (made.facts.title, "Mushy Heads", "koodikulma"):
            assert known.lower() not in twin.told(text).lower()
        for _, move in match.legal_moves(seat)[:20]:
            typed = made.typed(move)
            assert read_line(made, twin.read(twin.told(typed)), view) == read_line(
                made, typed, view
            )
        action = any_move(made, view, rng)
        assert action is not None
        match.play(seat, action)


class Reader:
    """Plays what it is told it may type, and keeps what it read."""

    def __init__(self) -> None:
        self.read = ""

    def answer(self, asked: AgentQuestion) -> Said:
        self.read += asked.text
        lines = {"Compose": "tune 241", "Ask": "halt"}
        last = asked.position.splitlines()[-1]
        line = next((lines[word] for word in lines if word in last), "unlock 111")
        return Said(json.dumps({"line": "propose 241" if not asked.wrong else line}))

    def close(self) -> None:
        pass


def test_an_agent_of_a_twin_reads_and_types_its_words_alone() -> None:
    reader = Reader()
    problems = problems_of_seed("turing", "7", 1, {"cards": "4,9,11,14"})
    plan = AgentsPlan("turing", problems, (AgentName.read("x"),), AskSetting(twin=True, tries=2))
    file = GamesFile()
    assert run(plan, file, made=lambda agent: reader) == 0
    (game,) = file.games.values()
    assert game["twin"]
    assert game["unreadable"] > 0
    for word in ("Turing", "verifier", "triangle"):
        assert word not in reader.read
    assert "none of this game's" in reader.read
    assert "propose" not in reader.read


def test_words_of_a_twin_are_others() -> None:
    for words in ({"red": "blue", "blue": "red"}, {"red": "teal", "blue": "teal"}):
        with pytest.raises(BadOption):
            Twin(words)
    with pytest.raises(UnreadableReply):
        Twin({"red": "teal"}).read("RED")
