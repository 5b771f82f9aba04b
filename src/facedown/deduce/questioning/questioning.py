"""Exact best play when asking verifiers about proposals, in rounds: the search and its solution."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from facedown.deduce.questioning.problem import (
    BEGINS,
    BY_LAW,
    INFINITE,
    LIMIT,
    LOWER,
    NO,
    OPENED,
    PLAN_ACTIONS,
    PROPOSAL,
    STOP,
    TARGET,
    UPPER,
    WEIGHT,
    YES,
    Context,
    Ints,
    QuestionProblem,
    QuestionStart,
)

Cost = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class QuestionNode:
    """One place in a strategy: a question to ask, or a target that is certain.

    ``tree`` holds one row per place, children after their parent.  ``Solution.tree()`` gives the
    first place.
    """

    tree: Ints
    names: npt.NDArray[Any]
    row: int

    @property
    def question(self) -> tuple[int, int] | None:
        """(proposal, verifier), or None where the target is certain."""
        proposal, verifier = self.tree[self.row, :2].tolist()
        return None if proposal < 0 else (proposal, verifier)

    @property
    def begins_round(self) -> bool:
        """True when the question is the first of a new round."""
        return bool(self.tree[self.row, BEGINS])

    @property
    def weight(self) -> int:
        """Total weight of the worlds that lead here."""
        return int(self.tree[self.row, WEIGHT])

    @property
    def target(self) -> Any:
        """The target that is certain here, or None where a question is asked."""
        number = int(self.tree[self.row, TARGET])
        return None if number < 0 else self.names[number].item()

    def after(self, answer: int) -> QuestionNode:
        """The place reached by this answer (0 or 1) to the question."""
        if self.question is None:
            raise ValueError("nothing is asked here")
        return QuestionNode(self.tree, self.names, int(self.tree[self.row, YES if answer else NO]))

    def __iter__(self) -> Iterator[QuestionNode]:
        """Go through all places from here on, each before those below it."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.question is not None:
                stack += [node.after(1), node.after(0)]


def expected(tree: Ints) -> tuple[int, int]:
    """Rounds begun and questions asked in a strategy, summed over the weights of its worlds.

    >>> from facedown.deduce.questioning import solve
    >>> answers = [[[0, 0, 1, 1]], [[0, 1, 0, 1]]]  # two proposals, one verifier, four worlds
    >>> expected(solve(list("abcd"), answers).tree().tree)  # two rounds in each of four worlds
    (8, 8)
    """
    asks = tree[:, PROPOSAL] >= 0
    rounds = tree[asks & (tree[:, BEGINS] == 1), WEIGHT].sum()
    return int(rounds), int(tree[asks, WEIGHT].sum())


def worst(tree: Ints) -> tuple[int, int]:
    """Most rounds begun and most questions asked on any way through a strategy.

    >>> from facedown.deduce.questioning import solve
    >>> answers = [[[0, 0, 1, 1]], [[0, 1, 0, 1]]]  # two proposals, one verifier, four worlds
    >>> worst(solve(list("abcd"), answers).tree().tree)
    (2, 2)
    """
    rounds = np.zeros(len(tree), np.int64)
    questions = np.zeros(len(tree), np.int64)
    for row in range(len(tree) - 1, -1, -1):
        if tree[row, PROPOSAL] >= 0:
            children = tree[row, NO : YES + 1]
            rounds[row] = rounds[children].max() + tree[row, BEGINS]
            questions[row] = questions[children].max() + 1
    return int(rounds[0]), int(questions[0])


class FoundRound(NamedTuple):
    """What a search found: bounds, beliefs opened, and the first round that attains ``upper``."""

    lower: int
    upper: int
    choice: int
    plan: Ints
    opened: int


