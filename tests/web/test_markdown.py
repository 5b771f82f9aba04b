"""Rulebooks as pages show them."""

from __future__ import annotations

import pytest

from facedown.core.registry import game_class
from facedown.web.markdown import rulebook


def test_paragraphs_can_be_linked_to() -> None:
    assert 'id="T6"' in rulebook("turing")


def test_a_game_without_a_rulebook_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(game_class("turing"), "rulebook", missing)
    told = rulebook.__wrapped__("turing")
    assert told == "<p>Turing Machine brings no rulebook.</p>"
