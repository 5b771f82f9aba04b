"""What the README says works, and every command that a document shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tools import pictures

from facedown.core.registry import game_names
from facedown.terminal.main import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMANDS = {
    line: shlex.split(line, comments=True)
    for page in PAGES
    for block in re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    for line in block.replace("\\\n", "").splitlines()
    if re.match(r"(bin/)?facedown\b", line)
}
TYPED = [words for line, words in COMMANDS.items() if line.startswith("bin/")]


def test_the_library_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = SNIPPETS
    exec(compile(snippet, "README.md", "exec"), {})  # noqa: S102 - the README's own example
    worlds, winners = capsys.readouterr().out.split(" ", 1)
    assert worlds == "1"
    assert winners.strip() in {"(0,)", "(1,)", "(0, 1)"}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=" ".join)
def test_every_command_exists(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    program, *words = command
    assert program in {"facedown", "bin/facedown"}
    if words:
        games = [word for word in words[1:2] if word in game_names()]
        assert main([words[0], *games, "--help"]) == 0
        told = capsys.readouterr().out
        assert all(word.split("=")[0] in told for word in words if word.startswith("--"))


@pytest.mark.parametrize(
    "command",
    [c for c in TYPED if c[1:2] in (["games"], ["rules"], ["new"], ["solve"], ["cards"])],
    ids=" ".join,
)
def test_commands_that_print_do_so(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command[1:]) == 0
    assert capsys.readouterr().out


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_pictures_are_those_that_are_drawn_and_small() -> None:
    """``python -m tools.pictures`` draws them anew."""
    drawn = {each.file for each in (*pictures.PICTURES, *pictures.MOVING)}
    files = list(pictures.FOLDER.iterdir())
    assert {file.name for file in files} == drawn
    assert sum(file.stat().st_size for file in files) <= pictures.MOST_BYTES
    shown = {
        name
        for page in PAGES
        for name in re.findall(r"!\[[^]]*\]\((?:docs/)?pictures/([^)]+)\)", page.read_text("utf-8"))
    }
    assert shown == drawn
