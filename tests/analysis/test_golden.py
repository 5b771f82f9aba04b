"""A recorded game of each kind with its analysis, as it was written down.

To write the analyses anew after a change that is meant: ``python tests/analysis/test_golden.py``.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest
from tests.analysis.recorded import GOLDEN

from facedown.analysis import analyse
from facedown.core.log import read_log
from facedown.terminal.main import main

LOGS = sorted(GOLDEN.glob("*.jsonl"))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_the_analysis_is_as_it_was(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(GOLDEN)
    assert main(["analyse", log.name, "--json"]) == 0
    assert capsys.readouterr().out == log.with_suffix(".json").read_text("utf-8")
    assert main(["analyse", log.name]) == 0
    assert capsys.readouterr().out == log.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_best_moves_cost_nothing_and_others_cost_something(log: Path) -> None:
    analysis = analyse(read_log(log.read_text("utf-8")))
    assert len(analysis.seats) >= 1
    for seat in analysis.seats:
        assert seat.judged
        for judged in seat.judged:
            cost = judged.verdict.cost
            if cost and all(figure.exact for figure in cost):
                values = [figure.value for figure in cost]
                assert values >= [0] * len(values)
                assert any(values) == bool(judged.verdict.best)
            elif cost and judged.verdict.best:
                assert cost[0].value > 0


def write() -> None:
    """Writes every analysis, for programs and for people."""
    os.chdir(GOLDEN)
    for log in LOGS:
        for ending, more in ((".json", ["--json"]), (".txt", [])):
            with log.with_suffix(ending).open("w") as file, contextlib.redirect_stdout(file):
                main(["analyse", log.name, *more])


if __name__ == "__main__":
    write()
