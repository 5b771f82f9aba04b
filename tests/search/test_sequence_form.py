"""Extraction: counts of known games, secrecy of moves made at once, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Hashable

import numpy as np
import pytest
from tests.search.references import OddOneOut, QuietGlimpse, random_policy, strategy, walk
from tests.testing.glimpse import Glimpse

from facedown.core.game import Game
from facedown.core.registry import new_game
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.search.poker.game import KuhnPoker, LeducPoker
from facedown.search.regret import expected
from facedown.search.sequence_form import CannotExtract, SequenceForm, sequence_form, shares


@pytest.mark.parametrize(
    ("game", "nodes", "infosets", "endings"),
    [
        # 3 + 6 deals and the beginning, then 9 nodes of betting below each: 10 + 6 × 8
        (KuhnPoker(), 58, 12, 30),
        # as OpenSpiel's get_all_states finds them in leduc_poker
        (LeducPoker(), 9457, 936, 5520),
        # 1 + 2 + 4 + 8; each seat decides once and sees nothing
        (OddOneOut(), 15, 3, 8),
    ],
)
def test_sizes_of_known_games(game: Game, nodes: int, infosets: int, endings: int) -> None:
    form = sequence_form(game)
    assert (form.nodes, len(form.infosets), form.endings.shape[1]) == (nodes, infosets, endings)


@pytest.mark.parametrize("game", [KuhnPoker(), LeducPoker(), QuietGlimpse(), OddOneOut()])
def test_arrays_are_in_order(game: Game) -> None:
    form = sequence_form(game)
    assert form.infoset_starts[0] == 0
    assert form.infoset_starts[-1] == len(form.infosets) == form.parents.size
    assert form.firsts[0] == form.seats
    assert form.firsts[-1] == form.actions.size
    assert (np.diff(form.firsts) > 0).all()
    for seat in range(form.seats):
        block = slice(form.infoset_starts[seat], form.infoset_starts[seat + 1])
        low, high = form.firsts[form.infoset_starts[[seat, seat + 1]]]
        for parent, first in zip(form.parents[block], form.firsts[:-1][block], strict=True):
            assert parent == seat or low <= parent < first
        ends = form.endings[seat]
        assert ((ends == seat) | ((low <= ends) & (ends < high))).all()


def test_actions_are_those_that_were_legal() -> None:
    form = sequence_form(LeducPoker())
    uniform = form.uniform()
    for (seat, view), infoset in form.infosets.items():
        assert tuple(form.actions[form.choices(infoset)]) == view.legal  # type: ignore[attr-defined]
        chances = form.at(uniform, seat, view)
        assert set(chances.values()) == {1 / len(chances)}


@pytest.mark.parametrize("game", [KuhnPoker(), LeducPoker(), QuietGlimpse(), OddOneOut()])
def test_expectations_are_those_of_a_walk_through_the_tree(game: Game) -> None:
    form = sequence_form(game)
    for seed in range(3):
        policy = random_policy(form, random.Random(seed))
        by_walk = walk(game.start(), strategy(form, policy))
        assert expected(form, policy) == pytest.approx(by_walk, abs=1e-12)


def test_utility_says_what_is_counted() -> None:
    game = QuietGlimpse()
    form = sequence_form(game, utility=shares)
    assert expected(form, form.uniform()).sum() == pytest.approx(1)


def test_moves_made_at_once_are_hidden_from_each_other() -> None:
    form = sequence_form(QuietGlimpse())
    bids = [(seat, view) for seat, view in form.infosets if view.phase == 1]  # type: ignore[attr-defined]
    # own card and the one face up: 4 × 3, whatever the other bids
    assert [sum(seat == each for each, _ in bids) for seat in (0, 1)] == [12, 12]


def refusal(game: Game, **options: object) -> str:
    with pytest.raises(CannotExtract) as caught:
        sequence_form(game, **options)  # type: ignore[arg-type]
    return str(caught.value)


def test_too_large_a_tree_is_refused() -> None:
    assert sequence_form(KuhnPoker(), most=58).nodes == 58
    assert refusal(KuhnPoker(), most=57) == "The tree of Kuhn poker has more than 57 nodes."
    assert "more than 20,000 nodes" in refusal(new_game("suspense", goal=0), most=20_000)


def test_what_cannot_be_listed_is_refused() -> None:
    assert "moves that cannot be listed" in refusal(Glimpse())
    assert refusal(new_game("turing")).endswith(".")


def test_a_key_that_forgets_is_refused() -> None:
    def card_only(state: State, seat: Seat) -> Hashable:
        view = state.view(seat)
        return view.card, view.legal  # type: ignore[attr-defined]

    assert refusal(LeducPoker(), key=card_only).startswith("Seat 1 forgets what it did")


def test_a_key_that_merges_different_moves_is_refused() -> None:
    def number_of_moves(state: State, seat: Seat) -> Hashable:
        return seat or state.view(seat)

    message = refusal(KuhnPoker(), key=number_of_moves)
    assert message == "Seat 2 has different moves in places that it cannot tell apart."


def test_a_cheaper_key_gives_the_same_arrays() -> None:
    def cheap(state: State, seat: Seat) -> Hashable:
        view = state.view(seat)
        return view.card, view.public, view.rounds  # type: ignore[attr-defined]

    forms: list[SequenceForm] = [
        sequence_form(LeducPoker()),
        sequence_form(LeducPoker(), key=cheap),
    ]
    assert (forms[0].parents == forms[1].parents).all()
    assert (forms[0].endings == forms[1].endings).all()
