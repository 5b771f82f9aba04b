"""Problems that take a wished number of questions are looked for by counted work."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest

from facedown.games.turing.machine import best_play
from facedown.games.turing.problem import Problem, ProblemWorlds
from facedown.games.turing.studio.generate import GenerateError
from facedown.lab.turing import rating
from facedown.lab.turing.rating import LEVELS, Rated, Search, least_questions


def halves(problem: Problem, worlds: ProblemWorlds, work: int, stop: float) -> Rated:
    return Rated(Fraction(worlds.size, 2), 1)


def never(problem: Problem, worlds: ProblemWorlds, work: int, stop: float) -> Rated:
    return Rated(None, work)


def test_an_interval_of_questions_is_kept() -> None:
    wanted = Fraction(2), Fraction(7, 2)
    search = Search("classic", "easy", 4, random.Random(35), wanted, rating=halves)
    for _ in range(20):
        assert 2 <= Fraction(search.next().worlds.size, 2) <= Fraction(7, 2)


def test_hard_nightmares_of_few_questions_are_found_with_little_work() -> None:
    """Nine in ten problems of this class take a thousand times the work of those that fit."""
    wanted = Fraction(3, 2), Fraction(4)
    searches = [
        Search("nightmare", "hard", 6, random.Random(1), wanted, rating=counting) for _ in range(2)
    ]
    found = [search.next() for search in searches]
    assert found[0].problem == found[1].problem
    cost = best_play(found[0].worlds, node_limit=1_000)
    assert cost.exact
    assert Fraction(3, 2) <= cost.questions <= 4


def counting(problem: Problem, worlds: ProblemWorlds, work: int, stop: float) -> Rated:
    """The real thing, which may not become dear."""
    assert work <= LEVELS[1]
    own = Search("classic", "easy", 4, random.Random(1), (Fraction(1), Fraction(1)))
    return own._rate(problem, worlds, work, stop)


def test_every_level_gets_as_much_work_as_the_first() -> None:
    """Also where problems of the first level never fit, dearer ones get their turn."""
    asked: list[int] = []

    def dear(problem: Problem, worlds: ProblemWorlds, work: int, stop: float) -> Rated:
        asked.append(work)
        return Rated(Fraction(5) if work == LEVELS[2] else None, work)

    wanted = Fraction(5), Fraction(6)
    Search("classic", "hard", 4, random.Random(1), wanted, rating=dear).next()
    assert asked[-1] == LEVELS[2]
    spent = [asked.count(level) * level for level in LEVELS]
    assert spent[3] == 0
    assert 0.5 < spent[1] / spent[0] < 2


def test_an_interval_that_no_problem_fits_is_given_up_with_the_nearest() -> None:
    def rate(problem: Problem, worlds: ProblemWorlds, work: int, stop: float) -> Rated:
        return Rated(Fraction(3), 1)

    search = Search("classic", "easy", 4, random.Random(1), (Fraction(7), Fraction(8)), rating=rate)
    with pytest.raises(
        GenerateError,
        match=r"^None of 500 easy classic problems with 4 verifiers takes 7 to 8 questions "
        r"\(the nearest, \d+,\d+,\d+,\d+, takes 3\.00\); choose a wider interval\.$",
    ):
        search.next()


def test_looking_for_an_interval_ends_with_its_time() -> None:
    """It says what was tried and what to change; what waits was not rated."""
    wanted = Fraction(1), Fraction(20)
    search = Search("classic", "hard", 4, random.Random(1), wanted, rating=never)
    with pytest.raises(
        GenerateError,
        match=r"^None of 1 hard classic problem with 4 verifiers takes 1 to 20 questions "
        r"as far as can be told \(1 took too long\); choose a wider interval, fewer verifiers, "
        r"or a longer time limit\.$",
    ):
        search.next(stop=0)


def test_what_is_too_dear_at_every_level_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "MOST_DRAWN", 3)
    wanted = Fraction(1), Fraction(20)
    search = Search("classic", "hard", 4, random.Random(1), wanted, rating=never)
    with pytest.raises(GenerateError, match=r"^None of 3 .* \(3 took too long\); choose a wider"):
        search.next()


def test_somebody_is_told_that_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "SECONDS_BETWEEN_NEWS", 0.0)
    told: list[str] = []
    wanted = Fraction(3), Fraction(9)
    search = Search("classic", "easy", 4, random.Random(1), wanted, told.append, rating=halves)
    search.next()
    assert told
    assert all(re.fullmatch(r"\d+ seconds, \d+ problems? looked at\.", news) for news in told)


@pytest.mark.parametrize("wanted", [(2, 1), (-1, 1)])
def test_what_is_no_interval_gets_one_sentence(wanted: tuple[int, int]) -> None:
    low, high = map(Fraction, wanted)
    with pytest.raises(GenerateError, match=r"is not an interval of expected questions\.$"):
        Search("classic", "easy", 4, random.Random(1), (low, high))


@pytest.mark.parametrize("cards", ["3,7,10,14", "4,9,11,14"])
def test_no_strategy_undercuts_the_bits_of_the_code(cards: str) -> None:
    worlds = ProblemWorlds(Problem.parse(cards))
    assert 0 < least_questions(worlds) <= best_play(worlds).questions
