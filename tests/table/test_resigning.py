"""Giving a game up: a bot plays on, for good."""

from __future__ import annotations

import random

import pytest
from tests.table.scenes import Party, on_tables

from facedown.core import game_names, new_game
from facedown.core.players import bot_of, bot_player
from facedown.core.registry import game_class
from facedown.table.asked import NewTable
from facedown.table.bots import bot_names, usual_bot
from facedown.table.errors import NotAllowed, NotYet
from facedown.table.settings import Clock, Settings
from facedown.table.tables import Tables


@on_tables
async def test_who_resigns_is_played_on_for_to_the_end(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 2, {"goal": 1}, seed="4"))
    table, (ann, bob) = party.table, party.secrets
    await party.play_on(random.Random(1), 2)
    head = (await tables.seating.resign(table, ann, client="once")).seq
    assert (await tables.seating.resign(table, ann, client="once")).seq == head  # sent again
    seats = (await tables.watching.info(table)).seats
    assert (seats[0].resigned, seats[0].away, seats[0].person) == (True, False, True)
    assert seats[0].player == bot_player(usual_bot(new_game("suspense", 2)))
    assert not seats[1].resigned
    for refused in (
        tables.seating.come_back(table, ann),
        tables.seating.resign(table, ann),
        tables.seating.leave(table, ann),
    ):
        with pytest.raises(NotAllowed, match=r"You have resigned"):
            await refused
    legal = (await tables.watching.snapshot(table, bob)).legal or ((0, None),)
    with pytest.raises(NotYet, match=r"A bot plays your seat"):
        await tables.moving.act(table, ann, legal[0][0])
    frame = (await tables.watching.feed(table, bob, head - 1))[0]
    assert (frame.kind, frame.body["seat"]) == ("resigned", 0)
    await party.play_on(random.Random(2))
    assert (await tables.watching.info(table)).status == "over"
    log = await tables.replays.log(table)
    assert log.players == (seats[0].player, "human")
    for secret in party.secrets:
        with pytest.raises(NotYet):
            await tables.seating.resign(table, secret)
    # In the next game everybody sits down themselves.
    joined = await tables.rematches.join(table, ann)
    there = (await tables.watching.info(joined.table)).seats
    assert (there[joined.seat].player, there[joined.seat].resigned) == ("human", False)


@on_tables
async def test_a_resigned_seat_is_somebody_elses_only_where_seats_change_hands(
    tables: Tables,
) -> None:
    for handover in (False, True):
        asked = NewTable("suspense", 2, {"goal": 1}, handover=handover)
        party = await Party.at(tables, asked)
        await tables.seating.resign(party.table, party.secrets[1])
        if not handover:
            with pytest.raises(NotAllowed):
                await tables.seating.vacate(party.table, party.host, 1)
            continue
        await tables.seating.vacate(party.table, party.host, 1)
        await tables.seating.claim(party.table, 1, "Eve")
        seat = (await tables.watching.info(party.table)).seats[1]
        assert (seat.name, seat.player, seat.resigned) == ("Eve", "human", False)


@on_tables
async def test_before_the_game_and_alone_nobody_resigns(tables: Tables) -> None:
    made = await tables.seating.create(NewTable("suspense", 2))
    mine = await tables.seating.claim(made.table)
    with pytest.raises(NotYet):
        await tables.seating.resign(made.table, mine.secret)
    alone = await Party.at(tables, NewTable("mystery", 1))
    with pytest.raises(NotAllowed, match=r"Who plays alone"):
        await tables.seating.resign(alone.table, alone.secrets[0])
    with pytest.raises(NotAllowed):
        await tables.seating.resign(made.table, "no secret")


@on_tables
async def test_more_time_brings_nobody_back_who_resigned(tables: Tables) -> None:
    asked = NewTable("suspense", 2, settings=Settings(clock=Clock(600)))
    party = await Party.at(tables, asked)
    await tables.seating.resign(party.table, party.secrets[0])
    await tables.seating.extend_clock(party.table, party.host, 60, 0)
    with pytest.raises(NotAllowed):
        await tables.seating.come_back(party.table, party.secrets[0])


@pytest.mark.parametrize("game", sorted(game_names()))
@on_tables
async def test_in_every_game_there_is_somebody_to_play_on(tables: Tables, game: str) -> None:
    seats = max(2, game_class(game).facts.seats[0])
    party = await Party.at(tables, NewTable(game, seats))
    await tables.seating.resign(party.table, party.secrets[0])
    info = await tables.watching.info(party.table)
    assert (info.status, info.seats[0].resigned) == ("playing", True)
    assert bot_of(info.seats[0].player) in bot_names(new_game(game, seats))
