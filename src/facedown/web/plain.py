"""Plain texts: those of games as HTML, and whole numbers in what comes from outside."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

from markupsafe import Markup

from facedown.languages import spoken

_COLUMNS: Final = re.compile(r" {2,}")
_MOST_DIGITS: Final = 12


def whole_number(text: str) -> int | None:
    """The whole number that a text says in plain digits, at most twelve of them; None otherwise.

    What comes from outside may have any number of digits, and Python refuses to read thousands.

    >>> whole_number("17"), whole_number("-1"), whole_number("9" * 5000), whole_number("\u0663")
    (17, None, None, None)
    """
    fits = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if fits else None


def items_of(text: str) -> Markup:
    r"""A text with its indented lines as a list, the others as paragraphs.

    What stands in columns, two blanks apart, is set apart by dots.

    >>> str(items_of("Verifier A:\n  4a  is <: no"))
    '<p>Verifier A:</p><ul class="items"><li>4a · is &lt;: no</li></ul>'
    """
    parts = []
    for indented, lines in groupby(spoken(text).splitlines(), lambda line: line.startswith(" ")):
        tag = "li" if indented else "p"
        told = Markup("").join(
            Markup(f"<{tag}>{{}}</{tag}>").format(_COLUMNS.sub(" · ", line.strip()))  # noqa: S704
            for line in lines
        )
        parts.append(Markup('<ul class="items">{}</ul>').format(told) if indented else told)
    return Markup("").join(parts)
