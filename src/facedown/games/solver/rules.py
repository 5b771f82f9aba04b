"""SOLVER's rules: the truth of one game, changed in place.

To be read from top to bottom with ``rulebook.md`` beside it, whose paragraph numbers (R7, …) stand
where each is decided: why moves are refused, what a table has chosen, and the state, with the
seats' moves, the end of a rule, nature's moves, what a seat may know and who won. The cards (R1)
and the language of rules (R4, R5) are in ``deduce/rules``, verdicts and answers (R6) in
``judging.py``, what rounds are worth (R10) in ``scoring.py``, hints (R19) in ``help/hints.py``.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Final, NamedTuple

from facedown.core.errors import MalformedMove, NotListed, Reason, Refusal
from facedown.core.messages import phrase
from facedown.core.moves import Action, Move
from facedown.core.seats import (
    MOST_SEATS,
    NATURE,
    NATURE_ONLY,
    NOBODY,
    Outcome,
    Seat,
    Seats,
    given_up,
    seats_listed,
)
from facedown.core.state import State
from facedown.deduce.rules import SOLVER, RuleError, parse
from facedown.deduce.rules import JudgedCard as Played
from facedown.deduce.rules.catalogue import VERSION, in_catalogue
from facedown.deduce.rules.catalogue import Answer as Answered
from facedown.games.solver import scoring
from facedown.games.solver.judging import answer_to, answered, free_rule, level_rules, rule_called
from facedown.games.solver.moves import (
    ACCEPT,
    ACTIONS,
    ANSWER,
    ANSWERS,
    CARD_COUNT,
    DEDUCIBLE,
    DRAW,
    IMPOSSIBLE,
    MOST_PLAYS,
    NAMES,
    NUMBERS,
    PASS,
    PREFER,
    REJECT,
    SWAP,
    Correct,
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
from facedown.games.solver.said import CARDS, rule_of
from facedown.games.solver.view import (
    Entry,
    Phase,
    Round,
    SolverView,
    last_played,
    own_cards,
    own_part,
    slip_in,
)

HAND: Final = 8
HAND_ALONE: Final = 12
LAST_GUESSES: Final = MOST_SEATS
"""So many guesses at most follow the 25th card where real cards are played (R20)."""
LIVES: Final = 8

GAME_OVER = Reason("game-over", "R9", "The game is over.")
NATURES_TURN = Reason("natures-turn", "R17", "Cards are being dealt.")
SEATS_TURN = Reason("seats-turn", "R17", "No cards are to be dealt now.")
NOT_YOUR_TURN = Reason("not-your-turn", "R17", "It is the turn of {turn}.")
PLAY_FIRST = Reason("play-first", "R17", "First play a card from your hand.")
PLAYED_ALREADY = Reason("played-already", "R17", "You have played: now guess, draw or swap.")
WRITE_FIRST = Reason("write-first", "R16", "First write the secret rule.")
WRITTEN = Reason("written", "R16", "The secret rule is written already.")
NOT_IN_HAND = Reason("not-in-hand", "R17", "You do not hold {card}.")
NO_CARDS = Reason("no-cards", "R7", "Your hand is empty: you can only draw a card.")
SWAPPED = Reason("swapped", "R7", "You have swapped your hand already.")
DECK_EMPTY = Reason("deck-empty", "R8", "The deck is empty.")
ONLY_GUESS = Reason("only-guess", "R9", "These are the last guesses: guess or pass.")
NO_PASS = Reason("no-pass", "R9", "You can pass only when the last guesses are made.")
NO_RULE = Reason("no-rule", "R12", "That is no rule of the rule language.")
NO_SUCH_MOVE = Reason("no-such-move", "R17", "That is not a move of this game.")
JUDGE_FIRST = Reason("judge-first", "R14", "First say whether the card follows your rule.")
ANSWER_FIRST = Reason("answer-first", "R14", "First answer the guess: 0, 1, 2+ or Solver!.")
VOTE_FIRST = Reason("vote-first", "R10", "Vote on the rule: deducible or impossible.")
PREFER_FIRST = Reason("prefer-first", "R10", "Vote for the best rule of those who are tied.")
NOT_NOW = Reason("not-now", "R17", "Now you can only guess, draw or swap.")
NOT_MASTER = Reason("not-master", "R14", "Only a Master who judges by hand corrects a verdict.")
NO_SLIP = Reason("no-slip", "R14", "A verdict is corrected once, before the next card is played.")
ON_TABLE = Reason("on-table", "R20", "On the table already: {card}.")
AT_TABLE = Reason("at-table", "R20", "Draw and swap real cards yourselves; press what is played.")
ONE_GUESS = Reason("one-guess", "R20", "One guess after each card: now play one.")
NO_TEXT = Reason("no-text", "R14", "A rule in free words is one line of 1 to 200 characters.")

_FIRST: Final[Mapping[Phase, Reason]] = MappingProxyType(
    {
        "rule": WRITE_FIRST,
        "judge": JUDGE_FIRST,
        "answer": ANSWER_FIRST,
        "vote": VOTE_FIRST,
        "best": PREFER_FIRST,
    }
)
"""What a seat is told that is to do nothing else than this."""


@dataclass(frozen=True)
class Setting:
    """What a table has chosen.

    ``real`` says that real cards are played, which nobody deals (R20).
    ``version`` is no choice: it is the rules version by which guesses are answered (R6).
    """

    seats: int
    mode: str
    master: str
    level: int
    real: bool = False
    version: int = VERSION

    @property
    def by_hand(self) -> bool:
        """Whether the Master's rule is in free words, and the Master judges all by hand (R14)."""
        return self.master == "free"

    @property
    def competitive(self) -> bool:
        """Whether everybody is Master for one round (R10)."""
        return self.mode == "competitive"

    @property
    def rounds(self) -> int:
        """How many rules are played."""
        return self.seats if self.competitive else 1

    def master_of(self, number: int) -> Seat:
        """The Master's seat in a round, counted from 0; -1 where the program is the Master."""
        if self.competitive:
            return number
        return -1 if self.master == "program" else 0

    def investigators(self, master: Seat) -> Seats:
        """The seats that look for the rule, from the left of the Master."""
        return _round_the_table(self.seats, master)

    @property
    def hand_size(self) -> int:
        """Cards dealt to each Investigator (R16)."""
        return HAND_ALONE if len(self.investigators(self.master_of(0))) == 1 else HAND

    @property
    def lives(self) -> int:
        """Wrong guesses that end a Cooperative game (R11); 0 elsewhere: they cost nothing."""
        return LIVES if self.mode == "cooperative" else 0


