"""Cards as people speak of them: what is read, what is asked back, what is refused."""

from __future__ import annotations

import random

import pytest

from facedown.deduce.rules import DECKS, SOLVER, STANDARD, RuleError, parse
from facedown.deduce.rules.lexicon import language

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
    "the only shape you can't play is a triangle": "not triangle",
    "not red circle": "not (red and circle)",
    "red circle or blue square": "(red and circle) or (blue and square)",
    "red circle, or square": "(red and circle) or square",
    "red circle or a square": "(red and circle) or square",
    "red or circle or blue square": "red or circle or (blue and square)",
    "either red circle or blue square but not both": (
        "either (red and circle) or (blue and square) but not both"
    ),
    "the last card is a red circle": "the last card is red and the last card is circle",
    "the last card is not a red circle": "the last card is not red or the last card is not circle",
    "the last card is red and circle": "the last card is a red circle",
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
    "red, blue": "red or blue",
    "red cards must be circles": "if red then circle",
    "red circles only": "red and circle",
    "number changed by 1": "number exactly 1 apart from the last card",
    "blue and green cards": "blue or green",
    "circles and squares": "circle or square",
    "anything but red": "not red",
    "neither red nor circle": "not red and not circle",
    "different colour than the last card": "different colour from the last card",
    "THE COLOR MUST CHANGE!": "different colour from the last card",
    "red circle (or a blue square)": None,
    "blue after a red one": "if the last card is red then blue",
    "a red or a blue one": "red or blue",
    "number one": "number 1",
}


@pytest.mark.parametrize(("written", "meant"), READ.items())
def test_peoples_words_are_read_as_what_they_mean(written: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(RuleError):
            parse(written, SOLVER)
        return
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
    ("text", "ways"),
    [
        ("red or blue circle", {"(blue or red) and circle", "red or (blue and circle)"}),
        ("red circle or square", {"red and (circle or square)", "square or (red and circle)"}),
        ("red and circles are not allowed", {"not red and not circle", "not red or not circle"}),
        ("only red and circles are allowed", {"red or circle", "red and circle"}),
        (
            "the last card is red, or blue",
            {"blue or the last card is red", "the last card is blue or red"},
        ),
        ("red or circle and odd", {"red or (odd and circle)", "odd and (red or circle)"}),
        (
            "alternate red and blue",
            {"in turn red, blue", "in turn blue, red", "in turn red, blue starting anywhere"},
        ),
        (
            "red unless the last card was red",
            {
                "if the last card is not red then red",
                "if the last card is red then not red else red",
            },
        ),
    ],
)
def test_what_can_be_read_in_several_ways_is_asked_back(text: str, ways: set[str]) -> None:
    with pytest.raises(RuleError, match="more than one way") as raised:
        parse(text, SOLVER)
    assert set(raised.value.ways) == ways
    for way in ways:
        assert parse(way, SOLVER).sentence == way
        assert f"“{way}”" in str(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        "some earlier card is a red circle",
        "red and are not allowed",
        "red purple",
        "the last card flies",
        "higher shape than the last card",
        "red and circle or",
    ],
)
def test_what_is_none_of_these_is_refused(text: str) -> None:
    with pytest.raises(RuleError) as raised:
        parse(text, SOLVER)
    assert "more than one way" not in str(raised.value)


@pytest.mark.parametrize(("row", "example"), language(SOLVER).examples)
def test_every_row_of_the_grammar_has_an_example_that_is_read(row: str, example: str) -> None:
    """It is read, or asked back; some are of the other deck."""
    for deck in DECKS.values():
        try:
            assert parse(example, deck).sentence
        except RuleError as problem:
            if problem.ways or "remember" in str(problem):
                return
        else:
            return
    pytest.fail(f"{row}: {example}")


def test_whatever_is_said_is_read_or_refused() -> None:
    """Halves of the examples, joined at random: nothing but a rule or a ``RuleError`` comes out."""
    rng, refused = random.Random(7), 0
    examples = [example.split() for _, example in language(SOLVER).examples]
    said = ["at least one of this card and the last card is red and a four"]
    for _ in range(300):
        one, other = rng.choice(examples), rng.choice(examples)
        words = one[: rng.randint(1, len(one))] + other[rng.randrange(len(other)) :]
        said.append(" ".join(words))
    for text in said:
        try:
            parse(text, SOLVER)
        except RuleError:
            refused += 1
    assert 0 < refused < len(said)


def test_a_contradiction_is_told_as_one() -> None:
    with pytest.raises(RuleError, match="No card fits") as raised:
        parse("red and red and not red", SOLVER)
    assert raised.value.ways == ("red",)


def test_little_that_is_known_is_no_reason_to_offer_a_rule() -> None:
    with pytest.raises(RuleError, match="“purple” is not understood here") as raised:
        parse("purple bananas over 7", SOLVER)
    assert raised.value.ways == ()
