"""The search for puzzles: exact ratings, the same by any executor, distinct up to symmetry."""

from __future__ import annotations

import json
import random
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path

import pytest

from facedown.core.errors import BadOption
from facedown.deduce.purchases.problem import BadPurchases
from facedown.deduce.purchases.rating import Rating, Shop, rating_of, rows_of
from facedown.games.mystery.help.par import best_of, dead_piles, par_of
from facedown.games.mystery.studio.findings import ADVISED, advised, picks_for, picks_of
from facedown.games.mystery.studio.library import PRINTED, find_puzzle, printed_puzzle
from facedown.games.mystery.studio.texts import read_puzzle
from facedown.lab.mystery.design import (
    Recipe,
    SearchOutcome,
    block,
    drawn,
    key_of,
    orders,
    puzzle_of,
    search,
    symmetries,
    unpriced,
)
from facedown.terminal.main import main

Output = pytest.CaptureFixture[str]
RECIPE = Recipe(piles=2, cells=(5, 7), removed=1, jokers=1)


def rating(shop: Shop) -> Rating:
    found = rating_of(rows_of(orders(), [shop])[0])
    assert found is not None
    return found


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(cells=(6, 9)),
        Recipe(piles=2, cells=(4, 7), removed=2, jokers=2),
        Recipe(piles=3, cells=(7, 8), removed=1, jokers=1, mystery=2),
    ],
)
def test_a_rating_is_the_exact_par(recipe: Recipe) -> None:
    for number in range(8):
        shop = drawn(recipe, 1, number)
        found, best = rating(shop), best_of(unpriced(shop))
        par = par_of(unpriced(shop), best)
        assert (found.expected, found.worst, found.chance) == (par.expected, par.worst, par.chance)
        assert found.distribution == par.distribution
        assert sum(best.questions()) == par.expected
        for pile in range(recipe.piles):
            less = best.problem.without(pile)
            other = rating(shop.without(pile))
            assert other.expected == type(best)(less).start.expected


def test_real_choices_are_counted_along_best_play() -> None:
    """The same by walking the tree of best play answer by answer."""
    (one, *_), _ = block(Recipe(piles=2, cells=(6, 6), par=(Fraction(7, 2), Fraction(4))), 3, 0, 60)
    shop, found = one.shop, one.rating
    best = best_of(unpriced(shop))
    dealt = [[cell for cell in range(16) if shop.piles[cell] == pile] for pile in range(2)]

    def walk(shown: list[tuple[int, int | None]], seen: list[int]) -> tuple[Fraction, Fraction]:
        """What is counted from here in the first layout; all are alike."""
        node = best.node(shown)
        if node.ask is None:
            return Fraction(0), Fraction(0)
        others = [
            after for p, after in enumerate(node.after) if p != node.ask and after is not None
        ]
        loss = min(others, default=node.expected + 1) - node.expected
        counted = Fraction(0 < loss < Fraction(1, 4)), Fraction(loss == 0)
        left = [cell for cell in dealt[node.ask] if cell not in seen]
        after = [walk([*shown, (node.ask, cell)], [*seen, cell]) for cell in left]
        return (
            counted[0] + sum((one for one, _ in after), Fraction(0)) / len(left),
            counted[1] + sum((one for _, one in after), Fraction(0)) / len(left),
        )

    assert walk([], []) == (found.choices, found.ties)
    assert found.choices > 0


def found_by(executor: Executor | None) -> SearchOutcome:
    return search(RECIPE, 5, 300, executor)


def test_any_executor_finds_the_same() -> None:
    alone = found_by(None)
    assert alone.candidates
    with ThreadPoolExecutor(3) as threads:
        assert found_by(threads) == alone
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        assert found_by(processes) == alone
    assert search(RECIPE, 6, 300).checksum != alone.checksum


def test_what_is_found_is_as_wanted_and_sorted_by_real_choices() -> None:
    low, high = Fraction(3), Fraction(7, 2)
    found = search(Recipe(cells=(7, 9), par=(low, high), worst=4), 2, 400)
    choices = [one.rating.choices for one in found.candidates]
    assert choices == sorted(choices, reverse=True)
    assert len({one.key for one in found.candidates}) == len(found.candidates) > 2
    for one in found.candidates[:4]:
        best = best_of(unpriced(one.shop))
        par = par_of(unpriced(one.shop), best)
        assert low <= par.expected <= high
        assert (par.worst, par.determined, dead_piles(best)) == (4, True, ())


