"""The rules of one round on a row of integers, compiled. Imports Numba: import on demand.

The readable rules are ``rules.py``; a differential test holds this engine to them.

A round is a row of ``WIDTH`` integers: at ``HANDS`` and ``PLAYED`` sets of cards by seat, at
``FIRSTS`` the first card each seat played plus one (0 for none), at ``PASSES`` how often each seat
has passed so far, then the single numbers named below. Sets of seats are bit masks. ``OVER`` is 1
once the round has ended, ``MADE`` counts the moves made, and from ``LOG`` on they stand in order,
sixteen to an integer, four bits each.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import uint64

from facedown.compiling import inlined, uncounted
from facedown.games.suspense.moves import ACTIONS, FOLD, PASS
from facedown.players.suspense.tables import (
    IN_HAND,
    IN_PLAY,
    LOWEST_SUM,
    Bools,
    Bytes,
    Ints,
    RandomState,
    Reals,
    ScoringTables,
    Shorts,
)

HANDS: Final = 0
PLAYED: Final = 3
FIRSTS: Final = 6
PASSES: Final = 9
FOLDED: Final = 12
PASSED: Final = 13
STARTED: Final = 14
TOTAL: Final = 15
TURN: Final = 16
DEALER: Final = 17
SECRET: Final = 18
OVER: Final = 19
MADE: Final = 20
LOG: Final = 21
WIDTH: Final = 24


@inlined
def legal_mask(row: Ints) -> int:
    """The actions open to the seat to move, as a bit mask (S11, S12); 0 when the round is over.

    There are always two or more: a first turn comes with a full hand, later ones with passing and
    folding.
    """
    if row[OVER]:
        return 0
    turn = row[TURN]
    mask = row[HANDS + turn]
    if row[STARTED] >> turn & 1:
        mask |= (1 << PASS) | (1 << FOLD)
    return int(mask)


@uncounted
def step(row: Ints, action: int, tables: ScoringTables) -> None:
    """Makes a legal move of the seat to move."""
    seat = row[TURN]
    made = row[MADE]
    row[LOG + (made >> 4)] |= action << ((made & 15) << 2)
    row[MADE] = made + 1
    if action < PASS:
        card = 1 << action
        row[HANDS + seat] ^= card
        row[PLAYED + seat] |= card
        if row[FIRSTS + seat] == 0:
            row[FIRSTS + seat] = action + 1
        row[STARTED] |= 1 << seat
        row[PASSED] = 0
        row[TOTAL] += tables.sums[card]
        if row[TOTAL] >= tables.limit:  # S14
            row[OVER] = 1
            return
    elif action == PASS:
        row[PASSED] |= 1 << seat
        row[PASSES + seat] += 1
    else:
        row[FOLDED] |= 1 << seat
    seats = tables.seats
    still_in = ~row[FOLDED] & ((1 << seats) - 1)
    if still_in & (still_in - 1) == 0 or still_in & ~row[PASSED] == 0:  # S13
        row[OVER] = 1
        return
    seat = seat + 1 if seat + 1 < seats else 0
    while row[FOLDED] >> seat & 1:
        seat = seat + 1 if seat + 1 < seats else 0
    row[TURN] = seat


@inlined
def move_made(row: Ints, number: int) -> int:
    """The action of the round's move with this number, from 0."""
    return int(row[LOG + (number >> 4)] >> ((number & 15) << 2) & 15)


@inlined
def judge(
    hand: int,
    played: int,
    in_hand: int,
    in_play: int,
    least: int,
    most: int,
    secret: int,
    tables: ScoringTables,
) -> tuple[bool, int]:
    """Whether a seat that is still in would win if the round ended now, and its points (S1–S10).

    ``hand`` and ``played`` are the seat's own cards, ``in_hand`` and ``in_play`` all that count;
    ``least`` and ``most`` are the extreme sums in play of the others that count. Winning is told
    from scoring, as a card may be worth nothing (S23).
    """
    place = tables.places[secret]
    if place == IN_HAND:
        own = hand & tables.winning[secret, in_hand]
        return own != 0, int(tables.worth[own])
    if place == IN_PLAY:
        own = played & tables.winning[secret, in_play]
        return own != 0, int(tables.worth[own])
    mine = tables.sums[played]
    won = mine <= least if place == LOWEST_SUM else mine >= most
    return won, int(tables.flat[secret]) if won else 0


