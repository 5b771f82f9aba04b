"""Competitive, paragraph R10 of the rulebook: rounds, scores, votes and ties."""

from __future__ import annotations

import pytest
from tests.games.solver.tables import act, begin, refused, table, to_the_25th, turns

from facedown.core.errors import BadOption
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.solver import Solver
from facedown.games.solver.moves import (
    DEDUCIBLE,
    IMPOSSIBLE,
    NAMES,
    PREFER,
    Vote,
)
from facedown.games.solver.rules import SolverState
from facedown.games.solver.scoring import deducible, preferred, round_points
from facedown.testing import CHECKS


def competitive(seats: int = 3, **options: str) -> SolverState:
    return table(seats=seats, mode="competitive", **{"master": "player", **options})


def found(state: SolverState) -> SolverState:
    """Whoever's turn it is plays a card and says the rule."""
    return turns(state, NAMES[state.legal(state.turn)[0]], "guess not blue")


def unfound(state: SolverState) -> SolverState:
    """To the votes, as nobody guesses."""
    to_the_25th(state)
    while state.phase == "last":
        turns(state, "pass")
    return state


def voted(state: SolverState, *impossible: int) -> SolverState:
    """All vote; these seats for impossible."""
    for seat in state.actors():
        act(state, seat, IMPOSSIBLE if seat in impossible else DEDUCIBLE)
    return state


def test_r10_each_seat_is_master_once_and_turns_begin_left_of_it() -> None:
    """R10: in Competitive each seat is Master for one round."""
    state = competitive()
    masters, firsts = [], []
    for number in range(3):
        masters.append(state.master)
        firsts.append(state.turn)
        assert state.view(state.master).hand is None
        assert state.view(ONLOOKER).counts[state.master] == 0
        found(state)
        assert (state.outcome() is None) == (number < 2)
        if number < 2:
            assert state.actors() == (number + 1,)
            begin(state)
    assert (masters, firsts) == ([0, 1, 2], [1, 2, 0])


@pytest.mark.parametrize(("cards", "points"), [(8, 1), (9, 3), (16, 3), (17, 5), (25, 5)])
def test_r10_the_masters_points_for_a_rule_that_is_found(cards: int, points: int) -> None:
    assert round_points(1, 2, cards, (None,) * 4) == (0, points, 3, 0)


def test_r10_the_first_card_counts_among_the_masters() -> None:
    state = competitive()
    for _ in range(6):
        turns(state, NAMES[state.legal(state.turn)[0]], "draw")
    found(state)
    assert state.rounds[0].cards == 8
    assert state.rounds[0].points == (1, 3, 0)


def test_r10_a_rule_that_nobody_found_is_shown_and_voted_on_by_the_investigators() -> None:
    state = unfound(competitive())
    assert state.actors() == (1, 2)
    assert state.view(1).rule == "not blue"
    assert refused_by(state, 1, 0) == ("vote-first", "R10")
    voted(state)
    assert state.rounds[0].points == (3, 0, 0)
    assert state.actors() == (1,)


def refused_by(state: SolverState, seat: int, action: int) -> tuple[str, str]:
    refusal = state.verify(seat, action)
    assert refusal is not None
    return refusal.code, refusal.paragraph


@pytest.mark.parametrize(
    ("votes", "said"),
    [("dd", True), ("di", True), ("ii", False), ("dii", False), ("ddii", True)],
)
def test_r10_impossible_takes_more_than_half_of_the_votes(votes: str, said: bool) -> None:
    assert deducible((None, *(vote == "d" for vote in votes))) is said


def test_r10_votes_are_secret_until_all_are_in() -> None:
    game = Solver(3, mode="competitive", master="player")
    one, other = unfound(competitive()), unfound(competitive())
    texts = []
    for state, vote in ((one, DEDUCIBLE), (other, IMPOSSIBLE)):
        before = state.clone()
        act(state, 1, vote)
        texts.append([game.witness(before, 1, vote, state, seat) for seat in (0, 2, ONLOOKER)])
    assert texts[0] == texts[1]
    for seat in (0, 2, ONLOOKER):
        assert one.view(seat) == other.view(seat)
    assert one.view(1).votes == (None, 1, None)
    before = one.clone()
    act(one, 2, DEDUCIBLE)
    event = game.witness(before, 2, DEDUCIBLE, one, 0)
    assert event.move == Vote("deducible")
    assert "2 of 2 call it deducible" in event.text
    assert one.view(ONLOOKER).rounds[0].votes == (None, True, True)


def to_the_end(*impossible: tuple[int, ...]) -> SolverState:
    """Three rounds in which nobody finds the rule; in each these seats vote for impossible."""
    state = competitive()
    for number, seats in enumerate(impossible):
        if number:
            begin(state)
        voted(unfound(state), *seats)
    return state


def test_r10_those_outside_of_a_tie_vote_on_the_best_rule() -> None:
    state = to_the_end((), (), (0, 1))
    assert state.view(ONLOOKER).points == (3, 3, -3)
    assert state.actors() == (2,)
    assert list(state.legal(2)) == [PREFER, PREFER + 1]
    assert refused_by(state, 2, PREFER + 2) == ("prefer-first", "R10")
    act(state, 2, PREFER + 1)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.points, outcome.winners) == ((3, 3, -3), (1,))
    assert outcome.reason == "{0} and {1} have 3 points each; the table prefers the rule of {1}."


def test_r10_a_tie_of_all_is_shared_as_nobody_is_outside_of_it() -> None:
    outcome = to_the_end((), (), ()).outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1, 2)


def test_r10_a_tie_without_a_majority_is_shared() -> None:
    assert preferred((0, 3), (None, 0, 3, None)) == (0, 3)
    assert preferred((0, 3), (None, 0, 3, None, 3)) == (3,)


def test_r7_a_hand_is_swapped_once_in_all_rounds() -> None:
    state = turns(competitive(), NAMES[0], "swap")
    found(state)
    begin(state)
    found(state)
    begin(state)  # seat 3 is the Master, seat 2 an Investigator again
    turns(state, NAMES[state.legal(0)[0]], "draw")
    turns(state, NAMES[state.legal(1)[0]])
    assert refused(state, "swap") == ("swapped", "R7")


def test_r10_with_the_program_the_rule_is_drawn_and_shown_to_the_master_of_the_round() -> None:
    state = competitive(master="program")
    assert state.view(0).rule == "not blue"
    assert state.view(1).rule is None
    found(state)
    assert state.actors() == (NATURE,)
    assert state.draw_name() == "round 2/rule"


def test_r10_competitive_takes_three() -> None:
    with pytest.raises(BadOption, match="at least 2 Investigators"):
        Solver(2, mode="competitive")


@pytest.mark.parametrize("master", ["player", "free"])
@pytest.mark.parametrize("check", ["legality", "secrecy", "events", "replay", "copies", "words"])
def test_rounds_with_a_player_as_master_pass_the_battery(master: str, check: str) -> None:
    CHECKS[check](Solver(3, mode="competitive", master=master), games=1)


@pytest.mark.slow
@pytest.mark.parametrize("check", ["posterior", "diversity", "features"])
def test_the_worlds_of_all_rounds_are_alike(check: str) -> None:
    CHECKS[check](Solver(3, mode="competitive"), games=1)
