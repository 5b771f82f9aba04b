"""Every move of Turing Machine in words, and to whom which words are told (T6, T7, T8, T11)."""

from __future__ import annotations

import pytest

from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.seats import NATURE, ONLOOKER, Ending, Seat
from facedown.core.view import Event
from facedown.games.turing import TuringMachine
from facedown.games.turing.moves import Ask, Declare, Laws, Machine, Propose, Stop
from facedown.games.turing.rules import TuringState

LAWS_241 = ("4b", "9a", "11a", "14c")


class Table:
    """A game of booklet problem 1 with the solution 241, and what each viewer is told."""

    def __init__(self, seats: int, **options: bool | int | str) -> None:
        self.game = TuringMachine(seats, cards="4,9,11,14", **options)
        state = self.game.start()
        assert isinstance(state, TuringState)
        self.state = state
        self.told: dict[Seat, Event] = {}
        self.make(NATURE, Laws(LAWS_241))

    def make(self, seat: Seat, *moves: Move) -> None:
        for move in moves:
            action = self.state.action_of(seat, move)
            assert self.state.verify(seat, action) is None
            before = self.state.clone()
            self.state.apply(seat, action)
            for viewer in (*range(self.game.seats), ONLOOKER):
                self.told[viewer] = self.game.witness(before, seat, action, self.state, viewer)

    def texts(self) -> list[str]:
        """The words of the last move, to each seat and an onlooker."""
        return [event.text for event in self.told.values()]


def test_t6_a_race_tells_each_seat_what_it_may_know() -> None:
    table = Table(2)
    table.make(1, Propose("123"))
    secret = "{1} composes a proposal."
    assert table.texts() == [secret, "{1} composes a proposal, 123.", secret]
    assert [event.move for event in table.told.values()] == [
        Propose(None),
        Propose("123"),
        Propose(None),
    ]
    table.make(0, Propose("241"))
    assert set(table.texts()) == {"All proposals are in: {0} 241, {1} 123."}
    table.make(0, Ask("A"))
    hidden = "{0} asks verifier A about 241."
    assert table.texts() == ["{0} asks verifier A about 241: yes.", hidden, hidden]
    table.make(0, Stop())
    table.make(1, Stop())
    table.make(0, Declare(solve=True, code="111"))
    assert table.texts() == [
        "{0} has declared: the code is 111.",
        "{0} has declared.",
        "{0} has declared.",
    ]
    assert [event.move for event in table.told.values()][1:] == [Declare(None), Declare(None)]


def test_t7_which_wrong_code_was_named_stays_secret_while_others_play_on() -> None:
    table = Table(3)
    for seat in range(3):
        table.make(seat, Propose("555"))
    for seat in range(3):
        table.make(seat, Stop())
    table.make(0, Declare(solve=False))
    table.make(1, Declare(solve=False))
    table.make(2, Declare(solve=True, code="111"))
    words = "{0} goes on; {1} goes on; {2} names a wrong code and is out."
    assert set(table.texts()) == {words}
    assert table.told[2].move == Declare(solve=True, code="111")
    for viewer in (0, 1, ONLOOKER):
        assert table.told[viewer].move == Declare(solve=True)
    assert table.game.prompt(table.state.view(2)) == "You named a wrong code, so you are out."


def test_t11_a_cooperative_game_tells_the_answers_to_the_team_only() -> None:
    table = Table(2, play="cooperative")
    table.make(0, Propose("241"))
    assert set(table.texts()) == {"{0} composes a proposal, 241."}
    table.make(0, Ask("A"))
    answer = "{0} asks verifier A about 241: yes."
    assert table.texts() == [answer, answer, "{0} asks verifier A about 241."]
    table.make(0, Stop(), Declare(solve=False))
    table.make(1, Propose("241"), Stop(), Declare(solve=True, code="221"))
    assert set(table.texts()) == {"{1} names a wrong code."}
    outcome = table.state.outcome()
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.reason == "221 is not the code; it was 241. The Machine wins."
    told = table.game.ending(table.state.view(0))
    assert told == Ending("221 is not the code", "It was 241. The Machine wins.")


