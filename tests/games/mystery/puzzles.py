"""Puzzles for tests: one with every mod, and random ones."""

from __future__ import annotations

import random

from facedown.games.mystery.cards import COLUMNS, cell_name
from facedown.games.mystery.puzzle import ORDERS, PRICES, Pile, Puzzle, PuzzleError, Twist
from facedown.games.mystery.studio.checking import checked

ALL_MODS = """\
title = "All mods"
by = "somebody"
par = 6.25
low_ranks = [10]
mystery = ["B1"]
any_order = true

[[pile]]
price = "2 pairs"
cells = ["A1", "A2", "B3", "C1"]
jokers = 2
remove = 1

[[pile]]
price = "full house"
cells = ["C3", "D1", "D2"]
remove = 1
removed_to = "mystery"

[[pile]]
price = "4 straight flush"
cells = ["E1", "E4"]

[[twist]]
kind = "shift"
cells = ["A3", "C3", "B3"]

[[twist]]
kind = "joker swap"
cells = ["A2"]

[[twist]]
kind = "shuffle"
cells = ["A2", "A4", "C4"]

[[twist]]
kind = "swap"
cells = ["E1", "E2"]
"""
"""Every mod at once; the swapped-in joker may be shuffled into a pile or out of the game."""

ADDS_FIRST = ALL_MODS.replace("any_order = true", 'order = "adds first"')


def random_puzzle(rng: random.Random) -> Puzzle:
    """Some puzzle that is allowed, with any of the mods."""
    while True:
        try:
            return checked(_attempt(rng))
        except PuzzleError:
            continue


def _attempt(rng: random.Random) -> Puzzle:
    low = tuple(str(rank) for rank in rng.sample(range(2, 11), rng.choice((0, 0, 1, 2))))
    cells = [cell_name(number) for number in range((4 + len(low)) * COLUMNS)]
    rng.shuffle(cells)
    mystery = tuple(cells.pop() for _ in range(rng.randrange(3)))
    piles = []
    for _ in range(rng.randint(1, 4)):
        own = tuple(cells.pop() for _ in range(rng.randint(1, 4)) if cells)
        remove = rng.randrange(len(own) + 1) if rng.random() < 0.4 else 0
        pile = Pile(rng.choice([*PRICES]), own, rng.choice((0, 0, 1, 2)), remove)
        if remove and rng.random() < 0.4:
            pile = Pile(pile.price, own, pile.jokers, remove, "mystery")
        piles.append(pile)
    every = [cell_name(number) for number in range((4 + len(low)) * COLUMNS)]
    twists = []
    for _ in range(rng.choice((0, 0, 1, 2))):
        row = rng.randrange(4 + len(low))
        line = [cell_name(row * COLUMNS + column) for column in range(COLUMNS)]
        twists.append(
            rng.choice(
                (
                    Twist("joker swap", (rng.choice(every),)),
                    Twist("swap", tuple(rng.sample(line, 2))),
                    Twist("shift", tuple(rng.sample(line, 3))),
                    Twist("shuffle", tuple(rng.sample(every, 3))),
                )
            )
        )
    par = rng.choice(("", "4", "4.5", "12.25"))
    title = rng.choice(("Random", 'A "quoted" ö', "back\\slash"))
    order = rng.choice(ORDERS)
    any_order = rng.random() < 0.5
    return Puzzle(title, tuple(piles), "", par, low, mystery, any_order, order, tuple(twists))
