"""Opening a table: what the forms of the lobby and of a game's page ask for."""

from __future__ import annotations

import contextlib
from urllib.parse import parse_qsl

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.errors import FacedownError
from facedown.core.facts import Facts, OptionValue
from facedown.core.first_game import first_game
from facedown.core.game import Game
from facedown.core.log import Entry, Log, apply_move
from facedown.core.messages import phrase
from facedown.core.registry import game_class
from facedown.core.seats import HUMAN, Seat, bot_of
from facedown.core.workshop import BadDraft
from facedown.languages import language_for_game, speak
from facedown.table import Clock, Created, NewTable, NotAllowed, NotYet, Settings, Tables
from facedown.table.acts.claim import ClaimedSeat, ClaimSeat
from facedown.table.bots import usual_bot
from facedown.table.days import day_of
from facedown.table.watching import TableInfo
from facedown.table.words import UNNAMED_HOST
from facedown.web.days import day_kinds
from facedown.web.environment import whole_number
from facedown.web.guard import charge_tables
from facedown.web.pages.common import (
    form_of,
    go,
    number_of,
    options_in_words,
    page,
    text_of,
)
from facedown.web.pages.lobby import (
    about_page,
    usual_seats,
)
from facedown.web.pages.results import result_words
from facedown.web.problems import problem_of
from facedown.web.visitor import (
    HOST,
    NAME,
    SEAT,
    Visitor,
    remember_level,
    remember_table,
    set_cookie,
    tables_of,
    visitor_of,
)


async def create(request: Request) -> Response:
    """Opens a table, and seats whoever asked for it."""
    visitor = visitor_of(request)
    form = await form_of(request, visitor)
    try:
        kind = game_class(text_of(form, "game"))
    except FacedownError as problem:
        raise HTTPException(404, problem.message) from None
    speak(language_for_game(kind))
    tables = tables_of(request)
    name = text_of(form, "name") if "name" in form else visitor.name
    try:
        asked = _asked(kind, form)
        if asked.daily:
            after = await _next_of_day(tables, visitor, asked) if "next" in form else kind
            if after is None:
                return go(request, f"/today?date={asked.daily}", visitor)
            response = await _daily(request, visitor, after, asked.daily, name)
            remember_name(request, response, visitor, name)
            return response
        if deal := text_of(form, "deal"):
            asked = await same_deal(tables, kind, deal, text_of(form, "as"))
        watching = text_of(form, "watch") == "yes"
        mine = None if watching else _free_seat(asked)
        charge_tables(request, asked.tables)
        created = await tables.create(asked)
        claimed = None
        if mine is not None:
            own = visitor.derive(f"{created.table}/new")
            rated_as = rating_secret(tables, visitor, form)
            waits = len(asked.bots or {}) + 1 < (asked.seats or 1)
            called = name if name.strip() or not waits else UNNAMED_HOST
            claim = ClaimSeat(seat=mine, name=called, secret=own, rated_as=rated_as)
            claimed = await tables.do(created.table, claim)
    except FacedownError as problem:
        given = {k: v for k, v in form.items() if isinstance(v, str)}
        return about_page(request, kind, problem_of(problem), given)
    response = opened(request, visitor, created, claimed)
    remember_name(request, response, visitor, name)
    if level := text_of(form, "bot"):
        remember_level(request, response, visitor, kind.facts.name, level)
    return response


async def _next_of_day(tables: Tables, visitor: Visitor, asked: NewTable) -> type[Game] | None:
    """The next of a day's puzzles after one of them that a browser has not finished, if any.

    Raises ``FacedownError``.
    """
    day_of(game_class(asked.game), asked.daily)
    kinds = list(day_kinds(asked.daily).items())
    at = [name for name, _ in kinds].index(asked.game)
    played = await tables.dailies.of(visitor.derive("daily"))
    over = {one.game for one in played if one.day == asked.daily and one.result is not None}
    after = (kind for name, kind in kinds[at + 1 :] + kinds[:at] if name not in over)
    return next(after, None)


