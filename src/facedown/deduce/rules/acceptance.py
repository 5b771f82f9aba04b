"""How much a rule accepts along random tracks, and what a Master is warned of (R12)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from facedown.core.messages import in_percent, phrase, phrase_many
from facedown.deduce.rules.conditions import LONGEST, JudgedCard, leaves
from facedown.deduce.rules.machine import machine_anew
from facedown.deduce.rules.registers import holds, register_of
from facedown.deduce.rules.rule import Rule

TRACKS: Final = 200
"""Random orders of the deck that are played; the same ones for every rule of a deck."""

FEWEST: Final = 0.1
MOST: Final = 0.9
"""Shares of accepted plays beyond which a rule is hardly worth playing."""

HANDFUL: Final = 5
"""A rule fits a handful of cards if it accepts so many different ones at some time."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What a rule accepts on the sample of random tracks.

    ``share`` is the share of accepted plays, ``cards`` the mask of the cards that were accepted at
    some time, ``stuck`` the share of tracks that end where no card at all would be accepted,
    ``most`` how many cards were accepted on one track.
    """

    share: float
    cards: int
    stuck: float
    most: int


def measure(rule: Rule) -> Acceptance:
    """What a rule accepts when cards are played blindly; somebody's secret, so nothing is kept.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> measure(parse("anything", SOLVER)).share
    1.0
    """
    machine = machine_anew(rule.deck, rule.condition)
    rng = random.Random("acceptance")
    plays = min(LONGEST, len(rule.deck.cards))
    accepted = stuck = cards = most = 0
    for _ in range(TRACKS):
        states = machine.start()
        left, before = rule.deck.everything, accepted
        for card in rng.sample(range(len(rule.deck.cards)), plays):
            fits = bool(machine.verdicts(states) >> card & 1)
            accepted += fits
            cards |= fits << card
            left &= ~(1 << card)
            machine.step(states, JudgedCard(card, fits))
        most = max(most, accepted - before)
        stuck += machine.verdicts(states) & left == 0
    return Acceptance(accepted / (TRACKS * plays), cards, stuck / TRACKS, most)


def acceptance(rule: Rule) -> float:
    """The share of plays that a rule accepts along random tracks.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> 0.2 < acceptance(parse("red", SOLVER)) < 0.3
    True
    """
    return measure(rule).share


def first_card(rule: Rule) -> str:
    """What becomes of a first card where a rule compares with earlier ones (R4); else nothing.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> first_card(parse("higher number than the last card", SOLVER))
    'Any card may start.'
    >>> first_card(parse("red or same shape as the last card", SOLVER))
    'Any card may start.'
    >>> first_card(parse("red and same shape as the last card", SOLVER))
    '16 of 64 cards may start.'
    >>> first_card(parse("red", SOLVER))
    ''
    """
    deck, candidate = rule.deck, 0  # what is free is so for every card
    free = any(
        holds(leaf, deck, register_of(leaf).start(deck), candidate) is None
        for leaf in leaves(rule.condition)
    )
    if not free:
        return ""
    machine = machine_anew(deck, rule.condition)
    starting = machine.verdicts(machine.start()).bit_count()
    if starting == len(deck.cards):
        return phrase("Any card may start.")
    return phrase("{n} of {cards} cards may start.", n=starting, cards=len(deck.cards))


def warnings(rule: Rule) -> tuple[str, ...]:
    """What the Master of this rule is warned of, each as one sentence (R12).

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> warnings(parse("red", SOLVER))
    ()
    >>> for warning in warnings(parse("red and circle", SOLVER)):
    ...     print(warning)
    The rule accepts 6 % of random plays; under 10 % is hard to find out.
    The rule fits only 4 cards.
    """
    found = measure(rule)
    said = []
    if found.share < FEWEST:
        said.append(
            phrase(
                "The rule accepts {percent} of random plays; under 10 % is hard to find out.",
                percent=in_percent(found.share),
            )
        )
    if found.share > MOST:
        said.append(
            phrase(
                "The rule accepts {percent} of random plays; over 90 % is hard to find out.",
                percent=in_percent(found.share),
            )
        )
    if (fitting := found.cards.bit_count()) < HANDFUL:
        said.append(
            phrase_many("The rule fits only {n} card.", "The rule fits only {n} cards.", fitting)
            if fitting
            else phrase("The rule fits no card.")
        )
    if found.most == 1 < fitting:
        said.append(phrase("Only one card can be accepted: after it no other fits."))
    elif found.stuck > 0.5:
        said.append(phrase("On most tracks there comes a time when no card is accepted any more."))
    return tuple(said)
