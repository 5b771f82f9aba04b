"""What other processes stored: announced by PostgreSQL, or noticed in an SQLite file."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from sqlalchemy import Connection, make_url, text

from facedown.table.rows import EventRow

log = logging.getLogger("facedown.table")

CHANNEL: Final = "facedown"
_MOST_NAMES: Final = 400  # a notification holds fewer than 8000 bytes
_AGAIN_SECONDS: Final = (0.1, 0.5, 2.0, 5.0)

Notify = Callable[[Sequence[str] | None], None]
"""Told the names of tables that have changed, or None when any may have; on any thread."""


class Announcer:
    """Tells the other processes which tables have new events, in the transaction itself."""

    def __init__(self) -> None:
        self.origin = secrets.token_hex(4)

    def __call__(self, connection: Connection, rows: Sequence[EventRow]) -> None:
        """Announces stored rows when their transaction commits."""
        names = sorted({row.table for row in rows})
        for start in range(0, len(names), _MOST_NAMES):
            payload = " ".join([self.origin, *names[start : start + _MOST_NAMES]])
            connection.execute(
                text("SELECT pg_notify(:channel, :payload)"),
                {"channel": CHANNEL, "payload": payload},
            )


class Listener:
    """A thread that hears what other processes announce; it connects again when it must."""

    def __init__(self, url: str, origin: str, notified: Notify) -> None:
        address = make_url(url).set(drivername="postgresql")
        self._address = address.render_as_string(hide_password=False)
        self._origin = origin
        self._notified = notified
        self._stop = threading.Event()
        self.ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops listening."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg  # an extra: SQLite needs none of it

        failures = 0
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    failures = 0
                    self.ready.set()
                    self._notified(None)  # whatever was announced while nobody listened
                    self._listen(connection)
            except psycopg.Error as problem:
                log.warning("listener lost", extra={"why": type(problem).__name__})
                self._stop.wait(_AGAIN_SECONDS[min(failures, len(_AGAIN_SECONDS) - 1)])
                failures += 1

    def _listen(self, connection: Any) -> None:
        while not self._stop.is_set():
            notes: Iterator[Any] = connection.notifies(timeout=0.5)
            for note in notes:
                origin, *names = note.payload.split(" ")
                if origin != self._origin:
                    self._notified(names)
