"""Playing on from a moment of a game that is over: its log up to there."""

from __future__ import annotations

import dataclasses
import json

from facedown.core.errors import FacedownError
from facedown.core.log import Log, Origin, write_log
from facedown.core.messages import phrase
from facedown.core.seats import HUMAN, NATURE


def branch(log: Log, moves: int, players: tuple[str, ...], source: str = "") -> Log:
    """A log that begins with so many moves of another one: resume it to play on from there.

    Chance's moves right after them belong to the moment and are taken along. What chance draws
    later comes from the same seed, each draw by its name: what would have been dealt then is dealt
    now. Of the notes those of the seats that ``"human"`` has among ``players`` are kept. ``source``
    names the other game; without one it is the checksum of its log. Raises ``FacedownError`` where
    the game has not so many moves, or nobody had anything to decide any more.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("suspense", 2, goal=0), seed="7")
    >>> while match.outcome is None:
    ...     match.play(match.actors[0], match.legal(match.actors[0])[0])
    >>> again = branch(match.log, 4, ("human", "bot:beginner"), "k7")
    >>> again.origin, Match.resume(again).moves
    (Origin(source='k7', moves=4), 4)
    """
    made = [number for number, entry in enumerate(log.entries) if entry.move is not None]
    if not 0 <= moves <= len(made):
        raise FacedownError(phrase("The game has the turns 0 to {moves}.", moves=len(made)))
    while moves < len(made) and log.entries[made[moves]].seat == NATURE:
        moves += 1
    if not may_branch(log, moves):
        raise FacedownError(phrase("Nobody had anything to decide any more after that."))
    before = log.entries[: made[moves]] if moves < len(made) else log.entries
    kept = [e for e in before if e.note is None or players[e.seat] == HUMAN]
    origin = Origin(source or _checksum(log), moves)
    return dataclasses.replace(
        log, players=players, entries=kept, salt="", origin=origin, resigned=None
    )


def may_branch(log: Log, moves: int) -> bool:
    """Whether somebody still had something to decide after so many moves of a log.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("suspense", 2, goal=0), seed="7")
    >>> while match.outcome is None:
    ...     match.play(match.actors[0], match.legal(match.actors[0])[0])
    >>> may_branch(match.log, 4), may_branch(match.log, match.moves)
    (True, False)
    """
    made = [entry for entry in log.entries if entry.move is not None]
    later = any(entry.seat != NATURE for entry in made[max(moves, 0) :])
    return later or log.resigned is not None


def _checksum(log: Log) -> str:
    """The checksum of a whole log, which stands in the last line of its file."""
    check: str = json.loads(write_log(log).splitlines()[-1])["check"]
    return check
