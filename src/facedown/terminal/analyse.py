"""Judge a recorded game: what each move could have told, what it did, and what was better.

``facedown analyse LOG [--seat N] [--json]``
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import Final

from facedown.analysis import Analysis, analyse
from facedown.analysis.analysis import analysis_to_json
from facedown.analysis.words import TALL, ToldPoint, ToldSeat
from facedown.analysis.words import tell as told_of
from facedown.core.branching import may_branch
from facedown.core.errors import BadLog, BadOption
from facedown.core.log import Log, replay
from facedown.core.messages import joined, phrase
from facedown.core.registry import game_class
from facedown.core.roster import new_judge
from facedown.core.seats import ONLOOKER, Seat
from facedown.lab.tools import Result
from facedown.terminal.arguments import add_json, players_of, seat_number
from facedown.terminal.logfile import read_log_file, unusable
from facedown.terminal.output import patience, seat_names, show, speak_of

SUMMARY: Final = phrase(
    "Judge a recorded game: what each move could have told, what it did, and what was better."
)
BAR: Final = "\N{FULL BLOCK}"
THIN: Final = "\N{LEFT ONE EIGHTH BLOCK}"
WIDEST: Final = 32
"""Characters of the longest bar of a curve."""
JUDGING: Final = phrase("The game is being judged, move by move; Ctrl-C stops it.")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("log", metavar="LOG", help=phrase("the log file of a finished game"))
    parser.add_argument(
        "--seat", metavar="N", type=seat_number, help=phrase("only this seat, counted from 1")
    )
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints what a recorded game was worth."""
    path = Path(chosen.log)
    log = read_log_file(path)
    speak_of(game_class(log.game))
    if chosen.seat is not None and chosen.seat >= log.seats:
        raise BadOption(
            phrase(
                "{log} has {seats} seats, so there is no seat {seat}.",
                log=chosen.log,
                seats=log.seats,
                seat=chosen.seat + 1,
            )
        )
    try:
        replay(log.new_game(), log)  # nobody's moves are judged by what a stranger recorded
    except BadLog as problem:
        raise unusable(path, problem) from None
    names = seat_names(players_of(log), ONLOOKER)
    with patience(JUDGING, 3.0):
        analysis, stopped = judged_so_far(log, None if chosen.seat is None else (chosen.seat,))
    judge = new_judge(log.new_game())
    assert judge is not None
    told = told_of(analysis, judge)
    shown = joined(
        "\n\n", [joined("\n", seat_lines(g, names[g.seat], log, chosen.log)) for g in told.seats]
    )
    show(Result(analysis_to_json(analysis), shown), as_json=chosen.json, paged=True)
    if stopped is not None:
        raise stopped
    return 0


def judged_so_far(
    log: Log, seats: Collection[Seat] | None
) -> tuple[Analysis, KeyboardInterrupt | None]:
    """A game judged to its end, or until somebody stops it, with what stopped it.

    Raises ``KeyboardInterrupt`` where nothing had been judged, and what ``analyse`` does.
    """
    latest: Callable[[], Analysis] | None = None

    def keep(_sentence: str, so_far: Callable[[], Analysis]) -> None:
        nonlocal latest
        latest = so_far

    try:
        return analyse(log, keep, seats), None
    except KeyboardInterrupt as stopped:
        if latest is None:
            raise
        return latest(), stopped


def curve_lines(curve: Sequence[ToldPoint]) -> Iterator[str]:
    r"""A curve as a picture: where it changes a row with the moves made, a bar and what it shows.

    >>> print("\n".join(curve_lines((ToldPoint(0, 1000, "8"), ToldPoint(12, 250, "3")))))
        0 ████████████████████████████████ 8
       12 ████████ 3
    """
    wide = max(len(str(point.turn)) for point in curve)
    before = None
    for point in curve:
        if point.label != before:
            bar = BAR * round(point.height * WIDEST / TALL) or THIN
            yield joined("", [f"   {point.turn:>{wide}} {bar} ", point.label])
        before = point.label


def seat_lines(
    game: ToldSeat, name: str, log: Log, file: str | None, *, own: bool = False
) -> Iterator[str]:
    """One seat's game judged in words, line by line; with how it is played on, from a file.

    With ``own`` it is said to whoever sat there.
    """
    yield name
    yield from game.to_oneself if own else game.summary
    if game.curve:
        yield phrase("{what}, after so many moves:", what=game.curve_of)
        yield from curve_lines(game.curve)
    for number, moment in enumerate(game.moments, 1):
        when = (
            phrase("Before move {n}", n=moment.turn + 1)
            if moment.before
            else phrase("After move {n}", n=moment.turn)
        )
        yield joined("", [f"{number}. ", when, phrase(": "), moment.sentence])
        if file is not None and may_branch(log, moment.turn):
            command = f"facedown play {log.game} --from {quote(file)} --at {moment.turn}"
            yield joined("", ["   ", phrase("What if: {command}", command=command)])
    for settled in game.settled:
        sentences = joined(" ", settled.sentences)
        certain = phrase("Certain after move {n}: {what}", n=settled.turn, what=sentences)
        yield joined("", ["   ", certain])
    for move in game.moves:
        made = phrase("Move {n}: {move}", n=move.turn + 1, move=move.move)
        yield joined("", ["   ", made, "."])
        for sentence in move.sentences:
            yield joined("", ["      ", sentence])
