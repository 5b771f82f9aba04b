"""Whether two rules are the same on every playable timeline, decided exactly (R5).

The search goes over the states of everything that both rules remember, breadth first. It forgets
which cards were played, so what it calls the same is the same. A difference that it finds is a row
of sets of cards; if different cards can be chosen from them, or are found on another row as short,
that is a shortest timeline. If not, some set of cards would have to give more cards than it has:
from then on the search counts how many of them were played, and starts again. There are only so
many sets, so it comes to an end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facedown.deduce.rules.conditions import LONGEST, JudgedCard
from facedown.deduce.rules.machine import machine_of
from facedown.deduce.rules.rule import Rule


@dataclass(frozen=True, slots=True)
class Sameness:
    """Whether two rules are the same, and if not a shortest timeline that shows it.

    ``witness`` ends with the card on which they differ, with the first rule's verdict on it.
    """

    same: bool
    witness: tuple[JudgedCard, ...] = ()


def same(one: Rule, other: Rule) -> Sameness:
    """Whether two rules give the same verdict on every playable timeline.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> red = parse("red", SOLVER)
    >>> same(red, parse("red and same colour as the last card", SOLVER)).same
    True
    >>> same(red, parse("same colour as the last card", SOLVER)).witness
    (JudgedCard(card=0, accepted=False),)
    """
    return same_from_here(one, other, ())


def same_from_here(one: Rule, other: Rule, track: Sequence[JudgedCard]) -> Sameness:
    """The same for all timelines that go on from these plays, whatever the rules say of them.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> red, alike = parse("red", SOLVER), parse("same colour as the last card", SOLVER)
    >>> track = [JudgedCard(SOLVER.read_card("blue circle 2"), accepted=False)]
    >>> SOLVER.card_name(same_from_here(red, alike, track).witness[0].card)
    'blue circle 1'
    """
    if one.deck is not other.deck:
        raise ValueError("The rules are about different decks.")
    if one.condition == other.condition or len(track) >= LONGEST:
        return Sameness(same=True)
    available = one.deck.everything
    for play in track:
        available &= ~(1 << play.card)
    now, then = (machine_of(rule.deck, rule.condition).accepted(track) for rule in (one, other))
    if differ := (now ^ then) & available:
        card = (differ & -differ).bit_length() - 1
        return Sameness(same=False, witness=(JudgedCard(card, bool(now >> card & 1)),))
    # NumPy and Numba are needed only from here on.
    from facedown.deduce.rules.comparison import RulePair

    witness = RulePair(one, other, track, available).difference()
    return Sameness(same=not witness, witness=witness)
