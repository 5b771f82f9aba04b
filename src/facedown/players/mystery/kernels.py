"""What a hand of low cards is worth, what to buy with it, and games played to the end, compiled.

The same as in ``collecting`` and ``bots``, on masks of cards and the tables of a puzzle. Imports
Numba.
"""

from __future__ import annotations

from facedown.compiling import compiled
from facedown.deduce.purchases.problem import Ints
from facedown.players.mystery.tables import Floats, PuzzleTables

PATIENCE, SECOND = range(2)
"""Places in ``PuzzleTables.weights``."""
NO_PILE = -1


@compiled
def many_of(cards: int) -> int:
    """How many cards a mask has."""
    twos = cards - ((cards >> 1) & 0x5555555555555555)
    fours = (twos & 0x3333333333333333) + ((twos >> 2) & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((eights * 0x0101010101010101) >> 56) & 0xFF


@compiled
def worth_of(tables: PuzzleTables, number: int, hand: int, unseen: int) -> float:
    """How likely and how nearly a hand pays for questions that tell something."""
    left = many_of(unseen)
    total = 0.0
    for pile in range(tables.useful.shape[1]):
        useful = tables.useful[number, pile]
        if useful == 0.0:
            continue
        best = second = 0.0
        for target in range(tables.begin[pile], tables.begin[pile + 1]):
            group, other = tables.groups[target, 0], tables.groups[target, 1]
            if hand & (group | other) == 0:
                continue
            size = needed = tables.needed[target, 0]
            held = min(many_of(hand & group), needed)
            near = tables.outs[left, many_of(unseen & group), needed - held]
            if other:
                needed = tables.needed[target, 1]
                size += needed
                more = min(many_of(hand & other), needed)
                near *= tables.outs[left, many_of(unseen & other), needed - more]
                held += more
            near *= tables.shares[size, held]
            if near > best:
                best, second = near, best
            elif near > second:
                second = near
        total += useful * (best + tables.weights[SECOND] * second)
    return float(total)


@compiled
def next_part(part: int, whole: int) -> int:
    """The next smaller set within a whole; after the empty set the whole itself."""
    return (part - 1) & whole


@compiled
def can_pay(tables: PuzzleTables, pile: int, hand: int) -> bool:
    """Whether a hand pays for a pile in some way."""
    for target in range(tables.begin[pile], tables.begin[pile + 1]):
        if many_of(hand & tables.groups[target, 0]) >= tables.needed[target, 0] and (
            many_of(hand & tables.groups[target, 1]) >= tables.needed[target, 1]
        ):
            return True
    return False


@compiled
def payments_of(tables: PuzzleTables, pile: int, hand: int) -> list[int]:
    """Every way to pay for a pile, as a set of cards."""
    ways = [0 for _ in range(0)]
    for target in range(tables.begin[pile], tables.begin[pile + 1]):
        groups, needed = tables.groups[target], tables.needed[target]
        whole, others = hand & groups[0], hand & groups[1]
        if many_of(whole) < needed[0] or many_of(others) < needed[1]:
            continue
        part = whole
        while part:
            if many_of(part) == needed[0]:
                if needed[1] == 0:
                    ways.append(part)
                else:
                    other = others
                    while other:
                        if many_of(other) == needed[1]:
                            ways.append(part | other)
                        other = next_part(other, others) if other else 0
            part = next_part(part, whole)
    return ways


@compiled
def purchase_of(tables: PuzzleTables, number: int, hand: int, unseen: int) -> tuple[int, int]:
    """The question that is worth more than its cards, and what pays for it; or no pile."""
    best, chosen, given = 0.0, NO_PILE, 0
    now = -1.0
    for pile in range(tables.useful.shape[1]):
        useful = tables.useful[number, pile]
        if useful == 0.0 or not can_pay(tables, pile, hand):
            continue
        for paid in payments_of(tables, pile, hand):
            if now < 0:
                now = worth_of(tables, number, hand, unseen)
            rest = worth_of(tables, number, hand & ~paid, unseen)
            gain = useful - tables.weights[PATIENCE] * (now - rest)
            if gain > best:
                best, chosen, given = gain, pile, paid
    return chosen, given


@compiled
def chance_at_end(tables: PuzzleTables, number: int, hand: int) -> float:
    """The chance of a right guess with these low cards alone."""
    best = float(tables.chance[number])
    if tables.certain[number]:
        return best
    for pile in range(tables.useful.shape[1]):
        first, last = tables.first[number, pile], tables.first[number, pile + 1]
        if first == last or not can_pay(tables, pile, hand):
            continue
        for paid in payments_of(tables, pile, hand):
            right, before = 0.0, 0.0
            rest = hand & ~paid
            for answer in range(first, last):
                likely = tables.until[answer] - before
                before = tables.until[answer]
                right += likely * chance_at_end(tables, tables.after[answer], rest)
            best = max(best, right)
    return best


HAND = 6
DUMP, TAKE, BUY = range(3)
"""Kinds of first moves: dump an older card, take one of two, buy."""


@compiled
def answer_of(tables: PuzzleTables, number: int, pile: int, drawn: float) -> int:
    """The class after a question, by a number from 0 to 1."""
    at, last = tables.first[number, pile], tables.first[number, pile + 1] - 1
    while at < last and drawn >= tables.until[at]:
        at += 1
    return int(tables.after[at])


@compiled
def best_pick(
    tables: PuzzleTables, number: int, hand: int, unseen: int, card: int
) -> tuple[float, int]:
    """The hand worth most after taking a card; of seven cards an older one is dumped."""
    more = hand | (1 << card)
    if many_of(hand) < HAND:
        return worth_of(tables, number, more, unseen), more
    best, chosen = -1.0, more
    rest = hand
    while rest:
        dumped = rest & -rest
        rest ^= dumped
        worth = worth_of(tables, number, more ^ dumped, unseen)
        if worth > best:
            best, chosen = worth, more ^ dumped
    return best, chosen


@compiled
def play_out(
    tables: PuzzleTables,
    number: int,
    hand: int,
    unseen: int,
    one: int,
    other: int,
    deck: Ints,
    answers: Floats,
) -> float:
    """The chance of a right guess at the end, if the low deck and the answers come so.

    ``one`` and ``other`` lie face up (-1: nothing does yet), ``unseen`` are the cards of ``deck``;
    ``answers[pile, n]`` decides the n-th question to a pile from here on.
    """
    at = 0
    asked = [0] * answers.shape[0]
    while not tables.certain[number]:
        if one < 0:
            if at >= deck.size:
                return chance_at_end(tables, number, hand)
            one, other = deck[at], deck[at + 1]
            unseen &= ~((1 << one) | (1 << other))
            at += 2
        pile, paid = purchase_of(tables, number, hand, unseen)
        if pile != NO_PILE:
            number = answer_of(tables, number, pile, answers[pile, asked[pile]])
            asked[pile] += 1
            hand &= ~paid
            continue
        first, with_one = best_pick(tables, number, hand, unseen, one)
        second, with_other = best_pick(tables, number, hand, unseen, other)
        hand = with_one if first >= second else with_other
        one = -1
    return 1.0


@compiled
def try_moves(
    tables: PuzzleTables,
    number: int,
    hand: int,
    unseen: int,
    offer: tuple[int, int],
    moves: Ints,
    decks: Ints,
    answers: Floats,
    found: Floats,
) -> None:
    """The chance of a right guess after each first move, for each deal of the rest.

    A row of ``moves`` is a kind, the cards given away, and the card taken or the pile asked.
    ``found[move, deal]`` is filled in; all moves are tried on the same deals.
    """
    for row in range(moves.shape[0]):
        kind, gone, what = moves[row]
        for deal in range(decks.shape[0]):
            after, kept = number, hand & ~gone
            left, right = offer
            if kind == BUY:
                drawn = answers[deal, what, answers.shape[2] - 1]
                after = answer_of(tables, number, what, drawn)
            else:
                left = right = -1
                if kind == TAKE:
                    kept |= 1 << what
            found[row, deal] = play_out(
                tables, after, kept, unseen, left, right, decks[deal], answers[deal]
            )
