"""Answers in advance: decided from views, and asked for where everybody knows that they are."""

from __future__ import annotations

import random

from facedown.core.game import Game
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.standing import open_question
from facedown.core.state import State
from facedown.core.view import View
from facedown.testing.playing import looked_at_steps, random_games, viewers
from facedown.testing.refusals import key_of
from facedown.testing.secrecy import arrangements, has_worlds, rebuilt, some


def check_standing(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """What an answer in advance comes to is allowed, and whether one is asked for is no secret.

    The number of the turn is the same in everybody's view. Where worlds are known, other hidden
    things never change whether a question is open to another seat.
    """
    names = [question.name for question in game.facts.standing]
    assert len(names) == len(set(names)), f"{game.facts.title}: two questions share a name."
    if not names:
        return
    for number, played in enumerate(random_games(game, seed, games)):
        rng = random.Random(f"{seed}/{number}/standing")
        for step in looked_at_steps(played):
            turns = {game.turn_of(step.before.view(viewer)) for viewer in viewers(game)}
            assert len(turns) == 1, f"The turn has the numbers {sorted(turns)} in several views."
            for seat in range(game.seats):
                _check_answers(game, step.before, seat)
        for step in some(played, rng) if has_worlds(game) else ():
            _check_openness(game, step.before, rng)


def _check_answers(game: Game, state: State, seat: Seat) -> None:
    for question in game.facts.standing:
        actions = []
        for answer in ("decline", "always"):
            view = rebuilt(game, state.view(seat))
            action = game.standing_answer(view, question.name, answer)
            actions.append(action)
            if action is None:
                continue
            made = game.normal_action(action)
            refusal = state.verify(seat, made)
            assert refusal is None, (
                f"The answer {answer} to {question.name} comes to {key_of(made)}, which is "
                f"refused: {refusal.sentence}"
            )
        assert (actions[0] is None) == (actions[1] is None), (
            f"Whether {question.name} is open to seat {seat} depends on the answer."
        )


def _check_openness(game: Game, state: State, rng: random.Random) -> None:
    for viewer in viewers(game):
        if viewer == ONLOOKER:
            continue
        truth = _open(game, state, viewer)
        for other in arrangements(game, state, viewer, rng):
            assert _open(game, other, viewer) == truth, (
                f"With other secrets than seat {viewer} knows, other questions are open: "
                f"{_open(game, other, viewer)} instead of {truth}."
            )


def _open(game: Game, state: State, viewer: Seat) -> tuple[str | None, ...]:
    """The questions that are open to the other seats."""
    views: list[View] = [state.view(seat) for seat in range(game.seats) if seat != viewer]
    return tuple(open_question(game, view) for view in views)
