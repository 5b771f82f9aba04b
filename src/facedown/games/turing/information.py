"""How much questions tell about the code: what careful players and the question hint go by.

The measure is the uncertainty (Shannon's entropy) about the code that is expected to be left at the
end of the round, every world being as likely as every other. A round is planned as a whole: the
proposal, and after each answer the verifier to ask next.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

from facedown.games.turing.cards import CODES, LAWS
from facedown.games.turing.moves import QUESTIONS_PER_ROUND
from facedown.games.turing.worlds import ProblemWorlds, world_numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
