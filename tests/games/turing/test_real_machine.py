"""A real machine on the table, whose answers every seat writes down for itself: paragraph T14."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from facedown.core.errors import BadOption, BadRecord, IllegalMove, MalformedMove
from facedown.core.log import read_log, write_log
from facedown.core.match import Match
from facedown.core.messages import said_to
from facedown.core.play import random_move
from facedown.core.roster import new_bot, new_judge
from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.turing import TuringMachine
from facedown.games.turing.beside import BesideState
from facedown.games.turing.cards import CODES, LAWS, code_index
from facedown.games.turing.help.hints import possible_codes
from facedown.games.turing.moves import GO_ON, HEARD, RIGHT, WRONG, Heard, Mend
from facedown.games.turing.problem import VERIFIER_NAMES, Problem, ProblemWorlds
from facedown.games.turing.rules import DECLARE, MACHINE, QUESTION, TuringState
from facedown.games.turing.view import Beside, TuringView
from facedown.lab.encoding import encoder_of
from facedown.table.replay import is_judged
from facedown.testing.playing import random_match
from facedown.testing.replay import check_replay

CARDS = "4,9,11,14"
PROBLEM = ProblemWorlds(Problem.parse(CARDS))


def real(seats: int = 2, **options: bool | int | str) -> Match:
    """A table around a machine."""
    game = TuringMachine(seats, answers="real", **{"cards": CARDS, **options})
    return Match(game, seed="1", players=tuple(f"P{seat}" for seat in range(seats)))


def typed(match: Match, seat: int, *lines: str) -> TuringView:
    """What a seat sees after these lines of its own."""
    for line in lines:
        match.play(seat, match.game.read(line, match.view(seat)))
    return view_of(match, seat)


def view_of(match: Match, seat: int) -> TuringView:
    view = match.view(seat)
    assert isinstance(view, TuringView)
    return view


def says(world: int, code: str, verifier: str) -> str:
    """What a machine with these laws says."""
    law = LAWS[PROBLEM.laws(world)[VERIFIER_NAMES.index(verifier)]]
    return "yes" if law.holds(code_index(code)) else "no"


def test_t14_rounds_are_as_ever_and_nature_does_nothing() -> None:
    """T14, T6: no laws are drawn; answers are the seat's own, the verifiers asked are public."""
    match = real()
    view = view_of(match, 0)
    assert (view.phase, view.round, view.actors) == ("compose", 1, (0, 1))
    typed(match, 0, "241")
    typed(match, 1, "135")
    view = typed(match, 0, "A yes", "heard B yes")
    assert (view.questions, view.questions_left) == ((2, 0), 1)
    assert view.lines[0].answers == (True, True)
    for viewer in (1, ONLOOKER):
        line = view_of(match, viewer).lines[0]
        assert (line.asked, line.answers) == (("A", "B"), None)
        assert match.events(viewer)[-1].text == "{0} asks verifier B about 241."
        assert match.events(viewer)[-1].move == Heard("B", None)
    assert match.events(0)[-1].text == "{0} asks verifier B about 241: yes."
    assert NATURE not in [entry.seat for entry in match.log.entries]
    with pytest.raises(IllegalMove, match="Ask the machine on your table"):
        typed(match, 0, "C")
    with pytest.raises(IllegalMove, match="already asked verifier A"):
        typed(match, 0, "A no")
    typed(match, 0, "C yes")
    assert view_of(match, 0).actors == (1,)
    typed(match, 1, "stop")
    assert view_of(match, 0).phase == "declare"


@pytest.mark.parametrize("world", range(0, PROBLEM.size, 3))
def test_t14_every_machine_can_be_written_down_and_leaves_what_a_dealt_game_leaves(
    world: int,
) -> None:
    """T14, T7: honest answers are never refused, and both games come to the same."""
    rng = random.Random(world)
    table = TuringMachine(3, cards=CARDS)
    dealt, kept = table.start(), TuringMachine(3, cards=CARDS, answers="real").start()
    assert isinstance(dealt, TuringState)
    assert isinstance(kept, BesideState)
    dealt.apply(NATURE, world)
    while actors := dealt.actors():
        seat = rng.choice(actors)
        action = random_move(table, dealt, seat, rng)
        if dealt.phase == DECLARE and rng.random() < 0.8:
            action = GO_ON
        assert isinstance(action, int)
        press = action
        if dealt.phase == QUESTION and action < GO_ON - 1:
            verifier, code = action - 125, dealt.codes[seat]
            yes = LAWS[dealt.laws[verifier]].holds(code)
            press = HEARD + 2 * verifier + yes
        assert kept.verify(seat, press) is None
        kept.apply(seat, press)
        dealt.apply(seat, action)
        while kept.phase == MACHINE:
            asked = kept.actors()[0]
            right = kept.declared[asked] == PROBLEM.code(world)
            assert kept.verify(asked, RIGHT if right else WRONG) is None
            kept.apply(asked, RIGHT if right else WRONG)
        for viewer in range(3):
            one, other = dealt.view(viewer), kept.view(viewer)
            for name in ("actors", "phase", "round", "lines", "named", "questions", "out"):
                assert getattr(one, name) == getattr(other, name), name
            if one.outcome is None:
                assert possible_codes(one) == possible_codes(other)
    end, same = dealt.outcome(), kept.outcome()
    assert end is not None
    assert same is not None
    assert (end.points, end.winners) == (same.points, same.winners)


