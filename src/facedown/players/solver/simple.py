"""SOLVER's beginner and careful player.

The beginner errs as people do. A few ideas come to its mind on a turn, plain ones first, whatever
the level; it forgets older cards, misreads one now and then, and says an idea that fits what is
left of them, late. The careful player keeps to the rules of the level that fit so far: it plays the
card whose verdict tells most, and in Cooperative guesses when the lives suffice for all rules that
are left. Where no rule of the level fits, which a person's rule may bring about, those of all
levels are tried.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from typing import Final

from facedown.core.moves import Action
from facedown.core.view import check_turn
from facedown.deduce.rules import JudgedCard, RuleError
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
"""So many rules are left when the careful player guesses where no lives are lost."""
LATE: Final = 20
"""With so many cards on the tracks the beginner guesses though few lives are left."""
DEAR: Final = 3
"""So many lives are few."""
KEPT: Final = 4
"""So many cards, the latest, the beginner does not forget."""

_THINGS: Final = re.compile("blue|red|green|yellow|circle|square|triangle|diamond|odd|even|[1-4]")


@lru_cache(maxsize=8)
def ideas_of(level: int) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """What may come to somebody's mind at a table of this level, and how readily.

    Those are the rules of the whole catalogue: one word before two, "not" and the last card less
    readily, and what is longer hardly ever unless the level asks for it.

    >>> ideas, readily = ideas_of(1)
    >>> readily[ideas.index("red")] > readily[ideas.index("not red")]
    True
    """
    ideas, readily = [], []
    for each in LEVELS:
        for sentence in level_rules(each):
            words = len(sentence.split())
            plain = 1 / words if each == 1 else 2 / words**2
            ideas.append(sentence)
            readily.append(plain * (1.0 if each <= level else 0.3))
    return tuple(ideas), tuple(readily)


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


class Careful:
    """Plays the card that tells most; guesses as soon as the lives allow it."""

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
        must = view.phase == "last" or DRAW not in view.legal
        guess = self.guess(view, rng, must=must)
        return DRAW if guess is None else Guess(guess)

    def guess(self, view: SolverView, rng: random.Random, *, must: bool) -> str | None:
        """A rule to say now; None for none yet, unless it ``must``."""
        few = view.lives - 1 if view.mode == "cooperative" else FEW
        left = candidates(view)
        return rng.choice(left) if must or len(left) <= few else None

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


class Beginner(Careful):
    """Plays any card; says an idea that fits what it remembers.

    So many ``ideas`` come to its mind on a turn, none is said before so many cards (``patience``).
    It ``forgets`` an older card, and ``misreads`` any, with these chances.
    """

    def __init__(
        self,
        *,
        ideas: int = 2,
        patience: int = 10,
        forgets: float = 0.2,
        misreads: float = 0.03,
    ) -> None:
        self.ideas = ideas
        self.patience = patience
        self.forgets = forgets
        self.misreads = misreads

    def card(self, view: SolverView, rng: random.Random) -> Action:
        """Any card."""
        return rng.choice(view.legal)

    def guess(self, view: SolverView, rng: random.Random, *, must: bool) -> str | None:
        """An idea that fits what is remembered; where it ``must``, the one that fits best."""
        track = track_of(view)
        dear = view.mode == "cooperative" and view.lives <= DEAR and len(track) < LATE
        if not must and (dear or len(track) < self.patience):
            return None
        remembered = self.remembered(track, rng)
        said = answers_of(view)
        best, most = None, -1
        for idea in rng.choices(*ideas_of(view.level), k=self.ideas):
            if any(
                idea == guess or (answer == "0" and _alike(idea, guess)) for guess, answer in said
            ):
                continue
            fits = sum(
                rule_called(idea).judge(track[:place], play.card) == play.accepted
                for place, play in remembered
            )
            if fits > most:
                best, most = idea, fits
        if must or most == len(remembered):
            return best or (rng.choice(level_rules(view.level)) if must else None)
        return None

    def remembered(
        self, track: tuple[JudgedCard, ...], rng: random.Random
    ) -> list[tuple[int, JudgedCard]]:
        """The plays that it thinks of, by their places, as it takes them to have gone."""
        kept = []
        for place, play in enumerate(track):
            if place < len(track) - KEPT and rng.random() < self.forgets:
                continue
            wrong = rng.random() < self.misreads
            kept.append((place, JudgedCard(play.card, play.accepted != wrong)))
        return kept


def _alike(one: str, other: str) -> bool:
    """Whether two rules speak of the same thing, such as red."""
    return bool({*_THINGS.findall(one)} & {*_THINGS.findall(other)})
