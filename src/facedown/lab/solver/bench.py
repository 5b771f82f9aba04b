"""How fast rules are judged, compared and answered, and how fast the large space is gone through.

Checksums show equal work.
"""

from __future__ import annotations

import hashlib
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from math import log2
from typing import Final

from facedown.core.workshop import Progress
from facedown.deduce.rules.catalogue import catalogue, known_answer
from facedown.deduce.rules.conditions import JudgedCard
from facedown.deduce.rules.deck import SOLVER
from facedown.deduce.rules.equality import same
from facedown.deduce.rules.law import FAMILIES, family_of
from facedown.deduce.rules.machine import machine_of
from facedown.deduce.rules.rule import Rule, rule_of
from facedown.deduce.rules.speech import parse
from facedown.lab.solver.random_rules import pairs
from facedown.lab.tools import Bench, Measurement

PAIRS: Final = 10_000
RUN: Final = "the run of the same colour is at most 4"
COMPILING: Final = (
    ("red", "red and same colour as the last card"),
    (RUN, f"{RUN} or same number as every earlier card"),
)
"""Pairs for which all kernels are needed: the second one counts cards."""

ANSWERS: Final = 40
"""Rules of the catalogue of which each answers each."""

MERGED: Final = 400
"""Forms that another one stands for, of which it is decided whether they mean the same."""
SECRETS: Final = 5
CARDS: Final = 12


def _checksum(found: list[str]) -> str:
    return hashlib.sha256("\n".join(found).encode()).hexdigest()[:16]


def _equality(progress: Progress) -> Iterator[Measurement]:
    """Every pair in CPU time, with everything that is not known of its rules yet."""
    for texts in COMPILING:
        same(*(parse(text, SOLVER) for text in texts))
    times, found = [], []
    for number, (one, other) in enumerate(pairs(random.Random(1), SOLVER, PAIRS)):
        begun = time.thread_time()
        verdict = same(one, other)
        times.append(time.thread_time() - begun)
        found.append(f"{verdict.same} {len(verdict.witness)}")
        if number % 1000 == 999:
            progress(f"{number + 1:,} of {PAIRS:,} pairs.")
    times.sort()
    checksum = _checksum(found)
    alike = sum(line.startswith("True") for line in found) / PAIRS
    for what, index, aim in (
        ("middle", PAIRS // 2, "< 1"),
        ("99th of 100", PAIRS * 99 // 100, "< 50"),
        ("worst", PAIRS - 1, "< 2,000"),
    ):
        told = f"two rules the same or not: {what}"
        yield Measurement(told, times[index] * 1000, "CPU ms", checksum, aim)
    yield Measurement("share of the pairs that are the same", alike, "", checksum)


def _answers(progress: Progress) -> Iterator[Measurement]:
    from facedown.deduce.rules.parts import answer

    progress(f"{ANSWERS} rules answer each other.")
    rules = [entry.rule for entry in catalogue()[:: len(catalogue()) // ANSWERS]][:ANSWERS]
    answer(rules[0], rules[1])  # compiles, and makes the lists
    begun = time.thread_time()
    found = [answer(secret, guess) for secret in rules for guess in rules]
    seconds = time.thread_time() - begun
    yield Measurement(
        "answer to a guess, rules new at first",
        seconds * 1000 / len(found),
        "CPU ms",
        _checksum(list(found)),
    )


def _bits(progress: Progress) -> Iterator[Measurement]:
    """What the answers tell to wrong guesses, both rules being any of the catalogue."""
    progress("Every rule of the catalogue is guessed for every other.")
    families = {entry.sentence: family_of(entry.rule) for entry in catalogue()}
    for family in (*FAMILIES, None):
        counts = Counter(
            known_answer(secret, guess)
            for secret in families
            for guess, about in families.items()
            if secret != guess and family in (None, about)
        )
        total = sum(counts.values())
        bits = -sum(count / total * log2(count / total) for count in counts.values())
        what = f"an answer to a guess about the {family}" if family else "an answer to any guess"
        told = [f"{answer} {counts[answer]}" for answer in ("0", "1", "2+")]
        yield Measurement(what, bits, "bits", _checksum(told))


def _verdicts(progress: Progress) -> Iterator[Measurement]:
    progress(f"{len(catalogue())} rules judge 20 orders of 25 cards.")
    rng = random.Random(2)
    orders = [rng.sample(range(len(SOLVER.cards)), 25) for _ in range(20)]
    machines = [machine_of(SOLVER, entry.rule.condition) for entry in catalogue()]
    begun, count, accepted = time.thread_time(), 0, 0
    for machine in machines:
        for order in orders:
            states = machine.start()
            for card in order:
                fits = bool(machine.verdicts(states) >> card & 1)
                machine.step(states, JudgedCard(card, fits))
                accepted += fits
                count += 1
    seconds = time.thread_time() - begun
    yield Measurement("verdicts on all cards", count / seconds, "/ CPU s", str(accepted))


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


BENCHES: Final = (
    Bench("rules-equality", f"{PAIRS:,} pairs of random rules: the same or not", _equality),
    Bench("rules-answers", "a Master's answers to guesses", _answers),
    Bench("rules-bits", "how much answers tell of the catalogue's rules", _bits),
    Bench("rules-verdicts", "verdicts of the rules of the catalogue", _verdicts),
    Bench("space", "the large space of rules, and what is believed of it", _space),
)
