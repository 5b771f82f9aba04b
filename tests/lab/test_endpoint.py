"""A model behind an endpoint: what is sent, how streams are read, and where the key stays."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from facedown.core.errors import BadOption
from facedown.lab.agents import AgentName, AgentsPlan, AskSetting, GamesFile, run
from facedown.lab.endpoint import KEYS, Address, Endpoint
from facedown.lab.players import LONGEST_ANSWER, OutsideError, UnreadableReply
from facedown.lab.problems import problems_of_seed

KEY = "sk-very-secret-0123456789"


class Server(ThreadingHTTPServer):
    """Answers with these in turn, and keeps what it was sent."""

    def __init__(self, answers: list[Any]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = answers
        self.bodies: list[dict[str, Any]] = []
        self.heads: list[dict[str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1#small"


class Handler(BaseHTTPRequestHandler):
    """A number is a status, a string is streamed piece by piece, bytes are sent as they are."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        self.server.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.server.heads.append({"path": self.path, **dict(self.headers.items())})
        answer = self.server.answers.pop(0)
        if isinstance(answer, int):
            self.send_response(answer)
            self.send_header("Retry-After", "7")
            body = f"your key {KEY} is bad".encode()
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        elif isinstance(answer, bytes):
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)
        else:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream; charset=utf-8")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self._stream(answer)

    def _stream(self, text: str) -> None:
        pieces = [text[at : at + 7] for at in range(0, len(text), 7)]
        events: list[Any] = [{"choices": [{"delta": {"content": piece}}]} for piece in pieces]
        events.append({"choices": [], "usage": {"completion_tokens": len(pieces)}})
        told = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
        whole = f": hello\n\n{told}data: [DONE]\n\n".encode()
        for at in range(0, len(whole), 50):  # events are cut anywhere
            part = whole[at : at + 50]
            self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its name there
        pass


@contextmanager
def serving(*answers: Any) -> Iterator[Server]:
    with Server(list(answers)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def block(line: str) -> str:
    return f'I think: "é".\n```json\n{json.dumps({"line": line})}\n```'


def ask(server: Server, pauses: list[float] | None = None) -> tuple[str, dict[str, int]]:
    kept = [] if pauses is None else pauses
    return Endpoint(Address.read(server.url), KEY, 60.0, kept.append).ask([])


def test_a_model_plays_a_game_and_its_key_stands_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(KEYS[0], KEY)
    path = tmp_path / "games.jsonl"
    lines = ["go away", *map(block, ("propose 241", "stop", "solve 111"))]
    with serving(*lines) as server:
        problems = problems_of_seed("turing", "7", 1, {"cards": "4,9,11,14"})
        plan = AgentsPlan("turing", problems, (AgentName.read(server.url),), AskSetting())
        assert run(plan, GamesFile(path), progress=print) == 0
    (game,) = GamesFile(path).games.values()
    assert (game["calls"], game["unreadable"], game["forfeit"]) == (4, 1, False)
    assert game["tokens"]["completion_tokens"] > 4
    first, second = (body["messages"] for body in server.bodies[:2])
    assert server.bodies[0]["model"] == "small"
    assert [each["role"] for each in first] == ["system", "user"]
    assert [each["role"] for each in second] == ["system", "user", "assistant", "user"]
    assert second[2]["content"] == "go away"
    assert server.heads[0]["path"] == "/v1/chat/completions"
    assert server.heads[0]["Authorization"] == f"Bearer {KEY}"
    said = capsys.readouterr()
    assert KEY not in path.read_text() + json.dumps(server.bodies) + said.out + said.err


def test_one_object_is_read_like_a_stream() -> None:
    whole = {"choices": [{"message": {"content": "yes"}}], "usage": {"prompt_tokens": 3}}
    with serving(json.dumps(whole).encode()) as server:
        assert ask(server) == ("yes", {"prompt_tokens": 3})


def test_what_passes_is_asked_again_and_what_does_not_is_told_without_the_servers_words() -> None:
    pauses: list[float] = []
    with serving(503, 429, "well") as server:
        assert ask(server, pauses)[0] == "well"
    assert pauses == [7, 7]
    for status, asked in ((401, 1), (307, 1), (500, 4)):
        with serving(*[status] * 4) as server:
            with pytest.raises(OutsideError, match=f"answered {status}") as caught:
                ask(server)
            assert len(server.bodies) == asked
        assert KEY not in str(caught.value)
    with serving(*[b"[1]"] * 4) as server, pytest.raises(OutsideError, match="something else"):
        ask(server)


def test_a_long_answer_is_not_kept() -> None:
    with serving("a" * (LONGEST_ANSWER + 100)) as server, pytest.raises(UnreadableReply):
        ask(server)


def test_nobody_there_is_told() -> None:
    with serving() as server:
        url = server.url
    with pytest.raises(OutsideError, match="cannot be reached"):
        Endpoint(Address.read(url), "", 60.0, lambda _: None).ask([])


@pytest.mark.parametrize(
    "text",
    ["http://here/v1", "https://a:b@here/v1#m", "https://here/v1?key=a#m", "http://here:x/v1#m"],
)
def test_an_address_is_read_or_refused_without_repeating_it(text: str) -> None:
    with pytest.raises(BadOption) as caught:
        Address.read(text)
    assert "here" not in str(caught.value)


def test_a_key_goes_to_nobody_in_the_clear() -> None:
    with pytest.raises(BadOption, match="https"):
        Endpoint(Address.read("http://example.org/v1#m"), KEY)
    with pytest.raises(BadOption, match="no key"):
        Endpoint(Address.read("https://example.org/v1#m"), "a\nb")
    Endpoint(Address.read("http://example.org/v1#m"))
