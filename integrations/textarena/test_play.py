"""Offline, with scripted agents: `pytest integrations/textarena`."""

from __future__ import annotations

import random

from play import play, scripted


def test_two_scripted_agents_play_a_whole_game() -> None:
    rewards = [
        play({seat: scripted(random.Random(seat)) for seat in range(2)}, "suspense", seed)
        for seed in range(3)
    ]
    assert [sorted(each) for each in rewards] == [[0, 1]] * 3
