"""Who asks: which seat a secret opens, under which name a message is stored, what came too late."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import Final

from facedown.core.messages import phrase
from facedown.core.seats import ONLOOKER, Seat
from facedown.table.errors import NotAllowed, OutOfDate, TableError
from facedown.table.live_table import TableRegistry
from facedown.table.state import TableState

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22,86}")  # 22 letters of 6 bits are 132 bits
_LETTERS: Final = "23456789abcdefghijkmnpqrstuvwxyz"  # none that is easily taken for another
_TABLE_LETTERS: Final = 14


def new_token() -> str:
    """A secret of 256 random bits, fit for a cookie."""
    return secrets.token_urlsafe(32)


def new_table_name() -> str:
    """The name of a table: 70 random bits, so that it is found only by those it was given to."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_TABLE_LETTERS))


def hash_token(token: str) -> str:
    """What is kept of a secret. A random secret of 128 bits and more needs no slow hash.

    Raises ``NotAllowed`` when it cannot have been made by :func:`new_token`.
    """
    if not _TOKEN.fullmatch(token):
        raise NotAllowed(phrase("That is not a secret of this table."))
    return hashlib.sha256(token.encode()).hexdigest()


def opens(token: str | None, kept: str | None) -> bool:
    """Whether this is the secret whose hash was kept.

    >>> token = new_token()
    >>> opens(token, hash_token(token)), opens("forged", hash_token(token)), opens(None, None)
    (True, False, False)
    """
    return token is not None and same(hash_of(token), kept)


def hash_of(token: str) -> str | None:
    """The hash of a secret, None of what cannot be one."""
    return hash_token(token) if _TOKEN.fullmatch(token) else None


def same(shown: str | None, kept: str | None) -> bool:
    """Whether two hashes of secrets are there and equal, told in equal time."""
    return shown is not None and kept is not None and hmac.compare_digest(shown, kept)


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
