"""Parts and the Master's answer (R6)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from facedown.deduce.rules import SOLVER, Rule, RuleError, parse, rule_of
from facedown.deduce.rules.catalogue import catalogue
from facedown.deduce.rules.conditions import And, Or
from facedown.deduce.rules.equality import same
from facedown.deduce.rules.kernels import search
from facedown.deduce.rules.law import draw_rule
from facedown.deduce.rules.machine import HEAVIEST, weight
from facedown.deduce.rules.matching import most_chosen
from facedown.deduce.rules.parts import answer, parts, parts_anew, situations
from facedown.lab.solver.random_rules import condition, rewritten

PAIRS = (
    "if the run of the same colour is at least 2 then different colour from the last card "
    "else same colour as the last card"
)


def rule(text: str) -> Rule:
    return parse(text, SOLVER)


@pytest.mark.parametrize(
    ("secret", "guess", "said"),
    [
        # R6's own examples, then more.
        ("red", "blue", "0"),
        ("red and circle", "red and square", "1"),
        ("red", "not (blue or green or yellow)", "Solver!"),
        ("red", "red and same colour as the last card", "Solver!"),
        ("red", "red and circle", "1"),
        ("red", "not blue", "1"),
        ("not red", "not blue", "1"),
        ("red or blue", "blue or green", "1"),
        ("odd", "number 3 or number 4", "1"),
        ("higher number than the last card", "equal or higher number than the last card", "1"),
        ("same colour as the last card", "red", "1"),
        ("same colour as the last card", "same shape as the last card", "0"),
        ("(blue and number 2) or (red and number 3)", "number 2 or number 3", "1"),
        ("red or circle", "red and circle", "2+"),
        ("red and circle and odd", "red and circle and even", "2+"),
        ("if the last card is red then circle else square", "circle", "1"),
        (
            "if the last card is red then circle else square",
            "if the last card is red then circle else triangle",
            "1",
        ),
        # A rule that fits one card: what compares with the last one is free there.
        ("red circle 3", "red", "1"),
        ("red circle 3", "red and circle", "2+"),
        ("red circle 3", "same colour as the last card", "0"),
        ("anything", "red", "0"),
        ("blue or not blue", "same shape as the last card", "0"),
        ("anything", "red or not red", "Solver!"),
        ("nothing", "more red than blue cards so far", "Solver!"),
    ],
)
def test_r6_answers(secret: str, guess: str, said: str) -> None:
    assert answer(rule(secret), rule(guess)) == said
    assert answer(rule(guess), rule(secret)) == said


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("red", {"red"}),
        ("red or circle", {"red", "circle", "if not red then circle"}),
        ("same colour as the last card", {"same colour as the last card"}),
        (
            "the sum of the numbers of this card and the last card is even",
            {"same parity as the last card"},
        ),
        (
            PAIRS,
            {
                "if the position is even then same colour as the last card",
                "if the position is odd then different colour from the last card",
            },
        ),
        ("if the position is a multiple of 3 then even", {"even"}),
        ("red circle 3", {"red", "circle", "number 3"}),
        ("red and the position is odd", {"red"}),
        ("nothing", {"nothing"}),
        ("anything", {"anything"}),
    ],
)
def test_r6_parts(text: str, found: set[str]) -> None:
    assert {part.sentence for part in parts(rule(text))} == found


def test_r6_a_part_is_needed_or_enough() -> None:
    """What the published timelines say of rules of the catalogue is so on all."""
    rng = random.Random(1)
    for entry in rng.sample(catalogue(), 12):
        for part in parts(entry.rule):
            join = And if part.role == "needed" else Or
            joined = Rule(SOLVER, join((entry.rule.condition, part.condition)))
            assert same(entry.rule, joined).same, (entry.sentence, part.sentence)


def check_forms(seed: int, count: int) -> None:
    """Equal rules have equal parts and Solver! is the answer exactly between them."""
    rng = random.Random(seed)
    equal = 0
    while count:
        one = condition(rng, SOLVER, rng.randint(2, 3))
        try:
            first = rule_of(one, SOLVER)
            second = rule_of(rewritten(one, rng, SOLVER), SOLVER)
        except RuleError:
            continue
        count -= 1
        if same(first, second).same:
            equal += first != second
            assert parts(first) == parts(second), (first.sentence, second.sentence)
            assert answer(first, second) == "Solver!"
    assert equal > 0


def test_r6_equal_rules_have_equal_parts() -> None:
    check_forms(2, 8)


@pytest.mark.slow
def test_r6_equal_rules_have_equal_parts_at_length() -> None:
    check_forms(3, 100)


def test_r6_answers_are_symmetric_and_never_solver_for_different_rules() -> None:
    rng = random.Random(4)
    rules = [entry.rule for entry in rng.sample(catalogue(), 10)]
    rules += [draw_rule(SOLVER, rng) for _ in range(5)]
    said = set()
    for secret in rules:
        for guess in rules:
            found = answer(secret, guess)
            assert found == answer(guess, secret)
            assert (found == "Solver!") == same(secret, guess).same
            said.add(found)
    assert {"Solver!", "0", "1"} <= said


@pytest.mark.slow
def test_r6_every_rule_of_the_catalogue_has_a_part() -> None:
    assert [entry.sentence for entry in catalogue() if not parts(entry.rule)] == []


def test_partners_are_matched_one_to_one() -> None:
    assert most_chosen([]) == 0
    assert most_chosen([0b1, 0b1]) == 1
    assert most_chosen([0b11, 0b01, 0]) == 2


HEAVY = (
    "the run of the same colour is at most 4 and the run of the same shape is at most 4",
    "the sum of the numbers of this card and all earlier cards is at most 60",
    "same shape as the last card but two and not blue",
)


@pytest.mark.parametrize("text", HEAVY)
def test_r6_parts_of_a_rule_as_heavy_as_may_be_take_as_much_work_as_any(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verdicts on the published timelines are all that parts are found from: nothing is searched.

    Beside them only whether the rule is a constant is decided.
    """
    visited = []

    def counted(*arguments: Any) -> Any:
        found = search(*arguments)
        visited.append(found[1].size)
        return found

    monkeypatch.setattr("facedown.deduce.rules.comparison.search", counted)
    heavy = rule(text)
    assert weight(heavy.condition, SOLVER) > HEAVIEST // 12
    parts_anew(heavy)
    assert sum(visited) <= 2 * HEAVIEST
    assert len(situations(heavy)) == 3


def test_r6_what_only_a_long_run_would_break_is_no_part() -> None:
    """Five cards of one colour and number cannot be played; five odd red ones can."""
    found = {(part.role, part.sentence) for part in parts(rule(HEAVY[0]))}
    assert ("enough", "same number as every earlier card") in found
    assert ("enough", "same parity as every earlier card") not in found
