"""Words that every room needs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.core.messages import counted, fill, listed
from facedown.core.seats import HUMAN, bot_of, bot_player


def test_a_name_stands_wherever_its_seat_did() -> None:
    assert fill("{1} and {0} and {1}", ["A", "B"]) == "B and A and B"


@given(st.lists(st.text(), min_size=1, max_size=6))
def test_a_name_is_never_read_as_a_place(names: list[str]) -> None:
    """Somebody may call themselves {1}: each name is put in once, as it is."""
    assert fill("{0}", names) == names[0]
    assert fill("".join(f"{{{n}}}" for n in range(len(names))), names) == "".join(names)


@pytest.mark.parametrize("text", ["", "{", "{}", "{x}", "{-1}", "{2}", "{007}", "{ 0}"])
def test_what_is_no_place_of_a_seat_stays(text: str) -> None:
    assert fill(text, ["A", "B"]) == text


def test_lists() -> None:
    assert [listed("abcd"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


def test_counts() -> None:
    assert [counted(n, "card") for n in (-1, 0, 1, 2)] == [
        "-1 cards",
        "0 cards",
        "1 card",
        "2 cards",
    ]


@given(st.text(min_size=1))
def test_a_bot_as_a_player_is_that_bot_again(name: str) -> None:
    assert bot_of(bot_player(name)) == name
    assert bot_of(HUMAN) is None
