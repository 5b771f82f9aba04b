"""The deal and the worlds of Mystery Machine, counted a second time by dealing literally."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import factorial

import pytest
from tests.games.mystery.puzzles import ADDS_FIRST, ALL_MODS, random_puzzle

from facedown.core.match import Match
from facedown.core.registry import new_game
from facedown.core.seats import NATURE
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.cards import JOKER, card_number
from facedown.games.mystery.dealing import (
    Dealing,
    DealtSoFar,
    dealing_of,
    nth_combination,
    nth_permutation,
    number_of_combination,
    number_of_permutation,
)
from facedown.games.mystery.help.knowledge import knowledge_of
from facedown.games.mystery.help.knowledge import start as known_at_first
from facedown.games.mystery.moves import BUY, NAME
from facedown.games.mystery.puzzle import Puzzle
from facedown.games.mystery.rules import MysteryState
from facedown.games.mystery.studio.library import PRINTED
from facedown.games.mystery.studio.texts import puzzle_text, read_puzzle
from facedown.games.mystery.view import MysteryView
from facedown.testing.playing import random_games


def view_of(state: object) -> MysteryView:
    assert isinstance(state, MysteryState)
    return state.view(0)


@pytest.mark.parametrize("name", PRINTED)
def test_m1_there_are_576_layouts(name: str) -> None:
    """M1: 576 layouts, all equally likely."""
    match = Match(MysteryMachine(puzzle=name), seed="1")
    worlds = list(match.game.worlds(match.view(0)))
    assert len(worlds) == match.game.worlds(match.view(0)).count() == 576
    assert len({weight for _, weight in worlds}) == 1
    grids = {tuple((r, s) for r in deal.ranks for s in deal.suits) for deal, _ in worlds}
    assert len(grids) == 576


def test_m1_added_rows_multiply_the_layouts() -> None:
    for low, many in (("[10]", 2880), ("[10, 9, 2]", 120960)):
        text = f'low_ranks = {low}\ntitle = "T"\nmystery = ["A1"]\n[[pile]]\nprice = "pair"\n'
        match = Match(new_game("mystery", puzzle=text + 'cells = ["B2", "E1"]'), seed="1")
        assert match.game.worlds(match.view(0)).count() == many


def _literal(puzzle: Puzzle, cards: tuple[int, ...], jokers: int, pile: int) -> Counter[object]:
    """Every way in which a pile can be shuffled, removed from and added to, as what it shows."""
    mods = puzzle.piles[pile]
    # Every card is told apart, so that each order is one of equally many.
    base = [("card", card) for card in cards] + [("own joker", n) for n in range(jokers)]
    added = [("joker", n) for n in range(mods.jokers)]
    found: Counter[object] = Counter()
    if puzzle.order == "adds first":
        for kept in combinations(base + added, len(base) + len(added) - mods.remove):
            found.update(tuple(map(_face, order)) for order in permutations(kept))
    else:
        for kept in combinations(base, len(base) - mods.remove):
            found.update(tuple(map(_face, order)) for order in permutations([*kept, *added]))
    return found


def _face(card: tuple[str, int]) -> int:
    return card[1] if card[0] == "card" else JOKER


@pytest.mark.parametrize("order", ["removals first", "adds first"])
@pytest.mark.parametrize("mods", [(0, 1, 0), (2, 1, 0), (1, 2, 1), (2, 2, 2)])
def test_m3_a_pile_shows_cards_as_often_as_literal_dealing(
    order: str, mods: tuple[int, int, int]
) -> None:
    """M3: cards are removed and jokers added at random, in the puzzle's order."""
    jokers, remove, swapped = mods
    text = (
        f'title = "T"\nmystery = ["D4"]\norder = "{order}"\n[[pile]]\nprice = "pair"\n'
        f'cells = ["A1", "A2", "A3", "B1"]\njokers = {jokers}\nremove = {remove}\n'
    )
    puzzle = read_puzzle(text)
    dealing = dealing_of(puzzle)
    cards = tuple(range(40, 44 - swapped))
    orders = _literal(puzzle, cards, swapped, 0)
    prefixes: Counter[tuple[int, ...]] = Counter()
    for shown, many in orders.items():
        assert isinstance(shown, tuple)
        for length in range(len(shown) + 1):
            prefixes[shown[:length]] += many
    for shown, many in prefixes.items():
        own = [card for card in shown if card != JOKER]
        following = {
            p[-1]: n for p, n in prefixes.items() if p[:-1] == shown and len(p) > len(shown)
        }
        mine = {
            card: dealing.weight(
                0,
                len(cards),
                swapped,
                len(own) + (card != JOKER),
                len(shown) - len(own) + (card == JOKER),
            )
            for card in (*cards, JOKER)
            if card not in own
        }
        total = sum(mine.values())
        for card, weight in mine.items():
            if following:
                assert Fraction(weight, total) == Fraction(following.get(card, 0), many)


