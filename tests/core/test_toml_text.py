"""Texts in TOML from strangers: read, or refused with a line, whatever stands in them."""

from __future__ import annotations

import pytest

from facedown.core.facts import LONGEST_OPTION
from facedown.core.texts import LONGEST_LINE, NotToml, TextFault, check_keys, line_of, read_toml

WHOLE = LONGEST_OPTION - 10


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("a = 1\nb = ]", 2, "invalid value"),
        ("a = 1\nb = [", 2, "invalid value"),
        ("a = 1\na = 2", 2, "cannot overwrite a value"),
        ("a = " + "[" * 1900, 1, "lists in lists"),
        ("a = 1\n" + "b = {a=" * 4 + "{a=" * 450, 2, "lists in lists|invalid"),
        ("a = 1\nb = 0x" + "f" * WHOLE, 2, "characters in one line"),
        ("a = 1\nb = " + "9" * WHOLE, 2, "characters in one line"),
        ("a = 1\n" + "a." * (LONGEST_LINE // 3) + "a", 2, "points in one line"),
        ("a." * (WHOLE // 2) + "a = 1", 1, "characters in one line"),
    ],
)
def test_what_is_no_table_is_told_with_its_line(text: str, line: int, why: str) -> None:
    with pytest.raises(NotToml, match=why) as caught:
        read_toml(text)
    assert (caught.value.line, len(caught.value.why.splitlines())) == (line, 1)


def test_every_number_that_is_read_can_be_said_back() -> None:
    line = "a = 0x"
    number = read_toml(line + "f" * (LONGEST_LINE - len(line)))["a"]
    assert str(number).isdigit()


TABLES = """\
title = "A"
cells = [
  "A1",
  "A2",
]
[rules]
hand = 3
[[card]]
"name" = "H"
[[card]]
needs = { health = 2 }
name = 'B'
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 0),
        (("title",), 1),
        (("cells", "A2"), 4),
        (("cells", "A9"), 2),
        (("rules",), 6),
        (("rules", 0, "hand"), 7),
        (("rules", 0, "plays"), 6),
        (("card", 0, "name"), 9),
        (("card", 1), 10),
        (("card", 1, "needs", "health"), 11),
        (("card", 1, "name"), 12),
        (("card", 2, "name"), 1),
        (("[nothing", "("), 1),
    ],
)
def test_a_fault_is_told_at_its_line_or_at_that_of_the_whole(
    path: tuple[str | int, ...], line: int
) -> None:
    assert line_of(TABLES, path) == line


def test_a_table_written_in_one_line_is_told_at_it() -> None:
    assert line_of('a = 1\ncard = [{ name = "H" }]', ("card", 0, "name")) == 2


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("hnad", "A list has no 'hnad'; it can have hand and plays. Did you mean hand?"),
        ("Hands", "A list has no 'Hands'; it can have hand and plays. Did you mean hand?"),
        ("colour", "A list has no 'colour'; it can have hand and plays."),
        ("h" * 1900, f"A list has no '{'h' * 30}'; it can have hand and plays."),
    ],
)
def test_a_key_that_nobody_knows_is_refused_with_the_one_that_was_meant(
    key: str, sentence: str
) -> None:
    with pytest.raises(TextFault) as caught:
        check_keys({"hand": 1, key: 2}, ("hand", "plays"), "A list", "rules", 0)
    assert (str(caught.value), caught.value.path) == (sentence, ("rules", 0, key))
