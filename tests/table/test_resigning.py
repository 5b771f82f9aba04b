"""Giving a game up: of two against each other the other wins, else a bot plays on, for good."""

from __future__ import annotations

import random

import pytest
from tests.table.scenes import Party, on_tables

from facedown.core import Match, game_names, new_game
from facedown.core.errors import FacedownError
from facedown.core.facts import OptionValue
from facedown.core.log import read_log, write_log
from facedown.core.seats import OPEN, bot_of, bot_player
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.come_back import ComeBack
from facedown.table.acts.give_time import GiveTime
from facedown.table.acts.leave import Leave
from facedown.table.acts.open_seat import OpenSeat
from facedown.table.acts.play import play
from facedown.table.acts.rematch import Rematch
from facedown.table.acts.resign import Resign
from facedown.table.acts.undo import Undo
from facedown.table.bots import bot_names, usual_bot
from facedown.table.errors import NotAllowed, NotYet
from facedown.table.opening import NewTable
from facedown.table.state import Clock, Settings, event_from_json
from facedown.table.tables import Tables


@on_tables
async def test_who_resigns_is_played_on_for_to_the_end(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 3, {"goal": 1}, seed="4"))
    table, (ann, bob, _) = party.table, party.secrets
    await party.play_on(random.Random(1), 2)
    head = (await tables.do(table, Resign(client="once"), ann)).seq
    assert (await tables.do(table, Resign(client="once"), ann)).seq == head  # sent again
    seats = (await tables.watching.info(table)).seats
    assert (seats[0].resigned, seats[0].away, seats[0].person) == (True, False, True)
    assert seats[0].player == bot_player(usual_bot(new_game("suspense", 3)))
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
    assert log.players == (seats[0].player, "human", "human")
    assert log.resigned is None
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
        asked = NewTable("suspense", 3, {"goal": 1}, handover=handover)
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
async def test_before_the_game_nobody_resigns(tables: Tables) -> None:
    made = await tables.create(NewTable("suspense", 2))
    mine = await tables.do(made.table, ClaimSeat())
    with pytest.raises(NotYet):
        await tables.do(made.table, Resign(), mine.secret)
    with pytest.raises(NotAllowed):
        await tables.do(made.table, Resign(), "no secret")


@on_tables
async def test_who_plays_alone_gives_up_and_sees_the_answer(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("turing", 1))
    await tables.do(party.table, Resign(), party.secrets[0])
    shot = await tables.watching.snapshot(party.table, party.secrets[0])
    assert shot.info.status == "over"
    assert shot.view is not None
    assert shot.view.outcome == shot.info.outcome
    (frame,) = await tables.watching.feed(party.table, party.secrets[0], shot.head - 1)
    assert frame.event is not None
    assert frame.event.told(["Ann"], ()) == "Ann has given up."
    moment = await tables.replays.replay(party.table, 0)
    assert moment.views[0] == shot.view
    assert (await tables.replays.replay(party.table, 0, 0)).views[0].outcome is None


@on_tables
async def test_more_time_brings_nobody_back_who_resigned(tables: Tables) -> None:
    asked = NewTable("suspense", 3, settings=Settings(clock=Clock(600)))
    party = await Party.at(tables, asked)
    await tables.do(party.table, Resign(), party.secrets[0])
    await tables.do(party.table, GiveTime(seconds=60, seat=0), party.host)
    with pytest.raises(NotAllowed):
        await tables.do(party.table, ComeBack(), party.secrets[0])


AGAINST: dict[str, dict[str, OptionValue]] = {"solver": {"mode": "casual"}}
"""Options with which two play against each other, where that is not usual."""
TOGETHER: dict[str, dict[str, OptionValue]] = {
    "mystery": {"play": "team"},
    "solver": {"mode": "cooperative"},
    "turing": {"play": "cooperative"},
}


