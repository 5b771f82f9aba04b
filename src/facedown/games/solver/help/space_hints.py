"""The aids where a person wrote the rule: what the large space of rules says of a seat's view.

Such a rule may be any of the language, so the aids go by the large space and its law. Every verdict
counts for every rule of it; answers to guesses count for the likeliest rules, and for all of them
once few are left.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facedown.core.messages import in_percent, joined, listed, phrase
from facedown.deduce.rules import SOLVER, JudgedCard, RuleError
from facedown.deduce.rules.law import FAMILIES, Family
from facedown.deduce.rules.space.belief import (
    ASKED,
    Belief,
    InSpace,
    Told,
    believed,
    bits,
    large_prior,
)
from facedown.games.solver.judging import rule_called
from facedown.games.solver.moves import NUMBERS
from facedown.games.solver.said import CARDS, said_rule
from facedown.games.solver.view import SolverView, answers_of, track_of

LIKELIEST: Final = 5
"""So many rules are named."""


def warm_up_space() -> None:
    """Builds the large space unless it is kept, and loads what the aids need of it."""
    start = large_prior(SOLVER)
    start.chances()
    _by_family(start, {})


def rules(view: SolverView, words: Mapping[Family, str]) -> str:
    """How many rules of the space can still be, of which kinds, and the likeliest of them."""
    belief = _belief(track_of(view), _told(view))
    space = large_prior(SOLVER).space
    if not belief.count():
        return phrase(
            "None of the {all:,} rules of the large space gives every verdict, "
            "and none was found that is put together of them.",
            all=len(space),
        )
    if not isinstance(belief, InSpace):
        told = phrase(
            "None of the {all:,} rules of the large space gives every verdict; "
            "rules that are put together of them do:",
            all=len(space),
        )
    else:
        told = phrase(
            "Of {all:,} rules of the large space {some:,} give every verdict, by its law {kinds}. "
            "The likeliest:",
            all=len(space),
            some=belief.count(),
            kinds=_by_family(belief, words),
        )
    return joined("\n", (told, *_named(belief)))


def card(view: SolverView) -> str:
    """The card of the hand whose verdict tells most, by the law of the space."""
    if not view.hand:
        return phrase("There is no card in your hand to be played.")
    belief = _belief(track_of(view), _told(view))
    if not belief.count():
        return phrase(
            "No rule that was tried gives every verdict, so no card is said to tell more."
        )
    chances = belief.chances()
    found = sorted(
        ((name, float(chances[NUMBERS[name]])) for name in view.hand),
        key=lambda each: (-bits(each[1]), each[0]),
    )
    best, chance = found[0]
    lines = [
        phrase(
            "Best {card}: by the law of the large space it is accepted with a chance of {chance}, "
            "so that its verdict tells {bits:.2f} bits of at most 1.",
            card=CARDS[best],
            chance=_percent(chance),
            bits=float(bits(chance)),
        )
    ]
    lines += [
        phrase(
            "  {card}: {chance}, {bits:.2f} bits",
            card=CARDS[name],
            chance=_percent(each),
            bits=float(bits(each)),
        )
        for name, each in found
    ]
    return joined("\n", lines)


def last(view: SolverView, words: Mapping[Family, str]) -> str:
    """What the newest card or answer ruled out."""
    track, told = track_of(view), _told(view)
    shown = [entry for entry in view.history if entry.accepted is not None or entry.answer]
    newest = shown[-1]
    if newest.answer is not None:
        before = _belief(track, told[:-1])
        what = phrase(
            "The answer {answer} to {rule!r}", answer=newest.answer, rule=said_rule(newest.rule)
        )
    else:
        before = _belief(track[:-1], told)
        what = phrase("That {card} was not accepted", card=CARDS[newest.card])
        if newest.accepted:
            what = phrase("That {card} was accepted", card=CARDS[newest.card])
    after = _belief(track, told)
    if newest.answer is not None:
        kept = _likeliest(after, ASKED)
        out = [rule for rule in _likeliest(before) if rule not in kept]
        if not out:
            return phrase("{what} ruled out no likely rule.", what=what)
        said = phrase("{what} ruled out of the likeliest rules:", what=what)
        return joined("\n", (said, *(joined("", ("  ", said_rule(rule))) for rule in out)))
    if not (isinstance(before, InSpace) and before.count()):
        return phrase("{what}; no rule of the large space gave every verdict before.", what=what)
    if not isinstance(after, InSpace):
        return phrase(
            "{what} ruled out all {all:,} rules of the large space that were left.",
            what=what,
            all=before.count(),
        )
    gone = before.count() - after.count()
    if not gone:
        return phrase(
            "{what} ruled out nothing: all {all:,} rules agreed with it.",
            what=what,
            all=before.count(),
        )
    weight = 1 - after.accepting()[0] / before.accepting()[0]
    counts = _counts(before) - _counts(after)
    kinds = listed(
        phrase("{number:,} {kind}", number=int(counts[index]), kind=words[family])
        for index, family in enumerate(FAMILIES)
        if counts[index]
    )
    return phrase(
        "{what} ruled out {some:,} of {all:,} rules of the large space, by its law {chance} of "
        "what was possible: {kinds}.",
        what=what,
        some=gone,
        all=before.count(),
        chance=_percent(weight),
        kinds=kinds,
    )


def _told(view: SolverView) -> Told:
    found: Told = ()
    for guess, said in answers_of(view):
        try:
            found = (*found, (rule_called(guess), said))
        except RuleError:  # too heavy for the language of today
            continue
    return found


def _belief(track: tuple[JudgedCard, ...], told: Told) -> Belief:
    return believed(large_prior(SOLVER), track, told)


def _likeliest(belief: Belief, most: int = LIKELIEST) -> list[str]:
    return [rule.sentence for _, rule in islice(belief.likeliest(), most)]


def _named(belief: Belief) -> list[str]:
    total = belief.accepting()[0]
    return [
        phrase(
            "  {rule} ({chance})", rule=said_rule(rule.sentence), chance=_percent(weight / total)
        )
        for weight, rule in islice(belief.likeliest(), LIKELIEST)
    ]


def _counts(belief: InSpace) -> NDArray[np.int64]:
    """How many rules of each family are possible."""
    return np.bincount(belief.space.families[belief.among], minlength=len(FAMILIES))


def _by_family(belief: InSpace, words: Mapping[Family, str]) -> str:
    """How likely each family is."""
    space = belief.space
    weights = space.weights[space.classes[belief.among]]
    found = np.bincount(space.families[belief.among], weights, minlength=len(FAMILIES))
    total = found.sum()
    return listed(
        phrase("{number} {kind}", number=_percent(found[index] / total), kind=words[family])
        for index, family in enumerate(FAMILIES)
        if words and found[index]
    )


def _percent(share: float) -> str:
    """A share in whole per cent, and none that is possible as 0.

    >>> _percent(0.5), _percent(0.001)
    ('50 %', 'under 1 %')
    """
    if 0 < share < 0.005:
        return phrase("under 1 %")
    return in_percent(share)
