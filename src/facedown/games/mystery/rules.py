"""Mystery Machine's rules: the truth of one game, changed in place.

To be read from top to bottom with ``rulebook.md`` beside it, whose paragraph numbers (M6, …) stand
where each is decided: why a move is refused, the options, and the state: who may do what, the
moves, what nature turns up, the end and the view. Beside it stand ``moves.py`` (six cards in a
hand, M6), ``puzzle.py`` (M2, what pays a price, M7, limits, M14) and ``dealing.py`` (the layout,
twists and piles, M1 to M5). ``studio/`` refuses puzzles that cannot be (M14, M15) and reads them
(M16); ``help/`` finds par (M10).

Nothing is shuffled ahead: a card of a pile or of the low deck is drawn when it is turned up, and
cards that are removed out of the game are no step of nature but counted by weight (M3).

A *sheet* is one hand with its questions and its guess: one in a team, one each in a race (M12).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb
from typing import Final, NamedTuple

from facedown.core.errors import MalformedMove, Reason, Refusal
from facedown.core.messages import capital, joined, listed, phrase, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import (
    NATURE,
    NATURE_ONLY,
    NOBODY,
    Outcome,
    Seat,
    Seats,
    given_up,
    seats_listed,
)
from facedown.core.state import EvenChances, State
from facedown.games.mystery.cards import (
    COLUMNS,
    JOKER,
    NAMES,
    RANKS,
    SUITS,
    WORDS,
    CardError,
    card_names,
    card_number,
    name_of,
    rank_names,
    sign_of,
    suit_names,
)
from facedown.games.mystery.dealing import (
    Dealing,
    DealtSoFar,
    Draw,
    dealing_of,
    nth_combination,
    nth_permutation,
    number_of_combination,
    number_of_permutation,
)
from facedown.games.mystery.moves import (
    BUY,
    DUMP,
    HAND,
    NAME,
    WAYS,
    Answer,
    Layout,
    Offer,
    Removal,
    Shuffle,
    action_of,
    move_of,
    paid_with,
)
from facedown.games.mystery.puzzle import MOST_PILES, PILE_NAMES, Puzzle, payments, price_words
from facedown.games.mystery.view import Effort, MysteryView, Phase, Pick, Question, Truth

LOW_CARDS: Final = Draw("low")
"""Two low cards are turned up next."""
ANSWERS: Final = tuple(Draw("answer", pile) for pile in range(MOST_PILES))
"""The next card of a pile is turned up."""
NOT_DUMPED: Final = -1
"""No older card made room for the one that was taken."""

_NOTHING: Final[tuple[int, ...]] = ()

# Why a move is refused

GAME_OVER: Final = Reason("game-over", "M8", "The game is over.")
NATURES_TURN: Final = Reason("natures-turn", "M6", "A card is being turned up.")
SEATS_TURN: Final = Reason("seats-turn", "M6", "No card is to be turned up now.")
GUESSED: Final = Reason("guessed", "M8", "You have guessed; wait for the others.")
MUST_DUMP: Final = Reason(
    "must-dump", "M6", "You hold seven low cards: first dump one of the six older ones."
)
MUST_NAME: Final = Reason(
    "must-name", "M5", "You have begun to guess: name the other mystery cards too."
)
NO_CARDS_LEFT: Final = Reason("no-cards-left", "M6", "The low deck is out: no card can be taken.")
NOT_DUMPING: Final = Reason(
    "not-dumping", "M6", "An older card is dumped only when a seventh has been taken."
)
NOT_OLDER: Final = Reason(
    "not-older", "M6", "The {card} is not one of the six older cards that can be dumped."
)
NOT_IN_GRID: Final = Reason("not-in-grid", "M1", "The {card} is not a card of the grid.")
NAMED_ALREADY: Final = Reason("named-already", "M5", "You have named the {card} already.")
PILE_EMPTY: Final = Reason("pile-empty", "M2", "Pile {pile} has no card left to turn up.")
NOT_THE_PRICE: Final = Reason("not-the-price", "M7", "Pile {pile} costs {price}: {why}.")
AT_TABLE: Final = Reason(
    "at-table", "M18", "Take and dump real cards yourself; press the pile that you have paid."
)
NO_SUCH_MOVE: Final = Reason("no-such-move", "M6", "That is not a move of this game.")

_OTHER_CARDS: Final = phrase("those cards do not pay it")
_CHOOSE: Final = phrase("choose the cards to pay with")


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same for a whole game: the options.

    ``shared`` is one sheet for all seats (M12); ``redo`` a layout that is dealt again, with the
    outcome of its shuffles, and ``counted_from`` where numbers of layouts begin in the words told
    at the end (M13). ``cards`` are those of the grid, ``low_cards`` those of the low deck, and
    ``most_picks`` the pairs that it holds: 18 where nothing was taken out of it (M6). ``real`` says
    that the low deck is of real cards: then the program has none (M18).
    """

    seats: int
    puzzle: Puzzle
    shared: bool
    redo: DealtSoFar | None
    counted_from: int = 0
    real: bool = False
    dealing: Dealing = field(init=False, repr=False, compare=False)
    cards: tuple[int, ...] = field(init=False, repr=False, compare=False)
    low_cards: tuple[int, ...] = field(init=False, repr=False, compare=False)
    most_picks: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dealing", dealing_of(self.puzzle))
        object.__setattr__(self, "cards", self.puzzle.cards)
        object.__setattr__(self, "low_cards", () if self.real else self.puzzle.low_cards)
        object.__setattr__(self, "most_picks", len(self.low_cards) // 2)

    @property
    def sheets(self) -> int:
        """How many sheets there are."""
        return 1 if self.shared else self.seats


def longest(setting: Setting) -> int:
    """No game has more moves than this."""
    cards = sum(pile.size for pile in setting.puzzle.piles)
    own = 2 * setting.most_picks + cards + len(setting.dealing.slots)
    turned_up = len(setting.dealing.steps) + setting.most_picks + cards
    return turned_up + own * setting.sheets


class Asked(NamedTuple):
    """A question: the pile, the low cards paid, and after how many picks."""

    pile: int
    paid: tuple[int, ...]
    picks: int


class MysteryState(State):
    """One game of Mystery Machine.

    ``deal`` is how chance dealt the grid and ``dealt`` how many steps of that are done. ``orders``
    are the cards that each pile has turned up so far, ``offers`` the pairs of low cards; both are
    the same for all sheets, which may be behind. By sheet: ``hands``, oldest card first; ``picks``,
    which of the pair was taken and which older card was dumped (``NOT_DUMPED``: none);
    ``questions``; ``named``, the cards of its guess. ``moved`` are the seats that moved, in order.
    ``given_up`` is the seat that gave the game up, or -1 (M19).
    """

    __slots__ = (
        "deal", "dealt", "given_up", "hands", "moved", "named", "offers", "orders", "picks",
        "questions", "setting",
    )  # fmt: skip

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
        self.given_up: Seat = -1

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
        copy.given_up = self.given_up
        return copy

    # What there is on a sheet

    def sheet_of(self, seat: Seat) -> int | None:
        """The sheet that a seat may see; an onlooker sees the shared one and no other (M12)."""
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
        """The two low cards that lie face up before a sheet (M6)."""
        done = len(self.picks[sheet])
        return self.offers[done] if done < len(self.offers) and not self.must_dump(sheet) else None

    def must_dump(self, sheet: int) -> bool:
        """Whether a seventh card was taken and an older one is to be dumped (M6)."""
        return len(self.hands[sheet]) > HAND

    def has_guessed(self, sheet: int) -> bool:
        """Whether a sheet has named every mystery card (M5, M8)."""
        return len(self.named[sheet]) == len(self.setting.dealing.slots)

    def low_left(self, sheet: int) -> int:
        """How many low cards a sheet has not seen yet: its score if it is right (M9)."""
        seen = len(self.picks[sheet]) + (self.offer_of(sheet) is not None)
        return len(self.setting.low_cards) - 2 * seen

    @property
    def is_over(self) -> bool:
        """Whether every sheet has guessed (M8, M12), or was given up (M19)."""
        return self.given_up >= 0 or all(map(self.has_guessed, range(len(self.named))))

    # Who may do what

    def actors(self) -> Seats:
        """Nature while something is to be turned up; else everybody who has not guessed (M12)."""
        if self.given_up >= 0:
            return NOBODY
        if self.draws_next() is not None:
            return NATURE_ONLY
        seats = range(self.setting.seats)
        if self.setting.shared:
            return NOBODY if self.has_guessed(0) else tuple(seats)
        return tuple(seat for seat in seats if not self.has_guessed(seat))

    def legal(self, seat: Seat) -> Sequence[int]:
        """Action numbers; see :mod:`facedown.games.mystery.moves`."""
        sheet = self.sheet_of(seat)
        if sheet is None or not 0 <= seat < self.setting.seats or self.draws_next() is not None:
            return _NOTHING
        if self.given_up >= 0 or self.has_guessed(sheet):  # M8: there is one guess
            return _NOTHING
        hand = self.hands[sheet]
        if len(hand) > HAND:  # M6: at once, and not the seventh itself
            return sorted(DUMP + card for card in hand[:HAND])
        named = self.named[sheet]
        names = [NAME + card for card in self.setting.cards if card not in named]
        if named:  # M5: then only the others can be named, and none twice
            return names
        takes = [0, 1] if self.offer_of(sheet) is not None else []
        return [*takes, *names, *self._buys(sheet)]  # M8: at any time, and at last nothing else

    def _buys(self, sheet: int) -> list[int]:
        hand, asked = self.hands[sheet], self.asked(sheet)
        if self.setting.real:  # M18: paid at the table
            piles = enumerate(self.setting.puzzle.piles)
            return [BUY + number * WAYS for number, pile in piles if asked[number] < pile.size]
        return [
            BUY + number * WAYS + way
            for number, pile in enumerate(self.setting.puzzle.piles)
            if asked[number] < pile.size  # M2, M3
            for way in payments(self.setting.dealing.prices[number], hand)  # M7
        ]

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.is_over:
            return GAME_OVER()
        if seat == NATURE:
            return self._verify_nature(action)
        if self.draws_next() is not None:
            return NATURES_TURN()
        if not 0 <= seat < self.setting.seats or not isinstance(action, int):
            return NO_SUCH_MOVE()
        if action in self.legal(seat):
            return None
        return self._why_not(self.sheet_of(seat) or 0, action)

    def _verify_nature(self, action: Action) -> Refusal | None:
        if self.draws_next() is None:
            return SEATS_TURN()
        chances = self.chances()
        if isinstance(chances, EvenChances):
            allowed = isinstance(action, int) and 0 <= action < len(chances)
        else:
            allowed = action in dict(chances)
        return None if allowed else NO_SUCH_MOVE()

    def _why_not(self, sheet: int, action: int) -> Refusal:
        """Why an action that is not legal is refused, from what its sheet may know."""
        piles = self.setting.puzzle.piles
        if not 0 <= action < BUY + len(piles) * WAYS:
            return NO_SUCH_MOVE()
        if self.has_guessed(sheet):
            return GUESSED()
        at_table = action < NAME or (action >= BUY and (action - BUY) % WAYS > 0)
        if at_table and self.setting.real:  # M18: of cards that the program does not know
            return AT_TABLE()
        if action < DUMP:
            if self.must_dump(sheet):
                return MUST_DUMP()
            return MUST_NAME() if self.named[sheet] else NO_CARDS_LEFT()
        if action < NAME:
            if not self.must_dump(sheet):
                return NOT_DUMPING()
            return NOT_OLDER(card=WORDS[action - DUMP])
        if self.must_dump(sheet):
            return MUST_DUMP()
        if action < BUY:
            card = action - NAME
            known = card in self.setting.cards
            return (NAMED_ALREADY if known else NOT_IN_GRID)(card=WORDS[card])
        if self.named[sheet]:
            return MUST_NAME()
        return self._why_not_bought(sheet, *divmod(action - BUY, WAYS))

    def _why_not_bought(self, sheet: int, pile: int, way: int) -> Refusal:
        """The same of a question that is to be paid with a set of places of the hand."""
        piles = self.setting.puzzle.piles
        if self.asked(sheet)[pile] >= piles[pile].size:
            return PILE_EMPTY(pile=PILE_NAMES[pile])
        if not payments(self.setting.dealing.prices[pile], self.hands[sheet]):
            held = ", ".join(map(sign_of, sorted(self.hands[sheet])))
            why = phrase("you hold {cards}", cards=held) if held else phrase("you hold no low card")
        else:
            why = _OTHER_CARDS if way else _CHOOSE
        price = price_words(piles[pile].price)
        return NOT_THE_PRICE(pile=PILE_NAMES[pile], price=price, why=why)

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
        if action >= BUY:  # M7, M8: the cards paid are dumped
            pile, way = divmod(action - BUY, WAYS)
            hand = self.hands[sheet]
            paid = paid_with(hand, way)
            self.hands[sheet] = tuple(card for card in hand if card not in paid)
            question = Asked(pile, paid, len(self.picks[sheet]))
            self.questions[sheet] = (*self.questions[sheet], question)
        elif action >= NAME:  # M5
            self.named[sheet] = (*self.named[sheet], action - NAME)
        elif action >= DUMP:  # M6
            dumped = action - DUMP
            self.hands[sheet] = tuple(card for card in self.hands[sheet] if card != dumped)
            *before, (taken, _) = self.picks[sheet]
            self.picks[sheet] = (*before, (taken, dumped))
        else:  # M6
            offer = self.offers[len(self.picks[sheet])]
            self.hands[sheet] = (*self.hands[sheet], offer[action])
            self.picks[sheet] = (*self.picks[sheet], (action, NOT_DUMPED))

    # What nature turns up

    def draws_next(self) -> Draw | None:
        """What nature turns up next: a step of the dealing, an answer, or two low cards."""
        if self.dealt < len(self.setting.dealing.steps):  # M1 to M4, before play
            return self.setting.dealing.steps[self.dealt]
        for sheet, questions in enumerate(self.questions):
            if questions:
                for pile, many in enumerate(self.asked(sheet)):
                    if many > len(self.orders[pile]):  # M12: of one order for all
                        return ANSWERS[pile]
        offers = len(self.offers)
        if offers == self.setting.most_picks:
            return None
        for sheet, picks in enumerate(self.picks):
            if len(picks) == offers and not self.must_dump(sheet) and not self.has_guessed(sheet):
                return LOW_CARDS  # M6
        return None

    def _draw(self) -> Draw:
        what = self.draws_next()
        assert what is not None
        return what

    def draw_name(self) -> str:
        """What nature draws now: the layout, a shuffle, a removal, two low cards, or an answer."""
        kind, number = self._draw()
        if kind == "layout":
            return kind
        if kind == "shuffle":
            return f"shuffle/{number + 1}"
        if kind == "removal":
            return f"removal/{PILE_NAMES[number]}"
        if kind == "low":
            return f"low/{len(self.offers) + 1}"
        return f"answer/{PILE_NAMES[number]}/{len(self.orders[number]) + 1}"

    def chances(self) -> Sequence[tuple[Action, int]]:
        """Everything that could be dealt or turned up now, with its weight."""
        what = self._draw()
        if what.kind == "answer":
            return self.answers(what.number)
        if what.kind == "low":
            return EvenChances(comb(len(self.undrawn()), 2))
        forced = self._dealt_again(what)
        if forced is not None:
            return ((forced, 1),)
        return EvenChances(self.setting.dealing.ways(what, self.deal))

    def _dealt_again(self, step: Draw) -> int | None:
        """What a layout that is dealt again makes of a step of the dealing (M13)."""
        redo = self.setting.redo
        if redo is None or step.kind == "removal":
            return None
        if step.kind == "layout":
            return self.setting.dealing.layout_number(redo.ranks, redo.suits)
        order = redo.shuffles[self.dealt - 1]
        return number_of_permutation(order, len(order))

    def answers(self, pile: int) -> tuple[tuple[Action, int], ...]:
        """The cards that a pile may turn up next (M2), jokers among them (M3), with weights."""
        dealing, shown = self.setting.dealing, self.orders[pile]
        cards = dealing.pile_cards(self.deal, pile)
        swapped = dealing.places(self.deal.shuffles).jokers[pile]
        jokers = shown.count(JOKER)
        own = len(shown) - jokers
        one = dealing.weight(pile, len(cards), swapped, own + 1, jokers)
        joker = dealing.weight(pile, len(cards), swapped, own, jokers + 1)
        found = [(card, one) for card in cards if card not in shown] + [(JOKER, joker)]
        return tuple((card, weight) for card, weight in found if weight)

    def undrawn(self) -> tuple[int, ...]:
        """The low cards that nobody has seen, ascending."""
        if not self.offers:
            return self.setting.low_cards
        seen = {card for offer in self.offers for card in offer}
        return tuple([card for card in self.setting.low_cards if card not in seen])

    def draw(self, rng: random.Random) -> Action:
        """One of nature's moves, as likely as its weight says."""
        chances = self.chances()
        if isinstance(chances, EvenChances):
            return rng.randrange(len(chances))
        actions, weights = zip(*chances, strict=True)
        (action,) = rng.choices(actions, weights)
        drawn: Action = action
        return drawn

    def _apply_nature(self, action: int) -> None:
        what = self._draw()
        dealing, deal = self.setting.dealing, self.deal
        if what.kind == "answer":
            self.orders[what.number] = (*self.orders[what.number], action)
            return
        if what.kind == "low":
            first, second = nth_combination(action, self.undrawn(), 2)
            self.offers.append((first, second))
            return
        if what.kind == "layout":  # M1
            ranks, suits = dealing.layout(action)
            self.deal = deal._replace(ranks=ranks, suits=suits)
        elif what.kind == "shuffle":  # M4
            order = nth_permutation(action, len(self.setting.puzzle.twists[what.number].cells))
            self.deal = deal._replace(shuffles=(*deal.shuffles, order))
        else:  # M3
            cards = dealing.pile_cards(deal, what.number)
            gone = nth_combination(action, cards, self.setting.puzzle.piles[what.number].remove)
            self.deal = deal._replace(removed=(*deal.removed, gone))
        self.dealt += 1

    # Actions as records and back

    def move_of(self, seat: Seat, action: Action) -> Move:
        """The record of an action."""
        if isinstance(action, Move):
            return action
        if seat == NATURE:
            return self._nature_move(action)
        sheet = self.sheet_of(seat)
        assert sheet is not None
        return move_of(action, self.hands[sheet], self.offer_of(sheet))

    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record; raises ``MalformedMove`` when it has none."""
        if seat == NATURE:
            return self._nature_action(move)
        sheet = self.sheet_of(seat)
        if sheet is None or not 0 <= sheet < len(self.hands):
            raise MalformedMove(phrase("Only who has a seat can move."))
        piles = PILE_NAMES[: len(self.orders)]
        return action_of(move, self.hands[sheet], self.offer_of(sheet), piles)

    def _nature_move(self, action: int) -> Move:
        (kind, number), dealing = self._draw(), self.setting.dealing
        if kind == "answer":
            return Answer(PILE_NAMES[number], name_of(action))
        if kind == "low":
            return Offer(card_names(nth_combination(action, self.undrawn(), 2)))
        if kind == "layout":
            ranks, suits = dealing.layout(action)
            return Layout(rank_names(ranks), suit_names(suits))
        if kind == "shuffle":
            size = len(dealing.puzzle.twists[number].cells)
            return Shuffle(number + 1, nth_permutation(action, size))
        cards = dealing.pile_cards(self.deal, number)
        gone = nth_combination(action, cards, dealing.puzzle.piles[number].remove)
        return Removal(PILE_NAMES[number], card_names(gone))

    def _nature_action(self, move: Move) -> int:
        what, dealing = self.draws_next(), self.setting.dealing
        kind, number = what or (None, 0)
        try:
            match move:
                case Offer(cards=tuple(cards)) if kind == "low" and len(cards) == 2:
                    return number_of_combination([*map(card_number, cards)], self.undrawn())
                case Answer(pile=pile, card=str(card)) if kind == "answer":
                    if pile == PILE_NAMES[number]:
                        return card_number(card)
                case Layout(ranks=tuple(ranks), suits=tuple(suits)) if kind == "layout":
                    rows, columns = map(RANKS.index, ranks), map(SUITS.index, suits)
                    return dealing.layout_number([*rows], [*columns])
                case Shuffle(twist=twist, order=tuple(order)) if kind == "shuffle":
                    if twist == number + 1:
                        size = len(dealing.puzzle.twists[number].cells)
                        return number_of_permutation(order, size)
                case Removal(pile=pile, cards=tuple(cards)) if kind == "removal":
                    many = dealing.puzzle.piles[number].remove
                    if pile == PILE_NAMES[number] and len(cards) == many:
                        gone = [*map(card_number, cards)]
                        return number_of_combination(gone, dealing.pile_cards(self.deal, number))
        except (ValueError, CardError):
            pass
        raise MalformedMove(phrase("That is not a move for nature to make now."))

    # How it ends

    def give_up(self, seat: Seat) -> None:
        """Nobody guesses any more (M19)."""
        self.given_up = seat

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while somebody has yet to guess."""
        if not self.is_over:
            return None
        setting = self.setting
        mystery = setting.dealing.mystery(self.deal)
        answer = listed(phrase("the {card}", card=WORDS[card]) for card in mystery)
        if self.given_up >= 0:
            told = phrase("The mystery was {answer}.", answer=answer)
            return given_up(self.given_up, setting.seats, told)
        right = self._right(mystery)
        winners = self._winners(right)
        points = [self.low_left(sheet) if sheet in right else 0 for sheet in range(setting.sheets)]
        if setting.shared:
            reason = self._words_of_team(answer, points[0] if right else None)
            points *= setting.seats
        else:
            reason = self._words_of_race(answer, points, winners)
        if setting.redo is not None:  # M13
            practice = phrase("This was practice: the layout had been dealt before.")
            reason = joined(" ", (reason, practice))
        return Outcome(tuple(points), winners, reason)

    def _right(self, mystery: Sequence[int]) -> list[int]:
        """The sheets that named the mystery (M5)."""
        dealing = self.setting.dealing
        answer = dealing.in_one_order(mystery)
        return [at for at, named in enumerate(self.named) if dealing.in_one_order(named) == answer]

    def _winners(self, right: Sequence[int]) -> Seats:
        """Of the sheets that are right: all seats win or lose together where they share one (M9).

        Else those with most low cards left win, then with fewest questions (M12).
        """
        if self.setting.shared:
            return tuple(range(self.setting.seats)) if right else ()
        best = [(-self.low_left(sheet), len(self.questions[sheet])) for sheet in right]
        return tuple(s for s, key in zip(right, best, strict=True) if key == min(best))

    def winners(self) -> Seats:
        """Who has won a game that is over: the outcome without its words."""
        return self._winners(self._right(self.setting.dealing.mystery(self.deal)))

    def _words_of_team(self, answer: str, points: int | None) -> str:
        named = capital(listed(phrase("the {card}", card=WORDS[card]) for card in self.named[0]))
        if points is None:
            return phrase("{named}: wrong, the mystery was {answer}.", named=named, answer=answer)
        questions = phrase_many("{n} question", "{n} questions", len(self.questions[0]))
        if self.setting.real:  # M18
            return phrase(
                "{named}: right, after {questions}. Your score is the low cards not turned up.",
                named=named,
                questions=questions,
            )
        return phrase(
            "{named}: right, with {cards} left, after {questions}.",
            named=named,
            cards=phrase_many("{n} low card", "{n} low cards", points),
            questions=questions,
        )

    def _words_of_race(self, answer: str, points: list[int], winners: Seats) -> str:
        if not winners:
            return phrase("Nobody named the mystery, which was {answer}.", answer=answer)
        asked = len(self.questions[winners[0]])
        return phrase_many(
            "{who} wins, with {cards} left after {questions}; the mystery was {answer}.",
            "{who} share the win, with {cards} left after {questions}; the mystery was {answer}.",
            len(winners),
            who=seats_listed(winners),
            cards=phrase_many("{n} low card", "{n} low cards", points[winners[0]]),
            questions=phrase_many("{n} question", "{n} questions", asked),
            answer=answer,
        )

    # What is shown

    def view(self, seat: Seat) -> MysteryView:
        """What a seat or an onlooker may know; what is not put in here does not leave the state."""
        setting = self.setting
        sheet = self.sheet_of(seat)
        own = sheet is not None
        at = sheet or 0
        asked = self.asked(at) if own else (0,) * len(setting.puzzle.piles)
        offered = self.offer_of(at) if own else None
        return MysteryView(
            seat=seat,
            seats=setting.seats,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
            puzzle=setting.puzzle,
            practice=setting.redo is not None,
            team=setting.shared,
            phase=self.phase_of(sheet),
            dealt=self.dealt,
            slots=setting.dealing.slots,
            offer=card_names(offered) if offered is not None else None,
            hand=card_names(self.hands[at]) if own else None,
            picks=self._picks_shown(at) if own else None,
            questions=self._questions_shown(at) if own else None,
            named=card_names(self.named[at]) if own else None,
            left=tuple(
                pile.size - many for pile, many in zip(setting.puzzle.piles, asked, strict=True)
            ),
            picks_left=setting.most_picks - (len(self.picks[at]) if own else 0),
            low_left=self.low_left(at) if own else len(setting.low_cards),
            drawn=tuple(map(len, self.orders)),
            offers=len(self.offers),
            moved=tuple(self.moved),
            efforts=tuple(map(self._effort, range(len(self.hands)))),
            truth=self._truth() if self.is_over else None,
            real=setting.real,
        )

    def phase_of(self, sheet: int | None) -> Phase:
        """What is due for who sees this sheet, or none."""
        if self.is_over:
            return "over"
        if self.dealt < len(self.setting.dealing.steps):
            return "dealing"
        if self.draws_next() is not None:
            return "waiting"
        if sheet is None:
            return "playing"
        if self.has_guessed(sheet):
            return "guessed"
        if self.must_dump(sheet):
            return "dumping"
        return "naming" if self.named[sheet] else "playing"

    def _picks_shown(self, sheet: int) -> tuple[Pick, ...]:
        return tuple(
            Pick(
                card_names(offer),
                NAMES[offer[taken]],
                None if dumped == NOT_DUMPED else NAMES[dumped],
            )
            for offer, (taken, dumped) in zip(self.offers, self.picks[sheet], strict=False)
        )

    def _questions_shown(self, sheet: int) -> tuple[Question, ...]:
        found = []
        asked = [0] * len(self.orders)
        for pile, paid, picks in self.questions[sheet]:
            order = self.orders[pile]
            answer = name_of(order[asked[pile]]) if asked[pile] < len(order) else None
            asked[pile] += 1
            found.append(Question(PILE_NAMES[pile], card_names(paid), answer, picks))
        return tuple(found)

    def _effort(self, sheet: int) -> Effort:
        """What all see of a sheet in a race (M12)."""
        return Effort(
            picks=len(self.picks[sheet]),
            asked=tuple(PILE_NAMES[pile] for pile, _, _ in self.questions[sheet]),
            guessed=self.has_guessed(sheet),
            dumping=self.must_dump(sheet),
            naming=len(self.named[sheet]),
        )

    def _truth(self) -> Truth:
        """What is told at the end; guesses lay face down until then (M12)."""
        deal, dealing = self.deal, self.setting.dealing
        return Truth(
            ranks=rank_names(deal.ranks),
            suits=suit_names(deal.suits),
            shuffles=deal.shuffles,
            removed=tuple(map(card_names, deal.removed)),
            grid=card_names([rank * COLUMNS + suit for rank in deal.ranks for suit in deal.suits]),
            mystery=card_names(dealing.mystery(deal)),
            guesses=tuple(map(card_names, self.named)),
            redo=dealing.word_of(deal, self.setting.counted_from),  # M13
        )
