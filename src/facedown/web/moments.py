"""The moments of a game that are more than one more move: a round turned over, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from facedown.core.messages import phrase
from facedown.core.words import fill
from facedown.table.snapshot import Snapshot
from facedown.web.environment import turned_over_of

Tone: TypeAlias = Literal["won", "lost", "over", "round"]
"""How it is for whoever looks: their end, somebody else's, or a round's."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The newest moment: ``key`` tells it from the one before, ``words`` are large, ``why`` is not.

    A page that sees the key change shows the words over the table; one that is loaded does not.
    """

    key: str
    tone: Tone
    words: str
    why: str


def moment_of(shot: Snapshot, verdict: str) -> Moment | None:
    """The newest moment of a table for a viewer; ``verdict`` says who has won once it is over."""
    names, outcome = shot.info.names, shot.info.outcome
    if outcome is not None:
        tone: Tone = "over"
        if shot.viewer >= 0:
            tone = "won" if shot.info.won(shot.viewer) else "lost"
        return Moment("end", tone, verdict, fill(outcome.reason, names))
    shown = () if shot.view is None else turned_over_of(shot.game, shot.view)
    if not shown:
        return None
    words = phrase("Round {n} is over", n=len(shown))
    return Moment(f"round-{len(shown)}", "round", words, fill(shown[-1], names))
