"""Arrays and numbers that the compiled kernels and the Python around them agree on.

This module does not import Numba, so looking at a problem costs nothing until it is solved.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

# More than any cost.
INFINITE = 1 << 62

# Places in ``Context.control``: stop now (0 or 1), beliefs opened so far, stop at so many of them,
# cost of one round in questions, questions per round, 1 if verifiers may be renamed, and the bounds
# proven so far for the belief at the top.
STOP, OPENED, LIMIT, SCALE, PER_ROUND, RELABEL, LOWER, UPPER = range(8)

# Columns of a strategy: what is asked, the rows after the answers no and yes, 1 if the question
# begins a round, weight of the worlds that come here, and the target where it is certain (else -1).
PROPOSAL, VERIFIER, NO, YES, BEGINS, WEIGHT, TARGET = range(7)

# What ``play_round`` says of a subcube where no further digit is asked.
LEAVE, RESOLVED = -2, -1

# A plan of a round: number of digits, their verifiers, from here on the action at each subcube, and
# after all of these the cost of leaving the round at each.
PLAN_ACTIONS = 16


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
