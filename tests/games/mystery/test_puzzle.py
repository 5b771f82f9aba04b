"""Puzzles as texts and codes, and what is refused about them (M16)."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest
from tests.games.mystery.puzzles import ADDS_FIRST, ALL_MODS, random_puzzle
from tests.games.mystery.scenes import Scene

from facedown.core.errors import BadOption
from facedown.deduce.purchases.reference import Reference
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.cards import card_number
from facedown.games.mystery.dealing import dealing_of
from facedown.games.mystery.help.par import par_of, problem_of
from facedown.games.mystery.puzzle import PuzzleError
from facedown.games.mystery.studio.library import PRINTED, find_puzzle, printed_puzzle
from facedown.games.mystery.studio.texts import (
    counted_from,
    puzzle_code,
    puzzle_of,
    puzzle_text,
    read_puzzle,
)
from facedown.testing.facts import check_sentence


@pytest.mark.parametrize("name", PRINTED)
def test_m16_a_printed_puzzle_prints_back_to_the_byte(name: str) -> None:
    file = resources.files("facedown.games.mystery").joinpath("puzzles", f"{name}.toml")
    text = file.read_text("utf-8")
    assert puzzle_text(read_puzzle(text)) == text


def test_m16_the_piles_of_the_printed_puzzles_have_the_printed_sizes() -> None:
    sizes = {name: [pile.size for pile in printed_puzzle(name).piles] for name in PRINTED}
    assert sizes == {
        "welcome-mushy-heads": [4, 3, 3],
        "the-three-twos": [3, 2, 2],
        "one-two-three": [1, 2, 3],
    }
    assert [printed_puzzle(name).par for name in PRINTED] == ["4.5", "4.5", "4"]


def test_m16_the_rulebooks_example_is_the_printed_puzzle() -> None:
    found = re.search(r"```toml\n(.*?)```", MysteryMachine.rulebook(), re.DOTALL)
    assert found is not None
    assert read_puzzle(found[1]) == printed_puzzle("the-three-twos")


@pytest.mark.parametrize("text", [ALL_MODS, ADDS_FIRST])
def test_a_puzzle_with_every_mod_prints_back_and_is_shared(text: str) -> None:
    puzzle = read_puzzle(text)
    assert puzzle_text(puzzle) == text
    assert puzzle_of(puzzle_code(puzzle)) == puzzle


def test_any_puzzle_goes_through_text_and_code_unchanged() -> None:
    rng = random.Random(1)
    for _ in range(150):
        puzzle = random_puzzle(rng)
        assert read_puzzle(puzzle_text(puzzle)) == puzzle
        assert puzzle_of(puzzle_code(puzzle)) == puzzle


def test_m16_a_share_code_carries_the_puzzle_in_a_short_link() -> None:
    """M16: or a share code."""
    for name in PRINTED:
        code = puzzle_code(printed_puzzle(name))
        assert len(code) < 80
        assert re.fullmatch(r"[\w-]+", code)
        assert MysteryMachine(puzzle=code).setting == MysteryMachine(puzzle=name).setting


def test_m16_a_changed_share_code_is_noticed() -> None:
    code = puzzle_code(printed_puzzle("the-three-twos"))
    for index in range(len(code)):
        other = code[:index] + ("A" if code[index] != "A" else "B") + code[index + 1 :]
        with pytest.raises(PuzzleError) as problem:
            puzzle_of(other)
        check_sentence(str(problem.value))
    for other in ("", "1", code[:-4], code + "AAAA", code + "é", "2" + code[1:]):
        with pytest.raises(PuzzleError):
            puzzle_of(other)


def test_m16_neither_name_nor_code_nor_text_is_told_so() -> None:
    with pytest.raises(BadOption, match="There is no puzzle 'mushy'; there are welcome-mushy"):
        MysteryMachine(puzzle="mushy")


BASE = """\
title = "T"
mystery = ["A1"]

