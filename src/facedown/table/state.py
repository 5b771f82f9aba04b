"""What is played at a table, what an event of it is, and its state after its events.

What is played is settled when the table is opened and never changed. The state is a pure reducer,
without input or output.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import ClassVar, Final, Literal, TypeAlias

from facedown.core.codec import Json, RecordType, from_json, record_fields, to_json
from facedown.core.errors import FacedownError, OtherRules
from facedown.core.facts import Facts
from facedown.core.game import Game
from facedown.core.log import Entry, Log, Origin, entry_from_json, entry_to_json, fingerprint
from facedown.core.match import Match
from facedown.core.messages import phrase, phrase_many
from facedown.core.moves import Action, move_to_json
from facedown.core.registry import game_class
from facedown.core.seats import HUMAN, ONLOOKER, Outcome, Seat, bot_player
from facedown.core.standing import StandingAnswer, StandingAnswers, open_question
from facedown.core.view import Event
from facedown.table.errors import NotAllowed, NotPlayedOn, NotYet, StoreError, TableError
from facedown.table.words import seat_called

MOST_SECONDS: Final = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Clock:
    """Time to think: ``bank`` seconds for the whole game and ``increment`` more for every move."""

    bank: int
    increment: int = 0

    def check(self) -> Clock:
        """The clock itself; raises ``TableError`` when it cannot be kept."""
        if not 10 <= self.bank <= MOST_SECONDS:
            raise TableError(
                phrase(
                    "A clock has from 10 to {most_seconds} seconds for each seat.",
                    most_seconds=MOST_SECONDS,
                )
            )
        if not 0 <= self.increment <= 3600:
            raise TableError(phrase("A clock adds from 0 to 3600 seconds for each move."))
        return self


@dataclass(frozen=True, slots=True)
class Settings:
    """A table's settings.

    ``aids`` are those of the game's aids that everybody at the table may use; ``chat`` is whether
    people may talk; ``clock`` the time to think, if it is limited; ``auto_start`` lets the game
    begin as soon as every seat is taken.
    """

    aids: tuple[str, ...] = ()
    chat: bool = True
    clock: Clock | None = None
    auto_start: bool = True

    def check(self, facts: Facts) -> Settings:
        """The settings with each aid once; raises ``TableError`` when the game has no such aid."""
        known = {aid.name for aid in facts.aids}
        for name in self.aids:
            if name not in known:
                names = ", ".join(sorted(known)) or "none"
                raise TableError(
                    phrase(
                        "{title} has no aid {name!r}; its aids: {names}.",
                        title=facts.title,
                        name=name[:40],
                        names=names,
                    )
                )
        if self.clock is not None:
            self.clock.check()
        return replace(self, aids=tuple(a for a in all_aids(facts) if a in self.aids))


def all_aids(facts: Facts) -> tuple[str, ...]:
    """Every aid that a game has, by name."""
    return tuple(aid.name for aid in facts.aids)


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table's unchanging facts.

    ``seed`` is where nature's draws come from, secret with its ``salt`` until the game is over;
    ``daily`` is the date of a daily puzzle or empty; ``host_hash`` the hash of the host's secret;
    ``duplicates`` are the other tables that are dealt the same, from the same seed and salt.
    ``known_seed`` tells that the seed is no new one: that of a game that is over, or a day's.
    ``settings`` are those it was opened with; ``handover`` tells that seats may change hands after
    the game has begun, with all that they know. ``begun`` has the moves that this game begins
    with, in the form of a log: those of another game at a table for practice, and ``origin`` says
    which; else what the first seat had made before.
    ``kept_for`` are the names of those who are asked along to another game, seat by seat;
    ``games_before`` is how many they have played in a row, and ``won_before`` who has won how many
    of them: people by the hashes of their secrets, bots by name and seat.
    """

    game: str
    rules: int
    seats: int
    options: dict[str, bool | int | str]
    seed: str
    salt: str
    host_hash: str
    settings: Settings
    daily: str = ""
    handover: bool = False
    duplicates: tuple[str, ...] = ()
    begun: tuple[dict[str, Json], ...] = ()
    origin: Origin | None = None
    known_seed: bool = False
    kept_for: tuple[str, ...] = ()
    games_before: int = 0
    won_before: dict[str, int] = field(default_factory=dict)

    @property
    def known_deal(self) -> bool:
        """Whether somebody may know what is dealt, as it is, was or will be dealt elsewhere too."""
        return self.known_seed or bool(self.duplicates)

    @property
    def commitment(self) -> str:
        """The fingerprint of seed and salt, shown before the first move."""
        return fingerprint(self.seed, self.salt)

    def new_log(self, players: tuple[str, ...]) -> Log:
        """The log of the game of this table, without a move."""
        return Log(
            game=self.game,
            rules=self.rules,
            seats=self.seats,
            options=dict(self.options),
            players=players,
            seed=self.seed,
            salt=self.salt,
            origin=self.origin,
        )

    def first_log(self, game: Game, players: tuple[str, ...]) -> Log:
        """The log with which the game begins: with another one's moves, or its maker's first."""
        log = self.new_log(players)
        log.entries = [entry_from_json(game, form, n) for n, form in enumerate(self.begun, 1)]
        return log

    def new_game(self) -> Game:
        """The game, under the rules that the table was opened with.

        Raises ``OtherRules`` when this program does not play it by those, and ``NotPlayedOn`` when
        it does not have the game.
        """
        try:
            return self.new_log((HUMAN,) * self.seats).new_game()
        except OtherRules:
            raise
        except FacedownError as problem:
            raise NotPlayedOn(
                phrase("This table cannot be opened here: {problem}", problem=problem.message)
            ) from None

    def shown_game(self) -> Game:
        """The game under today's rules, for a table that is only shown; raises ``NotPlayedOn``."""
        rules = game_class(self.game).facts.rules_version
        return replace(self, rules=rules).new_game()


