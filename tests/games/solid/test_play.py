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
from facedown.games.solid.cards import counts_of
from facedown.games.solid.moves import Discard, EndTurn, LetHappen, Play, Protect, Share, UseEvent
from facedown.games.solid.rules import SolidState
from facedown.games.solid.studio.card_list import SMALL_LIST


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
            ("H5+3+3 can destroy a sharing card under 8 points, and M7 is none that it can hit."),
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


def _hint(state: SolidState, name: str, game: Solid | None = None) -> str:
    return (game or Solid()).aid(name, state.view(0), ())


def test_hints_count_what_is_unseen() -> None:
    """L12: all but the own hand, what lies open, and what another hand is known to hold (L11)."""
    state = scene("H H H B steal", "M M protect C C", ("HHH", "BB"), ("H2", ""), "take S")
    state.known[1] = counts_of(state.setting.kinds, ["protect"])
    told = _hint(state, "unseen").splitlines()
    sharing = (
        "B2, M2, C2, S2, H4, B4, M4, C4, S4, H3+3, B3+3, M3+3, C3+3, S3+3, "
        "H7, B7, M7, C7, S7, H5+3+3, B5+3+3, M5+3+3, C5+3+3, S5+3+3"
    )
    assert told == [
        "63 cards in the pile and 4 cards in other hands are not known:",
        "  Data: 4 H, 7 B, 10 M, 10 C, 9 S.",
        f"  Sharing cards: {sharing}.",
        "  Events: steal, 2 protect.",
        "{1} is known to hold protect.",
    ]


def test_hints_say_what_a_sharing_card_lacks_and_brings() -> None:
    """L1, L2: the points with what bonuses add, and the data that are in hand already."""
    state = scene("H4 H3+3 B H2 H7", pods=("HHHBB", ""))
    assert _hint(state, "sharing").splitlines() == [
        "H2 can be shared, for 1 point.",
        "H4, for 3 points, lacks 1 health; not in your hand: 1 health.",
        "H3+3, for 7 points, lacks 1 buying, which you hold: 2 plays with the card itself.",
        "H7, for 10 points, lacks 4 health; not in your hand: 4 health.",
    ]
    assert _hint(scene("H H H H H"), "sharing") == "There is no sharing card in your hand."
    with_bonus = scene("H2 B2 H", "B B steal", ("HHBB", ""), ("H2", ""), cards=SMALL_LIST)
    told = _hint(with_bonus, "sharing", Solid(cards=SMALL_LIST)).splitlines()
    assert told == ["H2 can be shared, for 0 points.", "B2 can be shared, for 4 points."]


def test_hints_say_who_can_end_the_game() -> None:
    """L7, with the plays of a turn (L6): the own data are seen, another's are not."""
    pods = ("HHBBMMCCCSSS", "HHHBBBMMMCCCSS")
    state = scene("H B M C S", "H7 B7 M7 C7 S7", pods, shared=("", "H2"))
    assert _hint(state, "end").splitlines() == [
        "With the points in play {1} would win.",
        "{0} can end the game by playing H, B and M.",
        "{1} lacks 1 data and could play it in one turn, if it holds the right card.",
    ]
    make(state, Play("C"))
    assert "{0} lacks 3 data and cannot end the game" in _hint(state, "end")
    early = _hint(scene("H H H H H"), "end").splitlines()
    assert early[0] == "With the points in play {0} and {1} would share the win."
    assert early[2] == "{1} lacks 14 data: too many for one turn of playing data."


def test_no_hint_tells_what_another_hand_holds() -> None:
    for name in ("unseen", "sharing", "end"):
        told = {
            _hint(scene("H B M H7 take", theirs), name) for theirs in ("H H H H H", "C S S S S")
        }
        assert len(told) == 1
