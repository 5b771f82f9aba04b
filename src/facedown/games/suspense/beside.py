"""Suspense beside real cards (S25): thirteen cards lie on a table, and one seat presses for all.

The program deals nothing and knows no hand. It keeps whose turn it is and what is in play by the
rules of ``rules.py``; when a round ends it asks for the secret card and for whoever holds a winning
one. The players are counted from 0 as seats are elsewhere, and have names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from facedown.core.beside import called, named
from facedown.core.errors import IllegalMove, Reason, Refusal
from facedown.core.moves import Action
from facedown.core.seats import NATURE, NATURE_ONLY, NOBODY, Outcome, Seat, Seats
from facedown.games.suspense.cards import ALL_CARDS, CARD_COUNT, NAMES, cards_of, names_of
from facedown.games.suspense.moves import FOLD, HOLD, PASS, TURN_OVER
from facedown.games.suspense.rules import (
    DEALING,
    GAME_OVER,
    HAND_SIZE,
    LOT,
    NATURES_TURN,
    NO_SUCH_MOVE,
    OVER,
    TURNS,
    Setting,
    SuspenseState,
    most_rounds,
    most_turns,
    winning_cards,
)
from facedown.games.suspense.view import ACTION_WORDS, Asks, Beside, Sheet, SuspenseView
from facedown.games.suspense.words import WORDS

ON_TABLE = Reason("on-table", "S25", "On the table already: {card}.")
MUST_PLAY = Reason("must-play", "S11", "On their first turn of a round {who} must play a card.")
NO_CARD_LEFT = Reason("no-card-left", "S12", "No card is left in the hand of {who}: pass or fold.")
ROUND_GOES_ON = Reason("round-goes-on", "S25", "The round is not over: press the turn of {who}.")
ASKS_SECRET = Reason("asks-secret", "S25", "The round is over: press the card that was the secret.")
ASKS_HOLDER = Reason("asks-holder", "S25", "Press who holds this card: {card}.")
CANNOT_HOLD = Reason("cannot-hold", "S25", "{who} cannot hold it: {card}.")

_TURN, _SECRET = -2, -1
"""What is asked for, where it is not the holder of a card."""

# The game


def longest(setting: Setting) -> int:
    """No game has more moves than this."""
    return 1 + most_rounds(setting) * (most_turns(setting.seats) + 1 + CARD_COUNT)


class BesideState(SuspenseState):
    """One game beside real cards.

    ``hands`` are the cards that are known to be in hand, which is none before a round ends;
    ``asked`` is the card whose holder is to be pressed, ``_TURN`` or ``_SECRET``.
    """

    __slots__ = ("asked", "players")

    def __init__(self, setting: Setting, players: tuple[str, ...]) -> None:
        super().__init__(setting)
        self.players = players
        self.asked = _TURN
        if self.phase == DEALING:
            self._begin()

    def clone(self) -> BesideState:
        """An independent copy."""
        copy = BesideState.__new__(BesideState)
        for name in (*SuspenseState.__slots__, *BesideState.__slots__):
            value = getattr(self, name)
            setattr(copy, name, value[:] if isinstance(value, list) else value)
        return copy

    def _begin(self) -> None:
        """The dealer deals at the table (S16), and begins (S17)."""
        seats = self.setting.seats
        self.hands, self.played = [0] * seats, [0] * seats
        self.folded = self.passed = self.started = self.total = 0
        self.turns = []
        self.secret = -1
        self.turn = self.dealer
        self.asked = _TURN
        self.phase = TURNS

    # Who may do what

    def actors(self) -> Seats:
        """The one seat, or nature while lots are drawn."""
        if self.phase == TURNS:
            return (0,)
        return NOBODY if self.phase == OVER else NATURE_ONLY

    def legal(self, seat: Seat) -> Sequence[int]:
        """Every card that can be the one laid down, turned over, or every possible holder."""
        if seat != 0 or self.phase != TURNS:
            return ()
        if self.asked == _SECRET:
            return tuple(TURN_OVER + card for card in cards_of(self._not_in_play()))
        if self.asked != _TURN:
            return tuple(HOLD + player for player in self._able())
        cards = cards_of(self._not_in_play()) if self._left(self.turn) else ()
        return (*cards, PASS, FOLD) if self.started >> self.turn & 1 else cards

    @property
    def over_at_table(self) -> bool:
        """Whether the round has ended and its secret card is to be turned over."""
        return self.phase == TURNS and self.asked == _SECRET

    def _not_in_play(self) -> int:
        return ALL_CARDS & ~sum(self.played)

    def _left(self, player: Seat) -> int:
        """How many cards a player still holds that are not known."""
        taken = self.played[player] | self.hands[player]
        return HAND_SIZE[self.setting.seats] - taken.bit_count()

    def _able(self) -> Seats:
        """Who can hold a card that nobody is known to hold."""
        return tuple(filter(self._left, range(self.setting.seats)))

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.phase == OVER:
            return GAME_OVER()
        if seat == NATURE:
            return self._verify_nature(action)
        if self.phase != TURNS:
            return NATURES_TURN()
        if seat != 0 or not isinstance(action, int) or not 0 <= action < HOLD + self.setting.seats:
            return NO_SUCH_MOVE()
        return None if action in self.legal(seat) else self._why_not(action)

    def _why_not(self, action: int) -> Refusal:
        names = called(self.players)
        if self.asked >= 0:
            card = WORDS[self.asked]
            if action < HOLD:
                return ASKS_HOLDER(card=card)
            return CANNOT_HOLD(who=names[action - HOLD], card=card)
        if self.asked == _SECRET:
            if TURN_OVER <= action < HOLD:
                return ON_TABLE(card=WORDS[action - TURN_OVER])
            return ASKS_SECRET()
        who = names[self.turn]
        if action >= TURN_OVER:
            return ROUND_GOES_ON(who=who)
        if action >= PASS:
            return MUST_PLAY(who=who)
        if sum(self.played) >> action & 1:
            return ON_TABLE(card=WORDS[action])
        return NO_CARD_LEFT(who=who)

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        assert isinstance(action, int)
        if self.phase != TURNS:
            self.dealer = action  # S16
            self._begin()
        elif self.asked == _TURN:
            if action < PASS:
                self.hands[self.turn] = 1 << action  # to be laid down at once
            super().apply(self.turn, action)
        else:
            if self.asked == _SECRET:
                self.secret = action - TURN_OVER
            else:
                self.hands[action - HOLD] |= 1 << self.asked
            self._go_on()

    def _score(self) -> None:
        """The round has ended: the secret card is turned over at the table."""
        self.asked = _SECRET

    def _go_on(self) -> None:
        """Asks for the next holder that has to be known, or scores the round."""
        while (card := self._sought()) >= 0:
            able = self._able()
            if len(able) > 1:
                self.asked = card
                return
            self.hands[able[0]] |= 1 << card  # nobody else has a card left
        self.asked = _TURN
        super()._score()
        if self.phase == DEALING:
            self._begin()

    def _sought(self) -> int:
        """A winning card whose holder is not known, or -1.

        Where folded players' cards do not count (S1) the next best card is sought when somebody who
        has folded holds the best.
        """
        setting = self.setting
        condition = setting.conditions[self.secret]
        if condition.category == "sum" or condition.place == "play":
            return -1
        out = self.folded if setting.folded_out else 0
        if all(out >> player & 1 for player in self._able()):
            return -1  # all that is not known is held by folders
        unknown = self._not_in_play() & ~sum(self.hands) & ~(1 << self.secret)
        counted = sum(hand for player, hand in enumerate(self.hands) if not out >> player & 1)
        sought = winning_cards(condition, counted | unknown) & unknown
        return (sought & -sought).bit_length() - 1

    # Telling

    def view(self, seat: Seat) -> SuspenseView:
        """What is kept of the table, which everybody may know."""
        asks: Asks = "turn" if self.asked == _TURN else "secret" if self.asked < 0 else "holder"
        beside = Beside(self.players, self.turn, asks)
        if asks == "holder" and self.phase == TURNS:
            held = tuple(map(names_of, self.hands))
            secret, card = NAMES[self.secret], NAMES[self.asked]
            beside = replace(beside, secret=secret, held=held, card=card)
        return replace(super().view(seat), seats=1, hand=None, secret=None, beside=beside)

    def outcome(self) -> Outcome | None:
        """Who has reached the goal; the one seat wins with whoever does, by as many points."""
        end = super().outcome()
        if end is None:
            return None
        return Outcome(
            (max(end.points),), end.winners and (0,), named(end.reason, called(self.players))
        )


def play_again(start: BesideState, view: SuspenseView) -> BesideState:
    """The state of a view, reached from the start by moves that the rules allow.

    Whatever is raised says that no play leads to the view.
    """
    state = start

    def make(seat: Seat, action: int) -> None:
        refusal = state.verify(seat, action)
        if refusal is not None:
            raise IllegalMove(refusal)
        state.apply(seat, action)

    def end(secret: str, held: Sequence[Sequence[str]]) -> None:
        make(0, TURN_OVER + NAMES.index(secret))
        while state.asked >= 0:
            card = NAMES[state.asked]
            known = [player for player, cards in enumerate(held) if card in cards]
            if not known:
                return
            make(0, HOLD + known[0])

    def take(sheet: Sheet) -> None:
        for turn in sheet.turns:
            make(0, ACTION_WORDS.index(turn.action))
        end(sheet.secret, [line.hand for line in sheet.lines])

    if state.phase == LOT and view.phase != "lot":
        make(NATURE, view.sheets[0].dealer if view.sheets else view.dealer)
    for sheet in view.sheets:
        take(sheet)
    for turn in view.turns:
        make(0, ACTION_WORDS.index(turn.action))
    if view.beside is not None and view.beside.secret is not None:
        end(view.beside.secret, view.beside.held)
    return state
