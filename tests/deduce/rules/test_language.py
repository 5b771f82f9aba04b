"""Sentences and rules: one normal sentence each, errors with place and help, completion."""

from __future__ import annotations

import random

import pytest

from facedown.deduce.rules import DECKS, SOLVER, STANDARD, Deck, RuleError, parse, place_in
from facedown.deduce.rules import chart as charts
from facedown.deduce.rules.catalogue import catalogue
from facedown.deduce.rules.conditions import Condition, Constant
from facedown.deduce.rules.law import draw_rule
from facedown.deduce.rules.machine import HEAVIEST, weight
from facedown.deduce.rules.normal import negation, normal, size
from facedown.deduce.rules.public_lists import lists
from facedown.deduce.rules.speech import LONGEST_TEXT, MOST_CONDITIONS
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
    "shares exactly one attribute with last": "shares exactly 1 attribute with the last card",
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
def test_a_rule_has_one_normal_sentence(written: str, normal_sentence: str) -> None:
    assert parse(written, SOLVER).sentence == normal_sentence


def _read_back(meant: Condition, deck: Deck) -> None:
    """Whether the sentence of a condition in normal form is read as that, and as nothing else."""
    words = sentence(meant, deck)
    if weight(meant, deck) > HEAVIEST:
        with pytest.raises(RuleError, match="remember"):
            parse(words, deck)
        return
    read = parse(words, deck)
    assert read.condition == meant, words
    assert read.sentence == words


def test_every_rule_of_the_catalogue_is_read_back() -> None:
    for entry in catalogue():
        assert parse(entry.sentence, SOLVER).sentence == entry.sentence


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_every_listed_condition_is_read_back(deck: Deck) -> None:
    listed = {
        normal(each, deck)
        for public in lists(deck)
        for each in (*public.conditions, *public.guards)
    }
    for meant in listed:
        _read_back(meant, deck)
        _read_back(normal(negation(meant, deck), deck), deck)
    assert len(listed) > 200


def test_draws_from_the_law_are_read_back() -> None:
    rng = random.Random(4)
    for _ in range(300):
        _read_back(draw_rule(SOLVER, rng).condition, SOLVER)


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_sentences_of_all_kinds_of_conditions_are_read_back(deck: Deck) -> None:
    rng = random.Random(1)
    kinds = set()
    for _ in range(300):
        found = normal(condition(rng, deck, rng.randint(1, 5)), deck)
        if size(found) <= MOST_CONDITIONS:
            _read_back(found, deck)
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
    with pytest.raises(RuleError, match="“circle”"):
        parse("circle", STANDARD)


@pytest.mark.parametrize(
    ("text", "position", "expected", "ways"),
    [
        ("blu", 0, "blue", ("blue",)),
        ("red and", 7, "circle", ()),
        ("nothin", 0, "nothing", ()),
        ("red circel", 4, "and", ("red and circle",)),
        ("red and yelow are not allowed", 8, "yellow", ("blue or green",)),
        ("same colour as the last crad", 24, "and", ("same colour as the last card",)),
        ("red purple or blue", 4, "and", ("blue or red",)),
        (
            "higher shape than the last card",
            7,
            "number",
            (
                "higher number than the last card",
                "equal or higher number than the last card",
                "same colour as the last card or higher number than the last card",
            ),
        ),
        ("(red or blue", 12, ")", ()),
        ("if red then", 11, "circle", ()),
        ("", 0, "if", ()),
    ],
)
def test_an_error_names_position_expectation_and_what_may_have_been_meant(
    text: str, position: int, expected: str, ways: tuple[str, ...]
) -> None:
    with pytest.raises(RuleError) as raised:
        parse(text, SOLVER)
    error = raised.value
    assert (error.position, error.ways) == (position, ways)
    assert expected in error.expected
    assert all(way in str(error) for way in ways)
    assert len(str(error)) < 200


@pytest.mark.parametrize(
    "text",
    [
        "number at least 4 higher than the last card",
        "number at most 3 apart from the last card",
        "colour exactly 1 higher than the last card",
        "in turn red",
        "in turn any card, any card",
        "the count of red cards so far is at least 100",
        "shares exactly 4 attributes with the last card",
        "__import__('os').system('true')",
        "the sum of the colours of this card and the last card is odd",
        "\x00",
    ],
)
def test_what_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(RuleError):
        parse(text, SOLVER)


@pytest.mark.parametrize(
    "piece",
    ["(", "not ", "if ", "red or ", "either ", "red and ", "red circle or ", "red, ", " ", "red "],
)
def test_a_megabyte_is_refused_at_once(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is as long as may be takes a bounded number of steps."""
    with pytest.raises(RuleError, match="characters"):
        parse(piece * (1_000_000 // len(piece)), SOLVER)
    assert not piece.strip() or place_in(piece * 1_000_000, SOLVER).phrases == ()
    taken = 0
    step = charts.Chart._step  # what is counted

    def counted(chart: charts.Chart) -> None:
        nonlocal taken
        taken += 1
        step(chart)

    monkeypatch.setattr(charts.Chart, "_step", counted)
    with pytest.raises(RuleError):
        parse((piece * LONGEST_TEXT)[:LONGEST_TEXT], SOLVER)
    assert taken <= 8 * charts.MOST_STEPS


def test_what_is_too_heavy_is_refused_with_the_reason() -> None:
    with pytest.raises(RuleError, match="shares at least 1 attribute with some earlier card"):
        parse("red and shares at least 1 attribute with some earlier card", SOLVER)
    assert weight(parse("red", SOLVER).condition, SOLVER) == 1
    assert weight(parse("shares no attribute with the last card", SOLVER).condition, SOLVER) == 65
    assert HEAVIEST >= 65


def test_completion_offers_what_the_language_prints() -> None:
    for text, phrases, may_end in (
        ("the last card", ("but", "has", "is"), False),
        ("the last", ("but", "has", "is", "play was"), False),
        ("the last card bu", ("but",), False),
        ("next", ("number", "colour", "shape"), False),
        ("red purple", ("and", "or"), True),
        ("last but one has same shape as last but ", ("two",), False),
    ):
        place = place_in(text, SOLVER)
        assert (place.phrases, place.may_end) == (phrases, may_end)
    assert {"red", "not", "if", "same"} <= set(place_in("", SOLVER).phrases)
