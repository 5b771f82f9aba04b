"""Structured logs: one JSON object a line, and nothing secret in it."""

from __future__ import annotations

import bisect
import datetime as dt
import json
import logging
import threading
import time
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


BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of a histogram's steps, in seconds."""


class Metrics:
    """Counts and durations, safe to be used from several threads.

    >>> metrics = Metrics()
    >>> metrics.count("moves")
    >>> metrics.took("append", 0.002)
    >>> print(metrics.text().splitlines()[1])
    facedown_moves_total 1
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[str, int] = {}
        self._steps: dict[str, list[int]] = {}
        self._sums: dict[str, float] = {}
        self._gauges: dict[str, float] = {}

    def count(self, name: str, by: int = 1) -> None:
        """Counts something that happened."""
        with self._lock:
            self._counts[name] = self._counts.get(name, 0) + by

    def took(self, name: str, seconds: float) -> None:
        """Keeps how long something took."""
        with self._lock:
            steps = self._steps.setdefault(name, [0] * (len(BOUNDS) + 1))
            steps[bisect.bisect_left(BOUNDS, seconds)] += 1
            self._sums[name] = self._sums.get(name, 0.0) + seconds

    def set(self, name: str, value: float) -> None:
        """Sets something that goes up and down, such as the number of tables in memory."""
        with self._lock:
            self._gauges[name] = value

    def counted(self, name: str) -> int:
        """How often something happened."""
        with self._lock:
            return self._counts.get(name, 0)

    def text(self) -> str:
        """All numbers in the text form that Prometheus reads."""
        lines = []
        with self._lock:
            for name, number in sorted(self._counts.items()):
                lines += [f"# TYPE facedown_{name}_total counter"]
                lines += [f"facedown_{name}_total {number}"]
            lines += ["# TYPE process_cpu_seconds_total counter"]
            lines += [f"process_cpu_seconds_total {time.process_time():.6f}"]
            for name, value in sorted(self._gauges.items()):
                lines += [f"# TYPE facedown_{name} gauge", f"facedown_{name} {value:g}"]
            for name, steps in sorted(self._steps.items()):
                whole = f"facedown_{name}_seconds"
                lines.append(f"# TYPE {whole} histogram")
                total = 0
                for bound, step in zip((*BOUNDS, float("inf")), steps, strict=True):
                    total += step
                    label = "+Inf" if bound == float("inf") else f"{bound:g}"
                    lines.append(f'{whole}_bucket{{le="{label}"}} {total}')
                lines += [f"{whole}_sum {self._sums[name]:.6f}", f"{whole}_count {total}"]
        return "\n".join(lines) + "\n"
