"""Suspense's views as rows of numbers."""

import pytest
from tests.lab.observing import check_recall, check_rows, encoder_pair

from facedown.core import Game, Match, new_game
from facedown.core.errors import BadOption
from facedown.games.suspense import Suspense
from facedown.games.suspense.rules import deal_number
from facedown.games.suspense.worlds import mask_of
from facedown.lab.encoding import encoder_of
from facedown.testing import name_of, settings_of

DEALT = [game for game in settings_of(Suspense) if game.options["cards"] == "dealt"]


@pytest.mark.parametrize("game", DEALT, ids=name_of)
def test_rows_are_functions_of_the_view(game: Game) -> None:
    check_rows(game)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("goal", [0, 2])
def test_information_states_tell_all_of_the_view(seats: int, goal: int) -> None:
    check_recall(new_game("suspense", seats, goal=goal), games=15)


def test_nothing_is_learnt_from_real_cards() -> None:
    with pytest.raises(BadOption, match="no hand to be learnt from"):
        encoder_of(new_game("suspense", cards="real"))


def test_layout() -> None:
    game = new_game("suspense", 3, goal=0, dealer=2)
    encoder, _ = encoder_pair(game)
    state = game.start()
    names = (("W1", "W2", "W3", "W4"), ("W5", "W6", "B1", "B2"), ("B3", "B4", "B5", "?"))
    state.apply(-1, deal_number(tuple(map(mask_of, names)), 11))  # the secret is B6
    state.apply(1, 6)  # seat 2, the dealer, plays B1
    state.apply(2, 12)  # seat 3 plays "?"
    state.apply(0, 2)  # seat 1 plays W3
    state.apply(1, 13)  # seat 2 passes
    row = list(encoder.observation(state.view(2)))
    assert row[0:3] == [0, 0, 1]  # the view of seat 3
    assert row[3:6] == [0, 0, 1]  # the dealer is two to its left
    assert row[6:9] == [1, 0, 0]  # it is to move
    assert row[9:12] == [0, 0, 0]  # nobody folded
    assert row[12:15] == [0, 0, 1]  # the dealer passed
    assert row[15:19] == [0, 0, 1, 0]  # turns
    assert row[19:22] == [0, 0, 0]  # points
    assert row[22:24] == [1, 4]  # round 1, sum 1 + 0 + 3
    assert [card for card in range(13) if row[24 + card]] == [8, 9, 10]  # B3, B4, B5
    assert not any(row[37:50])  # only the dealer knows the secret
    assert [index for index in range(39) if row[50 + index]] == [12, 13 + 2, 26 + 6]
    told = encoder.information_state(state.view(2))
    assert told[:89] == bytes(row)
    turns = [told[89 + 15 * turn : 104 + 15 * turn].index(1) for turn in range(4)]
    assert turns == [6, 12, 2, 13]
    assert not any(told[89 + 60 :])
    dealers = encoder.observation(state.view(1))
    assert [card for card in range(13) if dealers[37 + card]] == [11]


def test_a_finished_round_is_a_sheet() -> None:
    match = Match(new_game("suspense", 2, goal=0, dealer=1), seed="5")
    while match.actors:
        match.play(match.actors[0], match.view(match.actors[0]).legal[0])
    encoder, _ = encoder_pair(match.game)
    row = encoder.information_state(match.view(1))
    sheet = row[encoder.observation_size + 28 * 15 :]
    assert len(sheet) == 1 + 13 + 28
    assert sheet[0] == 2  # the dealer is the other seat
    dealt = list(sheet[1:14])
    assert (dealt.count(0), dealt.count(1), dealt.count(2)) == (1, 6, 6)
    assert dealt.index(0) == match.state().rounds[0].secret  # type: ignore[attr-defined]  # Suspense
    assert all(sheet[14 : 14 + match.moves - 1])
    assert not any(sheet[14 + match.moves - 1 :])
