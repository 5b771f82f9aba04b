"""Mystery Machine's rules: the truth of one game, changed in place.

Paragraph numbers (M6, …) are those of ``rulebook.md``. A *sheet* is one hand with its questions
and its guess: alone and in a team there is one, in a race each seat has its own (M12).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb
from typing import Final, NamedTuple

from facedown.core.errors import Refusal
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, NATURE_ONLY, NOBODY, Outcome, Seat, Seats
from facedown.core.state import EvenChances, State
from facedown.games.mystery import refusals as no
from facedown.games.mystery.cards import JOKER
from facedown.games.mystery.dealing import (
    Dealing,
    DealtSoFar,
    dealing_of,
    nth_combination,
    nth_permutation,
    number_of_permutation,
)
from facedown.games.mystery.ending import outcome_of
from facedown.games.mystery.moves import BUY, DUMP, HAND, NAME, WAYS
from facedown.games.mystery.prices import payments
from facedown.games.mystery.puzzle import Puzzle, pile_name
from facedown.games.mystery.records import nature_action, nature_move, seat_action, seat_move
from facedown.games.mystery.view import MysteryView, build_view

_NOTHING: Final[tuple[int, ...]] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same for a whole game.

    ``shared`` is one sheet for all seats (M12); ``redo`` a layout that is dealt again, with the
    outcome of its shuffles (M13).
    """

    seats: int
    puzzle: Puzzle
    shared: bool
    redo: DealtSoFar | None
    dealing: Dealing = field(init=False, repr=False, compare=False)
    low_cards: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dealing", dealing_of(self.puzzle))
        object.__setattr__(self, "low_cards", self.puzzle.low_cards)

    @property
    def most_picks(self) -> int:
        """How many pairs the low deck holds: 18 where nothing was taken out of it (M6)."""
        return len(self.low_cards) // 2

    @property
    def sheets(self) -> int:
        """How many sheets there are."""
        return 1 if self.shared else self.seats


class Asked(NamedTuple):
    """A question: the pile, the low cards paid, and after how many picks."""

    pile: int
    paid: tuple[int, ...]
    picks: int


