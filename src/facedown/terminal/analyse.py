"""Judge a recorded game: what each move could have told, what it did, and what was better.

``facedown analyse LOG [--seat N] [--json]``
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from facedown.analysis import analyse
from facedown.analysis.forms import analysis_to_json
from facedown.analysis.told import Told, ToldSeat
from facedown.analysis.told import tell as told_of
from facedown.core.errors import BadOption
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
        shown = tell(told_of(analysis, judge), names, chosen.seat)
    show(Result(analysis_to_json(analysis), shown), as_json=chosen.json)
    return 0


def tell(told: Told, names: tuple[str, ...], only: Seat | None) -> str:
    """A game judged in words, one seat after the other."""
    parts = [
        "\n".join([names[seat], *_of_seat(game)])
        for seat, game in enumerate(told.seats)
        if only in {None, seat}
    ]
    return "\n\n".join(parts)


def _of_seat(game: ToldSeat) -> Iterator[str]:
    yield from game.summary
    if game.curve:
        yield f"{game.curve_of}: {game.curve_words}."
    for number, moment in enumerate(game.moments, 1):
        when = f"Before move {moment.turn + 1}" if moment.before else f"After move {moment.turn}"
        yield f"{number}. {when}: {moment.sentence}"
    for move in game.moves:
        yield f"   Move {move.turn + 1}: {move.move}."
        for sentence in move.sentences:
            yield f"      {sentence}"
