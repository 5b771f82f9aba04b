"""Who sits where: seats are claimed once, and only the host does what a host may."""

from __future__ import annotations

import random

import pytest
from tests.table.scenes import Party, on_tables

from facedown.core.errors import BadOption, UnknownName
from facedown.core.seats import NATURE
from facedown.table.access import new_token
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.come_back import ComeBack
from facedown.table.acts.leave import Leave
from facedown.table.acts.note import KeepNote
from facedown.table.acts.open_seat import OpenSeat
from facedown.table.acts.play import play
from facedown.table.acts.rename import Rename
from facedown.table.acts.say import Say
from facedown.table.acts.seat_bot import SeatBot
from facedown.table.acts.settings import ChangeSettings
from facedown.table.acts.start import Start
from facedown.table.errors import NoSuchTable, NotAllowed, NotYet, TableError
from facedown.table.opening import NewTable
from facedown.table.state import Clock, Settings
from facedown.table.tables import Tables
from facedown.table.words import COLOURS

pytestmark = pytest.mark.usefixtures("published")


@on_tables
async def test_a_seat_is_claimed_once(tables: Tables) -> None:
    table = (await tables.create(NewTable("hush", 2))).table
    first = await tables.do(table, ClaimSeat(seat=0, name="Ann", colour="teal"))
    with pytest.raises(NotAllowed, match="That seat is taken, by "):
        await tables.do(table, ClaimSeat(seat=0, name="Bob"))
    second = await tables.do(table, ClaimSeat())
    assert (first.seat, second.seat) == (0, 1)
    with pytest.raises(NotAllowed, match="Every seat is taken"):
        await tables.do(table, ClaimSeat())
    assert [await tables.watching.seat(table, each.secret) for each in (first, second)] == [0, 1]
    info = await tables.watching.info(table)
    assert [(s.name, s.player) for s in info.seats] == [("Ann", "human"), ("Seat 2", "human")]
    assert info.seats[0].colour == "teal"
    assert info.status == "playing"


@on_tables
async def test_a_claim_whose_answer_was_lost_is_made_again(tables: Tables) -> None:
    table = (await tables.create(NewTable("hush", 2))).table
    secret = new_token()
    claimed = await tables.do(table, ClaimSeat(secret=secret))
    assert await tables.do(table, ClaimSeat(secret=secret)) == claimed
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
            await tables.do(party.table, play(1), secret)
        with pytest.raises(NotAllowed):
            await tables.watching.snapshot(party.table, secret)
        with pytest.raises(NotAllowed):
            await tables.do(party.table, KeepNote(text="mine"), secret)
    for host in (other.host, party.secrets[0], ""):
        assert not (await tables.watching.snapshot(party.table, None, host)).host
        with pytest.raises(NotAllowed):
            await tables.do(party.table, SeatBot(seat=0, bot="low"), host)
        with pytest.raises(NotAllowed):
            await tables.do(party.table, ChangeSettings(settings=Settings()), host)
    assert live.state.head == 3


@on_tables
async def test_the_host_fills_up_and_the_game_begins(tables: Tables) -> None:
    made = await tables.create(NewTable("hush", 3, settings=Settings(auto_start=False)))
    await tables.do(made.table, ClaimSeat())
    with pytest.raises(NotYet, match="Seat 2 is still open"):
        await tables.do(made.table, Start(), made.host_secret)
    await tables.do(made.table, SeatBot(bot="low"), made.host_secret)
    assert (await tables.watching.info(made.table)).status == "waiting"
    await tables.do(made.table, Start(), made.host_secret)
    info = await tables.watching.info(made.table)
    assert (info.status, info.seats[2].player) == ("playing", "bot:low")


