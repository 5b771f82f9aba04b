"""Every paragraph of our rulebooks is cited by a test, and every test cites one that there is.

A test cites a paragraph by its number in its docstring ("S4: when no card …"), so that whoever
looks for S4 finds it, and may have it in its name (`test_s4_…`). Games that other packages publish
are theirs to test.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from facedown.core.registry import GROUP, game_class
from facedown.core.roster import package_of, published

TESTS = Path(__file__).parent
OURS = sorted(
    name for name, entries in published(GROUP).items() if package_of(entries[-1]) == "facedown"
)
ELSEWHERE = {"solver": ("deduce/rules",)}
"""Folders with tests of a game's rules, beside those that are called after it."""


def paragraphs(rulebook: str) -> list[str]:
    r"""The numbers of a rulebook's paragraphs, in its order; lists of cards have other letters.

    >>> paragraphs("**T6.** First …\n\n**T7.** Of those …\n\n**C1.** blue = 1")
    ['T6', 'T7']
    """
    found: list[str] = re.findall(r"^\*\*([A-Z]\d+)\.\*\*", rulebook, re.MULTILINE)
    return [number for number in found if number[0] == found[0][0]]


def named(test: ast.FunctionDef) -> set[str]:
    """The paragraphs in a test's name.

    >>> sorted(named(ast.parse("def test_t6_t11_both_t_5(): ...").body[0]))
    ['T11', 'T6']
    """
    return {word.upper() for word in test.name.split("_") if re.fullmatch(r"[a-z]\d+", word)}


def told(test: ast.FunctionDef) -> set[str]:
    """What could be a paragraph in a test's docstring."""
    return set(re.findall(r"\b[A-Z]\d+\b", ast.get_docstring(test) or ""))


def rule_tests(game: str) -> list[ast.FunctionDef]:
    """The tests of a game's rules."""
    folders = (f"games/{game}", f"players/{game}", f"lab/{game}", *ELSEWHERE.get(game, ()))
    files = [file for folder in folders for file in (TESTS / folder).rglob("test_*.py")]
    return [
        node
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_all_five_games_are_looked_at() -> None:
    assert {"mystery", "solid", "solver", "suspense", "turing"} <= {*OURS}


@pytest.mark.parametrize("game", OURS)
def test_every_paragraph_is_cited(game: str) -> None:
    cited = set[str]().union(*map(told, rule_tests(game)))
    known = paragraphs(game_class(game).rulebook())
    assert len(known) > 10
    assert len({*known}) == len(known), "a number stands at two paragraphs"
    assert [paragraph for paragraph in known if paragraph not in cited] == []


@pytest.mark.parametrize("game", OURS)
def test_no_test_is_called_after_a_paragraph_that_is_gone(game: str) -> None:
    known = paragraphs(game_class(game).rulebook())
    letter = known[0][0]
    stale = {
        test.name: name
        for test in rule_tests(game)
        for name in named(test)
        if name[0] == letter and name not in known
    }
    assert stale == {}
