"""What a typed move would mean, for the table's page as somebody types."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from facedown.core.typed import ReadBack
from facedown.table import NotAllowed
from facedown.web.environment import environment
from facedown.web.pages.common import form_of, text_of
from facedown.web.state import snapshot_of, tables_of
from facedown.web.visitor import visitor_of


async def read_back(request: Request) -> Response:
    """The part of the typed form that says back its line; nothing is played."""
    visitor = visitor_of(request)
    form = await form_of(request, visitor)
    tables, name = tables_of(request), request.path_params["table"]
    line = text_of(form, "line").strip()
    if visitor.seat is None:
        raise NotAllowed("You have no seat at this table.")
    back: ReadBack | None = None
    if line:
        _, back = await tables.moving.read_back(name, visitor.seat, line)
    shot = await snapshot_of(request, visitor)
    template = environment().get_template("_read_back.html")
    return HTMLResponse(template.render(back=back, line=line, names=shot.info.names))
