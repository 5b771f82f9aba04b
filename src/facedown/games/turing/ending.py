"""How a game of Turing Machine ended, in words (T7, T8, T12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from facedown.core.messages import Message, phrase, phrase_many
from facedown.core.seats import seats_listed
from facedown.games.turing.cards import CODES

if TYPE_CHECKING:
    from facedown.games.turing.rules import TuringState

YES_NO: Final = {True: phrase("yes"), False: phrase("no")}
"""A verifier's answer."""


def reason(state: TuringState) -> Message:
    """Who won a finished game and why, in one or two sentences."""
    assert state.problem is not None
    solution = CODES[state.problem.code(state.world)]
    if state.setting.versus_machine:
        return _against_the_machine(state, solution)
    if not state.winners:
        return phrase("Nobody found the code, which was {code}.", code=solution)
    winners = seats_listed(state.winners)
    if state.fallen and state.declared[state.winners[0]] < 0:
        return phrase(
            "{who} wins as the last player left. The code was {code}.", who=winners, code=solution
        )
    asked = questions_words(state.questions[state.winners[0]])
    if len(state.winners) > 1:
        return phrase(
            "{who} share the win with the code {code} after {questions}.",
            who=winners,
            code=solution,
            questions=asked,
        )
    return phrase(
        "{who} wins with the code {code} after {questions}.",
        who=winners,
        code=solution,
        questions=asked,
    )


def _against_the_machine(state: TuringState, solution: str) -> Message:
    if state.result[0] < 0:
        wrong = [CODES[code] for code in state.declared if code >= 0]
        if wrong:
            return phrase(
                "{wrong} is not the code; it was {code}. The Machine wins.",
                wrong=wrong[0],
                code=solution,
            )
        return phrase("The code {code} was not found in time. The Machine wins.", code=solution)
    mine = state.rounds_asked, sum(state.questions)
    effort = effort_words(*mine)
    if mine == state.result:
        return phrase(
            "The code is {code}, found in {effort}, just what the Machine needs: that wins.",
            code=solution,
            effort=effort,
        )
    machine = effort_words(*state.result)
    if state.winners:
        return phrase(
            "The code is {code}, found in {effort}. The Machine needs {machine} and is beaten.",
            code=solution,
            effort=effort,
            machine=machine,
        )
    return phrase(
        "The code is {code}, found in {effort}. The Machine needs only {machine} and wins.",
        code=solution,
        effort=effort,
        machine=machine,
    )


def rounds_words(number: int) -> Message:
    """A number of rounds."""
    return phrase_many("{n} round", "{n} rounds", number)


def questions_words(number: int) -> Message:
    """A number of questions."""
    return phrase_many("{n} question", "{n} questions", number)


def effort_words(rounds: int, questions: int) -> Message:
    """Rounds and questions in words.

    >>> effort_words(1, 3)
    '1 round and 3 questions'
    """
    return phrase(
        "{rounds} and {questions}",
        rounds=rounds_words(rounds),
        questions=questions_words(questions),
    )
