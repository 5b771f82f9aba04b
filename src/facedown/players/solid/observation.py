"""A seat's view of Solid as a row of small whole numbers, for programs that learn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from facedown.core.roster import Encoder, ones
from facedown.core.seats import NATURE, ONLOOKER, Seat, Seats
from facedown.games.solid.moves import NONE
from facedown.games.solid.rules import OVER, Setting, SolidState
from facedown.games.solid.view import PHASES, Done, SolidView

MOST: Final = 255
TYPES: Final = 5
LINE: Final = 5
MOVES: Final = (
    "play", "share", "event", "discard", "end turn", "protect", "let happen",
    "draw", "first", "shuffle", "add",
)  # fmt: skip
_NUMBER: Final = {move: number for number, move in enumerate(MOVES, 1)}

Counts = Sequence[int]
"""How many there are of each kind of card, or of each type of data."""


class _Table(NamedTuple):
    """What an observation is made of. ``pending`` is an event: its card, target and owner."""

    seat: Seat
    actors: Seats
    phase: int
    mover: Seat
    winners: Seats
    numbers: tuple[int, int, int, int]
    points: Counts
    sizes: Counts
    reactions: Counts
    hand: Counts
    discard: Counts
    added: Counts
    known: Sequence[Counts]
    pods: Sequence[Counts]
    shared: Sequence[Counts]
    pending: tuple[int, int, Seat] | None


class SolidEncoder(Encoder):
    """Rows for a game of so many seats with such a card list.

    >>> from facedown.core.roster import roster_of
    >>> from facedown.games.solid import Solid
    >>> game = Solid(2)
    >>> encoder = roster_of(game).encoder(game)
    >>> encoder.observation_size, encoder.information_size
    (333, 9393)
    """

    def __init__(self, setting: Setting) -> None:
        seats, kinds = setting.seats, len(setting.deck)
        self._setting = setting
        self._seats = seats
        self.observation_size = 13 * seats + 10 + kinds * (2 * seats + 5)
        # A shuffle is no move; there is one at most each time that a hand is filled up.
        self.information_size = self.observation_size + LINE * (setting.longest + setting.turns + 1)
        self._no_hand = (0,) * kinds
        self._no_pending = bytes(2 * kinds + seats)
        self._heads: dict[object, bytes] = {}
        self._lines: dict[Seat, dict[tuple[Seat, int, Seat], bytes]] = {
            seat: {} for seat in range(ONLOOKER, seats)
        }

    def observation(self, view: SolidView) -> bytes:
        """The table as it stands.

        With n seats and k kinds of card in the order of the card list, the row holds

        ======================= ====== ===================================================
        from                    size
        ======================= ====== ===================================================
        0                       n      1 for the viewer's seat, none for an onlooker
        n                       n      1 for the seat to move
        2n                      6      1 for the phase: lot, drawing, turn, reaction, over,
                                       adding
        2n + 6                  n      1 for the seat whose turn it is
        3n + 6                  n      when the game is over, 1 for each winner
        4n + 6                  4      the turn, the plays made and the cards discarded in
                                       it, the cards of the pile
        4n + 10                 n      points, below 0 as 0
        5n + 10                 n      cards in each hand
        6n + 10                 n      answers made in this turn
        7n + 10                 3k     the viewer's hand, the discard pile, what was added
                                       by lot
        7n + 3k + 10            nk     seat by seat what is known of its hand
        7n + (3 + n)k + 10      5n     seat by seat the data by type
        12n + (3 + n)k + 10     nk     seat by seat the sharing cards in play
        12n + (3 + 2n)k + 10    2k + n the event that may be prevented: 1 for its card, for
                                       its target, for the target's owner
        ======================= ====== ===================================================

        Cards are counted by kind. No number is over 255. Seats, but for the first part, are
        counted from the viewer: itself, then the others to its left; an onlooker counts from the
        first seat.
        """
        return self._observation(self._seen(view))

    def information_state(self, view: SolidView) -> bytes:
        """All that the viewer was told.

        The observation; then five numbers for each move from the first, nature's and shuffles
        among them: what it was (play, share, event, discard, end turn, protect, let happen, draw,
        first, shuffle, add: from 1), whose (from 1, counted from the viewer; 0 for nature's alone),
        its card's kind (from 1; 0 for none, or one that the viewer did not see), the target's owner
        (from 1) and kind (from 1).
        """
        first = max(view.seat, 0)
        past = b"".join([self._line(done, first) for done in view.record])
        return self._whole(self.observation(view), past)

    def observation_in(self, state: SolidState, seat: Seat) -> bytes:
        """The same as ``observation(state.view(seat))``, without the view."""
        return self._observation(self._visible(state, seat))

    def information_state_in(self, state: SolidState, seat: Seat) -> bytes:
        """The same as ``information_state(state.view(seat))``, without the view."""
        lines, first = self._lines[seat], max(seat, 0)
        try:
            past = b"".join([lines[entry] for entry in state.record])
        except KeyError:
            for entry in state.record:
                if entry not in lines:
                    lines[entry] = self._line(state.told(entry, seat), first)
            past = b"".join([lines[entry] for entry in state.record])
        return self._whole(self.observation_in(state, seat), past)

    def _whole(self, observation: bytes, past: bytes) -> bytes:
        return (observation + past).ljust(self.information_size, b"\0")

    def _observation(self, table: _Table) -> bytes:
        first = max(table.seat, 0)
        key = table[:5]
        head = self._heads.get(key)
        if head is None:
            head = self._heads[key] = self._head(table)
        rows = [*table.known, *table.pods, *table.shared]
        if first:
            n = self._seats
            rows = [
                *rows[first:n], *rows[:first],
                *rows[n + first : 2 * n], *rows[n : n + first],
                *rows[2 * n + first :], *rows[2 * n : 2 * n + first],
            ]  # fmt: skip
        by_seat = [
            number
            for numbers in (table.points, table.sizes, table.reactions)
            for number in (*numbers[first:], *numbers[:first])
        ]
        numbers = [*table.numbers, *by_seat, *table.hand, *table.discard, *table.added]
        for row in rows:
            numbers += row
        if min(numbers) < 0 or max(numbers) > MOST:
            numbers = [max(0, min(number, MOST)) for number in numbers]
        pending = (
            self._no_pending if table.pending is None else self._pending(*table.pending, first)
        )
        return head + bytes(numbers) + pending

    def _head(self, table: _Table) -> bytes:
        n, first = self._seats, max(table.seat, 0)

        def row(seats: Iterable[Seat]) -> bytes:
            return ones(n, ((seat - first) % n for seat in seats if seat >= 0))

        return b"".join(
            (
                ones(n, [first] if table.seat >= 0 else []),
                row(table.actors),
                ones(len(PHASES), [table.phase]),
                row([table.mover]),
                row(table.winners),
            )
        )

    def _pending(self, card: int, target: int, owner: Seat, first: Seat) -> bytes:
        n, kinds = self._seats, len(self._setting.deck)
        return ones(2 * kinds + n, (card, kinds + target, 2 * kinds + (owner - first) % n))

    def _line(self, done: Done, first: Seat) -> bytes:
        n, kinds = self._seats, self._setting.kinds
        return bytes(
            (
                _NUMBER[done.move],
                0 if done.seat == NATURE else 1 + (done.seat - first) % n,
                0 if done.card is None else 1 + kinds[done.card],
                0 if done.owner is None else 1 + (done.owner - first) % n,
                0 if done.target is None else 1 + kinds[done.target],
            )
        )

    def _counts(self, names: Iterable[str]) -> list[int]:
        counts = [0] * len(self._setting.deck)
        for name in names:
            counts[self._setting.kinds[name]] += 1
        return counts

    def _seen(self, view: SolidView) -> _Table:
        """What a view shows."""
        kinds, pending = self._setting.kinds, None
        if (event := view.pending) is not None:
            assert event.card is not None
            assert event.target is not None
            assert event.owner is not None
            pending = kinds[event.card], kinds[event.target], event.owner
        return _Table(
            view.seat,
            view.actors,
            PHASES.index(view.phase),
            view.mover,
            () if view.outcome is None else view.outcome.winners,
            (view.turn, view.plays, view.discarded, view.pile),
            view.points,
            view.sizes,
            view.reactions,
            self._no_hand if view.hand is None else self._counts(view.hand),
            self._counts(view.discard),
            self._counts(view.added),
            [self._counts(names) for names in view.known],
            view.pods,
            [self._counts(names) for names in view.shared],
            pending,
        )

    def _visible(self, state: SolidState, seat: Seat) -> _Table:
        """The same of a state: what the view of this seat would show."""
        pending = None
        if state.pending != NONE:
            _, card, owner, target = self._setting.does[state.pending]
            pending = card, target, owner
        points = [*map(state.points, range(self._seats))]
        winners: Seats = ()
        if state.phase == OVER:
            most = max(points)
            winners = tuple(seat for seat, mine in enumerate(points) if mine == most)
        return _Table(
            seat,
            state.actors(),
            state.phase,
            state.mover,
            winners,
            (state.turn, state.plays, state.thrown, sum(state.pile)),
            points,
            [*map(sum, state.hands)],
            state.reactions,
            state.hands[seat] if seat >= 0 else self._no_hand,
            state.discard,
            state.added,
            state.taken if seat == ONLOOKER else state.known,
            state.pods,
            state.shared,
            pending,
        )
