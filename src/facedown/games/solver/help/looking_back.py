"""What could have been known when, once the rule is shown: card by card, from a view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from facedown.deduce.rules import Play
from facedown.games.solver.judging import Answered, rule_called
from facedown.games.solver.moves import NUMBERS
from facedown.games.solver.view import SolverView

Left: TypeAlias = Callable[[SolverView, tuple[Play, ...], tuple[Answered, ...]], tuple[str, ...]]
"""The rules that give these verdicts and answers."""


@dataclass(frozen=True, slots=True)
class Known:
    """What was known after a card or an answer.

    ``what`` is the card, or the rule that was guessed, ``left`` how many rules were possible then.
    ``refuting`` is for a card whether its verdict could have refuted the best guess of the moment:
    some rule that was possible said otherwise. It is None for the first card and for guesses.
    """

    what: str
    left: int
    refuting: bool | None


def look_back(view: SolverView, left: Left) -> tuple[Known, ...]:
    """Everything that was told, in order."""
    track: list[Play] = []
    answers: list[Answered] = []
    found: list[Known] = []
    before: tuple[str, ...] = ()
    for entry in view.history:
        refuting = None
        if entry.accepted is not None:
            card = NUMBERS[entry.card]
            if track:
                said = {rule_called(rule).judge(track, card) for rule in before}
                refuting = len(said) > 1
            track.append(Play(card, entry.accepted))
        elif entry.answer is not None:
            answers.append((entry.rule, entry.answer))
        else:
            continue
        before = left(view, tuple(track), tuple(answers))
        found.append(Known(entry.card or entry.rule, len(before), refuting))
    return tuple(found)
