"""Names and texts that people type."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.table.access import hash_token, new_table_name, new_token, opens
from facedown.table.errors import NotAllowed, TableError
from facedown.table.words import tidy


@given(st.text())
def test_a_kept_text_is_bounded_and_plays_no_tricks(text: str) -> None:
    try:
        kept = tidy(text, 24, "name")
    except TableError:
        return
    assert 0 < len(kept) <= 24
    assert kept == kept.strip()
    assert all(unicodedata.category(c)[0] != "C" or c == "\u200d" for c in kept)
    assert tidy(kept, 24, "name") == kept
    kept.encode()  # no lone surrogates


@pytest.mark.parametrize(
    "text", ["", "  ", "\u202e", "\u200d\u200d", "\x00\x1b", "\ud800", "\u3164", "\u2800 \ufe0f"]
)
def test_nothing_is_no_name(text: str) -> None:
    with pytest.raises(TableError, match="cannot be empty"):
        tidy(text, 24, "name")


def test_marks_are_not_heaped_over_other_lines() -> None:
    assert len(tidy("a" + "\u0308\u0323" * 100, 500, "message")) < 8


@pytest.mark.parametrize("length", [25, 100, 10_000_000])
def test_what_is_too_long_is_refused(length: int) -> None:
    with pytest.raises(TableError, match="at most 24"):
        tidy("x" * length, 24, "name")


def test_tokens_are_long_and_kept_as_hashes() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == len({hash_token(token) for token in tokens}) == 100
    assert all(opens(token, hash_token(token)) for token in tokens)
    assert len({new_table_name() for _ in range(100)}) == 100
    for wrong in ("", "short", "x" * 21, "ä" * 30, "x" * 87, "a b" * 10):
        with pytest.raises(NotAllowed):
            hash_token(wrong)
        assert not opens(wrong, hash_token(new_token()))
