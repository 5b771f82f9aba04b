"""The Investigator: exact inference at the table."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from facedown.core import Match, new_bot
from facedown.core.play import play_bots
from facedown.core.roster import roster_of
from facedown.deduce.rules import SOLVER, JudgedCard, parse
from facedown.deduce.rules.space.belief import believed, large_prior
from facedown.games.solver import Solver
from facedown.games.solver.view import SolverView
from facedown.players.solver.investigator import Outlook, best_card, choose, drawn_prior


def test_it_is_the_strongest_of_the_roster() -> None:
    assert roster_of(Solver(1)).strongest == "investigator"


@pytest.mark.parametrize("level", [1, 5])
def test_it_finds_drawn_rules_in_fewer_cards_than_the_careful_player(level: int) -> None:
    def points(bot: str) -> int:
        game = Solver(1, level=level)
        ends = (play_bots(game, [new_bot(game, bot)], str(seed)).outcome() for seed in range(20))
        return sum(end.points[0] for end in ends if end)

    assert points("investigator") > points("careful")


def test_it_plays_the_card_that_halves_what_is_possible() -> None:
    belief = drawn_prior(1)
    hand = [SOLVER.read_card(name) for name in ("red circle 1", "blue square 4")]
    card = best_card(belief, hand, random.Random(1))
    chances = belief.chances()
    assert abs(chances[card] - 0.5) == min(abs(chances[each] - 0.5) for each in hand)


def test_it_guesses_what_is_sure_and_draws_when_nothing_is() -> None:
    unseen = tuple(range(4, 64))
    table = Outlook(tuple(range(4)), 20, unseen, frozenset({"guess", "draw", "swap"}), lives=8)
    assert choose(drawn_prior(5), table) == "draw"
    one = believed(drawn_prior(1), (), ((parse("red", SOLVER), "Solver!"),))
    assert one.count() == 1
    assert choose(one, table) == "guess"
    assert choose(one, replace(table, lives=1)) == "guess"
    assert choose(drawn_prior(1), replace(table, choices=frozenset({"guess"}))) == "guess"


def test_it_swaps_a_hand_that_tells_nothing() -> None:
    red = tuple(card for card in range(64) if SOLVER.card_name(card).startswith("red"))[:4]
    told = [parse(text, SOLVER) for text in ("blue or green", "green or yellow", "blue or yellow")]
    belief = drawn_prior(1)
    belief = replace(belief, rules=tuple((1 / 3, rule) for rule in told))
    unseen = tuple(card for card in range(64) if card not in red)
    table = Outlook(red, 24, unseen, frozenset({"draw", "swap"}))
    assert choose(belief, table) == "swap"
    assert choose(belief, replace(table, choices=frozenset({"draw"}))) == "draw"


def test_it_knows_only_its_view() -> None:
    """Moves are the same whatever the others hold and whatever the rule is."""
    game = Solver(2, level=2)
    match = Match(game, seed="5")
    view = match.view(0)
    assert isinstance(view, SolverView)
    assert view.rule is None
    bot = new_bot(game, "investigator")
    assert bot.act(view, random.Random(1)) == bot.act(view, random.Random(1))


@pytest.mark.slow
def test_it_finds_a_rule_that_a_person_wrote() -> None:
    secret = parse("if the last card is red then circle else same number as the last card", SOLVER)
    deck = random.Random(8).sample(range(64), 24)
    track: list[JudgedCard] = []
    for card in deck:
        track.append(JudgedCard(card, secret.judge(track, card)))
    best = believed(large_prior(SOLVER), tuple(track), ()).best()
    assert best is not None
    assert all(best[0].judge(track[:n], play.card) == play.accepted for n, play in enumerate(track))
    game = Solver(2, master="player", level=4)
    bots = [new_bot(game, "careful"), new_bot(game, "investigator")]
    end = play_bots(game, bots, "3").outcome()
    assert end is not None
    assert end.points[1] > 0
