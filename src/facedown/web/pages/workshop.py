"""A game's workshop: a form in which something is made, and what is found out about it meanwhile.

Nothing is kept: the draft travels in the form and, after each change, in the address.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from facedown.core.errors import FacedownError
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.workshop import BadDraft, Draft, Flaw, Stage, Workshop, unasked
from facedown.languages import spoken
from facedown.table.slow_work import StageFound, findings
from facedown.web.environment import environment, game_file, styles_of, url_of
from facedown.web.pages.common import fields_of, kind_at, page, text_of
from facedown.web.pages.printing import print_links
from facedown.web.pages.strategy import strategy_link
from facedown.web.streams import slot_in, stream
from facedown.web.visitor import tables_of

NEWS_SECONDS: Final = 0.25
"""A stage that goes on is drawn no more often than that."""
FIND_SECONDS: Final = 30.0
"""For so long a page waits on which everything found stands at once."""
TEMPLATE: Final = "workshop.html"
NEW: Final = "new=yes"
"""What the link of a draft says that is all as usual, where the page opens with another one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A draft as a form shows it: its texts as they were given, and what is wrong with them.

    ``draft`` is None where the texts cannot be read.
    """

    texts: Mapping[str, str]
    draft: Draft | None
    flaws: tuple[Flaw, ...]


def workshop_at(request: Request) -> tuple[type[Game], Workshop]:
    """The game that an address names, with its workshop; raises ``HTTPException``."""
    kind = kind_at(request)
    shop = kind.workshop()
    if shop is None:
        raise HTTPException(404, phrase("{title} has no workshop.", title=kind.facts.title))
    return kind, shop


async def workshop(request: Request) -> Response:
    """The form with the draft of the address; with ``find`` everything that is found out.

    ``find`` may also name what is worked out for whoever asks for it.
    """
    kind, shop = workshop_at(request)
    try:
        bare = not request.query_params
        draft = shop.read(shop.opening) if bare else shop.read_link(request.query_params)
        shown = _shown(shop, draft)
    except BadDraft as problem:
        shown = _unread(shop, dict(request.query_params), problem)
        return _page(request, kind, shop, shown, status=400)
    found: list[StageFound] = []
    if "find" in request.query_params and shown.draft is not None and not shown.flaws:
        with slot_in(request, request.app.state.workshops):
            stages = _stages(shop, request.query_params["find"])
            found = await _all_findings(request, kind, stages, shown.draft)
    return _page(request, kind, shop, shown, found)


async def _all_findings(
    request: Request, kind: type[Game], stages: Sequence[Stage], draft: Draft
) -> list[StageFound]:
    late = phrase("Not finished within {n:g} seconds.", n=FIND_SECONDS)
    found = {stage.name: StageFound(stage.name, stage.title, "cut", late, ()) for stage in stages}
    news = findings(tables_of(request).slow_work, kind.facts.name, draft, stages)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(FIND_SECONDS), contextlib.aclosing(news):
            async for each in news:
                running = each.status == "running"
                found[each.name] = replace(each, status="cut", words=late) if running else each
    return list(found.values())


async def change(request: Request) -> Response:
    """Takes in what a form says, changes the draft as its button asks, and shows it."""
    kind, shop = workshop_at(request)
    form = await fields_of(request)
    texts = {}
    for field in shop.fields:
        ticked = isinstance(field.option.default, bool)  # a box that is not ticked is not sent
        if field.name in form or ticked:
            texts[field.name] = text_of(form, field.name) or ("no" if ticked else "")
    draft = None
    try:
        draft = shop.read(texts)
        if edit := text_of(form, "edit"):
            draft = shop.read(shop.edit(draft, edit))
    except FacedownError as problem:
        shown = _unread(shop, texts, problem)
        if draft is not None:  # it can be read, but not changed so
            shown = replace(_shown(shop, draft), flaws=shown.flaws)
        return _page(request, kind, shop, shown, status=400)
    query = _query(shop, draft)
    if "find" in form:
        query = _finding(query, text_of(form, "find"))
    # A browser that goes back comes to the draft before.
    response = PlainTextResponse("", 303)
    response.headers["location"] = _address(kind, query)
    return response


async def live_findings(request: Request) -> Response:
    """Each stage as HTML whenever it has come further, as server-sent events; then ``end``.

    ``find`` names one that is worked out for whoever asks for it.
    """
    kind, shop = workshop_at(request)
    draft = shop.read_link(request.query_params)
    stages = _stages(shop, request.query_params.get("find", "yes"))
    if flaws := shop.flaws(draft):
        raise BadDraft(flaws[0].sentence, flaws[0].field)
    tables = tables_of(request)

    async def frames() -> AsyncGenerator[tuple[int, str, str], None]:
        clock = asyncio.get_running_loop().time
        sent, name = 0.0, ""
        news = findings(tables.slow_work, kind.facts.name, draft, stages)
        async with contextlib.aclosing(news):
            async for found in news:
                new = found.name != name or found.status != "running"
                if new or clock() - sent >= NEWS_SECONDS:
                    yield -1, "stage", stage_html(found)
                    sent, name = clock(), found.name
                if tables.closing:
                    return
        yield -1, "end", "all"

    return stream(request, request.app.state.workshops, frames())


def stage_html(found: StageFound) -> str:
    """A stage as it stands on the page."""
    return environment().get_template("_stage.html").render(stage=found)


def _stages(shop: Workshop, find: str) -> Sequence[Stage]:
    """Those that ``find`` names: one that is asked for, or all others; raises ``UnknownName``."""
    return unasked(shop) if find == "yes" else (shop.stage(find),)


def _query(shop: Workshop, draft: Draft) -> str:
    """The link of a draft, which is not that of the page as it opens."""
    return shop.link(draft) or (NEW if shop.opening else "")


def _finding(query: str, find: str) -> str:
    asked = urlencode({"find": find})
    return f"{query}&{asked}" if query else asked


def _address(kind: type[Game], query: str) -> str:
    return f"/games/{kind.facts.name}/workshop" + (f"?{query}" if query else "")


def _shown(shop: Workshop, draft: Draft) -> Shown:
    draft = {
        name: spoken(value) if isinstance(value, str) else value for name, value in draft.items()
    }
    texts = {name: _typed(value) for name, value in draft.items()}
    return Shown(texts, draft, tuple(shop.flaws(draft)))


def _unread(shop: Workshop, texts: Mapping[str, str], problem: FacedownError) -> Shown:
    usual = {field.name: _typed(field.option.default) for field in shop.fields}
    given = {name: texts.get(name, value) for name, value in usual.items()}
    field = problem.field if isinstance(problem, BadDraft) and problem.field in usual else ""
    return Shown(given, None, (Flaw(problem.message, field),))


def _typed(value: OptionValue) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _page(
    request: Request,
    kind: type[Game],
    shop: Workshop,
    shown: Shown,
    found: list[StageFound] | None = None,
    status: int = 200,
) -> Response:
    game, query = kind.facts.name, "" if shown.draft is None else _query(shop, shown.draft)
    sound = shown.draft is not None and not shown.flaws
    options = {} if shown.draft is None or not sound else shop.options(shown.draft)
    own = game_file(game, TEMPLATE) is not None
    last = shop.unplayable(shown.draft) if sound and shown.draft is not None else None
    playable = sound and last is None
    by_field: dict[str, list[Flaw]] = {}
    for flaw in filter(None, (*shown.flaws, last)):
        by_field.setdefault(flaw.field, []).append(flaw)
    usual = unasked(shop) if sound else ()
    waiting = [StageFound(s.name, s.title, "running", "", ()) for s in usual]
    own_styles = (f"{game}.page.css", f"{game}.workshop.css")
    context: dict[str, Any] = {
        "facts": kind.facts,
        "shop": shop,
        "texts": shown.texts,
        "draft": shown.draft,
        "flaws": by_field,
        "sound": sound,
        "playable": playable,
        "address": _address(kind, query),
        "findings": f"/games/{game}/workshop/findings?{query}" if sound else "",
        "find": _address(kind, _finding(query, "yes")),
        "asked": [
            (s.name, s.title, _address(kind, _finding(query, s.name)))
            for s in shop.stages
            if s.asked
        ],
        "stages": found or waiting,
        "looked": bool(found),
        "examples": [(name, _address(kind, shop.link(shop.read(d)))) for name, d in shop.examples],
        "options": {f"option.{name}": _typed(value) for name, value in options.items()},
        "own": f"games/{game}/{TEMPLATE}" if own else "",
        "extra": {} if shown.draft is None else shop.context(shown.draft),
        "frame_styles": styles_of("style.css", "kit.css", "frame.css", "workshop.css"),
        "script": url_of("workshop.js"),
        "game_styles": [url for url in map(url_of, own_styles) if url],
    }
    context["strategy"] = strategy_link(kind, options) if playable else ""
    context["prints"] = print_links(kind, options) if playable else []
    secret = type(shop).first_moves is not Workshop.first_moves
    context["made"] = query if secret else ""
    context["friends"] = f"/games/{game}?{urlencode(context['options'])}"
    return page(request, "workshop.html", context, status=status)
