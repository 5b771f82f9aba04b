"""Structured logs: one JSON object a line, and nothing secret in it."""

from __future__ import annotations

import datetime as dt
import json
import logging
from typing import IO, Final

_ALLOWED: Final = ("table", "seat", "why", "seconds", "status", "method", "route", "client")
"""What a line may hold beside its message. Anything else is left out: it fails closed."""


_OURS: Final = ("facedown", "uvicorn")
FOREIGN: Final = "said by a library"
"""Stands for a library's own words, in which there may be what somebody has sent."""


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON.

    >>> record = logging.makeLogRecord(
    ...     {"name": "facedown.table", "msg": "refused", "table": "k7", "token": "s3cret"}
    ... )
    >>> sorted(json.loads(JsonLines().format(record)))
    ['at', 'level', 'logger', 'message', 'table']
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line. Of an error its kind and place are told, not its text, which may hold data."""
        at = dt.datetime.fromtimestamp(record.created, dt.UTC)
        form: dict[str, object] = {
            "at": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage() if record.name.split(".")[0] in _OURS else FOREIGN,
        }
        form |= {name: vars(record)[name] for name in _ALLOWED if name in vars(record)}
        if record.exc_info and record.exc_info[0] is not None:
            form["error"] = record.exc_info[0].__name__
            trace = record.exc_info[2]
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            if trace is not None:
                code = trace.tb_frame.f_code
                form["where"] = f"{code.co_qualname}:{trace.tb_lineno}"
        return json.dumps(form, default=str)


def configure(stream: IO[str], level: int = logging.INFO) -> logging.Handler:
    """Sends the logs of Facedown, and libraries' warnings, to a stream as JSON lines.

    Returns the handler.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    logger = logging.getLogger("facedown")
    logger.addHandler(handler)
    logger.setLevel(level)
    logger.propagate = False
    return handler
