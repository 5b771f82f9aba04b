"""Plain texts of games as HTML: paragraphs, and lists where lines are indented."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

from markupsafe import Markup

_COLUMNS: Final = re.compile(r" {2,}")


def items_of(text: str) -> Markup:
    r"""A text with its indented lines as a list, the others as paragraphs.

    What stands in columns, two blanks apart, is set apart by dots.

    >>> str(items_of("Verifier A:\n  4a  is <: no"))
    '<p>Verifier A:</p><ul class="items"><li>4a · is &lt;: no</li></ul>'
    """
    parts = []
    for indented, lines in groupby(text.splitlines(), lambda line: line.startswith(" ")):
        tag = "li" if indented else "p"
        told = Markup("").join(
            Markup(f"<{tag}>{{}}</{tag}>").format(_COLUMNS.sub(" · ", line.strip()))  # noqa: S704
            for line in lines
        )
        parts.append(Markup('<ul class="items">{}</ul>').format(told) if indented else told)
    return Markup("").join(parts)