@inlined
def points_seen(
    hand: int,
    played: int,
    in_hand: int,
    in_play: int,
    least: int,
    most: int,
    secret: int,
    tables: ScoringTables,
) -> int:
    """The points of :func:`judge` for a seat that knows only its own hand.

    No guess is needed about hands as long as folded ones count (S1): whatever is neither secret nor
    in play is in one.
    """
    return judge(hand, played, in_hand, in_play, least, most, secret, tables)[1]


@uncounted
def points_of(row: Ints, seat: int, secret: int, tables: ScoringTables) -> int:
    """What a seat would score if the round ended now with this secret card, by all hands."""
    in_hand, in_play, least, most = 0, 0, 1000, -1
    for other in range(tables.seats):
        if tables.folded_out and row[FOLDED] >> other & 1:
            continue
        played = row[PLAYED + other]
        in_hand |= row[HANDS + other]
        in_play |= played
        if other != seat:
            least = min(least, tables.sums[played])
            most = max(most, tables.sums[played])
    won, worth = judge(
        row[HANDS + seat], row[PLAYED + seat], in_hand, in_play, least, most, secret, tables
    )
    if row[FOLDED] >> seat & 1:
        return 0 if won and not tables.folded_out else 1
    return worth


@uncounted
def start(row: Ints, hands: Ints, secret: int, dealer: int) -> None:
    """Sets a row to a fresh deal."""
    for i in range(WIDTH):
        row[i] = 0
    for seat in range(len(hands)):
        row[HANDS + seat] = hands[seat]
    row[SECRET] = secret
    row[DEALER] = dealer
    row[TURN] = dealer


@uncounted
def observe(row: Ints, seat: int, scored: Shorts, out: Bytes) -> None:
    """Writes what a seat sees into ``out``, as ``SuspenseEncoder.observation`` lays it out.

    The round is the first and only one of its game: nobody has points before it is over, and then
    everybody those that they ``scored``.
    """
    seats, over = len(scored), row[OVER]
    shown = 0 if over else -1  # no branch for rounds that are over: this is the hottest loop
    points = 5 * seats + 4
    hand = points + seats + 2
    for at in range(hand):
        out[at] = 0
    out[seat] = 1
    dealer, turn = row[DEALER] - seat, row[TURN] - seat
    out[seats + (dealer + seats if dealer < 0 else dealer)] = 1
    out[2 * seats + (turn + seats if turn < 0 else turn)] = 1 - over
    out[points - 2 + over] = 1
    out[points + seats] = 1
    out[points + seats + 1] = row[TOTAL] & shown
    known = out[hand:]  # numbered from its beginning, which compiles to faster loops
    cards = row[HANDS + seat] & shown
    secret = 1 << row[SECRET] & shown if row[DEALER] == seat else 0
    for card in range(13):
        known[card] = cards >> card & 1
        known[13 + card] = secret >> card & 1
    folded, passed = row[FOLDED] & shown, row[PASSED] & shown
    for neighbour in range(seats):
        who = seat + neighbour if seat + neighbour < seats else seat + neighbour - seats
        out[3 * seats + neighbour] = folded >> who & 1
        out[4 * seats + neighbour] = passed >> who & 1
        out[points + neighbour] = scored[who] & ~shown
        cards, played = row[PLAYED + who] & shown, known[26 + 13 * neighbour :]
        for card in range(13):
            played[card] = cards >> card & 1


@inlined
def next_random(random_state: RandomState) -> np.uint64:
    """The next 64 random bits of SplitMix64; ``random_state`` is its one word."""
    random_state[0] += uint64(0x9E3779B97F4A7C15)
    value = random_state[0]
    value = (value ^ (value >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> uint64(27))) * uint64(0x94D049BB133111EB)
    return np.uint64(value ^ (value >> uint64(31)))


