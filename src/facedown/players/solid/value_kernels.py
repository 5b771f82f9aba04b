"""What a seat's chances to win are, learned, from what it sees; and the move that leaves the best.

For two seats with the usual rules. A position is ``SEEN`` numbers, in the order of
``FEATURES``; no number depends on which types of data are which, on the other hand, or on the order
of the pile. One layer of rectified units and a sigmoid make the expected share of the win of them.
Compiled; imports Numba: import on demand.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import compiled
from facedown.games.solid.rules import Setting
from facedown.players.solid.game_kernels import apply, block, lacking, leave, legal
from facedown.players.solid.policy_kernels import fill, play_on, share_of_win
from facedown.players.solid.rows import (
    CARDS,
    DISCARD,
    EACH,
    EFFECT,
    ENDED,
    IDLE,
    IS_OVER,
    MOST_PLAYS,
    MOST_REACTIONS,
    MOVER,
    MOVES,
    NEEDS,
    PHASE,
    PLAYS,
    PODS,
    POINTS,
    PROTECT,
    REACTIONS,
    SEATED,
    SHARING,
    SIZE,
    STEAL,
    STEALS,
    TAKE,
    THERE,
    THROWN,
    TOTAL,
    TURN,
    TURNS,
    TWICE,
    TYPES,
    USED,
    WORTH,
)

DECK: Final = 33
"""Kinds of card of the deck that is known."""

_WAYS: Final = ("each", "twice", "total")
_EVENTS: Final = ("destroy data", "destroy sharing", "destroy any", "steal", "take", "protect")
_LACKS: Final = ("0", "1", "2", "3", "more")

FEATURES: Final = (
    *(f"{whose} data, type {rank}" for rank in range(1, 6) for whose in ("own", "held", "other's")),
    *(f"other's data, its type {rank}" for rank in range(1, 6)),
    *(f"own pod lacks for {way}" for way in _WAYS),
    *(f"other's pod lacks for {way}" for way in _WAYS),
    *(f"own pod lacks {few} at most" for few in (1, 2, 3)),
    *(f"other's pod lacks {few} at most" for few in (1, 2, 3)),
    "own lack once the data in hand are played",
    "the data in hand can end it in this turn",
    "the data in hand can end it in a whole turn",
    "own points",
    "other's points",
    "ahead",
    "behind",
    "lead",
    "lead, up to 5",
    *(f"{event} in hand" for event in _EVENTS),
    *(f"points in hand that lack {few}" for few in _LACKS),
    *(f"points in hand that lack {few} beside the data in hand" for few in _LACKS),
    "points in hand to share in this turn",
    "points in hand to share in a whole turn",
    *(f"other's expected points that lack {few}" for few in _LACKS),
    *(f"own points to draw that lack {few}" for few in _LACKS),
    *(f"other's expected {event}" for event in _EVENTS),
    "points discarded that can be shared",
    "points discarded that the other can share",
    "own points that can be destroyed",
    "other's points that can be destroyed",
    "other's points that only destroy any hits",
    "cards in pile",
    "cards discarded",
    "data among what is unseen",
    "own cards in hand",
    "other's cards in hand",
    *(f"own turn, {plays} plays left" for plays in range(4)),
    *(f"other's turn, {plays} plays left" for plays in range(4)),
    "discarding",
)
"""What each number is; types of data are ranked by what the pod has of them."""

SEEN: Final = len(FEATURES)


class ValueNet(NamedTuple):
    """Weights, input by input; the last row of ``first`` and number of ``second`` are added."""

    first: NDArray[np.float32]
    second: NDArray[np.float32]


class ValueRoom(NamedTuple):
    """Room for one value at a time."""

    row: NDArray[np.int32]
    found: NDArray[np.int64]
    seen: NDArray[np.float32]
    hidden: NDArray[np.float32]


def new_room(net: ValueNet, width: int, actions: int) -> ValueRoom:
    """Room for games of rows so wide with so many actions."""
    return ValueRoom(
        np.zeros(width, np.int32),
        np.zeros(actions, np.int64),
        np.zeros(SEEN, np.float32),
        np.zeros(len(net.second) - 1, np.float32),
    )


def whole_of(setting: Setting) -> NDArray[np.int32]:
    """The deck by kind."""
    return np.array(setting.whole, np.int32)


FILE: Final = "value.bin"


def to_bytes(net: ValueNet) -> bytes:
    """The weights at half precision; the same weights give the same bytes."""
    return np.concatenate([part.reshape(-1) for part in net]).astype("<f2").tobytes()


def from_bytes(data: bytes) -> ValueNet:
    """Reads :func:`to_bytes`; raises ``ValueError`` where the length does not fit."""
    flat = np.frombuffer(data, "<f2").astype(np.float32)
    hidden, rest = divmod(flat.size - 1, SEEN + 2)
    if rest or hidden < 1:
        raise ValueError("These bytes are no value of Solid.")
    first = flat[: (SEEN + 1) * hidden].reshape(SEEN + 1, hidden)
    return ValueNet(np.ascontiguousarray(first), flat[(SEEN + 1) * hidden :].copy())


@cache
def shipped_value() -> ValueNet:
    """The weights in ``data/value.bin``."""
    package = resources.files("facedown.players.solid")
    return from_bytes(package.joinpath("data", FILE).read_bytes())


@compiled
def set_size(row, seat, size):  # type: ignore[no-untyped-def]
    """Says how many cards a hand has that nobody sees."""
    row[block(seat) + SIZE] = size


@compiled
def lacking_beside(row, rules, pod, kind, held):  # type: ignore[no-untyped-def]
    """How many data a pod lacks for a sharing card, beside those ``held``."""
    lacks = 0
    for type_ in range(5):
        need = rules[NEEDS + 5 * kind + type_] - row[pod + type_] - held[type_]
        if need > 0:
            lacks += need
    return lacks


@compiled
def three_lacks(rules, pod):  # type: ignore[no-untyped-def]
    """What a pod lacks for the three ways to end the game."""
    each, total, first, second = 0, 0, 0, 0
    for type_ in range(5):
        count = pod[type_]
        total += count
        each += max(0, rules[EACH] - count)
        second = max(second, min(first, count))
        first = max(first, count)
    twice = max(0, rules[TWICE] - first) + max(0, rules[TWICE] - second)
    return each, twice, max(0, rules[TOTAL] - total)


@compiled
def nearest(row, rules, pod, held, plays):  # type: ignore[no-untyped-def]
    """What a pod lacks to the nearest end at least, once so many of the data held are played."""
    each, few, total, all_held = 0, 0, 0, 0
    for type_ in range(5):
        count, more = row[pod + type_], held[type_]
        each += max(0, rules[EACH] - count)
        few += min(more, max(0, rules[EACH] - count))
        total += count
        all_held += more
    best = max(0, each - min(few, plays))
    for one in range(5):
        first = max(0, rules[TWICE] - row[pod + one])
        for two in range(one):
            second = max(0, rules[TWICE] - row[pod + two])
            helps = min(held[one], first) + min(held[two], second)
            best = min(best, max(0, first + second - min(helps, plays)))
    return min(best, max(0, rules[TOTAL] - total - min(all_held, plays)))


@compiled
def look(row, rules, whole, seat, seen):  # type: ignore[no-untyped-def]
    """Fills ``seen`` with what a seat sees of a game of two; ``whole`` has the deck by kind."""
    mine, yours = block(seat), block(1 - seat)
    own, other = mine + PODS, yours + PODS
    seen[:] = 0
    room = np.zeros(DECK + 10, np.int32)
    unseen, held, order = room[:DECK], room[DECK : DECK + 5], room[DECK + 5 :]
    for kind in range(DECK):
        unseen[kind] = (
            whole[kind] - row[DISCARD + kind] - row[mine + SHARING + kind]
            - row[yours + SHARING + kind]
        )  # fmt: skip
        type_ = rules[TYPES + kind]
        if type_ >= 0:
            unseen[kind] -= row[own + type_] + row[other + type_]
    for index in range(row[mine + SIZE]):
        kind = row[mine + CARDS + index]
        unseen[kind] -= 1
        if rules[TYPES + kind] >= 0:
            held[rules[TYPES + kind]] += 1
    # Both pods, by rank.
    for type_ in range(5):
        rank = 0
        theirs = 0
        mark = row[own + type_] * 10_000 + held[type_] * 100 + row[other + type_]
        for another in range(5):
            beside = row[own + another] * 10_000 + held[another] * 100 + row[other + another]
            if beside > mark or (beside == mark and another < type_):
                rank += 1
            if row[other + another] > row[other + type_] or (
                row[other + another] == row[other + type_] and another < type_
            ):
                theirs += 1
        order[rank] = type_
        seen[15 + theirs] = row[other + type_] / 5.0
    for rank in range(5):
        type_ = order[rank]
        seen[3 * rank] = row[own + type_] / 5.0
        seen[3 * rank + 1] = held[type_] / 3.0
        seen[3 * rank + 2] = row[other + type_] / 5.0
    at = 20
    each, twice, total = three_lacks(rules, row[own : own + 5])
    seen[at], seen[at + 1], seen[at + 2] = each / 8.0, twice / 8.0, total / 12.0
    near = min(each, twice, total)
    each, twice, total = three_lacks(rules, row[other : other + 5])
    seen[at + 3], seen[at + 4], seen[at + 5] = each / 8.0, twice / 8.0, total / 12.0
    far = min(each, twice, total)
    at += 6
    for few in range(3):
        seen[at + few] = near <= few + 1
        seen[at + 3 + few] = far <= few + 1
    at += 6
    mover = row[MOVER] == seat
    left = max(0, rules[MOST_PLAYS] - row[PLAYS]) if row[THROWN] == 0 else 0
    plays = left if mover else 0
    seen[at] = nearest(row, rules, own, held, 10) / 8.0
    seen[at + 1] = plays > 0 and nearest(row, rules, own, held, plays) == 0
    seen[at + 2] = nearest(row, rules, own, held, rules[MOST_PLAYS]) == 0
    at += 3
    lead = row[mine + POINTS] - row[yours + POINTS]
    seen[at] = row[mine + POINTS] / 10.0
    seen[at + 1] = row[yours + POINTS] / 10.0
    seen[at + 2] = lead > 0
    seen[at + 3] = lead < 0
    seen[at + 4] = lead / 10.0
    seen[at + 5] = min(5, max(-5, lead)) / 5.0
    at += 6
    # The own hand.
    best_now, best_turn = 0, 0
    for index in range(row[mine + SIZE]):
        kind = row[mine + CARDS + index]
        if rules[EFFECT + kind] > 0:
            seen[at + rules[EFFECT + kind] - 1] += 1.0
        worth = rules[WORTH + kind]
        if worth == 0:
            continue
        lacks = lacking(row, rules, seat, kind)
        seen[at + 6 + min(4, lacks)] += worth / 10.0
        beside = lacking_beside(row, rules, own, kind, held)
        seen[at + 11 + min(4, beside)] += worth / 10.0
        if beside == 0:
            if lacks + 1 <= plays:
                best_now = max(best_now, worth)
            if lacks + 1 <= rules[MOST_PLAYS]:
                best_turn = max(best_turn, worth)
    at += 16
    seen[at] = best_now / 10.0
    seen[at + 1] = best_turn / 10.0
    at += 2
    # What is unseen and discarded, and what can be hit.
    hidden = 0
    data = 0
    for kind in range(DECK):
        hidden += unseen[kind]
        if rules[TYPES + kind] >= 0:
            data += unseen[kind]
    part = row[yours + SIZE] / max(1.0, float(hidden))
    drawn = 3.0 / max(3.0, float(hidden))
    low, lower, high = 0, 0, 0
    for kind in range(DECK):
        worth = rules[WORTH + kind]
        count = unseen[kind]
        if rules[EFFECT + kind] > 0:
            seen[at + 9 + rules[EFFECT + kind]] += count * part
        if worth == 0:
            continue
        if count > 0 or row[DISCARD + kind] > 0:
            ours = lacking(row, rules, seat, kind)
            theirs = lacking(row, rules, 1 - seat, kind)
            seen[at + min(4, theirs)] += count * worth * part / 3.0
            seen[at + 5 + min(4, ours)] += count * worth * drawn / 3.0
            if row[DISCARD + kind] > 0:
                if ours == 0:
                    seen[at + 16] = max(seen[at + 16], np.float32(worth / 10.0))
                if theirs == 0:
                    seen[at + 17] = max(seen[at + 17], np.float32(worth / 10.0))
        elif row[mine + SHARING + kind] > 0:
            low = max(low, worth if worth < 8 else 0)
        elif row[yours + SHARING + kind] > 0:
            lower = max(lower, worth if worth < 8 else 0)
            high = max(high, worth)
    seen[at + 18] = low / 10.0
    seen[at + 19] = lower / 10.0
    seen[at + 20] = high / 10.0
    pile = max(0, hidden - row[yours + SIZE])
    seen[at + 21] = pile / 40.0
    seen[at + 22] = row[THERE] / 40.0
    seen[at + 23] = data / max(1.0, float(hidden))
    seen[at + 24] = row[mine + SIZE] / 5.0
    seen[at + 25] = row[yours + SIZE] / 5.0
    at += 26
    seen[at + (0 if mover else 4) + left] = 1.0
    seen[at + 8] = row[THROWN] > 0


@compiled
def expected(net, seen, hidden):  # type: ignore[no-untyped-def]
    """The share of the win that is expected of what is seen."""
    units = len(hidden)
    for unit in range(units):
        hidden[unit] = net.first[SEEN, unit]
    for number in range(SEEN):
        value = seen[number]
        if value != 0:
            for unit in range(units):
                hidden[unit] += value * net.first[number, unit]
    total = net.second[units]
    for unit in range(units):
        if hidden[unit] > 0:
            total += hidden[unit] * net.second[unit]
    return 1.0 / (1.0 + np.exp(-total))


@compiled
def value(row, rules, whole, seat, net, room):  # type: ignore[no-untyped-def]
    """What a position is worth to a seat, over or not."""
    if row[PHASE] == IS_OVER:
        return share_of_win(row, rules, seat)
    look(row, rules, whole, seat, room.seen)
    return expected(net, room.seen, room.hidden)


@compiled
def end_of_turn(row, rules):  # type: ignore[no-untyped-def]
    """Ends the turn, without a card drawn."""
    row[IDLE] = 0 if row[PLAYS] + row[THROWN] else row[IDLE] + 1
    if row[IDLE] == rules[SEATED] or row[TURN] == rules[TURNS]:
        row[PHASE] = IS_OVER
        return
    row[MOVER] = 1 - row[MOVER]
    row[TURN] += 1
    row[PLAYS] = row[THROWN] = 0
    for seat in range(2):
        row[block(seat) + REACTIONS] = 0


@compiled
def protect_chance(row, rules, whole, seat):  # type: ignore[no-untyped-def]
    """How likely the other seat can protect: its hand is any of what this one does not see."""
    mine, yours = block(seat), block(1 - seat)
    if row[yours + REACTIONS] >= rules[MOST_REACTIONS]:
        return 0.0
    hidden, protects = 0, 0
    for kind in range(DECK):
        count = whole[kind] - row[DISCARD + kind]
        count -= row[mine + SHARING + kind] + row[yours + SHARING + kind]
        if rules[TYPES + kind] >= 0:
            count -= (
                row[mine + PODS + rules[TYPES + kind]] + row[yours + PODS + rules[TYPES + kind]]
            )
        hidden += count
        if rules[EFFECT + kind] == PROTECT:
            protects += count
    for index in range(row[mine + SIZE]):
        hidden -= 1
        protects -= rules[EFFECT + row[mine + CARDS + index]] == PROTECT
    without = 1.0
    for index in range(row[yours + SIZE]):
        if hidden - index > 0:
            without *= max(0.0, (hidden - protects - index) / (hidden - index))
    return 1.0 - without


@compiled
def value_after(row, rules, whole, seat, action, net, room, chance):  # type: ignore[no-untyped-def]
    """What a legal move leaves a seat that makes it; no card is drawn, the other hand unknown."""
    after = room.row
    after[:] = row
    does, kind = rules[MOVES + 4 * action], rules[MOVES + 4 * action + 1]
    if does == ENDED:
        end_of_turn(after, rules)
        return value(after, rules, whole, seat, net, room)
    at = block(1 - seat) + SIZE
    size = after[at]
    after[at] = 0  # so nobody protects
    apply(after, rules, action, chance)
    after[at] = size
    worth = value(after, rules, whole, seat, net, room)
    if does != USED or rules[EFFECT + kind] == TAKE or rules[MOVES + 4 * action + 2] == seat:
        return worth
    if rules[EFFECT + kind] == STEAL and not rules[STEALS]:
        return worth
    risk = protect_chance(row, rules, whole, seat)
    if risk > 0:
        protect = 0
        for other in range(DECK):
            if rules[EFFECT + other] == PROTECT:
                protect = other
        after[:] = row
        leave(after, seat, kind)
        after[PLAYS] += 1
        after[DISCARD + kind] += 1
        after[DISCARD + protect] += 1
        after[THERE] += 2
        after[at] = size - 1
        after[block(1 - seat) + REACTIONS] += 1
        worth += risk * (value(after, rules, whole, seat, net, room) - worth)
    return worth


@compiled
def choose_by_value(row, rules, whole, seat, net, room, chance):  # type: ignore[no-untyped-def]
    """The move that leaves most, the first of several."""
    count = legal(row, rules, room.found)
    if count == 1:
        return room.found[0]
    best, action = -1.0, room.found[0]
    for number in range(count):
        worth = value_after(row, rules, whole, seat, room.found[number], net, room, chance)
        if worth > best:
            best, action = worth, room.found[number]
    return action


@compiled
def try_all(  # type: ignore[no-untyped-def]
    row, rules, weights, worlds, unseen, whole, seat, actions, until, net, room, results, rows,
    gains, chance
):  # fmt: skip
    """Plays every one of ``actions`` on in each of these worlds, until that turn or to the end.

    ``worlds[world, seat, kind]`` counts the others' hands, and ``row`` is the rest of the game.
    Sets ``results[world, action]`` to the seat's share of the win, or to what the net expects. In
    one world all actions meet the same pile and the same later shuffles.
    """
    world_row, played = rows[0], rows[1]
    for world in range(len(worlds)):
        world_row[:] = row
        fill(world_row, rules, worlds[world], unseen, seat, chance)
        luck = chance[0]
        for number in range(len(actions)):
            played[:] = world_row
            chance[0] = luck
            apply(played, rules, actions[number], chance)
            play_on(played, rules, weights, gains, until, chance)
            results[world, number] = value(played, rules, whole, seat, net, room)
        chance[0] = luck + 1
