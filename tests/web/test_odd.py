"""Odd things that come over the wire, or happen to the computer: told as such, and no more."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import resource
import sys
from urllib.parse import urlsplit

import pytest
from tests.web.site import Site, fields, on_site, running

from facedown.web.serve import log_to_stderr

DIGITS = "9" * 5000
"""More than Python makes a number of."""


@on_site
async def test_a_number_of_thousands_of_digits_is_just_wrong(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    ann = site.person()
    table = await ann.play("turing", name="Ann", seats="1")
    token = fields(ann.page, "f-act")["csrf"]
    address = urlsplit(site.base)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    head = f"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: {DIGITS}\r\n\r\n"
    writer.write(head.encode())
    async with asyncio.timeout(120):
        assert (await reader.readline()).split()[1] in {b"400", b"413"}
    writer.close()
    for path in (f"/t/{table}?sat={DIGITS}", f"/t/{table}/replay?turn={DIGITS}"):
        assert (await ann.http.get(path)).status_code < 500
    for path in (f"/api/tables/{table}/events?after={DIGITS}", f"/api/tables/{table}/view"):
        given = {"last-event-id": DIGITS}
        assert (await ann.http.get(path, headers=given)).status_code < 500
    sent = {"csrf": token, "seq": DIGITS, "action": DIGITS, "line": DIGITS}
    assert (await ann.http.post(f"/t/{table}/moves", data=sent)).status_code == 400
    program = site.program(ann.http.cookies["seat"])
    for body in (
        f'{{"action": {DIGITS}}}',
        f'{{"line": "{DIGITS}"}}',
        f'{{"action": {"9" * 4300}}}',
    ):
        answer = await program.http.post(
            f"/tables/{table}/moves", content=body, headers={"content-type": "application/json"}
        )
        assert answer.status_code in {400, 409}, body[:20]
    assert "broken" not in caplog.text


@on_site
async def test_who_goes_away_in_the_middle_of_a_request_breaks_nothing(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    address = urlsplit(site.base)
    for path, kind in (("/api/tables", "application/json"), ("/tables", "multipart/form-data")):
        _, writer = await asyncio.open_connection(address.hostname, address.port)
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind};boundary=x\r\n"
        writer.write(f"{head}Content-Length: 500\r\n\r\n--x".encode())
        await writer.drain()
        await asyncio.sleep(0.1)
        writer.close()
    with caplog.at_level(logging.INFO):
        async with asyncio.timeout(120):
            while caplog.text.count("request") < 2:
                await asyncio.sleep(0.01)
    assert "broken" not in caplog.text
    assert not [line for line in caplog.records if line.levelno >= logging.ERROR]


@on_site
async def test_asking_for_the_head_of_a_stream_keeps_none_open(site: Site) -> None:
    table = await site.person().play("turing", name="Ann", seats="1")
    for path in (f"/t/{table}/live", f"/api/tables/{table}/live"):
        async with asyncio.timeout(30):
            answer = await site.person().http.head(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
    assert not site.app.app.state.streams.open.total()


@on_site
async def test_a_store_that_cannot_be_written_is_no_healthy_one(site: Site) -> None:
    anybody = site.program()
    health = f"{site.base}/health"
    assert (await anybody.http.get(health)).status_code == 200
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))  # as if the disk were full
    try:
        async with asyncio.timeout(60):
            while (answer := await anybody.http.get(health)).status_code == 200:
                await asyncio.sleep(0.1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (answer.status_code, answer.json()["status"]) == (503, "failing")
    async with asyncio.timeout(60):
        while (await anybody.http.get(health)).status_code != 200:
            await asyncio.sleep(0.1)


def test_nothing_is_said_outside_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    # A library's own handler may have kept another test's stream, closed by now, and would say so.
    monkeypatch.setattr(logging, "raiseExceptions", False)
    before = {name: list(logging.getLogger(name).handlers) for name in ("", "facedown")}
    facedown = logging.getLogger("facedown")
    level, propagate = facedown.level, facedown.propagate
    log_to_stderr(logging.WARNING)
    try:

        async def scene() -> None:
            async with running() as site:
                ann = site.person()
                await ann.get("/games/turing")
                await ann.http.post(
                    "/tables",
                    content=b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\nhush\r\n--y",
                    headers={"content-type": "multipart/form-data; boundary=x"},
                )
                await ann.http.post(
                    "/tables",
                    content=b"hush hush",
                    headers={"content-type": "multipart/form-data; boundary=x"},
                )
                logging.getLogger("anybody").warning("hush %s", "hush")

        asyncio.run(scene())
    finally:
        for name, handlers in before.items():
            logging.getLogger(name).handlers = handlers
        facedown.setLevel(level)
        facedown.propagate = propagate
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    assert {"anybody", "python_multipart.multipart"} <= {line["logger"] for line in lines}
    assert "hush" not in said.getvalue()