def test_dead_piles_and_uncertain_ones_come_only_when_asked() -> None:
    usual, _ = block(RECIPE, 4, 0, 120)
    dead, _ = block(Recipe(2, (5, 7), 1, 1, 1, dead=True), 4, 0, 120)
    both, _ = block(Recipe(2, (5, 7), 1, 1, 1, dead=True, uncertain=True), 4, 0, 120)
    assert len(usual) < len(dead) < len(both)
    assert {one.number for one in usual} < {one.number for one in dead}


def test_puzzles_that_symmetries_make_one_are_one() -> None:
    rng = random.Random(1)
    for number in range(20):
        shop = drawn(Recipe(removed=1, jokers=1, mystery=2), 7, number)
        symmetry = [int(cell) for cell in rng.choice(list(symmetries()))]
        renamed = rng.sample(range(3), 3)
        piles = tuple(renamed[p] if (p := shop.piles[at]) >= 0 else -1 for at in symmetry)
        back = [renamed.index(pile) for pile in range(3)]
        other = Shop(
            piles,
            tuple(sorted(symmetry.index(cell) for cell in shop.wanted)),
            tuple(shop.removed[pile] for pile in back),
            tuple(shop.blanks[pile] for pile in back),
        )
        assert key_of(other) == key_of(shop)
        assert key_of(drawn(Recipe(), 8, number)) != key_of(shop)


def test_an_interrupt_ends_the_search_with_what_was_found() -> None:
    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    found = search(RECIPE, 5, 300, None, interrupt)
    assert found.stopped
    assert found.looked == 300
    assert found.candidates == search(RECIPE, 5, 300).candidates


def test_what_cannot_be_is_refused() -> None:
    for wrong in (
        {"piles": 0},
        {"cells": (2, 9)},
        {"cells": (9, 8)},
        {"mystery": 5},
        {"jokers": 9},
    ):
        with pytest.raises(BadOption):
            Recipe(**wrong)
    with pytest.raises(BadPurchases):
        rows_of(orders(), [Shop((0,) * 16, (0,), (0,), (6,))])
    with pytest.raises(BadPurchases):
        rows_of(orders(), [Shop((0, *(-1,) * 15), (1,), (2,), (0,))])


@pytest.mark.parametrize("name", PRINTED)
def test_advised_prices_cost_about_as_much_as_is_asked_for(name: str) -> None:
    puzzle = printed_puzzle(name)
    best = best_of(puzzle)
    costs = []
    for picks in (12, 24, 36):
        prices = advised(puzzle, Fraction(picks), best)
        assert {*prices} <= {*ADVISED}
        costs.append(picks_of(puzzle, best.questions(), prices))
        assert abs(costs[-1] - picks) < 4
    deck = puzzle.low_cards
    told = [best.start.after[pile] for pile in range(3)]
    dearest = max(range(3), key=lambda pile: picks_for(prices[pile], deck))
    assert told[dearest] == min(one for one in told if one is not None)


def test_by_command(tmp_path: Path, capsys: Output) -> None:
    wanted = ["design", "mystery", "--par", "3.5", "--cells", "7-8", "--candidates", "200"]
    wanted += ["--count", "2", "--seed", "3"]
    assert main([*wanted, "--json", "--out", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["puzzles"]) == 2
    for one in found["puzzles"]:
        puzzle = find_puzzle(one["code"])
        assert read_puzzle(one["file"]) == puzzle
        assert str(par_of(puzzle).expected) == one["par"]
        assert Fraction(13, 4) <= Fraction(one["par"]) <= Fraction(15, 4)
    assert len(list(tmp_path.glob("*.toml"))) == 2
    assert main([*wanted, "--workers", "1"]) == 0
    said = capsys.readouterr().out
    assert found["checksum"] in said
    assert "real choices" in said
    for wrong in (["--par", "x"], ["--cells", "3"], ["--count", "0"], ["--workers", "0"]):
        assert main(["design", "mystery", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_found_puzzle_is_priced_and_has_its_par_in_halves() -> None:
    (one, *_) = search(RECIPE, 5, 128).candidates
    puzzle = puzzle_of(one, "SearchOutcome")
    assert abs(Fraction(puzzle.par) - one.rating.expected) <= Fraction(1, 4)
    assert {pile.price for pile in puzzle.piles} <= {*ADVISED}
