"""Rules put together choice by choice: only what can be read on is offered, and all of it."""

from __future__ import annotations

import random

import pytest

from facedown.deduce.rules import SOLVER, STANDARD, Deck, RuleError, parse
from facedown.deduce.rules.building import choices
from facedown.deduce.rules.catalogue import catalogue


def chosen(text: str, deck: Deck = SOLVER) -> list[str]:
    return [choice.chosen for choice in choices(text, deck)]


def test_every_rule_of_the_catalogue_can_be_put_together() -> None:
    for entry in catalogue()[::3]:
        found = choices(entry.sentence, SOLVER)
        assert found[-1].may_end, entry.sentence
        assert found[-1].chosen == ""
        said = " ".join(choice.chosen for choice in found)
        assert parse(said, SOLVER).sentence == entry.sentence
        assert all(choice.chosen in choice.phrases for choice in found[:-1])


@pytest.mark.parametrize("deck", [SOLVER, STANDARD], ids=lambda deck: deck.name)
def test_whatever_is_offered_can_be_read_on(deck: Deck) -> None:
    rng = random.Random(3)
    ended = 0
    for _ in range(40):
        text = ""
        for _ in range(14):
            last = choices(text, deck)[-1]
            if last.may_end and rng.random() < 0.5:
                break
            assert last.phrases, text
            text = f"{text} {rng.choice(last.phrases)}"
        if choices(text, deck)[-1].may_end:
            ended += 1
            assert _said(text, deck), text
    assert ended > 15


def _said(text: str, deck: Deck) -> bool:
    """Whether that is a rule, or one that is too heavy."""
    try:
        return bool(parse(text, deck).sentence)
    except RuleError as problem:
        return "remember" in str(problem) or "conditions" in str(problem)


def test_words_that_must_follow_are_one_phrase_and_numbers_are_offered() -> None:
    assert chosen("the same number as the last card") == ["same", "number as", "the last", ""]
    assert chosen("the last play was an error") == ["the last", "play was", "error", ""]
    numbers = choices("the position is exactly", SOLVER)[-1].phrases
    assert numbers[:4] == ("1", "2", "3", "4")
    assert len(numbers) == 25
    assert choices("rank", STANDARD)[-1].phrases[0] == "2"


def test_where_it_cannot_be_read_the_choices_end() -> None:
    assert chosen("red and purple") == ["red", "and", ""]
    assert chosen("hihger") == [""]
    assert choices("red" * 1000, SOLVER) == ()
