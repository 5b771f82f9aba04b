"""Somebody asks for another game with the same people, at a new table that carries them along."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from facedown.core.facts import OptionValue
from facedown.core.messages import phrase
from facedown.core.seats import ONLOOKER, Seat
from facedown.table.access import new_table_name, seat_of
from facedown.table.acting import Act, Services
from facedown.table.acts.claim import ClaimedSeat, ClaimSeat
from facedown.table.acts.say import Said
from facedown.table.acts.seat_bot import BotSeated
from facedown.table.clock import now_ms
from facedown.table.commits import Decide
from facedown.table.errors import NotAllowed, NotYet
from facedown.table.score import games_played, won_by_then
from facedown.table.state import TableEvent, TableSpec, TableState, new_spec
from facedown.table.words import is_unnamed, looks

MOST_CARRIED: Final = 20
"""So many messages, the newest, go along to the next table."""


class Rematched(TableEvent, kind="rematched"):
    """After the end a seat asked for another game, at a new table that carries everybody along."""

    seat: Seat
    table: str

    def apply(self, state: TableState, at: int) -> None:
        """Keeps the next table's name."""
        state.rematch = self.table

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Who asks for it."""
        return phrase("{who} asks for another game.", who=names[self.seat])


class CameAlong(TableEvent, kind="came-along"):
    """Another seat sat down for the game that was asked for."""

    seat: Seat

    def apply(self, state: TableState, at: int) -> None:
        """Changes nothing here."""

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Who sits down for it."""
        return phrase("{who} sits down for the next game.", who=names[self.seat])


@dataclass(frozen=True, slots=True)
class NextTable:
    """A seat at the table where a finished game's people play again, and that table's name.

    Its secret is that of the seat they had; the host's secret opens it, too.
    """

    table: str
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch(Act[NextTable]):
    """After the end: sit down for another game, at a new table, with the same secret."""

    path = "rematch"
    who = "seat"
    gives = NextTable
    status = 201

    changes: dict[str, bool | int | str] = field(default_factory=dict)
    """Options that shall differ, for whoever is first."""

    async def do(self, at: Services, table: str, secret: str | None) -> NextTable:
        """Sits down for another game; who asks first opens its table.

        That has the game, options, settings and kinds of bots of the table before, and what was
        said there last, and the score; each seat goes one on: who sat on the last is first. People
        keep their secrets, names and colours, and whether their games count for ratings; the host
        stays host. Whoever else sits down there
        first has the seat; then another that is free is taken. Raises ``TableError`` with one
        sentence.
        """
        state = (await at.registry.live_table(table, fresh=True)).state
        seat = seat_of(state, secret)
        if state.status != "over":
            raise NotYet(phrase("Another game can be asked for when this one is over."))
        if state.rematch is None:
            # Should another be first meanwhile, this table stays empty, and theirs is gone to.
            name = await _open(at, state, self.changes)
            await at.commits.commit(table, "rematch", lambda _: Rematched(seat, name))
            state = (await at.registry.live_table(table)).state
        assert state.rematch is not None
        assert secret is not None
        claimed = await _sit_down(at, state, seat, secret)
        await at.commits.commit(table, f"along/{seat}", _always(CameAlong(seat)))
        return NextTable(state.rematch, claimed.seat)


async def _open(at: Services, before: TableState, changes: Mapping[str, OptionValue]) -> str:
    name = new_table_name()
    await at.store.create(name, now_ms(), _next_spec(before, changes))
    at.metrics.count("tables")
    for seat, seat_state in enumerate(before.seats):
        if seat_state.bot is not None and not seat_state.person:
            seated = BotSeated(_turned(before, seat), seat_state.bot, "host")
            await at.commits.commit(name, f"rematch/{seat}", _always(seated))
    for number, said in enumerate(_talk(before) if before.settings.chat else ()):
        await at.commits.commit(name, f"rematch/said/{number}", _always(said))
    return name


async def _sit_down(at: Services, before: TableState, seat: Seat, secret: str) -> ClaimedSeat:
    """Claims the seat meant for somebody, or another where that is taken by now."""
    assert before.rematch is not None
    there = (await at.registry.live_table(before.rematch, fresh=True)).state
    mine, wanted = before.seats[seat], _turned(before, seat)
    taken = {looks(name) for name in there.names()}  # open seats are called by their numbers
    unnamed = is_unnamed(mine.name, seat)
    called = "" if unnamed or looks(mine.name) in taken else mine.name
    colour = "" if mine.colour in {s.colour for s in there.seats} else mine.colour
    claim = ClaimSeat(seat=wanted, name=called, colour=colour, secret=secret)
    try:
        return await claim.seat_rated(at, before.rematch, mine.rated)
    except NotAllowed:
        return await replace(claim, seat=None).seat_rated(at, before.rematch, mine.rated)


def _talk(state: TableState) -> list[Said]:
    """What was said last, by name: whoever said it may sit elsewhere now, or not come along."""
    said = [each.event for each in state.history if isinstance(each.event, Said)]
    return [replace(each, seat=ONLOOKER) for each in said[-MOST_CARRIED:]]


def _turned(state: TableState, seat: Seat) -> Seat:
    """Where a seat goes: one on, and the last becomes first."""
    return (seat + 1) % state.spec.seats


def _next_spec(state: TableState, changes: Mapping[str, OptionValue]) -> TableSpec:
    # A daily puzzle is played once: what follows it is the usual game.
    for name in changes:
        state.game.facts.option(name)  # a name that is no option could be another parameter's
    options = {} if state.spec.daily else {**state.game.options, **changes}
    game = type(state.game)(state.spec.seats, **options)
    spec = new_spec(game, state.settings, state.spec.host_hash, handover=state.spec.handover)
    kept_for = [""] * state.spec.seats
    for seat, seat_state in enumerate(state.seats):
        if seat_state.person and not is_unnamed(seat_state.name, seat):
            kept_for[_turned(state, seat)] = seat_state.name
    turned = {seat: _turned(state, seat) for seat in range(state.spec.seats)}
    return replace(
        spec,
        kept_for=tuple(kept_for),
        games_before=games_played(state),
        won_before=won_by_then(state, turned),
    )


def _always(event: TableEvent) -> Decide:
    return lambda _: event
