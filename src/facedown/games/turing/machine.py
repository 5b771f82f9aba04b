"""The Machine, against which a lone player plays (T8): beginner, careful or exact.

It asks nothing whose answer it could know already, and stops when its answers leave one code.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from facedown.core.errors import UnknownName
from facedown.core.messages import phrase
from facedown.games.turing.cards import CODES
from facedown.games.turing.information import OpenLine, Question, most_informative
from facedown.games.turing.moves import QUESTIONS_PER_ROUND
from facedown.games.turing.worlds import ProblemWorlds

if TYPE_CHECKING:
    from facedown.deduce.questioning import Node
    from facedown.games.turing.best import BestPlay

MOST_WORLDS: Final = 2_000
"""The exact player searches for best play once this many worlds or fewer are left."""

MOST_BELIEFS: Final = 6_000
"""The exact player gives up a search when it has looked into this many beliefs, or into so many
that, times the worlds it starts from, they come to :data:`SEARCH_EFFORT`. That is a few seconds,
but not counted in seconds, so that it plays alike on every machine."""

SEARCH_EFFORT: Final = 4_000_000
"""See :data:`MOST_BELIEFS`."""


class Machine(ABC):
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


class Beginner(Machine):
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


class Careful(Machine):
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
        """The most informative question; see :mod:`facedown.games.turing.information`."""
        question = most_informative(problem, belief, open_line, left)
        assert question is not None
        return question


class Exact(Machine):
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


class Asked(NamedTuple):
    """A question and its answer."""

    code: int
    verifier: int
    said_yes: bool
    begins_round: bool


def best_way(problem: ProblemWorlds, world: int) -> tuple[Asked, ...] | None:
    """What best play asks when this world is true; None where the search would take too long."""
    node = best_tree(problem)
    if node is None:
        return None
    way = []
    while (question := node.question) is not None:
        said_yes = bool(problem.yes(*question) >> world & 1)
        way.append(Asked(*question, said_yes, node.begins_round))
        node = node.after(said_yes)
    return tuple(way)


def proven_play(problem: ProblemWorlds, belief: int, open_line: OpenLine | None) -> BestPlay | None:
    """Proven best play, or None where the search would take too long."""
    from facedown.games.turing.best import best_play

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
def best_tree(problem: ProblemWorlds) -> Node | None:
    """The decision tree of best play, or None where the search would take too long."""
    play = proven_play(problem, problem.everything, None)
    return None if play is None else play.tree()


LEVELS: Final[Mapping[str, Machine]] = MappingProxyType(
    {machine.level: machine for machine in (Beginner(), Careful(), Exact())}
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
