"""What a rule says of every card on published timelines, many at a time.

A rule is asked only for verdicts on timelines that can be played, so equal rules say the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from facedown.deduce.rules.conditions import LONGEST, leaves
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.machine import program_of, run_program
from facedown.deduce.rules.rule import Rule
from facedown.deduce.rules.sample import Cards, Conditions, Ints, Masks, Truth, orders, pairs

PREFERENCES: Final = 160
"""Orders of the whole deck of which always the first card that is accepted is played."""

WISHES: Final = 8
"""Of these orders so many are also played with each listed condition in view."""


@dataclass(frozen=True, slots=True, eq=False)
class Situations:
    """Timelines, one a row, and what a rule says before each play of each card not played yet.

    ``fits`` is the verdict on the card that is played, ``accepted`` and ``refused`` are masks.
    """

    cards: Cards
    fits: Truth
    accepted: Masks
    refused: Masks


@cache
def preferences(deck: Deck) -> Cards:
    """Orders of the whole deck."""
    rng = random.Random("preferences")
    count = len(deck.cards)
    return np.array([rng.sample(range(count), count) for _ in range(PREFERENCES)], np.int64)


def situations(rule: Rule) -> tuple[Situations, ...]:
    """The published timelines with what a rule says on them.

    They are: random orders of cards; every first and second card; and, for random orders of the
    whole deck, always the first card of it that is accepted, or the first one where none is.
    """
    deck = rule.deck
    every_two = pairs(deck)
    then_any = np.zeros((len(every_two), 1), np.int64)
    return (
        _asked(rule, orders(deck)),
        _asked(rule, np.hstack((every_two, then_any))),
        _asked(rule, preferences(deck), _accepted_first),
    )


def wished(rule: Rule, conditions: Conditions) -> Situations:
    """The timelines on which accepted cards are played that meet one of the conditions, each alone.

    Where none does, any accepted card is played, and where there is none, any card.
    """
    rows = preferences(rule.deck)[:WISHES]
    count = len(conditions.leaves)
    return _asked(rule, np.tile(rows, (count, 1)), _Wishes(conditions, count * len(rows)))


def _accepted_first(accepted: Masks, unused: Masks) -> Masks:
    found: Masks = np.where(accepted != 0, accepted, unused)
    return found


class _Wishes:
    """For each condition some rows, in which it is to go on being met."""

    def __init__(self, conditions: Conditions, rows: int) -> None:
        self.conditions = conditions
        self.states = conditions.start(rows)

    def __call__(self, accepted: Masks, unused: Masks) -> Masks:
        wish = np.empty_like(accepted)
        for number, read in enumerate(self.conditions.reads):
            own = slice(number * WISHES, (number + 1) * WISHES)
            wish[own] = self.conditions.holding[number][self.states[read][own]]
        wish &= accepted
        found: Masks = np.where(wish != 0, wish, _accepted_first(accepted, unused))
        return found

    def step(self, cards: Ints, fits: Truth) -> None:
        """Takes a play of every row in."""
        self.states = self.conditions.following_states(self.states, cards, fits)


def _asked(
    rule: Rule, rows: Cards, prefer: Callable[[Masks, Masks], Masks] | None = None
) -> Situations:
    """A rule's verdicts while the rows are played, or of each row the first card preferred."""
    deck = rule.deck
    asked = Conditions(deck, tuple(dict.fromkeys(leaves(rule.condition))))
    program = program_of(rule.condition, {leaf: n for n, leaf in enumerate(asked.leaves)})
    plays = min(LONGEST, rows.shape[1])
    shape = (len(rows), plays)
    cards, fits = rows[:, :plays].copy(), np.empty(shape, bool)
    accepted, refused = np.empty(shape, np.uint64), np.empty(shape, np.uint64)
    unused = np.full(len(rows), deck.everything, np.uint64)
    one = np.uint64(1)
    states = asked.start(len(rows))
    for play in range(plays):
        said = run_program(program, asked.masks(states))
        accepted[:, play], refused[:, play] = said & unused, ~said & unused
        if prefer is not None:
            cards[:, play] = _first(rows, prefer(accepted[:, play], unused))
        now = cards[:, play]
        card = now.astype(np.uint64)
        fits[:, play] = (said >> card & one).astype(bool)
        unused = unused & ~(one << card)
        states = asked.following_states(states, now, fits[:, play])
        if isinstance(prefer, _Wishes):
            prefer.step(now, fits[:, play])
    return Situations(cards, fits, accepted, refused)


def _first(rows: Cards, among: Masks) -> Ints:
    """Of each row the first card that is in a set."""
    within = among[:, None] >> rows.astype(np.uint64) & np.uint64(1)
    found: Ints = rows[np.arange(len(rows)), within.argmax(axis=1)]
    return found


class Known:
    """Whether conditions are met on a kind of timelines, worked out when it is asked."""

    def __init__(self, conditions: Conditions, asked: Situations) -> None:
        self.conditions = conditions
        self.asked = asked
        self.states: dict[int, Ints] = {}

    def masks(self, number: int) -> tuple[Masks, Masks]:
        """The cards for which a condition holds, and its negation, before every play."""
        register = self.conditions.reads[number]
        if register not in self.states:
            asked = self.asked
            self.states[register] = self.conditions.states_of(register, asked.cards, asked.fits)
        return self.conditions.mask(number, self.states)
