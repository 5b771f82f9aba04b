"""Tables for practice, which go on from a moment of a game that is over."""

from __future__ import annotations

import random

import pytest
from tests.table.scenes import Party, on_tables

from facedown.core.errors import FacedownError, IllegalMove, UnknownName
from facedown.core.log import Origin, read_log, write_log
from facedown.core.seats import NATURE
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.note import KeepNote
from facedown.table.acts.play import play
from facedown.table.acts.practice import Practice
from facedown.table.acts.undo import Undo
from facedown.table.errors import NotYet, TableError
from facedown.table.opening import NewTable
from facedown.table.state import Clock, Settings
from facedown.table.tables import Tables

CLOCK = Settings(clock=Clock(600))
SUSPENSE = NewTable("suspense", 2, {"goal": 1}, settings=CLOCK, seed="4")


@on_tables
async def test_nobody_plays_on_from_a_game_that_is_not_over(tables: Tables) -> None:
    party = await Party.at(tables, SUSPENSE)
    await party.play_on(random.Random(1), 3)
    for secret in (None, *party.secrets):
        for turn in (0, 1, 3):
            with pytest.raises(NotYet):
                await tables.do(party.table, Practice(seat=0, turn=turn), secret)


@on_tables
async def test_a_table_for_practice_is_the_recorded_moment_and_says_so(tables: Tables) -> None:
    party = await Party.at(tables, SUSPENSE)
    await tables.do(party.table, KeepNote(text="mine"), party.secrets[1])
    await party.play_on(random.Random(1))
    before = await tables.watching.info(party.table)
    asked = Practice(seat=1, turn=2, bot="random")
    made = await tables.do(party.table, asked, party.secrets[1])
    mine = await tables.do(made.table, ClaimSeat(seat=1, name="Eve"))
    info = await tables.watching.info(made.table)
    assert info.origin is not None
    assert info.origin.source == party.table
    assert (info.status, info.daily, info.settings.clock) == ("playing", "", None)
    assert [seat.player for seat in info.seats] == ["bot:random", "human"]
    assert info.commitment != before.commitment
    moves = info.origin.moves
    then = await tables.replays.replay(party.table, 1, moves)
    shot = await tables.watching.snapshot(made.table, mine.secret)
    assert shot.events[:moves] == then.events
    if info.moves == moves:  # the bot has not moved yet
        assert shot.view == then.view
    assert shot.notes == ("mine",)
    # While it goes on, nobody sees more of it than of any other game.
    with pytest.raises(NotYet):
        await tables.replays.replay(made.table, 0, 0, mine.secret)
    with pytest.raises(IllegalMove):
        await tables.do(made.table, Undo(), mine.secret)
    rng = random.Random(2)
    while (now := await tables.watching.info(made.table)).status != "over":
        if 1 in now.actors:
            legal = (await tables.watching.snapshot(made.table, mine.secret)).legal
            await tables.do(made.table, play(rng.choice(legal)[0]), mine.secret)
        else:
            await tables.watching.wait(made.table, now.head, 30)
    with pytest.raises(NotYet, match=r"nothing was promised about the shuffle"):
        await tables.replays.shuffle(made.table)
    log = read_log(write_log(await tables.replays.log(made.table)))
    assert log.origin == Origin(party.table, moves)
    old = (await tables.replays.log(party.table)).entries
    assert [e for e in log.entries if e.move][:moves] == [e for e in old if e.move][:moves]
    # It can itself be played on from, from where nobody had anything to decide it cannot.
    further = await tables.do(made.table, Practice(seat=0, turn=moves, bot="random"))
    assert (await tables.watching.info(further.table)).origin == Origin(made.table, moves)
    with pytest.raises(FacedownError, match=r"Nobody had anything to decide"):
        await tables.do(made.table, Practice(seat=0, turn=now.moves, bot="random"))


@on_tables
async def test_what_cannot_be_is_refused_and_opens_no_table(tables: Tables) -> None:
    party = await Party.at(tables, SUSPENSE)
    await party.play_on(random.Random(1))
    for seat in (-1, 2):
        with pytest.raises(TableError):
            await tables.do(party.table, Practice(seat=seat, turn=0, bot="random"))
    for turn in (-1, 1000):
        with pytest.raises(FacedownError, match=r"The game has the turns 0 to"):
            await tables.do(party.table, Practice(seat=0, turn=turn, bot="random"))
    opened = len(tables.registry.live_tables)
    with pytest.raises(UnknownName):
        await tables.do(party.table, Practice(seat=0, turn=0, bot="nobody"))
    assert len(tables.registry.live_tables) == opened


@on_tables
async def test_the_same_is_read_from_the_store_again(tables: Tables) -> None:
    party = await Party.at(tables, SUSPENSE)
    await party.play_on(random.Random(1))
    made = await tables.do(party.table, Practice(seat=0, turn=3, bot="random"))
    await tables.do(made.table, ClaimSeat(seat=0))
    state = tables.registry.live_tables.pop(made.table).state
    again = (await tables.registry.live_table(made.table)).state
    assert again.spec == state.spec
    assert again.playing().log.entries[: len(state.spec.begun)] == list(
        state.playing().log.entries[: len(state.spec.begun)]
    )
    assert NATURE not in again.actors
