"""Offline, with a scripted model behind an endpoint that streams: `pytest integrations/verifiers`.

Nothing is uploaded: episodes are run in this process, and the null harness by this interpreter.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from verifiers.v1.clients import ModelContext
from verifiers.v1.configs.client import EvalClientConfig
from verifiers.v1.runtimes.subprocess import SubprocessRuntime
from verifiers.v1.utils.loaders import load_environment, resolve_env_config

Scripted = Callable[[list[dict[str, Any]]], str]


@pytest.fixture
def endpoint() -> Iterator[Callable[[Scripted], str]]:
    """Serves an agent as an endpoint for chats."""
    servers = []

    def served(agent: Scripted) -> str:
        class Chat(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
                text = agent(asked["messages"])
                base = {"id": "1", "created": 1, "model": asked["model"]}
                if asked.get("stream"):
                    whole = {"index": 0, "delta": {"role": "assistant", "content": text}}
                    parts = [whole, {"index": 0, "delta": {}, "finish_reason": "stop"}]
                    chunk = {**base, "object": "chat.completion.chunk"}
                    lines = [json.dumps({**chunk, "choices": [part]}) for part in parts]
                    sent = "".join(f"data: {line}\n\n" for line in [*lines, "[DONE]"])
                    kind = "text/event-stream"
                else:
                    message = {"role": "assistant", "content": text}
                    choice = {"index": 0, "message": message, "finish_reason": "stop"}
                    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
                    whole = {**base, "object": "chat.completion", "usage": usage}
                    sent, kind = json.dumps({**whole, "choices": [choice]}), "application/json"
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(sent.encode())))
                self.end_headers()
                self.wfile.write(sent.encode())

            def log_message(self, *_: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Chat)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/v1"

    yield served
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def _this_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness' own program without a download: all that it needs is installed here."""

    async def prepared(self: Any, script: str | bytes, env: Any = None, **_: Any) -> list[str]:
        data = script.encode() if isinstance(script, str) else script
        await self.write("program.py", data)
        return [sys.executable, "program.py"]

    monkeypatch.setattr(SubprocessRuntime, "prepare_uv_script", prepared)


def episodes(url: str, games: int, **env: Any) -> list[Any]:
    """Plays the problems of a seed."""
    config = resolve_env_config(env)
    made = load_environment(config)
    asked = ModelContext(model="scripted", client=EvalClientConfig(base_url=url, api_key_var="NO"))

    async def all_of_them() -> list[Any]:
        async with made.serving():
            return [await made.run_episode(task, asked) for task in made.taskset.take(games)]

    return asyncio.run(all_of_them())


def said(line: str) -> str:
    return f'I think.\n```json\n{{"line": "{line}"}}\n```'


def test_a_scripted_model_plays_a_problem_of_turing_machine(
    endpoint: Callable[[Scripted], str],
) -> None:
    lines = iter(["propose 241", "nonsense", "stop", "solve 111"])
    asked: list[list[dict[str, Any]]] = []

    def agent(messages: list[dict[str, Any]]) -> str:
        asked.append(messages)
        return said(next(lines))

    taskset = {"id": "facedown-verifiers", "game": "turing"}
    (episode,) = episodes(endpoint(agent), 1, taskset=taskset)
    assert episode.errors == []
    assert "Moves, as they are typed" in str(asked[0][0]["content"])
    assert "could not be read" in str(asked[2][-1]["content"])
    (trace,) = episode.traces
    assert trace.metrics["calls"] == 4
    assert (trace.metrics["unreadable"], trace.metrics["forfeit"]) == (1, 0)
    assert trace.rewards["won"].score in {0, 1}
    assert "facedown" in trace.info["log"]


def test_two_seats_play_against_each_other_and_one_wins(
    endpoint: Callable[[Scripted], str],
) -> None:
    def agent(messages: list[dict[str, Any]]) -> str:
        now = str(messages[-1]["content"])
        first = re.search(r"Your first turn: play a card \((\w+|\?)", now)
        return said(f"play {first[1]}" if first else "fold")

    taskset = {"id": "facedown-verifiers", "game": "suspense", "seats": 2}
    (episode,) = episodes(endpoint(agent), 1, taskset=taskset, self_play=True)
    assert episode.errors == []
    assert sorted(trace.agent.name for trace in episode.traces) == ["other", "player"]
    rewards = sorted(trace.rewards["won"].score for trace in episode.traces)
    assert rewards in ([0, 1], [0.5, 0.5])
