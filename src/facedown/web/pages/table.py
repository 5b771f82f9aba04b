"""The table's page: its words, its parts, links to share, and the stream that keeps it live."""

from __future__ import annotations

import asyncio
import contextlib
import io
import ipaddress
import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from facedown.core.default_words import ending_for
from facedown.core.errors import FacedownError
from facedown.core.facts import AidMark
from facedown.core.game import ReadBack
from facedown.core.match import may_end_by_resigning
from facedown.core.messages import fill, joined, listed, phrase, separated
from facedown.core.seats import HUMAN, ONLOOKER, Ending, Seat, bot_of
from facedown.languages import current_language
from facedown.table.acts.play import MakeMove
from facedown.table.acts.rematch import CameAlong, Rematched
from facedown.table.acts.resign import RESIGNED
from facedown.table.bots import usual_bot
from facedown.table.replay import is_judged
from facedown.table.watching import AID_SECONDS, Connected, Snapshot, Stream, TableInfo
from facedown.table.words import is_unnamed
from facedown.web.days import short_date
from facedown.web.environment import (
    again_of,
    environment,
    prompt_of,
    rulebook,
    unshown_notes,
    url_of,
    whole_number,
)
from facedown.web.kept import Own
from facedown.web.pages.common import bots_offered, options_in_words, page
from facedown.web.pages.first import strip_of
from facedown.web.pages.lobby import picture_of
from facedown.web.pages.printing import print_links
from facedown.web.pages.results import (
    Duplicate,
    Others,
    daily_text,
    duplicates_of,
    ending_of,
    others_of,
    score_words,
    winners_called,
)
from facedown.web.pages.strategy import strategy_link
from facedown.web.problems import WebProblem, problem_of
from facedown.web.rendering import Board, lines_of, moment_of, since, told_to
from facedown.web.streams import (
    ANYBODY,
    SEQ,
    Drawing,
    Drawings,
    Look,
    Sent,
    event_number,
    last_seen,
    stream,
)
from facedown.web.visitor import Visitor, remember, remember_aid, snapshot_of, tables_of, visitor_of


def may_return(shot: Snapshot) -> bool:
    """Whether the viewer has left their seat, or a bot plays it, and they can come back to it."""
    if shot.viewer < 0 or shot.info.status == "over" or shot.info.stopped:
        return False
    seat = shot.info.seats[shot.viewer]
    in_time = seat.left is None or seat.left > 0
    return (seat.away or seat.player != HUMAN) and in_time and not seat.resigned


def is_out_of_time(shot: Snapshot) -> bool:
    """Whether the viewer has no time left in a game that goes on."""
    if shot.viewer < 0 or shot.info.status != "playing" or shot.info.seats[shot.viewer].resigned:
        return False
    left = shot.info.seats[shot.viewer].left
    return left is not None and left <= 0


def nothing_hidden(shot: Snapshot) -> bool:
    """Whether no end shows anything, so that a press that ended the game is taken back as well."""
    return len(shot.info.seats) == 1 and shot.game.worlds_known == "none"


def status_of(shot: Snapshot, names: tuple[str, ...]) -> str:
    """One line that says how things stand for this viewer."""
    info = shot.info
    if info.stopped:
        return info.stopped
    if info.status == "waiting":
        return _awaited(info)
    if info.outcome is not None:
        if (asked := _asked_again(shot)) is not None:
            own = asked.seat == shot.viewer
            return phrase("You asked for another game.") if own else asked.told(names, ())
        return joined(" ", [phrase("The game is over."), joined("", [_won(shot), "."])])
    if shot.viewer >= 0 and bot_of(info.seats[shot.viewer].player):
        if info.seats[shot.viewer].resigned:
            return RESIGNED
        if is_out_of_time(shot):
            if shot.host:
                return phrase("Your time is over: a bot plays on for you until you give more.")
            return phrase(
                "Your time is over: a bot plays on for you until the host gives you more."
            )
        return phrase("A bot plays your seat while you are away.")
    if shot.viewer in info.actors and shot.view is not None:
        todo = fill(prompt_of(shot.game, shot.view), names)
        alone = len(info.seats) == 1  # then whose turn it is goes without saying
        return todo if alone else phrase("Your turn. {todo}", todo=todo)
    bots = [names[seat] for seat in info.actors if bot_of(info.seats[seat].player) is not None]
    people = [names[seat] for seat in info.actors if names[seat] not in bots]
    waiting = [phrase("Waiting for {who}", who=listed(people))] if people else []
    if bots[1:]:
        waiting.append(phrase("{who} are thinking", who=listed(bots)))
    elif bots:
        waiting.append(phrase("{who} is thinking", who=bots[0]))
    waiting = waiting or [phrase("Cards are dealt")]
    return phrase("{waiting}.", waiting=separated(waiting))


