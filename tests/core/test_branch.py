"""What if: a game that goes on from a moment of another one."""

from __future__ import annotations

import random

import pytest

from facedown.core import Match, new_game
from facedown.core.branching import branch, may_branch
from facedown.core.errors import BadLog, FacedownError, IllegalMove
from facedown.core.game import Game
from facedown.core.log import Log, Origin, check_shuffle, read_log, write_log
from facedown.core.play import any_move
from facedown.core.seats import HUMAN, NATURE, ONLOOKER
from facedown.table.replay import moment_of

GAMES: dict[str, Game] = {
    "mystery": new_game("mystery", puzzle="the-three-twos"),
    "solid": new_game("solid", 3),
    "solver": new_game("solver", 2, level=1),
    "suspense": new_game("suspense", 2, goal=2),
    "turing": new_game("turing", 2, cards="4,9,11,14"),
}


def play_on(match: Match, rng: random.Random, most: int) -> None:
    """Plays so many moves at random, or to the end."""
    for _ in range(most):
        if match.outcome is not None:
            return
        seat = rng.choice(match.actors)
        move = any_move(match.game, match.view(seat), rng)
        assert move is not None
        match.play(seat, move)


def played(name: str) -> Match:
    """A whole game at random, with a note of the first seat before anything else."""
    match = Match(GAMES[name], seed="11")
    match.note(0, "mine")
    play_on(match, random.Random(3), 1000)
    assert match.outcome is not None
    return match


def starts(match: Match) -> list[int]:
    """Some of the moments after which somebody had something to decide."""
    able = [n for n in range(match.moves) if may_branch(match.log, n)]
    return sorted({able[0], able[len(able) // 3], able[2 * len(able) // 3], able[-1]})


@pytest.mark.parametrize("name", GAMES)
def test_a_branch_is_the_recorded_moment_for_everybody_and_goes_on(name: str) -> None:
    match = played(name)
    players = (HUMAN, *("bot:random",) * (match.game.seats - 1))
    for asked in starts(match):
        log = branch(match.log, asked, players, "k7")
        assert log.origin is not None
        moves = log.origin.moves
        again = Match.resume(read_log(write_log(log)))
        assert (again.moves, again.log.players, again.log.seed) == (moves, players, match.log.seed)
        assert NATURE not in again.actors
        for viewer in (*range(match.game.seats), ONLOOKER):
            then = moment_of(match, viewer, moves)
            assert again.view(viewer) == then.view
            assert again.events(viewer) == then.events
        for seat in range(match.game.seats):
            with pytest.raises(IllegalMove):
                again.undo(seat)  # what was played in the other game stays
        play_on(again, random.Random(asked), 60)
        # What chance draws afterwards is what it would have drawn then.
        assert check_shuffle(again.log).first_mismatch is None
        assert read_log(write_log(again.log)).origin == Origin("k7", moves)


def test_played_alike_a_branch_ends_alike() -> None:
    match = played("suspense")
    made = [entry for entry in match.log.entries if entry.move is not None]
    again = Match.resume(branch(match.log, 5, ("human", "human")))
    for entry in made[again.moves :]:
        if entry.seat != NATURE:
            assert entry.move is not None
            again.play(entry.seat, entry.move)
    assert [e for e in again.log.entries if e.move is not None] == made
    assert again.outcome == match.outcome


def test_only_people_take_their_notes_along() -> None:
    match = played("turing")
    turn = match.moves - 1
    for players, kept in ((("human", "bot:exact"), ("mine",)), (("bot:exact", "human"), ())):
        again = Match.resume(branch(match.log, turn, players))
        assert (again.notes(0), again.notes(1)) == (kept, ())


def test_a_branch_names_its_log_by_its_checksum() -> None:
    log = played("turing").log
    origin = branch(log, 0, ("human", "human")).origin
    assert origin is not None
    assert f'"check": "{origin.source}"' in write_log(log).splitlines()[-1]


def test_a_moment_that_there_is_not_or_with_nothing_left_is_refused() -> None:
    match = played("suspense")
    for moves in (-1, match.moves + 1):
        with pytest.raises(FacedownError, match=r"The game has the turns 0 to"):
            branch(match.log, moves, ("human", "human"))
    assert not may_branch(match.log, match.moves)
    with pytest.raises(FacedownError, match=r"Nobody had anything to decide any more"):
        branch(match.log, match.moves, ("human", "human"))


def test_a_log_that_began_with_more_moves_than_it_has_is_refused() -> None:
    log = branch(played("turing").log, 3, ("human", "human"))
    assert log.origin is not None
    for moves in (-1, log.origin.moves + 1):
        wrong: Log = branch(played("turing").log, 3, ("human", "human"))
        wrong.origin = Origin("k7", moves)
        with pytest.raises(BadLog, match=r"fewer moves than those it began with"):
            read_log(write_log(wrong))
