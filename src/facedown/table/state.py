"""A table's state, made from its events: a pure reducer, without input or output."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from facedown.core.errors import FacedownError, OtherRules
from facedown.core.game import Game
from facedown.core.match import Match
from facedown.core.messages import capital, phrase
from facedown.core.outcome import Outcome
from facedown.core.players import HUMAN, bot_player, bot_words
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.standing import StandingAnswer, StandingAnswers
from facedown.core.view import Event as Witnessed
from facedown.table.errors import NotPlayedOn, NotYet, StoreError
from facedown.table.events import (
    BotSeated,
    CameBack,
    Claimed,
    ClockExtended,
    Event,
    Noted,
    Played,
    Rematched,
    Renamed,
    Resigned,
    Said,
    SaidInAdvance,
    SettingsChanged,
    Started,
    Step,
    Undone,
    Unread,
    Vacated,
    WentAway,
    is_administrative,
)
from facedown.table.settings import Settings
from facedown.table.spec import TableSpec
from facedown.table.words import free_colour, seat_called

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
    messages are taken for those of the one before.

    ``standing`` is what the person has answered in advance, ``said_at`` when they did so last, and
    ``sayings`` how often; ``by_hand`` tells that they have taken a move back to make it themselves.
    """

    name: str = ""
    colour: str = ""
    secret_hash: str | None = None
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


@dataclass(frozen=True, slots=True)
class Record:
    """One event as it came about: number, moment (ms since 1970), and what each viewer saw."""

    seq: int
    at: int
    event: Event
    witnessed: dict[Seat, tuple[Witnessed, ...]] = field(default_factory=dict)


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
        self.rematch: Rematched | None = None
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

    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat_called(p.name, seat) for seat, p in enumerate(self.seats))

    def apply(self, seq: int, at: int, client: str, event: Event) -> Record:
        """Takes the next event in; raises ``StoreError`` when it is not the next or cannot be."""
        if seq != self.head + 1:
            raise StoreError(f"Event {seq} of a table came where {self.head + 1} was to come.")
        before = 0 if self.match is None else self.match.moves
        seat = getattr(event, "seat", None)
        if seat is not None and not isinstance(event, Said) and seat not in range(self.spec.seats):
            raise StoreError(f"Event {seq} of a table is of a seat that there is not.")
        try:
            if not isinstance(event, Unread):
                self._reduce(event, at)
        except FacedownError as problem:
            raise StoreError(f"Event {seq} of a table cannot be: {problem}") from None
        witnessed = {}
        if isinstance(event, Played):
            match = self.playing()
            witnessed = {viewer: match.events(viewer, before) for viewer in self.viewers}
        record = Record(seq, at, event, witnessed)
        self.history.append(record)
        self.clients[client] = seq
        self.administrative += is_administrative(event)
        if isinstance(event, Played | Undone):
            self._turns(event, seq, at)
        return record

    def _reduce(self, event: Event, at: int) -> None:
        match event:
            case Started(moves=moves):
                log = self.spec.first_log(self.game, self.players())
                match = Match.at(self.game, log)
                match.accept(moves)
                self.match = match
            case Step(moves=moves, seat=seat, used=used):
                self.playing().accept(moves)
                self.seats[seat].used += used
                self.seats[seat].moves += 1
                for seat_state in self.seats:
                    seat_state.by_hand = False
            case Undone(seat=seat):
                self.playing().undo(seat)
                self.seats[seat].by_hand = True
            case SaidInAdvance():
                self._keep_answer(event, at)
            case Noted(seat=seat, text=text):
                self.playing().keep_note(seat, text)
            case SettingsChanged(settings=settings):
                if settings.clock != self.settings.clock:
                    self._restart_clocks(at)
                self.settings = settings
            case ClockExtended(seat=seat, seconds=seconds):
                for seat_state in self.seats if seat is None else [self.seats[seat]]:
                    seat_state.extra += 1000 * seconds
            case Rematched():
                self.rematch = event
            case _:
                self._reduce_seat(event)

    def _keep_answer(self, event: SaidInAdvance, at: int) -> None:
        seat_state = self.seats[event.seat]
        turn = self.game.turn_of(self.playing().view(event.seat))
        seat_state.standing.keep(StandingAnswer(event.question, event.answer, event.lasts, turn))
        seat_state.said_at, seat_state.by_hand = at, False
        seat_state.sayings += 1

    def _reduce_seat(self, event: Event) -> None:
        match event:
            case Claimed(seat=seat, name=name, colour=colour, secret_hash=secret_hash):
                self.seats[seat].name, self.seats[seat].colour = name, colour
                self.seats[seat].secret_hash, self.seats[seat].bot = secret_hash, None
                self.seats[seat].away = self.seats[seat].resigned = False
                self.seats[seat].occupant += 1
                self.seats[seat].standing = StandingAnswers()
            case Renamed(seat=seat, name=name, colour=colour):
                self.seats[seat].name, self.seats[seat].colour = name, colour
            case BotSeated(seat=seat, bot=bot):
                seat_state = self.seats[seat]
                seat_state.bot = bot
                seat_state.colour = seat_state.colour or free_colour(p.colour for p in self.seats)
                if seat_state.secret_hash is None:
                    seat_state.name = self._bot_name(bot)
            case Resigned(seat=seat, bot=bot):
                seat_state = self.seats[seat]
                seat_state.bot, seat_state.away, seat_state.resigned = bot, False, True
            case WentAway(seat=seat):
                self.seats[seat].away = True
            case CameBack(seat=seat):
                self.seats[seat].bot, self.seats[seat].away = None, False
            case Vacated(seat=seat):
                seat_state = self.seats[seat]
                seat_state.name, seat_state.secret_hash = "", None
                seat_state.bot, seat_state.away, seat_state.resigned = None, False, False
            case _:  # talk
                self.said += 1
        if self.match is not None:
            self.match.log.players = self.players()

    def _bot_name(self, bot: str) -> str:
        """What a bot is called: two of a kind are told apart."""
        names = {seat_state.name for seat_state in self.seats}
        numbers = range(2, self.spec.seats + 2)
        word = bot_words(bot)
        called = [
            capital(phrase("{bot} bot", bot=word)),
            *(capital(phrase("{bot} bot {n}", bot=word, n=n)) for n in numbers),
        ]
        return next(name for name in called if name not in names)

    def _restart_clocks(self, at: int) -> None:
        for seat_state in self.seats:
            seat_state.used = seat_state.extra = seat_state.moves = 0
            seat_state.since = None if seat_state.since is None else at

    def _turns(self, event: Event, seq: int, at: int) -> None:
        """Notes for whom a new decision began with this event."""
        match = self.playing()
        mover = event.seat if isinstance(event, Step) else None
        for seat, seat_state in enumerate(self.seats):
            legal = match.legal(seat)
            was = self._legal[seat]
            if legal is None:
                seat_state.since = None
            elif was is None or seat == mover or isinstance(event, Undone):
                seat_state.since = at
            if legal != was or seat == mover or isinstance(event, Undone):
                seat_state.turn = seq
            self._legal[seat] = legal
