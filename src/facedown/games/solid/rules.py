"""Solid's rules: the truth of one game, changed in place.

Paragraph numbers (L1, …) are those of ``rulebook.md``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.messages import phrase
from facedown.core.moves import Action, Move
from facedown.core.outcome import Outcome
from facedown.core.refusal import Refusal
from facedown.core.seats import NATURE, NATURE_ONLY, NOBODY, Seat, Seats, seats_listed
from facedown.core.state import State
from facedown.games.solid import refusals
from facedown.games.solid.ending import ended, ending_of
from facedown.games.solid.moves import Add, Discard, Draw, First, Play, Protect, Share, UseEvent
from facedown.games.solid.playable import play_refusal, turn_moves
from facedown.games.solid.reacting import loose, reactors
from facedown.games.solid.setting import Setting
from facedown.games.solid.view import ADDED, SHUFFLE, SolidView, build_view

LOT, DRAWING, TURN, REACTION, OVER, ADDING = range(6)

_NOTHING: Final[tuple[int, ...]] = ()
_SEAT: Final[tuple[Seats, ...]] = tuple((seat,) for seat in range(6))


class SolidState(State):
    """One game of Solid.

    ``hands``, ``shared`` (sharing cards in play) by seat, ``pile`` and ``discard`` are counts by
    kind of card, ``pods`` counts by type of data. ``known`` are the cards of a hand that the other
    seat knows (L11), ``taken`` those that everybody saw it take. ``turn`` counts turns from 1,
    ``mover`` has it, ``plays`` are those made in it, ``thrown`` the cards discarded, ``idle`` the
    turns in a row without either (L8). ``reactions`` count by seat in this turn (L3). ``pending``
    is an event that may still be prevented, by the seats ``waiting``. ``fresh`` are the seats that
    drew since the last shuffle, ``loose_before`` the protect cards that hands held at it unseen by
    all, or -1 before there was one; ``shuffled`` are the discard piles and ``emptied`` the hands of
    two at each shuffle. ``added`` are the cards of a half set drawn by lot (L9), and ``drawn``
    counts the cards that each seat drew. ``record`` has every move as (seat, action, drawer), and
    shuffles.
    """

    __slots__ = (
        "added",
        "discard",
        "drawn",
        "emptied",
        "ending",
        "fresh",
        "hands",
        "idle",
        "known",
        "loose_before",
        "mover",
        "pending",
        "phase",
        "pile",
        "plays",
        "pods",
        "reactions",
        "record",
        "setting",
        "shared",
        "shuffled",
        "taken",
        "thrown",
        "turn",
        "waiting",
    )

    def __init__(self, setting: Setting) -> None:
        n, kinds = setting.seats, len(setting.deck)
        self.setting = setting
        self.phase = ADDING if setting.lots else LOT
        self.turn = 0
        self.mover = -1
        self.plays = 0
        self.thrown = 0
        self.idle = 0
        self.pending = -1
        self.waiting: Seats = ()
        self.fresh = 0
        self.loose_before = -1
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
            cards = [number for kind, number in setting.protects.items() if hand[kind]]
            return (setting.let, *cards)
        return turn_moves(self, seat)

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.phase == OVER:
            return refusals.GAME_OVER()
        if seat == NATURE:
            return self._verify_nature(action)
        if self.phase in (LOT, DRAWING, ADDING):
            return refusals.NATURES_TURN()
        moves = self.setting.moves
        if not isinstance(action, int) or not 0 <= action < len(moves):
            return refusals.NO_SUCH_MOVE()
        if not 0 <= seat < self.setting.seats:
            return refusals.NO_SUCH_MOVE()
        if seat not in self.actors():
            return refusals.NOT_YOUR_TURN(turn=seats_listed(self.actors()))
        move = moves[action]
        card = getattr(move, "card", None)
        answer = action == self.setting.let or isinstance(move, Protect)
        if answer != (self.phase == REACTION):
            return refusals.NOTHING_TO_ANSWER() if answer else refusals.ANSWER_FIRST()
        if card is not None and not self.hands[seat][self.setting.kinds[card]]:
            return refusals.NOT_IN_HAND(card=card)
        return play_refusal(self, seat, action)

    def _verify_nature(self, action: Action) -> Refusal | None:
        if self.phase not in (LOT, DRAWING, ADDING):
            return refusals.SEATS_TURN()
        if isinstance(action, int) and any(action == known for known, _ in self.chances()):
            return None
        return refusals.NO_SUCH_MOVE()

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        assert isinstance(action, int)
        drawer = self.mover if self.phase == DRAWING else ADDED if self.phase == ADDING else -1
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
        elif owner < 0:  # what is taken lay there before (L5)
            self.discard[target] -= 1
            self.discard[kind] += 1
            for cards in (self.hands, self.known, self.taken):
                cards[seat][target] += 1
        else:
            self.discard[kind] += 1
            self.pending = action
            self._ask(reactors(self, seat, owner))

    def _ask(self, waiting: Seats) -> None:
        """Lets the first of these answer; with nobody left, the event happens."""
        self.waiting = waiting
        if waiting:
            self.phase = REACTION
            return
        move = self.setting.moves[self.pending]
        self.pending, self.phase = -1, TURN
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
            self.pending, self.waiting, self.phase = -1, (), TURN
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
        self.idle = 0 if self.plays or self.thrown else self.idle + 1
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
        self.mover = (self.mover + 1) % self.setting.seats
        self.turn += 1
        self.plays = self.thrown = 0
        self.reactions = [0] * self.setting.seats
        self.phase = TURN

    def _shuffle(self) -> bool:
        """Makes the discard pile the pile; whether there is a card in it."""
        if not any(self.discard):
            return False
        self.loose_before = loose(self, in_pile=False)
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
        """What a seat or an onlooker may know."""
        return build_view(self, seat)

    def outcome(self) -> Outcome | None:
        """Whoever has most points in play wins, whoever ended the game (L7)."""
        if self.phase != OVER:
            return None
        points = tuple(self.points(seat) for seat in range(self.setting.seats))
        winners = tuple(s for s, mine in enumerate(points) if mine == max(points))
        limits = self.setting.limits
        why = ended(self.ending, self.mover, self.turn, winners, limits)
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
            if move in self.setting.numbers:
                return self.setting.numbers[move]
            raise MalformedMove(refusals.impossible(move, self.setting.card_list))
        if isinstance(move, First) and self.phase == LOT:
            return move.player
        drawn = isinstance(move, Draw) and (self.phase, self.mover) == (DRAWING, move.player)
        if drawn or (isinstance(move, Add) and self.phase == ADDING):
            assert isinstance(move, Draw | Add)
            kind = self.setting.kinds.get(move.card or "")
            if kind is not None:
                return kind
        raise MalformedMove(phrase("That is not a move for nature to make now."))
