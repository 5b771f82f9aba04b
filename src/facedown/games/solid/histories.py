"""What the others can have drawn, told by kinds of cards, at random.

Whatever a seat draws unseen takes a *slot*, and so does each card of the pile. Between two shuffles
all slots are filled with the cards that were in the pile after the first of them, each order of
which is as likely as any other. What is known besides are *needs*: when a card leaves a hand, one
of its kind was there. So a seat needs its so many-th card of a kind before a certain move; all ways
to fill the slots that meet all needs weigh the same, copies told apart.

A way is built up need by need, in the order of time: the card that left came in one of the slots
that its seat had filled and not given away, later than the equal cards that left before (of equal
cards the first to come is the first to leave, so every way is met once). A slot is drawn in
proportion to the share of that kind in what its pool still has, and the sum of these shares is
what the way weighs, times those before; then hands and pile are filled likewise. The sizes of what
the pools still have multiply to the same number whichever way is taken, so weights times chances
are the same for all ways. These are sequential hypergeometric draws with importance weights:
``PARTICLES`` ways are built at once, drawn anew by weight where few of them have most of it, and
one of them is handed out by weight. That is exact in the limit of many; with those that there are,
rare ways can come too seldom. A test holds it against exact enumeration, and the difference is
within the luck of the draws.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.games.solid.cards import counts_of
from facedown.games.solid.rules import Setting
from facedown.games.solid.view import SolidView

Needs: TypeAlias = Mapping[tuple[Seat, int], Sequence[int]]
"""Before which moves a seat must have drawn its first, second, … card of a kind, ascending."""

IN_PILE: Final = -1
"""The seat of slots in the pile."""

NEVER: Final = 1 << 30
"""After every move."""

PARTICLES: Final = 64
"""Ways that are built at once; so many times ``MORE`` where all of them came to nothing."""
MORE: Final = 8
ATTEMPTS: Final = 4


@dataclass(frozen=True, slots=True)
class Slot:
    """Where an unseen card went: after which shuffle, to which seat and by which move."""

    shuffle: int
    seat: Seat
    time: int


class Unseen:
    """The slots of a view, the cards that fill them, and what is known to have been held.

    ``slots`` are those of the other seats in the order of moves and then those of the pile;
    ``pools`` the cards by kind that fill the slots of each shuffle; ``gained`` and ``left`` when
    cards of a kind were seen coming into a hand and leaving it.
    """

    def __init__(self, setting: Setting, view: SolidView) -> None:
        self.slots: list[Slot] = []
        self.gained: defaultdict[tuple[Seat, int], list[int]] = defaultdict(list)
        self.left: defaultdict[tuple[Seat, int], list[int]] = defaultdict(list)
        added = counts_of(setting.kinds, view.added)
        self.pools = [[n + more for n, more in zip(setting.whole, added, strict=True)]]
        self.pools += [counts_of(setting.kinds, names) for names in view.shuffled]
        shuffle = 0
        for time, entry in enumerate(view.record):
            if entry.move == "shuffle":
                shuffle += 1
            elif entry.move == "draw" and entry.seat == view.seat:
                self.pools[shuffle][setting.kinds[entry.card or ""]] -= 1
            elif entry.move == "draw":
                self.slots.append(Slot(shuffle, entry.seat, time))
            elif entry.seat not in (view.seat, IN_PILE) and entry.card is not None:
                self.left[entry.seat, setting.kinds[entry.card]].append(time)
                if entry.move == "event" and entry.owner is None:
                    taken = setting.kinds[entry.target or ""]
                    self.gained[entry.seat, taken].append(time)
        self.slots += [Slot(shuffle, IN_PILE, NEVER)] * view.pile
        for number, pool in enumerate(self.pools):
            size = sum(slot.shuffle == number for slot in self.slots)
            if min(pool) < 0 or sum(pool) != size:
                raise FacedownError(
                    phrase("No deal of this deck leads to that view: cards are missing.")
                )

    def needs(self) -> Needs:
        """What each seat needed to have drawn, beside what it was seen to get."""
        needs: dict[tuple[Seat, int], list[int]] = {}
        for key, times in self.left.items():
            gained, missing = list(self.gained.get(key, ())), []
            for time in times:
                if gained and gained[0] < time:
                    gained.pop(0)
                else:
                    missing.append(time)
            if missing:
                needs[key] = missing
        return needs


class NoDrawsFound(FacedownError):
    """No draws were found that lead to a view: there are none, or they are very rare."""


class Population:
    """Many ways to fill the slots, built up at once, from which some are drawn by weight.

    Raises ``NoDrawsFound`` where none is found that meets the needs.
    """

    def __init__(self, unseen: Unseen, rng: random.Random) -> None:
        self._slots, self._rng = unseen.slots, rng
        needs = unseen.needs()
        self._needs = sorted((time, *key) for key, times in needs.items() for time in times)
        free: dict[Seat, list[int]] = defaultdict(list)
        for number, slot in enumerate(self._slots):
            free[slot.seat].append(number)
        self._ways: list[Way] = []
        for number in (PARTICLES * MORE**attempt for attempt in range(ATTEMPTS)):
            start = Way(free, [-1] * len(self._slots), unseen.pools)
            self._ways = [start.copy() for _ in range(number if self._needs else 1)]
            if self._fill():
                return
        raise NoDrawsFound(phrase("No draws were found that lead to that view."))

    def drawn(self) -> list[int]:
        """The kind of card in each slot, in one of the ways."""
        (way,) = self._rng.choices(self._ways, [way.weight for way in self._ways])
        kinds = way.kinds[:]
        rest = [[k for k, n in enumerate(pool) for _ in range(n)] for pool in way.pools]
        for cards in rest:
            self._rng.shuffle(cards)
        return [
            rest[slot.shuffle].pop() if kind < 0 else kind
            for slot, kind in zip(self._slots, kinds, strict=True)
        ]

    def _fill(self) -> bool:
        """Meets one need after the other and then fills the hands; whether some way is left."""
        for need in self._needs:
            for way in self._ways:
                way.meet(self._slots, need, self._rng)
            if not self._even():
                return False
        for way in self._ways:
            way.fill_hands(self._slots, self._rng)
        return any(way.weight for way in self._ways)

    def _even(self) -> bool:
        """Where few ways have most of the weight, draws as many anew; whether any is left."""
        weights = [way.weight for way in self._ways]
        total = sum(weights)
        if not total:
            return False
        if total * total < len(weights) / 2 * sum(weight * weight for weight in weights):
            step = total / len(weights)
            at, reached, kept = self._rng.random() * step, 0.0, list[Way]()
            for way in self._ways:
                reached += way.weight
                while at < reached and len(kept) < len(weights):
                    kept.append(way.copy())
                    at += step
            self._ways = kept
            total = float(len(kept))
        for way in self._ways:
            way.weight *= len(self._ways) / total
        return True


class Way:
    """One way to fill the slots, so far as it is decided.

    ``kinds`` are those in the slots, -1 where it is still open, ``pools`` what is left for the open
    ones, ``free`` the open slots by seat, ``last`` the slot of the last card of a kind that left.
    What is drawn by chance and ``weight`` together make all ways alike.
    """

    __slots__ = ("free", "kinds", "last", "pools", "weight")

    def __init__(
        self,
        free: Mapping[Seat, Sequence[int]],
        kinds: Sequence[int],
        pools: Sequence[Sequence[int]],
        last: Mapping[tuple[Seat, int], int] = MappingProxyType({}),
        weight: float = 1.0,
    ) -> None:
        self.free = {seat: list(numbers) for seat, numbers in free.items()}
        self.kinds, self.pools = list(kinds), [list(pool) for pool in pools]
        self.last, self.weight = dict(last), weight

    def copy(self) -> Way:
        """The same, to go on otherwise; its weight is 1."""
        return Way(self.free, self.kinds, self.pools, self.last)

    def meet(self, slots: Sequence[Slot], need: tuple[int, Seat, int], rng: random.Random) -> None:
        """Decides in which slot the card came that left: later than the one before of its kind."""
        time, seat, kind = need
        after = self.last.get((seat, kind), -1)
        open_ = [n for n in self.free[seat] if n > after and slots[n].time < time]
        chances = []
        for number in open_:
            pool = self.pools[slots[number].shuffle]
            chances.append(pool[kind] / sum(pool))
        if not any(chances):
            self.weight = 0.0
            return
        (number,) = rng.choices(open_, chances)
        self._put(slots, number, kind)
        self.last[seat, kind] = number
        self.weight *= sum(chances)

    def fill_hands(self, slots: Sequence[Slot], rng: random.Random) -> None:
        """Fills what is still in hands: no card there came before an equal one that left."""
        for seat, numbers in self.free.items():
            if seat == IN_PILE:
                continue
            for number in numbers[:]:
                pool = self.pools[slots[number].shuffle]
                whole = sum(pool)
                cards = [
                    0 if self.last.get((seat, kind), -1) > number else count
                    for kind, count in enumerate(pool)
                ]
                if not any(cards):
                    self.weight = 0.0
                    return
                (kind,) = rng.choices(range(len(cards)), cards)
                self._put(slots, number, kind)
                self.weight *= sum(cards) / whole

    def _put(self, slots: Sequence[Slot], number: int, kind: int) -> None:
        self.kinds[number] = kind
        self.free[slots[number].seat].remove(number)
        self.pools[slots[number].shuffle][kind] -= 1
