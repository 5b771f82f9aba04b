"""What a seat's view leaves possible: the other hands, by kinds of cards.

A world weighs chance's part of all histories that lead to it. Chance draws cards; told by kinds, a
history weighs as many ways as there are to fill the slots of hidden draws with the unseen cards,
copies told apart. As long as no card left the hidden part of a hand, that is hypergeometric.

When a card of a kind leaves it, the hand had *one at least* at that time, and that is all it says:
a move is made by kind, so a hand with n of them had this one move as well, and worlds do not weigh
what seats choose. Hence the law is the hypergeometric one *given* what the hands were seen to have
had: of five cards among 76, ten of them B, a hand that showed one B had n of them in proportion to
C(10, n) C(66, 5 - n) for n from 1, so it still holds n - 1 with that weight. It is not the plain
hypergeometric law of the other four among the other 75 cards, C(9, n - 1) C(66, 5 - n), which is n
times that (but for a constant): it would count a move n times, as any of n copies could have been
taken for it. The histories that the battery tells one by one (``facedown.testing.worlds``) weigh
the first way.

With two seats the other hand is known whenever the pile was empty, so all that is unknown comes
from one shuffle, and worlds are sampled exactly: a plain hypergeometric hand is kept with chance
1/n for each card that left. With more seats see :class:`Unseen`.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import comb
from types import MappingProxyType
from typing import Final, TypeAlias

from facedown.core.errors import FacedownError, IllegalMove, NotListed
from facedown.core.messages import phrase
from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.core.worlds import Worlds
from facedown.games.solid.cards import counts_of
from facedown.games.solid.moves import Discard, EndTurn, LetHappen, Play, Protect, Share, UseEvent
from facedown.games.solid.rules import DRAWING, SHUFFLE, Setting, SolidState
from facedown.games.solid.view import Done, SolidView

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

    Whatever a seat draws unseen takes a *slot*, and so does each card of the pile. Between two
    shuffles all slots are filled with the cards that were in the pile after the first of them,
    each order of which is as likely as any other. What is known besides are *needs*: when a card
    leaves a hand, one of its kind was there. So a seat needs its so many-th card of a kind before
    a certain move; all ways to fill the slots that meet all needs weigh the same, copies told
    apart.

    A way is built up need by need, in the order of time: the card that left came in one of the
    slots that its seat had filled and not given away, later than the equal cards that left before
    (of equal cards the first to come is the first to leave, so every way is met once). A slot is
    drawn in proportion to the share of that kind in what its pool still has, and the sum of these
    shares is what the way weighs, times those before; then hands and pile are filled likewise.
    The sizes of what the pools still have multiply to the same number whichever way is taken, so
    weights times chances are the same for all ways. These are sequential hypergeometric draws
    with importance weights: ``PARTICLES`` ways are built at once, drawn anew by weight where few
    of them have most of it, and one of them is handed out by weight. That is exact in the limit
    of many; with those that there are, rare ways can come too seldom. A test holds it against
    exact enumeration, and the difference is within the luck of the draws.
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


SolidWorld: TypeAlias = tuple[tuple[int, ...], ...]
"""With two seats the cards of both hands by kind number, in ascending order.

