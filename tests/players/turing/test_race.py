"""The best answer to a known opponent in a race of two (T6, T7), beside the rules themselves."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import pytest

from facedown.core.log import Entry
from facedown.core.match import Match
from facedown.core.roster import Bot, new_bot
from facedown.core.seats import NATURE
from facedown.games.turing.cards import CODES
from facedown.games.turing.game import TuringMachine
from facedown.games.turing.moves import ASK, GO_ON, SOLVE, STOP
from facedown.games.turing.problem import Difficulty, Problem, ProblemWorlds
from facedown.games.turing.rules import ANSWERS, DECLARE, QUESTION, TuringState
from facedown.games.turing.studio.generate import generate
from facedown.games.turing.view import TuringView
from facedown.lab.turing.racer import Racer
from facedown.players.turing.race import (
    SIGHTS,
    Race,
    RoundPlayed,
    Sight,
    Ways,
    chance_between,
    half_wins_of,
    ways_of,
)


def worlds(cards: str) -> ProblemWorlds:
    return ProblemWorlds(Problem.parse(cards))


def bot_ways(problem: ProblemWorlds, level: str, rounds: int = 20) -> Ways:
    return ways_of(problem, new_bot(TuringMachine(2), level), rounds=rounds)


# A reference that knows the rules' state and a seat's view, and tries everything


Played: TypeAlias = tuple[TuringState, tuple[RoundPlayed, ...]]
"""A state, and what the opponent does in its world."""


class Reference:
    """Tries every move in the rules' own states; alike is what a seat's view does not tell apart.

    Left out are only questions whose answer is known, and proposals about which every verifier
    says, in every world, what it says about another or what is known. Who waits has the upper seat,
    as the lower one asks first.
    """

    def __init__(self, problem: ProblemWorlds, ways: Ways, rounds: int, sight: Sight) -> None:
        self.game = TuringMachine(2, cards=problem.problem.text, rounds=rounds)
        self.problem, self.ways, self.blind = problem, ways, sight == "none"
        self.me = 1 if sight == "early" else 0
        known = 0, problem.everything
        tables: dict[tuple[int, ...], int] = {}
        for code in range(len(CODES)):
            answers = (problem.yes(code, v) for v in range(problem.problem.verifiers))
            tables.setdefault(tuple(0 if yes in known else yes for yes in answers), code)
        self.proposals = tuple(tables.values())

    def chance(self) -> Fraction:
        begun = []
        for world, way in enumerate(self.ways):
            state = self.game.start()
            state.apply(NATURE, world)
            begun.append((state, way))
        return Fraction(self.value(begun), 2 * self.problem.size)

    def value(self, played: Sequence[Played]) -> int:
        """Half wins from states of which the opponent may be to move, or the game over."""
        total, alike = 0, dict[TuringView, list[Played]]()
        for state, way in played:
            while state.actors() and state.actors()[0] != self.me:
                state.apply(1 - self.me, self.answer(state, way))
            outcome = state.outcome()
            if outcome is None:
                alike.setdefault(self.seen(state), []).append((state, way))
            elif self.me in outcome.winners:
                total += 3 - len(outcome.winners)
        return total + sum(map(self.best, alike.values()))

    def best(self, alike: Sequence[Played]) -> int:
        state = alike[0][0]
        moves: Sequence[int] = [m for m in state.legal(self.me) if self.tells(m, alike)]
        if state.phase == DECLARE:
            named = self.problem.codes(self.problem.everything)
            moves = (GO_ON, *(SOLVE + code for code in named))
        elif state.phase != QUESTION:
            moves = self.proposals
        return max(self.value([after(each, self.me, move) for each in alike]) for move in moves)

    def tells(self, move: int, alike: Sequence[Played]) -> bool:
        if not ASK <= move < STOP:
            return True
        code = alike[0][0].codes[self.me]
        return len({ANSWERS[state.laws[move - ASK]][code] for state, _ in alike}) > 1

    def answer(self, state: TuringState, way: tuple[RoundPlayed, ...]) -> int:
        this = way[state.round - 1]
        if state.phase == DECLARE:
            return SOLVE + this.named
        if state.phase != QUESTION:
            return this.code
        done = state.asked[1 - self.me].bit_count()
        return ASK + this.asked[done] if done < len(this.asked) else STOP

    def seen(self, state: TuringState) -> TuringView:
        view = state.view(self.me)
        if self.blind:
            mine = tuple(line for line in view.lines if line.seat == self.me)
            view = dataclasses.replace(view, lines=mine, questions=(), actors=())
        return view


def after(played: Played, seat: int, move: int) -> Played:
    state = played[0].clone()
    state.apply(seat, move)
    return state, played[1]


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(
    ("cards", "level", "rounds"),
    [
        ("4,9,11,14", "exact", 2),
        ("5,9,12,15", "beginner", 3),
        ("1,4,7,11,12", "exact", 1),
        ("4,8,15,16", "exact", 3),
        ("6,21,44,45", "exact", 2),
        ("3,7,10,14", "beginner", 1),  # in the last round a code is named that may be wrong (T12)
        ("21,37,44,47", "exact", 1),
    ],
)
def test_the_chance_is_that_of_trying_everything(
    cards: str, level: str, rounds: int, sight: Sight
) -> None:
    problem = worlds(cards)
    ways = bot_ways(problem, level, rounds)
    race = Race(problem, ways, rounds=rounds, sight=sight)
    assert race.chance == Reference(problem, ways, rounds, sight).chance()


# Played at a table


def play(problem: ProblemWorlds, world: int, players: Sequence[str]) -> tuple[int, ...]:
    """Who wins a match in which the laws of this world are true."""
    game = TuringMachine(2, cards=problem.problem.text)
    drawn = Entry(NATURE, game.start().move_of(NATURE, world))
    match = Match.resume(dataclasses.replace(Match(game, seed="1").log, entries=[drawn]))
    bots: list[Bot] = [Racer(game) if name == "racer" else new_bot(game, name) for name in players]
    while match.outcome is None:
        seat = match.actors[0]
        match.play(seat, bots[seat].act(match.view(seat), random.Random(0)))
    return match.outcome.winners


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("cards", ["9,11,12,16", "6,7,9,11,12", "4,8,15,16", "12,16,27,33,46"])
def test_the_racer_wins_as_often_as_computed(cards: str, seat: int) -> None:
    problem = worlds(cards)
    race = Race(problem, bot_ways(problem, "exact"), sight="early" if seat else "late")
    players = ("exact", "racer") if seat else ("racer", "exact")
    won = Fraction(0)
    for world in range(problem.size):
        winners = play(problem, world, players)
        won += Fraction(seat in winners, max(1, len(winners)))
    assert won / problem.size == race.chance > Fraction(1, 2)


def test_the_exact_player_against_itself_wins_half() -> None:
    problem = worlds("9,11,12,16")
    ways = bot_ways(problem, "exact")
    assert chance_between(problem, ways, ways) == Fraction(1, 2)
    for world in range(problem.size):
        assert play(problem, world, ("exact", "exact")) == (0, 1)


@pytest.mark.parametrize("difficulty", ["easy", "standard"])
def test_to_see_more_and_sooner_never_loses(difficulty: Difficulty) -> None:
    """The exact player's own play, and the beginner's, are among the answers to it."""
    rng = random.Random(7)
    for _ in range(6):
        problem = ProblemWorlds(generate("classic", difficulty, 4, rng)[0])
        ways, others = bot_ways(problem, "exact"), bot_ways(problem, "beginner")
        early, late, none = (Race(problem, ways, sight=sight).chance for sight in SIGHTS)
        assert early >= late >= none >= Fraction(1, 2)
        assert none >= chance_between(problem, others, ways)
        assert chance_between(problem, others, ways) + chance_between(problem, ways, others) == 1
        assert Race(problem, others, sight="none").chance >= chance_between(problem, ways, others)


@pytest.mark.parametrize(
    ("mine", "theirs", "half_wins"),
    [
        (((0, (0,), 3),), ((0, (0, 1), 3),), 2),  # fewer questions (T7)
        (((0, (0,), 3),), ((0, (1,), 3),), 1),  # as many
        (((0, (0, 1), 3),), ((0, (0,), -1), (0, (), 3)), 2),  # earlier
        (((0, (0,), 4),), ((0, (0,), -1), (0, (0,), 3)), 0),  # wrong, so the other is left alone
        (((0, (0,), -1), (0, (0,), 3)), ((0, (0,), 4),), 2),
        (((0, (0,), 4),), ((0, (0,), 5),), 0),  # nobody is left
        (((0, (0,), -1),), ((0, (0,), -1),), 0),  # nobody found it in time (T12)
    ],
)
def test_who_wins(mine: Any, theirs: Any, half_wins: int) -> None:
    ways = [tuple(RoundPlayed(*each) for each in way) for way in (mine, theirs)]
    assert half_wins_of(3, *ways) == half_wins