@on_tables
async def test_one_who_left_is_replaced_and_comes_back(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, secret = party.table, party.secrets[1]
    await tables.do(table, Leave(), secret)
    assert (await tables.watching.info(table)).seats[1].away
    await tables.do(table, SeatBot(seat=1, bot="low"), party.host)
    with pytest.raises(NotYet, match="A bot plays your seat"):
        await tables.do(table, play(1), secret)
    assert await tables.watching.seat(table, secret) == 1  # still theirs to look through
    await tables.do(table, ComeBack(), secret)
    info = await tables.watching.info(table)
    assert (info.seats[1].player, info.seats[1].away) == ("human", False)


@on_tables
async def test_no_seat_that_has_seen_something_is_given_away(tables: Tables) -> None:
    asked = NewTable("suspense", 3, options={"dealer": 2, "goal": 0}, bots={1: "random"})
    party = await Party.at(tables, asked)  # the bot deals, and so knows the secret
    table = party.table
    await tables.do(table, Leave(), party.secrets[2])
    for seat in (1, 2):
        with pytest.raises(NotAllowed, match="not opened for seats to change hands"):
            await tables.do(table, OpenSeat(seat=seat), party.host)
        with pytest.raises(NotAllowed):
            await tables.do(table, ClaimSeat(seat=seat))
    info = await tables.watching.info(table)
    assert [seat.player for seat in info.seats] == ["human", "bot:random", "human"]
    assert info.handover is False
    await tables.do(table, ComeBack(), party.secrets[2])  # their own it stays
    await party.play_on(random.Random(1))
    with pytest.raises(NotAllowed):  # its notes are still its person's
        await tables.do(table, OpenSeat(seat=1), party.host)


@on_tables
async def test_before_the_game_every_seat_without_a_person_can_be_had(tables: Tables) -> None:
    made = await tables.create(NewTable("hush", 2, bots={1: "low"}))
    await tables.do(made.table, OpenSeat(seat=1), made.host_secret)
    assert (await tables.do(made.table, ClaimSeat(seat=1))).seat == 1


@on_tables
async def test_the_host_gets_at_no_seat_that_a_person_holds(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2, handover=True))
    table = party.table
    with pytest.raises(NotAllowed, match="only when its person has left"):
        await tables.do(table, OpenSeat(seat=1), party.host)
    await tables.do(table, SeatBot(seat=1, bot="low"), party.host)
    with pytest.raises(NotAllowed, match="only when its person has left"):
        await tables.do(table, OpenSeat(seat=1), party.host)
    await tables.do(table, Leave(), party.secrets[1])
    await tables.do(table, OpenSeat(seat=1), party.host)
    with pytest.raises(NotAllowed):
        await tables.do(table, ComeBack(), party.secrets[1])
    assert (await tables.do(table, ClaimSeat())).seat == 1


@on_tables
async def test_a_secret_that_was_used_up_takes_no_seat(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2, handover=True))
    secret = party.secrets[1]
    await tables.do(party.table, Leave(), secret)
    await tables.do(party.table, OpenSeat(seat=1), party.host)
    with pytest.raises(NotAllowed):
        await tables.do(party.table, ClaimSeat(seat=1, secret=secret))
    assert (await tables.watching.info(party.table)).seats[1].player == "open"


@on_tables
async def test_who_sits_down_later_is_not_taken_for_who_sat_there_before(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2, handover=True))
    first = await tables.do(party.table, KeepNote(text="mine", client="m1"), party.secrets[1])
    await tables.do(party.table, Leave(), party.secrets[1])
    await tables.do(party.table, OpenSeat(seat=1), party.host)
    secret = (await tables.do(party.table, ClaimSeat())).secret
    said = await tables.do(party.table, Say(text="I am new here", client="m1"), secret)
    assert said.seq > first.seq
    assert not said.again


