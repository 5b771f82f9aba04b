"""What a move is worth to the careful player, how it plays on, and worlds to play in.

Of a game the player looks at what lies open and at the cards of whoever is to move. A row of
``weights`` is in the order of ``rows.CAREFUL``; ``gains`` is room for five numbers. Worlds are
other hands, drawn here where there is one other seat. Compiled; imports
Numba: import on demand.
"""

from __future__ import annotations

from typing import Final

from facedown.compiling import compiled, inlined
from facedown.players.arrays import random_below
from facedown.players.solid.game_kernels import (
    actor,
    apply,
    block,
    distance,
    lacking,
    mix,
    playable,
)
from facedown.players.solid.rows import (
    ANY_DATA,
    BEHIND,
    CARDS,
    EACH,
    EFFECT,
    END,
    EVENT_CARD,
    FIRST,
    FITTING,
    HELD_UP,
    HIT,
    HIT_DATA,
    HURRY,
    IN_REACTION,
    IS_OVER,
    KEEP_DATA,
    KEEP_HITS,
    KEEP_SHARING,
    KINDS,
    LAST,
    LEADER,
    LEFT,
    LETTING,
    LOSE_SHARED,
    LOWEST,
    MOST_HELD,
    MOST_PLAYS,
    MOVES,
    NEARER,
    NEEDS,
    NO_EFFECT,
    PHASE,
    PLAYS,
    PODS,
    POINTS,
    PROTECT,
    PROTECTING,
    ROOM,
    SCARCE,
    SEATED,
    SIDE,
    SIZE,
    SOON,
    STEAL,
    STOLEN,
    TAKE,
    TAKEN,
    TAKEN_EVENT,
    THROWING,
    THROWN,
    TIED,
    TURN,
    TYPES,
    WORTH,
)


@compiled
def lead(row, rules, seat):  # type: ignore[no-untyped-def]
    """By how many points a seat is ahead of the best other one."""
    best = -1_000_000
    for other in range(rules[SEATED]):
        if other != seat and row[block(other) + POINTS] > best:
            best = row[block(other) + POINTS]
    return row[block(seat) + POINTS] - best


@compiled
def data_gains(row, rules, weights, seat, ahead, gains):  # type: ignore[no-untyped-def]
    """What one more data card of each type is worth to a seat."""
    pod = block(seat) + PODS
    for type_ in range(5):
        gains[type_] = weights[ANY_DATA]
        if row[pod + type_] < rules[EACH]:
            gains[type_] += weights[SCARCE]
    for index in range(row[block(seat) + SIZE]):
        kind = row[block(seat) + CARDS + index]
        if rules[WORTH + kind] == 0:
            continue
        lacks = lacking(row, rules, seat, kind)
        if lacks == 0:
            continue
        gain = weights[NEARER] * rules[WORTH + kind] / lacks
        for type_ in range(5):
            if rules[NEEDS + 5 * kind + type_] > row[pod + type_]:
                gains[type_] += gain
    far = distance(row, rules, seat)
    for type_ in range(5):
        row[pod + type_] += 1
        then = distance(row, rules, seat)
        row[pod + type_] -= 1
        if then == 0:
            gains[type_] = 100.0 if ahead > 0 else weights[TIED] if ahead == 0 else -100.0
        elif then < far:
            gains[type_] += weights[HURRY] if ahead > 0 else weights[BEHIND]


@compiled
def hit_worth(row, rules, weights, seat, ahead, owner, type_):  # type: ignore[no-untyped-def]
    """What it is worth to a seat that another pod loses a data card."""
    pod = block(owner) + PODS
    worth = weights[HIT]
    if row[pod + type_] <= rules[EACH]:
        worth += weights[ROOM]
    far = distance(row, rules, owner)
    if far <= SOON and row[block(owner) + POINTS] > row[block(seat) + POINTS]:
        row[pod + type_] -= 1
        then = distance(row, rules, owner)
        row[pod + type_] += 1
        if then > far:
            worth += weights[HELD_UP] * (SOON + 1 - far)
    if rules[SEATED] > 2 and row[block(owner) + POINTS] < row[block(seat) + POINTS] - ahead:
        worth -= weights[LEADER]
    return worth