@pytest.mark.parametrize("game", sorted(game_names()))
@on_tables
async def test_of_two_who_resigns_loses_and_the_other_wins(tables: Tables, game: str) -> None:
    party = await Party.at(tables, NewTable(game, 2, AGAINST.get(game, {}), seed="5"))
    table, (ann, bob) = party.table, party.secrets
    await party.play_on(random.Random(1), 0 if game == "mystery" else 2)  # a guess could end it
    before = {viewer: await tables.watching.snapshot(table, viewer) for viewer in (ann, bob)}
    head = (await tables.do(table, Resign(client="once"), ann)).seq
    assert (await tables.do(table, Resign(client="once"), ann)).again  # sent twice, done once
    info = await tables.watching.info(table)
    assert (info.status, info.actors) == ("over", ())
    assert info.outcome is not None
    assert (info.outcome.points, info.outcome.winners) == ((), (1,))
    assert info.outcome.reason.startswith("{0} has resigned.")
    assert (info.won(0), info.won(1)) == (False, True)
    assert [(seat.player, seat.resigned) for seat in info.seats] == [
        ("human", True),
        ("human", False),
    ]
    for secret, was in before.items():  # by the board an answer is told, and nothing else
        now = await tables.watching.snapshot(table, secret)
        assert now.view is not None
        if game in ("solid", "suspense"):
            assert now.view == was.view
        else:
            assert now.view.outcome == info.outcome
        assert (now.legal, len(now.choices), now.undoable) == ((), 0, False)
        (frame,) = await tables.watching.feed(table, secret, head - 1)
        form = {"seq": head, "at": frame.at, "kind": "resigned", "seat": 0, "bot": None}
        assert frame.form() == form
    for refused in (Resign(), ComeBack(), Leave(), Undo(), play(0)):
        with pytest.raises(FacedownError):
            await tables.do(table, refused, ann)
    for refused in (Resign(), Undo(), play(0)):
        with pytest.raises(FacedownError):
            await tables.do(table, refused, bob)
    assert (await tables.watching.info(table)).head == head
    # What any end tells is told: all seats' cards, the seed, and the log.
    log = await tables.replays.log(table)
    assert (log.resigned, log.players) == (0, ("human", "human"))
    assert read_log(write_log(log)) == log
    assert Match.resume(log).outcome == info.outcome
    moment = await tables.replays.replay(table, OPEN)
    assert moment.undecided
    assert (await tables.replays.shuffle(table)).first_mismatch is None


@on_tables
async def test_an_end_by_resigning_is_read_again(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 2, seed="4"))
    await tables.do(party.table, Resign(), party.secrets[1])
    before = await tables.watching.info(party.table)
    del tables.registry.live_tables[party.table]  # as another process, or this one anew, reads it
    assert await tables.watching.info(party.table) == before
    assert before.outcome is not None
    assert before.outcome.winners == (0,)


@on_tables
async def test_a_bot_that_one_resigns_to_has_won(tables: Tables) -> None:
    asked = NewTable("suspense", 2, bots={1: "beginner"}, seed="4")
    party = await Party.at(tables, asked)
    await tables.do(party.table, Resign(), party.secrets[0])
    info = await tables.watching.info(party.table)
    assert (info.status, info.won(1)) == ("over", True)


@on_tables
async def test_no_clock_runs_after_that(tables: Tables) -> None:
    asked = NewTable("suspense", 2, settings=Settings(clock=Clock(600)))
    party = await Party.at(tables, asked)
    await tables.do(party.table, Resign(), party.secrets[0])
    state = (await tables.registry.live_table(party.table)).state
    assert [seat.since for seat in state.seats] == [None, None]


@pytest.mark.parametrize("game", sorted(TOGETHER))
@on_tables
async def test_who_plays_together_has_a_bot_go_on_for_them(tables: Tables, game: str) -> None:
    party = await Party.at(tables, NewTable(game, 2, TOGETHER[game]))
    await tables.do(party.table, Resign(), party.secrets[0])
    info = await tables.watching.info(party.table)
    assert (info.status, info.seats[0].resigned) == ("playing", True)
    assert bot_of(info.seats[0].player) in bot_names(new_game(game, 2))


@on_tables
async def test_resigning_in_an_earlier_version_had_a_bot_play_on(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 2, {"goal": 1}, seed="4"))
    state = (await tables.registry.live_table(party.table)).state
    form = {"event": "resigned", "seat": 0, "bot": "careful"}  # as it was stored
    event = event_from_json(state.game, form)
    await tables.commits.commit(party.table, "then", lambda _: event)
    info = await tables.watching.info(party.table)
    assert (info.status, info.seats[0].player) == ("playing", "bot:careful")
    with pytest.raises(NotAllowed, match=r"a bot plays on"):
        await tables.do(party.table, ComeBack(), party.secrets[0])
