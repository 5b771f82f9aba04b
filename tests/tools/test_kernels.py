"""What is compiled before the tests: everything that a server compiles, each game's in one go."""

from tools.kernels import by_game

from facedown.core.registry import game_names
from facedown.table.thinking import warm_ups


def test_every_bot_and_aid_of_a_game_is_in_its_one_list() -> None:
    listed = by_game()
    assert [{about[0] for _, about in works} for works in listed] == [
        {name} for name in sorted(game_names())
    ]
    assert sorted(about for works in listed for _, about in works) == sorted(
        about for _, about in warm_ups()
    )