def _won(shot: Snapshot) -> str:
    """Who has won, for whoever looks; alone, how it ended."""
    info = shot.info
    assert info.outcome is not None
    if len(info.seats) == 1 or info.won(shot.viewer):
        return ending_of(shot).words
    return fill(ending_for(ONLOOKER, info.outcome).words, winners_called(info, shot.viewer))


def _asked_again(shot: Snapshot) -> Rematched | None:
    """That somebody asked for another game, if so."""
    events = (frame.event for frame in shot.frames)
    return next((event for event in events if isinstance(event, Rematched)), None)


def _went_on(shot: Snapshot) -> bool:
    """Whether the viewer sat down for another game."""
    events = (frame.event for frame in shot.frames)
    return any(isinstance(one, CameAlong) and one.seat == shot.viewer for one in events)


def _inviter(info: TableInfo) -> str:
    """Who sits at a table already and has said a name; else nothing."""
    people = (seat for seat in info.seats if seat.player == HUMAN)
    return next((one.name for one in people if not is_unnamed(one.name, one.seat)), "")


def _awaited(info: TableInfo) -> str:
    """Who has yet to sit down, by name where they have been asked along."""
    free = [seat for seat in info.seats if seat.player == "open"]
    if not free:
        return phrase("Everybody is here; the host can begin.")
    if all(seat.kept_for for seat in free):
        who = phrase("Waiting for {who}", who=listed(seat.kept_for for seat in free))
        return phrase("{waiting}.", waiting=who)
    return phrase("Waiting for {n} more to sit down.", n=len(free))


@dataclass(frozen=True, slots=True)
class TypedForm:
    """What was typed into a form that was not done, and what a move would mean (None: not said).

    ``refused`` says that it is no move, and why stands at its field.
    """

    verb: str = ""
    text: str = ""
    back: ReadBack | None = None
    refused: bool = False


async def table(request: Request) -> Response:
    """A table as whoever asks may know it."""
    return await show(request)


async def show(
    request: Request, problem: WebProblem | None = None, typed: TypedForm | None = None
) -> Response:
    """The table's page, with why the last thing was not done if it was not, and what was typed.

    A script that asks for a part with the header ``x-part`` gets the part that changes alone.
    """
    visitor = visitor_of(request)
    part = request.headers.get("x-part", "").split()
    shot = await snapshot_of(request, visitor)
    aid = request.query_params.get("aid", "")
    wanted = request.query_params.get("sat", "")
    if part and not (problem or typed or aid or wanted):
        look = look_of(request, shot, visitor.aids, symbols="symbols" in part)
        drawn = HTMLResponse((await drawing_of(request, look)).to(visitor))
        remember(request, drawn, visitor)
        return drawn
    if shot.info.daily and shot.viewer >= 0 and not (part or visitor.new):
        await tables_of(request).dailies.bring(
            visitor.derive("daily"), shot.info.table, shot.viewer
        )
    shown = await aid_of(request, shot, visitor, aid)
    context = context_of(
        request,
        shot,
        visitor,
        shown,
        wanted,
        typed,
        symbols=not part or "symbols" in part,
        duplicates=await duplicates_of(tables_of(request), shot),
        others=await others_of(tables_of(request), shot),
    )
    context |= {
        "problem": problem,
        "rulebook": "" if part else rulebook(shot.info.game),
        "game_style": url_of(f"{shot.info.game}.page.css"),
    }
    status = 400 if typed is not None and typed.refused else 200
    status = status if problem is None else problem.status
    response = page(request, "_table.html" if part else "table.html", context, visitor, status)
    if shown is not None:
        remember_aid(request, response, visitor, f"/t/{shot.info.table}", shown.name)
    return response


def fragment(
    request: Request,
    shot: Snapshot,
    visitor: Visitor,
    aid: ShownAid | None,
    *,
    symbols: bool = False,
    duplicates: Sequence[Duplicate] = (),
    others: Others | None = None,
    seq: str = "",
) -> str:
    """The page without what stays as it is: the rules and, unless asked for, the pictures.

    ``seq`` stands in forms for the newest event's number, where it is put in later.
    """
    context = context_of(
        request,
        shot,
        visitor,
        aid,
        symbols=symbols,
        duplicates=duplicates,
        others=others,
        seq=seq,
    )
    context |= {"problem": None, "rulebook": ""}
    return environment().get_template("_table.html").render(context)


