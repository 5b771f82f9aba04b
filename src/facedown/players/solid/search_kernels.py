"""Every candidate in the same worlds, compiled. Imports Numba: import on demand."""

from __future__ import annotations

from typing import Final

from facedown.compiling import compiled
from facedown.players.solid.game_kernels import apply, block, random_below
from facedown.players.solid.policy_kernels import play_out, share_of_win
from facedown.players.solid.rows import CARDS, KINDS, LEFT, LOWEST, MOST_HELD, SEATED, SIZE

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
    for last in range(left - 1, 0, -1):
        other = random_below(chance, last + 1)
        kind = row[pile + last]
        row[pile + last] = row[pile + other]
        row[pile + other] = kind
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
def try_all(  # type: ignore[no-untyped-def]
    row, rules, weights, worlds, unseen, seat, actions, results, rows, gains, chance
):
    """Plays every one of ``actions`` on to the end in each of these worlds.

    ``worlds[world, seat, kind]`` counts the others' hands, and ``row`` is the rest of the game.
    Sets ``results[world, action]`` to the seat's share of the win. In one world all
    actions meet the same pile and the same later shuffles.
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
            play_out(played, rules, weights, gains, chance)
            results[world, number] = share_of_win(played, rules, seat)
        chance[0] = luck + 1


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
