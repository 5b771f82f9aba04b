"""Somebody takes a seat."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facedown.core.messages import joined, phrase
from facedown.core.seats import Seat, seat_words
from facedown.core.standing import StandingAnswers
from facedown.table.access import hash_token, new_token, seat_of
from facedown.table.acting import Act, Services
from facedown.table.acts.start import start_if_full
from facedown.table.errors import NotAllowed, TableError
from facedown.table.state import TableEvent, TableState
from facedown.table.words import COLOUR_WORDS, free_colour, is_unnamed, looks, tidy_name


class Claimed(TableEvent, kind="claimed"):
    """A person took a seat; ``secret_hash`` and ``rated_hash`` are never shown to anybody.

    By ``rated_hash`` their game counts for the ratings of the site, where they asked for that.
    """

    seat: Seat
    name: str
    colour: str
    secret_hash: str
    rated_hash: str | None = None

    def apply(self, state: TableState, at: int) -> None:
        """Seats the person; what who sat there before has said in advance is forgotten."""
        seat = state.seats[self.seat]
        seat.name, seat.colour = self.name, self.colour
        seat.secret_hash, seat.bot = self.secret_hash, None
        seat.rated = self.rated_hash
        seat.away = seat.resigned = False
        seat.occupant += 1
        seat.standing = StandingAnswers()

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Who takes which seat; its number stands for a name they did not give."""
        if is_unnamed(self.name, self.seat):
            return phrase("Somebody takes seat {n}.", n=self.seat + 1)
        return phrase("{name} takes seat {n}.", name=self.name, n=self.seat + 1)

    def shown_to(self, viewer: Seat) -> TableEvent:
        """The event without its secrets."""
        return dataclasses.replace(self, secret_hash="", rated_hash=None)

    @property
    def seated(self) -> bool:
        """It says who plays."""
        return True


@dataclass(frozen=True, slots=True)
class ClaimedSeat:
    """A seat that was claimed, and its secret, told this once."""

    seat: Seat
    secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSeat(Act[ClaimedSeat]):
    """Take a seat.

    By number from 0, or null for the first that is free. ``secret`` may be 43 letters of your own
    random choice (A–Z, a–z, 0–9, - and _), so that a claim whose answer was lost can be made again.
    ``rated_as`` are 43 such letters, your own at all tables, if the game shall count for the
    ratings of a site that keeps them.
    """

    path = "claim"
    who = "anybody"
    gives = ClaimedSeat
    status = 201

    seat: int | None = None
    name: str = ""
    colour: str = ""
    secret: str | None = None
    rated_as: str | None = None

    async def do(self, at: Services, table: str, secret: str | None) -> ClaimedSeat:
        """Seats a person, and begins the game where theirs was the last free seat.

        Raises ``TableError`` with one sentence.
        """
        if self.rated_as is not None and not at.rates:
            raise NotAllowed(phrase("This site keeps no ratings."))
        return await self.seat_rated(
            at, table, None if self.rated_as is None else hash_token(self.rated_as)
        )

    async def seat_rated(self, at: Services, table: str, rated: str | None) -> ClaimedSeat:
        """The same, where the hash by which the game counts for ratings is known."""
        token = new_token() if self.secret is None else self.secret
        hashed = hash_token(token)

        def decide(state: TableState) -> TableEvent:
            got = _free_seat(state, self.seat)
            called = tidy_name(self.name) if self.name.strip() else str(seat_words(got))
            name, colour = unique_name(state, got, called), own_colour(state, got, self.colour)
            return Claimed(got, name, colour, hashed, rated)

        await at.commits.commit(table, f"claim/{hashed[:40]}", decide)
        # Made before, the claim may have been for another seat than this one, or one given up.
        got = seat_of((await at.registry.live_table(table)).state, token)
        await start_if_full(at, table)
        return ClaimedSeat(got, token)


def _free_seat(state: TableState, seat: Seat | None) -> Seat:
    if seat is not None:
        if state.seat(seat).taken:
            raise NotAllowed(phrase("That seat is taken, by {names}.", names=state.names()[seat]))
        state.check_handover()
        return seat
    for number, seat_state in enumerate(state.seats):
        if not seat_state.taken:
            state.check_handover()
            return number
    raise NotAllowed(phrase("Every seat is taken."))


def unique_name(state: TableState, seat: Seat, name: str) -> str:
    """The name, which nobody else at the table has; raises ``TableError`` where somebody does."""
    others = [looks(n) for s, n in enumerate(state.names()) if s != seat]
    if looks(name) in others:
        raise TableError(
            phrase("Somebody here is called {name} already; choose another name.", name=name)
        )
    return name


def own_colour(state: TableState, seat: Seat, colour: str) -> str:
    """The colour, or a free one for an empty text; raises ``TableError`` where it is taken."""
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
