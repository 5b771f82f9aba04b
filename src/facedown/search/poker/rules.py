"""The rules of two-player limit poker with one card each: the truth of one game.

Paragraph numbers (P4, …) are those of ``rulebook.md``. Kuhn (1950), *A simplified two-person
poker*; Southey and others (2005), *Bayes' bluff: opponent modelling in poker*, for Leduc.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.moves import Action, Move
from facedown.core.outcome import Outcome
from facedown.core.refusal import Reason, Refusal
from facedown.core.seats import NATURE, NATURE_ONLY, NOBODY, ONLOOKER, Seat, Seats, seats_listed
from facedown.core.state import State
from facedown.search.poker.moves import CALL, FOLD, RAISE, SEAT_MOVES, Deal, TurnUp
from facedown.search.poker.view import PokerView, build_view

OVER: Final = ONLOOKER  # nobody's turn, so a number that is neither a seat's nor nature's
UNDEALT: Final = -1

_SEAT: Final[tuple[Seats, ...]] = ((0,), (1,))
_LEGAL: Final = {
    (False, False): (CALL,),
    (False, True): (CALL, RAISE),
    (True, False): (FOLD, CALL),
    (True, True): (FOLD, CALL, RAISE),
}
"""By whether the seat faces a raise, and whether it may raise."""

GAME_OVER = Reason("game-over", "P9", "The game is over.")
NATURES_TURN = Reason("natures-turn", "P2", "A card is being dealt.")
SEATS_TURN = Reason("seats-turn", "P3", "No card is to be dealt now.")
NOT_YOUR_TURN = Reason("not-your-turn", "P3", "It is the turn of {turn}.")
NO_RAISE_TO_FOLD_TO = Reason("nothing-to-fold-to", "P6", "Nobody has raised: check instead.")
RAISED_ENOUGH = Reason(
    "raised-enough", "P5", "This round has had all the raises it may have: {most}."
)
NO_SUCH_MOVE = Reason("no-such-move", "P4", "That is not a move of this game.")


@dataclass(frozen=True, slots=True)
class Setting:
    """What one of the games is: its cards by name, and how much a raise adds in each round.

    Cards are numbered in order; ``suits`` of them have each rank.
    """

    cards: tuple[str, ...]
    suits: int
    bets: tuple[int, ...]
    raises: int


class PokerState(State):
    """One game.

    ``cards`` are the seats' cards, ``public`` the one turned up, ``UNDEALT`` before. ``bets`` are
    the action numbers of this round of betting, ``past`` those of the rounds before.
    """

    __slots__ = ("bets", "cards", "folded", "past", "public", "raises", "setting", "stakes", "turn")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.cards = [UNDEALT, UNDEALT]
        self.public = UNDEALT
        self.stakes = [1, 1]
        self.bets: list[int] = []
        self.past: tuple[tuple[int, ...], ...] = ()
        self.raises = 0
        self.folded = -1
        self.turn = NATURE

    def clone(self) -> PokerState:
        """An independent copy."""
        copy = PokerState.__new__(PokerState)
        copy.setting = self.setting
        copy.cards = self.cards[:]
        copy.public = self.public
        copy.stakes = self.stakes[:]
        copy.bets = self.bets[:]
        copy.past = self.past
        copy.raises = self.raises
        copy.folded = self.folded
        copy.turn = self.turn
        return copy

    def actors(self) -> Seats:
        """The seat whose turn it is, or nature while a card is dealt."""
        turn = self.turn
        if turn >= 0:
            return _SEAT[turn]
        return NATURE_ONLY if turn == NATURE else NOBODY

    def legal(self, seat: Seat) -> Sequence[int]:
        """Fold if somebody has raised, call, raise while there may be more raises (P4, P5, P6)."""
        if seat != self.turn or seat < 0:
            return ()
        mine, theirs = self.stakes
        return _LEGAL[mine != theirs, self.raises < self.setting.raises]

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.turn == OVER:
            return GAME_OVER()
        if seat == NATURE:
            if self.turn != NATURE:
                return SEATS_TURN()
            return None if action in self._undealt() else NO_SUCH_MOVE()
        if self.turn == NATURE:
            return NATURES_TURN()
        if seat not in (0, 1) or not isinstance(action, int) or not FOLD <= action <= RAISE:
            return NO_SUCH_MOVE()
        if seat != self.turn:
            return NOT_YOUR_TURN(turn=seats_listed((self.turn,)))
        if action in self.legal(seat):
            return None
        if action == FOLD:
            return NO_RAISE_TO_FOLD_TO()
        return RAISED_ENOUGH(most=self.setting.raises)

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        assert isinstance(action, int)
        if seat == NATURE:
            self._deal(action)
            return
        other = 1 - seat
        opening = not self.bets
        self.bets.append(action)
        if action == RAISE:
            self.stakes[seat] = self.stakes[other] + self.setting.bets[len(self.past)]
            self.raises += 1
            self.turn = other
        elif action == FOLD:
            self.folded = seat
            self.turn = OVER
        else:
            self.stakes[seat] = self.stakes[other]
            if opening:
                self.turn = other
            else:
                self._end_round()

    def _end_round(self) -> None:
        if len(self.past) + 1 == len(self.setting.bets):
            self.turn = OVER
            return
        self.past = (*self.past, tuple(self.bets))
        self.bets = []
        self.raises = 0
        self.turn = NATURE

    def _deal(self, card: int) -> None:
        if self.cards[0] == UNDEALT:
            self.cards[0] = card
            return
        if self.cards[1] == UNDEALT:
            self.cards[1] = card
        else:
            self.public = card
        self.turn = 0

    def _undealt(self) -> list[int]:
        return [c for c in range(len(self.setting.cards)) if c not in self.cards]

    def chances(self) -> Iterable[tuple[Action, int]]:
        """Every card that is not dealt, all alike."""
        return [(card, 1) for card in self._undealt()]

    def draw_name(self) -> str:
        """The card of seat 1, that of seat 2, or the one turned up."""
        return ("card/1", "card/2", "public card")[2 - self.cards.count(UNDEALT)]

    def view(self, seat: Seat) -> PokerView:
        """What a seat or an onlooker may know."""
        return build_view(self, seat)

    def winner(self) -> Seat | None:
        """Who wins by what is there now: the one who did not fold, the better card (P6, P9)."""
        if self.folded >= 0:
            return 1 - self.folded
        suits = self.setting.suits
        first, second = (
            len(self.setting.cards) if card // suits == self.public // suits else card // suits
            for card in self.cards
        )
        return None if first == second else int(second > first)

    def outcome(self) -> Outcome | None:
        """The winner gains the other's stake (P10)."""
        if self.turn != OVER:
            return None
        winner = self.winner()
        if winner is None:
            return Outcome((0, 0), (), "Both cards are equal, so nobody wins.")
        gain = self.stakes[1 - winner]
        how = "folded" if self.folded >= 0 else "has the worse card"
        return Outcome(
            (gain, -gain) if winner == 0 else (-gain, gain),
            (winner,),
            f"{{{winner}}} gains {gain}: {{{1 - winner}}} {how}.",
        )

    def move_of(self, seat: Seat, action: Action) -> Move:
        """The record of an action."""
        if isinstance(action, Move):
            return action
        if seat != NATURE:
            return SEAT_MOVES[action]
        name = self.setting.cards[action]
        dealt = sum(card != UNDEALT for card in self.cards)
        return TurnUp(name) if dealt == 2 else Deal(dealt, name)

    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record; raises ``MalformedMove`` when it has none."""
        if seat != NATURE and move in SEAT_MOVES:
            return SEAT_MOVES.index(move)
        names = self.setting.cards
        if seat == NATURE and isinstance(move, Deal | TurnUp) and move.card in names:
            card = names.index(move.card)
            if self.move_of(NATURE, card) == move:
                return card
        raise MalformedMove("That is not a move of this game now.")
