"""SOLVER's rules: the truth of one game, changed in place.

Paragraph numbers (R7, …) are those of ``rulebook.md``. Nature's part is in ``nature.py``.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Sequence

from facedown.core.errors import MalformedMove
from facedown.core.game import State
from facedown.core.moves import Action, Move
from facedown.core.outcome import Outcome
from facedown.core.refusal import Refusal
from facedown.core.seats import NATURE, NATURE_ONLY, NOBODY, Seat, Seats, seats_listed
from facedown.core.words import counted
from facedown.deduce.rules import SOLVER, RuleError
from facedown.deduce.rules import Play as Played
from facedown.games.solver import nature
from facedown.games.solver.judging import answer_to, rule_called
from facedown.games.solver.moves import (
    CARD_COUNT,
    DRAW,
    NAMES,
    NUMBERS,
    PASS,
    SWAP,
    Deal,
    Give,
    Guess,
    SecretRule,
    Starter,
    Write,
    action_of,
    cards_of,
    mask_of,
    move_of,
    names_of,
)
from facedown.games.solver.nature import Layer
from facedown.games.solver.refusals import (
    DECK_EMPTY,
    GAME_OVER,
    NATURES_TURN,
    NO_CARDS,
    NO_PASS,
    NO_RULE,
    NO_SUCH_MOVE,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    ONLY_GUESS,
    PLAY_FIRST,
    PLAYED_ALREADY,
    SEATS_TURN,
    SWAPPED,
    WRITE_FIRST,
    WRITTEN,
)
from facedown.games.solver.setting import (
    CHOOSE,
    DEAL,
    GIVE,
    LAST,
    MOST_PLAYS,
    OVER,
    PLAY,
    RULE,
    STARTER,
    Setting,
)
from facedown.games.solver.view import Entry, SolverView, build_view


class SolverState(State):
    """The truth of one game.

    Hands are bit masks over the cards, ``fresh`` is the mask of those that nobody has seen, the
    lives' among them, ``deck`` has its layers from the top.
    """

    __slots__ = (
        "dealt",
        "deck",
        "due",
        "fresh",
        "gifts",
        "hands",
        "history",
        "lives",
        "phase",
        "rule",
        "setting",
        "solver",
        "swapped",
        "track",
        "turn",
        "waiting",
    )

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.phase = RULE
        self.rule = ""
        self.turn: Seat = -1
        self.hands = [0] * setting.seats
        self.dealt: tuple[int, ...] = ()
        self.fresh = SOLVER.everything
        self.deck: list[Layer] = []
        self.lives = setting.lives
        self.swapped = 0
        self.due = 0
        self.gifts = 0
        self.track: list[Played] = []
        self.history: list[Entry] = []
        self.waiting: Seats = ()
        self.solver: Seat = -1

    def clone(self) -> SolverState:
        """An independent copy."""
        copy = SolverState.__new__(SolverState)
        for name in SolverState.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.hands = self.hands[:]
        copy.deck = self.deck[:]
        copy.track = self.track[:]
        copy.history = self.history[:]
        return copy

    # Who may do what

    def actors(self) -> Seats:
        """The Master who writes, the seat whose turn it is, or nature."""
        if self.phase == OVER:
            return NOBODY
        if self.phase == RULE and self.setting.master == "player":
            return (self.setting.master_seat,)
        return NATURE_ONLY if self.phase in (RULE, DEAL, STARTER, GIVE) else (self.turn,)

    def legal(self, seat: Seat) -> Sequence[int]:
        """Cards of the hand; then draw and swap; among the last guesses to pass."""
        if seat < 0 or seat != self.turn:
            return ()
        if self.phase == PLAY:
            return cards_of(self.hands[seat])
        if self.phase == LAST:
            return (PASS,)
        if self.phase != CHOOSE or not self.deck:
            return ()
        swaps = self.hands[seat] and not self.swapped >> seat & 1
        return (DRAW, SWAP) if swaps else (DRAW,)

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.phase == OVER:
            return GAME_OVER()
        actors = self.actors()
        if seat == NATURE:
            if actors != NATURE_ONLY:
                return SEATS_TURN()
            return None if nature.allowed(self, action) else NO_SUCH_MOVE()
        if not 0 <= seat < self.setting.seats:
            return NO_SUCH_MOVE()
        if actors == NATURE_ONLY:
            return NATURES_TURN()
        if seat not in actors:
            return NOT_YOUR_TURN(turn=seats_listed(actors))
        if isinstance(action, Move):
            return self._verify_open(seat, action)
        if not 0 <= action <= PASS:
            return NO_SUCH_MOVE()
        if self.phase == RULE:
            return WRITE_FIRST()
        return None if action in self.legal(seat) else self._why_not(seat, action)

    def _why_not(self, seat: Seat, action: int) -> Refusal:
        if self.phase == PLAY:
            return NOT_IN_HAND(card=NAMES[action]) if action < CARD_COUNT else PLAY_FIRST()
        if self.phase == LAST:
            return ONLY_GUESS()
        if action == PASS:
            return NO_PASS()
        if action < CARD_COUNT:
            return PLAYED_ALREADY() if self.hands[seat] else NO_CARDS()
        if not self.deck:
            return DECK_EMPTY()
        return NO_CARDS() if not self.hands[seat] else SWAPPED()

    def _verify_open(self, seat: Seat, action: Move) -> Refusal | None:
        if isinstance(action, Write):
            if self.phase != RULE:
                return WRITTEN()
            return _no_rule(action.rule)
        if not isinstance(action, Guess):
            return NO_SUCH_MOVE()
        if self.phase == RULE:
            return WRITE_FIRST()
        if self.phase == PLAY:
            return PLAY_FIRST()
        return _no_rule(action.rule) if self.hands[seat] else NO_CARDS()

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        match action:
            case SecretRule(rule=str(rule)) | Write(rule=str(rule)):
                self.rule = rule
                self.phase = DEAL
            case Deal(hands=hands):
                self._deal(tuple(mask_of(hand or ()) for hand in hands))
            case Starter(card=card):
                number = NUMBERS[card]
                self.fresh ^= 1 << number
                self.turn = self.setting.seats - 1
                self._judge(NATURE, number)
                self._pass_turn()
            case Give(cards=tuple() as cards):
                self._give(mask_of(cards))
            case Guess(rule=rule):
                self._guess(seat, rule)
            case int():
                self._act(seat, action)
            case _:
                raise AssertionError(action)

    def _deal(self, hands: tuple[int, ...]) -> None:
        self.hands = list(hands)
        self.dealt = hands
        self.fresh = SOLVER.everything & ~sum(hands)
        self.deck = [Layer(-1, 0, self.fresh.bit_count() - self.lives - 1)]
        self.phase = STARTER

    def _act(self, seat: Seat, action: int) -> None:
        if action < CARD_COUNT:
            self.hands[seat] ^= 1 << action
            self._judge(seat, action)
            if len(self.track) == MOST_PLAYS:
                self._last_guesses(seat)
            elif self.hands[seat] or self.deck:
                self.phase = CHOOSE
            else:
                self._pass_turn()
        elif action == PASS:
            self.history.append(Entry(seat, "pass"))
            self._next_last_guess()
        else:
            self.due = 1
            if action == SWAP:
                hand = self.hands[seat]
                self.due = hand.bit_count()
                self.hands[seat] = 0
                self.swapped |= 1 << seat
                self.deck.append(Layer(seat, hand, self.due))
            self.history.append(Entry(seat, "swap" if action == SWAP else "draw", count=self.due))
            self.phase = GIVE

    def _judge(self, seat: Seat, card: int) -> None:
        accepted = rule_called(self.rule).judge(self.track, card)
        self.track.append(Played(card, accepted))
        self.history.append(Entry(seat, "play", NAMES[card], accepted))

    def _give(self, given: int) -> None:
        self.gifts += 1
        self.hands[self.turn] |= given
        self.fresh &= ~given
        due, deck = self.due, []
        for owner, cards, count in self.deck:
            part = min(due, count)
            due -= part
            if part < count:
                deck.append(Layer(owner, cards & ~given, count - part))
        self.deck = deck
        self.due = 0
        self.history[-1] = dataclasses.replace(self.history[-1], cards=names_of(given))
        self._pass_turn()

    def _guess(self, seat: Seat, rule: str) -> None:
        answer = answer_to(self.rule, rule)
        self.history.append(Entry(seat, "guess", rule=rule, answer=answer))
        if answer == "Solver!":
            self.solver = seat
            self.phase = OVER
            return
        if self.lives:  # R11
            self.lives -= 1
            self.deck.append(Layer(-1, 0, 1))
            if not self.lives:
                self.phase = OVER
                return
        if self.phase == LAST:
            self._next_last_guess()
        else:
            self._pass_turn()

    def _pass_turn(self) -> None:
        """The next Investigator who is not out of the race (R7), or the end."""
        seats = self.setting.investigators
        for step in range(1, len(seats) + 1):
            seat = seats[(self.turn - seats[0] + step) % len(seats)]
            if self.hands[seat] or self.deck:
                self.turn = seat
                self.phase = PLAY if self.hands[seat] else CHOOSE
                return
        self.phase = OVER

    def _last_guesses(self, seat: Seat) -> None:
        seats = self.setting.investigators
        order = [seats[(seat - seats[0] + step) % len(seats)] for step in range(1, len(seats) + 1)]
        self.waiting = tuple(each for each in order if self.hands[each])
        self._next_last_guess()

    def _next_last_guess(self) -> None:
        if not self.waiting:
            self.phase = OVER
            return
        self.turn, *waiting = self.waiting
        self.waiting = tuple(waiting)
        self.phase = LAST

    # Nature

    def chances(self) -> Iterable[tuple[Action, int]]:
        """The rules of a level, the first card or one card drawn; deals are too many to list."""
        return nature.chances(self)

    def draw(self, rng: random.Random) -> Action:
        """A rule, a deal, the first card or cards drawn, all alike."""
        return nature.draw(self, rng)

    def draw_name(self) -> str:
        """The rule, the deal, the first card, or what is given, counted from 1."""
        return nature.draw_name(self)

    # Telling

    def view(self, seat: Seat) -> SolverView:
        """What a seat or an onlooker may know."""
        return build_view(self, seat)

    def outcome(self) -> Outcome | None:
        """Who won: all together in Cooperative, the finder and the Master in Casual (R10, R11)."""
        if self.phase != OVER:
            return None
        seats, plays = range(self.setting.seats), len(self.track)
        if self.solver < 0:
            lost = bool(self.setting.lives) and not self.lives
            why = "All lives are lost" if lost else "Nobody found the rule"
            return Outcome((0,) * len(seats), (), f"{why}: {self.rule}.")
        told = f"{{{self.solver}}} found the rule after {counted(plays, 'card')}: {self.rule}."
        if self.setting.mode == "cooperative":
            return Outcome((MOST_PLAYS + 1 - plays,) * len(seats), tuple(seats), told)
        winners = tuple(s for s in seats if s in (self.solver, self.setting.master_seat))
        return Outcome(tuple(int(seat in winners) for seat in seats), winners, told)

    def move_of(self, seat: Seat, action: Action) -> Move:
        """The record of an action."""
        del seat  # nature's actions are records
        return action if isinstance(action, Move) else move_of(action)

    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record; raises ``MalformedMove`` when it has none."""
        if seat == NATURE:
            if not move.by_nature:
                raise MalformedMove("That is not a move for nature to make.")
            return move
        if isinstance(move, Guess) or (isinstance(move, Write) and move.rule is not None):
            return move
        return action_of(move)


def _no_rule(sentence: str | None) -> Refusal | None:
    try:
        good = sentence is not None and rule_called(sentence).sentence == sentence
    except RuleError:
        good = False
    return None if good else NO_RULE()
