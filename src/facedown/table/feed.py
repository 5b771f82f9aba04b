"""What goes to a viewer: every event by its number, and nothing that the viewer may not know."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.core.codec import Json, record_fields, schema, to_json
from facedown.core.moves import move_to_json
from facedown.core.seats import Seat
from facedown.core.view import Event as Witnessed
from facedown.table.events import KINDS, Noted, Played, SaidInAdvance, Step, Unread, parts_of
from facedown.table.state import Record, TableState

HIDDEN = "hidden"
"""The kind of a frame that says no more than that its number is taken."""

_NEVER_SHOWN = frozenset({"secret_hash", "moves"})


@dataclass(frozen=True, slots=True)
class Frame:
    """One event as one viewer may know it.

    ``seq`` counts a table's events from 1 without gaps, ``at`` is the moment in milliseconds since
    1970, ``kind`` the event's kind or ``"hidden"``, ``body`` its parts. In ``"moves"`` of a body
    each move has ``seat`` (-1 is nature), ``move`` with what the viewer may not know left out,
    ``text`` with ``{0}``… for the seats' names, and ``reveals``.
    """

    seq: int
    at: int
    kind: str
    body: dict[str, Json]

    def form(self) -> dict[str, Json]:
        """Its JSON form."""
        return {"seq": self.seq, "at": self.at, "kind": self.kind, **self.body}


def frame_of(record: Record, viewer: Seat) -> Frame:
    """An event as a viewer may know it.

    What another seat notes or answers in advance is hidden, and how long it took for a move is
    None; secrets are left out.
    """
    event = record.event
    notes = isinstance(event, Noted | SaidInAdvance) and event.seat != viewer
    if notes or isinstance(event, Unread):
        return Frame(record.seq, record.at, HIDDEN, {})
    body: dict[str, Json] = {
        name: to_json(getattr(event, name)) for name in parts_of(event) if name not in _NEVER_SHOWN
    }
    if isinstance(event, Step) and event.seat != viewer:
        body["used"] = None
    if isinstance(event, Played):
        body["moves"] = [witnessed_to_json(seen) for seen in record.witnessed[viewer]]
    return Frame(record.seq, record.at, event.kind, body)


def witnessed_to_json(seen: Witnessed) -> dict[str, Json]:
    """A witnessed move as JSON."""
    return {
        "seat": seen.seat,
        "move": move_to_json(seen.move),
        "text": seen.text,
        "reveals": seen.reveals,
    }


def frame_schemas(move: Json) -> list[Json]:
    """The JSON Schemas of the forms of all kinds of frames; ``move`` is that of a move."""
    witnessed = schema(Witnessed)
    witnessed["properties"]["move"] = move
    found = [_frame_schema("Hidden", HIDDEN, {})]
    for name, kind in KINDS.items():
        parts = _parts_schema(kind)
        if issubclass(kind, Played):
            parts["moves"] = {"type": "array", "items": witnessed}
        if issubclass(kind, Step):
            parts["used"] = {"anyOf": [parts["used"], {"type": "null"}]}
        found.append(_frame_schema(kind.__name__, name, parts))
    return found


def _parts_schema(kind: type) -> dict[str, Json]:
    return {n: schema(part) for n, part in record_fields(kind).items() if n not in _NEVER_SHOWN}


def _frame_schema(title: str, kind: str, parts: dict[str, Json]) -> Json:
    number = {"type": "integer"}
    properties = {"seq": number, "at": number, "kind": {"const": kind}, **parts}
    return {
        "title": title,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def frames(state: TableState, viewer: Seat, after: int) -> tuple[Frame, ...]:
    """Every event after that number, as a viewer may know it."""
    return tuple(frame_of(record, viewer) for record in state.history[max(after, 0) :])
