"""Thousands of games at once, on arrays, with what the seat to move sees and may do.

The readable rules are ``rules.py``; a differential test holds this engine to them. As in
``game_kernels.py`` who could only let an event happen is not asked; what seats see at their own
moves tells nothing of that. Imports Numba: import on demand.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import inlined, uncounted
from facedown.core.seats import Seat
from facedown.games.solid.rules import Setting
from facedown.players.arrays import Arrays, random_below
from facedown.players.solid.game_kernels import actor, apply, block, legal, mix
from facedown.players.solid.observation import SolidEncoder
from facedown.players.solid.policy_kernels import choose
from facedown.players.solid.rows import (
    ASKED,
    CARDS,
    CAREFUL,
    DISCARD,
    EFFECT,
    ENDED,
    HAND,
    IN_REACTION,
    IS_OVER,
    LEFT,
    LET,
    MOVER,
    MOVES,
    PENDING,
    PHASE,
    PLAYS,
    PODS,
    POINTS,
    REACTIONS,
    SEATED,
    SHARING,
    SIZE,
    TAKE,
    THERE,
    THROWN,
    TURN,
    USED,
    new_row,
    rules_of,
)

ADDED: Final = 0
KNOWN: Final = 1
"""The notes on a game are counts by kind: of a half set (L9), and from here on of what is known of
each hand (L11)."""


class SolidGames(Arrays):
    """Games played side by side, each for itself.

    Of two seats there are 333 numbers in an observation, laid out as by
    ``SolidEncoder.observation``. ``points`` decide who has won.

    >>> from facedown.games.solid import Solid
    >>> games = SolidGames(Solid(2).setting, 100, seed=1)
    >>> while not games.finished:
    ...     games.step(games.random_actions())
    >>> games.points.shape
    (100, 2)
    """

    def __init__(self, setting: Setting, count: int, seed: int = 0, *, again: bool = False) -> None:
        """Deals ``count`` games; with ``again`` a game that ends is followed by the next."""
        actions, observed = len(setting.moves), SolidEncoder(setting).observation_size
        super().__init__(count, setting.seats, actions, observed, again=again)
        deck, kinds = setting.deck, len(setting.deck)
        self.setting = setting
        self._rules = rules_of(setting)
        lots = [[k for k in among for _ in range(deck[k].copies)] for _, among in setting.lots]
        numbers, ends = [number for number, _ in setting.lots], accumulate(map(len, lots))
        self._whole = np.repeat(np.arange(kinds, dtype=np.int32), setting.whole)
        self._drawn = np.array([*zip(numbers, ends, strict=True)], np.int32).reshape(-1, 2)
        self._all_lots = np.array([kind for lot in lots for kind in lot], np.int32)
        self._lots = self._all_lots.copy()
        self._chance = np.zeros(1, np.uint64)
        self._weights, self._gains = np.array(CAREFUL), np.zeros(5)
        self._rows = np.zeros((count, len(new_row(setting))), np.int32)
        self._notes = np.zeros((count, KNOWN + setting.seats, kinds), np.uint8)
        self._moves = np.zeros((count, actions), np.int32)
        self._counts = np.zeros(count, np.int64)
        self.reset(seed)

    @property
    def turns(self) -> NDArray[np.int64]:
        """Whose move it is in each game."""
        asked = self._rows[:, PHASE] == IN_REACTION
        return np.where(asked, self._rows[:, ASKED], self._rows[:, MOVER]).astype(np.int64)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return np.equal(self._rows[:, PHASE], IS_OVER)

    def reset(self, seed: int) -> None:
        """Begins every game anew; the seed decides these and all deals from here on."""
        self._chance[0] = seed % (1 << 64)
        self._lots[:] = self._all_lots
        self.begin(np.ones_like(self.over))

    def begin(self, where: NDArray[np.bool_]) -> None:
        """Deals the next game where this is true."""
        deal_next(
            self._rows,
            self._rules,
            where,
            self._whole,
            self._lots,
            self._drawn,
            self._chance,
            self._notes,
            self.over,
            self._moves,
            self._counts,
            self.observations,
            self.legal,
        )

    def _step(self, actions: NDArray[np.int64], waiting: NDArray[np.bool_]) -> None:
        step_all(
            self._rows,
            self._rules,
            actions,
            waiting,
            self.again,
            self._whole,
            self._lots,
            self._drawn,
            self._chance,
            self._notes,
            self.points,
            self.over,
            self._moves,
            self._counts,
            self.observations,
            self.legal,
        )

    def observe(self, seat: Seat) -> NDArray[np.uint8]:
        """What one seat sees of every game, whoever is to move; a new array."""
        out = np.zeros_like(self.observations)
        observe_all(self._rows, self._rules, self._notes, seat, out)
        return out

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game that is not over, all alike; the same array every time."""
        random_actions(self._moves, self._counts, self._chance, self._actions)
        return self._actions

    def careful_actions(self) -> NDArray[np.int64]:
        """What careful players would do in every game; the same array every time."""
        careful_actions(self._rows, self._rules, self._weights, self._gains, self._actions)
        return self._actions


