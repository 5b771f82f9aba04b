"""Searches that do not end soon: limits, progress, interruption, large beliefs."""

from __future__ import annotations

import itertools
import os
import signal
import threading
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from facedown.deduce.questioning import Questioning, SoFar, Solution
from facedown.deduce.questioning.kernels import descent
from facedown.deduce.questioning.kernels import nameless as nameless_kernels
from facedown.deduce.questioning.kernels.descent import follow, search
from facedown.deduce.questioning.kernels.nameless import search_nameless
from facedown.deduce.questioning.problem import (
    INFINITE,
    LIMIT,
    OPENED,
    STOP,
    Context,
    QuestionStart,
)


def endless(worlds: int = 3000) -> Questioning:
    """A problem without structure that takes far longer than any test."""
    rng = np.random.default_rng(3)
    return Questioning(np.arange(worlds), rng.integers(0, 2, (60, 6, worlds)))


def nameless(proposals: int = 9, choices: int = 6) -> tuple[Questioning, npt.NDArray[np.int64]]:
    """Some choices of four laws over some proposals, behind verifiers in any order."""
    rng = np.random.default_rng(7)
    laws = rng.integers(0, 2, (proposals, 4, choices))
    orders = list(itertools.permutations(range(4)))
    answers = np.concatenate([laws[:, order, :] for order in orders], axis=2)
    targets = np.tile(np.arange(choices), len(orders))
    return Questioning(targets, answers), answers


def walk(solution: Solution, answers: npt.NDArray[np.int64]) -> float:
    """Mean number of rounds over all worlds."""
    rounds = 0
    for world in range(answers.shape[2]):
        node = solution.tree()
        while node.question is not None:
            rounds += node.begins_round
            node = node.after(int(answers[(*node.question, world)]))
    return float(rounds / answers.shape[2])


def test_the_time_limit_is_kept_and_the_bounds_are_real() -> None:
    questioning = endless()
    questioning.solve([0, 1])  # compiles
    solution = questioning.solve(time_limit=0.5)
    assert not solution.exact
    assert Fraction(1) < solution.lower[0] < solution.upper[0]
    assert solution.next == solution.tree().question
    assert sum(node.weight for node in solution.tree() if node.question is None) == 3000


def test_a_node_limit_gives_the_same_result_every_time() -> None:
    first, second = (endless(400).solve(node_limit=700) for _ in range(2))
    assert not first.exact
    assert (first.lower, first.upper, first.opened) == (second.lower, second.upper, second.opened)
    questions = [[node.question for node in solution.tree()] for solution in (first, second)]
    assert questions[0] == questions[1]


def test_a_longer_search_proves_more() -> None:
    bounds = [endless(150).solve(node_limit=limit) for limit in (1, 100, 2000)]
    lowers = [solution.lower for solution in bounds]
    assert lowers == sorted(lowers)
    assert lowers[0] < lowers[-1]
    assert max(lowers) <= min(solution.upper for solution in bounds)


def test_progress_is_reported_and_bounds_only_tighten() -> None:
    seen: list[SoFar] = []
    solution = endless().solve(time_limit=1, progress=seen.append)
    assert seen
    assert [report.opened for report in seen] == sorted(report.opened for report in seen)
    assert all(report.lower <= solution.upper for report in seen)


def test_ctrl_c_ends_a_search_and_the_object_stays_usable() -> None:
    questioning = endless()
    expected = questioning.solve(range(5))
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        questioning.solve()
    assert questioning.solve(range(5)).upper == expected.upper


def test_an_error_in_the_progress_report_ends_the_search() -> None:
    def fail(report: SoFar) -> None:
        raise LookupError(report.opened)

    with pytest.raises(LookupError):
        endless().solve(progress=fail)


def test_verifiers_without_names_are_interchangeable() -> None:
    questioning, answers = nameless()
    solution = questioning.solve()
    assert solution.exact
    assert walk(solution, answers) == float(solution.rounds)
    assert solution.next is not None
    assert solution.next[1] == 0  # the first of equals
    # telling the solver less about the symmetry (by weights that hardly matter) changes no cost
    heavy = np.full(answers.shape[2], 10**4)
    heavy[0] += 1
    targets = np.tile(np.arange(6), 24)
    skewed = Questioning(targets, answers, heavy).solve()
    assert skewed.exact
    assert abs(float(skewed.rounds - solution.rounds)) < 1e-4