@on_tables
async def test_comings_and_goings_have_an_end(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    monkeypatch.setattr("facedown.table.commits.MOST_ADMINISTRATIVE", 12)
    for number in range(10):
        await tables.do(party.table, Rename(name=f"Ann {number}"), party.secrets[0])
    for action in (
        tables.do(party.table, Rename(name="Ann"), party.secrets[0]),
        tables.do(party.table, Leave(), party.secrets[1]),
        tables.do(party.table, ChangeSettings(settings=Settings()), party.host),
        tables.do(party.table, SeatBot(seat=1, bot="low"), party.host),
    ):
        with pytest.raises(TableError, match="at most 12 changes"):
            await action
    await party.play_on(random.Random(1))  # the game itself comes to its own end
    assert (await tables.watching.info(party.table)).status == "over"


@on_tables
async def test_settings_hold_each_aid_once(tables: Tables) -> None:
    settings = Settings(aids=("note", "codes") * 99)
    made = await tables.create(NewTable("turing", settings=settings))
    assert (await tables.watching.info(made.table)).settings.aids == ("codes", "note")


@on_tables
async def test_names_and_colours(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, (ann, bob) = party.table, party.secrets
    await tables.do(table, Rename(name="  Ann\u202e\t Lee ", colour="pink"), ann)
    info = await tables.watching.info(table)
    assert (info.seats[0].name, info.seats[0].colour) == ("Ann Lee", "pink")
    with pytest.raises(TableError, match="called ANN LEE already"):
        await tables.do(table, Rename(name="ANN LEE"), bob)
    for alike in ("A\u200dnn Lee", "\uff21nn lee", "Ann\u3164Lee", "AnnLee", "Ann\ufe0f Lee"):
        with pytest.raises(TableError, match="already"):
            await tables.do(table, Rename(name=alike), bob)
        with pytest.raises(TableError, match="already"):
            await tables.do(table, Say(text="it is me", name=alike))
    with pytest.raises(TableError, match="is pink already"):
        await tables.do(table, Rename(colour="pink"), bob)
    with pytest.raises(TableError, match="colour is one of"):
        await tables.do(table, Rename(colour="url(x)"), bob)
    with pytest.raises(TableError, match="at most 24"):
        await tables.do(table, Rename(name="x" * 25), bob)
    with pytest.raises(TableError, match="cannot be empty"):
        await tables.do(table, Rename(name="\u200b\u200d"), bob)
    assert info.seats[1].colour in COLOURS


@on_tables
async def test_what_cannot_be_opened_is_said_in_one_sentence(tables: Tables) -> None:
    with pytest.raises(UnknownName):
        await tables.create(NewTable("chess"))
    with pytest.raises(BadOption):
        await tables.create(NewTable("hush", 9))
    with pytest.raises(BadOption):
        await tables.create(NewTable("hush", 2, {"limit": 1}))
    with pytest.raises(BadOption):
        await tables.create(NewTable("hush", 2, {"seats": 3}))
    with pytest.raises(BadOption, match="at most 20,000 characters"):
        await tables.create(NewTable("turing", 2, {"cards": "4,9,11,14" + 20_000 * " "}))
    with pytest.raises(UnknownName):
        await tables.create(NewTable("hush", 2, bots={1: "genius"}))
    with pytest.raises(BadOption):
        await tables.create(NewTable("hush", 2, bots={7: "low"}))
    with pytest.raises(TableError):
        await tables.create(NewTable("hush", 2, settings=Settings(aids=("magic",))))
    with pytest.raises(TableError):
        await tables.create(NewTable("hush", 2, settings=Settings(clock=Clock(1))))
    with pytest.raises(TableError, match="no daily puzzle"):
        await tables.create(NewTable("hush", daily="2026-11-20"))
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
            await tables.create(NewTable("turing", daily=day))


@on_tables
async def test_tables_with_the_same_deal(tables: Tables) -> None:
    asked = NewTable("suspense", 2, {"goal": 0}, bots={0: "random", 1: "random"}, tables=3)
    made = await tables.create(asked)
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
        made = await tables.create(asked)
        for name in (made.table, *made.duplicates):
            assert (await tables.watching.info(name)).known_deal is known, asked


@on_tables
async def test_the_host_alone_knows_of_the_same_deal_before_the_end(tables: Tables) -> None:
    made = await tables.create(NewTable("hush", 2, tables=2))
    secret = (await tables.do(made.table, ClaimSeat())).secret
    for seat, host in ((secret, None), (None, None), (None, "x" * 43)):
        shown = await tables.watching.snapshot(made.table, seat, host, lenient=True)
        assert (shown.duplicates, shown.info.duplicates) == ((), None)
    shown = await tables.watching.snapshot(made.table, None, made.host_secret)
    assert shown.duplicates == made.duplicates
    for tables_asked in (0, 9, -1):
        with pytest.raises(BadOption, match="One to 8 tables can be dealt the same"):
            await tables.create(NewTable("hush", 2, tables=tables_asked))
