"""Solid's rules: the truth of one game, changed in place.

To be read from top to bottom with ``rulebook.md`` beside it, whose paragraph numbers (L1, …) stand
where each is decided: the options of a game and its deck, what a card can do, how far a pod is from
the end, and the state that puts them together. The cards themselves (L12, L13) are in ``cards.py``,
a card list of one's own (L16) is read in ``studio/card_list.py``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Final

from facedown.core.errors import MalformedMove, Reason, Refusal
from facedown.core.messages import phrase, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import (
    MOST_SEATS,
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
from facedown.games.solid.cards import (
    LIMITS,
    Card,
    Deck,
    Limits,
    copies_for,
    data_words,
    half_set,
    names_of,
)
from facedown.games.solid.moves import (
    NONE,
    Add,
    Discard,
    Draw,
    First,
    Numbered,
    Play,
    Protect,
    Share,
    UseEvent,
)
from facedown.games.solid.view import PHASES, Done, SolidView, done

LOT, DRAWING, TURN, REACTION, OVER, ADDING = range(6)

SHUFFLE: Final = -1
"""Stands in a state's record for a shuffle of the discard pile, which is no move."""

ADDED: Final = -2
"""Stands for the drawer where a card is added to the deck by lot."""

_NOTHING: Final[tuple[int, ...]] = ()
_SEAT: Final[tuple[Seats, ...]] = tuple((seat,) for seat in range(MOST_SEATS))

GAME_OVER = Reason("game-over", "L7", "The game is over.")
NATURES_TURN = Reason("natures-turn", "L6", "Cards are being drawn.")
SEATS_TURN = Reason("seats-turn", "L6", "No card is to be drawn now.")
NOT_YOUR_TURN = Reason("not-your-turn", "L6", "{turn} is to move.")
NO_SUCH_MOVE = Reason("no-such-move", "L6", "That is not a move of this game.")
NOTHING_TO_ANSWER = Reason(
    "nothing-to-answer", "L3", "Protect is an answer, played only when one is asked."
)
ANSWER_FIRST = Reason("answer-first", "L3", "Answer first: protect, or let it happen.")
NOT_IN_HAND = Reason("not-in-hand", "L6", "You do not hold {card}.")
DISCARDING = Reason("discarding", "L6", "After discarding nothing is played any more this turn.")
NO_PLAYS_LEFT = Reason("no-plays-left", "L6", "The {plays} plays of this turn are made.")
MISSING = Reason("missing", "L1", "To share {card} the pod lacks {data}.")
NO_TARGET = Reason("no-target", "L4", "{owner} has no {card} in play.")
OWN_DATA = Reason("own-data", "L4", "A steal is from another pod, not from the own one.")
NOT_DISCARDED = Reason("not-discarded", "L5", "There is no {card} in the discard pile.")


