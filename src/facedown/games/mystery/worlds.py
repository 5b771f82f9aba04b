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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from math import factorial
from typing import Final, NamedTuple

from facedown.core.errors import FacedownError, IllegalMove, NotListed
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.seats import NATURE, Seat
from facedown.core.worlds import Worlds
from facedown.games.mystery.cards import COLUMNS, JOKER, NAMES, RANKS, SUITS, card_number
from facedown.games.mystery.dealing import (
    MYSTERY,
    PUZZLES_KEPT,
    Dealing,
    DealtSoFar,
    Permutation,
    Places,
    dealing_of,
)
from facedown.games.mystery.moves import (
    HAND,
    Answer,
    Buy,
    Dump,
    Layout,
    Name,
    Offer,
    Removal,
    Shuffle,
    Take,
)
from facedown.games.mystery.puzzle import (
    PILE_NAMES,
    PRICES,
    Puzzle,
    payments,
    pile_name,
    progress_to,
)
from facedown.games.mystery.rules import NOT_DUMPED, Asked, MysteryState, Setting
from facedown.games.mystery.view import Effort, MysteryView

Pair = tuple[int, int]

_SUIT_ORDERS = tuple(permutations(range(COLUMNS)))


class AlikeDeals(NamedTuple):
    """Outcomes of shuffles and removals that send every card to the same place.

    ``outcomes`` are the shuffles, and for each removing pile the sources of its removed cards; in
    ``places`` a removed card's place is that of the first slot of its pile's removed cards.
    """

    places: Places
    outcomes: tuple[tuple[tuple[Permutation, ...], tuple[tuple[int, ...], ...]], ...]


@lru_cache(PUZZLES_KEPT)
def arrangements(puzzle: Puzzle, made: int) -> tuple[AlikeDeals, ...]:
    """Every arrangement after so many steps of the dealing (see :attr:`Dealing.steps`)."""
    dealing = dealing_of(puzzle)
    steps = dealing.steps[1:made]
    shuffles = [puzzle.twists[step.number] for step in steps if step.kind == "shuffle"]
    removals = [step.number for step in steps if step.kind == "removal"]
    chosen: list[tuple[Permutation, ...]] = [()]
    for twist in shuffles:
        orders = list(permutations(range(len(twist.cells))))
        chosen = [(*before, order) for before in chosen for order in orders]
    found: dict[Places, list[tuple[tuple[Permutation, ...], tuple[tuple[int, ...], ...]]]] = {}
    for outcome in chosen:
        places = dealing.places(outcome)
        for removed in _removals(dealing, places, removals):
            of_sources = list(places.of_sources)
            for pile, sources in zip(removals, removed, strict=True):
                for source in sources:
                    of_sources[source] = removed_place(dealing, pile)
            key = Places(tuple(of_sources), places.jokers)
            found.setdefault(key, []).append((outcome, removed))
    return tuple(AlikeDeals(places, tuple(outcomes)) for places, outcomes in found.items())


def removed_place(dealing: Dealing, pile: int) -> int:
    """The place of a card that a pile removed to the mystery."""
    return MYSTERY - len(dealing.slot_cells) - dealing.removing.index(pile)


def _removals(
    dealing: Dealing, places: Places, piles: Sequence[int]
) -> list[tuple[tuple[int, ...], ...]]:
    """Every choice of sources that these piles can remove to the mystery."""
    found: list[tuple[tuple[int, ...], ...]] = [()]
    for pile in piles:
        sources = [at for at, place in enumerate(places.of_sources) if place == pile]
        many = dealing.puzzle.piles[pile].remove
        found = [(*before, some) for before in found for some in combinations(sources, many)]
    return found


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


class HandSheet(NamedTuple):
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


