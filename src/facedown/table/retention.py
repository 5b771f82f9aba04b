"""Removing tables whose games were over long ago: only ever by whoever asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.table.clock import now_ms
from facedown.table.database import sqlite_file
from facedown.table.errors import StoreError
from facedown.table.live_table import take_row
from facedown.table.state import TableState
from facedown.table.store import Store

FOR_EVER: Final = 0
"""Finished tables are kept so long unless somebody chooses a number of days."""
MOST_DAYS: Final = 36_500
_DAY_MS: Final = 24 * 3600 * 1000
_SETTING: Final = "keep-days"


@dataclass(frozen=True, slots=True)
class OldTables:
    """Tables without an event in so many days.

    ``names`` are those whose game is over, which may be removed. ``unfinished`` counts those whose
    game goes on or has never begun, ``unreadable`` those that this program cannot read: they are
    kept.
    """

    days: int
    names: tuple[str, ...]
    unfinished: int
    unreadable: int


def open_store(url: str) -> Store:
    """The store at an address, which has to be there.

    Raises ``StoreError``.
    """
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise StoreError(phrase("There is no store at {file}.", file=file))
    return Store(url, lambda _names: None)


def kept_days(store: Store) -> int:
    """For how many days a store keeps finished tables, ``FOR_EVER`` by default."""
    return int(store.site_value(_SETTING, lambda: str(FOR_EVER)))


def keep_days(store: Store, days: int) -> None:
    """Settles for how many days a store keeps finished tables; raises ``StoreError``."""
    if not FOR_EVER <= days <= MOST_DAYS:
        raise StoreError(
            phrase("Tables are kept for 1 to {most} days, or for ever.", most=MOST_DAYS)
        )
    kept_days(store)
    store.set_site_value(_SETTING, str(days))


async def old_tables(store: Store, days: int) -> OldTables:
    """What has had no event in so many days; with ``FOR_EVER`` nothing is old.

    Raises ``StoreError`` where the store cannot be read.
    """
    names: list[str] = []
    unfinished = unreadable = 0
    for name in await store.quiet_since(_until(days)) if days else ():
        over = await _is_over(store, name)
        if over:
            names.append(name)
        unfinished += over is False
        unreadable += over is None
    return OldTables(days, tuple(names), unfinished, unreadable)


async def _is_over(store: Store, name: str) -> bool | None:
    """Whether the game of a table is over; None where this program cannot read it."""
    rows = await store.events(name)
    try:
        state = TableState(await store.spec(name))
        for row in rows:
            take_row(state, row)
    except (FacedownError, ValueError):
        return None
    return None if state.stopped else state.status == "over"


async def remove(store: Store, old: OldTables) -> int:
    """Removes the finished ones among them with all their events, and returns how many.

    Where something has happened meanwhile a table stays. Raises ``StoreError``.
    """
    return await store.remove(old.names, _until(old.days))


def _until(days: int) -> int:
    return now_ms() - days * _DAY_MS
