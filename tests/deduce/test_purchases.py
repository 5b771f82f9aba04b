"""Fewest purchases: the quick way against the definition, and what both come to by hand."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from math import comb

import pytest

from facedown.deduce.purchases import (
    Arrangement,
    BadPurchases,
    Best,
    PurchaseProblem,
    TooMany,
    values,
)
from facedown.deduce.purchases.reference import Reference

ROWS, COLUMNS = 3, 3


def grid() -> list[list[int]]:
    """The orders of a grid whose rows and columns are shuffled."""
    return [
        [row[at // COLUMNS] * COLUMNS + column[at % COLUMNS] for at in range(ROWS * COLUMNS)]
        for row in permutations(range(ROWS))
        for column in permutations(range(COLUMNS))
    ]


def line(things: int) -> list[list[int]]:
    """Every order of so many things."""
    return [list(order) for order in permutations(range(things))]


def shuffled(cards: int, taken: int = 0, blanks: int = 0) -> tuple[tuple[int, ...], ...]:
    """The chances of a pile from which cards were taken before blanks were added."""
    return tuple(
        tuple(
            comb(cards - shown, taken) * int(Fraction(comb(blanks, more)) * _factorial(more))
            for more in range(blanks + 1)
        )
        for shown in range(cards + 1)
    )


def _factorial(number: int) -> int:
    return 1 if number < 2 else number * _factorial(number - 1)


def some_problem(rng: random.Random) -> PurchaseProblem:
    """A small problem with everything that there can be."""
    piles = rng.choice((1, 2, 2, 3))
    arrangements = []
    places = list(range(ROWS * COLUMNS))
    wanted_all = rng.sample(places, rng.choice((1, 1, 2)))
    of_place = [-1 if at in wanted_all else rng.randrange(-1, piles) for at in places]
    wanted: tuple[tuple[int, ...], ...]
    if rng.random() < 0.5:
        wanted = (tuple(sorted(wanted_all)),)
    else:
        wanted = tuple((at,) for at in wanted_all)
    counts = [of_place.count(pile) for pile in range(piles)]
    taken = [rng.randrange(2) if count > 1 else 0 for count in counts]
    blanks = [rng.choice((0, 0, 1, 2)) for _ in counts]
    chances = tuple(map(shuffled, counts, taken, blanks))
    mixed = rng.sample(places, rng.choice((0, 0, 2)))
    for ways in (1, 2) if mixed else (1,):
        arrangements.append(
            Arrangement(
                tuple(of_place),
                tuple(tuple(sorted(group)) for group in wanted),
                chances,
                ways,
            )
        )
        if mixed:  # the second time these two have changed places
            one, other = mixed
            of_place[one], of_place[other] = of_place[other], of_place[one]
            change = {one: other, other: one}
            wanted = tuple(tuple(change.get(at, at) for at in group) for group in wanted)
    sizes = [c - t + b for c, t, b in zip(counts, taken, blanks, strict=True)]
    return PurchaseProblem(grid(), arrangements, sizes)


@pytest.mark.parametrize("seed", range(25))
def test_best_play_is_what_its_definition_says(seed: int) -> None:
    problem = some_problem(random.Random(seed))
    best, reference = Best(problem), Reference(problem).start()
    start = best.start
    assert (start.expected, start.worst) == (reference.expected, reference.worst)
    assert best.chance_at_end == reference.chance
    distribution = best.distribution()
    assert sum(distribution.values()) == 1
    assert sum(n * chance for n, chance in distribution.items()) == start.expected
    guesses = best.right_guess()
    assert guesses[0] == start.chance
    assert guesses[-1] == reference.chance
    assert list(guesses) == sorted(guesses)


@pytest.mark.parametrize("seed", [1, 4, 9])
def test_numbers_that_outgrow_64_bits_give_the_same(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = some_problem(random.Random(seed))
    small = Best(problem)
    monkeypatch.setattr("facedown.deduce.purchases.best._SURE", 0)
    large = Best(problem, 20_000_000)
    assert large.start == small.start
    assert large.distribution() == small.distribution()
    assert large.right_guess() == small.right_guess()


def test_one_pile_of_three_things_by_hand() -> None:
    """The thing on place 0 of four is wanted, the others are in a pile: all three are needed."""
    problem = PurchaseProblem(line(4), [Arrangement((-1, 0, 0, 0), ((0,),), (shuffled(3),))], [3])
    best = Best(problem)
    assert best.start.expected == best.start.worst == 3
    assert best.distribution() == {3: 1}
    assert best.right_guess() == tuple(Fraction(1, n) for n in (4, 3, 2, 1))


def test_a_blank_is_a_question_that_tells_nothing() -> None:
    """Of three things and a blank all three are needed: 3 · 1/4 + 4 · 3/4 questions."""
    chances = (shuffled(3, blanks=1),)
    problem = PurchaseProblem(line(4), [Arrangement((-1, 0, 0, 0), ((0,),), chances)], [4])
    assert Best(problem).start.expected == Fraction(15, 4)


def test_play_ends_when_no_question_can_raise_the_chance() -> None:
    """Two of four places are in a pile, so the guess stays one of two."""
    problem = PurchaseProblem(line(4), [Arrangement((-1, -1, 0, 0), ((0,),), (shuffled(2),))], [2])
    best = Best(problem)
    assert best.start.expected == 2
    assert best.chance_at_end == Fraction(1, 2)
    blind = PurchaseProblem(
        [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2]],
        [Arrangement((-1, -1, 0, 0), ((0,),), (shuffled(2),))],
        [2],
    )
    assert Best(blind).start.expected == 0, "what the pile shows has nothing to do with place 0"


def test_the_strategy_can_be_walked() -> None:
    problem = some_problem(random.Random(3))
    best, rng = Best(problem), random.Random(5)
    for _ in range(20):
        arrangement = rng.choice(problem.arrangements)
        order = problem.orders[rng.randrange(len(problem.orders))]
        shown: list[tuple[int, int | None]] = []
        node = best.node(shown)
        assert node == best.start
        while node.ask is not None:
            assert node.after[node.ask] == node.expected
            left = [
                thing
                for thing in range(len(order))
                if arrangement.piles[order[thing]] == node.ask and (node.ask, thing) not in shown
            ]
            if not left:
                break
            shown.append((node.ask, rng.choice(left)))
            node = best.node(shown)
    with pytest.raises(BadPurchases):
        best.node([(0, 0), (0, 0)])


def test_without_a_pile_that_tells_nothing_all_is_the_same() -> None:
    chances = (shuffled(3), shuffled(0, blanks=1))
    problem = PurchaseProblem(line(4), [Arrangement((-1, 0, 0, 0), ((0,),), chances)], [3, 1])
    assert Best(problem.without(1)).start.expected == Best(problem).start.expected
    assert Best(problem.without(0)).start.expected == 0


def test_too_many_states_are_refused() -> None:
    with pytest.raises(TooMany):
        Best(some_problem(random.Random(3)), 5)


def test_parts_that_do_not_fit_are_refused() -> None:
    one = Arrangement((0, -1), ((1,),), (shuffled(1),))
    with pytest.raises(BadPurchases, match="first order"):
        PurchaseProblem([[1, 0], [0, 1]], [one], [1])
    with pytest.raises(BadPurchases, match="no order or no arrangement"):
        PurchaseProblem([[0, 1], [1, 0]], [], [1])


def test_whatever_comes_next_chances_add_up() -> None:
    """The condition that the chances of a pile are given under."""
    table = shuffled(4, taken=2, blanks=2)
    for shown in range(3):
        for blanks in range(2):
            left = 4 - shown - blanks
            more = (4 - shown) * table[shown + 1][blanks] + table[shown][blanks + 1]
            assert more == left * table[shown][blanks]
    assert values.DONE < 0
