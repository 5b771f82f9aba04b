"""`facedown mcp` as hosts start it: a process of its own, spoken to over its standard input."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from tests.web.tool_caller import Caller


@contextlib.asynccontextmanager
async def started(folder: Path, bearer: str = ""):  # type: ignore[no-untyped-def]
    pid = folder / "pid"
    command = f'echo $$ > "{pid}"; exec "$0" -m facedown.terminal mcp --workers 1 --db "$1"'
    server = StdioServerParameters(
        command="/bin/sh",
        args=["-c", command, sys.executable, str(folder / "tables.sqlite")],
        env={"FACEDOWN_BEARER": bearer, "LC_ALL": "C.UTF-8"},
    )
    async with Client(stdio_client(server)) as client:
        yield Caller(client), int(pid.read_text())


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with started(tmp_path) as (caller, pid):
            handle = await caller.sit(await caller.open("turing"))
            for head, move in ((2, "propose 241"), (3, "ask A")):
                await caller.done("play", handle=handle, head=head, move=move)
            before = await caller.done("look", handle=handle, data=True)
            head = caller.data["head"]
            os.kill(pid, signal.SIGKILL)
        async with started(tmp_path) as (caller, _):
            assert await caller.done("look", handle=handle) == before
            again = await caller.done("play", handle=handle, head=3, move="ask B")
            assert "Your seat had moved at head 3" in again
            said = ""
            for move in ("stop", "go on", "propose 111", "ask C", "stop", "solve 111"):
                said = await caller.done("play", handle=handle, head=head, move=move)
                head += 1
            assert "The game is over." in said

    asyncio.run(scene())


def test_a_ticket_in_the_environment_stands_in_no_answer(tmp_path: Path) -> None:
    bearer = "b" * 43

    async def scene() -> None:
        async with started(tmp_path, bearer) as (caller, _):
            table = await caller.open("turing")
            said = await caller.done("join", table=table)
            said += await caller.done("look", handle=table)
            assert f"Your handle: {table}\n" in said
            assert bearer not in said

    asyncio.run(scene())


def test_without_the_package_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from facedown.terminal.main import main

    monkeypatch.setitem(sys.modules, "mcp_types", None)
    monkeypatch.delitem(sys.modules, "facedown.web.mcp.server", raising=False)
    assert main(["mcp"]) == 2
    assert capsys.readouterr().err == "MCP needs the package mcp: pip install 'facedown[mcp]'.\n"