def read_spec(text: str) -> TableSpec:
    """A table's facts as they are stored; raises ``NotPlayedOn`` where this program cannot."""
    try:
        return from_json(TableSpec, json.loads(text))
    except (FacedownError, ValueError):
        raise NotPlayedOn(phrase("This table was made by another version of Facedown.")) from None


def new_spec(
    game: Game,
    settings: Settings,
    host_hash: str,
    *,
    seed: str | None = None,
    daily: str = "",
    handover: bool = False,
    begun: Log | None = None,
) -> TableSpec:
    """The facts of a new table, with fresh secrets; ``begun`` is the log it goes on from.

    Only one of another game, which has an origin, brings its seed along.
    """
    if begun is not None and begun.origin is not None:
        seed = begun.seed
    return TableSpec(
        game=game.facts.name,
        rules=game.facts.rules_version if begun is None else begun.rules,
        seats=game.seats,
        options=dict(game.options),
        seed=secrets.token_hex(16) if seed is None else seed,
        salt=secrets.token_hex(16),
        host_hash=host_hash,
        settings=settings.check(game.facts),
        daily=daily,
        handover=handover,
        begun=() if begun is None else tuple(map(entry_to_json, begun.entries)),
        origin=None if begun is None else begun.origin,
        known_seed=seed is not None,
    )


Status: TypeAlias = Literal["waiting", "playing", "over"]


@dataclass(slots=True)
class SeatState:
    """A seat at the table and who sits there.

    A person's ``secret_hash`` stays when a bot stands in, so that they can come back. ``away``
    tells that they left and can come back, ``resigned`` that they gave the game up, and a bot plays
    on: only when they said goodbye themselves in one of these ways, and so are ``gone``, may the
    seat, and all it knows, be somebody else's. ``used`` and ``extra``
    are milliseconds of the clock spent and given; ``since`` is the moment from which the seat has
    been to move, None while it is not. ``occupant`` counts who had the seat, so that nobody's
    messages are taken for those of the one before. ``rated`` is the hash by which their games count
    for the ratings of a site, None where they did not ask for that.

    ``standing`` is what the person has answered in advance, ``said_at`` when they did so last, and
    ``sayings`` how often; ``by_hand`` tells that they have taken a move back to make it themselves.
    """

    name: str = ""
    colour: str = ""
    secret_hash: str | None = None
    rated: str | None = None
    bot: str | None = None
    away: bool = False
    resigned: bool = False
    used: int = 0
    extra: int = 0
    moves: int = 0
    since: int | None = None
    occupant: int = 0
    standing: StandingAnswers = field(default_factory=StandingAnswers)
    said_at: int = 0
    sayings: int = 0
    by_hand: bool = False
    turn: int = 0
    """The number of the event with which its present decision began."""

    @property
    def person(self) -> bool:
        """Whether it belongs to a person, be it that a bot stands in."""
        return self.secret_hash is not None

    @property
    def gone(self) -> bool:
        """Whether its person said goodbye, to come back or for good."""
        return self.away or self.resigned

    @property
    def player(self) -> str:
        """Who plays it now: ``"human"``, ``"bot:NAME"`` or ``"open"``."""
        if self.bot is not None:
            return bot_player(self.bot)
        return HUMAN if self.person else "open"

    @property
    def taken(self) -> bool:
        """Whether somebody sits here, be it a bot."""
        return self.bot is not None or self.person


