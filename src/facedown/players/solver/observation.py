"""A seat's view of SOLVER as a row of small whole numbers, for programs that learn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, get_args

from facedown.core.roster import Encoder, ones
from facedown.core.seats import NOBODY, SEATS_OF, Seat, Seats
from facedown.deduce.rules.catalogue import entry_of
from facedown.games.solver import scoring
from facedown.games.solver.moves import ANSWERS, CARD_COUNT, NUMBERS, cards_of
from facedown.games.solver.rules import Setting, SolverState, longest
from facedown.games.solver.view import Entry, Part, Phase, Round, SolverView, own_part

PHASES: Final = get_args(Phase)
ACTIONS: Final = ("play", "guess", "draw", "swap", "pass")
ROUND: Final = len(ACTIONS) + 1
"""What stands in a line for a round that is over."""

LINE: Final = 8
MOST_LINES: Final = 10_000
OTHER_RULE: Final = 255
"""Stands for a rule that the catalogue lacks."""

_NUMBER: Final = {action: number for number, action in enumerate(ACTIONS, 1)}
_ANSWER: Final = {answer: number for number, answer in enumerate(ANSWERS, 1)}


class _Table(NamedTuple):
    """What an observation is made of; ``hand`` and ``dealt`` are cards by number."""

    seat: Seat
    actors: Seats
    phase: str
    master: Seat
    turn: Seat
    swapped: Seats
    winners: Seats
    rule: str | None
    numbers: tuple[int, int]
    counts: Sequence[int]
    points: Sequence[int]
    votes: Sequence[int | None]
    hand: Iterable[int]
    dealt: Iterable[int]
    history: Sequence[Entry]


class SolverEncoder(Encoder):
    """Rows for a game with these options.

    >>> from facedown.core.roster import roster_of
    >>> from facedown.games.solver import Solver
    >>> game = Solver(2)
    >>> encoder = roster_of(game).encoder(game)
    >>> encoder.observation_size, encoder.information_size
    (289, 5329)
    """

    def __init__(self, setting: Setting) -> None:
        n = self._seats = setting.seats
        self._places = max(setting.hand_size, n)
        self._rounds = setting.rounds
        lines = longest(setting) + 3 * setting.rounds
        self.observation_size = 9 * n + len(PHASES) + 3 + 4 * CARD_COUNT
        self.information_size = self.observation_size + (LINE + self._places) * lines
        self._heads: dict[object, bytes] = {}
        self._lines: dict[tuple[Seat, int], tuple[Entry, bytes]] = {}

    def observation(self, view: SolverView) -> bytes:
        """The table as it stands.

        With n seats, the row holds

        ======== ==== ======================================================================
        from     size
        ======== ==== ======================================================================
        0        n    1 for the viewer's seat, none for an onlooker
        n        n    1 for each seat to move
        2n       12   1 for the phase, in the order of ``facedown.games.solver.view.Phase``
        2n + 12  n    1 for the Master's seat, none where the program is the Master
        3n + 12  n    1 for the seat whose turn it is
        4n + 12  n    1 for each that has swapped
        5n + 12  n    when the game is over, 1 for each winner
        6n + 12  3    the secret rule where the viewer knows it, lives left, cards of the deck
        6n + 15  n    cards in each hand
        7n + 15  n    points, below 0 as 0
        8n + 15  n    votes where the viewer knows them: 1 for impossible, 2 for deducible, or
                      the seat preferred, from 1
        9n + 15  64   1 for each card of the hand
        9n + 79  64   1 for each card that the viewer was dealt with this rule
        9n + 143 128  1 for each card accepted; 1 for each that was not
        ======== ==== ======================================================================

        A rule is its number in the catalogue (from 1), 255 for any other. Seats, but for the first
        part, are counted from the viewer: itself, then the others to its left; an onlooker counts
        from the first seat.
        """
        return self._observation(self._seen(view))

    def information_state(self, view: SolverView) -> bytes:
        """All that the viewer was told, but for the words of rules that the catalogue lacks.

        The observation; then a line for each thing that happened: what (play, guess, draw, swap,
        pass: from 1), who (from 1, 0 for nature), the card (from 1), the verdict (1 rejected, 2
        accepted), the rule, the answer (0, 1, 2+, Solver!: from 1), how many cards, 1 for a verdict
        that was corrected, and the cards drawn that the viewer saw (from 1). After a round of
        Competitive three lines of kind 6: Master, solver (from 1), rule and cards played, with the
        votes (1 impossible, 2 deducible); the points plus 100; the cards that the viewer was dealt.
        """
        return self._whole(self.observation(view), view.seat, view.rounds, view.history)

    def observation_in(self, state: SolverState, seat: Seat) -> bytes:
        """The same as ``observation(state.view(seat))``, without the view."""
        return self._observation(self._visible(state, seat))

    def information_state_in(self, state: SolverState, seat: Seat) -> bytes:
        """The same as ``information_state(state.view(seat))``, without the view."""
        return self._whole(self.observation_in(state, seat), seat, state.rounds, state.history)

    def _whole(
        self, observation: bytes, seat: Seat, rounds: Sequence[Round], history: Sequence[Entry]
    ) -> bytes:
        parts = [observation]
        for each in rounds:
            parts += [self._line(entry, seat) for entry in each.history]
            parts += self._end_of_round(each, seat)
        if len(rounds) < self._rounds:  # the last one is the one that still lies on the table
            parts += [self._line(entry, seat) for entry in history]
        return b"".join(parts).ljust(self.information_size, b"\0")

    def _line(self, entry: Entry, viewer: Seat) -> bytes:
        known = self._lines.get((viewer, id(entry)))
        if known is not None and known[0] is entry:
            return known[1]
        if len(self._lines) == MOST_LINES:
            self._lines.clear()
        own = entry.cards if entry.seat == viewer else None
        numbers = (
            _NUMBER[entry.action],
            self._from(entry.seat, viewer),
            _card(entry.card),
            0 if entry.accepted is None else 1 + entry.accepted,
            rule_number(entry.rule),
            0 if entry.answer is None else _ANSWER[entry.answer],
            entry.count,
            entry.corrected,
        )
        line = self._filled(numbers, map(_card, own or ()))
        self._lines[viewer, id(entry)] = entry, line
        return line

    def _end_of_round(self, each: Round, viewer: Seat) -> tuple[bytes, bytes, bytes]:
        first = max(viewer, 0)
        votes = [0 if vote is None else 1 + vote for vote in _turned(each.votes, first)]
        master, solver = self._from(each.master, viewer), self._from(each.solver, viewer)
        dealt = each.dealt[viewer] if viewer >= 0 else None
        return (
            self._filled((ROUND, master, solver, rule_number(each.rule), each.cards), votes),
            self._filled((ROUND,), [points + 100 for points in _turned(each.points, first)]),
            self._filled((ROUND,), map(_card, dealt or ())),
        )

    def _filled(self, numbers: Sequence[int], places: Iterable[int]) -> bytes:
        head = bytes(numbers).ljust(LINE, b"\0")
        return head + bytes(places).ljust(self._places, b"\0")

    def _from(self, seat: Seat, viewer: Seat) -> int:
        """A seat counted from the viewer, from 1; 0 for nature or nobody."""
        return 0 if seat < 0 else 1 + (seat - max(viewer, 0)) % self._seats

    def _observation(self, table: _Table) -> bytes:
        first = max(table.seat, 0)
        key = table[:7]
        head = self._heads.get(key)
        if head is None:
            head = self._heads[key] = self._head(table)
        by_seat = (*_turned(table.counts, first), *_turned(table.points, first))
        numbers = [rule_number(table.rule or ""), *table.numbers, *by_seat]
        for vote in _turned(table.votes, first):
            if vote is None:
                numbers.append(0)
            elif table.phase == "vote":
                numbers.append(1 + vote)
            else:
                numbers.append(self._from(vote, table.seat))
        if min(numbers) < 0:
            numbers = [max(0, number) for number in numbers]
        cards = bytearray(4 * CARD_COUNT)
        for card in table.hand:
            cards[card] = 1
        for card in table.dealt:
            cards[CARD_COUNT + card] = 1
        for entry in table.history:
            if entry.accepted is not None:
                at = 2 if entry.accepted else 3
                cards[at * CARD_COUNT + NUMBERS[entry.card]] += 1
        return head + bytes(numbers) + cards

    def _head(self, table: _Table) -> bytes:
        n, first = self._seats, max(table.seat, 0)

        def row(seats: Iterable[Seat]) -> bytes:
            return ones(n, ((seat - first) % n for seat in seats if seat >= 0))

        return b"".join(
            (
                ones(n, [first] if table.seat >= 0 else []),
                row(table.actors),
                ones(len(PHASES), [PHASES.index(table.phase)]),
                row([table.master]),
                row([table.turn]),
                row(table.swapped),
                row(table.winners),
            )
        )

    def _seen(self, view: SolverView) -> _Table:
        """What a view shows."""
        return _Table(
            view.seat,
            view.actors,
            view.phase,
            view.master_seat,
            view.turn,
            view.swapped,
            () if view.outcome is None else view.outcome.winners,
            view.rule,
            (view.lives, view.deck),
            view.counts,
            view.points,
            view.votes,
            [NUMBERS[name] for name in view.hand or ()],
            [NUMBERS[name] for name in view.dealt or ()],
            view.history,
        )

    def _visible(self, state: SolverState, seat: Seat) -> _Table:
        """The same of a state: what the view of this seat would show."""
        outcome = state.outcome()
        mine = state.has_hand(seat)
        return _Table(
            seat,
            state.actors(),
            state.phase,
            state.master,
            state.turn,
            SEATS_OF[state.swapped],
            NOBODY if outcome is None else outcome.winners,
            state.rule if state.knows_rule(seat) else None,
            (state.lives, sum([layer.size for layer in state.deck])),
            [hand.bit_count() for hand in state.hands],
            scoring.totals(self._seats, state.rounds),
            state.votes if state.phase == "over" else own_part(state.votes, seat),
            cards_of(state.hands[seat]) if mine else (),
            cards_of(state.dealt[seat]) if mine and state.dealt else (),
            state.history,
        )


def rule_number(rule: str) -> int:
    """The number of a rule in the catalogue, 255 for any other, 0 for none.

    >>> rule_number("blue or red"), rule_number("whatever I like"), rule_number("")
    (1, 255, 0)
    """
    if not rule:
        return 0
    entry = entry_of(rule)
    return OTHER_RULE if entry is None else entry.number


def _card(name: str) -> int:
    return NUMBERS[name] + 1 if name else 0


def _turned(parts: Sequence[Part], first: Seat) -> Sequence[Part]:
    """What belongs to each seat, counted from the first one on."""
    return (*parts[first:], *parts[:first]) if first else parts