@dataclass(frozen=True)
class Solution:
    """Best play from a belief, exact or between proven bounds.

    ``upper`` is the expected (rounds, questions) of the strategy in ``tree()``; ``lower`` can be
    undercut by no strategy.  With ``exact`` they are equal.  Both compare rounds first.  Rounds
    count from now on: an open round that is continued costs none.  ``opened`` is the number of
    beliefs that the search opened, ``seconds`` the time it took.
    """

    exact: bool
    lower: Cost
    upper: Cost
    opened: int
    seconds: float
    _questioning: Questioning
    _start: QuestionStart
    _found: FoundRound
    _rows: Ints | None

    @property
    def rounds(self) -> Fraction:
        """Expected number of rounds begun by the strategy."""
        return self.upper[0]

    @property
    def questions(self) -> Fraction:
        """Expected number of questions of the strategy."""
        return self.upper[1]

    @cached_property
    def _whole(self) -> Ints:
        if self._rows is not None:
            return self._rows
        return self._questioning._write(self._start, self._found)

    @cached_property
    def next(self) -> tuple[int, int] | None:
        """The strategy's next question as (proposal, verifier), None when the target is certain."""
        rows = self.__dict__.get("_whole", self._rows)
        if rows is None:
            rows = self._questioning._write(self._start, self._found, rounds=1)
        return QuestionNode(rows, self._questioning.names, 0).question

    def tree(self) -> QuestionNode:
        """The whole strategy from here; built when first asked for."""
        return QuestionNode(self._whole, self._questioning.names, 0)

    @cached_property
    def _worst(self) -> tuple[int, int]:
        return worst(self._whole)

    @property
    def worst_rounds(self) -> int:
        """Most rounds that the strategy can begin."""
        return self._worst[0]

    @property
    def worst_questions(self) -> int:
        """Most questions that the strategy can ask."""
        return self._worst[1]


# Beliefs opened before a second thread is started, and the problems for which that takes no more
# than a few hundredths of a second; otherwise only one.
FIRST_SLICE = 200
SMALL = 128
# After an unfinished search, beliefs of so few worlds are still searched for their part of the
# strategy, opening so many beliefs each at most.
TINY = 40
BUDGET = 60
# The part of a time limit that is searched in at most, and how many times as long as the sketch of
# the first round takes is left after it: both for writing down the strategy found.
SEARCHING = 0.8
SKETCHED_ROUNDS = 6
POLL_SECONDS = 0.05

Result = TypeVar("Result")