class MysteryState(State):
    """One game of Mystery Machine.

    ``orders`` are the cards that each pile has turned up so far, ``offers`` the pairs of low cards;
    both are the same for all sheets, which may be behind. By sheet: ``hands``, oldest card first;
    ``picks``, which of the pair was taken and which older card was dumped (-1: none);
    ``questions``; ``named``, the cards of its guess. ``moved`` are the seats that moved, in order.
    """

    __slots__ = (
        "deal",
        "dealt",
        "hands",
        "moved",
        "named",
        "offers",
        "orders",
        "picks",
        "questions",
        "setting",
    )

    def __init__(self, setting: Setting) -> None:
        sheets = setting.sheets
        self.setting = setting
        self.deal = DealtSoFar()
        self.dealt = 0
        self.orders: list[tuple[int, ...]] = [()] * len(setting.puzzle.piles)
        self.offers: list[tuple[int, int]] = []
        self.hands: list[tuple[int, ...]] = [()] * sheets
        self.picks: list[tuple[tuple[int, int], ...]] = [()] * sheets
        self.questions: list[tuple[Asked, ...]] = [()] * sheets
        self.named: list[tuple[int, ...]] = [()] * sheets
        self.moved: list[Seat] = []

    def clone(self) -> MysteryState:
        """An independent copy."""
        copy = MysteryState.__new__(MysteryState)
        copy.setting = self.setting
        copy.deal = self.deal
        copy.dealt = self.dealt
        copy.orders = self.orders[:]
        copy.offers = self.offers[:]
        copy.hands = self.hands[:]
        copy.picks = self.picks[:]
        copy.questions = self.questions[:]
        copy.named = self.named[:]
        copy.moved = self.moved[:]
        return copy

    # What there is on a sheet

    def sheet_of(self, seat: Seat) -> int | None:
        """The sheet that a seat may see; an onlooker sees the shared one and no other."""
        if self.setting.shared:
            return 0
        return seat if seat >= 0 else None

    def asked(self, sheet: int) -> tuple[int, ...]:
        """How many questions a sheet has bought of each pile."""
        counts = [0] * len(self.orders)
        for question in self.questions[sheet]:
            counts[question.pile] += 1
        return tuple(counts)

    def offer_of(self, sheet: int) -> tuple[int, int] | None:
        """The two low cards that lie face up before a sheet."""
        done = len(self.picks[sheet])
        return self.offers[done] if done < len(self.offers) and not self.must_dump(sheet) else None

    def must_dump(self, sheet: int) -> bool:
        """Whether a seventh card was taken and an older one is to be dumped (M6)."""
        return len(self.hands[sheet]) > HAND

    def has_guessed(self, sheet: int) -> bool:
        """Whether a sheet has named every mystery card (M8)."""
        return len(self.named[sheet]) == len(self.setting.dealing.slots)

    def low_left(self, sheet: int) -> int:
        """How many low cards a sheet has not seen yet: its score if it is right (M9)."""
        seen = len(self.picks[sheet]) + (self.offer_of(sheet) is not None)
        return len(self.setting.low_cards) - 2 * seen

    @property
    def is_over(self) -> bool:
        """Whether every sheet has guessed."""
        return all(map(self.has_guessed, range(len(self.named))))

    # Who may do what

    def actors(self) -> Seats:
        """Nature while something is to be turned up; else everybody who has not guessed."""
        if self.draws_next() is not None:
            return NATURE_ONLY
        seats = range(self.setting.seats)
        if self.setting.shared:
            return NOBODY if self.has_guessed(0) else tuple(seats)
        return tuple(seat for seat in seats if not self.has_guessed(seat))

    def draws_next(self) -> int | None:
        """What nature turns up next: -2 deals on, -1 two low cards, else the card of a pile."""
        if self.dealt < len(self.setting.dealing.steps):
            return -2
        for sheet in range(len(self.hands)):
            for pile, many in enumerate(self.asked(sheet)):
                if many > len(self.orders[pile]):
                    return pile
        offers = len(self.offers)
        if offers < self.setting.most_picks and any(
            len(picks) == offers and not self.must_dump(sheet) and not self.has_guessed(sheet)
            for sheet, picks in enumerate(self.picks)
        ):
            return -1
        return None

    def draw_name(self) -> str:
        """What nature draws now: the layout, a shuffle, a removal, two low cards, or an answer."""
        what = self.draws_next()
        if what == -2:
            step = self.setting.dealing.steps[self.dealt]
            if step.kind == "removal":
                return f"removal/{pile_name(step.number)}"
            return step.kind if step.kind == "layout" else f"shuffle/{step.number + 1}"
        if what == -1:
            return f"low/{len(self.offers) + 1}"
        assert what is not None
        return f"answer/{pile_name(what)}/{len(self.orders[what]) + 1}"

    def legal(self, seat: Seat) -> Sequence[int]:
        """Action numbers; see :mod:`facedown.games.mystery.moves`."""
        sheet = self.sheet_of(seat)
        if sheet is None or not 0 <= seat < self.setting.seats or self.draws_next() is not None:
            return _NOTHING
        if self.has_guessed(sheet):
            return _NOTHING
        hand = self.hands[sheet]
        if len(hand) > HAND:
            return sorted(DUMP + card for card in hand[:HAND])
        named = self.named[sheet]
        names = [NAME + card for card in self.setting.puzzle.cards if card not in named]
        if named:
            return names
        takes = [0, 1] if self.offer_of(sheet) is not None else []
        return [*takes, *names, *self._buys(sheet)]

    def _buys(self, sheet: int) -> list[int]:
        hand, asked = self.hands[sheet], self.asked(sheet)
        return [
            BUY + number * WAYS + way
            for number, pile in enumerate(self.setting.puzzle.piles)
            if asked[number] < pile.size
            for way in payments(self.setting.dealing.prices[number], hand)
        ]

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.is_over:
            return no.GAME_OVER()
        if seat == NATURE:
            return self._verify_nature(action)
        if self.draws_next() is not None:
            return no.NATURES_TURN()
        if not 0 <= seat < self.setting.seats or not isinstance(action, int):
            return no.NO_SUCH_MOVE()
        if action in self.legal(seat):
            return None
        return no.why_not(self, self.sheet_of(seat) or 0, action)

    def _verify_nature(self, action: Action) -> Refusal | None:
        if self.draws_next() is None:
            return no.SEATS_TURN()
        chances = self.chances()
        if isinstance(chances, EvenChances):
            allowed = isinstance(action, int) and 0 <= action < len(chances)
        else:
            allowed = action in dict(chances)
        return None if allowed else no.NO_SUCH_MOVE()

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        assert isinstance(action, int)
        if seat == NATURE:
            self._apply_nature(action)
            return
        sheet = self.sheet_of(seat)
        assert sheet is not None
        self.moved.append(seat)
        if action >= BUY:
            pile, way = divmod(action - BUY, WAYS)
            hand = self.hands[sheet]
            paid = tuple(sorted(card for index, card in enumerate(hand) if way >> index & 1))
            self.hands[sheet] = tuple(card for card in hand if card not in paid)
            question = Asked(pile, paid, len(self.picks[sheet]))
            self.questions[sheet] = (*self.questions[sheet], question)
        elif action >= NAME:
            self.named[sheet] = (*self.named[sheet], action - NAME)
        elif action >= DUMP:
            dumped = action - DUMP
            self.hands[sheet] = tuple(card for card in self.hands[sheet] if card != dumped)
            *before, (taken, _) = self.picks[sheet]
            self.picks[sheet] = (*before, (taken, dumped))
        else:
            offer = self.offers[len(self.picks[sheet])]
            self.hands[sheet] = (*self.hands[sheet], offer[action])
            self.picks[sheet] = (*self.picks[sheet], (action, -1))

    def _apply_nature(self, action: int) -> None:
        what = self.draws_next()
        if what == -2:
            self._deal(action)
        elif what == -1:
            first, second = nth_combination(action, self.undrawn(), 2)
            self.offers.append((first, second))
        else:
            assert what is not None
            self.orders[what] = (*self.orders[what], action)

    def _deal(self, action: int) -> None:
        dealing, deal = self.setting.dealing, self.deal
        step = dealing.steps[self.dealt]
        if step.kind == "layout":
            ranks, suits = dealing.layout(action)
            self.deal = deal._replace(ranks=ranks, suits=suits)
        elif step.kind == "shuffle":
            order = nth_permutation(action, len(self.setting.puzzle.twists[step.number].cells))
            self.deal = deal._replace(shuffles=(*deal.shuffles, order))
        else:
            cards = dealing.pile_cards(deal, step.number)
            gone = nth_combination(action, cards, self.setting.puzzle.piles[step.number].remove)
            self.deal = deal._replace(removed=(*deal.removed, gone))
        self.dealt += 1

    def undrawn(self) -> tuple[int, ...]:
        """The low cards that nobody has seen, ascending."""
        seen = {card for offer in self.offers for card in offer}
        return tuple(card for card in self.setting.low_cards if card not in seen)

    # Nature

    def chances(self) -> Sequence[tuple[Action, int]]:
        """Everything that could be dealt or turned up now, with its weight."""
        what = self.draws_next()
        if what == -2:
            dealing = self.setting.dealing
            forced = self._redone()
            if forced is not None:
                return ((forced, 1),)
            return EvenChances(dealing.ways(dealing.steps[self.dealt], self.deal))
        if what == -1:
            return EvenChances(comb(len(self.undrawn()), 2))
        assert what is not None
        return self.answers(what)

    def _redone(self) -> int | None:
        """What a layout that is dealt again makes of the step being dealt (M13)."""
        redo, dealing = self.setting.redo, self.setting.dealing
        step = dealing.steps[self.dealt]
        if redo is None or step.kind == "removal":
            return None
        if step.kind == "layout":
            return dealing.layout_number(redo.ranks, redo.suits)
        order = redo.shuffles[self.dealt - 1]
        return number_of_permutation(order, len(order))

    def answers(self, pile: int) -> tuple[tuple[Action, int], ...]:
        """The cards that a pile may turn up next, jokers among them, with their weights."""
        dealing, shown = self.setting.dealing, self.orders[pile]
        cards = dealing.pile_cards(self.deal, pile)
        swapped = dealing.places(self.deal.shuffles).jokers[pile]
        jokers = shown.count(JOKER)
        own = len(shown) - jokers
        one = dealing.weight(pile, len(cards), swapped, own + 1, jokers)
        joker = dealing.weight(pile, len(cards), swapped, own, jokers + 1)
        found = [(card, one) for card in cards if card not in shown] + [(JOKER, joker)]
        return tuple((card, weight) for card, weight in found if weight)

    def draw(self, rng: random.Random) -> Action:
        """One of nature's moves, as likely as its weight says."""
        chances = self.chances()
        if isinstance(chances, EvenChances):
            return rng.randrange(len(chances))
        actions, weights = zip(*chances, strict=True)
        (action,) = rng.choices(actions, weights)
        drawn: Action = action
        return drawn

    # Telling

    def view(self, seat: Seat) -> MysteryView:
        """What a seat or an onlooker may know."""
        return build_view(self, seat)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while somebody has yet to guess."""
        return outcome_of(self) if self.is_over else None

    def move_of(self, seat: Seat, action: Action) -> Move:
        """The record of an action."""
        if isinstance(action, Move):
            return action
        return nature_move(self, action) if seat == NATURE else seat_move(self, seat, action)

    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record; raises ``MalformedMove`` when it has none."""
        return nature_action(self, move) if seat == NATURE else seat_action(self, seat, move)


def longest(setting: Setting) -> int:
    """No game has more moves than this."""
    cards = sum(pile.size for pile in setting.puzzle.piles)
    own = 2 * setting.most_picks + cards + len(setting.dealing.slots)
    turned_up = len(setting.dealing.steps) + setting.most_picks + cards
    return turned_up + own * setting.sheets
