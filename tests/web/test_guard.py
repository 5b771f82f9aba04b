"""What nobody may use up: time, connections, helpers, memory; and what is said when it is short."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import text
from starlette.datastructures import Headers
from tests.web.site import Site, fields, on_site, words

from facedown.table.acts.open_seat import OpenSeat
from facedown.web import environment
from facedown.web.guard import Config, Rate, _kind, _same_site
from facedown.web.serve import listen


@pytest.mark.parametrize(
    ("method", "path", "query", "kind"),
    [
        ("GET", "/t/x", b"", "read"),
        ("HEAD", "/t/x/replay", b"turn=3", "read"),
        ("GET", "/t/x", b"aid=codes", "aid"),
        ("GET", "/t/x", b"%61id=codes", "aid"),
        ("GET", "/t/x/live", b"after=3&aid=codes", "aid"),
        ("GET", "/t/x/replay", b"turn=3&why=yes", "aid"),
        ("GET", "/t/x/replay", b"turn=3&wh%79=yes", "aid"),
        ("GET", "/api/tables/x/aids/codes", b"", "aid"),
        ("GET", "/games/mystery/print", b"paper=a4", "aid"),
        ("GET", "/games/mystery/strategy", b"step=Q1%3DKH", "aid"),
        ("POST", "/api/tables", b"", "create"),
        ("POST", "/tables", b"", "create"),
        ("POST", "/t/x/chat", b"", "write"),
        ("DELETE", "/t/x", b"", "write"),
    ],
)
def test_every_way_to_ask_for_slow_work_counts_as_that(
    method: str, path: str, query: bytes, kind: str
) -> None:
    assert _kind({"method": method, "path": path, "query_string": query}) == kind


@pytest.mark.parametrize(
    ("scheme", "headers", "ours"),
    [
        ("https", {"origin": "https://play.example"}, True),
        ("http", {"origin": "http://play.example"}, True),
        ("http", {"origin": "https://play.example"}, True),  # a proxy that does not say so
        ("https", {"origin": "http://play.example"}, False),  # anybody on the way can be that
        ("https", {"origin": "https://play.example:444"}, False),
        ("https", {"origin": "null"}, False),
        ("https", {"origin": ""}, False),
        ("https", {"origin": "https://play.example", "sec-fetch-site": "cross-site"}, False),
        ("https", {"sec-fetch-site": "same-origin"}, True),
        ("https", {"sec-fetch-site": "none"}, True),
        ("https", {}, True),  # a program
    ],
)
def test_where_a_post_may_come_from(scheme: str, headers: dict[str, str], ours: bool) -> None:
    assert _same_site(Headers(headers), "play.example", scheme) is ours


async def connect(site: Site, request: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    address = urlsplit(site.base)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(request.replace(b"%b", address.netloc.encode()))
    await writer.drain()
    return reader, writer


async def rest(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the other side hangs up, which it must do soon."""
    async with asyncio.timeout(40):
        return await reader.read()


POST = b"POST /api/tables HTTP/1.1\r\nHost: %b\r\nContent-Type: application/json\r\n"


@on_site(config=Config(rates=None, body_seconds=0.3))
async def test_who_sends_a_body_in_drops_is_sent_away(site: Site) -> None:
    reader, writer = await connect(site, POST + b"Content-Length: 90\r\n\r\n{")
    answer = await rest(reader)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"took too long" in answer
    writer.close()
    # Also who was refused before.
    for other in (POST.replace(b"%b", b"evil.example"), POST + b"Origin: http://x.example\r\n"):
        reader, writer = await connect(site, other + b"Content-Length: 90\r\n\r\n{")
        assert (await rest(reader)).split(b" ")[1] in {b"421", b"403"}
        writer.close()
    # A stream is an answer, and may take as long as it likes.
    made = await site.program().ask("/tables", {"game": "turing"}, 201)
    reader, writer = await connect(
        site, f"GET /api/tables/{made['table']}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    )
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1):
            await reader.read()
    writer.close()


