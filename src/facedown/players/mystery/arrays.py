"""Thousands of games at once, on arrays, with what the seat to move sees and may do.

The readable rules are ``rules.py``; a differential test holds this engine to them. In a race, where
all may move at once, the first seat that has not guessed is asked first (M12). Low cards and
answers are drawn when they are turned up. Imports Numba: import on demand.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, permutations, product
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import inlined, uncounted
from facedown.core.seats import Seat
from facedown.games.mystery.cards import COLUMNS, JOKER, LOW_RANKS
from facedown.games.mystery.dealing import MYSTERY, Dealing
from facedown.games.mystery.moves import BUY, DUMP, HAND, NAME, WAYS
from facedown.games.mystery.puzzle import MOST_PILES, Price
from facedown.games.mystery.rules import Setting
from facedown.players.arrays import Arrays, BadActions, random_below
from facedown.players.mystery.observation import CARDS, EFFORT, PHASES, SHOWN, MysteryEncoder

Numbers: TypeAlias = NDArray[np.int32]
Sets: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.uint8]
Bools: TypeAlias = NDArray[np.bool_]
Chance: TypeAlias = NDArray[np.uint64]

TURN: Final = 0
"""The seat that is asked; as many as there are seats when the game is over."""
PAIRS: Final = 1
"""How many pairs of low cards were turned up: those at the beginning of the deck."""
MIXED: Final = 2
"""How the shuffles came out (M4)."""
DRAWN: Final = 3
"""How many cards each pile has turned up: those at its beginning."""
SUITS: Final = DRAWN + MOST_PILES
RANKS: Final = SUITS + COLUMNS
"""Of the columns and of the rows."""

PICKS: Final = 0
QUESTIONS: Final = 1
NAMED: Final = 2
HELD: Final = 3
HOLDING: Final = 4
"""The hand, oldest card first, with a seventh until one is dumped."""
ASKED: Final = HOLDING + HAND + 1
"""How many questions each pile was asked."""
GUESS: Final = ASKED + MOST_PILES
"""The cards named."""

PLAYING, DUMPING, NAMING, GUESSED, OVER = map(
    PHASES.index, ("playing", "dumping", "naming", "guessed", "over")
)
LIES, FROM, TO, REMOVED, TO_MYSTERY, STOCK, SIZE, KIND, COUNT, MORE = range(10)
"""What is known of a pile: where it begins in a row, the first of its ``sources`` and the first of
the next, how many cards are removed before jokers are added, and whether to the mystery, how many
it is drawn from, how many can be asked for, and of its price the kind, how many cards, and how many
of another number."""
SAME_NUMBER, TWO_NUMBERS, SAME_SUIT, STRAIGHT_FLUSH = range(4)
EVERY_PLACE: Final = WAYS - 1


class GameTables(NamedTuple):
    """The setting, for the compiled engine, in few arrays: each is handed on at every call.

    In a row the low ``deck``, the ``mystery`` and the ``sheets`` of ``block`` numbers begin at
    these places. ``sources`` are for each outcome of the shuffles the cells of the mystery cards,
    then those of each of the ``piles``, -1 where a joker lies. ``groups`` says which mystery cards
    may be named in any order, and ``subsets[size, places]`` has a bit for each set of so many of
    these places of a hand.
    """

    seats: int
    dealt_again: bool
    steps: int
    low: int
    deck: int
    mystery: int
    sheets: int
    block: int
    cards: Numbers
    sources: Numbers
    piles: Numbers
    groups: Numbers
    subsets: Sets


class MysteryGames(Arrays):
    """Games played side by side, each for itself.

    Alone with Welcome Mushy Heads there are 307 numbers in an observation, laid out as by
    ``MysteryEncoder.observation``, and 298 actions. Of these most name the mystery; who wants long
    games at random has ``collecting_actions``.

    >>> from facedown.games.mystery import MysteryMachine
    >>> games = MysteryGames(MysteryMachine().setting, 100, seed=1)
    >>> while not games.finished:
    ...     games.step(games.collecting_actions())
    >>> games.points.shape
    (100, 1)
    """

    def __init__(self, setting: Setting, count: int, seed: int = 0, *, again: bool = False) -> None:
        """Deals ``count`` games; with ``again`` a game that ends is followed by the next."""
        if setting.real:
            raise BadActions("Games on arrays deal the low cards themselves, not real ones.")
        if setting.shared and setting.seats > 1:
            raise BadActions("On arrays a team with its one hand is one seat; several seats race.")
        actions = BUY + len(setting.puzzle.piles) * WAYS
        observed = MysteryEncoder(setting).observation_size
        super().__init__(count, setting.seats, actions, observed, again=again)
        self.setting = setting
        self._tables = _tables_of(setting)
        self._chance = np.zeros(1, np.uint64)
        width = self._tables.sheets + self._tables.block * setting.seats
        self._rows = np.zeros((count, width), np.int32)
        self._ways = np.zeros((count, len(setting.puzzle.piles)), np.int64)
        self.reset(seed)

    @property
    def turns(self) -> NDArray[np.int64]:
        """Whose turn it is in each game; of several the first."""
        return (self._rows[:, TURN] % self.seats).astype(np.int64)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return np.equal(self._rows[:, TURN], self.seats)

    def reset(self, seed: int) -> None:
        """Begins every game anew; the seed decides these and all deals from here on."""
        self._chance[0] = seed % (1 << 64)
        setting, redo = self.setting, self.setting.redo
        deck = self._tables.deck
        self._rows[:, SUITS:RANKS] = range(COLUMNS) if redo is None else redo.suits
        self._rows[:, RANKS:deck] = setting.puzzle.ranks if redo is None else redo.ranks
        self._rows[:, deck : self._tables.mystery] = setting.low_cards
        self.begin(np.ones_like(self.over))

    def begin(self, where: NDArray[np.bool_]) -> None:
        """Deals the next game where this is true."""
        deal_next(
            self._rows,
            self._ways,
            where,
            self._tables,
            self._chance,
            self.over,
            self.observations,
            self.legal,
        )

    def _step(self, actions: NDArray[np.int64], waiting: NDArray[np.bool_]) -> None:
        step_all(
            self._rows,
            self._ways,
            actions,
            waiting,
            self._tables,
            self.again,
            self._chance,
            self.points,
            self.over,
            self.observations,
            self.legal,
        )

    def observe(self, seat: Seat) -> NDArray[np.uint8]:
        """What one seat sees of every game, whoever is to move; a new array."""
        out = np.zeros_like(self.observations)
        observe_all(self._rows, self._tables, seat, out)
        return out

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game that is not over, all alike; the same array every time."""
        random_actions(self._rows, self._ways, self._tables, False, self._chance, self._actions)
        return self._actions

    def collecting_actions(self) -> NDArray[np.int64]:
        """The same, but the mystery is named when nothing else can be done (M8)."""
        random_actions(self._rows, self._ways, self._tables, True, self._chance, self._actions)
        return self._actions


