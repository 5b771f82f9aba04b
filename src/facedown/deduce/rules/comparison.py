"""Two rules as arrays for the compiled search: all that both remember, and what is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import Final

import numpy as np

from facedown.core.messages import phrase
from facedown.deduce.rules.conditions import LONGEST, JudgedCard, Leaf
from facedown.deduce.rules.deck import Deck, RuleError
from facedown.deduce.rules.kernels import (
    Ahead,
    Arrays,
    Ints,
    Masks,
    distances,
    leading,
    search,
    verdicts,
    walk,
)
from facedown.deduce.rules.machine import masks_of, program_of, registers_of, table_of
from facedown.deduce.rules.matching import choose
from facedown.deduce.rules.registers import (
    ERROR,
    FirstCard,
    LastCards,
    LastVerdict,
    Register,
    register_of,
)
from facedown.deduce.rules.rule import Rule

WALKS: Final = 300
"""How often different cards are tried to be found by walking, before sets of cards are counted."""

MOST_STATES: Final = 2**62
"""States are numbered in 64 bits."""

NOWHERE: Final = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """One register, or one count, as arrays."""

    size: int
    following: Ints
    after_error: Ints
    blocked: Masks


@lru_cache(maxsize=4096)
def _register_piece(deck: Deck, register: Register) -> Piece:
    table = table_of(deck, register)
    size = len(table.states)
    following = np.array(table.following, np.int64).ravel()
    state = ERROR if isinstance(register, LastVerdict) else np.arange(size)[:, None]
    after_error = np.broadcast_to(state, (size, len(deck.cards))).astype(np.int64).ravel()
    blocked = np.zeros(size, np.uint64)
    if isinstance(register, LastCards | FirstCard) and not register.attribute:
        for index, cards in enumerate(table.states):  # what was played cannot be played again
            blocked[index] = sum(1 << card for card in set(cards))
    return Piece(size, following, after_error, blocked)


@lru_cache(maxsize=1024)
def _count_piece(cards: int, counted: int) -> Piece:
    """How many cards of a set were played; when all were, none can be."""
    most = counted.bit_count()
    step = np.array([counted >> card & 1 for card in range(cards)])
    following = np.minimum(np.arange(most + 1)[:, None] + step[None, :], most).astype(np.int64)
    blocked = np.zeros(most + 1, np.uint64)
    blocked[most] = counted
    return Piece(most + 1, following.ravel(), following.ravel(), blocked)


@lru_cache(maxsize=16384)
def _mask_arrays(deck: Deck, leaf: Leaf, register: Register) -> tuple[Masks, Masks]:
    found = np.array(masks_of(deck, leaf, register), np.uint64)
    return np.ascontiguousarray(found[:, 0]), np.ascontiguousarray(found[:, 1])


class RulePair:
    """Two rules from some timeline on, and the sets of cards that are counted."""

    def __init__(self, one: Rule, other: Rule, track: Sequence[JudgedCard], available: int) -> None:
        self.deck = deck = one.deck
        self.available = np.uint64(available)
        self.horizon = LONGEST - 1 - len(track)
        conditions = (one.condition, other.condition)
        self.registers = registers_of(conditions)
        families = {register.family: index for index, register in enumerate(self.registers)}
        numbers: dict[Leaf, int] = {}
        self.programs = [
            np.array(program_of(condition, numbers), np.int64) for condition in conditions
        ]
        reads = [families[register_of(leaf).family] for leaf in numbers]
        self.reads = np.array(reads, np.int64)
        masks = [
            _mask_arrays(deck, leaf, self.registers[read])
            for leaf, read in zip(numbers, reads, strict=True)
        ]
        self.positive = np.concatenate([positive for positive, _ in masks])
        self.negative = np.concatenate([negative for _, negative in masks])
        self.first_mask = _firsts([positive.size for positive, _ in masks])
        self.pieces = [_register_piece(deck, register) for register in self.registers]
        self.start = self._states_after(track)

    def _states_after(self, track: Sequence[JudgedCard]) -> list[int]:
        states = [0] * len(self.registers)
        for play in track:
            for index, register in enumerate(self.registers):
                if play.accepted:
                    following = table_of(self.deck, register).following
                    states[index] = following[states[index]][play.card]
                elif isinstance(register, LastVerdict):
                    states[index] = ERROR
        return states

    def count(self, cards: int) -> None:
        """Counts from now on how many cards of a set were played."""
        self.pieces.append(_count_piece(len(self.deck.cards), cards))
        self.start.append(0)

    def arrays(self) -> Arrays:
        """Everything for compiled code; raises ``RuleError`` where states cannot be numbered."""
        sizes = [piece.size for piece in self.pieces]
        if prod(sizes) >= MOST_STATES:
            raise RuleError(
                phrase(
                    "Whether these two rules are the same cannot be decided: cards of too many "
                    "kinds would have to be counted at a time."
                )
            )
        strides = [prod(sizes[:index]) for index in range(len(sizes))]
        return Arrays(
            cards=len(self.deck.cards),
            everything=np.uint64(self.deck.everything),
            strides=np.array(strides, np.int64),
            sizes=np.array(sizes, np.int64),
            first_following=_firsts([piece.following.size for piece in self.pieces]),
            following=np.concatenate([piece.following for piece in self.pieces]),
            after_error=np.concatenate([piece.after_error for piece in self.pieces]),
            first_blocked=_firsts(sizes),
            blocked=np.concatenate([piece.blocked for piece in self.pieces]),
            reads=self.reads,
            first_mask=self.first_mask,
            positive=self.positive,
            negative=self.negative,
            one=self.programs[0],
            other=self.programs[1],
            errors_count=any(isinstance(each, LastVerdict) for each in self.registers),
        )

    def difference(self) -> tuple[JudgedCard, ...]:
        """A shortest timeline whose last play the rules judge differently, or none.

        The last play carries the first rule's verdict.
        """
        ahead = Ahead(0, NOWHERE, NOWHERE, NOWHERE)
        while True:
            arrays = self.arrays()
            start = sum(
                int(stride) * state
                for stride, state in zip(arrays.strides, self.start, strict=True)
            )
            node, keys, parents = search(arrays, start, self.available, self.horizon, ahead)
            if node < 0:
                return ()
            path = []
            while node >= 0:
                path.append(int(keys[node]))
                node = int(parents[node])
            sets, plays = self._sets(arrays, path[::-1])
            cards, short = choose(sets)
            if cards:
                *before, last = cards
                witness = [
                    JudgedCard(card, accepted) for card, accepted in zip(before, plays, strict=True)
                ]
                one, _ = self._verdicts(arrays, path[0])
                return (*witness, JudgedCard(last, bool(one >> last & 1)))
            if found := self._walked(arrays, start, len(path) - 1, 2 * keys.size):
                return found
            if not ahead.states:
                ahead = distances(arrays, start, self.available, prod(arrays.sizes.tolist()))
            self.count(short)

    def _walked(self, arrays: Arrays, start: int, length: int, most: int) -> tuple[JudgedCard, ...]:
        """A timeline of the fewest plays there can be, if one is found by walking about."""
        cards, accepted = walk(arrays, start, self.available, length, most, WALKS)
        if not cards.size:
            return ()
        *before, last = cards.tolist()
        plays = [JudgedCard(card, bool(fits)) for card, fits in zip(before, accepted, strict=True)]
        states = list(self.start)
        for play in plays:
            for index, piece in enumerate(self.pieces):
                at = states[index] * len(self.deck.cards) + play.card
                following = piece.following if play.accepted else piece.after_error
                states[index] = int(following[at])
        key = sum(int(s) * state for s, state in zip(arrays.strides, states, strict=True))
        one, _ = self._verdicts(arrays, key)
        return (*plays, JudgedCard(last, bool(one >> last & 1)))

    def _sets(self, arrays: Arrays, path: Sequence[int]) -> tuple[list[int], list[bool]]:
        """The cards for every play of a path, the differing one included, and the verdicts."""
        sets: list[int] = []
        accepted: list[bool] = []
        for key, after in pairwise(path):
            one, other = self._verdicts(arrays, key)
            found = int(leading(arrays, key, after, np.uint64(one & other), True))
            accepted.append(bool(found))
            if not found:
                refused = self._playable(arrays, key) & ~(one | other)
                found = int(leading(arrays, key, after, np.uint64(refused), False))
            sets.append(found)
        one, other = self._verdicts(arrays, path[-1])
        return [*sets, one ^ other], accepted

    def _verdicts(self, arrays: Arrays, key: int) -> tuple[int, int]:
        one, other = verdicts(arrays, key, self.available)
        return int(one), int(other)

    def _playable(self, arrays: Arrays, key: int) -> int:
        """The cards that may be there in a state."""
        available = int(self.available)
        for stride, piece in zip(arrays.strides, self.pieces, strict=True):
            available &= ~int(piece.blocked[key // int(stride) % piece.size])
        return available


def _firsts(sizes: Sequence[int]) -> Ints:
    return np.array([sum(sizes[:index]) for index in range(len(sizes))], np.int64)
