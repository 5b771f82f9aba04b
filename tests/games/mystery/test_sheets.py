"""Puzzles on paper: pages of the right size, to the millimetre, in black."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pytest
from tests.games.mystery.puzzles import ALL_MODS

from facedown.core.errors import BadOption
from facedown.games.mystery.help.par import BeyondPar, best_of
from facedown.games.mystery.help.strategy import moment_after
from facedown.games.mystery.paper.sheets import (
    BOOK_TITLE,
    book_cover,
    first_steps,
    sheets,
)
from facedown.games.mystery.puzzle import PRICES, TOKENS, price_dots
from facedown.games.mystery.studio.checking import checked
from facedown.games.mystery.studio.library import (
    LEVELS,
    PRINTED,
    book,
    book_names,
    book_puzzle,
    entry_words,
    printed_puzzle,
)
from facedown.games.mystery.studio.texts import puzzle_text, read_puzzle
from facedown.languages import PSEUDO
from facedown.languages.catalogues import catalogue
from facedown.paper.press import PAPERS
from facedown.terminal.main import main

Pixels = npt.NDArray[np.uint8]
INCH = 25.4
POINT = INCH / 72
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Millimetres."""
LOW_RANKS = {5: "10", 9: "10, 9, 8, 7, 6"}
SCALE = 4
"""Pixels for a point."""


def open_pdf(pdf: bytes) -> Any:
    return pdfium.PdfDocument(pdf)


def pixels(page: Any) -> Pixels:
    """The page in levels of grey, row by row, as a printer without colour has it."""
    return np.asarray(page.render(scale=SCALE, grayscale=True).to_numpy()).squeeze()


def words(page: Any) -> str:
    return " ".join(page.get_textpage().get_text_range().split())


def rows_of_lines(image: Pixels, millimetres: float) -> list[int]:
    """The rows in which something black is that wide without a break."""
    wide = round(millimetres / POINT * SCALE)
    found = []
    for number, row in enumerate(image < 128):
        edges = np.flatnonzero(np.diff(row.astype(np.int8), prepend=0, append=0))
        runs = edges[1::2] - edges[::2]
        if any(abs(int(run) - wide) <= 3 for run in runs):
            found.append(number)
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_has_the_size_of_its_paper_and_a_ruler_of_100_millimetres(paper: str) -> None:
    (page,) = open_pdf(sheets([printed_puzzle(PRINTED[0])], paper))
    for points, millimetres in zip(page.get_size(), SIZES[paper], strict=True):
        assert points * POINT == pytest.approx(millimetres, abs=0.1)
    image = pixels(page)
    lines = rows_of_lines(image, 100)
    assert lines
    assert min(lines) > 0.9 * len(image)
    border = 1.2 * POINT
    assert rows_of_lines(image, 4 * INCH + border)  # cells of an inch, as the rulebook has them
    assert "Print at 100 %" in words(page)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("rows", [5, 9])
def test_everything_is_inside_the_margins_in_black_and_white(paper: str, rows: int) -> None:
    text = ALL_MODS.replace("10", LOW_RANKS[rows])
    for cell in ("E1", "E2", "E4"):
        text = text.replace(cell, "ABCDEFGHI"[rows - 1] + cell[1])
    puzzle = read_puzzle(text)
    assert puzzle.rows == rows
    (page,) = open_pdf(sheets([puzzle], paper))
    image = pixels(page)
    inked = np.argwhere(image < 250)
    margin = 10 / POINT * SCALE
    assert inked.min() > margin
    assert inked[:, 0].max() < len(image) - margin
    assert inked[:, 1].max() < image.shape[1] - margin
    colours = np.asarray(page.render(scale=2).to_numpy()).astype(int)
    assert np.ptp(colours[..., :3], axis=2).max() == 0
    assert not any(one.type == pdfium.raw.FPDF_PAGEOBJ_IMAGE for one in page.get_objects())


def test_a_sheet_says_all_that_one_has_to_do() -> None:
    (page,) = open_pdf(sheets([read_puzzle(ALL_MODS)]))
    said = words(page)
    for part in (
        "All mods",
        "Par 6.25, by somebody",
        "Mystery: A2, B1 and 1 card of Q2",
        "Shift the cards one step on: A3 to C3 to B3 to A3.",
        "Put a joker in the place of the card of A2",
        "Shuffle the cards of A2, A4 and C4 among their cells.",
        "Swap the cards of E1 and E2.",
        "Q1: 1 card removed, then 2 jokers added, unseen",
        "lay each out as a row of the grid, A1 to E4",
        "Name all cards of the mystery (in any order)",
        "who takes a seventh dumps one of the six older ones",
        "There is one guess: right or wrong, it ends the game.",
        "A K Q J 10",
    ):
        assert part in said


