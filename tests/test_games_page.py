"""The page for authors of games: its files, as they stand there, are a game that is played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from tests.web.site import fields

TEXT = (Path(__file__).parents[1] / "docs" / "games.md").read_text("utf-8")
BLOCKS = re.findall(r"`([\w./]+)`[^\n`]*:\n\n```\w+\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = re.findall(r"^\$ facedown (.*)$", TEXT, re.MULTILINE)


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page, with what an installer says of such a package beside them."""
    folder = tmp_path_factory.mktemp("pea")
    files: dict[str, list[str]] = {}
    for name, block in BLOCKS:
        files.setdefault(name, []).append(block)
    for name, blocks in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n\n".join(blocks), "utf-8")
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    about = folder / f"{project['name']}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (about / "entry_points.txt").write_text("\n".join(lines))
    return folder


def begun(folder: Path, *command: str) -> subprocess.Popen[str]:
    """A Python beside which the package is installed."""
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(folder: Path, *command: str) -> str:
    """What such a Python prints."""
    with begun(folder, *command) as process:
        out, problems = process.communicate()
    assert process.returncode == 0, problems
    return out


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server that knows the game."""
    options = ("--no-browser", "--port", "0", "--workers", "1", "--db", str(folder / "tables.db"))
    with begun(folder, "-m", "facedown.terminal", "serve", *options) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip().rstrip("/")
        finally:
            process.terminate()
            process.communicate()


def test_a_whole_game_is_little_more_than_a_hundred_lines() -> None:
    code = "\n".join(block for name, block in BLOCKS if name == "pea/game.py")
    assert 90 < len([line for line in code.splitlines() if line.strip()]) < 115


def test_every_file_is_made() -> None:
    assert TEXT.count("```") // 2 == len(BLOCKS) + 1  # the commands are no file


def test_the_battery_finds_nothing_and_a_view_does_not_tell(folder: Path) -> None:
    out = told(folder, "try_it.py")
    assert "Lifted" in out
    assert out.endswith("\n4 cups are left\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(folder: Path, command: str) -> None:
    out = told(folder, "-m", "facedown.terminal", *command.split())
    assert "anywhere" in out


def test_a_table_in_the_browser(folder: Path) -> None:
    with serving(folder) as base:
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

        def opened(path: str, **form: str) -> tuple[str, str]:
            sent = urllib.parse.urlencode(form).encode() if form else None
            answer = browser.open(base + path, sent)
            return answer.url, answer.read().decode()

        assert 'id="P2"' in opened("/games/pea/rules")[1]
        _, lobby = opened("/games/pea")
        (csrf,) = set(re.findall(r'name="csrf" value="([^"]+)"', lobby))
        address, table = opened("/tables", csrf=csrf, game="pea")
        assert "/t/" in address
        assert '<p class="cups">' in table
        assert "Lift cup 1" in table
        sent = fields(table, "f-act")
        _, after = opened(f"{urllib.parse.urlparse(address).path}/move", **sent, action="1")
        assert "– 1" in after
        assert "Lift cup 1" not in after
