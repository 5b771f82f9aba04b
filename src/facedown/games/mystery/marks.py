"""How tokens and prices are marked, on the screen and on paper."""

from __future__ import annotations

from typing import Final

from facedown.games.mystery.prices import Price

TOKENS: Final = ("circle", "triangle", "square", "diamond", "star", "cross")
"""The shapes of the tokens, pile by pile."""
PAPERS: Final = ("a4", "letter")
"""Formats of paper for the sheets."""


def price_dots(price: Price) -> tuple[tuple[tuple[int, int], ...], int, int]:
    """A price as the rulebook marks it, and the size of the drawing.

    A row of tokens is the same number, two rows two numbers, a column the same suit, and a column
    whose tokens overlap a straight flush.
    """
    if price.kind in ("same number", "two numbers"):
        dots = [
            (7 + 13 * at, 7 + 13 * row) for row, n in enumerate(price.counts) for at in range(n)
        ]
    else:
        step = 7 if price.kind == "straight flush" else 13
        dots = [(7, 7 + step * at) for at in range(price.size)]
    return tuple(dots), max(x for x, _ in dots) + 7, max(y for _, y in dots) + 7
