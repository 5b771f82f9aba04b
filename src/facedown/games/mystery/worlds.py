"""What a view leaves possible: every layout, every outcome of the shuffles, every card removed.

A world is a :class:`~facedown.games.mystery.dealing.DealtSoFar`. The order of the piles and of
the low deck is no part of it: those cards are drawn when they are turned up, so nothing of them
is decided before. Seeing cards of a pile leaves all layouts in which they belong to it equally
likely (M2); only how many jokers shuffles brought into a pile makes worlds differ in weight.

Counting needs no list: for each order of the suits the ranks seen must go to rows where their
cards belong to their piles, and the ways to do that are counted by the set of rows in use.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import permutations
from math import factorial
from typing import NamedTuple

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.core.worlds import Worlds
from facedown.games.mystery.cards import COLUMNS, JOKER, NAMES, RANKS, SUITS, card_number
from facedown.games.mystery.dealing import AlikeDeals, DealtSoFar, arrangements, dealing_of
from facedown.games.mystery.rules import Asked, MysteryState, Setting
from facedown.games.mystery.view import PILE_NAMES, MysteryView

Pair = tuple[int, int]

_SUIT_ORDERS = tuple(permutations(range(COLUMNS)))


class _Family(NamedTuple):
    """Worlds that differ in the rows of the ranks alone (and in outcomes that are alike).

    ``allowed`` are the rows in which each rank seen may lie, as sets; ``ways`` in how many ways
    all ranks can be laid.
    """

    arrangement: AlikeDeals
    suits: tuple[int, ...]
    allowed: tuple[int, ...]
    ways: int
    weight: int


class MysteryWorlds(Worlds):
    """Every world of a view with its weight."""

    def __init__(self, view: MysteryView) -> None:
        if view.questions is None:
            raise FacedownError(phrase("In a race an onlooker sees no answers to reason from."))
        self._view = view
        self._dealing = dealing_of(view.puzzle)
        piles = range(len(view.puzzle.piles))
        shown = [[card_number(name) for name in view.shown(pile)] for pile in piles]
        self._jokers = [cards.count(JOKER) for cards in shown]
        self._cards = [[card for card in cards if card != JOKER] for cards in shown]
        self._seen = sorted({card // COLUMNS for cards in self._cards for card in cards})

    def _told(self) -> DealtSoFar | None:
        """The deal itself, where it is known: nothing dealt yet, or everything shown."""
        view = self._view
        if view.truth is not None:
            return told_deal(view)
        return DealtSoFar() if not view.dealt else None

    def __iter__(self) -> Iterator[tuple[DealtSoFar, int]]:
        told = self._told()
        if told is not None:
            yield told, 1
            return
        for family in self._families:
            for ranks in self._ranks(family):
                for shuffles, sources in family.arrangement.outcomes:
                    yield self._deal(family, ranks, shuffles, sources), family.weight

    def count(self) -> int:
        """How many worlds there are, without listing them."""
        if self._told() is not None:
            return 1
        return sum(f.ways * len(f.arrangement.outcomes) for f in self._families)

    def sample(self, rng: random.Random) -> DealtSoFar:
        """One world, as frequent as its weight says."""
        told = self._told()
        if told is not None:
            return told
        sizes = [f.ways * f.weight * len(f.arrangement.outcomes) for f in self._families]
        (family,) = rng.choices(self._families, sizes)
        shuffles, sources = rng.choice(family.arrangement.outcomes)
        return self._deal(family, self._sampled_ranks(family, rng), shuffles, sources)

    def features(self, world: DealtSoFar) -> Iterable[str]:
        """Which card every mystery slot holds, and what each row and column is."""
        if not world.ranks:
            return
        for row, rank in enumerate(world.ranks):
            yield f"row {row + 1} is {RANKS[rank]}"
        for column, suit in enumerate(world.suits):
            yield f"column {column + 1} is {SUITS[suit]}"
        if self._view.dealt == len(self._dealing.steps):
            for slot, card in enumerate(self._dealing.mystery(world)):
                yield f"mystery {slot + 1} is {NAMES[card]}"

    @cached_property
    def _families(self) -> list[_Family]:
        view, rows = self._view, self._view.puzzle.rows
        found = []
        for arrangement in arrangements(view.puzzle, view.dealt):
            weight = self._weight(arrangement)
            if not weight:
                continue
            for suits in _SUIT_ORDERS:
                allowed = self._allowed(arrangement, suits)
                ways = _ways(allowed, 0) * factorial(rows - len(allowed))
                if ways:
                    found.append(_Family(arrangement, suits, allowed, ways, weight))
        return found

    def _weight(self, arrangement: AlikeDeals) -> int:
        """How likely the piles are to show what they showed, in these places."""
        weight = 1
        for pile, cards in enumerate(self._cards):
            dealt = arrangement.places.of_sources.count(pile)
            swapped = arrangement.places.jokers[pile]
            weight *= self._dealing.weight(pile, dealt, swapped, len(cards), self._jokers[pile])
        return weight

    def _allowed(self, arrangement: AlikeDeals, suits: tuple[int, ...]) -> tuple[int, ...]:
        """The rows in which each rank seen may lie, with the suits in this order."""
        of_sources = arrangement.places.of_sources
        columns = {suit: column for column, suit in enumerate(suits)}
        everywhere = (1 << self._view.puzzle.rows) - 1
        allowed = dict.fromkeys(self._seen, everywhere)
        for pile, cards in enumerate(self._cards):
            for card in cards:
                column = columns[card % COLUMNS]
                in_column = of_sources[column::COLUMNS]
                rows = sum(1 << row for row, place in enumerate(in_column) if place == pile)
                allowed[card // COLUMNS] &= rows
        return tuple(allowed.values())

    def _ranks(self, family: _Family) -> Iterator[tuple[int, ...]]:
        """The ranks of the rows in every way that a family allows."""
        rows = self._view.puzzle.rows
        others = [rank for rank in self._dealing.ranks if rank not in self._seen]
        for chosen in _assignments(family.allowed, 0):
            free = [row for row in range(rows) if row not in chosen]
            for order in permutations(others):
                yield _laid(rows, (*self._seen, *order), (*chosen, *free))

    def _sampled_ranks(self, family: _Family, rng: random.Random) -> tuple[int, ...]:
        rows = self._view.puzzle.rows
        chosen: list[int] = []
        used = 0
        for index, allowed in enumerate(family.allowed):
            free = [row for row in range(rows) if (allowed & ~used) >> row & 1]
            weights = [_ways(family.allowed[index + 1 :], used | 1 << row) for row in free]
            (row,) = rng.choices(free, weights)
            chosen.append(row)
            used |= 1 << row
        others = [rank for rank in self._dealing.ranks if rank not in self._seen]
        rng.shuffle(others)
        free = [row for row in range(rows) if row not in chosen]
        return _laid(rows, (*self._seen, *others), (*chosen, *free))

    def _deal(
        self,
        family: _Family,
        ranks: tuple[int, ...],
        shuffles: tuple[tuple[int, ...], ...],
        sources: tuple[tuple[int, ...], ...],
    ) -> DealtSoFar:
        deal = DealtSoFar(ranks, family.suits, shuffles)
        removed = tuple(
            tuple(sorted(self._dealing.card_at(deal, source) for source in of_pile))
            for of_pile in sources
        )
        return deal._replace(removed=removed)


def _ways(allowed: tuple[int, ...], used: int) -> int:
    """In how many ways these sets can each give another row that is not in use.

    >>> _ways((0b011, 0b110), 0)
    3
    """
    counts = {used: 1}
    for rows in allowed:
        later: dict[int, int] = {}
        for taken, many in counts.items():
            free = rows & ~taken
            while free:
                row = free & -free
                later[taken | row] = later.get(taken | row, 0) + many
                free ^= row
        counts = later
    return sum(counts.values())


def _assignments(allowed: tuple[int, ...], used: int) -> Iterator[tuple[int, ...]]:
    """Every choice of different rows, one from each set."""
    if not allowed:
        yield ()
        return
    for row in range(allowed[0].bit_length()):
        if (allowed[0] & ~used) >> row & 1:
            for rest in _assignments(allowed[1:], used | 1 << row):
                yield (row, *rest)


def _laid(many: int, ranks: tuple[int, ...], rows: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks row by row, from each rank's row."""
    laid = [0] * many
    for rank, row in zip(ranks, rows, strict=True):
        laid[row] = rank
    return tuple(laid)


