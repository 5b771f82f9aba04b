"""The rules of Turing Machine, paragraph by paragraph of its rulebook."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import cast

import pytest

from facedown.core.errors import BadOption, IllegalMove, MalformedMove
from facedown.core.facts import OptionValue
from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.turing import TuringMachine
from facedown.games.turing.cards import CODES
from facedown.games.turing.moves import (
    ACTIONS,
    GO_ON,
    SOLVE,
    STOP,
    Ask,
    Declare,
    Laws,
    Layout,
    Machine,
    Propose,
    Stop,
    action_of,
    can_be_needed,
    move_of,
)
from facedown.games.turing.problem import Problem, worlds_of
from facedown.games.turing.rules import TuringState
from facedown.games.turing.view import TuringView

BOOKLET_1 = "4,9,11,14"  # 221 with laws 4a 9a 11b 14c, or 241 with 4b 9a 11a 14c
LAWS_241 = ("4b", "9a", "11a", "14c")


def state_with(seats: int = 1, **options: bool | int | str) -> TuringState:
    """Booklet problem 1 with the solution 241, before the first proposal."""
    state = TuringMachine(seats, **{"cards": BOOKLET_1, **options}).start()
    assert isinstance(state, TuringState)
    state.apply(NATURE, state.action_of(NATURE, Laws(LAWS_241)))
    return state


def make(state: TuringState, seat: int, *moves: Move) -> TuringState:
    """Makes moves of one seat, each of which must be allowed."""
    for move in moves:
        action = state.action_of(seat, move)
        refusal = state.verify(seat, action)
        assert refusal is None, refusal.sentence
        state.apply(seat, action)
    return state


def refused(state: TuringState, seat: int, move: Move) -> tuple[str, str]:
    """The code and paragraph of the refusal of a move."""
    refusal = state.verify(seat, state.action_of(seat, move))
    assert refusal is not None
    return refusal.code, refusal.paragraph


def told(state: TuringState, seat: int) -> str:
    """Everything in a seat's view but its own legal list, as text."""
    return repr(replace(state.view(seat), legal=()))


def a_round(state: TuringState, seat: int, code: str, verifiers: str, solve: str | None) -> None:
    """A whole round of a game with one seat to move."""
    make(state, seat, Propose(code), *map(Ask, verifiers))
    if len(verifiers) < 3:
        make(state, seat, Stop())
    make(state, seat, Declare(solve=solve is not None, code=solve))


def test_t6_up_to_three_different_verifiers_each_answered_at_once() -> None:
    state = make(state_with(), 0, Propose("241"), Ask("B"), Ask("A"))
    assert refused(state, 0, Ask("A")) == ("already-asked", "T6")
    (line,) = state.view(0).lines
    assert (line.asked, line.answers) == (("B", "A"), (True, True))
    make(state, 0, Ask("D"))
    assert state.view(0).phase == "declare"


def test_t6_a_seat_may_ask_nothing() -> None:
    state = make(state_with(), 0, Propose("241"), Stop())
    assert state.view(0).phase == "declare"
    assert state.view(0).questions == (0,)


def test_t6_an_answer_is_about_the_proposal_and_its_law_only() -> None:
    state = make(state_with(), 0, Propose("555"), Ask("A"), Ask("B"), Ask("C"))
    # 5 is not equal to 4; no 3s; triangle 5 is not less than square 5
    assert state.view(0).lines[0].answers == (False, True, False)


def test_t2_a_verifier_that_is_not_there_is_refused() -> None:
    state = make(state_with(), 0, Propose("241"))
    assert refused(state, 0, Ask("F")) == ("no-verifier", "T2")


def test_t6_parts_of_a_round_come_in_order() -> None:
    state = state_with()
    assert refused(state, 0, Ask("A")) == ("not-asking", "T6")
    assert refused(state, 0, Declare(solve=False)) == ("not-declaring", "T6")
    make(state, 0, Propose("241"))
    assert refused(state, 0, Propose("123")) == ("not-composing", "T6")


def test_t6_proposals_are_secret_until_the_last_one_is_composed() -> None:
    state = make(state_with(3), 1, Propose("123"))
    assert state.actors() == (0, 2)
    assert refused(state, 1, Propose("124")) == ("waiting", "T6")
    assert state.view(1).pending == Propose("123")
    assert all(state.view(seat).lines == () for seat in (0, 1, 2, ONLOOKER))
    assert "123" not in told(state, 0)
    make(state, 0, Propose("111"))
    make(state, 2, Propose("222"))
    assert [line.code for line in state.view(ONLOOKER).lines] == ["111", "123", "222"]


