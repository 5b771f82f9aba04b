"""Suspense's rules: the truth of one game, changed in place.

To be read from top to bottom with ``rulebook.md`` beside it, whose paragraph numbers (S11, …) stand
where each is decided: the options of a game, the deal, whose turn it is, what a round brings, and
the state that puts them together. What the cards say (S8, S24) is in ``cards.py``, what a card
table says (S23) is read in ``words.py``, and what S20 shows is in ``help/``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple, TypeAlias

from facedown.core.errors import MalformedMove, Reason, Refusal
from facedown.core.messages import phrase, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import (
    NATURE,
    NATURE_ONLY,
    NOBODY,
    SEATS_OF,
    Outcome,
    Seat,
    Seats,
    seats_listed,
)
from facedown.core.state import EvenChances, State
from facedown.games.suspense.cards import (
    CARD_COUNT,
    CATEGORY_MASKS,
    NAMES,
    NUMBERS,
    Condition,
    Faces,
    all_sets,
    cards_of,
    names_of,
)
from facedown.games.suspense.moves import FOLD, PASS, Deal, FirstDealer, action_of, move_of
from facedown.games.suspense.view import PHASES, Line, Sheet, SuspenseView, Why, turns_taken

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
    ``faces`` are the cards as this table has them (S23), ``stars`` and ``conditions`` their parts.
    """

    seats: int
    faces: Faces
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
        object.__setattr__(self, "stars", tuple(face.stars for face in self.faces))
        object.__setattr__(self, "conditions", tuple(face.condition for face in self.faces))


# The deal (S16, S19)
#
# Every deal of the thirteen cards has a number, so that nature's move is one. A deal is a secret
# card, which nobody holds (S9), and a way to share out the other twelve. The ways are listed once;
# a way is written over the twelve places left when the secret is taken out, and opened up at the
# secret's place.

HAND_SIZE: Final = {2: 6, 3: 4}
"""Cards dealt to each seat, by the number of seats (S19)."""

Hands: TypeAlias = tuple[int, ...]
"""One set of cards per seat."""


def deal_count(seats: int) -> int:
    """How many different deals there are: 450,450 with three seats, 12,012 with two.

    >>> deal_count(3), deal_count(2)
    (450450, 12012)
    """
    size, left, count = HAND_SIZE[seats], CARD_COUNT - 1, CARD_COUNT
    for _ in range(seats - 1):
        count *= comb(left, size)
        left -= size
    return count


def share_out(cards: int, sizes: tuple[int, ...]) -> Iterator[Hands]:
    """Every way to share out a set of cards in hands of these sizes, in a fixed order.

    >>> list(share_out(0b111, (1, 2)))
    [(1, 6), (2, 5), (4, 3)]
    """
    if len(sizes) == 1:
        yield (cards,)
        return
    singles = [1 << card for card in range(cards.bit_length()) if cards >> card & 1]
    for chosen in combinations(singles, sizes[0]):
        hand = sum(chosen)
        for others in share_out(cards ^ hand, sizes[1:]):
            yield (hand, *others)


@cache
def _ways(seats: int) -> tuple[Hands, ...]:
    return tuple(share_out((1 << (CARD_COUNT - 1)) - 1, (HAND_SIZE[seats],) * seats))


@cache
def _number_of_way(seats: int) -> dict[Hands, int]:
    return {way: number for number, way in enumerate(_ways(seats))}


@cache
def _opened(secret: int) -> tuple[int, ...]:
    """Every set over twelve places, opened up at the secret's place."""
    below = (1 << secret) - 1
    return tuple(hand & below | (hand & ~below) << 1 for hand in range(1 << (CARD_COUNT - 1)))


def deal_of(number: int, seats: int) -> tuple[Hands, int]:
    """The hands and the secret card of a numbered deal.

    >>> hands, secret = deal_of(0, 3)
    >>> [f"{hand:013b}" for hand in hands], secret
    (['0000000011110', '0000111100000', '1111000000000'], 0)
    """
    ways = _ways(seats)
    secret, way = divmod(number, len(ways))
    opened = _opened(secret)
    return tuple([opened[hand] for hand in ways[way]]), secret


def deal_number(hands: Hands, secret: int) -> int:
    """The number of a deal; the inverse of :func:`deal_of`.

    Raises ``KeyError`` when the hands are not a deal beside this secret.

    >>> deal_number(*deal_of(123456, 3))
    123456
    """
    below = (1 << secret) - 1
    way = tuple(hand & below | hand >> (secret + 1) << secret for hand in hands)
    if any(hand >> secret & 1 for hand in hands):
        raise KeyError(secret)
    numbers = _number_of_way(len(hands))
    return secret * len(numbers) + numbers[way]


