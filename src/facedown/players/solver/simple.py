"""SOLVER's beginner and careful player, who keep to the rules of the level that fit so far.

The beginner plays any card and guesses when three rules or fewer are left. The careful player
plays the card whose verdict tells most, and in Cooperative guesses when the lives suffice for all
rules that are left. Where no rule of the level fits, which a person's rule may bring about, those
of all levels are tried.
"""

from __future__ import annotations

import random
from typing import Final

from facedown.core.moves import Action
from facedown.core.view import check_turn
from facedown.deduce.rules import RuleError
from facedown.deduce.rules.catalogue import LEVELS
from facedown.games.solver.judging import answer_to, level_rules, possible, rule_called
from facedown.games.solver.moves import (
    ACCEPT,
    ANSWER,
    ANSWERS,
    DEDUCIBLE,
    DRAW,
    IMPOSSIBLE,
    NUMBERS,
    REJECT,
    Guess,
    Write,
)
from facedown.games.solver.view import SolverView, answers_of, track_of

FEW: Final = 3
"""So many rules are left when the beginner guesses."""


def candidates(view: SolverView) -> tuple[str, ...]:
    """The rules of the level, or of any, that give every verdict and every answer so far.

    Those of the level where none does: a guess has to be something.
    """
    track, answers = track_of(view), answers_of(view)
    if view.master == "free":  # answers by judgement mean nothing to a program
        answers = ()
    for rules in (level_rules(view.level), sum(map(level_rules, LEVELS), ())):
        if found := possible(rules, track, answers):
            return found
    return level_rules(view.level)


def _by_hand(view: SolverView) -> int:
    """The verdict or the answer of a Master, who wrote a rule of the language or one like it."""
    try:
        rule = rule_called(view.rule or "").sentence
    except RuleError:  # somebody else wrote it: a rule that agrees with every verdict so far
        rule = candidates(view)[0]
    last = view.history[-1]
    if view.phase == "judge":
        return ACCEPT if rule_called(rule).judge(track_of(view), NUMBERS[last.card]) else REJECT
    try:
        return ANSWER + ANSWERS.index(answer_to(rule, last.rule))
    except RuleError:
        return ANSWER  # a guess in words that the program cannot read shares no part that it knows


class Beginner:
    """Plays any card; guesses among the last few rules."""

    def act(self, view: SolverView, rng: random.Random) -> Action:
        """Its move now."""
        check_turn(view)
        match view.phase:
            case "rule":
                return Write(rng.choice(level_rules(view.level)))
            case "play":
                return self.card(view, rng)
            case "judge" | "answer":
                return _by_hand(view)
            case "vote":
                return DEDUCIBLE if view.rule in level_rules(view.level) else IMPOSSIBLE
            case "best":
                return rng.choice(view.legal)
        if not view.hand:
            return DRAW
        left = candidates(view)
        if len(left) <= self.few(view) or view.phase == "last" or DRAW not in view.legal:
            return Guess(rng.choice(left))
        return DRAW

    def few(self, view: SolverView) -> int:
        """How many rules may be left when it guesses."""
        del view
        return FEW

    def card(self, view: SolverView, rng: random.Random) -> Action:
        """Any card."""
        return rng.choice(view.legal)


class Careful(Beginner):
    """Plays the card that tells most; guesses as soon as the lives allow it."""

    def few(self, view: SolverView) -> int:
        """As many as the lives allow to be tried one after the other; a few where none are lost."""
        return view.lives - 1 if view.mode == "cooperative" else FEW

    def card(self, view: SolverView, rng: random.Random) -> Action:
        """The card that about half of the rules left would accept."""
        track = track_of(view)
        masks = [rule_called(rule).accepted(track) for rule in candidates(view)]
        split = {
            card: abs(2 * sum(mask >> card & 1 for mask in masks) - len(masks))
            for card in (NUMBERS[name] for name in view.hand or ())
        }
        least = min(split.values())
        return rng.choice([card for card, far in split.items() if far == least])
