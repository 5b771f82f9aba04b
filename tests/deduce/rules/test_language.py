"""Sentences and rules: one normal sentence each, errors with place and help, completion."""

from __future__ import annotations

import random

import pytest

from facedown.deduce.rules import DECKS, SOLVER, STANDARD, Deck, RuleError, complete, parse
from facedown.deduce.rules.conditions import Constant
from facedown.deduce.rules.machine import HEAVIEST, weight
from facedown.deduce.rules.normal import negation, normal
from facedown.deduce.rules.parser import Parser
from facedown.deduce.rules.reader import LONGEST_TEXT, Reader, words_of
from facedown.deduce.rules.wording import sentence
from facedown.lab.solver.random_rules import condition

SENTENCES = {
    "red": "red",
    "only red cards": "red",
    "Only red circle 3": "red and number 3 and circle",
    "not red circle 3, or blue": "not red or not number 3 or not circle",
    "red or blue": "blue or red",
    "not (red or blue)": "green or yellow",
    "green or blue or red": "not yellow",
    "number 1 or 3": "odd",
    "even or number 1": "not number 3",
    "circle and (red or blue)": "(blue or red) and circle",
    "red and not red": "nothing",
    "not (circle and the last card is red)": "not circle or the last card is not red",
    "same color as last": "same colour as the last card",
    "not same colour as the last card": "different colour from the last card",
    "same colour as the last card or next colour after the last card": (
        "colour 0 or 1 steps after the last card"
    ),
    "not higher number than the last card": "equal or lower number than the last card",
    "not same shape as one of the last 3 cards": "different shape from each of the last 3 cards",
    "same shape as some earlier card": "same shape as some earlier card",
    "if the last card but one is odd, then red, otherwise circle": (
        "if the last card but one is odd then red else circle"
    ),
    "not (if red then circle else square)": "if red then not circle else not square",
    "either (red or blue) or circle but not both": "either (blue or red) or circle but not both",
    "the last card is red or blue and circle": "circle and the last card is blue or red",
    "the last card is red, or blue": "blue or the last card is red",
    "shares exactly one attribute with last": None,
    "shares 1, 2 or 3 attributes with the last card": (
        "shares at least 1 attribute with the last card"
    ),
    "in turn red, blue or green, any card": "in turn red, blue or green, any card",
    "the position is 0 or 2 more than a multiple of 3": (
        "the position is 0 or 2 more than a multiple of 3"
    ),
    "not the position is 1 more than a multiple of 2": "the position is even",
    "the count of odd cards so far is not at least 2": (
        "the count of odd cards so far is at most 1"
    ),
    "not more red than blue cards so far": "at least as many blue as red cards so far",
    "the run of the same colour is exactly 2": "the run of the same colour is exactly 2",
    "the sum of the numbers of this card and the last card is a multiple of 3": (
        "the sum of the numbers of this card and the last card is a multiple of 3"
    ),
    "the last play was an error": "the last play was an error",
}


@pytest.mark.parametrize(("written", "normal_sentence"), SENTENCES.items())
def test_a_rule_has_one_normal_sentence(written: str, normal_sentence: str | None) -> None:
    if normal_sentence is None:
        with pytest.raises(RuleError):
            parse(written, SOLVER)
    else:
        assert parse(written, SOLVER).sentence == normal_sentence


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_sentences_of_all_kinds_of_conditions_are_read_back(deck: Deck) -> None:
    rng = random.Random(1)
    kinds = set()
    for _ in range(1500):
        found = normal(condition(rng, deck, rng.randint(1, 5)), deck)
        words = sentence(found, deck)
        read = normal(Parser(words_of(words), deck).rule(), deck)
        assert read == found, words
        assert sentence(read, deck) == words
        kinds.add(type(found).__name__)
    assert len(kinds) >= 15


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_the_normal_form_is_its_own(deck: Deck) -> None:
    rng = random.Random(2)
    for _ in range(800):
        found = normal(condition(rng, deck, rng.randint(1, 5)), deck)
        assert normal(found, deck) == found
        twice = normal(negation(normal(negation(found, deck), deck), deck), deck)
        assert isinstance(found, Constant) == isinstance(twice, Constant)


def test_a_card_is_named_as_it_is_called_in_every_deck() -> None:
    for deck in DECKS.values():
        for card in range(len(deck.cards)):
            named = parse(deck.card_name(card), deck)
            assert [c for c in range(len(deck.cards)) if named.judge((), c)] == [card]


