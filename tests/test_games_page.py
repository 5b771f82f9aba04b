"""The page for authors of games: its files, as they stand there, are a game that is played."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
import urllib.parse
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from tools import setup

from tests.web.site import fields

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "games.md").read_text("utf-8")
BLOCKS = re.findall(r"`([\w./]+)`[^\n`]*:\n\n```\w+\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = re.findall(r"^\$ facedown (.*)$", TEXT, re.MULTILINE)


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page, as they stand there."""
    folder = tmp_path_factory.mktemp("reader") / "pea"
    files: dict[str, list[str]] = {}
    for name, block in BLOCKS:
        files.setdefault(name, []).append(block)
    for name, blocks in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join(blocks), "utf-8")
    return folder


@pytest.fixture(scope="module", name="python")
def _python(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment like this clone's, in which the page's command installs them.

    Nothing is fetched.
    """
    env = tmp_path_factory.mktemp("env")
    venv.create(env, with_pip=False)
    (packages,) = env.glob("lib/python*/site-packages")
    for package in Path(sysconfig.get_path("purelib")).iterdir():
        if package.suffix == ".dist-info":  # uv looks at no links
            shutil.copytree(package, packages / package.name)
        else:
            (packages / package.name).symlink_to(package)
    python = env / "bin" / "python"
    (command,) = re.findall(r"^\.tools/bin/uv pip (install .*) -e \.\./pea$", TEXT, re.MULTILINE)
    words = command.replace("--python .venv", "").split()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setup, "VENV_PYTHON", python)
        patch.setenv("UV_OFFLINE", "1")
        problem = setup.uv(*words, "-e", folder)
        if problem is not None:  # no uv for this machine
            problem = setup.pip("--python", python, *words, "-e", folder)
    assert problem is None
    return python


def begun(python: Path, folder: Path, *command: str) -> subprocess.Popen[str]:
    """That Python at work, in the folder."""
    return subprocess.Popen(
        [python, *command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(python: Path, folder: Path, *command: str) -> str:
    """What such a Python prints."""
    with begun(python, folder, *command) as process:
        out, problems = process.communicate()
    assert process.returncode == 0, problems
    return out


@contextmanager
def serving(python: Path, folder: Path) -> Iterator[str]:
    """The address of a server that knows the game."""
    options = ("--no-browser", "--port", "0", "--workers", "1", "--db", str(folder / "tables.db"))
    with begun(python, folder, "-m", "facedown.terminal", "serve", *options) as process:
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
    commands = re.findall(r"^```(?:sh|console)$", TEXT, re.MULTILINE)
    assert TEXT.count("```") // 2 == len(BLOCKS) + len(commands) > len(commands) == 3


def test_the_battery_finds_nothing_and_a_view_does_not_tell(python: Path, folder: Path) -> None:
    out = told(python, folder, "try_it.py")
    assert "Lifted" in out
    assert out.endswith("\n4 cups are left\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(python: Path, folder: Path, command: str) -> None:
    out = told(python, folder, "-m", "facedown.terminal", *command.split())
    assert "anywhere" in out


def test_the_clones_tests_leave_it_out(python: Path, folder: Path) -> None:
    """They ask for golden files and drawings of every game there is, which are ours to have."""
    assert "\npea: " in told(python, folder, "-m", "facedown.terminal", "games")
    asked = ("--collect-only", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-k", "golden")
    collected = told(python, ROOT, "-m", "pytest", "tests/test_battery.py", *asked)
    assert "[turing]" in collected
    assert "pea" not in collected


def test_a_table_in_the_browser(python: Path, folder: Path) -> None:
    with serving(python, folder) as base:
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
        _, after = opened(f"{urllib.parse.urlparse(address).path}/moves", **sent, action="1")
        assert "– 1" in after
        assert "Lift cup 1" not in after
