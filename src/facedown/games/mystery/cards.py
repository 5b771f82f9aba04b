"""The components of Mystery Machine: 52 cards, jokers, and the cells of the grid.

Card numbers inside the program are rank times four plus suit; ranks run from 0 (the 2) to 12 (the
ace), suits from 0 (spades) to 3 (clubs). Cells are numbered row by row, four to a row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase, phrase_in

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANK_WORDS: Final = (
    *RANKS[:9],
    phrase_in("rank", "jack"),
    phrase_in("rank", "queen"),
    phrase_in("rank", "king"),
    phrase_in("rank", "ace"),
)
SUITS: Final = ("S", "H", "D", "C")
SUIT_WORDS: Final = (
    phrase_in("suit", "spades"),
    phrase_in("suit", "hearts"),
    phrase_in("suit", "diamonds"),
    phrase_in("suit", "clubs"),
)
SUIT_SIGNS: Final = ("♠", "♥", "♦", "♣")

COLUMNS: Final = 4
"""A column of the grid is a suit (M1)."""

LOW_RANKS: Final = 9
"""Ranks 0 to 8, the 2 to the 10, are low; the jack, queen, king and ace always make rows."""

NAMES: Final = tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS)
"""Short names of the cards, such as ``"KH"`` and ``"10S"``."""

_OF_A_SUIT: Final = (
    phrase_in("card", "2"),
    phrase_in("card", "3"),
    phrase_in("card", "4"),
    phrase_in("card", "5"),
    phrase_in("card", "6"),
    phrase_in("card", "7"),
    phrase_in("card", "8"),
    phrase_in("card", "9"),
    phrase_in("card", "10"),
    phrase_in("card", "jack"),
    phrase_in("card", "queen"),
    phrase_in("card", "king"),
    phrase_in("card", "ace"),
)
"""The ranks in the name of a card, which has its article in other languages."""

WORDS: Final = tuple(
    phrase("{rank} of {suit}", rank=rank, suit=suit) for rank in _OF_A_SUIT for suit in SUIT_WORDS
)
"""The cards in words."""

JOKER: Final = 52
"""The number of every joker: jokers are alike."""

JOKER_NAME: Final = "joker"

_NUMBER_OF: Final = {name: number for number, name in enumerate(NAMES)}
_SIGNS: Final = str.maketrans(dict(zip(SUIT_SIGNS, SUITS, strict=True)))


class CardError(FacedownError):
    """A card or a cell was named that does not exist."""


def name_of(card: int) -> str:
    """The short name of a card or of a joker."""
    return JOKER_NAME if card == JOKER else NAMES[card]


def sign_of(card: int) -> str:
    """A card as it is marked, such as 10♦."""
    return f"{NAMES[card][:-1]}{SUIT_SIGNS[card % COLUMNS]}"


def card_names(cards: Sequence[int]) -> tuple[str, ...]:
    """The names of cards by their numbers."""
    return tuple([NAMES[card] for card in cards])


def rank_names(ranks: Sequence[int]) -> tuple[str, ...]:
    """The names of ranks by their numbers."""
    return tuple([RANKS[rank] for rank in ranks])


def suit_names(suits: Sequence[int]) -> tuple[str, ...]:
    """The names of suits by their numbers."""
    return tuple([SUITS[suit] for suit in suits])


def words_of(name: str) -> str:
    """A card in words, from its short name.

    >>> words_of("KH"), words_of("joker")
    ('king of hearts', 'joker')
    """
    return phrase_in("card", "joker") if name == JOKER_NAME else WORDS[_NUMBER_OF[name]]


def card_number(name: str) -> int:
    """The number of a card from its short name; raises ``CardError`` when there is none.

    >>> card_number("2S"), card_number("AC")
    (0, 51)
    """
    if name == JOKER_NAME:
        return JOKER
    if name not in _NUMBER_OF:
        raise CardError(
            phrase(
                "There is no card {card!r}; cards are named such as KH, 10S or 7D.", card=name[:20]
            )
        )
    return _NUMBER_OF[name]


def read_card(text: str) -> str:
    """The short name of a card as people type it: ``kh``, ``K♥``, ``king of hearts``, ``10 s``.

    Raises :class:`CardError` with one sentence for anything else.

    >>> read_card("k♥"), read_card("Ten of Spades"), read_card("7 d")
    ('KH', '10S', '7D')
    >>> read_card(" ")
    Traceback (most recent call last):
    facedown.games.mystery.cards.CardError: Say which card, such as KH, 10S or 7D.
    """
    words = re.sub(r"\bof\b", " ", text.lower().translate(_SIGNS).lower()).split()
    short = "".join(words).upper()
    if short in _NUMBER_OF:
        return short
    if len(words) == 2:
        rank, suit = _spoken_rank(words[0]), _spoken_suit(words[1])
        if rank is not None and suit is not None:
            return f"{rank}{suit}"
    if not words:
        raise CardError(phrase("Say which card, such as KH, 10S or 7D."))
    raise CardError(
        phrase("There is no card {card!r}; type it such as KH, 10S or 7D.", card=text.strip()[:20])
    )


_NUMERALS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _spoken_rank(word: str) -> str | None:
    spoken = (*_NUMERALS, *RANK_WORDS[9:])
    for rank, name in zip(RANKS, spoken, strict=True):
        if word in (name, rank.lower()):
            return rank
    return None


def _spoken_suit(word: str) -> str | None:
    for suit, name in zip(SUITS, SUIT_WORDS, strict=True):
        if word in (name, name[:-1], suit.lower()):
            return suit
    return None


def rank_of(text: str) -> str | None:
    """The rank that a word means, or None.

    >>> rank_of("King"), rank_of("q"), rank_of("hearts")
    ('K', 'Q', None)
    """
    return _spoken_rank(text.lower().removesuffix("s"))


def suit_of(text: str) -> str | None:
    """The suit that a word means, or None.

    >>> suit_of("hearts"), suit_of("♣"), suit_of("king")
    ('H', 'C', None)
    """
    return _spoken_suit(text.translate(_SIGNS).lower())


def cell_name(cell: int) -> str:
    """The name of a cell: a letter for the row, a number for the column.

    >>> cell_name(0), cell_name(7)
    ('A1', 'B4')
    """
    return f"{chr(ord('A') + cell // COLUMNS)}{cell % COLUMNS + 1}"


def cell_number(name: str, rows: int) -> int:
    """The number of a cell of a grid with so many rows.

    Raises :class:`CardError` when the grid has no such cell.

    >>> cell_number("B4", 4)
    7
    """
    match = re.fullmatch(r"([A-L])([1-4])", name)
    row = ord(match[1]) - ord("A") if match else rows
    if match is None or row >= rows:
        last = cell_name(rows * COLUMNS - 1)
        raise CardError(
            phrase(
                "There is no cell {cell!r}; the cells are A1 to {last}.", cell=name[:20], last=last
            )
        )
    return row * COLUMNS + int(match[2]) - 1
