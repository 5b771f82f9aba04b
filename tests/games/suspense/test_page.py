"""What the board's page makes of a view is what the text says, too."""

from __future__ import annotations

import pytest

from facedown.games.suspense.page import told
from facedown.games.suspense.text import sheet_words
from facedown.games.suspense.view import Line, Sheet


@pytest.mark.parametrize(
    ("condition", "why", "winning", "words"),
    [
        ("lowest black in play", "won", ("B2",), "wins with black 2"),
        ("lowest black in play", "lost", (), "has no winning card"),
        (
            "lowest sum of numbers in play",
            "lost",
            (),
            "does not have the lowest sum of numbers in play",
        ),
    ],
)
def test_the_page_gives_the_same_reasons_as_the_text(
    condition: str, why: str, winning: tuple[str, ...], words: str
) -> None:
    line = Line(("B1",), ("B2",), folded=False, points=0, why=why, winning=winning)
    sheet = Sheet(0, "?", condition, (), (line,))
    assert told(sheet)[0]["why"] == words
    assert f"{{0}} {words}: " in sheet_words(sheet, 1)
