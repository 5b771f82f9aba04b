"""What a hand of low cards is worth, and what to buy with it, compiled.

The same as in ``collecting`` and ``bots``, on masks of cards and the tables of a puzzle.
"""

from __future__ import annotations

from facedown.compiling import compiled
from facedown.players.mystery.tables import Tables

PATIENCE, SECOND = range(2)
"""Places in ``Tables.weights``."""
NO_PILE = -1


@compiled
def many_of(cards: int) -> int:
    """How many cards a mask has."""
    twos = cards - ((cards >> 1) & 0x5555555555555555)
    fours = (twos & 0x3333333333333333) + ((twos >> 2) & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((eights * 0x0101010101010101) >> 56) & 0xFF


@compiled
def worth_of(tables: Tables, number: int, hand: int, unseen: int) -> float:
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
def can_pay(tables: Tables, pile: int, hand: int) -> bool:
    """Whether a hand pays for a pile in some way."""
    for target in range(tables.begin[pile], tables.begin[pile + 1]):
        if many_of(hand & tables.groups[target, 0]) >= tables.needed[target, 0] and (
            many_of(hand & tables.groups[target, 1]) >= tables.needed[target, 1]
        ):
            return True
    return False


@compiled
def payments_of(tables: Tables, pile: int, hand: int) -> list[int]:
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
def purchase_of(tables: Tables, number: int, hand: int, unseen: int) -> tuple[int, int]:
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
def chance_at_end(tables: Tables, number: int, hand: int) -> float:
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
