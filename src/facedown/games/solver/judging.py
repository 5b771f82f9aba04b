"""The program as the judge of SOLVER: verdicts, answers, and which rules agree with a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from facedown.deduce.rules import SOLVER, JudgedCard, Rule, parse
from facedown.deduce.rules.catalogue import VERSION, Answer, catalogue, known_answer
from facedown.deduce.rules.equality import same
from facedown.deduce.rules.machine import RuleMachine, machine_of
from facedown.games.solver.moves import Guess

LONGEST_RULE: Final = 200
"""Characters of a rule in free words."""

Answered: TypeAlias = tuple[str, Answer]
"""A guessed rule and the Master's answer."""


@lru_cache(maxsize=4096)
def rule_called(sentence: str) -> Rule:
    """The rule that a sentence says; raises ``RuleError`` when it says none."""
    return parse(sentence, SOLVER)


def free_rule(text: str) -> str:
    """A rule in free words in its one form: one line with single blanks, without braces.

    Empty where it cannot be one: nothing, too long, or with characters that cannot be shown.

    >>> free_rule("  red,  unless {it} rains ")
    'red, unless (it) rains'
    """
    line = " ".join(text.split()).replace("{", "(").replace("}", ")")
    return line if len(line) <= LONGEST_RULE and line.isprintable() else ""


_MOST_REMEMBERED: Final = 8192
_remembered: dict[tuple[str, str, int], Answer] = {}


def answer_to(secret: str, guess: str, *, version: int = VERSION) -> Answer:
    """The Master's answer to a guess (R6); remembered for a while.

    ``version`` is the rules version (:func:`~facedown.deduce.rules.parts.answer`).

    >>> answer_to("red", "blue")
    '0'
    """
    about = secret, guess, version
    found = _remembered.get(about) or known_answer(secret, guess)
    if found is None or (found == "1" and version < VERSION):  # which may have been 0
        from facedown.deduce.rules.parts import answer  # which needs NumPy, as a start need not

        found = answer(rule_called(secret), rule_called(guess), version=version)
    if about not in _remembered:
        while len(_remembered) >= _MOST_REMEMBERED:
            _remembered.pop(next(iter(_remembered)), None)
        _remembered[about] = found
    return found


def answered(secret: str, guess: str, *, version: int = VERSION) -> Guess:
    """A guess as it is recorded, with its answer.

    >>> answered("red", "blue")
    Guess(rule='blue', answer='0')
    """
    return Guess(guess, answer_to(secret, guess, version=version))


def warm_up() -> None:
    """Answers a guess outside the catalogue, and so loads what every such answer needs."""
    from facedown.deduce.rules.parts import answer, load_lists

    load_lists(SOLVER)
    secret = "red and number 3"
    answer(
        rule_called(secret),
        rule_called(f"({secret}) or the sum of the numbers of the last 2 cards is even"),
    )


def forget() -> None:
    """Forgets every rule that was read and every answer: nobody's secret is answered sooner."""
    from facedown.deduce.rules.parts import parts

    rule_called.cache_clear()
    possible.cache_clear()
    _consistent.cache_clear()
    machine_of.cache_clear()
    parts.cache_clear()
    _remembered.clear()


@lru_cache(maxsize=8)
def level_rules(level: int | None = None) -> tuple[str, ...]:
    """The sentences of a level of the catalogue."""
    return tuple(entry.sentence for entry in catalogue(level))


@lru_cache(maxsize=2048)
def possible(
    rules: tuple[str, ...],
    track: tuple[JudgedCard, ...],
    answers: tuple[Answered, ...],
    *,
    version: int = VERSION,
) -> tuple[str, ...]:
    """The rules among these that give every verdict and every answer of a table."""
    if answers:
        *before, (guess, said) = answers
        kept = possible(rules, track, tuple(before), version=version)
        return tuple(s for s in kept if _would_answer(s, guess, said, version))
    return tuple(_consistent(rules, track))


@lru_cache(maxsize=2048)
def _consistent(
    rules: tuple[str, ...], track: tuple[JudgedCard, ...]
) -> dict[str, tuple[RuleMachine, Sequence[int]]]:
    """The rules that give every verdict, each with its machine after these plays."""
    if not track:
        machines = {sentence: rule_called(sentence).machine for sentence in rules}
        return {sentence: (machine, machine.start()) for sentence, machine in machines.items()}
    kept: dict[str, tuple[RuleMachine, Sequence[int]]] = {}
    card, accepted = last = track[-1]
    for sentence, (machine, states) in _consistent(rules, track[:-1]).items():
        if machine.verdicts(states) >> card & 1 == accepted:
            after = [*states]
            machine.step(after, last)
            kept[sentence] = machine, after
    return kept


def _would_answer(secret: str, guess: str, said: Answer, version: int) -> bool:
    """Whether the answer to the guess would be this one (R5, R6)."""
    if said == "Solver!" or secret == guess:
        return said == "Solver!" and same(rule_called(secret), rule_called(guess)).same
    return answer_to(secret, guess, version=version) == said
