"""What a seat's view leaves possible: the laws behind the verifiers, and other seats' secrets."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from facedown.core.errors import IllegalMove
from facedown.core.moves import Action
from facedown.core.seats import NATURE, NATURE_ONLY, Seat
from facedown.core.worlds import Worlds
from facedown.games.turing.cards import CODES, code_index, law
from facedown.games.turing.moves import ASK, SOLVE, STOP, Declare, Layout, Machine, Propose
from facedown.games.turing.problem import VERIFIER_NAMES, Problem, ProblemWorlds, worlds_of
from facedown.games.turing.rules import (
    ANSWERS,
    DECLARE,
    LAYOUT,
    NAMED_WRONG,
    NO_CODE,
    NOT_DECLARED,
    PROPOSED,
    QUESTION,
    WENT_ON,
    Setting,
    TuringState,
)
from facedown.games.turing.view import PHASES, Line, TuringView, declaration, declared_code

TuringWorld: TypeAlias = tuple[int, tuple[int, ...]]
"""The index of the laws among the problem's worlds (-1 before they are drawn), and one value per
slot: see :func:`slots`."""


def knowledge(view: TuringView, *, superfluous: bool = False) -> tuple[ProblemWorlds, int]:
    """The worlds of the problem and, as a bit set, those that this seat's answers leave.

    ``superfluous`` allows verifiers that are not needed, that is, it reasons without the promise
    that no verifier is superfluous (T2).
    """
    problem = worlds_of(Problem(view.mode, view.cards), superfluous)
    belief = problem.after(
        (code_index(line.code), VERIFIER_NAMES.index(verifier), answer)
        for line in view.own_lines()
        for verifier, answer in zip(line.asked, line.answers or (), strict=True)
    )
    for named in view.named:
        if named.code is not None:
            belief &= ~problem.with_code(code_index(named.code))
    if view.phase == "machine" and isinstance(view.pending, Declare) and view.beside is None:
        belief &= problem.with_code(declared_code(view.pending))
    if view.laws is not None:
        belief = 1 << problem.index(tuple(law(name).index for name in view.laws))
    return problem, belief


class Slot(NamedTuple):
    """Something another seat keeps secret: what kind of thing, and whose."""

    kind: str
    seat: Seat


def slots(view: TuringView) -> tuple[Slot, ...]:
    """Other seats' secrets, beside the laws: wrong codes named, proposals, declarations."""
    found = [Slot("named", named.seat) for named in view.named if named.code is None]
    if view.phase in ("compose", "declare"):
        taking_part = view.actors if view.cooperative else range(view.seats)
        found += [
            Slot(view.phase, seat)
            for seat in taking_part
            if seat not in view.actors and seat not in view.out and seat != view.seat
        ]
    return tuple(found)


def _values(slot: Slot, solution: int) -> Sequence[int]:
    if slot.kind == "named":
        return tuple(code for code in range(len(CODES)) if code != solution)
    return range(len(CODES)) if slot.kind == "compose" else range(WENT_ON, len(CODES))


class TuringWorlds(Worlds):
    """Every world of a view, all with weight 1.

    Nature draws every choice of laws alike, and what seats propose, name or ask carries no weight.
    """

    def __init__(self, view: TuringView) -> None:
        self._slots = slots(view)
        self._problem: ProblemWorlds | None = None
        self._laws: list[int] = [-1]
        if view.phase not in ("layout", "laws"):
            self._problem, belief = knowledge(view)
            self._laws = list(bits(belief))

    def _solution(self, world: int) -> int:
        return NO_CODE if self._problem is None else self._problem.code(world)

    def __iter__(self) -> Iterator[tuple[TuringWorld, int]]:
        for world in self._laws:
            solution = self._solution(world)
            for values in product(*(_values(slot, solution) for slot in self._slots)):
                yield (world, values), 1

    def count(self) -> int:
        """How many, without listing them."""
        return len(self._laws) * math.prod(len(_values(slot, 0)) for slot in self._slots)

    def sample(self, rng: random.Random) -> TuringWorld:
        """One world; every one is as likely as every other."""
        world = rng.choice(self._laws)
        solution = self._solution(world)
        return world, tuple(rng.choice(_values(slot, solution)) for slot in self._slots)


