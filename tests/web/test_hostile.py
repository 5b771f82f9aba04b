"""Hostile clients: refused, logged without secrets, and nothing changed."""

from __future__ import annotations

import asyncio
import html
import io
import json
import logging
import re
import socket
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from tests.web.site import Person, Site, fields, on_site, words

from facedown.core.codec import record_fields
from facedown.table.all_acts import ACTS
from facedown.table.logs import JsonLines
from facedown.web.guard import Config, Rate

JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}


async def two_people(site: Site) -> tuple[Person, Person, str]:
    ann, bob = site.person(), site.person()
    table = await ann.play("turing", name="Ann", seats="2", option__cards="4,9,11,14")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="Bob")
    await ann.get(f"/t/{table}")
    return ann, bob, table


@on_site
async def test_posts_from_other_sites(site: Site) -> None:
    ann, _, table = await two_people(site)
    head = site.head(table)
    data = {**fields(ann.page, "f-act"), "action": "0"}
    for headers in (
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": site.base.replace("127.0.0.1", "127.0.0.2")},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": site.base},
    ):
        for path in (f"/t/{table}/moves", "/tables", f"/api/tables/{table}/moves"):
            answer = await ann.http.post(path, data=data, headers=headers)
            assert answer.status_code == 403, (headers, path)
    for token in ("", "x", "é", fields((await site.person().get("/")), "/tables")["csrf"]):
        answer = await ann.http.post(f"/t/{table}/moves", data={**data, "csrf": token})
        assert answer.status_code == 403
    assert site.head(table) == head
    good = await ann.http.post(f"/t/{table}/moves", data=data, headers={"origin": site.base})
    assert good.status_code == 303
    assert site.head(table) == head + 1


@on_site
async def test_cookies_do_nothing_on_the_json_interface(site: Site) -> None:
    ann, _, table = await two_people(site)
    answer = await ann.http.post(f"/api/tables/{table}/moves", json={"action": 0})
    assert answer.status_code == 401


@on_site
async def test_forged_and_replayed_cookies(site: Site) -> None:
    ann, bob, table = await two_people(site)
    other = site.person()
    elsewhere = await other.play("turing", name="Eve", seats="2")
    mine = {cookie.name: cookie.value or "" for cookie in other.http.cookies.jar}
    eve = site.person()
    page = await eve.get(f"/t/{table}")
    assert "You are watching" in words(page)
    for seat, host in (
        (mine["seat"], mine["host"]),  # of another table
        ("A" * 43, "A" * 43),
        (ann.http.cookies["host"], mine["host"]),  # a host's is no seat's
        ("'; DROP TABLE events; --", ""),
        ("x" * 3000, "%00"),
    ):
        eve.http.cookies.clear()
        eve.http.cookies.set("visitor", mine["visitor"])
        cookies = f"visitor={mine['visitor']}; seat={seat}; host={host}"
        headers = {"cookie": cookies}
        answer = await eve.http.get(f"/t/{table}", headers=headers)
        assert answer.status_code == 200
        assert "You are watching" in words(answer.text)
        assert "Host’s tools" not in words(answer.text)
        head = site.head(table)
        data = {"csrf": fields(answer.text, "f-act")["csrf"], "seq": str(head)}
        for verb, more in (
            ("moves", {"action": "0"}),
            ("notes", {"text": "x"}),
            ("undo", {}),
            ("rename", {"name": "x"}),
            ("leave", {}),
            ("return", {}),
            ("bots", {"seat": "0", "bot": "careful"}),
            ("bots", {"bot": "careful"}),
            ("vacate", {"seat": "0"}),
            ("start", {}),
            ("settings", {}),
            ("clock", {"minutes": "5"}),
            ("claim", {"seat": "0", "name": "Eve"}),
        ):
            sent = await eve.http.post(f"/t/{table}/{verb}", data=data | more, headers=headers)
            assert sent.status_code in {400, 403, 409}, (verb, sent.status_code)
        assert site.head(table) == head
    assert elsewhere != table
    # A cookie taken from a seat's person opens that seat only, and nothing of the host.
    stolen = {"cookie": f"visitor={mine['visitor']}; seat={bob.http.cookies['seat']}"}
    assert "Bob you" in words((await eve.http.get(f"/t/{table}", headers=stolen)).text)
    assert "Host’s tools" not in words((await eve.http.get(f"/t/{table}", headers=stolen)).text)


