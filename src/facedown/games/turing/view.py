"""What a seat may know of a game of Turing Machine.

Public are the cards, the proposals once all are composed, the verifiers asked, the counts of
questions and who named a code. Private are the answers (shared in a cooperative game), a proposal
or declaration not yet revealed, and which code was named. At the end everything is shown.
``TuringState.view`` fills a view in; what is not put in there does not leave the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from facedown.core.seats import Seat
from facedown.core.view import View
from facedown.games.turing.cards import CODES, code_index
from facedown.games.turing.moves import QUESTIONS_PER_ROUND, Declare, Propose
from facedown.games.turing.problem import Mode

Phase: TypeAlias = Literal["layout", "laws", "compose", "question", "declare", "machine", "over"]
PHASES: Final[tuple[Phase, ...]] = (
    "layout",
    "laws",
    "compose",
    "question",
    "declare",
    "machine",
    "over",
)


@dataclass(frozen=True, slots=True)
class Line:
    """One proposal of one seat and the verifiers asked about it, in order.

    ``answers`` has one answer per verifier asked, or is None where they are not this seat's to
    know.
    """

    round: int
    seat: Seat
    code: str
    asked: tuple[str, ...]
    answers: tuple[bool, ...] | None


@dataclass(frozen=True, slots=True)
class Named:
    """A code that was named and wrong; ``code`` is None for those who may not know it."""

    round: int
    seat: Seat
    code: str | None


@dataclass(frozen=True, slots=True)
class Beside:
    """Beside a real machine (T14): which answers were mended, as round, seat and verifier."""

    mended: tuple[tuple[int, Seat, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TuringView(View):
    """A seat's view.

    ``pending`` is the seat's own move not yet revealed: a proposal, or a declaration; while the
    Machine is asked, the declaration of the team. ``solution``, ``laws``, ``ended_by`` (the last
    declarations, None for seats that made none) and ``machine`` (rounds and questions) are told at
    the end. ``beside`` is there where a real machine answers, which has laws that nobody tells.
    """

    mode: Mode
    cooperative: bool
    handicap: tuple[int, ...]
    most_rounds: int
    phase: Phase
    round: int
    cards: tuple[tuple[int, ...], ...]
    questions: tuple[int, ...]
    out: tuple[Seat, ...]
    lines: tuple[Line, ...]
    named: tuple[Named, ...]
    pending: Propose | Declare | None
    solution: str | None
    laws: tuple[str, ...] | None
    ended_by: tuple[Declare | None, ...] | None
    machine: tuple[int, int] | None
    beside: Beside | None = None

    @property
    def shared_sheet(self) -> bool:
        """Whether all seats share one sheet and play against the Machine (T8)."""
        return self.cooperative or self.seats == 1

    def own_lines(self) -> Iterator[Line]:
        """The lines whose answers this seat knows."""
        return (line for line in self.lines if line.answers is not None)

    def open_line(self) -> Line | None:
        """The seat's own line of the current round, while it may still ask."""
        if self.phase != "question" or self.seat not in self.actors:
            return None
        return next(x for x in self.lines if x.round == self.round and x.seat == self.seat)

    @property
    def questions_allowed(self) -> int:
        """How many questions the seat may ask in this round in all (T6, T9)."""
        fewer = self.handicap[self.seat] if self.round == 1 and self.seat >= 0 else 0
        return QUESTIONS_PER_ROUND - fewer

    @property
    def questions_left(self) -> int:
        """How many more questions the seat may ask now."""
        line = self.open_line()
        return 0 if line is None else self.questions_allowed - len(line.asked)


# Views are built in the loops of learners, so the records they are made of are made once.
_PROPOSALS: Final = tuple(Propose(code) for code in CODES)
_DECLARATIONS: Final = (Declare(solve=False), *(Declare(solve=True, code=code) for code in CODES))


def proposal(code: int) -> Propose:
    """The proposal of the code of this number."""
    return _PROPOSALS[code]


def declaration(code: int) -> Declare:
    """The declaration that names the code of this number; going on where it is -1."""
    return _DECLARATIONS[code + 1]


def declared_code(said: Declare) -> int:
    """The number of the code that a declaration names; -1 for going on.

    Raises ``CardError`` where it names none.

    >>> declared_code(declaration(40)), declared_code(declaration(-1))
    (40, -1)
    """
    return code_index(said.code or "") if said.solve else -1
