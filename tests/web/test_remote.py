"""``facedown bot URL``: it goes on after it was killed, and after the server was."""

from __future__ import annotations

import os
import random
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from tests.web import browser as web
from tests.web.browser import ROOT, Server

from facedown.core.errors import FacedownError
from facedown.web.remote import KeptSeat, play_at


class Bot:
    """The command in a process of its own."""

    def __init__(self, url: str, home: Path, *more: str) -> None:
        command = [sys.executable, "-m", "facedown.terminal", "bot", url, "--bot", "careful", *more]
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=os.environ | {"HOME": str(home), "XDG_DATA_HOME": str(home / "data")},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()  # in the middle of whatever it does
        self._process.communicate()

    def result(self) -> tuple[int, str, str]:
        """Its exit code and what it said, when it has come to its end."""
        out, err = self._process.communicate(timeout=600)
        return self._process.returncode, out, err


class Person:
    """Somebody who plays at random, and looks again where the server is away."""

    def __init__(self, server: Server, table: str) -> None:
        self.server, self.table, self.secret = server, table, ""
        self.rng = random.Random(3)

    def ask(self, path: str = "", body: Any = None) -> Any:
        """An answer's JSON."""
        address = f"{self.server.base}/api/tables{self.table}{path}"
        headers = {"authorization": f"Bearer {self.secret}"} if self.secret else {}
        method = "GET" if body is None else "POST"
        answer = httpx.request(method, address, json=body, headers=headers, timeout=30)
        assert answer.is_success, answer.text
        return answer.json()

    def steps_of(self, seat: int) -> int:
        """How many moves a seat has made."""
        told = self.ask("/events?after=0")["events"]
        return sum(one["kind"] == "step" and one["seat"] == seat for one in told)

    def play_until(self, moves_of_bot: int) -> bool:
        """Plays on until the bot has made so many moves; False when the game is over before."""
        until = time.monotonic() + 600  # however slow the machine is
        while time.monotonic() < until:
            info = self.ask()
            if info["status"] == "over":
                return False
            if info["status"] == "waiting":
                self.ask(f"/events?after={info['head']}&wait=5")
                continue
            if self.steps_of(1) >= moves_of_bot:
                return True
            open_to = self.ask("/moves")
            if open_to["moves"]:
                sent = {"action": self.rng.choice(open_to["moves"])["action"]}
                self.ask("/moves", sent | {"expected": open_to["head"]})
            else:
                self.ask(f"/events?after={open_to['head']}&wait=5")
        raise AssertionError("the bot does not move")


@pytest.mark.slow
def test_a_bot_and_a_server_are_killed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    with web.serving(tmp_path) as server:
        made = Person(server, "").ask("", {"game": "suspense", "seats": 2, "options": {"goal": 7}})
        ann = Person(server, f"/{made['table']}")
        ann.secret = ann.ask("/claim", {"seat": 0, "name": "Ann"})["secret"]
        url = f"{server.base}/t/{made['table']}"
        with Bot(url, tmp_path):
            assert ann.play_until(1)
        assert [file.stat().st_mode & 0o777 for file in (tmp_path / "data").rglob("*.json")] == [
            stat.S_IRUSR | stat.S_IWUSR
        ]

        with Bot(url, tmp_path) as bot:
            assert ann.play_until(2)
            server.stop(signal.SIGKILL)
            time.sleep(1)
            server.start()
            assert not ann.play_until(10**9)
            code, out, err = bot.result()
        assert code == 0
        assert out.strip().endswith(".")
        assert "The bot careful has seat 2." in err
        assert "The server does not answer" in err
        assert "The server is back." in err
        assert "Traceback" not in err
        steps = [one for one in ann.ask("/events?after=0")["events"] if one["kind"] == "step"]
        assert {one["by"] for one in steps} == {"human"}
        assert not list((tmp_path / "data").rglob("*.json"))


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://127.0.0.1:1/t/abc", "The server does not answer (connection refused)."),
        ("ftp://127.0.0.1/t/abc", "A table's link looks like https://HOST/t/NAME."),
        ("http://127.0.0.1:1/", "A table's link looks like https://HOST/t/NAME."),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(url: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(FacedownError) as told:
        play_at(url, "", None, "", print, tmp_path)
    assert str(told.value) == sentence


def test_a_kept_seat_that_is_none_is_no_seat(tmp_path: Path) -> None:
    kept = KeptSeat(tmp_path / "seats", "http://127.0.0.1/api/tables/x", "Ann")
    assert kept.read() == (None, "")
    kept.write(1, "secret")
    assert kept.read() == (1, "secret")
    assert KeptSeat(tmp_path / "seats", "http://127.0.0.1/api/tables/x", "Bob").read()[0] is None
    (file,) = (tmp_path / "seats").iterdir()
    for broken in ("", "[]", "{}", '{"seat": "x", "secret": 1}'):
        file.write_text(broken)
        assert kept.read() == (None, "")
    kept.forget()
    kept.forget()
    KeptSeat(tmp_path / "seats" / "no" / "file", "a", "b").write(0, "x")
