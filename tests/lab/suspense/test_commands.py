"""Suspense's own commands: what they are asked for and cannot do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from facedown.terminal.main import main


@pytest.mark.parametrize("out", ["", "/", ".", "no/expert.bin", "there.bin", "/dev/full", "a\0b"])
def test_where_no_expert_can_be_put(
    out: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Said before the training, not after it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.bin").symlink_to("nowhere")
    assert main(["train", "suspense", "--iterations", "1", "--out", out]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["there.bin"]


def test_the_arena_measures_rounds_place_by_place_unless_told_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["arena", "suspense", "--bots", "beginner", "--games", "30", "--workers", "1"]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["options"] == {"goal": 0, "dealer": 1}
    dealer, *others = (points["mean"] for points in told["line_ups"][0]["points"])
    assert 4 > dealer > max(others)  # a round scores four at the most, and the dealer knows more
    assert main([*words, "--option", "goal=5"]) == 0
    assert "Played with goal=5, dealer=1." in capsys.readouterr().out
