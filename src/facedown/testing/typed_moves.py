"""Whether the words in which a move is listed are, typed back, that very move."""

from __future__ import annotations

from facedown.core.errors import MalformedMove
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, Seat
from facedown.core.state import State
from facedown.core.typed import LONGEST_LINE, read_line, say_back
from facedown.core.view import View
from facedown.testing.facts import check_line
from facedown.testing.playing import looked_at_steps, random_games


def check_typed_moves(game: Game, *, seed: int = 0, games: int = 2) -> None:
    """``Game.typed`` says every listed move, and every open one that is made, so that it is read.

    What is read is the same move, and so is what is said back before it is made.
    """
    for played in random_games(game, seed, games):
        for step in looked_at_steps(played):
            for seat in step.before.actors():
                if seat != NATURE:
                    made = (step.action,) if seat == step.seat else ()
                    _check_moves(game, step.before, seat, made)


def _check_moves(game: Game, state: State, seat: Seat, made: tuple[Action, ...]) -> None:
    view = state.view(seat)
    for action in dict.fromkeys((*state.legal(seat), *made)):
        _check_move(game, view, state.move_of(seat, action))


def _check_move(game: Game, view: View, move: Move) -> None:
    text = game.typed(move)
    check_line(text)
    assert len(text) <= LONGEST_LINE, f"{move} is too long to be typed: {len(text)} characters."
    try:
        read = read_line(game, text, view)
    except MalformedMove as problem:
        raise AssertionError(f"{move} is typed {text!r}, which is not read: {problem}") from None
    assert read == move, f"{move} is typed {text!r}, which is read as {read}."
    back = say_back(game, text, view)
    assert back is None or back.move == move, (
        f"{move} is typed {text!r}, which is said back: {back}"
    )
