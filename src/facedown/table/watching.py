"""What a viewer sees of a table: a snapshot of one moment, and every event by its number."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Final

from facedown.core.codec import Json, record_fields, schema, to_json
from facedown.core.errors import UnknownName
from facedown.core.game import Game, ReadBack
from facedown.core.log import Origin
from facedown.core.match import Choices
from facedown.core.messages import phrase
from facedown.core.moves import Move, move_to_json
from facedown.core.seats import ONLOOKER, Outcome, Seat
from facedown.core.standing import StandingAnswer
from facedown.core.typed import say_back
from facedown.core.view import Event, View
from facedown.table.access import check_turn, opens, seat_of, viewer_of
from facedown.table.all_acts import KINDS
from facedown.table.clock import now_ms, time_left
from facedown.table.errors import NotAllowed, NotYet, TableError
from facedown.table.live_table import LiveTable, TableRegistry
from facedown.table.pool import as_record
from facedown.table.score import games_played, games_won, has_won, may_be_rated
from facedown.table.slow_work import SlowWork
from facedown.table.state import (
    Played,
    Record,
    Settings,
    Status,
    TableEvent,
    TableState,
    holding,
    parts_of,
)
from facedown.table.thinking import Advice, advise, name_of


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat: ``player`` is ``"open"``, ``"human"`` or ``"bot:NAME"``.

    ``person`` tells that it belongs to somebody. They are ``away`` when they have left and may come
    back, ``resigned`` when they have given the game up and a bot plays it to the end; never both.
    ``kept_for`` is who an open seat is meant for, where they are asked along to another game.
    ``games_won`` is how many of the games they have played in a row whoever sits there has won,
    None until they play a second one.
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
    games_won: int | None = None


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
    ``games`` is how many games were played in a row, this one counted once it is over.
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
    games: int = 0

    def form(self) -> dict[str, Json]:
        """Its JSON form."""
        form: dict[str, Json] = to_json(self)
        return form

    def won(self, seat: Seat) -> bool:
        """Whether whoever has a seat has won: not who gave the game up, though their bot did."""
        return seat >= 0 and has_won(self.outcome, seat, resigned=self.seats[seat].resigned)

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
            games_won=games_won(state, seat) if state.spec.games_before else None,
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
        games=games_played(state),
    )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a viewer sees of a table.

    ``view`` is None before the game has begun. ``legal`` are the action numbers open to the viewer
    with their records; moves from an open language are not listed. ``choices`` are all listed
    actions, each judged as things stood then when somebody asks; empty for onlookers, after the
    end, and while a bot plays the seat. ``undoable`` tells whether the viewer's last move can
    be taken back; that of a bot in their seat cannot. ``duplicates`` are the other tables that are
    dealt the same: for the host, and once the game is over for everybody. ``standing`` is what
    holds of what the viewer has answered in advance. ``may_be_rated`` tells whether the game could
    count for ratings.
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
    may_be_rated: bool = False

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
        may_be_rated=may_be_rated(state),
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


HIDDEN = "hidden"
"""The kind of a frame that says no more than that its number is taken."""

_NEVER_SHOWN = frozenset({"secret_hash", "rated_hash", "moves"})


@dataclass(frozen=True, slots=True)
class Frame:
    """One event as one viewer may know it.

    ``seq`` counts a table's events from 1 without gaps, ``at`` is the moment in milliseconds since
    1970. ``event`` is without what the viewer may not know, None where only its number may be
    known; ``moves`` are those of it as the viewer witnessed them.
    """

    seq: int
    at: int
    event: TableEvent | None
    moves: tuple[Event, ...] = ()

    @property
    def kind(self) -> str:
        """The event's kind, or ``"hidden"``."""
        return HIDDEN if self.event is None else self.event.kind

    def form(self) -> dict[str, Json]:
        """Its JSON form.

        In ``"moves"`` each move has ``seat`` (-1 is nature), ``move`` with what the viewer may not
        know left out, ``text`` with ``{0}``… for the seats' names, and ``reveals``.
        """
        form: dict[str, Json] = {"seq": self.seq, "at": self.at, "kind": self.kind}
        if self.event is None:
            return form
        for name in parts_of(self.event):
            if name not in _NEVER_SHOWN:
                form[name] = to_json(getattr(self.event, name))
        if isinstance(self.event, Played):
            form["moves"] = [witnessed_to_json(seen) for seen in self.moves]
        return form


def frame_of(record: Record, viewer: Seat) -> Frame:
    """An event as a viewer may know it; moves as they were witnessed."""
    event = record.event.shown_to(viewer)
    return Frame(record.seq, record.at, event, record.witnessed.get(viewer, ()))


