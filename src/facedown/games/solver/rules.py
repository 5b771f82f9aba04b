"""SOLVER's rules: the truth of one game, changed in place.

Paragraph numbers (R7, …) are those of ``rulebook.md``. Nature's part is in ``nature.py``, what
rounds are worth in ``scoring.py``.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from facedown.core.errors import MalformedMove
from facedown.core.messages import phrase
from facedown.core.moves import Action, Move
from facedown.core.outcome import Outcome
from facedown.core.refusal import Refusal
from facedown.core.seats import NATURE, NATURE_ONLY, NOBODY, Seat, Seats, seats_listed
from facedown.core.state import State
from facedown.deduce.rules import SOLVER, RuleError
from facedown.deduce.rules import Play as Played
from facedown.deduce.rules.answer import Answer as Answered
from facedown.deduce.rules.known import in_catalogue
from facedown.games.solver import nature, refusals, scoring
from facedown.games.solver.judging import answer_to, free_rule, rule_called
from facedown.games.solver.moves import (
    ACCEPT,
    ACTIONS,
    ANSWER,
    ANSWERS,
    CARD_COUNT,
    DEDUCIBLE,
    DRAW,
    IMPOSSIBLE,
    NAMES,
    NUMBERS,
    PASS,
    PREFER,
    REJECT,
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
from facedown.games.solver.setting import MOST_PLAYS, Phase, Setting
from facedown.games.solver.view import Entry, Round, SolverView, build_view


class SolverState(State):
    """The truth of one game.

    Hands are bit masks over the cards, ``fresh`` is the mask of those that nobody has seen, the
    lives' among them, ``deck`` has its layers from the top. ``votes`` are 1 for deducible and 0 for
    impossible, or the seat whose rule is preferred.
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
        "master",
        "phase",
        "rounds",
        "rule",
        "setting",
        "solver",
        "swapped",
        "track",
        "turn",
        "votes",
        "waiting",
    )

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.rounds: list[Round] = []
        self.swapped = 0
        self._begin()

    def _begin(self) -> None:
        """A new secret rule, for which the whole deck is shuffled."""
        setting = self.setting
        self.phase: Phase = "rule"
        self.master = setting.master_of(len(self.rounds))
        self.rule = ""
        self.turn: Seat = -1
        self.hands = [0] * setting.seats
        self.dealt: tuple[int, ...] = ()
        self.fresh = SOLVER.everything
        self.deck: list[Layer] = []
        self.lives = setting.lives
        self.due = 0
        self.gifts = 0
        self.track: list[Played] = []
        self.history: list[Entry] = []
        self.waiting: Seats = ()
        self.solver: Seat = -1
        self.votes: list[int | None] = [None] * setting.seats

    def clone(self) -> SolverState:
        """An independent copy."""
        copy = SolverState.__new__(SolverState)
        for name in SolverState.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.hands = self.hands[:]
        copy.deck = self.deck[:]
        copy.track = self.track[:]
        copy.history = self.history[:]
        copy.rounds = self.rounds[:]
        copy.votes = self.votes[:]
        return copy

    # Who may do what

    def actors(self) -> Seats:
        """The Master who writes or judges, the seat whose turn it is, who votes, or nature."""
        match self.phase:
            case "over":
                return NOBODY
            case "rule" if self.setting.master != "program":
                return (self.master,)
            case "rule" | "deal" | "starter" | "give":
                return NATURE_ONLY
            case "judge" | "answer":
                return (self.master,)
            case "vote":
                seats: Iterable[Seat] = sorted(self.setting.investigators(self.master))
            case "best":
                seats = scoring.outside(self._points())
            case _:
                return (self.turn,)
        return tuple(seat for seat in seats if self.votes[seat] is None)

    def legal(self, seat: Seat) -> Sequence[int]:
        """Cards of the hand; then draw and swap; verdicts, answers and votes."""
        if seat < 0 or seat not in self.actors():
            return ()
        match self.phase:
            case "play":
                return cards_of(self.hands[seat])
            case "choose":
                swaps = self.hands[seat] and not self.swapped >> seat & 1
                return (*((DRAW,) if self.deck else ()), *((SWAP,) if swaps else ()))
            case "last":
                return (PASS,)
            case "judge":
                return (ACCEPT, REJECT)
            case "answer":
                return range(ANSWER, ANSWER + len(ANSWERS))
            case "vote":
                return (DEDUCIBLE, IMPOSSIBLE)
            case "best":
                return [PREFER + each for each in scoring.leaders(self._points())]
        return ()

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.phase == "over":
            return refusals.GAME_OVER()
        actors = self.actors()
        if seat == NATURE:
            if actors != NATURE_ONLY:
                return refusals.SEATS_TURN()
            return None if nature.allowed(self, action) else refusals.NO_SUCH_MOVE()
        if not 0 <= seat < self.setting.seats:
            return refusals.NO_SUCH_MOVE()
        if actors == NATURE_ONLY:
            return refusals.NATURES_TURN()
        if seat not in actors:
            return refusals.NOT_YOUR_TURN(turn=seats_listed(actors))
        if isinstance(action, Move):
            return self._verify_open(seat, action)
        if not 0 <= action < ACTIONS:
            return refusals.NO_SUCH_MOVE()
        return None if action in self.legal(seat) else self._why_not(seat, action)

    def _why_not(self, seat: Seat, action: int) -> Refusal:
        if self.phase in refusals.FIRST:
            return refusals.FIRST[self.phase]()
        if self.phase == "play":
            if action < CARD_COUNT:
                return refusals.NOT_IN_HAND(card=NAMES[action])
            return refusals.PLAY_FIRST()
        if self.phase == "last":
            return refusals.ONLY_GUESS()
        if action == PASS:
            return refusals.NO_PASS()
        if action > PASS:
            return refusals.NOT_NOW()
        if action < CARD_COUNT:
            return refusals.PLAYED_ALREADY() if self.hands[seat] else refusals.NO_CARDS()
        if action == DRAW:
            return refusals.DECK_EMPTY()
        return refusals.SWAPPED() if self.hands[seat] else refusals.NO_CARDS()

    def _verify_open(self, seat: Seat, action: Move) -> Refusal | None:
        if isinstance(action, Write):
            return self._no_rule(action.rule) if self.phase == "rule" else refusals.WRITTEN()
        if not isinstance(action, Guess):
            return refusals.NO_SUCH_MOVE()
        if self.phase in refusals.FIRST:
            return refusals.FIRST[self.phase]()
        if self.phase == "play":
            return refusals.PLAY_FIRST()
        return self._no_rule(action.rule) if self.hands[seat] else refusals.NO_CARDS()

    def _no_rule(self, sentence: str | None) -> Refusal | None:
        """Why that cannot be a rule here: it is not in its one form."""
        if self.setting.by_hand:
            good = bool(sentence) and free_rule(str(sentence)) == sentence
            return None if good else refusals.NO_TEXT()
        try:
            good = sentence is not None and rule_called(sentence).sentence == sentence
        except RuleError:
            good = False
        return None if good else refusals.NO_RULE()

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        match action:
            case SecretRule(rule=str(rule)) | Write(rule=str(rule)):
                self.rule = rule
                self.phase = "deal"
            case Deal(hands=hands):
                self._deal(tuple(mask_of(hand or ()) for hand in hands))
            case Starter(card=card):
                self.fresh ^= 1 << NUMBERS[card]
                self.turn = self.master if self.master >= 0 else self.setting.seats - 1
                self._play(NATURE, NUMBERS[card])
            case Give(cards=tuple() as cards):
                self._give(mask_of(cards))
            case Guess(rule=rule):
                self.history.append(Entry(seat, "guess", rule=rule))
                if self.setting.by_hand:
                    self.phase = "answer"
                else:
                    self._answer(answer_to(self.rule, rule, loose=self.setting.loose))
            case int() if action < CARD_COUNT:
                self.hands[seat] ^= 1 << action
                self._play(seat, action)
            case int():
                self._act(seat, action)
            case _:
                raise AssertionError(action)

    def slow_part(self, action: Action) -> Callable[[], object] | None:
        """To answer a guess can take half a second, where a rule is outside the catalogue (R6).

        The program's rule is in it. Of a person's rule nobody else knows whether it is.
        """
        if not isinstance(action, Guess) or self.setting.by_hand:
            return None
        if self.setting.master == "program" and in_catalogue(action.rule):
            return None
        return partial(answer_to, self.rule, action.rule, loose=self.setting.loose)

    def _deal(self, hands: tuple[int, ...]) -> None:
        self.hands = list(hands)
        self.dealt = hands
        self.fresh = SOLVER.everything & ~sum(hands)
        self.deck = [Layer(-1, 0, self.fresh.bit_count() - self.lives - 1)]
        self.phase = "starter"

    def _act(self, seat: Seat, action: int) -> None:
        if action in (ACCEPT, REJECT):
            self._judge(NUMBERS[self.history[-1].card], accepted=action == ACCEPT)
        elif ANSWER <= action < ANSWER + len(ANSWERS):
            self._answer(ANSWERS[action - ANSWER])
        elif action >= DEDUCIBLE:
            self._vote(seat, action)
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
            self.phase = "give"

    def _play(self, seat: Seat, card: int) -> None:
        self.history.append(Entry(seat, "play", NAMES[card]))
        if self.setting.by_hand:
            self.phase = "judge"
        else:
            self._judge(card, accepted=rule_called(self.rule).judge(self.track, card))

    def _judge(self, card: int, *, accepted: bool) -> None:
        """The verdict on the card that was played last, and what follows it."""
        self.track.append(Played(card, accepted))
        self.history[-1] = dataclasses.replace(self.history[-1], accepted=accepted)
        seat = self.history[-1].seat
        if len(self.track) == MOST_PLAYS:
            self._last_guesses(seat)
        elif seat != NATURE and (self.hands[seat] or self.deck):
            self.phase = "choose"
        else:
            self._pass_turn()

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

    def _answer(self, answer: Answered) -> None:
        """The answer to the guess that was made last, and what follows it."""
        self.history[-1] = dataclasses.replace(self.history[-1], answer=answer)
        if answer == "Solver!":
            self.solver = self.history[-1].seat
            self._end()
            return
        if self.lives:  # R11
            self.lives -= 1
            self.deck.append(Layer(-1, 0, 1))
            if not self.lives:
                self._end()
                return
        if len(self.track) == MOST_PLAYS:
            self._next_last_guess()
        else:
            self._pass_turn()

    def _pass_turn(self) -> None:
        """The next Investigator who is not out of the race (R7), or the end."""
        for step in range(1, self.setting.seats + 1):
            seat = (self.turn + step) % self.setting.seats
            if seat != self.master and (self.hands[seat] or self.deck):
                self.turn = seat
                self.phase = "play" if self.hands[seat] else "choose"
                return
        self._end()

    def _last_guesses(self, seat: Seat) -> None:
        order = self.setting.investigators(seat)  # from the left of whoever played
        self.waiting = tuple(each for each in (*order, seat) if self.hands[each])
        self._next_last_guess()

    def _next_last_guess(self) -> None:
        if not self.waiting:
            self._end()
            return
        self.turn, *waiting = self.waiting
        self.waiting = tuple(waiting)
        self.phase = "last"

    # The end of a rule

    def _end(self) -> None:
        """The rule was found or not: the end, or in Competitive of a round (R10)."""
        if not self.setting.competitive:
            self.phase = "over"
        elif self.solver < 0:
            self.phase = "vote"
        else:
            self._score()

    def _vote(self, seat: Seat, action: int) -> None:
        self.votes[seat] = action - PREFER if action >= PREFER else int(action == DEDUCIBLE)
        if not self.actors():
            if self.phase == "vote":
                self._score()
            else:
                self.phase = "over"

    def _score(self) -> None:
        """Notes a round that is over, and begins the next; after the last a tie is voted on."""
        seats = range(self.setting.seats)
        votes = tuple(None if vote is None else bool(vote) for vote in self.votes)
        cards = len(self.track)
        points = scoring.round_points(self.master, self.solver, cards, votes)
        dealt = tuple(None if s == self.master else names_of(self.dealt[s]) for s in seats)
        history = tuple(self.history)
        self.rounds.append(
            Round(self.master, self.rule, self.solver, cards, votes, points, dealt, history)
        )
        if len(self.rounds) < self.setting.rounds:
            self._begin()
        else:
            self.votes = [None] * len(seats)
            self.phase = "best" if scoring.outside(self._points()) else "over"

    def _points(self) -> tuple[int, ...]:
        return scoring.totals(self.setting.seats, self.rounds)

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
        """Who won (R10, R11), or None while the game goes on."""
        return scoring.outcome(self) if self.phase == "over" else None

    def move_of(self, seat: Seat, action: Action) -> Move:
        """The record of an action."""
        del seat  # nature's actions are records
        return action if isinstance(action, Move) else move_of(action)

    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record; raises ``MalformedMove`` when it has none."""
        if seat == NATURE:
            if not move.by_nature:
                raise MalformedMove(phrase("That is not a move for nature to make."))
            return move
        if isinstance(move, Guess) or (isinstance(move, Write) and move.rule is not None):
            return move
        return action_of(move)
