"""Answers in JSON, and the reading of what programs send."""

from __future__ import annotations

import json
from typing import Final, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from facedown.core.codec import Json, from_json, to_json
from facedown.core.errors import FacedownError, IllegalMove, MalformedMove, UnknownName
from facedown.table import Closing, NoSuchTable, NotAllowed, NotYet, OutOfDate
from facedown.web.api.forms import Problem, Refused

R = TypeVar("R")

_CODES: Final = (
    (NoSuchTable, 404, "no-such-table"),
    (NotAllowed, 403, "not-allowed"),
    (OutOfDate, 409, "out-of-date"),
    (NotYet, 409, "not-now"),
    (Closing, 503, "closing"),
    (MalformedMove, 400, "malformed-move"),
    (UnknownName, 400, "unknown-name"),
)


def answer(value: object, status: int = 200) -> Response:
    """A record as JSON."""
    return JSONResponse(to_json(value), status)


def error_answer(
    status: int, code: str, sentence: str, paragraph: str = "", head: int | None = None
) -> Response:
    """A refusal as JSON."""
    return answer(Refused(Problem(code, sentence, paragraph, head)), status)


def refusal(error: FacedownError) -> Response:
    """The refusal that an error stands for."""
    if isinstance(error, IllegalMove):
        why = error.refusal
        return error_answer(409, why.code, why.sentence, why.paragraph)
    for kind, status, code in _CODES:
        if isinstance(error, kind):
            head = error.head if isinstance(error, OutOfDate) else None
            return error_answer(status, code, str(error), head=head)
    return error_answer(400, "bad-request", str(error))


async def read(request: Request, record: type[R]) -> R:
    """The record that a program sent; raises ``HTTPException`` or ``BadRecord``."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    if not body.strip():
        return from_json(record, {}, "the body")
    if kind != "application/json":
        raise HTTPException(415, "Send JSON, with the content type application/json.")
    try:
        value: Json = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "The body is not JSON.") from None
    return from_json(record, value, "the body")


def secret_of(request: Request) -> str | None:
    """The secret that a program shows; cookies are not read here, so no page can act for it.

    Raises ``HTTPException`` when the header is not of the form ``Bearer SECRET``.
    """
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise HTTPException(401, "Show a secret as: Authorization: Bearer SECRET")
    return secret.strip()


def need_secret(request: Request) -> str:
    """The same, where one is needed."""
    secret = secret_of(request)
    if secret is None:
        raise HTTPException(401, "Show a secret as: Authorization: Bearer SECRET")
    return secret
