"""The table: a game that lasts, for any number of people, bots and onlookers.

It knows no game by name and nothing of the web. A table is a row that says what is played and a
numbered list of events; what it holds in memory is the state after those events. docs/table.md
tells how it is built and how each of its promises is tested.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from facedown.table.acts.claim import ClaimedSeat
    from facedown.table.commits import Acknowledged
    from facedown.table.errors import (
        Closing,
        NoSuchTable,
        NotAllowed,
        NotYet,
        OutOfDate,
        TableError,
    )
    from facedown.table.opening import Created, NewTable
    from facedown.table.state import Clock, Settings
    from facedown.table.tables import ServerSettings, Tables
    from facedown.table.watching import Frame

_HOMES: Final = {
    "acts.claim": ("ClaimedSeat",),
    "commits": ("Acknowledged",),
    "errors": ("Closing", "NoSuchTable", "NotAllowed", "NotYet", "OutOfDate", "TableError"),
    "watching": ("Frame",),
    "opening": ("Created", "NewTable"),
    "state": ("Clock", "Settings"),
    "tables": ("ServerSettings", "Tables"),
}

__all__ = [
    "Acknowledged",
    "ClaimedSeat",
    "Clock",
    "Closing",
    "Created",
    "Frame",
    "NewTable",
    "NoSuchTable",
    "NotAllowed",
    "NotYet",
    "OutOfDate",
    "ServerSettings",
    "Settings",
    "TableError",
    "Tables",
]


def __getattr__(name: str) -> object:
    """Loads what is asked for: a worker process needs no database and starts at once."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
