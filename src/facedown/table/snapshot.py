"""A table as one viewer may know it now, read in one go so that its parts fit together."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.core.game import Game
from facedown.core.moves import Move
from facedown.core.refusal import Refusal
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.standing import StandingAnswer
from facedown.core.view import Event, View
from facedown.table.clock import now_ms
from facedown.table.feed import Frame, frames
from facedown.table.info import TableInfo, info_of
from facedown.table.standing import holding
from facedown.table.state import TableState
from facedown.table.tables import Tables
from facedown.table.tokens import opens


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a viewer sees of a table.

    ``view`` is None before the game has begun. ``choices`` are all action numbers with their
    records and why they are refused (None: allowed); empty for onlookers, after the end, and
    while a bot plays the seat. ``undoable`` tells whether the viewer's last move can be taken back.
    ``duplicates`` are the other tables that are dealt the same: for the host, and once the game is
    over for everybody. ``standing`` is what holds of what the viewer has answered in advance.
    """

    info: TableInfo
    game: Game
    viewer: Seat
    host: bool
    view: View | None
    events: tuple[Event, ...]
    notes: tuple[str, ...]
    frames: tuple[Frame, ...]
    choices: tuple[tuple[int, Move, Refusal | None], ...]
    undoable: bool
    standing: tuple[StandingAnswer, ...]
    duplicates: tuple[str, ...]


async def snapshot(tables: Tables, name: str, secret: str | None, host: str | None) -> Snapshot:
    """The table for whoever shows these secrets; a seat's that opens nothing makes an onlooker.

    Raises ``NoSuchTable``.
    """
    live = await tables.registry.live_table(name, fresh=True)
    is_host = await tables.watching.is_host(name, host)
    state = live.state  # nothing is awaited from here on
    seats = [s for s, seat_state in enumerate(state.seats) if opens(secret, seat_state.secret_hash)]
    return take(name, state, seats[0] if seats else ONLOOKER, host=is_host)


def take(name: str, state: TableState, viewer: Seat, *, host: bool = False) -> Snapshot:
    """The table of a state as one viewer may know it."""
    match = state.match
    return Snapshot(
        info=info_of(name, state, now_ms()),
        game=state.game,
        viewer=viewer,
        host=host,
        view=None if match is None else match.view(viewer),
        events=() if match is None else match.events(viewer),
        notes=() if match is None or viewer < 0 else match.notes(viewer),
        frames=frames(state, viewer, 0),
        choices=_choices(state, viewer),
        standing=holding(state, viewer),
        duplicates=state.spec.duplicates if host or state.status == "over" else (),
        undoable=match is not None and viewer >= 0 and match.undo_refusal(viewer) is None,
    )


def _choices(state: TableState, seat: Seat) -> tuple[tuple[int, Move, Refusal | None], ...]:
    match = state.match
    if match is None or match.outcome is not None or seat < 0 or state.seats[seat].bot is not None:
        return ()
    return match.judged(seat)
