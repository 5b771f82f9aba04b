"""Looking into values: what counts as changed, and what is no plain value."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.testing.glimpse import GlimpseState

from facedown.testing.playing import changed_fields, check_plain, fields_of, frozen
from facedown.testing.replay import no_chance, no_global_chance


class Helper:
    def __init__(self) -> None:
        self.shown = [1]
        self._memo = [1]


@pytest.mark.parametrize(
    "value", [[1], {"a": [1]}, {1}, bytearray(b"a"), deque([1]), ([1],), Helper()]
)
def test_a_later_change_is_noticed(value: Any) -> None:
    before = frozen(value)
    assert frozen(value) == before
    inner = value["a"] if isinstance(value, dict) else value
    inner = inner[0] if isinstance(inner, tuple) else inner
    inner = inner.shown if isinstance(inner, Helper) else inner
    inner.add(9) if isinstance(inner, set) else inner.append(9)
    assert frozen(value) != before


def test_memos_of_helpers_may_change() -> None:
    helper = Helper()
    before = frozen(helper)
    helper._memo.append(2)
    assert frozen(helper) == before


@dataclass(frozen=True)
class Setting:
    limit: int
    reckoned: object = field(init=False, compare=False, default_factory=object)


def test_what_a_frozen_record_does_not_compare_is_not_compared() -> None:
    assert frozen(Setting(1)) == frozen(Setting(1))
    assert frozen(Setting(1)) != frozen(Setting(2))


def test_a_value_that_holds_itself_can_be_looked_at() -> None:
    ring: list[Any] = [1]
    ring.append(ring)
    assert frozen(ring) == frozen(ring)


def test_changed_fields_are_named() -> None:
    state = GlimpseState(chatty=True)
    before = fields_of(state)
    state.bids[0] = 2
    state.turn = 1
    assert changed_fields(before, fields_of(state)) == "bids, turn"


@dataclass(frozen=True, slots=True)
class Plain:
    part: Any
    hidden: Any = field(default=0, repr=False)


@dataclass(slots=True)
class Loose:
    part: int


@dataclass(frozen=True)
class Roomy:
    part: int


@dataclass(frozen=True, slots=True)
class Sly:
    part: int

    def __reduce__(self) -> str:
        return "other"


class Number(int):
    pass


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (lambda: 0, "not a plain value"),
        (random, "not a plain value"),
        (random.Random(1), "not a plain value"),
        (GlimpseState(chatty=True), "not a plain value"),
        ([1], "not a plain value"),
        (1.5, "not a plain value"),
        (Number(3), "not a plain value"),
        (((1, ({"a": (int,)},)),), "not a plain value"),
        (Plain(1), "left out of repr or comparison"),
        (Loose(1), "not frozen"),
        (Roomy(1), "room to hide things"),
        (Sly(1), "its own"),
    ],
)
def test_what_is_not_plain_is_noticed(value: object, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_plain(value, "it")


def test_plain_values_pass() -> None:
    check_plain((1, "a", None, True, {"b": (2,)}, GlimpseState(chatty=True).view(0)), "it")


@pytest.mark.parametrize(
    "use",
    [
        lambda: random.random(),  # noqa: PLW0108  # looked up when it is called
        lambda: random.Random(1),
        lambda: random.choice([1]),
        random.SystemRandom,
    ],
)
def test_no_chance_notices_every_generator(use: Any) -> None:
    with no_chance(), pytest.raises(AssertionError, match="A random generator was used"):
        use()
    assert 0 <= random.random() < 1


def test_the_shared_generator_is_watched() -> None:
    with no_global_chance():
        random.Random(1).random()
    with pytest.raises(AssertionError, match="all programs share"), no_global_chance():
        random.random()
