"""First games in the terminal: followed, left, and played to the end."""

from __future__ import annotations

import random

import pytest
from tests.terminal.conftest import Facedown
from tests.test_first_games import TOLD, another, lesson_of, told

from facedown.core.first_game import LEARNER, OTHERWISE
from facedown.core.match import Match
from facedown.core.roster import new_bot


def typed_game(game: str, errs: int) -> tuple[list[str], Match]:
    """The lines of a learner who errs at that step, and goes on as told or like a beginner.

    The others move as they do in the terminal.
    """
    first = told(game)
    match, bots = Match.resume(first.log()), {s: new_bot(first.game, first.bot) for s in range(9)}
    lines, steps = [], 0
    while match.actors:
        seat = match.actors[0]
        view = match.view(seat)
        rng = random.Random(f"{match.log.seed}/bot/{seat}/{match.moves}")
        if seat != LEARNER:
            move = first.move_of(seat, view)
            match.play(seat, bots[seat].act(view, rng) if move is None else move)
            continue
        move = lesson_of(first, match).move
        steps += 1
        if move is not None and steps == errs:
            action = another(match, move)
            move = dict(match.legal_moves(seat))[action]
        if move is None:
            choice = bots[seat].act(view, rng)
            move = dict(match.legal_moves(seat))[choice] if isinstance(choice, int) else choice
        typed = match.game.typed(move)
        lines.append(typed)
        back = match.game.read_back(typed, view)
        if back is not None and back.confirm:
            lines.append("yes")
        match.play(seat, move)
    return lines, match


@pytest.mark.parametrize("game", TOLD)
@pytest.mark.parametrize("errs", [0, 3])
def test_a_first_game_is_played_to_its_end(facedown: Facedown, game: str, errs: int) -> None:
    lines, match = typed_game(game, errs)
    said = facedown("play", game, "--first", typed="".join(f"{line}\n" for line in lines))
    assert said.code == 0
    assert match.outcome is not None
    steps = told(game).count
    assert f"Step 1 of {steps}\n" in said.out
    assert all(str(sentence) in said.out for sentence in told(game).about)
    assert (OTHERWISE in said.out) == bool(errs)
    if not errs:
        assert said.out.count("Step ") == steps
    assert "This game is kept in no file" in said.out  # said of a game that is over