async def _daily(
    request: Request, visitor: Visitor, kind: type[Game], day: str, name: str
) -> Response:
    """Opens a day's puzzle, or leads to where it was begun; raises ``FacedownError``."""
    tables, game = tables_of(request), kind.facts.name
    secret = visitor.derive("daily")
    async with tables.dailies.beginning(secret, game, day):
        played = await tables.dailies.of(secret)
        before = next((one for one in played if (one.game, one.day) == (game, day)), None)
        if before is not None and before.table and before.result is None:
            return await _back(request, visitor, before.table)
        created = await tables.create(NewTable(game, daily=day))
        own = visitor.derive(f"{created.table}/new")
        claimed = await tables.do(created.table, ClaimSeat(seat=0, name=name, secret=own))
        counted = await tables.dailies.begin(secret, game, day, created.table, claimed.seat)
    if counted != created.table and (before is None or before.result is None):
        return await _back(request, visitor, counted)
    return opened(request, visitor, created, claimed)


async def _back(request: Request, visitor: Visitor, table: str) -> Response:
    """Leads to a table of this browser, which may not have heard yet that it sits there."""
    path, own = f"/t/{table}", visitor.derive(f"{table}/new")
    response = go(request, path, visitor)
    with contextlib.suppress(NotAllowed):
        seat = await tables_of(request).watching.seat(table, own)
        set_cookie(request, response, SEAT, own, path)
        remember_table(request, response, visitor, table, seat)
    return response


def opened(
    request: Request, visitor: Visitor, created: Created, claimed: ClaimedSeat | None
) -> Response:
    """Leads to a new table; the browser keeps that it is its host, and the seat if it has one."""
    path = f"/t/{created.table}"
    response = go(request, path, visitor)
    for table in (created.table, *created.duplicates):
        set_cookie(request, response, HOST, created.host_secret, f"/t/{table}")
    if claimed is not None:
        set_cookie(request, response, SEAT, claimed.secret, path)
    seat = None if claimed is None else claimed.seat
    remember_table(request, response, visitor, created.table, seat)
    return response


def _free_seat(asked: NewTable) -> Seat:
    """The first seat without a bot; raises ``FacedownError`` when there is none."""
    for seat in range(asked.seats or 1):
        if seat not in (asked.bots or {}):
            return seat
    raise FacedownError(phrase("Every seat has a bot; leave one for yourself, or watch them."))


def rating_secret(tables: Tables, visitor: Visitor, form: FormData) -> str | None:
    """By which secret of a browser a game counts for the ratings; None where that was not asked."""
    asked = tables.ratings is not None and "rated" in form
    return visitor.derive("ratings") if asked else None


def remember_name(request: Request, response: Response, visitor: Visitor, name: str) -> None:
    """Fills a person's name in for them next time."""
    name = " ".join(name.split())[:24]
    if name and name != visitor.name and name.isascii():
        set_cookie(request, response, NAME, name, "/")


def _asked(kind: type[Game], form: FormData) -> NewTable:
    """The table that a form asks for; raises ``FacedownError``."""
    facts = kind.facts
    if text_of(form, "first"):
        return _first(kind)
    if made := text_of(form, "made"):
        return _made(kind, made, alone="alone" in form)
    daily = text_of(form, "daily")
    seats = number_of(form, "seats")
    # refuses a number that is too large, before anything is made of it
    kind(seats and max(seats, facts.seats[0]))
    options: dict[str, OptionValue] = {}
    for option in facts.options:
        value = form.get(f"option.{option.name}")
        if isinstance(option.default, bool):
            if "full" in form or value is not None:  # a box that is not ticked is not sent
                options[option.name] = value == "yes"
        elif isinstance(value, str) and (value.strip() or isinstance(option.default, str)):
            # Browsers send carriage returns before the line feeds of a text of several lines.
            options[option.name] = option.read(value.replace("\r\n", "\n").strip())
    if daily:
        return NewTable(facts.name, daily=daily)
    if "full" not in form:
        options = {**kind.one_click(), **options}
    if "friends" in form:  # one click: a table with a link for everybody else
        return NewTable(facts.name, seats or min(max(facts.seats[0], 2), facts.seats[1]), options)
    if "full" not in form:  # one click: play against bots
        seats = seats or usual_seats(facts)
        rest = dict.fromkeys(range(1, seats), text_of(form, "bot") or usual_bot(kind()))
        return NewTable(facts.name, seats, options, rest)
    seats = seats or facts.seats[0]
    chosen = {seat: text_of(form, f"bot.{seat}") for seat in range(seats)}
    return NewTable(
        facts.name,
        seats,
        options,
        {seat: bot for seat, bot in chosen.items() if bot},
        settings_of(facts, form),
        handover="handover" in form,
        tables=number_of(form, "tables") or 1,
    )