[[pile]]
price = "pair"
cells = ["B1", "B2"]

[[pile]]
price = "3 same suit"
cells = [
  "C1",
  "C2",
]

[[twist]]
kind = "swap"
cells = ["D1", "D2"]
"""

PILE = '[[pile]]\nprice = "pair"\ncells = ["{}"]\n'
TWIST = '[[twist]]\nkind = "swap"\ncells = ["D1", "D2"]\n'

WRONG = [
    ('title = "T"', "", "Line 1: A puzzle needs a title."),
    ('title = "T"', "title = 3", "Line 1: The part title should be a text."),
    (
        'title = "T"',
        'title = "T"\npar = 4.555',
        "Line 2: A par is a number from 0 to 99.99 in hundredths, such as 4.5.",
    ),
    ('title = "T"', 'title = "T"\ncolour = 1', "Line 2: A puzzle has no 'colour'; it can have"),
    ('title = "T"', 'title = "T"\norder = "any"', 'Line 2: The part order is "removals first" or'),
    ('title = "T"', 'title = "T"\nlow_ranks = [11]', "Line 2: There is no low rank '11'; low"),
    ('title = "T"', 'title = "T"\nlow_ranks = [9, 9]', "Line 2: The rank 9 is named twice."),
    ('title = "T"', 'title = "T', "Line 1: the puzzle is not TOML ("),
    ('["A1"]', '["A5"]', "Line 2: There is no cell 'A5'; the cells are A1 to D4."),
    ('["A1"]', '["E1"]', "Line 2: There is no cell 'E1'; the cells are A1 to D4."),
    ('["A1"]', '["A1", "A1"]', "Line 2: The cell A1 is named twice."),
    ('["A1"]', "[1]", "Line 2: The part mystery should be a list of cells."),
    ('mystery = ["A1"]', "", "No card is the mystery"),
    ('["A1"]', '["C2"]', "Line 12: The cell C2 belongs to the mystery already."),
    ('"C2"', '"B2"', "Line 12: The cell B2 belongs to pile Q1 already."),
    ('"C2"', '"C1"', "Line 12: The cell C1 is named twice."),
    ('"3 same suit"', '"3 suits"', "Line 9: There is no price '3 suits'; prices are pair, 3 same"),
    ('["B1", "B2"]', "[]", "Line 6: Pile Q1 has no cells."),
    ('"pair"', '"pair"\nremove = 2', "Line 6: Pile Q1 would be empty."),
    ('"pair"', '"pair"\nremove = 3', "Line 6: From pile Q1 0 to 2 cards can be removed."),
    ('"pair"', '"pair"\njokers = 5', "Line 6: A pile has 0 to 4 jokers."),
    ('"pair"', '"pair"\njokers = true', "Line 6: The part jokers should be a whole number."),
    ('"pair"', '"pair"\nremoved_to = "mystery"', "Line 6: Pile Q1 removes no card that could be"),
    ('"pair"', '"pair"\nremoved_to = "bin"', 'Line 6: The part removed_to is "stone" or "mystery"'),
    ('price = "pair"\n', "", "Line 4: This pile has no price."),
    ('price = "pair"', 'prise = "pair"', "Line 5: A pile has no 'prise'; it can have price, cells"),
    ('price = "pair"', 'prise = "pair"', "Did you mean price?"),
    ('["D1", "D2"]', '["D1", "C2"]', "Line 17: A swap is of two cells of one row or column."),
    ('"swap"', '"shift"', "Line 17: A shift is of three or more cells of one row or column."),
    ('"swap"', '"joker swap"', "Line 17: A joker is swapped for the card of one cell."),
    ('"swap"', '"turn"', 'Line 16: The part kind is "joker swap", "swap", "shift" or "shuffle".'),
    ("[[twist]]", "[twist]", "Line 15: Each twist begins with a line [[twist]]."),
    ('cells = ["D1", "D2"]', 'cells = ["D1"]\nkind = 3', "Line 18: the puzzle is not TOML ("),
]


def test_the_puzzle_that_is_spoilt_is_right_before() -> None:
    assert read_puzzle(BASE).rows == 4


@pytest.mark.parametrize(("old", "new", "sentence"), WRONG)
def test_m16_what_is_wrong_is_told_in_one_sentence_with_the_line(
    old: str, new: str, sentence: str
) -> None:
    assert old in BASE
    with pytest.raises(PuzzleError) as problem:
        read_puzzle(BASE.replace(old, new, 1))
    check_sentence(str(problem.value))
    assert sentence in str(problem.value)
    assert "Line " in str(problem.value)


def test_m15_a_joker_is_never_the_mystery() -> None:
    """M15: a puzzle in which a joker could be the mystery is refused."""
    swap = '[[twist]]\nkind = "joker swap"\ncells = ["{0}"]\n'
    removed = 'remove = 1\nremoved_to = "mystery"'
    moved = BASE.replace('["D1", "D2"]', '["A1", "A2"]')
    for text, sentence in (
        (BASE + swap.format("A1"), "On A1 a joker could lie, which cannot be the mystery."),
        (BASE + swap.format("D1") * 2, "On D1 a joker could lie already."),
        (moved.replace("[[twist]]", swap.format("A2") + "[[twist]]"), "On A1 a joker could lie"),
        (
            BASE.replace('"pair"', '"pair"\nremove = 1\nremoved_to = "mystery"')
            + swap.format("B1"),
            "A joker could lie in pile Q1",
        ),
        (
            'order = "adds first"\n' + BASE.replace('"pair"', f'"pair"\njokers = 1\n{removed}'),
            "A joker could become the mystery",
        ),
    ):
        with pytest.raises(PuzzleError, match=sentence):
            read_puzzle(text)


BOTH_OF_A1 = """\
title = "Both of A1"
mystery = ["A1"]