def test_t14_what_cannot_be_is_refused_by_the_own_answers_alone() -> None:
    """T14: no refusal and no legal move tells what another seat has heard."""
    code = next(c for c in range(125) if not PROBLEM.yes(c, 3))
    match = real()
    typed(match, 0, CODES[code])
    typed(match, 1, CODES[code])
    before = view_of(match, 1).legal
    with pytest.raises(IllegalMove, match=f"verifier D cannot say yes to {CODES[code]}"):
        typed(match, 0, "D yes")
    typed(match, 0, "D no", "A no" if PROBLEM.after([(code, 0, False)]) else "A yes")
    assert view_of(match, 1).legal == before


def test_t14_no_seat_is_shown_what_another_wrote_down() -> None:
    """T14: other answers, codes and mends of others give the same views and events."""
    for seed in range(6):
        one = real(3, rounds=4)
        rng = random.Random(seed)
        while one.actors and len(one.log.entries) < 40:
            seat = rng.choice(one.actors)
            one.play(seat, random_move(one.game, one.state(), seat, rng))
        state = one.state()
        assert isinstance(state, BesideState)
        if state.outcome() is not None:
            continue
        other = state.clone()
        for at, (round_, who, c, verifier, answer) in enumerate(state.lines):
            if who == 1 and verifier >= 0:
                other.lines[at] = (round_, who, c, verifier, 1 - answer)
        for viewer in (0, 2, ONLOOKER):
            assert state.view(viewer) == other.view(viewer)


def test_t14_an_answer_is_mended_once() -> None:
    """T14: in this round or an earlier one, as far as the seat's other answers let it."""
    match = real(1)
    view = typed(match, 0, "241", "A yes", "mend 1 A")
    assert view.lines[0].answers == (False,)
    assert view.beside == Beside(((1, 0, "A"),))
    assert view.questions == (1,)
    with pytest.raises(IllegalMove, match="mended already"):
        typed(match, 0, "mend 1 A")
    with pytest.raises(IllegalMove, match="no answer of verifier B in round 1"):
        typed(match, 0, "mend 1 B")
    match.undo(0)
    assert view_of(match, 0).lines[0].answers == (True,)
    view = typed(match, 0, "stop", "go on", "mend 1 A")
    assert (view.round, view.lines[0].answers) == (2, (False,))
    assert match.events(0)[-1].move == Mend(1, "A")


def _first_code(seat_answers: list[tuple[int, int, bool]]) -> str:
    return CODES[PROBLEM.codes(PROBLEM.after(seat_answers))[0]]


def test_t14_the_first_right_code_is_right_for_all_who_named_it() -> None:
    """T14, T7: fewest questions win, also against who had looked it up wrong."""
    match = real(3)
    code = _first_code([])
    for seat in range(3):
        typed(match, seat, code)
    typed(match, 0, f"A {says(0, code, 'A')}", "stop")
    typed(match, 1, "stop")
    typed(match, 2, "stop")
    typed(match, 0, f"solve {code}")
    typed(match, 1, "go on")
    view = typed(match, 2, f"solve {code}")
    assert (view.phase, view.actors) == ("machine", (0, 2))
    assert match.events(1)[-1].text == "{0} names a code; {1} goes on; {2} names a code."
    with pytest.raises(IllegalMove, match="done with this part"):
        typed(match, 1, "right")
    view = typed(match, 2, "wrong")
    assert view.outcome is None
    view = typed(match, 0, "right")
    assert view.outcome is not None
    assert view.outcome.winners == (2,)
    assert (view.solution, view.laws, view.named) == (code, None, ())
    assert said_to(2, match.game.ending(view_of(match, 2)).why).startswith(f"The code is {code}")


def test_t14_who_was_wrong_is_out_and_the_last_one_wins() -> None:
    """T14, T7, T12."""
    match = real(2)
    codes = [CODES[code] for code in PROBLEM.codes(PROBLEM.everything)[:2]]
    typed(match, 0, codes[0])
    typed(match, 1, codes[1])
    typed(match, 0, "stop")
    typed(match, 1, "stop", "go on")
    typed(match, 0, f"solve {codes[0]}")
    view = typed(match, 0, "wrong")
    assert view.outcome is not None
    assert (view.outcome.winners, view.out, view.solution) == ((1,), (0,), None)
    assert match.game.ending(view_of(match, 1)).why == "You are the last player left."
    alone = typed(real(1, rounds=1), 0, "241", "stop", "go on")
    assert alone.outcome is not None
    assert alone.outcome.reason == "Nobody found the code."


