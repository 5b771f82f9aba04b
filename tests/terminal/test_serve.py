"""``facedown serve`` and ``facedown`` alone: a server that says where it is, and stops."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.terminal.conftest import Facedown

from facedown.table.tables import ServerSettings
from facedown.terminal.serve import data_folder, store_url


@pytest.mark.parametrize("command", [["serve", "--no-browser", "--verbose"], []])
def test_the_server_says_where_it_is_and_keeps_one_file(tmp_path: Path, command: list[str]) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{tmp_path}/opened"\n')
    browser.chmod(0o755)
    environment = os.environ | {
        "XDG_DATA_HOME": str(tmp_path),
        "HOME": str(tmp_path),
        "BROWSER": str(browser),
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "facedown.terminal", *command],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    assert httpx.get(f"{url}health", timeout=60).status_code == 200
    server.send_signal(signal.SIGINT if command else signal.SIGTERM)
    out, err = server.communicate(timeout=120)
    assert out == ""
    assert "Facedown is running there." in err
    assert "Traceback" not in err
    assert url not in err  # no addresses in the log
    assert (tmp_path / "facedown" / "tables.sqlite").is_file()
    assert (tmp_path / "opened").exists() == (not command)
    if not command:
        assert (tmp_path / "opened").read_text().strip() == url


def test_a_site_keeps_ratings_only_where_it_is_told_to(
    facedown: Facedown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[bool] = []

    def serve(
        sock: object, url: str, config: object, settings: ServerSettings, **_: object
    ) -> None:
        started.append(settings.ratings)

    command = ("serve", "--no-browser", "--port", "0", "--db", str(tmp_path / "store"))
    with monkeypatch.context() as patch:
        patch.setattr("facedown.web.serve.serve", serve)
        assert [facedown(*command).code, facedown(*command, "--ratings").code] == [0, 0]
    assert started == [False, True]
    monkeypatch.setitem(sys.modules, "choix", None)
    said = facedown(*command, "--ratings")
    assert (said.code, said.out) == (2, "")
    assert "install facedown[ratings]" in said.err


def test_mistakes(facedown: Facedown, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = facedown("serve", "--no-browser", "--port", port, "--db", str(tmp_path / "x"))
        assert (said.code, said.out) == (2, "")
        assert "cannot listen on 127.0.0.1" in said.err
    for arguments, told in (
        (("--port", "99999"), "cannot listen"),
        (("--workers", "0", "--port", "0"), "1 to 256"),
        (("--db", "/proc/nowhere/x", "--port", "0"), "cannot be made"),
        (("--db", "mysql://x/y", "--port", "0"), ""),
    ):
        said = facedown("serve", "--no-browser", *arguments)
        assert said.code == 2
        assert told in said.err
        assert "Traceback" not in said.err
    said = facedown("bot", "http://127.0.0.1:1/nothing")
    assert (said.code, said.err) == (2, "A table's link looks like https://HOST/t/NAME.\n")


def test_where_data_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "facedown"
    assert store_url("") == f"sqlite:///{tmp_path / 'facedown' / 'tables.sqlite'}"
    assert store_url("postgresql://me@db/x") == "postgresql+psycopg://me@db/x"
