"""Turing Machine's moves and their action numbers.

Seats' action numbers: 0–124 propose the code of that index, 125–130 ask verifier A–F, 131 stop
asking, 132 go on, 133–257 name the code of that index less 133.
"""

from __future__ import annotations

from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.games.turing.cards import CODES, CardError, code_index
from facedown.games.turing.problem import VERIFIER_NAMES

ASK: Final = len(CODES)
STOP: Final = ASK + len(VERIFIER_NAMES)
GO_ON: Final = STOP + 1
SOLVE: Final = GO_ON + 1
ACTIONS: Final = SOLVE + len(CODES)

QUESTIONS_PER_ROUND: Final = 3
"""T6."""


class Layout(Move, kind="layout", by_nature=True):
    """Nature lays out the criteria cards: one tuple per verifier."""

    cards: tuple[tuple[int, ...], ...]


class Laws(Move, kind="laws", by_nature=True):
    """Nature chooses the true laws, one name per verifier, such as ``"4a"``."""

    laws: tuple[str, ...] | None


class Propose(Move, kind="propose"):
    """A seat composes its proposal for the round."""

    code: str | None


class Ask(Move, kind="ask"):
    """A seat asks one verifier about its proposal."""

    verifier: str


class Stop(Move, kind="stop"):
    """A seat asks no more in this round."""


class Declare(Move, kind="declare"):
    """A seat declares: names a code (``solve``), or goes on."""

    solve: bool | None
    code: str | None = None


class Machine(Move, kind="machine", by_nature=True):
    """What the Machine needed for this very problem, told when the players have solved it."""

    rounds: int
    questions: int


MOVES: Final = (Layout, Laws, Propose, Ask, Stop, Declare, Machine)


def can_be_needed(effort: Machine) -> bool:
    """Whether anybody could need so much: no question twice, and some in every round (T6, T13).

    >>> can_be_needed(Machine(2, 5)), can_be_needed(Machine(2, 7))
    (True, False)
    """
    most = min(len(CODES) * len(VERIFIER_NAMES), QUESTIONS_PER_ROUND * effort.rounds)
    return 0 <= effort.rounds <= effort.questions <= most


def move_of(action: int) -> Move:
    """The record of a seat's action number."""
    if action < ASK:
        return Propose(CODES[action])
    if action < STOP:
        return Ask(VERIFIER_NAMES[action - ASK])
    if action == STOP:
        return Stop()
    if action == GO_ON:
        return Declare(solve=False)
    return Declare(solve=True, code=CODES[action - SOLVE])


def action_of(move: Move) -> int:
    """The action number of a seat's move; raises ``MalformedMove`` when it has none.

    >>> move_of(action_of(Ask("B")))
    Ask(verifier='B')
    """
    match move:
        case Propose(code=str(code)):
            return _code(code)
        case Ask(verifier=str(verifier)):
            if len(verifier) != 1 or verifier not in VERIFIER_NAMES:
                raise MalformedMove(
                    phrase("There is no verifier {verifier!r}.", verifier=verifier[:20])
                )
            return ASK + VERIFIER_NAMES.index(verifier)
        case Stop():
            return STOP
        case Declare(solve=False, code=None):
            return GO_ON
        case Declare(solve=True, code=str(code)):
            return SOLVE + _code(code)
    raise MalformedMove(phrase("That move lacks a part, or is not for a seat to make."))


def _code(text: str) -> int:
    try:
        return code_index(text)
    except CardError as problem:
        raise MalformedMove(problem.message) from None
