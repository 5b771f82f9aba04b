"""Turing Machine's players: beginner, careful and exact; and the Machine, one of them (T8).

A player decides from its view alone. It names a code only when its answers leave no other, with one
exception: in the last round (T12) going on loses for certain, so it names the likeliest code left.
It asks nothing whose answer it could know already.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from facedown.core.errors import UnknownName
from facedown.core.game import BotFactory
from facedown.core.moves import Action
from facedown.core.view import View, check_turn
from facedown.games.turing.cards import CODES, code_index
from facedown.games.turing.information import OpenLine, Question, most_informative
from facedown.games.turing.moves import ASK, GO_ON, QUESTIONS_PER_ROUND, SOLVE, STOP
from facedown.games.turing.problem import VERIFIER_NAMES
from facedown.games.turing.reasoning import knowledge
from facedown.games.turing.view import TuringView
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


class TuringBot(ABC):
    """A player that deduces all its answers imply; each kind chooses questions in its own way."""

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

    def act(self, view: View, rng: random.Random) -> Action:
        """Its move now, from what its seat may know."""
        assert isinstance(view, TuringView)
        check_turn(view)
        problem, belief = knowledge(view)
        codes = problem.codes(belief)
        if view.phase == "declare":
            if len(codes) > 1 and view.round < view.most_rounds:
                return GO_ON
            return SOLVE + likeliest(problem, belief)
        line = view.open_line()
        if line is None:
            if len(codes) == 1:
                return codes[0]
            return self.question(problem, belief, None, QUESTIONS_PER_ROUND, rng)[0]
        if len(codes) == 1:
            return STOP
        code = code_index(line.code)
        asked = sum(1 << VERIFIER_NAMES.index(name) for name in line.asked)
        proposal, verifier = self.question(problem, belief, (code, asked), view.questions_left, rng)
        return ASK + verifier if proposal == code and not asked >> verifier & 1 else STOP

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


class Beginner(TuringBot):
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


class Careful(TuringBot):
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


class Exact(TuringBot):
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
        node = best_tree(problem)
        if node is None:
            return super().effort(problem, world, rng)
        rounds = questions = 0
        while (question := node.question) is not None:
            code, verifier = question
            rounds += node.begins_round
            questions += 1
            node = node.after(problem.yes(code, verifier) >> world & 1)
        return rounds, questions


def _best_play(problem: ProblemWorlds, belief: int, open_line: OpenLine | None) -> BestPlay | None:
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
    play = _best_play(problem, belief, open_line)
    return None if play is None else play.next


@lru_cache(maxsize=16)
def best_tree(problem: ProblemWorlds) -> Node | None:
    """The decision tree of best play, or None where the search would take too long."""
    play = _best_play(problem, problem.everything, None)
    return None if play is None else play.tree()


def _seated(kind: type[TuringBot]) -> BotFactory:
    return lambda game: kind()  # what matters of the game is in the view


_LEVELS: Final[tuple[type[TuringBot], ...]] = (Beginner, Careful, Exact)

BOTS: Final[Mapping[str, BotFactory]] = MappingProxyType(
    {kind.level: _seated(kind) for kind in _LEVELS}
)
"""The players by name, weakest first."""


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
        bots = {kind.level: kind for kind in _LEVELS}
        if level not in bots:
            raise UnknownName(f"There is no Machine {level[:40]!r}; choose from {', '.join(bots)}.")
        rng = random.Random(f"{problem.problem.text}/{world}")
        efforts[level, world] = bots[level]().effort(problem, world, rng)
    return efforts[level, world]


@lru_cache(maxsize=16)
def _efforts(problem: ProblemWorlds) -> dict[tuple[str, int], tuple[int, int]]:
    """The efforts worked out so far, by level and world."""
    assert problem.size
    return {}
