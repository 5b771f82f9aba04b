"""Problems as texts in TOML, which say whose they are, beside their cards alone (T3)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast

from facedown.core.messages import listed, phrase
from facedown.core.texts import TextFault, check_keys, read_lines
from facedown.games.turing.problem import MODES, Mode
from facedown.paper.books import CREDIT, Credit, line_in, read_credit

PROBLEM_TEXT: Final = """\
title = "Twins"
by = "Ann"
licence = "CC BY 4.0"
mode = "classic"
cards = "2,13,17,20"
"""
"""An example of the form."""
_KEYS: Final = ("title", *CREDIT, "mode", "cards")


class ProblemText(NamedTuple):
    """What a text says: the cards as ``Problem.parse`` reads them; None for a ``mode`` not said."""

    cards: str
    mode: Mode | None = None
    title: str = ""
    credit: Credit = Credit()


def read_problem(text: str) -> ProblemText:
    r"""The problem of a text, which may be its cards alone; raises ``BadOption`` with the line.

    >>> read_problem("2,13,17,20").cards, read_problem(PROBLEM_TEXT).credit.words
    ('2,13,17,20', 'by Ann, CC BY 4.0')
    >>> read_problem('cards = "2,13,17,20"\nmode = "hard"')
    Traceback (most recent call last):
    facedown.core.errors.BadOption: Line 2: The mode is classic, extreme or nightmare.
    """
    return (
        read_lines(text, phrase("The problem"), _problem_of) if "=" in text else ProblemText(text)
    )


def _problem_of(table: dict[str, Any]) -> ProblemText:
    check_keys(table, _KEYS, phrase("A problem"))
    if not isinstance(cards := table.get("cards"), str) or not cards.strip():
        raise TextFault(
            phrase(
                "A problem has its cards as a text, such as cards = {cards}.", cards='"4,9,11,14"'
            ),
            "cards",
        )
    mode = table.get("mode")
    if mode is not None and mode not in MODES:
        raise TextFault(phrase("The mode is {modes}.", modes=listed(MODES, "or")), "mode")
    return ProblemText(
        cards, cast("Mode | None", mode), line_in(table, "title"), read_credit(table)
    )
