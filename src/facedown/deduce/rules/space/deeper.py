"""Rules outside of a space for a timeline that none of it explains: its rules put together.

Two rules of the space are joined by "and" or "or", or stand under a guard: each is right where it
decides. What is found gives every verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facedown.deduce.rules.conditions import And, Condition, If, Or, leaves
from facedown.deduce.rules.errors import RuleError
from facedown.deduce.rules.meaning import Play
from facedown.deduce.rules.rule import Rule, rule_of
from facedown.deduce.rules.space.belief import InSpace
from facedown.deduce.rules.space.forms import IF
from facedown.deduce.rules.space.kernels import verdicts
from facedown.deduce.rules.space.stored import Space

MOST: Final = 300
"""So many rules are proposed."""
BESIDE: Final = 200
"""Of the rules that may stand beside another one so many are tried, the simplest."""
UNDER: Final = 3
"""Under a guard so many are tried on each side."""

Bits = NDArray[np.uint32]


@lru_cache(maxsize=32)
def deeper(space: Space, track: tuple[Play, ...]) -> tuple[tuple[float, Rule], ...]:
    """Rules put together from those of the space that give every verdict, the likeliest first.

    Each with a weight that halves twice with every single condition. May be none.
    """
    holding, failing, free = _leaf_verdicts(space, track)
    simple = space.forms[: np.searchsorted(space.forms[:, 0], IF)]
    said = np.empty(len(simple), np.uint32)
    verdicts(np.ascontiguousarray(simple), holding, failing, said)
    wanted = np.uint32(sum(1 << index for index, play in enumerate(track) if play.accepted))
    every = np.uint32((1 << len(track)) - 1)
    found: dict[str, tuple[float, Rule]] = {}
    for form in _forms(space, (said, holding, failing, free), wanted, every):
        try:
            rule = rule_of(form, space.deck)
        except RuleError:
            continue
        if all(rule.judge(track[:index], p.card) == p.accepted for index, p in enumerate(track)):
            found[rule.sentence] = 0.25 ** len([*leaves(rule.condition)]), rule
        if len(found) == MOST:
            break
    return tuple(sorted(found.values(), key=lambda each: (-each[0], each[1].sentence)))


def _leaf_verdicts(space: Space, track: Sequence[Play]) -> tuple[Bits, Bits, Bits]:
    """For each single condition the plays for which it holds, its negation does, and both do."""
    belief = InSpace(space, np.empty(0, np.int32), InSpace.start(space).states)
    holding = np.zeros(len(space.leaves), np.uint32)
    failing = np.zeros_like(holding)
    for index, play in enumerate(track):
        holds, fails = (
            (masks >> np.uint64(play.card) & np.uint64(1)).astype(np.uint32) << np.uint32(index)
            for masks in belief.masks()
        )
        holding |= holds
        failing |= fails
        belief = belief.after(play)
    return holding, failing, holding & failing


def _forms(
    space: Space, known: tuple[Bits, Bits, Bits, Bits], wanted: np.uint32, every: np.uint32
) -> Iterator[Condition]:
    """Conditions put together so that they hold for just the plays that were accepted."""
    said, holding, failing, free = known

    def condition(number: int) -> Condition:
        return space.grammar.condition([int(part) for part in space.forms[number]])

    for joint, possible in (
        (And, np.flatnonzero((said & wanted) == wanted)),
        (Or, np.flatnonzero((said | wanted) == wanted)),
    ):
        # The simplest, and of the others those that are wrong least often.
        wrong = np.bitwise_count(said[possible] ^ wanted)
        near = possible[np.lexsort((possible, wrong))[:BESIDE]]
        for one in possible[:BESIDE]:
            together = said[one] & said[near] if joint is And else said[one] | said[near]
            for other in near[together == wanted][:UNDER]:
                yield joint((condition(int(one)), condition(int(other))))
    for guard, leaf in enumerate(space.leaves):
        if free[guard] & ~wanted & every:
            continue
        under, beside = holding[guard] & ~free[guard], failing[guard] & ~free[guard]
        then = np.flatnonzero(((said ^ wanted) & under) == 0)[:UNDER]
        otherwise = np.flatnonzero(((said ^ wanted) & beside) == 0)[:UNDER]
        for one in then:
            for other in otherwise:
                if one != other:
                    yield If(leaf, condition(int(one)), condition(int(other)))
