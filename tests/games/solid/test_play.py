"""Solid at the table: what is typed, taken back, said in advance, and how its players play."""

from __future__ import annotations

import random
import re

import pytest
from tests.games.solid.test_rules import make, scene

from facedown.core.errors import MalformedMove
from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.play import play_bots
from facedown.core.roster import new_bot
from facedown.core.seats import ONLOOKER
from facedown.core.standing import open_question
from facedown.games.solid import Solid
from facedown.games.solid.card_file import SMALL_LIST
from facedown.games.solid.moves import (
    Discard,
    EndTurn,
    LetHappen,
    Play,
    Protect,
    Share,
    UseEvent,
)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("play h", Play("H")),
        ("share H3+3", Share("H3+3")),
        ("event h7 2 m", UseEvent("H7", 1, "M")),
        ("event take protect", UseEvent("take", None, "protect")),
        ("discard S", Discard("S")),
        ("end", EndTurn()),
        ("end turn", EndTurn()),
        ("yes", Protect("protect")),
        ("protect", Protect("protect")),
        ("no", LetHappen()),
        ("let happen", LetHappen()),
    ],
)
def test_lines_are_read(line: str, move: Move) -> None:
    assert Solid().read(line, scene("H B M C S").view(0)) == move


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "type play H"),
        ("play X9", "There is no card 'x9'; you hold H or B."),
        ("h", "Say what to do with H: play H or discard H."),
        ("H7", "That is not a move"),
        ("event H7 3 M", "There is no seat '3'; the seats are 1 to 2."),
        ("event H7 ² M", "There is no seat '²'; the seats are 1 to 2."),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(line: str, told: str) -> None:
    with pytest.raises(MalformedMove) as caught:
        Solid().read(line, scene("H B").view(0))
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("event H7 2 H2", "H7 can destroy a data card, and H2 is none that it can hit."),
        (
            "event H5+3+3 2 M7",
            "H5+3+3 can destroy a sharing card under 8 points, and M7 is none that it can hit.",
        ),
        ("event H7 M", "H7 can destroy a data card: say of which seat."),
        ("event take 2 M", "take can take a card from the discard pile, not from a seat."),
        ("event H2 2 M", "H2 has no event side."),
        ("event protect 2 M", "protect is an answer, played only when one is asked."),
        ("play H2", "H2 is no card to play."),
        ("share H", "H is no card to share."),
    ],
)
def test_l14_l15_what_no_card_can_do_is_told_in_a_sentence(line: str, told: str) -> None:
    state = scene("H B")
    move = Solid().read(line, state.view(0))
    with pytest.raises(MalformedMove) as caught:
        state.action_of(0, move)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("hand", "prompt"),
    [
        ("H B", "3 plays left: play H or B; discard H or B; or end turn."),
        (
            "S H7",
            "3 plays left: play S; event H7, such as event H7 2 M; discard S or H7; or end turn.",
        ),
        ("H4 C", "3 plays left: play C; share H4; discard C or H4; or end turn."),
        ("", "End turn."),
    ],
)
def test_the_prompt_says_what_can_be_typed(hand: str, prompt: str) -> None:
    view = scene(hand, pods=("HHHH", "MM")).view(0)
    assert Solid().prompt(view) == prompt
    for typed in re.findall(r"such as ([^;]+)", prompt):
        assert Solid().read(typed, view) is not None


def test_the_aim_has_the_numbers_of_the_list() -> None:
    assert "3 data of each type, 7 of two types or 22 in all" in Solid().aim()
    assert "or 5 in all" in Solid(cards=SMALL_LIST).aim()


def test_the_hand_says_what_is_missing_and_how_far_the_end_is() -> None:
    words = Solid().show(scene(["H7", "H7"][0], pods=("HHHH", "MM")).view(0))
    assert "H7: 10 points for 7 health; or destroy a data card; lacks 3 health" in words
    assert "{0}: 0 points, 1 card in hand." in words
    assert (
        "To end the game it lacks 12 for 3 of each type, 10 for 7 of two types, 18 for 22 in all."
        in words
    )


def test_a_turn_can_be_taken_back_until_a_card_is_drawn() -> None:
    match = Match(Solid(), seed="3")
    (seat,) = match.actors
    before = match.view(seat)
    hand = before.hand  # type: ignore[attr-defined]
    match.play(seat, Discard(hand[0]))
    assert match.undo(seat) == Discard(hand[0])
    assert match.view(seat) == before
    match.play(seat, Discard(hand[0]))
    match.play(seat, EndTurn())
    refusal = match.undo_refusal(seat)
    assert refusal is not None
    assert refusal.code == "something-shown"


@pytest.mark.parametrize("theirs", ["protect H H H H", "H H H H H"])
@pytest.mark.parametrize(
    ("event", "target", "question"),
    [("steal", "M", "protect data"), ("H5+3+3", "M2", "protect sharing")],
)
def test_answers_in_advance(theirs: str, event: str, target: str, question: str) -> None:
    """L10: the question is open with and without a protect card, to whom it is put alone."""
    game = Solid()
    state = scene(f"{event} B B B", theirs, pods=("", "MM"), shared=("", "M2"))
    assert open_question(game, state.view(1)) is None
    make(state, UseEvent(event, 1, target))
    assert open_question(game, state.view(1)) == question
    assert game.standing_answer(state.view(1), question, "decline") == game.setting.let
    always = game.standing_answer(state.view(1), question, "always")
    assert isinstance(always, int)
    holds = theirs.startswith("protect")
    assert game.setting.moves[always] == (Protect("protect") if holds else LetHappen())
    for viewer in (0, ONLOOKER):
        assert game.standing_answer(state.view(viewer), question, "always") is None
    assert game.turn_of(state.view(0)) == 1


def test_greedy_wins_most_games_against_the_beginner() -> None:
    """Both seats, on the same draws; far above what luck alone would give in forty games."""
    game = Solid()
    score = 0.0
    for seed in range(20):
        for seats in (("greedy", "beginner"), ("beginner", "greedy")):
            outcome = play_bots(game, [new_bot(game, name) for name in seats], str(seed)).outcome()
            assert outcome is not None
            if seats.index("greedy") in outcome.winners:
                score += 1 / len(outcome.winners)
    assert score >= 26


def test_greedy_ends_the_game_only_when_ahead() -> None:
    """It has the last card for an end in hand, once with more points and once with fewer."""
    game, rng = Solid(), random.Random(1)
    for shared, ends in ((("H2", ""), True), (("", "H2"), False)):
        state = scene("H S S S S", pods=("HHBBBMMMCCCSSS", ""), shared=shared)
        action = new_bot(game, "greedy").act(state.view(0), rng)
        assert isinstance(action, int)
        assert (game.setting.moves[action] == Play("H")) == ends


@pytest.mark.parametrize("seats", range(3, 7))
def test_players_play_with_up_to_six(seats: int) -> None:
    """L9: a whole game by bots, which one of them ends."""
    game = Solid(seats)
    names = ["greedy" if seat % 2 else "beginner" for seat in range(seats)]
    state = play_bots(game, [new_bot(game, name) for name in names], "six")
    outcome = state.outcome()
    assert outcome is not None
    assert len(outcome.points) == seats
    assert max(outcome.points) > 0
