"""Turing Machine's moves and their action numbers.

Seats' action numbers: 0–124 propose the code of that index, 125–130 ask verifier A–F, 131 stop
asking, 132 go on, 133–257 name the code of that index less 133. Beside a real machine (T14) 258–269
write down what verifier A said, no or yes, then B and so on; 270 that the named code is right, 271
wrong; from 272 on, six for each round, that a verifier said the opposite.
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
HEARD: Final = ACTIONS
RIGHT: Final = HEARD + 2 * len(VERIFIER_NAMES)
WRONG: Final = RIGHT + 1
MEND: Final = WRONG + 1

QUESTIONS_PER_ROUND: Final = 3
"""T6."""
MOST_ROUNDS: Final = 99
"""T12."""


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


class Heard(Move, kind="heard"):
    """A seat writes down what a real verifier has said about its proposal (T14)."""

    verifier: str
    answer: bool | None


class Verdict(Move, kind="verdict"):
    """A seat says whether the code that it named is right, as a real machine tells it (T14)."""

    right: bool


class Mend(Move, kind="mend"):
    """A seat says that a verifier said the opposite of what was written down (T14)."""

    round: int
    verifier: str


class Machine(Move, kind="machine", by_nature=True):
    """What the Machine needed for this very problem, told when the players have solved it."""

    rounds: int
    questions: int


MOVES: Final = (Layout, Laws, Propose, Ask, Stop, Declare, Machine, Heard, Verdict, Mend)


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
    if action < HEARD:
        return Declare(solve=True, code=CODES[action - SOLVE])
    if action < RIGHT:
        verifier, answer = divmod(action - HEARD, 2)
        return Heard(VERIFIER_NAMES[verifier], answer == 1)
    if action < MEND:
        return Verdict(action == RIGHT)
    before, verifier = divmod(action - MEND, len(VERIFIER_NAMES))
    return Mend(before + 1, VERIFIER_NAMES[verifier])


def action_of(move: Move) -> int:
    """The action number of a seat's move; raises ``MalformedMove`` when it has none.

    >>> move_of(action_of(Ask("B")))
    Ask(verifier='B')
    """
    match move:
        case Propose(code=str(code)):
            return _code(code)
        case Ask(verifier=str(verifier)):
            return ASK + _verifier(verifier)
        case Stop():
            return STOP
        case Declare(solve=False, code=None):
            return GO_ON
        case Declare(solve=True, code=str(code)):
            return SOLVE + _code(code)
        case Heard(verifier=str(verifier), answer=bool(answer)):
            return HEARD + 2 * _verifier(verifier) + answer
        case Verdict(right=bool(right)):
            return RIGHT if right else WRONG
        case Mend(round=int(number), verifier=str(verifier)) if 1 <= number <= MOST_ROUNDS:
            return MEND + len(VERIFIER_NAMES) * (number - 1) + _verifier(verifier)
    raise MalformedMove(phrase("That move lacks a part, or is not for a seat to make."))


def _verifier(name: str) -> int:
    if len(name) != 1 or name not in VERIFIER_NAMES:
        raise MalformedMove(phrase("There is no verifier {verifier!r}.", verifier=name[:20]))
    return VERIFIER_NAMES.index(name)


def _code(text: str) -> int:
    try:
        return code_index(text)
    except CardError as problem:
        raise MalformedMove(problem.message) from None
