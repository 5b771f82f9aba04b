"""The Machine, against which a lone player plays (T8): beginner, careful or exact.

It asks nothing whose answer it could know already, and stops when its answers leave one code. The
careful one goes by how much questions tell: by the uncertainty (Shannon's entropy) about the code
that is expected to be left at the end of the round, every world being as likely as every other. A
round is planned as a whole: the proposal, and after each answer the verifier to ask next. The exact
one goes by best play, which :mod:`facedown.deduce.questioning` finds: the fewest expected rounds,
then the fewest questions.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeAlias

from facedown.core.errors import UnknownName
from facedown.core.messages import phrase
from facedown.games.turing.cards import CODES, LAWS
from facedown.games.turing.moves import QUESTIONS_PER_ROUND
from facedown.games.turing.problem import ProblemWorlds, WorldError, world_numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from facedown.deduce.questioning import Questioning, QuestionNode, SoFar, Solution
    from facedown.games.turing.problem import ProblemWorlds

# How much questions tell

Question: TypeAlias = tuple[int, int]
"""A proposal's code number and a verifier number."""

OpenLine: TypeAlias = tuple[int, int]
"""A round under way: the code of its proposal, the verifiers asked about it as a bit mask."""

# Uncertainty is counted in whole units of 2 to the power -20 bit, so that equally good questions
# are equally good on every machine. A question costs a little, more than rounding can make up for:
# nothing is asked that tells nothing about the code.
_UNITS_PER_BIT: Final = 1 << 20
_PRICE: Final = 16


@lru_cache(maxsize=512)
def most_informative(
    problem: ProblemWorlds,
    belief: int,
    open_line: OpenLine | None = None,
    left: int = QUESTIONS_PER_ROUND,
) -> Question | None:
    """The question to ask next, or None when the code is certain.

    With ``open_line`` a round is under way and ``left`` more questions may be asked in it. When no
    question of that round tells anything about the code, the answer is the first question of a new
    round: one with another proposal. Ties go to the lower code, then to the earlier verifier.

    >>> from facedown.games.turing.problem import Problem
    >>> problem = ProblemWorlds(Problem.parse("4,9,11,14"))
    >>> code, verifier = most_informative(problem, problem.everything)
    >>> CODES[code], "ABCD"[verifier]
    ('111', 'A')
    """
    if len(problem.codes(belief)) <= 1:
        return None
    for about_code in (True, False):
        # Where no round tells anything about the code, learn about the laws for the next one.
        if open_line is not None and left:
            code, asked = open_line
            found = _best_of(problem, belief, (code,), asked, left, about_code)
            if found is not None:
                return found
        every = tuple(range(len(CODES)))
        found = _best_of(problem, belief, every, 0, QUESTIONS_PER_ROUND, about_code)
        if found is not None:
            return found
    raise AssertionError("worlds with different codes always differ in some answer")


def told_about_code(problem: ProblemWorlds, belief: int) -> NDArray[np.float64]:
    """What the answer to each question by itself tells about the code, in bits.

    An array [code number of the proposal, verifier].

    >>> from facedown.games.turing.problem import Problem
    >>> problem = ProblemWorlds(Problem.parse("4,9,11,14"))
    >>> bits = told_about_code(problem, problem.everything)
    >>> bits.shape, bool((bits <= 1).all())
    ((125, 4), True)
    """
    import numpy as np

    cells, targets = _tables(problem)
    worlds = world_numbers(belief)
    _, target = np.unique(targets[worlds], return_inverse=True)
    kinds, terms = int(target.max()) + 1, _terms(worlds.size)
    before = terms[worlds.size] - terms[np.bincount(target)].sum()
    told = np.empty((len(CODES), problem.problem.verifiers))
    for code in range(len(CODES)):
        here = cells[code, worlds].astype(np.int64)
        for verifier in range(told.shape[1]):
            answer = here >> verifier & 1
            counts = np.bincount(answer * kinds + target, minlength=2 * kinds).reshape(2, kinds)
            left = terms[counts.sum(axis=1)].sum() - terms[counts].sum()
            told[code, verifier] = before - left
    return told / (worlds.size * _UNITS_PER_BIT)