class Planned(NamedTuple):
    """One round of a strategy: its proposal and its plan, see ``kernels.descent.search``."""

    proposal: int
    plan: Ints


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

    >>> answers = [[[0, 0, 1, 1]], [[0, 1, 0, 1]]]  # two proposals, one verifier, four worlds
    >>> problem = Questioning(list("abcd"), answers, per_round=1)
    >>> str(problem.solve().rounds), str(problem.solve([0, 1]).rounds)
    ('2', '1')
    """

    def __init__(
        self,
        targets: npt.ArrayLike,
        answers: npt.ArrayLike,
        weights: npt.ArrayLike | None = None,
        *,
        per_round: int = 3,
    ) -> None:
        self._problem = QuestionProblem(targets, answers, weights, per_round)

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
        continued without beginning a new one.  ``time_limit`` (seconds, writing down the strategy
        found included) and ``node_limit`` (beliefs opened; gives the same result on every machine)
        end the search early: then the solution is a strategy with proven bounds.  ``progress`` is
        called a few times a second in a long search.

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
        start = QuestionStart(worlds, heavy, proposal, asked)
        deadline = math.inf if time_limit is None else started + time_limit
        found = FoundRound(0, 0, -1, problem.empty_plan(), 0)
        if not problem.certain(worlds):
            searching = math.inf
            if time_limit is not None:
                searching = started + self._time_to_search(start, time_limit)
            found = self._search(start, started, searching, node_limit, progress)
        rows, upper = None, found.upper
        if found.lower != upper:
            rows = self._write_sketch(start, deadline)
            rounds, questions = expected(rows)
            upper = rounds * problem.scale + questions
        return Solution(
            exact=found.lower == upper,
            lower=problem.cost(found.lower, start),
            upper=problem.cost(upper, start),
            opened=found.opened,
            seconds=time.perf_counter() - started,
            _questioning=self,
            _start=start,
            _found=found,
            _rows=rows,
        )

    def cost(
        self,
        *,
        node_limit: int,
        time_limit: float | None = None,
        progress: Callable[[SoFar], None] | None = None,
    ) -> tuple[Cost | None, int]:
        """What best play costs from the start, with how many beliefs were opened to find it out.

        The cost is (rounds, questions), None where it takes more beliefs or seconds than it may.
        Quicker than :meth:`solve` there, for no strategy is written down.

        >>> answers = [[[0, 0, 1, 1]], [[0, 1, 0, 1]]]  # two proposals, one verifier, four worlds
        >>> cost, opened = Questioning(list("abcd"), answers).cost(node_limit=100)
        >>> cost == (2, 2), opened <= 100
        (True, True)
        """
        started = time.perf_counter()
        worlds, heavy = self._problem.belief(None)
        start = QuestionStart(worlds, heavy, -1, 0)
        if self._problem.certain(worlds):
            return self._problem.cost(0, start), 0
        deadline = math.inf if time_limit is None else started + time_limit
        found = self._search(start, started, deadline, node_limit, progress, planned=False)
        exact = found.lower == found.upper
        return (self._problem.cost(found.upper, start) if exact else None), found.opened

    def _time_to_search(self, start: QuestionStart, time_limit: float) -> float:
        """Seconds after which a search ends, so that its strategy is written down in time."""
        from facedown.deduce.questioning.kernels.rounds import sketch

        problem = self._problem
        begun = time.perf_counter()
        sketch(
            problem.context(start), start.worlds, start.proposal, start.asked, problem.empty_plan()
        )
        writing = SKETCHED_ROUNDS * (time.perf_counter() - begun)
        return min(SEARCHING * time_limit, max(time_limit - writing, time_limit / 2))

    def _search(
        self,
        start: QuestionStart,
        started: float,
        deadline: float,
        node_limit: int | None,
        progress: Callable[[SoFar], None] | None,
        *,
        planned: bool = True,
    ) -> FoundRound:
        """What a search finds before the deadline; a long one runs beside this thread."""
        problem = self._problem
        context = problem.context(start)
        control = context.control
        limit = INFINITE if node_limit is None else max(1, node_limit)
        proven = 0

        def look() -> FoundRound:
            from facedown.deduce.questioning.kernels.orbits import settle

            nonlocal proven
            search = _searching(context)
            plan = problem.empty_plan()
            lower, bound = 0, problem.first_limit(start)
            while control[BY_LAW] and start.proposal < 0:
                low, upper = settle(context, problem.sets(start), bound, True)
                lower = proven = max(lower, proven, int(low))
                if proven == upper and not planned:
                    return FoundRound(proven, int(upper), -1, plan, int(control[OPENED]))
                if control[STOP]:
                    return FoundRound(proven, INFINITE, -1, plan, int(control[OPENED]))
                bound = problem.next_limit(lower, start)
                if proven == upper:
                    bound = proven + 1
                    break
            while True:
                low, upper, choice = search(
                    context, start.worlds, bound, start.proposal, start.asked, plan
                )
                lower = max(lower, int(low))
                proven = max(proven, lower)
                if proven == upper or control[STOP]:
                    return FoundRound(proven, int(upper), int(choice), plan, int(control[OPENED]))
                bound = problem.next_limit(lower, start)

        best = INFINITE

        def watch() -> None:
            nonlocal best
            now = time.perf_counter()
            if now >= deadline:
                control[STOP] = 1
            if progress is not None:
                # Every pass of the search begins its own bounds anew.
                low, high = max(proven, int(control[LOWER])), int(control[UPPER])
                best = min(best, high if high > 0 else INFINITE)
                progress(
                    SoFar(
                        now - started,
                        int(control[OPENED]),
                        problem.cost(low, start),
                        problem.cost(best, start) if best < INFINITE else None,
                    )
                )

        control[LIMIT] = min(limit, FIRST_SLICE if start.worlds.size <= SMALL else 1)
        found = look()
        if (
            found.lower != found.upper
            and control[OPENED] < limit
            and time.perf_counter() < deadline
        ):
            control[STOP] = 0
            control[LIMIT] = limit
            found = run_beside(look, control, watch)
        return found

    def _write(self, start: QuestionStart, found: FoundRound, *, rounds: int | None = None) -> Ints:
        """The strategy of an exact search as rows of a tree; the first ``rounds`` rounds if given.

        What each belief on the way costs is known exactly, so that hardly anything is searched for
        its part of the strategy.
        """
        context = self._problem.context(start)

        def plan_round(here: QuestionStart, cost: int) -> Planned:
            if here is start:
                return Planned(found.choice, found.plan)
            return self._plan_exact(self._problem.within(context, here), here, cost)

        return self._write_rounds(start, found.upper, plan_round, rounds)

    def _plan_exact(self, context: Context, start: QuestionStart, cost: int) -> Planned:
        """The first round of best play from a belief that costs so much and no less."""
        search, plan = _searching(context), self._problem.empty_plan()
        context.control[LIMIT], context.control[STOP] = INFINITE, 0

        def look() -> int:
            _, _, choice = search(
                context, start.worlds, cost + 1, start.proposal, start.asked, plan
            )
            return int(choice)

        small = start.worlds.size <= SMALL
        return Planned(look() if small else run_beside(look, context.control), plan)

    def _write_sketch(self, start: QuestionStart, deadline: float) -> Ints:
        """A strategy from a start after an unfinished search, as rows of a tree.

        What the memo holds is followed, with a sketch where it holds nothing; before the deadline
        small beliefs are searched within a budget.
        """
        context = self._problem.context(start)

        def plan_round(here: QuestionStart, _: int) -> Planned:
            return self._plan_sketch(self._problem.within(context, here), here, deadline)

        return self._write_rounds(start, 0, plan_round, None)

    def _plan_sketch(self, context: Context, start: QuestionStart, deadline: float) -> Planned:
        from facedown.deduce.questioning.kernels.descent import follow
        from facedown.deduce.questioning.kernels.rounds import sketch

        control, plan = context.control, self._problem.empty_plan()
        worlds, proposal, asked = start.worlds, start.proposal, start.asked
        searched = worlds.size <= TINY and time.perf_counter() < deadline
        if searched:
            control[LIMIT], control[OPENED], control[STOP] = BUDGET, 0, 0
            lower, upper, choice = _searching(context)(
                context, worlds, INFINITE, proposal, asked, plan
            )
            if lower == upper:
                return Planned(int(choice), plan)
        choice = -1
        if proposal < 0 or not searched:
            choice = follow(context, worlds, proposal, asked, plan)
        if choice < 0:
            choice = sketch(context, worlds, proposal, asked, plan)
        return Planned(int(choice), plan)

    def _write_rounds(
        self,
        start: QuestionStart,
        cost: int,
        plan_round: Callable[[QuestionStart, int], Planned],
        rounds: int | None,
    ) -> Ints:
        """A strategy as rows of a tree, round by round as they are planned.

        ``plan_round`` is told the belief and what its plan of the round before says it costs.
        """
        problem = self._problem
        tree = np.zeros((2 * start.worlds.size, 7), np.int64)
        tree[:, PROPOSAL] = -1
        tree[:, TARGET] = -1
        used = 1
        agenda = [(0, start, cost, 0)]
        while agenda:
            row, here, cost, depth = agenda.pop()
            tree[row, WEIGHT] = here.heavy[here.worlds].sum()
            if problem.certain(here.worlds):
                tree[row, TARGET] = problem.target[here.worlds[0]]
            elif rounds is None or depth < rounds:
                planned = plan_round(here, cost)
                used, ends = self._write_round(tree, used, row, here, planned)
                agenda += [(r, s, c, depth + begun) for r, s, c, begun in ends]
        return tree[:used].copy()

    def _write_round(
        self, tree: Ints, used: int, row: int, start: QuestionStart, planned: Planned
    ) -> tuple[int, list[tuple[int, QuestionStart, int, bool]]]:
        """Write one round at ``row``; return rows used, and where the round ends.

        Each end is its row, the belief there, what it costs, and whether anything was asked before.
        """
        problem = self._problem
        proposal, plan = planned
        verifiers = plan[1 : plan[0] + 1]
        cells = problem.cells[proposal]
        root = 3 ** int(plan[0]) - 1
        waiting = [(root, row, start.worlds)]
        ends = []
        while waiting:
            s, here, worlds = waiting.pop()
            action = int(plan[PLAN_ACTIONS + s])
            if action < 0:
                cost = int(plan[PLAN_ACTIONS + problem.cubes + s])
                ends.append((here, QuestionStart(worlds, start.heavy, -1, 0), cost, s != root))
                continue
            verifier = int(verifiers[action])
            answer = (cells[worlds] >> verifier) & 1
            begins = s == root and start.proposal < 0
            weight = start.heavy[worlds].sum()
            tree[here] = (proposal, verifier, used, used + 1, begins, weight, -1)
            waiting.append((s - 3**action, used + 1, worlds[answer == 1]))
            waiting.append((s - 2 * 3**action, used, worlds[answer == 0]))
            used += 2
        return used, ends


def _searching(context: Context) -> Callable[..., tuple[int, int, int]]:
    """The search for these worlds; it is compiled when it is first called."""
    if context.control[BY_LAW]:
        from facedown.deduce.questioning.kernels.nameless import search_nameless

        return search_nameless
    from facedown.deduce.questioning.kernels.descent import search

    return search


def run_beside(
    work: Callable[[], Result], control: Ints, watch: Callable[[], None] = lambda: None
) -> Result:
    """Run compiled work in a second thread while this one watches; any exception here stops it.

    >>> run_beside(lambda: 6 * 7, np.zeros(STOP + 1, np.int64))
    42
    """
    result: list[Result] = []
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
    """Solve a problem once; see ``Questioning`` for the meaning of the arguments.

    >>> answers = [[[0, 0, 1, 1]], [[0, 1, 0, 1]]]  # two proposals, one verifier, four worlds
    >>> solution = solve(list("abcd"), answers)
    >>> solution.exact, str(solution.questions)
    (True, '2')
    """
    return Questioning(targets, answers, weights, per_round=per_round).solve(
        belief,
        open_round=open_round,
        time_limit=time_limit,
        node_limit=node_limit,
        progress=progress,
    )
