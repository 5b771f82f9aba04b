"""The most informative question against a slow search that follows the definition."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from facedown.games.turing import machine
from facedown.games.turing.cards import CODES
from facedown.games.turing.machine import Question, most_informative
from facedown.games.turing.problem import Difficulty, Mode, ProblemWorlds
from facedown.games.turing.studio.generate import generate

CLASSES: list[tuple[Mode, Difficulty, int]] = [
    ("classic", "easy", 4),
    ("classic", "standard", 5),
    ("extreme", "easy", 4),
    ("nightmare", "easy", 4),
]


def uncertainty(problem: ProblemWorlds, worlds: list[int]) -> float:
    """Bits of entropy about the code, times the number of worlds."""
    counts = Counter(problem.code(world) for world in worlds).values()
    return sum(count * math.log2(len(worlds) / count) for count in counts)


def least(problem: ProblemWorlds, worlds: list[int], code: int, asked: int, left: int) -> float:
    """The uncertainty that the best way to go on with this proposal is expected to leave."""
    now = uncertainty(problem, worlds)
    if not left or not now:
        return now
    return min(
        [now]
        + [
            after(problem, worlds, code, asked, verifier, left)
            for verifier in range(problem.problem.verifiers)
            if not asked >> verifier & 1
        ]
    )


def after(
    problem: ProblemWorlds, worlds: list[int], code: int, asked: int, verifier: int, left: int
) -> float:
    yes = problem.yes(code, verifier)
    parts = [[w for w in worlds if yes >> w & 1], [w for w in worlds if not yes >> w & 1]]
    if not all(parts):
        return math.inf
    return sum(least(problem, part, code, asked | 1 << verifier, left - 1) for part in parts)


def some_worlds(problem: ProblemWorlds, rng: random.Random) -> list[int]:
    return sorted(rng.sample(range(problem.size), min(problem.size, rng.randint(5, 40))))


@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES)
def test_a_new_round_is_as_good_as_the_best(
    mode: Mode, difficulty: Difficulty, verifiers: int
) -> None:
    rng = random.Random(7)
    for _ in range(2):
        problem = ProblemWorlds(generate(mode, difficulty, verifiers, rng)[0])
        worlds = some_worlds(problem, rng)
        question = most_informative(problem, sum(1 << world for world in worlds))
        if question is None:
            assert not uncertainty(problem, worlds)
            continue
        code, verifier = question
        best = min(least(problem, worlds, other, 0, 3) for other in range(len(CODES)))
        assert after(problem, worlds, code, 0, verifier, 3) == pytest.approx(best, abs=1e-3)


@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES)
def test_an_open_round_goes_on_as_best_it_can(
    mode: Mode, difficulty: Difficulty, verifiers: int
) -> None:
    rng = random.Random(8)
    for _ in range(20):
        problem = ProblemWorlds(generate(mode, difficulty, verifiers, rng)[0])
        worlds = some_worlds(problem, rng)
        line = (rng.randrange(125), 1 << rng.randrange(verifiers))
        left = rng.randint(1, 2)
        question = most_informative(problem, sum(1 << w for w in worlds), line, left)
        now = uncertainty(problem, worlds)
        best = least(problem, worlds, *line, left)
        if question is None:
            assert not now
        elif question[0] != line[0]:
            assert best == pytest.approx(now, abs=1e-3)
        else:
            found = after(problem, worlds, *line, question[1], left)
            assert found == pytest.approx(best, abs=1e-3)
            assert not line[1] >> question[1] & 1


def test_where_no_round_tells_about_the_code_the_laws_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No such belief is known, so here every search for one about the code comes back empty."""
    best_of = machine._best_of

    def best_of_laws(
        problem: ProblemWorlds,
        belief: int,
        codes: tuple[int, ...],
        asked: int,
        left: int,
        about_code: bool,
    ) -> Question | None:
        return None if about_code else best_of(problem, belief, codes, asked, left, about_code)

    monkeypatch.setattr(machine, "_best_of", best_of_laws)
    rng = random.Random(3)
    for _ in range(10):
        problem = ProblemWorlds(generate("nightmare", "easy", 4, rng)[0])
        belief = problem.everything
        while (question := most_informative(problem, belief)) is not None:
            yes = belief & problem.yes(*question)
            assert 0 != yes != belief
            belief = yes if rng.random() < 0.5 else belief ^ yes
        assert len(problem.codes(belief)) == 1


def test_nothing_to_ask_when_the_code_is_certain() -> None:
    problem = ProblemWorlds(generate("classic", "easy", 4, random.Random(1))[0])
    assert most_informative(problem, 1) is None
