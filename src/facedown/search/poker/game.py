"""Kuhn and Leduc poker as games."""

from __future__ import annotations

from typing import ClassVar

from facedown.core.errors import MalformedMove
from facedown.core.facts import Facts
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.core.view import Event, View
from facedown.core.worlds import World, Worlds
from facedown.search.poker.moves import (
    FOLD,
    SEAT_MOVES,
    WORDS,
    Call,
    Deal,
    Fold,
    Raise,
    TurnUp,
)
from facedown.search.poker.rules import OVER, PokerState, Setting
from facedown.search.poker.view import PokerView, PokerWorlds

KUHN = Setting(cards=("J", "Q", "K"), suits=1, bets=(1,), raises=1)
LEDUC = Setting(cards=("Ja", "Jb", "Qa", "Qb", "Ka", "Kb"), suits=2, bets=(2, 4), raises=2)

_SAID = {"fold": "folds", "call": "calls", "raise": "raises"}
_SYNONYMS = {
    "check": "call",
    "pass": "call",
    "bet": "raise",
    "f": "fold",
    "c": "call",
    "r": "raise",
}


class _Poker(Game):
    """What both games share."""

    setting: ClassVar[Setting]
    actions = len(SEAT_MOVES)

    def start(self) -> State:
        """Before the first card is dealt."""
        return PokerState(self.setting)

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        """A move as one seat witnesses it."""
        move = before.move_of(seat, action)
        if isinstance(move, Deal):
            told = move.card if viewer == move.seat else None
            text = f"{{{move.seat}}} is dealt {told or 'a card'}."
            return Event(seat, Deal(move.seat, told), text, reveals=True)
        if isinstance(move, TurnUp):
            return Event(seat, move, f"{move.card} is turned up.", reveals=True)
        assert isinstance(before, PokerState)
        text = f"{{{seat}}} {_SAID[move.kind]}."
        outcome = after.outcome()
        if outcome is not None:
            text += f" {outcome.reason}"
        return Event(seat, move, text, reveals=outcome is not None)

    def show(self, view: View) -> str:
        """The cards and the betting in words."""
        assert isinstance(view, PokerView)
        cards = [f"Your card: {view.card}." if view.card else ""]
        cards.append(f"Turned up: {view.public}." if view.public else "")
        cards += [f"{{{seat}}} shows {card}." for seat, card in enumerate(view.shown)]
        rounds = [f"Betting: {', '.join(bets)}." for bets in view.rounds if bets]
        stakes = ", ".join(f"{{{seat}}} {stake}" for seat, stake in enumerate(view.stakes))
        return "\n".join([*filter(None, cards), *rounds, f"Staked: {stakes}."])

    def prompt(self, view: View) -> str:
        """What the seat can do now."""
        if view.outcome is not None:
            return "The game is over."
        if not view.legal:
            return "Wait for your turn."
        return f"You may {', '.join(WORDS[action] for action in view.legal)}."

    def read(self, text: str, view: View) -> Move:
        """The move that a typed word means; raises ``MalformedMove`` for anything else."""
        word = text.strip().lower()
        word = _SYNONYMS.get(word, word)
        if word not in WORDS:
            raise MalformedMove("That is not a move; type fold, call or raise.")
        return SEAT_MOVES[WORDS.index(word)]

    def worlds(self, view: View) -> Worlds:
        """Every pair of cards that the view leaves possible."""
        assert isinstance(view, PokerView)
        return PokerWorlds(view, self.setting.cards)

    def state_from_world(self, view: View, world: World) -> State:
        """The state in which the seats hold these cards and the seat sees this view."""
        assert isinstance(view, PokerView)
        names = self.setting.cards
        state = PokerState(self.setting)
        state.cards = list(world)
        state.public = -1 if view.public is None else names.index(view.public)
        *past, bets = [[WORDS.index(word) for word in words] for words in view.rounds]
        state.past, state.bets = tuple(map(tuple, past)), bets
        state.stakes = list(view.stakes)
        state.raises = view.rounds[-1].count("raise")
        state.turn = view.actors[0] if view.actors else OVER
        if bets and bets[-1] == FOLD:
            state.folded = (len(bets) - 1) % 2  # seat 0 opens every round and turns alternate
        return state

    def true_world(self, state: State, seat: Seat) -> World:
        """The cards of both seats."""
        assert isinstance(state, PokerState)
        return tuple(state.cards)


def _facts(name: str, title: str, most: int, *moves: type[Move]) -> Facts:
    return Facts(
        name=name,
        title=title,
        summary="The smallest poker there is, with a known solution.",
        designers={"kuhn": "Harold Kuhn", "leduc": "Finnegan Southey and others"}[name],
        seats=(2, 2),
        options=(),
        moves=(Deal, *moves, Fold, Call, Raise),
        view=PokerView,
        rules_version=1,
        points=(-most, most),
    )


class KuhnPoker(_Poker):
    """Three cards, one raise; worth -1/18 to the first seat under best play.

    >>> KuhnPoker().start().actors()
    (-1,)
    """

    facts = _facts("kuhn", "Kuhn poker", 2)
    setting = KUHN
    longest = 5


class LeducPoker(_Poker):
    """Six cards, two rounds, two raises in each; worth -0.0856 to the first seat.

    >>> LeducPoker().longest
    11
    """

    facts = _facts("leduc", "Leduc poker", 13, TurnUp)
    setting = LEDUC
    longest = 11
