"""Many games in which an agent looks for secret rules, and what each of them came to."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from time import perf_counter
from typing import Final, NamedTuple

from facedown.core.workshop import Progress
from facedown.deduce.rules import Deck, JudgedCard, Rule, RuleError, deck_called, parse
from facedown.deduce.rules.law import family_of
from facedown.lab.series import completed, executor_for, stopping
from facedown.lab.solver.agents import agent_called
from facedown.lab.solver.trial import (
    Left,
    Log,
    RuleSeeker,
    Trial,
    TrialScore,
    TrialSetting,
    bits,
    pool_of,
    score_of,
)

PART: Final = 5
"""Games that are played between two reports."""


class Secret(NamedTuple):
    """A rule to be found: its sentence and the level that agents are told."""

    sentence: str
    level: int


@dataclass(frozen=True, slots=True)
class AskedRules:
    """What is to be played. The rules are gone through in an order that is drawn from the seed."""

    rules: tuple[Secret, ...]
    agent: str
    conditions: TrialSetting
    games: int
    seed: int

    def secret(self, number: int) -> Secret:
        """The rule of a game: every rule is played once before one comes again."""
        again, index = divmod(number, len(self.rules))
        order = list(range(len(self.rules)))
        random.Random(f"{self.seed}/rules/{again}").shuffle(order)
        return self.rules[order[index]]


@dataclass(frozen=True, slots=True, kw_only=True)
class InductionGame(TrialScore):
    """What one game came to.

    ``lost`` are the bits by which the cards played told less than the best card in hand, of
    ``judged`` cards; ``refuting`` of them could have refuted the best guess of the moment. It took
    so many ``seconds``, by which games are not compared.
    """

    number: int
    rule: str
    family: str
    judged: int
    lost: float
    refuting: int
    seconds: float = field(default=0.0, compare=False)


def play(asked: AskedRules, number: int, agent: RuleSeeker) -> InductionGame:
    """Plays one game and measures it; it depends on what is asked and its number alone."""
    secret, conditions = asked.secret(number), asked.conditions
    deck = deck_called(conditions.deck)
    rule = parse(secret.sentence, deck)
    began = perf_counter()
    log = Trial(rule, secret.level, conditions, f"{asked.seed}/{number}").play(agent)
    seconds = perf_counter() - began
    found = score_of(log, conditions)
    judged, lost, refuting = _measured(log, deck, _pool(asked))
    return InductionGame(
        number=number,
        rule=rule.sentence,
        family=family_of(rule),
        **asdict(found),
        judged=judged,
        lost=lost,
        refuting=refuting,
        seconds=seconds,
    )


def _measured(log: Log, deck: Deck, pool: Left) -> tuple[int, float, int]:
    """Cards that are judged, bits lost on them, and how many could have refuted the best guess.

    Against the rules of the pool that give every verdict and answer so far; where none is left
    nothing is judged any more.
    """
    left = pool.copy()
    judged = refuting = 0
    lost = 0.0
    for line in log:
        if line.what == "guess":
            left.told(parse(line.said, deck), line.answer)
        if line.what != "card":
            continue
        if line.turn and left.total:
            judged += 1
            lost += left.best_card(line.hand)[1] - bits(left.chance(line.card))
            guess = _believed(line.belief, deck) or left.likeliest()
            refuting += left.could_refute(guess, line.card)
        left.take(JudgedCard(line.card, line.accepted))
    return judged, lost, refuting


def _believed(sentence: str | None, deck: Deck) -> Rule | None:
    if sentence is None:
        return None
    try:
        return parse(sentence, deck)
    except RuleError:
        return None


@lru_cache(maxsize=2)
def _pool(asked: AskedRules) -> Left:
    deck = deck_called(asked.conditions.deck)
    return Left(pool_of(deck, (parse(secret.sentence, deck) for secret in asked.rules)))


class TrialBatch(NamedTuple):
    """Some games, by their numbers."""

    asked: AskedRules
    numbers: tuple[int, ...]


def play_part(part: TrialBatch) -> list[InductionGame]:
    """The games of a part; fewer once nobody waits for them any longer."""
    agent = _agent(part.asked.agent, part.asked.conditions)
    found = []
    for number in part.numbers:
        if stopping():
            break
        found.append(play(part.asked, number, agent))
    return found


@lru_cache(maxsize=1)
def _agent(name: str, conditions: TrialSetting) -> RuleSeeker:
    return agent_called(name, conditions)


def run(asked: AskedRules, progress: Progress, workers: int | None = None) -> list[InductionGame]:
    """Plays all games, the same on any number of processes; an interrupt ends it soon."""
    agent_called(asked.agent, asked.conditions)
    numbers = range(asked.games)
    parts = [
        TrialBatch(asked, tuple(numbers[first : first + PART]))
        for first in range(0, asked.games, PART)
    ]
    found: list[InductionGame] = []
    _agent.cache_clear()
    try:
        with executor_for(workers) as executor:
            for _, games in completed(executor, play_part, parts):
                found += games
                solved = sum(game.solved for game in found)
                progress(f"{len(found):,} of {asked.games:,} games; {solved:,} rules found.")
    finally:
        _agent.cache_clear()  # a program ends
    return sorted(found, key=lambda game: game.number)
