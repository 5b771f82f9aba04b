"""What a game is asked of a view it is asked of a view of its own, and of nothing else."""

from __future__ import annotations

import pytest
from tests.toys.skirmish import Skirmish

from facedown.core.errors import BadRecord
from facedown.core.game import Game
from facedown.core.registry import game_names, new_game


@pytest.mark.parametrize("name", game_names())
def test_a_game_refuses_a_state_and_another_games_view(name: str) -> None:
    game, state = new_game(name), new_game(name).start()
    other: Game = Skirmish()
    for given in (state, other.start().view(0), None):
        for asked in (game.show, game.prompt, game.worlds, game.check_view):
            with pytest.raises(BadRecord, match="That is no view of "):
                asked(given)
        with pytest.raises(BadRecord, match="That is no view of "):
            game.read("pass", given)
        with pytest.raises(BadRecord, match="That is no view of "):
            game.state_from_world(given, None)
    assert game.show(state.view(0))
