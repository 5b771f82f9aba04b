"""The round that the rulebook goes through is played as it says."""

from __future__ import annotations

import re

import pytest

from facedown.core.seats import NATURE
from facedown.games.suspense import Suspense
from facedown.games.suspense.cards import NAMES, STANDARD
from facedown.games.suspense.moves import Deal
from facedown.games.suspense.rules import SuspenseState, score_round
from facedown.games.suspense.words import WORDS, condition
from facedown.games.suspense.worlds import mask_of

HANDS = (("W2", "W6", "B1", "B5"), ("W1", "W5", "B3", "B4"), ("W4", "B2", "B6", "?"))
PLAYERS = ("Ann", "Ben", "Cleo")


def example() -> str:
    return Suspense.rulebook().partition("### A round, from")[2].partition("\n## ")[0]


def test_the_worked_round_is_played_as_it_says() -> None:
    """S11, S13, S14, S24, S2."""
    game = Suspense(3, goal=0, dealer=1)
    state = game.start()
    assert isinstance(state, SuspenseState)
    state.apply(NATURE, state.action_of(NATURE, Deal(HANDS, "W3")))
    rows = re.findall(r"^\| (\w+) \| (.+?) \| (\d+) \|", example(), re.MULTILINE)
    assert len(rows) == 8
    for player, turn, total in rows:
        (seat,) = state.actors()
        assert PLAYERS[seat] == player
        move = game.read(turn.removeprefix("the ").replace('"', ""), state.view(seat))
        action = state.action_of(seat, move)
        assert state.verify(seat, action) is None
        before = state.view(seat)
        state.apply(seat, action)
        in_play = state.view(seat).total if state.outcome() is None else before.total
        assert in_play == int(total)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.points == (2, 0, 1)


def test_the_worked_round_tells_the_hands() -> None:
    told = " ".join(example().split())
    for hand in HANDS:
        names = [WORDS[NAMES.index(card)].removeprefix("the red ") for card in hand]
        *first, last = names
        last = f"the {last}" if last.startswith('"') else last
        assert f"{', '.join(first)} and {last}" in told


@pytest.mark.parametrize(
    ("folded", "out", "points"),
    [
        (0b001, False, (0, 0, 0)),  # S2: the folder has the lowest sum
        (0b010, False, (2, 1, 0)),  # S2: the folder has not
        (0b011, False, (0, 1, 0)),  # S3: the last one standing has not
        (0b110, False, (2, 1, 1)),  # S3: the last one standing has
        (0b011, True, (1, 1, 2)),  # folded_out: nobody else is compared
    ],
)
def test_s10_what_folding_means_when_the_lowest_sum_wins(
    folded: int, out: bool, points: tuple[int, ...]
) -> None:
    secret = NAMES.index("?")
    played = [mask_of(cards) for cards in (("W1",), ("W4",), ("B5",))]
    assert STANDARD[secret].condition == condition("lowest sum of numbers in play")
    scores = score_round(STANDARD, secret, [0, 0, 0], played, folded, out=out)
    assert tuple(score.points for score in scores) == points
