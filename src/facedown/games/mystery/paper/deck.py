"""Cards to be printed for Mystery Machine: a whole deck with jokers, tokens, and the stone."""

from __future__ import annotations

from functools import cache

from facedown.core.printing import Drawn, PrintedCard
from facedown.games.mystery.cards import RANKS, SUITS
from facedown.games.mystery.puzzle import TOKENS

_JOKERS = 4
"""As many as a pile can have (M14)."""


@cache
def deck() -> tuple[PrintedCard, ...]:
    """The 52 cards, of which the grid and the low deck are made, jokers, tokens and the stone.

    >>> len(deck()), deck()[0].name
    (60, 'card-2S')
    """
    return (
        *(
            PrintedCard(f"card-{rank}{suit}", Drawn("printed", (rank, suit)))
            for suit in SUITS
            for rank in RANKS
        ),
        PrintedCard("joker", Drawn("joker"), _JOKERS),
        *(
            PrintedCard(f"tokens-{number}", Drawn("tokens", (token, number)))
            for number, token in enumerate(TOKENS, 1)
        ),
        PrintedCard("stone", Drawn("stone")),
    )
