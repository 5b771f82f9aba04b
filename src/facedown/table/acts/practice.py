"""What if: somebody opens a table at which a finished game is played on from one of its moments."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from facedown.core.branching import branch
from facedown.core.first_game import SOURCE, first_game_of
from facedown.core.messages import phrase
from facedown.core.seats import HUMAN, bot_player
from facedown.table.access import viewer_of
from facedown.table.acting import Act, Services
from facedown.table.bots import usual_bot
from facedown.table.errors import NotYet
from facedown.table.opening import Created, NewTable, open_tables
from facedown.table.replay import open_log
from facedown.table.state import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice(Act[Created]):
    """What if: open a table at which a finished game is played on from one of its moments.

    Whoever claims that ``seat``, from 0, plays it on after ``turn`` moves; ``bot`` has all other
    seats; where it is empty, the bot that usually plays.
    """

    path = "practice"
    who = "viewer"
    gives = Created
    status = 201

    seat: int
    turn: int
    bot: str = ""

    async def do(self, at: Services, table: str, secret: str | None) -> Created:
        """Opens the table; raises what :meth:`new_table` does."""
        state = (await at.registry.live_table(table, fresh=True)).state
        return await open_tables(at, self.new_table(state, table, secret))

    def new_table(self, state: TableState, table: str, secret: str | None) -> NewTable:
        """What is opened, without a clock; the notes go along of whoever shows a seat's secret.

        A first game, whose deal is no secret, is also gone back in while it is played, and stays
        one. Raises ``NotYet`` before the end of any other, and ``BadOption`` where nobody had
        anything to decide.
        """
        first = first_game_of(state.spec.game, state.spec.origin)
        if state.status == "over":
            first = None
        elif first is None:
            raise NotYet(phrase("A game can be played on from one of its moments when it is over."))
        state.seat(self.seat)
        bot = self.bot or (usual_bot(state.game) if first is None else first.bot)
        seats = range(state.spec.seats)
        players = tuple(HUMAN if seat == self.seat else bot_player(bot) for seat in seats)
        log = open_log(state, viewer_of(state, secret))
        return NewTable(
            game=state.spec.game,
            seats=state.spec.seats,
            options=state.game.options,
            bots={seat: bot for seat in seats if seat != self.seat},
            settings=dataclasses.replace(state.settings, clock=None, auto_start=True),
            begun=branch(log, self.turn, players, table if first is None else SOURCE),
        )
