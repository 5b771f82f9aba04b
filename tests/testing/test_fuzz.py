"""What the adversarial play needs beside the rest of the battery."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.testing.hunch import Hunch

from facedown.testing.fuzz import fuzz_game, fuzz_texts

ROOT = Path(__file__).parents[2]

WITHOUT = """
import sys
sys.modules["hypothesis"] = None  # as if it were not installed
import facedown.testing.golden
from facedown.testing import check_game
import facedown.testing.fuzz
"""


def test_without_hypothesis_all_but_fuzz_works_and_fuzz_says_what_is_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: facedown.testing.fuzz needs Hypothesis, "
        "which the extra facedown[testing] brings."
    )


def test_the_extra_brings_it() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert [need.split(">")[0] for need in extras["optional-dependencies"]["testing"]] == [
        "hypothesis"
    ]


@pytest.mark.parametrize("rules", ["short", "free"])
def test_a_game_of_open_moves_is_played_through(rules: str) -> None:
    """The author has no numbered move at all."""
    fuzz_game(Hunch(rules=rules), examples=10)
    fuzz_texts(Hunch(rules=rules), examples=20)
