"""First games to learn from: logs in the games' folders whose notes say what happens and why."""

from __future__ import annotations

from functools import cache

from facedown.core.errors import FacedownError
from facedown.core.log import read_log
from facedown.core.match import Match
from facedown.core.messages import phrase
from facedown.web.environment import game_file

TUTORIAL = "tutorial.jsonl"


@cache
def tutorial(game: str) -> tuple[Match, tuple[tuple[str, ...], ...]]:
    """A game's tutorial: the match, and the captions after each number of moves.

    Raises ``FacedownError`` when the game has none.
    """
    text = game_file(game, TUTORIAL)
    if text is None:
        raise FacedownError(phrase("This game has no first game to watch."))
    match = Match.resume(read_log(text))
    captions: list[list[str]] = [[]]
    for entry in match.log.entries:
        if entry.move is not None:
            captions.append([])
        elif entry.note is not None:
            captions[-1].append(phrase(entry.note))
    return match, tuple(map(tuple, captions))
