"""A game on paper: a PDF of what is needed to play it at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase, phrase_in
from facedown.languages import current_catalogue
from facedown.web.live import slot_in
from facedown.web.pages.common import kind_at, options_at, query_of

BOOK: Final = "book"
"""What is printed of a game whatever its options."""
PAPERS: Final = {"a4": "A4", "letter": phrase_in("paper", "Letter")}
"""Formats of paper as people call them."""


def print_links(
    kind: type[Game], options: Mapping[str, OptionValue]
) -> list[tuple[str, list[tuple[str, str]]]]:
    """What of a game with these options is printed, each with papers and their addresses."""
    if not kind.papers:
        return []
    links = {"": phrase("Print it"), **kind.more_printed}
    return [
        (words, papers_of(kind, options, what)) for what, words in links.items() if what != BOOK
    ]


def papers_of(
    kind: type[Game], options: Mapping[str, OptionValue], what: str = ""
) -> list[tuple[str, str]]:
    """Formats of paper, each with the address at which something of a game is printed."""
    query = {} if what == BOOK else query_of(options)
    query |= {"what": what} if what else {}
    address = f"/games/{kind.facts.name}/print?"
    return [
        (PAPERS.get(paper, paper), address + urlencode(query | {"paper": paper}))
        for paper in kind.papers
    ]


async def printed(request: Request) -> Response:
    """The game with the options of the address, on its paper."""
    kind = kind_at(request)
    if not kind.papers:
        raise HTTPException(404, phrase("{title} is not printed.", title=kind.facts.title))
    query = request.query_params
    game = kind(None, **options_at(request, kind))
    with slot_in(request, request.app.state.workshops):
        paper, what = query.get("paper", kind.papers[0]), query.get("what", "")
        pdf = await asyncio.to_thread(game.printed, paper, what, current_catalogue())
    named = {"content-disposition": f'inline; filename="{kind.facts.name}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=named)
