"""First games can be played: by the script, and by a learner who errs at any of its steps."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from facedown.analysis import Judgement, analyse
from facedown.core.first_game import (
    ALONE,
    ENDED,
    LEARNER,
    OTHERWISE,
    FirstGame,
    Lesson,
    first_game,
    first_game_of,
    has_first_game,
)
from facedown.core.log import Origin, read_log, write_log
from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.registry import game_names
from facedown.core.roster import Bot, new_bot, new_judge
from facedown.core.seats import ONLOOKER
from facedown.games.solver.moves import Guess, Play

TOLD = [name for name in game_names() if has_first_game(name)]


def told(game: str) -> FirstGame:
    first = first_game(game)
    assert first is not None
    return first


@cache
def beginner(first: FirstGame) -> Bot:
    """The bot of a first game, which learns nothing from one game to the next."""
    return new_bot(first.game, first.bot)


def lesson_of(first: FirstGame, match: Match) -> Lesson:
    """What the learner is told now."""
    return first.lesson(match.view(LEARNER), match.events(LEARNER), match.legal_moves(LEARNER))


def others_move(first: FirstGame, match: Match, rng: random.Random) -> None:
    """Whoever is not the learner moves, as at a table: by the script, else as the bot does."""
    while match.actors and match.actors != (LEARNER,):
        seat = next(seat for seat in match.actors if seat != LEARNER)
        view = match.view(seat)
        move = first.move_of(seat, view)
        match.play(seat, beginner(first).act(view, rng) if move is None else move)


def play_on(first: FirstGame, match: Match, rng: random.Random) -> None:
    """The rest of the game, the learner as a beginner."""
    others_move(first, match, rng)
    while match.actors:
        match.play(LEARNER, beginner(first).act(match.view(LEARNER), rng))
        others_move(first, match, rng)


def another(match: Match, move: Move) -> int:
    """A move that is open to the learner and is not that one, if there is another."""
    open_to = match.legal_moves(LEARNER)
    return next((action for action, made in open_to if made != move), open_to[0][0])


def follow(first: FirstGame, match: Match, steps: int, rng: random.Random) -> Iterator[str]:
    """Makes so many steps; what is said before each."""
    for number in range(1, steps + 1):
        others_move(first, match, rng)
        lesson = lesson_of(first, match)
        assert (lesson.step, lesson.steps) == (number, first.count)
        assert lesson.said
        assert lesson.move is not None
        yield from lesson.said
        match.play(LEARNER, lesson.move)


def test_every_game_has_one() -> None:
    assert sorted(TOLD) == ["mystery", "solid", "solver", "suspense", "turing"]


@pytest.mark.parametrize("game", TOLD)
def test_who_follows_is_told_every_step_and_plays_on_to_the_end(game: str) -> None:
    first, rng = told(game), random.Random("follows")
    match = Match.resume(first.log())
    said = list(follow(first, match, first.count, rng))
    assert 6 <= first.count <= 13
    assert all(len(sentence) < 330 for sentence in said)
    last = lesson_of(first, match)
    assert last.move is None
    assert last.said
    assert OTHERWISE not in last.said
    play_on(first, match, rng)
    assert match.outcome is not None


@pytest.mark.parametrize("game", TOLD)
def test_who_errs_at_a_step_is_told_so_kindly_and_the_game_goes_on(game: str) -> None:
    first = told(game)
    for step in range(first.count - 1):  # the last one is tried in the browser
        rng = random.Random(f"errs at {step}")
        match = Match.resume(first.log())
        list(follow(first, match, step, rng))
        others_move(first, match, rng)
        move = lesson_of(first, match).move
        assert move is not None
        match.play(LEARNER, another(match, move))
        lesson = lesson_of(first, match)
        if match.outcome is None and lesson.step == 0:
            assert (lesson.said[0], lesson.said[-1]) == (OTHERWISE, ALONE)
            assert len(lesson.said) == 3, f"{game} says nothing of its own at step {step + 1}"


@pytest.mark.parametrize("game", TOLD)
def test_who_errs_all_the_time_comes_to_an_end(game: str) -> None:
    first, rng = told(game), random.Random("errs")
    match = Match.resume(first.log())
    others_move(first, match, rng)
    erred = 0
    while match.actors and erred < first.count:
        lesson = lesson_of(first, match)
        action = (
            rng.choice(match.legal(LEARNER) or ())
            if lesson.move is None
            else another(match, lesson.move)
        )
        match.play(LEARNER, action)
        erred += 1
        others_move(first, match, rng)
    play_on(first, match, rng)
    assert match.outcome is not None
    assert lesson_of(first, match).said == (ENDED,)


@pytest.mark.parametrize(
    ("game", "erred"), [("mystery", 3), ("mystery", 5), ("solid", 2), ("turing", 3)]
)
def test_what_still_holds_is_said_to_who_has_done_otherwise(game: str, erred: int) -> None:
    """A card that is not the script's, a question more, another order: the steps go on."""
    first, rng = told(game), random.Random("holds")
    match = Match.resume(first.log())
    list(follow(first, match, erred - 1, rng))
    move = lesson_of(first, match).move
    assert move is not None
    match.play(LEARNER, another(match, move))
    lesson = lesson_of(first, match)
    assert lesson.said[0] == OTHERWISE
    made = 0
    while lesson.move is not None:
        match.play(LEARNER, lesson.move)  # it can be made
        made += 1
        others_move(first, match, rng)
        lesson = lesson_of(first, match)
        assert OTHERWISE not in lesson.said
    assert made


