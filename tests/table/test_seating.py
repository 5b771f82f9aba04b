"""Who sits where: seats are claimed once, and only the host does what a host may."""

from __future__ import annotations

import random

import pytest
from tests.table.scenes import Party, on_tables

from facedown.core.errors import BadOption, UnknownName
from facedown.core.seats import NATURE
from facedown.table.asked import NewTable
from facedown.table.errors import NoSuchTable, NotAllowed, NotYet, TableError
from facedown.table.settings import Clock, Settings
from facedown.table.tables import Tables
from facedown.table.tokens import new_token
from facedown.table.words import COLOURS

pytestmark = pytest.mark.usefixtures("published")


@on_tables
async def test_a_seat_is_claimed_once(tables: Tables) -> None:
    table = (await tables.seating.create(NewTable("hush", 2))).table
    first = await tables.seating.claim(table, 0, "Ann", "teal")
    with pytest.raises(NotAllowed, match="That seat is taken, by "):
        await tables.seating.claim(table, 0, "Bob")
    second = await tables.seating.claim(table)
    assert (first.seat, second.seat) == (0, 1)
    with pytest.raises(NotAllowed, match="Every seat is taken"):
        await tables.seating.claim(table)
    assert [await tables.watching.seat(table, each.secret) for each in (first, second)] == [0, 1]
    info = await tables.watching.info(table)
    assert [(s.name, s.player) for s in info.seats] == [("Ann", "human"), ("Seat 2", "human")]
    assert info.seats[0].colour == "teal"
    assert info.status == "playing"


@on_tables
async def test_a_claim_whose_answer_was_lost_is_made_again(tables: Tables) -> None:
    table = (await tables.seating.create(NewTable("hush", 2))).table
    secret = new_token()
    claimed = await tables.seating.claim(table, secret=secret)
    assert await tables.seating.claim(table, secret=secret) == claimed
    assert [s.player for s in (await tables.watching.info(table)).seats] == ["human", "open"]


@on_tables
async def test_forged_secrets_open_nothing(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    other = await Party.at(tables, NewTable("hush", 2))
    live = await tables.registry.live_table(party.table)
    kept = live.state.seats[0].secret_hash
    assert kept is not None
    for secret in (other.secrets[0], party.host, kept, "", "x" * 43, "a" * 10_000, "é" * 30):
        with pytest.raises(NotAllowed):
            await tables.moving.act(party.table, secret, 1)
        with pytest.raises(NotAllowed):
            await tables.watching.snapshot(party.table, secret)
        with pytest.raises(NotAllowed):
            await tables.moving.note(party.table, secret, "mine")
    for host in (other.host, party.secrets[0], ""):
        assert not (await tables.watching.snapshot(party.table, None, host)).host
        with pytest.raises(NotAllowed):
            await tables.seating.seat_bot(party.table, host, 0, "low")
        with pytest.raises(NotAllowed):
            await tables.seating.change_settings(party.table, host, Settings())
    assert live.state.head == 3


@on_tables
async def test_the_host_fills_up_and_the_game_begins(tables: Tables) -> None:
    made = await tables.seating.create(NewTable("hush", 3, settings=Settings(auto_start=False)))
    await tables.seating.claim(made.table)
    with pytest.raises(NotYet, match="Seat 2 is still open"):
        await tables.seating.start(made.table, made.host_secret)
    await tables.seating.fill(made.table, made.host_secret, "low")
    assert (await tables.watching.info(made.table)).status == "waiting"
    await tables.seating.start(made.table, made.host_secret)
    info = await tables.watching.info(made.table)
    assert (info.status, info.seats[2].player) == ("playing", "bot:low")


@on_tables
async def test_one_who_left_is_replaced_and_comes_back(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, secret = party.table, party.secrets[1]
    await tables.seating.leave(table, secret)
    assert (await tables.watching.info(table)).seats[1].away
    await tables.seating.seat_bot(table, party.host, 1, "low")
    with pytest.raises(NotYet, match="A bot plays your seat"):
        await tables.moving.act(table, secret, 1)
    assert await tables.watching.seat(table, secret) == 1  # still theirs to look through
    await tables.seating.come_back(table, secret)
    info = await tables.watching.info(table)
    assert (info.seats[1].player, info.seats[1].away) == ("human", False)


@on_tables
async def test_no_seat_that_has_seen_something_is_given_away(tables: Tables) -> None:
    asked = NewTable("suspense", 3, options={"dealer": 2, "goal": 0}, bots={1: "random"})
    party = await Party.at(tables, asked)  # the bot deals, and so knows the secret
    table = party.table
    await tables.seating.leave(table, party.secrets[2])
    for seat in (1, 2):
        with pytest.raises(NotAllowed, match="not opened for seats to change hands"):
            await tables.seating.vacate(table, party.host, seat)
        with pytest.raises(NotAllowed):
            await tables.seating.claim(table, seat)
    info = await tables.watching.info(table)
    assert [seat.player for seat in info.seats] == ["human", "bot:random", "human"]
    assert info.handover is False
    await tables.seating.come_back(table, party.secrets[2])  # their own it stays
    await party.play_on(random.Random(1))
    with pytest.raises(NotAllowed):  # its notes are still its person's
        await tables.seating.vacate(table, party.host, 1)


@on_tables
async def test_before_the_game_every_seat_without_a_person_can_be_had(tables: Tables) -> None:
    made = await tables.seating.create(NewTable("hush", 2, bots={1: "low"}))
    await tables.seating.vacate(made.table, made.host_secret, 1)
    assert (await tables.seating.claim(made.table, 1)).seat == 1


@on_tables
async def test_the_host_gets_at_no_seat_that_a_person_holds(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2, handover=True))
    table = party.table
    with pytest.raises(NotAllowed, match="only when its person has left"):
        await tables.seating.vacate(table, party.host, 1)
    await tables.seating.seat_bot(table, party.host, 1, "low")
    with pytest.raises(NotAllowed, match="only when its person has left"):
        await tables.seating.vacate(table, party.host, 1)
    await tables.seating.leave(table, party.secrets[1])
    await tables.seating.vacate(table, party.host, 1)
    with pytest.raises(NotAllowed):
        await tables.seating.come_back(table, party.secrets[1])
    assert (await tables.seating.claim(table)).seat == 1


@on_tables
async def test_a_secret_that_was_used_up_takes_no_seat(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2, handover=True))
    secret = party.secrets[1]
    await tables.seating.leave(party.table, secret)
    await tables.seating.vacate(party.table, party.host, 1)
    with pytest.raises(NotAllowed):
        await tables.seating.claim(party.table, 1, secret=secret)
    assert (await tables.watching.info(party.table)).seats[1].player == "open"


