"""What went wrong, as pages and programs are told it: a sentence, a status and a code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facedown.core.errors import FacedownError, IllegalMove, MalformedMove, UnknownName
from facedown.table import Closing, NoSuchTable, NotAllowed, NotYet, OutOfDate
from facedown.table.errors import Crashed, NotPlayedOn, StoreError, TooSlow


@dataclass(frozen=True, slots=True)
class WebProblem:
    """Why something was not done.

    ``sentence`` is for people and ``code`` for programs, ``paragraph`` is that of the rulebook,
    ``status`` HTTP's, and ``head`` the newest event's number where one came too late.
    """

    sentence: str
    code: str = "bad-request"
    status: int = 400
    paragraph: str = ""
    head: int | None = None


_KINDS: Final = (
    (NoSuchTable, 404, "no-such-table"),
    (NotPlayedOn, 409, "not-played-on"),
    (NotAllowed, 403, "not-allowed"),
    (OutOfDate, 409, "out-of-date"),
    (NotYet, 409, "not-now"),
    (Closing, 503, "closing"),
    (StoreError, 503, "store"),
    (TooSlow, 503, "busy"),
    (Crashed, 503, "busy"),
    (MalformedMove, 400, "malformed-move"),
    (UnknownName, 400, "unknown-name"),
)


def problem_of(error: FacedownError) -> WebProblem:
    """The problem that an error stands for."""
    if isinstance(error, IllegalMove):
        why = error.refusal
        return WebProblem(error.message, why.code, 409, why.paragraph)
    for kind, status, code in _KINDS:
        if isinstance(error, kind):
            head = error.head if isinstance(error, OutOfDate) else None
            return WebProblem(error.message, code, status, head=head)
    return WebProblem(error.message)
