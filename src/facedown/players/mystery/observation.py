"""A seat's view of Mystery Machine as a row of small whole numbers, for programs that learn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from facedown.core.roster import Encoder, ones
from facedown.core.seats import Seat, Seats
from facedown.games.mystery.cards import JOKER, SUITS, card_number
from facedown.games.mystery.moves import HAND
from facedown.games.mystery.puzzle import PILE_NAMES
from facedown.games.mystery.rules import NOT_DUMPED, MysteryState, Setting, longest
from facedown.games.mystery.view import MysteryView, Phase

CARDS: Final = JOKER
SHOWN: Final = JOKER + 1
PHASES: Final[tuple[Phase, ...]] = (
    "dealing", "waiting", "playing", "dumping", "naming", "guessed", "over",
)  # fmt: skip
EFFORT: Final = 5
PICK: Final = 4
QUESTION: Final = 3 + HAND
NOT_TOLD: Final = -1


class _Effort(NamedTuple):
    """What everybody sees of a sheet; ``asked`` are piles by number."""

    picks: int
    asked: Sequence[int]
    guessed: bool
    dumping: bool
    naming: int


class _Pick(NamedTuple):
    first: int
    second: int
    taken: int
    dumped: int


class _Question(NamedTuple):
    """``answer`` is ``NOT_TOLD`` until it is turned up."""

    pile: int
    paid: tuple[int, ...]
    answer: int
    picks: int


class _End(NamedTuple):
    """What is told when the game is over."""

    winners: Seats
    mystery: Sequence[int]
    grid: Sequence[int]
    guesses: Sequence[Sequence[int]]
    shuffles: Sequence[Sequence[int]]
    removed: Sequence[Sequence[int]]


class _Table(NamedTuple):
    """What a row is made of; cards and piles by number."""

    seat: Seat
    actors: Seats
    phase: int
    numbers: tuple[int, int, int, int]
    drawn: Sequence[int]
    hand: Sequence[int]
    offer: Sequence[int]
    named: Sequence[int]
    left: Sequence[int]
    efforts: Sequence[_Effort]
    picks: Sequence[_Pick]
    questions: Sequence[_Question]
    moved: Sequence[Seat]
    end: _End | None


class MysteryEncoder(Encoder):
    """Rows for a game with this puzzle and so many seats.

    >>> from facedown.core.roster import roster_of
    >>> from facedown.games.mystery import MysteryMachine
    >>> game = MysteryMachine(1)
    >>> encoder = roster_of(game).encoder(game)
    >>> encoder.observation_size, encoder.information_size
    (307, 555)
    """

    def __init__(self, setting: Setting) -> None:
        puzzle, dealing = setting.puzzle, setting.dealing
        self._setting = setting
        self._seats, self._sheets = setting.seats, setting.sheets
        self._slots, self._piles = len(dealing.slots), len(puzzle.piles)
        self._sizes = tuple(pile.size for pile in puzzle.piles)
        self._cards = sum(self._sizes)
        twists = [len(puzzle.twists[number].cells) for number in dealing.shuffles]
        removed = [puzzle.piles[number].remove for number in dealing.removing]
        self._no_end = bytes(self._seats + self._slots * (1 + self._sheets) + dealing.cells)
        self.observation_size = (
            2 * self._seats + len(PHASES) + 4 + 2 * CARDS + self._slots
            + self._piles * (2 + SHOWN) + EFFORT * self._sheets + len(self._no_end)
        )  # fmt: skip
        self.information_size = self.observation_size + (
            PICK * setting.most_picks
            + (QUESTION + self._sheets) * self._cards
            + longest(setting)
            + sum(twists)
            + sum(removed)
        )
        self._heads: dict[object, bytes] = {}

    def observation(self, view: MysteryView) -> bytes:
        """The table as it stands.

        With n seats, s sheets (1 where all share one), p piles, m mystery cards and c cells, the
        row holds in this order

        ===== =====================================================================================
        size
        ===== =====================================================================================
        n     1 for the viewer's seat, none for an onlooker
        n     1 for each seat to move
        7     1 for the phase: dealing, waiting, playing, dumping, naming, guessed, over
        4     what was dealt face down, pairs that can still be taken, low cards not seen yet, pairs
              turned up for anybody
        52    1 for each card of the hand
        52    1 for each low card that is offered
        m     the cards named, in their order
        p     how many cards each pile still has for the viewer
        p     how many cards of each pile were turned up for anybody
        53p   pile by pile how often it has shown each card, the joker last
        5s    sheet by sheet: picks, questions, 1 where it has guessed, 1 where it must dump, cards
              named
        n     when the game is over, 1 for each winner
        m     the mystery cards
        c     the cards of the grid before the twists, row by row
        ms    sheet by sheet the cards guessed
        ===== =====================================================================================

        A place for a card holds its number from 1, 0 for none: rank by rank from the 2, of each
        spades, hearts, diamonds, clubs; 53 is a joker. Seats and sheets, but for the first part,
        are counted from the viewer: itself, then the others to its left; an onlooker counts from
        the first seat.
        """
        return b"".join(self._parts(self._seen(view)))

    def information_state(self, view: MysteryView) -> bytes:
        """All that the viewer was told.

        The observation; then four places for each pair of the low deck: the two cards, which was
        taken (1 or 2), the card that made room; nine for each question: pile from 1, answer, after
        how many picks, up to six cards paid; sheet by sheet the piles that it asked, from 1; the
        seats that moved, from 1; and when the game is over each shuffle's order, from 1, and the
        cards removed to the mystery.
        """
        return self._whole(self._seen(view))

    def observation_in(self, state: MysteryState, seat: Seat) -> bytes:
        """The same as ``observation(state.view(seat))``, without the view."""
        return b"".join(self._parts(self._visible(state, seat)))

    def information_state_in(self, state: MysteryState, seat: Seat) -> bytes:
        """The same as ``information_state(state.view(seat))``, without the view."""
        return self._whole(self._visible(state, seat))

    def _whole(self, table: _Table) -> bytes:
        setting, first = self._setting, max(table.seat, 0)
        parts = self._parts(table)
        picks = bytes([number + 1 for pick in table.picks for number in pick])
        parts.append(picks.ljust(PICK * setting.most_picks, b"\0"))
        for pile, paid, answer, after in table.questions:
            cards = bytes([card + 1 for card in paid])
            parts.append(bytes((pile + 1, answer + 1, after)) + cards.ljust(HAND, b"\0"))
        parts.append(bytes(QUESTION * (self._cards - len(table.questions))))
        for effort in self._turned(table.efforts, first):
            piles = bytes([pile + 1 for pile in effort.asked])
            parts.append(piles.ljust(self._cards, b"\0"))
        moved = bytes([1 + (seat - first) % self._seats for seat in table.moved])
        parts.append(moved.ljust(longest(setting), b"\0"))
        if table.end is not None:
            parts += [bytes([at + 1 for at in order]) for order in table.end.shuffles]
            parts += [bytes([card + 1 for card in cards]) for cards in table.end.removed]
        return b"".join(parts).ljust(self.information_size, b"\0")

    def _turned(self, sheets: Sequence[_Effort], first: Seat) -> Sequence[_Effort]:
        """Sheets counted from the viewer; a shared one is everybody's."""
        return (*sheets[first:], *sheets[:first]) if first and self._sheets > 1 else sheets

    def _parts(self, table: _Table) -> list[bytes]:
        """The parts of an observation in order."""
        first = max(table.seat, 0)
        key = table[:3]
        head = self._heads.get(key)
        if head is None:
            head = self._heads[key] = self._head(table)
        shown = bytearray(SHOWN * self._piles)
        for pile, _, answer, _ in table.questions:
            if answer != NOT_TOLD:
                shown[SHOWN * pile + answer] += 1
        efforts = bytes(
            [
                number
                for picks, asked, *rest in self._turned(table.efforts, first)
                for number in (picks, len(asked), *rest)
            ]
        )
        named = bytes([card + 1 for card in table.named]).ljust(self._slots, b"\0")
        return [
            head,
            bytes(table.numbers),
            ones(CARDS, table.hand),
            ones(CARDS, table.offer),
            named,
            bytes((*table.left, *table.drawn)),
            bytes(shown),
            efforts,
            self._no_end if table.end is None else self._end(table.end, first),
        ]

    def _head(self, table: _Table) -> bytes:
        n, first = self._seats, max(table.seat, 0)
        actors = [(seat - first) % n for seat in table.actors if seat >= 0]
        viewer = [first] if table.seat >= 0 else []
        return ones(n, viewer) + ones(n, actors) + ones(len(PHASES), [table.phase])

    def _end(self, end: _End, first: Seat) -> bytes:
        winners = [(seat - first) % self._seats for seat in end.winners]
        guesses = end.guesses
        if self._sheets > 1:
            guesses = [*guesses[first:], *guesses[:first]]
        cards = [*end.mystery, *end.grid, *(card for guess in guesses for card in guess)]
        return ones(self._seats, winners) + bytes([card + 1 for card in cards])

    def _seen(self, view: MysteryView) -> _Table:
        """What a view shows."""
        end, truth = None, view.truth
        if truth is not None:
            assert view.outcome is not None
            end = _End(
                view.outcome.winners,
                _numbers(truth.mystery),
                _numbers(truth.grid),
                [*map(_numbers, truth.guesses)],
                truth.shuffles,
                [*map(_numbers, truth.removed)],
            )
        return _Table(
            view.seat,
            view.actors,
            PHASES.index(view.phase),
            (view.dealt, view.picks_left, view.low_left, view.offers),
            view.drawn,
            _numbers(view.hand or ()),
            _numbers(view.offer or ()),
            _numbers(view.named or ()),
            view.left,
            [
                _Effort(
                    effort.picks,
                    [*map(PILE_NAMES.index, effort.asked)],
                    effort.guessed,
                    effort.dumping,
                    effort.naming,
                )
                for effort in view.efforts
            ],
            [
                _Pick(
                    card_number(pick.offer[0]),
                    card_number(pick.offer[1]),
                    pick.offer.index(pick.taken),
                    NOT_DUMPED if pick.dumped is None else card_number(pick.dumped),
                )
                for pick in view.picks or ()
            ],
            [
                _Question(
                    PILE_NAMES.index(question.pile),
                    _numbers(question.paid),
                    NOT_TOLD if question.answer is None else card_number(question.answer),
                    question.picks,
                )
                for question in view.questions or ()
            ],
            view.moved,
            end,
        )

    def _visible(self, state: MysteryState, seat: Seat) -> _Table:
        """The same of a state: what the view of this seat would show."""
        setting, sheet = self._setting, state.sheet_of(seat)
        own, at = sheet is not None, sheet or 0
        asked, questions = [0] * self._piles, []
        for pile, paid, picks in state.questions[at] if own else ():
            order = state.orders[pile]
            answer = order[asked[pile]] if asked[pile] < len(order) else NOT_TOLD
            asked[pile] += 1
            questions.append(_Question(pile, paid, answer, picks))
        end = None
        if state.is_over:
            deal = state.deal
            end = _End(
                state.winners(),
                setting.dealing.mystery(deal),
                [rank * len(SUITS) + suit for rank in deal.ranks for suit in deal.suits],
                state.named,
                deal.shuffles,
                deal.removed,
            )
        taken = state.picks[at] if own else ()
        return _Table(
            seat,
            state.actors(),
            PHASES.index(state.phase_of(sheet)),
            (
                state.dealt,
                setting.most_picks - len(taken),
                state.low_left(at) if own else len(setting.low_cards),
                len(state.offers),
            ),
            [*map(len, state.orders)],
            state.hands[at] if own else (),
            (state.offer_of(at) or ()) if own else (),
            state.named[at] if own else (),
            [size - many for size, many in zip(self._sizes, asked, strict=True)],
            [
                _Effort(
                    len(state.picks[each]),
                    [question.pile for question in state.questions[each]],
                    state.has_guessed(each),
                    state.must_dump(each),
                    len(state.named[each]),
                )
                for each in range(self._sheets)
            ],
            [
                _Pick(*offer, which, dumped)
                for offer, (which, dumped) in zip(state.offers, taken, strict=False)
            ],
            questions,
            state.moved,
            end,
        )


def _numbers(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(map(card_number, names))
