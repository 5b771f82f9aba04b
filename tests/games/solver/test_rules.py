"""The rules of SOLVER, paragraph by paragraph of its rulebook."""

from __future__ import annotations

import dataclasses
import random
from itertools import pairwise

import pytest
from tests.games.solver.tables import act, refused, table, to_the_25th, turns

from facedown.core.errors import BadLog, BadOption, MalformedMove
from facedown.core.log import Entry, Log
from facedown.core.match import Match
from facedown.core.play import play_randomly
from facedown.core.seats import NATURE, ONLOOKER
from facedown.core.state import State
from facedown.games.solver import Solver, words
from facedown.games.solver.judging import level_rules
from facedown.games.solver.moves import (
    ANSWERS,
    NAMES,
    SWAP,
    Deal,
    Give,
    Guess,
    SecretRule,
    Starter,
    Write,
)
from facedown.games.solver.page import TrackPlace, positions, shape_of
from facedown.games.solver.rules import SolverState
from facedown.games.solver.view import SolverView
from facedown.games.solver.words import prompt

OUTSIDE = "red or the sum of the numbers of the last 2 cards is even"
"""A guess outside the catalogue."""
KNOWN = level_rules(1)[0]
"""A guess that is in it."""


def ended(state: State) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    outcome = state.outcome()
    assert outcome is not None
    return outcome.points, outcome.winners, outcome.reason


def test_r1_the_deck_has_one_card_of_each_colour_shape_and_number() -> None:
    """R1: 64 cards, of each colour, shape and number one."""
    assert len(set(NAMES)) == 64 == 4 * 4 * 4
    assert NAMES[0] == "blue circle 1"
    assert NAMES[63] == "yellow diamond 4"


@pytest.mark.parametrize(
    ("seats", "options", "hands"),
    [
        (1, {}, [12]),
        (2, {}, [8, 8]),
        (6, {}, [8] * 6),
        (2, {"master": "player"}, [0, 12]),
        (6, {"master": "player"}, [0, 8, 8, 8, 8, 8]),
        (3, {"master": "player", "mode": "casual"}, [0, 8, 8]),
    ],
)
def test_r16_hands_and_the_deck_that_is_left(
    seats: int, options: dict[str, str], hands: list[int]
) -> None:
    """R16: eight cards each, twelve for a lone Investigator, none for the Master."""
    view = table(seats=seats, **options).view(ONLOOKER)
    assert list(view.counts) == hands
    lives = 0 if "mode" in options else 8
    assert (view.lives, view.deck) == (lives, 64 - sum(hands) - lives - 1)


def test_r16_the_first_seat_writes_the_rule_where_a_player_is_the_master() -> None:
    """R16: with the option `master` of `player` the first seat writes the rule."""
    state = Solver(3, master="player").start()
    assert state.actors() == (0,)
    refusal = state.verify(0, 0)
    assert refusal is not None
    assert (refusal.code, refusal.paragraph) == ("write-first", "R16")
    state.apply(0, Write("odd"))
    state.apply(NATURE, state.draw(random.Random(1)))
    assert state.view(0).rule == "odd"
    assert state.view(1).rule is None


def test_r13_the_program_draws_the_rules_of_the_level_alike() -> None:
    """R13: the program draws the rules of the table's level all alike."""
    for level in (1, 5):
        chances = list(Solver(2, level=level).start().chances())
        assert chances == [(SecretRule(rule), 1) for rule in level_rules(level)]


def test_r2_and_r3_the_first_card_is_judged_and_both_tracks_are_one_timeline() -> None:
    """R2: the top card is turned up and judged. R3: both tracks are one timeline."""
    state = turns(table(starter="yellow diamond 4"), "blue circle 1", "draw", "blue triangle 3")
    played = [(e.seat, e.card, e.accepted) for e in state.view(ONLOOKER).history if e.card]
    assert played == [
        (NATURE, "yellow diamond 4", True),
        (0, "blue circle 1", False),
        (1, "blue triangle 3", False),
    ]