KINDS: Final[dict[str, type[TableEvent]]] = {}
"""Every kind of event by the name it has in the store and in frames; each act brings its own."""


class TableEvent(metaclass=RecordType):
    """What is stored of an act, and the only thing that changes a table: a frozen record.

    A subclass names its ``kind``: ``class Resigned(TableEvent, kind="resigned")``. Stores are
    read for good: what gets another name keeps its earlier ones in ``former`` and
    ``former_parts``, as :class:`~facedown.core.codec.RecordType` tells.
    """

    kind: ClassVar[str]
    anybody: ClassVar[bool] = False
    """Whether its seat may be ``ONLOOKER``."""
    of_the_game: ClassVar[bool] = False
    """Whether it is read by the game: a table that is stopped does without it."""
    stored: ClassVar[bool] = True
    """Whether it can be in a store."""

    def __init_subclass__(cls) -> None:
        """Takes the kind in."""
        if "kind" in cls.__dict__ and cls.stored:
            KINDS[cls.kind] = cls

    def apply(self, state: TableState, at: int) -> None:
        """Changes the table; ``at`` is the moment in ms since 1970.

        Raises ``FacedownError`` where the event cannot be.
        """
        raise NotImplementedError

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Its sentence in the story of the table; empty where it has no line of its own.

        ``people`` are the seats that are somebody's then, be it that a bot stands in.
        """
        raise NotImplementedError

    def shown_to(self, viewer: Seat) -> TableEvent | None:
        """The event as one viewer may know it, None where only its number may be known."""
        del viewer
        return self

    @property
    def bounded(self) -> bool:
        """Whether it comes to an end by itself, or is counted by itself, as moves and talk are.

        Others are changes that people could go on making for ever; a table keeps so many of them.
        """
        return False

    @property
    def seated(self) -> bool:
        """Whether it says who plays a seat: told among the moves once there are any."""
        return False


class Played(TableEvent):
    """An event with moves in it: they are stored in one row, so all of them or none."""

    of_the_game = True

    moves: tuple[Entry, ...]

    def shown_to(self, viewer: Seat) -> TableEvent | None:
        """The event without its moves: a viewer has what was witnessed of them."""
        del viewer
        return replace(self, moves=())

    @property
    def bounded(self) -> bool:
        """Moves come to an end with the game."""
        return True


class SeatsOwn(TableEvent):
    """Something that a seat keeps for itself: nobody else is told, and the seat in other places."""

    of_the_game = True

    seat: Seat

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Nothing: it stands on the board, or in a list of its own."""
        return ""

    def shown_to(self, viewer: Seat) -> TableEvent | None:
        """The seat's own alone."""
        return self if viewer == self.seat else None

    @property
    def bounded(self) -> bool:
        """Each kind is counted by itself."""
        return True


class Unread(TableEvent, kind="unread"):
    """Something of the game at a table that is not played on (``TableState.stopped``).

    It has the number of an event that this program cannot read or make.
    """

    stored = False

    def apply(self, state: TableState, at: int) -> None:
        """Changes nothing."""

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Nothing."""
        return ""

    def shown_to(self, viewer: Seat) -> TableEvent | None:
        """Nothing but its number."""
        return None


def parts_of(event: TableEvent) -> tuple[str, ...]:
    """The names of an event's parts."""
    kind: type = type(event)
    return tuple(record_fields(kind))


def event_to_json(event: TableEvent) -> dict[str, Json]:
    """The JSON form of an event, as it is stored."""
    form: dict[str, Json] = {"event": event.kind}
    for name in parts_of(event):
        value = getattr(event, name)
        form[name] = _moves_to_json(value) if name == "moves" else to_json(value)
    return form


