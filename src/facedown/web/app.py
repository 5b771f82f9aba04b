"""The web application over the tables of one process."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.languages import speaking
from facedown.table import Tables
from facedown.table.errors import StoreError
from facedown.web.api import openapi
from facedown.web.api.operations import refusal
from facedown.web.environment import file
from facedown.web.guard import Config, Guard
from facedown.web.mcp.http import McpEndpoint
from facedown.web.pages import (
    acts,
    first,
    lobby,
    opening,
    printing,
    ratings,
    replay,
    strategy,
    table,
    today,
    workshop,
)
from facedown.web.pages.common import PageLanguage, choose, language_for, page
from facedown.web.pages.printing import Printer
from facedown.web.problems import WebProblem, problem_of
from facedown.web.streams import Drawings, Streams

log = logging.getLogger("facedown.web")

PACKED_FROM = 1000
"""Answers of at least so many bytes are compressed."""

OpenTables = Callable[[], AbstractAsyncContextManager[Tables]]


def create_app(open_tables: OpenTables, config: Config | None = None) -> Guard:
    """The application; ``open_tables`` opens the tables when it starts, and closes them after.

    >>> from facedown.table import Tables
    >>> app = create_app(Tables.open)
    """
    config = config or Config()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with (
            open_tables() as tables,
            Printer.open() as printer,
            models.running(app, tables),
        ):
            app.state.printer = printer
            app.state.tables = tables
            guard.metrics = tables.metrics
            yield

    models = McpEndpoint()
    app = Starlette(
        routes=_routes(models),
        lifespan=lifespan,
        middleware=[
            Middleware(GZipMiddleware, minimum_size=PACKED_FROM, compresslevel=5),
            Middleware(PageLanguage),
        ],
        exception_handlers={
            HTTPException: _http_problem,
            FacedownError: _problem,
            ClientDisconnect: _gone,
            Exception: _broken,
        },
    )
    app.router.redirect_slashes = False
    app.state.config = config
    app.state.log = log
    app.state.streams = Streams(config.most_streams)
    app.state.workshops = Streams(config.most_workshops)
    app.state.drawings = Drawings()
    guard = Guard(app, config)
    app.state.buckets = guard.buckets
    return guard


def _routes(models: McpEndpoint) -> list[BaseRoute]:
    return [  # those that are asked most often first
        Mount("/api", routes=[*openapi.routes(), models.route]),
        Route("/t/{table}/read", acts.read_back, methods=["POST"]),
        Route("/t/{table}/{act}", acts.act, methods=["POST"]),
        Route("/", lobby.lobby),
        Route("/today", today.all_of_day),
        Route("/make", lobby.make),
        Route("/learn", lobby.learn),
        Route("/ratings", ratings.ratings),
        Route("/forget", lobby.forget, methods=["POST"]),
        Route("/language", choose, methods=["POST"]),
        Route("/tables", opening.create, methods=["POST"]),
        Route("/games/{game}", lobby.about),
        Route("/games/{game}/rules", first.rules),
        Route("/games/{game}/daily", today.daily),
        Route("/games/{game}/print", printing.printed),
        Route("/games/{game}/strategy", strategy.strategy),
        Route("/games/{game}/first", first.about),
        Route("/games/{game}/workshop", workshop.workshop),
        Route("/games/{game}/workshop", workshop.change, methods=["POST"]),
        Route("/games/{game}/workshop/findings", workshop.live_findings),
        Route("/t/{table}", table.table),
        Route("/t/{table}/live", table.live),
        Route("/t/{table}/qr.svg", table.qr),
        Route("/t/{table}/replay", replay.replay),
        Route("/t/{table}/same", opening.same),
        Route("/t/{table}/log", replay.log),
        Route("/files/{name}", file),
        Route("/health", _health),
        Route("/metrics", _metrics),
        Route("/robots.txt", _robots),
    ]


async def _robots(request: Request) -> Response:
    del request
    return PlainTextResponse("User-agent: *\nDisallow: /t/\nDisallow: /api/\n")


async def _health(request: Request) -> Response:
    """Whether the server is up and its store can be read and written."""
    tables: Tables = request.app.state.tables
    if tables.closing:
        return JSONResponse({"status": "stopping"}, 503)
    try:
        await tables.store.events("", 0)
        await tables.store.check()
    except FacedownError as problem:
        return JSONResponse({"status": "failing", "why": str(problem)}, 503)
    return JSONResponse({"status": "ok"})


async def _metrics(request: Request) -> Response:
    """Numbers for whoever runs the server; only from this computer, and not through a proxy."""
    client = request.client.host if request.client else ""
    forwarded = any(name in request.headers for name in ("forwarded", "x-forwarded-for"))
    if client not in {"127.0.0.1", "::1"} or forwarded:
        raise HTTPException(404, phrase("There is no such page."))
    tables: Tables = request.app.state.tables
    return PlainTextResponse(tables.metrics.text(), media_type="text/plain; version=0.0.4")


# What went wrong


LEADS_ON = {403, 404, 405}
"""After these a page says where to go; a server in trouble is asked nothing more."""


async def _answer(request: Request, sentence: str, status: int, headers: Any = None) -> Response:
    if request.url.path.startswith("/api/"):
        answer = refusal(WebProblem(sentence, "http", status))
    else:
        title = _TITLES.get(status, phrase("Not done"))
        # What is refused at a table leads back to it, unless there is none.
        table = "" if status == 404 else request.path_params.get("table", "")
        context: dict[str, Any] = {
            "title": title,
            "sentence": sentence,
            "cards": [],
            "table": table,
        }
        if status in LEADS_ON:
            with contextlib.suppress(StoreError):  # then it leads nowhere
                context |= await lobby.onward(request)
        answer = page(request, "error.html", context, status=status)
    for name, value in (headers or {}).items():
        answer.headers[name] = value
    return answer


async def _http_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    own = error.detail != HTTPStatus(error.status_code).phrase
    sentence = error.detail if own else _SENTENCES.get(error.status_code, f"{error.detail}.")
    return await _answer(request, sentence, error.status_code, error.headers)


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, FacedownError)
    problem = problem_of(error)
    return await _answer(request, problem.sentence, problem.status)


async def _gone(request: Request, error: Exception) -> Response:
    """Whoever asked went away before all of it was here; nothing is wrong."""
    del request, error
    return Response(status_code=400)


async def _broken(request: Request, error: Exception) -> Response:
    # The error's own words may hold anything; they go nowhere.
    log.error("broken", exc_info=error)
    with speaking(language_for(request.scope)):  # this is called from outside of what speaks
        return await _answer(request, BROKEN, 500)


BROKEN = phrase("Something here is broken; nothing was changed.")
_TITLES = {
    403: phrase("Not allowed"),
    404: phrase("Not found"),
    429: phrase("Too much at once"),
    500: phrase("Broken"),
    503: phrase("Not now"),
}
_SENTENCES = {
    404: phrase("There is no such page."),
    405: phrase("That cannot be asked here in this way."),
}
