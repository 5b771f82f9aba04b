"""What is stored of the rules of the catalogue: parts, answers, how many cards they need."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from facedown.deduce.rules.catalogue import (
    LEVELS,
    PARTS_FILE,
    catalogue,
    entry_of,
    in_catalogue,
)
from facedown.lab.solver.catalogue import (
    FILE,
    agents,
    cards_needed,
    parts_and_answers,
    parts_text,
    with_cards,
)


def test_every_rule_says_how_many_cards_it_needs() -> None:
    assert all(1 <= entry.cards <= 25 for entry in catalogue())
    mean = {
        level: sum(entry.cards for entry in catalogue(level)) / len(catalogue(level))
        for level in LEVELS
    }
    assert mean[1] < mean[5]


def test_no_rule_of_the_catalogue_is_among_the_unseen() -> None:
    text = Path(__file__).with_name("rules").joinpath("unseen.txt").read_text("utf-8")
    sentences = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(sentences) == 25
    assert not any(in_catalogue(sentence) for sentence in sentences)


def test_what_is_written_is_what_was_worked_out() -> None:
    text = FILE.read_text("utf-8")
    stored = {entry.sentence: entry.cards for entry in catalogue()}
    assert with_cards(text, stored) == text
    other = with_cards(text, dict.fromkeys(stored, 9.5))
    assert {row["cards"] for row in tomllib.loads(other)["rule"]} == {9.5}
    assert with_cards(other, stored) == text


@pytest.mark.parametrize("sentence", ["blue or red"])
def test_what_is_stored_is_found_again(sentence: str) -> None:
    entry = entry_of(sentence)
    assert entry is not None
    assert round(cards_needed(entry, agents()), 1) == entry.cards


def test_only_rules_of_the_catalogue_are_there() -> None:
    assert entry_of("number at least 2 apart from the last card or red") is None


@pytest.mark.slow
def test_all_parts_and_answers_that_are_stored_are_what_is_worked_out() -> None:
    stored = FILE.with_name(PARTS_FILE).read_text("utf-8")
    assert parts_text(parts_and_answers()) == stored