def own_sheet(view: MysteryView) -> HandSheet:
    """The sheet of the seat whose view this is."""
    return HandSheet(
        tuple(map(card_number, view.hand or ())),
        tuple(
            (
                pick.offer.index(pick.taken),
                NOT_DUMPED if pick.dumped is None else card_number(pick.dumped),
            )
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


WIDTHS: Final = (4, 40, 400)
"""So many ways are followed at once until one is found that fits."""
DRAWS: Final = 5
"""So often the pairs that only others have seen are drawn anew for each of these."""
SOON: Final = 3
"""Cards are kept for so many of the next questions."""


class RaceWorld(NamedTuple):
    """Everything that a seat of a race may not know."""

    deal: DealtSoFar
    orders: tuple[tuple[int, ...], ...]
    offers: tuple[Pair, ...]
    sheets: tuple[HandSheet, ...]


class RaceWorlds(Worlds):
    """The worlds of a seat of a race.

    The deal is counted exactly, as with one sheet: what others do says nothing of it. The piles'
    next cards and the pairs of low cards that only others have seen are drawn by chance. How the
    others came to what everybody sees of them, so many picks and questions in this order, is
    drawn as one way among those that fit; ways that were harder to find are drawn less often, so
    these worlds are sampled and not listed.
    """

    def __init__(self, setting: Setting, view: MysteryView) -> None:
        self._setting, self._view = setting, view
        self._deals = MysteryWorlds(view)

    def __iter__(self) -> Iterator[tuple[RaceWorld, int]]:
        raise NotListed(phrase("In a race the others' cards are sampled, not listed."))

    def count(self) -> int | None:
        """Nobody counts what the others can hold."""
        return None

    def sample(self, rng: random.Random) -> RaceWorld:
        """One world; raises ``FacedownError`` where no play leads to the view."""
        deal = self._deals.sample(rng)
        orders = self._orders(deal, rng)
        for width in WIDTHS:
            for _ in range(DRAWS):
                offers = self._offers(rng)
                sheets = self._sheets(offers, width, rng)
                if sheets is not None:
                    return RaceWorld(deal, orders, offers, sheets)
        raise FacedownError(phrase("No play was found that leads to what is seen of the others."))

    def features(self, world: RaceWorld) -> Iterable[str]:
        """Which card every mystery slot holds, and what each row and column is."""
        return self._deals.features(world.deal)

    def _orders(self, deal: DealtSoFar, rng: random.Random) -> tuple[tuple[int, ...], ...]:
        """What the piles have turned up, for whomever."""
        state = MysteryState(self._setting)
        state.deal, state.dealt = deal, self._view.dealt
        for pile, many in enumerate(self._view.drawn):
            state.orders[pile] = tuple(map(card_number, self._view.shown(pile)))
            while len(state.orders[pile]) < many:
                cards, weights = zip(*state.answers(pile), strict=True)
                (card,) = rng.choices(cards, weights)
                state.orders[pile] = (*state.orders[pile], card)
        return tuple(state.orders)

    def _offers(self, rng: random.Random) -> tuple[Pair, ...]:
        """The pairs of low cards that were turned up, for whomever."""
        offers = seen_offers(self._view)
        seen = {card for offer in offers for card in offer}
        rest = [card for card in self._setting.low_cards if card not in seen]
        rng.shuffle(rest)
        while len(offers) < self._view.offers:
            one, other = sorted((rest.pop(), rest.pop()))
            offers.append((one, other))
        return tuple(offers)

    def _sheets(
        self, offers: tuple[Pair, ...], width: int, rng: random.Random
    ) -> tuple[HandSheet, ...] | None:
        found = []
        for seat, effort in enumerate(self._view.efforts):
            if seat == self._view.seat:
                found.append(own_sheet(self._view))
                continue
            sheet = a_way(self._setting, effort, offers, width, rng)
            if sheet is None:
                return None
            found.append(sheet._replace(named=self._named(seat, effort, rng)))
        return tuple(found)

    def _named(self, seat: int, effort: Effort, rng: random.Random) -> tuple[int, ...]:
        """What a seat has named, which is said at the end."""
        if self._view.truth is not None:
            return tuple(map(card_number, self._view.truth.guesses[seat]))
        many = len(self._view.slots) if effort.guessed else effort.naming
        return tuple(rng.sample(self._setting.puzzle.cards, many))


def a_way(
    setting: Setting, effort: Effort, offers: tuple[Pair, ...], width: int, rng: random.Random
) -> HandSheet | None:
    """Some way in which a seat made so many picks and asked these questions; None if none is found.

    So many ways are followed at once, those first that have asked most and hold most of what the
    next questions cost. Whoever can pay may pay, as no answer is needed for that.
    """
    piles = [PILE_NAMES.index(name) for name in effort.asked]
    prices = [PRICES[setting.puzzle.piles[pile].price] for pile in piles]

    def value(sheet: HandSheet) -> tuple[float, float]:
        done = len(sheet.questions)
        kept = sum(
            progress_to(price, list(sheet.hand)) / price.size / (1 + at)
            for at, price in enumerate(prices[done : done + SOON])
            if sheet.hand
        )
        return done + kept, rng.random()

    ways = [HandSheet((), (), (), ())]
    for pick in range(effort.picks + 1):
        for sheet in ways:  # grows meanwhile
            done = len(sheet.questions)
            if done < len(piles) and len(sheet.hand) <= HAND:
                ways += [
                    _paid(sheet, piles[done], way) for way in payments(prices[done], sheet.hand)
                ]
        if pick == effort.picks:
            break
        last = pick == effort.picks - 1 and effort.dumping
        more = [after for sheet in ways for after in _after_pick(sheet, offers[pick], dumping=last)]
        ways = sorted(set(more), key=value, reverse=True)[:width]
    fitting = [sheet for sheet in ways if len(sheet.questions) == len(piles)]
    fitting = [sheet for sheet in fitting if (len(sheet.hand) > HAND) == effort.dumping]
    return rng.choice(fitting) if fitting else None


def _paid(sheet: HandSheet, pile: int, way: int) -> HandSheet:
    paid = tuple(sorted(card for at, card in enumerate(sheet.hand) if way >> at & 1))
    return sheet._replace(
        hand=tuple(card for card in sheet.hand if card not in paid),
        questions=(*sheet.questions, Asked(pile, paid, len(sheet.picks))),
    )


def _after_pick(sheet: HandSheet, offer: Pair, *, dumping: bool) -> Iterator[HandSheet]:
    """A sheet after each pick, with each dump where one is needed and has been made."""
    for taken, card in enumerate(offer):
        hand = (*sheet.hand, card)
        if len(hand) <= HAND or dumping:
            yield sheet._replace(hand=hand, picks=(*sheet.picks, (taken, NOT_DUMPED)))
            continue
        for old in sheet.hand:
            kept = tuple(other for other in hand if other != old)
            yield sheet._replace(hand=kept, picks=(*sheet.picks, (taken, old)))


def race_world(state: MysteryState) -> RaceWorld:
    """The world that is true in a state."""
    return RaceWorld(
        state.deal,
        tuple(state.orders),
        tuple(state.offers),
        tuple(
            map(HandSheet, state.hands, state.picks, state.questions, state.named),
        ),
    )


def state_from_race_world(setting: Setting, view: MysteryView, world: RaceWorld) -> MysteryState:
    """The state in which this world is true and the seat of the view sees that very view."""
    state = MysteryState(setting)
    state.deal, state.dealt = world.deal, view.dealt
    state.orders, state.offers = list(world.orders), list(world.offers)
    for at, sheet in enumerate(world.sheets):
        sheet.put(state, at)
    state.moved = list(view.moved)
    return state


def play_again(setting: Setting, view: MysteryView, world: DealtSoFar) -> MysteryState:
    """The state in which a world is true, reached by the moves that the view tells of.

    Raises ``FacedownError``, ``ValueError`` or ``StopIteration`` for a view to which no play leads.
    """
    state = MysteryState(setting)
    movers = iter(view.moved)
    for move in _moves(setting, view, world):
        seat: Seat = NATURE if isinstance(move, _NATURES) else next(movers)
        action = state.action_of(seat, move)
        refusal = state.verify(seat, action)
        if refusal is not None:
            raise IllegalMove(refusal)
        state.apply(seat, action)
    return state


_NATURES = (Layout, Shuffle, Removal, Offer, Answer)


def _moves(setting: Setting, view: MysteryView, world: DealtSoFar) -> Iterator[Move]:
    """Every move of one sheet, nature's too, in an order in which they were made."""
    dealing = setting.dealing
    if view.dealt:
        ranks = tuple(RANKS[rank] for rank in world.ranks)
        yield Layout(ranks, tuple(SUITS[suit] for suit in world.suits))
    for number, order in zip(dealing.shuffles, world.shuffles, strict=False):
        yield Shuffle(number + 1, order)
    for number, cards in zip(dealing.removing, world.removed, strict=False):
        yield Removal(pile_name(number), tuple(NAMES[card] for card in cards))
    questions = list(view.questions or ())
    picks = list(view.picks or ())
    for done in range(len(picks) + 1):
        if done < len(picks):
            yield Offer(picks[done].offer)
        elif view.offer is not None:
            yield Offer(view.offer)
        while questions and questions[0].picks == done:
            question = questions.pop(0)
            yield Buy(question.pile, question.paid)
            if question.answer is not None:
                yield Answer(question.pile, question.answer)
        if done < len(picks):
            yield Take(picks[done].taken)
            dumped = picks[done].dumped
            if dumped is not None:
                yield Dump(dumped)
    for card in view.named or ():
        yield Name(card)


def seen_alone(setting: Setting, view: MysteryView) -> MysteryView:
    """What the seat of a race has seen, played again with its own sheet alone.

    Raises as :func:`play_again` does.
    """
    alone = replace(setting, seats=1, shared=True)
    seen = replace(view, moved=(0,) * len(view.moved))
    world = MysteryWorlds(view).sample(random.Random(0))
    return play_again(alone, seen, world).view(0)
