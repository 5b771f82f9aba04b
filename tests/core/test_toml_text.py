"""Texts in TOML from strangers: read, or refused with a line, whatever stands in them."""

from __future__ import annotations

import pytest

from facedown.core.facts import LONGEST_OPTION
from facedown.core.texts import LONGEST_LINE, NotToml, read_toml

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
