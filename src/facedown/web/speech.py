"""In which language a browser is answered: the one it has chosen, or the one it asks for."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from facedown.core.errors import FacedownError, UnknownName
from facedown.core.game import Game
from facedown.core.registry import game_class
from facedown.languages import (
    ENGLISH,
    Language,
    best_language,
    current_language,
    is_whole,
    language_named,
    speak,
    speaking,
)
from facedown.table import Tables
from facedown.web.pages.common import WANTED, form_of, go, text_of
from facedown.web.visitor import set_cookie, visitor_of

LANGUAGE: Final = "language"
"""The cookie that holds what was chosen."""


class Speech:
    """Answers each request for a page in the language of whoever asks.

    Pages of a game that the language has not whole are in English, and so are answers to programs:
    what they go by are codes.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        with speaking(language_for(scope)):
            kind = await _game_at(scope)
            if kind is not None and not is_whole(current_language(), kind):
                scope[WANTED] = current_language()
                speak(ENGLISH)
            await self.app(scope, receive, send)


async def _game_at(scope: Scope) -> type[Game] | None:
    """The game that the address of a page is about, by its name or by that of a table."""
    if scope["type"] != "http" or current_language() is ENGLISH:
        return None
    path: str = scope["path"]
    place, _, rest = path.removeprefix("/").partition("/")
    name = rest.partition("/")[0]
    try:
        if place == "t":
            tables: Tables = scope["app"].state.tables
            return type((await tables.registry.live_table(name)).state.game)
        return game_class(name) if place == "games" else None
    except FacedownError:  # the page itself says what is wrong
        return None


def language_for(scope: Scope) -> Language:
    """The language in which a request is answered: English where it is a program's."""
    page = scope["type"] == "http" and not scope["path"].startswith("/api/")
    return language_of(Headers(scope=scope)) if page else ENGLISH


def language_of(headers: Headers) -> Language:
    """The language that was chosen on a page, else the best of those that the browser names."""
    chosen = cookie_parser(headers.get("cookie", "")).get(LANGUAGE)
    if chosen is not None:
        try:
            return language_named(chosen)
        except UnknownName:
            pass
    return best_language(headers.get("accept-language", ""))


async def choose(request: Request) -> Response:
    """Remembers the language that a form names, and goes back to the page it was on."""
    visitor = visitor_of(request)
    form = await form_of(request, visitor)
    language = language_named(text_of(form, LANGUAGE))
    page = text_of(form, "page")
    # Only an address on this server: neither another site's, nor one that begins with its name.
    response = go(request, page if page.startswith("/") and page[1:2] not in "/\\" else "/")
    set_cookie(request, response, LANGUAGE, language.code, "/")
    return response
