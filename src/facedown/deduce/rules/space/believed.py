"""What is believed of a rule after a timeline, kept so that one more card is one more step."""

from __future__ import annotations

from functools import lru_cache

from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.meaning import Play
from facedown.deduce.rules.space.belief import ASKED, Belief, InList, InSpace, Mixed, Said
from facedown.deduce.rules.space.deeper import deeper
from facedown.deduce.rules.space.stored import Space, large_space

Told = tuple[Said, ...]
"""Guesses with their answers."""


@lru_cache(maxsize=16)
def large_prior(deck: Deck) -> InSpace:
    """What is believed of a rule over a deck of which nothing else is known."""
    return InSpace.start(large_space(deck))


@lru_cache(maxsize=64)
def _after(start: Belief, track: tuple[Play, ...]) -> Belief:
    return _after(start, track[:-1]).after(track[-1]) if track else start


@lru_cache(maxsize=64)
def believed(start: Belief, track: tuple[Play, ...], told: Told) -> Belief:
    """What is believed after these verdicts and answers; deeper rules where nothing fits."""
    belief = _after(start, track)
    for guess, said in told:
        belief = belief.told(guess, said)
    if belief.count():  # though the likeliest may all give other answers
        return belief
    space = space_of(start)
    if space is not None:
        further = InList(deeper(space, track)[:ASKED], track)
        for guess, said in told:
            further = further.told(guess, said)
        if further.rules:
            return further
    return _after(start, track)


def space_of(belief: Belief) -> Space | None:
    """The space that a belief is about, if it is about one."""
    if isinstance(belief, InSpace):
        return belief.space
    if isinstance(belief, Mixed):
        return next((found for _, part in belief.parts if (found := space_of(part))), None)
    return None
