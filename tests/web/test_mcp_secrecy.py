"""Every tool answers with the same bytes where only what a seat cannot know is otherwise."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import zlib
from typing import Any

import pytest
from tests.table.test_secrecy import GAMES, OFTEN, Played
from tests.table.test_stored_secrecy import frozen, secret_of, store

from facedown.core.errors import FacedownError
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.table import Tables, watching
from facedown.table.state import Settings, TableState, all_aids, new_spec
from facedown.table.tables import ServerSettings
from facedown.web.mcp.tools import Door, read, refused

SETTINGS = ServerSettings(bot_seconds=60.0, workers=1)
COMPARED = 2
"""At so many positions of each game every tool is called."""


async def said(tables: Tables, tool: str, **arguments: Any) -> str:
    """All that a call is answered."""
    try:
        answer = await read(tool, arguments).run(Door(tables))
        return f"{answer.text}\n{json.dumps(answer.data)}"
    except FacedownError as problem:
        return refused(problem)


def calls(played: Played, viewer: Seat, handle: str) -> list[tuple[str, dict[str, Any]]]:
    """Calls of every tool that changes nothing, with allowed and with refused moves."""
    match = played.true.playing()
    state, head = match.state(), played.true.head
    lines = ["nonsense", *(a.name for a in match.game.facts.aids)]
    some = played.rng.sample(range(match.game.actions), min(match.game.actions, 12))
    lines += [match.game.typed(state.move_of(viewer, number)) for number in some]
    asked: list[tuple[str, dict[str, Any]]] = [
        ("games", {}),
        ("rules", {"handle": handle}),
        ("look", {"handle": handle}),
        ("look", {"handle": handle, "since": 0, "data": True}),
        ("log", {"handle": handle}),
        ("join", {"table": handle.partition(".")[0], "ticket": secret_of(viewer)}),
        ("join", {"table": handle.partition(".")[0], "ticket": "z" * 43}),
        ("what_could_be_known", {"handle": handle}),
    ]
    asked += [("check", {"handle": handle, "move": line}) for line in lines]
    asked += [
        ("what_could_be_known", {"handle": handle, "aid": aid.name})
        for aid in match.game.facts.aids
    ]
    for number in range(match.game.actions):
        if number not in match.view(viewer).legal and len(asked) < 60:
            line = match.game.typed(state.move_of(viewer, number))
            asked.append(("play", {"handle": handle, "head": head, "move": line, "wait": 0}))
    return asked


async def compare(game: str, seed: int) -> int:
    """Plays a game, and some positions of it otherwise too; how many were compared."""
    made = GAMES[game]()
    settings = Settings(aids=all_aids(made.facts))
    played = Played(made, seed, new_spec(made, settings, "h" * 64, seed=str(seed)))
    compared, often = 0, min(0.3, OFTEN.get(game, 1.0))
    async with Tables.open("", SETTINGS) as true, Tables.open("", SETTINGS) as false:
        while played.true.status == "playing" and compared < COMPARED:
            match = played.true.playing()
            seat, action = played.choose()
            step = played.moves(played.true, seat, action)
            assert step is not None
            viewer = played.rng.randrange(played.spec.seats)
            other = played.otherwise(viewer) if played.rng.random() < often else None
            if other is None:
                played.happen(played.true, step)
                continue
            name = f"t{played.true.head}"
            for tables, state in ((true, played.true), (false, other)):
                await store(tables, name, state)
            handle = f"{name}.{secret_of(viewer)}"
            for tool, arguments in calls(played, viewer, handle):
                answers = [await said(each, tool, **arguments) for each in (true, false)]
                assert answers[0] == answers[1], (tool, arguments)
                assert "Send the same again" not in answers[0]
            if viewer == seat and other.playing().allows(seat, action):
                move = match.state().move_of(seat, action)
                await compare_move(played, handle, move, (true, false))
            compared += 1
            played.happen(played.true, step)
    return compared


async def compare_move(
    played: Played, handle: str, made: Move, both: tuple[Tables, Tables]
) -> None:
    """Makes a move in both; where the seat then sees the same it was answered the same."""
    move = played.true.game.typed(made)
    arguments = {"handle": handle, "head": played.true.head, "move": move, "wait": 0}
    answers = [await said(tables, "play", **arguments) for tables in both]
    table, _, secret = handle.partition(".")
    views = [(await tables.watching.snapshot(table, secret)).view for tables in both]
    if views[0] == views[1]:
        assert answers[0] == answers[1]


@pytest.mark.parametrize("name", ["mystery-race", "solid", "solver", "suspense", "turing"])
def test_with_other_secrets_every_tool_says_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen(monkeypatch)
    monkeypatch.setattr(watching, "AID_SECONDS", 300.0)  # or a busy machine tells them apart
    assert sum(asyncio.run(compare(name, seed)) for seed in range(2)) > 1


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = watching.take

    def leaking(name: str, state: TableState, *more: Any, **options: Any) -> watching.Snapshot:
        shot = honest(name, state, *more, **options)
        hidden = zlib.crc32(repr([entry.move for entry in state.playing().log.entries]).encode())
        return dataclasses.replace(shot, info=dataclasses.replace(shot.info, stopped=str(hidden)))

    frozen(monkeypatch)
    monkeypatch.setattr(watching, "take", leaking)
    with pytest.raises(AssertionError, match="look"):
        asyncio.run(compare("suspense", 0))
