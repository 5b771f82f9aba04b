"""How a game is shown, typed and told where it says nothing itself."""

from __future__ import annotations

import pytest
from tests.testing.climb import Climb, ClimbState, Draw, Pass, Play
from tests.testing.hunch import Answer, Hunch, HunchState, Write

from facedown.core.default_words import read_move, typed_move
from facedown.core.errors import MalformedMove
from facedown.core.moves import Move
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.turing.moves import Declare


class Aim(Move, kind="aim"):
    at: tuple[int, ...]
    then: tuple[int, ...]


def _dealt() -> ClimbState:
    state = ClimbState(6)
    state.hands, state.played = [(1, 4), (3, 6)], [(2,), ()]
    return state


def test_a_view_is_shown_part_by_part() -> None:
    assert Climb().show(_dealt().view(1)).splitlines() == [
        "Hand: 3, 6.",
        "Sizes: 2, 2.",
        "Played: (2), (none).",
        "Ceilings: 0, 0.",
        "Turn: 0.",
    ]


def test_what_can_be_typed_leaves_out_what_only_nature_does() -> None:
    game, state = Climb(), _dealt()
    assert game.prompt(state.view(0)) == "Type play CARD or pass."
    assert game.prompt(state.view(1)) == "Wait for {0}."
    with pytest.raises(MalformedMove, match=r"^That is not a move; type play CARD or pass\.$"):
        game.read("draw 3", state.view(0))


def test_lines_are_read_by_the_parts_of_a_move() -> None:
    climb, hunch = Climb(), Hunch()
    at_climb, at_hunch = _dealt().view(0), HunchState(2, "short").view(0)
    assert climb.read(" play 4 ", at_climb) == Play(4)
    assert climb.read("pass", at_climb) == Pass()
    assert hunch.read("write at least 4", at_hunch) == Write("at least 4")
    assert hunch.read("answer yes", at_hunch) == Answer(True)
    for text in ("", "play", "play four", "play 4 5", "pass 1", "playing 4", "play ²"):
        with pytest.raises(MalformedMove):
            climb.read(text, at_climb)
    with pytest.raises(MalformedMove):
        hunch.read("answer perhaps", at_hunch)


def test_moves_are_typed_as_they_are_read() -> None:
    kinds = (Declare, Aim, Answer, Pass)
    for move, line in (
        (Declare(solve=True, code="241"), "declare yes 241"),
        (Declare(solve=False), "declare no"),
        (Aim((1, 2), (3, 4)), "aim 1,2 3, 4"),
        (Answer(fits=False), "answer no"),
        (Pass(), "pass"),
    ):
        assert typed_move(move) == line
        assert read_move(line, kinds) == move
    with pytest.raises(MalformedMove):  # what only hides the part from others is needed
        read_move("write", [Write])


def test_a_hidden_part_is_told_to_nobody_but_through_the_own_view() -> None:
    game, before = Climb(), _dealt()
    before.hands[0] = (1,)
    after = before.clone()
    after.apply(NATURE, 5)
    own = game.witness(before, NATURE, 5, after, 0)
    other = game.witness(before, NATURE, 5, after, 1)
    assert own.move == other.move == Draw(None)
    assert own.text == "Nature: draw.\n  Hand: 1, 5\n  Sizes: 2, 2"
    assert other.text == "Nature: draw.\n  Sizes: 2, 2"


def test_who_moves_is_told_all_of_it() -> None:
    game, before = Hunch(), HunchState(2, "short")
    after = before.clone()
    after.apply(0, Write("even"))
    assert game.witness(before, 0, Write("even"), after, 0).move == Write("even")
    for viewer in (1, ONLOOKER):
        event = game.witness(before, 0, Write("even"), after, viewer)
        assert event.move == Write(None)
        assert "even" not in event.text
