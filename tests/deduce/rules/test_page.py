"""What the page about the rule language says is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from facedown.deduce.rules import SOLVER, parse
from facedown.deduce.rules.lexicon import language
from facedown.deduce.rules.machine import HEAVIEST
from facedown.deduce.rules.parts import answer
from facedown.deduce.rules.speech import LONGEST_TEXT, MOST_CONDITIONS

PAGE = (Path(__file__).parents[3] / "docs" / "rules-language.md").read_text("utf-8")
((_, SENTENCES),) = [
    (name, block.splitlines())
    for name, block in re.findall(r"```(rules)\n(.*?)```", PAGE, re.DOTALL)
]
ROWS = [
    re.findall(r"`([^`]*)`|(?<=\| )(Solver!|[0-9+]+)(?= \|)", line)
    for line in PAGE.splitlines()
    if line.startswith("| `")
]
READ_BACK = [(row[0][0], row[1][0]) for row in ROWS if len(row) == 2]
ANSWERS = [(row[0][0], row[1][0], row[2][1]) for row in ROWS if len(row) == 3]


@pytest.mark.parametrize("text", SENTENCES)
def test_every_sentence_is_printed_as_it_is_written(text: str) -> None:
    assert parse(text, SOLVER).sentence == text


def test_there_is_a_sentence_of_every_kind() -> None:
    spoken = language(SOLVER)
    first = spoken.said(spoken.grammar.first_printed["P1"]) - set(SOLVER.value_words)
    written = {word.strip("(") for text in SENTENCES for word in text.split()}
    assert first - {"anything", "nothing", "not", "("} <= written
    assert len(SENTENCES) > 40


@pytest.mark.parametrize(("written", "read_back"), READ_BACK)
def test_rules_are_read_back_as_the_table_says(written: str, read_back: str) -> None:
    assert parse(written, SOLVER).sentence == read_back


@pytest.mark.parametrize(("secret", "guess", "said"), ANSWERS)
def test_answers_are_as_the_table_says(secret: str, guess: str, said: str) -> None:
    assert answer(parse(secret, SOLVER), parse(guess, SOLVER)) == said


def test_the_limits_are_those_of_the_language() -> None:
    text = " ".join(PAGE.split())
    assert (len(READ_BACK), len(ANSWERS)) == (17, 9)
    assert f"at most {LONGEST_TEXT:,} characters and {MOST_CONDITIONS} single" in text
    assert f"at most {HEAVIEST} states" in text
