"""The bench for rules: what is said of a rule and of the cards that are laid."""

from __future__ import annotations

import pytest

from facedown.core.codec import to_json
from facedown.core.errors import FacedownError, UnknownName
from facedown.core.registry import new_game
from facedown.core.typed import typing_in
from facedown.core.workshop import Draft, Finding
from facedown.deduce.rules import SOLVER, parse
from facedown.games.solver.judging import rule_called
from facedown.games.solver.moves import MOST_PLAYS, NAMES, Write
from facedown.games.solver.studio.workshop import GAMES, RuleBench, cards_of, find_games, judged

SHOP = RuleBench()


def found(stage: str, rule: str) -> dict[str, Finding]:
    draft = SHOP.read({"rule": rule})
    assert list(SHOP.flaws(draft)) == []
    findings = list(SHOP.stage(stage).find(draft, lambda _: None))
    to_json(findings)  # as a helper sends them
    return {finding.name: finding for finding in findings}


def test_a_rule_is_said_in_ones_own_words_and_kept_in_its_normal_form() -> None:
    draft = SHOP.read({"rule": "the card is red, or it is a circle"})
    assert draft["rule"] == "red or circle"
    with typing_in("fr"):
        assert SHOP.read({"rule": "rouge ou cercle"})["rule"] == "red or circle"
        assert SHOP.read({"track": "cercle rouge 2"})["track"] == "red circle 2"
    half = SHOP.read({"rule": "red or"})
    assert half["rule"] == "red or"
    assert [(flaw.field, flaw.sentence) for flaw in SHOP.flaws(half)] == [
        ("rule", "The rule is not whole yet.")
    ]
    ways = SHOP.context(half)["ways"]
    assert isinstance(ways, tuple)
    assert ("red or blue", "blue") in ways


def test_every_card_has_the_verdict_of_the_table() -> None:
    """R4: a first card is judged by what the rule says without cards before it."""
    sentence = "higher number than the last card"
    cards = cards_of("blue circle 3, red square 1, green square 4, yellow circle 4")
    track = judged(parse(sentence, SOLVER), cards)
    assert [play.accepted for play in track] == [True, False, True, False]
    rule = rule_called(sentence)
    assert [rule.judge(track[:n], card) for n, card in enumerate(cards)] == [
        play.accepted for play in track
    ]
    extra = SHOP.context(SHOP.read({"rule": sentence, "track": "blue circle 3"}))
    accepted = extra["next"]
    assert isinstance(accepted, set)
    assert {name for name in accepted if name != "blue circle 4"} | {"blue circle 4"} == {
        name for name in NAMES if name.endswith("4")
    }


def test_cards_are_laid_and_taken_away() -> None:
    draft = SHOP.read(SHOP.edit(SHOP.read({"rule": "red"}), "card red circle 2"))
    assert draft["track"] == "red circle 2"
    draft = SHOP.read(SHOP.edit(draft, "card blue square 1"))
    assert draft["track"] == "red circle 2, blue square 1"
    assert SHOP.edit(draft, "card red circle 2")["track"] == "blue square 1"
    assert SHOP.edit(draft, "no cards")["track"] == ""
    assert SHOP.edit(draft, "say blue")["rule"] == "blue"
    while len(cards_of(str(draft["track"]))) < MOST_PLAYS:
        draft = SHOP.read(SHOP.edit(draft, "deal"))
        assert list(SHOP.flaws(draft)) == []
    for change in ("deal", "card green diamond 9", "paint"):
        with pytest.raises(FacedownError):
            SHOP.edit(draft, change)
    with pytest.raises(UnknownName, match="Mend the cards"):
        SHOP.edit(SHOP.read({"track": "a hat"}), "deal")


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        ({}, "rule", "Say the rule"),
        ({"rule": "x" * 300}, "rule", "at most 200 characters"),
        ({"rule": "red", "track": "red circle 2, red circle 2"}, "track", "lies there twice"),
        ({"rule": "red", "track": "a hat"}, "track", "hat"),
        ({"rule": "red", "track": ", ".join(NAMES[:26])}, "track", "a whole game"),
    ],
)
def test_a_flaw_is_told_at_its_field(given: Draft, field: str, said: str) -> None:
    (flaw,) = SHOP.flaws(SHOP.read(given))
    assert flaw.field == field
    assert said in flaw.sentence


def test_the_maker_is_told_the_level_and_warned() -> None:
    """R12, R13."""
    assert found("rule", "red or circle")["level"].figure == "2"
    narrow = found("rule", "red and circle and number 3")
    assert narrow["warning-2"].text == "The rule fits only 1 card."
    assert "or" in narrow["mend"].text
    assert all(each.role == "advice" for name, each in narrow.items() if "warning" in name)
    once = found("rule", "the count of red cards so far is odd")
    assert once["level"].figure == "5"


def test_what_is_made_can_be_played() -> None:
    for _, example in SHOP.examples:
        draft = SHOP.read(example)
        assert draft == example
        assert list(SHOP.flaws(draft)) == []
        game = new_game("solver", 2, **SHOP.options(draft))
        (move,) = SHOP.first_moves(draft)
        assert move == Write(str(draft["rule"]))
        assert game.start().verify(0, move) is None


@pytest.mark.slow
def test_a_strong_program_plays_some_games_and_can_be_stopped() -> None:
    game = found("games", "red or circle")
    assert game["needed"].figure == "6"
    assert len(game["by-game"].bars) == GAMES

    class Enough(BaseException):
        pass

    def enough(_: str) -> None:
        raise Enough

    rule_called("red or circle")
    with pytest.raises(Enough):
        list(find_games(SHOP.read({"rule": "red or circle"}), enough))
    assert rule_called.cache_info().currsize == 0  # nothing of a secret stays
