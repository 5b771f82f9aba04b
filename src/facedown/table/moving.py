"""What a person or a program does in a game: move, take back, note, talk, ask for help."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from typing import Final

from facedown.core.codec import Json
from facedown.core.errors import IllegalMove, UnknownName
from facedown.core.match import Worked
from facedown.core.messages import phrase
from facedown.core.moves import Action, Move
from facedown.core.players import HUMAN
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.typed import ReadBack, read_line, say_back
from facedown.table import events
from facedown.table.access import (
    check_host,
    check_seen,
    check_turn,
    client_id,
    seat_of,
    sender_id,
    viewer_of,
)
from facedown.table.clock import now_ms, used_now
from facedown.table.commits import Acknowledged, Commits
from facedown.table.errors import NotAllowed, NotYet, OutOfDate, TableError
from facedown.table.metrics import Metrics
from facedown.table.nature import Nature
from facedown.table.process import as_record
from facedown.table.slow_work import SlowWork
from facedown.table.state import TableState
from facedown.table.table_registry import TableRegistry
from facedown.table.thinking import Advice, advise, name_of
from facedown.table.words import LONGEST_TEXT, looks, tidy, tidy_name

MOST_TALK: Final = 2000
"""How many notes a seat, and how many messages a table, may have."""
AID_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Moving:
    """Playing at a table."""

    registry: TableRegistry
    commits: Commits
    slow_work: SlowWork
    nature: Nature
    metrics: Metrics

    async def act(
        self,
        table: str,
        secret: str,
        move: Json | Move | Action,
        *,
        expected: int | None = None,
        client: str | None = None,
    ) -> Acknowledged:
        """Makes a seat's move, as an action number, a record or a record's JSON.

        ``expected`` is the number of the newest event that the player has seen: when the seat's
        decision began after it, nothing happens and ``OutOfDate`` tells the newest number. A
        message with the same ``client`` id is stored once, however often it is sent. Raises
        ``MalformedMove``, ``IllegalMove`` (with its refusal), ``NotAllowed`` or ``NotYet``.
        """
        sender = await sender_id(self.registry, table, secret, client)

        def decide(state: TableState, *, worked: Worked | None) -> events.Event:
            seat = seat_of(state, secret)
            match = state.playing()
            check_turn(state, seat, expected)
            if state.seats[seat].bot is not None:
                raise NotYet(phrase("A bot plays your seat; come back to it first."))
            entries = match.propose(seat, _read(state, move), at_once=True, worked=worked)
            used = used_now(state, seat, now_ms())
            return events.Step(entries, seat, HUMAN, used)

        done = await self.nature.patiently(
            table,
            lambda worked: self.commits.commit(table, sender, partial(decide, worked=worked)),
        )
        self.metrics.count("moves")
        return done

    async def act_in_words(
        self,
        table: str,
        secret: str,
        text: str,
        *,
        expected: int | None = None,
        client: str | None = None,
    ) -> Acknowledged:
        """Makes a move given as a typed line, as in the terminal."""
        sender = await sender_id(self.registry, table, secret, client)
        live = await self.registry.live_table(table, fresh=True)
        seat = seat_of(live.state, secret)
        match = live.state.playing()
        if sender in live.state.clients:  # sent again: it may mean nothing any more by now
            return Acknowledged(live.state.clients[sender], live.state.head, again=True)
        move = read_line(match.game, text, match.view(seat))
        return await self.act(table, secret, move, expected=expected, client=client)

    async def read_back(self, table: str, secret: str, text: str) -> tuple[int, ReadBack | None]:
        """The newest number, and what a typed line would mean to one's seat; nothing is played.

        None where the game says nothing back. It is worked out from what the seat may know.
        """
        live = await self.registry.live_table(table, fresh=True)
        seat = seat_of(live.state, secret)
        match = live.state.playing()
        return live.state.head, say_back(match.game, text, match.view(seat))

    async def check(
        self, table: str, secret: str, move: Move, *, expected: int | None = None
    ) -> None:
        """Raises what :meth:`act` would where the move is refused as things stand."""
        live = await self.registry.live_table(table, fresh=True)
        seat = seat_of(live.state, secret)
        check_turn(live.state, seat, expected)
        live.state.playing().check_move(seat, move)

    async def undo(
        self, table: str, secret: str, *, expected: int | None = None, client: str | None = None
    ) -> Acknowledged:
        """Takes the seat's last move back: until something hidden was shown or another acted."""
        sender = await sender_id(self.registry, table, secret, client)

        def decide(state: TableState) -> events.Event:
            seat = seat_of(state, secret)
            if state.seats[seat].bot is not None:
                raise NotYet(phrase("A bot plays your seat; come back to it first."))
            check_seen(state, expected)
            if expected is not None and any(
                isinstance(record.event, events.Played | events.Undone)
                for record in state.history[max(expected, 0) :]
            ):
                raise OutOfDate(state.head)
            refusal = state.playing().undo_refusal(seat)
            if refusal is not None:
                raise IllegalMove(refusal)
            return events.Undone(seat)

        return await self.commits.commit(table, sender, decide)

    async def note(
        self, table: str, secret: str, text: str, client: str | None = None
    ) -> Acknowledged:
        """Keeps a note of a seat for itself; the game may tidy it."""
        sender = await sender_id(self.registry, table, secret, client)

        def decide(state: TableState) -> events.Event:
            seat = seat_of(state, secret)
            match = state.playing()
            if len(match.notes(seat)) >= MOST_TALK:
                raise TableError(
                    phrase("A seat keeps at most {most_talk} notes.", most_talk=MOST_TALK)
                )
            kept = tidy(text, LONGEST_TEXT, "note")
            return events.Noted(seat, match.game.check_note(kept, match.view(seat)))

        return await self.commits.commit(table, sender, decide)

    async def say(
        self,
        table: str,
        text: str,
        *,
        secret: str | None = None,
        host: str | None = None,
        name: str = "",
        client: str | None = None,
    ) -> Acknowledged:
        """Says something at the table: as a seat, as the host, or as an onlooker under a name."""
        if secret is None:  # whoever says the same under the same name and id says it once
            words = hashlib.sha256(f"{name}\0{text}".encode(errors="replace")).hexdigest()[:32]
            sender = client_id(f"onlooker.{words}", client)
        else:
            sender = await sender_id(self.registry, table, secret, client)

        def decide(state: TableState) -> events.Event:
            if not state.settings.chat:
                raise NotYet(phrase("The host has switched the chat off."))
            seat = viewer_of(state, secret)
            most = MOST_TALK if seat >= 0 else MOST_TALK // 2  # onlookers leave room for players
            if state.said >= most:
                raise TableError(phrase("A table keeps at most {most} messages.", most=most))
            called = state.names()[seat] if seat >= 0 else _onlooker(state, name)
            if seat == ONLOOKER and host is not None:
                check_host(state, host)
            return events.Said(seat, called, tidy(text, LONGEST_TEXT, "message"))

        return await self.commits.commit(table, sender, decide)

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


def _read(state: TableState, move: Json | Move | Action) -> Move | Action:
    if isinstance(move, Move) or type(move) is int:
        return move
    return state.game.move_from_json(move)


def _onlooker(state: TableState, name: str) -> str:
    called = tidy_name(name)
    if looks(called) in {looks(n) for n in state.names()}:
        raise TableError(
            phrase("Somebody here is called {called} already; choose another name.", called=called)
        )
    return called
