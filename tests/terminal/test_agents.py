"""``facedown agents``: what it prints and writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.terminal.conftest import Facedown

ASKED = ("agents", "turing", "--problems", "7", "--games", "2", "--option", "cards=4,9,11,14")


def test_a_run_is_kept_goes_on_and_is_compared(facedown: Facedown, tmp_path: Path) -> None:
    out = tmp_path / "trial"
    said = facedown(*ASKED, "--agent", "random", "--out", str(out), "--calls", "3")
    assert "left. The same command goes on." in said.out
    said = facedown(*ASKED, "--agent", "random", "--out", str(out))
    assert (said.code, said.out.splitlines()[0]) == (0, "random: 2 games")
    assert {file.name for file in out.iterdir()} == {
        "games.jsonl",
        "report.html",
        "report.json",
        "scores.csv",
    }
    other = str(out / "games.jsonl")
    said = facedown(*ASKED, "--agent", "exact", "--with", other, "--json")
    assert [each["agent"] for each in json.loads(said.out)["agents"]] == ["exact", "random"]
    assert facedown("agents", "turing", "--with", other).out.startswith("random: 2 games")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ((), "Nobody is asked"),
        (("--agent", "careful:much=1"), "careful"),
        (("--with", "nowhere.jsonl"), "no file"),
        (("--agent", "random", "--games", "0"), "--games is a number from 1, not 0."),
        (("--agent", "random", "--calls", "-1"), "--calls is a number from 1, not -1."),
        (("--agent", "random", "--parallel", "0"), "--parallel is a number from 1, not 0."),
        (("--agent", "random", "--agent", "random"), "name of its own"),
        (("--agent", "no_such_program_anywhere"), "cannot be started"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(
    facedown: Facedown, more: tuple[str, ...], why: str
) -> None:
    said = facedown(*ASKED, *more)
    assert (said.code, said.out) == (2, "")
    assert why in said.err
    assert len(said.err.splitlines()) == 1
