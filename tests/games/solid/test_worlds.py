"""The worlds of Solid's views: counted, weighed, and sampled as often as they weigh."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from tests.games.solid.test_rules import make

from facedown.core.errors import FacedownError, NotListed
from facedown.core.game import Game
from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.solid import Solid
from facedown.games.solid.moves import Add, Discard, Draw, EndTurn, First
from facedown.games.solid.rules import SHUFFLE, TURN, SolidState
from facedown.games.solid.worlds import worlds_of
from facedown.testing.playing import check_frequencies


def dealt(*rest: Move) -> SolidState:
    """Seat 0 was dealt five cards of health and seat 1 of buying; then these moves."""
    state = Solid().start()
    assert isinstance(state, SolidState)
    deal = [First(0), *(Draw(0, "H") for _ in range(5)), *(Draw(1, "B") for _ in range(5))]
    return make(state, *deal, *rest)


def test_the_hands_of_the_deal_are_counted() -> None:
    """From 33 kinds with 10, 3, 2 or 1 copies: hands of five that seat 0 can think of."""
    state = dealt()
    counts = [card.copies for card in Solid().setting.deck]
    counts[0] -= 5
    ways = [1, 0, 0, 0, 0, 0]
    for copies in counts:
        ways = [sum(ways[n - k] for k in range(min(n, copies) + 1)) for n in range(6)]
    worlds = Solid().worlds(state.view(0))
    assert worlds.count() == ways[5]
    with pytest.raises(NotListed):
        list(worlds)
    with pytest.raises(FacedownError, match="not of an onlooker"):
        Solid().worlds(state.view(ONLOOKER))


def test_a_hand_weighs_as_it_has_copies() -> None:
    """Hypergeometric: two cards of a hand in the middle of the deal."""
    game = Solid()
    state = game.start()
    assert isinstance(state, SolidState)
    make(state, First(0), *(Draw(0, "H") for _ in range(5)), Draw(1, "B"), Draw(1, "B"))
    weights = {world[1]: weight for world, weight in game.worlds(state.view(0))}
    assert weights[1, 1] == comb(10, 2)
    assert weights[0, 1] == 5 * 10
    assert sum(weights.values()) == comb(76, 2)


def test_a_card_that_left_says_only_that_one_was_there() -> None:
    """Seat 1 discards B: how likely another B is then, worked out by hand."""
    game = Solid()
    state = dealt(Discard("H"), EndTurn(), Draw(0, "H"), Discard("B"))
    worlds = game.worlds(state.view(0))
    draws = Counter(
        world[1].count(1) for world in (worlds.sample(random.Random(n)) for n in range(3000))
    )
    # Of five cards among 76 unseen, ten of them B, the chance of n of them given one at least.
    first = {n: comb(10, n) * comb(66, 5 - n) for n in range(1, 6)}
    check_frequencies([(dict(draws), {n - 1: weight for n, weight in first.items()})], "A second B")
    assert Fraction(first[1], sum(first.values())) > Fraction(3, 4)
    with pytest.raises(NotListed):
        list(worlds)


def test_placed_worlds_tell_the_same_history_after_shuffles() -> None:
    """A long random game, looked at from both seats all along, with its shuffles."""
    game: Game = Solid()
    for seed in range(4, 30):
        match, rng = Match(game, seed=str(seed)), random.Random(seed)
        views = []
        while match.outcome is None:
            (seat,) = match.actors
            match.play(seat, rng.choice(match.view(seat).legal))
            views.append((match.view(0), match.view(1)))
        if len(views[-1][0].emptied) < 2:  # type: ignore[attr-defined]
            continue
        for pair in views[::12]:
            for view in pair:
                world = game.worlds(view).sample(rng)
                assert game.state_from_world(view, world).view(view.seat) == view
        return
    raise AssertionError("no game was shuffled twice")


def test_with_three_seats_a_card_that_left_says_that_one_was_there() -> None:
    """The same law for each of two others; what it is was worked out by hand."""
    game = Solid(3)
    state = game.start()
    assert isinstance(state, SolidState)
    events = ["protect", "steal", "take"]
    added = [*("HBMCS"[n % 5] + row for row in ("2", "4") for n in range(5)), "H7", "B7", *events]
    make(state, *map(Add, added), First(0))
    make(state, *(Draw(seat, card) for seat, card in enumerate("HBM") for _ in range(5)))
    make(state, Discard("H"), EndTurn(), Draw(0, "H"), Discard("B"))
    worlds = game.worlds(state.view(0))
    assert worlds.count() is None
    several = Counter[int]()
    for number in range(300):
        world = worlds.sample(random.Random(number))
        held = "seat 2 holds B" in worlds.features(world)
        several[held] += 1
    unseen = sum(state.setting.whole) + len(added) - 6
    first = [comb(15, n) * comb(unseen - 15, 5 - n) for n in range(6)]
    check_frequencies([(dict(several), {False: first[1], True: sum(first[2:])})], "Another B")
    assert game.true_world(state, 0)[1] == (1,) * 5


@pytest.mark.parametrize(("seats", "seed"), [(3, 0), (4, 1), (5, 2), (6, 3)])
def test_worlds_of_more_seats_tell_the_same_history(seats: int, seed: int) -> None:
    """Random games to their end, with their shuffles: a world is found and looks the same."""
    game, rng = Solid(seats), random.Random(seed)
    state = game.start()
    assert isinstance(state, SolidState)
    moves = 0
    while state.actors():
        (seat,) = state.actors()
        state.apply(seat, state.draw(rng) if seat == NATURE else rng.choice(state.legal(seat)))
        moves += 1
        if moves % 150 == 0:
            view = state.view(moves // 150 % seats)
            world = game.worlds(view).sample(rng)
            placed = game.state_from_world(view, world)
            assert placed.view(view.seat) == view
            assert game.true_world(placed, view.seat) == world
    assert state.shuffled


TINY = """\
[rules]
hand = 2
plays = 2
total = 30
[data]
health = 4
buying = 2
mobility = 2
competences = 0
social-media = 0
[[sharing]]
name = "H2"
needs = { health = 2 }
points = 2
[[event]]
name = "steal"
effect = "steal"
[[event]]
name = "protect"
effect = "protect"
"""
"""With three seats 14 cards, which are shuffled every few turns."""


def exact_hands(state: SolidState, viewer: int) -> dict[tuple[tuple[int, ...], ...], int]:
    """All hands of three that a view allows, with their weights: everything is followed forward."""
    setting = state.setting
    kinds = range(len(setting.deck))
    whole = [n + more for n, more in zip(setting.whole, state.added, strict=True)]
    empty = (0,) * len(kinds)
    found: Counter[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]
    found = Counter({((empty,) * 3, tuple(whole)): 1})
    shuffled = iter(state.shuffled)

    def changed(counts: tuple[int, ...], kind: int, more: int) -> tuple[int, ...]:
        return (*counts[:kind], counts[kind] + more, *counts[kind + 1 :])

    for seat, action, drawer in state.record:
        if seat == NATURE and drawer < 0:
            continue
        if seat == NATURE and action == SHUFFLE:
            pile = next(shuffled)
            found = Counter({(hands, pile): weight for (hands, _), weight in found.items()})
            continue
        after = Counter[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]()
        for (hands, pool), weight in found.items():
            if seat == NATURE:
                for kind in (action,) if drawer == viewer else kinds:
                    if pool[kind]:
                        drawn = list(hands)
                        drawn[drawer] = changed(hands[drawer], kind, 1)
                        after[tuple(drawn), changed(pool, kind, -1)] += weight * pool[kind]
                continue
            move = setting.moves[action]
            card = getattr(move, "card", None)
            if card is None:
                after[hands, pool] += weight
            elif hands[seat][setting.kinds[card]]:
                left = list(hands)
                left[seat] = changed(hands[seat], setting.kinds[card], -1)
                after[tuple(left), pool] += weight
        found = after
    total = Counter[tuple[tuple[int, ...], ...]]()
    for (hands, _), weight in found.items():
        total[hands] += weight
    return total


def test_worlds_of_three_are_about_as_frequent_as_exact_enumeration_says() -> None:
    """Tiny decks after two shuffles, where cards left hands before and after them.

    Only the luck of so few draws is allowed for: on average it is 0.06.
    """
    game, rng = Solid(3, cards=TINY), random.Random(0)
    far: list[float] = []
    while len(far) < 4:
        state = game.start()
        assert isinstance(state, SolidState)
        while state.actors() and not (len(state.shuffled) == 2 and state.phase == TURN):
            (seat,) = state.actors()
            legal = [state.draw(rng)] if seat == NATURE else state.legal(seat)
            state.apply(seat, rng.choice(legal))
        weights = exact_hands(state, len(far) % 3)
        if not state.actors() or len(weights) < 3:
            continue
        worlds = worlds_of(game.setting, state.view(len(far) % 3))
        worlds_drawn = [worlds.sample(rng) for _ in range(200)]
        drawn = Counter(tuple(map(tuple, worlds.hands(world))) for world in worlds_drawn)
        assert drawn.keys() <= weights.keys()
        whole = sum(weights.values())
        far.append(sum(abs(drawn[hands] / 200 - n / whole) for hands, n in weights.items()) / 2)
    assert sum(far) / len(far) < 0.1
