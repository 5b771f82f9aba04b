"""Cards as rulebooks speak of them: values side by side, and what is allowed."""

from __future__ import annotations

import pytest

from facedown.deduce.rules import SOLVER, STANDARD, RuleError, complete, parse
from facedown.deduce.rules.building import place_in
from facedown.deduce.rules.parser import Parser
from facedown.deduce.rules.reader import words_of

READ = {
    "Only red circle 3 is allowed.": "red and number 3 and circle",
    "red and yellow are not allowed": "only green and blue are allowed",
    "only green and blue are allowed": "green or blue",
    "red circle": "red and circle",
    "red circles": "red and circle",
    "a red circle": "red and circle",
    "circle red": "red and circle",
    "red squares": "red and square",
    "red 3": "red and number 3",
    "odd circles": "odd and circle",
    "red number 3": "red and number 3",
    "not a red circle": "not red or not circle",
    "not red circle": "not (red and circle)",
    "red circle or blue square": "(red and circle) or (blue and square)",
    "red circle, or square": "(red and circle) or square",
    "red or circle or blue square": "red or circle or (blue and square)",
    "either red circle or blue square but not both": (
        "either (red and circle) or (blue and square) but not both"
    ),
    "the last card is a red circle": "the last card is red and the last card is circle",
    "the last card is not a red circle": "the last card is not red or the last card is not circle",
    "if the first card is a red circle then red": (
        "if the first card is red and the first card is circle then red"
    ),
    "only red, same colour as the last": "red and same colour as the last card",
    "red or blue, same shape as the last card, lower number than the last card": (
        "(red or blue) and same shape as the last card and lower number than the last card"
    ),
    "red is not allowed": "not red",
    "red, yellow and blue are not allowed": "green",
    "numbers 1 and 2 are not allowed": "number 3 or 4",
    "odd and 2 are not allowed": "number 4",
    "red circles are not allowed": "not (red and circle)",
    "red circles and blue squares are not allowed": (
        "not (red and circle) and not (blue and square)"
    ),
    "red is not allowed and circles are not allowed": "not red and not circle",
    "red and yellow are not allowed and same shape as the last card": (
        "(blue or green) and same shape as the last card"
    ),
    "if the last card is red then blue and green are not allowed else only circles are allowed": (
        "if the last card is red then red or yellow else circle"
    ),
    "not (red and yellow are allowed)": "blue or green",
}


@pytest.mark.parametrize(("written", "meant"), READ.items())
def test_a_rulebooks_words_are_read_as_what_they_mean(written: str, meant: str) -> None:
    read = parse(written, SOLVER)
    assert read.condition == parse(meant, SOLVER).condition
    assert parse(read.sentence, SOLVER).condition == read.condition


def test_only_the_cards_named_are_accepted() -> None:
    for written, accepted in {
        "red circles": [16, 17, 18, 19],
        "red circle 3": [18],
        "red and yellow are not allowed": [*range(16), *range(32, 48)],
        "only green and blue are allowed": [*range(16), *range(32, 48)],
    }.items():
        rule = parse(written, SOLVER)
        assert [card for card in range(64) if rule.judge((), card)] == accepted


def test_other_decks_are_spoken_of_in_the_same_way() -> None:
    assert (
        parse("black queen", STANDARD).sentence == parse("black and rank queen", STANDARD).sentence
    )
    assert parse("hearts and spades are not allowed", STANDARD) == parse(
        "clubs or diamonds", STANDARD
    )


@pytest.mark.parametrize(
    ("text", "position", "ways"),
    [
        ("red or blue circle", 12, ("(blue or red) and circle", "red or (blue and circle)")),
        ("red circle or square", 11, ("red and (circle or square)", "square or (red and circle)")),
        ("red and circles are not allowed", 4, ("not red and not circle", "not red or not circle")),
        ("only red and circles are allowed", 9, ("red or circle", "red and circle")),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused_with_both(
    text: str, position: int, ways: tuple[str, str]
) -> None:
    with pytest.raises(RuleError) as raised:
        parse(text, SOLVER)
    assert (raised.value.position, raised.value.nearest) == (position, "")
    assert str(raised.value).endswith(f'; write "{ways[0]}" or "{ways[1]}".')
    for way in ways:
        assert parse(way, SOLVER).sentence == way


@pytest.mark.parametrize(
    "text",
    [
        "some earlier card is a red circle",
        "not red and yellow are allowed",
        "circle or red is not allowed or blue",
        "red or circle, same colour as the last card",
        "if red then circle, same colour as the last card",
        "red, blue",
        "the last card is red and blue is not allowed",
        "same colour as the last card or red is not allowed",
        "red and are not allowed",
    ],
)
def test_what_is_none_of_these_is_refused(text: str) -> None:
    with pytest.raises(RuleError):
        parse(text, SOLVER)


def test_these_words_are_completed_only_where_they_can_be_read_on() -> None:
    assert {"circle", "circles", "3", "is", "are", "and", "or"} <= set(complete("red ", SOLVER))
    assert {"is", "are"}.isdisjoint(complete("red or circle ", SOLVER))
    assert "square" not in complete("red circle or ", SOLVER)
    assert "circle" not in complete("red or blue ", SOLVER)
    assert complete("red and yellow are ", SOLVER) == ("allowed", "not")
    assert complete("red and yellow are not ", SOLVER) == ("allowed",)


def test_what_is_offered_builds_the_normal_form() -> None:
    assert place_in("red", SOLVER).phrases == ("and", "or")


def test_brackets_and_lists_leave_nothing_behind_for_what_follows() -> None:
    parser = Parser(words_of("(red circle or blue square) and odd or green"), SOLVER)
    parser.rule()
    assert {"yellow", "blue"}.isdisjoint(parser.expected)