@pytest.mark.parametrize("text", [ALL_MODS, ADDS_FIRST])
def test_m4_worlds_are_all_deals_that_could_have_shown_this(text: str) -> None:
    """Beside a game with many questions: every deal, laid out literally, kept if it fits."""
    for removed in (
        "low_ranks = [10]\n",
        '[[pile]]\nprice = "4 straight flush"\ncells = ["E1", "E4"]\n\n',
        '[[twist]]\nkind = "swap"\ncells = ["E1", "E2"]\n',
    ):
        text = text.replace(removed, "")
    for price in ("2 pairs", "full house"):
        text = text.replace(price, "2 same suit")
    game = MysteryMachine(puzzle=text)
    dealing = game.setting.dealing
    match, rng = Match(game, seed="3"), random.Random(3)
    while len(view_of(match.state()).questions or ()) < 4:
        legal = match.view(0).legal
        buys = [action for action in legal if action >= BUY]
        match.play(0, rng.choice(buys or [action for action in legal if action < NAME]))
    view = view_of(match.state())
    found = dict(game.worlds(view))
    every: dict[DealtSoFar, Fraction] = {}
    for number in range(576):
        ranks, suits = dealing.layout(number)
        for shuffle in permutations(range(3)):
            deal = DealtSoFar(ranks, suits, (shuffle,))
            for gone in combinations(dealing.pile_cards(deal, 1), 1):
                whole = deal._replace(removed=(gone,))
                weight = _chance(dealing, whole, view)
                if weight:
                    every[whole] = weight
    assert set(found) == set(every)
    ratios = {Fraction(found[deal]) / weight for deal, weight in every.items()}
    assert len(ratios) == 1


def _chance(dealing: Dealing, deal: DealtSoFar, view: MysteryView) -> Fraction:
    """How likely a deal shows what the view was shown, by drawing card after card."""
    chance = Fraction(1)
    for pile in range(len(view.puzzle.piles)):
        left = list(dealing.pile_cards(deal, pile))
        swapped = dealing.places(deal.shuffles).jokers[pile]
        mods = dealing.puzzle.piles[pile]
        orders = _literal_counts(dealing.puzzle, left, swapped, pile, mods.removed_to == "mystery")
        shown = tuple(map(card_number, view.shown(pile)))
        fitting = sum(many for order, many in orders.items() if order[: len(shown)] == shown)
        chance *= Fraction(fitting, sum(orders.values()))
    return chance


def _literal_counts(
    puzzle: Puzzle, cards: list[int], swapped: int, pile: int, removed: bool
) -> dict[tuple[int, ...], int]:
    key = (puzzle, tuple(cards), swapped, pile)
    if key not in _KNOWN:
        if removed:  # gone already
            orders: dict[tuple[int, ...], int] = dict.fromkeys(permutations(cards), 1)
        else:
            literal = _literal(puzzle, tuple(cards), swapped, pile)
            orders = {o: n for o, n in literal.items() if isinstance(o, tuple)}
        _KNOWN[key] = orders
    return _KNOWN[key]


_KNOWN: dict[object, dict[tuple[int, ...], int]] = {}


