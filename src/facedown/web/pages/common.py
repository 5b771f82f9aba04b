"""What all pages share: the frame around them, their language, games in words, reading forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request, cookie_parser
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from facedown.core.errors import FacedownError, UnknownName
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.registry import game_class
from facedown.core.roster import adjustments
from facedown.languages import (
    ENGLISH,
    Language,
    best_language,
    current_language,
    is_whole,
    language_named,
    speak,
    speaking,
    spoken,
)
from facedown.table import Tables
from facedown.table.bots import bot_names
from facedown.web.environment import environment, styles_of, url_of
from facedown.web.visitor import Visitor, remember, set_cookie, tables_of, visitor_of

LANGUAGE: Final = "language"
"""The cookie that holds what was chosen."""


class PageLanguage:
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


MOST_FIELDS: Final = 64
WANTED: Final = "wanted"
"""Where a request says which language was asked for, when its game is told in English instead."""
NOT_YET: Final = phrase("This game is not in your language yet, so its pages are in English.")
OPTION: Final = "option."
"""What the names of a game's options begin with in addresses and forms."""


def page(
    request: Request,
    template: str,
    context: dict[str, Any],
    visitor: Visitor | None = None,
    status: int = 200,
) -> Response:
    """A page in its frame."""
    visitor = visitor or visitor_of(request)
    wanted: Language | None = request.scope.get(WANTED)
    with speaking(wanted or ENGLISH):
        not_yet = spoken(NOT_YET)
    html = (
        environment()
        .get_template(template)
        .render(
            {
                "csrf": visitor.csrf,
                "theme": visitor.theme,
                "ratings": tables_of(request).ratings is not None,
                "page": request.url.path,
                "frame_styles": styles_of(
                    "style.css", "kit.css", "frame.css", "front.css", "play.css"
                ),
                "icon": url_of("icon.svg"),
                "script": url_of("table.js"),
                "game_style": "",
                "problem": None,
                "wanted": wanted,
                "not_yet": not_yet,
                **context,
            }
        )
    )
    response = HTMLResponse(html, status)
    remember(request, response, visitor)
    return response


def go(request: Request, address: str, visitor: Visitor | None = None) -> Response:
    """Sends a browser to look at what its form has brought about."""
    response = RedirectResponse(address, 303)
    remember(request, response, visitor or visitor_of(request))
    return response


def kind_at(request: Request) -> type[Game]:
    """The game that an address names; raises ``HTTPException``."""
    try:
        return game_class(request.path_params["game"])
    except FacedownError as problem:
        raise HTTPException(404, problem.message) from None


def query_of(options: Mapping[str, OptionValue]) -> dict[str, str | int]:
    """A game's options as they stand in an address."""
    return {
        f"{OPTION}{name}": {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        for name, value in options.items()
    }


def options_at(request: Request, kind: type[Game]) -> dict[str, OptionValue]:
    """The options that stand in an address, as the game reads them."""
    query = request.query_params
    return {
        option.name: option.read(query[OPTION + option.name])
        for option in kind.facts.options
        if OPTION + option.name in query
    }


def bots_offered(game: Game) -> tuple[str, ...]:
    """The bots that people are offered: the game's own, else the one that every game has."""
    return adjustments(game) or bot_names(game)


def options_in_words(
    kind: type[Game], options: Mapping[str, OptionValue], daily: str = ""
) -> dict[str, str]:
    """What is played with which options: not empty texts, what is not so, nor a 0 without words.

    In the puzzle of a day, ``daily``, without those that only say which it is: the day says that.
    """
    said = {}
    for name, value in options.items():
        option = kind.facts.option(name)
        which = isinstance(value, str) and not option.choices
        if (value in ("", False) and not option.zero) or (which and daily):
            continue
        said[option.called] = kind.option_in_words(name, value)
    return said


async def form_of(request: Request, visitor: Visitor) -> FormData:
    """The fields of a form that a page of ours gave to this very browser.

    Raises ``HTTPException`` for anything else.
    """
    form = await fields_of(request)
    if visitor.new or not visitor.sent_form(form.get("csrf")):
        raise HTTPException(
            403, phrase("This form is not from a page of yours; load the page again.")
        )
    return form


async def fields_of(request: Request) -> FormData:
    """The fields of a form that changes nothing; raises ``HTTPException`` for anything else."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in {"application/x-www-form-urlencoded", "multipart/form-data"}:
        raise HTTPException(415, phrase("Only forms are read here."))
    form = await request.form(max_files=0, max_fields=MOST_FIELDS)
    for _, value in form.multi_items():
        if isinstance(value, UploadFile):
            raise HTTPException(400, phrase("Files are not read here."))
    return form


def text_of(form: FormData, name: str) -> str:
    """A field's text; empty when it is not there."""
    value = form.get(name)
    return value if isinstance(value, str) else ""


def number_of(form: FormData, name: str) -> int | None:
    """A field's whole number, None when it is empty; raises ``FacedownError`` otherwise."""
    return whole(text_of(form, name))


def whole(text: str) -> int | None:
    """A typed whole number, None when there is nothing; raises ``FacedownError`` otherwise."""
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 9):
        raise FacedownError(phrase("{text!r} should be a whole number.", text=text[:40]))
    return int(text)