def test_r3_a_card_that_is_not_accepted_lies_under_the_last_one_that_was() -> None:
    """R3: accepted cards lie in a row, others under the card accepted last."""
    state = turns(table(starter="yellow diamond 4", seats=1), "blue circle 1", "draw")
    turns(state, "yellow diamond 3", "draw", "blue circle 2", "draw", "blue circle 3")
    view = state.view(ONLOOKER)
    assert isinstance(view, SolverView)
    laid = [
        (
            place.number,
            place.accepted and place.accepted.face.name,
            [e.face.name for e in place.errors],
        )
        for place in positions(view)
    ]
    assert laid == [
        (0, None, []),
        (1, "yellow diamond 4", ["blue circle 1"]),
        (2, "yellow diamond 3", ["blue circle 2", "blue circle 3"]),
    ]


def test_r3_a_rule_about_the_last_card_means_the_last_accepted_one() -> None:
    state = table("different colour from the last card", "yellow diamond 4", seats=1, level=2)
    turns(state, "blue circle 1", "draw", "blue circle 2", "draw", "blue circle 3")
    assert [play.accepted for play in state.track] == [True, True, False, False]


def test_r17_a_turn_is_a_card_and_then_one_of_three_things() -> None:
    """R17: one plays a card, and then guesses, draws or swaps."""
    state = table()
    assert state.actors() == (0,)
    assert refused(state, "draw") == ("play-first", "R17")
    assert refused(state, "guess odd") == ("play-first", "R17")
    assert refused(state, "blue triangle 3") == ("not-in-hand", "R17")
    turns(state, "blue circle 1")
    assert refused(state, "blue circle 2") == ("played-already", "R17")
    assert refused(state, "pass") == ("no-pass", "R9")
    assert state.verify(1, 8).code == "not-your-turn"  # type: ignore[union-attr]
    turns(state, "draw")
    assert state.actors() == (1,)
    assert state.view(ONLOOKER).counts == (8, 8)


def test_r17_turns_go_round_the_investigators_only() -> None:
    """R17: turns go to the left, beginning with the first Investigator."""
    state = table(seats=3, master="player")
    seats = [state.turn]
    for _ in range(3):
        turns(state, NAMES[state.legal(state.turn)[0]], "draw")
        seats.append(state.turn)
    assert seats == [1, 2, 1, 2]


def recorded_game(answer: str | None, guess: str = OUTSIDE) -> Log:
    """The log of a game in which somebody recorded this answer to a guess."""
    match = Match(Solver(1), seed="7")
    match.play(0, match.legal_moves(0)[0][1])
    match.play(0, Solver().normal_form(Guess(guess)))
    log = match.log
    said = log.entries[-1].move
    assert isinstance(said, Guess)
    if answer is not None:
        log.entries[-1] = Entry(0, dataclasses.replace(said, answer=answer))  # type: ignore[arg-type]
    return log


def test_r6_the_answer_to_a_guess_outside_the_catalogue_is_recorded() -> None:
    """R6: it takes a comparison of two rules, which nobody who reads the log makes again."""
    said = recorded_game(None).entries[-1].move
    assert isinstance(said, Guess)
    assert said.answer in ANSWERS
    known = recorded_game(None, KNOWN).entries[-1].move
    assert isinstance(known, Guess)
    assert known.answer is None  # the catalogue has it


@pytest.mark.parametrize("guess", [OUTSIDE, KNOWN])
def test_r6_a_recorded_answer_that_is_not_so_is_refused(guess: str) -> None:
    """R6: whoever reads a log that may be a stranger's finds the answer out anew."""
    log = recorded_game(None, guess)
    view = Match.resume(log).view(0)
    assert isinstance(view, SolverView)
    true = view.history[-1].answer
    assert Match.resume(recorded_game(true, guess)).view(0) == view
    for answer in ANSWERS:
        if answer != true:
            with pytest.raises(BadLog, match=r"Move 5 .*: What it says it found out is not so\."):
                Match.resume(recorded_game(answer, guess))
    log.entries[-1] = Entry(0, Solver().normal_form(Guess(guess)))  # as earlier versions wrote it
    assert Match.resume(log).view(0) == view