def bits(belief: int) -> Iterator[int]:
    """The indices of the bits that are set, ascending.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while belief:
        lowest = belief & -belief
        yield lowest.bit_length() - 1
        belief ^= lowest


def true_world(state: TuringState, seat: Seat) -> TuringWorld:
    """The world that is true, in the form of :class:`TuringWorlds`."""
    view = state.view(seat)
    named = {who: code for _, who, code, verifier, _ in state.lines if verifier == NAMED_WRONG}
    secrets = {
        "named": named,
        "compose": dict(enumerate(state.codes)),
        "declare": dict(enumerate(state.declared)),
    }
    return state.world, tuple(secrets[slot.kind][slot.seat] for slot in slots(view))


def state_from_world(setting: Setting, view: TuringView, world: TuringWorld) -> TuringState:
    """The state in which this world is true and the seat of the view sees that very view."""
    laws, values = world
    secrets = dict(zip(slots(view), values, strict=True))
    state = TuringState(setting)
    if view.cards:
        state.lay(worlds_of(Problem(view.mode, view.cards)))
    state.phase = PHASES.index(view.phase)
    if state.phase == LAYOUT or laws < 0:
        return state
    assert state.problem is not None
    state.world = laws
    state.laws = state.problem.laws(laws)
    state.round = view.round
    if view.actors != NATURE_ONLY:
        state.waiting = sum(1 << seat for seat in view.actors)
    state.playing -= sum(1 << seat for seat in view.out)
    state.questions = list(view.questions)
    _place_lines(state, view, secrets)
    _place_pending(state, view, secrets)
    if view.outcome is not None:
        state.winners = view.outcome.winners
    if view.machine is not None:
        state.result = view.machine
    return state


def _place_lines(state: TuringState, view: TuringView, secrets: dict[Slot, int]) -> None:
    for round_ in range(1, view.round + 1):
        for line in view.lines:
            if line.round != round_:
                continue
            code = code_index(line.code)
            state.lines.append((round_, line.seat, code, PROPOSED, 0))
            for verifier in map(VERIFIER_NAMES.index, line.asked):
                answer = ANSWERS[state.laws[verifier]][code]
                state.lines.append((round_, line.seat, code, verifier, answer))
            if round_ == view.round:
                state.codes[line.seat] = code
                state.asked[line.seat] = sum(1 << VERIFIER_NAMES.index(v) for v in line.asked)
        for named in view.named:
            if named.round == round_:
                secret = secrets.get(Slot("named", named.seat), NO_CODE)
                code = secret if named.code is None else code_index(named.code)
                state.lines.append((round_, named.seat, code, NAMED_WRONG, 0))


def _place_pending(state: TuringState, view: TuringView, secrets: dict[Slot, int]) -> None:
    assert state.problem is not None
    for slot, value in secrets.items():
        if slot.kind == "compose":
            state.codes[slot.seat] = value
        elif slot.kind == "declare":
            state.declared[slot.seat] = value
    if isinstance(view.pending, Propose):
        state.codes[view.seat] = code_index(view.pending.code or "")
    elif view.phase == "declare" and view.pending is not None:
        state.declared[view.seat] = declared_code(view.pending)
    elif view.phase == "machine":
        leader = state.leader if state.setting.cooperative else 0
        state.declared[leader] = state.problem.code(state.world)
    elif view.ended_by is not None:
        state.declared = [
            NOT_DECLARED if said is None else declared_code(said) for said in view.ended_by
        ]


def play_again(setting: Setting, view: TuringView, world: TuringWorld) -> TuringState:
    """The state that :func:`place` gives, reached from the start by moves that the rules allow.

    Raises ``FacedownError``, ``KeyError``, ``ValueError`` or ``IndexError`` for a view to which no
    play leads.
    """
    laws, values = world
    secrets = dict(zip(slots(view), values, strict=True))
    state = TuringState(setting)
    if state.phase == LAYOUT and view.cards:
        _make(state, NATURE, Layout(view.cards))
    if laws >= 0:
        _make(state, NATURE, laws)
    for round_ in range(1, view.round + 1):
        lines = {line.seat: line for line in view.lines if line.round == round_}
        for seat in state.actors():
            line = lines.get(seat)
            code = _composed(view, secrets, seat) if line is None else line.code
            if code is not None:
                _make(state, seat, code_index(code))
        if state.phase == QUESTION:
            for seat in state.actors():
                _ask_again(state, view, lines[seat])
        if state.phase != DECLARE:
            break
        for seat in state.actors():
            told = _declaration(view, secrets, round_, seat)
            if told is not None:
                _make(state, seat, SOLVE + declared_code(told))
    if view.machine is not None:
        _make(state, NATURE, Machine(*view.machine))
    return state


def _make(state: TuringState, seat: Seat, action: Action) -> None:
    refusal = state.verify(seat, action)
    if refusal is not None:
        raise IllegalMove(refusal)
    state.apply(seat, action)


def _ask_again(state: TuringState, view: TuringView, line: Line) -> None:
    """Asks the verifiers of a line, and stops unless its seat is asking still."""
    seat = line.seat
    for verifier in line.asked:
        _make(state, seat, ASK + VERIFIER_NAMES.index(verifier))
    asking = line.round == view.round and view.phase == "question" and seat in view.actors
    if not asking and state.phase == QUESTION and seat in state.actors():
        _make(state, seat, STOP)


def _composed(view: TuringView, secrets: dict[Slot, int], seat: Seat) -> str | None:
    """The proposal of a seat that is not shown yet; None where there is none."""
    if seat == view.seat:
        return view.pending.code if isinstance(view.pending, Propose) else None
    value = secrets.get(Slot("compose", seat))
    return None if value is None else CODES[value]


def _declaration(
    view: TuringView, secrets: dict[Slot, int], round_: int, seat: Seat
) -> Declare | None:
    """What a seat declared in a round; None where it has not yet."""
    if round_ == view.round and view.phase == "declare" and seat != view.seat:
        value = secrets.get(Slot("declare", seat))
        return None if value is None else declaration(value)
    if round_ == view.round and view.ended_by is not None:
        return view.ended_by[seat]
    if round_ == view.round:  # an own declaration, or the Machine is asked: the code was named
        return view.pending if isinstance(view.pending, Declare) else None
    for named in view.named:
        if (named.round, named.seat) == (round_, seat):
            secret = secrets.get(Slot("named", seat), NO_CODE)
            return declaration(secret if named.code is None else code_index(named.code))
    return declaration(WENT_ON)