def test_t6_verifiers_asked_are_public_and_answers_private() -> None:
    state = state_with(2)
    make(state, 0, Propose("241"))
    make(state, 1, Propose("555"))
    make(state, 1, Ask("A"))
    assert state.view(0).lines[1].asked == ("A",)
    assert state.view(0).lines[1].answers is None
    assert state.view(ONLOOKER).lines[1].answers is None
    assert state.view(1).lines[1].answers == (False,)


def test_t6_declarations_are_secret_until_all_have_declared() -> None:
    state = state_with(2)
    for seat in (0, 1):
        make(state, seat, Propose("555"))
    for seat in (0, 1):
        make(state, seat, Stop())
    other = state.clone()
    make(state, 0, Declare(solve=True, code="111"))
    make(other, 0, Declare(solve=False))
    assert state.view(1) == other.view(1)
    assert [x.view(0).pending for x in (state, other)] == [Declare(True, "111"), Declare(False)]


def race(questions: tuple[str, ...], named: tuple[str | None, ...]) -> TuringState:
    """One round of a race: the verifiers each seat asks, and the code each names."""
    state = state_with(len(questions))
    seats = range(len(questions))
    for seat in seats:
        make(state, seat, Propose("555"))
    for seat in seats:
        make(state, seat, *map(Ask, questions[seat]))
        if len(questions[seat]) < 3:
            make(state, seat, Stop())
    for seat in seats:
        make(state, seat, Declare(solve=named[seat] is not None, code=named[seat]))
    return state


@pytest.mark.parametrize(
    ("questions", "named", "winners"),
    [
        (("AB", "A"), ("241", "241"), (1,)),  # both right: fewest questions
        (("A", "A"), ("241", "241"), (0, 1)),  # a tie is shared
        (("ABC", ""), ("241", "221"), (0,)),  # the wrong one does not count
        (("A", "A", "A"), ("111", "112", None), (2,)),  # a single player left wins
        (("A", "A"), ("111", "112"), ()),  # nobody left
        (("A", "A", "A"), ("241", "111", None), (0,)),  # somebody right ends it for all
    ],
)
def test_t7_who_wins(
    questions: tuple[str, ...], named: tuple[str | None, ...], winners: tuple[int, ...]
) -> None:
    """T7: whoever asked the fewest questions wins, of those who named the right code."""
    outcome = race(questions, named).outcome()
    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.points == tuple(int(s in winners) for s in range(len(questions)))


def test_t7_the_wrong_ones_are_out_and_the_rest_play_on() -> None:
    """T7: who named a wrong code is out, and the others play on."""
    state = race(("A", "A", "A"), (None, "111", None))
    assert state.outcome() is None
    assert state.actors() == (0, 2)
    assert refused(state, 1, Propose("111")) == ("out", "T7")
    assert state.view(1).named[0].code == "111"
    assert state.view(0).named[0].code is None
    assert "111" not in told(state, 0)


def solved_alone(asked: str, machine: tuple[int, int]) -> TuringState:
    """One player finds 241 in one round with these questions; the Machine's need is given."""
    state = state_with()
    a_round(state, 0, "555", asked, "241")
    assert state.actors() == (NATURE,)
    return make(state, NATURE, Machine(*machine))


@pytest.mark.parametrize(
    ("asked", "machine", "winners"),
    [
        ("AB", (1, 2), (0,)),
        ("AB", (1, 3), (0,)),
        ("ABC", (2, 2), (0,)),
        ("AB", (1, 1), ()),
        ("AB", (0, 0), ()),
    ],
)
def test_t8_as_good_or_better_wins_rounds_first(
    asked: str, machine: tuple[int, int], winners: tuple[int, ...]
) -> None:
    outcome = solved_alone(asked, machine).outcome()
    assert outcome is not None
    assert outcome.winners == winners


def test_t8_a_wrong_code_loses_alone() -> None:
    state = state_with()
    a_round(state, 0, "555", "A", "221")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == ()
    assert "221 is not the code; it was 241" in outcome.reason


def test_t9_the_handicap_takes_questions_away_in_round_one_and_counts_them() -> None:
    state = state_with(2, handicap="2,0")
    assert state.view(0).questions == (2, 0)
    for seat in (0, 1):
        make(state, seat, Propose("555"))
    make(state, 0, Ask("A"))
    assert state.actors() == (1,)
    assert state.view(0).questions == (3, 0)