def test_standard_deck_has_its_own_words() -> None:
    assert parse("face card or red", STANDARD).sentence == "face or red"
    assert parse("rank 12 or hearts or diamonds", STANDARD).sentence == "rank queen or red"
    assert parse("not face", STANDARD).sentence == "pip"
    words = "same parity as the last card"
    assert parse(words, STANDARD).sentence == words
    with pytest.raises(RuleError, match="'circle'"):
        parse("circle", STANDARD)


@pytest.mark.parametrize(
    ("text", "position", "expected", "near"),
    [
        ("blu", 0, "blue", "blue"),
        ("red and", 7, "circle", "red"),
        ("red blue", 4, "and", "blue or red"),
        ("red, blue", 3, "or", "red"),
        ("nothin", 0, "nothing", "nothing"),
        ("red circel", 4, "and", "red and circle"),
        ("red and yelow are not allowed", 8, "yellow", "blue or green"),
        ("same colour as the last crad", 24, "and", "same colour as the last card"),
        ("higher shape than the last card", 7, "number", "higher number than the last card"),
        ("the position is at least 2 3", 27, "or", "the position is at least 2"),
        ("(red or blue", 12, ")", "blue or red"),
        ("if red then", 11, "circle", "red"),
        ("", 0, "if", ""),
    ],
)
def test_an_error_names_position_expectation_and_the_nearest_rule(
    text: str, position: int, expected: str, near: str
) -> None:
    with pytest.raises(RuleError) as raised:
        parse(text, SOLVER)
    error = raised.value
    assert (error.position, error.nearest) == (position, near)
    assert expected in error.expected
    assert str(error).endswith(".")
    if near:
        assert near in str(error)


@pytest.mark.parametrize(
    "text",
    [
        "number at least 4 higher than the last card",
        "number at most 3 apart from the last card",
        "colour exactly 1 higher than the last card",
        "the position is 3 more than a multiple of 3",
        "the last card but one has same colour as the last card",
        "in turn red",
        "in turn any card, any card",
        "the count of red cards so far is at least 100",
        "shares exactly 4 attributes with the last card",
        "__import__('os').system('true')",
        "the sum of the colours of this card and the last card is odd",
        "\x00",
        "red" + " and red" * 100,
    ],
)
def test_what_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(RuleError):
        parse(text, SOLVER)


@pytest.mark.parametrize(
    "piece", ["(", "not ", "if ", "red or ", "either ", "red and ", "red circle or "]
)
def test_a_megabyte_is_refused_at_once(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is as long as may be is read in time linear in it: words looked at are counted."""
    looked_at = 0
    peek = Reader.peek

    def counted(reader: Reader, ahead: int = 0) -> str:
        nonlocal looked_at
        looked_at += 1
        return peek(reader, ahead)

    monkeypatch.setattr(Reader, "peek", counted)
    with pytest.raises(RuleError, match="characters"):
        parse(piece * (1_000_000 // len(piece)), SOLVER)
    assert complete(piece * 1_000_000, SOLVER) == ()
    assert looked_at == 0
    with pytest.raises(RuleError):
        parse((piece * LONGEST_TEXT)[:LONGEST_TEXT], SOLVER)
    assert looked_at < 100 * LONGEST_TEXT


def test_what_is_too_heavy_is_refused_with_the_reason() -> None:
    with pytest.raises(RuleError, match="shares at least 1 attribute with some earlier card"):
        parse("red and shares at least 1 attribute with some earlier card", SOLVER)
    assert weight(parse("red", SOLVER).condition, SOLVER) == 1
    assert weight(parse("shares no attribute with the last card", SOLVER).condition, SOLVER) == 65
    assert HEAVIEST >= 65


def test_completion_offers_exactly_what_can_follow() -> None:
    assert complete("the last card", SOLVER) == ("but", "has", "is", "play")
    assert complete("the last card bu", SOLVER) == ("but",)
    assert complete("higher ", SOLVER) == ("number",)
    assert complete("next", SOLVER) == ("color", "colour", "number", "shape")
    assert complete("red purple", SOLVER) == ()
    assert complete("last but one has same shape as last but ", SOLVER) == ("two",)
    assert {"red", "not", "if", "same"} <= set(complete("", SOLVER))


def test_whatever_is_completed_can_be_read_on() -> None:
    rng = random.Random(3)
    ends = 0
    for _ in range(150):
        text = ""
        for _ in range(25):
            words = complete(text + " ", SOLVER)
            if not words:
                break
            text += f" {rng.choice(words)}"
            assert complete(text + " ", SOLVER) or _readable(text)
        ends += _readable(text)
    assert ends > 20


def _readable(text: str) -> bool:
    try:
        return bool(parse(text, SOLVER).sentence)
    except RuleError as error:
        return "remember" in str(error) or "conditions" in str(error)