@compiled
def own_side(row, rules, weights, seat, kind):  # type: ignore[no-untyped-def]
    """What a card is worth if it is not played as an event."""
    if rules[WORTH + kind] == 0:
        return weights[EVENT_CARD]
    lacks = lacking(row, rules, seat, kind)
    return weights[SIDE] * rules[WORTH + kind] / (1.0 + lacks)


@compiled
def best_use(row, rules, weights, seat, ahead, kind, gains):  # type: ignore[no-untyped-def]
    """The best way to play a card as an event, and what that is worth; -1 if there is none."""
    best, action = -1000.0, -1
    effect = rules[EFFECT + kind]
    cost = own_side(row, rules, weights, seat, kind)
    for number in range(rules[FIRST + kind], rules[LAST + kind]):
        owner, target = rules[MOVES + 4 * number + 2], rules[MOVES + 4 * number + 3]
        if target < 0 or owner == seat or not playable(row, rules, seat, number):
            continue
        type_ = rules[TYPES + target]
        if effect == TAKE:
            if rules[WORTH + target]:
                fits = lacking(row, rules, seat, target) == 0
                worth = weights[FITTING] * rules[WORTH + target] if fits else weights[TAKEN]
            elif type_ >= 0:
                worth = weights[TAKEN] * gains[type_]
            else:
                worth = weights[TAKEN_EVENT] if rules[EFFECT + target] == STEAL else weights[TAKEN]
        elif type_ < 0:
            worth = weights[LOSE_SHARED] * rules[WORTH + target]
            if rules[SEATED] > 2 and row[block(owner) + POINTS] < row[block(seat) + POINTS] - ahead:
                worth -= weights[LEADER]
        else:
            worth = hit_worth(row, rules, weights, seat, ahead, owner, type_)
            if effect == STEAL:
                worth += weights[STOLEN] + gains[type_]
        if worth - cost > best:
            best, action = worth - cost, number
    return action, best


@compiled
def keeps(row, rules, weights, seat, kind, gains):  # type: ignore[no-untyped-def]
    """Whether a card is worth holding on to at the end of a turn."""
    effect = rules[EFFECT + kind]
    if effect in (PROTECT, STEAL, TAKE):
        return True
    if rules[TYPES + kind] >= 0:
        return gains[rules[TYPES + kind]] > weights[KEEP_DATA]
    if rules[WORTH + kind]:
        lacks = lacking(row, rules, seat, kind)
        if lacks == 0 or rules[WORTH + kind] / lacks > weights[KEEP_SHARING]:
            return True
    return effect >= HIT_DATA and weights[KEEP_HITS] > 0


@compiled
def choose(row, rules, weights, gains):  # type: ignore[no-untyped-def]
    """The move of the careful player."""
    seat = actor(row)
    if row[PHASE] == IN_REACTION:
        for index in range(row[block(seat) + SIZE]):
            protects = rules[PROTECTING + row[block(seat) + CARDS + index]]
            if protects >= 0:
                return protects
        return rules[LETTING]
    ahead = lead(row, rules, seat)
    data_gains(row, rules, weights, seat, ahead, gains)
    if row[PLAYS] < rules[MOST_PLAYS] and row[THROWN] == 0:
        best, action = 0.0, -1
        for index in range(row[block(seat) + SIZE]):
            kind = row[block(seat) + CARDS + index]
            if rules[TYPES + kind] >= 0:
                if gains[rules[TYPES + kind]] > best:
                    best, action = gains[rules[TYPES + kind]], rules[FIRST + kind]
                continue
            if rules[WORTH + kind] and lacking(row, rules, seat, kind) == 0:
                worth = 5.0 + 2.0 * rules[WORTH + kind]
                if worth > best:
                    best, action = worth, rules[FIRST + kind]
            if rules[EFFECT + kind] not in (NO_EFFECT, PROTECT):
                use, worth = best_use(row, rules, weights, seat, ahead, kind, gains)
                if worth > best:
                    best, action = worth, use
        if action >= 0:
            return action
    for index in range(row[block(seat) + SIZE]):
        kind = row[block(seat) + CARDS + index]
        if not keeps(row, rules, weights, seat, kind, gains):
            return rules[THROWING + kind]
    return rules[END]


