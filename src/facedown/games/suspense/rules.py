"""Suspense's rules: the truth of one game, changed in place.

Paragraph numbers (S11, …) are those of ``rulebook.md``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from facedown.core.chances import EvenChances
from facedown.core.errors import MalformedMove
from facedown.core.messages import phrase, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.outcome import Outcome
from facedown.core.refusal import Reason, Refusal
from facedown.core.seats import NATURE, NATURE_ONLY, NOBODY, Seat, Seats, seats_listed
from facedown.core.state import State
from facedown.games.suspense.cards import (
    CARD_COUNT,
    NAMES,
    NUMBERS,
    Condition,
    Table,
    all_sets,
    names_of,
)
from facedown.games.suspense.dealing import deal_count, deal_number, deal_of
from facedown.games.suspense.moves import (
    FOLD,
    PASS,
    Deal,
    FirstDealer,
    action_of,
    move_of,
)
from facedown.games.suspense.scoring import Score, score_round
from facedown.games.suspense.turns import NOBODY_NEXT, turn_order
from facedown.games.suspense.view import SuspenseView, build_view

LOT, DEALING, TURNS, OVER = range(4)

_NOTHING: Final[tuple[int, ...]] = ()
_CARDS: Final = all_sets()
_CHOICES: Final = tuple((*cards, PASS, FOLD) for cards in _CARDS)
_SEAT: Final[tuple[Seats, ...]] = ((0,), (1,), (2,))

GAME_OVER = Reason("game-over", "S18", "The game is over.")
NATURES_TURN = Reason("natures-turn", "S16", "The cards are being dealt.")
SEATS_TURN = Reason("seats-turn", "S16", "No cards are to be dealt now.")
NOT_YOUR_TURN = Reason("not-your-turn", "S17", "It is the turn of {turn}.")
MUST_PLAY = Reason("must-play", "S11", "On your first turn of a round you must play a card.")
NOT_IN_HAND = Reason("not-in-hand", "S11", "You do not hold {card}.")
NO_SUCH_MOVE = Reason("no-such-move", "S11", "That is not a move of this game.")


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same for a whole game: the options.

    ``goal`` is the number of points to reach, 0 for a single round; ``limit`` the sum of numbers
    in play that ends a round (S14); ``folded_out`` leaves folded players' cards out (S1);
    ``both`` scores two winning cards (S6); ``dealer`` is who deals first, -1 to draw lots (S16).
    ``stars`` and ``conditions`` are those of the table, card by card.
    """

    seats: int
    table: Table
    goal: int
    limit: int
    folded_out: bool
    both: bool
    dealer: Seat
    order: tuple[Seat, ...] = field(init=False, repr=False, compare=False)
    stars: tuple[int, ...] = field(init=False, repr=False, compare=False)
    conditions: tuple[Condition, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", turn_order(self.seats))
        object.__setattr__(self, "stars", tuple(face.stars for face in self.table))
        object.__setattr__(self, "conditions", tuple(face.condition for face in self.table))


class Round(NamedTuple):
    """A finished round: everything is shown at its end (S15)."""

    dealer: Seat
    secret: int
    hands: tuple[int, ...]
    turns: tuple[int, ...]
    played: tuple[int, ...]
    folded: int
    scores: tuple[Score, ...]


class SuspenseState(State):
    """One game of Suspense.

    ``hands`` and ``played`` are sets of cards by seat, ``folded``, ``passed`` (in a row since the
    last card was played) and ``started`` (had a first turn) sets of seats. ``turns`` are the
    action numbers of the round so far; who made them follows from the rules.
    """

    __slots__ = (
        "dealer",
        "folded",
        "hands",
        "passed",
        "phase",
        "played",
        "points",
        "rounds",
        "secret",
        "setting",
        "started",
        "total",
        "turn",
        "turns",
    )

    def __init__(self, setting: Setting) -> None:
        n = setting.seats
        self.setting = setting
        self.phase = LOT if setting.dealer < 0 else DEALING
        self.dealer = setting.dealer
        self.turn = setting.dealer
        self.secret = -1
        self.hands = [0] * n
        self.played = [0] * n
        self.folded = 0
        self.passed = 0
        self.started = 0
        self.total = 0
        self.turns: list[int] = []
        self.points = [0] * n
        self.rounds: list[Round] = []

    def clone(self) -> SuspenseState:
        """An independent copy."""
        copy = SuspenseState.__new__(SuspenseState)
        copy.setting = self.setting
        copy.phase = self.phase
        copy.dealer = self.dealer
        copy.turn = self.turn
        copy.secret = self.secret
        copy.hands = self.hands[:]
        copy.played = self.played[:]
        copy.folded = self.folded
        copy.passed = self.passed
        copy.started = self.started
        copy.total = self.total
        copy.turns = self.turns[:]
        copy.points = self.points[:]
        copy.rounds = self.rounds[:]
        return copy

    # Who may do what

    def actors(self) -> Seats:
        """The seat whose turn it is, or nature while cards are dealt."""
        if self.phase == TURNS:
            return _SEAT[self.turn]
        return NOBODY if self.phase == OVER else NATURE_ONLY

    def legal(self, seat: Seat) -> Sequence[int]:
        """Cards of the hand, then pass and fold unless it is the first turn (S11, S12)."""
        if seat != self.turn or self.phase != TURNS:
            return _NOTHING
        if self.started >> seat & 1:
            return _CHOICES[self.hands[seat]]
        return _CARDS[self.hands[seat]]

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.phase == OVER:
            return GAME_OVER()
        if seat == NATURE:
            return self._verify_nature(action)
        if self.phase != TURNS:
            return NATURES_TURN()
        if not 0 <= seat < self.setting.seats or not isinstance(action, int):
            return NO_SUCH_MOVE()
        if seat != self.turn:
            return NOT_YOUR_TURN(turn=seats_listed((self.turn,)))
        if action in self.legal(seat):
            return None
        if 0 <= action < CARD_COUNT:
            return NOT_IN_HAND(card=NAMES[action])
        return MUST_PLAY() if action in (PASS, FOLD) else NO_SUCH_MOVE()

    def _verify_nature(self, action: Action) -> Refusal | None:
        if self.phase == TURNS:
            return SEATS_TURN()
        seats = self.setting.seats
        many = seats if self.phase == LOT else deal_count(seats)
        return None if isinstance(action, int) and 0 <= action < many else NO_SUCH_MOVE()

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        assert isinstance(action, int)
        if self.phase != TURNS:
            self._apply_nature(action)
            return
        self.turns.append(action)
        if action < PASS:
            card = 1 << action
            self.hands[seat] ^= card
            self.played[seat] |= card
            self.started |= 1 << seat
            self.passed = 0
            self.total += NUMBERS[action]
            if self.total >= self.setting.limit:  # S14
                self._score()
                return
        elif action == PASS:
            self.passed |= 1 << seat
        else:
            self.folded |= 1 << seat
        turn = self.setting.order[self.folded << 6 | self.passed << 3 | seat]
        if turn == NOBODY_NEXT:  # S13
            self._score()
        else:
            self.turn = turn

    def _score(self) -> None:
        """Ends the round: cards are shown, points are given, and perhaps the game is over."""
        setting = self.setting
        scores = score_round(
            setting.table,
            self.secret,
            self.hands,
            self.played,
            self.folded,
            out=setting.folded_out,
            both=setting.both,
        )
        self.rounds.append(
            Round(
                self.dealer,
                self.secret,
                tuple(self.hands),
                tuple(self.turns),
                tuple(self.played),
                self.folded,
                scores,
            )
        )
        for seat, score in enumerate(scores):
            self.points[seat] += score.points
        goal = setting.goal
        if not goal or max(self.points) >= goal or len(self.rounds) == most_rounds(setting):
            self.phase = OVER
            return
        self.phase = DEALING
        self.dealer = (self.dealer + 1) % setting.seats

    def _apply_nature(self, action: int) -> None:
        if self.phase == LOT:
            self.dealer = action
            self.phase = DEALING
            return
        hands, self.secret = deal_of(action, self.setting.seats)
        self.hands = list(hands)
        self.played = [0] * self.setting.seats
        self.folded = self.passed = self.started = self.total = 0
        self.turns = []
        self.turn = self.dealer
        self.phase = TURNS

    # Nature

    def chances(self) -> Sequence[tuple[Action, int]]:
        """The first dealer, or every deal; all alike."""
        return EvenChances(self._draws())

    def draw(self, rng: random.Random) -> Action:
        """A first dealer or a deal, all alike."""
        return rng.randrange(self._draws())

    def draw_name(self) -> str:
        """The lot for the first dealer, or the deal of a round, counted from 1."""
        return "first dealer" if self.phase == LOT else f"deal/{len(self.rounds) + 1}"

    def _draws(self) -> int:
        return self.setting.seats if self.phase == LOT else deal_count(self.setting.seats)

    # Telling

    def view(self, seat: Seat) -> SuspenseView:
        """What a seat or an onlooker may know."""
        return build_view(self, seat)

    def outcome(self) -> Outcome | None:
        """The points of all rounds; everybody with the goal or more wins (S18)."""
        if self.phase != OVER:
            return None
        points, goal = tuple(self.points), self.setting.goal
        enough = phrase_many("{n} point", "{n} points", goal)
        if goal and max(points) < goal:
            return Outcome(points, (), phrase("Nobody reached {points} in time.", points=enough))
        bar = goal or max(points)
        winners = tuple(s for s, mine in enumerate(points) if mine >= bar and mine > 0)
        if not winners:
            return Outcome(points, (), phrase("Nobody scored."))
        who, many = seats_listed(winners), len(winners)
        if goal:
            why = phrase_many(
                "{who} reached {points}.", "{who} reached {points}.", many, who=who, points=enough
            )
        else:
            why = phrase_many("{who} scored most.", "{who} scored most.", many, who=who)
        return Outcome(points, winners, why)

    def move_of(self, seat: Seat, action: Action) -> Move:
        """The record of an action."""
        if isinstance(action, Move):
            return action
        if seat != NATURE:
            return move_of(action)
        if self.phase == LOT:
            return FirstDealer(action)
        hands, secret = deal_of(action, self.setting.seats)
        return Deal(tuple(names_of(hand) for hand in hands), NAMES[secret])

    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record; raises ``MalformedMove`` when it has none."""
        if seat != NATURE:
            return action_of(move)
        if isinstance(move, FirstDealer) and self.phase == LOT:
            return move.dealer
        if not isinstance(move, Deal) or self.phase == LOT or move.secret is None:
            raise MalformedMove(phrase("That is not a move for nature to make now."))
        try:
            hands = tuple(
                sum(1 << NAMES.index(card) for card in set(hand or ())) for hand in move.hands
            )
            number = deal_number(hands, NAMES.index(move.secret))
            if len(hands) == self.setting.seats and self.move_of(NATURE, number) == move:
                return number
        except (ValueError, KeyError):
            pass
        raise MalformedMove(phrase("That is not a deal of the thirteen cards."))


def most_rounds(setting: Setting) -> int:
    """A game that nobody wins ends after so many rounds: one, or ten for each point of the goal."""
    return 10 * setting.goal if setting.goal else 1


def most_turns(seats: int) -> int:
    """No round has more: a card is played at most once, and between two plays all may pass."""
    return (CARD_COUNT + 1) * seats


def longest(setting: Setting) -> int:
    """No game has more moves than this."""
    return 1 + most_rounds(setting) * (1 + most_turns(setting.seats))