@pytest.mark.parametrize("erred", [1, 2, 3, 5])
def test_a_new_round_is_as_the_script_says_whoever_took_the_last(erred: int) -> None:
    """Suspense deals what the seed says, so the steps of the next round hold."""
    first, rng = told("suspense"), random.Random(f"rounds {erred}")
    match = Match.resume(first.log())
    list(follow(first, match, erred - 1, rng))
    others_move(first, match, rng)
    move = lesson_of(first, match).move
    assert move is not None
    match.play(LEARNER, another(match, move))
    rounds = len(match.view(LEARNER).sheets)  # type: ignore[attr-defined]
    others_move(first, match, rng)
    while (lesson := lesson_of(first, match)).move is None:
        assert lesson.left is not None
        match.play(LEARNER, beginner(first).act(match.view(LEARNER), rng))
        others_move(first, match, rng)
    assert len(match.view(LEARNER).sheets) > rounds  # type: ignore[attr-defined]
    assert lesson.step > erred


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("turing", []),
        ("solver", [Play("red triangle 1"), Guess("circle or square")]),
    ],
)
def test_who_follows_and_goes_on_as_told_wins(game: str, moves: list[Move]) -> None:
    first, rng = told(game), random.Random("wins")
    match = Match.resume(first.log())
    list(follow(first, match, first.count, rng))
    for move in moves:
        match.play(LEARNER, move)
    assert match.outcome is not None
    assert match.outcome.winners == (LEARNER,)


# Of two Suspense's judge takes everybody for ordinary, and its lesson reads the dealer.
@pytest.mark.parametrize("game", [game for game in TOLD if game != "suspense"])
def test_no_judge_finds_a_better_move_than_a_step(game: str) -> None:
    first = told(game)
    match, judge = Match.resume(first.log()), new_judge(first.game)
    assert judge is not None
    for step in first.steps:
        verdict = judge.verdict(match.view(step.seat), step.move)
        if step.seat == LEARNER and verdict is not None:
            judgement = Judgement(match.moves, step.move, None, None, verdict)
            assert not judgement.costs(judge.measure), step.move
            assert verdict.chance is None or not verdict.best, step.move
        match.play(step.seat, step.move)


@pytest.mark.parametrize("game", TOLD)
def test_no_step_is_held_against_who_took_it(game: str) -> None:
    first, rng = told(game), random.Random("held")
    match = Match.resume(first.log())
    list(follow(first, match, first.count, rng))
    steps = match.moves
    play_on(first, match, rng)
    found = analyse(match.log, seats=[LEARNER])
    held = [each for each in found.seats[0].judged if each.costs(found.measure)]
    assert all(each.turn >= steps for each in held)


@pytest.mark.parametrize("game", TOLD)
def test_who_takes_a_move_back_is_at_the_same_step_again(game: str) -> None:
    first, rng = told(game), random.Random("back")
    match = Match.resume(first.log())
    others_move(first, match, rng)
    before = lesson_of(first, match)
    assert before.move is not None
    match.play(LEARNER, another(match, before.move))
    if match.undo_refusal(LEARNER) is None:
        match.undo(LEARNER)
        assert lesson_of(first, match) == before


@pytest.mark.parametrize("game", TOLD)
def test_another_deal_is_told_nothing(game: str) -> None:
    """What is said follows from the seat's view: where that is another one the script is silent."""
    first = told(game)
    log = first.log()
    log.seed = "another"
    match = Match.resume(log)
    others_move(first, match, random.Random("another"))
    lesson = lesson_of(first, match)
    if match.view(LEARNER) != Match.resume(first.log()).view(LEARNER):
        assert lesson.move is None
        assert not set(lesson.said) & {word for step in first.steps for word in step.before}


def test_a_log_says_that_it_is_one() -> None:
    first = told("suspense")
    match = Match.resume(read_log(write_log(first.log())))
    assert first_game_of("suspense", match.log.origin) is first
    assert first_game_of("suspense", Origin("a table", 0)) is None
    assert first.move_of(1, match.view(1)) is not None
    assert first.move_of(0, match.view(0)) is None
    assert first.lesson(match.view(ONLOOKER), match.events(ONLOOKER), ()).move is None


@pytest.mark.parametrize("game", TOLD)
def test_the_first_step_is_two_short_sentences(game: str) -> None:
    """So that on a phone the board is in sight; what else there is to know opens beside it."""
    first = told(game)
    said = " ".join(next(step for step in first.steps if step.seat == LEARNER).before)
    assert len(re.findall(r"[.?!](?= |$)", said)) == 2
    assert len(said) < 100
    assert first.about
