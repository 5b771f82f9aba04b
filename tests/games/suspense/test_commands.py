"""Suspense's own commands: what they are asked for and cannot do."""

from __future__ import annotations

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