def _moves_to_json(moves: tuple[Entry, ...]) -> list[dict[str, Json]]:
    return [
        {"seat": entry.seat, "move": move_to_json(entry.move)}
        for entry in moves
        if entry.move is not None
    ]


def _kind_called(name: str) -> type[TableEvent] | None:
    """The kind of event that has this name, or once had it."""
    import_module("facedown.table.all_acts")  # each act's file brings its kind
    once = (kind for kind in KINDS.values() if name in kind.former)
    return KINDS.get(name) or next(once, None)


def event_from_json(game: Game, form: Json, *, stopped: bool = False) -> TableEvent:
    """Reads a stored event; raises ``StoreError`` when this program cannot.

    Where a table is ``stopped`` what is of the game is not read any more.
    """
    try:
        given = dict(form)
        kind = _kind_called(given.pop("event"))
        if stopped and (kind is None or kind.of_the_game):
            return Unread()
        if kind is None:
            raise StoreError("A stored event is of a kind that there is not.")
        if not issubclass(kind, Played):
            # Only what we wrote ourselves is read here; strictness catches another version's.
            return from_json(kind, {**given, "move": kind.kind})
        moves = tuple(
            Entry(each["seat"], move=game.move_from_json(each["move"]))
            for each in given.pop("moves")
        )
        parts = {kind.former_parts.get(name, name): part for name, part in given.items()}
        return kind(moves, **parts)
    except (FacedownError, KeyError, TypeError, ValueError) as problem:
        raise StoreError(f"A stored event cannot be read: {problem}") from None


@dataclass(frozen=True, slots=True)
class Record:
    """One event as it came about: number, moment (ms since 1970), and what each viewer saw."""

    seq: int
    at: int
    event: TableEvent
    witnessed: dict[Seat, tuple[Event, ...]] = field(default_factory=dict)


