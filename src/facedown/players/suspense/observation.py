"""A seat's view of Suspense as a row of small whole numbers, for programs that learn.

The arrays of ``arrays.py`` hold the same observations; ``kernels.observe`` writes them there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from facedown.core.roster import Encoder
from facedown.core.seats import SEATS_OF, Seat, Seats
from facedown.games.suspense.cards import CARD_COUNT, NAMES, cards_of
from facedown.games.suspense.moves import ACTIONS
from facedown.games.suspense.rules import TURNS, Round, SuspenseState
from facedown.games.suspense.view import ACTION_WORDS, PHASES, Sheet, SuspenseView
from facedown.games.suspense.worlds import mask_of

MOST: Final = 255
_ACTION: Final = {word: number for number, word in enumerate(ACTION_WORDS)}
_NOTHING_SECRET: Final = -1


def _ones(size: int, *indices: int) -> bytes:
    """A row with a 1 at these indices; -1 stands for none."""
    row = bytearray(size)
    for index in indices:
        if index >= 0:
            row[index] = 1
    return bytes(row)


_TURN_ROWS: Final = tuple(_ones(ACTIONS, action) for action in range(ACTIONS))
_SECRET_ROWS: Final = tuple(_ones(CARD_COUNT, card) for card in (*range(CARD_COUNT), -1))


@cache
def _cards_row(cards: int) -> bytes:
    return _ones(CARD_COUNT, *cards_of(cards))


class _Table(NamedTuple):
    """What an observation is made of, with sets of cards and of seats as bit masks."""

    seat: Seat
    dealer: Seat
    actors: Seats
    folded: int
    passed: int
    phase: int
    points: Sequence[int]
    round: int
    total: int
    hand: int
    secret: int
    played: Sequence[int]


def observation_size(seats: int) -> int:
    """The length of an observation."""
    return 19 * seats + 32


_Finished: TypeAlias = tuple[Seat, tuple[int, ...], tuple[int, ...]]
"""The dealer of a finished round, the cards dealt to each seat, and the turns."""


class SuspenseEncoder(Encoder):
    """Rows for a game of so many seats, rounds, and turns in a round at most.

    >>> from facedown.core.roster import roster_of
    >>> from facedown.games.suspense import Suspense
    >>> game = Suspense(goal=0, dealer=1)
    >>> encoder = roster_of(game).encoder(game)
    >>> encoder.observation_size, encoder.information_size
    (89, 775)
    """

    def __init__(self, seats: int, rounds: int, turns: int) -> None:
        self._seats = seats
        self._sheet = 1 + CARD_COUNT + turns
        self.observation_size = observation_size(seats)
        self._no_turns = tuple(bytes((turns - taken) * ACTIONS) for taken in range(turns + 1))
        self._no_sheets = bytes(rounds * self._sheet)
        self.information_size = (
            self.observation_size + len(self._no_turns[0]) + len(self._no_sheets)
        )
        self._heads: dict[object, bytes] = {}
        self._finished: dict[Seat, tuple[list[Any], bytes]] = {}

    def observation(self, view: SuspenseView) -> bytes:
        """The table now.

        With n seats, the row holds

        ======== ===== ====================================================
        from     size
        ======== ===== ====================================================
        0        n     1 for the viewer's seat, none for an onlooker
        n        n     1 for the dealer
        2n       n     1 for the seat to move
        3n       n     1 for each that folded
        4n       n     1 for each that passed in a row since the last card
        5n       4     1 for the phase: lot, dealing, turns, over
        5n + 4   n     points
        6n + 4   2     the number of the round, the sum in play
        6n + 6   13    1 for each card in the viewer's hand
        6n + 19  13    1 for the secret card, where the viewer knows it
        6n + 32  13n   1 for each card played, seat by seat
        ======== ===== ====================================================

        Cards are in the order W1–W6, B1–B6, "?". Seats, but for the first part, are counted from
        the viewer: itself, then the others to its left; an onlooker counts from the first seat.
        """
        return b"".join(self._parts(_seen(view)))

    def information_state(self, view: SuspenseView) -> bytes:
        """All that the viewer was told.

        The observation; then for each turn of this round 15 places with 1 for the card, pass or
        fold; then for each finished round a sheet of whole numbers. A sheet has the dealer (1 for
        the viewer, 2 for the seat to its left, …), who was dealt each card (the same way; 0 for
        the secret), and the turns (card, pass or fold, from 1). Whose turns they were follows
        from the dealer and who folded (S17).
        """
        turns = [_ACTION[turn.action] for turn in view.turns]
        return self._whole(_seen(view), turns, view.sheets, _of_sheet)

    def observation_in(self, state: SuspenseState, seat: Seat) -> bytes:
        """The same as ``observation(state.view(seat))``, without the view."""
        return b"".join(self._parts(_visible(state, seat)))

    def information_state_in(self, state: SuspenseState, seat: Seat) -> bytes:
        """The same as ``information_state(state.view(seat))``, without the view."""
        turns = state.turns if state.phase == TURNS else ()
        return self._whole(_visible(state, seat), turns, state.rounds, _of_round)

    def _parts(self, table: _Table) -> list[bytes]:
        """The parts of an observation in order; those that come again and again are kept."""
        key = table[:6]
        head = self._heads.get(key)
        if head is None:
            head = self._heads[key] = self._head(table)
        first, points, played = table.seat, table.points, table.played
        if first > 0:
            points = (*points[first:], *points[:first])
            played = (*played[first:], *played[:first])
        numbers = bytes((*points, min(table.round, MOST), table.total))
        hand, secret = _cards_row(table.hand), _SECRET_ROWS[table.secret]
        return [head, numbers, hand, secret, *map(_cards_row, played)]

    def _head(self, table: _Table) -> bytes:
        n, first = self._seats, max(table.seat, 0)

        def row(members: Seats) -> bytes:
            return _ones(n, *((seat - first) % n for seat in members if seat >= 0))

        return b"".join(
            (
                _ones(n, max(table.seat, -1)),
                row((table.dealer,)),
                row(table.actors),
                row(SEATS_OF[table.folded]),
                row(SEATS_OF[table.passed]),
                _ones(len(PHASES), table.phase),
            )
        )

    def _whole(
        self,
        table: _Table,
        turns: Sequence[int],
        rounds: Sequence[Any],
        finished: Callable[[Any], _Finished],
    ) -> bytes:
        parts = self._parts(table)
        parts += [_TURN_ROWS[action] for action in turns]
        parts.append(self._no_turns[len(turns)])
        sheets = self._sheets(max(table.seat, 0), rounds, finished) if rounds else self._no_sheets
        parts.append(sheets)
        return b"".join(parts)

    def _sheets(
        self, first: Seat, rounds: Sequence[Any], finished: Callable[[Any], _Finished]
    ) -> bytes:
        """The finished rounds and room for more; kept, since they change only once in a round."""
        known, row = self._finished.get(first, ([], b""))
        wanted = list(rounds)
        if known != wanted:
            done = len(known)
            if known != wanted[:done]:  # another game
                done, row = 0, b""
            new = b"".join([self._sheet_row(finished(round_), first) for round_ in wanted[done:]])
            row = (row[: done * self._sheet] + new).ljust(len(self._no_sheets), b"\0")
            self._finished[first] = wanted, row
        return row

    def _sheet_row(self, finished: _Finished, first: Seat) -> bytes:
        dealer, dealt, turns = finished
        n = self._seats
        row = bytearray(1 + CARD_COUNT)
        row[0] = (dealer - first) % n + 1
        for seat, hand in enumerate(dealt):
            for card in cards_of(hand):
                row[1 + card] = (seat - first) % n + 1
        return (bytes(row) + bytes([action + 1 for action in turns])).ljust(self._sheet, b"\0")


def _seen(view: SuspenseView) -> _Table:
    """What a view shows."""
    return _Table(
        view.seat,
        view.dealer,
        view.actors,
        sum(1 << seat for seat in view.folded),
        sum(1 << seat for seat in view.passed),
        PHASES.index(view.phase),
        view.points,
        view.round,
        view.total,
        mask_of(view.hand or ()),
        _NOTHING_SECRET if view.secret is None else NAMES.index(view.secret),
        [mask_of(cards) for cards in view.played],
    )


def _visible(state: SuspenseState, seat: Seat) -> _Table:
    """The same of a state: what the view of this seat would show."""
    number, actors = len(state.rounds), state.actors()
    if state.phase != TURNS:
        nothing = (0,) * state.setting.seats
        points = state.points
        return _Table(
            seat, state.dealer, actors, 0, 0, state.phase, points, number, 0, 0, -1, nothing
        )
    dealer = state.dealer
    return _Table(
        seat,
        dealer,
        actors,
        state.folded,
        state.passed,
        TURNS,
        state.points,
        number + 1,
        state.total,
        state.hands[seat] if seat >= 0 else 0,
        state.secret if seat == dealer else _NOTHING_SECRET,
        state.played,
    )


def _of_sheet(sheet: Sheet) -> _Finished:
    dealt = tuple(mask_of(line.hand + line.played) for line in sheet.lines)
    return sheet.dealer, dealt, tuple(_ACTION[turn.action] for turn in sheet.turns)


def _of_round(round_: Round) -> _Finished:
    dealt = tuple(left | played for left, played in zip(round_.hands, round_.played, strict=True))
    return round_.dealer, dealt, round_.turns