With more, what each seat drew in the whole game, in order: the hands follow from it, and which
hands are possible depends on what went through other hands before.
"""

DRAWN: Final = -1
"""Stands for a card that was drawn, among kinds of cards that left a hand."""

MOST_LISTED: Final = 3_000
"""Views with more worlds than this are only sampled."""


def unseen_of(setting: Setting, view: SolidView) -> list[int]:
    """How many cards of each kind are in the other hands and the pile."""
    unseen = [
        n + more
        for n, more in zip(setting.whole, counts_of(setting.kinds, view.added), strict=True)
    ]
    for names in (view.hand or (), view.discard, *view.shared):
        for name in names:
            unseen[setting.kinds[name]] -= 1
    for kind, card in enumerate(setting.deck):
        if card.type >= 0:
            unseen[kind] -= sum(pod[card.type] for pod in view.pods)
    if view.beside is not None:  # of a half set drawn at the table it may be any (L9, L17)
        for _, kinds in setting.lots:
            for kind in kinds:
                unseen[kind] += setting.deck[kind].copies
    return unseen


class TwoWorlds(Worlds):
    """The hands of two seats: the own one, what is known of the other, and a draw of the rest.

    They are listed where they are few and nothing left the unseen part of the hand. ``known``
    counts by kind what is known of the other hand, and ``unseen`` the cards of which it holds
    ``size`` more; ``changes`` are the kinds that left this part of it since the last shuffle, and
    ``DRAWN`` for each card that came, in order.
    """

    def __init__(self, setting: Setting, view: SolidView) -> None:
        self._setting = setting
        self._seat, self._other = view.seat, 1 - view.seat
        self._own = _cards(counts_of(setting.kinds, view.hand or ()))
        self.known = counts_of(setting.kinds, view.known[self._other])
        gone = [view.hand or (), view.discard, view.known[self._other], *view.shared]
        seen = counts_of(setting.kinds, [name for names in gone for name in names])
        for kind, card in enumerate(setting.deck):
            if card.type >= 0:
                seen[kind] += sum(pod[card.type] for pod in view.pods)
        self.unseen = [copies - n for copies, n in zip(setting.whole, seen, strict=True)]
        if not all(0 <= n <= most for most, n in zip(setting.whole, self.unseen, strict=True)):
            raise FacedownError(
                phrase("No deal of this deck leads to that view: it shows too many cards.")
            )
        self.size = view.sizes[self._other] - sum(self.known)
        self.changes = list(_changes(setting, view, self._other))

    def __iter__(self) -> Iterator[tuple[SolidWorld, int]]:
        if self.count() > MOST_LISTED or any(kind != DRAWN for kind in self.changes):
            raise NotListed(phrase("These hands are not listed; they can only be sampled."))
        kinds = [kind for kind, count in enumerate(self.unseen) if count]
        choices = [range(min(self.unseen[kind], self.size) + 1) for kind in kinds]
        for numbers in _sums(choices, self.size):
            hand, weight = self.known[:], 1
            for kind, number in zip(kinds, numbers, strict=True):
                hand[kind] += number
                weight *= comb(self.unseen[kind], number)
            yield self._world(hand), weight

    def count(self) -> int:
        """How many hands differ in their cards by kind."""
        ways = [1] + [0] * self.size
        for copies in self.unseen:
            ways = [
                sum(ways[size - n] for n in range(min(size, copies) + 1))
                for size in range(self.size + 1)
            ]
        return ways[self.size]

    def sample(self, rng: random.Random) -> SolidWorld:
        """One world, as frequent as its weight says.

        Copies are told apart, and which card left is drawn from those held: so every history of
        a hand comes as often as there were equal cards to choose from, and is kept that much more
        rarely.
        """
        copies = [kind for kind, count in enumerate(self.unseen) for _ in range(count)]
        while True:
            rest = rng.sample(copies, self.size)
            if self._keeps(rest, rng):
                break
        hand = self.known[:]
        for kind in rest:
            hand[kind] += 1
        return self._world(hand)

    def _keeps(self, rest: list[int], rng: random.Random) -> bool:
        """Whether a history that ends with these unseen cards is kept; ``rest`` in any order.

        Told from its end: each card that left was in the hand before, and each that was drawn,
        one of those then in the hand, was not.
        """
        hand = rest[:]
        for kind in reversed(self.changes):
            if kind == DRAWN:
                hand.pop(rng.randrange(len(hand)))
                continue
            hand.append(kind)
            equal = hand.count(kind)
            if equal > 1 and rng.randrange(equal):
                return False
        return True

    def _world(self, counts: list[int]) -> SolidWorld:
        other = _cards(counts)
        return (self._own, other) if self._seat == 0 else (other, self._own)

    def hands(self, world: SolidWorld) -> list[list[int]]:
        """How many cards of each kind every seat holds."""
        return [[cards.count(kind) for kind in range(len(self.known))] for cards in world]

    def features(self, world: SolidWorld) -> Iterator[str]:
        """Which kinds of card the other seat holds, and of which several."""
        hand = Counter(world[self._other])
        yield from _features(self._setting, {(self._other, kind): n for kind, n in hand.items()})


class ManyWorlds(Worlds):
    """The hands of three seats or more: sampled by going back in time."""

    def __init__(self, setting: Setting, view: SolidView) -> None:
        self._setting, self._view = setting, view
        self._unseen = Unseen(setting, view)
        self._own = [
            setting.kinds[entry.card or ""]
            for entry in view.record
            if entry.move == "draw" and entry.seat == view.seat
        ]

    def sample(self, rng: random.Random) -> SolidWorld:
        """One world, as frequent as its weight says but for what particles leave open.

        Raises ``NoDrawsFound`` where none is found.
        """
        return self._world(Population(self._unseen, rng))

    def samples(self, rng: random.Random, count: int) -> list[SolidWorld]:
        """So many worlds of one population: each as frequent, but not independent of the others."""
        population = Population(self._unseen, rng)
        return [self._world(population) for _ in range(count)]

    def _world(self, population: Population) -> SolidWorld:
        drawn = [list[int]() for _ in range(self._setting.seats)]
        for slot, kind in zip(self._unseen.slots, population.drawn(), strict=True):
            if slot.seat != IN_PILE:
                drawn[slot.seat].append(kind)
        drawn[self._view.seat] = self._own
        return tuple(map(tuple, drawn))

    def hands(self, world: SolidWorld) -> list[list[int]]:
        """How many cards of each kind every seat holds."""
        hands = [[cards.count(kind) for kind in range(len(self._setting.deck))] for cards in world]
        for (seat, kind), times in self._unseen.gained.items():
            hands[seat][kind] += len(times)
        for (seat, kind), times in self._unseen.left.items():
            hands[seat][kind] -= len(times)
        hands[self._view.seat] = counts_of(self._setting.kinds, self._view.hand or ())
        return hands

    def features(self, world: SolidWorld) -> Iterator[str]:
        """Which kinds of card each other seat holds, and of which several."""
        held = {
            (seat, kind): number
            for seat, hand in enumerate(self.hands(world))
            if seat != self._view.seat
            for kind, number in enumerate(hand)
        }
        yield from _features(self._setting, held)


def worlds_of(setting: Setting, view: SolidView) -> TwoWorlds | ManyWorlds:
    """The worlds of a seat's view; raises ``FacedownError`` for an onlooker's."""
    if view.seat == ONLOOKER:
        raise FacedownError(phrase("The worlds of Solid are those of a seat, not of an onlooker."))
    return TwoWorlds(setting, view) if setting.seats == 2 else ManyWorlds(setting, view)


def _features(setting: Setting, held: Mapping[tuple[Seat, int], int]) -> Iterator[str]:
    for (seat, kind), number in sorted(held.items()):
        name = setting.deck[kind].name
        if number:
            yield f"seat {seat + 1} holds {name}"
        if number > 1:
            yield f"seat {seat + 1} holds several {name}"


def _changes(setting: Setting, view: SolidView, seat: int) -> Iterator[int]:
    """What changed the part of a hand that the viewer does not know, since the last shuffle.

    ``DRAWN`` for a card drawn, and for a card that left it its kind; in order.
    """
    known, changes = [0] * len(setting.deck), list[int]()
    emptied = iter(view.emptied)
    for entry in view.record:
        if entry.move == "shuffle":
            known, changes = counts_of(setting.kinds, next(emptied)[seat]), []
        elif entry.seat == seat and entry.move == "draw":
            changes.append(DRAWN)
        elif entry.seat == seat and entry.card is not None:
            kind = setting.kinds[entry.card]
            if known[kind]:
                known[kind] -= 1
            else:
                changes.append(kind)
            if entry.move == "event" and entry.owner is None:
                known[setting.kinds[entry.target or ""]] += 1
    yield from changes


def _sums(choices: list[range], size: int) -> Iterator[tuple[int, ...]]:
    """Every way to take a number from each range so that they sum to ``size``."""
    if not choices:
        if not size:
            yield ()
        return
    for number in choices[0]:
        if number <= size:
            for rest in _sums(choices[1:], size - number):
                yield (number, *rest)


def _cards(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(kind for kind, count in enumerate(counts) for _ in range(count))


def true_world(state: SolidState) -> SolidWorld:
    """The hands of two as they are, or what everybody drew; the same for every seat."""
    seats = range(state.setting.seats)
    if len(seats) == 2:
        return tuple(map(_cards, state.hands))
    return tuple(
        tuple(kind for _, kind, drawer in state.record if drawer == seat and kind != SHUFFLE)
        for seat in seats
    )


def state_from_world(setting: Setting, view: SolidView, world: SolidWorld) -> SolidState:
    """The state in which this world is true, played from the start by the rules.

    Where several orders of hidden draws lead there, each card that was to leave the hand came as
    early as it could. Raises ``FacedownError``, ``KeyError``, ``ValueError`` or ``IndexError`` for
    a view to which no play leads.
    """
    drawn: list[Iterator[int]] = [iter(cards) for cards in world]
    if setting.seats == 2:
        drawn[1 - view.seat] = _hidden_draws(setting, view, world)
    state = SolidState(setting)
    for entry in view.record:
        if entry.move == "shuffle":  # the rules shuffle by themselves
            continue
        if entry.move == "add":
            seat, action = NATURE, setting.kinds[entry.card or ""]
        elif entry.move == "first":
            seat, action = NATURE, entry.seat
        elif entry.move == "draw":
            if state.phase != DRAWING or state.mover != entry.seat:
                raise ValueError(entry)
            seat = NATURE
            action = next(drawn[entry.seat]) if entry.card is None else setting.kinds[entry.card]
        else:
            seat, action = entry.seat, action_of(setting, entry)
        refusal = state.verify(seat, action)
        if refusal is not None:
            raise IllegalMove(refusal)
        state.apply(seat, action)
    return state


def action_of(setting: Setting, entry: Done) -> int:
    """The action number of a seat's move in a record; raises ``KeyError`` where it has none."""
    card, target = entry.card or "", entry.target or ""
    moves = {
        "play": Play(card),
        "share": Share(card),
        "event": UseEvent(card, entry.owner, target),
        "discard": Discard(card),
        "end turn": EndTurn(),
        "protect": Protect(card),
        "let happen": LetHappen(),
    }
    return setting.numbers[moves[entry.move]]


def _hidden_draws(setting: Setting, view: SolidView, world: SolidWorld) -> Iterator[int]:
    """What the other seat drew, in order, if it now holds this hand.

    From one shuffle to the next, whatever left its hand without being known there must have been
    drawn: those first, in the order in which they left, and then what was still there.
    """
    other, kinds = 1 - view.seat, len(setting.deck)
    hands = [counts_of(setting.kinds, both[other]) for both in view.emptied]
    hands.append([world[other].count(kind) for kind in range(kinds)])
    known = [0] * kinds
    record = iter(view.record)
    for hand in hands:
        for entry in takewhile(lambda entry: entry.move != "shuffle", record):
            if entry.seat != other or entry.card is None or entry.move == "draw":
                continue
            kind = setting.kinds[entry.card]
            if known[kind]:
                known[kind] -= 1
            else:
                yield kind
            if entry.move == "event" and entry.owner is None:
                known[setting.kinds[entry.target or ""]] += 1
        for kind, (held, of_known) in enumerate(zip(hand, known, strict=True)):
            yield from [kind] * (held - of_known)
        known = hand
