"""Solid's cards to be printed, of any card list, as many as so many players need."""

from __future__ import annotations

from facedown.core.messages import phrase
from facedown.core.printing import Drawn, Line, PrintedCard, Written
from facedown.games.solid.cards import (
    TYPES,
    Card,
    Limits,
    bonus_words,
    copies_for,
    effect_words,
)
from facedown.games.solid.rules import Setting


def deck(setting: Setting) -> tuple[PrintedCard, ...]:
    """The cards of a list, and an aid for each player.

    Of what half a set is drawn by lot for an odd number of players there is a whole one (L9).

    >>> from facedown.core.registry import new_game
    >>> from facedown.core.printing import spread
    >>> [len(spread(new_game("solid", seats).printed_cards())) - seats for seats in (2, 3, 4)]
    [81, 137, 162]
    """
    limits, seats = setting.limits, setting.seats
    sets = -(-seats // 2)
    return (
        *(
            PrintedCard(
                card.name.lower().replace("+", "-").replace(" ", "-"),
                Drawn("printed", (card, _word(card, limits), bonus_words(card))),
                copies_for(card, seats) if card.type >= 0 else card.copies * sets,
            )
            for card in setting.deck
        ),
        PrintedCard("turn", _turn(limits, odd=seats % 2 == 1), seats),
    )


def _word(card: Card, limits: Limits) -> str:
    return TYPES[card.type] if card.type >= 0 else effect_words(card.effect, limits)


def _turn(limits: Limits, *, odd: bool) -> Written:
    lines = [
        phrase("1. Play up to {n} cards.", n=limits.plays),
        phrase("2. Discard as many as you like."),
        phrase("3. Draw until you hold {n}.", n=limits.hand),
        phrase("A sharing card needs the data in your pod; they stay there."),
        phrase(
            "Protect is played when an event hits a card of yours, at most {n} times in one turn "
            "of another.",
            n=limits.reactions,
        ),
        phrase(
            "The game ends at once when a pod has {each} data of each type, {twice} of two types "
            "or {total} in all: most points win.",
            each=limits.each,
            twice=limits.twice,
            total=limits.total,
        ),
    ]
    if odd:
        lines.append(
            phrase("Of one set’s sharing cards and events, half are drawn by lot for this game.")
        )
    return Written(phrase("A turn"), tuple(map(Line, lines)))
