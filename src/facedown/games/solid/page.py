"""What the board's template needs beyond the view: pods in columns, piles of equal cards, words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from facedown.core.beside import PLAYER_COLOURS
from facedown.core.beside import called as players_called
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.games.solid.beside_words import asks_words, won
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
from facedown.games.solid.game import Solid
from facedown.games.solid.rules import distances, missing
from facedown.games.solid.view import SolidView

NEAR = 2
"""A pod that lacks no more data than this is said to be near the end."""


MOST_SPOTS = 5
"""So many plays are drawn as spots; more are only said."""


@dataclass(frozen=True, slots=True)
class Distance:
    """How many data a pod lacks of one of the three ways to end the game (L7), and takes in all."""

    words: str
    lacks: int
    most: int


def context(view: SolidView, notes: Sequence[str]) -> dict[str, object]:
    """Distances by seat, equal cards counted, and the words of cards and of what is lacking."""
    del notes  # the board marks nothing
    pending = view.pending if view.phase == "reaction" else None
    beside = view.beside
    on = view.actors if view.outcome is None else view.outcome.winners
    if beside is not None:
        on = won(view) if view.outcome is not None else (view.mover,)
    ways = [to_the_end(pod, view.limits) for pod in view.pods]
    return {
        "types": TYPES,
        "sides": {"": "", **{effect: effect_words(effect, view.limits) for effect in EFFECTS}},
        "distances": ways,
        "near": [_near(of_pod) for of_pod in ways],
        "hand": list(Counter(view.hand or ()).items()),
        "known": [Counter(cards).most_common() for cards in view.known],
        "shared": [Counter(cards).most_common() for cards in view.shared],
        "discard": Counter(view.discard).most_common(),
        "top": top_of(view),
        "newest": newest(view),
        "plays_left": 0 if view.discarded else view.limits.plays - view.plays,
        "spots": min(view.limits.plays, MOST_SPOTS),
        "pending": pending,
        "called": called,
        "question": "" if pending is None else question_of(pending.target or ""),
        "words": partial(card_words, limits=view.limits),
        "lacks": lacking(view),
        "why_not": partial(why_not, view),
        "on": on,
        "players": () if beside is None else players_called(beside.players),
        "colours": PLAYER_COLOURS,
        "asks": "" if beside is None else asks_words(view),
    }


def prompt(view: SolidView) -> str:
    """What there is to do for the seat whose turn it is, by buttons."""
    if view.beside is not None:
        return asks_words(view)
    if view.phase == "reaction":
        hit = view.pending
        if hit is None or hit.owner != view.seat:
            return phrase("An event was played: protect, or let it happen.")
        card = called(hit.target or LETTERS[0])
        if any(name.startswith("protect") for name in view.hand or ()):
            return phrase("An event hits your {card}: protect it, or let it go.", card=card)
        return phrase("An event hits your {card}.", card=card)
    if view.discarded or view.plays == view.limits.plays:
        return phrase("Discard cards, or end your turn.")
    return phrase("Play a card, discard, or end your turn.")


def marked(game: Solid, move: Move) -> str:
    """Where on the board a move is: at the card in hand."""
    card: str | None = getattr(move, "card", None)
    return f"hand-{game.setting.kinds[card]}" if card else ""


def to_the_end(pod: Sequence[int], limits: Limits = LIMITS) -> list[Distance]:
    """How far a pod is from each way to end the game.

    >>> [each.lacks for each in to_the_end((3, 3, 3, 3, 2))]
    [1, 8, 8]
    """
    ways = (
        phrase("{limit} of each", limit=limits.each),
        phrase("{limit} of 2 types", limit=limits.twice),
        phrase("{limit} in all", limit=limits.total),
    )
    return [
        Distance(words, lacks, most)
        for words, lacks, most in zip(
            ways,
            distances(pod, limits),
            (limits.each * len(TYPES), limits.twice * 2, limits.total),
            strict=True,
        )
    ]


def _near(ways: Sequence[Distance]) -> int:
    """How many data a pod lacks to end the game; 0 where that is said of none."""
    least = min(way.lacks for way in ways)
    return least if least <= NEAR else 0


def top_of(view: SolidView) -> str:
    """The card that came last to the discard pile, empty where there is none."""
    for done in reversed(view.record):
        if done.move == "shuffle":
            break
        if done.move in {"discard", "event", "protect"} and done.card in view.discard:
            return done.card or ""
    return view.discard[-1] if view.discard else ""


def newest(view: SolidView) -> tuple[int, str]:
    """The seat and the card that was laid before it last; no seat where the last move was no such.

    Cards that are drawn meanwhile do not count.
    """
    last = next(
        (done for done in reversed(view.record) if done.move not in {"draw", "shuffle"}), None
    )
    laid = last is not None and last.move in {"play", "share"}
    return (last.seat, last.card or "") if laid and last is not None else (-1, "")


def why_not(view: SolidView, card: Card) -> str:
    """Why a card of the own hand, which cannot be played now, cannot.

    >>> from facedown.core.registry import new_game
    >>> view = new_game("solid").start().view(0)
    >>> why_not(view, Card("protect", 3, effect="protect"))
    'played only when an event hits'
    """
    if card.effect == "protect":
        return phrase("played only when an event hits")
    lacks = missing(card, view.pods[view.seat])
    if any(lacks):
        return phrase("lacks {data}", data=data_words(lacks))
    return phrase("nothing to play it on")


def called(name: str) -> str:
    """A card that an event aims at, by its type: its picture stands beside it.

    >>> called("M"), called("H3+3")
    ('mobility', 'sharing card')
    """
    return TYPES[LETTERS.index(name)] if name in LETTERS else phrase("sharing card")


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
