"""The ready folders under ``integrations/``: what runs here is run, and the protocol is as told."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from facedown.core.match import Match
from facedown.core.registry import new_game
from facedown.lab.agents import AgentName, AgentsPlan, AskSetting, GamesFile, run
from facedown.lab.players import Wrong, question
from facedown.lab.problems import problems_of_seed

ROOT = Path(__file__).parents[2]
FOLDERS = ROOT / "integrations"
EXAMPLES = FOLDERS / "examples"
INTERPRETERS = {"agent.py": sys.executable, "agent.sh": "sh"}
if (node := shutil.which("node")) is not None:
    INTERPRETERS["agent.js"] = node
"""Who runs which example; JavaScript's where there is a program for it."""


@pytest.mark.parametrize("name", INTERPRETERS)
def test_an_example_of_the_protocol_plays_whole_games(name: str) -> None:
    command = shlex.join([INTERPRETERS[name], str(EXAMPLES / name)])
    file = GamesFile()
    for game, options in (("turing", {}), ("suspense", {"goal": 0})):
        problems = problems_of_seed(game, "7", 1, options)
        plan = AgentsPlan(game, problems, (AgentName.read(f"x={command}"),), AskSetting("careful"))
        assert run(plan, file) == 0
    assert [game["forfeit"] for game in file.games.values()] == [False] * 4
    assert [game["illegal"] for game in file.games.values()] == [0] * 4


def test_examples_are_short() -> None:
    for file in EXAMPLES.glob("agent.*"):
        assert len(file.read_text("utf-8").splitlines()) < 30


def part(name: str) -> Any:
    whole = json.loads((EXAMPLES / "protocol.schema.json").read_text("utf-8"))
    return jsonschema.Draft202012Validator({**whole, "$ref": f"#/$defs/{name}"})


def test_the_schema_of_the_protocol_holds() -> None:
    match = Match(new_game("turing"), seed="7")
    for wrong in (None, Wrong("illegal", "No.")):
        asked = question(match.game, match.view(0), 7, wrong)
        part("question").validate(json.loads(json.dumps(asked)))
        part("question").validate({**json.loads(json.dumps(asked)), "text": "all of it"})
    for answer in ({"action": 3}, {"move": {"move": "stop"}}, {"line": "stop", "belief": "A"}):
        part("answer").validate(answer)
    assert not part("answer").is_valid({"action": 3, "line": "stop"})


@pytest.mark.parametrize("folder", ["gymnasium", "textarena"])
def test_a_folder_passes_its_own_tests_offline(folder: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=FOLDERS / folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_dependency_of_theirs_is_ours_and_none_is_pinned_to_an_address() -> None:
    ours = (ROOT / "pyproject.toml").read_text("utf-8")
    for file in FOLDERS.glob("*/pyproject.toml"):
        text = file.read_text("utf-8")
        needed = tomllib.loads(text)["project"]["dependencies"]
        assert needed[0] == "facedown"
        assert "://" not in text
    for name in ("inspect", "verifiers", "textarena", "openenv"):
        assert name not in ours