def test_r6_guesses_are_answered_and_the_answer_is_seen_by_all() -> None:
    state = turns(table(), "blue circle 1", "guess red or yellow", "blue triangle 1", "guess blue")
    for seat in (0, 1, ONLOOKER):
        guesses = [(e.rule, e.answer) for e in state.view(seat).history if e.rule]
        assert guesses == [("red or yellow", "1"), ("blue", "0")]
    turns(state, "blue circle 2", "guess not blue")
    assert ended(state)[1] == (0, 1)


def test_r5_another_sentence_of_the_same_rule_is_right() -> None:
    state = turns(table("not blue"), "blue circle 1")
    act(state, 0, Solver(2).normal_form(Guess("not blue or (red and not blue)")))
    assert state.outcome() is not None


def test_r12_what_is_no_rule_is_refused() -> None:
    """R12: a rule is a sentence of the rule language."""
    game = Solver(2)
    with pytest.raises(MalformedMove):
        game.normal_form(Guess("played with the left hand"))
    state = turns(table(), "blue circle 1")
    assert refused(state, "guess played with the left hand") == ("no-rule", "R12")
    assert refused(state, "guess not (not blue)") == ("no-rule", "R12")  # not in its normal form


def test_r7_a_guess_costs_the_draw_and_a_swap_changes_the_hand_once() -> None:
    """R7: who guesses does not draw; a hand is swapped once."""
    state = turns(table(), "blue circle 1", "guess odd", "blue triangle 1", "swap")
    view = state.view(1)
    assert view.counts == (7, 7)
    assert view.swapped == (1,)
    assert not set(view.hand or ()) & set(NAMES[8:16])
    turns(state, "blue circle 2", "draw", view.hand[0])  # type: ignore[index]
    assert refused(state, "swap") == ("swapped", "R7")


def test_r7_who_has_no_cards_cannot_guess_and_draws_instead_of_playing() -> None:
    """R7: who has no cards cannot guess, and may draw."""
    state = table(seats=1, mode="cooperative")
    state.lives = 40  # more than there are, so that the hand runs out before they do
    for card in NAMES[:11]:
        turns(state, card, "guess odd")
    turns(state, NAMES[11])
    assert refused(state, "guess odd") == ("no-cards", "R7")
    assert list(state.legal(0)) == [64]
    turns(state, "draw")
    assert state.view(ONLOOKER).counts == (1,)


def test_r7_who_is_out_of_the_race_is_passed_over() -> None:
    state = table(mode="casual", seats=3)
    state.deck, state.hands[1] = [], 0
    turns(state, "blue circle 1", "guess odd")
    assert state.actors() == (2,)


def test_r9_the_game_ends_when_all_are_out_of_the_race() -> None:
    """R9: the game ends when all Investigators are out of the race."""
    state = table(mode="casual")
    state.deck, state.hands = [], [1, 0]
    turns(state, "blue circle 1")
    assert ended(state)[1] == ()


def test_r8_with_an_empty_deck_one_guesses_or_swaps() -> None:
    """R8: when the deck is empty one guesses or swaps."""
    state = turns(table(mode="casual"), "blue circle 1")
    state.deck = []
    assert refused(state, "draw") == ("deck-empty", "R8")
    assert list(state.legal(0)) == [SWAP]
    assert prompt(state.view(0)) == "Now say the rule, such as: red or circle; or type swap."
    swapped = state.clone()
    turns(state, "guess odd")
    assert state.actors() == (1,)
    before = swapped.hands[0]
    turns(swapped, "swap")
    assert swapped.hands[0] == before
    assert (swapped.deck, swapped.actors()) == ([], (1,))