@on_site
async def test_oversized_and_malformed_bodies(site: Site) -> None:
    ann, _, table = await two_people(site)
    head = site.head(table)
    token = fields(ann.page, "f-act")["csrf"]

    async def chunks() -> object:
        for _ in range(100):
            yield b"x" * 4096

    long = await ann.http.post(f"/t/{table}/chat", data={"csrf": token, "text": "x" * 300_000})
    assert f'href="/t/{table}"' in long.text  # the way back
    many = {f"f{n}": "1" for n in range(500)}
    nested = b"[" * 250_000
    new = {"csrf": token, "game": "suspense", "seats": "2"}
    opened = site.tables.metrics.counted("tables")
    for path, given, statuses in (
        (f"/t/{table}/chat", {"data": {"csrf": token, "text": "x" * 300_000}}, {413}),
        (f"/t/{table}/chat", {"content": chunks(), "headers": FORM}, {413}),
        (f"/t/{table}/chat", {"data": {"csrf": token, "text": "x" * 5000}}, {400}),
        (f"/t/{table}/chat", {"data": {"csrf": token, **many}}, {400, 403}),
        (f"/t/{table}/chat", {"data": {"csrf": token}, "files": {"text": b"x"}}, {400}),
        (f"/t/{table}/chat", {"json": {"csrf": token, "text": "x"}}, {415}),
        (f"/t/{table}/chat", {"content": b"\xff\xfe\x00", "headers": FORM}, {403}),
        (
            f"/t/{table}/chat",
            {"content": b"--", "headers": {"content-type": "multipart/form-data; boundary=x"}},
            {400, 403},
        ),
        (
            f"/t/{table}/chat",
            {"content": b"--", "headers": {"content-type": "multipart/form-data"}},
            {400, 403},
        ),
        (f"/t/{table}/chat", {"data": {"csrf": token, "text": "\u202e \x00\x07"}}, {400}),
        (f"/t/{table}/moves", {"data": {"csrf": token, "action": "1e9"}}, {400}),
        (f"/t/{table}/moves", {"data": {"csrf": token, "action": "٣"}}, {400}),
        (f"/t/{table}/moves", {"data": {"csrf": token, "action": "9" * 30}}, {400}),
        (f"/t/{table}/moves", {"data": {"csrf": token}}, {400}),
        (f"/t/{table}/moves", {"data": {"csrf": token, "kind": "laws", "part.laws": "x"}}, {400}),
        ("/tables", {"data": {**new, "full": "yes", "seats": "900000"}}, {400}),
        ("/tables", {"data": {**new, "seats": "900000"}}, {400}),
        (
            "/tables",
            {"data": {**new, "full": "yes", "bot.0": "careful", "bot.1": "careful"}},
            {400},
        ),
        (f"/t/{table}/dance", {"data": {"csrf": token}}, {404}),
        ("/api/tables", {"content": b"x" * 300_000}, {413}),
        (
            "/api/tables",
            {"content": chunks(), "headers": JSON},
            {413},
        ),
        (
            "/api/tables",
            {"content": nested, "headers": JSON},
            {400},
        ),
        ("/api/tables", {"content": b"{", "headers": JSON}, {400}),
        (
            "/api/tables",
            {"content": b"\xff", "headers": JSON},
            {400},
        ),
        (
            "/api/tables",
            {"content": b"NaN", "headers": JSON},
            {400},
        ),
        (  # half a character, in a place that the answer would repeat
            "/api/tables",
            {"content": rb'{"game":"turing","options":{"\ud800":[]}}', "headers": JSON},
            {400},
        ),
        ("/api/tables", {"content": b"game=x"}, {415}),
        ("/api/tables", {"json": {"game": "turing", "seats": 10**40}}, {400}),
        ("/api/tables", {"json": {"game": "turing", "options": {"rounds": []}}}, {400}),
        ("/api/tables", {"json": {"game": "solid", "options": {"cards": "a=" + 999 * "["}}}, {400}),
    ):
        answer = await ann.http.post(path, **given)
        assert answer.status_code in statuses, (path, str(given)[:80], answer.status_code)
        assert "Traceback" not in answer.text
    assert site.head(table) == head
    assert site.tables.metrics.counted("tables") == opened
    assert (await ann.http.get("/health")).status_code == 200


