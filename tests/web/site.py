"""A site to test on: a real server over a new store, and people and programs who use it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import html
import inspect
import re
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import uvicorn

from facedown.core.codec import Json
from facedown.table.tables import ServerSettings, Tables
from facedown.web.app import create_app
from facedown.web.guard import Config
from facedown.web.serve import Impatient, listen

UNTICKED = "(unticked)"
FREE = Config(rates=None)
NO_AUTHORITIES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing is encrypted: to read whom to trust would take more time than many a test."""
QUICK = ServerSettings(bot_seconds=240.0, workers=1)


def fields(page: str, form: str) -> dict[str, str]:
    """What the form with that id (or the first that goes to that address) sends untouched."""
    for found in re.finditer(r"<form\b([^>]*)>(.*?)</form>", page, re.DOTALL):
        if f'id="{form}"' in found[1] or f'action="{form}"' in found[1]:
            # What a browser sends untouched: hidden fields, and boxes that are ticked.
            boxes = r'<input type="checkbox"[^>]* name="([^"]+)" value="([^"]*)" checked'
            hidden = r'<input type="hidden" name="([^"]+)" value="([^"]*)">'
            sent = [*re.findall(hidden, found[2]), *re.findall(boxes, found[2])]
            return {name: html.unescape(value) for name, value in sent}
    raise AssertionError(f"the page has no form {form}")


def words(page: str) -> str:
    """The page's text without tags."""
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", page).split()))


def client(base: str, headers: dict[str, str] | None = None) -> httpx.AsyncClient:
    """Asks a server at an address that begins with ``http:``."""
    return httpx.AsyncClient(base_url=base, headers=headers, timeout=90, verify=NO_AUTHORITIES)


class Person:
    """Somebody with a browser that has no JavaScript."""

    def __init__(self, base: str, headers: dict[str, str] | None = None) -> None:
        self.base = base
        self.http = client(base, headers)
        self.page = ""
        self.table = ""

    async def get(self, path: str, status: int = 200) -> str:
        """Opens a page."""
        answer = await self.http.get(path, follow_redirects=True)
        assert answer.status_code == status, (path, answer.status_code, words(answer.text)[:500])
        self.page = answer.text
        return self.page

    async def send(self, form_id: str, status: int = 200, **given: str) -> str:
        """Fills in the form of the open page that has this id or action, and sends it."""
        data = {**fields(self.page, form_id), **{k.replace("__", "."): v for k, v in given.items()}}
        data = {name: value for name, value in data.items() if value != UNTICKED}
        found = re.search(rf'<form[^>]*action="([^"]+)"[^>]*id="{form_id}"', self.page)
        answer = await self.http.post(
            found[1] if found else form_id, data=data, follow_redirects=True
        )
        assert answer.status_code == status, (form_id, answer.status_code, words(answer.text)[:500])
        self.page = answer.text
        of_table = re.match(r"/t/([a-z0-9]+)$", answer.url.path)
        if of_table:
            self.table = of_table[1]
        return self.page

    async def play(self, game: str, **given: str) -> str:
        """Opens a table of a game from its own page; returns its name."""
        await self.get(f"/games/{game}")
        await self.send("/tables", 200, **given)
        return self.table


class Program:
    """A program that uses the JSON interface."""

    def __init__(self, base: str, secret: str = "") -> None:
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        self.http = client(f"{base}/api", headers)

    async def ask(self, path: str, body: Json = None, status: int = 200) -> Json:
        """An answer's JSON."""
        answer = await (self.http.get(path) if body is None else self.http.post(path, json=body))
        assert answer.status_code == status, (path, answer.status_code, answer.text[:500])
        return answer.json()


@dataclass
class Site:
    """A running server."""

    base: str
    tables: Tables
    app: Any
    clients: list[httpx.AsyncClient] = field(default_factory=list)

    def person(self, **headers: str) -> Person:
        """Somebody new."""
        made = Person(self.base, headers)
        self.clients.append(made.http)
        return made

    def program(self, secret: str = "") -> Program:
        """A program, with a secret if it has one."""
        made = Program(self.base, secret)
        self.clients.append(made.http)
        return made

    def head(self, table: str) -> int:
        """The number of a table's newest event."""
        return self.tables.registry.live_tables[table].state.head


@contextlib.asynccontextmanager
async def running(
    url: str = "", config: Config = FREE, settings: ServerSettings = QUICK
) -> AsyncIterator[Site]:
    """A server, stopped at the end."""
    sock = listen("127.0.0.1", 0)
    async with Tables.open(url, settings) as tables:
        app = create_app(lambda: contextlib.nullcontext(tables), config)
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                lifespan="on",
                timeout_graceful_shutdown=3,
                http=Impatient,
            )
        )
        with contextlib.ExitStack() as stack:
            setattr(server, "capture_signals", lambda: stack)  # noqa: B010  # pytest has its own
            task = asyncio.create_task(server.serve(sockets=[sock]))
            while not server.started:
                await asyncio.sleep(0.005)
            site = Site(f"http://127.0.0.1:{sock.getsockname()[1]}", tables, app)
            try:
                yield site
            finally:
                for client in site.clients:
                    await client.aclose()
                tables.retire()
                server.should_exit = True
                await task


def on_site(
    scene: Callable[..., Awaitable[None]] | None = None, *, config: Config = FREE
) -> Callable[..., Any]:
    """A test of this scene on a site of its own; the scene gets it, then pytest's fixtures."""
    if scene is None:
        return functools.partial(on_site, config=config)

    def test(**given: Any) -> None:
        async def run() -> None:
            async with asyncio.timeout(300), running(config=config) as site:
                await scene(site, **given)

        asyncio.run(run())

    test.__name__, test.__module__ = scene.__name__, scene.__module__
    test.__doc__ = scene.__doc__
    names = list(inspect.signature(scene).parameters)[1:]
    kind = inspect.Parameter.KEYWORD_ONLY
    test.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, kind) for name in names]
    )
    test.pytestmark = list(getattr(scene, "pytestmark", []))  # type: ignore[attr-defined]
    return test


@contextlib.contextmanager
def site_in_a_thread(config: Config) -> Iterator[str]:
    """The address of a site that runs beside this thread, for a real browser."""
    loop = asyncio.new_event_loop()
    started, stop = threading.Event(), asyncio.Event()
    addresses: list[str] = []

    async def run() -> None:
        async with running(config=config) as site:
            addresses.append(site.base)
            started.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(run()))
    thread.start()
    with contextlib.closing(loop):
        assert started.wait(240)
        try:
            yield addresses[0]
        finally:
            loop.call_soon_threadsafe(stop.set)
            thread.join(120)
