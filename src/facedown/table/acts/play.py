"""A seat moves, by hand, by its bot or by what it has said in advance."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from facedown.core.codec import Json
from facedown.core.errors import BadRecord
from facedown.core.match import Worked
from facedown.core.messages import phrase
from facedown.core.moves import Action, Move, move_to_json
from facedown.core.seats import HUMAN, Seat
from facedown.core.typed import read_line
from facedown.table.access import check_turn, seat_of, sender_id
from facedown.table.acting import Act, Services
from facedown.table.clock import now_ms, used_now
from facedown.table.commits import Acknowledged
from facedown.table.errors import NotYet
from facedown.table.state import Played, TableEvent, TableState


class Step(Played, kind="step"):
    """A seat's move together with nature's moves that followed.

    ``by`` is ``"human"``, ``"bot:NAME"`` or ``"random"``; ``instead`` says why somebody other than
    the seat's own bot moved (``"late"``, ``"crashed"``, ``"refused"``), or is empty. ``used`` is
    the time in milliseconds that the seat took, which is shown to itself alone, and None to others.
    What a seat has said in advance is played as by ``"human"``: nothing here tells it from a move
    by hand.
    """

    seat: Seat
    by: str
    used: int | None
    instead: str = ""

    def apply(self, state: TableState, at: int) -> None:
        """Makes the moves and counts the time."""
        state.playing().accept(self.moves)
        state.seats[self.seat].used += self.used or 0
        state.seats[self.seat].moves += 1
        for seat in state.seats:
            seat.by_hand = False
        state.new_decisions(at, mover=self.seat)

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """Why somebody other than the seat's own bot has moved; empty where it did itself."""
        who = names[self.seat]
        match self.instead:
            case "":
                return ""
            case "late":
                return phrase("The bot of {who} took too long; a simpler one moved.", who=who)
            case "crashed":
                return phrase("The bot of {who} broke down; a simpler one moved.", who=who)
            case "refused":
                return phrase(
                    "The bot of {who} tried what is not allowed; a simpler one moved.", who=who
                )
        return phrase("The bot of {who} could not move; a simpler one moved.", who=who)

    @property
    def seated(self) -> bool:
        """It says who has moved in a bot's stead."""
        return bool(self.instead)

    def shown_to(self, viewer: Seat) -> TableEvent:
        """The event without its moves, and without the time unless it is the viewer's own."""
        used = self.used if viewer == self.seat else None
        return dataclasses.replace(self, moves=(), used=used)


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeMove(Act[Acknowledged]):
    """Make a move.

    By its action number, as a record (``move``), or as a typed ``line``. ``expected`` is the number
    of the newest event you know: the move is refused when your decision began after it. A move sent
    again with the same ``client`` id is made once.
    """

    path = "moves"
    who = "seat"

    action: int | None = None
    move: dict[str, Any] | None = None
    line: str | None = None
    expected: int | None = None

    async def do(self, at: Services, table: str, secret: str | None) -> Acknowledged:
        """Makes the move.

        Raises ``OutOfDate`` with the newest number where the seat's decision began after what was
        expected, ``MalformedMove``, ``IllegalMove`` (with its refusal), ``NotAllowed``, ``NotYet``.
        """
        given = [part for part in (self.action, self.move, self.line) if part is not None]
        if len(given) != 1:
            raise BadRecord("Send one of action, move and line.")
        sender = await sender_id(at.registry, table, secret, self.client)
        move: Json = given[0]
        if self.line is not None:
            state = (await at.registry.live_table(table, fresh=True)).state
            match = state.playing()
            if sender in state.clients:  # sent again: it may mean nothing any more by now
                return Acknowledged(state.clients[sender], state.head, again=True)
            move = read_line(match.game, self.line, match.view(seat_of(state, secret)))

        def decide(state: TableState, *, worked: Worked | None) -> TableEvent:
            seat = seat_of(state, secret)
            match = state.playing()
            check_turn(state, seat, self.expected)
            check_no_bot(state, seat)
            made = move if self.move is None else state.game.move_from_json(self.move)
            entries = match.propose(seat, made, at_once=True, worked=worked)
            return Step(entries, seat, HUMAN, used_now(state, seat, now_ms()))

        done = await at.nature.patiently(
            table, lambda worked: at.commits.commit(table, sender, partial(decide, worked=worked))
        )
        at.metrics.count("moves")
        return done


def play(
    move: Action | Move | dict[str, Json],
    *,
    expected: int | None = None,
    client: str | None = None,
) -> MakeMove:
    """The act that makes a move: an action number, a record, or a record's JSON.

    >>> play(3).action
    3
    """
    if type(move) is int:
        return MakeMove(action=move, expected=expected, client=client)
    form: Json = move_to_json(move) if isinstance(move, Move) else move
    return MakeMove(move=form, expected=expected, client=client)


def check_no_bot(state: TableState, seat: Seat) -> None:
    """Raises ``NotYet`` while a bot plays a person's seat."""
    if state.seats[seat].bot is not None:
        raise NotYet(phrase("A bot plays your seat; come back to it first."))