def test_t9_t11_in_a_cooperative_game_only_the_first_leader_can_have_a_handicap() -> None:
    with pytest.raises(BadOption, match=r"^In a cooperative game only Seat 1, [^\n]+\.$"):
        TuringMachine(2, play="cooperative", handicap="0,1")
    state = state_with(2, play="cooperative", handicap="2,0")
    make(state, 0, Propose("555"), Ask("A"))
    assert state.view(1).phase == "declare"
    assert state.view(1).questions == (3, 0)
    make(state, 0, Declare(solve=False))
    make(state, 1, Propose("555"), Ask("A"), Ask("B"), Ask("C"))
    assert state.view(1).questions == (3, 3)


def test_t9_the_handicap_is_for_the_first_round_only_and_for_one_alone_too() -> None:
    state = make(state_with(handicap="2"), 0, Propose("555"), Ask("A"))
    assert state.view(0).phase == "declare"
    make(state, 0, Declare(solve=False), Propose("555"), Ask("A"), Ask("B"))
    assert state.view(0).phase == "question"
    make(state, 0, Ask("C"))
    assert state.view(0).questions == (6,)


def test_t11_in_a_cooperative_game_the_lead_goes_round_and_answers_are_shared() -> None:
    """T11: the seats lead in turn, and all see the answers."""
    state = state_with(2, play="cooperative")
    assert state.actors() == (0,)
    assert refused(state, 1, Propose("555")) == ("not-leader", "T11")
    a_round(state, 0, "555", "A", None)
    assert state.actors() == (1,)
    assert state.view(1).lines[0].answers == (False,)
    assert state.view(ONLOOKER).lines[0].answers is None
    a_round(state, 1, "241", "A", "241")
    make(state, NATURE, Machine(2, 2))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_t12_the_round_limit_ends_a_game_without_a_winner() -> None:
    state = state_with(rounds=1)
    a_round(state, 0, "555", "A", None)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == ()
    assert "not found in time" in outcome.reason


def test_t13_rounds_without_a_question_do_not_count_against_the_machine() -> None:
    state = state_with()
    a_round(state, 0, "555", "", None)
    a_round(state, 0, "555", "A", "241")
    make(state, NATURE, Machine(1, 1))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_t4_the_layout_is_drawn_from_the_class() -> None:
    for difficulty in ("easy", "standard", "hard"):
        match = Match(TuringMachine(difficulty=difficulty, verifiers=5), seed="1")
        view = match.view(ONLOOKER)
        assert isinstance(view, TuringView)
        cards = [card for own_cards in view.cards for card in own_cards]
        assert len(cards) == 5
        assert max(cards) <= {"easy": 17, "standard": 22, "hard": 48}[difficulty]


def test_t5_so_many_codes_are_possible_as_was_asked_for() -> None:
    fewest: dict[tuple[bool, int], int] = {}
    for asked in ((True, 2), (False, 2), (False, 12), (True, 12)):
        found = []
        for seed in range(40):
            game = TuringMachine(one_code=asked[0], codes=asked[1])
            state = Match(game, seed=str(seed)).state()
            assert isinstance(state, TuringState)
            assert state.problem is not None
            found.append(len(state.problem.codes(state.problem.everything)))
        fewest[asked] = min(found)
    assert fewest[True, 2] == 1
    assert fewest[False, 2] == 2
    assert min(fewest[False, 12], fewest[True, 12]) >= 12


def test_t5_one_click_starts_with_something_to_be_found_out() -> None:
    """By draws, not by time: a problem is drawn in 0.1 ms, and one in six has 12 codes."""
    draws = Counter[str]()

    class Counted(random.Random):
        def random(self) -> float:
            draws["numbers"] += 1
            return super().random()

    for seed in range(200):
        game = TuringMachine(codes=TuringMachine.one_click()["codes"])
        problem = game._lay_out(Counted(seed))  # what nature lays out
        worlds = worlds_of(problem)
        assert len(worlds.codes(worlds.everything)) >= 12
    assert draws["numbers"] < 200 * 1_000


def test_action_numbers_and_moves_are_one_to_one() -> None:
    assert all(action_of(move_of(action)) == action for action in range(ACTIONS))
    assert (STOP, GO_ON, SOLVE, ACTIONS) == (131, 132, 133, 258)


