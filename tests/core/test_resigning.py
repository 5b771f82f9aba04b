"""Giving a game of two up ends it, and its log says so."""

from __future__ import annotations

import pytest

from facedown.core import Match, new_game
from facedown.core.branching import branch, may_branch
from facedown.core.errors import BadLog, FacedownError, IllegalMove
from facedown.core.log import read_log, write_log
from facedown.core.seats import ONLOOKER, Ending, Outcome


def test_of_two_who_resigns_ends_the_game_and_the_log_says_so() -> None:
    match = Match(new_game("suspense", 2), seed="7")
    match.resign(0)
    assert match.outcome == Outcome((), (1,), "{0} has resigned.")
    assert [str(match.ending(viewer).words) for viewer in (0, 1, ONLOOKER)] == [
        "You gave the game up",
        "You win",
        "{1} wins",
    ]
    assert (match.actors, match.legal(0), len(match.choices(1))) == ((), None, 0)
    for seat in (0, 1):
        with pytest.raises(IllegalMove, match="given up"):
            match.check_move(seat, 0)
        assert match.undo_refusal(seat) is not None
        with pytest.raises(FacedownError, match="over"):
            match.resign(seat)
    again = Match.resume(read_log(write_log(match.log)))
    assert (again.outcome, again.view(1)) == (match.outcome, match.view(1))
    assert may_branch(match.log, match.moves)
    on = Match.resume(branch(match.log, match.moves, ("human", "human")))
    assert on.outcome is None


CASUAL = {"solver": {"mode": "casual"}}
ALONE: dict[str, tuple[dict[str, str], str]] = {
    "mystery": ({"puzzle": "welcome-mushy-heads"}, "The mystery was the"),
    "solver": ({"mode": "cooperative"}, "The rule was: "),
    "turing": ({}, "The code was "),
}


@pytest.mark.parametrize("game", sorted(ALONE))
def test_who_plays_alone_gives_up_and_is_shown_the_answer(game: str) -> None:
    options, answer = ALONE[game]
    match = Match(new_game(game, 1, **options), seed="7")
    match.resign(0)
    assert match.outcome is not None
    assert (match.outcome.given_up, match.outcome.winners, match.actors) == (True, (), ())
    assert match.outcome.reason.startswith(answer)
    assert match.ending(0) == Ending("You gave the game up", match.outcome.reason)
    view = match.view(0)
    assert (view.outcome, view.actors, view.legal) == (match.outcome, (), ())
    again = Match.resume(read_log(write_log(match.log)))
    assert (again.outcome, again.view(0)) == (match.outcome, view)


@pytest.mark.parametrize("game", sorted(ALONE))
def test_of_two_both_are_shown_the_answer(game: str) -> None:
    options, answer = ALONE[game]
    match = Match(new_game(game, 2, **(options | CASUAL.get(game, {}))))
    match.resign(1)
    assert match.outcome is not None
    assert match.outcome.reason.startswith(f"{{1}} has resigned. {answer}")
    assert [match.ending(seat).why for seat in (0, 1)] == [match.outcome.reason, "{0} wins."]
    assert {match.view(seat).outcome for seat in (0, 1, ONLOOKER)} == {match.outcome}
    again = Match.resume(read_log(write_log(match.log)))
    assert [again.view(seat) for seat in (0, 1)] == [match.view(seat) for seat in (0, 1)]


@pytest.mark.parametrize(("seats", "seat"), [(3, 0), (2, 2), (2, -1)])
def test_a_log_in_which_nobody_could_resign_so_is_refused(seats: int, seat: int) -> None:
    log = Match(new_game("suspense", seats), seed="7").log
    log.resigned = seat
    with pytest.raises(BadLog, match="who resigned"):
        Match.resume(log)


def test_who_plays_together_resigns_to_nobody() -> None:
    for game in (
        new_game("turing", 2, play="cooperative"),
        new_game("mystery", 2, play="team"),
        new_game("solver", 2),
    ):
        with pytest.raises(FacedownError, match="against each other"):
            Match(game, seed="7").resign(0)
