"""A game on paper: a PDF of what is needed to play it at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase, phrase_in
from facedown.languages import current_language
from facedown.web.live import slot_in
from facedown.web.pages.common import kind_at, options_at, query_of
from facedown.web.printer import BOOK, Printer

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
    paper, what = query.get("paper", kind.papers[0]), query.get("what", "")
    named = {"content-disposition": f'inline; filename="{kind.facts.name}.pdf"'}
    printer: Printer = request.app.state.printer
    with slot_in(request, request.app.state.workshops):
        if what == BOOK:
            book = await printer.book(kind, paper, current_language())
            return FileResponse(book, headers=named, media_type="application/pdf")
        game = kind(None, **options_at(request, kind))
        pdf = await printer.sheet(game, paper, what, current_language())
    return Response(pdf, media_type="application/pdf", headers=named)