@on_site
async def test_a_connection_without_a_request_is_closed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facedown.web.serve.HEAD_SECONDS", 0.3)
    silent, first = await connect(site, b"")
    trickling, second = await connect(site, b"GET / HTTP/1.1\r\nHost: lo")
    for _ in range(4):
        await asyncio.sleep(0.05)
        second.write(b"c")
    assert await rest(silent) == await rest(trickling) == b""
    reader, third = await connect(site, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert (await rest(reader)).startswith(b"HTTP/1.1 200")
    for writer in (first, second, third):
        writer.close()


def test_small_answers_are_sent_at_once() -> None:
    async def scene() -> None:
        loop, told = asyncio.get_running_loop(), []

        class Told(asyncio.Protocol):
            def connection_made(self, transport: Any) -> None:
                accepted = transport.get_extra_info("socket")
                told.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.close()

        listening = listen("127.0.0.1", 0)
        async with await loop.create_server(Told, sock=listening):
            reader, writer = await asyncio.open_connection(*listening.getsockname())
            await reader.read()
            writer.close()
        assert told
        assert all(told)

    asyncio.run(scene())


@on_site
async def test_files_that_there_are_not_leave_nothing_behind(site: Site) -> None:
    kept = environment._read.cache_info().currsize
    for number in range(30):
        assert (await site.person().http.get(f"/files/x{number}.page.css")).status_code == 404
    assert environment._read.cache_info().currsize == kept


@on_site
async def test_a_store_that_is_away_is_said_as_such(site: Site) -> None:
    table = await (ann := site.person()).play("turing", name="Ann", seats="1")
    secret = ann.http.cookies["seat"]
    program, writing = site.program(secret), site.tables.store.engines[0]
    data = {**fields(ann.page, "f-free-note"), "text": "kept"}
    with writing.begin() as connection:
        connection.execute(text("ALTER TABLE events RENAME TO elsewhere"))
    told = await program.ask(f"/tables/{table}/notes", {"text": "kept", "client": "n1"}, 503)
    assert told["error"]["code"] == "store"
    assert (await ann.http.post(f"/t/{table}/notes", data=data)).status_code == 503
    assert (await program.http.get(f"{site.base}/health")).status_code == 503
    with writing.begin() as connection:
        connection.execute(text("ALTER TABLE elsewhere RENAME TO events"))
    head = site.head(table)
    again = await program.ask(f"/tables/{table}/notes", {"text": "kept", "client": "n1"})
    assert again == {
        "seq": head + 1,
        "head": head + 1,
        "again": False,
    }  # what was refused was not stored


@on_site
async def test_a_stream_ends_quietly_when_the_seat_is_given_away(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    anybody = site.program()
    made = await anybody.ask("/tables", {"game": "turing", "seats": 2, "handover": True}, 201)
    path = f"/tables/{made['table']}"
    seats = [await anybody.ask(f"{path}/claim", {}, 201) for _ in range(2)]
    bob, host = site.program(seats[1]["secret"]), site.program(made["host_secret"])
    async with bob.http.stream("GET", f"{path}/live") as stream:
        lines = stream.aiter_lines()
        assert await anext(lines) == "retry: 1000"
        await bob.ask(f"{path}/leave", {})
        await host.ask(f"{path}/vacate", {"seat": 1})
        async with asyncio.timeout(40):
            told = [line async for line in lines]
    assert "vacated" not in "".join(told)
    assert "broken" not in caplog.text


@on_site
async def test_seats_change_hands_only_where_the_table_said_so(site: Site) -> None:
    host, other = site.person(), site.person()
    given = {"seats": "2", "bot__1": "random", "option__dealer": "2"}
    sentence = "who takes one sees all that it has seen"
    closed = await host.play("suspense", name="Ann", **given)
    assert sentence not in words(host.page)
    assert "f-vacate-1" not in host.page
    token = fields(host.page, "f-settings")["csrf"]
    data = {"csrf": token, "seat": "1"}
    answer = await host.http.post(f"/t/{closed}/vacate", data=data)
    assert (answer.status_code, "not opened for" in words(answer.text)) == (403, True)
    opened = await host.play("suspense", name="Ann", handover="yes", **given)
    assert sentence in words(host.page)
    await host.send("f-vacate-1")
    assert sentence in words(await other.get(f"/t/{opened}"))
    await other.send("claim-1", name="Bob")
    assert (await site.tables.watching.info(opened)).seats[1].name == "Bob"


@on_site
async def test_one_browser_keeps_one_seat(site: Site) -> None:
    ann = site.person()
    table = await ann.play("turing", name="Ann", seats="3")
    page = await site.person().get(f"/t/{table}")
    form = {**fields(page, "claim-1"), "csrf": fields(ann.page, "f-act")["csrf"], "name": "Bob"}
    secret = ann.http.cookies["seat"]
    answer = await ann.http.post(f"/t/{table}/claim", data=form)
    assert answer.status_code == 400
    assert "You have seat 1 here" in words(answer.text)
    assert ann.http.cookies["seat"] == secret
    assert (await site.tables.watching.info(table)).seats[1].player == "open"


@on_site(config=Config(rates={"aid": Rate(3, 0.01)}))
async def test_slow_work_is_rationed_on_both_interfaces(site: Site) -> None:
    ann = site.person()
    table = await ann.play("turing", name="Ann", seats="1", option__cards="4,9,11,14")
    program = site.program(ann.http.cookies["seat"])
    answers = [
        (await program.http.get(f"/tables/{table}/aids/codes")).status_code,
        (await ann.http.get(f"/t/{table}?%61id=codes")).status_code,
        (await ann.http.get(f"/t/{table}/replay?why=yes")).status_code,
        (await program.http.get(f"/tables/{table}/aids/codes")).status_code,
        (await ann.http.get(f"/t/{table}?aid=codes")).status_code,
    ]
    assert answers == [200, 200, 200, 429, 429]
    assert (await ann.http.get(f"/t/{table}")).status_code == 200


@on_site(config=Config(rates={"create": Rate(12, 1e-6)}))
async def test_each_of_several_tables_counts(site: Site) -> None:
    program, ann = site.program(), site.person()
    counted = site.tables.metrics.counted
    for tables, status, opened in ((8, 201, 8), (8, 429, 8), (9, 400, 8), (4, 429, 8)):
        body = {"game": "turing", "seats": 2, "tables": tables}
        answer = await program.http.post("/tables", json=body)
        assert (answer.status_code, counted("tables")) == (status, opened)
        assert ("retry-after" in answer.headers) == (status == 429)
    page = await ann.get("/games/turing")
    answer = await ann.http.post(
        "/tables", data={**fields(page, "/tables"), "seats": "2", "full": "yes", "tables": "2"}
    )
    assert (answer.status_code, counted("tables")) == (429, 8)


@on_site
async def test_who_gave_a_seat_up_may_talk_and_sit_down_again(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("turing", name="Ann", seats="3")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    secret = bob.http.cookies["seat"]
    await bob.send(f"/t/{table}/leave")
    await ann.get(f"/t/{table}")
    await site.tables.do(table, OpenSeat(seat=1), ann.http.cookies["host"])
    await bob.get(f"/t/{table}")
    await bob.send("f-say", name="Bob", text="back again")
    await bob.send("claim-2", name="Bob")
    assert bob.http.cookies["seat"] != secret
    assert [seat.name for seat in (await site.tables.watching.info(table)).seats][2] == "Bob"


def test_a_low_limit_of_open_files_is_raised() -> None:
    # In a process of its own, whose limits are nobody else's.
    program = (
        "import resource as r\n"
        "from facedown.web.serve import _allow_many_connections\n"
        "r.setrlimit(r.RLIMIT_NOFILE, (128, r.getrlimit(r.RLIMIT_NOFILE)[1]))\n"
        "_allow_many_connections()\n"
        "print(*r.getrlimit(r.RLIMIT_NOFILE))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    soft, hard = map(int, ran.stdout.split())
    assert soft == (hard if 0 <= hard < 20_000 else 20_000)
