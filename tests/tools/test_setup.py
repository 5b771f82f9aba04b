"""The set-up of a clone: what needs no network."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools import setup

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUN = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["build"]]
EXTRAS = PROJECT["project"]["optional-dependencies"]
NEEDS = {
    "run": RUN,
    "dev": [
        *RUN,
        *PROJECT["dependency-groups"]["dev"],
        *PROJECT["dependency-groups"]["docs"],
        *EXTRAS["openspiel"],
        *EXTRAS["pettingzoo"],
    ],
    "bench": [*RUN, *EXTRAS["bench"]],
}


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone in a folder with a space, its `.venv` up to date for the group `run`."""
    root = tmp_path / "a clone"
    pages = [f"frontend/{name}" for name in ("build.mjs", "package-lock.json", "package.json")]
    pages.append("frontend/peers/package-lock.json")
    scripts = (ROOT / "src" / "facedown" / "web" / "assets").glob("*.js")
    pages += [str(script.relative_to(ROOT)) for script in scripts]
    for name in (
        "bin/setup",
        "tools/setup.py",
        "pyproject.toml",
        "constraints/run.txt",
        *pages,
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    python = root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    monkeypatch.setattr(setup, "ROOT", root)
    monkeypatch.setattr(setup, "VENV", root / ".venv")
    monkeypatch.setattr(setup, "VENV_PYTHON", python)
    (root / ".venv" / ".facedown-run").write_bytes(setup.state("run"))
    return root


def set_up(clone: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `bin/setup` where no Python can be found, so that it can only compare."""
    return subprocess.run(
        [clone / "bin" / "setup", *arguments],
        env=os.environ | {"FACEDOWN_PYTHON": str(clone / "no python")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_up_to_date_says_and_does_nothing(clone: Path) -> None:
    done = set_up(clone, "run")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints/run.txt"])
def test_a_changed_file_is_noticed(clone: Path, name: str) -> None:
    with (clone / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    done = set_up(clone, "run")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "Facedown needs Python 3.11 or newer: install it, or name it in FACEDOWN_PYTHON."
    ]


def test_a_moved_clone_is_noticed(clone: Path) -> None:
    assert set_up(clone.rename(clone.with_name("moved")), "run").returncode == 1


@pytest.mark.parametrize("arguments", [["nothing"], ["../run"], ["run", "dev"]])
def test_an_unknown_group_is_refused(clone: Path, arguments: list[str]) -> None:
    done = set_up(clone, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "usage: bin/setup [run|dev|bench]\n"


@pytest.mark.parametrize("group", NEEDS)
def test_constraints_pin_every_direct_dependency(group: str) -> None:
    pins = (ROOT / "constraints" / f"{group}.txt").read_text(encoding="utf-8")
    pinned = {name.lower() for name in re.findall(r"^([A-Za-z0-9._-]+)==", pins, re.MULTILINE)}
    names = {re.split(r"[<>=!~ \[;]", need)[0].lower().replace("_", "-") for need in NEEDS[group]}
    assert names <= pinned


def test_what_the_tests_need_holds_all_that_a_run_needs() -> None:
    """So that `bin/facedown` installs nothing anew, least of all while tests use the package."""
    assert setup.pins("run") <= setup.pins("dev")


@pytest.mark.parametrize("file", sorted((ROOT / "constraints").glob("*.txt")), ids=lambda f: f.name)
def test_every_pin_has_hashes_and_no_file_names_a_host(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "://" not in text
    entries = re.split(
        r"^(?=[A-Za-z0-9])", re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE), flags=re.MULTILINE
    )
    entries = [entry for entry in entries if entry]
    assert entries
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)
