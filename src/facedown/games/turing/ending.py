"""How a game of Turing Machine ended, in words (T7, T8, T12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.core.seats import seats_listed
from facedown.core.words import counted
from facedown.games.turing.cards import CODES

if TYPE_CHECKING:
    from facedown.games.turing.rules import TuringState


def reason(state: TuringState) -> str:
    """Who won a finished game and why, in one or two sentences."""
    assert state.problem is not None
    solution = CODES[state.problem.code(state.world)]
    if state.setting.versus_machine:
        return _against_the_machine(state, solution)
    if not state.winners:
        return f"Nobody found the code, which was {solution}."
    winners = seats_listed(state.winners)
    if state.fallen and state.declared[state.winners[0]] < 0:
        return f"{winners} wins as the last player left. The code was {solution}."
    asked = state.questions[state.winners[0]]
    verb = "share the win" if len(state.winners) > 1 else "wins"
    return f"{winners} {verb} with the code {solution} after {counted(asked, 'question')}."


def _against_the_machine(state: TuringState, solution: str) -> str:
    if state.result[0] < 0:
        wrong = [CODES[code] for code in state.declared if code >= 0]
        if wrong:
            return f"{wrong[0]} is not the code; it was {solution}. The Machine wins."
        return f"The code {solution} was not found in time. The Machine wins."
    mine = state.rounds_asked, sum(state.questions)
    found = f"The code is {solution}, found in {effort_words(*mine)}"
    if mine == state.result:
        return f"{found}, just what the Machine needs: that wins."
    machine = effort_words(*state.result)
    if state.winners:
        return f"{found}. The Machine needs {machine} and is beaten."
    return f"{found}. The Machine needs only {machine} and wins."


def effort_words(rounds: int, questions: int) -> str:
    """Rounds and questions in words.

    >>> effort_words(1, 3)
    '1 round and 3 questions'
    """
    return f"{counted(rounds, 'round')} and {counted(questions, 'question')}"
