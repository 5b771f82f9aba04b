"""What the board's template needs beyond the view: pods in columns, piles of equal cards, words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from facedown.core.messages import phrase, phrase_many
from facedown.games.solid.cards import (
    EFFECTS,
    LETTERS,
    LIMITS,
    TYPES,
    Card,
    Limits,
    card_words,
    data_words,
    effect_words,
)
from facedown.games.solid.rules import distances, missing
from facedown.games.solid.view import SolidView

NEAR = 2
"""A pod that lacks no more data than this is said to be near the end."""


@dataclass(frozen=True, slots=True)
class Distance:
    """How many data a pod lacks of one of the three ways to end the game (L7)."""

    words: str
    lacks: int
    near: bool


def context(view: SolidView, notes: Sequence[str]) -> dict[str, object]:
    """Distances by seat, equal cards counted, and the words of cards and of what is lacking."""
    del notes  # the board marks nothing
    pending = view.pending
    return {
        "types": TYPES,
        "effects": {effect: effect_words(effect, view.limits) for effect in EFFECTS},
        "distances": [to_the_end(pod, view.limits) for pod in view.pods],
        "hand": Counter(view.hand or ()).most_common(),
        "known": [Counter(cards).most_common() for cards in view.known],
        "shared": [Counter(cards).most_common() for cards in view.shared],
        "discard": Counter(view.discard).most_common(),
        "plays_left": view.limits.plays - view.plays,
        "question": "" if pending is None else question_of(pending.target or ""),
        "words": partial(card_words, limits=view.limits),
        "lacks": lacking(view),
        "data_words": data_words,
    }


def prompt(view: SolidView) -> str:
    """What there is to do for the seat whose turn it is, by buttons."""
    if view.phase == "reaction":
        return phrase("An event was played: protect, or let it happen.")
    left = view.limits.plays - view.plays
    if view.discarded or not left:
        return phrase("Discard cards, or end your turn.")
    return phrase_many(
        "{n} play left: play a card, discard, or end your turn.",
        "{n} plays left: play a card, discard, or end your turn.",
        left,
    )


def to_the_end(pod: Sequence[int], limits: Limits = LIMITS) -> list[Distance]:
    """How far a pod is from each way to end the game.

    >>> [each.lacks for each in to_the_end((3, 3, 3, 3, 2))]
    [1, 8, 8]
    """
    ways = (
        phrase("{limit} of each", limit=limits.each),
        phrase("{limit} of two", limit=limits.twice),
        phrase("{limit} in all", limit=limits.total),
    )
    return [
        Distance(words, lacks, lacks <= NEAR)
        for words, lacks in zip(ways, distances(pod, limits), strict=True)
    ]


def question_of(target: str) -> str:
    """Which of the game's questions an event on a card asks.

    >>> question_of("H"), question_of("H3+3")
    ('protect data', 'protect sharing')
    """
    return "protect data" if target in LETTERS else "protect sharing"


def lacking(view: SolidView) -> Callable[[Card], tuple[int, ...]]:
    """How many data of each type the own pod lacks to share a card; empty where none."""

    def lacks(card: Card) -> tuple[int, ...]:
        needed = missing(card, view.pods[view.seat])
        return needed if any(needed) else ()

    return lacks
