"""SOLVER's views as rows of numbers."""

import pytest
from tests.games.solver.tables import table, turns
from tests.lab.observing import check_recall, check_rows, encoder_pair

from facedown.core import Game, new_game
from facedown.games.solver import Solver
from facedown.games.solver.moves import ANSWERS, NAMES, NUMBERS
from facedown.players.solver.observation import LINE, PHASES, rule_number
from facedown.testing import name_of, settings_of


@pytest.mark.parametrize("game", settings_of(Solver), ids=name_of)
def test_rows_are_functions_of_the_view(game: Game) -> None:
    check_rows(game, games=1, most=60)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {}),
        (3, {"mode": "casual", "level": 3}),
        (3, {"mode": "competitive", "master": "player"}),
        (2, {"master": "player"}),
    ],
)
def test_information_states_tell_all_of_the_view(
    seats: int, options: dict[str, bool | int | str]
) -> None:
    check_recall(new_game("solver", seats, **options), games=12)


def test_layout() -> None:
    """Two seats with the lowest cards; the first plays, draws, the second plays and guesses."""
    state = turns(table("blue or red"), NAMES[0], "draw", NAMES[8], "guess not blue")
    encoder, _ = encoder_pair(Solver(2))
    row = encoder.observation(state.view(1))
    assert len(row) == encoder.observation_size
    assert list(row[0:2]) == [0, 1]  # the view of seat 2
    assert list(row[2:4]) == [0, 1]  # the other is to move
    assert [PHASES[at] for at in range(12) if row[4 + at]] == ["play"]
    assert list(row[16:18]) == [0, 0]  # the program is the Master
    assert list(row[18:20]) == [0, 1]
    assert list(row[20:24]) == [0, 0, 0, 0]  # nobody has swapped or won
    assert list(row[24:27]) == [0, 7, state.view(1).deck]  # the rule, lives, the deck
    assert list(row[27:29]) == [7, 8]  # cards in hand
    assert list(row[29:33]) == [0, 0, 0, 0]

    def cards(at: int) -> list[int]:
        return [card for card in range(64) if row[at + card]]

    assert cards(33) == list(range(9, 16))
    assert cards(97) == list(range(8, 16))
    verdicts = {played.card: played.accepted for played in state.track}
    assert cards(161) == sorted(card for card, accepted in verdicts.items() if accepted)
    assert cards(225) == sorted(card for card, accepted in verdicts.items() if not accepted)
    assert len(row) == 289
    told = {viewer: encoder.information_state(state.view(viewer)) for viewer in (0, 1)}
    assert told[1][:289] == row
    size = LINE + 8
    lines = {
        viewer: [tuple(rest[at : at + size]) for at in range(289, 289 + 6 * size, size)]
        for viewer, rest in told.items()
    }
    drawn = next(entry.cards for entry in state.history if entry.action == "draw")
    assert drawn is not None
    (card,) = drawn
    nothing = (0,) * 8
    assert lines[0][1] == (1, 1, 1, 2 if verdicts[0] else 1, 0, 0, 0, 0, *nothing)
    assert lines[0][2] == (3, 1, 0, 0, 0, 0, 1, 0, NUMBERS[card] + 1, *nothing[1:])
    assert lines[1][2] == (3, 2, 0, 0, 0, 0, 1, 0, *nothing)  # by the other, unseen
    answer = 1 + ANSWERS.index(state.history[-1].answer or "0")
    assert lines[1][4] == (2, 1, 0, 0, rule_number("not blue"), answer, 0, 0, *nothing)
    assert not any(lines[1][5])
