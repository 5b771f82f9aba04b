"""Mystery Machine's views as rows of numbers."""

import pytest
from tests.lab.observing import check_recall, check_rows, encoder_pair

from facedown.core import NATURE, Game, new_game
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.cards import NAMES
from facedown.games.mystery.moves import Answer, Buy, Layout, Name, Offer, Take
from facedown.players.mystery.observation import PHASES
from facedown.testing import name_of, settings_of


@pytest.mark.parametrize("game", settings_of(MysteryMachine), ids=name_of)
def test_rows_are_functions_of_the_view(game: Game) -> None:
    check_rows(game, games=1, most=60)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (2, {}), (2, {"play": "team"}), (2, {"puzzle": "one-two-three"})],
)
def test_information_states_tell_all_of_the_view(
    seats: int, options: dict[str, bool | int | str]
) -> None:
    check_recall(new_game("mystery", seats, **options), games=60)


def test_layout() -> None:
    """The first of two takes a pair of fives, asks Q1, and waits for the other."""
    game = MysteryMachine(2)
    encoder, _ = encoder_pair(game)
    state = game.start()
    moves = [
        (NATURE, Layout(("J", "A", "K", "Q"), ("S", "H", "D", "C"))),
        (NATURE, Offer(("5S", "6D"))),
        (0, Take("5S")),
        (NATURE, Offer(("5H", "9C"))),
        (0, Take("5H")),
        (NATURE, Offer(("2S", "2H"))),
        (0, Buy("Q1", ("5S", "5H"))),
        (NATURE, Answer("Q1", "JH")),
    ]
    for seat, move in moves:
        action = state.action_of(seat, move)
        assert state.verify(seat, action) is None
        state.apply(seat, action)
    own, other = (encoder.observation(state.view(seat)) for seat in (0, 1))
    assert list(own[:4]) == [1, 0, 1, 1]  # who looks, who is to move
    assert list(other[:4]) == [0, 1, 1, 1]
    assert [PHASES[at] for at in range(7) if own[4 + at]] == ["playing"]
    assert list(own[11:15]) == [1, 16, 30, 3]  # dealt, pairs left, cards not seen, pairs shown
    assert list(other[11:15]) == [1, 18, 34, 3]

    def cards(row: bytes, at: int) -> set[str]:
        return {name for card, name in enumerate(NAMES) if row[at + card]}

    assert cards(own, 15) == set()  # both were paid
    assert cards(own, 67) == {"2S", "2H"}
    assert cards(other, 67) == {"5S", "6D"}
    assert own[119] == 0  # nothing named
    assert list(own[120:126]) == [3, 3, 3, 1, 0, 0]  # cards left in the piles, turned up
    assert list(other[120:126]) == [4, 3, 3, 1, 0, 0]
    assert cards(own, 126) == {"JH"}
    assert cards(other, 126) == set()
    assert list(own[285:295]) == [2, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert list(other[285:295]) == [0, 0, 0, 0, 0, 2, 1, 0, 0, 0]
    assert not any(own[295:])
    told, size = encoder.information_state(state.view(0)), len(own)
    five, jack = NAMES.index("5S") + 1, NAMES.index("JH") + 1
    assert told[:size] == own
    assert list(told[size : size + 4]) == [five, NAMES.index("6D") + 1, 1, 0]
    question = size + 4 * 18
    assert list(told[question : question + 6]) == [1, jack, 2, five, five + 1, 0]
    for seat in (0, 1):
        action = state.action_of(seat, Name("JH"))
        state.apply(seat, action)
    row = encoder.observation(state.view(1))
    assert list(row[295:297]) == [0, 0]  # nobody was right
    assert row[297] == NAMES.index("JS") + 1
    assert [NAMES[card - 1] for card in row[298:302]] == ["JS", "JH", "JD", "JC"]
    assert list(row[314:316]) == [jack, jack]
