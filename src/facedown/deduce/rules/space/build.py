"""Enumerating the forms of a grammar, and keeping one for each meaning.

Each form is played on published timelines and its verdicts on every card not played yet are mixed
into one number. Rules that mean the same have the same number, so rules that are kept beside each
other differ, each pair on a timeline that can be played: that is certain. Rules with the same
number on all timelines count as one, the simplest stands for them: that nearly all of these mean
the same is measured (``facedown bench space``), not proved.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facedown.core.progress import Progress
from facedown.deduce.rules.conditions import ANYTHING, LONGEST, NOTHING
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.machine import HEAVIEST
from facedown.deduce.rules.reading import register_of
from facedown.deduce.rules.registers import ERROR, LastVerdict
from facedown.deduce.rules.sample import Conditions
from facedown.deduce.rules.space.forms import SINGLE, Forms, Grammar
from facedown.deduce.rules.space.kernels import Memories, Timelines, fingerprints, light

WHOLE: Final = (2, 4, 8)
"""Whole timelines on which every form is played, and then those that agree with another one."""

SHORT: Final = 4
"""Plays after every first card, for those forms that still agree with another one."""


CONSTANTS: Final = 2
"""Before all other forms stand "anything" and "nothing"."""


def memories_of(conditions: Conditions) -> Memories:
    """What single conditions remember and say, for compiled code."""
    masks = [len(rows) for rows in conditions.holding]
    following = [each.size for each in conditions.following]
    deck = conditions.deck
    return Memories(
        len(deck.cards),
        np.uint64(deck.everything),
        np.cumsum([0, *following[:-1]], dtype=np.int64),
        np.concatenate([each.ravel() for each in conditions.following]).astype(np.int32),
        np.array(
            [ERROR if isinstance(each, LastVerdict) else -1 for each in conditions.registers],
            np.int64,
        ),
        np.array(conditions.reads, np.int64),
        np.cumsum([0, *masks[:-1]], dtype=np.int64),
        np.concatenate(conditions.holding),
        np.concatenate(conditions.failing),
    )


def published_timelines(deck: Deck) -> tuple[Timelines, ...]:
    """The timelines on which rules are told apart, stage by stage.

    On every other whole one there is a card of any kind now and then, so that there are errors too.
    """
    rng = random.Random("space")
    cards = len(deck.cards)

    def some(rows: int, plays: int) -> Timelines:
        begins = [[rng.randrange(cards) for _ in range(plays)] for _ in range(rows)]
        any_card = [
            [row % 2 == 1 and rng.randrange(3) == 0 for _ in range(plays)] for row in range(rows)
        ]
        return Timelines(np.array(begins, np.int64), np.array(any_card, np.bool_))

    plays = min(LONGEST, cards)
    *whole, last = (some(rows, plays) for rows in WHOLE)
    short = some(cards, SHORT)
    short.begins[:, 0] = np.arange(cards)
    short.any_card[:, 0] = True
    return *whole, short, last


def distinct(grammar: Grammar, progress: Progress) -> Forms:
    """One form for each meaning, the simplest first; without what accepts anything or nothing."""
    forms, marks = marked(grammar, progress)
    _, first = np.unique(marks, return_index=True)
    first.sort()
    kept: Forms = forms[first[first >= CONSTANTS]]
    return kept


def marked(grammar: Grammar, progress: Progress) -> tuple[Forms, NDArray[np.uint64]]:
    """All forms that are light enough, with their numbers: alike where verdicts are.

    The first ``CONSTANTS`` are "anything" and "nothing"; their numbers follow those of the leaves.
    """
    deck = grammar.deck
    conditions = Conditions(deck, (*grammar.leaves, ANYTHING, NOTHING))
    memories = memories_of(conditions)
    families, sizes = _weights(conditions)
    count = len(grammar.leaves)
    constants = np.array([[SINGLE, 0, count, 0], [SINGLE, 0, count + 1, 0]], np.int16)
    blocks = [constants]
    told = 0
    for block in grammar.blocks():
        blocks.append(block[light(block, families, sizes, HEAVIEST)])
        told += len(block)
    forms = np.concatenate(blocks)
    progress(f"{told:,} forms of rules are compared.")
    marks = np.zeros(len(forms), np.uint64)
    undecided = np.arange(len(forms))
    for timelines in published_timelines(deck):
        found = marks[undecided]
        fingerprints(memories, timelines, forms[undecided], found)
        marks[undecided] = found
        _, inverse, times = np.unique(found, return_inverse=True, return_counts=True)
        certain = np.count_nonzero(times == 1)
        progress(f"{len(forms) - len(found) + certain:,} forms are told apart from all others.")
        undecided = undecided[times[inverse] > 1]
    return forms, marks


def _weights(conditions: Conditions) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each condition the family of its register as a number, and how many states that has."""
    registers = [register_of(leaf) for leaf in conditions.leaves]
    families: dict[object, int] = {}
    numbers = [families.setdefault(each.family, len(families)) for each in registers]
    sizes = [each.size(conditions.deck) for each in registers]
    return np.array(numbers, np.int64), np.array(sizes, np.int64)
