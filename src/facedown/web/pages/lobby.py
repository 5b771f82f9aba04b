"""The lobby, and a game's own pages: the form for a new table, its rules."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jinja2 import TemplateError
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.errors import FacedownError
from facedown.core.facts import Facts
from facedown.core.first_game import has_first_game
from facedown.core.game import Game
from facedown.core.messages import listed, phrase, phrase_many
from facedown.core.registry import load_games
from facedown.core.seats import Seat
from facedown.paper.decks import CARDS, has_cards
from facedown.table import Tables
from facedown.table.days import today
from facedown.table.watching import TableInfo
from facedown.web.days import played_by, short_date, shortest_first, streak_of, strip_of
from facedown.web.environment import (
    check_page,
    environment,
    game_file,
    url_of,
)
from facedown.web.pages.common import OPTION, bots_offered, form_of, go, kind_at, page, text_of
from facedown.web.pages.printing import BOOK, papers_of
from facedown.web.problems import WebProblem
from facedown.web.visitor import Visitor, forget_table, tables_of, visitor_of


@dataclass(frozen=True, slots=True)
class MyTable:
    """One line of the list; ``urgent`` where the others wait for this person.

    ``day`` is when somebody first sat down there, in UTC, and ``date`` as it is read; empty before.
    """

    name: str
    title: str
    company: str
    state: str
    urgent: bool
    over: bool
    day: str
    date: str


async def my_tables(tables: Tables, visitor: Visitor) -> list[MyTable]:
    """The tables of a browser's list that are still there, those going on first."""
    found = []
    for name, seat in visitor.tables:
        try:
            info = await tables.watching.info(name)
        except FacedownError:
            continue
        found.append(line_of(info, seat))
    return sorted(found, key=lambda each: (each.over, not each.urgent))


def line_of(info: TableInfo, seat: Seat | None) -> MyTable:
    """A table's line for whoever has that seat (None: nobody there)."""
    mine = seat is not None and seat < len(info.seats)
    others = [s.name for s in info.seats if s.player != "open" and not (mine and s.seat == seat)]
    urgent = mine and seat in info.actors
    day = _day(info.since)
    return MyTable(
        info.table,
        _title(info),
        phrase("with {others}", others=listed(others)) if others else "",
        _state(info, seat if mine else None, urgent=urgent),
        urgent,
        info.status == "over",
        day,
        _in_numbers(day) if day else "",
    )


def _title(info: TableInfo) -> str:
    if info.daily:
        return phrase("{title}, puzzle of {date}", title=info.title, date=short_date(info.daily))
    if info.origin is not None:
        return phrase("{title}, for practice", title=info.title)
    return info.title


def _day(moment: int) -> str:
    """The day of a moment (ms since 1970) in UTC; empty for 0."""
    return dt.datetime.fromtimestamp(moment / 1000, dt.UTC).date().isoformat() if moment else ""


def _in_numbers(day: str) -> str:
    """A day in so few letters that a tile has room for more."""
    date = dt.date.fromisoformat(day)
    return phrase("{year}-{month:02}-{day:02}", year=date.year, month=date.month, day=date.day)


def _state(info: TableInfo, seat: Seat | None, *, urgent: bool) -> str:
    if info.outcome is not None:
        return phrase("over, you won") if seat is not None and info.won(seat) else phrase("over")
    if info.stopped:
        return phrase("cannot be played on")
    if info.status == "waiting":
        free = sum(s.player == "open" for s in info.seats)
        if not free:
            return phrase("ready to begin")
        return phrase_many("{n} open seat", "{n} open seats", free)
    if urgent:
        return phrase("your turn")
    return phrase("{who} to move", who=listed(info.names[s] for s in info.actors))


