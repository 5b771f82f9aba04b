"""A seat's view of Turing Machine as a row of small whole numbers, for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from facedown.core.roster import Encoder, ones
from facedown.core.seats import SEATS_OF, Seat, Seats
from facedown.games.turing.cards import CODES, code_index, law
from facedown.games.turing.moves import Propose
from facedown.games.turing.problem import CARD_COUNT, VERIFIER_NAMES
from facedown.games.turing.rules import (
    COMPOSE,
    DECLARE,
    MACHINE,
    NO_CODE,
    NOT_DECLARED,
    OVER,
    PROPOSED,
    WENT_ON,
    TuringState,
)
from facedown.games.turing.view import PHASES, TuringView, declared_code

MOST: Final = 255
CODE: Final = 15
VERIFIERS: Final = len(VERIFIER_NAMES)
CARDS: Final = CARD_COUNT * VERIFIERS
QUESTIONS: Final = 3
LINE: Final = CODE + QUESTIONS * (VERIFIERS + 2)
NO, YES, NOT_TOLD = range(3)


_CODE_ROWS: Final = (
    *(ones(CODE, (5 * index + int(x) - 1 for index, x in enumerate(code))) for code in CODES),
    bytes(CODE),  # at -1, for no code
)
_VERIFIER_ROWS: Final = tuple(
    ones(VERIFIERS, (v for v in range(VERIFIERS) if mask >> v & 1))
    for mask in range(1 << VERIFIERS)
)
_QUESTION_ROWS: Final = tuple(
    tuple(ones(VERIFIERS, [v]) + answer for answer in (b"\0\1", b"\1\0", b"\0\0"))
    for v in range(VERIFIERS)
)
_NO_NOW: Final = bytes(CODE + 3 * VERIFIERS)
_NO_LINE: Final = bytes(LINE)
_NO_NAMED: Final = bytes(1 + CODE)
_NOTHING_PENDING: Final = bytes(CODE + 1 + CODE)


class _Line(NamedTuple):
    """A proposal by its number, and the verifiers asked with NO, YES or NOT_TOLD."""

    round: int
    seat: Seat
    code: int
    asked: list[tuple[int, int]]


class _End(NamedTuple):
    """What is told when the game is over; -1 for no solution, laws and declarations by number."""

    solution: int
    laws: Sequence[int]
    machine: Sequence[int]
    winners: Seats
    declared: Sequence[int]


class _Table(NamedTuple):
    """What a row is made of: numbers for codes and phases, a bit mask for the seats that are out.

    ``named`` are wrong codes as (round, seat, code), the code -1 where it is not told.
    """

    seat: Seat
    actors: Seats
    out: int
    phase: int
    round: int
    questions: Sequence[int]
    cards: tuple[tuple[int, ...], ...]
    proposal: int
    declaration: int
    end: _End | None
    lines: list[_Line]
    named: list[tuple[int, Seat, int]]


class TuringEncoder(Encoder):
    """Rows for a game of so many seats and rounds.

    >>> from facedown.core.roster import roster_of
    >>> from facedown.games.turing import TuringMachine
    >>> game = TuringMachine(2, rounds=10)
    >>> encoder = roster_of(game).encoder(game)
    >>> encoder.observation_size, encoder.information_size
    (428, 1528)
    """

    def __init__(self, seats: int, rounds: int) -> None:
        self._seats = seats
        self.observation_size = 39 * seats + 350
        self._no_past = bytes(rounds * seats * (LINE + len(_NO_NAMED)))
        self.information_size = self.observation_size + len(self._no_past)
        self._heads: dict[object, bytes] = {}
        self._no_end = bytes(CODE + 8 + 2 * seats)

    def observation(self, view: TuringView) -> bytes:
        """The table and the current round.

        With n seats, the row holds

        ======== ===== ==================================================================
        from     size
        ======== ===== ==================================================================
        0        n     1 for the viewer's seat, none for an onlooker
        n        n     1 for each seat to move
        2n       n     1 for each that named a wrong code and is out
        3n       7     1 for the phase: layout, laws, compose, question, declare, machine, over
        3n + 7   n + 1 the round, and how many questions each seat has asked in all
        4n + 8   288   for verifier A, B, … 48 places with 1 for each of its criteria cards
        4n + 296 15    what the viewer has proposed and nobody else knows yet: a code
        4n + 311 16    what it has declared and nobody else knows yet: 1 for "go on"; a code
        4n + 327 15    when the game is over, the solution: a code
        4n + 342 8     the laws of verifier A, B, … (their number from 1); the Machine's rounds
                       and questions
        4n + 350 2n    1 for each winner; 1 for each seat whose last declaration named a code
        6n + 350 33n   seat by seat its line of this round: the proposal (a code), 1 for each
                       verifier asked, for each that said yes, for each that said no
        ======== ===== ==================================================================

        A code is three times five places with 1 for the digit: blue, yellow, purple. Seats, but
        for the first part, are counted from the viewer: itself, then the others to its left; an
        onlooker counts from the first seat.
        """
        return b"".join(self._parts(_seen(view)))

    def information_state(self, view: TuringView) -> bytes:
        """All that the viewer was told.

        The observation; then for each round and each seat 55 places: the proposal (a code); for
        the first, second and third question six places with 1 for the verifier, then 1 for yes,
        then 1 for no; 1 where the seat named a wrong code, and that code where it is known.
        """
        return self._whole(_seen(view))

    def observation_in(self, state: TuringState, seat: Seat) -> bytes:
        """The same as ``observation(state.view(seat))``, without the view."""
        return b"".join(self._parts(_visible(state, seat)))

    def information_state_in(self, state: TuringState, seat: Seat) -> bytes:
        """The same as ``information_state(state.view(seat))``, without the view."""
        return self._whole(_visible(state, seat))

    def _whole(self, table: _Table) -> bytes:
        parts = self._parts(table)
        n, first = self._seats, max(table.seat, 0)
        past = [_NO_LINE, _NO_NAMED] * (n * table.round)
        for line in table.lines:
            row = [_CODE_ROWS[line.code], *[_QUESTION_ROWS[v][said] for v, said in line.asked]]
            index = 2 * (n * (line.round - 1) + (line.seat - first) % n)
            past[index] = b"".join(row).ljust(LINE, b"\0")
        for round_, seat, code in table.named:
            index = 2 * (n * (round_ - 1) + (seat - first) % n)
            past[index + 1] = b"\1" + _CODE_ROWS[code]
        return b"".join(parts + past).ljust(self.information_size, b"\0")

    def _parts(self, table: _Table) -> list[bytes]:
        """The parts of an observation in order; those that come again and again are kept."""
        n, first = self._seats, max(table.seat, 0)
        key = table[:4]
        head = self._heads.get(key)
        if head is None:
            head = self._heads[key] = self._head(table)
        questions = (*table.questions[first:], *table.questions[:first])
        if max(questions) > MOST:
            questions = tuple(min(asked, MOST) for asked in questions)
        lines = [_NO_NOW] * n
        for line in table.lines:
            if line.round == table.round:
                lines[(line.seat - first) % n] = _now_row(line)
        pending = _NOTHING_PENDING
        if table.proposal != NO_CODE or table.declaration != NOT_DECLARED:
            pending = _pending_row(table.proposal, table.declaration)
        end = self._no_end if table.end is None else self._end(table.end, first)
        numbers = bytes((table.round, *questions))
        return [head, numbers, cards_row(table.cards), pending, end, *lines]

    def _head(self, table: _Table) -> bytes:
        n, first = self._seats, max(table.seat, 0)

        def row(members: Seats) -> bytes:
            return ones(n, ((seat - first) % n for seat in members if seat >= 0))

        return b"".join(
            (
                ones(n, [first] if table.seat >= 0 else []),
                row(table.actors),
                row(SEATS_OF[table.out]),
                ones(len(PHASES), [table.phase]),
            )
        )

    def _end(self, end: _End, first: Seat) -> bytes:
        n = self._seats
        laws = [number + 1 for number in end.laws]
        laws += [0] * (VERIFIERS - len(laws))
        machine = [min(number, MOST) for number in end.machine]
        declared = [seat for seat, code in enumerate(end.declared) if code >= 0]
        return b"".join(
            (
                _CODE_ROWS[end.solution],
                bytes((*laws, *machine)),
                ones(n, ((seat - first) % n for seat in end.winners)),
                ones(n, ((seat - first) % n for seat in declared)),
            )
        )


@lru_cache(maxsize=256)
def cards_row(cards: tuple[tuple[int, ...], ...]) -> bytes:
    """For verifier A, B, … 48 places with 1 for each of its criteria cards."""
    indices = (CARD_COUNT * v + card - 1 for v, held in enumerate(cards) for card in held)
    return ones(CARDS, indices)


def _pending_row(proposal: int, declaration: int) -> bytes:
    goes_on = b"\1" if declaration == WENT_ON else b"\0"
    return _CODE_ROWS[proposal] + goes_on + _CODE_ROWS[max(declaration, NO_CODE)]


def _now_row(line: _Line) -> bytes:
    """A line of this round: what was asked, and the answers where they are known."""
    told = [0, 0, 0]
    for verifier, said in line.asked:
        told[said] |= 1 << verifier
    no, yes, rest = told
    asked = _VERIFIER_ROWS[no | yes | rest]
    return b"".join((_CODE_ROWS[line.code], asked, _VERIFIER_ROWS[yes], _VERIFIER_ROWS[no]))


def _seen(view: TuringView) -> _Table:
    """What a view shows."""
    proposal, declaration = NO_CODE, NOT_DECLARED
    if isinstance(view.pending, Propose):
        proposal = code_index(view.pending.code or "")
    elif view.pending is not None:
        declaration = declared_code(view.pending)
    end = None
    if view.outcome is not None:
        end = _End(
            NO_CODE if view.solution is None else code_index(view.solution),
            [law(name).index for name in view.laws or ()],
            view.machine or (0, 0),
            view.outcome.winners,
            [NOT_DECLARED if x is None else declared_code(x) for x in view.ended_by or ()],
        )
    lines = []
    for line in view.lines:
        answers = line.answers or (NOT_TOLD,) * len(line.asked)
        asked = list(zip(map(VERIFIER_NAMES.index, line.asked), map(int, answers), strict=True))
        lines.append(_Line(line.round, line.seat, code_index(line.code), asked))
    return _Table(
        view.seat,
        view.actors,
        sum(1 << seat for seat in view.out),
        PHASES.index(view.phase),
        view.round,
        view.questions,
        view.cards,
        proposal,
        declaration,
        end,
        lines,
        [
            (named.round, named.seat, NO_CODE if named.code is None else code_index(named.code))
            for named in view.named
        ],
    )


def _visible(state: TuringState, seat: Seat) -> _Table:
    """The same of a state: what the view of this seat would show."""
    setting, problem, phase = state.setting, state.problem, state.phase
    over = phase == OVER
    everything = over or (setting.versus_machine and seat >= 0)
    lines, named = _lines(state, seat, everything=everything, codes=over)
    proposal, declaration = NO_CODE, NOT_DECLARED
    if seat >= 0 and not state.waiting >> seat & 1:
        if phase == COMPOSE:
            proposal = state.codes[seat]
        elif phase == DECLARE:
            declaration = state.declared[seat]
        elif phase == MACHINE:
            declaration = state.declared[state.leader if setting.cooperative else seat]
    end = None
    if over:
        assert problem is not None
        machine = state.result if state.result[0] >= 0 else (0, 0)
        solution = problem.code(state.world)
        end = _End(solution, state.laws, machine, state.winners, state.declared)
    return _Table(
        seat,
        state.actors(),
        ~state.playing & ((1 << setting.seats) - 1),
        phase,
        state.round,
        state.questions,
        () if problem is None else problem.problem.cards,
        proposal,
        declaration,
        end,
        lines,
        named,
    )


def _lines(
    state: TuringState, seat: Seat, *, everything: bool, codes: bool
) -> tuple[list[_Line], list[tuple[int, Seat, int]]]:
    lines, named = [], []
    open_lines: dict[Seat, list[tuple[int, int]]] = {}
    for round_, who, code, verifier, answer in state.lines:
        mine = who == seat
        if verifier >= 0:
            open_lines[who].append((verifier, answer if everything or mine else NOT_TOLD))
        elif verifier == PROPOSED:
            asked: list[tuple[int, int]] = []
            open_lines[who] = asked
            lines.append(_Line(round_, who, code, asked))
        else:
            named.append((round_, who, code if codes or mine else NO_CODE))
    return lines, named
