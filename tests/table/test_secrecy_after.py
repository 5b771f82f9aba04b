"""What follows on a finished game tells nothing either: judging, rematches, tables for practice.

When a game is over everything lies open but what seats wrote down and answered in advance.
"""

from __future__ import annotations

import asyncio
import dataclasses
import random
from typing import Any

import pytest
from tests.table.scenes import QUICK
from tests.table.test_secrecy import GAMES, OFTEN, Played, compare_game, wire
from tests.table.test_stored_secrecy import secret_of, store

from facedown.core.branching import branch
from facedown.core.log import write_log
from facedown.core.seats import Seat
from facedown.table import replay
from facedown.table.acts.answer_in_advance import SaidInAdvance
from facedown.table.acts.note import Noted
from facedown.table.acts.play import Step
from facedown.table.acts.practice import Practice
from facedown.table.acts.rematch import Rematched, _next_spec
from facedown.table.opening import NewTable
from facedown.table.slow_work import JudgedSoFar
from facedown.table.state import Settings, TableState, new_spec
from facedown.table.tables import Tables

NAMES = ("turing", "suspense", "mystery", "mystery-race", "solid", "solver", "solver-votes")


def finished(name: str) -> Played:
    """A game played to its end, in which everybody has noted something and answered in advance."""
    played = Played(GAMES[name](), 3)
    for seat in range(played.spec.seats):
        played.happen(played.true, Noted(seat, f"note of {seat}"))
        for question in played.true.game.facts.standing:
            said = SaidInAdvance(seat, question.name, "always", "table")
            played.happen(played.true, said)
    while played.true.status == "playing":
        seat, action = played.choose()
        step = played.moves(played.true, seat, action)
        assert step is not None
        played.happen(played.true, step)
    return played


def with_others_secrets(played: Played, viewer: Seat) -> TableState:
    """The same, where all others have noted and said something else, and taken another time."""
    other = TableState(played.spec)
    for event in played.done:
        changed = event
        if getattr(event, "seat", viewer) != viewer:
            if isinstance(event, Noted):
                changed = dataclasses.replace(event, text="something else and longer")
            elif isinstance(event, SaidInAdvance):
                changed = dataclasses.replace(event, answer="decline")
            elif isinstance(event, Step):
                changed = dataclasses.replace(event, used=12_345)
        played.happen(other, changed)
    return other


def asked_in_order(asked: NewTable) -> tuple[object, ...]:
    assert asked.begun is not None
    return asked.settings, asked.bots, asked.options, write_log(asked.begun)


@pytest.mark.parametrize("name", NAMES)
def test_what_follows_on_a_game_has_nothing_that_others_kept_to_themselves(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[str] = []

    async def noted(_work: Any, _tasks: Any, _live: Any, log: Any, seat: Seat) -> JudgedSoFar:
        judged.append(f"{seat} {write_log(log)}")
        return JudgedSoFar("move 1", None)  # under way

    monkeypatch.setattr(replay, "judged", noted)
    played = finished(name)
    viewer = played.spec.seats - 1
    other = with_others_secrets(played, viewer)

    async def scene() -> None:
        async with Tables.open("", QUICK) as tables:
            await store(tables, "true", played.true)
            await store(tables, "other", other)
            mine = secret_of(viewer)
            for table in ("true", "other"):
                assert not (await tables.replays.judged(table, viewer)).is_done
            act = Practice(seat=viewer, turn=0, bot="random")
            practice = [
                act.new_table((await tables.registry.live_table(table)).state, table, mine)
                for table in ("true", "other")
            ]
            origins = [asked.begun.origin for asked in practice if asked.begun is not None]
            assert [each.source for each in origins if each is not None] == ["true", "other"]
            for asked in practice:
                assert asked.begun is not None
                asked.begun.origin = origins[0]
            assert asked_in_order(practice[0]) == asked_in_order(practice[1])

    asyncio.run(scene())
    assert judged[0] == judged[1]
    assert wire(played.true, viewer, 0) == wire(other, viewer, 0)
    rematched = Rematched(viewer, "next")
    specs = []
    for state in (played.true, other):
        played.happen(state, rematched)
        specs.append(dataclasses.replace(_next_spec(state, {}), seed="", salt=""))
    assert specs[0] == specs[1]
    assert wire(played.true, viewer, 0) == wire(other, viewer, 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_for_practice_and_a_rematch_keep_their_secrets(name: str) -> None:
    """Other secrets in what they begin with and in all that follows: the same bytes."""
    played = finished(name)
    players = ("human",) * played.spec.seats
    log = played.spec.new_log(players)
    log.entries = list(played.true.playing().log.entries)
    made = sum(entry.move is not None and entry.seat >= 0 for entry in log.entries)
    game = played.true.game
    begun = branch(log, random.Random(1).randrange(made // 2 + 1), players)
    practice = new_spec(game, Settings(), "h" * 64, begun=begun)
    assert compare_game(Played(game, 1, practice), OFTEN.get(name, 1.0)).total()
    rematch = dataclasses.replace(_next_spec(played.true, {}), seed="1")
    assert compare_game(Played(game, 2, rematch), OFTEN.get(name, 1.0)).total()
