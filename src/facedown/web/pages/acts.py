"""What the table's forms do, and what a typed move would mean.

Each form answers with the table's page, changed or with the reason; to a script that holds a
stream only with the reason, or the number of the event after which the stream has brought all.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, TypeAlias, get_args

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from facedown.core.codec import Json, from_json, record_fields
from facedown.core.default_words import read_part
from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.standing import ANSWERS, LASTS
from facedown.table import NotAllowed, Tables
from facedown.table.acting import Act
from facedown.table.acts.answer_in_advance import AnswerInAdvance
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.give_time import GiveTime
from facedown.table.acts.play import MakeMove, play
from facedown.table.acts.practice import Practice
from facedown.table.acts.rematch import Rematch
from facedown.table.acts.settings import ChangeSettings
from facedown.table.all_acts import ACTS
from facedown.web.environment import again_of
from facedown.web.pages.common import form_of, go, number_of, text_of, whole
from facedown.web.pages.opening import opened, rating_secret, remember_name, settings_of
from facedown.web.pages.table import TypedForm, show
from facedown.web.problems import problem_of
from facedown.web.rendering import said_back
from facedown.web.visitor import (
    HOST,
    SEAT,
    Visitor,
    remember_table,
    set_cookie,
    snapshot_of,
    tables_of,
    visitor_of,
)


class Form:
    """One form that was sent: by whom, to which table, with what in it.

    ``client`` is the same for the same form with the same contents, however often it is sent: a
    form sent again after a lost answer does nothing twice.
    """

    def __init__(self, request: Request, visitor: Visitor, fields: FormData) -> None:
        self.request = request
        self.table: str = request.path_params["table"]
        self.tables: Tables = tables_of(request)
        self.visitor = visitor
        self.fields = fields
        sent = [f"{k}={v}" for k, v in fields.multi_items() if k != "csrf"]
        text = "\0".join([visitor.key, request.url.path, *sent])
        self.client = f"f-{hashlib.sha256(text.encode()).hexdigest()[:40]}"

    def text(self, name: str) -> str:
        """A field's text."""
        return text_of(self.fields, name)

    @property
    def seen(self) -> int | None:
        """The number of the newest event on the page that the form was on."""
        return number_of(self.fields, "seq")

    @property
    def seat(self) -> int:
        """The seat that the form is about, counted from 0."""
        seat = number_of(self.fields, "seat")
        if seat is None:
            raise FacedownError(phrase("Say which seat is meant."))
        return seat

    @property
    def seat_secret(self) -> str:
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

    async def secret(self, kind: type[Act[Any]]) -> str | None:
        """The secret with which an act is done; raises ``NotAllowed`` where there is none."""
        match kind.who:
            case "seat":
                return self.seat_secret
            case "host":
                return self.host
            case "viewer":
                return await self.seat_held()
        return None

    def read(self, kind: type[Act[Any]]) -> Act[Any]:
        """The act that the form asks for, whose fields are called as its parts are.

        An empty number counts as none. Raises ``FacedownError`` where a part is missing or unfit.
        """
        parts: dict[str, Json] = {"client": self.client}
        for name, of in record_fields(kind).items():
            if name == "expected":
                parts[name] = self.seen
            elif name in self.fields and name != "client":
                if int not in {of, *get_args(of)}:
                    parts[name] = text_of(self.fields, name)
                elif (number := number_of(self.fields, name)) is not None:
                    parts[name] = number
        if "seat" not in parts and any(
            field.name == "seat" and field.default is dataclasses.MISSING
            for field in dataclasses.fields(kind)
        ):
            raise FacedownError(phrase("Say which seat is meant."))
        return from_json(kind, parts, "the form")


async def act(request: Request) -> Response:
    """Does what a form of the table's page asks for."""
    visitor = visitor_of(request)
    fields = await form_of(request, visitor)
    path = request.path_params["act"]
    if path not in ACTS:
        raise HTTPException(404, phrase("There is no such form."))
    form = Form(request, visitor, fields)
    try:
        answer = await (_OWN[path](form) if path in _OWN else _done(form, ACTS[path]))
    except FacedownError as problem:
        request.app.state.log.info(
            "form refused", extra={"route": path, "why": type(problem).__name__}
        )
        field = "line" if path == MakeMove.path else "text"
        return await show(request, problem_of(problem), TypedForm(path, form.text(field)))
    if answer is not None:
        return answer
    part = request.headers.get("x-part", "").split()
    if "stream" in part:  # it brings what has changed
        head = await form.tables.watching.head(form.table)
        return Response(status_code=204, headers={"x-head": str(head)})
    if part:
        return await show(request)
    aid = form.text("aid")
    return go(request, f"/t/{form.table}{f'?aid={aid}' if aid.isalnum() else ''}", visitor)


async def _done(form: Form, kind: type[Act[Any]]) -> None:
    await form.tables.do(form.table, form.read(kind), await form.secret(kind))


# Typed moves


async def read_back(request: Request) -> Response:
    """The part of the typed form that says back its line; nothing is played."""
    visitor = visitor_of(request)
    form = await form_of(request, visitor)
    tables, name = tables_of(request), request.path_params["table"]
    line = text_of(form, "line").strip()
    if visitor.seat is None:
        raise NotAllowed(phrase("You have no seat at this table."))
    _, back = await tables.watching.read_back(name, visitor.seat, line)
    shot = await snapshot_of(request, visitor)
    return HTMLResponse(said_back(shot.game, shot.seen(), shot.info.names, line, back))


