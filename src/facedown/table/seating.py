"""Who sits where: opening tables, claiming seats, and what the host may do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from facedown.core.errors import BadOption
from facedown.core.match import Match
from facedown.core.messages import joined, phrase
from facedown.core.registry import game_class
from facedown.core.seats import Seat, seat_words
from facedown.table import events
from facedown.table.access import HOST, check_host, client_id, seat_of, sender_id
from facedown.table.asked import NewTable
from facedown.table.bots import check_bot, usual_bot
from facedown.table.clock import now_ms, time_left
from facedown.table.commits import Acknowledged, Commits
from facedown.table.daily import daily_options, daily_seed
from facedown.table.errors import NotAllowed, NotYet, TableError
from facedown.table.metrics import Metrics
from facedown.table.settings import MOST_SECONDS, Settings, all_aids
from facedown.table.spec import new_spec
from facedown.table.state import SeatState, TableState
from facedown.table.store import Store
from facedown.table.table_registry import TableRegistry
from facedown.table.tokens import hash_token, new_table_name, new_token
from facedown.table.words import COLOUR_WORDS, free_colour, looks, tidy_name

RESIGNED: Final = phrase("You have resigned: a bot plays on for you to the end.")
MOST_DUPLICATES: Final = 8
"""So many tables are dealt the same at most."""


@dataclass(frozen=True, slots=True)
class Created:
    """A new table: its name, and the host's secret, told this once.

    ``duplicates`` are the other tables that were opened with it and are dealt the same; the same
    secret is their host's.
    """

    table: str
    host_secret: str
    duplicates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat that was claimed, and its secret, told this once."""

    seat: Seat
    secret: str


