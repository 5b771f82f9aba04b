"""Rules put together piece by piece: only what can be read on is offered, and all of it."""

from __future__ import annotations

import random

import pytest

from facedown.deduce.rules import SOLVER, STANDARD, Deck, RuleError, parse, place_in
from facedown.deduce.rules.catalogue import catalogue
from facedown.deduce.rules.speech import DROPPED
from facedown.deduce.rules.words import raws


def said(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without those that can be left out."""
    left_out = DROPPED | {"a", "an", "the"}
    return tuple(raw.text for raw in raws(" ".join(words)) if raw.text not in left_out)


def test_every_rule_of_the_catalogue_can_be_put_together() -> None:
    for entry in catalogue()[::30]:
        text, left = "", said((entry.sentence,))
        while left:
            place = place_in(text, SOLVER)
            ways = [way for way in place.phrases if left[: len(said((way,)))] == said((way,))]
            assert ways, (entry.sentence, text)
            taken = max(ways, key=lambda way: len(said((way,))))
            text, left = f"{text} {taken}", left[len(said((taken,))) :]
        assert place_in(text, SOLVER).may_end
        assert parse(text, SOLVER).sentence == entry.sentence


@pytest.mark.parametrize("deck", [SOLVER, STANDARD], ids=lambda deck: deck.name)
def test_whatever_is_offered_can_be_read_on(deck: Deck) -> None:
    rng = random.Random(5)
    ended = 0
    for _ in range(40):
        text = ""
        for _ in range(14):
            place = place_in(text, deck)
            assert place.before == text
            if place.may_end and rng.random() < 0.5:
                break
            assert place.phrases, text
            text = rng.choice(place.texts)
        if place_in(text, deck).may_end:
            ended += 1
            assert _said(text, deck), text
    assert ended > 15


def _said(text: str, deck: Deck) -> bool:
    """Whether that is a rule, or several, or one that is too heavy."""
    try:
        return bool(parse(text, deck).sentence)
    except RuleError as problem:
        several = bool(problem.ways) and "more than one way" in str(problem)
        return several or "remember" in str(problem) or "conditions" in str(problem)


def test_words_that_must_follow_are_one_phrase_and_numbers_are_offered() -> None:
    assert place_in("the last card but", SOLVER).phrases == ("one", "two is")
    assert "play was" in place_in("the last", SOLVER).phrases
    numbers = place_in("the position is exactly", SOLVER).phrases
    assert numbers[:4] == ("1", "2", "3", "4")
    assert len(numbers) == 25
    assert place_in("rank", STANDARD).phrases[0] == "2"


def test_what_the_cards_have_is_offered_first() -> None:
    first = place_in("", SOLVER).phrases
    assert first[:8] == (
        *("blue", "red", "green", "yellow"),
        *("circle", "square", "triangle", "diamond"),
    )


def test_what_is_offered_builds_the_normal_form() -> None:
    assert place_in("red", SOLVER).phrases == ("and", "or")
    assert "red" in place_in("red cards must be", SOLVER).phrases  # which is not printed so


@pytest.mark.parametrize(
    ("text", "before", "phrases"),
    [
        ("red and cir", "red and", ("circle",)),
        ("The red cards and not tr", "The red cards and not", ("triangle",)),
        ("red circel", "red", ("and", "or")),
        ("red and purple or blue", "red and", None),
        ("hihger", "", None),
        ("red" * 1000, "red" * 1000, ()),
    ],
)
def test_what_is_offered_where_it_cannot_be_read(
    text: str, before: str, phrases: tuple[str, ...] | None
) -> None:
    place = place_in(text, SOLVER)
    assert place.before == before
    assert place.phrases == (place_in(before, SOLVER).phrases if phrases is None else phrases)
