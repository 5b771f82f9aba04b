"""Par (M10, M11)."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from tests.games.mystery.puzzles import random_puzzle

from facedown.deduce.purchases.reference import Reference
from facedown.games.mystery.cards import JOKER, NAMES
from facedown.games.mystery.dealing import dealing_of
from facedown.games.mystery.help.knowledge import Knowledge, right_in_the_end
from facedown.games.mystery.help.knowledge import start as known_at_first
from facedown.games.mystery.help.par import (
    BeyondPar,
    best_of,
    dead_piles,
    node_after,
    par_of,
    problem_of,
)
from facedown.games.mystery.puzzle import Pile, Puzzle, Twist
from facedown.games.mystery.studio.checking import checked
from facedown.games.mystery.studio.library import PRINTED, printed_puzzle
from facedown.games.mystery.worlds import arrangements

F = Fraction
MUSHY, TWOS, ONE = map(printed_puzzle, PRINTED)


@pytest.mark.parametrize(
    ("puzzle", "par", "worst", "distribution"),
    [
        (MUSHY, F(53, 12), 5, {3: F(1, 12), 4: F(17, 36), 5: F(7, 18), 6: F(1, 18)}),
        (TWOS, F(16, 3), 7, {3: F(1, 18), 4: F(1, 6), 5: F(1, 3), 6: F(5, 18), 7: F(1, 6)}),
        (ONE, F(13, 3), 5, {4: F(2, 3), 5: F(1, 3)}),
        (replace(ONE, any_order=True), F(77, 18), 5, {3: F(1, 18), 4: F(11, 18), 5: F(1, 3)}),
    ],
    ids=["mushy", "twos", "one-two-three", "any order"],
)
def test_m16_the_printed_puzzles(
    puzzle: Puzzle, par: Fraction, worst: int, distribution: dict[int, Fraction]
) -> None:
    """M16: the option `puzzle` takes the name of a puzzle."""
    found = par_of(puzzle)
    assert (found.expected, found.worst) == (par, worst)
    assert found.distribution == distribution
    assert found.determined
    assert min(found.first.values()) == par


@pytest.mark.parametrize(
    ("puzzle", "chances"),
    [
        (MUSHY, (0.06, 0.11, 0.19, 0.45, 0.76, 1)),
        (TWOS, (0.06, 0.17, 0.25, 0.38, 0.53, 0.74, 0.92, 1)),
        (ONE, (0.02, 0.06, 0.14, 0.41, 0.83, 1)),
    ],
)
def test_m10_the_chance_of_a_right_guess_with_so_many_questions(
    puzzle: Puzzle, chances: tuple[float, ...]
) -> None:
    """The figures are those of another program (an expectimax in fractions)."""
    assert tuple(round(float(chance), 2) for chance in par_of(puzzle).right_guess) == chances


@pytest.mark.parametrize("puzzle", [TWOS, ONE])
def test_m10_par_is_what_its_definition_says(puzzle: Puzzle) -> None:
    """M10: par is how many questions the best play needs on average."""
    reference = Reference(problem_of(puzzle)).start()
    found = par_of(puzzle)
    assert (found.expected, found.worst) == (reference.expected, reference.worst)
    assert found.chance == reference.chance


def small_puzzles(many: int) -> list[Puzzle]:
    """Random puzzles with any mods, of which all worlds can be listed quickly."""
    rng, found = random.Random("par"), list[Puzzle]()
    while len(found) < many:
        puzzle = random_puzzle(rng)
        cells = sum(len(pile.cells) for pile in puzzle.piles)
        few = puzzle.rows == 4 and cells < 8
        if few and len(arrangements(puzzle, len(dealing_of(puzzle).steps))) <= 6:
            found.append(puzzle)
    return found


@pytest.mark.parametrize("puzzle", small_puzzles(12))
def test_best_play_knows_what_the_worlds_of_the_game_say(puzzle: Puzzle) -> None:
    """Along random answers: the chance of a right guess, and par from the values after answers."""
    best, rng = best_of(puzzle), random.Random(7)
    for _ in range(4):
        known: Knowledge = known_at_first(puzzle)
        shown: list[tuple[int, str]] = []
        for _ in range(sum(pile.size for pile in puzzle.piles)):
            node = node_after(best, puzzle, shown)
            if known.certain() is not None:
                assert node.ask is None
            assert node.chance == known.best_chance()
            if node.ask is None:
                break
            answers = [*known.answers(node.ask)]
            total = Fraction(sum(weight for _, weight, _ in answers))
            later = [
                node_after(best, puzzle, [*shown, (node.ask, name_of(card))])
                for card, _, _ in answers
            ]
            expected = sum(
                Fraction(weight) / total * after.expected
                for (_, weight, _), after in zip(answers, later, strict=True)
            )
            assert node.expected == 1 + expected
            card, _, known = rng.choice(answers)
            shown.append((node.ask, name_of(card)))


def name_of(card: int) -> str:
    """A card's name; a joker's too."""
    return "joker" if card == JOKER else NAMES[card]


def test_m10_a_pile_is_dead_when_par_is_the_same_without_it() -> None:
    assert dead_piles(best_of(MUSHY)) == ()
    assert dead_piles(best_of(ONE)) == ("Q1",)


def test_m10_a_puzzle_that_stays_uncertain_says_so() -> None:
    puzzle = checked(Puzzle("Two rows", (Pile("pair", ("B2", "C3")),), mystery=("A1",)))
    found = par_of(puzzle)
    assert not found.determined
    assert found.chance == found.right_guess[-1] < 1
    assert len(found.right_guess) - 1 <= 2
    assert right_in_the_end(puzzle) == found.chance
    assert right_in_the_end(MUSHY) == par_of(MUSHY).chance == 1


def test_a_puzzle_beyond_exact_par_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = checked(replace(MUSHY, low_ranks=("10", "9", "8", "7")))
    with pytest.raises(BeyondPar, match="for 8 rows"):
        par_of(many)
    monkeypatch.setattr("facedown.games.mystery.help.par.MOST_ARRANGED", 576)
    mixed = checked(replace(MUSHY, twists=(Twist("shuffle", ("A2", "A4", "B2", "B3", "D1")),)))
    with pytest.raises(BeyondPar, match="in 60 ways"):
        par_of(mixed)