@pytest.mark.parametrize(
    "move",
    [
        Propose("246"),
        Propose("24"),
        Propose(None),
        Ask("AB"),
        Ask(""),
        Ask("é"),
        Declare(solve=True),
        Declare(solve=None),
        Declare(solve=False, code="241"),
        Laws(None),
    ],
)
def test_a_malformed_move_is_refused(move: Move) -> None:
    match = Match(TuringMachine(cards=BOOKLET_1), seed="1")
    before = match.view(0)
    with pytest.raises(MalformedMove):
        match.play(0, move)
    assert match.view(0) == before


@pytest.mark.parametrize(
    "options",
    [
        {"cards": "1,2,3"},
        {"cards": "4,9,11,11"},
        {"cards": "4,9,11,49"},
        {"cards": "4+9,11+14,1+2,3+5"},
        {"mode": "extreme", "cards": BOOKLET_1},
        {"handicap": "1,1"},
        {"handicap": "3"},
        {"rounds": 0},
        {"verifiers": 7},
        {"verifiers": True},
        {"no_such": 1},
    ],
)
def test_a_wrong_option_is_refused_in_one_sentence(options: dict[str, bool | int | str]) -> None:
    with pytest.raises(Exception, match=r"^[^\n]+\.$") as caught:
        TuringMachine(1, **options)
    assert isinstance(caught.value, BadOption) or "Problem" in type(caught.value).__name__


def test_undo_until_something_hidden_was_shown() -> None:
    match = Match(TuringMachine(cards=BOOKLET_1), seed="1")
    match.play(0, Propose("241"))
    assert match.undo(0) == Propose("241")
    match.play(0, Propose("555"))
    match.play(0, Ask("A"))
    with pytest.raises(IllegalMove, match="showed something hidden"):
        match.undo(0)
    match.play(0, Stop())
    assert match.undo(0) == Stop()


def test_the_names_of_codes() -> None:
    assert (CODES[0], CODES[40], CODES[124]) == ("111", "241", "555")


def test_random_games_end_within_the_longest() -> None:
    rng = random.Random(5)
    for seats in (1, 2, 3, 4):
        game = TuringMachine(seats, cards="2,13,17,20", rounds=3)
        for _ in range(20):
            state, moves = game.start(), 0
            while actors := state.actors():
                seat = rng.choice(actors)
                if seat == NATURE and state.winners == ():
                    action = state.draw(rng) if state.phase == 1 else Machine(1, 1)
                else:
                    action = rng.choice(state.legal(seat))
                state.apply(seat, action)
                moves += 1
            assert moves <= game.longest


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({"verifiers": 4}, "3,7,10,14,15"),
        ({"verifiers": 5}, "4,9,11,14"),
        ({"difficulty": "standard"}, "4,9,11,14"),
    ],
)
def test_nature_lays_out_only_what_the_options_say(
    options: dict[str, OptionValue], cards: str
) -> None:
    """T4: another number of verifiers, or cards of another difficulty, is another game."""
    layout = Layout(Problem.parse(cards).cards)
    state = TuringMachine(1, **options).start()
    assert state.verify(NATURE, layout) is not None


@pytest.mark.parametrize(
    ("rounds", "questions"), [(2, 1), (1, 4), (0, 1), (10**40, 10**40), (-1, -1), (400, 800)]
)
def test_nobody_needs_such_an_effort(rounds: int, questions: int) -> None:
    """T6, T8: one to three questions in a round, and none of them twice."""
    assert not can_be_needed(Machine(rounds, questions))


@pytest.mark.parametrize("move", [Ask(cast(str, 5)), Ask(cast(str, None)), Propose(cast(str, 5))])
def test_a_part_of_another_kind_is_no_move(move: Move) -> None:
    """T6: a move that was made in Python, not read, may hold anything."""
    with pytest.raises(MalformedMove):
        TuringMachine(cards="4,9,11,14").start().action_of(0, move)


@pytest.mark.parametrize("seats", [1, 2])
def test_t15_who_gives_up_is_shown_the_code_and_the_machine_or_the_other_wins(seats: int) -> None:
    """T15."""
    match = Match(TuringMachine(seats, cards=BOOKLET_1), seed="1")
    assert cast(TuringView, match.view(0)).solution is None
    match.resign(0)
    view = cast(TuringView, match.view(0))
    assert view.outcome is not None
    assert view.outcome.winners == (1,)[: seats - 1]
    assert view.solution in {"221", "241"}
    assert view.outcome.reason.endswith(f"The code was {view.solution}.")
