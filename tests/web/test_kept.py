"""Macros that are drawn once for equal values: what is kept, and what is drawn anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from jinja2 import DictLoader

from facedown.web import environment as rooms
from facedown.web import kept
from facedown.web.kept import KeptDrawing, KeptMacro

CARDS = """
{%- macro card(face, label="") -%}<b>{{ face }}{{ label }}</b>{%- endmacro -%}
{%- macro box() -%}<i>{{ caller() }}</i>{%- endmacro -%}
"""


@dataclass(frozen=True)
class Face:
    """A frozen record."""

    name: str


@dataclass
class Open:
    """A record that can change."""

    name: str


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(kept, "DRAWN", KeptDrawing())
    return rooms.environment().overlay(
        loader=DictLoader(
            {
                "cards.html": CARDS,
                "page.html": '{% import "cards.html" as cards %}{{ cards.card(face) }}'
                "{% call cards.box() %}{{ face }}{% endcall %}",
                "seeing.html": '{% import "own.html" as own with context %}{{ own.told() }}',
                "own.html": "{%- macro told() -%}{{ face }}{%- endmacro -%}",
            }
        )
    )


def counted(kept: Any) -> list[tuple[object, ...]]:
    """What the macro itself is called with from now on."""
    calls: list[tuple[object, ...]] = []
    macro = kept._macro

    def call(*values: object, **named: object) -> str:
        calls.append((*values, *named.values()))
        return str(macro(*values, **named))

    kept._macro = call
    return calls


def test_equal_values_are_drawn_once(made: Any) -> None:
    card = made.get_template("cards.html").module.card
    calls = counted(card)
    assert isinstance(card, KeptMacro)
    for _ in range(3):
        assert card("W1") == "<b>W1</b>"
        assert card(Face("a")) == card(Face("a"))
        assert card(("a", 1)) == "<b>(&#39;a&#39;, 1)</b>"
    assert len(calls) == 3


def test_what_is_equal_and_drawn_otherwise_is_told_apart(made: Any) -> None:
    card = made.get_template("cards.html").module.card
    assert [card(one) for one in (1, True, 1.0)] == ["<b>1</b>", "<b>True</b>", "<b>1.0</b>"]


def test_what_may_change_is_drawn_anew(made: Any) -> None:
    card = made.get_template("cards.html").module.card
    calls = counted(card)
    one = Open("a")
    first = card(one)
    one.name = "b"
    assert card(one) != first
    for value in (Open("a"), (Open("a"),), Open):
        assert card(value) == card(value)
    assert len(calls) == 8
    many = ["a"]
    first = card(many)
    many.append("b")
    assert card(many) != first
    assert card("a", label="c") == card("a", label="c") == "<b>ac</b>"
    assert len(calls) == 11


def test_what_is_wrapped_or_sees_the_page_is_not_kept(made: Any) -> None:
    page = made.get_template("page.html")
    assert [page.render(face=face) for face in "ab"] == ["<b>a</b><i>a</i>", "<b>b</b><i>b</i>"]
    seeing = made.get_template("seeing.html")
    assert [seeing.render(face=face) for face in "ab"] == ["a", "b"]
