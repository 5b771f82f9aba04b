"""The interface described as OpenAPI 3.1, from the very records that are read and written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from facedown import __version__
from facedown.core.codec import Json, schema
from facedown.core.facts import AidMark, Facts
from facedown.core.registry import load_games
from facedown.core.schema import DIALECT, game_schema
from facedown.table import Acknowledged, Claimed, Created
from facedown.table.feed import frame_schemas
from facedown.table.info import TableInfo
from facedown.table.rematches import Rematch
from facedown.table.settings import Settings
from facedown.web.api import forms

Who = Literal["anybody", "viewer", "seat", "host"]

_NEEDS: Final[dict[Who, str]] = {
    "anybody": "",
    "viewer": " With a seat's secret as that seat, without one as an onlooker.",
    "seat": " Needs the secret of a seat.",
    "host": " Needs the secret of the host.",
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked."""

    method: Literal["get", "post"]
    path: str
    name: str
    summary: str
    who: Who
    body: type | None = None
    gives: Any = None
    status: int = 200
    media: str = "application/json"
    query: tuple[tuple[str, str, int], ...] = ()


_TABLE: Final = "/tables/{table}"
_AFTER: Final = ("after", "The number of the newest event you have.", 10**9)

OPERATIONS: Final = (
    Operation("get", "/games", "games", "Every game with its facts.", "anybody", gives="Games"),
    Operation(
        "get", "/games/{game}/workshop", "workshop",
        "What can be made for a game without a table.", "anybody", gives=forms.WorkshopFacts,
    ),
    Operation(
        "post", "/games/{game}/workshop", "lookInto",
        "What is found out about a draft; its flaws alone where it has any.", "anybody",
        forms.LookInto, forms.LookedInto,
    ),
    Operation(
        "post", "/tables", "createTable", "Open a table.", "anybody",
        forms.CreateTable, Created, 201,
    ),
    Operation(
        "get", _TABLE, "table", "What everybody may know about a table.", "anybody",
        gives=TableInfo,
    ),
    Operation(
        "post", f"{_TABLE}/claim", "claimSeat", "Take a seat.", "anybody",
        forms.ClaimSeat, Claimed, 201,
    ),
    Operation(
        "get", f"{_TABLE}/view", "view", "The game as you may know it.", "viewer", gives="Seen"
    ),
    Operation(
        "get", f"{_TABLE}/moves", "legalMoves", "The moves open to you.", "seat",
        gives=forms.LegalMoves,
    ),
    Operation(
        "post", f"{_TABLE}/moves", "play", "Make a move.", "seat", forms.SendMove, Acknowledged
    ),
    Operation(
        "post", f"{_TABLE}/read", "readBack", "What a typed move would mean; nothing is made.",
        "seat", forms.ReadLine, forms.LineRead,
    ),
    Operation(
        "get", f"{_TABLE}/standing", "answeredInAdvance",
        "What you have answered in advance; nobody else is told.", "seat",
        gives=forms.AnsweredInAdvance,
    ),
    Operation(
        "post", f"{_TABLE}/standing", "answerInAdvance",
        "Answer a kind of question of the game in advance.", "seat",
        forms.AnswerInAdvance, Acknowledged,
    ),
    Operation(
        "post", f"{_TABLE}/undo", "undo",
        "Take your last move back: until something hidden was shown or another acted.", "seat",
        forms.Undo, Acknowledged,
    ),
    Operation(
        "get", f"{_TABLE}/events", "events",
        "Every event after a number as you may know it, waiting for one if there is none.",
        "viewer", gives="Events",
        query=(_AFTER, ("wait", "Seconds to wait for an event if there is none.", 25)),
    ),
    Operation(
        "get", f"{_TABLE}/live", "live",
        "The same as a stream of server-sent events; each has its number as id and an event as "
        "data. Reconnect with Last-Event-ID.",
        "viewer", media="text/event-stream", query=(_AFTER,),
    ),
    Operation("get", f"{_TABLE}/notes", "notes", "Your notes.", "seat", gives="Notes"),
    Operation(
        "post", f"{_TABLE}/notes", "keepNote", "Keep a note for yourself.", "seat",
        forms.SendText, Acknowledged,
    ),
    Operation(
        "get", f"{_TABLE}/aids/{{aid}}", "aid", "What an aid says that the host allows.", "seat",
        gives="AidWords",
    ),
    Operation(
        "post", f"{_TABLE}/chat", "say", "Say something to everybody.", "viewer",
        forms.SendText, Acknowledged,
    ),
    Operation(
        "post", f"{_TABLE}/rename", "rename", "Another name or colour for your seat.", "seat",
        forms.Rename, Acknowledged,
    ),
    Operation(
        "post", f"{_TABLE}/leave", "leave", "Say goodbye.", "seat", forms.Nothing, Acknowledged
    ),
    Operation(
        "post", f"{_TABLE}/resign", "resign",
        "Give the game up: the usual bot plays your seat to the end.", "seat",
        forms.Nothing, Acknowledged,
    ),
    Operation(
        "post", f"{_TABLE}/return", "comeBack", "Take your seat back from a bot.", "seat",
        forms.Nothing, Acknowledged,
    ),
    Operation(
        "post", f"{_TABLE}/rematch", "rematch",
        "After the end: sit down for another game, at a new table, with the same secret.", "seat",
        forms.Nothing, Rematch, 201,
    ),
    Operation(
        "post", f"{_TABLE}/practice", "practice",
        "What if: open a table at which a finished game is played on from one of its moments, by "
        "whoever claims that seat; bots have the others.", "viewer",
        forms.PlayOn, Created, 201,
    ),
    Operation(
        "get", f"{_TABLE}/log", "log", "The log of a finished game, seed and salt included.",
        "viewer", media="application/jsonl",
    ),
    Operation(
        "post", f"{_TABLE}/bots", "seatBot", "Let a bot play a seat, or all open seats.", "host",
        forms.SeatBot, forms.Done,
    ),
    Operation(
        "post", f"{_TABLE}/vacate", "openSeat",
        "Open a seat that a bot has or whose person has left.", "host", forms.OneSeat, Acknowledged,
    ),
    Operation(
        "post", f"{_TABLE}/start", "start", "Begin the game.", "host", forms.Nothing, Acknowledged
    ),
    Operation(
        "post", f"{_TABLE}/settings", "changeSettings", "Change the settings.", "host",
        Settings, Acknowledged,
    ),
    Operation(
        "post", f"{_TABLE}/clock", "giveTime", "Give more time.", "host",
        forms.MoreTime, Acknowledged,
    ),
)  # fmt: skip

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
    return _ref(gives if isinstance(gives, str) else gives.__name__)


def _has_required(record: type) -> bool:
    return bool(schema(record)["required"])


def _schemas() -> dict[str, Json]:
    records = {op.body for op in OPERATIONS if op.body}
    records |= {op.gives for op in OPERATIONS if isinstance(op.gives, type)}
    found = {record.__name__: schema(record) for record in (*records, forms.Refused)}
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
    found["SendMove"]["properties"]["move"] = {"anyOf": [_ref("Move"), {"type": "null"}]}
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