def _tables_of(setting: Setting) -> GameTables:
    puzzle, dealing = setting.puzzle, setting.dealing
    piles, slots = puzzle.piles, len(dealing.slots)
    to_mystery = [pile.removed_to == "mystery" for pile in piles]
    last = puzzle.order == "adds first"  # then what was not asked for is what was removed
    removed = [
        0 if last and not mystery else pile.remove
        for pile, mystery in zip(piles, to_mystery, strict=True)
    ]
    stock = [
        len(pile.cells) - gone + pile.jokers for pile, gone in zip(piles, removed, strict=True)
    ]
    room = [max(len(pile.cells), many) for pile, many in zip(piles, stock, strict=True)]
    deck = RANKS + puzzle.rows
    mystery = deck + len(setting.low_cards)
    *begins, sheets = accumulate(room, initial=mystery + slots)
    sources = [*accumulate((len(pile.cells) for pile in piles), initial=len(dealing.slot_cells))]
    sizes = [pile.size for pile in piles]
    known = zip(begins, sources, sources[1:], removed, to_mystery, stock, sizes, strict=False)
    group_of = {slot: number for number, group in enumerate(dealing.groups) for slot in group}
    return GameTables(
        seats=setting.seats,
        dealt_again=setting.redo is not None,
        steps=len(dealing.steps),
        low=len(setting.low_cards),
        deck=deck,
        mystery=mystery,
        sheets=sheets,
        block=GUESS + slots,
        cards=np.array(setting.cards, np.int32),
        sources=np.array([_sources(dealing, made) for made in outcomes(setting)], np.int32),
        piles=np.hstack([np.array([*known], np.int32), price_rows(dealing.prices)]),
        groups=np.array([group_of[slot] for slot in range(slots)], np.int32),
        subsets=_subsets(),
    )


