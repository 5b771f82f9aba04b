"""The question solver against a plain recursion that can be checked by reading it."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from facedown.deduce.questioning import BadQuestions, Questioning, QuestionNode, Solution, solve

Round = tuple[int, Sequence[int]]
Sum = tuple[int, int]


class Case:
    """A small random problem, a belief in it and perhaps a round under way."""

    def __init__(self, rng: np.random.Generator) -> None:
        proposals, verifiers, worlds = (int(rng.integers(1, top)) for top in (6, 5, 10))
        self.per_round = int(rng.integers(1, 4))
        likely = rng.choice([0.25, 0.5])
        answers = (rng.random((proposals, verifiers, worlds)) < likely).astype(int)
        targets = rng.integers(0, rng.integers(1, worlds + 1), worlds)
        if rng.random() < 0.4:  # verifiers whose names are unknown
            orders = list(itertools.permutations(range(verifiers)))[:24]
            base = answers[:, :, :3]
            answers = np.concatenate([base[:, order, :] for order in orders], axis=2)[:, :, :12]
            targets = np.arange(answers.shape[2]) % base.shape[2]
        self.answers, self.targets = answers, targets
        size = len(targets)
        self.weights = rng.integers(1, 4, size)
        self.belief = [w for w in range(size) if rng.random() < 0.8] or [0]
        self.open_round: Round | None = None
        if rng.random() < 0.4:
            asked = [v for v in range(verifiers) if rng.random() < 0.4][: self.per_round]
            self.open_round = int(rng.integers(proposals)), asked

    def questioning(self) -> Questioning | None:
        """The solver, or None when targets cannot always be told apart."""
        try:
            return Questioning(self.targets, self.answers, self.weights, per_round=self.per_round)
        except BadQuestions:
            return None

    @property
    def total(self) -> int:
        return int(self.weights[self.belief].sum())

    def cost(self, solution: Solution) -> Sum:
        """Rounds and questions of a solution, summed over the weights."""
        rounds, questions = solution.rounds * self.total, solution.questions * self.total
        assert rounds.denominator == questions.denominator == 1
        return int(rounds), int(questions)

    def walk(self, root: QuestionNode) -> tuple[Sum, Sum]:
        """Cost of a strategy and its worst case, by following every world through it."""
        total_rounds = total_questions = most_rounds = most_questions = 0
        for world in self.belief:
            proposal, asked = self.open_round or (-1, [])
            used = set(asked)
            rounds = questions = 0
            node = root
            while node.question is not None:
                if node.begins_round:
                    proposal, used = node.question[0], set()
                    rounds += 1
                verifier = node.question[1]
                assert node.question[0] == proposal
                assert verifier not in used
                used.add(verifier)
                assert len(used) <= self.per_round
                questions += 1
                node = node.after(int(self.answers[proposal, verifier, world]))
            assert node.target == self.targets[world]
            total_rounds += rounds * int(self.weights[world])
            total_questions += questions * int(self.weights[world])
            most_rounds = max(most_rounds, rounds)
            most_questions = max(most_questions, questions)
        return (total_rounds, total_questions), (most_rounds, most_questions)


def reference(case: Case) -> Sum:
    """Least (rounds, questions) summed over weights, by trying everything."""
    proposals, verifiers, _ = case.answers.shape

    def split(belief: frozenset[int], p: int, v: int) -> tuple[frozenset[int], frozenset[int]]:
        yes = frozenset(w for w in belief if case.answers[p, v, w])
        return belief - yes, yes

    def add(*costs: Sum) -> Sum:
        return sum(c[0] for c in costs), sum(c[1] for c in costs)

    @cache
    def new_round(belief: frozenset[int]) -> Sum:
        weight = sum(int(case.weights[w]) for w in belief)
        return min(
            add((weight, weight), in_round(no, p, frozenset({v})), in_round(yes, p, frozenset({v})))
            for p in range(proposals)
            for v in range(verifiers)
            for no, yes in [split(belief, p, v)]
            if no and yes
        )

    @cache
    def in_round(belief: frozenset[int], p: int, asked: frozenset[int]) -> Sum:
        if len({int(case.targets[w]) for w in belief}) == 1:
            return 0, 0
        best = new_round(belief)
        weight = sum(int(case.weights[w]) for w in belief)
        if len(asked) < case.per_round:
            for v in set(range(verifiers)) - asked:
                no, yes = split(belief, p, v)
                if no and yes:
                    parts = in_round(no, p, asked | {v}), in_round(yes, p, asked | {v})
                    best = min(best, add((0, weight), *parts))
        return best

    belief = frozenset(case.belief)
    if case.open_round is not None:
        return in_round(belief, case.open_round[0], frozenset(case.open_round[1]))
    return new_round(belief) if len(set(case.targets[case.belief])) > 1 else (0, 0)


Cases = list[tuple[Case, Questioning, Sum]]


@pytest.fixture(scope="module")
def cases() -> Cases:
    rng = np.random.default_rng(20)
    found: Cases = []
    while len(found) < 250:
        case = Case(rng)
        questioning = case.questioning()
        if questioning is not None:
            found.append((case, questioning, reference(case)))
    return found


def test_cases_are_varied(cases: Cases) -> None:
    assert sum(case.open_round is not None for case, _, _ in cases) > 50
    assert sum(len(set(case.targets)) < len(case.targets) for case, _, _ in cases) > 50
    rounds = [Fraction(cost[0], case.total) for case, _, cost in cases]
    assert sum(value > 1 for value in rounds) > 30
    assert sum(value.denominator > 1 for value in rounds) > 30


def test_cost_is_that_of_the_reference(cases: Cases) -> None:
    for case, questioning, expected in cases:
        solution = questioning.solve(case.belief, open_round=case.open_round)
        assert solution.exact
        assert solution.lower == solution.upper
        assert case.cost(solution) == expected


def test_every_world_walked_through_the_tree_costs_what_is_claimed(cases: Cases) -> None:
    for case, questioning, expected in cases:
        solution = questioning.solve(case.belief, open_round=case.open_round)
        cost, worst = case.walk(solution.tree())
        assert cost == expected
        assert worst == (solution.worst_rounds, solution.worst_questions)
        leaves = [node for node in solution.tree() if node.question is None]
        assert sum(leaf.weight for leaf in leaves) == case.total


def test_next_question_is_the_root_of_the_tree_whatever_was_solved_before(cases: Cases) -> None:
    for case, questioning, _ in cases:
        before = questioning.solve(case.belief, open_round=case.open_round).next
        questioning.solve()
        again = questioning.solve(case.belief, open_round=case.open_round)
        assert again.next == before == again.tree().question
        fresh = case.questioning()
        assert fresh is not None
        tree = fresh.solve(case.belief, open_round=case.open_round).tree()
        assert [node.question for node in tree] == [node.question for node in again.tree()]


def test_following_the_next_question_realises_the_cost(cases: Cases) -> None:
    for case, questioning, expected in cases[:60]:
        total = [0, 0]
        for world in case.belief:
            belief, open_round = case.belief, case.open_round
            while (step := questioning.solve(belief, open_round=open_round).next) is not None:
                proposal, verifier = step
                solution = questioning.solve(belief, open_round=open_round)
                if solution.tree().begins_round:
                    total[0] += int(case.weights[world])
                    open_round = (proposal, [])
                assert open_round is not None
                total[1] += int(case.weights[world])
                answer = case.answers[proposal, verifier, world]
                belief = [w for w in belief if case.answers[proposal, verifier, w] == answer]
                open_round = (proposal, [*open_round[1], verifier])
        assert tuple(total) == expected


def test_bounds_hold_when_the_search_is_cut_short(cases: Cases) -> None:
    unfinished = 0
    for case, _, expected in cases:
        exact = Fraction(expected[0], case.total), Fraction(expected[1], case.total)
        for limit in (1, 2, 4):
            fresh = case.questioning()
            assert fresh is not None
            solution = fresh.solve(case.belief, open_round=case.open_round, node_limit=limit)
            assert solution.lower <= exact <= solution.upper
            assert solution.exact == (solution.lower == solution.upper)
            assert case.walk(solution.tree())[0] == case.cost(solution)
            unfinished += not solution.exact
    assert unfinished > 20


def cost(solution: Solution) -> str:
    """Rounds and questions as a person would write them."""
    return f"{solution.rounds} {solution.questions}"


def codes(*columns: str) -> npt.NDArray[Any]:
    """Answers of one proposal: one string of 0 and 1 per verifier, one place per world."""
    return np.array([[[int(answer) for answer in column] for column in columns]])


def test_eight_worlds_need_one_round_of_three_questions() -> None:
    solution = solve(range(8), codes("00001111", "00110011", "01010101"))
    assert cost(solution) == "1 3"
    assert solution.next == (0, 0)


def test_rounds_come_before_questions() -> None:
    # Proposal 0 tells all four worlds apart in a round of up to three questions; proposal 1
    # isolates the heavy world with one question, but the others then need a second round.
    answers = np.concatenate([codes("1000", "0100", "0010"), codes("0001", "0000", "0000")])
    solution = solve(range(4), answers, [1, 1, 1, 97])
    assert cost(solution) == "1 297/100"


def test_no_more_than_the_allowed_questions_in_a_round() -> None:
    answers = codes("00001111", "00110011", "01010101")
    solution = solve(range(8), answers, per_round=2)
    assert cost(solution) == "2 3"
    begun = solve(range(8), answers, per_round=2, belief=range(4), open_round=(0, [0]))
    assert cost(begun) == "1 2"


def test_a_round_that_was_begun_is_continued_for_free() -> None:
    answers = codes("0011", "0101")
    continued = solve(list("abcd"), answers, belief=[0, 1], open_round=(0, [0]))
    assert cost(continued) == "0 1"
    assert cost(solve(list("abcd"), answers, belief=[0, 1])) == "1 1"


def test_nothing_is_asked_when_the_target_is_certain() -> None:
    solution = solve(["same", "same"], codes("01"))
    assert solution.exact
    assert cost(solution) == "0 0"
    assert solution.next is None
    assert solution.tree().target == "same"


def test_weights_of_identical_worlds_add_up() -> None:
    apart = solve([0, 0, 1, 2], codes("0010", "0001"))
    merged = solve([0, 1, 2], codes("010", "001"), [2, 1, 1])
    assert (
        cost(apart) == cost(merged) == "1 7/4"
    )  # one question always, a second unless it says yes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0], [[0]]), r"\[proposal, verifier, world\]"),
        (([0, 1], codes("0")), "1 worlds but not as many targets"),
        (([0], np.full((1, 1, 1), 2)), "0 or 1"),
        (([0, 1], codes("11")), "answer every question alike"),
        (([0, 1], codes("01"), [1]), "not as many weights"),
        (([0, 1], codes("01"), [1, 0]), "positive whole number"),
        (([0, 1], codes("01"), [1.0, 2.0]), "positive whole number"),
        (([0, 1], codes("01"), [1, 1 << 60]), "too large"),
        (([0, 1], codes(*["01"] * 9)), "At most 8 verifiers"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(arguments: Any, message: str) -> None:
    with pytest.raises(BadQuestions, match=message):
        Questioning(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"belief": []}, "at least one world"),
        ({"belief": [2]}, "from 0 to 1"),
        ({"belief": [-1]}, "from 0 to 1"),
        ({"belief": "ab"}, "list of world numbers"),
        ({"open_round": (1, [])}, "proposal is not from 0 to 0"),
        ({"open_round": (0, [1])}, "must differ and be from 0 to 0"),
        ({"open_round": (0, [0, 0])}, "must differ"),
    ],
)
def test_beliefs_and_rounds_that_do_not_fit_are_refused(options: Any, message: str) -> None:
    with pytest.raises(BadQuestions, match=message):
        Questioning([0, 1], codes("01")).solve(**options)


def test_looking_at_a_problem_does_not_load_the_compiler() -> None:
    code = (
        "import sys; from facedown.deduce.questioning import Questioning;"
        "Questioning([0, 1], [[[0, 1]]]); sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