def look_of(request: Request, shot: Snapshot, aids: tuple[str, ...], *, symbols: bool) -> Look:
    """What a drawing depends on, for whoever sees a table so and has asked for those aids."""
    base = str(request.base_url)
    language = current_language()
    return Look(shot.info.table, shot.head, shot.viewer, shot.host, symbols, base, language, aids)


async def drawing_of(request: Request, look: Look) -> Drawing:
    """The part of the page that changes, drawn once for all who look so."""
    drawings: Drawings = request.app.state.drawings
    return await drawings.drawing(look, partial(_drawn, request, look))


async def _drawn(request: Request, look: Look) -> Drawing:
    shot = await tables_of(request).watching.snapshot_as(look.table, look.viewer, host=look.host)
    anybody = replace(ANYBODY, aids=look.aids)
    tables = tables_of(request)
    html = fragment(
        request,
        shot,
        anybody,
        None,
        symbols=look.symbols,
        duplicates=await duplicates_of(tables, shot),
        others=await others_of(tables, shot),
        seq=SEQ,
    )
    timed = any(seat.left is not None for seat in shot.info.seats)
    return Drawing(max(look.head, shot.head), shot.view is not None, timed, html)


def context_of(
    request: Request,
    shot: Snapshot,
    visitor: Visitor,
    aid: ShownAid | None,
    wanted: str = "",
    typed: TypedForm | None = None,
    *,
    symbols: bool,
    duplicates: Sequence[Duplicate],
    others: Others | None = None,
    seq: str = "",
) -> dict[str, Any]:
    """What the table's page is drawn from, without the frame, the rules and a problem.

    ``wanted`` is the seat of the link that was followed, counted from 1.
    """
    typed = typed or TypedForm()
    info, names = shot.info, shot.info.names
    lines = lines_of(shot.frames, names)
    me = shot.viewer if shot.viewer >= 0 else None
    # In nobody's name it is kept for whoever sees the same; a browser's own token is not.
    lesson = strip_of(shot, names)
    csrf = visitor.csrf if seq else Own(visitor.csrf)
    ending = None if info.outcome is None else ending_of(shot)
    asked = _asked_again(shot)
    context: dict[str, Any] = {
        "info": info,
        "day": short_date(info.daily) if info.daily else "",
        "facts": shot.game.facts,
        "address": f"/t/{info.table}",
        "names": names,
        "me": me,
        "host": shot.host,
        "mine": shot.viewer in info.actors and bool(shot.choices),
        "csrf": csrf,
        "seq": seq or str(info.head),
        "status": status_of(shot, names),
        "lesson": lesson,
        "moment": moment_of(shot, ending),
        "lines": told_to(lines, me),
        "recent": since(lines, me),
        "notes": () if shot.view is None else unshown_notes(shot.game, shot.view, shot.notes),
        "aids": tuple(a for a in shot.game.facts.aids if a.name in info.settings.aids),
        "aid": aid,
        "kept": {typed.verb: typed.text},
        "typed_name": visitor.name,
        "rated": shot.may_be_rated and tables_of(request).ratings is not None,
        "wanted": whole_number(wanted),
        "undoable": shot.undoable and (info.status == "playing" or nothing_hidden(shot)),
        "returning": may_return(shot),
        "out_of_time": shot.host and is_out_of_time(shot),
        "unnamed": me is not None and is_unnamed(names[me], me),
        "inviter": _inviter(info),
        "asked_again": asked is not None,
        "going_on": _went_on(shot),
        "picture": picture_of(info.game) if info.status == "waiting" else "",
        "standing": shot.standing if info.status == "playing" and not info.stopped else (),
        "bots": bots_offered(shot.game) if shot.host else (),
        "usual_bot": usual_bot(shot.game) if shot.host else "",
        "ends": may_end_by_resigning(shot.game),
        "duplicates": duplicates,
        "fared": others,
        "options": options_in_words(type(shot.game), info.options, info.daily),
        "share": share_of(request, info, shot.viewer),
        "board": "",
        "symbols": "",
    }
    if shot.view is None:
        return context
    over = ending is not None
    if ending is not None:
        context |= _ending(shot, visitor, ending, base_of(request))
        context["first_turn"] = next((x.turn for x in lines if x.kind == "move" and x.turn), 0)
    moved = typed if typed.verb == MakeMove.path else TypedForm()
    board = Board(
        game=shot.game,
        view=replace(shot.view, actors=()) if over else shot.view,
        viewer=shot.viewer,
        seats=info.seats,
        moves=shot.choices,
        notes=shot.notes,
        events=shot.events,
        aids=context["aids"],
        replay=over,
        address=context["address"],
        csrf=csrf,
        head=context["seq"],
        line=moved.text,
        back=moved.back,
        told=None if lesson is None else lesson.action,
        marks={} if aid is None else {mark.thing: mark.says for mark in aid.marks},
        end=_part("_end.html", context) if over else Markup(""),
        after=_part("_after.html", context) if over else Markup(""),
    )
    context["advance"] = board.advance
    context["board"] = board.html()
    context["symbols"] = board.symbols() if symbols else ""
    return context


