"""Rules and cards of SOLVER as they are said in the reader's language."""

from __future__ import annotations

import pytest

from facedown.core.messages import joined
from facedown.deduce.rules import SOLVER, RuleError, parse, parse_in
from facedown.deduce.rules.catalogue import LEVELS
from facedown.games.solver.judging import level_rules
from facedown.games.solver.said import CARDS, rule_in_words, rule_of, said_rule
from facedown.languages import language_named, speaking, spoken

RULES = [rule for level in LEVELS for rule in level_rules(level)]
FURTHER = (
    "number exactly 2 lower than the last card",
    "number at least 2 higher than the last card",
    "number changed by +1 or +3 from the last card",
    "colour 0 or 2 steps after the last card",
    "number at least 2 apart from the last card but one",
    "shares exactly 1 attribute with the last card",
    "shares no attribute with the last card",
    "shares at most 2 attributes with the last card",
    "shares 0 or 2 attributes with the last card",
    "the position is between 3 and 5",
    "not in turn red, blue",
    "the count of cards with the same colour so far is at most 1",
    "at least as many circle as square cards so far",
    "more red than blue cards so far",
    "the run of the same colour is at most 2",
    "the product of the numbers of all earlier cards is a multiple of 3",
    "the last play was an error",
    "if the last play was accepted then red",
    "some earlier card is red",
    "one of the last 3 cards is blue",
    "if (if red then circle) then blue",
    "the position is not exactly 3",
)


@pytest.mark.parametrize("sentence", [*RULES, *FURTHER])
def test_a_rule_in_pieces_is_its_normal_sentence(sentence: str) -> None:
    normal = parse(sentence, SOLVER).sentence
    assert rule_in_words(normal) == normal


@pytest.mark.parametrize(
    ("code", "sentence", "said"),
    [
        ("fr", "not blue", "pas bleu"),
        ("fr", "the last card is blue", "la dernière carte est bleue"),
        ("fr", "if the last card is red then 2", "si la dernière carte est rouge alors chiffre 2"),
        ("fr", "different colour from the last card", "couleur différente de la dernière carte"),
        ("fr", "the last card is not red", "la dernière carte n’est pas rouge"),
        ("fr", "number 1 or 2", "chiffre 1 ou 2"),
        ("pt", "red and circle", "vermelho e círculo"),
        ("pt", "different colour from the last card", "cor diferente da última carta"),
        ("pt", "equal or higher number than the last card", "número maior ou igual à última carta"),
        ("pt", "the last card is not red", "a última carta não é vermelha"),
    ],
)
def test_a_rule_is_said_in_french_and_portuguese(code: str, sentence: str, said: str) -> None:
    with speaking(language_named(code)):
        assert spoken(said_rule(parse(sentence, SOLVER).sentence)) == said
        assert spoken(joined("", ("  ", said_rule(sentence)))).startswith("  ")


@pytest.mark.parametrize("code", ["fr", "pt"])
def test_what_is_said_is_read_as_the_same_rule_or_not_at_all(code: str) -> None:
    """Most is read; whatever is not is asked back, and never another rule."""
    read = 0
    with speaking(language_named(code)):
        for rule in RULES:
            try:
                found = parse_in(spoken(said_rule(rule)), SOLVER, code)
            except RuleError:
                continue
            assert found.sentence == rule
            read += 1
    assert read > 2 * len(RULES) / 3


def test_free_words_and_what_is_no_rule_stay_as_they_are() -> None:
    with speaking(language_named("fr")):
        assert spoken(rule_of("red or circle", "free")) == "red or circle"
        assert spoken(rule_of("red or circle", "program")) == "rouge ou cercle"
        assert spoken(said_rule("whatever {0} likes")) == "whatever {0} likes"


def test_cards_are_called_in_the_order_of_a_language() -> None:
    assert CARDS["red circle 2"] == "red circle 2"
    with speaking(language_named("fr")):
        assert spoken(CARDS["red circle 2"]) == "cercle rouge 2"
    with speaking(language_named("pt")):
        assert spoken(CARDS["yellow square 4"]) == "quadrado amarelo 4"
