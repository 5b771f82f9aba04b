"""Every deal of the thirteen cards, numbered, so that nature's move is one number.

A deal is a secret card and a way to share out the other twelve. The ways are listed once; a way
is written over the twelve places left when the secret is taken out, and opened up at the secret's
place to give sets of cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

from facedown.games.suspense.cards import CARD_COUNT

HAND_SIZE: Final = {2: 6, 3: 4}
"""Cards dealt to each seat, by the number of seats (S19)."""

Hands: TypeAlias = tuple[int, ...]
"""One set of cards per seat."""


def deal_count(seats: int) -> int:
    """How many different deals there are: 450,450 with three seats, 12,012 with two.

    >>> deal_count(3), deal_count(2)
    (450450, 12012)
    """
    size, left, count = HAND_SIZE[seats], CARD_COUNT - 1, CARD_COUNT
    for _ in range(seats - 1):
        count *= comb(left, size)
        left -= size
    return count


def share_out(cards: int, sizes: tuple[int, ...]) -> Iterator[Hands]:
    """Every way to share out a set of cards in hands of these sizes, in a fixed order.

    >>> list(share_out(0b111, (1, 2)))
    [(1, 6), (2, 5), (4, 3)]
    """
    if len(sizes) == 1:
        yield (cards,)
        return
    singles = [1 << card for card in range(cards.bit_length()) if cards >> card & 1]
    for chosen in combinations(singles, sizes[0]):
        hand = sum(chosen)
        for others in share_out(cards ^ hand, sizes[1:]):
            yield (hand, *others)


@cache
def _ways(seats: int) -> tuple[Hands, ...]:
    return tuple(share_out((1 << (CARD_COUNT - 1)) - 1, (HAND_SIZE[seats],) * seats))


@cache
def _number_of_way(seats: int) -> dict[Hands, int]:
    return {way: number for number, way in enumerate(_ways(seats))}


@cache
def _opened(secret: int) -> tuple[int, ...]:
    """Every set over twelve places, opened up at the secret's place."""
    below = (1 << secret) - 1
    return tuple(hand & below | (hand & ~below) << 1 for hand in range(1 << (CARD_COUNT - 1)))


def deal_of(number: int, seats: int) -> tuple[Hands, int]:
    """The hands and the secret card of a numbered deal.

    >>> hands, secret = deal_of(0, 3)
    >>> [f"{hand:013b}" for hand in hands], secret
    (['0000000011110', '0000111100000', '1111000000000'], 0)
    """
    ways = _ways(seats)
    secret, way = divmod(number, len(ways))
    opened = _opened(secret)
    return tuple([opened[hand] for hand in ways[way]]), secret


def deal_number(hands: Hands, secret: int) -> int:
    """The number of a deal; the inverse of :func:`deal_of`.

    Raises ``KeyError`` when the hands are not a deal beside this secret.

    >>> deal_number(*deal_of(123456, 3))
    123456
    """
    below = (1 << secret) - 1
    way = tuple(hand & below | hand >> (secret + 1) << secret for hand in hands)
    if any(hand >> secret & 1 for hand in hands):
        raise KeyError(secret)
    numbers = _number_of_way(len(hands))
    return secret * len(numbers) + numbers[way]
