"""Options: what they accept, and the sentence for what they do not; facts as JSON and in words."""

from __future__ import annotations

import dataclasses
import json

import pytest
from tests.testing.glimpse import Glimpse

from facedown.core.errors import BadOption
from facedown.core.facts import Option, OptionValue
from facedown.core.registry import game_class
from facedown.core.seats import MOST_SEATS

TALK = Option("talk", True, "whether seats may talk")
ROUNDS = Option("rounds", 20, "most rounds", bounds=(1, 99))
VERIFIERS = Option("verifiers", 4, "how many", choices=(4, 5, 6))
LIST = Option("list", "", "what is on it", rows=9)
CARDS = Option("cards", "", "which cards", pattern="[0-9,]*", form="numbers such as 4,9")


def test_facts_with_more_seats_than_any_table_has_are_refused_in_a_sentence() -> None:
    facts = game_class("solid").facts
    assert dataclasses.replace(facts, seats=(2, MOST_SEATS)) == facts
    with pytest.raises(BadOption, match="Solid has 7 seats, and no table more than 6"):
        dataclasses.replace(facts, seats=(2, MOST_SEATS + 1))


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (TALK, "yes", True),
        (TALK, "OFF", False),
        (ROUNDS, "1", 1),
        (ROUNDS, "99", 99),
        (VERIFIERS, "6", 6),
        (CARDS, "4,9", "4,9"),
        (CARDS, "", ""),
        (LIST, "one\ntwo", "one\ntwo"),
        (LIST, "x" * 20_000, "x" * 20_000),
    ],
)
def test_a_typed_value_is_read(option: Option, text: str, value: OptionValue) -> None:
    assert option.read(text) == value


@pytest.mark.parametrize(
    ("option", "text", "sentence"),
    [
        (TALK, "maybe", "The option talk is yes or no, not 'maybe'."),
        (ROUNDS, "0", "The option rounds is from 1 to 99"),
        (ROUNDS, "100", "The option rounds is from 1 to 99"),
        (ROUNDS, "many", "The option rounds is a whole number, not 'many'."),
        (ROUNDS, "٣", "is a whole number"),
        (ROUNDS, "9" * 5000, "is a whole number"),
        (VERIFIERS, "7", "The option verifiers is one of 4, 5, 6; not '7'."),
        (CARDS, "4;9", "The option cards should be numbers such as 4,9; not '4;9'."),
        (CARDS, "4\n", "The option cards should be"),
        (LIST, "x" * 20_001, "The option list has at most 20,000 characters, not 20,001."),
    ],
)
def test_another_value_is_refused_in_one_sentence(option: Option, text: str, sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        option.read(text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("option", "value"), [(TALK, 1), (ROUNDS, True), (ROUNDS, "20"), (CARDS, 4), (CARDS, None)]
)
def test_a_value_of_another_kind_is_refused(option: Option, value: object) -> None:
    with pytest.raises(BadOption, match="should be"):
        option.check(value)


def test_a_game_refuses_seats_and_options_it_does_not_have() -> None:
    with pytest.raises(BadOption, match=r"Glimpse is for 2 players, not 3."):
        Glimpse(3)
    with pytest.raises(BadOption, match="not True"):
        Glimpse(True)
    with pytest.raises(BadOption, match=r"Glimpse has no option 'loud'; its options: chatty."):
        Glimpse(loud=True)
    with pytest.raises(BadOption, match="The option chatty should be yes or no"):
        Glimpse(chatty="yes")
    assert Glimpse().options == {"chatty": True}


def test_the_json_form_tells_all_but_the_classes() -> None:
    facts = game_class("suspense").facts
    form = json.loads(json.dumps(facts.form()))
    assert set(form) == {part.name for part in dataclasses.fields(facts)} - {"moves", "view"}
    assert form["options"][0]["bounds"] == [0, 50]
    assert form["aids"][0]["name"] == facts.aids[0].name


def test_how_many_can_play_in_words() -> None:
    facts = game_class("suspense").facts
    assert facts.players == "2 to 3 players"
    assert dataclasses.replace(facts, seats=(1, 1)).players == "1 player"
