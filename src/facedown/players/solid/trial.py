"""Candidates of one view, tried in worlds that it leaves possible."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import sqrt
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from facedown.core.moves import Action
from facedown.games.solid.rules import Setting
from facedown.games.solid.view import SolidView
from facedown.games.solid.worlds import ManyWorlds, TwoWorlds, unseen_of, worlds_of
from facedown.players.solid.policy_kernels import draw_hands
from facedown.players.solid.rows import CAREFUL, KINDS, MOST_HELD, give, lay_out, new_row, rules_of
from facedown.players.solid.value_kernels import new_room, shipped_value, try_all, whole_of

AT_ONCE: Final = 32
"""Worlds that are drawn between two looks at the clock."""
CLEARLY: Final = 0.5
"""The first candidate is left for one that is better by this many standard errors."""
NEVER: Final = 1 << 30
"""No game has so many turns."""


class Playoff:
    """Candidates, of which the first is to be left only on clear evidence.

    Where ``hands`` are given, by kinds of cards, all worlds have those. Games are played on until
    the seat has begun ``cut`` more turns, and what the learned value expects there is the result;
    with 0 to the end. Only two seats with the usual rules can cut (``strong.learned``).

    ``alive`` are the numbers of those that are still tried, ascending; ``draws`` draws the hands of
    worlds, with ``chance``, the state of a source of chance.
    """

    def __init__(
        self,
        setting: Setting,
        view: SolidView,
        actions: Sequence[Action],
        rng: random.Random,
        hands: Sequence[Sequence[int]] | None = None,
        cut: int = 0,
    ) -> None:
        self.alive = list(range(len(actions)))
        self._actions = np.array(actions, np.int64)
        self._parts = [np.zeros((0, len(actions)))]
        self._seat = view.seat
        self.draws = KnownHands(hands) if hands is not None else drawn_hands(setting, view, rng)
        self._rules = rules_of(setting)
        self._row = new_row(setting)
        lay_out(self._row, setting, view)
        own = [setting.kinds[name] for name in view.hand or ()]
        give(self._row, view.seat, own)
        self._unseen = np.zeros(KINDS, np.int32)
        self._unseen[: len(setting.deck)] = unseen_of(setting, view)
        self._rows = np.zeros((2, len(self._row)), np.int32)
        self._weights = np.array([CAREFUL] * setting.seats)
        self._gains = np.zeros(5)
        self._until = NEVER if cut == 0 else view.turn + 2 * cut - (view.mover != view.seat)
        self._whole, self._net = whole_of(setting), shipped_value()
        self._room = new_room(self._net, len(self._row), 1)
        self.chance = np.array([rng.getrandbits(64)], np.uint64)

    @property
    def results(self) -> NDArray[np.float64]:
        """The seat's share of the win by world and candidate; not a number where untried."""
        if len(self._parts) > 1:
            self._parts = [np.concatenate(self._parts)]
        return self._parts[0]

    def play(self, worlds: int, at_once: int = AT_ONCE) -> None:
        """Plays the candidates on in so many worlds, one at least, of which some are drawn at once.

        Of several other hands drawing takes longer than playing, and drawing many at once hardly
        longer than drawing one: all go through the whole game so far together.
        """
        worlds = max(1, worlds)
        for done in range(0, worlds, at_once):
            self._play_some(min(at_once, worlds - done))

    def play_until(self, moment: float) -> None:
        """Plays them on until ``time.perf_counter`` says so, in ``AT_ONCE`` worlds at least."""
        while True:
            self._play_some(AT_ONCE)
            if time.perf_counter() >= moment:
                return

    def _play_some(self, count: int) -> None:
        found = np.zeros((count, len(self.alive)))
        try_all(
            self._row,
            self._rules,
            self._weights,
            self.draws.hands(count, self.chance),
            self._unseen,
            self._whole,
            self._seat,
            self._actions[self.alive],
            self._until,
            self._net,
            self._room,
            found,
            self._rows,
            self._gains,
            self.chance,
        )
        wide = np.full((count, len(self._actions)), np.nan)
        wide[:, self.alive] = found
        self._parts.append(wide)

    def halve(self) -> None:
        """Leaves out the worse half, but never the first."""
        means = self.results[:, self.alive].mean(axis=0)
        others = sorted(self.alive[1:], key=lambda n: -means[self.alive.index(n)])
        self.alive = [0, *sorted(others[: max(1, len(self.alive) // 2 - 1)])]

    def choice(self) -> int:
        """The best candidate, or the first where none is clearly better."""
        results = self.results
        best = self.alive[int(results[:, self.alive].mean(axis=0).argmax())]
        more = results[:, best] - results[:, 0]
        clear = more.mean() > CLEARLY * more.std() / sqrt(len(more))
        return int(self._actions[best if clear else 0])


class Hands(Protocol):
    """Where the hands of worlds come from."""

    def hands(self, count: int, chance: NDArray[np.uint64]) -> NDArray[np.int32]:
        """So many worlds: the cards of each hand by kind."""


def drawn_hands(setting: Setting, view: SolidView, rng: random.Random) -> Hands:
    """The hands that a view leaves possible."""
    worlds = worlds_of(setting, view)
    if isinstance(worlds, TwoWorlds):
        return HiddenHand(view, worlds)
    return HiddenHands(worlds, rng)


class KnownHands:
    """Hands that are known."""

    def __init__(self, hands: Sequence[Sequence[int]]) -> None:
        self._hands = np.zeros((len(hands), KINDS), np.int32)
        self._hands[:, : len(hands[0])] = hands

    def hands(self, count: int, _chance: NDArray[np.uint64]) -> NDArray[np.int32]:
        """The same in every world."""
        return np.repeat(self._hands[None], count, axis=0)


class HiddenHand:
    """The other hand of two, drawn as often as it weighs."""

    def __init__(self, view: SolidView, worlds: TwoWorlds) -> None:
        self._seat = 1 - view.seat
        self._known = np.zeros(KINDS, np.int32)
        self._known[: len(worlds.known)] = worlds.known
        self._hidden = np.repeat(np.arange(len(worlds.unseen)), worlds.unseen)
        self._size, self._changes = worlds.size, np.array(worlds.changes, np.int64)
        self._room = np.zeros(MOST_HELD + len(worlds.changes), np.int64)

    def hands(self, count: int, chance: NDArray[np.uint64]) -> NDArray[np.int32]:
        """So many worlds: the cards of each hand by kind, the own one left out."""
        hands = np.zeros((count, 2, KINDS), np.int32)
        draw_hands(
            hands,
            self._seat,
            self._known,
            self._hidden,
            self._size,
            self._changes,
            self._room,
            chance,
        )
        return hands


class HiddenHands:
    """The hands of several others, drawn from their worlds."""

    def __init__(self, worlds: ManyWorlds, rng: random.Random) -> None:
        self._worlds, self._rng = worlds, rng

    def hands(self, count: int, _chance: NDArray[np.uint64]) -> NDArray[np.int32]:
        """So many worlds: the cards of each hand by kind."""
        drawn = [self._worlds.hands(world) for world in self._worlds.samples(self._rng, count)]
        hands = np.zeros((count, len(drawn[0]), KINDS), np.int32)
        hands[:, :, : len(drawn[0][0])] = drawn
        return hands
