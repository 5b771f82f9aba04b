"""The few moments of a game that mattered most to a seat."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal, TypeAlias

from facedown.core.judging import Figure, Measure, Verdict, Worth
from facedown.core.moves import Move

MOST = 3

Kind: TypeAlias = Literal["guess", "known", "cost", "told", "seen", "swing"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One move of a seat that a judge had something to say of.

    ``turn`` counts the moves of the log before it, nature's included. ``before`` and ``after`` are
    how many possibilities were left to the seat before the move and once it was answered.
    """

    turn: int
    move: Move
    before: Figure | None
    after: Figure | None
    verdict: Verdict

    @property
    def bits(self) -> float | None:
        """How often it halved what was possible; None where nothing is counted.

        >>> from fractions import Fraction
        >>> eight, two = Figure(Fraction(8)), Figure(Fraction(2))
        >>> Judgement(3, Move(), eight, two, Verdict()).bits
        2.0
        """
        if self.before is None or self.after is None or not self.after.value:
            return None
        return math.log2(self.before.value / self.after.value)

    def costs(self, measure: Measure) -> bool:
        """Whether the move cost anything that is worth a word and more than chance explains."""
        for figure in self.verdict.cost:
            if figure.value > measure.small:
                return figure.interval is None or figure.interval[0] > 0
            if figure.value:
                return False
        return False


@dataclass(frozen=True, slots=True)
class Turning:
    """A moment that mattered: after ``turn`` moves of the log.

    ``kind`` is "guess" where something was named that was not certain, "known" where everything
    could have been known and was not used, "cost" where a move cost much and "told" where one told
    much: ``judgement`` is that move. "seen" is where somebody else's move, or chance's, told much,
    and "swing" where so much less or more was to be expected than at the move before, that chance
    in the estimates does not explain it. ``before`` and ``after`` are what was left, or expected.
    """

    turn: int
    kind: Kind
    judgement: Judgement | None = None
    before: Figure | None = None
    after: Figure | None = None


def turning_points(
    measure: Measure,
    judged: Sequence[Judgement],
    known_from: int | None,
    left: Sequence[Figure | None],
    own: Collection[int],
) -> tuple[Turning, ...]:
    """At most three moments, in the order of the game; ``left`` is what was left after each turn.

    ``own`` are the turns before moves that the seat made, and before those that answered it.

    Guesses come first, then what could have been known, what cost most, what told most, and what
    others' moves told or changed.
    """
    wasted = [
        each
        for each in judged
        if known_from is not None and each.turn >= known_from and _off(each, measure)
    ]
    found = [Turning(e.turn, "guess", e) for e in judged if _guess(e)]
    if known_from is not None and wasted:
        found.append(Turning(known_from, "known"))
    taken = {turning.turn for turning in found}
    costly = [e for e in judged if e.costs(measure) and e.turn not in taken]
    costly.sort(key=lambda e: [-float(figure.value) for figure in e.verdict.cost])
    found += [Turning(e.turn, "cost", e) for e in costly]
    telling = [e for e in judged if not e.costs(measure) and e.turn not in taken]
    telling = sorted((e for e in telling if (e.bits or 0) > 0), key=lambda e: -(e.bits or 0))
    found += [Turning(e.turn, "told", e, e.before, e.after) for e in telling]
    if len(found) < MOST:
        found += _seen(own, left) or _swings(measure, judged)
    # What is seen after a move comes before what was done next.
    return tuple(sorted(found[:MOST], key=lambda t: (t.turn, t.judgement is not None)))


def _seen(own: Collection[int], left: Sequence[Figure | None]) -> list[Turning]:
    """Where what was left became less by somebody else's move, the most telling first."""
    found: list[tuple[float, Turning]] = []
    for turn, (before, after) in enumerate(pairwise(left), 1):
        if before is None or after is None or turn - 1 in own or not after.value:
            continue
        bits = math.log2(before.value / after.value)
        if bits > 0:
            found.append((-bits, Turning(turn, "seen", None, before, after)))
    return [turning for _, turning in sorted(found, key=lambda each: each[0])]


def _swings(measure: Measure, judged: Sequence[Judgement]) -> list[Turning]:
    """Where what was expected changed most, in games of which nothing else is counted."""
    worths = [(e.turn, e.verdict.worth[0]) for e in judged if e.verdict.worth]
    found: list[tuple[float, Turning]] = []
    for (_, before), (turn, after) in pairwise(worths if not measure.left else ()):
        if before.interval is None or after.interval is None:
            continue
        apart = max(after.interval[0] - before.interval[1], before.interval[0] - after.interval[1])
        if apart > 0:
            change = abs(float(after.value) - float(before.value))
            found.append((-change, Turning(turn, "swing", None, before, after)))
    return [turning for _, turning in sorted(found, key=lambda each: each[0])]


def together(costs: Sequence[Worth]) -> Worth:
    """What several moves cost, unit by unit; empty for none.

    Estimates are independent of each other, so that the squares of their margins add up.

    >>> together([(Figure(2.0, (1.7, 2.3)),), (Figure(1.0, (0.6, 1.4)),)])
    (Figure(value=3.0, interval=(2.5, 3.5)),)
    """
    return tuple(map(_sum, zip(*costs, strict=True)))


def _sum(figures: Sequence[Figure]) -> Figure:
    total = sum((figure.value for figure in figures), Fraction(0))
    if all(figure.exact for figure in figures):
        return Figure(total)
    margins = [(f.interval[1] - f.interval[0]) / 2 for f in figures if f.interval is not None]
    margin, middle = math.hypot(*margins), float(total)
    return Figure(middle, (middle - margin, middle + margin))


def _guess(judged: Judgement) -> bool:
    chance = judged.verdict.chance
    return chance is not None and chance.value < 1


def _off(judged: Judgement, measure: Measure) -> bool:
    return judged.costs(measure) or _guess(judged)