@on_tables
async def test_who_sits_down_later_is_not_taken_for_who_sat_there_before(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2, handover=True))
    first = await tables.moving.note(party.table, party.secrets[1], "mine", client="m1")
    await tables.seating.leave(party.table, party.secrets[1])
    await tables.seating.vacate(party.table, party.host, 1)
    secret = (await tables.seating.claim(party.table)).secret
    said = await tables.moving.say(party.table, "I am new here", secret=secret, client="m1")
    assert said.seq > first.seq
    assert not said.again


@on_tables
async def test_comings_and_goings_have_an_end(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    monkeypatch.setattr("facedown.table.commits.MOST_ADMINISTRATIVE", 12)
    for number in range(10):
        await tables.seating.rename(party.table, party.secrets[0], f"Ann {number}")
    for action in (
        tables.seating.rename(party.table, party.secrets[0], "Ann"),
        tables.seating.leave(party.table, party.secrets[1]),
        tables.seating.change_settings(party.table, party.host, Settings()),
        tables.seating.seat_bot(party.table, party.host, 1, "low"),
    ):
        with pytest.raises(TableError, match="at most 12 changes"):
            await action
    await party.play_on(random.Random(1))  # the game itself comes to its own end
    assert (await tables.watching.info(party.table)).status == "over"


@on_tables
async def test_settings_hold_each_aid_once(tables: Tables) -> None:
    settings = Settings(aids=("note", "codes") * 99)
    made = await tables.seating.create(NewTable("turing", settings=settings))
    assert (await tables.watching.info(made.table)).settings.aids == ("codes", "note")


@on_tables
async def test_names_and_colours(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, (ann, bob) = party.table, party.secrets
    await tables.seating.rename(table, ann, "  Ann\u202e\t Lee ", "pink")
    info = await tables.watching.info(table)
    assert (info.seats[0].name, info.seats[0].colour) == ("Ann Lee", "pink")
    with pytest.raises(TableError, match="called ANN LEE already"):
        await tables.seating.rename(table, bob, "ANN LEE")
    for alike in ("A\u200dnn Lee", "\uff21nn lee", "Ann\u3164Lee", "AnnLee", "Ann\ufe0f Lee"):
        with pytest.raises(TableError, match="already"):
            await tables.seating.rename(table, bob, alike)
        with pytest.raises(TableError, match="already"):
            await tables.moving.say(table, "it is me", name=alike)
    with pytest.raises(TableError, match="is pink already"):
        await tables.seating.rename(table, bob, colour="pink")
    with pytest.raises(TableError, match="colour is one of"):
        await tables.seating.rename(table, bob, colour="url(x)")
    with pytest.raises(TableError, match="at most 24"):
        await tables.seating.rename(table, bob, "x" * 25)
    with pytest.raises(TableError, match="cannot be empty"):
        await tables.seating.rename(table, bob, "\u200b\u200d")
    assert info.seats[1].colour in COLOURS


@on_tables
async def test_what_cannot_be_opened_is_said_in_one_sentence(tables: Tables) -> None:
    with pytest.raises(UnknownName):
        await tables.seating.create(NewTable("chess"))
    with pytest.raises(BadOption):
        await tables.seating.create(NewTable("hush", 9))
    with pytest.raises(BadOption):
        await tables.seating.create(NewTable("hush", 2, {"limit": 1}))
    with pytest.raises(BadOption):
        await tables.seating.create(NewTable("hush", 2, {"seats": 3}))
    with pytest.raises(BadOption, match="at most 20,000 characters"):
        await tables.seating.create(NewTable("turing", 2, {"cards": "4,9,11,14" + 20_000 * " "}))
    with pytest.raises(UnknownName):
        await tables.seating.create(NewTable("hush", 2, bots={1: "genius"}))
    with pytest.raises(BadOption):
        await tables.seating.create(NewTable("hush", 2, bots={7: "low"}))
    with pytest.raises(TableError):
        await tables.seating.create(NewTable("hush", 2, settings=Settings(aids=("magic",))))
    with pytest.raises(TableError):
        await tables.seating.create(NewTable("hush", 2, settings=Settings(clock=Clock(1))))
    with pytest.raises(TableError, match="no daily puzzle"):
        await tables.seating.create(NewTable("hush", daily="2026-11-20"))
    with pytest.raises(NoSuchTable):
        await tables.watching.info("nowhere")


@on_tables
async def test_the_daily_puzzle_is_the_same_for_everybody(tables: Tables) -> None:
    parties = [
        await Party.at(tables, NewTable("turing", daily=day))
        for day in ("2026-11-20", "2026-11-20", "2026-11-21")
    ]
    worlds = []
    for party in parties:
        match = (await tables.registry.live_table(party.table)).state.playing()
        worlds.append((match.view(0), match.game.true_world(match.state(), 0)))
    assert worlds[0] == worlds[1]
    assert worlds[0] != worlds[2]
    # The seed may be guessed, so the fingerprint must not give it away: it is salted.
    prints = [(await tables.watching.info(party.table)).commitment for party in parties]
    assert len(set(prints)) == 3
    for day in ("2026-02-30", "tomorrow", "2026-1-1"):
        with pytest.raises(TableError):
            await tables.seating.create(NewTable("turing", daily=day))


@on_tables
async def test_tables_with_the_same_deal(tables: Tables) -> None:
    asked = NewTable("suspense", 2, {"goal": 0}, bots={0: "random", 1: "random"}, tables=3)
    made = await tables.seating.create(asked)
    names = (made.table, *made.duplicates)
    assert len(set(names)) == 3
    deals, fingerprints = set(), set()
    for name in names:
        party = Party(tables, name, made.host_secret, ["", ""])
        await party.play_on(random.Random(name))
        info = await tables.watching.info(name)
        assert set(info.duplicates or ()) == set(names) - {name}
        fingerprints.add(info.commitment)
        log = (await tables.registry.live_table(name)).state.match
        assert log is not None
        deals.add(tuple(e.move for e in log.log.entries if e.seat == NATURE))
    assert len(deals) == len(fingerprints) == 1


@on_tables
async def test_everybody_is_told_that_somebody_may_know_the_deal(tables: Tables) -> None:
    """A host could play one of the tables through and know what lies face down at the other."""
    for asked, known in (
        (NewTable("hush", 2), False),
        (NewTable("hush", 2, tables=2), True),
        (NewTable("hush", 2, seed="that of a game that is over"), True),
        (NewTable("turing", daily="2026-03-14"), True),
    ):
        made = await tables.seating.create(asked)
        for name in (made.table, *made.duplicates):
            assert (await tables.watching.info(name)).known_deal is known, asked


@on_tables
async def test_the_host_alone_knows_of_the_same_deal_before_the_end(tables: Tables) -> None:
    made = await tables.seating.create(NewTable("hush", 2, tables=2))
    secret = (await tables.seating.claim(made.table)).secret
    for seat, host in ((secret, None), (None, None), (None, "x" * 43)):
        shown = await tables.watching.snapshot(made.table, seat, host, lenient=True)
        assert (shown.duplicates, shown.info.duplicates) == ((), None)
    shown = await tables.watching.snapshot(made.table, None, made.host_secret)
    assert shown.duplicates == made.duplicates
    for tables_asked in (0, 9, -1):
        with pytest.raises(BadOption, match="One to 8 tables can be dealt the same"):
            await tables.seating.create(NewTable("hush", 2, tables=tables_asked))
