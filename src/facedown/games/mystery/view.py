"""What a seat may know of a game of Mystery Machine.

Hidden are the layout and whatever chance did to it, the cards still in the piles, and the low
cards not yet turned up. In a race the others' low cards, answers and guesses are hidden too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from facedown.core.seats import Seat
from facedown.core.view import View
from facedown.games.mystery.puzzle import Puzzle, pile_name

Phase: TypeAlias = Literal["dealing", "waiting", "playing", "dumping", "naming", "guessed", "over"]
"""``"waiting"`` is for a card that nature turns up; ``"guessed"`` for the others of a race."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Two low cards and which of them was taken; ``dumped`` is the older card that made room."""

    offer: tuple[str, ...]
    taken: str
    dumped: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question: what was paid, the answer (None until it is turned up), and after which pick."""

    pile: str
    paid: tuple[str, ...]
    answer: str | None
    picks: int


@dataclass(frozen=True, slots=True)
class Effort:
    """What everybody sees of a seat: its picks, the piles it asked, whether it has guessed."""

    picks: int
    asked: tuple[str, ...]
    guessed: bool
    dumping: bool
    naming: int


@dataclass(frozen=True, slots=True)
class Truth:
    """Everything that was dealt, told at the end.

    ``grid`` has the card of every cell before the twists, row by row; ``mystery`` the mystery
    cards in the order in which they are named; ``redo`` deals the same layout again (M13).
    """

    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    shuffles: tuple[tuple[int, ...], ...]
    removed: tuple[tuple[str, ...], ...]
    grid: tuple[str, ...]
    mystery: tuple[str, ...]
    guesses: tuple[tuple[str, ...], ...]
    redo: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MysteryView(View):
    """A seat's view.

    ``team`` says whether all seats share one sheet and one hand; alone it is so as well.
    ``slots`` are what the mystery cards are called, ``dealt`` how many things were dealt face
    down. ``hand``, ``picks``, ``questions`` and ``named`` are the seat's own (None for who may not
    see them); ``left`` is how many cards each pile still has for it. ``drawn`` is how many cards
    of each pile, and ``offers`` how many pairs of low cards, have been turned up for anybody;
    ``moved`` are the seats that moved so far, in order. ``real`` says that the low cards are real
    ones, which the program does not know (M18).
    """

    puzzle: Puzzle
    practice: bool
    team: bool
    phase: Phase
    dealt: int
    slots: tuple[str, ...]
    offer: tuple[str, ...] | None
    hand: tuple[str, ...] | None
    picks: tuple[Pick, ...] | None
    questions: tuple[Question, ...] | None
    named: tuple[str, ...] | None
    left: tuple[int, ...]
    picks_left: int
    low_left: int
    drawn: tuple[int, ...]
    offers: int
    moved: tuple[Seat, ...]
    efforts: tuple[Effort, ...]
    truth: Truth | None
    real: bool = False

    def shown(self, pile: int) -> tuple[str, ...]:
        """What a pile has answered to this seat, oldest first."""
        return tuple(
            question.answer
            for question in self.questions or ()
            if question.pile == pile_name(pile) and question.answer is not None
        )

    @property
    def asked(self) -> int:
        """How many questions the seat has bought."""
        return len(self.questions or ())
