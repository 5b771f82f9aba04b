"""A shuffle one can check: every draw follows from the seed, and one that does not is found."""

from __future__ import annotations

import pytest

from facedown.core.errors import BadLog
from facedown.core.log import Entry, check_shuffle, fingerprint, read_log, write_log
from facedown.core.match import Match
from facedown.core.registry import new_game
from facedown.core.seats import NATURE


def test_a_draw_that_does_not_follow_is_found() -> None:
    match = Match(new_game("turing", 1, cards="4,9,11,14"), seed="5")
    assert check_shuffle(match.log).first_mismatch is None
    others = [Match(new_game("turing", 1, cards="4,9,11,14"), seed=f"{n}").log for n in range(40)]
    (made,) = match.log.entries
    match.log.entries[0] = next(o.entries[0] for o in others if o.entries[0] != made)
    assert check_shuffle(match.log).first_mismatch == 1


@pytest.mark.parametrize("game", ["turing", "suspense"])
def test_what_a_match_draws_follows_from_its_seed(game: str) -> None:
    match = Match(new_game(game), seed="11")
    while match.actors:
        seat = match.actors[0]
        match.play(seat, match.view(seat).legal[-1])
    found = check_shuffle(match.log)
    assert found.first_mismatch is None
    assert found.draws == sum(entry.seat == NATURE for entry in match.log.entries)
    assert found.fingerprint == fingerprint("11", "")


def test_a_round_is_dealt_the_same_whatever_was_done_in_the_rounds_before() -> None:
    deals = set()
    for choice in (0, -1):
        match = Match(new_game("suspense"), seed="11")
        while sum(entry.seat == NATURE for entry in match.log.entries) < 3:
            seat = match.actors[0]
            match.play(seat, match.view(seat).legal[choice])
        deals.add(tuple(entry.move for entry in match.log.entries if entry.seat == NATURE))
    assert len(deals) == 1


def test_the_salt_is_kept_in_the_log() -> None:
    log = Match(new_game("turing", 1, cards="4,9,11,14"), seed="5").log
    plain = write_log(log)
    assert "salt" not in plain
    log.salt = "abc"
    assert read_log(write_log(log)).salt == "abc"
    assert check_shuffle(log).fingerprint == fingerprint("5", "abc") != fingerprint("5", "")


def test_a_log_that_cannot_be_played_is_refused() -> None:
    match = Match(new_game("turing", 1, cards="4,9,11,14"), seed="5")
    match.log.entries.append(Entry(0, match.log.entries[0].move))
    with pytest.raises(BadLog, match="Move 2 of the log cannot be made"):
        check_shuffle(match.log)