def price_rows(prices: Iterable[Price]) -> Numbers:
    """What each price needs: its kind, how many cards, how many of another number."""
    kinds = ("same number", "two numbers", "same suit", "straight flush")
    rows = [(kinds.index(price.kind), *price.counts, 0)[:3] for price in prices]
    return np.array(rows, np.int32)


def outcomes(setting: Setting) -> list[tuple[tuple[int, ...], ...]]:
    """Every way in which the shuffles can come out (M4), or did where all is dealt again (M13)."""
    if setting.redo is not None:
        return [setting.redo.shuffles]
    twists = setting.puzzle.twists
    sizes = [len(twists[number].cells) for number in setting.dealing.shuffles]
    return [*product(*(permutations(range(size)) for size in sizes))]


def _sources(dealing: Dealing, shuffles: tuple[tuple[int, ...], ...]) -> list[int]:
    """Of which cells the mystery cards and the piles' are; -1 for a joker."""
    places, jokers = dealing.places(shuffles)
    found = [places.index(MYSTERY - slot) for slot in range(len(dealing.slot_cells))]
    for pile, many in enumerate(jokers):
        found += [source for source, place in enumerate(places) if place == pile]
        found += [-1] * many
    return found


def _subsets() -> Sets:
    table = np.zeros((HAND, WAYS), np.int64)
    for places in range(WAYS):
        for part in range(WAYS):
            if part & ~places == 0 and part.bit_count() < HAND:
                table[part.bit_count(), places] |= 1 << part
    return table


@inlined
def sheet(tables: GameTables, seat: int) -> int:
    """Where a seat's sheet begins."""
    return tables.sheets + tables.block * seat


@inlined
def mix(row: Numbers, begin: int, size: int, chance: Chance) -> None:
    """Shuffles a part of a row."""
    for left in range(size - 1, 0, -1):
        at, other = begin + left, begin + random_below(chance, left + 1)
        row[at], row[other] = row[other], row[at]


@inlined
def turn_up(row: Numbers, begin: int, at: int, size: int, chance: Chance) -> None:
    """Brings a card of those from this place on to it: what is turned up next."""
    other = at + random_below(chance, size - at)
    row[begin + at], row[begin + other] = row[begin + other], row[begin + at]


@uncounted
def offer(row: Numbers, tables: GameTables, chance: Chance) -> None:
    """Two low cards are turned up, where there are two (M6)."""
    first = 2 * row[PAIRS]
    if first == tables.low:
        return
    deck = tables.deck
    turn_up(row, deck, first, tables.low, chance)
    turn_up(row, deck, first + 1, tables.low, chance)
    left, right = row[deck + first], row[deck + first + 1]
    row[deck + first], row[deck + first + 1] = min(left, right), max(left, right)
    row[PAIRS] += 1


