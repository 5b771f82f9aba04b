"""Playing: a move is made once, in its turn, or refused with nothing changed."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from tests.table.scenes import Party, on_tables

from facedown.core.errors import IllegalMove, MalformedMove, UnknownName
from facedown.core.seats import ONLOOKER
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.note import KeepNote
from facedown.table.acts.play import MakeMove, play
from facedown.table.acts.say import Say
from facedown.table.acts.seat_bot import SeatBot
from facedown.table.acts.settings import ChangeSettings
from facedown.table.acts.undo import Undo
from facedown.table.commits import Acknowledged
from facedown.table.errors import NotAllowed, NotYet, OutOfDate, TableError
from facedown.table.opening import NewTable
from facedown.table.state import Settings
from facedown.table.tables import Tables
from facedown.table.watching import Frame

pytestmark = pytest.mark.usefixtures("published")
DONE = 0


@pytest.mark.parametrize("game", ["hush", "turing", "suspense"])
def test_whole_games(game: str) -> None:
    @on_tables
    async def scene(tables: Tables) -> None:
        party = await Party.at(tables, NewTable(game, 2))
        assert await party.play_on(random.Random(5)) > 1
        info = await tables.watching.info(party.table)
        assert info.status == "over"
        assert info.outcome is not None
        assert info.actors == ()
        with pytest.raises(IllegalMove):
            await tables.do(party.table, play(1), party.secrets[0])

    scene()


@on_tables
async def test_a_refusal_calls_players_by_their_names(tables: Tables) -> None:
    made = await tables.create(NewTable("suspense", 2, options={"dealer": 1}))
    ann = (await tables.do(made.table, ClaimSeat(seat=0, name="Ann"))).secret
    bob = (await tables.do(made.table, ClaimSeat(seat=1, name="Bob"))).secret
    with pytest.raises(NotAllowed, match="taken, by Ann"):
        await tables.do(made.table, ClaimSeat(seat=0, name="Cat"))
    with pytest.raises(IllegalMove, match="It is the turn of Ann") as told:
        await tables.do(made.table, play(3), bob)
    assert told.value.refusal.sentence == "It is the turn of {0}."
    with pytest.raises(IllegalMove, match="On your first turn"):
        await tables.do(made.table, play(13), ann)


@on_tables
async def test_a_move_may_be_a_number_a_record_json_or_words(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 3, seed="2"))
    table, secrets = party.table, party.secrets
    await tables.do(table, play(4), secrets[0])
    await tables.do(table, play({"move": "pick", "number": 5}), secrets[1])
    await tables.do(table, MakeMove(line="pick 6"), secrets[2])
    assert [(await tables.watching.snapshot(table, s)).seen().picked for s in secrets] == [4, 5, 6]  # type: ignore[attr-defined]


@on_tables
async def test_what_is_refused_changes_nothing(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    secret, head = party.secrets[0], (await tables.watching.info(party.table)).head
    junk: tuple[Any, ...] = (True, [], {"move": "pick"}, {"move": "x"}, "done", 1.5, {"a": 1})
    for move in (99, -1, *junk):
        with pytest.raises((IllegalMove, MalformedMove)):
            await tables.do(party.table, play(move), secret)
    with pytest.raises(IllegalMove) as caught:
        await tables.do(party.table, play(DONE), secret)
    assert caught.value.refusal.code == "pick-first"
    for client in ("", "a b", "x" * 65, "ü"):
        with pytest.raises(TableError):
            await tables.do(party.table, play(1, client=client), secret)
    assert (await tables.watching.info(party.table)).head == head


@on_tables
async def test_a_message_sent_again_is_stored_once(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    answers = await asyncio.gather(
        *(tables.do(party.table, play(3, client="one"), party.secrets[0]) for _ in range(5))
    )
    assert {a.seq for a in answers} == {4}
    assert [a.again for a in answers].count(False) == 1
    # Another seat's message of the same name is another message.
    other = await tables.do(party.table, play(3, client="one"), party.secrets[1])
    assert other == Acknowledged(5, 5)


@on_tables
async def test_a_move_meant_for_an_earlier_moment_is_refused(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, (ann, bob) = party.table, party.secrets
    head = (await tables.watching.info(table)).head
    await tables.do(table, Say(text="hello"), bob)
    await tables.do(table, play(2, expected=head), bob)
    # What others did meanwhile is nothing to her.
    await tables.do(table, play(3, expected=head), ann)
    with pytest.raises(OutOfDate) as caught:
        await tables.do(table, play(DONE, expected=head), ann)  # but she has moved herself
    assert caught.value.head == head + 3
    for early in (head + 4, 10**9):
        nothing = f"Nothing has the number {early} at this table yet."
        with pytest.raises(TableError, match=nothing):
            await tables.do(table, play(DONE, expected=early), ann)
        with pytest.raises(TableError, match=nothing):
            await tables.do(table, Undo(expected=early), ann)
    await tables.do(table, play(DONE, expected=head + 3), ann)


@on_tables
async def test_undo_until_something_was_shown_or_another_acted(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, (ann, bob) = party.table, party.secrets
    with pytest.raises(IllegalMove, match="no move that could be taken back"):
        await tables.do(table, Undo(), ann)
    await tables.do(table, play(3), ann)
    await tables.do(table, Undo(), ann)
    assert (await tables.watching.snapshot(table, ann)).seen().picked is None  # type: ignore[attr-defined]
    await tables.do(table, play(4), ann)
    await tables.do(table, play(4), bob)
    with pytest.raises(IllegalMove, match="Somebody has moved since"):
        await tables.do(table, Undo(), ann)
    await tables.do(table, play(DONE), ann)
    head = (await tables.do(table, play(DONE), bob)).seq
    with pytest.raises(IllegalMove, match="showed something hidden"):
        await tables.do(table, Undo(), bob)
    assert (await tables.watching.info(table)).head == head
    kinds = [frame.kind for frame in await tables.watching.feed(table)]
    assert kinds[3:6] == ["step", "undone", "step"]


@on_tables
async def test_notes_are_kept_for_their_seat_alone(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, (ann, bob) = party.table, party.secrets
    await tables.do(table, KeepNote(text=" 7 is <b>likely</b> "), ann)
    with pytest.raises(TableError, match="empty"):
        await tables.do(table, KeepNote(text=" "), ann)
    with pytest.raises(TableError, match="at most 500"):
        await tables.do(table, KeepNote(text="x" * 501), ann)
    assert await tables.watching.notes(table, ann) == ("7 is <b>likely</b>",)
    assert await tables.watching.notes(table, bob) == ()
    for secret in (bob, None):
        frame = (await tables.watching.feed(table, secret))[-1]
        assert frame.form() == {"seq": frame.seq, "at": frame.at, "kind": "hidden"}
    assert (await tables.watching.feed(table, ann))[-1].form()["text"] == "7 is <b>likely</b>"


@on_tables
async def test_talk(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, (ann, _) = party.table, party.secrets
    await tables.do(table, Say(text="hi\u202e there"), ann)
    await tables.do(table, Say(text="good luck", name="Zoe"))
    with pytest.raises(TableError):
        await tables.do(table, Say(text="I am not her", name="seat 1"))
    said = [frame.form() for frame in await tables.watching.feed(table) if frame.kind == "said"]
    assert [(s["seat"], s["name"], s["text"]) for s in said] == [
        (0, "Seat 1", "hi there"),
        (ONLOOKER, "Zoe", "good luck"),
    ]
    await tables.do(table, ChangeSettings(settings=Settings(chat=False)), party.host)
    with pytest.raises(NotYet, match="switched the chat off"):
        await tables.do(table, Say(text="hello?"), ann)


@on_tables
async def test_aids_as_the_host_allows(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2, settings=Settings(aids=("left",))))
    table, ann = party.table, party.secrets[0]
    assert (await tables.watching.aid(table, ann, "left")).words.startswith("Left: 1, 2")
    with pytest.raises(NotAllowed, match="does not allow"):
        await tables.watching.aid(table, ann, "notes")
    with pytest.raises(UnknownName):
        await tables.watching.aid(table, ann, "magic")


@on_tables
async def test_a_watcher_sees_every_event_once_and_in_order(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("turing", 2))
    seen: list[Frame] = []

    async def watch() -> None:
        async for frame in tables.watching.subscribe(party.table, None, 2):
            assert frame.seq == 3 + len(seen)
            seen.append(frame)

    watching = asyncio.create_task(watch())
    await party.play_on(random.Random(3))
    head = (await tables.watching.info(party.table)).head
    await tables.watching.wait(party.table, head, 0.05)
    assert [frame.seq for frame in seen] == list(range(3, head + 1))
    assert tuple(seen) == await tables.watching.feed(party.table, None, 2)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    assert (await tables.registry.live_table(party.table)).watchers == 0


@on_tables
async def test_a_line_sent_again_is_known_though_it_means_nothing_now(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 2, seed="2"))
    info = await tables.watching.info(party.table)
    mover = party.secrets[info.actors[0]]
    moves = (await tables.watching.snapshot(party.table, mover)).legal
    line = f"play {moves[0][1].card}"  # type: ignore[attr-defined]
    done = await tables.do(party.table, MakeMove(line=line, client="m1"), mover)
    await party.play_on(random.Random(3))
    head = (await tables.watching.info(party.table)).head
    assert head > done.head == done.seq
    assert await tables.do(party.table, MakeMove(line=line, client="m1"), mover) == Acknowledged(
        done.seq, head, again=True
    )


@on_tables
async def test_a_bots_move_is_not_taken_back_by_whom_it_stands_in_for(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    await party.move(0, 5)
    assert (await tables.watching.snapshot(party.table, party.secrets[0])).undoable
    await tables.do(party.table, SeatBot(seat=0, bot="slow"), party.host)
    assert not (await tables.watching.snapshot(party.table, party.secrets[0])).undoable
    with pytest.raises(NotYet, match="A bot plays your seat"):
        await tables.do(party.table, Undo(), party.secrets[0])


@on_tables
async def test_what_onlookers_say_leaves_room_for_players(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    monkeypatch.setattr("facedown.table.acts.say.MOST_TALK", 6)
    first = await tables.do(party.table, Say(text="one", name="Eve", client="m"))
    assert await tables.do(party.table, Say(text="one", name="Eve", client="m")) == Acknowledged(
        first.seq, first.seq, again=True
    )
    # An onlooker has no secret: another's same id is no reason to lose what they say.
    assert not (await tables.do(party.table, Say(text="two", name="Mia", client="m"))).again
    await tables.do(party.table, Say(text="three", name="Eve"))
    with pytest.raises(TableError, match="at most 3 messages"):
        await tables.do(party.table, Say(text="four", name="Eve"))
    for text in "abc":
        await tables.do(party.table, Say(text=text), party.secrets[0])
    with pytest.raises(TableError, match="at most 6 messages"):
        await tables.do(party.table, Say(text="d"), party.secrets[0])
