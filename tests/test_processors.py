"""How many processors long work may use."""

from __future__ import annotations

import os

import pytest

from facedown.processors import usable_processors


def test_only_those_that_this_process_may_use_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 3}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert usable_processors() == 2


@pytest.mark.parametrize(("known", "usable"), [(8, 8), (None, 1)])
def test_a_system_that_cannot_say_has_all_it_knows_of(
    known: int | None, usable: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: known)
    assert usable_processors() == usable
