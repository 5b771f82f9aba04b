"""Stored events with other secrets in them, played on through ``Moving.act``: the same bytes."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from tests.table.scenes import QUICK
from tests.table.test_secrecy import GAMES, OFTEN, Played, wire

from facedown.core.errors import FacedownError, IllegalMove
from facedown.core.match import Match
from facedown.core.moves import Action, Move
from facedown.core.seats import Seat
from facedown.table import watching
from facedown.table.access import hash_token
from facedown.table.acts.claim import Claimed
from facedown.table.acts.play import Step, play
from facedown.table.acts.start import Started
from facedown.table.database import EventRow
from facedown.table.state import Played as MovesPlayed
from facedown.table.state import TableState, event_to_json
from facedown.table.tables import Tables

NOW = 1_700_000_000 * 10**9


def secret_of(seat: Seat) -> str:
    return chr(ord("a") + seat) * 43


async def store(tables: Tables, name: str, state: TableState, later: int = 0) -> None:
    """Stores a table, event by event, as a server would have done, so many milliseconds later."""
    await tables.store.create(name, 0, state.spec)
    clients = {seq: client for client, seq in state.clients.items()}
    for record in state.history:
        event = record.event
        if isinstance(event, Claimed):
            event = dataclasses.replace(event, secret_hash=hash_token(secret_of(event.seat)))
        body = json.dumps(event_to_json(event))
        await tables.store.append(
            EventRow(name, record.seq, record.at + later, clients[record.seq], body)
        )


async def told(tables: Tables, name: str, seat: Seat, move: Action | Move) -> str:
    """What somebody who makes a move is answered."""
    try:
        done = await tables.do(name, play(move, client="m"), secret_of(seat))
        return repr(done)
    except FacedownError as problem:
        refusal = getattr(problem, "refusal", None)
        return repr((type(problem).__name__, str(problem), refusal))


async def compare(game: str, seed: int, most: int = 10) -> int:
    """Plays a game, and positions of it otherwise too; how many comparisons there were."""
    played, compared = Played(GAMES[game](), seed), 0
    often = min(0.5 if most < 100 else 1.0, OFTEN.get(game, 1.0))
    async with Tables.open("", QUICK) as true, Tables.open("", QUICK) as false:
        while played.true.status == "playing" and compared < most:
            match = played.true.playing()
            seat, action = played.choose()
            step = played.moves(played.true, seat, action)
            assert step is not None
            if played.rng.random() > often:
                played.happen(played.true, step)
                continue
            viewer = played.rng.randrange(played.spec.seats)
            other, view = played.otherwise(viewer), match.view(viewer)
            if other is None:
                played.happen(played.true, step)
                continue
            name = f"t{played.true.head}"
            for tables, state in ((true, played.true), (false, other)):
                await store(tables, name, state)
            refused = [a for a in range(match.game.actions) if a not in view.legal]
            for number in played.rng.sample(refused, min(len(refused), 12)):
                answers = [await told(tables, name, viewer, number) for tables in (true, false)]
                assert answers[0] == answers[1]
            if other.playing().allows(seat, action):
                answers = [await told(tables, name, seat, action) for tables in (true, false)]
                assert answers[0] == answers[1]
            states = [(await tables.registry.live_table(name)).state for tables in (true, false)]
            views = [state.playing().view(viewer) for state in states]
            if views[0] == views[1]:
                assert wire(states[0], viewer, 0) == wire(states[1], viewer, 0)
                compared += 1
            played.happen(played.true, step)
    return compared


def frozen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(time, "time_ns", lambda: NOW)
    patch.setattr(time, "monotonic_ns", lambda: NOW)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_with_other_secrets_stored_everything_is_the_same(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen(monkeypatch)
    assert asyncio.run(compare(name, seed))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_with_other_secrets_stored_every_position_is_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a short game there may be nothing that could lie otherwise; in ten there is."""
    frozen(monkeypatch)
    compared = 0
    for seed in range(2, 12):
        compared += asyncio.run(compare(name, seed, 10**6))
        if compared > 10:
            return
    pytest.fail(f"Only {compared} comparisons.")


# Leaks planted where only stored secrets show them


def _leaks_stored_moves(kind: type[MovesPlayed]) -> Callable[[pytest.MonkeyPatch], None]:
    def plant(patch: pytest.MonkeyPatch) -> None:
        honest = watching.frame_of

        def leaking(record: Any, viewer: Seat) -> watching.Frame:
            frame = honest(record, viewer)
            if isinstance(record.event, kind):
                size = zlib.crc32(repr(record.event.moves).encode()) % 1000
                return dataclasses.replace(frame, at=size)
            return frame

        patch.setattr(watching, "frame_of", leaking)

    return plant


def _secret(state: TableState) -> int:
    return zlib.crc32(repr([entry.move for entry in state.playing().log.entries]).encode())


def _leaks_in_time(patch: pytest.MonkeyPatch) -> None:
    used = "facedown.table.acts.play.used_now"
    patch.setattr(used, lambda state, _seat, _now: _secret(state) % 1000)


def _leaks_in_rare_refusals(patch: pytest.MonkeyPatch) -> None:
    honest = Match.check_move

    def leaking(self: Match, seat: Seat, move: Any) -> Any:
        try:
            return honest(self, seat, move)
        except IllegalMove as problem:
            hidden = zlib.crc32(repr([entry.move for entry in self.log.entries]).encode())
            if hidden % 10 == 0:  # in few positions, and for few moves
                raise IllegalMove(
                    dataclasses.replace(problem.refusal, sentence="Not this one.")
                ) from None
            raise

    patch.setattr(Match, "check_move", leaking)


PLANTED = {
    "started": _leaks_stored_moves(Started),
    "step": _leaks_stored_moves(Step),
    "used": _leaks_in_time,
    "refusal": _leaks_in_rare_refusals,
}


@pytest.mark.parametrize("leak", PLANTED)
def test_planted_leaks_are_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def everything() -> None:
        for name in ("suspense", "turing"):
            for seed in range(5):
                asyncio.run(compare(name, seed))

    frozen(monkeypatch)
    PLANTED[leak](monkeypatch)
    with pytest.raises(AssertionError):
        everything()
