"""How fast the large space of rules is enumerated and reasoned over, and how it merges forms."""

from __future__ import annotations

import hashlib
import random
import statistics
import time
from collections.abc import Iterator
from typing import Final

from facedown.core.workshop import Progress
from facedown.deduce.rules.conditions import JudgedCard
from facedown.deduce.rules.deck import SOLVER
from facedown.deduce.rules.equality import same
from facedown.deduce.rules.rule import Rule, rule_of
from facedown.lab.tools import Bench, Measurement

MERGED: Final = 400
"""Forms that another one stands for, of which it is decided whether they mean the same."""
SECRETS: Final = 5
CARDS: Final = 12


def _space(progress: Progress) -> Iterator[Measurement]:
    import numpy as np

    from facedown.deduce.rules.conditions import ANYTHING, NOTHING
    from facedown.deduce.rules.space.belief import InSpace
    from facedown.deduce.rules.space.forms import CONSTANTS, Grammar, distinct, large, marked
    from facedown.deduce.rules.space.stored import Space

    grammar = large(SOLVER)
    leaves = grammar.leaves[:6]
    distinct(Grammar("compiled before", SOLVER, leaves, leaves, ()), progress)  # compiles
    begun = time.thread_time()
    forms, marks = marked(grammar, progress)
    _, first, inverse = np.unique(marks, return_index=True, return_inverse=True)
    kept = np.sort(first)
    took = time.thread_time() - begun
    space = Space(grammar, forms[kept[kept >= CONSTANTS]])
    checksum = hashlib.sha256(np.ascontiguousarray(space.forms).tobytes()).hexdigest()[:16]
    yield Measurement("forms enumerated", len(forms) / took, "/CPU s", checksum, "> 500,000")
    yield Measurement("meanings told apart", len(space), "", checksum, "> 1,000,000")

    def rule(number: int) -> Rule:
        form = forms[number].tolist()
        constants = {len(grammar.leaves): ANYTHING, len(grammar.leaves) + 1: NOTHING}
        return rule_of(constants.get(form[2]) or grammar.condition(form), SOLVER)

    progress(f"{MERGED} of the forms that another one stands for are compared with it.")
    left_out = np.flatnonzero(first[inverse] != np.arange(len(forms))).tolist()
    some = random.Random(1).sample(left_out, MERGED)
    alike = [same(rule(number), rule(int(first[inverse[number]]))).same for number in some]
    yield Measurement(
        "share of forms left out that mean the same", sum(alike) / MERGED, "", checksum, "1"
    )
    first_card: list[float] = []
    later: list[float] = []
    found: list[str] = []
    for seed in range(SECRETS):
        rng = random.Random(seed)
        secret = space.rule(rng.randrange(len(space)))
        belief, track = InSpace.start(space), list[JudgedCard]()
        for card in rng.sample(range(len(SOLVER.cards)), CARDS):
            play = JudgedCard(card, secret.judge(track, card))
            begun = time.thread_time()
            belief = belief.after(play)
            chances = belief.chances()
            (later if track else first_card).append(1000 * (time.thread_time() - begun))
            track.append(play)
            found.append(f"{belief.count()} {chances.round(9).tolist()}")
    told = hashlib.sha256("\n".join(found).encode()).hexdigest()[:16]
    what = "a verdict taken in and the next card chosen"
    yield Measurement(f"{what}: the first", statistics.median(first_card), "CPU ms", told, "< 50")
    yield Measurement(f"{what}: the worst later", max(later), "CPU ms", told, "< 50")


SPACE: Final = Bench("space", "the large space of rules, and what is believed of it", _space)
"""``facedown bench space``."""