@uncounted
def deal(row, rules, whole, lots, drawn, chance, notes):  # type: ignore[no-untyped-def]
    """Deals a game: the ``whole`` sets, and of each of the ``lots`` so many cards as are drawn."""
    row[:] = 0
    notes[:] = 0
    seats, pile, left = rules[SEATED], block(rules[SEATED]), len(whole)
    for at in range(left):
        row[pile + at] = whole[at]
    begin = 0
    for number, end in drawn:
        for at in range(begin, begin + number):
            other = at + random_below(chance, end - at)
            kind = lots[other]
            lots[other] = lots[at]
            lots[at] = row[pile + left] = kind
            left += 1
            notes[ADDED, kind] += 1
        begin = end
    mix(row, pile, left, chance)
    for seat in range(seats):
        row[block(seat) + SIZE] = rules[HAND]
        for index in range(rules[HAND]):
            left -= 1
            row[block(seat) + CARDS + index] = row[pile + left]
    row[LEFT], row[TURN], row[MOVER] = left, 1, random_below(chance, seats)
    row[PENDING] = row[ASKED] = -1


@uncounted
def note(row, rules, action, notes):  # type: ignore[no-untyped-def]
    """What a move about to be made makes known of hands, but for a shuffle."""
    move = MOVES + 4 * action
    does, kind = rules[move], rules[move + 1]
    if does in (ENDED, LET):
        return
    known = notes[KNOWN + actor(row)]
    if known[kind]:
        known[kind] -= 1
    if does == USED and rules[EFFECT + kind] == TAKE:
        known[rules[move + 3]] += 1


@uncounted
def step(row, rules, action, chance, notes):  # type: ignore[no-untyped-def]
    """Makes a legal move, and notes what it makes known."""
    note(row, rules, action, notes)
    mover, left, there = row[MOVER], row[LEFT], row[THERE]
    held = row[block(mover) + SIZE]
    apply(row, rules, action, chance)
    if rules[MOVES + 4 * action] == ENDED and rules[SEATED] == 2 and there and not row[THERE]:
        # The discard pile was shuffled when the pile's last cards were in the mover's hand.
        for seat in range(2):
            at, known = block(seat), notes[KNOWN + seat]
            known[:] = 0
            for index in range(held + left if seat == mover else row[at + SIZE]):
                known[row[at + CARDS + index]] += 1


@inlined
def put(out, numbers, size):  # type: ignore[no-untyped-def]
    """Writes so many numbers; both are numbered from 0, which compiles to faster loops."""
    for index in range(size):
        out[index] = min(numbers[index], 255)


@inlined
def away(seat, other, seats):  # type: ignore[no-untyped-def]
    """How many seats further the other sits; quicker than a remainder."""
    return other - seat if other >= seat else other - seat + seats


@inlined
def further(seat, by, seats):  # type: ignore[no-untyped-def]
    """The seat that sits so much further."""
    return seat + by if seat + by < seats else seat + by - seats


