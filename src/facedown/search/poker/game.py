"""Kuhn and Leduc poker, each whole: moves, view, rules and game. 0 folds, 1 calls, 2 raises.

Paragraph numbers (P4, …) are those of ``rulebook.md``. Kuhn (1950), *A simplified two-person
poker*; Southey and others (2005), *Bayes' bluff: opponent modelling in poker*, for Leduc.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar, Final, TypeAlias

from facedown.core.errors import MalformedMove, Reason, Refusal
from facedown.core.facts import Facts
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.seats import (
    NATURE,
    NATURE_ONLY,
    NOBODY,
    ONLOOKER,
    Outcome,
    Seat,
    Seats,
    seats_listed,
)
from facedown.core.state import State
from facedown.core.view import Event, View
from facedown.core.worlds import World, Worlds

FOLD: Final = 0
CALL: Final = 1
RAISE: Final = 2
WORDS: Final = ("fold", "call", "raise")


class DealCards(Move, kind="deal", by_nature=True):
    """Nature deals one card face down; the other seat is not told which (P2)."""

    seat: Seat
    card: str | None


class TurnUp(Move, kind="turn up", by_nature=True):
    """Nature turns a card up for both (P8)."""

    card: str


class FoldHand(Move, kind="fold"):
    """Give up the stake (P6)."""


class Call(Move, kind="call"):
    """Match the other's stake, or check when both are equal (P4)."""


class Raise(Move, kind="raise"):
    """Stake more than the other (P5)."""


SEAT_MOVES: Final[tuple[Move, ...]] = (FoldHand(), Call(), Raise())
"""The seats' moves by action number."""

PokerWorld: TypeAlias = tuple[int, ...]
"""The cards of both seats, -1 for one that is not dealt yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerView(View):
    """A seat's view.

    ``card`` is the seat's own, ``public`` the one turned up, ``shown`` both seats' at the end if
    nobody folded. ``dealt`` tells how many of the seats have a card. ``rounds`` are the words of
    each round of betting, ``stakes`` what each seat has staked.
    """

    card: str | None
    public: str | None
    shown: tuple[str, ...]
    dealt: int
    rounds: tuple[tuple[str, ...], ...]
    stakes: tuple[int, ...]


def build_view(state: PokerState, seat: Seat) -> PokerView:
    """The view of a seat or an onlooker. What is not put in here does not leave the state."""
    names = state.setting.cards
    first, second = state.cards
    own = state.cards[seat] if seat >= 0 else -1
    rounds = (*state.past, state.bets)
    outcome = state.outcome()
    return PokerView(
        seat=seat,
        seats=2,
        actors=state.actors(),
        legal=tuple(state.legal(seat)),
        outcome=outcome,
        card=names[own] if own >= 0 else None,
        public=names[state.public] if state.public >= 0 else None,
        shown=(names[first], names[second]) if outcome and state.folded < 0 else (),
        dealt=(first >= 0) + (second >= 0),
        rounds=tuple([tuple([WORDS[action] for action in bets]) for bets in rounds]),
        stakes=(state.stakes[0], state.stakes[1]),
    )


class PokerWorlds(Worlds):
    """Every pair of cards that a view leaves possible, all with weight 1: all are dealt alike."""

    def __init__(self, view: PokerView, names: tuple[str, ...]) -> None:
        if view.shown:
            self._worlds: list[PokerWorld] = [tuple(names.index(card) for card in view.shown)]
            return
        seen = [names.index(card) for card in (view.card, view.public) if card is not None]
        unseen = [card for card in range(len(names)) if card not in seen]
        choices = [
            [-1] if seat >= view.dealt else seen[:1] if seat == view.seat else unseen
            for seat in range(2)
        ]
        self._worlds = [
            world for world in product(*choices) if world[0] != world[1] or world[0] < 0
        ]

    def __iter__(self) -> Iterator[tuple[PokerWorld, int]]:
        return ((world, 1) for world in self._worlds)

    def count(self) -> int:
        """How many pairs of cards."""
        return len(self._worlds)

    def sample(self, rng: random.Random) -> PokerWorld:
        """One world, all alike."""
        return rng.choice(self._worlds)


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
class PokerSetting:
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

    def __init__(self, setting: PokerSetting) -> None:
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
        return TurnUp(name) if dealt == 2 else DealCards(dealt, name)

    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record; raises ``MalformedMove`` when it has none."""
        if seat != NATURE and move in SEAT_MOVES:
            return SEAT_MOVES.index(move)
        names = self.setting.cards
        if seat == NATURE and isinstance(move, DealCards | TurnUp) and move.card in names:
            card = names.index(move.card)
            if self.move_of(NATURE, card) == move:
                return card
        raise MalformedMove("That is not a move of this game now.")


KUHN = PokerSetting(cards=("J", "Q", "K"), suits=1, bets=(1,), raises=1)
LEDUC = PokerSetting(cards=("Ja", "Jb", "Qa", "Qb", "Ka", "Kb"), suits=2, bets=(2, 4), raises=2)

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

    setting: ClassVar[PokerSetting]
    actions = len(SEAT_MOVES)

    def start(self) -> State:
        """Before the first card is dealt."""
        return PokerState(self.setting)

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        """A move as one seat witnesses it."""
        move = before.move_of(seat, action)
        if isinstance(move, DealCards):
            told = move.card if viewer == move.seat else None
            text = f"{{{move.seat}}} is dealt {told or 'a card'}."
            return Event(seat, DealCards(move.seat, told), text, reveals=True)
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
        moves=(DealCards, *moves, FoldHand, Call, Raise),
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
