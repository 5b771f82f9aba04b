"""Every way the hidden things can be, given what somebody sees."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from facedown.core.errors import NotListed
from facedown.core.hooks import refuse_misspelled
from facedown.core.messages import phrase

World: TypeAlias = Any
"""One way the hidden things can be: a hashable value whose form is the game's own."""


class Worlds(ABC):
    """Every way the hidden things can be, given one view.

    Weights are chance's alone. A world weighs the sum, over all histories that the view allows and
    that end in this world, of nature's part of their probability. What seats chose among their
    listed moves carries no weight: what players tend to do is a player's own model of them. A
    hidden move from an open language weighs what the law of the language says
    (``Game.open_chances``), as there is no other measure of so many moves.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("suspense", 3, goal=0, dealer=1), seed="7")
    >>> worlds = match.game.worlds(match.view(0))
    >>> worlds.count(), sum(weight for _, weight in worlds)
    (70, 70)
    """

    def __init_subclass__(cls) -> None:
        refuse_misspelled(cls, Worlds)

    def __iter__(self) -> Iterator[tuple[World, int]]:
        """The worlds, each with its weight: whole numbers in proportion to what they weigh.

        Raises :class:`~facedown.core.errors.NotListed` where they cannot be listed.
        """
        raise NotListed(
            phrase("The worlds of this view cannot be listed; they can only be sampled.")
        )

    def count(self) -> int | None:
        """How many worlds there are, however large; None where nobody knows."""
        return None

    @abstractmethod
    def sample(self, rng: random.Random) -> World:
        """One world, as frequent as its weight says."""

    def features(self, world: World) -> Iterable[str]:
        """Facts that are true in a world, by name, such as "seat 2 holds B1"; each once.

        The battery compares how often each of them is true in sampled worlds and in the truth. A
        game names those that its players would reason about; nothing else needs them.
        """
        return ()
