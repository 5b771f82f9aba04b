"""Who asks: a browser's cookies, and the tokens made from them.

A browser has one random cookie of its own, ``visitor``, from which the token in its forms is made.
The secrets of seats and hosts lie in cookies that are sent to that one table only. None of them
can be read by a script, and none is ever part of an address or of a page.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

VISITOR, SEAT, HOST, NAME = "visitor", "seat", "host", "name"
YEAR: Final = 365 * 24 * 3600

_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser: its own secret, whether it is new, and what it holds for this table."""

    key: str
    new: bool
    seat: str | None = None
    host: str | None = None
    name: str = ""

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
    )


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