def different_questions(problem: ProblemWorlds) -> list[tuple[int, int, int]]:
    """Questions that tell something: the proposal's code, the verifier, how many are like it.

    Proposals are alike when every verifier answers alike about them in every world.
    """
    cells, _ = _tables(problem)
    alike: dict[bytes, list[int]] = {}
    for code in range(len(CODES)):
        alike.setdefault(cells[code].tobytes(), []).append(code)
    found = []
    for code, *others in alike.values():
        for verifier in range(problem.problem.verifiers):
            answers = cells[code] >> verifier & 1
            if answers.any() and not answers.all():
                found.append((code, verifier, 1 + len(others)))
    return found


def _best_of(
    problem: ProblemWorlds,
    belief: int,
    codes: tuple[int, ...],
    asked: int,
    left: int,
    about_code: bool,
) -> Question | None:
    """The first question of the best round among these proposals; None when none gains anything."""
    import numpy as np

    cells, targets = _tables(problem)
    worlds = world_numbers(belief)
    if about_code:
        names, target = np.unique(targets[worlds], return_inverse=True)
        kinds = names.size
    else:
        target, kinds = np.zeros(worlds.size, np.int64), 1
    verifiers = problem.problem.verifiers
    counts = np.empty((len(codes), (1 << verifiers) * kinds), np.int64)
    for row, code in enumerate(codes):
        index = cells[code, worlds].astype(np.int64)
        index *= kinds
        index += target
        counts[row] = np.bincount(index, minlength=counts.shape[1])
    table = counts.reshape(len(codes), *(2,) * verifiers, kinds)
    cost, first = _Round(table, asked, worlds.size, about_code).plan(left)
    best = int(cost.argmin())
    return None if first[best] < 0 else (codes[best], int(first[best]))


