"""``facedown par`` and ``facedown bench par``."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.help.bounds import sampled_par
from facedown.games.mystery.help.par import par_of
from facedown.games.mystery.studio.library import PRINTED, printed_puzzle
from facedown.games.mystery.studio.texts import puzzle_code, puzzle_text
from facedown.lab.mystery.bench import KINDS, candidate, quick, slow
from facedown.lab.mystery.commands import mean_chance, mean_difference, measure
from facedown.terminal.main import main

Output = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("puzzle", "par", "worst"), [(PRINTED[0], "53/12", 5), (PRINTED[1], "16/3", 7)]
)
def test_m16_by_command_as_name_code_and_file(
    puzzle: str, par: str, worst: int, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text(puzzle_text(printed_puzzle(puzzle)))
    for given in (puzzle, puzzle_code(printed_puzzle(puzzle)), str(file), f"@{file}"):
        assert main(["par", given, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["par"], found["worst"]) == (par, worst)
        assert found["determined"]
        assert found["right_guess"][-1] == "1"
        assert par in found["first_question"].values()
        assert {"par_decimal", "distribution"} <= set(found)


def test_the_win_chance_has_an_interval_and_names_its_deals(capsys: Output) -> None:
    assert main(["par", "one-two-three", "--win", "--deals", "6", "--seed", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["win_chance"]
    assert 0 <= found["low"] <= found["mean"] <= found["high"] <= 1
    assert (found["player"], found["deals"], found["seed"]) == ("strong", 6, 3)
    assert main(["par", "one-two-three", "--win", "--deals", "1"]) == 2
    assert "The deals are from 2 to 1,000,000, not 1." in capsys.readouterr().err


LARGE = """\
title = "Large"
low_ranks = [10, 9, 8, 7]
mystery = ["A1"]

[[pile]]
price = "pair"
cells = ["A2", "B1", "C3", "D4"]

[[pile]]
price = "3 same suit"
cells = ["A3", "C1", "E2", "F1"]
"""


def test_a_puzzle_too_large_is_sampled_and_says_so(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "large.toml"
    file.write_text(LARGE)
    assert main(["par", str(file), "--deals", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["par"], found["worst"], found["distribution"]) == (None, None, None)
    sampled = found["sampled"]
    assert sampled["kind"] == "estimate"
    assert sampled["low"] <= sampled["mean"] <= sampled["high"]
    assert sampled["at_least"] is None
    assert main(["par", str(file), "--after", "Q1=KH"]) == 2
    assert "Exact par is not found for 8 rows." in capsys.readouterr().err


NEVER = """\
title = "Never certain"
low_ranks = [10, 9, 8]
mystery = ["A1"]

