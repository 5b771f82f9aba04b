"""What the others can have drawn, told by kinds of cards: found, and drawn at random.

Whatever a seat draws unseen takes a *slot*, and so does each card of the pile. Between two shuffles
all slots are filled with the cards that were in the pile after the first of them, each order of
which is as likely as any other. What is known besides are *needs*: when a card leaves a hand, one
of its kind was there. So a seat needs its so many-th card of a kind before a certain move; all ways
to fill the slots that meet all needs weigh the same. One of them is found and then changed by
swaps, as often as is enough to make any of them as likely.
"""

from __future__ import annotations

import random
from bisect import insort
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from facedown.core.errors import FacedownError
from facedown.core.seats import Seat
from facedown.games.solid.setting import Setting
from facedown.games.solid.view import SolidView, counts_of

Needs: TypeAlias = Mapping[tuple[Seat, int], Sequence[int]]
"""Before which moves a seat must have drawn its first, second, … card of a kind, ascending."""

IN_PILE: Final = -1
"""The seat of slots in the pile."""

NEVER: Final = 1 << 30
"""After every move."""

MOST_ATTEMPTS: Final = 100
MOST_REPAIRS: Final = 300
SWAPS_A_SLOT: Final = 8
CHOICES: Final = 3
WORSE: Final = 0.1


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
        added = counts_of(setting, view.added)
        self.pools = [[n + more for n, more in zip(setting.whole, added, strict=True)]]
        self.pools += [counts_of(setting, names) for names in view.shuffled]
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
                raise FacedownError("No deal of this deck leads to that view: cards are missing.")

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


class History:
    """One way to fill the slots, changed in place: the kind of card in each.

    Raises ``FacedownError`` where none is found that meets the needs.
    """

    def __init__(self, unseen: Unseen, needs: Needs, rng: random.Random) -> None:
        self._slots, self._needs = unseen.slots, needs
        self._by_shuffle = [
            [n for n, slot in enumerate(self._slots) if slot.shuffle == number]
            for number in range(len(unseen.pools))
        ]
        for attempt in range(MOST_ATTEMPTS):
            self.kinds = _filled(unseen, needs, rng, scarce_first=attempt > 0)
            self._times: defaultdict[tuple[Seat, int], list[int]] = defaultdict(list)
            for slot, kind in zip(self._slots, self.kinds, strict=True):
                insort(self._times[slot.seat, kind], slot.time)
            if self._repaired(rng):
                return
        raise FacedownError("No draws were found that lead to that view.")

    def mix(self, rng: random.Random) -> None:
        """Goes on to another way, all of them being as likely after enough swaps."""
        if not self._needs:
            return  # the first way to fill the slots was any of them
        hidden = [number for number, slot in enumerate(self._slots) if slot.seat != IN_PILE]
        for one in rng.choices(hidden, k=SWAPS_A_SLOT * len(hidden)):
            other = rng.choice(self._by_shuffle[self._slots[one].shuffle])
            if self.kinds[one] != self.kinds[other] and self._swap(one, other):
                self._swap(one, other)

    def _swap(self, one: int, other: int) -> int:
        """Swaps the cards of two slots; how many more needs are not met than before."""
        slots = self._slots[one], self._slots[other]
        kinds = self.kinds[one], self.kinds[other]
        touched = {(slot.seat, kind) for slot in slots for kind in kinds} & self._needs.keys()
        before = sum(map(self._unmet, touched))
        for slot, kind, new in zip(slots, kinds, reversed(kinds), strict=True):
            self._times[slot.seat, kind].remove(slot.time)
            insort(self._times[slot.seat, new], slot.time)
        self.kinds[one], self.kinds[other] = kinds[1], kinds[0]
        return sum(map(self._unmet, touched)) - before

    def _unmet(self, key: tuple[Seat, int]) -> int:
        """How many needs of a seat for a kind are not met."""
        times, needs = self._times[key], self._needs[key]
        late = sum(time > need for time, need in zip(times, needs, strict=False))
        return late + max(0, len(needs) - len(times))

    def _repaired(self, rng: random.Random) -> bool:
        """Swaps cards until all needs are met; now and then to the worse, not to be stuck."""
        for _ in range(MOST_REPAIRS):
            unmet = [key for key in self._needs if self._unmet(key)]
            if not unmet:
                return True
            seat, kind = rng.choice(unmet)
            pairs = self._remedies(seat, kind)
            least, best = NEVER, list[tuple[int, int]]()
            for inside, outside in rng.choices(pairs, k=CHOICES) if pairs else ():
                swaps = [(rng.choice(inside), rng.choice(outside))]
                more = self._swap(*swaps[0])
                back = self._back(*swaps[0], rng)
                if more > 0 and back is not None:
                    swaps.append(back)
                    more += self._swap(*back)
                for swap in reversed(swaps):
                    self._swap(*swap)
                if more < least:
                    least, best = more, swaps
            if least <= 0 or rng.random() < WORSE**least:
                for swap in best:
                    self._swap(*swap)
        return False

    def _back(self, one: int, other: int, rng: random.Random) -> tuple[int, int] | None:
        """A swap between the same two seats after another shuffle, which gives the kinds back."""
        mine, theirs = self._slots[one], self._slots[other]
        if len(self._by_shuffle) == 1 or mine.seat == theirs.seat:
            return None
        group = rng.choice([g for n, g in enumerate(self._by_shuffle) if n != mine.shuffle])
        given, got = self.kinds[other], self.kinds[one]
        back = [n for n in group if self._slots[n].seat == mine.seat and self.kinds[n] == got]
        of_theirs = [n for n in group if self._slots[n].seat == theirs.seat]
        same = [n for n in of_theirs if self.kinds[n] == given] or of_theirs
        return (rng.choice(back), rng.choice(same)) if back and same else None

    def _remedies(self, seat: Seat, kind: int) -> list[tuple[list[int], list[int]]]:
        """For each shuffle slots of a seat before it first lacks a card, and such cards elsewhere.

        Swapping a card of the first slots with one of the others brings it what it lacks.
        """
        times, needs = self._times[seat, kind], self._needs[seat, kind]
        late = next(need for n, need in enumerate(needs) if n >= len(times) or times[n] > need)
        pairs = []
        for group in self._by_shuffle:
            mine = [n for n in group if self._slots[n].seat == seat and self._slots[n].time < late]
            inside = [number for number in mine if self.kinds[number] != kind]
            outside = [n for n in group if self.kinds[n] == kind and n not in mine]
            if inside and outside:
                pairs.append((inside, outside))
        return pairs