@dataclass(frozen=True, slots=True)
class Seating:
    """Opening tables and filling their seats."""

    registry: TableRegistry
    commits: Commits
    store: Store
    metrics: Metrics

    async def create(self, asked: NewTable) -> Created:
        """Opens a table, or several that are dealt the same.

        Raises ``UnknownName``, ``BadOption`` or ``TableError`` with one sentence.
        """
        kind = game_class(asked.game)
        options, seats, seed = dict(asked.options), asked.seats, asked.seed
        if asked.daily:
            options, seats = daily_options(kind, asked.daily), seats or kind.facts.seats[0]
            seed = daily_seed(kind.facts.name, asked.daily)
        for name in options:
            kind.facts.option(name)  # a name that is no option could be another parameter's
        game = kind(seats, **options)
        settings = asked.settings or Settings(aids=all_aids(kind.facts))
        if type(asked.tables) is not int or not 1 <= asked.tables <= MOST_DUPLICATES:
            raise BadOption(
                phrase(
                    "One to {most_duplicates} tables can be dealt the same.",
                    most_duplicates=MOST_DUPLICATES,
                )
            )
        host, names = new_token(), tuple(new_table_name() for _ in range(asked.tables))
        spec = new_spec(
            game,
            settings,
            hash_token(host),
            seed=seed,
            daily=asked.daily,
            handover=asked.handover,
            begun=asked.begun,
        )
        for seat, bot in asked.bots.items():
            if not 0 <= seat < game.seats:
                raise BadOption(
                    phrase(
                        "{title} here has {seats} seats.", title=game.facts.title, seats=game.seats
                    )
                )
            check_bot(game, bot)
        for name in names:
            others = tuple(other for other in names if other != name)
            await self.store.create(name, now_ms(), replace(spec, duplicates=others))
            self.metrics.count("tables")
            for seat, bot in sorted(asked.bots.items()):
                await self.seat_bot(name, host, seat, bot)
        return Created(names[0], host, names[1:])

    async def claim(
        self,
        table: str,
        seat: Seat | None = None,
        name: str = "",
        colour: str = "",
        secret: str | None = None,
    ) -> Claimed:
        """Takes an open seat (None: the first that is free) for a person.

        ``secret`` may be made by the caller with :func:`~facedown.table.tokens.new_token`, so that
        a claim whose answer was lost can be made again. Raises ``TableError`` with one sentence.
        """
        token = new_token() if secret is None else secret
        hashed = hash_token(token)

        def decide(state: TableState) -> events.Event:
            got = _free_seat(state, seat)
            called = tidy_name(name) if name.strip() else str(seat_words(got))
            return events.Claimed(
                got,
                _unique(state, got, called),
                _colour(state, got, colour),
                hashed,
            )

        client = f"claim/{hashed[:40]}"
        await self.commits.commit(table, client, decide)
        # Made before, the claim may have been for another seat than this one, or one given up.
        got = seat_of((await self.registry.live_table(table)).state, token)
        await self._start_if_full(table)
        return Claimed(got, token)

    async def rename(
        self, table: str, secret: str, name: str = "", colour: str = "", client: str | None = None
    ) -> Acknowledged:
        """Gives one's seat another name or colour; what is empty stays."""
        sender = await sender_id(self.registry, table, secret, client)

        def decide(state: TableState) -> events.Event:
            seat = seat_of(state, secret)
            seat_state = state.seats[seat]
            called = _unique(state, seat, tidy_name(name)) if name.strip() else seat_state.name
            return events.Renamed(seat, called, _colour(state, seat, colour or seat_state.colour))

        return await self.commits.commit(table, sender, decide)

    async def leave(self, table: str, secret: str, client: str | None = None) -> Acknowledged:
        """Says goodbye; the host may seat a bot, and one can come back with the same secret."""
        sender = await sender_id(self.registry, table, secret, client)

        def decide(state: TableState) -> events.Event:
            seat = seat_of(state, secret)
            if state.seats[seat].resigned:
                raise NotAllowed(RESIGNED)
            return events.WentAway(seat)

        return await self.commits.commit(table, sender, decide)

    async def resign(self, table: str, secret: str, client: str | None = None) -> Acknowledged:
        """Gives the game up: the usual bot plays the seat to the end, and nobody takes it back.

        Raises ``NotYet`` while there is no game to give up, ``NotAllowed`` where the seat is the
        only one or has resigned before.
        """
        sender = await sender_id(self.registry, table, secret, client)

        def decide(state: TableState) -> events.Event:
            seat = seat_of(state, secret)
            if state.status != "playing":
                raise NotYet(phrase("One resigns while a game goes on."))
            if state.spec.seats == 1:
                raise NotAllowed(phrase("Who plays alone has nobody to resign to."))
            if state.seats[seat].resigned:
                raise NotAllowed(RESIGNED)
            return events.Resigned(seat, usual_bot(state.game))

        return await self.commits.commit(table, sender, decide)

    async def come_back(self, table: str, secret: str, client: str | None = None) -> Acknowledged:
        """Takes one's seat back from the bot that stood in."""
        sender = await sender_id(self.registry, table, secret, client)

        def decide(state: TableState) -> events.Event:
            seat = seat_of(state, secret)
            if state.seats[seat].resigned:
                raise NotAllowed(RESIGNED)
            left = time_left(state, seat, now_ms())
            if left is not None and left <= 0:
                raise NotYet(phrase("Your time is over; the host can give you more."))
            return events.CameBack(seat)

        return await self.commits.commit(table, sender, decide)

    # The host

    async def seat_bot(
        self, table: str, host: str, seat: Seat, bot: str, client: str | None = None
    ) -> Acknowledged:
        """Lets a bot play a seat: an open one, or instead of a person, who can come back."""

        def decide(state: TableState) -> events.Event:
            check_host(state, host)
            _seat_state(state, seat)
            return events.BotSeated(seat, check_bot(state.game, bot), "host")

        done = await self.commits.commit(table, client_id(HOST, client), decide)
        await self._start_if_full(table)
        return done

    async def fill(self, table: str, host: str, bot: str) -> None:
        """Lets bots play all open seats."""
        live = await self.registry.live_table(table, fresh=True)
        check_host(live.state, host)
        for seat, seat_state in enumerate(live.state.seats):
            if not seat_state.taken:
                await self.seat_bot(table, host, seat, bot)

    async def vacate(
        self, table: str, host: str, seat: Seat, client: str | None = None
    ) -> Acknowledged:
        """Opens a seat for anybody: a bot's own, or of a person who said goodbye.

        Once the game has begun only where the table was opened with handover: what the seat has
        seen, and a dealer's bot has seen everything, would be anybody's whom the host chooses.
        """

        def decide(state: TableState) -> events.Event:
            check_host(state, host)
            seat_state = _seat_state(state, seat)
            if not seat_state.taken:
                raise TableError(phrase("Seat {seat} is open already.", seat=seat + 1))
            if seat_state.secret_hash is not None and not seat_state.gone:
                # The host must not get at what a person's seat knows.
                raise NotAllowed(phrase("A seat can be opened only when its person has left."))
            _check_handover(state)
            return events.Vacated(seat)

        return await self.commits.commit(table, client_id(HOST, client), decide)

    async def start(self, table: str, host: str) -> Acknowledged:
        """Begins the game; every seat must be taken."""
        live = await self.registry.live_table(table, fresh=True)
        check_host(live.state, host)
        return await self.commits.commit(table, "start", _start)

    async def change_settings(
        self, table: str, host: str, settings: Settings, client: str | None = None
    ) -> Acknowledged:
        """Changes the table's settings."""

        def decide(state: TableState) -> events.Event:
            check_host(state, host)
            return events.SettingsChanged(settings.check(state.game.facts))

        done = await self.commits.commit(table, client_id(HOST, client), decide)
        await self._start_if_full(table)
        return done

    async def extend_clock(
        self,
        table: str,
        host: str,
        seconds: int,
        seat: Seat | None = None,
        client: str | None = None,
    ) -> Acknowledged:
        """Gives one seat, or (None) everybody, more time."""

        def decide(state: TableState) -> events.Event:
            check_host(state, host)
            if seat is not None:
                _seat_state(state, seat)
            if state.settings.clock is None:
                raise NotYet(phrase("This table has no clock."))
            if not 1 <= seconds <= MOST_SECONDS:
                raise TableError(
                    phrase(
                        "A clock is extended by 1 to {most_seconds} seconds.",
                        most_seconds=MOST_SECONDS,
                    )
                )
            return events.ClockExtended(seat, seconds)

        return await self.commits.commit(table, client_id(HOST, client), decide)

    async def _start_if_full(self, table: str) -> None:
        live = await self.registry.live_table(table)
        state = live.state
        full = all(seat_state.taken for seat_state in state.seats)
        if state.match is None and full and state.settings.auto_start:
            await self.commits.commit(table, "start", _start)


