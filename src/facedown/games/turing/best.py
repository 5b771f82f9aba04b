"""Exact best play of a problem: the fewest expected rounds, then the fewest questions (T8).

This puts a problem's worlds into the arrays that :mod:`facedown.deduce.questioning` solves, and
keeps what was found out, so that the next belief of the same game is solved in no time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from facedown.core.messages import phrase
from facedown.games.turing.cards import CODES
from facedown.games.turing.worlds import WorldError, world_numbers

if TYPE_CHECKING:
    from facedown.deduce.questioning import Questioning, SoFar, Solution
    from facedown.games.turing.worlds import ProblemWorlds

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

    Raises :class:`~facedown.games.turing.worlds.WorldError` for an empty belief, and for one too
    large to plan for.

    >>> from facedown.games.turing.problem import Problem
    >>> from facedown.games.turing.worlds import ProblemWorlds
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