class TableState:
    """The state of one table after a number of its events."""

    def __init__(self, spec: TableSpec) -> None:
        self.spec = spec
        self.stopped = ""
        """Why nobody can play on: something of the game is of another version; else empty."""
        try:
            self.game: Game = spec.new_game()
        except OtherRules:
            self.game = spec.shown_game()
            self.stop()
        self.settings: Settings = spec.settings
        self.seats = [SeatState() for _ in range(spec.seats)]
        self.match: Match | None = None
        self.history: list[Record] = []
        self.clients: dict[str, int] = {}
        self.said = 0
        self.rematch: str | None = None
        """The name of the table where they play again."""
        self.administrative = 0
        """How often seats, names or settings changed, or a move was taken back."""
        self.running_from = 0
        """Clocks stood still before this moment; the only thing here that no event tells."""
        self._legal: list[tuple[int, ...] | None] = [None] * spec.seats

    @property
    def head(self) -> int:
        """The number of the newest event; 0 before the first."""
        return len(self.history)

    @property
    def status(self) -> Status:
        """Whether the game is yet to begin, goes on, or is over."""
        if self.match is None:
            return "waiting"
        return "playing" if self.match.outcome is None else "over"

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return None if self.match is None else self.match.outcome

    @property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that may move now."""
        return () if self.match is None or self.stopped else self.match.actors

    @property
    def viewers(self) -> tuple[Seat, ...]:
        """Everybody who sees something: all seats and an onlooker."""
        return (*range(self.spec.seats), ONLOOKER)

    def playing(self) -> Match:
        """The match; raises ``NotYet`` before it has begun."""
        if self.match is None:
            self.check_played_on()
            raise NotYet(phrase("The game has not begun: not every seat is taken."))
        return self.match

    def stop(self) -> None:
        """Notes that something of the game cannot be read: it is shown as far as it could be."""
        self.stopped = phrase(
            "This table is of another version of Facedown, with rules version {made} of {title}. "
            "It is shown as far as this version can read it, and nobody can play on.",
            made=self.spec.rules,
            title=self.game.facts.title,
        )

    def check_played_on(self) -> None:
        """Raises ``NotPlayedOn`` at a table that is ``stopped``."""
        if self.stopped:
            raise NotPlayedOn(self.stopped)

    def players(self) -> tuple[str, ...]:
        """Who sits where, in the words of a log: ``"human"`` or ``"bot:NAME"``."""
        return tuple(HUMAN if p.bot is None else bot_player(p.bot) for p in self.seats)

    def seat(self, seat: Seat) -> SeatState:
        """One seat; raises ``TableError`` where there is none of that number."""
        if not 0 <= seat < self.spec.seats:
            told = phrase_many(
                "This table has {n} seat.", "This table has {n} seats.", self.spec.seats
            )
            raise TableError(told)
        return self.seats[seat]

    def check_handover(self) -> None:
        """Raises ``NotAllowed`` where a seat knows what its next person must not get."""
        if self.match is not None and not self.spec.handover:
            raise NotAllowed(
                phrase(
                    "The game has begun, and this table was not opened for seats to change hands."
                )
            )

    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat_called(p.name, seat) for seat, p in enumerate(self.seats))

    def apply(self, seq: int, at: int, client: str, event: TableEvent) -> Record:
        """Takes the next event in; raises ``StoreError`` when it is not the next or cannot be."""
        if seq != self.head + 1:
            raise StoreError(f"Event {seq} of a table came where {self.head + 1} was to come.")
        before = 0 if self.match is None else self.match.moves
        seat = getattr(event, "seat", None)
        if seat is not None and not event.anybody and seat not in range(self.spec.seats):
            raise StoreError(f"Event {seq} of a table is of a seat that there is not.")
        try:
            event.apply(self, at)
        except FacedownError as problem:
            raise StoreError(f"Event {seq} of a table cannot be: {problem}") from None
        witnessed = {}
        if isinstance(event, Played):
            match = self.playing()
            witnessed = {viewer: match.events(viewer, before) for viewer in self.viewers}
        if self.match is not None:
            self.match.log.players = self.players()
        record = Record(seq, at, event, witnessed)
        self.history.append(record)
        self.clients[client] = seq
        self.administrative += not event.bounded
        return record

    def slow_part(self, event: TableEvent) -> Callable[[], TableEvent] | None:
        """What the next event has yet to find out that those of today say; None where nothing.

        What this returns may be called from any thread, and gives the event as it is stored today.
        """
        if not isinstance(event, Played) or not event.moves or self.match is None:
            return None
        first, *others = event.moves
        work = self.match.slow_part(first)
        return None if work is None else lambda: replace(event, moves=(work(), *others))

    def new_decisions(self, at: int, *, mover: Seat | None = None, undone: bool = False) -> None:
        """Notes for whom a new decision begins with the event that is being applied.

        That is so for whoever can do other things than before, for the ``mover``, and for everybody
        where a move is ``undone``.
        """
        match, seq = self.playing(), self.head + 1
        for seat, seat_state in enumerate(self.seats):
            legal = match.legal(seat)
            was = self._legal[seat]
            if legal is None:
                seat_state.since = None
            elif was is None or seat == mover or undone:
                seat_state.since = at
            if legal != was or seat == mover or undone:
                seat_state.turn = seq
            self._legal[seat] = legal


log = logging.getLogger("facedown.table")


def holding(state: TableState, seat: Seat) -> tuple[StandingAnswer, ...]:
    """What holds now for a seat; nothing for onlookers, and before the game has begun."""
    facts = state.game.facts
    if state.match is None or seat < 0 or not facts.standing:
        return ()
    turn = state.game.turn_of(state.match.view(seat))
    said = state.seats[seat].standing
    return tuple(said.holding(question.name, turn) for question in facts.standing)


def action_in_advance(state: TableState, seat: Seat) -> Action | None:
    """What a person's seat is to play by what it has said; None where the person is to answer.

    It is decided from the seat's view. A move that was taken back is made by hand.
    """
    seat_state, match = state.seats[seat], state.match
    if match is None or not seat_state.sayings or seat_state.by_hand or seat_state.bot is not None:
        return None
    try:
        action = seat_state.standing.action(state.game, match.view(seat))
    except Exception as problem:  # noqa: BLE001  # a game of somebody else can fail in any way
        log.warning("standing answer failed", extra={"why": type(problem).__name__})
        return None
    return action if action is not None and match.allows(seat, action) else None


def is_asked(state: TableState, seat: Seat) -> bool:
    """Whether a question is open to a seat that it could have answered in advance."""
    if state.match is None or not state.game.facts.standing:
        return False
    return open_question(state.game, state.match.view(seat)) is not None
