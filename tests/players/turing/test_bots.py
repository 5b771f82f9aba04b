"""The players: what they may do, that they win, and how good each is (T6 to T9, T12, T13)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from facedown.core.errors import UnknownName
from facedown.core.moves import Action
from facedown.core.play import play_bots
from facedown.core.roster import new_bot, roster_of
from facedown.core.seats import ONLOOKER
from facedown.core.view import View
from facedown.games.turing import machine
from facedown.games.turing.cards import code_index
from facedown.games.turing.game import TuringMachine
from facedown.games.turing.machine import best_play, likeliest, machine_effort
from facedown.games.turing.moves import ASK, GO_ON, SOLVE, STOP
from facedown.games.turing.problem import Difficulty, Mode, Problem, ProblemWorlds
from facedown.games.turing.rules import TuringState
from facedown.games.turing.studio.generate import generate
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import knowledge

LEVELS = ("beginner", "careful", "exact")
CLASSES: list[tuple[Mode, Difficulty, int]] = [
    ("classic", "easy", 4),
    ("classic", "hard", 6),
    ("extreme", "standard", 5),
    ("nightmare", "easy", 4),
]


def problem(mode: Mode, difficulty: Difficulty, verifiers: int, seed: object) -> Problem:
    return generate(mode, difficulty, verifiers, random.Random(f"{mode}/{verifiers}/{seed}"))[0]


class Watched:
    """A bot whose every move is checked against what its view allows and implies."""

    def __init__(self, game: TuringMachine, level: str) -> None:
        self.bot = new_bot(game, level)

    def act(self, view: View, rng: random.Random) -> Action:
        assert isinstance(view, TuringView)
        dice = rng.getstate()
        action = self.bot.act(view, rng)
        assert isinstance(action, int)
        assert action in view.legal
        rng.setstate(dice)
        assert self.bot.act(view, rng) == action, "the same view and dice, another move"
        worlds, belief = knowledge(view)
        codes = worlds.codes(belief)
        if action >= SOLVE:
            assert action - SOLVE in codes
            assert len(codes) == 1 or view.round == view.most_rounds
        elif action == GO_ON:
            assert len(codes) > 1
        elif ASK <= action < STOP:
            line = view.open_line()
            assert line is not None
            yes = belief & worlds.yes(code_index(line.code), action - ASK)
            assert len(codes) > 1
            assert 0 != yes != belief, "a question whose answer is known"
        return action


def played(game: TuringMachine, levels: tuple[str, ...], seed: int) -> TuringState:
    state = play_bots(game, [Watched(game, level) for level in levels], f"{seed}")
    assert isinstance(state, TuringState)
    return state


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES)
@pytest.mark.parametrize(
    ("seats", "play"), [(1, "race"), (2, "race"), (4, "race"), (3, "cooperative")]
)
def test_bots_keep_the_rules_and_find_the_code(
    mode: Mode, difficulty: Difficulty, verifiers: int, seats: int, play: str, level: str
) -> None:
    for seed in range(3):
        cards = problem(mode, difficulty, verifiers, seed).text
        game = TuringMachine(seats, mode=mode, cards=cards, play=play, machine=level)
        state = played(game, (level,) * seats, seed)
        assert not state.view(ONLOOKER).out
        if seats == 1 or play == "cooperative":
            assert state.result[0] >= 0, "the code was not found"
        else:
            assert state.winners


def test_different_bots_race() -> None:
    for seed in range(10):
        game = TuringMachine(3, cards=problem("classic", "standard", 5, seed).text)
        assert played(game, LEVELS, seed).winners


def test_no_round_without_a_question() -> None:
    """A bot that is not certain always finds something to ask."""
    for level in LEVELS:
        for seed in range(5):
            cards = problem("classic", "easy", 4, seed).text
            state = played(TuringMachine(1, cards=cards, machine="careful"), (level,), seed)
            assert state.rounds_asked == state.round


@pytest.mark.parametrize("level", LEVELS)
def test_handicap(level: str) -> None:
    """T9: with fewer questions in round 1 the bots do with what they have."""
    for seed in range(5):
        cards = problem("classic", "hard", 6, seed).text
        state = played(TuringMachine(2, cards=cards, handicap="2,1"), (level, level), seed)
        assert state.winners


def test_questions_left() -> None:
    """T6, T9: three a round, in round 1 fewer by the handicap."""
    state = TuringMachine(2, cards="3,7,10,14", handicap="1,0").start()
    state.apply(-1, 0)

    def left() -> list[int]:
        return [state.view(seat).questions_left for seat in range(2)]

    assert left() == [0, 0]
    state.apply(0, 0)
    state.apply(1, 0)
    assert left() == [2, 3]
    state.apply(0, ASK)
    assert left() == [1, 3]
    state.apply(0, ASK + 1)
    assert left() == [0, 3]
    state.apply(1, STOP)
    for action in (GO_ON, 0):
        for seat in range(2):
            state.apply(seat, action)
    assert left() == [3, 3]


@pytest.mark.parametrize("level", LEVELS)
def test_in_the_last_round_the_likeliest_code_is_named(level: str) -> None:
    """T12: going on would lose for certain."""
    guesses = 0
    for seed in range(8):
        cards = problem("extreme", "easy", 4, seed).text
        game = TuringMachine(2, mode="extreme", cards=cards, rounds=1)
        state = played(game, (level, level), seed)
        for seat in range(2):
            worlds, belief = knowledge(_before_declaring(state, seat))
            guesses += len(worlds.codes(belief)) > 1
            assert state.declared[seat] == likeliest(worlds, belief)
    assert guesses


def _before_declaring(state: TuringState, seat: int) -> TuringView:
    """The view of a seat in the first round when all questions are asked."""
    early = TuringState(state.setting)
    early.apply(-1, state.world)
    for code, who in zip(state.codes, range(2), strict=True):
        early.apply(who, code)
    for _, who, _, verifier, _ in state.lines:
        if verifier >= 0:
            early.apply(who, ASK + verifier)
    for who in early.actors():
        if early.legal(who)[-1] == STOP:
            early.apply(who, STOP)
    view = early.view(seat)
    assert view.phase == "declare"
    return view


def test_likeliest() -> None:
    worlds = ProblemWorlds(problem("extreme", "easy", 4, 0))
    most = likeliest(worlds, worlds.everything)
    counts = {code: worlds.with_code(code).bit_count() for code in worlds.codes(worlds.everything)}
    assert counts[most] == max(counts.values())
    assert most == min(code for code in counts if counts[code] == counts[most])


@pytest.mark.parametrize("level", LEVELS)
def test_bots_cannot_see_which_world_is_true(level: str) -> None:
    """In every other world the view allows, the bot makes the same move."""
    rng = random.Random(5)
    game = TuringMachine(2, cards=problem("classic", "hard", 6, 4).text)
    bot = new_bot(game, level)
    state = game.start()
    while actors := state.actors():
        seat = actors[0]
        if seat < 0:
            state.apply(seat, state.draw(rng))
            continue
        view = state.view(seat)
        action = bot.act(view, random.Random(1))
        worlds = game.worlds(view)
        for _ in range(3):
            other = game.state_from_world(view, worlds.sample(rng))
            assert bot.act(other.view(seat), random.Random(1)) == action
        state.apply(seat, action)


# The Machine


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES[:3])
def test_the_machine_plays_as_the_bot_does(
    mode: Mode, difficulty: Difficulty, verifiers: int, level: str
) -> None:
    """T8, T13: the rounds and questions told are those of its own game."""
    cards = problem(mode, difficulty, verifiers, "machine")
    worlds = ProblemWorlds(cards)
    game = TuringMachine(1, mode=mode, cards=cards.text, machine=level)
    for world in range(min(worlds.size, 12)):
        state = game.start()
        state.apply(-1, world)
        bot, rng = new_bot(game, level), random.Random(f"{cards.text}/{world}")
        while state.actors() == (0,):
            state.apply(0, bot.act(state.view(0), rng))
        assert isinstance(state, TuringState)
        state.apply(-1, state.draw(rng))
        assert state.result == machine_effort(worlds, world, level)
        if level != "beginner":  # whose dice fall otherwise in a game of its own
            assert (state.rounds_asked, sum(state.questions)) == state.result
            assert state.winners == (0,)


def test_the_exact_machine_needs_what_best_play_promises() -> None:
    for seed in range(10):
        worlds = ProblemWorlds(problem("classic", "hard", 6, seed))
        efforts = [machine_effort(worlds, world, "exact") for world in range(worlds.size)]
        play = best_play(worlds)
        assert play.exact
        assert Fraction(sum(rounds for rounds, _ in efforts), worlds.size) == play.rounds
        assert Fraction(sum(questions for _, questions in efforts), worlds.size) == play.questions


def test_a_problem_with_one_code_needs_nothing() -> None:
    rng = random.Random(2)
    worlds = None
    while worlds is None or len(worlds.codes(worlds.everything)) > 1:
        worlds = ProblemWorlds(generate("classic", "easy", 4, rng, least=1)[0])
    for level in LEVELS:
        assert machine_effort(worlds, 0, level) == (0, 0)


def test_an_unknown_machine() -> None:
    worlds = ProblemWorlds(Problem.parse("4,9,11,14"))
    with pytest.raises(UnknownName, match="There is no Machine 'perfect'; choose from beginner"):
        machine_effort(worlds, 0, "perfect")


def test_machines_answer_alike_every_time() -> None:
    one, two = (ProblemWorlds(problem("extreme", "easy", 4, 1)) for _ in range(2))
    for level in LEVELS:
        for world in range(10):
            assert machine_effort(one, world, level) == machine_effort(two, world, level)


def test_better_levels_need_less() -> None:
    """Summed over every world of a sample; for exact and careful problem by problem (T8)."""
    total = dict.fromkeys(LEVELS, (0, 0))
    classes: list[tuple[Mode, Difficulty, int]] = [("classic", "hard", 6), ("extreme", "easy", 4)]
    for mode, difficulty, verifiers in classes:
        for seed in range(8):
            worlds = ProblemWorlds(problem(mode, difficulty, verifiers, seed))
            sums = {}
            for level in LEVELS:
                efforts = [machine_effort(worlds, world, level) for world in range(worlds.size)]
                sums[level] = (sum(r for r, _ in efforts), sum(q for _, q in efforts))
                total[level] = (
                    total[level][0] + sums[level][0],
                    total[level][1] + sums[level][1],
                )
            assert sums["exact"] <= sums["careful"]
    assert total["exact"] < total["careful"] < total["beginner"]
    assert total["careful"][1] < total["beginner"][1]


def test_where_best_play_is_out_of_reach_exact_asks_what_tells_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "MOST_WORLDS", 1)
    worlds = ProblemWorlds(problem("extreme", "easy", 4, "out of reach"))
    for world in range(10):
        assert machine_effort(worlds, world, "exact") == machine_effort(worlds, world, "careful")


def test_names() -> None:
    assert tuple(machine.LEVELS) == LEVELS
    assert tuple(roster_of(TuringMachine).bots) == LEVELS
