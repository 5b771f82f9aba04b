"""Solid's rules on rows of integers, compiled: the same game as ``rules.py``; a test says so.

One thing is told otherwise: who could only let an event happen is not asked. Whoever is asked does
not depend on the hand in the rules (L10), and nobody here is there to see it.

``row`` is a game and ``rules`` its setting as in ``rows.py``; ``chance`` is the state of a source
of chance, for shuffles of the discard pile alone. Seats of odd number draw from the lower end of
the pile: as its order is random anyway, that is the same game, but in a search what others draw
then hardly depends on how many cards a seat has thrown away. Imports Numba: import on demand.
"""

from __future__ import annotations

from facedown.compiling import inlined, uncounted
from facedown.players.arrays import random_below
from facedown.players.solid.rows import (
    ANYONE,
    ASKED,
    BLOCK,
    BONUS,
    BONUSES,
    CARDS,
    DISCARD,
    DISCARDED,
    EACH,
    EFFECT,
    END,
    ENDED,
    FIRST,
    HAND,
    IDLE,
    IN_REACTION,
    IN_TURN,
    IS_OVER,
    KINDS,
    LAST,
    LEFT,
    LET,
    LETTING,
    LOWEST,
    MOST_PLAYS,
    MOST_REACTIONS,
    MOVER,
    MOVES,
    NEEDS,
    PENDING,
    PHASE,
    PLAYED,
    PLAYS,
    PODS,
    POINTS,
    PROTECTED,
    PROTECTING,
    REACTIONS,
    SEATED,
    SEATS,
    SHARED,
    SHARING,
    SIZE,
    STEAL,
    STEALS,
    TAKE,
    THERE,
    THROWING,
    THROWN,
    TOTAL,
    TURN,
    TURNS,
    TWICE,
    TYPES,
    WORTH,
)


@inlined
def block(seat):  # type: ignore[no-untyped-def]
    """Where a seat's block begins."""
    return SEATS + BLOCK * seat


@inlined
def actor(row):  # type: ignore[no-untyped-def]
    """Whose move it is."""
    return row[ASKED] if row[PHASE] == IN_REACTION else row[MOVER]


@uncounted
def lacking(row, rules, seat, kind):  # type: ignore[no-untyped-def]
    """How many data a seat's pod lacks to share a card (L1)."""
    lacks, pod, needs = 0, block(seat) + PODS, NEEDS + 5 * kind
    for type_ in range(5):
        lacks += max(0, rules[needs + type_] - row[pod + type_])
    return lacks


@uncounted
def distance(row, rules, seat):  # type: ignore[no-untyped-def]
    """How many data a seat's pod lacks to end the game in the nearest way (L7)."""
    each, total, first, second = 0, 0, 0, 0
    pod = block(seat) + PODS
    for type_ in range(5):
        count = row[pod + type_]
        total += count
        each += max(0, rules[EACH] - count)
        second = max(second, min(first, count))
        first = max(first, count)
    twice = max(0, rules[TWICE] - first) + max(0, rules[TWICE] - second)
    return min(each, twice, max(0, rules[TOTAL] - total))


@uncounted
def playable(row, rules, seat, action):  # type: ignore[no-untyped-def]
    """Whether a card in hand can be played so: data suffice, or there is something to hit."""
    move = MOVES + 4 * action
    does, kind, owner, target = rules[move], rules[move + 1], rules[move + 2], rules[move + 3]
    if does == PLAYED:
        return True
    if does == SHARED:
        return lacking(row, rules, seat, kind) == 0
    if owner < 0:
        return row[DISCARD + target] > 0
    if owner == seat and rules[EFFECT + kind] == STEAL:
        return False
    type_ = rules[TYPES + target]
    return row[block(owner) + (PODS + type_ if type_ >= 0 else SHARING + target)] > 0


@uncounted
def legal(row, rules, found):  # type: ignore[no-untyped-def]
    """Fills ``found`` with the actions of whoever is to move; returns how many there are."""
    count = 0
    if row[PHASE] == IS_OVER:
        return count
    seat = actor(row)
    hand = block(seat) + CARDS
    asked = row[PHASE] == IN_REACTION
    playing = row[PLAYS] < rules[MOST_PLAYS] and row[THROWN] == 0
    for index in range(row[block(seat) + SIZE]):
        kind = row[hand + index]
        again = False
        for before in range(index):
            again |= row[hand + before] == kind
        if again:
            continue
        if asked:
            if rules[PROTECTING + kind] >= 0:
                found[count] = rules[PROTECTING + kind]
                count += 1
            continue
        if playing:
            for action in range(rules[FIRST + kind], rules[LAST + kind]):
                if playable(row, rules, seat, action):
                    found[count] = action
                    count += 1
        found[count] = rules[THROWING + kind]
        count += 1
    found[count] = rules[LETTING] if asked else rules[END]
    return count + 1


@uncounted
def leave(row, seat, kind):  # type: ignore[no-untyped-def]
    """Takes a card out of a hand."""
    at = block(seat)
    last = row[at + SIZE] - 1
    for index in range(last):
        if row[at + CARDS + index] == kind:
            row[at + CARDS + index] = row[at + CARDS + last]
            break
    row[at + SIZE] = last


