"""Turing Machine's views as rows of numbers."""

import pytest
from tests.lab.observing import check_recall, check_rows, encoder_pair

from facedown.core import NATURE, Game, new_game
from facedown.games.turing import TuringMachine
from facedown.games.turing.moves import ASK, GO_ON, SOLVE, STOP
from facedown.testing import name_of, settings_of

FACES = {"cards": "4,9,11,14"}
ANSWERED = [game for game in settings_of(TuringMachine) if game.options["answers"] != "real"]


@pytest.mark.parametrize("game", ANSWERED, ids=name_of)
def test_rows_are_functions_of_the_view(game: Game) -> None:
    check_rows(game, games=1)


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("play", ["race", "cooperative"])
def test_information_states_tell_all_of_the_view(seats: int, play: str) -> None:
    game = new_game("turing", seats, play=play, machine="beginner", **FACES)
    check_recall(game, games=15)


def code(*digits: int) -> list[int]:
    return [int(digit == index) for digit in digits for index in range(1, 6)]


def test_layout() -> None:
    game = new_game("turing", 2, rounds=3, **FACES)
    encoder, _ = encoder_pair(game)
    state = game.start()
    state.apply(NATURE, 1)  # laws 4b, 9a, 11a, 14c; the code is 241
    state.apply(0, 40)  # seat 1 proposes 241
    row = encoder.observation(state.view(0))
    assert list(row[304:319]) == code(2, 4, 1)  # only the seat itself knows yet
    assert not any(encoder.observation(state.view(1))[304:335])
    state.apply(1, 124)  # seat 2 proposes 555
    for seat, action in ((0, ASK + 2), (1, ASK + 0), (0, STOP), (1, STOP)):
        state.apply(seat, action)
    state.apply(1, GO_ON)
    row = encoder.observation(state.view(1))
    assert list(row[0:2]) == [0, 1]  # the view of seat 2
    assert list(row[2:4]) == [0, 1]  # the other is to move
    assert list(row[4:6]) == [0, 0]  # nobody is out
    assert list(row[6:13]) == [0, 0, 0, 0, 1, 0, 0]  # declarations
    assert list(row[13:16]) == [1, 1, 1]  # round 1, a question each
    cards = [[card + 1 for card in range(48) if row[16 + 48 * v + card]] for v in range(6)]
    assert cards == [[4], [9], [11], [14], [], []]
    assert list(row[319:335]) == [1] + [0] * 15  # it goes on, which nobody else knows yet
    own, other = row[362:395], row[395:428]
    assert list(own[:15]) == code(5, 5, 5)
    assert list(own[15:21]) == [1, 0, 0, 0, 0, 0]
    assert list(own[21:33]) == [0] * 6 + [1, 0, 0, 0, 0, 0]  # 555 against 4b: no
    assert list(other[:15]) == code(2, 4, 1)
    assert list(other[15:33]) == [0, 0, 1, 0, 0, 0] + [0] * 12  # the answer is not told
    told = encoder.information_state(state.view(1))
    assert told[:428] == row
    line = told[428:483]
    assert list(line[:15]) == code(5, 5, 5)
    assert list(line[15:23]) == [1, 0, 0, 0, 0, 0, 0, 1]
    state.apply(0, SOLVE + 40)
    row = encoder.observation(state.view(1))
    assert list(row[335:350]) == code(2, 4, 1)
    assert list(row[358:360]) == [0, 1]  # the other won
    assert list(row[360:362]) == [0, 1]  # and named a code
