"""Low cards of a real deck, while the program keeps the grid and its piles: paragraph M18."""

from __future__ import annotations

import random

import pytest

from facedown.core.errors import BadOption, IllegalMove, MalformedMove
from facedown.core.match import Match
from facedown.core.roster import new_bot, new_judge
from facedown.core.seats import ONLOOKER
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.cards import NAMES
from facedown.games.mystery.moves import BUY, DUMP, WAYS, Buy, Name, Offer, Take
from facedown.games.mystery.page import context
from facedown.games.mystery.rules import MysteryState
from facedown.games.mystery.view import MysteryView


def real(puzzle: str = "the-three-twos") -> Match:
    """One seat beside a real deck."""
    return Match(MysteryMachine(1, puzzle=puzzle, cards="real"), seed="3", players=("me",))


def truth(match: Match) -> MysteryState:
    """What is true."""
    state = match.state()
    assert isinstance(state, MysteryState)
    return state


def view_of(match: Match, seat: int = 0) -> MysteryView:
    """What a seat sees."""
    view = match.view(seat)
    assert isinstance(view, MysteryView)
    return view


def on_table(match: Match) -> tuple[str, ...]:
    """What the page says is to be done with the deck."""
    told = context(view_of(match), ())["on_table"]
    assert isinstance(told, tuple)
    return told


def named(match: Match, *, right: bool) -> Name:
    """The guess that is right, or one that is not."""
    state = truth(match)
    (card,) = state.setting.dealing.mystery(state.deal)
    return Name(NAMES[card] if right else next(NAMES[c] for c in state.setting.cards if c != card))


def test_m18_every_pile_is_bought_once_it_is_paid_at_the_table() -> None:
    """M18: a pressed pile is taken for paid, until it is empty; no low card is dealt."""
    match = real()
    assert view_of(match).legal[-3:] == (BUY, BUY + WAYS, BUY + 2 * WAYS)
    for pile, size in (("Q1", 3), ("Q2", 2), ("Q3", 2)):
        for _ in range(size):
            match.play(0, Buy(pile, ()))
        with pytest.raises(IllegalMove, match="has no card left"):
            match.play(0, Buy(pile, ()))
    view = view_of(match)
    assert view.asked == 7
    assert view.left == (0, 0, 0)
    assert (view.offer, view.hand, view.offers) == (None, (), 0)
    assert not any(isinstance(entry.move, Offer) for entry in match.log.entries)


def test_m18_low_cards_are_taken_and_dumped_at_the_table() -> None:
    """M18: the program knows no low card, so none is taken, dumped or paid here."""
    match = real()
    for action in (0, DUMP, BUY + 1):
        refusal = truth(match).verify(0, action)
        assert refusal is not None
        assert (refusal.code, refusal.paragraph) == ("at-table", "M18")
    assert match.game.read("take 7D", view_of(match)) == Take("7D")
    with pytest.raises(MalformedMove, match="No 7D lies there to be taken"):
        match.play(0, Take("7D"))


def test_m18_the_guess_is_checked_and_the_score_is_the_players_to_count() -> None:
    """M18, M8: one guess, right or wrong."""
    for right in (True, False):
        match = real()
        match.play(0, match.game.read("buy q1 with 7D 7S 7C", view_of(match)))
        match.play(0, named(match, right=right))
        view = view_of(match)
        assert view.outcome is not None
        assert view.outcome.winners == ((0,) if right else ())
        assert view.outcome.points == (0,)
        assert ("low cards not turned up" in view.outcome.reason) == right
        told = "solved, after 1 question" if right else "not solved, after 1 question"
        assert told in match.game.in_brief(view)


def test_m18_the_answers_leave_what_they_leave_elsewhere() -> None:
    """M18: what can still be follows from the answers alone, and nobody is told more."""
    match = real()
    before = match.game.worlds(view_of(match)).count()
    match.play(0, Buy("Q1", ()))
    after = match.game.worlds(view_of(match)).count()
    assert before is not None
    assert after is not None
    assert 0 < after < before
    match.game.check_view(view_of(match))
    assert view_of(match, ONLOOKER).truth is None


def test_m18_one_seat_plays() -> None:
    """M18: whoever plays along shares the seat."""
    with pytest.raises(BadOption, match="they share one seat"):
        MysteryMachine(2, cards="real", play="team")


def test_m18_the_page_says_what_to_do_with_the_deck() -> None:
    """M18: the whole grid is kept at hand, with its jokers; the rest is shuffled."""
    match = real()
    keep, low, paying = on_table(match)
    assert keep == "Keep face up at hand: all four of ace, king, queen and jack; 1 joker."
    assert low.startswith("Shuffle the other 36.")
    match.play(0, Buy("Q2", ()))
    assert on_table(match) == (paying,)
    assert on_table(real("one-two-three"))[0].endswith("jack.")


def test_a_question_is_judged_beside_what_was_surely_paid() -> None:
    """Nobody knows what else the real cards would have paid for."""
    match = real("welcome-mushy-heads")
    judge = new_judge(match.game)
    assert judge is not None
    for pile, best in (("Q1", False), ("Q2", False), ("Q3", True)):
        verdict = judge.verdict(view_of(match), Buy(pile, ()))
        assert verdict is not None
        assert verdict.cost[0].value == 0
        assert [one.code for one in verdict.remarks] == ([] if best else ["unpaid"])


@pytest.mark.parametrize("name", ["beginner", "careful", "strong"])
def test_a_bot_asks_what_tells_most_before_it_names(name: str) -> None:
    """Where it knows no low cards it takes every question for one that can be paid."""
    match = real("welcome-mushy-heads")
    bot = new_bot(match.game, name)
    while (view := view_of(match)).outcome is None:
        match.play(0, match.state().move_of(0, bot.act(view, random.Random(1))))
    assert view.outcome.winners == (0,)


def test_what_is_said_names_no_hand() -> None:
    match = real()
    view = view_of(match)
    assert "The low cards are real ones" in match.game.show(view)
    assert "hand" not in match.game.show(view)
    assert match.game.prompt(view).startswith("Buy a pile that you have paid (buy Q1) or name")
    match.play(0, Buy("Q1", ()))
    assert "{0} buys a question of pile Q1." in [event.text for event in match.events(0)]