@pytest.mark.parametrize(
    ("machine", "words", "own", "end"),
    [
        (
            (1, 1),
            "The Machine needs 1 round and 1 question.",
            "Solved, in 1 question",
            "1 question, just what the Machine needs: that wins.",
        ),
        (
            (2, 3),
            "The Machine needs 2 rounds and 3 questions.",
            "Solved, in 1 question",
            "1 question. The Machine needs 2 rounds and 3 questions and is beaten.",
        ),
        (
            (0, 0),
            "The Machine needs 0 rounds and 0 questions.",
            "Solved, in 1 question; the Machine needs 0",
            "1 question. The Machine needs only 0 rounds and 0 questions and wins.",
        ),
    ],
)
def test_t8_t13_the_end_against_the_machine(
    machine: tuple[int, int], words: str, own: str, end: str
) -> None:
    table = Table(1)
    table.make(0, Propose("241"), Stop(), Declare(solve=False))  # nothing asked: it does not count
    table.make(0, Propose("241"), Ask("A"), Stop(), Declare(solve=True, code="241"))
    assert set(table.texts()) == {"{0} names the right code."}
    table.make(NATURE, Machine(*machine))
    assert set(table.texts()) == {words}
    outcome = table.state.outcome()
    assert outcome is not None
    assert outcome.reason == f"The code is 241, found in 1 round and {end}"
    assert table.game.ending(table.state.view(0)) == Ending(own, outcome.reason)
    brief = table.game.in_brief(table.state.view(0))
    level = machine == (1, 1)
    told = ", just what the Machine needs." if level else "; the Machine needs "
    assert brief.startswith(f"solved in 1 round and 1 question{told}")


def test_t7_who_was_right_reads_that_first() -> None:
    """T7: of those who name the code the fewest questions win; the others were right too."""
    table = Table(3)
    for seat in range(3):
        table.make(seat, Propose("241"))
    for seat, asked in enumerate(((), ("A",), ("A", "B"))):
        table.make(seat, *map(Ask, asked), Stop())
    for seat, code in enumerate(("221", "241", "241")):
        table.make(seat, Declare(solve=True, code=code))
    told = [table.game.ending(table.state.view(seat)) for seat in (0, 1, 2, ONLOOKER)]
    reason = "{1} wins with the code 241 after 1 question."
    assert told == [
        Ending("221 is not the code", reason),
        Ending("You win", "The code is 241; you asked 1 question."),
        Ending("Right, but {1} needed fewer", reason),
        Ending("{1} wins", reason),
    ]


def test_t8_the_option_machine_seats_another_one() -> None:
    needs = set()
    for level in ("exact", "beginner"):
        for seed in range(6):
            game = TuringMachine(1, cards="2,13,17,20", machine=level)
            match = Match(game, seed=str(seed))
            state = match.state()
            assert isinstance(state, TuringState)
            assert state.problem is not None
            code = state.problem.code(state.world)
            match.play(0, Propose("111"))
            match.play(0, Stop())
            match.play(0, 133 + code)
            view = match.view(0)
            needs.add((level, seed, view.machine))  # type: ignore[attr-defined]
    by_level = [{(s, m) for one, s, m in needs if one == level} for level in ("exact", "beginner")]
    assert by_level[0] != by_level[1]


def test_t12_a_code_not_found_in_time() -> None:
    for options in ({}, {"play": "cooperative"}):
        table = Table(2 if options else 1, rounds=1, **options)
        table.make(0, Propose("241"), Stop(), Declare(solve=False))
        outcome = table.state.outcome()
        assert outcome is not None
        assert outcome.reason == "The code 241 was not found in time. The Machine wins."


def test_t7_three_share_a_win() -> None:
    table = Table(3)
    for seat in range(3):
        table.make(seat, Propose("555"))
    for seat in range(3):
        table.make(seat, Stop())
    for seat in range(3):
        table.make(seat, Declare(solve=True, code="241"))
    outcome = table.state.outcome()
    assert outcome is not None
    assert outcome.reason == "{0}, {1} and {2} share the win with the code 241 after 0 questions."