def witnessed_to_json(seen: Event) -> dict[str, Json]:
    """A witnessed move as JSON."""
    return {
        "seat": seen.seat,
        "move": move_to_json(seen.move),
        "text": seen.text,
        "reveals": seen.reveals,
    }


def frame_schemas(move: Json) -> list[Json]:
    """The JSON Schemas of the forms of all kinds of frames; ``move`` is that of a move."""
    witnessed = schema(Event)
    witnessed["properties"]["move"] = move
    found = [_frame_schema("Hidden", HIDDEN, {})]
    for name, kind in KINDS.items():
        parts = _parts_schema(kind)
        if issubclass(kind, Played):
            parts["moves"] = {"type": "array", "items": witnessed}
        found.append(_frame_schema(kind.__name__, name, parts))
    return found


def _parts_schema(kind: type) -> dict[str, Json]:
    return {n: schema(part) for n, part in record_fields(kind).items() if n not in _NEVER_SHOWN}


def _frame_schema(title: str, kind: str, parts: dict[str, Json]) -> Json:
    number = {"type": "integer"}
    properties = {"seq": number, "at": number, "kind": {"const": kind}, **parts}
    return {
        "title": title,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def frames(state: TableState, viewer: Seat, after: int) -> tuple[Frame, ...]:
    """Every event after that number, as a viewer may know it."""
    return tuple(frame_of(record, viewer) for record in state.history[max(after, 0) :])


AID_SECONDS: Final = 10.0
"""So long somebody waits for an aid at most."""


@dataclass(frozen=True, slots=True)
class Connected:
    """The seats with an open stream; ``all`` tells that no other process could have one."""

    seats: frozenset[Seat]
    all: bool


class Stream:
    """One open stream of a table, told as whose it is: that seat is then connected."""

    def __init__(self, live: LiveTable) -> None:
        self._live, self._seat = live, ONLOOKER

    def belongs_to(self, seat: Seat) -> None:
        """From now on it is this seat's."""
        if seat != self._seat:
            self._live.count_stream(seat, 1)
            self._live.count_stream(self._seat, -1)
            self._seat = seat

    def end(self) -> None:
        """Nobody listens any more."""
        self.belongs_to(ONLOOKER)


@dataclass(frozen=True, slots=True)
class Watching:
    """Looking at a table: as the seat whose secret is shown, or as an onlooker with none."""

    registry: TableRegistry
    slow_work: SlowWork

    async def snapshot(
        self,
        table: str,
        secret: str | None = None,
        host: str | None = None,
        *,
        lenient: bool = False,
        after: int | None = 0,
    ) -> Snapshot:
        """The table now for whoever shows these secrets.

        Of the events only those after a number (None: none). Raises ``NoSuchTable``, and
        ``NotAllowed`` where the seat's secret opens none; to be ``lenient`` makes that an onlooker.
        """
        state = (await self.registry.live_table(table, fresh=True)).state
        viewer, is_host = _reader(state, secret, host, lenient=lenient)
        return take(table, state, viewer, host=is_host, after=after)

    async def whose(self, table: str, secret: str | None, host: str | None) -> tuple[Seat, bool]:
        """The seat that a secret opens, ``ONLOOKER`` for any other, and whether the host looks.

        As far as this process knows the table: for whoever has just waited for what is new.
        """
        state = (await self.registry.live_table(table)).state
        return _reader(state, secret, host, lenient=True)

    async def snapshot_as(self, table: str, viewer: Seat, *, host: bool) -> Snapshot:
        """The table now as :meth:`whose` told that somebody may see it."""
        return take(table, (await self.registry.live_table(table)).state, viewer, host=host)

    async def info(self, table: str) -> TableInfo:
        """What everybody may know about a table; raises ``NoSuchTable``."""
        live = await self.registry.live_table(table, fresh=True)
        return info_of(table, live.state, now_ms())

    async def head(self, table: str) -> int:
        """The number of a table's newest event that this process knows of."""
        return (await self.registry.live_table(table)).state.head

    async def game(self, table: str) -> Game:
        """The game with its options, which never changes."""
        return (await self.registry.live_table(table)).state.game

    async def seat(self, table: str, secret: str | None) -> Seat:
        """The seat that a secret opens, ``ONLOOKER`` for no secret; raises ``NotAllowed``."""
        live = await self.registry.live_table(table, fresh=True)
        return viewer_of(live.state, secret)

    async def read_back(self, table: str, secret: str, text: str) -> tuple[int, ReadBack | None]:
        """The newest number, and what a typed line would mean to one's seat; nothing is played.

        None where the game says nothing back. It is worked out from what the seat may know.
        """
        live = await self.registry.live_table(table, fresh=True)
        seat = seat_of(live.state, secret)
        match = live.state.playing()
        return live.state.head, say_back(match.game, text, match.view(seat))

    async def check_move(
        self, table: str, secret: str, move: Move, *, expected: int | None = None
    ) -> None:
        """Raises what playing it would where the move is refused as things stand."""
        live = await self.registry.live_table(table, fresh=True)
        seat = seat_of(live.state, secret)
        check_turn(live.state, seat, expected)
        live.state.playing().check_move(seat, move)

    async def aid(self, table: str, secret: str, name: str) -> Advice:
        """What an aid that the host allows says, from what the seat may know."""
        live = await self.registry.live_table(table, fresh=True)
        state = live.state
        seat = seat_of(state, secret)
        match = state.playing()
        if name not in {aid.name for aid in match.game.facts.aids}:
            raise UnknownName(
                phrase(
                    "{title} has no hint {name!r}.", title=match.game.facts.title, name=name[:40]
                )
            )
        if name not in state.settings.aids:
            raise NotAllowed(phrase("The host does not allow this aid."))
        asked = name_of(match.game), name, match.view(seat), match.notes(seat)
        said = await self.slow_work.answer(live, (seat, name), AID_SECONDS, advise, *asked)
        advice: Advice = as_record(Advice, said)
        if not advice.given:
            raise TableError(advice.words)
        return advice

    async def notes(self, table: str, secret: str) -> tuple[str, ...]:
        """The notes of one's own seat, oldest first."""
        live = await self.registry.live_table(table, fresh=True)
        seat: Seat = seat_of(live.state, secret)
        return live.state.playing().notes(seat)

    async def said_in_advance(self, table: str, secret: str) -> tuple[StandingAnswer, ...]:
        """What holds now for one's own seat, for each kind of question of the game."""
        live = await self.registry.live_table(table, fresh=True)
        live.state.playing()
        return holding(live.state, seat_of(live.state, secret))

    async def feed(
        self, table: str, secret: str | None = None, after: int = 0, *, fresh: bool = True
    ) -> tuple[Frame, ...]:
        """Every event after that number as a viewer may know it, in order and without gaps.

        Unless ``fresh``, as far as this process knows: for whoever has just waited for what is new.
        """
        live = await self.registry.live_table(table, fresh=fresh)
        return frames(live.state, viewer_of(live.state, secret), after)

    async def subscribe(
        self, table: str, secret: str | None = None, after: int = 0
    ) -> AsyncGenerator[Frame, None]:
        """Every event after that number, and then each new one as soon as it is stored.

        Ends when the server stops; a viewer then goes on elsewhere after the last number it saw.
        """
        live = await self.registry.live_table(table, fresh=True)
        viewer = viewer_of(live.state, secret)
        live.watchers += 1
        try:
            while not self.registry.closing:
                # Asked for before looking, so that nothing stored in between is slept through.
                changed = asyncio.ensure_future(live.changed())
                try:
                    for frame in frames(live.state, viewer, after):
                        yield frame
                        after = frame.seq
                    if live.state.head == after and not self.registry.closing:
                        await changed
                finally:
                    changed.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await changed
        finally:
            live.watchers -= 1

    async def stream(self, table: str) -> Stream:
        """A stream that begins; whoever serves it says whose it is, and when it ends."""
        return Stream(await self.registry.live_table(table))

    async def connected(self, table: str) -> Connected:
        """Who has an open stream at this process."""
        live = await self.registry.live_table(table)
        return Connected(live.connected, self.registry.exclusive)

    async def wait(
        self,
        table: str,
        after: int,
        seconds: float,
        *,
        fresh: bool = True,
        connected: Connected | None = None,
    ) -> int:
        """Waits until there is an event after that number, at most so long; the newest number.

        Also until others than those given are ``connected``, where that is given.
        Unless ``fresh`` the store is not looked into first: this process is told of what others
        store, and whoever waits again and again looks once in a while.
        """
        live = await self.registry.live_table(table, fresh=fresh)
        live.watchers += 1
        try:
            async with asyncio.timeout(seconds):
                while (
                    live.state.head <= after
                    and not self.registry.closing
                    and (connected is None or connected.seats == live.connected)
                ):
                    await live.changed()
        except TimeoutError:
            pass
        finally:
            live.watchers -= 1
        return live.state.head


def _reader(
    state: TableState, secret: str | None, host: str | None, *, lenient: bool
) -> tuple[Seat, bool]:
    is_host = opens(host, state.spec.host_hash)
    try:
        return viewer_of(state, secret), is_host
    except NotAllowed:
        if not lenient:
            raise
        return ONLOOKER, is_host
