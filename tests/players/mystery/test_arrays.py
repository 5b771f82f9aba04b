"""Games on arrays are played by the very rules of ``rules.py``, and show each seat its view."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.mystery.puzzles import ADDS_FIRST, ALL_MODS, random_puzzle

from facedown.core.seats import NATURE
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.cards import JOKER
from facedown.games.mystery.dealing import number_of_combination, number_of_permutation
from facedown.games.mystery.moves import BUY, DUMP, HAND, NAME, WAYS
from facedown.games.mystery.puzzle import PRICES, payments
from facedown.games.mystery.rules import LOW_CARDS, MysteryState
from facedown.games.mystery.studio.library import PRINTED
from facedown.games.mystery.studio.texts import puzzle_text
from facedown.players.arrays import BadActions
from facedown.players.mystery import arrays as kernels
from facedown.players.mystery.arrays import MysteryGames
from facedown.players.mystery.observation import MysteryEncoder

SHUFFLED = """\
title = "Shuffled"
mystery = ["A1"]
low_ranks = [4]

[[pile]]
price = "2 straight flush"
cells = ["A2", "B2", "C3"]

[[pile]]
price = "pair"
cells = ["B3", "D4"]
jokers = 1
remove = 1

[[twist]]
kind = "shuffle"
cells = ["A1", "A2", "B3"]

[[twist]]
kind = "shuffle"
cells = ["C3", "D1"]
"""

REMOVED = """\
title = "Removed"
mystery = ["A1"]
order = "removals first"

[[pile]]
price = "2 same suit"
cells = ["A2", "B2", "C3", "D3"]
jokers = 1
remove = 1

