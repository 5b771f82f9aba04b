"""Regret minimisation on a sequence form, and how far a policy is from being unbeatable.

Counterfactual regret minimisation: Zinkevich, Johanson, Bowling and Piccione (2007), *Regret
minimization in games with incomplete information*. Its average policy comes ever closer to an
equilibrium in games of two seats where one gains what the other loses; elsewhere it is a good
heuristic without that promise.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np

from facedown.core.seats import Seat
from facedown.search import kernels
from facedown.search.sequence_form import Floats, Policy, SequenceForm


@dataclass(frozen=True, slots=True)
class Variant:
    """How fast the past is forgotten.

    After iteration t positive regrets are multiplied by t^alpha / (t^alpha + 1), negative ones by
    the same with beta, and iteration t counts t^gamma times in the average policy. Brown and
    Sandholm (2019), *Solving imperfect-information games via discounted regret minimization*.
    """

    alpha: float
    beta: float
    gamma: float


CFR: Final = Variant(inf, inf, 0)
"""Nothing is forgotten: Zinkevich and others (2007)."""

CFR_PLUS: Final = Variant(inf, -inf, 1)
"""Negative regrets are forgotten at once: Tammelin (2014), *Solving large imperfect information
games using CFR+*."""

LINEAR: Final = Variant(1, 1, 1)
"""Iteration t counts t times."""

DISCOUNTED: Final = Variant(1.5, 0, 2)
"""The values that Brown and Sandholm recommend."""


class RegretMinimiser:
    """Regret minimisation under way.

    In each iteration the seats learn one after the other, each against what the ones before it
    have just become.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> from facedown.search.sequence_form import sequence_form
    >>> learning = RegretMinimiser(sequence_form(KuhnPoker()))
    >>> learning.run(1000)
    >>> f"{exploitability(learning.form, learning.average()):.9f}"
    '0.000937617'
    """

    def __init__(self, form: SequenceForm, variant: Variant = CFR) -> None:
        self.form = form
        self.variant = variant
        self.iterations = 0
        self.current: Policy = form.uniform()
        self.regrets: Floats = np.zeros(form.actions.size)
        self._sums: Floats = np.zeros(form.actions.size)
        self._values: Floats = np.zeros(form.actions.size)
        self._reach: Floats = reaches(form, self.current)

    def run(self, iterations: int) -> None:
        """Does so many iterations more."""
        form, variant = self.form, self.variant
        kernels.minimise_regret(
            self.iterations,
            iterations,
            float(variant.alpha),
            float(variant.beta),
            float(variant.gamma),
            form.infoset_starts,
            form.parents,
            form.firsts,
            form.endings,
            form.payoffs,
            self.current,
            self._reach,
            self._values,
            self.regrets,
            self._sums,
        )
        self.iterations += iterations

    def average(self) -> Policy:
        """The average of all policies so far, each weighed by how likely its seat comes there."""
        form = self.form
        sizes = np.diff(form.firsts)
        totals = np.repeat(np.add.reduceat(self._sums, form.firsts[:-1]), sizes)
        policy = form.uniform()
        np.divide(self._sums[form.seats :], totals, out=policy[form.seats :], where=totals > 0)
        return policy


def reaches(form: SequenceForm, policy: Policy) -> Floats:
    """How likely each seat does the whole of each of its sequences, wherever it can.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> from facedown.search.sequence_form import sequence_form
    >>> form = sequence_form(KuhnPoker())
    >>> sorted(set(reaches(form, form.uniform()).tolist()))
    [0.25, 0.5, 1.0]
    """
    reach = np.ones(form.actions.size)
    for seat in range(form.seats):
        kernels.spread(seat, form.infoset_starts, form.parents, form.firsts, policy, reach)
    return reach


def expected(form: SequenceForm, policy: Policy) -> Floats:
    """What each seat gets on average when all play by the policy.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> from facedown.search.sequence_form import sequence_form
    >>> form = sequence_form(KuhnPoker())
    >>> expected(form, form.uniform()).round(6).tolist()
    [0.125, -0.125]
    """
    reach = reaches(form, policy)
    gains: Floats = (form.payoffs * reach[form.endings].prod(axis=0)).sum(axis=1)
    return gains


def best_reply(form: SequenceForm, policy: Policy, seat: Seat) -> tuple[float, Policy]:
    """The most a seat can get when the others play by the policy, and the policy changed so.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> from facedown.search.sequence_form import sequence_form
    >>> form = sequence_form(KuhnPoker())
    >>> most, reply = best_reply(form, form.uniform(), seat=0)
    >>> round(most, 6), bool(round(expected(form, reply)[0], 6) == round(most, 6))
    (0.5, True)
    """
    reply, values = policy.copy(), np.zeros(form.actions.size)
    starts, firsts = form.infoset_starts, form.firsts
    reach = reaches(form, policy)
    kernels.collect(seat, starts, firsts, form.endings, form.payoffs, reach, values)
    kernels.best_reply(seat, starts, form.parents, firsts, values, reply)
    return float(values[seat]), reply


def gains(form: SequenceForm, policy: Policy) -> Floats:
    """How much more each seat could get if it alone played best instead; 0 at an equilibrium.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> from facedown.search.sequence_form import sequence_form
    >>> form = sequence_form(KuhnPoker())
    >>> gains(form, form.uniform()).round(6).tolist()
    [0.375, 0.541667]
    """
    best = [best_reply(form, policy, seat)[0] for seat in range(form.seats)]
    return np.array(best) - expected(form, policy)


def exploitability(form: SequenceForm, policy: Policy) -> float:
    """The mean of :func:`gains` over the seats, in points per game.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> from facedown.search.sequence_form import sequence_form
    >>> form = sequence_form(KuhnPoker())
    >>> f"{exploitability(form, form.uniform()):.3f}"
    '0.458'
    """
    return float(gains(form, policy).mean())
