"""The machine of paper: every answer is read off the printed page, as at a table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from facedown.core.errors import BadOption
from facedown.games.turing import TuringMachine
from facedown.games.turing.cards import CODES, LAWS
from facedown.games.turing.paper.machine import (
    COLUMNS,
    PLACES,
    ROWS,
    SIGNS,
    PaperMachine,
    machines_pdf,
    paper_machine,
)
from facedown.games.turing.problem import MODES
from facedown.games.turing.studio.problem_text import PROBLEM_TEXT, read_problem
from facedown.paper.press import PAPERS
from facedown.terminal.main import main

PROBLEMS = 20


def problems(mode: str, number: int = PROBLEMS) -> list[PaperMachine]:
    """Problems of all difficulties and numbers of verifiers."""
    return [
        paper_machine(
            TuringMachine(
                mode=mode,
                difficulty=("easy", "standard", "hard")[n % 3],
                verifiers=4 + n % 3,
            ),
            f"{n}",
        )
        for n in range(number)
    ]


def words(page: Any) -> str:
    return " ".join(page.get_textpage().get_text_range().split())


def key_on(page: Any) -> dict[str, tuple[str, str]]:
    """The place and the sign of each code, as they are printed."""
    found = re.findall(rf"([1-5]{{3}}) ([{ROWS}]\d+) ([{SIGNS}])", words(page))
    return {code: (place, sign) for code, place, sign in found}


def grids_on(page: Any) -> list[dict[str, str]]:
    """The sign at each place of each grid, by where it stands on the page, from the top down."""
    text = page.get_textpage()
    chars = text.get_text_range()
    marks = [
        (*middle(text.get_charbox(at)), chars[at]) for at in range(len(chars)) if chars[at] in SIGNS
    ]
    rows: list[list[tuple[float, float, str]]] = []
    for mark in sorted(marks, key=lambda mark: -mark[1]):
        if not rows or abs(rows[-1][0][1] - mark[1]) > 3:
            rows.append([])
        rows[-1].append(mark)
    assert {len(row) for row in rows} == {COLUMNS}
    assert len(rows) % len(ROWS) == 0
    lines = ["".join(sign for _, _, sign in sorted(row)) for row in rows]
    return [
        dict(zip(PLACES, "".join(lines[at : at + len(ROWS)]), strict=True))
        for at in range(0, len(lines), len(ROWS))
    ]


def middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    left, bottom, right, top = box
    return (left + right) / 2, (bottom + top) / 2


@pytest.mark.parametrize("mode", MODES)
def test_every_answer_read_off_the_printed_grids_is_right(mode: str) -> None:
    """For 20 problems of a mode, each of 125 codes at each verifier, and each as the solution."""
    machines = problems(mode)
    pages = [*pypdfium2.PdfDocument(machines_pdf(TuringMachine, machines))]
    assert len(pages) == 3 * PROBLEMS + 1
    for number, machine in enumerate(machines):
        key = key_on(pages[3 * number + 1])
        grids = grids_on(pages[3 * number + 2])
        assert [*key] == [*CODES]
        assert len(grids) == machine.problem.verifiers + 1
        assert {place for place, _ in key.values()} == {*PLACES}
        for code, (place, sign) in key.items():
            at = CODES.index(code)
            said = [grid[place] == sign for grid in grids]
            true = [LAWS[law].holds(at) for law in machine.laws]
            assert said == [*true, all(true)], (number, code)
        solutions = words(pages[-1])
        assert f"Problem {number + 1}: {mode}: {CODES[machine.code]}." in solutions


def test_a_grid_tells_nothing_by_its_look() -> None:
    """As many of one sign as of the other, whatever its law accepts; the solution's grid too."""
    for mode in MODES:
        for machine in problems(mode, 10):
            for grid in machine.grids:
                assert len(grid) == 125
                assert 40 <= sum(grid) <= 85
    same = [paper_machine(TuringMachine(cards="4,9,11,14"), str(seed)) for seed in range(40)]
    assert len({machine.key for machine in same}) == 40, "places are drawn for each problem anew"
    law = same[0].laws[0]
    alike = [machine.grids[0] for machine in same if machine.laws[0] == law]
    assert len(alike) > 2
    assert len({*alike}) == len(alike), "so one law has another grid each time"