class _Round:
    """Best rounds with some proposals, all worked out side by side.

    ``counts`` holds the worlds by proposal (first axis), by the answer of each verifier (F, …, A)
    and by code (last axis). All arrays below keep an axis for each verifier, of length 1 where it
    has not been asked.
    """

    def __init__(self, counts: NDArray[np.int64], asked: int, size: int, about_code: bool) -> None:
        self._counts = counts
        self._verifiers = counts.ndim - 2
        self._free = [v for v in range(self._verifiers) if not asked >> v & 1]
        self._terms = _terms(size)
        self._about_code = about_code
        self._known: dict[int, NDArray[np.int64]] = {}

    def plan(self, left: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For every proposal the least cost, and the first verifier to ask (-1: ask nothing)."""
        import numpy as np

        stop, size = self._after(0)
        verifiers = self._free if left else []
        asking = [self._asking(0, verifier, left) + _PRICE * size for verifier in verifiers]
        options = [option.ravel() for option in (stop, *asking)]
        table = np.stack(options)
        choice = table.argmin(axis=0)
        first = np.array([-1, *verifiers], np.int64)[choice]
        return table.min(axis=0), first

    def _asking(self, asked: int, verifier: int, left: int) -> NDArray[np.int64]:
        """The cost after asking this verifier too and going on as best one can."""
        after = self._least(asked | 1 << verifier, left - 1)
        cost: NDArray[np.int64] = after.sum(axis=self._verifiers - verifier, keepdims=True)
        return cost

    def _least(self, asked: int, left: int) -> NDArray[np.int64]:
        import numpy as np

        known = self._known.get(asked)
        if known is None:
            known, size = self._after(asked)
            for verifier in self._free:
                if left and not asked >> verifier & 1:
                    going_on = self._asking(asked, verifier, left) + _PRICE * size
                    known = np.minimum(known, going_on)
            self._known[asked] = known
        return known

    def _after(self, asked: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The uncertainty left once these verifiers have answered, and the number of worlds."""
        others = tuple(self._verifiers - v for v in range(self._verifiers) if not asked >> v & 1)
        counts = self._counts.sum(axis=others, keepdims=True)
        size = counts.sum(axis=-1)
        left = self._terms[size]
        if self._about_code:
            left = left - self._terms[counts].sum(axis=-1)
        return left, size


def _terms(size: int) -> NDArray[np.int64]:
    """``n * log2(n)`` for n from 0 to ``size``, in whole units."""
    import numpy as np

    n = np.arange(size + 1, dtype=np.float64)
    n[0] = 1
    units = np.rint(n * np.log2(n) * _UNITS_PER_BIT)
    return units.astype(np.int64)


@lru_cache(maxsize=4)
def _tables(problem: ProblemWorlds) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """``cells[code, world]``, whose bit v is verifier v's answer, and the code of each world."""
    import numpy as np

    holds = np.array([[law.mask >> code & 1 for law in LAWS] for code in range(125)], np.uint8)
    count = problem.problem.verifiers
    laws = np.array(problem.choices, np.intp).reshape(-1, count)
    cells = np.zeros((len(CODES), len(laws)), np.uint8)
    for verifier in range(count):
        cells |= holds[:, laws[:, verifier]] << verifier
    targets = np.array(problem.choice_codes, np.int16)
    if problem.permutations is None:
        return cells, targets
    # In Nightmare the bits are those of the cards; each permutation deals them to the verifiers.
    orders = problem.permutations
    dealt = np.zeros((1 << count, len(orders)), np.uint8)
    for cell, (index, order) in product(range(1 << count), enumerate(orders)):
        dealt[cell, index] = sum((cell >> card & 1) << v for v, card in enumerate(order))
    return dealt[cells].reshape(len(CODES), problem.size), np.repeat(targets, len(orders))


# Best play

BestPlay: TypeAlias = "Solution"
"""See :class:`facedown.deduce.questioning.Solution`: its proposals are code numbers, its targets
too, and its verifiers count from 0."""

MOST_ANSWERS: Final = 300_000_000
"""Answers (codes x verifiers x worlds, a byte each) that are worked with at most: 400,000 worlds of
a problem with six verifiers. Only beliefs that reason without T2 can have more."""


def best_play(
    worlds: ProblemWorlds,
    belief: int | None = None,
    *,
    open_line: tuple[int, int] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    progress: Callable[[SoFar], None] | None = None,
) -> BestPlay:
    """Best play from a belief (by default from the start) until the code is certain.

    ``open_line`` is the round under way, if any: the code number proposed and, as a bit set, the
    verifiers asked about it. ``time_limit`` (seconds) and ``node_limit`` (beliefs looked into, the
    same on every machine) cut a long search short; then ``exact`` is false and ``lower`` and
    ``upper`` are proven bounds, ``upper`` what the strategy found takes. All costs are (rounds
    begun, questions asked), expected from now on, rounds compared first. Not for two threads at
    once.

    Raises :class:`~facedown.games.turing.problem.WorldError` for an empty belief, and for one too
    large to plan for.

    >>> from facedown.games.turing.problem import Problem
    >>> from facedown.games.turing.problem import ProblemWorlds
    >>> play = best_play(ProblemWorlds(Problem.parse("3,7,10,14")))
    >>> play.exact, str(play.rounds), str(play.questions), play.next
    (True, '9/7', '20/7', (26, 2))
    >>> node = play.tree()
    >>> node.question, node.after(True).after(True).target
    ((26, 2), 6)
    """
    started = time.perf_counter()
    if belief is None:
        belief = worlds.everything
    if not 0 < belief <= worlds.everything:
        raise WorldError(phrase("No world is left, so there is nothing to plan for."))
    verifiers = worlds.problem.verifiers
    most = MOST_ANSWERS // (len(CODES) * verifiers)
    if worlds.size <= most:
        questioning = _prepared(worlds)
        chosen = None if belief == worlds.everything else world_numbers(belief)
    elif belief.bit_count() <= most:
        questioning = _prepared_for(worlds, belief)
        chosen = None
    else:
        raise WorldError(
            phrase(
                "{worlds:,} worlds are too many to plan for; {most:,} can be handled.",
                worlds=belief.bit_count(),
                most=most,
            )
        )
    open_round = None
    if open_line is not None:
        code, asked = open_line
        open_round = code, [v for v in range(verifiers) if asked >> v & 1]
    if time_limit is not None:
        time_limit = max(0.0, time_limit - (time.perf_counter() - started))
    return questioning.solve(
        chosen,
        open_round=open_round,
        time_limit=time_limit,
        node_limit=node_limit,
        progress=progress,
    )


# Few are kept: the memory of a large problem's search takes some 50 MB.
@lru_cache(maxsize=4)
def _prepared(worlds: ProblemWorlds) -> Questioning:
    from facedown.deduce.questioning import Questioning

    return Questioning(*worlds.arrays())


@lru_cache(maxsize=1)
def _prepared_for(worlds: ProblemWorlds, belief: int) -> Questioning:
    from facedown.deduce.questioning import Questioning

    return Questioning(*worlds.arrays(world_numbers(belief)))


# The Machine

MOST_WORLDS: Final = 2_000
"""The exact player searches for best play once this many worlds or fewer are left."""

MOST_BELIEFS: Final = 6_000
"""The exact player gives up a search when it has looked into this many beliefs, or into so many
that, times the worlds it starts from, they come to :data:`SEARCH_EFFORT`. That is a few seconds,
but not counted in seconds, so that it plays alike on every machine."""

SEARCH_EFFORT: Final = 4_000_000
"""See :data:`MOST_BELIEFS`."""


class MachinePlayer(ABC):
    """Deduces all its answers imply; each level chooses questions in its own way."""

    level: ClassVar[str]

    @abstractmethod
    def question(
        self,
        problem: ProblemWorlds,
        belief: int,
        open_line: OpenLine | None,
        left: int,
        rng: random.Random,
    ) -> Question:
        """The question to ask next, while the code is not certain.

        ``open_line`` is the round under way, if any, in which ``left`` more questions may be asked;
        a question with another proposal ends it.
        """

    def effort(self, problem: ProblemWorlds, world: int, rng: random.Random) -> tuple[int, int]:
        """The rounds and questions it needs, playing alone, when this world is true."""
        belief = problem.everything
        rounds = questions = 0
        line: OpenLine | None = None
        while len(problem.codes(belief)) > 1:
            left = QUESTIONS_PER_ROUND - (line[1].bit_count() if line else 0)
            code, verifier = self.question(problem, belief, line, left, rng)
            if line is None or not left or code != line[0]:
                line = (code, 0)
                rounds += 1
            line = (code, line[1] | 1 << verifier)
            questions += 1
            yes = problem.yes(code, verifier)
            belief &= yes if yes >> world & 1 else ~yes
        return rounds, questions


class BeginnerMachine(MachinePlayer):
    """Asks at random: any question whose answer is not known yet."""

    level = "beginner"

    def question(
        self,
        problem: ProblemWorlds,
        belief: int,
        open_line: OpenLine | None,
        left: int,
        rng: random.Random,
    ) -> Question:
        """A question about the open proposal while one of them tells anything; else about any."""
        proposals: list[OpenLine] = [open_line] if open_line is not None and left else []
        proposals += [(code, 0) for code in rng.sample(range(len(CODES)), len(CODES))]
        for code, asked in proposals:
            telling = [
                verifier
                for verifier in range(problem.problem.verifiers)
                if not asked >> verifier & 1 and 0 != belief & problem.yes(code, verifier) != belief
            ]
            if telling:
                return code, rng.choice(telling)
        raise AssertionError("worlds with different codes always differ in some answer")


class CarefulMachine(MachinePlayer):
    """Asks what is expected to tell most about the code by the end of the round."""

    level = "careful"

    def question(
        self,
        problem: ProblemWorlds,
        belief: int,
        open_line: OpenLine | None,
        left: int,
        rng: random.Random,
    ) -> Question:
        """The most informative question; see the top of this file."""
        question = most_informative(problem, belief, open_line, left)
        assert question is not None
        return question


class Exact(MachinePlayer):
    """Plays best: fewest expected rounds, then fewest expected questions.

    Where best play cannot be had within the limits above, as in large
    Extreme and Nightmare problems, it asks the most informative question until it can. It plans
    every round with three questions, handicap (T9) or not.
    """

    level = "exact"

    def question(
        self,
        problem: ProblemWorlds,
        belief: int,
        open_line: OpenLine | None,
        left: int,
        rng: random.Random,
    ) -> Question:
        """The first question of best play from here on, or the most informative one."""
        question = _best_question(problem, belief, open_line if left else None)
        if question is None:
            question = most_informative(problem, belief, open_line, left)
        assert question is not None
        return question

    def effort(self, problem: ProblemWorlds, world: int, rng: random.Random) -> tuple[int, int]:
        """The way of this world through the decision tree of best play, where there is one."""
        way = best_way(problem, world)
        if way is None:
            return super().effort(problem, world, rng)
        return sum(asked.begins_round for asked in way), len(way)


class AskedQuestion(NamedTuple):
    """A question and its answer."""

    code: int
    verifier: int
    said_yes: bool
    begins_round: bool


def best_way(problem: ProblemWorlds, world: int) -> tuple[AskedQuestion, ...] | None:
    """What best play asks when this world is true; None where the search would take too long."""
    node = best_tree(problem)
    if node is None:
        return None
    way = []
    while (question := node.question) is not None:
        said_yes = bool(problem.yes(*question) >> world & 1)
        way.append(AskedQuestion(*question, said_yes, node.begins_round))
        node = node.after(said_yes)
    return tuple(way)


def proven_play(problem: ProblemWorlds, belief: int, open_line: OpenLine | None) -> BestPlay | None:
    """Proven best play, or None where the search would take too long."""
    worlds = belief.bit_count()
    if worlds > MOST_WORLDS:
        return None
    limit = min(MOST_BELIEFS, SEARCH_EFFORT // worlds)
    play = best_play(problem, belief, open_line=open_line, node_limit=limit)
    return play if play.exact else None


@lru_cache(maxsize=512)
def _best_question(
    problem: ProblemWorlds, belief: int, open_line: OpenLine | None
) -> Question | None:
    play = proven_play(problem, belief, open_line)
    return None if play is None else play.next


@lru_cache(maxsize=16)
def best_tree(problem: ProblemWorlds) -> QuestionNode | None:
    """The decision tree of best play, or None where the search would take too long."""
    play = proven_play(problem, problem.everything, None)
    return None if play is None else play.tree()


LEVELS: Final[Mapping[str, MachinePlayer]] = MappingProxyType(
    {machine.level: machine for machine in (BeginnerMachine(), CarefulMachine(), Exact())}
)
"""The Machine by level, weakest first."""


def likeliest(problem: ProblemWorlds, belief: int) -> int:
    """The code of most worlds; of several such the lowest."""
    return max(
        problem.codes(belief),
        key=lambda code: ((belief & problem.with_code(code)).bit_count(), -code),
    )


def machine_effort(problem: ProblemWorlds, world: int, level: str) -> tuple[int, int]:
    """The rounds and questions that the Machine of this level needs when this world is true (T8).

    The same every time: the exact Machine follows the decision tree of best play (see
    :class:`Exact`), the careful one asks the most informative question, and the beginner's dice
    are seeded with the problem and the world. Where the code is certain without a question, both
    are 0. Raises ``UnknownName`` for a level that does not exist.

    >>> from facedown.games.turing.problem import Problem
    >>> machine_effort(ProblemWorlds(Problem.parse("4,9,11,14")), 0, "careful")
    (1, 1)
    """
    efforts = _efforts(problem)
    if (level, world) not in efforts:
        if level not in LEVELS:
            names = ", ".join(LEVELS)
            raise UnknownName(
                phrase(
                    "There is no Machine {level!r}; choose from {names}.",
                    level=level[:40],
                    names=names,
                )
            )
        rng = random.Random(f"{problem.problem.text}/{world}")
        efforts[level, world] = LEVELS[level].effort(problem, world, rng)
    return efforts[level, world]


@lru_cache(maxsize=16)
def _efforts(problem: ProblemWorlds) -> dict[tuple[str, int], tuple[int, int]]:
    """The efforts worked out so far, by level and world."""
    assert problem.size
    return {}