@uncounted
def observe(row, rules, notes, seat, out):  # type: ignore[no-untyped-def]
    """Writes what a seat sees, as ``SolidEncoder.observation`` lays it out."""
    seats, kinds, over = rules[SEATED], notes.shape[1], row[PHASE] == IS_OVER
    at = 4 * seats + 6
    for index in range(at):
        out[index] = 0
    out[seat] = 1
    if not over:
        out[seats + away(seat, actor(row), seats)] = 1
    out[2 * seats + 2 + row[PHASE]] = 1
    out[2 * seats + 6 + away(seat, row[MOVER], seats)] = 1
    out[at] = min(row[TURN], 255)
    out[at + 1] = row[PLAYS]
    out[at + 2] = row[THROWN]
    out[at + 3] = min(row[LEFT], 255)
    at += 4
    most = row[block(seat) + POINTS]
    for neighbour in range(seats):
        other = block(further(seat, neighbour, seats))
        most = max(most, row[other + POINTS])
        out[at + neighbour] = min(max(row[other + POINTS], 0), 255)
        out[at + seats + neighbour] = row[other + SIZE]
        out[at + 2 * seats + neighbour] = row[other + REACTIONS]
    if over:
        for neighbour in range(seats):
            won = row[block(further(seat, neighbour, seats)) + POINTS] == most
            out[3 * seats + 6 + neighbour] = won
    at += 3 * seats
    hand, own = out[at:], row[block(seat) :]
    for kind in range(kinds):
        hand[kind] = 0
    for index in range(own[SIZE]):
        hand[own[CARDS + index]] += 1
    put(out[at + kinds :], row[DISCARD:], kinds)
    put(out[at + 2 * kinds :], notes[ADDED], kinds)
    known = at + 3 * kinds
    pods = known + seats * kinds
    shared = pods + seats * 5
    for neighbour in range(seats):
        other = further(seat, neighbour, seats)
        theirs = row[block(other) :]
        put(out[known:], notes[KNOWN + other], kinds)
        put(out[pods:], theirs[PODS:], 5)
        put(out[shared:], theirs[SHARING:], kinds)
        known, pods, shared = known + kinds, pods + 5, shared + kinds
    pending = out[shared:]
    for index in range(2 * kinds + seats):
        pending[index] = 0
    if row[PENDING] >= 0:
        move = MOVES + 4 * row[PENDING]
        pending[rules[move + 1]] = 1
        pending[kinds + rules[move + 3]] = 1
        pending[2 * kinds + away(seat, rules[move + 2], seats)] = 1


@inlined
def show(row, rules, notes, moves, counts, i, observations, permitted):  # type: ignore[no-untyped-def]
    """What the seat to move of a game sees, and what it may do."""
    for number in range(counts[i]):
        permitted[i, moves[i, number]] = False
    counts[i] = legal(row, rules, moves[i])
    for number in range(counts[i]):
        permitted[i, moves[i, number]] = True
    observe(row, rules, notes, actor(row), observations[i])


@uncounted
def deal_next(  # type: ignore[no-untyped-def]
    rows, rules, where, whole, lots, drawn, chance, notes, over, moves, counts, observations,
    permitted,
):  # fmt: skip
    """The next game in the place of those where this is true."""
    for i in range(len(rows)):
        if where[i]:
            over[i] = False
            deal(rows[i], rules, whole, lots, drawn, chance, notes[i])
            show(rows[i], rules, notes[i], moves, counts, i, observations, permitted)


@uncounted
def step_all(  # type: ignore[no-untyped-def]
    rows, rules, actions, waiting, again, whole, lots, drawn, chance, notes, points, over, moves,
    counts, observations, permitted,
):  # fmt: skip
    """One move in every game that is neither over nor waiting."""
    for i in range(len(rows)):
        row = rows[i]
        over[i] = False
        if row[PHASE] == IS_OVER or waiting[i]:
            continue
        step(row, rules, actions[i], chance, notes[i])
        if row[PHASE] == IS_OVER:
            over[i] = True
            for seat in range(rules[SEATED]):
                points[i, seat] = row[block(seat) + POINTS]
            if again:
                deal(row, rules, whole, lots, drawn, chance, notes[i])
        show(row, rules, notes[i], moves, counts, i, observations, permitted)


@uncounted
def observe_all(rows, rules, notes, seat, observations):  # type: ignore[no-untyped-def]
    """What one seat sees of every game."""
    for i in range(len(rows)):
        observe(rows[i], rules, notes[i], seat, observations[i])


@uncounted
def random_actions(moves, counts, chance, actions):  # type: ignore[no-untyped-def]
    """Any legal action in every game that is not over, all alike; 0 in the others."""
    for i in range(len(moves)):
        actions[i] = moves[i, random_below(chance, counts[i])] if counts[i] else 0


@uncounted
def careful_actions(rows, rules, weights, gains, actions):  # type: ignore[no-untyped-def]
    """The careful player's move in every game that is not over; 0 in the others."""
    for i in range(len(rows)):
        over = rows[i, PHASE] == IS_OVER
        actions[i] = 0 if over else choose(rows[i], rules, weights, gains)
