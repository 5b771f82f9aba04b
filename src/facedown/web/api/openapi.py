"""The routes under ``/api``, and the same described as OpenAPI 3.1.

Both are made of the operations, and those of the very records that are read and written.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from facedown import __version__
from facedown.core.codec import Json, schema
from facedown.core.facts import AidMark, Facts
from facedown.core.registry import load_games
from facedown.core.schema import DIALECT, game_schema
from facedown.table.acting import Who
from facedown.table.all_acts import ACTS
from facedown.table.watching import frame_schemas
from facedown.web.api import forms, tables
from facedown.web.api.operations import TABLE, Operation, operation_of, schema_name

_NEEDS: Final[dict[Who, str]] = {
    "anybody": "",
    "viewer": " With a seat's secret as that seat, without one as an onlooker.",
    "seat": " Needs the secret of a seat.",
    "host": " Needs the secret of the host.",
}


OPERATIONS: Final = (
    *map(operation_of, ACTS.values()),
    *(each for each in vars(tables).values() if isinstance(each, Operation)),
)

_REFUSALS: Final = {
    "400": "What was sent cannot be read, or names what there is not.",
    "401": "No secret was shown where one is needed.",
    "403": "The secret shown does not open this, or the host has not allowed it.",
    "404": "There is no such table, game or workshop.",
    "409": "Not now: against the rules, out of turn, or meant for an earlier moment.",
    "408": "The body took too long to arrive.",
    "413": "The body is too long.",
    "415": "The body is not JSON.",
    "429": "Too many requests; Retry-After tells when to try again.",
    "503": "The server is about to stop, or too busy, or its store is away: try again later.",
}


@cache
def document() -> dict[str, Json]:
    """The whole description."""
    paths: dict[str, dict[str, Json]] = {}
    for operation in OPERATIONS:
        paths.setdefault(f"/api{operation.path}", {})[operation.method] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "jsonSchemaDialect": DIALECT,
        "info": {
            "title": "Facedown",
            "version": __version__,
            "description": (
                "Play any of the games as a program. A table's events are numbered from 1 without "
                "gaps; a move is stored before it is acknowledged and before others see it. In "
                "texts {0}, {1}, … stand for the names of the seats."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "secret": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The secret of a seat or of a host, told when it was made.",
                }
            },
        },
    }


def _operation(operation: Operation) -> dict[str, Json]:
    answers: dict[str, Json] = {
        str(operation.status): {
            "description": operation.summary,
            "content": {operation.media: {"schema": _schema_of(operation.gives)}},
        }
    }
    needed = set(_REFUSALS) - (set() if operation.body else {"408", "413", "415"})
    for status in sorted(needed):
        answers[status] = {
            "description": _REFUSALS[status],
            "content": {"application/json": {"schema": _ref("Refused")}, "text/plain": {}}
            if status in {"413", "429"}
            else {"application/json": {"schema": _ref("Refused")}},
        }
    form: dict[str, Json] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "description": f"{operation.summary}{_NEEDS[operation.who]}",
        "parameters": _parameters(operation),
        "responses": answers,
    }
    if operation.body is not None:
        content = {"application/json": {"schema": _schema_of(operation.body)}}
        form["requestBody"] = {"required": _has_required(operation.body), "content": content}
    if operation.who != "anybody":
        form["security"] = [{"secret": []}] + ([{}] if operation.who == "viewer" else [])
    return form


def _parameters(operation: Operation) -> list[Json]:
    found: list[Json] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in ("table", "aid", "game")
        if f"{{{name}}}" in operation.path
    ]
    for name, meaning, most in operation.query:
        limits = {"type": "integer", "minimum": 0, "maximum": most, "default": 0}
        found.append({"name": name, "in": "query", "description": meaning, "schema": limits})
    return found


def _ref(name: str) -> dict[str, Json]:
    return {"$ref": f"#/components/schemas/{name}"}


def _schema_of(gives: Any) -> dict[str, Json]:
    if gives is None:
        return {"type": "string"}
    return _ref(gives if isinstance(gives, str) else schema_name(gives))


def _has_required(record: type) -> bool:
    return bool(schema(record)["required"])


def _schemas() -> dict[str, Json]:
    records = {op.body for op in OPERATIONS if op.body}
    records |= {op.gives for op in OPERATIONS if isinstance(op.gives, type)}
    found = {schema_name(record): schema(record) for record in (*records, forms.Refused)}
    number, texts = {"type": "integer"}, {"type": "array", "items": {"type": "string"}}
    kinds = [game.facts for game in load_games()[0].values()]
    facts = _object(**Facts.form_schema()["properties"], bots=texts)
    found["Games"] = _object(games={"type": "array", "items": facts})
    found["Notes"] = _object(notes=texts)
    found["AidWords"] = _object(
        aid={"type": "string"}, words={"type": "string"}, marks=schema(tuple[AidMark, ...])
    )
    games = [game_schema(each)["$defs"] for each in kinds]
    found["Seen"] = _object(
        head=number, words={"type": "string"}, view={"anyOf": [each["view"] for each in games]}
    )
    found["Move"] = {
        "description": "A move of one of the games; nature's are among them.",
        "anyOf": [form for each in games for form in each["move"]["anyOf"]],
    }
    found["Play"]["properties"]["move"] = {"anyOf": [_ref("Move"), {"type": "null"}]}
    found["LegalMoves"]["properties"]["moves"]["items"]["properties"]["move"] = _ref("Move")
    found["Event"] = {
        "description": (
            "A table's event. Of moves, seat -1 is nature; what you may not know is null in them. "
            "A hidden event only takes its number."
        ),
        "oneOf": frame_schemas(_ref("Move")),
    }
    found["Events"] = _object(head=number, events={"type": "array", "items": _ref("Event")})
    return found


def _object(**properties: Json) -> dict[str, Json]:
    return {"type": "object", "properties": properties, "required": list(properties)}


async def openapi(request: Request) -> Response:
    """The description of all this."""
    del request
    return JSONResponse(document())


def routes() -> list[BaseRoute]:
    """The routes under ``/api``; what is asked most often is looked for first."""
    most = sorted(
        OPERATIONS, key=lambda each: (each.path != f"{TABLE}/moves", each.method != "post")
    )
    served: list[BaseRoute] = [
        Route(each.path, each.endpoint, methods=[each.method.upper()]) for each in most
    ]
    return [*served, Route("/openapi.json", openapi, methods=["GET"])]
