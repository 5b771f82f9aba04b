"""The wheel, installed by itself into an empty environment, plays a game and serves a page."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.parse
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from tools import setup

from facedown import __version__

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow

PLAY = """
import sys
from facedown.terminal.main import main

assert main(["play", "solid", "--seats", "bot:beginner,bot:beginner", "--seed", "7"]) == 0
print([module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)])
"""
"""Plays a game and says which files it was played with."""


@pytest.fixture(scope="module", name="wheel")
def _wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by the backend that `constraints/` pin, which is in `.venv`."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=300)
    (wheel,) = folder.glob("facedown-*.whl")
    return wheel


@pytest.fixture(scope="module", name="env")
def _env(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and what its metadata asks for, in the pinned versions."""
    env = tmp_path_factory.mktemp("env")
    venv.create(env, with_pip=False)
    pins = ROOT / "constraints" / "run.txt"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setup, "VENV_PYTHON", env / "bin" / "python")
        assert setup.uv("install", wheel, "--constraints", pins) is None
    return env


def quiet(env: Path) -> dict[str, str]:
    """The least that a program needs of its surroundings: nothing of this clone."""
    return {"PATH": f"{env}/bin:/usr/bin:/bin", "HOME": str(env), "LANG": "C.UTF-8"}


@contextmanager
def serving(env: Path) -> Iterator[str]:
    """The address of a server that was started by the installed command."""
    command = [f"{env}/bin/facedown", "serve", "--no-browser", "--port", "0", "--workers", "1"]
    with subprocess.Popen(
        [*command, "--db", f"{env}/tables.sqlite"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=env,
        env=quiet(env),
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip().rstrip("/")
        finally:
            process.terminate()


def test_the_wheel_holds_the_package_and_its_pages_alone(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"facedown"}
    for needed in (
        "web/static/table.js",
        "web/assets/style.css",
        "games/turing/rulebook.md",
        "paper/cards/draw.html",
        "paper/fonts/serif-700.ttf",
    ):
        assert any(name.endswith(needed) for name in names), needed
    assert not any("node_modules" in name or name.endswith((".nbc", ".nbi")) for name in names)


def test_the_wheel_is_called_after_the_version_that_the_command_tells(
    wheel: Path, env: Path
) -> None:
    assert wheel.name == f"facedown-{__version__}-py3-none-any.whl"
    told = subprocess.run(
        [env / "bin" / "facedown", "--version"],
        capture_output=True,
        text=True,
        cwd=env,
        env=quiet(env),
        check=True,
    )
    assert told.stdout == f"facedown {__version__}\n"


def test_a_game_is_played_with_nothing_of_this_clone(env: Path) -> None:
    done = subprocess.run(
        [env / "bin" / "python", "-c", PLAY],
        capture_output=True,
        text=True,
        cwd=env,
        env=quiet(env),
        check=True,
    )
    *told, files = done.stdout.splitlines()
    assert any(line.endswith("wins.") for line in told)
    assert f"{env}/lib/" in files
    assert str(ROOT) not in files


def test_printing_is_an_extra_and_one_sentence_says_so(env: Path) -> None:
    done = subprocess.run(
        [env / "bin" / "facedown", "print", "solver", "--out", "deck.pdf"],
        capture_output=True,
        text=True,
        cwd=env,
        env=quiet(env),
        check=False,
    )
    assert done.returncode == 2
    assert "Printing needs the extra facedown[print]" in done.stderr
    assert not (env / "deck.pdf").exists()


def test_a_page_is_served_and_a_table_opened(env: Path) -> None:
    with serving(env) as base:
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        lobby = browser.open(f"{base}/games/suspense").read().decode()
        served = re.findall(r'(?:href|src)="(/[^"]+\.(?:css|js)[^"]*)"', lobby)
        assert len(served) > 1
        for address in served:
            assert browser.open(base + address).status == 200
        (csrf,) = set(re.findall(r'name="csrf" value="([^"]+)"', lobby))
        form = urllib.parse.urlencode({"csrf": csrf, "game": "suspense"}).encode()
        table = browser.open(f"{base}/tables", form)
        assert "/t/" in table.url
        assert "Your hand" in table.read().decode()
