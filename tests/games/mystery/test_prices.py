"""What pays which price (M7)."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from facedown.games.mystery.cards import card_number
from facedown.games.mystery.puzzle import PRICES, payments

LOW = range(36)

# How many sets of low cards pay, counted by hand: numbers and suits chosen one after the other.
COUNTS = {
    "pair": 9 * comb(4, 2),
    "3 same number": 9 * comb(4, 3),
    "4 same number": 9,
    "2 pairs": comb(9, 2) * comb(4, 2) ** 2,
    "2 same suit": 4 * comb(9, 2),
    "3 same suit": 4 * comb(9, 3),
    "4 same suit": 4 * comb(9, 4),
    "2 straight flush": 4 * 8,
    "3 straight flush": 4 * 7,
    "4 straight flush": 4 * 6,
}


@pytest.mark.parametrize("name", COUNTS)
def test_m7_as_many_sets_pay_as_should(name: str) -> None:
    price = PRICES[name]
    paying = sum(price.paid_by(cards) for cards in combinations(LOW, price.size))
    assert paying == COUNTS[name]


def test_m7_full_houses_are_counted() -> None:
    price = PRICES["full house"]
    some = [rank * 4 + suit for rank in range(3) for suit in range(4)]
    paying = sum(price.paid_by(cards) for cards in combinations(some, 5))
    assert paying == 3 * 2 * comb(4, 3) * comb(4, 2)
    assert set(COUNTS) | {"full house"} == set(PRICES)


@pytest.mark.parametrize(
    ("name", "cards", "pays"),
    [
        ("pair", "7S 7D", True),
        ("pair", "7S 8S", False),
        ("2 pairs", "7S 7D 9S 9H", True),
        ("2 pairs", "7S 7D 7H 7C", False),
        ("full house", "7S 7D 7H 9S 9H", True),
        ("full house", "7S 7D 9S 9H 2C", False),
        ("3 straight flush", "10S 9S 8S", True),
        ("3 straight flush", "10S 2S 3S", False),
        ("3 straight flush", "8S 9S 10H", False),
        ("3 same suit", "2S 9S 4S", True),
        ("3 same suit", "2S 9S", False),
    ],
)
def test_m7_examples(name: str, cards: str, *, pays: bool) -> None:
    assert PRICES[name].paid_by([card_number(card) for card in cards.split()]) is pays


def test_payments_are_all_sets_of_places_that_pay() -> None:
    hand = [card_number(card) for card in ["7S", "7D", "7H", "9S", "9H", "2S"]]
    for price in PRICES.values():
        expected = [
            way
            for way in range(64)
            if price.paid_by([card for index, card in enumerate(hand) if way >> index & 1])
        ]
        assert list(payments(price, hand)) == expected
