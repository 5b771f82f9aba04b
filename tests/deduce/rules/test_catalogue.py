"""The catalogue, what Masters are warned of (R12), and the law of rules (R13)."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Sequence

import pytest

from facedown.deduce.rules import SOLVER, STANDARD, JudgedCard, parse
from facedown.deduce.rules.acceptance import acceptance, measure, warnings
from facedown.deduce.rules.catalogue import (
    LEVELS,
    CatalogueRule,
    catalogue,
    known_answer,
    known_parts,
)
from facedown.deduce.rules.equality import same
from facedown.deduce.rules.law import FAMILIES, draw_rule, family_of, law_of, law_weight
from facedown.deduce.rules.machine import machine_of
from facedown.deduce.rules.normal import size
from facedown.deduce.rules.parts import answer, parts_anew
from facedown.deduce.rules.rule import Rule


def test_the_catalogue_has_rules_of_every_level() -> None:
    assert len(catalogue()) >= 150
    assert [entry.number for entry in catalogue()] == [*range(1, len(catalogue()) + 1)]
    for level in LEVELS:
        assert len(catalogue(level)) >= 25
        assert {entry.level for entry in catalogue(level)} == {level}


def test_every_rule_of_the_catalogue_is_its_own_normal_sentence() -> None:
    for entry in catalogue():
        assert entry.rule.sentence == entry.sentence
    sentences = {entry.sentence for entry in catalogue()}
    assert len(sentences) == len(catalogue())


def check_entry(entry: CatalogueRule) -> None:
    assert acceptance(entry.rule) == pytest.approx(entry.acceptance, abs=0.0006)
    assert warnings(entry.rule) == ()


@pytest.mark.parametrize("entry", catalogue()[::12], ids=lambda entry: entry.sentence)
def test_r12_rules_of_the_catalogue_accept_what_it_says_and_need_no_warning(
    entry: CatalogueRule,
) -> None:
    check_entry(entry)


def walked(rule: Rule) -> tuple[int, ...]:
    """What a rule accepts along timelines that it allows, drawn alike: the same for same rules."""
    rng, found = random.Random(1), []
    machine = machine_of(SOLVER, rule.condition)
    for _ in range(10):
        track: list[JudgedCard] = []
        while len(track) < 8:
            found.append(accepted := machine.accepted(track))
            cards = [card for card in range(len(SOLVER.cards)) if accepted >> card & 1]
            if not cards:
                break
            track.append(JudgedCard(rng.choice(cards), accepted=True))
    return tuple(found)


@pytest.mark.slow
def test_r12_that_holds_for_all_of_them_and_no_two_are_the_same() -> None:
    for entry in catalogue():
        check_entry(entry)
    alike = defaultdict(list)
    for entry in catalogue():
        alike[walked(entry.rule)].append(entry)
    for entries in alike.values():
        for one, other in itertools.combinations(entries, 2):
            assert not same(one.rule, other.rule).same, (one.sentence, other.sentence)


@pytest.mark.parametrize(
    ("text", "warned"),
    [
        ("red", []),
        ("red and circle and number 3", ["under 10 %", "fits only 1 card"]),
        ("not (red and circle)", ["over 90 %"]),
        ("the position is odd", ["under 10 %", "Only one card can be accepted"]),
        ("nothing", ["under 10 %", "fits no card", "no card is accepted"]),
        ("higher number than the last card", ["under 10 %", "no card is accepted"]),
    ],
)
def test_r12_the_master_is_warned(text: str, warned: list[str]) -> None:
    said = warnings(parse(text, SOLVER))
    assert len(said) == len(warned)
    assert all(part in sentence for part, sentence in zip(warned, said, strict=True))


def test_acceptance_is_a_share_of_random_plays() -> None:
    assert acceptance(parse("red", SOLVER)) == pytest.approx(0.25, abs=0.01)
    assert acceptance(parse("red", STANDARD)) == pytest.approx(0.5, abs=0.01)
    assert measure(parse("circle", SOLVER)).cards == SOLVER.mask("shape", (0,))


def test_r13_simpler_rules_are_more_likely() -> None:
    rng = random.Random(1)
    drawn = Counter(min(size(draw_rule(SOLVER, rng).condition), 3) for _ in range(600))
    assert drawn[1] > drawn[2] > drawn[3] > 0


def test_r13_every_drawn_rule_has_a_weight() -> None:
    rng = random.Random(2)
    for _ in range(200):
        rule = draw_rule(SOLVER, rng)
        assert law_weight(rule) > 0
        assert parse(rule.sentence, SOLVER) == rule


def test_r13_weights_are_frequencies() -> None:
    """Single conditions drawn often are as frequent beside each other as their weights say."""
    rng = random.Random(3)
    drawn = Counter(
        rule.sentence for _ in range(6000) if size((rule := draw_rule(SOLVER, rng)).condition) == 1
    )
    weights = {text: law_weight(parse(text, SOLVER)) for text in drawn}
    total, count = sum(weights.values()), sum(drawn.values())
    off = sum(
        (drawn[text] - count * weight / total) ** 2 / (count * weight / total)
        for text, weight in weights.items()
    )
    assert off < 2 * len(drawn)


def test_the_law_is_there_for_any_deck() -> None:
    rng = random.Random(4)
    rules = [draw_rule(STANDARD, rng) for _ in range(30)]
    assert all(rule.deck is STANDARD for rule in rules)
    assert law_of(STANDARD) is law_of(STANDARD)


@pytest.mark.parametrize(
    ("sentence", "family"),
    [
        ("red or circle", "card"),
        ("if the last card is red then odd else not circle", "last card"),
        ("if the last play was an error then even else odd", "last card"),
        ("in turn red, blue", "position"),
        ("if the position is a multiple of 4 then same colour as the last card", "position"),
        ("same shape as the last card but one", "earlier cards"),
        ("the count of red cards so far is at most 3", "whole track"),
    ],
)
def test_a_rule_is_of_the_family_of_the_furthest_that_it_looks(sentence: str, family: str) -> None:
    assert family_of(parse(sentence, SOLVER)) == family


def test_every_family_is_in_the_catalogue() -> None:
    assert {family_of(entry.rule) for entry in catalogue()} == set(FAMILIES)


def test_stored_answers_and_parts_are_those_of_the_catalogue() -> None:
    entries = catalogue()
    for one, other in itertools.product(entries, entries):
        said = known_answer(one.sentence, other.sentence)
        assert said == known_answer(other.sentence, one.sentence)
        assert (said == "Solver!") == (one == other)
    for entry in entries:
        assert known_parts(entry.sentence)


def _check_stored(rules: Sequence[Rule], others: Sequence[Rule]) -> None:
    for rule in rules:
        parts = [(part.role, part.sentence) for part in parts_anew(rule)]
        assert [tuple(part) for part in known_parts(rule.sentence) or ()] == parts
        for other in others:
            assert known_answer(rule.sentence, other.sentence) == answer(rule, other)


def test_what_is_stored_is_what_is_worked_out() -> None:
    some = [entry.rule for entry in catalogue()[::51]]
    _check_stored(some[:2], some)
