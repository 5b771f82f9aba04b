"""What a seat may know of a game of Turing Machine.

Public are the cards, the proposals once all are composed, the verifiers asked, the counts of
questions and who named a code. Private are the answers (shared in a cooperative game), a proposal
or declaration not yet revealed, and which code was named. At the end everything is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from facedown.core.seats import SEATS_OF, Seat
from facedown.core.view import View
from facedown.games.turing.cards import CODES, LAWS, code_index
from facedown.games.turing.moves import QUESTIONS_PER_ROUND, Declare, Propose
from facedown.games.turing.problem import VERIFIER_NAMES, Mode

if TYPE_CHECKING:
    from facedown.games.turing.rules import TuringState

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


@dataclass(frozen=True, slots=True, kw_only=True)
class TuringView(View):
    """A seat's view.

    ``pending`` is the seat's own move not yet revealed: a proposal, or a declaration; while the
    Machine is asked, the declaration of the team. ``solution``, ``laws``, ``ended_by`` (the last
    declarations, None for seats that made none) and ``machine`` (rounds and questions) are told at
    the end.
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


def build_view(state: TuringState, seat: Seat) -> TuringView:
    """The view of a seat or an onlooker. What is not put in here does not leave the state."""
    setting, problem = state.setting, state.problem
    phase = PHASES[state.phase]
    over = phase == "over"
    played = over and problem is not None and state.world >= 0
    shared = setting.versus_machine and seat >= 0
    return TuringView(
        seat=seat,
        seats=setting.seats,
        actors=state.actors(),
        legal=tuple(state.legal(seat)),
        outcome=state.outcome(),
        mode=setting.mode,
        cooperative=setting.cooperative,
        handicap=setting.handicap,
        most_rounds=setting.most_rounds,
        phase=phase,
        round=state.round,
        cards=problem.problem.cards if problem is not None else (),
        questions=tuple(state.questions),
        out=SEATS_OF[~state.playing & ((1 << setting.seats) - 1)],
        lines=_lines(state, seat, everything=over or shared),
        named=_named(state, seat, everything=over),
        pending=_pending(state, seat, phase),
        solution=CODES[problem.code(state.world)] if played and problem is not None else None,
        laws=(
            tuple(LAWS[law].name for law in problem.laws(state.world))
            if played and problem is not None
            else None
        ),
        ended_by=(
            tuple(declaration(d) if d >= -1 else None for d in state.declared) if over else None
        ),
        machine=state.result if over and state.result[0] >= 0 else None,
    )


_OpenLine: TypeAlias = tuple[int, Seat, int, list[str], list[bool]]


def _lines(state: TuringState, seat: Seat, *, everything: bool) -> tuple[Line, ...]:
    lines: list[_OpenLine] = []
    current: dict[Seat, _OpenLine] = {}  # the line of this round
    for round_, who, code, verifier, answer in state.lines:
        if verifier >= 0:
            line = current[who]
            line[3].append(VERIFIER_NAMES[verifier])
            line[4].append(answer == 1)
        elif verifier == -1:
            current[who] = line = (round_, who, code, [], [])
            lines.append(line)
    return tuple(
        [
            Line(
                round_,
                who,
                CODES[code],
                tuple(asked),
                tuple(answers) if everything or who == seat else None,
            )
            for round_, who, code, asked, answers in lines
        ]
    )


def _named(state: TuringState, seat: Seat, *, everything: bool) -> tuple[Named, ...]:
    return tuple(
        [
            Named(round_, who, CODES[code] if everything or who == seat else None)
            for round_, who, code, verifier, _ in state.lines
            if verifier == -2
        ]
    )


def _pending(state: TuringState, seat: Seat, phase: Phase) -> Propose | Declare | None:
    if seat < 0 or state.waiting >> seat & 1:
        return None
    if phase == "machine":
        return declaration(state.declared[state.leader if state.setting.cooperative else seat])
    if phase == "compose" and state.codes[seat] >= 0:
        return _PROPOSALS[state.codes[seat]]
    if phase == "declare" and state.declared[seat] >= -1:
        return declaration(state.declared[seat])
    return None