@uncounted
def put(row, rules, seat, kind, more):  # type: ignore[no-untyped-def]
    """Puts a sharing card into play (``more`` is 1) or takes it away (-1), with its points."""
    at = block(seat)
    row[at + POINTS] += more * rules[WORTH + kind]
    row[at + SHARING + kind] += min(0, more)
    if rules[BONUSES]:
        for other in range(KINDS):
            if row[at + SHARING + other]:
                both = rules[BONUS + KINDS * kind + other] + rules[BONUS + KINDS * other + kind]
                row[at + POINTS] += more * row[at + SHARING + other] * both
    row[at + SHARING + kind] += max(0, more)


@uncounted
def ask(row, rules):  # type: ignore[no-untyped-def]
    """Lets the next seat answer that can protect; with nobody left the event happens."""
    mover, move = row[MOVER], MOVES + 4 * row[PENDING]
    owner, target = rules[move + 2], rules[move + 3]
    steals = rules[EFFECT + rules[move + 1]] == STEAL
    asked = mover if row[ASKED] < 0 else row[ASKED]
    while rules[STEALS] or not steals:
        asked = (asked + 1) % rules[SEATED]
        if asked == mover:
            break
        if asked != owner and not rules[ANYONE]:
            continue
        at = block(asked)
        if row[at + REACTIONS] >= rules[MOST_REACTIONS]:
            continue
        for index in range(row[at + SIZE]):
            if rules[PROTECTING + row[at + CARDS + index]] >= 0:
                row[PHASE], row[ASKED] = IN_REACTION, asked
                return
    row[PHASE], row[PENDING], row[ASKED] = IN_TURN, -1, -1
    type_ = rules[TYPES + target]
    if type_ < 0:
        put(row, rules, owner, target, -1)
    else:
        row[block(owner) + PODS + type_] -= 1
    if steals:
        row[block(mover) + PODS + type_] += 1
        if distance(row, rules, mover) == 0:
            row[PHASE] = IS_OVER
    else:
        row[DISCARD + target] += 1
        row[THERE] += 1


@uncounted
def mix(row, pile, left, chance):  # type: ignore[no-untyped-def]
    """Puts the ``left`` cards from ``pile`` on in random order."""
    for last in range(left - 1, 0, -1):
        other = random_below(chance, last + 1)
        kind = row[pile + last]
        row[pile + last] = row[pile + other]
        row[pile + other] = kind


@uncounted
def shuffle(row, rules, chance):  # type: ignore[no-untyped-def]
    """Makes the discard pile the pile (L6)."""
    pile, left = block(rules[SEATED]), 0
    for kind in range(KINDS):
        for _ in range(row[DISCARD + kind]):
            row[pile + left] = kind
            left += 1
        row[DISCARD + kind] = 0
    mix(row, pile, left, chance)
    row[LOWEST], row[LEFT], row[THERE] = 0, left, 0


@uncounted
def end_turn(row, rules, chance):  # type: ignore[no-untyped-def]
    """Ends the turn and perhaps the game (L8); or the hand is filled up and the next one begins."""
    row[IDLE] = 0 if row[PLAYS] + row[THROWN] else row[IDLE] + 1
    if row[IDLE] == rules[SEATED] or row[TURN] == rules[TURNS]:
        row[PHASE] = IS_OVER
        return
    seat = row[MOVER]
    at = block(seat)
    while row[at + SIZE] < rules[HAND]:
        if row[LEFT] == 0:
            if row[THERE] == 0:
                break
            shuffle(row, rules, chance)
        row[LEFT] -= 1
        card = block(rules[SEATED]) + row[LOWEST]
        if seat % 2:
            row[LOWEST] += 1
        else:
            card += row[LEFT]
        row[at + CARDS + row[at + SIZE]] = row[card]
        row[at + SIZE] += 1
    row[MOVER] = (seat + 1) % rules[SEATED]
    row[TURN] += 1
    row[PLAYS] = row[THROWN] = 0
    for each in range(rules[SEATED]):
        row[block(each) + REACTIONS] = 0


@uncounted
def apply(row, rules, action, chance):  # type: ignore[no-untyped-def]
    """Makes a legal move of whoever is to move."""
    move = MOVES + 4 * action
    does, kind = rules[move], rules[move + 1]
    if does == ENDED:
        end_turn(row, rules, chance)
        return
    if does == LET:
        ask(row, rules)
        return
    seat = actor(row)
    leave(row, seat, kind)
    if does == PLAYED:
        row[PLAYS] += 1
        row[block(seat) + PODS + rules[TYPES + kind]] += 1
        if distance(row, rules, seat) == 0:
            row[PHASE] = IS_OVER
        return
    if does == SHARED:
        row[PLAYS] += 1
        put(row, rules, seat, kind, 1)
        return
    row[DISCARD + kind] += 1
    row[THERE] += 1
    if does == DISCARDED:
        row[THROWN] += 1
    elif does == PROTECTED:
        row[block(seat) + REACTIONS] += 1
        row[PHASE], row[PENDING], row[ASKED] = IN_TURN, -1, -1
    else:
        row[PLAYS] += 1
        if rules[EFFECT + kind] == TAKE:
            target = rules[move + 3]
            row[DISCARD + target] -= 1
            row[THERE] -= 1
            row[block(seat) + CARDS + row[block(seat) + SIZE]] = target
            row[block(seat) + SIZE] += 1
        else:
            row[PENDING] = action
            ask(row, rules)