log = logging.getLogger("facedown.web")


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as the lobby shows it."""

    facts: Facts
    bots: tuple[str, ...]
    first: bool
    daily: bool
    workshop: str
    picture: Markup
    style: str

    @property
    def players(self) -> str:
        """How many it is for, in figures."""
        least, most = self.facts.seats
        if least == most:
            return phrase_many("{n} player", "{n} players", most)
        return phrase("{least}–{most} players", least=least, most=most)

    @property
    def against(self) -> tuple[str, ...]:
        """The bots that one click plays against, weakest first; none where one plays alone.

        Those with a setting of their own (``strong:seconds=4``) stand in the form for a table.
        """
        plain = tuple(bot for bot in self.bots if ":" not in bot)
        return plain if usual_seats(self.facts) > 1 else ()


def usual_seats(facts: Facts) -> int:
    """How many seats a new table has here unless somebody says otherwise.

    As many as are usual in the game; where none are, two if it can, as somebody is to be met here.
    """
    return facts.usual_seats or min(max(facts.seats[0], 2), facts.seats[1])


def card_of(kind: type[Game]) -> GameCard:
    """A game's card."""
    facts, shop = kind.facts, kind.workshop()
    return GameCard(
        facts,
        bots_offered(kind()),
        has_first_game(facts.name),
        kind.daily(today()) is not None,
        "" if shop is None else shop.title,
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


async def lobby(request: Request) -> Response:
    """All games, each one click away from being played."""
    context = await onward(request)
    context["styles"] = styles_of(context["cards"])
    return page(request, "lobby.html", context)


async def make(request: Request) -> Response:
    """Where something is made for a game: its editors."""
    return await _shelf(request, "make.html")


async def learn(request: Request) -> Response:
    """Where a game is learnt: a first game to look at, and its rules."""
    return await _shelf(request, "learn.html")


async def _shelf(request: Request, template: str) -> Response:
    cards = shelf()
    return page(request, template, {"cards": cards, "styles": styles_of(cards)})


async def forget(request: Request) -> Response:
    """Takes a table off the list of this browser."""
    visitor = visitor_of(request)
    form = await form_of(request, visitor)
    response = go(request, "/", visitor)
    forget_table(request, response, visitor, text_of(form, "table"))
    return response


async def onward(request: Request) -> dict[str, Any]:
    """Where a page leads on: what can be played at once, and the tables of this browser."""
    visitor = visitor_of(request)
    now = today().isoformat()
    played = await played_by(request, visitor)
    return {
        "cards": shelf(),
        "levels": visitor.levels,
        "mine": await my_tables(tables_of(request), visitor),
        "dailies": strip_of(played, now),
        "streak": streak_of(played, now)[0],
    }


def styles_of(cards: list[GameCard]) -> list[str]:
    """The style sheets that the cards' pictures need."""
    return [card.style for card in cards if card.style]


def shelf() -> list[GameCard]:
    """The cards of all games that can be played here."""
    games, problems = load_games()
    cards = []
    for name, kind in shortest_first(games).items():
        try:
            check_page(name)
            cards.append(card_of(kind))
        except FacedownError as problem:
            problems.append(problem.message)
        except Exception as problem:  # noqa: BLE001  # a package of somebody else can fail in any way
            problems.append(f"The game {name} has no card in the lobby: {type(problem).__name__}.")
    for why in problems:
        log.warning("a game is left out", extra={"why": why})
    return cards


async def about(request: Request) -> Response:
    """A game, and the form for a table of it, with options that stand in the address."""
    query = request.query_params.items()
    given = {name: value for name, value in query if name.startswith(OPTION) or name == "seats"}
    return about_page(request, kind_at(request), given=given)


def about_page(
    request: Request,
    kind: type[Game],
    problem: WebProblem | None = None,
    given: Mapping[str, str] | None = None,
) -> Response:
    """A game's page; with why no table was opened, and what was ``given`` in the form, if so."""
    given = dict(given or {})
    written = [o for o in kind.facts.options if isinstance(o.default, str) and not o.choices]
    texts = {f"option.{option.name}": option.default for option in written}
    context = {
        "card": card_of(kind),
        "facts": kind.facts,
        "written": written,
        "opened": given.get(f"{OPTION}{real_of(kind.facts)}") == "real"
        or any(given.get(name, usual) != usual for name, usual in texts.items()),
        "usual_seats": usual_seats(kind.facts),
        "sections": kind.collection(),
        "prints": prints_of(kind),
        "book": papers_of(kind, {}, BOOK) if BOOK in kind.more_printed else [],
        "given": given,
        "beside": beside_of(kind),
        "problem": problem,
        "name": visitor_of(request).name,
    }
    return page(request, "game.html", context, status=200 if problem is None else problem.status)


def beside_of(kind: type[Game]) -> str:
    """Where real cards are played beside: a form for a table, at first of one seat."""
    option = real_of(kind.facts)
    return option and f"/games/{kind.facts.name}?{OPTION}{option}=real&seats=1#new-title"


def real_of(facts: Facts) -> str:
    """The option with which cards are real ones, empty where there is none."""
    return next((one.name for one in facts.options if "real" in one.choices), "")


def prints_of(kind: type[Game]) -> list[tuple[str, list[tuple[str, str]]]]:
    """What of a game is printed whatever is chosen, in words, with papers and their addresses."""
    links: dict[str, str] = {CARDS: phrase("The cards on paper")} if has_cards(kind) else {}
    links |= {} if kind.papers else kind.more_printed
    return [(words, papers_of(kind, {}, what)) for what, words in links.items()]
