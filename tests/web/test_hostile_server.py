"""``facedown bot`` at a server that answers anything: one sentence, whatever it is."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from facedown.core.codec import to_json
from facedown.core.errors import FacedownError
from facedown.core.registry import new_game
from facedown.core.seats import NATURE
from facedown.table.opening import NewTable
from facedown.table.state import Settings, TableState, new_spec
from facedown.table.watching import info_of
from facedown.web.remote import play_at


def playing() -> dict[str, Any]:
    """What an honest server would answer in the middle of a game in which seat 1 is to move."""
    asked = NewTable("suspense", 3)
    game = new_game(asked.game, asked.seats)
    state, rng = game.start(), random.Random(1)
    while state.actors() == (NATURE,):
        state.apply(NATURE, state.draw(rng))
    seat = state.actors()[0]
    info = info_of("x", TableState(new_spec(game, Settings(), "h" * 64)), 0).form()
    return {
        "": {**info, "status": "playing", "actors": [seat]},
        "/claim": {"seat": seat, "secret": "s" * 43},
        "/events": {"head": 7, "events": []},
        "/view": {"head": 7, "words": "", "view": to_json(state.view(seat))},
        "/moves": {"seq": 8, "head": 8, "again": False},
    }


@contextmanager
def answering(answers: dict[str, Any], status: int = 200) -> Iterator[tuple[str, list[str]]]:
    """A server with these answers, by the end of the path; bytes are sent as they are."""
    asked: list[str] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0].removeprefix("/api/tables/x")
            asked.append(path)
            answer = answers.get(path, {})
            body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(status if path == "" else 200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815  # the name that the library asks for

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/t/x", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def sentence_of(answers: dict[str, Any], folder: Path, status: int = 200) -> tuple[str, list[str]]:
    with answering(answers, status) as (url, asked), pytest.raises(FacedownError) as told:
        play_at(url, "beginner", None, "Bot", lambda _: None, folder)
    sentence = str(told.value)
    assert len(sentence) < 600
    assert sentence.isprintable()
    return sentence, asked


def test_a_view_with_a_seat_to_move_that_is_none(tmp_path: Path) -> None:
    for part in (
        {"dealer": 99},
        {"dealer": -5},
        {"dealer": 10**9},
        {"actors": [2_000_000]},
        {"actors": [-7, 0]},
        {"played": [["W1"] * 40] * 3},
        {"turns": [{"seat": 0, "action": "pass"}] * 5000},
        {"folded": [77]},
        {"hand": ["W1", "W1", "W1", "W1"]},
        {"secret": "Z9"},
        {"total": 10**18},
    ):
        answers = playing()
        answers["/view"]["view"] |= part
        sentence, asked = sentence_of(answers, tmp_path)
        assert "cannot be of this game" in sentence, part
        assert "/moves" not in asked


@pytest.mark.parametrize(
    "odd",
    [
        b"",
        b"nonsense",
        b"[" * 100_000,
        b"9" * 5000,
        b"[" + b"1," * 3_000_000 + b"1]",
        b"\xff\xfe",
        None,
        [],
        {},
        3,
        "words",
        {"game": 5},
        {"head": "x", "seat": "x", "view": 1},
    ],
    ids=lambda odd: repr(odd)[:20],
)
@pytest.mark.parametrize("path", ["", "/claim", "/events", "/view"])
def test_odd_answers_get_a_sentence(path: str, odd: object, tmp_path: Path) -> None:
    sentence, asked = sentence_of({**playing(), path: odd}, tmp_path)
    assert sentence.endswith(".")
    assert "/moves" not in asked


@pytest.mark.parametrize(
    "part",
    [
        {"game": "\x1b]0;owned\x07"},
        {"game": {}},
        {"options": {"seats": 3}},
        {"options": {"self": True}},
        {"options": {"\x1b[2J": True}},
        {"options": []},
        {"options": {"goal": [1]}},
        {"seats": []},
        {"seats": {}},
        {"seats": [1] * 999},
        {"rules": "1"},
        {"rules": 999},
        {"actors": ["0"]},
        {"status": "over", "outcome": 5},
        {"status": "over", "seats": [1, 2, 3]},
        {"outcome": {"points": []}},
    ],
    ids=repr,
)
def test_odd_facts_of_a_table_get_a_sentence(part: dict[str, Any], tmp_path: Path) -> None:
    answers = playing()
    answers[""] |= part
    sentence_of(answers, tmp_path)


@pytest.mark.parametrize(
    "odd",
    [b"", b"[]", b"[" * 100_000, b'{"error": 5}', b'{"error": {"sentence": "\\u001b[2J\\n"}}'],
)
def test_odd_refusals_get_a_sentence(odd: bytes, tmp_path: Path) -> None:
    sentence_of({"": odd}, tmp_path, 400)
    text = json.dumps({"error": {"sentence": "\x1b[2JNo.\n", "code": "x"}}).encode()
    assert sentence_of({"": text}, tmp_path, 403)[0] == "[2JNo."


@pytest.mark.parametrize("url", ["http://[::1/t/x", "http://[x]/t/x", "http://h/t/", "x" * 5000])
def test_odd_links_get_a_sentence(url: str, tmp_path: Path) -> None:
    with pytest.raises(FacedownError, match="link looks like"):
        play_at(url, "", None, "", print, tmp_path)
