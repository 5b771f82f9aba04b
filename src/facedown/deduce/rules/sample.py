"""What conditions say on fixed orders of the deck, many at a time.

Only a sieve: what fails here is not so, and what holds here is looked at exactly.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facedown.deduce.rules.conditions import LONGEST, Leaf
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.machine import machine_of, masks_of, registers_of, table_of
from facedown.deduce.rules.meaning import Play
from facedown.deduce.rules.reading import register_of
from facedown.deduce.rules.registers import ERROR, LastVerdict
from facedown.deduce.rules.rule import Rule

Truth = NDArray[np.bool_]

ORDERS: Final = 160
"""Orders of the deck that are played."""


Cards = NDArray[np.int64]


@cache
def orders(deck: Deck) -> Cards:
    """Orders in which cards are played: one row of cards each."""
    rng = random.Random("orders")
    cards = range(len(deck.cards))
    plays = min(LONGEST, len(cards))
    return np.array([rng.sample(cards, plays) for _ in range(ORDERS)], np.int64)


@cache
def pairs(deck: Deck) -> Cards:
    """Every card after every other one, as orders of two."""
    return np.array([*itertools.permutations(range(len(deck.cards)), 2)], np.int64)


def verdicts_of(rule: Rule) -> Truth:
    """A rule's verdict on every card of the orders, played one after another."""
    machine = machine_of(rule.deck, rule.condition)
    rows = []
    for order in orders(rule.deck).tolist():
        states = machine.start()
        row = []
        for card in order:
            fits = bool(machine.verdicts(states) >> card & 1)
            row.append(fits)
            machine.step(states, Play(card, fits))
        rows.append(row)
    return np.array(rows, bool)


class Conditions:
    """Listed conditions, ready to be evaluated along tracks."""

    def __init__(self, deck: Deck, leaves: Sequence[Leaf]) -> None:
        self.deck = deck
        self.leaves = tuple(leaves)
        self.registers = registers_of(self.leaves)
        families = {register.family: place for place, register in enumerate(self.registers)}
        self.reads = [families[register_of(leaf).family] for leaf in self.leaves]
        self.following = [
            np.array(table_of(deck, register).following, np.int64) for register in self.registers
        ]
        both = [
            np.array(masks_of(deck, leaf, self.registers[read]), np.uint64)
            for leaf, read in zip(self.leaves, self.reads, strict=True)
        ]
        self.holding = [masks[:, 0].copy() for masks in both]
        self.failing = [masks[:, 1].copy() for masks in both]

    def along(self, cards: Cards, accepted: Truth) -> tuple[Truth, Truth]:
        """Whether each condition holds for each card of the orders, and whether it is not free.

        ``accepted`` says which cards went on the track. One row for each condition, then as the
        cards are; what is free holds, in the first answer.
        """
        states = np.zeros((len(self.registers), *cards.shape), np.int64)
        for place, register in enumerate(self.registers):
            current = np.zeros(len(cards), np.int64)
            for play in range(cards.shape[1]):
                states[place, :, play] = current
                fits, card = accepted[:, play], cards[:, play]
                refused = ERROR if isinstance(register, LastVerdict) else current
                current = np.where(fits, self.following[place][current, card], refused)
        shift, one = cards.astype(np.uint64), np.uint64(1)
        holding = np.empty((len(self.leaves), *cards.shape), bool)
        surely = np.empty_like(holding)
        for row, read in enumerate(self.reads):
            holding[row] = self.holding[row][states[read]] >> shift & one
            surely[row] = holding[row] & ~(self.failing[row][states[read]] >> shift & one).astype(
                bool
            )
        return holding, surely