def _ending(shot: Snapshot, visitor: Visitor, ending: Ending, base: str) -> dict[str, Any]:
    """What is said and offered once a game is over."""
    game, info = shot.game, shot.info
    assert shot.view is not None
    return {
        "verdict": ending.words,
        "score": score_words(info, shot.viewer),
        "reason": ending.why,
        "again": again_of(game, shot.view),
        "strategy": strategy_link(type(game), info.options, game.steps(shot.view)),
        "prints": print_links(type(game), info.options),
        "judges": shot.viewer >= 0 and is_judged(game),
        "daily_text": daily_text(shot, visitor.aids, base) if info.daily else "",
    }


def _part(template: str, context: dict[str, Any]) -> Markup:
    html = environment().get_template(template).render(context)
    return Markup(html)  # noqa: S704  # autoescaped by the template


@dataclass(frozen=True, slots=True)
class ShownAid:
    """An aid that stands on the page: its words, and what its board marks."""

    name: str
    words: str
    marks: tuple[AidMark, ...] = ()


async def aid_of(request: Request, shot: Snapshot, visitor: Visitor, name: str) -> ShownAid | None:
    """What an aid that was asked for says; None where there is none."""
    if not offered(shot, visitor, name):
        return None
    try:
        advice = await tables_of(request).watching.aid(shot.info.table, visitor.seat or "", name)
    except FacedownError as problem:
        return ShownAid(name[:40], fill(problem_of(problem).sentence, shot.info.names))
    return ShownAid(name[:40], fill(advice.words, shot.info.names), advice.marks)


def offered(shot: Snapshot, visitor: Visitor, aid: str) -> bool:
    """Whether an aid was asked for, by somebody who may ask, at a time when there are any."""
    playing = shot.info.status == "playing" and not shot.info.stopped
    known = any(aid == one.name for one in shot.game.facts.aids)
    return known and bool(visitor.seat) and shot.viewer >= 0 and playing


# Sharing


def share_of(request: Request, info: TableInfo, viewer: Seat) -> dict[str, Any]:
    """The links to give away; none of them holds a secret."""
    base = f"{base_of(request)}/t/{info.table}"
    free = [seat.seat for seat in info.seats if seat.player == "open"]
    host = request.headers["host"].rsplit(":", 1)[0].strip("[]")
    return {
        "site": base_of(request),
        "watch": base,
        "seats": {seat: f"{base}?sat={seat + 1}" for seat in free},
        "alone": _only_here(host),
        "over": _links_after(base, info, viewer) if info.status == "over" else (),
    }


def _links_after(base: str, info: TableInfo, viewer: Seat) -> tuple[tuple[str, str, str], ...]:
    """What can be sent to somebody once a game is over: names for fields, words, and links."""
    seat = max(viewer, 0) + 1
    again = ("replay", phrase("The game again, move by move"), f"{base}/replay?as={seat}")
    if info.origin is not None:
        return (again,)
    return (
        ("same", phrase("This very deal, to be played"), f"{base}/same?as={seat}"),
        ("result", phrase("The same, and how it went"), f"{base}/same?as={seat}&result=yes"),
        again,
    )


def base_of(request: Request) -> str:
    """The server's address, as whoever asks reaches it."""
    return f"{request.url.scheme}://{request.headers['host']}"