def test_r8_with_an_empty_deck_who_has_swapped_guesses() -> None:
    state = turns(table(mode="casual"), "blue circle 1")
    state.deck, state.swapped = [], 1
    assert refused(state, "draw") == ("deck-empty", "R8")
    assert refused(state, "swap") == ("swapped", "R7")
    assert list(state.legal(0)) == []


def test_r18_swapped_hands_come_up_in_the_order_in_which_they_went_down() -> None:
    """R18: swapped hands lie under the deck one below the other."""
    state = turns(table(seats=6), NAMES[0], "swap", NAMES[8], "swap")
    view = state.view(ONLOOKER)
    assert view.deck == 64 - 48 - 8 - 1
    # seven cards nobody had seen: seat 1 took all of them, seat 2 what seat 1 had put down
    assert set(state.view(1).hand or ()) == set(NAMES[1:8])


def test_r9_after_the_25th_card_everybody_has_a_last_guess_from_the_left() -> None:
    """R9: after the 25th card each who holds a card has one last guess."""
    state = to_the_25th(table(seats=3))
    assert state.history[-1].seat == 2  # 24 cards after the first one, by three in turn
    assert state.actors() == (0,)
    assert refused(state, "draw") == ("only-guess", "R9")
    turns(state, "pass")
    assert state.actors() == (1,)
    turns(state, "guess odd", "guess not blue")
    assert ended(state)[:2] == ((1, 1, 1), (0, 1, 2))


def test_r9_nobody_wins_when_the_last_guesses_are_wrong() -> None:
    state = turns(to_the_25th(table(seats=2)), "guess odd", "pass")
    assert ended(state) == ((0, 0), (), "Nobody found the rule: not blue.")
    assert state.view(ONLOOKER).rule == "not blue"


def test_r10_in_casual_the_finder_wins_together_with_a_player_who_is_the_master() -> None:
    """R10: in Casual who says the rule wins, with a Master who is a player."""
    state = table(seats=3, mode="casual", master="player")
    turns(state, NAMES[0], "guess not blue")
    assert ended(state)[:2] == ((1, 1, 0), (0, 1))
    assert [words.ending(state.view(seat)).words for seat in range(3)] == [
        "Your rule was found",
        "You found the rule",
        "Not this time",
    ]
    told = [str(words.ending(state.view(seat)).why) for seat in range(3)]
    assert not any(state.rule in why for why in told)  # it is shown with the table, once
    assert told[1] == "After 2 cards, 1 of them yours."
    state = turns(table(mode="casual"), NAMES[0], "draw", NAMES[8], "guess not blue")
    assert ended(state)[:2] == ((0, 1), (1,))


def test_r10_casual_takes_two_investigators() -> None:
    with pytest.raises(BadOption, match="at least 2 Investigators"):
        Solver(1, mode="casual")
    with pytest.raises(BadOption, match="2 to 6 seats"):
        Solver(1, master="player")


def test_r11_eight_wrong_guesses_lose_a_cooperative_game_and_go_under_the_deck() -> None:
    """R11: each wrong guess puts one of eight lives under the deck."""
    state = table(seats=2)
    deck = state.view(ONLOOKER).deck
    for wrong in range(1, 8):
        turns(state, NAMES[state.legal(state.turn)[0]], "guess odd")
        view = state.view(ONLOOKER)
        assert (view.lives, view.deck) == (8 - wrong, deck + wrong)
    turns(state, NAMES[state.legal(state.turn)[0]], "guess odd")
    assert ended(state) == ((0, 0), (), "All lives are lost: not blue.")


def test_r11_all_win_together_the_earlier_the_better() -> None:
    """R11: all win together, with 26 points less the number of cards."""
    state = turns(table(seats=3), NAMES[0], "draw", NAMES[8], "guess not blue")
    assert ended(state)[:2] == ((26 - 3,) * 3, (0, 1, 2))


