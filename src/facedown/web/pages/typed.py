"""What a typed move would mean, for the table's page as somebody types."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from facedown.core.messages import phrase
from facedown.core.typed import ReadBack
from facedown.table import NotAllowed, Tables
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
        raise NotAllowed(phrase("You have no seat at this table."))
    back: ReadBack | None = None
    if line:
        _, back = await tables.watching.read_back(name, visitor.seat, line)
    shot = await snapshot_of(request, visitor)
    drawn = [
        environment()
        .get_template(name)
        .render(back=back, line=line, names=shot.info.names, slots=back.slots if back else ())
        for name in ("_read_back.html", "_slots.html")
    ]
    return HTMLResponse("".join(drawn))


async def line_of(tables: Tables, table: str, secret: str, form: FormData) -> str:
    """The line that a typed form sends: what its choices of words say, once one has changed.

    Each choice is sent as the whole line up to it. What was chosen when the form was drawn follows
    from the line that was drawn, ``built``. The first choice that differs counts.
    """
    line, built = text_of(form, "line").strip(), text_of(form, "built").strip()
    if not built:
        return line
    _, back = await tables.watching.read_back(table, secret, built)
    drawn = [slot.line for slot in back.slots] if back is not None else []
    for sent, before in zip(form.getlist("slot"), drawn, strict=False):
        if isinstance(sent, str) and sent != before:
            return sent.strip()
    return line
