"""What a seat may know of a game of Mystery Machine.

Hidden are the layout and whatever chance did to it, the cards still in the piles, and the low
cards not yet turned up. In a race the others' low cards, answers and guesses are hidden too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from facedown.core.seats import Seat
from facedown.core.view import View
from facedown.games.mystery.cards import COLUMNS, NAMES, RANKS, SUITS, name_of
from facedown.games.mystery.dealing import DealtSoFar, dealing_of
from facedown.games.mystery.puzzle import Puzzle, pile_name

if TYPE_CHECKING:
    from facedown.games.mystery.rules import MysteryState

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
    ``moved`` are the seats that moved so far, in order.
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


PILE_NAMES: Final = tuple(pile_name(number) for number in range(6))


def redo_code(puzzle: Puzzle, deal: DealtSoFar) -> str:
    """A layout and its shuffles as a short word that shows neither (M13)."""
    from facedown.games.mystery.redo import code_of

    return code_of(puzzle, deal)


def build_view(state: MysteryState, seat: Seat) -> MysteryView:
    """The view of a seat or an onlooker. What is not put in here does not leave the state."""
    setting = state.setting
    over = state.is_over
    sheet = state.sheet_of(seat)
    own = sheet is not None
    at = sheet or 0
    asked = state.asked(at) if own else (0,) * len(setting.puzzle.piles)
    offered = state.offer_of(at) if own else None
    return MysteryView(
        seat=seat,
        seats=setting.seats,
        actors=state.actors(),
        legal=tuple(state.legal(seat)),
        outcome=state.outcome(),
        puzzle=setting.puzzle,
        practice=setting.redo is not None,
        team=setting.shared,
        phase=_phase(state, sheet),
        dealt=state.dealt,
        slots=setting.dealing.slots,
        offer=tuple(NAMES[card] for card in offered) if offered is not None else None,
        hand=tuple(NAMES[card] for card in state.hands[at]) if own else None,
        picks=_picks(state, at) if own else None,
        questions=_questions(state, at) if own else None,
        named=tuple(NAMES[card] for card in state.named[at]) if own else None,
        left=tuple(
            pile.size - many for pile, many in zip(setting.puzzle.piles, asked, strict=True)
        ),
        picks_left=setting.most_picks - (len(state.picks[at]) if own else 0),
        low_left=state.low_left(at) if own else len(setting.low_cards),
        drawn=tuple(map(len, state.orders)),
        offers=len(state.offers),
        moved=tuple(state.moved),
        efforts=tuple(_effort(state, sheet) for sheet in range(len(state.hands))),
        truth=_truth(state) if over else None,
    )


def _phase(state: MysteryState, sheet: int | None) -> Phase:
    if state.is_over:
        return "over"
    if state.dealt < len(state.setting.dealing.steps):
        return "dealing"
    if state.draws_next() is not None:
        return "waiting"
    if sheet is None:
        return "playing"
    if state.has_guessed(sheet):
        return "guessed"
    if state.must_dump(sheet):
        return "dumping"
    return "naming" if state.named[sheet] else "playing"


def _picks(state: MysteryState, sheet: int) -> tuple[Pick, ...]:
    return tuple(
        Pick(
            tuple(NAMES[card] for card in offer),
            NAMES[offer[taken]],
            None if dumped < 0 else NAMES[dumped],
        )
        for offer, (taken, dumped) in zip(state.offers, state.picks[sheet], strict=False)
    )


def _questions(state: MysteryState, sheet: int) -> tuple[Question, ...]:
    found = []
    asked = [0] * len(state.orders)
    for pile, paid, picks in state.questions[sheet]:
        order = state.orders[pile]
        answer = name_of(order[asked[pile]]) if asked[pile] < len(order) else None
        asked[pile] += 1
        found.append(Question(PILE_NAMES[pile], tuple(NAMES[c] for c in paid), answer, picks))
    return tuple(found)


def _effort(state: MysteryState, sheet: int) -> Effort:
    return Effort(
        picks=len(state.picks[sheet]),
        asked=tuple(PILE_NAMES[pile] for pile, _, _ in state.questions[sheet]),
        guessed=state.has_guessed(sheet),
        dumping=state.must_dump(sheet),
        naming=len(state.named[sheet]),
    )


def _truth(state: MysteryState) -> Truth:
    deal, dealing = state.deal, dealing_of(state.setting.puzzle)
    return Truth(
        ranks=tuple(RANKS[rank] for rank in deal.ranks),
        suits=tuple(SUITS[suit] for suit in deal.suits),
        shuffles=deal.shuffles,
        removed=tuple(tuple(NAMES[card] for card in cards) for cards in deal.removed),
        grid=tuple(NAMES[rank * COLUMNS + suit] for rank in deal.ranks for suit in deal.suits),
        mystery=tuple(NAMES[card] for card in dealing.mystery(deal)),
        guesses=tuple(tuple(NAMES[card] for card in named) for named in state.named),
        redo=redo_code(state.setting.puzzle, deal),
    )
