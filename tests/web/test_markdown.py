"""Rulebooks as pages show them."""

from __future__ import annotations

import pytest

from facedown.core.registry import game_class
from facedown.languages import ENGLISH, PSEUDO, speaking
from facedown.web.environment import _rulebook, rulebook


def test_paragraphs_can_be_linked_to() -> None:
    assert 'id="T6"' in rulebook("turing")


def test_a_game_without_a_rulebook_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(game_class("turing"), "rulebook", missing)
    told = _rulebook.__wrapped__("turing", ENGLISH)
    assert told == "<p>Turing Machine brings no rulebook.</p>"


def test_a_rulebook_in_another_language_keeps_its_paragraphs() -> None:
    with speaking(PSEUDO):
        told = rulebook("suspense")
    assert 'id="S16"' in told
    assert "<h2>Ŧĥé çáŕđš</h2>" in told
    assert told.count("<tr>") == rulebook("suspense").count("<tr>")
