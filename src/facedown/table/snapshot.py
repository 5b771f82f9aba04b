"""A table as one viewer may know it at one moment: what pages and programs alike are made from."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.core.choices import Choices
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.core.standing import StandingAnswer
from facedown.core.view import Event, View
from facedown.table.clock import now_ms
from facedown.table.errors import NotYet
from facedown.table.feed import Frame, frames
from facedown.table.info import TableInfo, info_of
from facedown.table.standing import holding
from facedown.table.state import TableState


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a viewer sees of a table.

    ``view`` is None before the game has begun. ``legal`` are the action numbers open to the viewer
    with their records; moves from an open language are not listed. ``choices`` are all listed
    actions, each judged as things stood then when somebody asks; empty for onlookers, after the
    end, and while a bot plays the seat. ``undoable`` tells whether the viewer's last move can
    be taken back; that of a bot in their seat cannot. ``duplicates`` are the other tables that are
    dealt the same: for the host, and once the game is over for everybody. ``standing`` is what
    holds of what the viewer has answered in advance.
    """

    info: TableInfo
    game: Game
    viewer: Seat
    host: bool
    view: View | None
    legal: tuple[tuple[int, Move], ...]
    events: tuple[Event, ...]
    notes: tuple[str, ...]
    frames: tuple[Frame, ...]
    choices: Choices
    undoable: bool
    standing: tuple[StandingAnswer, ...]
    duplicates: tuple[str, ...]

    @property
    def head(self) -> int:
        """The number of the newest event."""
        return self.info.head

    def seen(self) -> View:
        """The view; raises ``NotYet`` before the game has begun."""
        if self.view is None:
            raise NotYet(phrase("The game has not begun: not every seat is taken."))
        return self.view


def take(
    name: str,
    state: TableState,
    viewer: Seat,
    *,
    host: bool = False,
    after: int | None = 0,
) -> Snapshot:
    """A table as one viewer may know it.

    What costs most is left out for whoever does not need it: ``frames`` has the events after
    ``after`` (None: none).
    """
    match = state.match
    return Snapshot(
        info=info_of(name, state, now_ms()),
        game=state.game,
        viewer=viewer,
        host=host,
        view=None if match is None else match.view(viewer),
        legal=() if match is None or viewer < 0 or state.stopped else match.legal_moves(viewer),
        events=() if match is None else match.events(viewer),
        notes=() if match is None or viewer < 0 else match.notes(viewer),
        frames=() if after is None else frames(state, viewer, after),
        choices=_choices(state, viewer),
        standing=holding(state, viewer),
        duplicates=state.spec.duplicates if host or state.status == "over" else (),
        undoable=_undoable(state, viewer),
    )


def _undoable(state: TableState, seat: Seat) -> bool:
    match = state.match
    if match is None or seat < 0 or state.stopped or state.seats[seat].bot is not None:
        return False
    return match.undo_refusal(seat) is None


def _choices(state: TableState, seat: Seat) -> Choices:
    match = state.match
    if match is None or match.outcome is not None or seat < 0 or state.stopped:
        return Choices()
    if state.seats[seat].bot is not None:
        return Choices()
    return match.choices(seat, state.names())