[[pile]]
price = "pair"
cells = ["A2", "B3"]
"""


def test_a_puzzle_that_never_becomes_certain_is_told_so_and_not_as_a_share(
    tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "never.toml"
    file.write_text(NEVER)
    assert main(["par", str(file), "--deals", "3"]) == 0
    told = capsys.readouterr().out
    assert "The mystery became certain in none of them; in the end a guess is right with " in told
    assert "0 % of them" not in told


def test_printed_is_said_of_what_was_printed_alone(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "own.toml"
    text = puzzle_text(printed_puzzle("one-two-three")).replace("One, Two, Three", "Mine")
    file.write_text(text)
    assert main(["par", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Par: 13/3 (4.333) questions expected, exactly; the puzzle says 4.\n" in told
    assert "printed" not in told
    assert main(["par", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["printed"], found["said"], found["most"]) == (None, "4", 5)
    assert main(["par", "paper-lantern"]) == 0
    told = capsys.readouterr().out
    assert "Par: 7/2 (3.500) questions expected, exactly.\n" in told
    assert "Best play asks 5 questions at most; who plays for the worst case needs 4" in told


@pytest.mark.parametrize("name", PRINTED)
def test_par_lies_between_the_bounds_that_are_sampled(name: str) -> None:
    """The bounds that are told of large puzzles hold where par is known."""
    puzzle = printed_puzzle(name)
    found = sampled_par(puzzle, 60, 4, lambda told: None)
    assert found.bound
    assert found.certain == 1
    par = par_of(puzzle).expected
    assert found.questions.mean + 2 * found.questions.error > par
    assert found.fewest is not None
    assert 1 < found.fewest.mean < par + 2 * found.fewest.error
    assert found.fewest.mean < found.questions.mean
    assert "Par is at most about" in found.words
    assert "Par is at least about" in found.words


def test_a_guess_is_as_likely_right_as_what_was_shown_says() -> None:
    """Chances of guesses, and how often they were right, are the same on average."""
    games = measure(MysteryMachine(puzzle="one-two-three"), "beginner", 150, 2)
    right = [one.right for one in games]
    assert set(right) == {0, 1}
    assert abs(mean_chance(games).mean - sum(right) / len(right)) < 3 * mean_chance(games).error
    assert mean_difference(games, games).mean == mean_difference(games, games).error == 0


def test_best_play_is_walked_answer_by_answer(capsys: Output) -> None:
    assert main(["par", "mystery", "the-three-twos", "--after", "q3=KH", "Q1=joker"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("After Q3 showed KH and Q1 showed joker the likeliest guess is right")
    assert "Best play asks Q1; questions still expected: Q1 23/6 (3.833)" in out
    assert main(["par", "welcome-mushy-heads"]) == 0
    out = capsys.readouterr().out
    assert "Par: 53/12 (4.417) questions expected, exactly; printed 4.5.\n" in out
    assert "The mystery is always certain in the end.\n" in out


def asked_on_average(moment: Any) -> Fraction:
    """The questions of a tree, weighed with the chances that stand in it."""
    if not moment["ask"]:
        assert moment["words"].endswith("for certain.")
        return Fraction(0)
    later = (
        Fraction(branch["chance"]) * asked_on_average(branch["then"])
        for branch in moment["branches"]
    )
    asked = 1 + sum(later, Fraction(0))
    assert asked == Fraction(moment["expected"])
    assert sum(Fraction(branch["chance"]) for branch in moment["branches"]) == 1
    assert asked == min(Fraction(choice["expected"]) for choice in moment["choices"])
    return asked


@pytest.mark.parametrize(("puzzle", "par"), [(PRINTED[1], "16/3"), (PRINTED[2], "13/3")])
def test_the_tree_of_best_play_asks_par_on_average(puzzle: str, par: str, capsys: Output) -> None:
    assert main(["par", puzzle, "--tree", "--json"]) == 0
    assert asked_on_average(json.loads(capsys.readouterr().out)) == Fraction(par)


def test_the_tree_is_indented_and_begins_where_one_stands(capsys: Output) -> None:
    assert main(["par", "the-three-twos", "--tree", "--after", "Q3=KH", "Q1=joker"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Ask Q1 or Q2, 23/6 (3.833) more expected."
    assert "      Q♥, A♥ (50.0 %): Name A♥, for certain." in lines
    assert {len(line) - len(line.lstrip()) for line in lines} == {0, 2, 4, 6, 8, 10}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["nope"], "There is no puzzle 'nope'"),
        (["nope.toml"], "There is no file nope.toml that can be read."),
        (
            ["the-three-twos", "--after", "Q9=KH"],
            "There is no pile 'Q9'; the piles are Q1, Q2 and Q3.",
        ),
        (["the-three-twos", "--after", "KH"], "An answer is typed such as Q1=KH, not 'KH'."),
        (["the-three-twos", "--after", "Q1=XH"], "There is no card 'XH'"),
        (
            ["the-three-twos", "--after", "Q3=KH", "Q3=AS", "Q3=QD"],
            "The piles of this puzzle cannot turn that up.",
        ),
        (["the-three-twos", "--after", "Q1=2S"], "The 2 of spades is not in the grid"),
        ([], "facedown par mystery needs PUZZLE"),
    ],
)
def test_a_mistake_gets_one_sentence(given: list[str], told: str, capsys: Output) -> None:
    assert main(["par", *given]) == 2
    assert told in capsys.readouterr().err


def test_the_bench_does_equal_work_both_ways() -> None:
    sizes, shuffled = KINDS[0][1], 2
    puzzle = candidate(random.Random(1), sizes[1:], shuffled)
    assert quick(puzzle) == slow(puzzle)
    assert puzzle == candidate(random.Random(1), sizes[1:], shuffled)
