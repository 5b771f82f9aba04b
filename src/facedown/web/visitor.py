"""Who asks: a browser's cookies, and the tokens made from them.

A browser has one random cookie of its own, ``visitor``, from which the token in its forms is made.
The secrets of seats and hosts lie in cookies that are sent to that one table only. None of them
can be read by a script, and none is ever part of an address or of a page. The list of a browser's
tables holds their names and seats, no secret: it opens nothing and is believed nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Final, TypeAlias

from starlette.requests import Request
from starlette.responses import Response

VISITOR, SEAT, HOST, NAME, TABLES = "visitor", "seat", "host", "name", "tables"
YEAR: Final = 365 * 24 * 3600
MOST_TABLES: Final = 8

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_LISTED: Final = re.compile(r"([a-z0-9]{1,40})(?:-([1-9]))?")

Listed: TypeAlias = tuple[str, int | None]
"""A table that a browser remembers: its name, and the seat it has there, counted from 0."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser: its own secret, whether it is new, and what it holds for this table."""

    key: str
    new: bool
    seat: str | None = None
    host: str | None = None
    name: str = ""
    tables: tuple[Listed, ...] = ()

    @property
    def csrf(self) -> str:
        """The token of its forms."""
        return self.derive("form")[:32]

    def derive(self, what: str) -> str:
        """A secret of 256 bits that only this browser's cookie gives, for one purpose."""
        digest = hmac.digest(self.key.encode(), what.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def sent_form(self, token: object) -> bool:
        """Whether a form carries this browser's token."""
        return isinstance(token, str) and hmac.compare_digest(token.encode(), self.csrf.encode())


def visitor_of(request: Request) -> Visitor:
    """Who asks; somebody without a proper cookie is new."""
    key = request.cookies.get(VISITOR, "")
    new = _TOKEN.fullmatch(key) is None
    return Visitor(
        secrets.token_urlsafe(32) if new else key,
        new,
        _secret(request, SEAT),
        _secret(request, HOST),
        request.cookies.get(NAME, "")[:100],
        read_tables(request.cookies.get(TABLES, "")),
    )


def read_tables(text: str) -> tuple[Listed, ...]:
    """The tables of a cookie, newest first; whatever else stands there is passed over.

    >>> read_tables("k3f9-2.<b>.p7q")
    (('k3f9', 1), ('p7q', None))
    """
    found = (_LISTED.fullmatch(part) for part in text[:500].split("."))
    tables = [(match[1], int(match[2]) - 1 if match[2] else None) for match in found if match]
    return tuple(tables[:MOST_TABLES])


def remember_table(
    request: Request, response: Response, visitor: Visitor, table: str, seat: int | None
) -> None:
    """Puts a table first in the browser's list."""
    others = [listed for listed in visitor.tables if listed[0] != table]
    tables = [(table, seat), *others][:MOST_TABLES]
    words = (name if seat is None else f"{name}-{seat + 1}" for name, seat in tables)
    set_cookie(request, response, TABLES, ".".join(words), "/")


def _secret(request: Request, name: str) -> str | None:
    value = request.cookies.get(name)
    return value if value is not None and _TOKEN.fullmatch(value) else None


def remember(request: Request, response: Response, visitor: Visitor) -> None:
    """Gives a new browser its cookie."""
    if visitor.new:
        set_cookie(request, response, VISITOR, visitor.key, "/")


def set_cookie(request: Request, response: Response, name: str, value: str, path: str) -> None:
    """Sets a cookie that scripts cannot read and other sites' forms do not send."""
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        path=path,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )
