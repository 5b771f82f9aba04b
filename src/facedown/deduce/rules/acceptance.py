"""How much a rule accepts along random tracks, and what a Master is warned of (R12)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from facedown.core.messages import phrase, phrase_many
from facedown.deduce.rules.conditions import LONGEST, JudgedCard
from facedown.deduce.rules.machine import machine_anew
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
    some time, ``stuck`` the share of tracks that end where no card at all would be accepted.
    """

    share: float
    cards: int
    stuck: float


def measure(rule: Rule) -> Acceptance:
    """What a rule accepts when cards are played blindly; somebody's secret, so nothing is kept.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> measure(parse("anything", SOLVER)).share
    1.0
    """
    machine = machine_anew(rule.deck, rule.condition)
    rng = random.Random("acceptance")
    plays = min(LONGEST, len(rule.deck.cards))
    accepted = stuck = cards = 0
    for _ in range(TRACKS):
        states = machine.start()
        left = rule.deck.everything
        for card in rng.sample(range(len(rule.deck.cards)), plays):
            fits = bool(machine.verdicts(states) >> card & 1)
            accepted += fits
            cards |= fits << card
            left &= ~(1 << card)
            machine.step(states, JudgedCard(card, fits))
        stuck += machine.verdicts(states) & left == 0
    return Acceptance(accepted / (TRACKS * plays), cards, stuck / TRACKS)


def acceptance(rule: Rule) -> float:
    """The share of plays that a rule accepts along random tracks.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> 0.2 < acceptance(parse("red", SOLVER)) < 0.3
    True
    """
    return measure(rule).share


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
    percent = f"{found.share:.0%}".replace("%", " %")
    if found.share < FEWEST:
        said.append(
            phrase(
                "The rule accepts {percent} of random plays; under 10 % is hard to find out.",
                percent=percent,
            )
        )
    if found.share > MOST:
        said.append(
            phrase(
                "The rule accepts {percent} of random plays; over 90 % is hard to find out.",
                percent=percent,
            )
        )
    if (fitting := found.cards.bit_count()) < HANDFUL:
        said.append(
            phrase_many("The rule fits only {n} card.", "The rule fits only {n} cards.", fitting)
            if fitting
            else phrase("The rule fits no card.")
        )
    if found.stuck > 0.5:
        said.append(phrase("On most tracks there comes a time when no card is accepted any more."))
    return tuple(said)
