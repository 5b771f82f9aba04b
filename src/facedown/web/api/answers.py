"""Answers in JSON, and the reading of what programs send."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from facedown.core.codec import Json, from_json, to_json
from facedown.core.errors import BadRecord, FacedownError
from facedown.table import Tables
from facedown.table.acting import Act
from facedown.web.api import forms
from facedown.web.plain import whole_number
from facedown.web.problems import Problem, problem_of
from facedown.web.state import tables_of

R = TypeVar("R")
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def answer(value: object, status: int = 200) -> Response:
    """A record as JSON."""
    return JSONResponse(to_json(value), status)


def refusal(problem: Problem) -> Response:
    """A problem as JSON."""
    error = forms.Problem(problem.code, problem.sentence, problem.paragraph, problem.head)
    return answer(forms.Refused(error), problem.status)


def in_json(endpoint: Endpoint) -> Endpoint:
    """An endpoint whose refusals are JSON."""

    @wraps(endpoint)
    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except FacedownError as problem:
            return refusal(problem_of(problem))

    return answered


def table_of(request: Request) -> tuple[Tables, str]:
    """The tables of this server, and the name of the one that is asked about."""
    return tables_of(request), request.path_params["table"]


def number_of(request: Request, name: str, most: int) -> int:
    """A whole number from the address, 0 when it is not there; raises ``BadRecord``."""
    number = whole_number(request.query_params.get(name, "0"))
    if number is None or number > most:
        raise BadRecord(f"{name} should be a whole number from 0 to {most}.")
    return number


async def read(request: Request, record: type[R]) -> R:
    """The record that a program sent; raises ``HTTPException`` or ``BadRecord``."""
    return from_json(record, await body_of(request), "the body")


async def body_of(request: Request) -> Json:
    """The JSON that a program sent, an object without parts for nothing.

    Raises ``HTTPException``.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    if not body.strip():
        return {}
    if kind != "application/json":
        raise HTTPException(415, "Send JSON, with the content type application/json.")
    try:
        value: Json = json.loads(body)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()  # half characters, NaN
    except (ValueError, RecursionError):
        raise HTTPException(400, "The body is not JSON.") from None
    return value


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


def act_endpoint(kind: type[Act[Any]]) -> Endpoint:
    """The endpoint that does an act at a table."""
    secret_shown = {"anybody": lambda _: None, "viewer": secret_of}.get(kind.who, need_secret)

    async def done(request: Request) -> Response:
        tables, name = table_of(request)
        secret = secret_shown(request)
        act = kind.read(await body_of(request))
        return answer(await tables.do(name, act, secret), kind.status)

    return in_json(done)
