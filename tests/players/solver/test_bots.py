"""SOLVER's players."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from unittest.mock import patch

import pytest
from tests.games.solver.tables import table, turns

from facedown.core.play import play_bots
from facedown.core.roster import new_bot
from facedown.deduce.rules import SOLVER, JudgedCard
from facedown.deduce.rules.law import draw_rule
from facedown.games.solver import Solver
from facedown.games.solver.moves import Guess
from facedown.games.solver.rules import SolverState
from facedown.games.solver.view import track_of
from facedown.players.solver import ideas as thinking
from facedown.players.solver import simple
from facedown.players.solver.ideas import fitting, ideas, readily, walked
from facedown.players.solver.simple import Beginner, Careful, weighed


def test_the_careful_player_finds_plain_rules_alone() -> None:
    game = Solver(1, level=1)
    for seed in range(8):
        outcome = play_bots(game, [new_bot(game, "careful")], str(seed)).outcome()
        assert outcome is not None
        assert outcome.winners == (0,)


def test_neither_reads_the_list_that_the_rule_was_drawn_from() -> None:
    """Their modules name no list of rules, and they play on when there is none to be had."""
    lists = {"catalogue", "level_rules", "LEVELS", "entry_of", "in_catalogue", "known_answer"}
    lists |= {"possible", "known_parts", "lists"}
    for module in (simple, thinking):
        assert not lists & {*vars(module)}
        text = Path(module.__file__ or "").read_text("utf-8")
        named = {each.name for node in ast.walk(ast.parse(text)) for each in _imported(node)}
        assert not lists & named
    game = Solver(1, level=3)
    before = play_bots(game, [Careful()], "7").view(0)
    with patch("facedown.players.solver.master.level_rules", side_effect=AssertionError):
        assert play_bots(game, [Careful()], "7").view(0) == before
        play_bots(game, [Beginner()], "7")


def _imported(node: ast.AST) -> list[ast.alias]:
    return node.names if isinstance(node, ast.Import | ast.ImportFrom) else []


@pytest.mark.parametrize("seed", range(3))
def test_ideas_are_weighed_as_the_rules_that_they_are(seed: int) -> None:
    """What an idea says of a timeline is what its rule says, play by play and card by card."""
    rng = random.Random(seed)
    secret = draw_rule(SOLVER, rng)
    track: tuple[JudgedCard, ...] = ()
    for card in rng.sample(range(64), 12):
        track = (*track, JudgedCard(card, secret.judge(track, card)))
    said, cards = walked(track).said, walked(track).cards
    for idea in rng.sample(ideas(), 120):
        given = (idea.rule.judge(track[:n], play.card) << n for n, play in enumerate(track))
        assert idea.holds(said) == sum(given)
        assert idea.holds(cards) == idea.rule.accepted(track)
    fits = fitting(track)

    def missed(number: int) -> int:
        wrong = idea_says(number) ^ sum(play.accepted << n for n, play in enumerate(track))
        return wrong.bit_count()

    def idea_says(number: int) -> int:
        return ideas()[number].holds(said)

    least = missed(fits[0])
    assert fits == tuple(n for n in range(len(ideas())) if missed(n) == least)
    assert least == min(map(missed, range(len(ideas()))))


def test_the_careful_player_plays_the_card_that_splits_the_ideas() -> None:
    state = table(seats=1)
    view = state.view(0)
    left = weighed(view)
    chosen = new_bot(Solver(1), "careful").act(view, random.Random(1))
    assert isinstance(chosen, int)

    def far(card: int) -> float:
        yes = sum(share * ideas()[n].rule.judge(state.track, card) for share, n in left)
        return round(abs(2 * yes - 1), 6)

    assert far(chosen) == min(map(far, view.legal))


def test_a_rule_above_the_level_is_thought_of_too() -> None:
    state = turns(table("same colour as the last card", seats=2, master="player"), "blue circle 1")
    left = weighed(state.view(1))
    assert "same colour as the last card" in [ideas()[each].rule.sentence for _, each in left]
    assert sum(share for share, _ in left) == pytest.approx(1)
    game = Solver(2, master="player")
    bots = [new_bot(game, "beginner"), new_bot(game, "careful")]
    assert play_bots(game, bots, "1").outcome() is not None


def test_a_bot_as_master_judges_by_the_rule_that_it_wrote() -> None:
    game = Solver(2, master="free")
    state = play_bots(game, [new_bot(game, "beginner"), new_bot(game, "careful")], "1")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


@pytest.mark.parametrize("bot", ["beginner", "careful"])
def test_r8_bots_guess_rather_than_lose_their_swap_on_the_same_cards(bot: str) -> None:
    state = turns(table(mode="casual"), "blue circle 1")
    state.deck = []
    game = Solver(2, mode="casual")
    assert isinstance(new_bot(game, bot).act(state.view(0), random.Random(1)), Guess)


def test_two_beginners_leave_a_game_to_be_played() -> None:
    """They solved 20 of 20 after 5 to 7 cards while they filtered the list that rules come from."""
    game, cards = Solver(2), []
    for seed in range(40):
        state = play_bots(game, [new_bot(game, "beginner")] * 2, str(seed))
        assert isinstance(state, SolverState)
        cards.append(len(state.track) if state.solver >= 0 else 0)
    found = [each for each in cards if each]
    assert 8 <= len(found) <= 28
    assert min(found) >= 10


def test_plain_ideas_come_first_and_those_of_the_level() -> None:
    numbers = {idea.rule.sentence: number for number, idea in enumerate(ideas()[:1500])}
    at_one, at_two = readily(1), readily(2)
    assert at_one[numbers["red"]] > at_one[numbers["blue or red"]] > 0
    assert at_one[numbers["blue or red"]] > at_one[numbers["same colour as the last card"]] > 0
    assert at_two[numbers["same colour as the last card"]] > at_two[numbers["blue or red"]]


def test_a_beginner_forgets_and_misreads() -> None:
    played = "blue circle 1", "draw", "blue square 2", "draw", "blue square 3", "draw"
    track = track_of(turns(table("blue or red", seats=1), *played).view(0))
    sure = Beginner(forgets=0, misreads=0)
    assert sure.remembered(track, random.Random(1)) == list(enumerate(track))
    wrong = Beginner(forgets=1, misreads=1).remembered(track, random.Random(1))
    assert len(wrong) == min(4, len(track))
    assert all(play.accepted != track[place].accepted for place, play in wrong)


def test_a_beginner_does_not_say_a_wrong_guess_again() -> None:
    track = "blue circle 1", "guess odd"
    view = turns(table(seats=2), *track).view(1)
    mind = Beginner(ideas=60)
    said = {mind.guess(view, random.Random(seed), must=True) for seed in range(20)}
    assert "odd" not in said
    assert "number 1 or 3" not in said