def _only_here(host: str) -> bool:
    """Whether only this very computer can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def qr(request: Request) -> Response:
    """The link to a seat (``?sat=2``), or for onlookers, as a picture that a phone can read."""
    import segno  # only here, and only by those who share

    name = request.path_params["table"]
    info = await tables_of(request).watching.info(name)
    address = f"{base_of(request)}/t/{info.table}"
    seat = request.query_params.get("sat", "")
    if seat in {str(n + 1) for n in range(len(info.seats))}:
        address += f"?sat={seat}"
    picture = io.BytesIO()
    # A light ground with a quiet zone, so that phones read it on dark pages too.
    segno.make(address, error="m", micro=False).save(
        picture, kind="svg", scale=5, border=3, dark="#1d2026", light="#ffffff", xmldecl=False
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


# The stream


AID_AT_ONCE: Final = 0.3
"""For so many seconds a live update waits for the aid that stands on the page."""
WORKED_OUT: Final = phrase("This is being worked out …")


async def live(request: Request) -> Response:
    """The changing part of the page again whenever it has changed, as server-sent events.

    Between them go ``beat`` events, from which the page knows that the line is not dead; each
    tells after how many milliseconds the next is due at the latest. ``here`` events say which seats
    are connected, at first and when that has changed: for that nothing is drawn or stored. Who asks
    for ``changes`` is sent the whole once, as ``table``, and then ``change`` events.
    """
    visitor = visitor_of(request)
    name = request.path_params["table"]
    tables = tables_of(request)
    await tables.watching.info(name)  # refuses a table that there is not
    last = last_seen(request)
    start = event_number(request.query_params.get("after", "0")) if last is None else last
    aid = request.query_params.get("aid", "")
    heartbeat: float = request.app.state.config.heartbeat
    beat = (-1, "beat", str(round(1000 * heartbeat)))

    async def frames() -> AsyncGenerator[Sent, None]:
        seen = start
        symbols = request.query_params.get("symbols") == "yes"
        changes = request.query_params.get("changes") == "yes" and not aid
        before: Drawing | None = None
        yield beat
        fresh, told = True, None
        own.belongs_to((await tables.watching.whose(name, visitor.seat, visitor.host))[0])
        while not tables.closing:
            here = await tables.watching.connected(name)
            if here != told:
                told = here
                yield -1, "here", words_of(here)
            head = await tables.watching.wait(name, seen, heartbeat, fresh=fresh, connected=here)
            if head <= seen:
                fresh = await tables.watching.connected(name) == here
                if fresh:
                    yield beat
                continue
            fresh = False
            viewer, host = await tables.watching.whose(name, visitor.seat, visitor.host)
            own.belongs_to(viewer)
            if aid and viewer >= 0:
                shot = await snapshot_of(request, visitor)
                seen, begun = max(head, shot.head), shot.view is not None
                async for html in _with_aid(request, shot, visitor, aid, symbols=symbols):
                    yield seen, "table", html
            else:
                base, language = str(request.base_url), current_language()
                look = Look(name, head, viewer, host, symbols, base, language, visitor.aids)
                drawing = await drawing_of(request, look)
                seen, begun = drawing.head, drawing.begun
                yield drawing.event_to(visitor.name, before)
                before = drawing if changes else None
            symbols = symbols and not begun
            await asyncio.sleep(0.02)  # a burst of moves is drawn once

    own = await tables.watching.stream(name)
    return stream(request, request.app.state.streams, _counted(frames(), own), visitor.csrf)


async def _counted(frames: AsyncGenerator[Sent, None], own: Stream) -> AsyncGenerator[Sent, None]:
    """What a stream of the table's page sends, as long as it counts as one."""
    try:
        async with contextlib.aclosing(frames) as told:
            async for frame in told:
                yield frame
    finally:
        own.end()


def words_of(here: Connected) -> str:
    """Who is connected, as the script of a page is told.

    >>> words_of(Connected(frozenset({2, 0}), all=True))
    '{"seats": [0, 2], "all": true}'
    """
    return json.dumps({"seats": sorted(here.seats), "all": here.all})


async def _with_aid(
    request: Request, shot: Snapshot, visitor: Visitor, aid: str, *, symbols: bool
) -> AsyncGenerator[str, None]:
    """The part of the page that changes; twice where an aid takes longer than people wait."""
    tables, info = tables_of(request), shot.info
    draw = partial(fragment, symbols=symbols, duplicates=await duplicates_of(tables, shot))
    if not offered(shot, visitor, aid):
        yield draw(request, shot, visitor, None)
        return
    working = asyncio.ensure_future(aid_of(request, shot, visitor, aid))
    changed = asyncio.ensure_future(tables.watching.wait(info.table, info.head, 2 * AID_SECONDS))
    try:
        await asyncio.wait({working}, timeout=AID_AT_ONCE)
        if not working.done():
            yield draw(request, shot, visitor, ShownAid(aid[:40], WORKED_OUT))
            await asyncio.wait({working, changed}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            yield draw(request, shot, visitor, working.result())
    finally:
        working.cancel()
        changed.cancel()