def raw(base: str, request: bytes) -> bytes:
    """What the server answers to these very bytes."""
    address = urlsplit(base)
    with socket.create_connection((address.hostname, address.port), timeout=60) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while more := connection.recv(65536):
            answer += more
        return answer


@on_site
async def test_other_names_methods_and_broken_requests(site: Site) -> None:
    host = urlsplit(site.base).netloc.encode()
    for name in (
        b"evil.example",
        b"evil.example:80",
        b"127.0.0.1.evil.example",
        b"",
        b"localhost.x",
    ):
        answer = await asyncio.to_thread(
            raw, site.base, b"GET / HTTP/1.1\r\nHost: " + name + b"\r\nConnection: close\r\n\r\n"
        )
        assert answer.split(b" ")[1] in {b"421", b"400"}, name
    for request in (
        b"PUT / HTTP/1.1\r\nHost: %b\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        b"TRACE / HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n",
        b"GET /../../etc/passwd HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n",
        b"GET /files/..%%2f..%%2fserve.py HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n",
        b"GET /files/serve.py HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n",
        b"GET /games/..%%2f HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n",
        b"GET /t/%%00%%ff HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n",
        b"POST /tables HTTP/1.1\r\nHost: %b\r\nConnection: close\r\nContent-Length: -5\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: %b\r\n\r\n",
    ):
        answer = await asyncio.to_thread(raw, site.base, request.replace(b"%b", host))
        assert not answer or answer.split(b" ")[1][:1] == b"4", (request[:50], answer[:80])
        assert b"Traceback" not in answer
    assert (await site.person().http.get("/health")).status_code == 200


MARKUP = "<b onclick=x>{0}</b>{{7*7}}"


