"""Playing again with the same people, at a new table."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest
from tests.table.scenes import Party, on_tables

from facedown.core.errors import BadOption
from facedown.core.facts import Facts
from facedown.core.registry import game_class
from facedown.core.seats import ONLOOKER
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.open_seat import OpenSeat
from facedown.table.acts.practice import Practice
from facedown.table.acts.rematch import MOST_CARRIED, Rematch
from facedown.table.acts.rename import Rename
from facedown.table.acts.resign import Resign
from facedown.table.acts.say import Say
from facedown.table.acts.settings import ChangeSettings
from facedown.table.errors import NotAllowed, NotYet
from facedown.table.opening import NewTable
from facedown.table.state import Clock, Settings, all_aids
from facedown.table.tables import Tables

pytestmark = pytest.mark.usefixtures("published")


def facts() -> Facts:
    """Those of the toy."""
    return game_class("hush").facts


async def over(tables: Tables, settings: Settings | None = None) -> Party:
    """A table of Ann, Bob and a bot, whose game is over."""
    asked = NewTable("hush", 3, {"limit": 7}, {2: "low"}, settings=settings)
    party = await Party.at(tables, asked)
    party.secrets.pop()  # the bot has none
    for secret, name in zip(party.secrets, ("Ann", "Bob"), strict=True):
        await tables.do(party.table, Rename(name=name), secret)
    await party.play_on(random.Random(1))
    return party


@on_tables
async def test_everybody_is_carried_along_and_seats_turn(tables: Tables) -> None:
    settings = Settings(aids=all_aids(facts())[:1], chat=False, clock=Clock(600, 5))
    party = await over(tables, settings)
    before = await tables.watching.info(party.table)
    assert before.rematch is None
    joined = await tables.do(party.table, Rematch(), party.secrets[0])
    assert (await tables.watching.info(party.table)).rematch == joined.table
    assert joined.seat == 1
    waiting = await tables.watching.info(joined.table)
    assert [seat.player for seat in waiting.seats] == ["bot:low", "human", "open"]
    assert waiting.status == "waiting"
    assert [seat.kept_for for seat in waiting.seats] == ["", "", "Bob"]
    other = await tables.do(party.table, Rematch(), party.secrets[1])
    assert (other.table, other.seat) == (joined.table, 2)
    now = await tables.watching.info(joined.table)
    assert now.status == "playing"
    assert now.names[1:] == before.names[:2]
    assert not any(seat.kept_for for seat in now.seats)
    assert [seat.colour for seat in now.seats][1:] == [seat.colour for seat in before.seats][:2]
    assert (now.options, now.settings) == (before.options, settings)
    assert now.commitment != before.commitment
    # The same secrets open the new seats, and the host is host here, too.
    assert [await tables.watching.seat(joined.table, s) for s in party.secrets] == [1, 2]
    await tables.do(
        joined.table, ChangeSettings(settings=replace(settings, chat=True), client="c"), party.host
    )


@on_tables
async def test_who_asks_twice_or_at_once_sits_at_one_table(tables: Tables) -> None:
    party = await over(tables)
    asked = [tables.do(party.table, Rematch(), secret) for secret in party.secrets * 2]
    joined = await asyncio.gather(*asked)
    assert len({(one.table, one.seat) for one in joined}) == len(party.secrets)
    assert len({one.table for one in joined}) == 1


@on_tables
async def test_only_who_sat_there_may_ask_and_only_after_the_end(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    with pytest.raises(NotYet, match="when this one is over"):
        await tables.do(party.table, Rematch(), party.secrets[0])
    await party.play_on(random.Random(1))
    with pytest.raises(NotAllowed, match="not the secret of a seat"):
        await tables.do(party.table, Rematch(), party.host)
    assert (await tables.watching.info(party.table)).rematch is None


@on_tables
async def test_whose_seat_is_taken_gets_another_and_whose_name_is_taken_a_new_one(
    tables: Tables,
) -> None:
    party = await over(tables)
    joined = await tables.do(party.table, Rematch(), party.secrets[0])
    await tables.do(joined.table, OpenSeat(seat=0), party.host)
    stranger = await tables.do(joined.table, ClaimSeat(seat=2, name="Bob"))
    mine = await tables.do(party.table, Rematch(), party.secrets[1])
    assert mine.seat == 0
    names = (await tables.watching.info(joined.table)).names
    assert names == ("Seat 1", "Ann", "Bob")
    assert stranger.seat == 2


@on_tables
async def test_what_was_said_goes_along_by_name_where_people_may_talk(tables: Tables) -> None:
    for chat in (True, False):
        party = await over(tables, Settings(chat=True))
        for number in range(MOST_CARRIED):
            await tables.do(party.table, Say(text=f"line {number}"), party.secrets[0])
        await tables.do(party.table, Say(text="again?"), party.secrets[1])
        if not chat:
            await tables.do(party.table, ChangeSettings(settings=Settings(chat=False)), party.host)
        joined = await tables.do(party.table, Rematch(), party.secrets[1])
        frames = await tables.watching.feed(joined.table)
        said = [
            (f.form()["seat"], f.form()["name"], f.form()["text"])
            for f in frames
            if f.kind == "said"
        ]
        lines = [(ONLOOKER, "Ann", f"line {number}") for number in range(1, MOST_CARRIED)]
        assert said == ([*lines, (ONLOOKER, "Bob", "again?")] if chat else [])


@on_tables
async def test_changes_are_options_of_the_game_or_nothing_is_opened(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 2, {"goal": 0}))
    await party.play_on(random.Random(1))
    wrong: tuple[dict[str, bool | int | str], ...] = (
        {"seats": 5},
        {"no such option": 1},
        {"goal": "soon"},
    )
    for changes in wrong:
        with pytest.raises(BadOption):
            await tables.do(party.table, Rematch(changes=changes), party.secrets[0])
    assert (await tables.watching.info(party.table)).rematch is None
    joined = await tables.do(party.table, Rematch(changes={"goal": 5}), party.secrets[0])
    assert (await tables.watching.info(joined.table)).options["goal"] == 5


async def scores(tables: Tables, table: str) -> tuple[int, dict[str, int | None]]:
    """How many games were played in a row, and who has won how many."""
    info = await tables.watching.info(table)
    return info.games, {seat.name: seat.games_won for seat in info.seats}


@on_tables
async def test_the_score_goes_with_people_not_with_seats(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 2))
    ann, bob = party.secrets
    for secret, name in ((ann, "Ann"), (bob, "Bob")):
        await tables.do(party.table, Rename(name=name), secret)
    table, won = party.table, {"Ann": 0, "Bob": 0}
    for number, loser in enumerate(["Bob", "Bob", "Ann", "Bob"], 1):
        secret = ann if loser == "Ann" else bob
        told = {name: count if number > 1 else None for name, count in won.items()}
        assert await scores(tables, table) == (number - 1, told)
        await tables.do(table, Resign(), secret)
        won["Bob" if loser == "Ann" else "Ann"] += 1
        told = {name: count if number > 1 else None for name, count in won.items()}
        tables.registry.live_tables.clear()  # as after a restart
        assert await scores(tables, table) == (number, told)
        first, second = (ann, bob) if number % 2 else (bob, ann)
        asked = [await tables.do(table, Rematch(), secret) for secret in (first, second)]
        table = asked[0].table
    assert won == {"Ann": 3, "Bob": 1}
    assert await scores(tables, table) == (4, {"Ann": 3, "Bob": 1})


@on_tables
async def test_the_score_of_a_bot_goes_with_it(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 2, bots={1: "beginner"}))
    (ann, _), table = party.secrets, party.table
    for number in range(1, 4):
        await tables.do(table, Resign(), ann)
        joined = await tables.do(table, Rematch(), ann)
        table = joined.table
        info = await tables.watching.info(table)
        assert (info.games, info.seats[joined.seat].games_won) == (number, 0)
        assert info.seats[1 - joined.seat].games_won == number


@on_tables
async def test_whoever_is_new_begins_at_nothing_and_a_game_for_practice_counts_for_none(
    tables: Tables,
) -> None:
    party = await Party.at(tables, NewTable("suspense", 2))
    await tables.do(party.table, Resign(), party.secrets[1])
    joined = await tables.do(party.table, Rematch(), party.secrets[0])
    await tables.do(joined.table, ClaimSeat(name="Eve"))
    assert (await scores(tables, joined.table))[1] == {"Seat 2": 1, "Eve": 0}
    made = await tables.do(party.table, Practice(seat=0, turn=1, bot="beginner"), party.secrets[0])
    claimed = await tables.do(made.table, ClaimSeat(seat=0))
    await tables.do(made.table, Resign(), claimed.secret)
    assert (await tables.watching.info(made.table)).games == 0