[[twist]]
kind = "joker swap"
cells = ["B2"]
"""

SETTINGS: dict[str, tuple[int, dict[str, Any]]] = {
    **{name: (1, {"puzzle": name}) for name in PRINTED},
    "two": (2, {}),
    "three, two cards to name": (3, {"puzzle": "one-two-three"}),
    "four": (4, {"puzzle": "the-three-twos"}),
    "all mods": (1, {"puzzle": ALL_MODS}),
    "all mods, two": (2, {"puzzle": ALL_MODS}),
    "adds first": (2, {"puzzle": ADDS_FIRST}),
    "shuffled": (2, {"puzzle": SHUFFLED}),
}


def again(game: MysteryMachine, options: dict[str, Any]) -> MysteryMachine:
    """The same game with a layout that was dealt before (M13)."""
    state, rng = game.start(), random.Random(5)
    while state.actors() == (NATURE,):
        state.apply(NATURE, state.draw(rng))
    dealing, counted = game.setting.dealing, game.setting.counted_from
    return MysteryMachine(game.seats, **options, redo=dealing.word_of(state.deal, counted))


class Pairs:
    """Games on arrays, and the same by the rules: nature draws there what was drawn here."""

    def __init__(self, game: MysteryMachine, count: int, seed: int) -> None:
        self.games = MysteryGames(game.setting, count, seed)
        self.encoder = MysteryEncoder(game.setting)
        self.states = [game.start() for _ in range(count)]
        self.met = Counter[str]()
        self.follow()

    def follow(self) -> None:
        for i, state in enumerate(self.states):
            while state.actors() == (NATURE,):
                drawn = self._drawn(i, state)
                assert state.verify(NATURE, drawn) is None
                state.apply(NATURE, drawn)

    def _drawn(self, i: int, state: MysteryState) -> int:
        """What was drawn on arrays where nature is to draw by the rules."""
        tables, row = self.games._tables, self.games._rows[i].tolist()
        what, dealing = state.draws_next(), state.setting.dealing
        assert what is not None
        if what.kind == "layout":
            suits, ranks = row[kernels.SUITS : kernels.RANKS], row[kernels.RANKS : tables.deck]
            return dealing.layout_number(ranks, suits)
        if what.kind == "shuffle":
            self.met["shuffled"] += 1
            order = kernels.outcomes(state.setting)[row[kernels.MIXED]][len(state.deal.shuffles)]
            return number_of_permutation(order, len(order))
        if what.kind == "removal":
            self.met["removed"] += 1
            begin = tables.mystery + len(dealing.slot_cells) + sum(map(len, state.deal.removed))
            many = state.setting.puzzle.piles[what.number].remove
            cards = dealing.pile_cards(state.deal, what.number)
            return number_of_combination(row[begin : begin + many], cards)
        if what.kind == "low":
            begin = tables.deck + 2 * len(state.offers)
            return number_of_combination(row[begin : begin + 2], state.undrawn())
        drawn = row[tables.piles[what.number, kernels.LIES] + len(state.orders[what.number])]
        self.met["joker"] += drawn == JOKER
        return int(drawn)

    def check(self) -> None:
        """Who is to move, what it may do, what everybody sees."""
        games = self.games
        seen = [games.observe(seat) for seat in range(games.seats)]
        turns, ended = games.turns, games.ended
        for i, state in enumerate(self.states):
            for seat, rows in enumerate(seen):
                assert rows[i].tobytes() == self.encoder.observation_in(state, seat)
            assert ended[i] == (not state.actors())
            if ended[i]:
                assert not games.legal[i].any()
                continue
            assert state.actors()[0] == turns[i]
            assert np.flatnonzero(games.legal[i]).tolist() == [*state.legal(turns[i])]
            assert (games.observations[i] == seen[turns[i]][i]).all()

    def step(self, actions: list[int]) -> None:
        before, turns = self.games.ended, self.games.turns.tolist()
        self.games.step(np.array(actions))
        for i, state in enumerate(self.states):
            if before[i]:
                assert not self.games.over[i]
                continue
            state.apply(turns[i], actions[i])
            self.met["bought"] += actions[i] >= BUY
            self.met["dumped"] += DUMP <= actions[i] < NAME
        self.follow()
        for i, state in enumerate(self.states):
            assert self.games.over[i] == (not before[i] and not state.actors())
            if self.games.over[i]:
                outcome = state.outcome()
                assert outcome is not None
                assert tuple(self.games.points[i]) == outcome.points
                self.met["over"] += 1
                self.met["won"] += bool(outcome.winners)
                self.met["points"] += any(outcome.points)
                self.met["lost"] += not outcome.winners
                self.met["shared"] += len(outcome.winners) > 1


def some_action(pairs: Pairs, i: int, rng: random.Random) -> int:
    """Any; but questions are bought, and the mystery is named, more often than by chance."""
    legal = np.flatnonzero(pairs.games.legal[i]).tolist()
    if not legal:
        return 0
    state, turn = pairs.states[i], pairs.games.turns[i]
    buys = [action for action in legal if action >= BUY]
    others = [action for action in legal if not NAME <= action < BUY]
    if buys and rng.random() < 0.6:
        return rng.choice(buys)
    if others and rng.random() < 0.95:
        return rng.choice(others)
    named = NAME + state.setting.dealing.mystery(state.deal)[len(state.named[turn])]
    return named if named in legal and rng.random() < 0.8 else int(rng.choice(legal))


def play(game: MysteryMachine, count: int, seed: int) -> Counter[str]:
    pairs, rng = Pairs(game, count, seed), random.Random(seed)
    while not pairs.games.finished:
        pairs.check()
        pairs.step([some_action(pairs, i, rng) for i in range(count)])
    pairs.check()
    assert pairs.met["over"] == count
    return pairs.met


@pytest.mark.parametrize("name", SETTINGS)
def test_games_are_those_of_the_rules(name: str) -> None:
    seats, options = SETTINGS[name]
    game = MysteryMachine(seats, **options)
    met = play(game, 20, 1)
    puzzle = game.setting.puzzle
    assert met["bought"] > 9
    assert met["dumped"] > 4
    assert met["won"]
    assert met["points"]
    assert met["lost"] or seats > 1
    assert met["joker"] or not any(pile.jokers for pile in puzzle.piles)
    assert met["removed"] or not game.setting.dealing.removing
    assert met["shuffled"] or not game.setting.dealing.shuffles


@pytest.mark.parametrize("name", ["welcome-mushy-heads", "all mods, two", "shuffled"])
def test_a_layout_is_dealt_again(name: str) -> None:
    """M13: its shuffles come out as before, all else is drawn anew."""
    seats, options = SETTINGS[name]
    game = again(MysteryMachine(seats, **options), options)
    redo = game.setting.redo
    assert redo is not None
    play(game, 5, 2)
    pairs = Pairs(game, 40, 3)
    assert {state.deal[:3] for state in pairs.states} == {redo[:3]}
    assert len({tuple(state.offers) for state in pairs.states}) > 20


def test_races_can_be_shared() -> None:
    """M12: the win is shared where cards left and questions are equal."""
    pairs = Pairs(MysteryMachine(3), 40, 4)
    while not pairs.games.finished:
        answers = [NAME + pairs.games.setting.dealing.mystery(s.deal)[0] for s in pairs.states]
        pairs.check()
        pairs.step(answers)
    assert pairs.met["shared"] == 40
    pairs.check()


@given(st.lists(st.integers(0, 35), max_size=HAND, unique=True))
def test_hands_pay_as_the_rules_say(hand: list[int]) -> None:
    """M7: of every price all ways, in the places of the hand."""
    setting = MysteryMachine().setting
    piles = np.ones((len(PRICES), kernels.KIND), np.int32)
    piles = np.hstack([piles, kernels.price_rows(PRICES.values())])
    tables = MysteryGames(setting, 1)._tables._replace(piles=piles)
    row, ways = np.zeros(40, np.int32), np.zeros(len(PRICES), np.int64)
    row[kernels.HELD] = len(hand)
    row[kernels.HOLDING : kernels.HOLDING + len(hand)] = hand
    kernels.find_ways(row, 0, tables, ways)
    for price, found in zip(PRICES.values(), ways.tolist(), strict=True):
        assert tuple(way for way in range(WAYS) if found >> way & 1) == payments(price, hand)


def chi_square(found: Counter[Any], likely: dict[Any, float]) -> float:
    """How far counts are from what is likely, in standard deviations."""
    assert not found.keys() - likely.keys()
    total = found.total()
    surprise = sum((found[one] - total * p) ** 2 / (total * p) for one, p in likely.items())
    degrees = len(likely) - 1
    return float((surprise - degrees) / (2 * degrees) ** 0.5)


def test_every_deal_is_as_likely() -> None:
    """M1, M4, M6: layouts, outcomes of shuffles, first two offers."""
    games = MysteryGames(MysteryMachine(puzzle=SHUFFLED).setting, 60_000, seed=3)
    rows, tables = games._rows, games._tables
    layouts = Counter(map(tuple, rows[:, kernels.SUITS : tables.deck].tolist()))
    assert len(layouts) == 24 * 120
    assert chi_square(layouts, dict.fromkeys(layouts, 1 / len(layouts))) < 4
    mixed = Counter(rows[:, kernels.MIXED].tolist())
    assert chi_square(mixed, dict.fromkeys(range(12), 1 / 12)) < 4
    pairs = [*combinations(games.setting.low_cards, 2)]
    offers = rows[:, tables.deck : tables.deck + 2].tolist()
    assert chi_square(Counter(map(tuple, offers)), dict.fromkeys(pairs, 1 / len(pairs))) < 4
    games.step(np.zeros(60_000, np.int64))
    offers = rows[:, tables.deck + 2 : tables.deck + 4].tolist()
    assert chi_square(Counter(map(tuple, offers)), dict.fromkeys(pairs, 1 / len(pairs))) < 4


@pytest.mark.parametrize("order", ["removals first", "adds first"])
def test_answers_are_as_likely_as_the_rules_say(order: str) -> None:
    """M2, M3: of three cards, a joker laid on a cell and one added, one is removed."""
    game = MysteryMachine(puzzle=REMOVED.replace("removals first", order))
    state, rng = game.start(), random.Random(1)
    while state.draws_next() != LOW_CARDS:
        state.apply(NATURE, state.draw(rng))
    own = game.setting.dealing.pile_cards(state.deal, 0)
    law: dict[Any, float] = {}
    for first, weight in state.answers(0):
        assert isinstance(first, int)
        state.orders[0] = (first,)
        after = state.answers(0)
        for second, more in after:
            names = tuple(JOKER if card == JOKER else own.index(card) for card in (first, second))
            law[names] = weight * more / sum(weight for _, weight in after)
        state.orders[0] = ()
    whole = sum(law.values())

    games, found = MysteryGames(game.setting, 20_000, seed=2), Counter[Any]()
    tables, rows = games._tables, games._rows
    own_cards = [cards_of(row, tables) for row in rows.tolist()]
    while not games.finished:
        games.step(games.collecting_actions())
    for row, cards in zip(rows.tolist(), own_cards, strict=True):
        if row[kernels.DRAWN] >= 2:
            begin = tables.piles[0, kernels.LIES]
            drawn = row[begin : begin + 2]
            found[tuple(JOKER if card == JOKER else cards.index(card) for card in drawn)] += 1
    assert found.total() > 9_000
    assert chi_square(found, {names: weight / whole for names, weight in law.items()}) < 4


def cards_of(row: list[int], tables: kernels.GameTables) -> list[int]:
    """The grid's cards that were dealt to the first pile."""
    ranks, suits = row[kernels.RANKS : tables.deck], row[kernels.SUITS : kernels.RANKS]
    sources = tables.sources[0, slice(*tables.piles[0, [kernels.FROM, kernels.TO]])].tolist()
    return [ranks[at // 4] * 4 + suits[at % 4] for at in sources if at >= 0]


def test_a_seed_decides_all_games_and_games_go_on() -> None:
    def go_on(games: MysteryGames) -> tuple[int, bytes]:
        ends = 0
        for _ in range(120):
            games.step(games.collecting_actions())
            ends += int(games.over.sum())
            assert not games.ended.any()
        return ends, games.observations.tobytes() + games.points.tobytes()

    setting = MysteryMachine(2).setting
    games = MysteryGames(setting, 30, seed=3, again=True)
    first = go_on(games)
    assert first[0] > 30
    assert go_on(games) != first
    games.reset(3)
    assert go_on(games) == first
    assert go_on(MysteryGames(setting, 30, seed=3, again=True)) == first
    assert go_on(MysteryGames(setting, 30, seed=4, again=True)) != first


def test_actions_are_drawn_from_all_that_are_allowed() -> None:
    """M8: collecting names the mystery when nothing else can be done."""
    games = MysteryGames(MysteryMachine().setting, 500, seed=5)
    for _ in range(40):
        legal = games.legal.copy()
        actions = games.random_actions().copy()
        going = legal.any(axis=1)
        assert (legal[np.arange(500), actions] == going).all()
        actions = games.collecting_actions()
        assert (legal[np.arange(500), actions] == going).all()
        names = (actions >= NAME) & (actions < BUY)
        legal[:, NAME:BUY] = False
        assert (legal.any(axis=1) == (going & ~names)).all()
        games.step(actions)
    assert games.ended.any()
    some = MysteryGames(MysteryMachine().setting, 18_000, seed=6)
    drawn, allowed = Counter(some.random_actions().tolist()), np.flatnonzero(some.legal[0])
    assert chi_square(drawn, dict.fromkeys(allowed.tolist(), 1 / 18)) < 4


def test_an_action_that_is_not_allowed_is_refused_and_nothing_changes() -> None:
    games = MysteryGames(MysteryMachine().setting, 3, seed=4)
    before = games.observations.copy()
    actions = games.random_actions().copy()
    for wrong in (-1, DUMP, BUY + 3, 298, 1 << 40):
        actions[1] = wrong
        with pytest.raises(BadActions, match=r"Action -?\d+ is not allowed in game 1\."):
            games.step(actions)
    assert (games.observations == before).all()


def test_games_that_wait_stay_as_they_are() -> None:
    games = MysteryGames(MysteryMachine().setting, 3, seed=4)
    before = games.observations.copy()
    games.step(games.collecting_actions(), np.array([False, True, False]))
    assert [*(games.observations == before).all(axis=1)] == [False, True, False]


def test_what_arrays_cannot_hold_is_refused() -> None:
    """M12, M18."""
    with pytest.raises(BadActions, match=r"^Games on arrays deal the low cards themselves"):
        MysteryGames(MysteryMachine(cards="real").setting, 3)
    with pytest.raises(BadActions, match=r"^On arrays a team .* is one seat"):
        MysteryGames(MysteryMachine(3, play="team").setting, 3)
    assert MysteryGames(MysteryMachine(1, play="team").setting, 3).seats == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_many_puzzles_are_those_of_the_rules(seed: int) -> None:
    puzzle = random_puzzle(random.Random(seed))
    play(MysteryMachine(1 + seed % 4, puzzle=puzzle_text(puzzle)), 20, seed)
