"""The commands that people are told to type are called as this one was."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminal.conftest import Facedown

from facedown.terminal.console import CALLED, called

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CALLED, raising=False)


def test_a_clone_is_called_by_its_own_command(
    facedown: Facedown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CALLED, "bin/facedown")
    assert (
        "to go on with it: bin/facedown play hush --log facedown-"
        in facedown("play", "hush", typed="quit\n").out
    )
    assert "To begin: bin/facedown play " in facedown("--help").out
    monkeypatch.setenv(CALLED, "/my games/bin/facedown")
    assert called() == "'/my games/bin/facedown'"


def test_the_command_of_a_clone_says_how_it_was_called() -> None:
    done = subprocess.run(
        [ROOT / "bin" / "facedown", "games"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert f"\n{ROOT / 'bin' / 'facedown'} games GAME lists " in done.stdout


def test_an_installed_command_is_called_by_its_name_where_that_finds_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "facedown"
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(program), "games"])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert called() == "facedown"
    monkeypatch.setenv("PATH", str(tmp_path / "elsewhere"))
    assert called() == shlex.quote(str(program))


def test_a_module_is_called_by_python() -> None:
    words = [sys.executable, "-W", "error", "-m", "facedown.terminal"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [*words, "games"], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert f"\n{shlex.join(words)} games GAME lists " in done.stdout
