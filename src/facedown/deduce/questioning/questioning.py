"""Exact best play when asking verifiers about proposals, in rounds."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from facedown.deduce.questioning.layout import (
    INFINITE,
    LIMIT,
    LOWER,
    OPENED,
    PLAN_ACTIONS,
    PROPOSAL,
    STOP,
    TARGET,
    UPPER,
    WEIGHT,
    Ints,
)
from facedown.deduce.questioning.problem import Problem, Start
from facedown.deduce.questioning.solution import Cost, Solution, expected

# Beliefs opened before a second thread is started, and the problems for which that takes no more
# than a few hundredths of a second; otherwise only one.
FIRST_SLICE = 200
SMALL = 128
# After an unfinished search, beliefs of so few worlds are still searched for their part of the
# strategy, opening so many beliefs each at most.
TINY = 40
BUDGET = 60
POLL_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class SoFar:
    """How far a long search is: beliefs opened so far and the bounds proven so far."""

    seconds: float
    opened: int
    lower: Cost
    upper: Cost | None


class Questioning:
    """A question problem that can be solved from one belief after another.

    There are W worlds, one of which is true with a probability in proportion to its weight, and
    each has a target that is to be found out.  In a round one chooses a proposal and asks up to
    ``per_round`` different verifiers about it, one after another, seeing every answer before
    deciding what to do next.  Play ends as soon as all worlds left share a target.  Best play needs
    the fewest expected rounds and, among such play, the fewest expected questions.

    ``targets[w]`` names the target of world ``w``, ``answers[p, v, w]`` (0 or 1) is what verifier
    ``v`` says in world ``w`` about proposal ``p``, ``weights[w]`` a positive whole number.

    What has been found out is kept in a table of fixed size, so solving again after an answer is
    quick and memory does not grow.  Exact solutions do not depend on what was solved before; an
    unfinished one can only gain by it.  An object must not be used by two threads at once.

    Sets of worlds are recognised in that table by two 64-bit random sums, so a wrong result is
    possible in principle, with a chance far below that of a fault in the machine.

    Raises ``BadQuestions`` when the arrays do not fit together, or when two worlds with different
    targets cannot be told apart by any question.
    """

    def __init__(
        self,
        targets: npt.ArrayLike,
        answers: npt.ArrayLike,
        weights: npt.ArrayLike | None = None,
        *,
        per_round: int = 3,
    ) -> None:
        self._problem = Problem(targets, answers, weights, per_round)

    @property
    def names(self) -> npt.NDArray[Any]:
        """The different targets in ascending order."""
        return self._problem.names

    def solve(
        self,
        belief: npt.ArrayLike | None = None,
        *,
        open_round: tuple[int, Sequence[int]] | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        progress: Callable[[SoFar], None] | None = None,
    ) -> Solution:
        """Best play from a belief.

        ``belief`` is a list of world numbers or a mask of all worlds (default: every world);
        ``open_round`` is (proposal, verifiers asked) when a round is under way, which can be
        continued without beginning a new one.  ``time_limit`` (seconds) and ``node_limit`` (beliefs
        opened; gives the same result on every machine) end the search early: then the solution is a
        strategy with proven bounds.  ``progress`` is called a few times a second in a long search.

        Of equally good questions the choice is always the same: the proposal whose optimistic cost
        is least, then the one with the smallest number; within the round rather leave it than ask,
        then the verifier with the smallest number.

        Ctrl-C ends a search within a fraction of a second.

        >>> answers = [[[0, 0, 1, 1]], [[0, 1, 0, 1]]]  # two proposals, one verifier, four worlds
        >>> solution = Questioning(list("abcd"), answers).solve()
        >>> solution.exact, str(solution.rounds), str(solution.questions), solution.next
        (True, '2', '2', (0, 0))
        >>> solution.tree().after(1).after(0).target
        'c'
        """
        started = time.perf_counter()
        problem = self._problem
        worlds, heavy = problem.belief(belief)
        proposal, asked = problem.round(open_round)
        start = Start(worlds, heavy, proposal, asked)
        lower = upper = opened = 0
        if not problem.certain(worlds):
            lower, upper, opened = self._search(start, started, time_limit, node_limit, progress)
        rows = None
        if lower != upper:
            rows = self._write(start, stopped=True)
            rounds, questions = expected(rows)
            upper = rounds * problem.scale + questions
        return Solution(
            exact=lower == upper,
            lower=problem.cost(lower, start),
            upper=problem.cost(upper, start),
            opened=opened,
            seconds=time.perf_counter() - started,
            _questioning=self,
            _start=start,
            _rows=rows,
        )

    def _search(
        self,
        start: Start,
        started: float,
        time_limit: float | None,
        node_limit: int | None,
        progress: Callable[[SoFar], None] | None,
    ) -> tuple[int, int, int]:
        """Lower and upper cost and beliefs opened; a long search runs beside this thread."""
        problem = self._problem
        context = problem.context(start)
        control = context.control
        limit = INFINITE if node_limit is None else max(1, node_limit)
        deadline = math.inf if time_limit is None else started + time_limit

        def look() -> tuple[int, int]:
            from facedown.deduce.questioning.kernels.descent import search

            plan = problem.empty_plan()
            lower, upper, bound = 0, INFINITE, problem.first_limit(start)
            while True:
                low, upper, _ = search(
                    context, start.worlds, bound, start.proposal, start.asked, plan
                )
                lower = max(lower, int(low))
                if lower == upper or control[STOP]:
                    return lower, int(upper)
                bound = problem.next_limit(lower, start)

        def watch() -> None:
            now = time.perf_counter()
            if now >= deadline:
                control[STOP] = 1
            if progress is not None:
                low, high = int(control[LOWER]), int(control[UPPER])
                progress(
                    SoFar(
                        now - started,
                        int(control[OPENED]),
                        problem.cost(low, start),
                        problem.cost(high, start) if 0 < high < INFINITE else None,
                    )
                )

        control[LIMIT] = min(limit, FIRST_SLICE if start.worlds.size <= SMALL else 1)
        lower, upper = look()
        if lower != upper and control[OPENED] < limit and time.perf_counter() < deadline:
            control[STOP] = 0
            control[LIMIT] = limit
            lower, upper = run_beside(look, control, watch)
        return lower, upper, int(control[OPENED])

    def _write(self, start: Start, *, rounds: int | None = None, stopped: bool = False) -> Ints:
        """The strategy from a start as rows of a tree; only its first ``rounds`` rounds if given.

        With ``stopped`` little is searched: small beliefs only within a budget; otherwise what the
        memo holds is followed, and a sketch where it holds nothing.
        """
        problem = self._problem
        tree = np.zeros((2 * start.worlds.size, 7), np.int64)
        tree[:, PROPOSAL] = -1
        tree[:, TARGET] = -1
        used = 1
        agenda = [(0, start, 0)]
        while agenda:
            row, here, depth = agenda.pop()
            tree[row, WEIGHT] = here.heavy[here.worlds].sum()
            if problem.certain(here.worlds):
                tree[row, TARGET] = problem.target[here.worlds[0]]
            elif rounds is None or depth < rounds:
                used = self._write_round(tree, used, row, here, depth, agenda, stopped)
        return tree[:used].copy()

    def _write_round(
        self,
        tree: Ints,
        used: int,
        row: int,
        start: Start,
        depth: int,
        agenda: list[tuple[int, Start, int]],
        stopped: bool,
    ) -> int:
        """Write one round at ``row`` and note on the agenda where it ends; return rows used."""
        from facedown.deduce.questioning.kernels.descent import search
        from facedown.deduce.questioning.kernels.proposals import sketch

        problem = self._problem
        context = problem.context(start)
        small = start.worlds.size <= SMALL
        context.control[LIMIT] = BUDGET if stopped else INFINITE
        context.control[STOP] = stopped and start.worlds.size > TINY
        plan = problem.empty_plan()

        def look() -> int:
            arguments = (context, start.worlds, INFINITE, start.proposal, start.asked, plan)
            lower, upper, choice = search(*arguments)
            if stopped and lower != upper and start.proposal < 0:
                context.control[STOP] = 1
                lower, upper, choice = search(*arguments)
            if lower != upper and (choice < 0 or start.proposal >= 0):
                choice = sketch(context, start.worlds, start.proposal, start.asked, plan)
            return int(choice)

        beside = not (stopped or small)
        proposal = run_beside(look, context.control, lambda: None) if beside else look()
        verifiers = plan[1 : plan[0] + 1]
        cells = problem.cells[proposal]
        root = 3 ** int(plan[0]) - 1
        places = [(root, row, start.worlds)]
        while places:
            s, here, worlds = places.pop()
            action = int(plan[PLAN_ACTIONS + s])
            if action < 0:
                agenda.append((here, Start(worlds, start.heavy, -1, 0), depth + (s != root)))
                continue
            verifier = int(verifiers[action])
            answer = (cells[worlds] >> verifier) & 1
            begins = s == root and start.proposal < 0
            weight = start.heavy[worlds].sum()
            tree[here] = (proposal, verifier, used, used + 1, begins, weight, -1)
            places.append((s - 3**action, used + 1, worlds[answer == 1]))
            places.append((s - 2 * 3**action, used, worlds[answer == 0]))
            used += 2
        return used


def run_beside(work: Callable[[], Any], control: Ints, watch: Callable[[], None]) -> Any:
    """Run compiled work in a second thread while this one watches; any exception here stops it."""
    result: list[Any] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread
            failure.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(POLL_SECONDS)
            watch()
    finally:
        control[STOP] = 1
        thread.join()
    if failure:
        raise failure[0]
    return result[0]


def solve(
    targets: npt.ArrayLike,
    answers: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    *,
    per_round: int = 3,
    belief: npt.ArrayLike | None = None,
    open_round: tuple[int, Sequence[int]] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[SoFar], None] | None = None,
) -> Solution:
    """Solve a problem once; see ``Questioning`` for the meaning of the arguments."""
    return Questioning(targets, answers, weights, per_round=per_round).solve(
        belief,
        open_round=open_round,
        time_limit=time_limit,
        node_limit=node_limit,
        progress=progress,
    )
