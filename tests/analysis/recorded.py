"""The recorded games, move by move, for checks that do without a judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from facedown.analysis import Analysis, Judgement, SeatAnalysis
from facedown.core.log import Log, apply_move, read_log
from facedown.core.seats import Seat
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


def counted(log: Log, seat: SeatAnalysis, count: Callable[[Any], int | None]) -> int:
    """Holds a curve against a count of what is left in each view; how many views were counted.

    ``count`` gives None for a view in which there is nothing to count yet.
    """
    points = {point.turn: point.left.value for point in seat.curve}
    told, checked = None, 0
    for turn, view in enumerate(views_of(log, seat.seat)):
        told = points.get(turn, told)
        left = count(view)
        if left is not None:
            assert told == left, f"seat {seat.seat} after move {turn}"
            checked += 1
    return checked


def views_of(log: Log, seat: Seat) -> list[Any]:
    """What a seat saw before the first move and after each."""
    state = log.new_game().start()
    views = [state.view(seat)]
    for entry in log.entries:
        if entry.move is not None:
            apply_move(state, entry.seat, entry.move)
            views.append(state.view(seat))
    return views
