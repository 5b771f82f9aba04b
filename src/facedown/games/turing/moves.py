"""Turing Machine's moves and their action numbers.

Seats' action numbers: 0–124 propose the code of that index, 125–130 ask verifier A–F, 131 stop
asking, 132 go on, 133–257 name the code of that index less 133.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

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


@dataclass(frozen=True, slots=True)
class Layout(Move):
    """Nature lays out the criteria cards: one tuple per verifier."""

    kind: ClassVar[str] = "layout"
    by_nature: ClassVar[bool] = True
    cards: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Laws(Move):
    """Nature chooses the true laws, one name per verifier, such as ``"4a"``."""

    kind: ClassVar[str] = "laws"
    by_nature: ClassVar[bool] = True
    laws: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Propose(Move):
    """A seat composes its proposal for the round."""

    kind: ClassVar[str] = "propose"
    code: str | None


@dataclass(frozen=True, slots=True)
class Ask(Move):
    """A seat asks one verifier about its proposal."""

    kind: ClassVar[str] = "ask"
    verifier: str


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """A seat asks no more in this round."""

    kind: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """A seat declares: names a code (``solve``), or goes on."""

    kind: ClassVar[str] = "declare"
    solve: bool | None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Machine(Move):
    """What the Machine needed for this very problem, told when the players have solved it."""

    kind: ClassVar[str] = "machine"
    by_nature: ClassVar[bool] = True
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
