"""Verifiers without names: beliefs as sets of laws against the same search over worlds."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from facedown.deduce.questioning import BadQuestions, Questioning, Solution
from facedown.games.turing.problem import ProblemWorlds
from facedown.games.turing.studio.generate import generate

Round = tuple[int, list[int]]


class Nameless:
    """A random problem: choices of laws, which lie behind the verifiers in any order."""

    def __init__(self, rng: np.random.Generator) -> None:
        proposals, self.verifiers = int(rng.integers(3, 9)), int(rng.integers(2, 5))
        laws = np.unique(rng.integers(0, 2, (14, proposals)), axis=0)
        made = int(rng.integers(2, 9))
        choices = [rng.choice(len(laws), self.verifiers, replace=False) for _ in range(made)]
        orders = list(itertools.permutations(range(self.verifiers)))
        rows = np.array([choice[list(order)] for choice in choices for order in orders])
        self.answers = np.ascontiguousarray(laws[rows].transpose(2, 1, 0))
        self.targets = np.repeat(rng.integers(0, made, made), len(orders))
        self.weights = np.repeat(rng.integers(1, 4, made), len(orders))
        self.per_round = int(rng.integers(1, 4))

    def questioning(self, *, by_law: bool) -> Questioning:
        """The solver, which goes by laws, or by worlds as where verifiers have names."""
        made = Questioning(self.targets, self.answers, self.weights, per_round=self.per_round)
        assert made._problem.laws is not None
        if not by_law:
            made._problem.laws = None
        return made

    def play_on(self, rng: np.random.Generator) -> tuple[list[int], Round | None]:
        """What is left after some answers, and the round under way, if any."""
        left = np.arange(len(self.targets))
        truth = int(rng.integers(len(self.targets)))
        open_round: Round | None = None
        for _ in range(rng.integers(0, 3)):
            open_round = int(rng.integers(len(self.answers))), []
            for verifier in rng.permutation(self.verifiers)[: rng.integers(1, self.per_round + 1)]:
                said = self.answers[open_round[0], verifier]
                left = left[said[left] == said[truth]]
                open_round[1].append(int(verifier))
        if rng.random() < 0.5:
            open_round = None
        return left.tolist(), open_round


def everything(solution: Solution) -> object:
    """What an exact solution says."""
    questions = [(node.question, node.begins_round, node.target) for node in solution.tree()]
    return solution.exact, solution.lower, solution.upper, solution.next, questions


@pytest.fixture(scope="module")
def problems() -> list[Nameless]:
    rng = np.random.default_rng(5)
    found: list[Nameless] = []
    while len(found) < 80:
        problem = Nameless(rng)
        try:
            Questioning(problem.targets, problem.answers)
        except BadQuestions:
            continue
        found.append(problem)
    return found


def test_going_by_laws_says_what_going_by_worlds_does(problems: list[Nameless]) -> None:
    rng = np.random.default_rng(6)
    opened = later = 0
    for problem in problems:
        laws, worlds = (problem.questioning(by_law=by_law) for by_law in (True, False))
        for _ in range(3):
            belief, open_round = problem.play_on(rng)
            by_law, by_world = (
                each.solve(belief, open_round=open_round) for each in (laws, worlds)
            )
            assert by_law.exact
            assert everything(by_law) == everything(by_world)
            opened += by_law.opened
            later += by_law.rounds > 0 and len(belief) < len(problem.targets)
        assert laws.cost(node_limit=10**6)[0] == worlds.solve().upper
    assert opened > 1000
    assert later > 50


def test_what_no_answers_lead_to_is_searched_by_worlds(problems: list[Nameless]) -> None:
    rng = np.random.default_rng(7)
    for problem in problems[:30]:
        laws, worlds = (problem.questioning(by_law=by_law) for by_law in (True, False))
        laws.solve()
        belief = np.flatnonzero(rng.random(len(problem.targets)) < 0.7)
        if belief.size:
            assert everything(laws.solve(belief)) == everything(worlds.solve(belief))


def test_bounds_by_laws_hold_when_the_search_is_cut_short(problems: list[Nameless]) -> None:
    unfinished = 0
    for problem in problems[:40]:
        exact = problem.questioning(by_law=False).solve().upper
        for limit in (1, 3, 9):
            solution = problem.questioning(by_law=True).solve(node_limit=limit)
            assert solution.lower <= exact <= solution.upper
            assert solution.exact == (solution.lower == solution.upper)
            unfinished += not solution.exact
    assert unfinished > 15


def test_orbits_stand_for_all_worlds(problems: list[Nameless]) -> None:
    """The weight that a search by laws sees is that of the worlds."""
    from facedown.deduce.questioning.kernels import orbits
    from facedown.deduce.questioning.kernels.frames import TOTAL
    from facedown.deduce.questioning.problem import QuestionStart

    rng = np.random.default_rng(8)
    for problem in problems:
        inner = problem.questioning(by_law=True)._problem
        worlds, heavy = inner.belief(problem.play_on(rng)[0])
        context = inner.context(QuestionStart(worlds, heavy, -1, 0))
        sets = np.sort(inner.sets(QuestionStart(worlds, heavy, -1, 0)))
        frame, members = np.zeros(orbits.WIDE, np.int64), np.zeros(problem.verifiers, np.int64)
        orbits.form_classes(context, sets, frame, members)
        pool = np.empty((worlds.size, problem.verifiers + 1), np.int64)
        assert orbits.most_orbits(context.laws, members, frame[orbits.CLASSES]) <= 24 * 8
        end = orbits.arrange(context.laws, sets, pool, 0)
        orbits.fill_floor(context, frame, pool[:end], members)
        assert frame[TOTAL] == heavy[worlds].sum()


@pytest.mark.parametrize("verifiers", [4, 5, 6])
def test_small_nightmares_are_played_alike(verifiers: int) -> None:
    rng = random.Random(verifiers)
    compared = 0
    while compared < 3:
        worlds = ProblemWorlds(generate("nightmare", "easy", verifiers, rng)[0])
        if 1 < len(worlds.choices) < 6:
            laws, plain = (Questioning(*worlds.arrays()) for _ in range(2))
            plain._problem.laws = None
            assert everything(laws.solve()) == everything(plain.solve())
            compared += 1