def test_r15_the_master_sees_no_hand_and_everybody_sees_the_numbers_of_cards() -> None:
    """R15: the Master sees the tracks and how many cards everybody holds."""
    state = turns(table(seats=3, master="player"), NAMES[0], "draw")
    master = state.view(0)
    assert (master.hand, master.counts) == (None, (0, 8, 8))
    assert [entry.cards for entry in master.history if entry.action == "draw"] == [None]
    assert [e.cards for e in state.view(1).history if e.action == "draw"] == [("yellow diamond 3",)]


def test_the_worked_example_of_the_rulebook() -> None:
    game = Solver(1)
    state = game.start()
    assert isinstance(state, SolverState)
    act(state, NATURE, SecretRule("not blue"))
    wanted = ["red diamond 1", "green triangle 3", "yellow square 4", "blue diamond 4"]
    others = [card for card in NAMES if card not in (*wanted, "red circle 2")]
    hand = sorted([*wanted, *others[:8]], key=NAMES.index)
    act(state, NATURE, Deal((tuple(hand),)))
    act(state, NATURE, Starter("red circle 2"))
    turns(state, "yellow square 4", "draw", "blue diamond 4", "draw")
    turns(state, "red diamond 1", "guess red or yellow")
    view = state.view(0)
    assert isinstance(view, SolverView)
    assert (view.history[-1].answer, view.lives, len(view.hand or ())) == ("1", 7, 11)
    turns(state, "green triangle 3", "guess not blue")
    assert ended(state)[0] == (21,)


def test_cards_are_never_lost_or_doubled() -> None:
    for seed in range(6):
        state = Solver(6).start()
        rng = random.Random(seed)
        while state.actors():
            assert isinstance(state, SolverState)
            parts = [*state.hands, state.fresh, *(layer.cards for layer in state.deck)]
            parts += [1 << play.card for play in state.track]
            assert all(a & b == 0 for a, b in pairwise(sorted(parts)) if a and b)
            assert sum(parts) == (1 << 64) - 1
            seat = state.actors()[0]
            legal = state.legal(seat)
            if seat == NATURE:
                state.apply(seat, state.draw(rng))
            elif legal:
                state.apply(seat, rng.choice(legal))
            else:
                state.apply(seat, Guess("odd"))


def test_malformed_gifts_and_deals_are_refused() -> None:
    state = turns(table(), NAMES[0])
    act(state, 0, 64)
    for cards in (
        ("blue circle 2",),
        ("red circle 9",),
        (),
        ("yellow diamond 3", "yellow diamond 2"),
    ):
        refusal = state.verify(NATURE, Give(cards))
        assert refusal is not None
        assert refusal.code == "no-such-move"


def test_random_games_end() -> None:
    assert play_randomly(Solver(1), random.Random(1)).outcome() is not None


def test_cards_of_the_track_grow_smaller_twice_in_a_row_and_once_in_two() -> None:
    shapes = [shape_of([TrackPlace(n, None) for n in range(places)]) for places in range(1, 25)]
    laid = [(shape.columns, shape.rows, shape.height) for shape in shapes]
    assert set(laid[:18]) == {(6, 1, 5), (8, 1, 5), (10, 1, 5), (10, 2, 10)}
    assert [columns for columns, _, _ in laid[18:]] == [11, 11, 12, 12, 13, 13]
    assert {rows for _, rows, _ in laid[18:]} == {2}
    assert all(shape.free >= 0 for shape in shapes)


@pytest.mark.parametrize(("seats", "mode"), [(1, "cooperative"), (2, "casual")])
def test_r21_who_gives_up_is_shown_the_rule_and_nothing_is_scored(seats: int, mode: str) -> None:
    """R21."""
    match = Match(Solver(seats, mode=mode), seed="1")
    before = match.view(0)
    match.resign(0)
    after = match.view(0)
    assert isinstance(before, SolverView)
    assert isinstance(after, SolverView)
    assert (before.rule, after.rule in level_rules(1)) == (None, True)
    assert after.outcome is not None
    assert (after.outcome.points, after.outcome.winners) == ((), (1,)[: seats - 1])
