"""Tell a recorded game move by move, as one seat saw it or with everything open.

``facedown replay LOG [--seat N | --open] [--json]``
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from facedown.core.codec import Json, to_json
from facedown.core.errors import BadOption, FacedownError
from facedown.core.first_game import first_game_of
from facedown.core.log import Recorded, check_shuffle
from facedown.core.match import Match
from facedown.core.messages import fill, joined, phrase
from facedown.core.moves import Move, move_to_json
from facedown.core.registry import game_class
from facedown.core.seats import NATURE, ONLOOKER, OPEN, Seat, bot_of, bot_words, seat_words
from facedown.core.view import Event
from facedown.lab.tools import Result
from facedown.languages import spoken
from facedown.terminal.arguments import add_json, players_of, seat_number
from facedown.terminal.logfile import read_recorded_file, unusable
from facedown.terminal.output import option_value, seat_names, show, speak_of, who
from facedown.terminal.table import ended

SUMMARY: Final = phrase(
    "Tell a recorded game move by move, as one seat saw it or with everything open."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("log", metavar="LOG", help=phrase("the log file"))
    viewer = parser.add_mutually_exclusive_group()
    viewer.add_argument(
        "--seat",
        metavar="N",
        type=seat_number,
        help=phrase("only what this seat saw, counted from 1"),
    )
    viewer.add_argument(
        "--open",
        action="store_true",
        help=phrase("everything, hidden things too, even of a game that is not over"),
    )
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints the recorded game."""
    recorded = read_recorded_file(Path(chosen.log))
    try:
        match = Match.resume(recorded.log())
    except FacedownError as problem:
        if not is_foreign(recorded):
            raise unusable(Path(chosen.log), problem) from None
        show(as_recorded(recorded, problem, is_open=chosen.open), as_json=chosen.json)
        return 0
    log = match.log
    speak_of(game_class(log.game))
    players = players_of(log)
    viewer = chosen.seat
    if viewer is not None and viewer >= log.seats:
        raise BadOption(
            phrase(
                "{log} has {seats} seats, so there is no seat {seat}.",
                log=chosen.log,
                seats=log.seats,
                seat=viewer + 1,
            )
        )
    if viewer is None:
        # Whoever looks at a game that goes on must ask for its secrets to get them.
        viewer = OPEN if chosen.open or match.outcome is not None else ONLOOKER
    show(recount(match, players, viewer), as_json=chosen.json, paged=True)
    return 0


def is_foreign(recorded: Recorded) -> bool:
    """Whether a log is of rules other than those that this program plays today."""
    try:
        facts = game_class(recorded.header.game).facts
    except FacedownError:
        return False
    return facts.rules_version != recorded.header.rules


def as_recorded(recorded: Recorded, problem: FacedownError, *, is_open: bool) -> Result:
    """A log that cannot be played again, as it was recorded, and why.

    What lay face down stands in it, and nobody knows whether the game is over: the moves are shown
    only where everything is to be ``open``.
    """
    header = recorded.header
    heading = [
        phrase(
            "{title}, rules version {version}; {options}.",
            title=game_class(header.game).facts.title,
            version=header.rules,
            options=", ".join(f"{name}={value}" for name, value in header.options.items()),
        ),
        joined("", [joined(", ", [_sits(*one) for one in enumerate(header.players)]), "."]),
        problem.message,
    ]
    moves = list(_as_recorded(recorded.entries)) if is_open else []
    if not is_open:
        heading.append(phrase("--open tells its moves as they were recorded."))
    form = {
        "game": header.game,
        "rules_version": header.rules,
        "seats": header.seats,
        "players": list(header.players),
        "options": dict(header.options),
        "problem": problem.message,
        "recorded": list(recorded.entries) if is_open else None,
    }
    return Result(form, joined("\n", [*heading, *([""] if moves else []), *moves]))


def _as_recorded(entries: tuple[dict[str, Json], ...]) -> Iterator[str]:
    number = 0
    for entry in entries:
        seat, move = entry.get("seat"), entry.get("move")
        sits = seat_words(seat) if isinstance(seat, int) else phrase("Nature")
        if "note" in entry:
            told = phrase("{who} notes: {note}", who=sits, note=str(entry["note"]))
            yield joined("", ["   ", told])
            continue
        number += 1
        yield joined("", [f"{number}. ", sits, phrase(": "), json.dumps(move, ensure_ascii=False)])


def recount(match: Match, players: tuple[str, ...], viewer: Seat) -> Result:
    """A game as one seat, an onlooker or (``OPEN``) somebody who may see everything saw it."""
    names = seat_names(players, viewer)
    watcher = ONLOOKER if viewer == OPEN else viewer
    parts = [
        joined("\n", [*_heading(match, players, viewer), "", *_told(match, viewer, names)]),
        spoken(fill(match.game.show(match.view(watcher)), names)).rstrip(),
    ]
    if match.outcome is not None:
        parts += [ended(match, (), names), *_shuffle(match)]
    else:
        parts.append(phrase("The game is not over."))
    return Result(_form(match, players, viewer, watcher), joined("\n\n", parts))


