"""The short rules of each game: for every choice of options, with every move, and true to it."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from facedown.core.brief import lines_for
from facedown.core.errors import BadOption, FacedownError
from facedown.core.registry import game_names, load_games, new_game
from facedown.deduce.rules import SOLVER, parse

MOST_WORDS = 700


def briefs(name: str) -> list[str]:
    """The short rules with every number of seats and every listed value of an option."""
    facts = load_games()[0][name].facts
    listed = {
        option.name: option.choices
        or option.examples
        or ((False, True) if option.default in (False, True) else ())
        for option in facts.options
        if not isinstance(option.default, int) or isinstance(option.default, bool)
    }
    chosen: list[dict[str, Any]] = [{}] + [
        {one: this, other: that}
        for one, other in itertools.combinations(listed, 2)
        for this in listed[one]
        for that in listed[other]
    ]
    found = []
    for seats in (None, *range(facts.seats[0], facts.seats[1] + 1)):
        for options in chosen:
            try:
                found.append(new_game(name, seats, **options).brief())
            except FacedownError:  # these options do not go together
                continue
    return found


@pytest.mark.parametrize("name", game_names())
def test_they_are_short_and_every_condition_names_an_option(name: str) -> None:
    for brief in briefs(name):
        assert 150 < len(brief.split()) < MOST_WORDS
        assert not re.search(r"[{}]", brief)


@pytest.mark.parametrize("name", game_names())
def test_they_name_every_move(name: str) -> None:
    moves = [move.kind for move in load_games()[0][name].facts.moves if not move.by_nature]
    typed = {"declare": "solve", "judge": "accept", "protected": "protect 2", "verdict": "right"}
    together = "\n".join(briefs(name))
    for move in moves:
        assert re.search(rf"^- (\w+, )?{typed.get(move, move)}\b", together, re.MULTILINE) or (
            f". {move} " in together
        ), move


def test_what_they_say_of_the_language_of_rules_is_read() -> None:
    brief = new_game("solver", 2).brief()
    lines = brief[brief.index("The language of rules") :].splitlines()[1:-1]
    assert 15 < len(lines) <= 30
    for line in lines:
        for rule in re.sub(r"\(.*?\)", "", line.removeprefix("- ")).split(";"):
            parse(rule.strip(), SOLVER)


def test_a_condition_on_what_is_no_option_is_refused() -> None:
    assert lines_for("{a=1} One.\n{a!=1} Other.", {"a": 1}) == "One."
    with pytest.raises(BadOption, match="names no option"):
        lines_for("{b=1} One.", {"a": 1})
