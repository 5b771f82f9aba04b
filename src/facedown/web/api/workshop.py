"""A game's workshop for programs: what can be made, and what is found out about a draft."""

from __future__ import annotations

import contextlib

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.errors import FacedownError
from facedown.core.workshop import Workshop
from facedown.table.thinking import workshop_of
from facedown.table.workshops import Found, findings
from facedown.web.api import forms
from facedown.web.api.answers import answer, read
from facedown.web.api.operations import operation
from facedown.web.live import slot_in
from facedown.web.state import tables_of


def _workshop(request: Request) -> Workshop:
    try:
        return workshop_of(request.path_params["game"])
    except FacedownError as problem:
        raise HTTPException(404, str(problem)) from None


@operation("get", "/games/{game}/workshop", "workshop", gives=forms.WorkshopFacts)
async def facts(request: Request) -> Response:
    """What can be made for a game without a table."""
    shop = _workshop(request)
    stages = tuple(forms.StageFacts(stage.name, stage.title) for stage in shop.stages)
    examples = tuple(dict(draft) for _, draft in shop.examples)
    return answer(forms.WorkshopFacts(shop.title, shop.summary, shop.fields, stages, examples))


@operation(
    "post",
    "/games/{game}/workshop",
    "lookInto",
    body=forms.LookInto,
    gives=forms.LookedInto,
)
async def look_into(request: Request) -> Response:
    """What is found out about a draft; its flaws alone where it has any."""
    shop = _workshop(request)
    asked = await read(request, forms.LookInto)
    game, draft = request.path_params["game"], shop.read(asked.draft)
    stages = [shop.stage(name) for name in asked.stages] or list(shop.stages)
    flaws = tuple(shop.flaws(draft))
    found: dict[str, Found] = {}
    if not flaws:
        with slot_in(request, request.app.state.workshops):
            news = findings(tables_of(request).slow_work, game, draft, stages)
            async with contextlib.aclosing(news):
                async for stage in news:
                    found[stage.name] = stage
    page = f"/games/{game}/workshop?{shop.link(draft)}"
    options = None if flaws else dict(shop.options(draft))
    return answer(forms.LookedInto(dict(draft), page, flaws, options, tuple(found.values())))
