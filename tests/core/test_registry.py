"""Games by name."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest
from tests.testing.glimpse import PLAYERS, Glimpse

from facedown.core import registry
from facedown.core.errors import BadOption, FacedownError, UnknownName
from facedown.core.registry import game_class, game_names, load_games, new_game, override_game
from facedown.core.roster import new_bot


def test_every_installed_game_is_registered_under_its_own_name() -> None:
    assert "turing" in game_names()
    assert [game_class(name).facts.name for name in game_names()] == list(game_names())


@pytest.mark.parametrize("name", ["", "bridge", "Turing", "turing ", "x" * 1000])
def test_an_unknown_name_is_refused_in_one_sentence_with_those_there_are(name: str) -> None:
    with pytest.raises(UnknownName, match=r"the games are: .*turing") as caught:
        new_game(name)
    assert len(str(caught.value)) < 300


def test_a_bad_setting_is_refused() -> None:
    with pytest.raises(BadOption):
        new_game("turing", 9)


def test_a_game_can_be_lent_for_a_while() -> None:
    with override_game(Glimpse):
        assert "glimpse" in game_names()
        assert new_game("glimpse").facts.title == "Glimpse"
    assert "glimpse" not in game_names()
    with pytest.raises(UnknownName):
        new_game("glimpse")


def test_a_lent_game_stands_in_for_another_of_its_name() -> None:
    class OtherGlimpse(Glimpse):
        pass

    with override_game(Glimpse):
        with override_game(OtherGlimpse):
            assert game_class("glimpse") is OtherGlimpse
        assert game_class("glimpse") is Glimpse


def test_a_broken_package_is_told_of_and_does_not_take_the_others_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = EntryPoint("broken", "no_such_package:Game", registry.GROUP)
    monkeypatch.setattr(registry, "_entries", lambda: {"broken": broken})
    with override_game(Glimpse):
        games, problems = load_games()
    assert games == {"glimpse": Glimpse}
    assert problems == [
        "The game broken cannot be loaded: ModuleNotFoundError: No module named 'no_such_package'"
    ]
    with pytest.raises(FacedownError, match="cannot be loaded"):
        game_class("broken")


def test_an_unknown_bot_or_aid_is_refused_with_those_there_are() -> None:
    words = r"Glimpse has no bot 'oracle'; its bots: guesser\."
    with override_game(Glimpse, PLAYERS), pytest.raises(UnknownName, match=words):
        new_bot(Glimpse(), "oracle")
