"""Who asks, and what they are shown: a browser's cookies, and the tokens made from them.

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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from starlette.requests import Request
from starlette.responses import Response

from facedown.table import Tables
from facedown.table.watching import Snapshot

VISITOR, SEAT, HOST, NAME, TABLES = "visitor", "seat", "host", "name", "tables"
LEVELS: Final = "levels"
AIDS: Final = "aids"
THEME: Final = "theme"
YEAR: Final = 365 * 24 * 3600
MOST_TABLES: Final = 8

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_LISTED: Final = re.compile(r"([a-z0-9]{1,40})(?:-([1-9]))?")
_WORD: Final = re.compile(r"[a-z0-9_-]{1,40}")
_LEVEL: Final = re.compile(r"([a-z0-9_-]{1,40})~([a-z0-9_-]{1,40})")

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
    levels: Mapping[str, str] = field(default_factory=dict)
    """Against which bot somebody played each game last."""
    aids: tuple[str, ...] = ()
    """The aids that were asked for at this table."""
    theme: str = ""
    """``"light"`` or ``"dark"``, as the script keeps it; empty where the system says."""

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
        read_levels(request.cookies.get(LEVELS, "")),
        tuple(_WORD.findall(request.cookies.get(AIDS, "")[:500])),
        theme if (theme := request.cookies.get(THEME)) in {"light", "dark"} else "",
    )


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


def read_tables(text: str) -> tuple[Listed, ...]:
    """The tables of a cookie, newest first; whatever else stands there is passed over.

    >>> read_tables("k3f9-2.<b>.p7q")
    (('k3f9', 1), ('p7q', None))
    """
    found = (_LISTED.fullmatch(part) for part in text[:500].split("."))
    tables = [(match[1], int(match[2]) - 1 if match[2] else None) for match in found if match]
    return tuple(tables[:MOST_TABLES])


def read_levels(text: str) -> dict[str, str]:
    """The bot of each game in a cookie; whatever else stands there is passed over.

    >>> read_levels("turing~careful.<b>~x.solid~strong")
    {'turing': 'careful', 'solid': 'strong'}
    """
    found = (_LEVEL.fullmatch(part) for part in text[:1000].split("."))
    return {match[1]: match[2] for match in found if match}


def remember_level(
    request: Request, response: Response, visitor: Visitor, game: str, bot: str
) -> None:
    """Offers that bot first when this browser plays the game again."""
    levels = {**visitor.levels, game: bot}
    text = ".".join(f"{game}~{bot}" for game, bot in levels.items())
    set_cookie(request, response, LEVELS, text, "/")


def remember_aid(
    request: Request, response: Response, visitor: Visitor, path: str, aid: str
) -> None:
    """Notes that an aid was asked for at the table of that path, for the text to be shared."""
    if aid not in visitor.aids:
        set_cookie(request, response, AIDS, ".".join([*visitor.aids, aid]), path)


def remember_table(
    request: Request, response: Response, visitor: Visitor, table: str, seat: int | None
) -> None:
    """Puts a table first in the browser's list."""
    others = [listed for listed in visitor.tables if listed[0] != table]
    _keep_tables(request, response, [(table, seat), *others][:MOST_TABLES])


def forget_table(request: Request, response: Response, visitor: Visitor, table: str) -> None:
    """Takes a table off the browser's list; a seat there stays whose it is."""
    _keep_tables(request, response, [one for one in visitor.tables if one[0] != table])


def _keep_tables(request: Request, response: Response, tables: Sequence[Listed]) -> None:
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
