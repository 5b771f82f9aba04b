"""A match: whose move, what is told, notes, undo, and going on after a break."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.testing.glimpse import Bid, Deal, Glimpse, GlimpseState, Guess, Say

from facedown.core.errors import BadOption, FacedownError, IllegalMove, MalformedMove
from facedown.core.log import Entry, read_log, write_log
from facedown.core.match import Match
from facedown.core.registry import override_game
from facedown.core.seats import NATURE, ONLOOKER


@pytest.fixture(autouse=True)
def _glimpse() -> Iterator[None]:
    with override_game(Glimpse):
        yield


def bidding(seed: str = "7") -> Match:
    return Match(Glimpse(), seed=seed)


def guessing() -> Match:
    match = bidding()
    match.play(0, Bid(2))
    match.play(1, 0)
    return match


def test_nature_moves_by_herself_and_both_seats_may_bid() -> None:
    match = bidding()
    assert match.actors == (0, 1)
    assert match.moves == 1
    assert match.log.entries[0].seat == NATURE


def test_a_move_is_applied_once_however_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was proposed is kept, so that to accept it makes nothing a second time."""
    match = bidding()
    applied: list[int] = []
    apply = GlimpseState.apply

    def counting(state: GlimpseState, seat: int, action: Any) -> None:
        applied.append(seat)
        apply(state, seat, action)

    monkeypatch.setattr(GlimpseState, "apply", counting)
    match.play(0, Bid(2))
    match.play(1, 0)
    made = [entry.seat for entry in match.log.entries[1:]]
    assert applied == made


def test_what_was_proposed_before_something_else_happened_is_verified_anew() -> None:
    match = bidding()
    stale = match.propose(0, Bid(2))
    match.play(1, 0)
    match.accept(stale)
    assert [entry.seat for entry in match.log.entries[:3]] == [NATURE, 1, 0]
    with pytest.raises(IllegalMove):
        match.accept(stale)


def test_a_proposal_changes_nothing_and_only_the_same_moves_are_taken_from_it() -> None:
    match = bidding()
    before = match.view(0), match.moves
    proposed = match.propose(0, Bid(2))
    assert (match.view(0), match.moves) == before
    match.accept((Entry(0, Bid(1)),))
    assert match.log.entries[-1].move == Bid(1) != proposed[0].move


def test_the_same_seed_gives_the_same_deal_and_others_reach_every_deal() -> None:
    assert bidding("a").log.entries == bidding("a").log.entries
    deals = {bidding(str(seed)).log.entries[0].move for seed in range(300)}
    assert len(deals) == 24


def test_a_match_without_a_seed_takes_a_new_one() -> None:
    assert Match(Glimpse()).log.seed != Match(Glimpse()).log.seed


def test_nature_draws_the_same_whatever_happened_before_in_time() -> None:
    """A match resumed before a draw draws as the one that went on, and so does another order."""
    match = bidding()
    match.play(0, Bid(1))
    again = Match.resume(read_log(write_log(match.log)))
    for each in (match, again):
        each.play(1, Bid(1))
    assert write_log(match.log) == write_log(again.log)


def test_each_viewer_is_told_only_its_own() -> None:
    match = bidding()
    match.play(0, Bid(2))
    assert match.events(0)[-1].move == Bid(2)
    assert match.events(1)[-1].move == match.events(ONLOOKER)[-1].move == Bid(None)
    deal = match.events(1)[0].move
    assert isinstance(deal, Deal)
    assert [card is None for card in deal.cards] == [True, False, True, False]


@pytest.mark.parametrize(
    ("seat", "move", "error", "sentence"),
    [
        (0, Guess(1), IllegalMove, "Guesses are made after the bids."),
        (0, 7, IllegalMove, "That is not a move of this game."),
        (0, -1, IllegalMove, "That is not a move of this game."),
        (0, Bid(9), MalformedMove, "That is not a move of Glimpse."),
        (0, Deal((0, 1, 2, 3)), MalformedMove, "That is not a move of Glimpse."),
        (NATURE, Deal((0, 1, 2, 3)), IllegalMove, "It is not your turn."),
        (ONLOOKER, Bid(0), IllegalMove, "It is not your turn."),
        (5, Bid(0), IllegalMove, "It is not your turn."),
        (0, Say("it is high"), IllegalMove, "Talk comes after the bids."),
    ],
)
def test_a_refused_move_changes_nothing(
    seat: int, move: Bid, error: type[FacedownError], sentence: str
) -> None:
    match = bidding()
    log, views = write_log(match.log), [match.view(s) for s in (0, 1, ONLOOKER)]
    with pytest.raises(error) as caught:
        match.play(seat, move)
    assert str(caught.value) == sentence
    assert write_log(match.log) == log
    assert [match.view(s) for s in (0, 1, ONLOOKER)] == views
    assert match.moves == 1


