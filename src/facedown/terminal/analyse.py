"""Judge a recorded game: what each move could have told, what it did, and what was better.

``facedown analyse LOG [--seat N] [--json]``
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from facedown.analysis import Analysis, SeatAnalysis, analyse
from facedown.analysis.forms import analysis_to_json
from facedown.analysis.words import (
    curve_words,
    judgement_words,
    lengths_words,
    moment_words,
)
from facedown.core.errors import BadOption
from facedown.core.judging import Judge
from facedown.core.roster import new_judge
from facedown.core.seats import ONLOOKER, Seat
from facedown.lab.tools import Result
from facedown.terminal.arguments import add_json, seat_number
from facedown.terminal.logfile import read_log_file
from facedown.terminal.output import patience, show
from facedown.terminal.seating import players_of
from facedown.terminal.words import seat_names


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("log", metavar="LOG", help="the log file of a finished game")
    parser.add_argument(
        "--seat", metavar="N", type=seat_number, help="only this seat, counted from 1"
    )
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints what a recorded game was worth."""
    log = read_log_file(Path(chosen.log))
    if chosen.seat is not None and chosen.seat >= log.seats:
        raise BadOption(
            f"{chosen.log} has {log.seats} seats, so there is no seat {chosen.seat + 1}."
        )
    names = seat_names(players_of(log), ONLOOKER)
    with patience("The game is being judged.", 3.0):
        analysis = analyse(log)
        judge = new_judge(log.new_game())
        assert judge is not None
        shown = tell(analysis, judge, names, chosen.seat)
    show(Result(analysis_to_json(analysis), shown), as_json=chosen.json)
    return 0


def tell(analysis: Analysis, judge: Judge, names: tuple[str, ...], only: Seat | None) -> str:
    """An analysis in words, one seat after the other."""
    lines: list[str] = []
    for seat in analysis.seats:
        if only in {None, seat.seat}:
            lines += [*_of_seat(analysis, seat, judge, names), ""]
    return "\n".join(lines).rstrip()


def _of_seat(
    analysis: Analysis, seat: SeatAnalysis, judge: Judge, names: tuple[str, ...]
) -> Iterator[str]:
    yield f"{names[seat.seat]}"
    yield from lengths_words(seat, judge)
    if seat.curve:
        yield f"{analysis.measure.left.capitalize()} left: {curve_words(seat)}."
    for number, moment in enumerate(seat.moments, 1):
        yield f"{number}. Move {moment.turn + (moment.judgement is not None)}: " + moment_words(
            moment, judge
        )
    for judged in seat.judged:
        yield f"   Move {judged.turn + 1}: {judge.tell((judged.move,))}."
        for sentence in judgement_words(judged, judge):
            yield f"      {sentence}"
