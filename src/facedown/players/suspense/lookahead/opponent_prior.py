"""What somebody who looks ahead expects of the others, and of itself."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from facedown.players.suspense.simple.workspace import KINDS

TABLE: Final = (0.6, 0.2, 0.2)
"""How likely another player is thought to be an expert, an ordinary player or a beginner.

More for experts makes it harder to gain from two of them, and easier to outdo the expert among
beginners; without a chance for beginners it would hardly gain more there than careful players.
"""

TRAINING: Final = (0.7, 0.3, 0.0)
"""The same while the networks are trained; a simpler prior is quicker to watch."""


class OpponentPrior(NamedTuple):
    """The prior chance of each kind of player, and how many kinds it may itself be later on.

    With one way it goes on by the networks; with all of them, as whatever kind scores most.
    """

    priors: NDArray[np.float64]
    ways: int


def table_prior() -> OpponentPrior:
    """The expert's."""
    return OpponentPrior(np.array(TABLE), KINDS)


def training_prior() -> OpponentPrior:
    """The expert's while it is trained."""
    return OpponentPrior(np.array(TRAINING), 1)


def certain_prior() -> OpponentPrior:
    """That of a player who is certain that the others play by the same networks."""
    return OpponentPrior(np.array((1.0, 0.0, 0.0)), KINDS)