# Whose turn it is (S13, S17)

NOBODY_NEXT: Final = -1


@cache
def turn_order(seats: int) -> tuple[Seat, ...]:
    """Who moves next, at ``folded << 6 | passed << 3 | seat``, sets of seats being masks.

    ``NOBODY_NEXT`` where the round ends: all but one have folded, or everyone still in has passed
    in a row (S13).

    >>> turn_order(3)[0b010 << 6 | 0b000 << 3 | 0]
    2
    >>> turn_order(3)[0b010 << 6 | 0b101 << 3 | 2]
    -1
    """
    return tuple(
        _next(seats, index >> 6, index >> 3 & 7, index & 7) for index in range(1 << (6 + seats))
    )


def _next(seats: int, folded: int, passed: int, seat: Seat) -> Seat:
    still_in = [other for other in range(seats) if not folded >> other & 1]
    if len(still_in) < 2 or all(passed >> other & 1 for other in still_in):
        return NOBODY_NEXT
    return min(still_in, key=lambda other: (other - seat - 1) % seats)


# What a round brings (S1–S10, S24)


class Score(NamedTuple):
    """What one seat scored in a round, and why; ``cards`` are the winning cards it owned."""

    points: int
    why: Why
    cards: tuple[int, ...]


_LOST: Final = Score(0, "lost", ())
_FOLDED_IN_TIME: Final = Score(1, "folded-in-time", ())


def winning_cards(condition: Condition, cards: int) -> int:
    """Which of these cards (a set) are the extreme ones that the condition asks for.

    Both colours' cards of the same number win together (S5); none wins where none qualifies (S4).
    The "?" is in no category (S8).
    """
    fitting = cards & CATEGORY_MASKS[condition.category]
    if not fitting:
        return 0
    low, high = fitting & 0b111111, fitting >> 6 & 0b111111
    numbers = low | high
    if condition.extreme == "highest":
        extreme = 1 << (numbers.bit_length() - 1)
    else:
        extreme = numbers & -numbers
    return fitting & (extreme | extreme << 6)


@cache
def sum_of(cards: int) -> int:
    """The sum of the numbers of a set of cards."""
    return sum(NUMBERS[card] for card in cards_of(cards))


def winners(
    condition: Condition, hands: Sequence[int], played: Sequence[int], folded: int, *, out: bool
) -> dict[Seat, int]:
    """The seats that meet the condition, each with its winning cards (none for sums).

    ``out`` leaves folded players' cards out of the comparison (option of S1).
    """
    counted: Sequence[Seat] = range(len(hands))
    if out:  # S1
        counted = [seat for seat in counted if not folded >> seat & 1]
    if condition.category == "sum":  # S10: who has no number in play has the sum 0
        sums = {seat: sum_of(played[seat]) for seat in counted}
        best = (max if condition.extreme == "highest" else min)(sums.values())
        return {seat: 0 for seat, total in sums.items() if total == best}
    lying = hands if condition.place == "hand" else played  # S7: what is played is given away
    everything = 0
    for seat in counted:
        everything |= lying[seat]
    winning = winning_cards(condition, everything)
    return {seat: lying[seat] & winning for seat in counted if lying[seat] & winning}


def score_round(
    faces: Faces,
    secret: int,
    hands: Sequence[int],
    played: Sequence[int],
    folded: int,
    *,
    out: bool = False,
    both: bool = False,
) -> tuple[Score, ...]:
    """What every seat scores.

    ``hands`` are the cards still in hand, ``played`` those on the table, ``folded`` a mask of
    seats. ``out``: folded players' cards are out of the comparison (S1). ``both``: the owner of
    two winning cards scores both (S6).
    """
    condition = faces[secret].condition
    won = winners(condition, hands, played, folded, out=out)
    scores = []
    for seat in range(len(hands)):
        gone = folded >> seat & 1
        if (
            seat not in won
        ):  # S2: the consolation is for those who would have lost; S3: standing alone does not win
            scores.append(_FOLDED_IN_TIME if gone else _LOST)
            continue
        cards = cards_of(won[seat])
        if gone:  # S2
            scores.append(Score(0, "folded-a-win", cards))
        elif condition.category == "sum":
            scores.append(Score(faces[secret].stars, "won", ()))  # S10
        else:
            stars = [faces[card].stars for card in cards]  # S24: its own, not the secret's
            scores.append(Score(sum(stars) if both else max(stars), "won", cards))  # S5, S6
    return tuple(scores)


