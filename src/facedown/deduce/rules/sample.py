"""What conditions say on fixed orders of the deck, many at a time."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facedown.deduce.rules.conditions import LONGEST, Leaf
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.machine import masks_of, registers_of, table_of
from facedown.deduce.rules.registers import ERROR, LastVerdict, register_of

Truth = NDArray[np.bool_]
Ints = NDArray[np.int64]

Masks = NDArray[np.uint64]
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


class SampledConditions:
    """Listed conditions, ready to be evaluated along tracks."""

    def __init__(self, deck: Deck, leaves: Sequence[Leaf]) -> None:
        self.deck = deck
        self.leaves = tuple(leaves)
        self.registers = registers_of(self.leaves)
        families = {register.family: index for index, register in enumerate(self.registers)}
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

    def start(self, rows: int) -> list[Ints]:
        """The state of every register before the first play, once for each row."""
        return [np.zeros(rows, np.int64) for _ in self.registers]

    def following_states(self, states: Sequence[Ints], cards: Ints, accepted: Truth) -> list[Ints]:
        """The states after one more play in each row."""
        found = []
        for register, following, now in zip(self.registers, self.following, states, strict=True):
            refused = ERROR if isinstance(register, LastVerdict) else now
            found.append(np.where(accepted, following[now, cards], refused))
        return found

    def states_of(self, register: int, cards: Cards, accepted: Truth) -> Ints:
        """The states of one register before each play; ``accepted`` went on the track."""
        following = self.following[register]
        forgets = isinstance(self.registers[register], LastVerdict)
        found = np.zeros(cards.shape, np.int64)
        for play in range(cards.shape[1] - 1):
            now, fits = found[:, play], accepted[:, play]
            refused = ERROR if forgets else now
            found[:, play + 1] = np.where(fits, following[now, cards[:, play]], refused)
        return found

    def mask(self, number: int, states: Mapping[int, Ints] | Sequence[Ints]) -> tuple[Masks, Masks]:
        """The cards for which a condition holds, and for which its negation does."""
        at = states[self.reads[number]]
        return self.holding[number][at], self.failing[number][at]

    def masks(self, states: Sequence[Ints]) -> list[tuple[Masks, Masks]]:
        """The same of all conditions."""
        return [self.mask(number, states) for number in range(len(self.leaves))]

    def along(self, cards: Cards, accepted: Truth) -> tuple[Truth, Truth]:
        """Whether each condition holds for each card of the orders, and whether it is not free.

        ``accepted`` says which cards went on the track. One row for each condition, then as the
        cards are; what is free holds, in the first answer.
        """
        states = [self.states_of(each, cards, accepted) for each in range(len(self.registers))]
        shift, one = cards.astype(np.uint64), np.uint64(1)
        holding = np.empty((len(self.leaves), *cards.shape), bool)
        surely = np.empty_like(holding)
        for row in range(len(self.leaves)):
            holds, fails = self.mask(row, states)
            holding[row] = holds >> shift & one
            surely[row] = holding[row] & ~(fails >> shift & one).astype(bool)
        return holding, surely