def _filled(unseen: Unseen, needs: Needs, rng: random.Random, *, scarce_first: bool) -> list[int]:
    """Fills the slots so that most needs are met, and the rest anyhow.

    In order of time all of them are met where there was no shuffle. With shuffles cards of one may
    then be missed in another, so those are placed first that few slots are left for.
    """
    pools = [pool[:] for pool in unseen.pools]
    kinds = [-1] * len(unseen.slots)
    free: defaultdict[Seat, list[int]] = defaultdict(list)
    for number, slot in enumerate(unseen.slots):
        free[slot.seat].append(number)
    left = sorted((time, *key) for key, times in needs.items() for time in times)

    def fitting(need: tuple[int, Seat, int]) -> list[int]:
        time, seat, kind = need
        slots = unseen.slots
        return [n for n in free[seat] if slots[n].time < time and pools[slots[n].shuffle][kind]]

    while left:
        if scarce_first:
            scarcest = min((_scarcity(unseen, pools, fitting(need), need), rng.random(), need)
                for need in left)  # fmt: skip
            need = scarcest[-1]
            left.remove(need)
        else:
            need = left.pop(0)
        slots = fitting(need)
        if slots:
            number = slots[-1] if scarce_first else slots[0]
            kinds[number] = need[2]
            pools[unseen.slots[number].shuffle][need[2]] -= 1
            free[need[1]].remove(number)
    rest = [[k for k, n in enumerate(pool) for _ in range(n)] for pool in pools]
    for cards in rest:
        rng.shuffle(cards)
    return [
        rest[slot.shuffle].pop() if kind < 0 else kind
        for slot, kind in zip(unseen.slots, kinds, strict=True)
    ]


def _scarcity(
    unseen: Unseen, pools: Sequence[Sequence[int]], fitting: Sequence[int], need: tuple[int, ...]
) -> tuple[int, int]:
    """How many shuffles a need can still be met from, and by how many cards."""
    shuffles = {unseen.slots[number].shuffle for number in fitting}
    return len(shuffles), sum(pools[shuffle][need[2]] for shuffle in shuffles)
