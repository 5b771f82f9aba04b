"""The battery's adversarial play by Hypothesis, which shrinks what goes wrong to a short game.

Needs Hypothesis, which the extra ``testing`` brings; nothing else in this package does.
"""

from __future__ import annotations

import random
from typing import Any

from facedown.core.errors import BadLog, FacedownError, MalformedMove
from facedown.core.game import Game
from facedown.core.log import read_log
from facedown.core.moves import Action
from facedown.core.seats import NATURE, Seat
from facedown.core.state import State
from facedown.testing.facts import chances, check_sentence
from facedown.testing.playing import changed_fields, fields_of
from facedown.testing.refusals import check_refusal
from facedown.testing.replay import face

try:
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
except ImportError:
    raise ImportError(
        "facedown.testing.fuzz needs Hypothesis, which the extra facedown[testing] brings."
    ) from None

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
"""Any small JSON value."""

CHOICES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2**16)), max_size=40)
"""How each move of a game is chosen: whose, and which of the legal ones."""


def json_like(game: Game) -> st.SearchStrategy[Any]:
    """JSON values that resemble moves of a game: right names, any parts.

    >>> from hypothesis import find
    >>> from facedown.core import new_game
    >>> values, quiet = json_like(new_game("turing")), settings(database=None, derandomize=True)
    >>> sorted(find(values, lambda value: "move" in (value or ""), settings=quiet))
    ['move']
    """
    kinds = [(move.kind, tuple(move.__dataclass_fields__)) for move in game.facts.moves]

    def resembling(kind: tuple[str, tuple[str, ...]]) -> st.SearchStrategy[Any]:
        name, parts = kind
        return st.fixed_dictionaries({"move": st.just(name)}, optional=dict.fromkeys(parts, JSON))

    return JSON | st.sampled_from(kinds).flatmap(resembling)


def fuzz_game(game: Game, *, examples: int = 50) -> None:
    """Plays games whose every choice Hypothesis makes, and throws nonsense at every state.

    Every number that is not legal and every JSON value is refused in one sentence or is a legal
    move; after a refusal nothing has changed; clones before each move stay as they were; what can
    be typed is read or refused.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> fuzz_game(KuhnPoker(), examples=3)
    """

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(CHOICES, st.lists(json_like(game), max_size=4), st.lists(st.integers(), max_size=4))
    def play(choices: list[tuple[int, int]], values: list[Any], numbers: list[int]) -> None:
        state = game.start()
        for who, which in choices:
            actors = state.actors()
            _throw(game, state, values, numbers)
            if not actors:
                break
            seat = actors[who % len(actors)]
            action = _choice(game, state, seat, which)
            clone, before, shown = state.clone(), fields_of(state), face(game, state)
            assert state.verify(seat, action) is None, f"The legal action {action} is refused."
            state.apply(seat, action)
            changed = changed_fields(before, fields_of(clone))
            assert not changed, f"Action {action} changed an earlier clone: {changed}."
            assert face(game, clone) == shown, f"Action {action} changed what a clone shows."

    play()


def _choice(game: Game, state: State, seat: Seat, which: int) -> Action:
    """One of the legal moves, or of nature's; one of the open language counts as one more."""
    rng = random.Random(which)
    if seat == NATURE:
        listed = chances(state)
        return listed[which % len(listed)][0] if listed else state.draw(rng)
    legal = state.legal(seat)
    index = which % (len(legal) + game.facts.open_moves)
    move = game.draw_open(state.view(seat), rng) if index == len(legal) else None
    return legal[index % len(legal)] if move is None else state.action_of(seat, move)


def _throw(game: Game, state: State, values: list[Any], numbers: list[int]) -> None:
    before = fields_of(state)
    for seat in range(game.seats):
        legal = set(state.legal(seat))
        for number in numbers:
            refusal = state.verify(seat, number)
            assert (refusal is None) == (number in legal), (
                f"Seat {seat}, action {number}: {refusal}"
            )
        for value in values:
            try:
                refusal = state.verify(seat, state.action_of(seat, game.move_from_json(value)))
            except MalformedMove as problem:
                check_sentence(str(problem))
            else:
                if refusal is not None:
                    check_refusal(refusal)
    changed = changed_fields(before, fields_of(state))
    assert not changed, f"A refused move changed the state: {changed}."


def fuzz_texts(game: Game, *, examples: int = 100) -> None:
    """Whatever is typed is a move or refused in one sentence; whatever is no log is refused so.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> fuzz_texts(KuhnPoker(), examples=10)
    """

    @settings(max_examples=examples, deadline=None, database=None, derandomize=True)
    @given(st.text(max_size=30))
    def read(text: str) -> None:
        view = game.start().view(0)
        try:
            game.read(text, view)
        except MalformedMove as problem:
            check_sentence(str(problem))
        try:
            game.check_note(text, view)
        except FacedownError as problem:
            check_sentence(str(problem))
        try:
            read_log(text)
        except BadLog as problem:
            check_sentence(str(problem))
        else:
            raise AssertionError(f"{text!r} was read as a log.")

    read()
