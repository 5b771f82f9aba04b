"""How the tests of the terminal talk to it: inside this process, and as a process of its own."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.terminal.toy import PLAYERS, TOOLS, Hush

from facedown.core.registry import override_game
from facedown.lab.tools import override_tools
from facedown.terminal.main import main

ROOT = Path(__file__).parents[2]


@dataclass
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Facedown = Callable[..., Said]


@pytest.fixture
def facedown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Iterator[Facedown]:
    """Runs a command in an empty folder, with the lines that somebody types."""
    monkeypatch.chdir(tmp_path)

    def run(*argv: str, typed: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(argv)
        out, err = capsys.readouterr()
        return Said(code, out, err)

    with override_game(Hush, PLAYERS), override_tools("hush", TOOLS):
        yield run


@pytest.fixture
def command(tmp_path: Path) -> tuple[list[str], dict[str, str], Path]:
    """How to start a process that has the toy game installed: command, environment and folder."""
    installed = tmp_path / "installed" / "hush-1.0.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: hush\nVersion: 1.0\n")
    published = {"games": "Hush", "players": "PLAYERS", "tools": "TOOLS"}
    entries = [f"[facedown.{g}]\nhush = tests.terminal.toy:{n}\n" for g, n in published.items()]
    (installed / "entry_points.txt").write_text("".join(entries))
    folder = tmp_path / "folder"
    folder.mkdir()
    path = os.pathsep.join([str(installed.parent), str(ROOT), str(ROOT / "src")])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONUNBUFFERED", None)  # what is printed must come without its help
    return [sys.executable, "-W", "error", "-m", "facedown.terminal"], environment, folder