class Tags(HTMLParser):
    """Collects what could run on a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if tag in {"style", "iframe", "object", "embed"} or (
            tag == "script" and "src" not in names
        ):
            self.found.append(tag)
        self.found += [name for name in names if name.startswith("on") or name == "style"]
        self.found += [v for n, v in attrs if n in {"href", "src"} and v and ":" in v.split("/")[0]]


@on_site
async def test_markup_in_names_notes_and_talk_stays_text(site: Site) -> None:
    ann, bob = site.person(), site.person()
    table = await ann.play("turing", name="<i>&\"'", seats="2", option__cards="4,9,11,14")
    await bob.get(f"/t/{table}")
    await bob.send("claim-1", name="<script>x")
    await ann.get(f"/t/{table}")
    await ann.send("f-say", text=MARKUP)
    await ann.send("f-free-note", text=MARKUP)
    pages = [await ann.get(f"/t/{table}"), await bob.get(f"/t/{table}"), await ann.get("/")]
    pages.append(await site.person().get(f"/t/{table}/replay"))
    assert html.escape(MARKUP) in pages[0]
    for page in pages:
        assert Tags(page).found == []
        assert "<i>" not in page
        assert "49" not in re.sub(r"[0-9a-f]{20,}|\d{3,}", "", words(page.partition("f-say")[0]))


@on_site
async def test_every_page_has_its_headers_and_nothing_inline(site: Site) -> None:
    ann, _, table = await two_people(site)
    for path in (
        "/",
        "/games/turing",
        "/games/suspense",
        "/games/turing/rules",
        "/today",
        "/games/turing/first",
        "/games/suspense/first?turn=4",
        f"/t/{table}",
        f"/t/{table}?aid=codes",
        f"/t/{table}/replay",
        f"/t/{table}/qr.svg",
        "/nothing",
        "/health",
        "/api/openapi.json",
        "/files/style.css",
    ):
        answer = await ann.http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers or "uvicorn" in answer.headers["server"]
        if answer.headers["content-type"].startswith("text/html"):
            assert Tags(answer.text).found == [], path
            assert answer.headers["cache-control"] == "no-store"
    for cookie in ann.http.cookies.jar:
        assert cookie.has_nonstandard_attr("HttpOnly")
        assert cookie.get_nonstandard_attr("SameSite") == "lax"
        assert cookie.path == (f"/t/{table}" if cookie.name in {"seat", "host", "aids"} else "/")


SLOW = Config(
    rates={
        "read": Rate(30, 1.0),
        "write": Rate(5, 1.0),
        "create": Rate(3, 0.1),
        "aid": Rate(2, 0.1),
    },
    most_streams=3,
)


@on_site(config=SLOW)
async def test_floods(site: Site) -> None:
    program = site.program()
    answers = [await program.http.post("/tables", json={"game": "turing"}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 3
    assert int(answers[-1].headers["retry-after"]) > 0
    table = answers[0].json()["table"]
    posts = [
        await program.http.post(f"/tables/{table}/chat", json={"text": "x", "name": f"Eve {n}"})
        for n in range(10)
    ]
    assert {answer.status_code for answer in posts[:5]} == {200}
    assert posts[-1].status_code == 429
    assert site.head(table) < 8
    async with (
        program.http.stream("GET", f"/tables/{table}/live"),
        program.http.stream("GET", f"/tables/{table}/live"),
        program.http.stream("GET", f"/t/{table}/live".replace("/t/", "/tables/")),
    ):
        assert (await program.http.get(f"/tables/{table}/live")).status_code == 429
    reads = [(await program.http.get("/games")).status_code for _ in range(40)]
    assert reads[-1] == 429
    assert "facedown_http_limited_total" in site.tables.metrics.text()


@on_site
async def test_logs_of_refused_requests_hold_no_secrets(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("facedown")
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        ann, _, table = await two_people(site)
        token = fields(ann.page, "f-act")["csrf"]
        secrets = [*ann.http.cookies.values(), token, table, "typed words"]
        data = {"csrf": token, "text": "typed words"}
        await ann.http.post(f"/t/{table}/notes", data=data | {"text": "typed words" * 60})
        await ann.http.post(f"/t/{table}/chat", data=data, headers={"origin": "https://x.example"})
        await ann.http.post(f"/t/{table}/chat", data=data | {"csrf": "typed words"})
        await ann.http.get(f"/t/{table}/replay?turn=typed words")
        secret = ann.http.cookies["seat"]
        await site.program(secret).http.post(f"/tables/{table}/moves", json={"action": 999})
    finally:
        logger.removeHandler(handler)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert {line["status"] for line in lines if line["message"] == "request"} >= {
        200,
        303,
        400,
        403,
    }
    for secret in secrets:
        assert secret not in stream.getvalue()
        assert secret not in caplog.text


@on_site
async def test_forms_whose_fields_are_missing_empty_or_wrong_get_a_sentence(site: Site) -> None:
    """Every act, with each of its fields in turn; what the form holds otherwise would do."""
    told = 0
    for path, kind in ACTS.items():
        ann, _, table = await two_people(site)
        token = fields(ann.page, "f-act")["csrf"]
        names = [name for name in record_fields(kind) if name not in {"client", "expected"}]
        for name in names:
            for wrong in (None, "", "\0"):
                data = {"csrf": token, "seq": str(site.head(table))}
                data |= {each: "1" for each in names if each != name}
                data |= {} if wrong is None else {name: wrong}
                sent = await ann.http.post(f"/t/{table}/{path}", data=data)
                assert sent.status_code in {200, 303, 400, 403, 409}, (path, name, wrong)
                told += sent.status_code == 400
    assert told > 20
