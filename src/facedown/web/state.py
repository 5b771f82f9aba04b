"""What a server keeps for all its requests."""

from __future__ import annotations

from starlette.requests import Request

from facedown.table import Tables
from facedown.table.snapshot import Snapshot
from facedown.web.visitor import Visitor


def tables_of(request: Request) -> Tables:
    """The tables of this server."""
    tables: Tables = request.app.state.tables
    return tables


async def snapshot_of(request: Request, visitor: Visitor) -> Snapshot:
    """The table that a page is about, as its visitor may know it now.

    A browser may hold the secret of a seat that is somebody else's by now: it is an onlooker.
    Raises ``NoSuchTable``.
    """
    name = request.path_params["table"]
    watching = tables_of(request).watching
    return await watching.snapshot(name, visitor.seat, visitor.host, lenient=True)
