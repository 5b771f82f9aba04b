"""The recorded games, move by move, for checks that do without a judge."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from facedown.analysis import Analysis, Judgement
from facedown.core.log import Log, apply_move, read_log
from facedown.core.state import State

GOLDEN = Path(__file__).parent.parent / "golden" / "analysis"


def recorded(name: str) -> Log:
    return read_log((GOLDEN / f"{name}.jsonl").read_text("utf-8"))


def judged_moves(log: Log, analysis: Analysis) -> Iterator[tuple[State, Any, Judgement]]:
    """Each judged move: the state before it, the view of its seat then, what was said of it."""
    said = {judged.turn: judged for seat in analysis.seats for judged in seat.judged}
    state, turn = log.new_game().start(), 0
    for entry in log.entries:
        if entry.move is None:
            continue
        if turn in said:
            yield state.clone(), state.view(entry.seat), said[turn]
        apply_move(state, entry.seat, entry.move)
        turn += 1
