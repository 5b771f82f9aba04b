"""What a server keeps for all its requests."""

from __future__ import annotations

from starlette.requests import Request

from facedown.table import Tables


def tables_of(request: Request) -> Tables:
    """The tables of this server."""
    tables: Tables = request.app.state.tables
    return tables
