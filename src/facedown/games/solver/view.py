"""What a seat may know of a game of SOLVER.

Hidden are the other hands, what others draw, votes until all are in, and from all but the Master
the rule, until its round is over. ``SolverState.view`` fills a view in.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from facedown.core.seats import Seat
from facedown.core.view import View
from facedown.deduce.rules import JudgedCard
from facedown.deduce.rules.catalogue import Answer
from facedown.games.solver.moves import NUMBERS

Part = TypeVar("Part")

Phase: TypeAlias = Literal[
    "rule",
    "deal",
    "starter",
    "play",
    "judge",
    "choose",
    "give",
    "answer",
    "last",
    "vote",
    "best",
    "over",
]
"""What is to be done: by nature, the Master, the seat whose turn it is, or those who vote."""

CORRECTING: Final[tuple[Phase, ...]] = ("play", "choose", "answer", "last")
"""When the Master of free words may correct the verdict on the newest card (R14)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened, for everybody; the first card is played by nature, seat -1.

    ``card`` and ``accepted`` belong to cards played, ``rule`` and ``answer`` to guesses; what the
    Master has yet to say is None. ``count`` says how many cards somebody draws, and ``cards``
    which, where one may know. ``corrected`` says that the Master gave the other verdict first.
    """

    seat: Seat
    action: Literal["play", "guess", "draw", "swap", "pass"]
    card: str = ""
    accepted: bool | None = None
    rule: str = ""
    answer: Answer | None = None
    count: int = 0
    cards: tuple[str, ...] | None = None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """A round of Competitive that is over.

    ``solver`` found the rule, -1: nobody. ``cards`` lay on the tracks. ``votes`` has for each seat
    whether it found the rule deducible, None where it did not vote. ``dealt`` has the hands that
    were dealt, in a view only one's own.
    """

    master: Seat
    rule: str
    solver: Seat
    cards: int
    votes: tuple[bool | None, ...]
    points: tuple[int, ...]
    dealt: tuple[tuple[str, ...] | None, ...]
    history: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverView(View):
    """A seat's view.

    ``master`` says who makes up the rule, ``master_seat`` is the Master, -1 for the program.
    ``rule`` is the secret rule for the Master, and for all at the end of its round. ``turn`` is the
    seat whose turn it is, -1 before the first. ``dealt`` and ``hand`` are the seat's own cards;
    ``counts`` how many everybody holds, ``deck`` how many the deck does. ``history`` is everything
    that happened with this rule, in order; ``rounds`` are the rounds of Competitive that are over,
    the last of which still lies on the table at the end, and ``points`` everybody's so far.
    ``real`` says that real cards are played (R20): the hand is then every card that can still be.
    ``votes`` are 1 for deducible and 0 for impossible, or the seat whose rule is preferred: one's
    own, and at the end everybody's.
    """

    mode: str
    master: str
    level: int
    phase: Phase
    master_seat: Seat
    turn: Seat
    rule: str | None
    dealt: tuple[str, ...] | None
    hand: tuple[str, ...] | None
    counts: tuple[int, ...]
    deck: int
    lives: int
    swapped: tuple[Seat, ...]
    history: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    points: tuple[int, ...]
    votes: tuple[int | None, ...]
    real: bool = False


class Table(NamedTuple):
    """What a view says of one secret rule: of a round that is over, or of the one that is played.

    ``waits`` says that the last entry's cards are still to be given.
    """

    master: Seat
    rule: str | None
    dealt: tuple[str, ...] | None
    history: tuple[Entry, ...]
    phase: Phase

    @property
    def waits(self) -> bool:
        """Whether the cards of the last entry are still to be given."""
        return self.phase == "give"


def tables_of(view: SolverView) -> list[Table]:
    """Every secret rule that a view tells of, the one that is played now last."""
    found = [
        Table(each.master, each.rule, _own(each.dealt, view.seat), each.history, "over")
        for each in view.rounds
    ]
    if len(view.rounds) < view.seats:
        now = Table(view.master_seat, view.rule, view.dealt, view.history, view.phase)
        found.append(now)
    return found


def _own(dealt: tuple[tuple[str, ...] | None, ...], seat: Seat) -> tuple[str, ...] | None:
    return dealt[seat] if seat >= 0 else None


def track_of(view: SolverView) -> tuple[JudgedCard, ...]:
    """The cards played, accepted or not, in order: both tracks as one timeline."""
    return tuple(
        JudgedCard(NUMBERS[entry.card], entry.accepted)
        for entry in view.history
        if entry.accepted is not None
    )


def slip_of(view: SolverView) -> Entry | None:
    """The card whose verdict the seat of a view may correct, if it is the Master's (R14)."""
    if view.master != "free" or view.seat != view.master_seat:
        return None
    return slip_in(view.phase, view.history)


def slip_in(phase: Phase, history: Sequence[Entry]) -> Entry | None:
    """The card whose verdict may still be corrected: the newest, once (R14)."""
    if phase not in CORRECTING:
        return None
    last = last_played(history)
    return None if last.corrected else last


def last_played(history: Sequence[Entry]) -> Entry:
    """The card that was played last."""
    return next(entry for entry in reversed(history) if entry.action == "play")


def may_guess(view: SolverView) -> bool:
    """Whether the seat of a view can say a guess now (R17; R20 with real cards)."""
    if view.seat not in view.actors or not view.hand:
        return False
    if view.phase == "play":
        return view.real and bool(view.history) and view.history[-1].action == "play"
    return view.phase in ("choose", "last")


def answers_of(view: SolverView) -> tuple[tuple[str, Answer], ...]:
    """The guesses with their answers, in order."""
    return tuple((entry.rule, entry.answer) for entry in view.history if entry.answer is not None)


def own_cards(history: Iterable[Entry], seat: Seat) -> tuple[Entry, ...]:
    """What happened, with no cards but a seat's own."""
    return tuple(
        entry
        if entry.cards is None or entry.seat == seat
        else dataclasses.replace(entry, cards=None)
        for entry in history
    )


def own_part(parts: Iterable[Part | None], seat: Seat) -> tuple[Part | None, ...]:
    """What belongs to each seat, with no seat's but one's own."""
    return tuple(part if who == seat else None for who, part in enumerate(parts))
