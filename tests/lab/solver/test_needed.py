"""How many cards the Investigator needs for the rules of the catalogue."""

from __future__ import annotations

import tomllib

import pytest

from facedown.deduce.rules.catalogue import LEVELS, catalogue, entry_of
from facedown.lab.solver.needed import FILE, agents, cards_needed, written


def test_every_rule_says_how_many_cards_it_needs() -> None:
    assert all(1 <= entry.cards <= 25 for entry in catalogue())
    mean = {
        level: sum(entry.cards for entry in catalogue(level)) / len(catalogue(level))
        for level in LEVELS
    }
    assert mean[1] < mean[5]


def test_what_is_written_is_what_was_worked_out() -> None:
    text = FILE.read_text("utf-8")
    stored = {entry.sentence: entry.cards for entry in catalogue()}
    assert written(text, stored) == text
    other = written(text, dict.fromkeys(stored, 9.5))
    assert {row["cards"] for row in tomllib.loads(other)["rule"]} == {9.5}
    assert written(other, stored) == text


@pytest.mark.parametrize("sentence", ["blue or red"])
def test_what_is_stored_is_found_again(sentence: str) -> None:
    entry = entry_of(sentence)
    assert entry is not None
    assert round(cards_needed(entry, agents()), 1) == entry.cards


def test_only_rules_of_the_catalogue_are_there() -> None:
    assert entry_of("number at least 2 apart from the last card or red") is None
