"""What the README says works."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from facedown.core.registry import game_names
from facedown.terminal.main import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    shlex.split(line, comments=True)
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
]


def test_the_library_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = SNIPPETS
    exec(compile(snippet, "README.md", "exec"), {})  # noqa: S102 - the README's own example
    worlds, winners = capsys.readouterr().out.split(" ", 1)
    assert worlds == "1"
    assert winners.strip() in {"(0,)", "(1,)", "(0, 1)"}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_exists(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    program, *words = command
    assert (ROOT / program).is_file()
    if program == "bin/facedown" and words:
        games = [word for word in words[1:2] if word in game_names()]
        assert main([words[0], *games, "--help"]) == 0
        told = capsys.readouterr().out
        assert all(word.split("=")[0] in told for word in words if word.startswith("--"))


@pytest.mark.parametrize(
    "command",
    [c for c in COMMANDS if c[1:2] in (["games"], ["rules"], ["new"], ["solve"])],
    ids=" ".join,
)
def test_commands_that_print_do_so(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command[1:]) == 0
    assert capsys.readouterr().out


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / target).exists(), target
