"""What a seat of a race leaves possible: the others' cards too (M12)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.games.mystery.scenes import Scene, collect

from facedown.core.errors import NotListed
from facedown.core.roster import new_bot
from facedown.core.seats import NATURE
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.moves import Take
from facedown.games.mystery.puzzle import PRICES
from facedown.games.mystery.rules import MysteryState
from facedown.games.mystery.worlds import MysteryWorlds, RaceWorld


def raced(scene: Scene) -> None:
    """Seat 1 collects a pair, pays with it, and is two picks ahead of seat 0."""
    scene.offer("2S", "3S")
    scene.seat(Take("2S"), 1)
    scene.offer("2H", "3H")
    scene.seat(Take("2H"), 1)
    scene.offer("4S", "5S")
    scene.buy("Q1", "2S 2H", "QS", seat=1)
    scene.seat(Take("5S"), 1)
    scene.offer("6S", "7S")
    scene.seat(Take("3S"), 0)


def test_a_world_has_what_the_others_hold_and_were_told() -> None:
    scene = Scene(2, puzzle="welcome-mushy-heads")
    raced(scene)
    view = scene.state.view(0)
    worlds = scene.game.worlds(view)
    rng = random.Random(1)
    price = PRICES["pair"]
    for _ in range(40):
        world = worlds.sample(rng)
        assert isinstance(world, RaceWorld)
        other = world.sheets[1]
        assert len(other.picks) == 3
        assert [question.pile for question in other.questions] == [0]
        assert price.paid_by(other.questions[0].paid)
        taken = {offer[at] for offer, (at, _) in zip(world.offers, other.picks, strict=False)}
        assert {*other.questions[0].paid, *other.hand} == taken
        state = scene.game.state_from_world(view, world)
        assert state.view(0) == view
        assert scene.game.true_world(state, 0) == world


def test_what_others_were_told_says_nothing_of_the_deal() -> None:
    """The layouts are as likely as one's own answers make them."""
    scene = Scene(2, puzzle="welcome-mushy-heads")
    raced(scene)
    worlds = scene.game.worlds(scene.state.view(0))
    rng = random.Random(2)
    ranks: Counter[int] = Counter()
    for _ in range(400):
        world = worlds.sample(rng)
        assert isinstance(world, RaceWorld)
        ranks[world.deal.ranks[0]] += 1
    assert len(ranks) == 4
    assert min(ranks.values()) > 70
    assert MysteryWorlds(scene.state.view(0)).count() == 576
    assert worlds.count() is None
    with pytest.raises(NotListed):
        next(iter(worlds))


def test_a_race_of_players_can_be_placed_at_every_moment() -> None:
    game = MysteryMachine(2, puzzle="welcome-mushy-heads")
    bots = [new_bot(game, name) for name in ("greedy", "careful")]
    state, rng = game.start(), random.Random(3)
    moves = 0
    while actors := state.actors():
        seat = rng.choice(actors)
        nature = seat == NATURE
        action = state.draw(rng) if nature else bots[seat].act(state.view(seat), rng)
        state.apply(seat, action)
        moves += 1
        if moves % 12 == 0 or not state.actors():
            for viewer in range(2):
                view = state.view(viewer)
                placed = game.state_from_world(view, game.worlds(view).sample(rng))
                assert placed.view(viewer) == view
    assert isinstance(state, MysteryState)
    assert all(state.questions)


def test_a_seat_that_must_dump_holds_seven_cards() -> None:
    scene = Scene(2)
    cards = ("2S", "3S", "4S", "5S", "6S", "7S", "8S")
    collect(scene, cards[:1], ("2H",), 1)
    for card, spare in zip(cards[1:], ("3H", "4H", "5H", "6H", "7H", "8H"), strict=True):
        collect(scene, (card,), (spare,), 1)
    world = scene.game.worlds(scene.state.view(0)).sample(random.Random(4))
    assert isinstance(world, RaceWorld)
    assert len(world.sheets[1].hand) == 7
    assert world.sheets[1].picks[-1][1] == -1