@lru_cache(maxsize=64)
def _round_the_table(seats: int, master: Seat) -> Seats:
    order = ((master + 1 + step) % seats for step in range(seats))
    return tuple(seat for seat in order if seat != master)


def longest(setting: Setting) -> int:
    """No game has more moves than this.

    A turn is at most a play, a verdict, a choice, and what nature gives or the Master answers; and
    between two plays everybody may at most once draw with an empty hand. Before the turns there are
    the rule, the deal, the first card and its verdict, after them last guesses with their answers
    and votes; and at the end of all votes for the best rule. Each verdict may be corrected.
    """
    one_round = 4 + MOST_PLAYS * (4 * (1 + setting.seats) + setting.by_hand) + 3 * setting.seats
    return setting.rounds * one_round + setting.seats


class Layer(NamedTuple):
    """Cards of the deck that lie together: unseen (owner -1), or a seat's swapped hand (R18).

    ``cards`` is a mask, 0 where they were never seen, ``size`` how many they are.
    """

    owner: Seat
    cards: int
    size: int


class SolverState(State):
    """The truth of one game.

    Hands are bit masks over the cards, ``fresh`` is the mask of those that nobody has seen, the
    lives' among them: nature draws from it when a card is needed. ``deck`` has its layers from the
    top, swapped hands below. ``swapped`` is the mask of the seats that have swapped in any round
    (R7). ``votes`` are 1 for deducible and 0 for impossible, or the seat whose rule is preferred.
    ``given_up`` is the seat that gave the game up, or -1 (R21).
    """

    __slots__ = (
        "dealt", "deck", "due", "fresh", "gifts", "given_up", "hands", "history", "lives",
        "master", "phase", "rounds", "rule", "setting", "solver", "swapped", "track", "turn",
        "votes", "waiting",
    )  # fmt: skip

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.rounds: list[Round] = []
        self.swapped = 0
        self.given_up: Seat = -1
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
            return GAME_OVER()
        actors = self.actors()
        if seat == NATURE:
            if actors != NATURE_ONLY:
                return SEATS_TURN()
            return None if self._natures(action) else NO_SUCH_MOVE()
        if not 0 <= seat < self.setting.seats:
            return NO_SUCH_MOVE()
        if actors == NATURE_ONLY:
            return NATURES_TURN()
        if isinstance(action, Correct):
            return self._no_correction(seat, action)
        if seat not in actors:
            return NOT_YOUR_TURN(turn=seats_listed(actors))
        if isinstance(action, Move):
            return self._verify_open(seat, action)
        if not 0 <= action < ACTIONS:
            return NO_SUCH_MOVE()
        return None if action in self.legal(seat) else self._why_not(seat, action)

    def _why_not(self, seat: Seat, action: int) -> Refusal:
        if self.phase in _FIRST:
            return _FIRST[self.phase]()
        if self.phase == "play":
            if self.setting.real:
                return ON_TABLE(card=CARDS[NAMES[action]]) if action < CARD_COUNT else AT_TABLE()
            return NOT_IN_HAND(card=CARDS[NAMES[action]]) if action < CARD_COUNT else PLAY_FIRST()
        if self.phase == "last":
            return ONLY_GUESS()
        if action == PASS:
            return NO_PASS()
        if action > PASS:
            return NOT_NOW()
        if action < CARD_COUNT:
            return PLAYED_ALREADY() if self.hands[seat] else NO_CARDS()
        if action == DRAW:
            return DECK_EMPTY()
        return SWAPPED() if self.hands[seat] else NO_CARDS()

    def _verify_open(self, seat: Seat, action: Move) -> Refusal | None:
        if isinstance(action, Write):
            return self._no_rule(action.rule) if self.phase == "rule" else WRITTEN()
        if not isinstance(action, Guess):
            return NO_SUCH_MOVE()
        if self.phase in _FIRST:
            return _FIRST[self.phase]()
        if self.phase == "play" and not self.setting.real:
            return PLAY_FIRST()
        if self.phase == "play" and (not self.history or self.history[-1].action == "guess"):
            return ONE_GUESS()
        if self.setting.by_hand and action.answer is not None:  # only the Master says it (R14)
            return NO_SUCH_MOVE()
        return self._no_rule(action.rule) if self.hands[seat] else NO_CARDS()

    def _no_correction(self, seat: Seat, action: Correct) -> Refusal | None:
        """Why a verdict cannot be corrected; it can be though somebody else is to move (R14)."""
        if not self.setting.by_hand or seat != self.master:
            return NOT_MASTER()
        if self.phase == "judge":
            return JUDGE_FIRST()
        slip = slip_in(self.phase, self.history)
        return NO_SLIP() if slip is None or slip.accepted == action.accepted else None

    def _no_rule(self, sentence: str | None) -> Refusal | None:
        """Why that cannot be a rule here: it is not in its one form."""
        if self.setting.by_hand:
            good = bool(sentence) and free_rule(str(sentence)) == sentence
            return None if good else NO_TEXT()
        try:
            # None that is remembered: that would be quicker, and the secret is.
            good = sentence is not None and (
                in_catalogue(sentence) or parse(sentence, SOLVER).sentence == sentence
            )
        except RuleError:
            good = False
        return None if good else NO_RULE()

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        match action:
            case SecretRule(rule=str(rule)) | Write(rule=str(rule)):
                self.rule = rule
                if self.setting.real:  # R20
                    self._lay_real_cards()
                else:
                    self.phase = "deal"
            case Deal(hands=hands):
                self._deal(tuple(mask_of(hand or ()) for hand in hands))
            case Starter(card=card):  # R2
                self.fresh ^= 1 << NUMBERS[card]
                self.turn = self.master if self.master >= 0 else self.setting.seats - 1  # R17
                self._play(NATURE, NUMBERS[card])
            case Give(cards=tuple() as cards):
                self._give(mask_of(cards))
            case Guess(rule=rule, answer=answer):
                self.history.append(Entry(seat, "guess", rule=rule))
                if self.setting.by_hand:
                    self.phase = "answer"
                else:
                    self._answer(answer or answer_to(self.rule, rule, version=self.setting.version))
            case Correct(accepted=accepted):
                self._correct(accepted)
            case int() if action < CARD_COUNT:
                self.hands[seat] ^= 1 << action
                self._play(seat, action)
            case int():
                self._act(seat, action)
            case _:
                raise AssertionError(action)

    def slow_part(self, action: Action) -> Callable[[], Move] | None:
        """To answer a guess can take half a second, where a rule is outside the catalogue (R6).

        The program's rule is in it. Of a person's rule nobody else knows whether it is.
        """
        if not isinstance(action, Guess) or self.setting.by_hand or action.answer is not None:
            return None
        if self.setting.master == "program" and in_catalogue(action.rule):
            return None
        return partial(answered, self.rule, action.rule, version=self.setting.version)

    def is_false(self, action: Action) -> bool:
        """Whether a guess was recorded with another answer than the Master's (R6)."""
        if not isinstance(action, Guess) or action.answer is None:
            return False
        return action != answered(self.rule, action.rule, version=self.setting.version)

    def _deal(self, hands: tuple[int, ...]) -> None:
        self.hands = list(hands)
        self.dealt = hands
        self.fresh = SOLVER.everything & ~sum(hands)
        self.deck = [Layer(-1, 0, self.fresh.bit_count() - self.lives - 1)]
        self.phase = "starter"

    def _lay_real_cards(self) -> None:
        """The cards are on the table of the players: any that is not played yet can be (R20)."""
        (self.turn,) = self.setting.investigators(self.master)
        self.hands[self.turn] = SOLVER.everything
        self.fresh = 0
        self.phase = "play"

    def _act(self, seat: Seat, action: int) -> None:
        if action in (ACCEPT, REJECT):
            self._judge(NUMBERS[self.history[-1].card], accepted=action == ACCEPT)
        elif ANSWER <= action < ANSWER + len(ANSWERS):
            self._answer(ANSWERS[action - ANSWER])
        elif action >= DEDUCIBLE:
            self._vote(seat, action)
        elif action == PASS:
            self.history.append(Entry(seat, "pass"))
            if self.setting.real:  # nobody knows it
                self.waiting = ()
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
        self.track.append(Played(card, accepted))  # R3
        self.history[-1] = dataclasses.replace(self.history[-1], accepted=accepted)
        seat = self.history[-1].seat
        if len(self.track) == MOST_PLAYS:  # R9
            self._last_guesses(seat)
        elif self.setting.real:  # whoever played draws or swaps at the table (R20)
            self.phase = "play"
        elif seat != NATURE and (self.hands[seat] or self.deck):  # R8
            self.phase = "choose"
        else:
            self._pass_turn()

    def _correct(self, accepted: bool) -> None:
        """The newest card gets the other verdict, and keeps the mark of it (R14)."""
        last = last_played(self.history)
        number = self.history.index(last)
        self.history[number] = dataclasses.replace(last, accepted=accepted, corrected=True)
        self.track[-1] = Played(self.track[-1].card, accepted)

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
            if not self.setting.real:
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
        if self.setting.real:
            self.waiting *= LAST_GUESSES
        self._next_last_guess()

    def _next_last_guess(self) -> None:
        if not self.waiting:
            self._end()
            return
        self.turn, *waiting = self.waiting
        self.waiting = tuple(waiting)
        self.phase = "last"

    # The end of a rule

    def give_up(self, seat: Seat) -> None:
        """The rule is shown (R21)."""
        self.phase, self.given_up = "over", seat

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

    def takes(self) -> list[tuple[Layer, int]]:
        """From which layers the cards that are due come, and how many from each.

        All that nobody has seen is one set, whatever lies between.
        """
        found: dict[Layer, int] = {}
        due = self.due
        for layer in self.deck:
            part = min(due, layer.size)
            key = Layer(-1, 0, 0) if layer.owner < 0 else layer
            found[key] = found.get(key, 0) + part
            due -= part
        return [(layer, count) for layer, count in found.items() if count]

    def _among(self, layer: Layer) -> int:
        """The set of the cards that a layer's can be."""
        return self.fresh if layer.owner < 0 else layer.cards

    def _natures(self, action: Action) -> bool:
        """Whether nature can make this move now."""
        match action:
            case SecretRule(rule=str(rule)):
                return self.phase == "rule" and rule in level_rules(self.setting.level)
            case Deal(hands=hands):
                return self.phase == "deal" and self._is_deal(hands)
            case Starter(card=str(card)):
                return self.phase == "starter" and bool(self.fresh >> NUMBERS.get(card, 64) & 1)
            case Give(cards=tuple() as cards):
                return self.phase == "give" and self._is_gift(cards)
        return False

    def _is_deal(self, hands: tuple[tuple[str, ...] | None, ...]) -> bool:
        looking = self.setting.investigators(self.master)
        if len(hands) != self.setting.seats:
            return False
        cards = [NUMBERS.get(card, -1) for seat in looking for card in hands[seat] or ()]
        own = self.setting.hand_size * len(looking)
        return len({*cards} - {-1}) == own and self._deal_of(cards) == Deal(hands)

    def _deal_of(self, cards: Sequence[int]) -> Deal:
        """The deal of these cards by seat, from the left of the Master."""
        size = self.setting.hand_size
        hands: list[tuple[str, ...] | None] = [None] * self.setting.seats
        for index, seat in enumerate(self.setting.investigators(self.master)):
            own = sorted(cards[index * size : (index + 1) * size])
            hands[seat] = tuple(NAMES[card] for card in own)
        return Deal(tuple(hands))

    def _is_gift(self, cards: tuple[str, ...]) -> bool:
        if not all(card in NUMBERS for card in cards) or len(cards) != self.due:
            return False
        given = mask_of(cards)
        return names_of(given) == cards and all(
            (given & self._among(layer)).bit_count() == count for layer, count in self.takes()
        )

    def chances(self) -> list[tuple[Action, int]]:
        """The rules of a level, the first card or one card drawn; deals are too many to list."""
        if self.phase == "rule":
            return [(SecretRule(rule), 1) for rule in level_rules(self.setting.level)]  # R13
        if self.phase == "starter":
            return [(Starter(NAMES[card]), 1) for card in cards_of(self.fresh)]
        if self.phase == "give" and self.due == 1:
            ((layer, _),) = self.takes()
            return [(Give((NAMES[card],)), 1) for card in cards_of(self._among(layer))]
        raise NotListed(phrase("The ways to deal several cards are too many to list."))

    def draw(self, rng: random.Random) -> Action:
        """A rule, a deal, the first card or cards drawn, all alike."""
        if self.phase == "deal":
            looking = self.setting.investigators(self.master)
            own = self.setting.hand_size * len(looking)
            return self._deal_of(rng.sample(range(CARD_COUNT), own))
        if self.phase == "give":
            given = 0
            for layer, count in self.takes():
                for card in rng.sample(cards_of(self._among(layer)), count):
                    given |= 1 << card
            return Give(names_of(given))
        if self.phase == "rule":
            return SecretRule(rng.choice(level_rules(self.setting.level)))
        return Starter(NAMES[rng.choice(cards_of(self.fresh))])

    def draw_name(self) -> str:
        """The round, and the rule, the deal, the first card, or which gift, counted from 1."""
        name = f"give/{self.gifts + 1}" if self.phase == "give" else self.phase
        return f"round {len(self.rounds) + 1}/{name}" if self.setting.competitive else name

    # Telling

    def has_hand(self, seat: Seat) -> bool:
        """Whether a seat holds cards of its own, once they are dealt, or real ones (R20)."""
        begun = bool(self.dealt) or (self.setting.real and self.turn >= 0)
        return begun and seat in self.setting.investigators(self.master)

    def knows_rule(self, seat: Seat) -> bool:
        """Whether a seat may know the secret rule: the Master, and all when it was played."""
        shown = self.phase in ("vote", "best", "over")
        return shown or (seat == self.master and bool(self.rule))

    def view(self, seat: Seat) -> SolverView:
        """What a seat or an onlooker may know. What is not put in here does not leave the state."""
        setting = self.setting
        mine, knows = self.has_hand(seat), self.knows_rule(seat)
        votes = self.votes if self.phase == "over" else own_part(self.votes, seat)
        return SolverView(
            seat=seat,
            seats=setting.seats,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
            mode=setting.mode,
            master=setting.master,
            level=setting.level,
            real=setting.real,
            phase=self.phase,
            master_seat=self.master,
            turn=self.turn,
            rule=self.rule if knows else None,
            dealt=names_of(self.dealt[seat]) if mine and self.dealt else None,
            hand=names_of(self.hands[seat]) if mine else None,
            counts=tuple(hand.bit_count() for hand in self.hands),
            deck=sum(layer.size for layer in self.deck),
            lives=self.lives,
            swapped=tuple(s for s in range(setting.seats) if self.swapped >> s & 1),
            history=own_cards(self.history, seat),
            rounds=tuple(
                dataclasses.replace(
                    each, dealt=own_part(each.dealt, seat), history=own_cards(each.history, seat)
                )
                for each in self.rounds
            ),
            points=self._points(),
            votes=tuple(votes),
        )

    def outcome(self) -> Outcome | None:
        """Who won (R10, R11), or None while the game goes on."""
        if self.phase != "over":
            return None
        if self.given_up >= 0:
            rule = rule_of(self.rule, self.setting.master)
            told = phrase("The rule was: {rule}.", rule=rule)
            return given_up(self.given_up, self.setting.seats, told)
        if self.setting.competitive:
            return scoring.competitive_outcome(self._points(), self.votes)
        together = self.setting.mode == "cooperative"
        seats, found = range(self.setting.seats), self.solver >= 0
        winners = tuple(s for s in seats if found and (together or s in (self.solver, self.master)))
        worth = MOST_PLAYS + 1 - len(self.track) if together else 1
        points = tuple(worth * (seat in winners) for seat in seats)
        rule = rule_of(self.rule, self.setting.master)
        if found:
            return scoring.found_outcome(points, winners, self.solver, len(self.track), rule)
        return scoring.unfound_outcome(points, rule, lives_lost=together and not self.lives)

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
        if isinstance(move, Guess | Correct) or (isinstance(move, Write) and move.rule is not None):
            return move
        return action_of(move)
