"""What the table's forms do. Each answers with the table's page, changed or with the reason."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.codec import record_fields
from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.plain import read_part
from facedown.core.standing import ANSWERS, LASTS
from facedown.table import NotAllowed, Tables
from facedown.table.bots import usual_bot
from facedown.web.environment import again_of
from facedown.web.pages.common import form_of, go, number_of, text_of, whole
from facedown.web.pages.opening import opened, remember_name, settings_of
from facedown.web.pages.table import Typed, show
from facedown.web.pages.typed import line_of
from facedown.web.problems import problem_of
from facedown.web.state import tables_of
from facedown.web.visitor import HOST, SEAT, Visitor, remember_table, set_cookie, visitor_of


class Act:
    """One form that was sent: by whom, to which table, with what in it.

    ``client`` is the same for the same form with the same contents, however often it is sent: a
    form sent again after a lost answer does nothing twice.
    """

    def __init__(self, request: Request, visitor: Visitor, form: FormData) -> None:
        self.request = request
        self.table: str = request.path_params["table"]
        self.tables: Tables = tables_of(request)
        self.visitor = visitor
        self.form = form
        sent = [f"{k}={v}" for k, v in form.multi_items() if k != "csrf"]
        text = "\0".join([visitor.key, request.url.path, *sent])
        self.client = f"f-{hashlib.sha256(text.encode()).hexdigest()[:40]}"

    def text(self, name: str) -> str:
        """A field's text."""
        return text_of(self.form, name)

    @property
    def seen(self) -> int | None:
        """The number of the newest event on the page that the form was on."""
        return number_of(self.form, "seq")

    @property
    def seat(self) -> int:
        """The seat that the form is about, counted from 0."""
        seat = number_of(self.form, "seat")
        if seat is None:
            raise FacedownError(phrase("Say which seat is meant."))
        return seat

    @property
    def secret(self) -> str:
        """The secret of the seat that the browser holds; raises ``NotAllowed``."""
        if self.visitor.seat is None:
            raise NotAllowed(phrase("You have no seat at this table."))
        return self.visitor.seat

    async def seat_held(self) -> str | None:
        """The secret of the seat that the browser has, None when it is somebody else's by now."""
        with contextlib.suppress(NotAllowed):
            await self.tables.watching.seat(self.table, self.visitor.seat)
            return self.visitor.seat
        return None

    @property
    def host(self) -> str:
        """The host's secret that the browser holds; raises ``NotAllowed``."""
        if self.visitor.host is None:
            raise NotAllowed(phrase("Only the host of this table can do that."))
        return self.visitor.host


async def act(request: Request) -> Response:
    """Does what a form of the table's page asks for."""
    visitor = visitor_of(request)
    form = await form_of(request, visitor)
    verb = request.path_params["verb"]
    if verb not in ACTS:
        raise HTTPException(404, phrase("There is no such form."))
    asked = Act(request, visitor, form)
    try:
        answer = await ACTS[verb](asked)
    except FacedownError as problem:
        request.app.state.log.info(
            "form refused", extra={"route": verb, "why": type(problem).__name__}
        )
        field = "line" if verb == "move" else "text"
        return await show(request, problem_of(problem), Typed(verb, asked.text(field)))
    if answer is not None:
        return answer
    if "x-part" in request.headers:
        return await show(request)
    aid = asked.text("aid")
    return go(request, f"/t/{asked.table}{f'?aid={aid}' if aid.isalnum() else ''}", visitor)


async def _claim(asked: Act) -> Response:
    # Made from the browser's own cookie, so that a claim whose answer was lost can be made again.
    secret = asked.visitor.derive(f"{asked.table}/{asked.text('seat')}/{asked.seen}")
    await _refuse_a_second_seat(asked, secret)
    name = asked.text("name")
    claimed = await asked.tables.seating.claim(
        asked.table, number_of(asked.form, "seat"), name, asked.text("colour"), secret
    )
    response = go(asked.request, f"/t/{asked.table}", asked.visitor)
    set_cookie(asked.request, response, SEAT, claimed.secret, f"/t/{asked.table}")
    remember_table(asked.request, response, asked.visitor, asked.table, claimed.seat)
    remember_name(asked.request, response, asked.visitor, name)
    return response


async def _refuse_a_second_seat(asked: Act, secret: str) -> None:
    """A browser keeps one seat's secret for a table: another's would be lost with its seat."""
    held = await asked.seat_held()
    if held not in {None, secret}:
        seat = await asked.tables.watching.seat(asked.table, held)
        raise FacedownError(
            phrase("You have seat {seat} here; sit down twice in two browsers.", seat=seat + 1)
        )


async def _move(asked: Act) -> Response | None:
    action = number_of(asked.form, "action")
    line = await line_of(asked.tables, asked.table, asked.secret, asked.form)
    if line or asked.text("build"):
        _, back = await asked.tables.moving.read_back(asked.table, asked.secret, line)
        unsaid = back is not None and asked.text("read") != line
        if asked.text("build"):
            return await show(asked.request, None, Typed("move", line, back))
        if back is not None and back.move is not None and unsaid and back.confirm:
            # First it is said back, then it is done; what would be refused is so at once.
            await asked.tables.moving.check(
                asked.table, asked.secret, back.move, expected=asked.seen
            )
            return await show(asked.request, None, Typed("move", line, back))
        await asked.tables.moving.act_in_words(
            asked.table, asked.secret, line, expected=asked.seen, client=asked.client
        )
        return None
    kind = asked.text("kind")
    move: object = action
    if kind:
        game = await asked.tables.watching.game(asked.table)
        move = move_of(game, kind, asked.form.multi_items())
    if move is None:
        raise FacedownError(phrase("Choose a move first."))
    await asked.tables.moving.act(
        asked.table, asked.secret, move, expected=asked.seen, client=asked.client
    )
    return None


