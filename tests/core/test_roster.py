"""Who plays a game, whoever published it."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest
from tests.terminal.toy import PLAYERS, Hush, Low

from facedown.core import roster
from facedown.core.errors import BadOption, UnknownName
from facedown.core.game import Game
from facedown.core.registry import game_class, game_names, override_game
from facedown.core.roster import (
    NOBODY,
    Adjusted,
    Bot,
    Knob,
    Players,
    Roster,
    adjustments,
    merged,
    new_bot,
    override_players,
    roster_of,
)
from facedown.table.bots import RANDOM, bot_names, check_bot, usual_bot


def low(game: Game) -> Bot:
    return Low()


@pytest.mark.parametrize(
    ("names", "usual"),
    [
        ((), None),
        (("only",), "only"),
        (("weak", "strong"), "strong"),
        (("weak", "fair", "strong"), "fair"),
        (("weak", "fair", "good", "strong"), "fair"),
    ],
)
def test_the_usual_bot_is_the_weakest_but_one(names: tuple[str, ...], usual: str | None) -> None:
    with override_players("hush", Players(dict.fromkeys(names, low))):
        assert roster_of(Hush).usual == usual
        assert usual_bot(Hush(2)) == (usual or RANDOM)
        assert roster_of(Hush).strongest == (names[-1] if names else None)


def test_every_game_has_players_of_its_own() -> None:
    for name in game_names():
        found = roster_of(game_class(name))
        assert found.bots
        assert not found.problems
        for bot in found.bots:
            assert callable(new_bot(game_class(name)(), bot).act)


def test_a_lent_game_keeps_the_players_it_was_lent_with() -> None:
    with override_game(Hush, PLAYERS):
        with override_game(Hush):
            assert list(roster_of(Hush).bots) == ["low", "wild", "slow", "wrong"]
        with override_players("hush", NOBODY):
            assert roster_of(Hush).usual is None
        assert roster_of(Hush).usual == "wild"
    with pytest.raises(UnknownName, match=r"Hush has no bot 'low'; its bots: none\."):
        new_bot(Hush(), "low")


def test_a_player_that_cannot_act_is_told_of_when_it_is_asked_for() -> None:
    class Idle:
        def acts(self) -> None: ...

    lent = Players({"idle": lambda _: Idle()})  # type: ignore[dict-item, return-value]
    with (
        override_game(Hush, lent),
        pytest.raises(UnknownName, match=r"'idle' of Hush has no 'act'"),
    ):
        new_bot(Hush(), "idle")


def test_other_packages_add_bots_behind_the_first_and_take_no_name() -> None:
    def other(game: Game) -> Bot:
        raise AssertionError("the name belongs to somebody else")

    first = Players({"weak": low, "strong": low})
    guest = Players({"strong": other, "guest": low}, arena_options={"limit": 5})
    found = merged({"home": first, "guests": guest}, ("The players by X cannot be loaded.",))
    assert list(found.bots) == ["weak", "strong", "guest"]
    assert found.bots["strong"] is low
    assert (found.usual, found.strongest) == ("strong", "strong")
    assert found.arena_options == {"limit": 5}
    assert found.problems == (
        "The players by X cannot be loaded.",
        "The bot strong in guests is left out: the name is taken.",
    )


def test_a_package_without_bots_leaves_the_usual_one_to_the_next() -> None:
    found = merged({"home": NOBODY, "guests": Players({"only": low})}, ())
    assert (found.usual, found.strongest) == ("only", "only")


def installed(monkeypatch: pytest.MonkeyPatch, *values: str) -> Roster:
    """What the entry points of these values would publish for Hush."""
    entries = [EntryPoint("hush", value, roster.GROUP) for value in values]
    found = {roster.GROUP: {"hush": entries}}
    monkeypatch.setattr(roster, "published", lambda group: found.get(group, {}))
    roster._installed.cache_clear()
    try:
        return roster_of(Hush)
    finally:
        roster._installed.cache_clear()


def test_a_broken_package_is_told_of_and_does_not_take_the_others_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    toys = "tests.terminal.toy:PLAYERS"
    found = installed(monkeypatch, "no_such_package:PLAYERS", toys, "tests.terminal.toy:Hush")
    assert list(found.bots) == ["low", "wild", "slow", "wrong"]
    assert found.problems == (
        (
            "The players of hush in no_such_package:PLAYERS cannot be loaded: "
            "ModuleNotFoundError: No module named 'no_such_package'"
        ),
        "The players of hush in tests.terminal.toy:Hush are not Players.",
    )


class Patient(Low):
    """Knows how it was adjusted."""

    def __init__(self, _game: Game, *, turns: int = 3, seconds: float = 0.0) -> None:
        self.adjusted = turns, seconds


ADJUSTED = Adjusted(Patient, (Knob("turns", 1, 9), Knob("seconds", 0.5, 2.0)), ("turns=5",))


def test_a_number_behind_its_name_adjusts_a_bot() -> None:
    with override_players("hush", Players({"low": low, "patient": ADJUSTED})):
        game = Hush(2)
        names = ["patient", "patient:turns=7", "patient:seconds=1.5"]
        bots = [new_bot(game, name) for name in names]
        assert [bot.adjusted for bot in bots if isinstance(bot, Patient)] == [
            (3, 0.0),
            (7, 0.0),
            (3, 1.5),
        ]
        assert adjustments(game) == ("low", "patient", "patient:turns=5")
        assert bot_names(game) == ("low", "patient", "patient:turns=5", RANDOM)
        assert check_bot(game, "patient:turns=4") == "patient:turns=4"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("patient:turns=0", "turns is a whole number from 1 to 9, not '0'."),
        ("patient:turns=1.5", "turns is a whole number from 1 to 9, not '1.5'."),
        ("patient:seconds=nan", "seconds is a number from 0.5 to 2.0, not 'nan'."),
        ("patient:turns", "adjusted by turns=NUMBER or seconds=NUMBER, not 'turns'."),
        ("patient:", "adjusted by turns=NUMBER or seconds=NUMBER, not ''."),
        ("patient:depth=2", "adjusted by turns=NUMBER or seconds=NUMBER, not 'depth=2'."),
        ("low:turns=2", "The bot low of Hush cannot be adjusted."),
    ],
)
def test_a_bot_is_not_adjusted_by_anything_else(name: str, sentence: str) -> None:
    with override_players("hush", Players({"low": low, "patient": ADJUSTED})):
        for asked in (new_bot, check_bot):
            with pytest.raises(BadOption) as problem:
                asked(Hush(2), name)
            assert str(problem.value).endswith(sentence)
        with pytest.raises(UnknownName, match="has no bot 'lower:turns=2'"):
            new_bot(Hush(2), "lower:turns=2")