def test_cards_lie_at_their_verifiers_but_in_nightmare() -> None:
    for mode in MODES:
        (machine,) = problems(mode, 1)
        page = words(pypdfium2.PdfDocument(machines_pdf(TuringMachine, [machine]))[0])
        for group in machine.problem.cards:
            assert all(f"{number} " in page for number in group)
        assert ("Nobody is told which verifier has which card." in page) == (mode == "nightmare")


def test_a_book_has_title_contents_rules_once_and_solutions_at_the_end(tmp_path: Path) -> None:
    """A file says what a problem is called, whose it is, and its mode."""
    one, two, book = tmp_path / "twins.toml", tmp_path / "extreme.toml", tmp_path / "book.pdf"
    one.write_text(PROBLEM_TEXT, "utf-8")
    two.write_text('by = "Bo"\nmode = "extreme"\ncards = "4+9,11+14,2+3,5+6"', "utf-8")
    for paper in PAPERS:
        words_ = ["print", "turing", "--book", str(one), "4,9,11,14", str(two), "--out", str(book)]
        assert main([*words_, "--paper", paper]) == 0
        pages = [*pypdfium2.PdfDocument(book.read_bytes())]
        title, imprint, contents, how, *problems_, solutions = map(words, pages)
        assert "Turing Machine: 3 problems" in title
        assert "belong to those who made them: Ann and Bo." in imprint
        assert re.search(r"Twins, classic, by Ann, CC BY 4\.0 \.+ 5 ", contents)
        assert re.search(r"Problem 2: classic \.+ 8 ", contents)
        assert re.search(r"Problem 3: extreme, by Bo \.+ 11 ", contents)
        assert re.search(r"Solutions \.+ 14 ", contents)
        assert "Compose a code" in how
        assert len(problems_) == 9
        assert "Twins by Ann, CC BY 4.0 A" in problems_[0]
        assert "Compose a code" not in " ".join(problems_)
        for number, page in enumerate(problems_, 5):
            assert page.endswith(f" {number}")
        assert len(grids_on(pages[6])) == 5
        assert all(f"{name}: " in solutions for name in ("Twins", "Problem 2: classic"))
        for each in pages:
            assert each.get_trimbox() == each.get_bleedbox() == each.get_mediabox()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('cards = "2,13"\nmode = "hard"', "Line 2: The mode is classic, extreme or nightmare."),
        ('cards = "2,13,17,20"\nlicense = "MIT"', "Line 2: A problem has no 'license'"),
        ('title = "Twins"', "Line 1: A problem has its cards as a text, such as"),
        ('by = 3\ncards = "2"', "Line 1: The part by is a line of at most 60 characters."),
        ("cards = 2,13", "Line 1: The problem is not TOML"),
    ],
)
def test_a_problem_that_cannot_be_read_is_told_at_its_line(text: str, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_problem(text)
    assert str(refused.value).startswith(sentence)


def test_a_problem_as_a_text_is_played_in_its_mode() -> None:
    text = PROBLEM_TEXT.replace("classic", "nightmare")
    with pytest.raises(BadOption, match="These cards are for the mode nightmare: choose it"):
        TuringMachine(cards=text)
    game = TuringMachine(None, **TuringMachine.options_named(text))
    assert paper_machine(game, "1").problem.mode == "nightmare"
    assert TuringMachine.option_in_words("cards", text) == "Twins"


def test_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed is the same machine; cards are laid out by their numbers."""
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    command = ["print", "turing", "2,13,17,20", "--seed", "7", "--out"]
    assert main([*command, str(one)]) == 0
    assert main([*command, str(other)]) == 0
    assert one.read_bytes() == other.read_bytes()
    pages = [*pypdfium2.PdfDocument(one.read_bytes())]
    assert "20 how many are the same" in words(pages[0])
    assert (
        main(["print", "turing", "machine", "--option", "mode=nightmare", "--out", str(one)]) == 0
    )
    assert main(["print", "turing", "2,13", "--out", str(one)]) == 2
    assert "A problem has 4, 5 or 6 verifiers" in capsys.readouterr().err