def over_others(points: Sequence[int], seat: Seat) -> float:
    """How many points more a seat has than the others on average.

    >>> over_others((4, 1, 0), 0)
    3.5
    """
    others = sum(points) - points[seat]
    return points[seat] - others / (len(points) - 1)


# The end of a round and of the game


class Round(NamedTuple):
    """A finished round: everything is shown at its end (S15)."""

    dealer: Seat
    secret: int
    hands: tuple[int, ...]
    turns: tuple[int, ...]
    played: tuple[int, ...]
    folded: int
    scores: tuple[Score, ...]


def sheet_of(round_: Round, condition: Condition) -> Sheet:
    """What is shown of a finished round (S15), whose secret carries this condition."""
    seats = len(round_.hands)
    turns, played = turns_taken(round_.dealer, seats, round_.turns)
    return Sheet(
        round_.dealer,
        NAMES[round_.secret],
        condition,
        turns,
        tuple(
            Line(
                names_of(round_.hands[seat]),
                played[seat],
                bool(round_.folded >> seat & 1),
                score.points,
                score.why,
                tuple(NAMES[card] for card in score.cards),
            )
            for seat, score in enumerate(round_.scores)
        ),
    )


MOST_SHEETS: Final = 2_000
_SHEETS: Final[dict[int, tuple[Round, Sheet]]] = {}


def _sheets(rounds: list[Round], conditions: tuple[Condition, ...]) -> tuple[Sheet, ...]:
    """The sheets of finished rounds; kept by the round's identity, which is looked up faster."""
    sheets = []
    for round_ in rounds:
        known = _SHEETS.get(id(round_))
        if known is None or known[0] is not round_:
            if len(_SHEETS) >= MOST_SHEETS:
                _SHEETS.clear()
            known = _SHEETS[id(round_)] = (round_, sheet_of(round_, conditions[round_.secret]))
        sheets.append(known[1])
    return tuple(sheets)


def most_rounds(setting: Setting) -> int:
    """A game that nobody wins ends after so many rounds (S22): ten for each point of the goal."""
    return 10 * setting.goal if setting.goal else 1


def most_turns(seats: int) -> int:
    """No round has more: a card is played at most once, and between two plays all may pass."""
    return (CARD_COUNT + 1) * seats


def longest(setting: Setting) -> int:
    """No game has more moves than this."""
    return 1 + most_rounds(setting) * (1 + most_turns(setting.seats))


# The game


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
            self.passed = 0  # S13: passes count since the last card
            self.total += NUMBERS[action]
            if self.total >= self.setting.limit:  # S14
                self._score()
                return
        elif action == PASS:
            self.passed |= 1 << seat
        else:  # out of the round (S13)
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
            setting.faces,
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
        goal = setting.goal  # S18, S22
        if not goal or max(self.points) >= goal or len(self.rounds) == most_rounds(setting):
            self.phase = OVER
            return
        self.phase = DEALING
        self.dealer = (self.dealer + 1) % setting.seats  # S17

    def _apply_nature(self, action: int) -> None:
        if self.phase == LOT:  # S16
            self.dealer = action
            self.phase = DEALING
            return
        hands, self.secret = deal_of(action, self.setting.seats)
        self.hands = list(hands)
        self.played = [0] * self.setting.seats
        self.folded = self.passed = self.started = self.total = 0
        self.turns = []
        self.turn = self.dealer  # S17
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
        """What a seat or an onlooker may know. What is not put in here does not leave the state."""
        setting = self.setting
        phase = PHASES[self.phase]
        playing = phase == "turns"
        turns, played = turns_taken(self.dealer, setting.seats, self.turns if playing else ())
        return SuspenseView(
            seat=seat,
            seats=setting.seats,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
            phase=phase,
            round=len(self.rounds) + playing,
            dealer=self.dealer,
            hand=names_of(self.hands[seat]) if playing and seat >= 0 else None,
            secret=NAMES[self.secret] if playing and seat == self.dealer else None,  # S21
            played=played,
            turns=turns,
            folded=SEATS_OF[self.folded] if playing else (),
            passed=SEATS_OF[self.passed] if playing else (),
            total=self.total if playing else 0,
            limit=setting.limit,
            points=tuple(self.points),
            goal=setting.goal,
            folded_out=setting.folded_out,
            both=setting.both,
            stars=setting.stars,
            conditions=setting.conditions,
            sheets=_sheets(self.rounds, setting.conditions) if self.rounds else (),
        )

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
