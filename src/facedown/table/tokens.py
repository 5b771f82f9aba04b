"""Secrets of seats and hosts: made here, kept only as hashes."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import Final

from facedown.core.messages import phrase
from facedown.table.errors import NotAllowed

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
