"""What the board's page makes of a finished round is what the text says, too."""

from __future__ import annotations

import pytest

from facedown.games.suspense import Suspense
from facedown.games.suspense.page import ended
from facedown.games.suspense.view import Line, Sheet, Turn, Why
from facedown.games.suspense.words import condition, sheet_words


@pytest.mark.parametrize(
    ("asked", "why", "winning", "words"),
    [
        ("lowest black in play", "won", ("B2",), "wins with black 2"),
        ("lowest black in play", "lost", (), "has no winning card"),
        ("lowest sum of numbers in play", "lost", (), "has the sum 2"),
    ],
)
def test_the_page_gives_the_same_reasons_as_the_text(
    asked: str, why: Why, winning: tuple[str, ...], words: str
) -> None:
    terms = Suspense(2).setting
    line = Line(("B1",), ("B2",), folded=False, points=0, why=why, winning=winning)
    other = Line((), ("W1",), folded=False, points=2, why="won", winning=())
    sheet = Sheet(0, "?", condition(asked), (Turn(0, "pass"), Turn(1, "pass")), (line, other))
    page = ended(sheet, terms)
    assert page["lines"][0]["why"] == words
    assert page["why"] == "All still in have passed; the sum in play is 3."
    text = sheet_words(sheet, 1, terms)
    assert text.startswith(f"Round 1 is over: a{page['why'][1:]}\n")
    assert f"\n  {page['decided']}\n" in text
    assert f"\n  {{0}} {words}: " in text