@inlined
def share_of_win(row, rules, seat):  # type: ignore[no-untyped-def]
    """What a seat has of a game that is over: 1, its share of a tie, or 0."""
    best, winners = row[block(0) + POINTS], 0
    for other in range(rules[SEATED]):
        best = max(best, row[block(other) + POINTS])
    for other in range(rules[SEATED]):
        winners += row[block(other) + POINTS] == best
    return 1.0 / winners if row[block(seat) + POINTS] == best else 0.0


@compiled
def play_on(row, rules, weights, gains, until, chance):  # type: ignore[no-untyped-def]
    """Plays on, each seat with its own weights, until that turn begins or to the end."""
    while row[PHASE] != IS_OVER and row[TURN] < until:
        apply(row, rules, choose(row, rules, weights[actor(row)], gains), chance)


MOST_TRIES: Final = 10_000


@compiled
def fill(row, rules, hands, unseen, seat, chance):  # type: ignore[no-untyped-def]
    """Makes a world true: the others' hands by kind, and what else is unseen as a random pile."""
    pile, left = block(rules[SEATED]), 0
    for kind in range(KINDS):
        count = unseen[kind]
        for other in range(rules[SEATED]):
            if other != seat:
                count -= hands[other, kind]
        for _ in range(count):
            row[pile + left] = kind
            left += 1
    mix(row, pile, left, chance)
    row[LOWEST], row[LEFT] = 0, left
    for other in range(rules[SEATED]):
        if other == seat:
            continue
        held = 0
        for kind in range(KINDS):
            for _ in range(min(hands[other, kind], MOST_HELD - held)):
                row[block(other) + CARDS + held] = kind
                held += 1
        row[block(other) + SIZE] = held


@compiled
def draw_hands(worlds, seat, known, hidden, size, changes, hand, chance):  # type: ignore[no-untyped-def]
    """Fills ``worlds[…, seat, kind]`` with hands of one other seat, as ``TwoWorlds`` draws them.

    ``known`` counts what is known of the hand by kind, ``hidden`` are the kinds of the cards it
    may hold beside, of which it has ``size``; ``changes`` is what came (-1) to that part of the
    hand and left it. After ``MOST_TRIES`` a hand is taken that is as likely but for equal cards.
    """
    for world in range(len(worlds)):
        for _ in range(MOST_TRIES):
            for index in range(size):
                other = index + random_below(chance, len(hidden) - index)
                kind = hidden[other]
                hidden[other] = hidden[index]
                hidden[index] = hand[index] = kind
            if keeps_history(hand, size, changes, chance):
                break
        worlds[world, seat] = known
        for index in range(size):
            worlds[world, seat, hidden[index]] += 1


@compiled
def keeps_history(hand, size, changes, chance):  # type: ignore[no-untyped-def]
    """Whether a history that ends with this hand is kept, told from its end; changes ``hand``."""
    for number in range(len(changes) - 1, -1, -1):
        kind = changes[number]
        if kind < 0:
            gone = random_below(chance, size)
            size -= 1
            hand[gone] = hand[size]
            continue
        equal = 1
        for index in range(size):
            equal += hand[index] == kind
        hand[size] = kind
        size += 1
        if equal > 1 and random_below(chance, equal) > 0:
            return False
    return True