def test_an_exact_solution_is_written_down_with_hardly_any_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first round is known from the search, and what every belief after it costs."""
    questioning, answers = nameless(12, 40)
    solution = questioning.solve()
    assert solution.exact
    assert solution.opened > 1000
    opened = 0

    def counting(context: Context, *arguments: Any) -> tuple[int, int, int]:
        nonlocal opened
        before = int(context.control[OPENED])
        found: tuple[int, int, int] = search_nameless(context, *arguments)
        opened += int(context.control[OPENED]) - before
        return found

    monkeypatch.setattr(nameless_kernels, "search_nameless", counting)
    assert solution.next is not None
    assert opened == 0
    places = sum(node.question is not None for node in solution.tree())
    assert opened <= places
    assert walk(solution, answers) == float(solution.rounds)


def test_bounds_shown_never_fall_back() -> None:
    seen: list[SoFar] = []

    def watch(report: SoFar) -> None:
        seen.append(report)
        if len({report.lower for report in seen}) > 2:
            raise LookupError(report.opened)

    with pytest.raises(LookupError):
        endless().solve(progress=watch)
    lowers = [report.lower for report in seen]
    assert lowers == sorted(lowers)
    uppers = [report.upper for report in seen if report.upper is not None]
    assert uppers == sorted(uppers, reverse=True)


def test_after_the_time_limit_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing the strategy down only follows what is known then."""
    searched = followed = 0

    def watching(context: Context, *arguments: Any) -> tuple[int, int, int]:
        nonlocal searched
        searched += 1
        found: tuple[int, int, int] = search(context, *arguments)
        return found

    def following(context: Context, *arguments: Any) -> int:
        nonlocal followed
        before = int(context.control[OPENED])
        choice = int(follow(context, *arguments))
        followed += 1
        assert context.control[OPENED] == before
        return choice

    monkeypatch.setattr(descent, "search", watching)
    monkeypatch.setattr(descent, "follow", following)
    solution = endless(400).solve(time_limit=1e-9)
    assert not solution.exact
    assert searched == 1
    assert followed > 50
    assert sum(node.weight for node in solution.tree() if node.question is None) == 400


@pytest.mark.parametrize(
    ("worlds", "open_round", "node_limit", "opened", "upper", "question"),
    [
        (40, None, None, 64, ("182/95", "512/95"), (13, 1)),
        (60, (3, [1]), None, 175, ("82/55", "1003/165"), (3, 2)),
        (90, None, 300, 300, ("511/225", "484/75"), (4, 2)),
    ],
)
def test_a_search_opens_as_many_beliefs_as_it_always_did(
    worlds: int,
    open_round: tuple[int, list[int]] | None,
    node_limit: int | None,
    opened: int,
    upper: tuple[str, str],
    question: tuple[int, int],
) -> None:
    """The order of the search: a change of it changes how much is opened before the end."""
    rng = np.random.default_rng({40: 1, 60: 2, 90: 3}[worlds])
    answers, weights = rng.integers(0, 2, (20, 5, worlds)), rng.integers(1, 5, worlds)
    questioning = Questioning(np.arange(worlds), answers, weights)
    solution = questioning.solve(open_round=open_round, node_limit=node_limit)
    assert solution.exact == (node_limit is None)
    assert (solution.opened, solution.next) == (opened, question)
    assert (str(solution.upper[0]), str(solution.upper[1])) == upper


def test_a_search_that_is_stopped_before_it_begins_proves_no_more_than_it_knows() -> None:
    """What only follows the memo is no search, and its cost no lower bound."""
    problem = endless(50)._problem
    worlds, heavy = problem.belief(None)
    context = problem.context(QuestionStart(worlds, heavy, -1, 0))
    context.control[STOP], context.control[LIMIT] = 1, INFINITE
    low, high, choice = search(context, worlds, INFINITE, -1, 0, problem.empty_plan())
    assert (high, choice) == (INFINITE, -1)
    assert 0 < low < INFINITE
