"""Offline, with a scripted agent: `pytest integrations/openenv`. Nothing is uploaded."""

from __future__ import annotations

import json

import pytest
from facedown_openenv import FacedownEnvironment, SpokenAnswer, app
from starlette.testclient import TestClient

from facedown.core.errors import FacedownError


def test_a_scripted_agent_plays_a_game_over_the_socket() -> None:
    with TestClient(app) as client, client.websocket_connect("/ws") as socket:

        def sent(kind: str, **data: object) -> dict[str, object]:
            socket.send_text(json.dumps({"type": kind, "data": data}))
            answer = socket.receive_json()
            assert answer["type"] == "observation", answer
            return answer["data"]

        first = sent("reset", seed=7, cards="4,9,11,14")
        assert "propose 241" in str(first["observation"]["text"])
        wrong = sent("step", text="nonsense")
        assert (wrong["done"], bool(wrong["observation"]["wrong"])) == (False, True)
        for line in ("propose 241", "stop", "solve 111"):
            last = sent("step", text=json.dumps({"line": line}))
        assert last["done"]
        assert last["reward"] in {0, 1}


def test_our_bots_have_the_other_seats() -> None:
    env = FacedownEnvironment("suspense", 3)
    asked = env.reset(seed=7, goal=0)
    assert "You are seat 1 of 3." in asked.text
    for _ in range(3):
        asked = env.step(SpokenAnswer(text="no move"))
    assert (asked.done, asked.reward, env.state.step_count) == (True, 0, 3)


def test_a_step_before_the_first_game_says_what_to_do() -> None:
    with pytest.raises(FacedownError, match="call reset first"):
        FacedownEnvironment().step(SpokenAnswer(text="stop"))