def test_a_refusal_carries_its_reason_as_data() -> None:
    match = bidding()
    match.play(0, Bid(2))
    with pytest.raises(IllegalMove) as caught:
        match.play(0, Bid(2))
    assert caught.value.refusal.code == "wait"
    assert caught.value.refusal.paragraph == "H2"


def test_an_own_move_that_showed_nothing_can_be_taken_back() -> None:
    match = bidding()
    match.play(0, Bid(2))
    before = write_log(bidding().log)
    assert match.undo(0) == Bid(2)
    assert write_log(match.log) == before
    assert match.actors == (0, 1)
    assert match.moves == len(match.events(0)) == 1
    match.play(0, Bid(1))
    assert match.events(0)[-1].move == Bid(1)


def test_undo_is_refused_when_there_is_nothing_to_take_back() -> None:
    with pytest.raises(IllegalMove, match="You have made no move"):
        bidding().undo(0)


def test_undo_is_refused_after_somebody_else_moved() -> None:
    match = guessing()
    match.play(match.actors[0], Say("it is low"))
    with pytest.raises(IllegalMove, match="Somebody has moved since"):
        match.undo(1)


def test_undo_is_refused_once_something_was_shown() -> None:
    match = guessing()  # both bids are open, and the higher bidder has looked
    log = write_log(match.log)
    last = match.log.entries[-1].seat
    with pytest.raises(IllegalMove, match="showed something hidden"):
        match.undo(last)
    assert write_log(match.log) == log


def test_undo_names_others_who_moved_before_what_was_shown() -> None:
    """What somebody else's move showed is not the first thing to say of one's own."""
    match = guessing()
    last = match.log.entries[-1].seat
    with pytest.raises(IllegalMove, match="Somebody has moved since"):
        match.undo(1 - last)


def test_undo_keeps_notes() -> None:
    match = bidding()
    match.note(0, "before")
    match.play(0, Bid(2))
    match.note(0, "after")
    match.undo(0)
    assert match.notes(0) == ("before", "after")
    assert Match.resume(read_log(write_log(match.log))).notes(0) == ("before", "after")


def test_notes_are_a_seats_own_and_no_moves() -> None:
    match = bidding()
    assert match.note(1, "it may be the 3") == "it may be the 3"
    assert match.notes(1) == ("it may be the 3",)
    assert match.notes(0) == ()
    assert match.moves == 1
    assert match.log.entries[-1] == Entry(1, note="it may be the 3")


@pytest.mark.parametrize("seat", [NATURE, ONLOOKER, 2])
def test_only_seats_keep_notes(seat: int) -> None:
    match = bidding()
    with pytest.raises(FacedownError, match="Only who has a seat can keep notes"):
        match.note(seat, "x")
    assert read_log(write_log(match.log)) == match.log


def test_the_state_handed_out_is_a_copy() -> None:
    match = bidding()
    state = match.state()
    assert isinstance(state, GlimpseState)
    state.apply(0, 2)
    assert match.actors == (0, 1)


def test_players_must_be_as_many_as_seats() -> None:
    with pytest.raises(BadOption, match=r"1 players cannot sit on 2 seats."):
        Match(Glimpse(), players=("human",))


def test_a_match_ends_with_its_outcome() -> None:
    match = guessing()
    outcomes = [match.outcome]
    while match.actors:
        seat = match.actors[0]
        match.play(seat, match.view(seat).legal[0])
        outcomes.append(match.outcome)
    assert outcomes[:-1] == [None] * (len(outcomes) - 1)
    assert outcomes[-1] is not None
    assert match.view(ONLOOKER).outcome == outcomes[-1]
    with pytest.raises(IllegalMove, match=r"The game is over."):
        match.play(0, 0)


@pytest.mark.parametrize("seat", [True, 1.0, "0", None, 2, -1, -3, 10**30])
def test_whoever_has_no_seat_is_told_so_and_nothing_else(seat: Any) -> None:
    """``True`` passed for seat 1 once, and left a log that could not be read again."""
    match = bidding()
    before = write_log(match.log)
    asks: list[Callable[[], object]] = [
        lambda: match.view(seat),
        lambda: match.events(seat),
        lambda: match.note(seat, "a"),
        lambda: match.undo(seat),
        lambda: match.play(seat, 0),
    ]
    for ask in asks:
        with pytest.raises(FacedownError):
            ask()
    assert write_log(match.log) == before


@pytest.mark.parametrize("note", ["", "  ", "\x1b[2J", "a" * 201, "\u202e"])
def test_a_note_that_plays_tricks_is_not_kept(note: str) -> None:
    match = bidding()
    with pytest.raises(FacedownError):
        match.note(0, note)
    assert match.notes(0) == ()
