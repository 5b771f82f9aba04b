"""The generator: uniform over each class (T3, T4), one-code problems left out (T5)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Hashable
from functools import cache
from itertools import combinations, product
from typing import cast

import pytest
from tests.games.turing.reference import only_code

from facedown.games.turing.cards import CARDS, LAWS
from facedown.games.turing.problem import (
    DIFFICULTIES,
    MODES,
    Difficulty,
    Mode,
    ProblemWorlds,
    admissible_choices,
)
from facedown.games.turing.studio.generate import GenerateError, generate
from facedown.lab.turing.census import census

CLASSES = list(product(MODES, DIFFICULTIES, (4, 5, 6)))


@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES)
def test_t3_t4_t5_problems_belong_to_their_class(
    mode: Mode, difficulty: Difficulty, verifiers: int
) -> None:
    rng = random.Random(f"{mode} {difficulty} {verifiers}")
    for _ in range(8):
        problem, laws = generate(mode, difficulty, verifiers, rng)
        assert problem.mode == mode
        assert problem.difficulty == difficulty
        assert problem.verifiers == verifiers
        assert all(cards == tuple(sorted(cards)) for cards in problem.cards)
        assert problem.cards == tuple(sorted(problem.cards))
        assert only_code(LAWS[law].name for law in laws)
        worlds = ProblemWorlds(problem)
        assert worlds.laws(worlds.index(laws)) == laws
        assert len(worlds.codes(worlds.everything)) > 1


def test_a_seed_is_a_problem_and_the_global_generator_is_not_touched() -> None:
    before = random.getstate()
    drawn = [generate("extreme", "hard", 5, random.Random(7)) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert drawn[0] != generate("extreme", "hard", 5, random.Random(8))
    assert random.getstate() == before


def assert_uniform(drawn: Counter[Hashable], everything: Collection[Hashable]) -> None:
    """Chi-square of equal chances; its exact mean and variance, and four standard deviations."""
    assert set(drawn) <= set(everything)
    draws, kinds = drawn.total(), len(everything)
    expected = draws / kinds
    chi_square = sum((drawn[kind] - expected) ** 2 / expected for kind in everything)
    variance = 2 * (kinds - 1) * (1 - 1 / draws)
    assert abs(chi_square - (kinds - 1)) < 4 * variance**0.5


@cache
def everything(last_card: int, verifiers: int) -> dict[tuple[int, ...], int]:
    """All admissible Classic choices on cards 1 to ``last_card``: laws -> how many codes."""
    found = {}
    for cards in combinations(range(1, last_card + 1), verifiers):
        choices = admissible_choices([[law.index for law in CARDS[c].laws] for c in cards])
        codes = len({code for _, code in choices})
        found.update({laws: codes for laws, _ in choices})
    assert len(found) == census((verifiers,), cards=range(1, last_card + 1)).total
    return found


@pytest.mark.parametrize(("verifiers", "draws"), [(4, 40_000), (5, 20_000), (6, 2_000)])
def test_classic_easy_is_uniform(verifiers: int, draws: int) -> None:
    rng = random.Random(20 + verifiers)
    drawn: Counter[Hashable] = Counter(
        generate("classic", "easy", verifiers, rng, least=1)[1] for _ in range(draws)
    )
    assert_uniform(drawn, everything(17, verifiers))


def test_t5_leaving_out_one_code_problems_keeps_the_rest_uniform() -> None:
    rng = random.Random(31)
    drawn: Counter[Hashable] = Counter(
        generate("classic", "easy", 4, rng)[1] for _ in range(10_000)
    )
    wanted = [laws for laws, codes in everything(17, 4).items() if codes > 1]
    assert 0 < len(wanted) < len(everything(17, 4))
    assert_uniform(drawn, wanted)


def test_t4_classic_standard_is_uniform() -> None:
    rng = random.Random(32)
    drawn: Counter[Hashable] = Counter(
        generate("classic", "standard", 4, rng, least=1)[1] for _ in range(20_000)
    )
    wanted = [laws for laws in everything(22, 4) if any(LAWS[law].card > 17 for law in laws)]
    assert_uniform(drawn, wanted)


def test_t3_extreme_laws_and_decoys_are_uniform() -> None:
    rng = random.Random(33)
    draws = 20_000
    laws_drawn: Counter[Hashable] = Counter()
    decoys_drawn: Counter[int] = Counter()
    partners: Counter[Hashable] = Counter()
    for _ in range(draws):
        problem, laws = generate("extreme", "easy", 4, rng, least=1)
        laws_drawn[tuple(sorted(laws))] += 1
        own = [LAWS[law].card for law in laws]
        decoys = [sum(pair) - card for pair, card in zip(problem.cards, own, strict=True)]
        decoys_drawn.update(decoys)
        # Which of the decoys, in ascending order, stands with which true card, likewise.
        true_order = sorted(range(4), key=own.__getitem__)
        partners[tuple(sorted(decoys).index(decoys[i]) for i in true_order)] += 1
    choices = everything(17, 4)
    assert_uniform(laws_drawn, choices)
    assert len(partners) == 24
    assert_uniform(partners, list(partners))
    # A card not among the 4 true ones is one of the 4 decoys out of 13 with chance 4/13.
    for card in range(1, 18):
        away = sum(all(LAWS[law].card != card for law in laws) for laws in choices)
        chance = away / len(choices) * 4 / 13
        spread = (draws * chance * (1 - chance)) ** 0.5
        assert abs(decoys_drawn[card] - draws * chance) < 4 * spread


def test_t3_nightmare_laws_and_permutations_are_uniform() -> None:
    rng = random.Random(34)
    laws_drawn: Counter[Hashable] = Counter()
    orders: Counter[Hashable] = Counter()
    for _ in range(10_000):
        problem, laws = generate("nightmare", "easy", 4, rng, least=1)
        laws_drawn[tuple(sorted(laws))] += 1
        orders[tuple(problem.cards.index((LAWS[law].card,)) for law in laws)] += 1
    assert_uniform(laws_drawn, everything(17, 4))
    assert len(orders) == 24
    assert_uniform(orders, list(orders))


def test_wishes_that_make_no_sense_get_one_sentence() -> None:
    rng = random.Random(1)
    with pytest.raises(GenerateError, match=r"^There is no mode 'solo'; .*\.$"):
        generate(cast("Mode", "solo"), "easy", 4, rng)
    with pytest.raises(GenerateError, match=r"^There is no difficulty 'mild'; .*\.$"):
        generate("classic", cast("Difficulty", "mild"), 4, rng)
    with pytest.raises(GenerateError, match=r"^A problem has 4, 5 or 6 verifiers, not 7\.$"):
        generate("classic", "easy", 7, rng)