@uncounted
def deal(row: Numbers, tables: GameTables, chance: Chance) -> None:
    """The layout, the shuffles, what is removed, and the first offer."""
    row[TURN] = row[PAIRS] = row[MIXED] = 0
    if not tables.dealt_again:  # M1
        mix(row, SUITS, COLUMNS, chance)
        mix(row, RANKS, tables.deck - RANKS, chance)
        if len(tables.sources) > 1:
            row[MIXED] = random_below(chance, len(tables.sources))
    slot = tables.mystery
    for at in range(tables.piles[0, FROM]):
        source = tables.sources[row[MIXED], at]
        row[slot] = row[RANKS + source // COLUMNS] * COLUMNS + row[SUITS + source % COLUMNS]
        slot += 1
    for pile in range(len(tables.piles)):
        begin, first = tables.piles[pile, LIES], tables.piles[pile, FROM]
        left = tables.piles[pile, TO] - first
        row[DRAWN + pile] = 0
        for at in range(left):
            source = tables.sources[row[MIXED], first + at]
            card = row[RANKS + source // COLUMNS] * COLUMNS + row[SUITS + source % COLUMNS]
            row[begin + at] = card if source >= 0 else JOKER
        for _ in range(tables.piles[pile, REMOVED]):  # M3
            gone = begin + random_below(chance, left)
            left -= 1
            card, row[gone] = row[gone], row[begin + left]
            if tables.piles[pile, TO_MYSTERY]:
                row[slot] = card
                slot += 1
        for at in range(left, tables.piles[pile, STOCK]):
            row[begin + at] = JOKER
    in_order(row, tables)
    for at in range(tables.sheets, len(row)):
        row[at] = 0
    offer(row, tables, chance)


@inlined
def in_order(row: Numbers, tables: GameTables) -> None:
    """Mystery cards that one pile removed stand in the order of their numbers."""
    begin = tables.mystery + tables.piles[0, FROM]
    for pile in range(len(tables.piles)):
        many = tables.piles[pile, REMOVED] if tables.piles[pile, TO_MYSTERY] else 0
        for last in range(begin + 1, begin + many):
            at = last
            while at > begin and row[at - 1] > row[at]:
                row[at - 1], row[at] = row[at], row[at - 1]
                at -= 1
        begin += many


@uncounted
def step(row: Numbers, action: int, tables: GameTables, chance: Chance) -> None:
    """Makes a legal move of the seat to move."""
    own = sheet(tables, row[TURN])
    hand, held = own + HOLDING, row[own + HELD]
    if action >= BUY:  # M7, M8
        pile, way = (action - BUY) // WAYS, (action - BUY) % WAYS
        kept = 0
        for place in range(held):
            if not way >> place & 1:
                row[hand + kept] = row[hand + place]
                kept += 1
        row[own + HELD] = kept
        row[own + QUESTIONS] += 1
        row[own + ASKED + pile] += 1
        if row[own + ASKED + pile] > row[DRAWN + pile]:  # M12: of one order for all
            begin, many = tables.piles[pile, LIES], tables.piles[pile, STOCK]
            turn_up(row, begin, row[DRAWN + pile], many, chance)
            row[DRAWN + pile] += 1
        return
    if action >= NAME:  # M5
        row[own + GUESS + row[own + NAMED]] = action - NAME
        row[own + NAMED] += 1
        row[TURN] += row[own + NAMED] == tables.block - GUESS
        return
    if action >= DUMP:  # M6
        at = hand
        while row[at] != action - DUMP:
            at += 1
        for later in range(at, hand + HAND):
            row[later] = row[later + 1]
        row[own + HELD] = HAND
    else:
        row[hand + held] = row[tables.deck + 2 * row[own + PICKS] + action]
        row[own + HELD] += 1
        row[own + PICKS] += 1
    if row[own + PICKS] == row[PAIRS] and row[own + HELD] <= HAND:
        offer(row, tables, chance)


@uncounted
def is_right(row: Numbers, tables: GameTables, own: int) -> bool:
    """Whether a sheet that has guessed named the mystery (M5)."""
    for slot in range(tables.block - GUESS):
        found = False
        for other in range(tables.block - GUESS):
            if tables.groups[other] == tables.groups[slot]:
                found |= row[own + GUESS + slot] == row[tables.mystery + other]
        if not found:
            return False
    return True


@inlined
def low_left(row: Numbers, tables: GameTables, own: int) -> int:
    """How many low cards a sheet has not seen yet (M9)."""
    offered = row[own + PICKS] < row[PAIRS] and row[own + HELD] <= HAND
    return int(tables.low - 2 * (row[own + PICKS] + offered))


@uncounted
def pay_out(row: Numbers, tables: GameTables, points: NDArray[np.int16]) -> None:
    """The points of a game that is over."""
    for seat in range(tables.seats):
        own = sheet(tables, seat)
        points[seat] = low_left(row, tables, own) if is_right(row, tables, own) else 0


@uncounted
def rank_of(row: Numbers, tables: GameTables, own: int) -> int:
    """More for who comes before: right, most low cards left, fewest questions (M12); else -1."""
    if not is_right(row, tables, own):
        return -1
    return int(low_left(row, tables, own) * 1000 + 999 - row[own + QUESTIONS])


@inlined
def by_suit(row: Numbers, own: int) -> int:
    """The places of a hand that hold each suit: six bits for every one."""
    found = 0
    for place in range(row[own + HELD]):
        found |= 1 << HAND * (row[own + HOLDING + place] % COLUMNS) + place
    return found


@inlined
def by_number(row: Numbers, own: int) -> int:
    """The places of a hand that hold each number."""
    found = 0
    for place in range(row[own + HELD]):
        found |= 1 << HAND * (row[own + HOLDING + place] // COLUMNS) + place
    return found


@uncounted
def alike(held: int, size: int, subsets: Sets) -> int:
    """A bit for each set of so many places that are of one suit, or of one number."""
    found = 0
    while held:
        found |= subsets[size, held & EVERY_PLACE]
        held >>= HAND
    return found


@uncounted
def two_numbers(numbers: int, size: int, more: int, subsets: Sets) -> int:
    """A bit for each set of so many places of one number and so many of another."""
    found = 0
    for number in range(LOW_RANKS):
        these = subsets[size, numbers >> HAND * number & EVERY_PLACE]
        if these:
            others = alike(numbers & ~(EVERY_PLACE << HAND * number), more, subsets)
            for way in range(EVERY_PLACE):
                if these >> way & 1:
                    found |= others << way
    return found


@uncounted
def straight(row: Numbers, own: int, suits: int, numbers: int, size: int) -> int:
    """A bit for each set of places that are of one suit and follow each other."""
    found = 0
    for place in range(row[own + HELD]):
        card = row[own + HOLDING + place]
        suited, lowest = suits >> HAND * (card % COLUMNS), card // COLUMNS
        way = many = 0
        for number in range(lowest, min(lowest + size, LOW_RANKS)):
            held = numbers >> HAND * number & suited & EVERY_PLACE
            way |= held
            many += held > 0
        if many == size:
            found |= 1 << way
    return found


@uncounted
def find_ways(row: Numbers, own: int, tables: GameTables, ways: Sets) -> None:
    """For each pile a bit for each set of places of the hand that pays for it (M7)."""
    suits, numbers = by_suit(row, own), by_number(row, own)
    for pile in range(len(ways)):
        known = tables.piles[pile]
        kind, size, more = known[KIND], known[COUNT], known[MORE]
        ways[pile] = 0
        if size + more > row[own + HELD] or row[own + ASKED + pile] == known[SIZE]:
            continue
        if kind == SAME_SUIT:
            ways[pile] = alike(suits, size, tables.subsets)
        elif kind == SAME_NUMBER:
            ways[pile] = alike(numbers, size, tables.subsets)
        elif kind == TWO_NUMBERS:
            ways[pile] = two_numbers(numbers, size, more, tables.subsets)
        else:
            ways[pile] = straight(row, own, suits, numbers, size)


@uncounted
def permit(row: Numbers, ways: Sets, tables: GameTables, legal: Bools) -> None:
    """Writes what the seat to move may do; ``ways`` are how it may pay for each pile."""
    for action in range(len(legal)):
        legal[action] = False
    own = sheet(tables, row[TURN])
    held, named = row[own + HELD], row[own + NAMED]
    playing = held <= HAND and named == 0
    if playing:
        find_ways(row, own, tables, ways)
        for pile in range(len(ways)):
            if ways[pile]:
                part = legal[BUY + WAYS * pile :]
                for way in range(WAYS):
                    part[way] = ways[pile] >> way & 1
    if held > HAND:
        for place in range(HAND):
            legal[DUMP + row[own + HOLDING + place]] = True
        return
    for index in range(len(tables.cards)):
        legal[NAME + tables.cards[index]] = True
    for slot in range(named):
        legal[NAME + row[own + GUESS + slot]] = False
    legal[0] = legal[1] = playing and row[own + PICKS] < row[PAIRS]


@uncounted
def observe(row: Numbers, tables: GameTables, seat: int, out: Bytes) -> None:
    """Writes what a seat sees, as ``MysteryEncoder.observation`` lays it out."""
    for at in range(len(out)):
        out[at] = 0
    seats, piles, slots = tables.seats, len(tables.piles), tables.block - GUESS
    own, over = sheet(tables, seat), row[TURN] == seats
    held, picks, named = row[own + HELD], row[own + PICKS], row[own + NAMED]
    out[seat] = 1
    if over:
        phase = OVER
    elif named == slots:
        phase = GUESSED
    elif held > HAND:
        phase = DUMPING
    else:
        phase = NAMING if named else PLAYING
    out[2 * seats + phase] = 1
    at = 2 * seats + len(PHASES)
    out[at] = tables.steps
    out[at + 1] = tables.low // 2 - picks
    out[at + 2] = low_left(row, tables, own)
    out[at + 3] = row[PAIRS]
    at += 4
    for place in range(held):
        out[at + row[own + HOLDING + place]] = 1
    at += CARDS
    if picks < row[PAIRS] and held <= HAND:
        out[at + row[tables.deck + 2 * picks]] = 1
        out[at + row[tables.deck + 2 * picks + 1]] = 1
    at += CARDS
    for slot in range(named):
        out[at + slot] = row[own + GUESS + slot] + 1
    at += slots
    shown = at + 2 * piles
    for pile in range(piles):
        asked = row[own + ASKED + pile]
        out[at + pile] = tables.piles[pile, SIZE] - asked
        out[at + piles + pile] = row[DRAWN + pile]
        for index in range(asked):
            out[shown + row[tables.piles[pile, LIES] + index]] += 1
        shown += SHOWN
    end = shown + EFFORT * seats
    for neighbour in range(seats):
        who = seat + neighbour if seat + neighbour < seats else seat + neighbour - seats
        other = sheet(tables, who)
        out[seats + neighbour] = row[other + NAMED] < slots
        at = shown + EFFORT * neighbour
        out[at] = row[other + PICKS]
        out[at + 1] = row[other + QUESTIONS]
        out[at + 2] = row[other + NAMED] == slots
        out[at + 3] = row[other + HELD] > HAND
        out[at + 4] = row[other + NAMED]
    if over:
        tell(row, tables, seat, out[end:])


@uncounted
def tell(row: Numbers, tables: GameTables, seat: int, out: Bytes) -> None:
    """What is told at the end: winners, mystery, grid, guesses."""
    seats, slots = tables.seats, tables.block - GUESS
    best = 0
    for who in range(seats):
        best = max(best, rank_of(row, tables, sheet(tables, who)))
    for slot in range(slots):
        out[seats + slot] = row[tables.mystery + slot] + 1
    at = seats + slots
    for rank in range(RANKS, tables.deck):
        for suit in range(SUITS, RANKS):
            out[at] = row[rank] * COLUMNS + row[suit] + 1
            at += 1
    for neighbour in range(seats):
        own = sheet(tables, (seat + neighbour) % seats)
        out[neighbour] = rank_of(row, tables, own) == best
        for slot in range(slots):
            out[at] = row[own + GUESS + slot] + 1
            at += 1


@uncounted
def show(row: Numbers, ways: Sets, tables: GameTables, observation: Bytes, legal: Bools) -> None:
    """What the seat to move of a game sees, and what it may do; at the end the first seat."""
    if row[TURN] < tables.seats:
        observe(row, tables, row[TURN], observation)
        permit(row, ways, tables, legal)
    else:
        observe(row, tables, 0, observation)
        for action in range(len(legal)):
            legal[action] = False


@uncounted
def deal_next(
    rows: Numbers,
    ways: Sets,
    where: Bools,
    tables: GameTables,
    chance: Chance,
    over: Bools,
    observations: Bytes,
    legal: Bools,
) -> None:
    """The next game in the place of those where this is true."""
    for i in range(len(rows)):
        if where[i]:
            over[i] = False
            deal(rows[i], tables, chance)
            show(rows[i], ways[i], tables, observations[i], legal[i])


@uncounted
def step_all(
    rows: Numbers,
    ways: Sets,
    actions: NDArray[np.int64],
    waiting: Bools,
    tables: GameTables,
    again: bool,
    chance: Chance,
    points: NDArray[np.int16],
    over: Bools,
    observations: Bytes,
    legal: Bools,
) -> None:
    """One move in every game that is neither over nor waiting."""
    for i in range(len(rows)):
        row = rows[i]
        over[i] = False
        if row[TURN] == tables.seats or waiting[i]:
            continue
        step(row, actions[i], tables, chance)
        if row[TURN] == tables.seats:
            over[i] = True
            pay_out(row, tables, points[i])
            if again:
                deal(row, tables, chance)
        show(row, ways[i], tables, observations[i], legal[i])


@uncounted
def observe_all(rows: Numbers, tables: GameTables, seat: int, observations: Bytes) -> None:
    """What one seat sees of every game."""
    for i in range(len(rows)):
        observe(rows[i], tables, seat, observations[i])


@inlined
def any_card(row: Numbers, own: int, tables: GameTables, chance: Chance) -> int:
    """A card of the grid that is not named yet (M5)."""
    skip, found = random_below(chance, len(tables.cards) - row[own + NAMED]), 0
    for card in tables.cards:
        named = False
        for slot in range(row[own + NAMED]):
            named |= row[own + GUESS + slot] == card
        if not named:
            if skip == 0:
                found = card
            skip -= 1
    return found


@uncounted
def nth_way(ways: Sets, number: int) -> int:
    """Of all ways to buy something the one of this number: 64 times the pile, and the places."""
    for pile in range(len(ways)):
        for way in range(WAYS):
            if ways[pile] >> way & 1:
                if number == 0:
                    return pile * WAYS + way
                number -= 1
    return -1


@inlined
def how_many(ways: Sets) -> int:
    """In how many ways something can be bought."""
    found = 0
    for pile in range(len(ways)):
        left = ways[pile]
        while left:
            left &= left - 1
            found += 1
    return found


@uncounted
def random_actions(
    rows: Numbers,
    ways: Sets,
    tables: GameTables,
    collecting: bool,
    chance: Chance,
    actions: NDArray[np.int64],
) -> None:
    """Any legal action in every game that is not over, all alike; 0 in the others.

    With ``collecting`` the mystery is named when nothing else can be done.
    """
    for i in range(len(rows)):
        row = rows[i]
        actions[i] = 0
        if row[TURN] == tables.seats:
            continue
        own = sheet(tables, row[TURN])
        if row[own + HELD] > HAND:
            actions[i] = DUMP + row[own + HOLDING + random_below(chance, HAND)]
            continue
        takes = buys = 0
        if row[own + NAMED] == 0:
            takes = 2 if row[own + PICKS] < row[PAIRS] else 0
            buys = how_many(ways[i])
        names = len(tables.cards) - row[own + NAMED]
        if collecting and takes + buys:
            names = 0
        chosen = random_below(chance, takes + buys + names)
        if chosen < takes:
            actions[i] = chosen
        elif chosen < takes + buys:
            actions[i] = BUY + nth_way(ways[i], chosen - takes)
        else:
            actions[i] = NAME + any_card(row, own, tables, chance)
