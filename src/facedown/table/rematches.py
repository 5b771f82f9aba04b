"""Playing again with the same people: a new table that carries everybody along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from facedown.core.facts import OptionValue
from facedown.core.messages import phrase
from facedown.core.seats import ONLOOKER, Seat, seat_words
from facedown.table import events
from facedown.table.access import seat_of
from facedown.table.clock import now_ms
from facedown.table.commits import Commits, Decide
from facedown.table.errors import NotAllowed, NotYet
from facedown.table.metrics import Metrics
from facedown.table.seating import Claimed, Seating
from facedown.table.spec import TableSpec, new_spec
from facedown.table.state import TableState
from facedown.table.store import Store
from facedown.table.table_registry import TableRegistry
from facedown.table.tokens import new_table_name
from facedown.table.words import looks

MOST_CARRIED: Final = 20
"""So many messages, the newest, go along to the next table."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """A seat at the table where a finished game's people play again, and that table's name.

    Its secret is that of the seat they had; the host's secret opens it, too.
    """

    table: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Rematches:
    """Tables that follow on tables whose games are over."""

    registry: TableRegistry
    commits: Commits
    store: Store
    seating: Seating
    metrics: Metrics

    async def join(
        self, table: str, secret: str, changes: Mapping[str, OptionValue] | None = None
    ) -> Rematch:
        """Sits down for another game; who asks first opens its table.

        That has the game, options, settings and kinds of bots of the table before, and what was
        said there last; each seat goes one on: who sat on the last is first. People keep their
        secrets, names and colours, and the host stays host. Whoever else sits down there first has
        the seat; then another that is free is taken. ``changes`` are options that shall differ, for
        whoever is first.
        Raises ``TableError`` with one sentence.
        """
        live = await self.registry.live_table(table, fresh=True)
        state = live.state
        seat = seat_of(state, secret)
        if state.status != "over":
            raise NotYet(phrase("Another game can be asked for when this one is over."))
        if state.rematch is None:
            # Should another be first meanwhile, this table stays empty, and theirs is gone to.
            name = await self._open(state, changes or {})
            await self.commits.commit(table, "rematch", lambda _: events.Rematched(seat, name))
            state = (await self.registry.live_table(table)).state
        assert state.rematch is not None
        name = state.rematch.table
        return Rematch(name, (await self._sit_down(name, state, seat, secret)).seat)

    async def _open(self, before: TableState, changes: Mapping[str, OptionValue]) -> str:
        name = new_table_name()
        await self.store.create(name, now_ms(), _next_spec(before, changes))
        self.metrics.count("tables")
        for seat, seat_state in enumerate(before.seats):
            if seat_state.bot is not None and not seat_state.person:
                seated = events.BotSeated(_turned(before, seat), seat_state.bot, "host")
                await self.commits.commit(name, f"rematch/{seat}", _always(seated))
        for number, said in enumerate(_talk(before) if before.settings.chat else ()):
            await self.commits.commit(name, f"rematch/said/{number}", _always(said))
        return name

    async def _sit_down(self, name: str, before: TableState, seat: Seat, secret: str) -> Claimed:
        """Claims the seat meant for somebody, or another where that is taken by now."""
        there = (await self.registry.live_table(name, fresh=True)).state
        mine, wanted = before.seats[seat], _turned(before, seat)
        taken = {looks(name) for name in there.names()}  # open seats are called by their numbers
        unnamed = mine.name == seat_words(seat)
        called = "" if unnamed or looks(mine.name) in taken else mine.name
        colour = "" if mine.colour in {s.colour for s in there.seats} else mine.colour
        try:
            return await self.seating.claim(name, wanted, called, colour, secret)
        except NotAllowed:
            return await self.seating.claim(name, None, called, colour, secret)


def _talk(state: TableState) -> list[events.Said]:
    """What was said last, by name: whoever said it may sit elsewhere now, or not come along."""
    said = [each.event for each in state.history if isinstance(each.event, events.Said)]
    return [replace(each, seat=ONLOOKER) for each in said[-MOST_CARRIED:]]


def _turned(state: TableState, seat: Seat) -> Seat:
    """Where a seat goes: one on, and the last becomes first."""
    return (seat + 1) % state.spec.seats


def _next_spec(state: TableState, changes: Mapping[str, OptionValue]) -> TableSpec:
    # A daily puzzle is played once: what follows it is the usual game.
    options = {} if state.spec.daily else {**state.game.options, **changes}
    game = type(state.game)(state.spec.seats, **options)
    spec = new_spec(game, state.settings, state.spec.host_hash, handover=state.spec.handover)
    kept_for = [""] * state.spec.seats
    for seat, seat_state in enumerate(state.seats):
        if seat_state.person and seat_state.name != seat_words(seat):
            kept_for[_turned(state, seat)] = seat_state.name
    return replace(spec, kept_for=tuple(kept_for))


def _always(event: events.Event) -> Decide:
    return lambda _: event