@inlined
def uniform(random_state: RandomState) -> float:
    """A random number from 0 up to but not including 1."""
    return np.float64(next_random(random_state) >> uint64(11)) * (1.0 / 9007199254740992.0)


@uncounted
def choose(policy: Reals, random_state: RandomState) -> int:
    """An action drawn with these probabilities."""
    x = uniform(random_state)
    last = 0
    for a in range(ACTIONS):
        if policy[a] > 0:
            last = a
            x -= policy[a]
            if x < 0:
                return a
    return last


@uncounted
def deal(row: Ints, dealer: int, seats: int, random_state: RandomState) -> None:
    """Sets a row to a fresh random deal, all deals alike."""
    row[:] = 0
    left = 13
    # Four bits to a card; when one is taken out the last moves into its place.
    deck = np.int64(0xCBA9876543210)
    size = 12 // seats
    for i in range(12):
        at = np.int64(next_random(random_state) % uint64(left)) << 2
        card = deck >> at & 15
        left -= 1
        last = deck >> (left << 2) & 15
        deck ^= (card ^ last) << at
        row[HANDS + i // size] |= 1 << card
    row[SECRET] = deck & 15
    row[DEALER] = dealer
    row[TURN] = dealer


@uncounted
def show_legal(row: Ints, legal: Bools) -> None:
    """What the seat to move may do."""
    mask = legal_mask(row)
    for action in range(ACTIONS):
        legal[action] = mask >> action & 1


@uncounted
def show_all(rows: Ints, points: Shorts, observations: Bytes, legal: Bools) -> None:
    """What the seat to move of every round sees, and what it may do."""
    for i in range(rows.shape[0]):
        row = rows[i]
        observe(row, row[TURN], points[i], observations[i])
        show_legal(row, legal[i])


@uncounted
def observe_all(rows: Ints, seat: int, points: Shorts, observations: Bytes) -> None:
    """What one seat sees of every round."""
    for i in range(rows.shape[0]):
        observe(rows[i], seat, points[i], observations[i])


@inlined
def deal_again(row: Ints, seats: int, random_state: RandomState) -> None:
    """The next round, by the next dealer."""
    dealer = row[DEALER] + 1
    deal(row, dealer if dealer < seats else 0, seats, random_state)


@uncounted
def deal_next(
    rows: Ints,
    where: Bools,
    random_state: RandomState,
    points: Shorts,
    over: Bools,
    observations: Bytes,
    legal: Bools,
) -> None:
    """The next round in the place of those where this is true."""
    for i in range(rows.shape[0]):
        if where[i]:
            row = rows[i]
            over[i] = False
            deal_again(row, points.shape[1], random_state)
            observe(row, row[TURN], points[i], observations[i])
            show_legal(row, legal[i])


@uncounted
def step_all(
    rows: Ints,
    actions: Ints,
    waiting: Bools,
    tables: ScoringTables,
    again: bool,
    random_state: RandomState,
    points: Shorts,
    over: Bools,
    observations: Bytes,
    legal: Bools,
) -> None:
    """One move in every round that is neither over nor waiting; see ``arrays.Rounds.step``."""
    seats = tables.seats
    for i in range(rows.shape[0]):
        row = rows[i]
        over[i] = False
        if row[OVER] or waiting[i]:
            continue
        step(row, actions[i], tables)
        if row[OVER]:
            over[i] = True
            for seat in range(seats):
                points[i, seat] = points_of(row, seat, row[SECRET], tables)
            if again:
                deal_again(row, seats, random_state)
        observe(row, row[TURN], points[i], observations[i])
        show_legal(row, legal[i])


@uncounted
def random_actions(rows: Ints, random_state: RandomState, actions: Ints) -> None:
    """Any legal action in every round that is not over, all alike; 0 in the others."""
    for i in range(rows.shape[0]):
        mask = legal_mask(rows[i])
        actions[i] = 0
        if mask == 0:
            continue
        count = 0
        rest = mask
        while rest:
            rest &= rest - 1
            count += 1
        skip = np.int64(next_random(random_state) % uint64(count))
        for _ in range(skip):
            mask &= mask - 1
        while not mask >> actions[i] & 1:
            actions[i] += 1
