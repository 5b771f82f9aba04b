"""Who asks: which seat a secret opens, under which name a message is stored, what came too late."""

from __future__ import annotations

import re
import secrets
from typing import Final

from facedown.core.messages import phrase
from facedown.core.seats import ONLOOKER, Seat
from facedown.table.errors import NotAllowed, OutOfDate, TableError
from facedown.table.state import TableState
from facedown.table.table_registry import TableRegistry
from facedown.table.tokens import hash_of, opens, same

_CLIENT: Final = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
HOST: Final = "host"
"""Stands for the host where it matters who sent a message."""


def client_id(actor: str, client: str | None) -> str:
    """The name under which a message of a client is stored: nobody can use another's.

    Raises ``TableError`` when the id is not one.
    """
    if client is None:
        return f"~{secrets.token_urlsafe(12)}"
    if not _CLIENT.fullmatch(client):
        raise TableError(phrase("A client's id has 1 to 64 letters, digits or any of _ . : -"))
    return f"{actor}/{client}"


async def sender_id(
    registry: TableRegistry, table: str, secret: str | None, client: str | None
) -> str:
    """The same for whoever holds a seat; raises ``NotAllowed`` when the secret opens none.

    Who had the seat before may have used the same ids, so each occupant has their own.
    """
    live = await registry.live_table(table)
    try:
        seat = seat_of(live.state, secret)
    except NotAllowed:  # perhaps claimed a moment ago, in another process
        live = await registry.live_table(table, fresh=True)
        seat = seat_of(live.state, secret)
    return client_id(f"{seat}.{live.state.seats[seat].occupant}", client)


def seat_of(state: TableState, secret: str | None) -> Seat:
    """The seat that a secret opens; raises ``NotAllowed`` when there is none."""
    shown = None if secret is None else hash_of(secret)
    for seat, seat_state in enumerate(state.seats):
        if same(shown, seat_state.secret_hash):
            return seat
    raise NotAllowed(phrase("That is not the secret of a seat at this table."))


def viewer_of(state: TableState, secret: str | None) -> Seat:
    """The seat that a secret opens, or an onlooker where none is shown."""
    return ONLOOKER if secret is None else seat_of(state, secret)


def check_host(state: TableState, secret: str | None) -> None:
    """Raises ``NotAllowed`` when this is not the host's secret."""
    if not opens(secret, state.spec.host_hash):
        raise NotAllowed(phrase("Only the host of this table can do that."))


def check_seen(state: TableState, expected: int | None) -> None:
    """Raises ``TableError`` when somebody claims to have seen what has not happened."""
    if expected is not None and expected > state.head:
        raise TableError(
            phrase("Nothing has the number {expected} at this table yet.", expected=expected)
        )


def check_turn(state: TableState, seat: Seat, expected: int | None) -> None:
    """Raises ``OutOfDate`` when the seat's decision began after what it has seen."""
    check_seen(state, expected)
    if expected is not None and expected < state.seats[seat].turn:
        raise OutOfDate(state.head)
