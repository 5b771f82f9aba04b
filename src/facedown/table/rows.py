"""What goes into the store and comes out of it, whatever database it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class TableRow:
    """A new table: its name, its :class:`~facedown.table.spec.TableSpec` as JSON text."""

    name: str
    created: int
    spec: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event of a table: its number, moment (ms since 1970), client's id and JSON text."""

    table: str
    seq: int
    at: int
    client: str
    body: str


@dataclass(frozen=True, slots=True)
class Stored:
    """The row is in the store, durably."""


@dataclass(frozen=True, slots=True)
class Known:
    """The same client's row was stored before, under this number: nothing is stored again."""

    seq: int


@dataclass(frozen=True, slots=True)
class Taken:
    """Another event has the number; nothing was stored."""


Answer: TypeAlias = Stored | Known | Taken
Row: TypeAlias = TableRow | EventRow
