"""The host begins the game; it begins by itself when the last seat is taken."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from facedown.core.match import Match
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.access import check_host
from facedown.table.acting import HostAct, Services
from facedown.table.commits import Acknowledged
from facedown.table.errors import NotYet
from facedown.table.state import Played, TableEvent, TableState

_ONCE = "start"
"""Stands for whoever begins the game: it is begun once."""


class Started(Played, kind="started"):
    """The game began; the moves are nature's first ones."""

    def apply(self, state: TableState, at: int) -> None:
        """Lays the game out."""
        log = state.spec.first_log(state.game, state.players())
        match = Match.at(state.game, log)
        match.accept(self.moves)
        state.match = match
        state.new_decisions(at)

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """That it begins."""
        return phrase("The game begins.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(HostAct):
    """Begin the game."""

    path = "start"

    def decide(self, state: TableState) -> TableEvent:
        """Nature's first moves; raises ``NotYet`` while a seat is open, or when it has begun."""
        if state.match is not None:
            raise NotYet(phrase("The game has begun already."))
        for seat, seat_state in enumerate(state.seats):
            if not seat_state.taken:
                raise NotYet(phrase("Seat {seat} is still open.", seat=seat + 1))
        log = state.spec.first_log(state.game, state.players())
        return Started(Match.at(state.game, log).propose_start())

    async def do(self, at: Services, table: str, secret: str | None) -> Acknowledged:
        """Stores that the game begins, once, whoever asks."""
        live = await at.registry.live_table(table, fresh=True)
        check_host(live.state, secret)
        return await asyncio.shield(at.commits.tasks.spawn(_started(at, table, live.state)))


async def _started(at: Services, table: str, state: TableState) -> Acknowledged:
    """Stores that the game begins.

    What somebody has made for it may be hidden, such as a rule: it is read on the beat.
    """
    if not state.spec.begun or state.spec.origin is not None:
        return await at.commits.commit(table, _ONCE, Start().decide)
    players = state.players()
    made = await at.nature.beat.found_out(partial(Start().decide, state))

    def begin(now: TableState) -> TableEvent:
        ready = now.match is None and now.players() == players
        return made if ready else Start().decide(now)

    return await at.commits.commit(table, _ONCE, begin)


async def start_if_full(at: Services, table: str) -> None:
    """Begins the game where the last seat is taken and the host has left it to the table."""
    state = (await at.registry.live_table(table)).state
    full = all(seat_state.taken for seat_state in state.seats)
    if state.match is None and full and state.settings.auto_start:
        await asyncio.shield(at.commits.tasks.spawn(_started(at, table, state)))