def test_what_is_known_is_what_the_worlds_say() -> None:
    """The quick way by masks against the listed worlds, on random puzzles and plays."""
    rng = random.Random(4)
    checked = 0
    while checked < 12:
        puzzle = random_puzzle(rng)
        dealing = dealing_of(puzzle)
        game = MysteryMachine(puzzle=puzzle_text(puzzle))
        (played,) = random_games(game, checked, 1)
        view = view_of(rng.choice(played[len(dealing.steps) :] or played).before)
        if view.phase == "dealing" or (game.worlds(view).count() or 0) > 30_000:
            continue
        weights: Counter[tuple[int, ...]] = Counter()
        for deal, weight in game.worlds(view):
            weights[dealing.in_one_order(dealing.mystery(deal))] += weight
        known = knowledge_of(view)
        guesses = known.guesses()
        total, mine = sum(weights.values()), sum(guesses.values())
        assert {g: Fraction(w, total) for g, w in weights.items()} == {
            g: Fraction(w) / Fraction(mine) for g, w in guesses.items()
        }
        checked += 1


def test_next_answers_follow_from_the_worlds() -> None:
    """The chance of an answer is the mean of nature's chances over all worlds."""
    game = MysteryMachine(puzzle="the-three-twos")
    match = Match(game, seed="3")
    view = match.view(0)
    assert isinstance(view, MysteryView)
    known = knowledge_of(view)
    for pile in range(3):
        mean: dict[int, Fraction] = {}
        for deal, weight in game.worlds(view):
            placed = game.state_from_world(view, deal)
            assert isinstance(placed, MysteryState)
            chances = placed.answers(pile)
            for card, part in chances:
                assert isinstance(card, int)
                share = Fraction(weight * part, sum(p for _, p in chances))
                mean[card] = mean.get(card, Fraction(0)) + share
        total = Fraction(known.total())
        told = [(card, Fraction(likely)) for card, likely, _ in known.answers(pile)]
        whole = sum(likely for _, likely in told)
        for card, likely in told:
            assert likely / whole == mean[card] / total


@pytest.mark.parametrize("puzzle", ["welcome-mushy-heads", "the-three-twos"])
def test_m2_a_card_that_was_turned_up_does_not_come_again(puzzle: str) -> None:
    known = known_at_first(MysteryMachine(puzzle=puzzle).setting.puzzle).seen(1, card_number("KH"))
    for pile in range(3):
        answers = {card: likely for card, likely, _ in known.answers(pile)}
        assert card_number("KH") not in answers
        assert sum(answers.values()) == known.left(pile) * known.total()


def test_m1_every_layout_is_dealt_alike() -> None:
    game = MysteryMachine()
    state = game.start()
    assert len(list(state.chances())) == 576
    found = set()
    for action, weight in state.chances():
        assert weight == 1
        move = state.move_of(NATURE, action)
        assert state.action_of(NATURE, move) == action
        found.add(move)
    assert len(found) == 576


def test_numbers_of_permutations_and_combinations_are_those_of_itertools() -> None:
    for number, order in enumerate(permutations(range(4))):
        assert nth_permutation(number, 4) == order
        assert number_of_permutation(order, 4) == number
    items = (2, 3, 5, 7, 11, 13)
    for size in range(len(items) + 1):
        for number, chosen in enumerate(combinations(items, size)):
            assert nth_combination(number, items, size) == chosen
            assert number_of_combination(chosen, items) == number


def test_worlds_of_a_grid_too_large_to_list_are_counted_and_sampled() -> None:
    text = (
        'low_ranks = [10, 9, 8, 7, 6]\ntitle = "Large"\nmystery = ["A1"]\n'
        '[[pile]]\nprice = "pair"\ncells = ["A2", "B1", "C3", "I4"]\n'
    )
    game = MysteryMachine(puzzle=text)
    match = Match(game, seed="5")
    start = match.game.worlds(match.view(0))
    assert start.count() == factorial(9) * 24
    rng = random.Random(1)
    state = match.state()
    assert isinstance(state, MysteryState)
    deal = start.sample(rng)
    assert sorted(deal.ranks) == list(game.setting.puzzle.ranks)
    assert not knowledge_of(view_of(state)).exact