@dataclass(frozen=True, slots=True)
class Setting(Numbered):
    """What stays the same for a whole game: the options, and what follows from them.

    ``anyone`` lets every other seat protect, not only the owner of the target, and with ``steals``
    it prevents steals too (L3); ``turns`` is the turn limit (L8). ``whole`` are the copies by kind
    before anything is drawn by lot, and ``lots`` what is then drawn of a half set: how many of
    which kinds (L9).
    """

    anyone: bool
    steals: bool
    turns: int
    whole: tuple[int, ...] = field(init=False, repr=False, compare=False)
    lots: tuple[tuple[int, tuple[int, ...]], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        deck, limits = self.card_list.cards, self.card_list.limits
        self._number([[*_plays(deck, card, self.seats, limits)] for card in deck])
        object.__setattr__(self, "whole", tuple(copies_for(card, self.seats) for card in deck))
        object.__setattr__(self, "lots", tuple(half_set(deck)) if self.seats % 2 else ())

    @property
    def cards(self) -> int:
        """How many cards there are, with those that are drawn by lot (L9)."""
        return sum(self.whole) + sum(number for number, _ in self.lots)

    @property
    def longest(self) -> int:
        """No game has more moves than this.

        In a turn each play may meet one answer of every other seat, the hand is discarded card by
        card, the turn is ended, and the hand is filled up.
        """
        hand = self.limits.hand
        a_turn = self.limits.plays * self.seats + hand + 1 + hand
        # Cards that were protected with are drawn again, in the turns of their owners.
        lots = 1 + sum(number for number, _ in self.lots)
        return lots + self.seats * hand + self.turns * a_turn


# What a card can do, whatever lies on the table (L1, L4, L5, L14, L15)


def missing(card: Card, pod: Sequence[int]) -> tuple[int, ...]:
    """How many data of each type a pod lacks to share a card (L1)."""
    return tuple(max(0, need - have) for need, have in zip(card.needs, pod, strict=True))


def _plays(deck: Deck, card: Card, seats: int, limits: Limits) -> Iterator[Move]:
    """Every way to play a card in one's own turn: by one of its sides (L5)."""
    if card.type >= 0:
        yield Play(card.name)
    if card.shares:
        yield Share(card.name)
    if card.effect == "take":  # L5: any card of the discard pile
        yield from (UseEvent(card.name, None, other.name) for other in deck)
    elif card.effect and card.effect != "protect":  # L3: protect is an answer
        for seat in range(seats):  # L4: anybody's; steal leaves out one's own in _turn_moves
            for other in deck:
                if _can_hit(card, other, limits):
                    yield UseEvent(card.name, seat, other.name)


def _can_hit(card: Card, hit: Card, limits: Limits) -> bool:
    """Whether an event of this kind of card can hit that kind of card in play."""
    match card.effect:
        case "destroy data" | "steal":  # L14; L4
            return hit.type >= 0
        case "destroy sharing":  # L15: the points on it, without what others add (L2)
            return hit.shares and hit.points < limits.destroyed_below
        case "destroy any":  # L14
            return hit.type >= 0 or hit.shares
    return False


# The end (L7, L8)


def distances(pod: Sequence[int], limits: Limits = LIMITS) -> tuple[int, int, int]:
    """How many data a pod lacks of 3 of each type, of 7 of two types, and of 22 in all (L7).

    >>> distances((7, 6, 0, 0, 0))
    (9, 1, 9)
    """
    each = sum(max(0, limits.each - count) for count in pod)
    twice = sum(max(0, limits.twice - count) for count in sorted(pod)[-2:])
    return each, twice, max(0, limits.total - sum(pod))


def ending_of(pod: Sequence[int], limits: Limits = LIMITS) -> str:
    """By which of the three a pod ends the game; empty while it does not.

    >>> ending_of((3, 3, 3, 3, 3)), ending_of((9, 6, 0, 0, 0))
    ('each', '')
    """
    for ending, lacking in zip(("each", "twice", "total"), distances(pod, limits), strict=True):
        if not lacking:
            return ending
    return ""


def ended(ending: str, mover: Seat, turn: int, winners: Seats, limits: Limits) -> str:
    """Why the game ended and who won, in one sentence."""
    who = f"{{{mover}}}"
    match ending:
        case "each":
            why = phrase("{who} has {limit} data of each type", who=who, limit=limits.each)
        case "twice":
            why = phrase("{who} has {limit} data of two types", who=who, limit=limits.twice)
        case "total":
            why = phrase("{who} has {limit} data", who=who, limit=limits.total)
        case "idle":
            why = phrase("Nobody plays or discards any more")
        case _:
            why = phrase("Turn {turn} was the last", turn=turn)
    if winners == (mover,) and ending in {"each", "twice", "total"}:
        return phrase("{why}, and most points.", why=why)
    return phrase_many(
        "{why}; {who} has most points.",
        "{why}; {who} have as many points.",
        len(winners),
        why=why,
        who=seats_listed(winners),
    )


# The game


class SolidState(State):
    """One game of Solid.

    ``hands``, ``shared`` (sharing cards in play) by seat, ``pile`` and ``discard`` are counts by
    kind of card, ``pods`` counts by type of data. ``known`` are the cards of a hand that the other
    seat knows (L11), ``taken`` those that everybody saw it take. ``turn`` counts turns from 1,
    ``mover`` has it, ``plays`` are those made in it, ``thrown`` the cards discarded, ``idle`` the
    turns in a row without either (L8). ``reactions`` count by seat in this turn (L3). ``pending``
    is an event that may still be prevented, by the seats ``waiting``. ``fresh`` are the seats that
    drew since the last shuffle, ``loose_before`` the protect cards that hands held at it unseen by
    all, ``NONE`` before there was one; ``shuffled`` are the discard piles and ``emptied`` the hands
    of two at each shuffle. ``added`` are the cards of a half set drawn by lot (L9), and ``drawn``
    counts the cards that each seat drew. ``record`` has every move as (seat, action, drawer), and
    shuffles.
    """

    __slots__ = (
        "added", "discard", "drawn", "emptied", "ending", "fresh", "hands", "idle", "known",
        "loose_before", "mover", "pending", "phase", "pile", "plays", "pods", "reactions", "record",
        "setting", "shared", "shuffled", "taken", "thrown", "turn", "waiting",
    )  # fmt: skip

    def __init__(self, setting: Setting) -> None:
        n, kinds = setting.seats, len(setting.deck)
        self.setting = setting
        self.phase = ADDING if setting.lots else LOT
        self.turn = 0
        self.mover = NONE
        self.plays = 0
        self.thrown = 0
        self.idle = 0
        self.pending = NONE
        self.waiting: Seats = ()
        self.fresh = 0
        self.loose_before = NONE
        self.shuffled: list[tuple[int, ...]] = []
        self.emptied: list[tuple[tuple[int, ...], ...]] = []
        self.ending = ""
        self.hands = [[0] * kinds for _ in range(n)]
        self.known = [[0] * kinds for _ in range(n)]
        self.taken = [[0] * kinds for _ in range(n)]
        self.shared = [[0] * kinds for _ in range(n)]
        self.pods = [[0] * 5 for _ in range(n)]
        self.added = [0] * kinds
        self.drawn = [0] * n
        self.pile = list(setting.whole)
        self.discard = [0] * kinds
        self.reactions = [0] * n
        self.record: list[tuple[Seat, int, Seat]] = []

    def clone(self) -> SolidState:
        """An independent copy."""
        copy = SolidState.__new__(SolidState)
        copy.setting = self.setting
        copy.phase = self.phase
        copy.turn = self.turn
        copy.mover = self.mover
        copy.plays = self.plays
        copy.thrown = self.thrown
        copy.idle = self.idle
        copy.pending = self.pending
        copy.waiting = self.waiting
        copy.fresh = self.fresh
        copy.loose_before = self.loose_before
        copy.shuffled = self.shuffled[:]
        copy.emptied = self.emptied[:]
        copy.added = self.added[:]
        copy.drawn = self.drawn[:]
        copy.ending = self.ending
        copy.hands = [hand[:] for hand in self.hands]
        copy.known = [cards[:] for cards in self.known]
        copy.taken = [cards[:] for cards in self.taken]
        copy.shared = [cards[:] for cards in self.shared]
        copy.pods = [pod[:] for pod in self.pods]
        copy.pile = self.pile[:]
        copy.discard = self.discard[:]
        copy.reactions = self.reactions[:]
        copy.record = self.record[:]
        return copy

    # Who may do what

    def actors(self) -> Seats:
        """The seat whose turn it is, the one that may protect, or nature while cards are drawn."""
        if self.phase == TURN:
            return _SEAT[self.mover]
        if self.phase == REACTION:
            return self.waiting[:1]
        return NOBODY if self.phase == OVER else NATURE_ONLY

    def legal(self, seat: Seat) -> Sequence[int]:
        """The moves of one's turn (L6), or the two answers of who may protect (L3)."""
        if seat < 0 or seat not in self.actors():
            return _NOTHING
        setting, hand = self.setting, self.hands[seat]
        if self.phase == REACTION:
            return (setting.let, *[n for kind, n in setting.protects.items() if hand[kind]])
        return self._turn_moves(seat, hand)

    def _turn_moves(self, seat: Seat, hand: Sequence[int]) -> list[int]:
        """The moves of the seat whose turn it is, with cards of these kinds."""
        setting = self.setting
        if self.thrown or self.plays >= setting.limits.plays:  # L6
            return [*compress(setting.discards, hand), setting.end]
        found: list[int] = []
        pod = self.pods[seat]
        for ways in compress(setting.ways, hand):
            if ways.play >= 0:
                found.append(ways.play)
                continue
            if ways.share >= 0:
                for type_, need in ways.needs:  # L1
                    if pod[type_] < need:
                        break
                else:
                    found.append(ways.share)
            if ways.takes:  # L5
                found += compress(ways.takes, self.discard)
            for owner, (data, sharing) in enumerate(ways.hits):
                if owner != seat or not ways.steals:  # L4: a steal is from pod to pod
                    found += compress(data, self.pods[owner])
                    found += [a for a in compress(sharing, self.shared[owner]) if a >= 0]
        found += compress(setting.discards, hand)
        found.append(setting.end)
        return found

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.phase == OVER:
            return GAME_OVER()
        if seat == NATURE:
            return self._verify_nature(action)
        if self.phase in (LOT, DRAWING, ADDING):
            return NATURES_TURN()
        moves = self.setting.moves
        if not isinstance(action, int) or not 0 <= action < len(moves):
            return NO_SUCH_MOVE()
        if not 0 <= seat < self.setting.seats:
            return NO_SUCH_MOVE()
        if seat not in self.actors():
            return NOT_YOUR_TURN(turn=seats_listed(self.actors()))
        move = moves[action]
        card = getattr(move, "card", None)
        answer = action == self.setting.let or isinstance(move, Protect)
        if answer != (self.phase == REACTION):
            return NOTHING_TO_ANSWER() if answer else ANSWER_FIRST()
        if card is not None and not self.hands[seat][self.setting.kinds[card]]:
            return NOT_IN_HAND(card=card)
        return self._play_refusal(seat, move)

    def _play_refusal(self, seat: Seat, move: Move) -> Refusal | None:
        """Why a card in hand cannot be played so in this turn; None for what is no play."""
        if not isinstance(move, Play | Share | UseEvent):
            return None
        if self.thrown:  # L6
            return DISCARDING()
        if self.plays == self.setting.limits.plays:
            return NO_PLAYS_LEFT(plays=self.plays)
        deck, kinds = self.setting.deck, self.setting.kinds
        card = deck[kinds[move.card]]
        if isinstance(move, Share):
            short = missing(card, self.pods[seat])
            return MISSING(card=card.name, data=data_words(short)) if any(short) else None
        if isinstance(move, Play):
            return None
        target = kinds[move.target]
        if move.owner is None:
            return None if self.discard[target] else NOT_DISCARDED(card=move.target)
        if card.effect == "steal" and move.owner == seat:
            return OWN_DATA()
        type_ = deck[target].type
        there = self.pods[move.owner][type_] if type_ >= 0 else self.shared[move.owner][target]
        return None if there else NO_TARGET(owner=f"{{{move.owner}}}", card=move.target)

    def _verify_nature(self, action: Action) -> Refusal | None:
        if self.phase not in (LOT, DRAWING, ADDING):
            return SEATS_TURN()
        if isinstance(action, int) and any(action == known for known, _ in self.chances()):
            return None
        return NO_SUCH_MOVE()

    # Protect (L3, L10): who is asked follows from what everybody knows, never from the hands

    def _reactors(self, attacker: Seat, owner: Seat) -> Seats:
        """Who is asked about the pending event on a card of ``owner``, in the order of seats."""
        setting, n = self.setting, self.setting.seats
        if setting.ways[setting.does[self.pending][1]].steals and not setting.steals:  # L3
            return ()
        others = [(attacker + step) % n for step in range(1, n)]
        return tuple(
            seat for seat in others if (seat == owner or setting.anyone) and self._may_protect(seat)
        )

    def _may_protect(self, seat: Seat) -> bool:
        """Whether everybody must think it possible that the seat protects (L10)."""
        if self.reactions[seat] == self.setting.limits.reactions:
            return False
        if any(self.taken[seat][kind] for kind in self.setting.protects):  # seen taking one
            return True
        if sum(self.hands[seat]) == sum(self.taken[seat]):  # every card was seen being taken
            return False
        # Every card of the deck lies open, or its seat is known, or it is loose.
        now = self._loose(in_pile=True)
        if self.loose_before == NONE or self.fresh >> seat & 1:  # it may have drawn one
            return now > 0
        return min(now, self.loose_before) > 0

    def _loose(self, *, in_pile: bool) -> int:
        """How many protect cards are in hands (or in the pile) without everybody knowing where."""
        total = 0
        for kind in self.setting.protects:
            total += sum(h[kind] - t[kind] for h, t in zip(self.hands, self.taken, strict=True))
            total += self.pile[kind] if in_pile else 0
        return total

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        assert isinstance(action, int)
        drawer = self.mover if self.phase == DRAWING else ADDED if self.phase == ADDING else NONE
        self.record.append((seat, action, drawer))
        if self.phase == DRAWING:
            self.pile[action] -= 1
            self.hands[drawer][action] += 1
            self.drawn[drawer] += 1
            self.fresh |= 1 << drawer
            self._draw_or_go_on()
        elif self.phase == ADDING:
            self.added[action] += 1
            self.pile[action] += 1
            self.phase = ADDING if self.chances() else LOT
        elif self.phase == LOT:
            self.mover = action
            self._draw_or_go_on()
        elif self.phase == REACTION:
            self._answer(seat, self.setting.moves[action])
        elif action == self.setting.end:
            self._end_turn()
        else:
            self._play(seat, action)

    def _play(self, seat: Seat, action: int) -> None:
        does, kind, owner, target = self.setting.does[action]
        self._leave(seat, kind)
        if does is Discard:
            self.thrown += 1
            self.discard[kind] += 1
            return
        self.plays += 1
        if does is Play:
            self.pods[seat][self.setting.deck[kind].type] += 1
            self._check_end(seat)
        elif does is Share:
            self.shared[seat][kind] += 1
        elif owner == NONE:  # what is taken lay there before (L5)
            self.discard[target] -= 1
            self.discard[kind] += 1
            for cards in (self.hands, self.known, self.taken):  # L11
                cards[seat][target] += 1
        else:
            self.discard[kind] += 1
            self.pending = action
            self._ask(self._reactors(seat, owner))

    def _ask(self, waiting: Seats) -> None:
        """Lets the first of these answer; with nobody left, the event happens."""
        self.waiting = waiting
        if waiting:
            self.phase = REACTION
            return
        move = self.setting.moves[self.pending]
        self.pending, self.phase = NONE, TURN
        assert isinstance(move, UseEvent)
        assert move.owner is not None
        target = self.setting.kinds[move.target]
        type_ = self.setting.deck[target].type
        if type_ < 0:
            self.shared[move.owner][target] -= 1
        else:
            self.pods[move.owner][type_] -= 1
        if self.setting.deck[self.setting.kinds[move.card]].effect == "steal":
            self.pods[self.mover][type_] += 1
            self._check_end(self.mover)
        else:
            self.discard[target] += 1

    def _answer(self, seat: Seat, move: Move) -> None:
        if isinstance(move, Protect):
            kind = self.setting.kinds[move.card]
            self._leave(seat, kind)
            self.discard[kind] += 1
            self.reactions[seat] += 1
            self.pending, self.waiting, self.phase = NONE, (), TURN
        else:
            self._ask(self.waiting[1:])

    def _leave(self, seat: Seat, kind: int) -> None:
        """Takes a card out of a hand; of equal cards one fewer is known (L11)."""
        self.hands[seat][kind] -= 1
        if self.known[seat][kind]:
            self.known[seat][kind] -= 1
        if self.taken[seat][kind]:
            self.taken[seat][kind] -= 1
        elif kind in self.setting.protects and not self.fresh >> seat & 1:
            self.loose_before -= self.loose_before > 0

    def _check_end(self, seat: Seat) -> None:
        """The game ends at once when this pod is full enough (L7)."""
        pod, limits = self.pods[seat], self.setting.limits
        if sum(pod) >= limits.total or min(pod) >= limits.each or sorted(pod)[-2] >= limits.twice:
            self._over(ending_of(pod, limits))

    def _over(self, ending: str) -> None:
        self.phase, self.ending = OVER, ending

    def _end_turn(self) -> None:
        self.idle = 0 if self.plays or self.thrown else self.idle + 1  # L8
        if self.idle == self.setting.seats:
            self._over("idle")
        elif self.turn == self.setting.turns:
            self._over("turns")
        else:
            self._draw_or_go_on()

    def _draw_or_go_on(self) -> None:
        """Has the next card drawn, up to five (L6), or begins the next turn."""
        self.phase = DRAWING
        dealing, hand = not self.turn, self.setting.limits.hand
        while True:
            if sum(self.hands[self.mover]) < hand and (any(self.pile) or self._shuffle()):
                return
            full = hand * self.setting.seats
            if dealing and any(self.pile) and sum(map(sum, self.hands)) < full:
                self.mover = (self.mover + 1) % self.setting.seats
                continue
            break
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.mover = (self.mover + 1) % self.setting.seats
        self.turn += 1
        self.plays = self.thrown = 0
        self.reactions = [0] * self.setting.seats
        self.phase = TURN

    def _shuffle(self) -> bool:
        """Makes the discard pile the pile (L6); whether there is a card in it."""
        if not any(self.discard):
            return False
        self.loose_before = self._loose(in_pile=False)
        self.fresh = 0
        self.record.append((NATURE, SHUFFLE, self.mover))
        self.shuffled.append(tuple(self.discard))
        self.pile, self.discard = self.discard, self.pile
        if self.setting.seats == 2:  # what is in no other place is in the other hand (L11)
            self.known = [hand[:] for hand in self.hands]
            self.emptied.append(tuple(map(tuple, self.hands)))
        return True

    # Nature

    def chances(self) -> Sequence[tuple[Action, int]]:
        """Who begins; or kinds of card, of the pile or to be added, as likely as they have copies.

        Empty where nothing more is to be added.
        """
        if self.phase == ADDING:
            for number, kinds in self.setting.lots:
                if sum(self.added[kind] for kind in kinds) < number:
                    deck, added = self.setting.deck, self.added
                    left = [(kind, deck[kind].copies - added[kind]) for kind in kinds]
                    return [(kind, count) for kind, count in left if count]
            return []
        if self.phase == LOT:
            return [(seat, 1) for seat in range(self.setting.seats)]
        return [(kind, count) for kind, count in enumerate(self.pile) if count]

    def draw(self, rng: random.Random) -> Action:
        """One of nature's moves; of the pile without a list of all its kinds."""
        if self.phase != DRAWING:
            return super().draw(rng)
        at = rng.random() * sum(self.pile)
        for kind, count in enumerate(self.pile):
            at -= count
            if at < 0:
                return kind
        raise AssertionError("the pile is empty")

    def draw_name(self) -> str:
        """The lot for the first player, or a seat's so many-th card or the deck's, from 1."""
        if self.phase == ADDING:
            return f"added/{sum(self.added) + 1}"
        if self.phase == LOT:
            return "first player"
        return f"hand/{self.mover + 1}/{self.drawn[self.mover] + 1}"

    # Telling

    def points(self, seat: Seat) -> int:
        """The points of the sharing cards that the seat has in play, with what they add (L2)."""
        shared = self.shared[seat]
        pairs = zip(shared, self.setting.deck, strict=True)
        total = sum(count * card.points for count, card in pairs if count)
        for kind, other, points in self.setting.bonuses:
            total += points * shared[kind] * (shared[other] - (kind == other))
        return total

    def view(self, seat: Seat) -> SolidView:
        """What a seat or an onlooker may know. What is not put in here does not leave the state."""
        setting, deck = self.setting, self.setting.deck
        known = self.taken if seat == ONLOOKER else self.known  # L11
        pending = done(self.mover, setting.moves[self.pending]) if self.pending != NONE else None
        return SolidView(
            seat=seat,
            seats=setting.seats,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
            phase=PHASES[self.phase],
            turn=self.turn,
            mover=self.mover,
            plays=self.plays,
            discarded=self.thrown,
            hand=names_of(deck, self.hands[seat]) if seat >= 0 else None,
            sizes=tuple(map(sum, self.hands)),
            known=tuple(names_of(deck, cards) for cards in known),
            pods=tuple(map(tuple, self.pods)),
            shared=tuple(names_of(deck, cards) for cards in self.shared),
            points=tuple(self.points(each) for each in range(setting.seats)),
            pile=sum(self.pile),
            discard=names_of(deck, self.discard),
            reactions=tuple(self.reactions),
            pending=pending,
            added=names_of(deck, self.added),
            limits=setting.limits,
            record=tuple([self.told(entry, seat) for entry in self.record]),
            shuffled=tuple(names_of(deck, cards) for cards in self.shuffled),
            emptied=tuple(
                tuple(names_of(deck, hand) for hand in hands)
                for hands in (self.emptied if seat >= 0 else ())
            ),
        )

    def told(self, entry: tuple[Seat, int, Seat], viewer: Seat) -> Done:
        """A move of the record as a viewer knows it: of a card drawn only its drawer the card."""
        seat, action, drawer = entry
        if seat != NATURE:
            return done(seat, self.setting.moves[action])
        if drawer == ADDED:
            return Done(NATURE, "add", self.setting.deck[action].name)
        if drawer == NONE:
            return Done(action, "first")
        if action == SHUFFLE:
            return Done(drawer, "shuffle")
        return Done(drawer, "draw", self.setting.deck[action].name if drawer == viewer else None)

    def outcome(self) -> Outcome | None:
        """Whoever has most points in play wins, whoever ended the game (L7)."""
        if self.phase != OVER:
            return None
        points = tuple(self.points(seat) for seat in range(self.setting.seats))
        winners = tuple(s for s, mine in enumerate(points) if mine == max(points))
        why = ended(self.ending, self.mover, self.turn, winners, self.setting.limits)
        return Outcome(points, winners, why)

    def move_of(self, seat: Seat, action: Action) -> Move:
        """The record of an action."""
        if isinstance(action, Move):
            return action
        if seat != NATURE:
            return self.setting.moves[action]
        if self.phase == LOT:
            return First(action)
        if self.phase == ADDING:
            return Add(self.setting.deck[action].name)
        return Draw(self.mover, self.setting.deck[action].name)

    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record; raises ``MalformedMove`` when it has none."""
        if seat != NATURE:
            return self.setting.action_of(move)
        if isinstance(move, First) and self.phase == LOT:
            return move.player
        drawn = isinstance(move, Draw) and (self.phase, self.mover) == (DRAWING, move.player)
        if drawn or (isinstance(move, Add) and self.phase == ADDING):
            assert isinstance(move, Draw | Add)
            kind = self.setting.kinds.get(move.card or "")
            if kind is not None:
                return kind
        raise MalformedMove(phrase("That is not a move for nature to make now."))