def _first(kind: type[Game]) -> NewTable:
    """A table for the first game of a game; raises ``FacedownError`` where it brings none."""
    told = first_game(kind.facts.name)
    if told is None:
        raise FacedownError(NO_FIRST)
    return NewTable(
        kind.facts.name, told.game.seats, told.game.options, told.bots, begun=told.log()
    )


def _made(kind: type[Game], link: str, *, alone: bool) -> NewTable:
    """A table for two at which somebody plays what they have made; raises ``FacedownError``.

    ``link`` is that of the draft. Whoever opens it has moved; a friend plays with them, or a bot
    where they are ``alone``.
    """
    shop = kind.workshop()
    if shop is None:
        raise FacedownError(phrase("{title} has no workshop.", title=kind.facts.title))
    draft = shop.read_link(dict(parse_qsl(link, keep_blank_values=True)))
    if flaws := shop.flaws(draft):
        raise BadDraft(flaws[0].sentence, flaws[0].field)
    game = kind(min(max(usual_seats(kind.facts), 2), kind.facts.seats[1]), **shop.options(draft))
    state, entries = game.start(), []
    for move in shop.first_moves(draft):
        apply_move(state, 0, move)
        entries.append(Entry(0, move))
    log = Log(
        kind.facts.name,
        kind.facts.rules_version,
        game.seats,
        dict(game.options),
        players=(HUMAN,) * game.seats,
        seed="",
        entries=entries,
    )
    bots = dict.fromkeys(range(1, game.seats), usual_bot(game)) if alone else {}
    return NewTable(kind.facts.name, game.seats, game.options, bots, begun=log)


NO_FIRST = phrase("This game has no first game to learn from.")


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


NOT_OVER = phrase("The game at this table is not over yet; until then its deal is its own.")


async def same(request: Request) -> Response:
    """A page that offers the deal, and where the link asks for it says how it went."""
    tables, name = tables_of(request), request.path_params["table"]
    info = await tables.watching.info(name)
    if info.seed is None:
        raise HTTPException(403, NOT_OVER)
    seat = seat_at(info, request.query_params.get("as", ""))
    shot = await tables.watching.snapshot(name)
    with_result = request.query_params.get("result") == "yes"
    context = {
        "facts": shot.game.facts,
        "info": info,
        "seat": seat,
        "who": info.names[seat],
        "won": info.won(seat),
        "words": result_words(shot) if with_result else "",
        "options": options_in_words(type(shot.game), info.options, info.daily),
        "name": visitor_of(request).name,
    }
    return page(request, "same.html", context)


def seat_at(info: TableInfo, text: str) -> Seat:
    """The seat of an address, counted there from 1; the first where it names none."""
    number = whole_number(text) or 1
    return number - 1 if 1 <= number <= len(info.seats) else 0


async def same_deal(tables: Tables, kind: type[Game], deal: str, seat_text: str) -> NewTable:
    """A table with the deal of one whose game is over, for whoever takes that seat.

    Bots sit where bots sat, and on the other seats those that are usual. Raises ``FacedownError``.
    """
    info = await tables.watching.info(deal)
    if info.seed is None or info.game != kind.facts.name:
        raise NotYet(NOT_OVER)
    mine = seat_at(info, seat_text)
    usual = usual_bot(kind(len(info.seats), **info.options))
    bots = {s.seat: bot_of(s.player) or usual for s in info.seats if s.seat != mine}
    return NewTable(info.game, len(info.seats), info.options, bots, info.settings, seed=info.seed)
