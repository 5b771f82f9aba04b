"""What a seat may know of a game of SOLVER.

Hidden are the other hands, what others draw, and from all but the Master the rule, until the game
is over.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from facedown.core.seats import Seat
from facedown.core.view import View
from facedown.deduce.rules import Play
from facedown.deduce.rules.answer import Answer
from facedown.games.solver.moves import NUMBERS, names_of

if TYPE_CHECKING:
    from facedown.games.solver.rules import SolverState

Phase: TypeAlias = Literal["rule", "deal", "starter", "play", "choose", "give", "last", "over"]
PHASES: Final[tuple[Phase, ...]] = (
    "rule",
    "deal",
    "starter",
    "play",
    "choose",
    "give",
    "last",
    "over",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened, for everybody; the first card is played by nature, seat -1.

    ``card`` and ``accepted`` belong to cards played, ``rule`` and ``answer`` to guesses. ``count``
    says how many cards somebody draws, and ``cards`` which, where one may know.
    """

    seat: Seat
    action: Literal["play", "guess", "draw", "swap", "pass"]
    card: str = ""
    accepted: bool | None = None
    rule: str = ""
    answer: Answer | None = None
    count: int = 0
    cards: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverView(View):
    """A seat's view.

    ``rule`` is the secret rule for the Master, and for all at the end. ``turn`` is the seat whose
    turn it is, -1 before the first. ``dealt`` and ``hand`` are the seat's own cards; ``counts`` how
    many everybody holds, ``deck`` how many the deck does. ``history`` is everything that happened,
    in order.
    """

    mode: str
    master: str
    level: int
    phase: Phase
    turn: Seat
    rule: str | None
    dealt: tuple[str, ...] | None
    hand: tuple[str, ...] | None
    counts: tuple[int, ...]
    deck: int
    lives: int
    swapped: tuple[Seat, ...]
    history: tuple[Entry, ...]


def track_of(view: SolverView) -> tuple[Play, ...]:
    """The cards played, accepted or not, in order: both tracks as one timeline."""
    return tuple(
        Play(NUMBERS[entry.card], bool(entry.accepted))
        for entry in view.history
        if entry.action == "play"
    )


def answers_of(view: SolverView) -> tuple[tuple[str, Answer], ...]:
    """The guesses with their answers, in order."""
    return tuple((entry.rule, entry.answer) for entry in view.history if entry.answer is not None)


def build_view(state: SolverState, seat: Seat) -> SolverView:
    """The view of a seat or an onlooker. What is not put in here does not leave the state."""
    setting = state.setting
    phase = PHASES[state.phase]
    mine = seat in setting.investigators and bool(state.dealt)
    knows = phase == "over" or (seat == setting.master_seat and bool(state.rule))
    return SolverView(
        seat=seat,
        seats=setting.seats,
        actors=state.actors(),
        legal=tuple(state.legal(seat)),
        outcome=state.outcome(),
        mode=setting.mode,
        master=setting.master,
        level=setting.level,
        phase=phase,
        turn=state.turn,
        rule=state.rule if knows else None,
        dealt=names_of(state.dealt[seat]) if mine else None,
        hand=names_of(state.hands[seat]) if mine else None,
        counts=tuple(hand.bit_count() for hand in state.hands),
        deck=sum(layer.size for layer in state.deck),
        lives=state.lives,
        swapped=tuple(s for s in setting.investigators if state.swapped >> s & 1),
        history=tuple(
            entry
            if entry.cards is None or entry.seat == seat
            else dataclasses.replace(entry, cards=None)
            for entry in state.history
        ),
    )
