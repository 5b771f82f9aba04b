"""Offline, with scripted agents: `pytest integrations/gymnasium`."""

from __future__ import annotations

import json

import pytest
from facedown_gymnasium import FacedownEnv
from gymnasium.utils.env_checker import check_env


@pytest.mark.parametrize("game", ["mystery", "solid", "solver", "suspense", "turing"])
def test_a_random_agent_plays_every_game_by_rows(game: str) -> None:
    env = FacedownEnv(game)
    observation, _ = env.reset(seed=7)
    env.action_space.seed(7)
    done, made = False, 0
    while not done:
        assert env.observation_space.contains(observation)
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, done, _, info = env.step(action)
        assert info["wrong"] is None
        made += 1
    assert made > 0
    assert isinstance(reward, float)


@pytest.mark.filterwarnings("ignore")
def test_the_checker_of_gymnasium_finds_nothing() -> None:
    check_env(FacedownEnv("suspense", seats=2, goal=0), skip_render_check=True)


def test_a_scripted_agent_plays_by_text_and_is_told_what_is_wrong() -> None:
    env = FacedownEnv("turing", seats=1, observation="text", cards="4,9,11,14")
    text, _ = env.reset(seed=7)
    assert "propose 241" in text
    assert env.observation_space.contains(text)
    text, _, done, _, info = env.step("nonsense")
    assert (done, info["wrong"]["kind"]) == (False, "unreadable")
    assert "Answer again" in text
    for line in ("propose 241", "stop", "solve 111"):
        text, reward, done, _, info = env.step(json.dumps({"line": line}))
        assert info["wrong"] is None
    assert done
    assert reward in (0.0, 1.0)
    again, _ = env.reset(seed=7)
    assert (
        again
        == FacedownEnv("turing", seats=1, observation="text", cards="4,9,11,14").reset(seed=7)[0]
    )