# Forms that are read in a way of their own


async def _claim(form: Form) -> Response:
    # Made from the browser's own cookie, so that a claim whose answer was lost can be made again.
    secret = form.visitor.derive(f"{form.table}/{form.text('seat')}/{form.seen}")
    held = await form.seat_held()
    if held not in {None, secret}:  # a browser keeps one seat's secret: the other would be lost
        seat = await form.tables.watching.seat(form.table, held)
        raise FacedownError(
            phrase("You have seat {seat} here; sit down twice in two browsers.", seat=seat + 1)
        )
    name = form.text("name")
    claim = ClaimSeat(
        seat=number_of(form.fields, "seat"),
        name=name,
        colour=form.text("colour"),
        secret=secret,
        rated_as=rating_secret(form.tables, form.visitor, form.fields),
    )
    claimed = await form.tables.do(form.table, claim)
    response = go(form.request, f"/t/{form.table}", form.visitor)
    set_cookie(form.request, response, SEAT, claimed.secret, f"/t/{form.table}")
    remember_table(form.request, response, form.visitor, form.table, claimed.seat)
    remember_name(form.request, response, form.visitor, name)
    return response


async def _move(form: Form) -> Response | None:
    tables, table, secret = form.tables, form.table, form.seat_secret
    text, chip = " ".join(form.text("line").splitlines()), "chip" in form.fields
    line = text.strip()
    if line or chip:
        said = form.text("chip").strip() if chip else line  # a chip can take all of it away
        _, back = await tables.watching.read_back(table, secret, said)
        refused = not chip and back is not None and back.move is None
        typed = TypedForm(MakeMove.path, said if chip else text, back, refused)
        if chip or refused:
            return await show(form.request, None, typed)
        unsaid = back is not None and back.confirm and form.text("read").strip() != line
        if back is not None and back.move is not None and unsaid:
            # First it is said back, then it is done; what would be refused is so at once.
            await tables.watching.check_move(table, secret, back.move, expected=form.seen)
            return await show(form.request, None, typed)
        act = MakeMove(line=line, expected=form.seen, client=form.client)
    elif kind := form.text("kind"):
        game = await tables.watching.game(table)
        move = move_of(game, kind, form.fields.multi_items())
        act = play(move, expected=form.seen, client=form.client)
    else:
        action = number_of(form.fields, "action")
        if action is None:
            raise FacedownError(phrase("Choose a move first."))
        act = play(action, expected=form.seen, client=form.client)
    await tables.do(table, act, secret)
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


async def _standing(form: Form) -> None:
    question, _, said = form.text("advance").partition("/")
    answer = next((each for each in ANSWERS if said.startswith(f"{each}/")), None)
    lasts = next((each for each in LASTS if said == f"{answer}/{each}"), None)
    if answer is None or lasts is None:
        raise FacedownError(phrase("Say always, decline or ask, for the table or this turn."))
    act = AnswerInAdvance(question=question, answer=answer, lasts=lasts, client=form.client)
    await form.tables.do(form.table, act, form.seat_secret)


async def _rematch(form: Form) -> Response:
    shot = await form.tables.watching.snapshot(form.table, form.visitor.seat)
    view = shot.view if shot.info.outcome is not None else None
    again = {} if view is None else again_of(shot.game, view)
    changes = dict(next(iter(again.values()), {}))
    joined = await form.tables.do(form.table, Rematch(changes=changes), form.seat_secret)
    path = f"/t/{joined.table}"
    response = go(form.request, path, form.visitor)
    set_cookie(form.request, response, SEAT, form.seat_secret, path)
    if form.visitor.host is not None:
        set_cookie(form.request, response, HOST, form.visitor.host, path)
    remember_table(form.request, response, form.visitor, joined.table, joined.seat)
    return response


async def _practice(form: Form) -> Response:
    act = Practice(seat=form.seat, turn=number_of(form.fields, "turn") or 0, bot=form.text("bot"))
    created = await form.tables.do(form.table, act, await form.seat_held())
    own = form.visitor.derive(f"{created.table}/new")
    claim = ClaimSeat(seat=act.seat, name=form.visitor.name, secret=own)
    claimed = await form.tables.do(created.table, claim)
    return opened(form.request, form.visitor, created, claimed)


async def _settings(form: Form) -> None:
    game = await form.tables.watching.game(form.table)
    act = ChangeSettings(settings=settings_of(game.facts, form.fields), client=form.client)
    await form.tables.do(form.table, act, form.host)


async def _clock(form: Form) -> None:
    minutes = number_of(form.fields, "minutes") or 0
    act = GiveTime(seconds=60 * minutes, seat=whole(form.text("seat")), client=form.client)
    await form.tables.do(form.table, act, form.host)


_Answers: TypeAlias = Callable[[Form], Awaitable[Response | None]]
_OWN: Final[dict[str, _Answers]] = {
    ClaimSeat.path: _claim,
    MakeMove.path: _move,
    AnswerInAdvance.path: _standing,
    Rematch.path: _rematch,
    Practice.path: _practice,
    ChangeSettings.path: _settings,
    GiveTime.path: _clock,
}
