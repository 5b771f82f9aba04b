"""The book: pars are proved again, puzzles drawn again by the search, chances played again."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from importlib import resources

import pytest

from facedown.deduce.purchases.rating import Shop, rating_of, rows_of
from facedown.games.mystery.cards import cell_number
from facedown.games.mystery.dealing import DealtSoFar, dealing_of
from facedown.games.mystery.game import MysteryMachine
from facedown.games.mystery.help.par import best_of, dead_piles, par_of
from facedown.games.mystery.puzzle import Puzzle, hundredths
from facedown.games.mystery.studio.library import (
    EXACT,
    LEVELS,
    PRINTED,
    BookPage,
    book,
    book_names,
    book_puzzle,
    day_names,
    entries_of,
    entry_words,
    find_puzzle,
    is_name,
    name_of_day,
    par_words,
    printed_puzzle,
)
from facedown.games.mystery.studio.texts import counted_from, puzzle_text
from facedown.lab.mystery.commands import mean_chance, measure
from facedown.lab.mystery.design import Candidate, Recipe, drawn, key_of, orders
from facedown.lab.mystery.design import puzzle_of as designed

FILES = resources.files("facedown.games.mystery").joinpath("puzzles")
MONDAY = dt.date(2026, 11, 23)
SURE = 4
"""Standard errors: of all puzzles together none is further off by bad luck."""


def shop_of(puzzle: Puzzle) -> Shop:
    pile_of = {cell: n for n, pile in enumerate(puzzle.piles) for cell in pile.cells}
    at = {cell_number(cell, 4): pile for cell, pile in pile_of.items()}
    return Shop(
        tuple(at.get(cell, -1) for cell in range(16)),
        tuple(cell_number(cell, 4) for cell in puzzle.mystery),
        tuple(pile.remove for pile in puzzle.piles),
        tuple(pile.jokers for pile in puzzle.piles),
    )


def prove(entry: BookPage) -> None:
    puzzle = book_puzzle(entry.name)
    best = best_of(puzzle)
    par = par_of(puzzle, best)
    assert (par.expected, par.worst, par.determined) == (entry.par, entry.worst, True)
    assert par.most == max(par.distribution) == entry.most
    assert dead_piles(best) == ()


def test_there_are_sixty_puzzles_in_five_levels() -> None:
    assert [len(entries_of(level)) for level in range(1, len(LEVELS) + 1)] == [12] * 5
    assert len({*book_names()}) == 60
    files = {file.name for file in FILES.joinpath("book").iterdir()}
    assert files == {f"{name}.toml" for name in book_names()}
    assert all(entry.error <= 0.065 and entry.deals >= 60 for entry in book())
    easy = [sum(entry.right for entry in entries_of(level)) for level in range(1, 6)]
    assert easy == sorted(easy, reverse=True)


def test_m10_a_puzzle_has_one_par_wherever_it_is_told() -> None:
    """In the list of the book, at the table, on paper and by the search."""
    for entry in book():
        puzzle = book_puzzle(entry.name)
        assert puzzle.par == par_words(puzzle) == hundredths(entry.par)
        assert entry_words(entry) == f"par {puzzle.par}, at most {entry.most}"
        assert entry.worst <= entry.most
    assert sum(entry.worst < entry.most for entry in book()) == 27
    for name in PRINTED:
        puzzle = printed_puzzle(name)
        assert EXACT[name] == par_of(puzzle).expected
        assert par_words(puzzle) == f"{hundredths(EXACT[name])}, printed {puzzle.par}"
    for number in (1, 180, 321):
        puzzle = find_puzzle(f"day-{number}")
        assert par_words(puzzle) == puzzle.par == hundredths(par_of(puzzle).expected)
    told = MysteryMachine(1, puzzle="double-knock").start().view(0)
    words = MysteryMachine(1, puzzle="double-knock").show(told)
    assert "Its par is 5.31." in words
    assert "printed" not in words


def test_m13_words_for_layouts_that_were_told_before_pars_had_hundredths_mean_the_same() -> None:
    for name, word in (
        ("double-knock", "bch"),
        ("midnight-ferry", "bbr"),
        ("day-321", "cdj"),
        ("day-104", "ckv"),
        ("day-3", "bxp"),
        ("welcome-mushy-heads", "bjg"),
    ):
        puzzle = find_puzzle(name)
        dealing, start = dealing_of(puzzle), counted_from(puzzle)
        first = DealtSoFar(*dealing.layout(0))
        assert dealing.word_of(first, start) == word
        assert dealing.dealt_by(word, start) == first


def test_each_is_written_in_its_one_form_and_is_another_puzzle() -> None:
    keys = set()
    for name in book_names():
        puzzle = book_puzzle(name)
        assert FILES.joinpath("book", f"{name}.toml").read_text("utf-8") == puzzle_text(puzzle)
        assert puzzle.title.lower().replace(" ", "-") == name
        keys.add(key_of(shop_of(puzzle)))
        assert is_name(name)
        assert find_puzzle(name) == puzzle
    assert len(keys) == 60


def test_pars_of_a_few() -> None:
    for entry in book()[::12]:
        prove(entry)


def test_a_few_are_drawn_again_by_the_search() -> None:
    for entry in book()[5::24]:
        draw_again(entry)


def draw_again(entry: BookPage) -> None:
    cells = entry.recipe["cells"]
    assert isinstance(cells, list)
    rest = {name: value for name, value in entry.recipe.items() if name != "cells"}
    recipe = Recipe(cells=(cells[0], cells[1]), **rest)  # type: ignore[arg-type]  # whole numbers
    shop = drawn(recipe, entry.seed, entry.number)
    rating = rating_of(rows_of(orders(), [shop])[0])
    assert rating is not None
    one = Candidate(entry.number, shop, rating, b"")
    made = designed(one, book_puzzle(entry.name).title, Fraction(entry.picks))
    assert replace(made, by="Facedown") == book_puzzle(entry.name)


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 6))
def test_every_par_and_every_draw(level: int) -> None:
    for entry in entries_of(level):
        prove(entry)
        draw_again(entry)


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 6))
def test_a_few_chances_to_win(level: int) -> None:
    """On other deals than those it was measured on."""
    for entry in entries_of(level)[level::6]:
        right = mean_chance(measure(MysteryMachine(1, puzzle=entry.name), "strong", 20, 7))
        error = (right.error**2 + entry.error**2) ** 0.5 / 1.96
        assert abs(right.mean - entry.right) <= SURE * error + 0.03, entry.name


def test_the_puzzles_of_a_year_are_puzzles_and_no_two_are_alike() -> None:
    days = [MONDAY + dt.timedelta(days) for days in range(364)]
    names = [name_of_day(day) for day in days]
    assert {*names} == {*day_names()}
    assert name_of_day(MONDAY + dt.timedelta(364)) == names[0]
    puzzles = [find_puzzle(name) for name in names]
    assert len({key_of(shop_of(puzzle)) for puzzle in puzzles}) == 364
    assert {puzzle.title for puzzle in puzzles} == {f"Puzzle of the day {n}" for n in range(1, 365)}
    pars = [Fraction(puzzle.par) for puzzle in puzzles]
    by_day = [sum(pars[day::7]) for day in range(7)]
    assert by_day[0] < by_day[3] < by_day[6]


def test_a_days_puzzle_is_determined_and_without_a_dead_pile() -> None:
    for day in range(7):
        puzzle = find_puzzle(str(MysteryMachine.daily(MONDAY + dt.timedelta(day))["puzzle"]))
        best = best_of(puzzle)
        assert best.chance_at_end == 1
        assert dead_piles(best) == ()


def test_the_collection_lists_what_comes_with_the_game() -> None:
    sections = MysteryMachine.collection()
    listed = [one.value for section in sections for one in section.ready]
    assert listed == [*PRINTED, *book_names()]
    for section in sections[1:]:
        assert all("par" in one.words for one in section.ready)
        assert all("strong wins" in one.words for one in section.ready)
    assert MysteryMachine(1, puzzle=listed[-1]).setting.puzzle.by == "Facedown"
