"""What SOLVER's bots do as a Master: they take a rule of the catalogue, and keep to it."""

from __future__ import annotations

import random

from facedown.core.moves import Action
from facedown.deduce.rules import RuleError
from facedown.games.solver.judging import answer_to, level_rules, rule_called
from facedown.games.solver.moves import ACCEPT, ANSWER, ANSWERS, NUMBERS, REJECT, Write
from facedown.games.solver.view import SolverView, track_of
from facedown.players.solver.ideas import fitting, ideas


def written(view: SolverView, rng: random.Random) -> Write:
    """A rule of the level of the table."""
    return Write(rng.choice(level_rules(view.level)))


def judged(view: SolverView) -> Action:
    """The verdict or the answer of a Master, who wrote a rule of the language or one like it."""
    last = view.history[-1]
    before = track_of(view)
    try:
        rule = rule_called(view.rule or "").sentence
    except RuleError:  # somebody else wrote it: an idea that agrees with every verdict so far
        rule = ideas()[fitting(before)[0]].rule.sentence
    if view.phase == "judge":
        return ACCEPT if rule_called(rule).judge(before, NUMBERS[last.card]) else REJECT
    try:
        return ANSWER + ANSWERS.index(answer_to(rule, last.rule))
    except RuleError:
        return ANSWER  # a guess in words that the program cannot read shares no part that it knows