def told_deal(view: MysteryView) -> DealtSoFar:
    """The deal that a view tells at the end."""
    assert view.truth is not None
    return DealtSoFar(
        tuple(RANKS.index(rank) for rank in view.truth.ranks),
        tuple(SUITS.index(suit) for suit in view.truth.suits),
        view.truth.shuffles,
        tuple(tuple(map(card_number, cards)) for cards in view.truth.removed),
    )


class Sheet(NamedTuple):
    """What a seat holds and did: as in :class:`~facedown.games.mystery.rules.MysteryState`."""

    hand: tuple[int, ...]
    picks: tuple[Pair, ...]
    questions: tuple[Asked, ...]
    named: tuple[int, ...]

    def put(self, state: MysteryState, at: int) -> None:
        """Makes this the sheet of a state."""
        state.hands[at], state.picks[at] = self.hand, self.picks
        state.questions[at], state.named[at] = self.questions, self.named


def seen_offers(view: MysteryView) -> list[Pair]:
    """The pairs of low cards that a seat has seen."""
    offers = [pick.offer for pick in view.picks or ()]
    if view.offer is not None:
        offers.append(view.offer)
    return [(card_number(one), card_number(other)) for one, other in offers]


def own_sheet(view: MysteryView) -> Sheet:
    """The sheet of the seat whose view this is."""
    return Sheet(
        tuple(map(card_number, view.hand or ())),
        tuple(
            (pick.offer.index(pick.taken), -1 if pick.dumped is None else card_number(pick.dumped))
            for pick in view.picks or ()
        ),
        tuple(
            Asked(PILE_NAMES.index(one.pile), tuple(map(card_number, one.paid)), one.picks)
            for one in view.questions or ()
        ),
        tuple(map(card_number, view.named or ())),
    )


def state_from_world(setting: Setting, view: MysteryView, world: DealtSoFar) -> MysteryState:
    """The state in which this world is true and the seat of the view sees that very view.

    Only for games with one sheet: in a race the others' cards are part of the world.
    """
    assert setting.shared
    state = MysteryState(setting)
    state.deal, state.dealt = world, view.dealt
    state.orders = [tuple(map(card_number, view.shown(pile))) for pile in range(len(view.drawn))]
    state.offers = seen_offers(view)
    state.moved = list(view.moved)
    own_sheet(view).put(state, 0)
    return state