[[pile]]
price = "pair"
cells = ["A2", "B1", "C2", "B2"]

[[twist]]
kind = "joker swap"
cells = ["A1"]

[[twist]]
kind = "swap"
cells = ["A1", "A2"]
"""


def test_m4_a_cell_whose_card_was_swapped_away_can_hold_another_mystery_card() -> None:
    puzzle = read_puzzle(BOTH_OF_A1)
    assert find_puzzle(puzzle_code(puzzle)) == read_puzzle(puzzle_text(puzzle)) == puzzle
    scene = Scene(puzzle=BOTH_OF_A1)
    scene.offer("2S", "3S")
    view = scene.state.view(0)
    assert view.slots == ("the card that twist 1 took from A1", "A1")
    assert [name for name, _ in scene.state.answers(0)] == [
        card_number(name) for name in ("QS", "QH", "KH", "joker")
    ]
    scene.name("JS", "JH")
    outcome = scene.state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    best = par_of(puzzle)
    slow = Reference(problem_of(puzzle)).start()
    assert (best.expected, best.worst, best.chance) == (slow.expected, slow.worst, slow.chance)
    again = BOTH_OF_A1 + '[[twist]]\nkind = "joker swap"\ncells = ["A1"]\n'
    assert dealing_of(read_puzzle(again.replace('mystery = ["A1"]\n', ""))).slots == (
        "the card that twist 1 took from A1",
        "the card that twist 3 took from A1",
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (BASE, BASE + PILE.format("D3") * 5, "A puzzle has 1 to 6 piles, not 7."),
        (BASE, BASE + TWIST * 12, "A puzzle has at most 12 twists."),
        (
            '"T"',
            '"T"\nlow_ranks = [2, 3, 4, 5, 6, 7, 8, 9, 10]',
            "At least one low rank is needed",
        ),
        ('"pair"', '"pair"\njokers = 5', "A pile has 0 to 4 jokers."),
        ('"T"', f'"{"T" * 61}"', "The title is a line of at most 60 characters."),
        ('"T"', f'"T"\nby = "{"T" * 61}"', "The author is a line of at most 60 characters."),
    ],
)
def test_m14_a_puzzle_has_limits(old: str, new: str, sentence: str) -> None:
    """M14: 6 piles, 12 twists, 8 added ranks, 4 jokers a pile, 60 characters of a title."""
    with pytest.raises(PuzzleError) as problem:
        read_puzzle(BASE.replace(old, new, 1))
    assert sentence in str(problem.value)


def test_m14_too_many_outcomes_are_refused() -> None:
    """M14: all shuffles may come out in 40,320 ways at most."""
    cells = ", ".join(f'"{row}{column}"' for row in "ABC" for column in "123")
    text = BASE + f'[[twist]]\nkind = "shuffle"\ncells = [{cells}]\n'
    with pytest.raises(PuzzleError, match=r"come out in 362,880 ways; at most 40,320"):
        read_puzzle(text)


def test_m7_a_price_that_nobody_can_pay_is_refused() -> None:
    low = 'low_ranks = [2, 3, 4, 5, 6, 7, 8, 10]\ntitle = "T"'
    text = BASE.replace('title = "T"', low).replace('"pair"', '"2 straight flush"')
    with pytest.raises(PuzzleError, match="Nobody can pay 2 straight flush with the ranks"):
        read_puzzle(text)


def test_a_file_gives_the_same_game_as_its_name(tmp_path: Path) -> None:
    text = puzzle_text(printed_puzzle("one-two-three"))
    assert find_puzzle(text.strip()) == printed_puzzle("one-two-three")


SPOILT = 'title = "T"\nmystery = ["A1"]\n{}\n[[pile]]\nprice = "pair"\ncells = ["B2"]\n{}'
UNREADABLE = {
    "par with an exponent": SPOILT.format("par = 1e9999999", ""),
    "par with a negative exponent": SPOILT.format("par = 1e-9999999", ""),
    "par of 5,000 digits": SPOILT.format(f"par = {'1' * 5000}", ""),
    "par of 4,000 hexadecimal digits": SPOILT.format(f"par = 0x{'f' * 4000}", ""),
    "rank of 4,000 hexadecimal digits": SPOILT.format(f"low_ranks = [0x{'f' * 4000}]", ""),
    "jokers of 4,000 digits": SPOILT.format("", f"jokers = {'9' * 4000}"),
    "lists in lists": "title = " + "[" * 9000 + "]" * 9000,
    "tables in tables": "a = " + "{a=" * 3000 + "1" + "}" * 3000,
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE)
def test_m16_numbers_and_lists_without_end_are_refused_with_the_line(text: str) -> None:
    with pytest.raises(PuzzleError, match=r"^Line \d") as refused:
        read_puzzle(text)
    check_sentence(str(refused.value))


def test_m16_the_longest_titles_go_through_the_share_code() -> None:
    text = SPOILT.format(f'by = "{"🂡" * 60}"', "").replace('"T"', f'"{"🂡" * 60}"')
    puzzle = read_puzzle(text)
    assert puzzle_of(puzzle_code(puzzle)) == puzzle


def test_m16_a_licence_goes_through_text_and_share_code_and_changes_no_words() -> None:
    """Codes of puzzles without one are as they were before there were licences."""
    puzzle = read_puzzle(SPOILT.format('licence = "CC BY 4.0"', ""))
    assert puzzle.licence == "CC BY 4.0"
    assert puzzle_of(puzzle_code(puzzle)) == read_puzzle(puzzle_text(puzzle)) == puzzle
    without = replace(puzzle, licence="")
    assert counted_from(puzzle) == counted_from(without)
    assert len(puzzle_code(without)) < len(puzzle_code(puzzle))
    with pytest.raises(PuzzleError, match="The licence is a line of at most 60 characters"):
        read_puzzle(SPOILT.format(f'licence = "{"T" * 61}"', ""))
