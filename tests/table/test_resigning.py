"""Giving a game up: a bot plays on, for good."""

from __future__ import annotations

import random

import pytest
from tests.table.scenes import Party, on_tables

from facedown.core import game_names, new_game
from facedown.core.registry import game_class
from facedown.core.seats import bot_of, bot_player
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.come_back import ComeBack
from facedown.table.acts.give_time import GiveTime
from facedown.table.acts.leave import Leave
from facedown.table.acts.open_seat import OpenSeat
from facedown.table.acts.play import play
from facedown.table.acts.rematch import Rematch
from facedown.table.acts.resign import Resign
from facedown.table.bots import bot_names, usual_bot
from facedown.table.errors import NotAllowed, NotYet
from facedown.table.opening import NewTable
from facedown.table.state import Clock, Settings
from facedown.table.tables import Tables


@on_tables
async def test_who_resigns_is_played_on_for_to_the_end(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 2, {"goal": 1}, seed="4"))
    table, (ann, bob) = party.table, party.secrets
    await party.play_on(random.Random(1), 2)
    head = (await tables.do(table, Resign(client="once"), ann)).seq
    assert (await tables.do(table, Resign(client="once"), ann)).seq == head  # sent again
    seats = (await tables.watching.info(table)).seats
    assert (seats[0].resigned, seats[0].away, seats[0].person) == (True, False, True)
    assert seats[0].player == bot_player(usual_bot(new_game("suspense", 2)))
    assert not seats[1].resigned
    for refused in (
        tables.do(table, ComeBack(), ann),
        tables.do(table, Resign(), ann),
        tables.do(table, Leave(), ann),
    ):
        with pytest.raises(NotAllowed, match=r"You have resigned"):
            await refused
    legal = (await tables.watching.snapshot(table, bob)).legal or ((0, None),)
    with pytest.raises(NotYet, match=r"A bot plays your seat"):
        await tables.do(table, play(legal[0][0]), ann)
    frame = (await tables.watching.feed(table, bob, head - 1))[0]
    assert (frame.kind, frame.form()["seat"]) == ("resigned", 0)
    await party.play_on(random.Random(2))
    assert (await tables.watching.info(table)).status == "over"
    log = await tables.replays.log(table)
    assert log.players == (seats[0].player, "human")
    for secret in party.secrets:
        with pytest.raises(NotYet):
            await tables.do(table, Resign(), secret)
    # In the next game everybody sits down themselves.
    joined = await tables.do(table, Rematch(), ann)
    there = (await tables.watching.info(joined.table)).seats
    assert (there[joined.seat].player, there[joined.seat].resigned) == ("human", False)


@on_tables
async def test_a_resigned_seat_is_somebody_elses_only_where_seats_change_hands(
    tables: Tables,
) -> None:
    for handover in (False, True):
        asked = NewTable("suspense", 2, {"goal": 1}, handover=handover)
        party = await Party.at(tables, asked)
        await tables.do(party.table, Resign(), party.secrets[1])
        if not handover:
            with pytest.raises(NotAllowed):
                await tables.do(party.table, OpenSeat(seat=1), party.host)
            continue
        await tables.do(party.table, OpenSeat(seat=1), party.host)
        await tables.do(party.table, ClaimSeat(seat=1, name="Eve"))
        seat = (await tables.watching.info(party.table)).seats[1]
        assert (seat.name, seat.player, seat.resigned) == ("Eve", "human", False)


@on_tables
async def test_before_the_game_and_alone_nobody_resigns(tables: Tables) -> None:
    made = await tables.create(NewTable("suspense", 2))
    mine = await tables.do(made.table, ClaimSeat())
    with pytest.raises(NotYet):
        await tables.do(made.table, Resign(), mine.secret)
    alone = await Party.at(tables, NewTable("mystery", 1))
    with pytest.raises(NotAllowed, match=r"Who plays alone"):
        await tables.do(alone.table, Resign(), alone.secrets[0])
    with pytest.raises(NotAllowed):
        await tables.do(made.table, Resign(), "no secret")


@on_tables
async def test_more_time_brings_nobody_back_who_resigned(tables: Tables) -> None:
    asked = NewTable("suspense", 2, settings=Settings(clock=Clock(600)))
    party = await Party.at(tables, asked)
    await tables.do(party.table, Resign(), party.secrets[0])
    await tables.do(party.table, GiveTime(seconds=60, seat=0), party.host)
    with pytest.raises(NotAllowed):
        await tables.do(party.table, ComeBack(), party.secrets[0])


@pytest.mark.parametrize("game", sorted(game_names()))
@on_tables
async def test_in_every_game_there_is_somebody_to_play_on(tables: Tables, game: str) -> None:
    seats = max(2, game_class(game).facts.seats[0])
    party = await Party.at(tables, NewTable(game, seats))
    await tables.do(party.table, Resign(), party.secrets[0])
    info = await tables.watching.info(party.table)
    assert (info.status, info.seats[0].resigned) == ("playing", True)
    assert bot_of(info.seats[0].player) in bot_names(new_game(game, seats))