def test_t14_a_code_is_right_or_wrong_as_the_own_answers_allow() -> None:
    """T14: what is certain cannot be wrong, what cannot be is not right, until it is mended."""
    match = real(1)
    world = PROBLEM.size - 1
    code = CODES[PROBLEM.code(world)]
    while len(possible_codes(view_of(match, 0))) > 1:
        view = typed(match, 0, code)
        for verifier in VERIFIER_NAMES[:3] if view.round % 2 else "D":
            typed(match, 0, f"{verifier} {says(world, code, verifier)}")
        if view_of(match, 0).phase == "question":
            typed(match, 0, "stop")
        if len(possible_codes(view_of(match, 0))) > 1:
            typed(match, 0, "go on")
        code = CODES[random.Random(view.round).randrange(125)]
    sure = CODES[PROBLEM.code(world)]
    typed(match, 0, f"solve {sure}")
    with pytest.raises(IllegalMove, match=f"the code can only be {sure}"):
        typed(match, 0, "wrong")
    match.undo(0)
    other = next(c for c in CODES if c != sure)
    typed(match, 0, f"solve {other}")
    with pytest.raises(IllegalMove, match=f"the code cannot be {other}"):
        typed(match, 0, "right")
    match.undo(0)
    view = typed(match, 0, f"solve {sure}", "right")
    assert view.outcome is not None
    assert match.game.ending(view).words.startswith("Solved, in ")


def test_t14_one_sheet_is_shared_by_all() -> None:
    """T14, T11: the leader presses, everybody sees the answers, and any right code wins."""
    match = real(2, play="cooperative")
    code = _first_code([])
    typed(match, 0, code, f"A {says(0, code, 'A')}")
    assert view_of(match, 1).lines[0].answers == view_of(match, 0).lines[0].answers
    with pytest.raises(IllegalMove, match="leads this round"):
        typed(match, 1, "B yes")
    typed(match, 0, "stop", "go on")
    assert view_of(match, 1).actors == (1,)
    view = typed(match, 1, code, "stop", f"solve {code}")
    assert view_of(match, 0).pending == view.pending
    view = typed(match, 1, "right")
    assert view.outcome is not None
    assert view.outcome.winners == (0, 1)
    match.undo(1)
    assert view_of(match, 1).phase == "machine"


def test_t14_the_cards_are_named_and_nothing_is_judged_or_learnt() -> None:
    with pytest.raises(BadOption, match="which criteria cards lie at the machine"):
        TuringMachine(2, answers="real")
    game = real().game
    assert new_judge(game) is None
    assert not is_judged(game)
    with pytest.raises(BadOption, match="nothing to be learnt"):
        encoder_of(game)
    match = real(3, rounds=2)
    while match.actors:
        seat = match.actors[0]
        match.play(seat, new_bot(game, "exact").act(match.view(seat), random.Random(1)))
    assert view_of(match, 0).questions == (0, 0, 0)


def test_what_is_typed() -> None:
    match = real()
    view = view_of(match, 0)
    for action in range(HEARD, HEARD + 8):
        move = match.state().move_of(0, action)
        assert match.game.read(match.game.typed(move), view) == move
    assert match.game.read("b ✗", view) == Heard("B", False)
    assert match.game.typed(Mend(2, "C")) == "mend 2 C"
    for line, why in (("F yes", "no verifier 'f'; there are A, B, C, D"), ("hm", "A yes")):
        with pytest.raises(MalformedMove, match=why):
            match.game.read(line, view)
    typed(match, 0, "241")
    typed(match, 1, "135")
    assert "such as A yes" in match.game.prompt(view_of(match, 0))


def test_logs_are_read_again_and_views_from_outside_are_checked() -> None:
    match = real(3, rounds=3)
    check_replay(match.game)
    again = read_log(write_log(random_match(match.game, "7").log))
    assert again.options["answers"] == "real"
    rng = random.Random(3)
    while match.actors:
        seat = rng.choice(match.actors)
        match.play(seat, random_move(match.game, match.state(), seat, rng))
        for viewer in range(3):
            match.game.check_view(match.view(viewer))
    fresh = real()
    typed(fresh, 0, "241")
    typed(fresh, 1, "135")
    view = typed(fresh, 0, "A yes")
    for odd in (
        replace(view, questions=(3, 0)),
        replace(view, beside=Beside(((1, 0, "B"),))),
        replace(view, legal=view.legal[1:]),
        replace(view, cards=((1,), (2,), (3,), (4,))),
    ):
        with pytest.raises(BadRecord):
            fresh.game.check_view(odd)