def test_a_sheet_without_twists_is_dealt_from_a_stack() -> None:
    (page,) = open_pdf(sheets([printed_puzzle("one-two-three")]))
    said = words(page)
    for part in (
        "Par 4.33, printed 4, by koodikulma.fi",
        "and stack them.",
        "Deal the stack card by card, row by row from A1 to D4",
        "dumps one of the six older ones",
        "Name all cards of the mystery (A1, A2) when you like",
        "There is one guess",
    ):
        assert part in said
    assert "stack" not in words(open_pdf(sheets([printed_puzzle("the-three-twos")]))[0])


def test_a_solution_says_what_best_play_asks_at_most() -> None:
    (page,) = open_pdf(sheets([book_puzzle("paper-lantern")], pages=False, solutions=True))
    asked = "Best play asks 5 questions at most; who plays for the worst case needs 4 at most."
    assert asked in words(page)


def test_a_title_in_any_letters_is_drawn() -> None:
    text = ALL_MODS.replace("All mods", "Λύση #set [x] $ ö ♠ \\u00df")
    assert "Λύση #set [x] $ ö ♠ ß" in words(open_pdf(sheets([read_puzzle(text)]))[0])


@pytest.mark.parametrize(
    ("price", "places"),
    [
        ("3 same number", {"rows": 1, "columns": 3}),
        ("full house", {"rows": 2, "columns": 3}),
        ("4 same suit", {"rows": 4, "columns": 1}),
        ("3 straight flush", {"rows": 3, "columns": 1}),
    ],
)
def test_prices_are_marked_as_the_rulebook_has_it(price: str, places: dict[str, int]) -> None:
    dots, _, _ = price_dots(PRICES[price])
    assert len({y for _, y in dots}) == places["rows"]
    assert len({x for x, _ in dots}) == places["columns"]
    steps = [below - above for (_, above), (_, below) in pairwise(dots)]
    assert (price == "3 straight flush") == all(0 < step < 11 for step in steps)


def test_the_same_puzzle_gives_the_same_bytes() -> None:
    puzzle = printed_puzzle(PRINTED[1])
    assert sheets([puzzle]) == sheets([puzzle])
    assert len(TOKENS) == 6


@pytest.mark.parametrize("name", PRINTED)
def test_a_solution_has_the_par_and_how_best_play_begins(name: str) -> None:
    puzzle = printed_puzzle(name)
    (page,) = open_pdf(sheets([puzzle], pages=False, solutions=True))
    said, steps = words(page), list(first_steps(best_of(puzzle)))
    assert str({PRINTED[0]: "53/12", PRINTED[1]: "16/3", PRINTED[2]: "13/3"}[name]) in said
    assert steps[0] in said
    assert steps[-1].rstrip(".") in said
    assert rows_of_lines(pixels(page), 100)


def test_how_the_three_twos_begin() -> None:
    assert list(first_steps(best_of(printed_puzzle("the-three-twos")))) == [
        "Ask Q1 first.",
        "Q1 shows a card: ask Q2.",
        "Q1 shows a card, then Q2 shows one of its rank: ask Q2.",
        "Q1 shows a card, then Q2 shows another rank and suit: ask Q3.",
        "Q1 shows a joker: ask Q1.",
        "Q1 shows a joker, then Q1 shows a card: ask Q2.",
    ]


def test_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sheet.pdf"
    for more in ([], ["--paper", "letter"], ["--solution"]):
        assert main(["print", "the-three-twos", "--out", str(file), *more]) == 0
        assert len(open_pdf(file.read_bytes())) == 1
    capsys.readouterr()
    for wrong in (["--paper", "a5"], ["--out", str(tmp_path)]):
        assert main(["print", "the-three-twos", "--out", str(file), *wrong]) == 2
        assert "." in capsys.readouterr().err
    with pytest.raises(BadOption):
        sheets([printed_puzzle(PRINTED[0])], "a5")