def _heading(match: Match, players: tuple[str, ...], viewer: Seat) -> Iterator[str]:
    facts = match.game.facts
    options = ", ".join(
        f"{name}={option_value(value)}" for name, value in match.game.options.items() if value != ""
    )
    yield phrase(
        "{title}, rules version {version}; {options}.",
        title=facts.title,
        version=match.log.rules,
        options=options,
    )
    yield joined("", [joined(", ", [_sits(*one) for one in enumerate(players)]), "."])
    if first_game_of(match.log.game, match.log.origin) is not None:
        yield phrase("A first game, for practice.")
    elif (origin := match.log.origin) is not None:
        yield phrase(
            "For practice: it goes on from move {move} of the game {game}.",
            move=origin.moves,
            game=origin.source,
        )
    if viewer >= 0:
        yield phrase("Told as {seat} saw it.", seat=seat_words(viewer))
    elif viewer == OPEN:
        yield phrase("Told with everything open.")
    else:
        yield phrase("The game is not over, so only what an onlooker may know is told.")
        yield phrase("--seat N tells what that seat saw, --open tells everything.")


def _sits(seat: Seat, player: str) -> str:
    bot = bot_of(player)
    if bot is None:
        return phrase("{seat}: human", seat=seat_words(seat))
    return phrase("{seat}: bot {bot}", seat=seat_words(seat), bot=bot_words(bot))


def _moves(match: Match, viewer: Seat) -> Iterator[tuple[Event | None, str, Seat]]:
    """All moves and the notes that the viewer may read, as they came: event or note, and seat.

    With everything open each move is told as the seat that made it saw it.
    """
    number = 0
    for entry in match.log.entries:
        if entry.move is None:
            if viewer in {entry.seat, OPEN}:
                yield None, entry.note or "", entry.seat
            continue
        watcher = viewer
        if viewer == OPEN:
            watcher = ONLOOKER if entry.seat == NATURE else entry.seat
        event = match.events(watcher)[number]
        hidden = _left_out(entry.move, event.move) if viewer == OPEN else ""
        yield event, joined(" ", [event.text, hidden]) if hidden else event.text, entry.seat
        number += 1


def _left_out(truth: Move, seen: Move) -> str:
    """What a witnessed move does not tell, in brackets; nothing where it tells everything."""
    parts = [
        f"{part.name}: {_words(getattr(truth, part.name))}"
        for part in dataclasses.fields(truth)
        if getattr(seen, part.name) != getattr(truth, part.name)
    ]
    return f"[{'; '.join(parts)}]" if parts else ""


def _words(value: object) -> str:
    """A part of a move in words.

    >>> _words((("W1", "B2"), ("?",)))
    'W1, B2 | ?'
    """
    if not isinstance(value, tuple):
        return str(value)
    nested = any(isinstance(part, tuple) for part in value)
    return (" | " if nested else ", ").join(map(_words, value))


def _told(match: Match, viewer: Seat, names: tuple[str, ...]) -> Iterator[str]:
    number = 0
    for event, text, seat in _moves(match, viewer):
        if event is None:
            told = phrase("{who} notes: {note}", who=who(seat, names), note=text)
            yield joined("", ["   ", told])
        else:
            number += 1
            yield joined("", [f"{number}. ", fill(text, names)])


def _shuffle(match: Match) -> Iterator[str]:
    """Whether nature's draws follow from the seed that was promised before the first move."""
    if not _promised(match):  # a game of one's own: nobody was promised anything
        return
    found = check_shuffle(match.log)
    told = phrase("The fingerprint of its seed and salt is {print}.", print=found.fingerprint)
    checked = phrase("The shuffle was checked: every draw follows from the seed.")
    if not found.checked:
        checked = phrase(
            "The shuffle cannot be checked any more: an older version of Facedown drew it, and the "
            "same seed gives other draws today."
        )
    elif found.first_mismatch is not None:
        checked = phrase(
            "The shuffle is WRONG: move {move} does not follow from the seed.",
            move=found.first_mismatch,
        )
    yield joined(" ", [checked, told])


def _promised(match: Match) -> bool:
    """Whether a seed was promised before the first move, when nobody could know it."""
    return bool(match.log.salt) and match.log.origin is None


def _form(match: Match, players: tuple[str, ...], viewer: Seat, watcher: Seat) -> Json:
    """The same for programs; seats are counted from 0 there."""
    moves: list[Json] = []
    truths = (entry.move for entry in match.log.entries if entry.move is not None)
    for event, text, seat in _moves(match, viewer):
        form: Json = {"seat": "nature" if seat == NATURE else seat}
        if event is None:
            form["note"] = text
        else:
            truth = next(truths)
            form["move"] = move_to_json(truth if viewer == OPEN else event.move)
            form["text"] = text
        moves.append(form)
    outcome = match.outcome
    return {
        "game": match.log.game,
        "rules_version": match.log.rules,
        "seats": match.log.seats,
        "players": list(players),
        "options": dict(match.game.options),
        "seen_by": {OPEN: "everybody", ONLOOKER: "onlooker"}.get(viewer, viewer),
        "moves": moves,
        "view": to_json(match.view(watcher)),
        "outcome": None if outcome is None else to_json(outcome),
        "shuffle": to_json(check_shuffle(match.log)) if _promised(match) and outcome else None,
        "origin": None if match.log.origin is None else to_json(match.log.origin),
    }