def _start(state: TableState) -> events.Event:
    if state.match is not None:
        raise NotYet(phrase("The game has begun already."))
    for seat, seat_state in enumerate(state.seats):
        if not seat_state.taken:
            raise NotYet(phrase("Seat {seat} is still open.", seat=seat + 1))
    log = state.spec.first_log(state.game, state.players())
    return events.Started(Match.at(state.game, log).propose_start())


def _seat_state(state: TableState, seat: Seat) -> SeatState:
    if not 0 <= seat < state.spec.seats:
        raise TableError(phrase("This table has {seats} seats.", seats=state.spec.seats))
    return state.seats[seat]


def _check_handover(state: TableState) -> None:
    """Raises ``NotAllowed`` where a seat knows something that its next person must not get."""
    if state.match is not None and not state.spec.handover:
        raise NotAllowed(
            phrase("The game has begun, and this table was not opened for seats to change hands.")
        )


def _free_seat(state: TableState, seat: Seat | None) -> Seat:
    if seat is not None:
        if _seat_state(state, seat).taken:
            raise NotAllowed(phrase("That seat is taken, by {names}.", names=state.names()[seat]))
        _check_handover(state)
        return seat
    for number, seat_state in enumerate(state.seats):
        if not seat_state.taken:
            _check_handover(state)
            return number
    raise NotAllowed(phrase("Every seat is taken."))


def _unique(state: TableState, seat: Seat, name: str) -> str:
    others = [looks(n) for s, n in enumerate(state.names()) if s != seat]
    if looks(name) in others:
        raise TableError(
            phrase("Somebody here is called {name} already; choose another name.", name=name)
        )
    return name


def _colour(state: TableState, seat: Seat, colour: str) -> str:
    used = {p.colour for s, p in enumerate(state.seats) if s != seat and p.colour}
    if not colour:
        return free_colour(used)
    if colour not in COLOUR_WORDS:
        raise TableError(
            phrase(
                "A seat's colour is one of {colours}.",
                colours=joined(", ", COLOUR_WORDS.values()),
            )
        )
    if colour in used:
        raise TableError(
            phrase(
                "Another seat is {colour} already; choose another colour.",
                colour=COLOUR_WORDS[colour],
            )
        )
    return colour
