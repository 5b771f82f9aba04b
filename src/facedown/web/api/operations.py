"""What programs can ask: each thing once, as the endpoint that answers it and its description."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, Literal, TypeAlias, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from facedown.core.codec import Json, from_json, to_json
from facedown.core.errors import BadRecord, FacedownError
from facedown.table import Tables
from facedown.table.acting import Act, Who
from facedown.table.acts.play import MakeMove
from facedown.web.api import forms
from facedown.web.environment import whole_number
from facedown.web.problems import WebProblem, problem_of
from facedown.web.visitor import tables_of

R = TypeVar("R")
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def answer(value: object, status: int = 200) -> Response:
    """A record as JSON."""
    return JSONResponse(to_json(value), status)


def refusal(problem: WebProblem) -> Response:
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


Query: TypeAlias = tuple[str, str, int]
"""A whole number in an address: its name, its meaning, and the most that it can be."""

TABLE: Final = "/tables/{table}"


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked.

    ``body`` is the record that is read, ``gives`` the record or the named schema that answers.
    """

    method: Literal["get", "post"]
    path: str
    name: str
    summary: str
    who: Who
    endpoint: Endpoint
    body: type | None = None
    gives: Any = None
    status: int = 200
    media: str = "application/json"
    query: tuple[Query, ...] = ()


def operation(
    method: Literal["get", "post"],
    path: str,
    name: str,
    who: Who = "anybody",
    **more: Any,
) -> Callable[[Endpoint], Operation]:
    """Makes an operation of a function that answers requests; its docstring is the summary."""

    def described(answers: Endpoint) -> Operation:
        summary = " ".join((answers.__doc__ or "").split())
        return Operation(method, path, name, summary, who, in_json(answers), **more)

    return described


def schema_name(record: type) -> str:
    """What programs call a record: as ever, also where its class has another name by now."""
    return "Play" if record is MakeMove else record.__name__


def operation_of(kind: type[Act[Any]]) -> Operation:
    """The operation that does an act at a table."""
    name = schema_name(kind)
    return Operation(
        method="post",
        path=f"{TABLE}/{kind.path}",
        name=name[0].lower() + name[1:],
        summary=(kind.__doc__ or "").strip().splitlines()[0],
        who=kind.who,
        endpoint=act_endpoint(kind),
        body=kind.body or kind,
        gives=kind.gives,
        status=kind.status,
    )