def move_of(game: Game, kind: str, controls: Iterable[tuple[str, object]]) -> Move:
    """A move of a kind from a board's own form, whose controls are read as the move's parts are.

    Raises ``MalformedMove`` with one sentence.
    """
    texts: dict[str, list[str]] = {}
    for key, value in controls:
        if key.startswith("part.") and isinstance(value, str):
            name = key.removeprefix("part.").partition(".")[0]  # radios: code.1, code.2
            texts.setdefault(name, []).append(value.replace("\r\n", "\n"))
    kinds: dict[str, type] = {each.kind: each for each in game.facts.moves}
    fields = record_fields(kinds[kind]) if kind in kinds else {}
    parts = {name: read_part(fields.get(name, str), given) for name, given in texts.items()}
    return game.move_from_json({"move": kind, **parts})


async def _note(asked: Act) -> None:
    await asked.tables.moving.note(asked.table, asked.secret, asked.text("text"), asked.client)


async def _say(asked: Act) -> None:
    await asked.tables.moving.say(
        asked.table,
        asked.text("text"),
        secret=await asked.seat_held(),
        host=asked.visitor.host,
        name=asked.text("name"),
        client=asked.client,
    )


async def _standing(asked: Act) -> None:
    question, _, said = asked.text("advance").partition("/")
    answer = next((each for each in ANSWERS if said.startswith(f"{each}/")), None)
    lasts = next((each for each in LASTS if said == f"{answer}/{each}"), None)
    if answer is None or lasts is None:
        raise FacedownError(phrase("Say always, decline or ask, for the table or this turn."))
    await asked.tables.standing.say(
        asked.table, asked.secret, question, answer, lasts, asked.client
    )


async def _undo(asked: Act) -> None:
    await asked.tables.moving.undo(
        asked.table, asked.secret, expected=asked.seen, client=asked.client
    )


async def _rename(asked: Act) -> None:
    await asked.tables.seating.rename(
        asked.table, asked.secret, asked.text("name"), asked.text("colour"), asked.client
    )


async def _leave(asked: Act) -> None:
    await asked.tables.seating.leave(asked.table, asked.secret, asked.client)


async def _resign(asked: Act) -> None:
    await asked.tables.seating.resign(asked.table, asked.secret, asked.client)


async def _rematch(asked: Act) -> Response:
    shot = await asked.tables.watching.snapshot(asked.table, asked.visitor.seat)
    view = shot.view if shot.info.outcome is not None else None
    again = {} if view is None else again_of(shot.game, view)
    changes = next(iter(again.values()), {})
    joined = await asked.tables.rematches.join(asked.table, asked.secret, changes)
    path = f"/t/{joined.table}"
    response = go(asked.request, path, asked.visitor)
    set_cookie(asked.request, response, SEAT, asked.secret, path)
    if asked.visitor.host is not None:
        set_cookie(asked.request, response, HOST, asked.visitor.host, path)
    remember_table(asked.request, response, asked.visitor, joined.table, joined.seat)
    return response


async def _practice(asked: Act) -> Response:
    game = await asked.tables.watching.game(asked.table)
    seat, turn = asked.seat, number_of(asked.form, "turn") or 0
    bot = asked.text("bot") or usual_bot(game)
    secret = await asked.seat_held()
    new = await asked.tables.replays.practice(asked.table, seat, turn, bot, secret)
    created = await asked.tables.seating.create(new)
    own = asked.visitor.derive(f"{created.table}/new")
    claimed = await asked.tables.seating.claim(created.table, seat, asked.visitor.name, secret=own)
    return opened(asked.request, asked.visitor, created, claimed)


async def _return(asked: Act) -> None:
    await asked.tables.seating.come_back(asked.table, asked.secret, asked.client)


# The host's


async def _bot(asked: Act) -> None:
    await asked.tables.seating.seat_bot(
        asked.table, asked.host, asked.seat, asked.text("bot"), asked.client
    )


async def _fill(asked: Act) -> None:
    await asked.tables.seating.fill(asked.table, asked.host, asked.text("bot"))


async def _vacate(asked: Act) -> None:
    await asked.tables.seating.vacate(asked.table, asked.host, asked.seat, asked.client)


async def _start(asked: Act) -> None:
    await asked.tables.seating.start(asked.table, asked.host)


async def _settings(asked: Act) -> None:
    game = await asked.tables.watching.game(asked.table)
    settings = settings_of(game.facts, asked.form)
    await asked.tables.seating.change_settings(asked.table, asked.host, settings, asked.client)


async def _clock(asked: Act) -> None:
    minutes = number_of(asked.form, "minutes") or 0
    seat = whole(asked.text("seat"))
    await asked.tables.seating.extend_clock(
        asked.table, asked.host, 60 * minutes, seat, asked.client
    )


ACTS: Final[dict[str, Callable[[Act], Awaitable[Response | None]]]] = {
    "claim": _claim,
    "move": _move,
    "note": _note,
    "say": _say,
    "undo": _undo,
    "standing": _standing,
    "rename": _rename,
    "leave": _leave,
    "resign": _resign,
    "rematch": _rematch,
    "practice": _practice,
    "return": _return,
    "bot": _bot,
    "fill": _fill,
    "vacate": _vacate,
    "start": _start,
    "settings": _settings,
    "clock": _clock,
}
