"""A log names its puzzle and does not hold it: what a name means can never change."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from facedown.games.mystery.puzzle import Puzzle
from facedown.games.mystery.studio.library import (
    PRINTED,
    book_names,
    day_names,
    find_puzzle,
    is_name,
)

KEPT = Path(__file__).parents[2] / "kept" / "puzzles.txt"
"""Every name there ever was, and the sum of its puzzle: lines are added, never changed."""


def sum_of(puzzle: Puzzle) -> str:
    """A checksum of what a game of a puzzle depends on: its titles and pars may be mended."""
    piles = [[p.price, p.cells, p.jokers, p.remove, p.removed_to] for p in puzzle.piles]
    twists = [[twist.name, twist.cells] for twist in puzzle.twists]
    rest = [puzzle.low_ranks, puzzle.mystery, puzzle.any_order, puzzle.order]
    return hashlib.sha256(json.dumps([piles, twists, *rest]).encode()).hexdigest()[:16]


def kept() -> dict[str, str]:
    return dict(line.split() for line in KEPT.read_text("utf-8").splitlines())


@pytest.mark.parametrize("name", kept())
def test_a_name_means_what_it_always_meant(name: str) -> None:
    assert is_name(name)
    assert sum_of(find_puzzle(name)) == kept()[name]


def test_every_name_is_kept() -> None:
    assert set(kept()) >= {*PRINTED, *book_names(), *day_names()}
