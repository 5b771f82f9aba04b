"""Solid's views as rows of numbers."""

import pytest
from tests.lab.observing import check_recall, check_rows, encoder_pair

from facedown.core import NATURE, ONLOOKER, Game, new_game
from facedown.core.moves import Move
from facedown.games.solid import Solid
from facedown.games.solid.moves import Discard, Draw, EndTurn, First, Play, Protect, UseEvent
from facedown.games.solid.rules import SolidState
from facedown.testing import name_of, settings_of

DEALT = [game for game in settings_of(Solid) if game.options["hands"] != "real"]


@pytest.mark.parametrize("game", DEALT, ids=name_of)
def test_rows_are_functions_of_the_view(game: Game) -> None:
    check_rows(game, games=1, most=50)


@pytest.mark.parametrize("options", [{}, {"deck": "separate", "anyone": True, "turns": 8}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_information_states_tell_all_of_the_view(
    seats: int, options: dict[str, bool | int | str]
) -> None:
    check_recall(new_game("solid", seats, **options), games=4)


def make(state: SolidState, seat: int, *moves: Move) -> None:
    for move in moves:
        action = state.action_of(seat, move)
        assert state.verify(seat, action) is None
        state.apply(seat, action)


def test_layout() -> None:
    game = Solid(2)
    kinds = game.setting.kinds
    encoder, _ = encoder_pair(game)
    state = game.start()
    make(state, NATURE, First(1))
    make(state, NATURE, *(Draw(1, name) for name in ("H", "H", "B", "M", "M7")))
    make(state, NATURE, *(Draw(0, name) for name in ("H", "C", "protect", "H2", "S")))
    make(state, 1, Play("H"), Play("B"), EndTurn())
    make(state, NATURE, Draw(1, "take"), Draw(1, "C7"))
    make(state, 0, Play("H"), Discard("S"), EndTurn())
    make(state, NATURE, Draw(0, "S2"), Draw(0, "S4"))
    make(state, 1, UseEvent("take", None, "S"), UseEvent("M7", 0, "H"))
    row = encoder.observation(state.view(1))
    assert len(row) == encoder.observation_size == 36 + 9 * 33
    assert list(row[0:2]) == [0, 1]  # the view of seat 2
    assert list(row[2:4]) == [0, 1]  # the other is to move
    assert list(row[4:10]) == [0, 0, 0, 1, 0, 0]  # an answer is due
    assert list(row[10:12]) == [1, 0]  # in the turn of the viewer
    assert list(row[12:14]) == [0, 0]  # nobody has won
    assert list(row[14:18]) == [3, 2, 0, 81 - 14]  # turn, plays, cards discarded, pile
    assert list(row[18:24]) == [0, 0, 4, 5, 0, 0]  # points, hands, answers

    def cards(at: int) -> dict[str, int]:
        return {name: row[at + kind] for name, kind in kinds.items() if row[at + kind]}

    assert cards(24) == {"H": 1, "M": 1, "C7": 1, "S": 1}
    assert cards(57) == {"take": 1, "M7": 1}
    assert cards(90) == {}
    assert cards(123) == {"S": 1}  # everybody saw it being taken
    assert cards(156) == {}
    assert list(row[189:199]) == [1, 1, 0, 0, 0, 1, 0, 0, 0, 0]
    assert not any(row[199:265])
    assert cards(265) == {"M7": 1}
    assert cards(298) == {"H": 1}
    assert list(row[331:333]) == [0, 1]  # of the other's pod
    told = encoder.information_state(state.view(1))
    assert told[:333] == row
    lines = [tuple(told[333 + 5 * at : 338 + 5 * at]) for at in range(len(state.record) + 1)]
    number = {name: kind + 1 for name, kind in kinds.items()}
    assert lines[0] == (9, 1, 0, 0, 0)  # the viewer begins
    assert lines[1] == (8, 1, number["H"], 0, 0)  # and draws
    assert lines[6] == (8, 2, 0, 0, 0)  # what the other drew is not told
    assert lines[11] == (1, 1, number["H"], 0, 0)
    assert lines[-3] == (3, 1, number["take"], 0, number["S"])
    assert lines[-2] == (3, 1, number["M7"], 2, number["H"])
    assert lines[-1] == (0, 0, 0, 0, 0)
    make(state, 0, Protect("protect"))
    row = encoder.observation(state.view(1))
    assert list(row[22:24]) == [0, 1]
    assert not any(row[265:333])
    assert len(encoder.observation(state.view(ONLOOKER))) == 333
