"""What is certain of the mystery cards, part by part, and in words: for Mystery Machine's judge."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.core.judging import Remark
from facedown.core.messages import phrase
from facedown.games.mystery.cards import (
    COLUMNS,
    NAMES,
    RANK_WORDS,
    RANKS,
    SUIT_WORDS,
    SUITS,
    words_of,
)
from facedown.games.mystery.knowledge import Knowledge


def settled_cards(known: Knowledge, slots: tuple[str, ...]) -> Iterator[Remark]:
    """The cards, or their ranks or suits, that are the same in everything still possible.

    ``slots`` are the names of the mystery cards. Of those that cannot be told apart it is only
    said that all of them are certain.
    """
    guesses = list(known.guesses())
    for group in known.dealing.groups:
        if len(group) > 1:
            if len(guesses) == 1:
                yield Remark("cards", tuple(NAMES[card] for card in guesses[0]))
            continue
        (slot,) = group
        cards = {guess[slot] for guess in guesses}
        ranks, suits = {card // COLUMNS for card in cards}, {card % COLUMNS for card in cards}
        if len(cards) == 1:
            yield Remark("card", (slots[slot], NAMES[cards.pop()]))
        elif len(ranks) == 1:
            yield Remark("rank", (slots[slot], RANKS[ranks.pop()]))
        elif len(suits) == 1:
            yield Remark("suit", (slots[slot], SUITS[suits.pop()]))


def say_settled(remark: Remark) -> str:
    """One of these in words.

    >>> say_settled(Remark("card", ("A1", "JS"))), say_settled(Remark("suit", ("A2", "H")))
    ('A1 is the jack of spades.', 'A2 is one of the hearts.')
    """
    if remark.code == "cards":
        return phrase("All mystery cards are known.")
    slot, part = remark.about
    match remark.code:
        case "card":
            return phrase("{slot} is the {card}.", slot=slot, card=words_of(part))
        case "rank":
            return phrase("{slot} has the rank {rank}.", slot=slot, rank=_rank(part))
    return phrase("{slot} is one of the {suit}.", slot=slot, suit=SUIT_WORDS[SUITS.index(part)])


def _rank(rank: str) -> str:
    return RANK_WORDS[RANKS.index(rank)]
