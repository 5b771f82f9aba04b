"""What everybody may know about a table, be it full, running or over."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.core.codec import Json, to_json
from facedown.core.log import Origin
from facedown.core.outcome import Outcome
from facedown.core.seats import Seat
from facedown.table.clock import time_left
from facedown.table.settings import Settings
from facedown.table.state import Status, TableState


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat: ``player`` is ``"open"``, ``"human"`` or ``"bot:NAME"``.

    ``person`` tells that it belongs to somebody. They are ``away`` when they have left and may come
    back, ``resigned`` when they have given the game up and a bot plays it to the end; never both.
    ``kept_for`` is who an open seat is meant for, where they are asked along to another game.
    ``left`` is the time left in milliseconds now, where there is a clock. When a seat's decision
    began is its own affair: what is open to it may change with what only it knows.
    """

    seat: Seat
    name: str
    colour: str
    player: str
    person: bool
    away: bool
    left: int | None
    resigned: bool = False
    kept_for: str = ""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table in public.

    ``commitment`` is the fingerprint of the shuffle; ``seed`` and ``salt`` are told once the game
    is over and are None before; so are ``duplicates``, the other tables that are dealt the same.
    ``handover`` tells that seats may change hands during the game. ``rematch`` is the table where
    they play again, None while nobody has asked for it. ``origin`` is, at a table for practice, the
    game it goes on from, and after how many moves. ``known_deal`` tells from the start that
    somebody may know what lies face down: it is dealt at other tables too, was dealt in a game that
    is over, or is the puzzle of a day.
    ``stopped`` says why nobody can play on, at a table of another version of Facedown that is shown
    as far as this one can read it; it is empty at all others.
    ``head`` is the number of the newest event, ``since`` the moment of the first, in milliseconds
    since 1970 (0 before any).
    """

    table: str
    game: str
    title: str
    rules: int
    options: dict[str, bool | int | str]
    daily: str
    handover: bool
    duplicates: tuple[str, ...] | None
    rematch: str | None
    settings: Settings
    status: Status
    seats: tuple[SeatInfo, ...]
    actors: tuple[Seat, ...]
    outcome: Outcome | None
    head: int
    moves: int
    commitment: str
    seed: str | None
    salt: str | None
    since: int = 0
    origin: Origin | None = None
    known_deal: bool = False
    stopped: str = ""

    def form(self) -> dict[str, Json]:
        """Its JSON form."""
        form: dict[str, Json] = to_json(self)
        return form

    def won(self, seat: Seat) -> bool:
        """Whether whoever has a seat has won: not who gave the game up, though their bot did."""
        if self.outcome is None or seat < 0:
            return False
        return seat in self.outcome.winners and not self.seats[seat].resigned

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat.name for seat in self.seats)


def info_of(name: str, state: TableState, now: int) -> TableInfo:
    """What everybody may know about a table at a moment (ms since 1970)."""
    over = state.status == "over"
    names, kept_for = state.names(), state.spec.kept_for
    seats = tuple(
        SeatInfo(
            seat=seat,
            name=names[seat],
            colour=seat_state.colour,
            player=seat_state.player,
            person=seat_state.person,
            away=seat_state.away,
            left=time_left(state, seat, now),
            resigned=seat_state.resigned,
            kept_for=kept_for[seat] if kept_for and not seat_state.taken else "",
        )
        for seat, seat_state in enumerate(state.seats)
    )
    return TableInfo(
        table=name,
        game=state.spec.game,
        title=state.game.facts.title,
        rules=state.spec.rules,
        options=dict(state.game.options),
        daily=state.spec.daily,
        handover=state.spec.handover,
        duplicates=state.spec.duplicates if over else None,
        rematch=state.rematch,
        settings=state.settings,
        status=state.status,
        seats=seats,
        actors=state.actors,
        outcome=state.outcome,
        head=state.head,
        moves=0 if state.match is None else state.match.moves,
        commitment=state.spec.commitment,
        seed=state.spec.seed if over else None,
        salt=state.spec.salt if over else None,
        since=state.history[0].at if state.history else 0,
        origin=state.spec.origin,
        known_deal=state.spec.known_deal,
        stopped=state.stopped,
    )
