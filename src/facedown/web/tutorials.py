"""First games to learn from: logs in the games' folders whose notes say what happens and why."""

from __future__ import annotations

from functools import cache

from facedown.core.errors import FacedownError
from facedown.core.log import apply_move, read_log
from facedown.core.match import Match
from facedown.core.seats import Seat
from facedown.table.replay import Moment
from facedown.web.rendering import game_file

FILE = "tutorial.jsonl"


@cache
def _tutorial(game: str) -> tuple[Match, tuple[tuple[str, ...], ...]]:
    """The match, and for each number of moves made the notes that came then."""
    text = game_file(game, FILE)
    if text is None:
        raise FacedownError("This game has no first game to watch.")
    match = Match.resume(read_log(text))
    captions: list[list[str]] = [[]]
    for entry in match.log.entries:
        if entry.move is not None:
            captions.append([])
        elif entry.note is not None:
            captions[-1].append(entry.note)
    return match, tuple(map(tuple, captions))


def tutorial(game: str) -> tuple[Match, tuple[tuple[str, ...], ...]]:
    """A game's tutorial: the match, and the captions after each number of moves.

    Raises ``FacedownError`` when the game has none.
    """
    return _tutorial(game)


def moment(match: Match, viewer: Seat, turn: int | None) -> Moment:
    """A recorded game after a number of moves (None: all of them) as a viewer saw it."""
    turn = match.moves if turn is None else turn
    if not 0 <= turn <= match.moves:
        raise FacedownError(f"The game has the turns 0 to {match.moves}.")
    state = match.game.start()
    moves = [entry for entry in match.log.entries if entry.move is not None]
    for entry in moves[:turn]:
        assert entry.move is not None
        apply_move(state, entry.seat, entry.move)
    return Moment(
        turn, match.moves, viewer, {viewer: state.view(viewer)}, match.events(viewer)[:turn], (), ()
    )
