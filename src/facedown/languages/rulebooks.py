"""Rulebooks, read block by block: what a language does not have is read in English."""

from __future__ import annotations

import re
from typing import Final

from facedown.core.messages import phrase_in
from facedown.languages.current import spoken
from facedown.languages.pseudo import RULES

_FENCE: Final = "```"
_WITH_LINES: Final = re.compile(r"\||[-*+] |[0-9]+[.)] |> | {4}|\t|" + _FENCE)
"""How a block begins whose lines are lines: a table, a list, a quotation, code."""


def blocks_of(rulebook: str) -> tuple[str, ...]:
    r"""The blocks of a text in Markdown: paragraphs, each on one line, headings, tables, code.

    >>> blocks_of("# Go\n\n**G1.** Two\nplay.\n\n| a |\n|---|\n")
    ('# Go', '**G1.** Two play.', '| a |\n|---|')
    """
    blocks: list[list[str]] = [[]]
    fenced = False
    for line in rulebook.splitlines():
        if line.strip() or fenced:
            blocks[-1].append(line)
        else:
            blocks.append([])
        if line.startswith(_FENCE):
            fenced = not fenced
    return tuple(
        ("\n" if _WITH_LINES.match(block[0]) else " ").join(block) for block in blocks if block
    )


def is_message(block: str) -> bool:
    """Whether a block is read by people in their language; code is not."""
    return not block.startswith(_FENCE)


def rulebook_spoken(rulebook: str) -> str:
    r"""A rulebook in the language that is spoken now, each block by itself.

    What a game puts together of messages, such as the words of its cards, is said as they are.

    >>> rulebook_spoken("# Go\n\nTwo play.")
    '# Go\n\nTwo play.'
    """
    return "\n\n".join(
        spoken(phrase_in(RULES, block)) if is_message(block) else block
        for block in blocks_of(spoken(rulebook))
    )
