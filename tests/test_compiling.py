"""Compiled code is kept, and never outlives what it was compiled from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from facedown import compiling

LAB = compiling.ROOT / "lab" / "suspense"
CONSTANTS = "ANSWER = {}\n"
CALLED = """
from facedown.compiling import inlined
from facedown.constants import ANSWER


@inlined
def answer():
    return ANSWER
"""
CALLING = """
from facedown.compiling import compiled
from facedown.called import answer


@compiled
def twice():
    return 2 * answer()
"""
UNCOUNTED = """
import numpy as np
from facedown.compiling import uncounted


@uncounted
def last(numbers):
    return {}[0]


def twice():
    return last(np.array([7, 42]))


twice.stats = last.stats
"""
ASK = "from facedown.calling import twice; print(twice(), sum(twice.stats.cache_hits.values()))"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of the same name with two files of kernels and one of constants."""
    root = tmp_path / "facedown"
    root.mkdir()
    shutil.copy(compiling.ROOT / "compiling.py", root)
    (root / "__init__.py").touch()
    (root / "constants.py").write_text(CONSTANTS.format(21))
    (root / "called.py").write_text(CALLED)
    (root / "calling.py").write_text(CALLING)
    return root


def ask(package: Path, **settings: str) -> tuple[int, int]:
    """What the kernel says in a new process, and how much of it was compiled before."""
    environment = {**os.environ, "PYTHONPATH": str(package.parent), **settings}
    asked = [sys.executable, "-W", "error", "-c", ASK]
    told = subprocess.run(asked, env=environment, capture_output=True, text=True, check=True)
    value, hits = told.stdout.split()
    return int(value), int(hits)


def kept(folder: Path) -> list[str]:
    return sorted(path.name.partition("-")[0] for path in folder.iterdir())


def test_code_is_kept_until_something_it_stands_on_changes(package: Path) -> None:
    folder = package / "__pycache__" / "kernels"
    assert ask(package) == (42, 0)
    assert ask(package) == (42, 1)
    (package / "constants.py").write_text(CONSTANTS.format(50))
    assert ask(package) == (100, 0)
    assert kept(folder) == ["called", "called", "calling", "calling"]
    for path in folder.iterdir():
        os.utime(path, (0, 0))
    (package / "calling.py").write_text(CALLING.replace("2 *", "3 *"))
    assert ask(package) == (150, 0)
    assert kept(folder) == ["called", "calling"]


def test_what_makes_an_array_is_refused_where_references_are_not_counted(package: Path) -> None:
    (package / "calling.py").write_text(UNCOUNTED.format("numbers[1:]"))
    assert ask(package) == (42, 0)
    (package / "calling.py").write_text(UNCOUNTED.format("numbers[1:].copy()"))
    with pytest.raises(subprocess.CalledProcessError) as refused:
        ask(package)
    assert "NRT" in refused.value.stderr


def test_another_folder_can_be_chosen_as_numba_lets_one(package: Path, tmp_path: Path) -> None:
    assert ask(package, NUMBA_CACHE_DIR=str(tmp_path / "elsewhere")) == (42, 0)
    assert kept(tmp_path / "elsewhere") == ["called", "calling"]
    assert not (package / "__pycache__" / "kernels").exists()


@pytest.mark.parametrize("writable", [True, False])
def test_where_the_package_cannot_be_written(
    package: Path, tmp_path: Path, *, writable: bool
) -> None:
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "kernels").touch()
    home = tmp_path / "home"
    if not writable:
        home.touch()
    for times in range(2):
        assert ask(package, HOME=str(home), XDG_CACHE_HOME="") == (42, times * writable)
    if writable:
        assert kept(home / ".cache" / "facedown") == ["called", "calling"]


def test_a_file_stands_on_whatever_it_imports_by_whatever_way_round() -> None:
    found = compiling.sources(LAB / "match_up_kernels.py")
    names = {path.relative_to(compiling.ROOT).as_posix() for path in found}
    ours = "players/suspense"
    kernels = ("network", "lookahead", "simple", "round")
    assert names >= {f"{ours}/{file}_kernels.py" for file in kernels}
    assert f"{ours}/tables.py" in names
    assert names >= {f"games/suspense/{file}.py" for file in ("cards", "moves")}
    assert not {file.rpartition("/")[2] for file in names} & {"page.py", "words.py", "bots.py"}
