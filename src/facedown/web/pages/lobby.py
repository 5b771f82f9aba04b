"""The lobby, a game's own page with the form for a new table, and its rules."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jinja2 import TemplateError
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.errors import FacedownError
from facedown.core.facts import Facts, OptionValue
from facedown.core.game import Game
from facedown.core.registry import game_class, load_games
from facedown.table import Clock, NewTable, Settings
from facedown.table.bots import bot_names
from facedown.web.files import url_of
from facedown.web.markdown import rulebook
from facedown.web.pages.common import (
    Problem,
    form_of,
    go,
    number_of,
    page,
    problem_of,
    tables_of,
    text_of,
)
from facedown.web.rendering import environment, game_file
from facedown.web.visitor import HOST, NAME, SEAT, Visitor, set_cookie, visitor_of

log = logging.getLogger("facedown.web")


@dataclass(frozen=True, slots=True)
class Card:
    """A game as the lobby shows it."""

    facts: Facts
    bots: tuple[str, ...]
    tutorial: bool
    daily: bool
    picture: Markup
    style: str

    @property
    def seats(self) -> str:
        """How many can play."""
        fewest, most = self.facts.seats
        return f"{fewest}" if fewest == most else f"{fewest} to {most}"


def card_of(kind: type[Game]) -> Card:
    """A game's card."""
    facts = kind.facts
    return Card(
        facts,
        bot_names(kind()),
        game_file(facts.name, "tutorial.jsonl") is not None,
        kind.daily(today()) is not None,
        picture_of(facts.name),
        url_of(f"{facts.name}.page.css"),
    )


def picture_of(game: str) -> Markup:
    """What the lobby shows of a game: its ``lobby.html``, or nothing."""
    if game_file(game, "lobby.html") is None:
        return Markup("")
    try:
        html = environment().get_template(f"games/{game}/lobby.html").render()
    except TemplateError as problem:
        log.warning("the picture of %s is left out", game, extra={"why": type(problem).__name__})
        return Markup("")
    return Markup(html)  # noqa: S704  # autoescaped by the template


def today() -> dt.date:
    """The day that a daily puzzle belongs to, the same for everybody: in UTC."""
    return dt.datetime.now(dt.UTC).date()


def _kind(request: Request) -> type[Game]:
    try:
        return game_class(request.path_params["game"])
    except FacedownError as problem:
        raise HTTPException(404, str(problem)) from None


async def lobby(request: Request) -> Response:
    """All games, each one click away from being played."""
    games, problems = load_games()
    cards = []
    for name, kind in games.items():
        try:
            cards.append(card_of(kind))
        except Exception as problem:  # noqa: BLE001  # a package of somebody else can fail in any way
            problems.append(f"The game {name} has no card in the lobby: {type(problem).__name__}.")
    for why in problems:
        log.warning("a game is left out", extra={"why": why})
    return page(
        request, "lobby.html", {"cards": cards, "styles": [c.style for c in cards if c.style]}
    )


async def about(request: Request) -> Response:
    """A game, and the form for a table of it."""
    return _about(request, _kind(request))


def _about(
    request: Request,
    kind: type[Game],
    problem: Problem | None = None,
    given: Mapping[str, str] | None = None,
) -> Response:
    context = {
        "card": card_of(kind),
        "facts": kind.facts,
        "given": dict(given or {}),
        "problem": problem,
        "name": visitor_of(request).name,
        "today": today().isoformat(),
    }
    return page(request, "game.html", context, status=200 if problem is None else problem.status)


async def rules(request: Request) -> Response:
    """A game's rulebook."""
    kind = _kind(request)
    context = {"facts": kind.facts, "rulebook": rulebook(kind.facts.name)}
    return page(request, "rules.html", context)


async def create(request: Request) -> Response:
    """Opens a table, and seats whoever asked for it."""
    visitor = visitor_of(request)
    form = await form_of(request, visitor)
    try:
        kind = game_class(text_of(form, "game"))
    except FacedownError as problem:
        raise HTTPException(404, str(problem)) from None
    tables = tables_of(request)
    try:
        asked = _asked(kind, form)
        created = await tables.create(asked)
        watching = text_of(form, "watch") == "yes"
        claimed = None
        if not watching:
            claimed = await tables.claim(
                created.table,
                min(set(range(kind.facts.seats[1])) - set(asked.bots)),
                text_of(form, "name"),
                secret=visitor.derive(f"{created.table}/new"),
            )
    except FacedownError as problem:
        given = {k: v for k, v in form.items() if isinstance(v, str)}
        return _about(request, kind, problem_of(problem), given)
    response = go(request, f"/t/{created.table}", visitor)
    path = f"/t/{created.table}"
    set_cookie(request, response, HOST, created.host_secret, path)
    if claimed is not None:
        set_cookie(request, response, SEAT, claimed.secret, path)
    remember_name(request, response, visitor, text_of(form, "name"))
    return response


def remember_name(request: Request, response: Response, visitor: Visitor, name: str) -> None:
    """Fills a person's name in for them next time."""
    name = " ".join(name.split())[:24]
    if name and name != visitor.name and name.isascii():
        set_cookie(request, response, NAME, name, "/")


def _asked(kind: type[Game], form: FormData) -> NewTable:
    """The table that a form asks for; raises ``FacedownError``."""
    facts = kind.facts
    fewest, most = facts.seats
    daily = text_of(form, "daily")
    seats = number_of(form, "seats")
    options: dict[str, OptionValue] = {}
    for option in facts.options:
        value = form.get(f"option.{option.name}")
        if isinstance(option.default, bool):
            if "full" in form:
                options[option.name] = value == "yes"
        elif isinstance(value, str) and (value.strip() or isinstance(option.default, str)):
            options[option.name] = option.read(value.strip())
    if daily:
        return NewTable(facts.name, seats or fewest, daily=daily)
    bots = bot_names(kind())
    if "full" not in form:  # one click: play against bots of middling strength
        seats = seats or min(max(facts.seats_unless_said, 2), most)
        rest = {seat: bots[min(1, len(bots) - 1)] for seat in range(1, seats)}
        return NewTable(facts.name, seats, options, rest)
    seats = seats or fewest
    chosen = {seat: text_of(form, f"bot.{seat}") for seat in range(seats)}
    return NewTable(
        facts.name,
        seats,
        options,
        {seat: bot for seat, bot in chosen.items() if bot},
        settings_of(facts, form),
    )


def settings_of(facts: Facts, form: FormData) -> Settings:
    """A table's settings from the boxes of a form; raises ``FacedownError``."""
    minutes = number_of(form, "minutes")
    clock = None
    if minutes:
        clock = Clock(60 * minutes, number_of(form, "increment") or 0)
    return Settings(
        aids=tuple(aid.name for aid in facts.aids if f"aid.{aid.name}" in form),
        chat="chat" in form,
        clock=clock,
        auto_start="auto_start" in form,
    )


async def daily(request: Request) -> Response:
    """The puzzle of the day, the same for everybody."""
    kind = _kind(request)
    if kind.daily(today()) is None:
        raise HTTPException(404, f"{kind.facts.title} has no daily puzzle.")
    context: dict[str, Any] = {
        "facts": kind.facts,
        "card": card_of(kind),
        "today": today().isoformat(),
        "options": kind.daily(today()),
        "name": visitor_of(request).name,
    }
    return page(request, "daily.html", context)
