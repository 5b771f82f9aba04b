"""What a question problem must be, and the arrays that the kernels share."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from facedown.core.errors import FacedownError

Ints = npt.NDArray[np.int64]

# More than any cost.
INFINITE = 1 << 62

# Places in ``Context.control``: stop now (0 or 1), beliefs opened so far, stop at so many of them,
# cost of one round in questions, questions per round, 1 if verifiers may be renamed, the bounds
# proven so far for the belief at the top, and 1 if beliefs are taken as sets of laws.
STOP, OPENED, LIMIT, SCALE, PER_ROUND, RELABEL, LOWER, UPPER, BY_LAW = range(9)

# Columns of a strategy: what is asked, the rows after the answers no and yes, 1 if the question
# begins a round, weight of the worlds that come here, and the target where it is certain (else -1).
PROPOSAL, VERIFIER, NO, YES, BEGINS, WEIGHT, TARGET = range(7)

# What ``play_round`` says of a subcube where no further digit is asked.
LEAVE, RESOLVED = -2, -1

# A plan of a round: number of digits, their verifiers, from here on the action at each subcube, and
# after all of these the cost of leaving the round at each.
PLAN_ACTIONS = 16


# Proposals that are ranked side by side.
LANES = 64


class Laws(NamedTuple):
    """The laws of a problem in which no verifier has a name; see ``kernels.orbits``.

    A *choice* is a set of laws, one for each verifier; all its arrangements are worlds of the same
    target and weight.  ``states`` has, for each way to form classes one after the other, from row
    ``first[way]`` on the states: by class the states after no and yes (-1 where all are asked), how
    many said no and yes; then how many were asked, how many arrangements of each choice there are
    at least (in a cell exactly), and the first class not wholly asked.
    """

    seen: Ints  # [world, verifier]: its law as a bit
    yes: Ints  # [proposal]: the laws that say yes to it as bits
    choice: Ints  # [choice, place]: numbers of laws, ascending
    worth: Ints  # [choice]: weight of each world
    goal: Ints  # [choice]: target
    first: Ints  # [way + 1]
    states: Ints  # [state, see above]
    factorial: Ints
    room: Ints  # [4, states * LANES]
    shelf: Ints  # [place]: see ``kernels.orbits.keep_bounds``
    law_count: int
    targets: int


_ROW, _TABLE = np.empty(0, np.int64), np.empty((0, 0), np.int64)
NO_LAWS = Laws(_TABLE, _ROW, _TABLE, _ROW, _ROW, _ROW, _TABLE, _ROW, _TABLE, _TABLE, 0, 0)


class Context(NamedTuple):
    """The arrays that every kernel of one problem shares."""

    cells: npt.NDArray[np.uint8]  # [proposal, world]: the answers of all verifiers as bits
    target: Ints  # [world]: 0, 1, ...
    weight: Ints  # [world]
    tag: Ints  # [world]: random bits that stand for the world in a set
    kind: Ints  # [world]: random bits that stand for its target and weight
    law: Ints  # [world, verifier]: random bits that stand for the verifier's answers
    memo: Ints  # [slot, 6]: two key words, lower, upper, choice, number of worlds
    control: Ints  # see above
    free: Ints  # [subcube]: bits of the digits that are 2
    power: Ints  # powers of 3
    bonus: Ints  # [number of targets]: least cost beyond one round and one question per world
    laws: Laws


MOST_VERIFIERS = 8
# A search begins with a low limit and raises it by so many hundredths of a round: most of the work
# is remembered, and the bounds proven on the way are what an interrupted search can show.  Where
# there are few worlds the search is short and larger steps are better; by laws most is remembered.
SMALL_STEP, STEP, LARGE_STEP = 2, 5, 25
# Slots of the memo for problems of few worlds and for all others (48 bytes each; untouched slots
# take no memory).
FEW_WORLDS = 64
SMALL_MEMO, LARGE_MEMO = 1 << 12, 1 << 20
# What sets of laws are used for at most: they and targets are bits of a number.
MOST_NAMELESS, MOST_LAWS = 6, 62
# Numbers kept of the bounds of proposals (8 bytes each; untouched ones take no memory).
SHELF = 1 << 22


class BadQuestions(FacedownError):
    """The arrays, belief or round given to the question solver do not fit together."""


def scramble(values: npt.NDArray[Any]) -> Ints:
    """Mix 64-bit numbers (the finaliser of SplitMix64), element by element.

    >>> scramble(np.array([0, 1])).tolist()
    [-2152535657050944081, -7995527694508729151]
    """
    bits = values.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (bits ^ (bits >> np.uint64(31))).view(np.int64)


def path_length(leaves: int, arity: int) -> int:
    """Least sum of depths of the leaves of a tree in which a node has at most ``arity`` children.

    >>> [path_length(leaves, 2) for leaves in (1, 2, 3, 4, 5)]
    [0, 2, 5, 8, 12]
    >>> path_length(9, 8)
    11
    """
    depth, width = 0, 1
    while width < leaves:
        depth, width = depth + 1, width * arity
    if depth == 0:
        return 0
    above = width // arity
    split = -(-(leaves - above) // (arity - 1))
    return (depth - 1) * (above - split) + depth * (leaves - above + split)


@lru_cache(maxsize=64)
def _extra(arity: int) -> Ints:
    """``path_length(k, arity) - k`` for 0 to 64 leaves, with 0 for fewer than two."""
    return np.array([max(0, path_length(k, arity) - k) if k > 1 else 0 for k in range(65)])


@lru_cache(maxsize=16)
def _subcubes(verifiers: int) -> tuple[Ints, Ints]:
    """For each base-3 number the bit set of its digits that are 2; and the powers of 3."""
    power = 3 ** np.arange(verifiers + 1)
    codes = np.arange(power[-1])
    free = np.zeros(codes.size, np.int64)
    for digit in range(verifiers):
        free |= (codes // power[digit] % 3 == 2).astype(np.int64) << digit
    return free, power


@lru_cache(maxsize=8)
def _states(verifiers: int) -> tuple[Ints, Ints]:
    """``Laws.first`` and ``Laws.states``.

    >>> first, states = _states(2)
    >>> first.tolist()  # two verifiers that differ have 9 states, two of a class 6
    [0, 9, 15]
    """
    first, rows = [0], []
    for way in range(1 << (verifiers - 1)):
        sizes = [1]
        for v in range(1, verifiers):
            if way >> (v - 1) & 1:
                sizes[-1] += 1
            else:
                sizes.append(1)
        own = [[(no, yes) for yes in range(n + 1) for no in range(n + 1 - yes)] for n in sizes]
        states = [state[::-1] for state in product(*own[::-1])]
        states.sort(key=lambda state: -sum(map(sum, state)))
        number = {state: i for i, state in enumerate(states)}
        for state in states:
            after = np.full((4, verifiers), -1)
            more = [n - no - yes for n, (no, yes) in zip(sizes, state, strict=True)]
            for c, (no, yes) in enumerate(state):
                after[2:, c] = no, yes
                if more[c]:
                    after[0, c] = number[(*state[:c], (no + 1, yes), *state[c + 1 :])]
                    after[1, c] = number[(*state[:c], (no, yes + 1), *state[c + 1 :])]
            ways = prod(factorial(no) * factorial(yes) for no, yes in state)
            ways *= prod(map(factorial, more))
            open_class = next((c for c, n in enumerate(more) if n), -1)
            rows.append([*after.ravel().tolist(), sum(map(sum, state)), ways, open_class])
        first.append(len(rows))
    return np.array(first), np.array(rows)


class QuestionStart(NamedTuple):
    """Where play begins: the worlds left, the weight of every world, and the round under way."""

    worlds: Ints
    heavy: Ints
    proposal: int
    asked: int


class QuestionProblem:
    """A question problem with identical worlds merged, ready for the kernels.

    ``group[w]`` is the merged world of world ``w``; ``names[t]`` the caller's name of target ``t``.
    """

    def __init__(
        self,
        targets: npt.ArrayLike,
        answers: npt.ArrayLike,
        weights: npt.ArrayLike | None,
        per_round: int,
    ) -> None:
        table = np.asarray(answers)
        names = np.asarray(targets)
        if table.ndim != 3 or 0 in table.shape:
            raise BadQuestions(
                "The answers must be an array [proposal, verifier, world], not empty."
            )
        self.proposals, self.verifiers, self.worlds = table.shape
        if names.shape != (self.worlds,):
            raise BadQuestions(f"There are {self.worlds} worlds but not as many targets.")
        if self.verifiers > MOST_VERIFIERS:
            raise BadQuestions(f"At most {MOST_VERIFIERS} verifiers can be handled.")
        if table.dtype != np.bool_ and not ((table == 0) | (table == 1)).all():
            raise BadQuestions("Every answer must be 0 or 1.")
        if per_round < 1:
            raise BadQuestions("At least one question must be allowed in a round.")
        self.per_round = min(int(per_round), self.verifiers)
        heavy = np.ones(self.worlds, np.int64) if weights is None else np.asarray(weights)
        if heavy.shape != (self.worlds,):
            raise BadQuestions(f"There are {self.worlds} worlds but not as many weights.")
        if heavy.dtype.kind not in "iu" or heavy.min() < 1:
            raise BadQuestions("Every weight must be a positive whole number.")
        self.weights: Ints = heavy.astype(np.int64)
        total = sum(int(weight) for weight in heavy) if weights is not None else self.worlds
        questions = min(self.worlds, self.proposals * self.verifiers)
        self.scale = total * questions + 1
        if self.scale * (questions + 1) * (total + 1) >= 1 << 61:
            raise BadQuestions("The weights are too large to be added exactly.")
        self._merge(names, table.astype(np.uint8))

    def _merge(self, names: npt.NDArray[Any], table: npt.NDArray[np.uint8]) -> None:
        self.names, index = np.unique(names, return_inverse=True)
        random = scramble(np.arange(1, self.proposals + 1))
        law = scramble(np.einsum("pvw,p->wv", table, random))
        columns = scramble(law + scramble(np.arange(self.verifiers))).sum(axis=1)
        alike, first, group = np.unique(columns, return_index=True, return_inverse=True)
        if not (index[first][group] == index).all():
            raise BadQuestions("Two worlds with different targets answer every question alike.")
        self.group: Ints = group.reshape(-1)
        self.first: Ints = first
        self.target: Ints = index[first].astype(np.int64)
        self.law: Ints = np.ascontiguousarray(law[first])
        self.column: Ints = alike
        cells = np.zeros((self.proposals, self.worlds), np.uint8)
        for verifier in range(self.verifiers):
            cells |= table[:, verifier] << np.uint8(verifier)
        self.cells = np.ascontiguousarray(cells[:, first])
        sets = [set(self.law[:, verifier].tolist()) for verifier in range(self.verifiers)]
        self.relabel = any(
            2 * len(sets[a] & sets[b]) >= max(len(sets[a]), len(sets[b])) > 1
            for a in range(self.verifiers)
            for b in range(a)
        )
        self.full = self.belief(None)[1]
        self.laws = self._find_laws()
        self.memo = np.zeros((SMALL_MEMO if first.size <= FEW_WORLDS else LARGE_MEMO, 6), np.int64)

    def _find_laws(self) -> Laws | None:
        """The laws behind verifiers without names; None where they have names, or too many laws."""
        count = self.verifiers
        known, law = np.unique(self.law, return_inverse=True)
        if not 2 <= count <= MOST_NAMELESS or known.size > MOST_LAWS:
            return None
        law = law.reshape(self.law.shape)
        packed = (np.sort(law, axis=1) << 6 * np.arange(count)).sum(axis=1)
        _, first, choice, size = np.unique(
            packed, return_index=True, return_inverse=True, return_counts=True
        )
        goal, worth = self.target[first], self.full[first]
        if (
            (size < factorial(count)).any()
            or (goal[choice] != self.target).any()
            or (worth[choice] != self.full).any()
            or self.names.size > MOST_LAWS
        ):
            return None
        _, where = np.unique(law, return_index=True)
        world, verifier = np.divmod(where, count)
        yes = (self.cells[:, world] >> verifier & 1).astype(np.int64) << np.arange(known.size)
        starts, states = _states(count)
        return Laws(
            seen=1 << law,
            yes=yes.sum(axis=1),
            choice=np.sort(law[first], axis=1),
            worth=worth,
            goal=goal,
            first=starts,
            states=states,
            factorial=np.array([factorial(n) for n in range(count + 1)]),
            room=np.empty((4, max(self.cubes, known.size) * LANES), np.int64),
            shelf=np.zeros((SHELF // (4 + 3 * self.proposals), 4 + 3 * self.proposals), np.int64),
            law_count=int(known.size),
            targets=int(self.names.size),
        )

    def by_law(self, start: QuestionStart) -> bool:
        """True when the worlds at the start are all that their laws allow, with all their weight.

        So it is after any answers.
        """
        if self.laws is None or (start.heavy != self.full)[start.worlds].any():
            return False
        allowed = self.sets(start)
        return bool(
            (self.laws.seen & allowed == self.laws.seen).all(axis=1).sum() == start.worlds.size
        )

    def sets(self, start: QuestionStart) -> Ints:
        """The laws that each verifier can have at the start, as bits."""
        assert self.laws is not None
        sets: Ints = np.bitwise_or.reduce(self.laws.seen[start.worlds], axis=0)
        return sets

    def belief(self, belief: npt.ArrayLike | None) -> tuple[Ints, Ints]:
        """Merged worlds of a belief (indices, a mask, or None for all) and every one's weight."""
        if belief is None:
            chosen = np.arange(self.worlds)
        else:
            given = np.asarray(belief)
            if given.size == 0:
                chosen = np.empty(0, np.int64)
            elif given.dtype == np.bool_ and given.shape == (self.worlds,):
                chosen = np.flatnonzero(given)
            elif given.ndim == 1 and given.dtype.kind in "iu":
                chosen = np.unique(given.astype(np.int64))
            else:
                raise BadQuestions("A belief is a list of world numbers or a mask of all worlds.")
        if chosen.size == 0:
            raise BadQuestions("A belief must hold at least one world.")
        if chosen[0] < 0 or chosen[-1] >= self.worlds:
            raise BadQuestions(f"A belief names worlds from 0 to {self.worlds - 1} only.")
        heavy = np.zeros(self.first.size, np.int64)
        np.add.at(heavy, self.group[chosen], self.weights[chosen])
        return np.flatnonzero(heavy), heavy

    def round(self, open_round: tuple[int, Sequence[int]] | None) -> tuple[int, int]:
        """Proposal and bit set of the verifiers asked in an open round; (-1, 0) without one."""
        if open_round is None:
            return -1, 0
        proposal, asked = int(open_round[0]), [int(verifier) for verifier in open_round[1]]
        if not 0 <= proposal < self.proposals:
            raise BadQuestions(f"The open round's proposal is not from 0 to {self.proposals - 1}.")
        if any(not 0 <= v < self.verifiers for v in asked) or len(set(asked)) < len(asked):
            raise BadQuestions(
                "The verifiers asked in the open round must differ and be from 0 to "
                f"{self.verifiers - 1}."
            )
        if len(asked) > self.per_round:
            raise BadQuestions(f"A round has at most {self.per_round} questions.")
        return proposal, sum(1 << verifier for verifier in asked)

    def certain(self, worlds: Ints) -> bool:
        """True when these worlds share a target."""
        targets = self.target[worlds]
        return bool((targets == targets[0]).all())

    def cost(self, value: int, start: QuestionStart) -> tuple[Fraction, Fraction]:
        """A sum of costs over the worlds as expected (rounds, questions)."""
        total = int(start.heavy.sum())
        return Fraction(value // self.scale, total), Fraction(value % self.scale, total)

    def first_limit(self, start: QuestionStart) -> int:
        """The first limit to search below: one round, or none when there is little to search."""
        if start.worlds.size <= 8:
            return INFINITE
        return int(self.scale) * (int(start.heavy.sum()) + 1)

    def next_limit(self, lower: int, start: QuestionStart) -> int:
        """The limit to try when the cost is known to be ``lower`` at least."""
        step = STEP if self.laws is None else SMALL_STEP
        if start.worlds.size <= FEW_WORLDS:
            step = LARGE_STEP
        return lower + int(self.scale) * max(1, int(start.heavy.sum()) * step // 100)

    def empty_plan(self) -> Ints:
        """Room for the plan of a round; see ``kernels.descent.search``."""
        return np.full(PLAN_ACTIONS + 2 * self.cubes, -1)

    @property
    def cubes(self) -> int:
        """Subcubes of a round in which every verifier can tell something."""
        return int(3**self.verifiers)

    def context(self, start: QuestionStart) -> Context:
        """The kernels' arrays for a start."""
        kind = scramble(scramble(self.target) + start.heavy)
        free, power = _subcubes(self.verifiers)
        control = np.zeros(9, np.int64)
        control[SCALE], control[PER_ROUND] = self.scale, self.per_round
        control[RELABEL], control[BY_LAW] = self.relabel, self.by_law(start)
        return Context(
            self.cells,
            self.target,
            start.heavy,
            scramble(self.column ^ kind),
            kind,
            self.law,
            self.memo,
            control,
            free,
            power,
            self._bonus(start),
            NO_LAWS if self.laws is None else self.laws,
        )

    def within(self, context: Context, start: QuestionStart) -> Context:
        """The same for a start whose worlds weigh the same, which takes no time worth mentioning.

        The two share ``control``.
        """
        return context._replace(bonus=self._bonus(start))

    def _bonus(self, start: QuestionStart) -> Ints:
        extra = _extra(2) + self.scale * _extra(1 << self.per_round)
        bonus: Ints = extra * int(start.heavy[start.worlds].min())
        return bonus