def test_m10_a_solution_beyond_exact_par_says_what_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """M10: bounds of par, and which pile tells most; best play at a moment says that too."""
    monkeypatch.setattr("facedown.games.mystery.help.bounds.DEALS", 2)
    puzzle = checked(replace(printed_puzzle(PRINTED[0]), low_ranks=("10", "9", "8")))
    (page,) = open_pdf(sheets([puzzle], pages=False, solutions=True))
    said = words(page)
    assert "Exact par is not found for 7 rows." in said
    assert "sampled from 2 deals" in said
    assert "How to begin" in said
    with pytest.raises(BeyondPar, match=r"tells most at first\. The workshop finds bounds"):
        moment_after(puzzle, [])
    larger = checked(replace(puzzle, low_ranks=("10", "9", "8", "7", "6")))
    with pytest.raises(BeyondPar, match="for 9 rows"):
        sheets([larger], pages=False, solutions=True)


def test_by_command_in_the_readers_language(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    command = ["print", "the-three-twos", "--out", str(file)]
    assert main(["--language", PSEUDO.code, *command]) == 0
    (page,) = open_pdf(file.read_bytes())
    assert "⟦Ƥŕíñŧ áŧ 100 %" in words(page)


def test_the_whole_book(tmp_path: Path) -> None:
    """A title page, contents with page numbers, two puzzles a page, and all solutions."""
    file = tmp_path / "book.pdf"
    assert main(["print", "book", "--out", str(file), "--paper", "letter"]) == 0
    title, imprint, contents, how, *pages = [words(page) for page in open_pdf(file.read_bytes())]
    assert BOOK_TITLE in title
    assert "by Facedown, under the MIT licence" in imprint
    assert "Print at 100 %" in how
    assert "a table of Facedown with real low cards keeps the grid and the piles (M18)" in how
    titles = [book_puzzle(name).title for name in book_names()]
    for number, (one, other) in enumerate(zip(titles[::2], titles[1::2], strict=True)):
        page = pages[number]
        assert page.index(one) < page.index(other)
        assert page.count("Mystery: ") == 2
        assert page.endswith(f" {number + 5}")
        for title in (one, other):
            assert re.search(rf"{title}, par [\d.]+, at most \d+ \.+ {number + 5} ", contents)
        assert "Make a pile of each suit" not in page
    solved = " ".join(pages[30:])
    assert all(f"Solution: {title}" in solved for title in titles)


def test_puzzles_of_ones_own_as_a_book(tmp_path: Path) -> None:
    """A file and a name: whose they are, contents with page numbers, solutions at the end."""
    mine, file = tmp_path / "mine.toml", tmp_path / "book.pdf"
    one = puzzle_text(
        replace(printed_puzzle("one-two-three"), title="Mine", by="somebody", licence="CC0")
    )
    mine.write_text(one, "utf-8")
    assert main(["print", "--book", str(mine), "one-two-three", "--out", str(file)]) == 0
    title, imprint, contents, _, puzzles, *solved = map(words, open_pdf(file.read_bytes()))
    assert "Mystery Machine: 2 puzzles" in title
    assert "belong to those who made them: somebody and koodikulma.fi." in imprint
    assert re.search(r"Mine, by somebody, CC0 \.+ 5 ", contents)
    assert "Par 4, by somebody, CC0" in puzzles
    assert puzzles.count("Mystery: ") == 2
    assert "Solution: Mine" in " ".join(solved)
    assert main(["print", "solver", "--book", "--out", str(file)]) == 2


@pytest.mark.parametrize("solutions", [False, True])
def test_what_is_printed_is_in_the_words_of_a_catalogue(solutions: bool) -> None:
    puzzle = read_puzzle(ALL_MODS)
    cover = replace(book_cover(), levels=((LEVELS[0], (entry_words(book()[0]),)),))
    words_of = catalogue(PSEUDO)
    pdf = sheets([puzzle], solutions=solutions, cover=cover, catalogue=words_of)
    said = " ".join(words(page) for page in open_pdf(pdf))
    for name in (puzzle.title, puzzle.by, "Facedown", "MIT"):
        said = said.replace(name, "")
    assert "⟦Ƥŕíñŧ áŧ 100 %" in said
    assert re.findall(r"(?<!\w)[A-Za-z]{2,}(?!\w)", said) == []
