"""Hush with bots that misbehave."""

from __future__ import annotations

import dataclasses
import os
import random
import sys
from typing import ClassVar

from tests.terminal import toy
from tests.terminal.toy import Hush

from facedown.core.facts import Facts
from facedown.core.moves import Action
from facedown.core.roster import Players
from facedown.core.view import View


class Dying:
    """Takes its process along."""

    def act(self, view: View, rng: random.Random) -> Action:
        os._exit(3)


class Raising:
    """Fails."""

    def act(self, view: View, rng: random.Random) -> Action:
        raise ValueError(f"what I know: {view}")


class Noisy:
    """Prints much, and then moves."""

    def act(self, view: View, rng: random.Random) -> Action:
        sys.stdout.write("noise\n" * 1000)
        sys.stdout.flush()
        return view.legal[0]


class Nonsense:
    """Answers with what is no move at all."""

    def act(self, view: View, rng: random.Random) -> Action:
        return "rubbish"  # type: ignore[return-value]


class Rough(Hush):
    facts: ClassVar[Facts] = dataclasses.replace(Hush.facts, name="rough", title="Rough")


PLAYERS = Players(
    {
        **toy.PLAYERS.bots,
        "dying": lambda game: Dying(),
        "raising": lambda game: Raising(),
        "noisy": lambda game: Noisy(),
        "nonsense": lambda game: Nonsense(),
    }
)
