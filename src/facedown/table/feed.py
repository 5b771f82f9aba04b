"""What goes to a viewer: every event by its number, and nothing that the viewer may not know."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.core.codec import Json, record_fields, schema, to_json
from facedown.core.moves import move_to_json
from facedown.core.seats import Seat
from facedown.core.view import Event
from facedown.table.all_acts import KINDS
from facedown.table.state import Played, Record, TableEvent, TableState, parts_of

HIDDEN = "hidden"
"""The kind of a frame that says no more than that its number is taken."""

_NEVER_SHOWN = frozenset({"secret_hash", "moves"})


@dataclass(frozen=True, slots=True)
class Frame:
    """One event as one viewer may know it.

    ``seq`` counts a table's events from 1 without gaps, ``at`` is the moment in milliseconds since
    1970. ``event`` is without what the viewer may not know, None where only its number may be
    known; ``moves`` are those of it as the viewer witnessed them.
    """

    seq: int
    at: int
    event: TableEvent | None
    moves: tuple[Event, ...] = ()

    @property
    def kind(self) -> str:
        """The event's kind, or ``"hidden"``."""
        return HIDDEN if self.event is None else self.event.kind

    def form(self) -> dict[str, Json]:
        """Its JSON form.

        In ``"moves"`` each move has ``seat`` (-1 is nature), ``move`` with what the viewer may not
        know left out, ``text`` with ``{0}``… for the seats' names, and ``reveals``.
        """
        form: dict[str, Json] = {"seq": self.seq, "at": self.at, "kind": self.kind}
        if self.event is None:
            return form
        for name in parts_of(self.event):
            if name not in _NEVER_SHOWN:
                form[name] = to_json(getattr(self.event, name))
        if isinstance(self.event, Played):
            form["moves"] = [witnessed_to_json(seen) for seen in self.moves]
        return form


def frame_of(record: Record, viewer: Seat) -> Frame:
    """An event as a viewer may know it; moves as they were witnessed."""
    event = record.event.shown_to(viewer)
    return Frame(record.seq, record.at, event, record.witnessed.get(viewer, ()))


def witnessed_to_json(seen: Event) -> dict[str, Json]:
    """A witnessed move as JSON."""
    return {
        "seat": seen.seat,
        "move": move_to_json(seen.move),
        "text": seen.text,
        "reveals": seen.reveals,
    }


def frame_schemas(move: Json) -> list[Json]:
    """The JSON Schemas of the forms of all kinds of frames; ``move`` is that of a move."""
    witnessed = schema(Event)
    witnessed["properties"]["move"] = move
    found = [_frame_schema("Hidden", HIDDEN, {})]
    for name, kind in KINDS.items():
        parts = _parts_schema(kind)
        if issubclass(kind, Played):
            parts["moves"] = {"type": "array", "items": witnessed}
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
