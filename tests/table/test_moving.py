"""Playing: a move is made once, in its turn, or refused with nothing changed."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from tests.table.scenes import Party, on_tables

from facedown.core.errors import IllegalMove, MalformedMove, UnknownName
from facedown.core.seats import ONLOOKER
from facedown.table.asked import NewTable
from facedown.table.commits import Acknowledged
from facedown.table.errors import NotAllowed, NotYet, OutOfDate, TableError
from facedown.table.feed import Frame
from facedown.table.settings import Settings
from facedown.table.tables import Tables

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
            await tables.moving.act(party.table, party.secrets[0], 1)

    scene()


@on_tables
async def test_a_refusal_calls_players_by_their_names(tables: Tables) -> None:
    made = await tables.seating.create(NewTable("suspense", 2, options={"dealer": 1}))
    ann = (await tables.seating.claim(made.table, 0, "Ann")).secret
    bob = (await tables.seating.claim(made.table, 1, "Bob")).secret
    with pytest.raises(NotAllowed, match="taken, by Ann"):
        await tables.seating.claim(made.table, 0, "Cat")
    with pytest.raises(IllegalMove, match="It is the turn of Ann") as told:
        await tables.moving.act(made.table, bob, 3)
    assert told.value.refusal.sentence == "It is the turn of {0}."
    with pytest.raises(IllegalMove, match="On your first turn"):
        await tables.moving.act(made.table, ann, 13)


@on_tables
async def test_a_move_may_be_a_number_a_record_json_or_words(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 3, seed="2"))
    table, secrets = party.table, party.secrets
    await tables.moving.act(table, secrets[0], 4)
    await tables.moving.act(table, secrets[1], {"move": "pick", "number": 5})
    await tables.moving.act_in_words(table, secrets[2], "pick 6")
    assert [(await tables.watching.snapshot(table, s)).seen().picked for s in secrets] == [4, 5, 6]  # type: ignore[attr-defined]


@on_tables
async def test_what_is_refused_changes_nothing(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    secret, head = party.secrets[0], (await tables.watching.info(party.table)).head
    junk: tuple[Any, ...] = (True, None, [], {"move": "pick"}, {"move": "x"}, "done", 1.5, {"a": 1})
    for move in (99, -1, *junk):
        with pytest.raises((IllegalMove, MalformedMove)):
            await tables.moving.act(party.table, secret, move)
    with pytest.raises(IllegalMove) as caught:
        await tables.moving.act(party.table, secret, DONE)
    assert caught.value.refusal.code == "pick-first"
    for client in ("", "a b", "x" * 65, "ü"):
        with pytest.raises(TableError):
            await tables.moving.act(party.table, secret, 1, client=client)
    assert (await tables.watching.info(party.table)).head == head


@on_tables
async def test_a_message_sent_again_is_stored_once(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    answers = await asyncio.gather(
        *(tables.moving.act(party.table, party.secrets[0], 3, client="one") for _ in range(5))
    )
    assert {a.seq for a in answers} == {4}
    assert [a.again for a in answers].count(False) == 1
    # Another seat's message of the same name is another message.
    other = await tables.moving.act(party.table, party.secrets[1], 3, client="one")
    assert other == Acknowledged(5, 5)


@on_tables
async def test_a_move_meant_for_an_earlier_moment_is_refused(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, (ann, bob) = party.table, party.secrets
    head = (await tables.watching.info(table)).head
    await tables.moving.say(table, "hello", secret=bob)
    await tables.moving.act(table, bob, 2, expected=head)
    # What others did meanwhile is nothing to her.
    await tables.moving.act(table, ann, 3, expected=head)
    with pytest.raises(OutOfDate) as caught:
        await tables.moving.act(table, ann, DONE, expected=head)  # but she has moved herself
    assert caught.value.head == head + 3
    for early in (head + 4, 10**9):
        nothing = f"Nothing has the number {early} at this table yet."
        with pytest.raises(TableError, match=nothing):
            await tables.moving.act(table, ann, DONE, expected=early)
        with pytest.raises(TableError, match=nothing):
            await tables.moving.undo(table, ann, expected=early)
    await tables.moving.act(table, ann, DONE, expected=head + 3)


@on_tables
async def test_undo_until_something_was_shown_or_another_acted(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, (ann, bob) = party.table, party.secrets
    with pytest.raises(IllegalMove, match="no move that could be taken back"):
        await tables.moving.undo(table, ann)
    await tables.moving.act(table, ann, 3)
    await tables.moving.undo(table, ann)
    assert (await tables.watching.snapshot(table, ann)).seen().picked is None  # type: ignore[attr-defined]
    await tables.moving.act(table, ann, 4)
    await tables.moving.act(table, bob, 4)
    with pytest.raises(IllegalMove, match="Somebody has moved since"):
        await tables.moving.undo(table, ann)
    await tables.moving.act(table, ann, DONE)
    head = (await tables.moving.act(table, bob, DONE)).seq
    with pytest.raises(IllegalMove, match="showed something hidden"):
        await tables.moving.undo(table, bob)
    assert (await tables.watching.info(table)).head == head
    kinds = [frame.kind for frame in await tables.watching.feed(table)]
    assert kinds[3:6] == ["step", "undone", "step"]


@on_tables
async def test_notes_are_kept_for_their_seat_alone(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, (ann, bob) = party.table, party.secrets
    await tables.moving.note(table, ann, " 7 is <b>likely</b> ")
    with pytest.raises(TableError, match="empty"):
        await tables.moving.note(table, ann, " ")
    with pytest.raises(TableError, match="at most 500"):
        await tables.moving.note(table, ann, "x" * 501)
    assert await tables.moving.notes(table, ann) == ("7 is <b>likely</b>",)
    assert await tables.moving.notes(table, bob) == ()
    for secret in (bob, None):
        frame = (await tables.watching.feed(table, secret))[-1]
        assert (frame.kind, frame.body) == ("hidden", {})
    assert (await tables.watching.feed(table, ann))[-1].body["text"] == "7 is <b>likely</b>"


@on_tables
async def test_talk(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    table, (ann, _) = party.table, party.secrets
    await tables.moving.say(table, "hi\u202e there", secret=ann)
    await tables.moving.say(table, "good luck", name="Zoe")
    with pytest.raises(TableError):
        await tables.moving.say(table, "I am not her", name="seat 1")
    said = [frame.body for frame in await tables.watching.feed(table) if frame.kind == "said"]
    assert [(s["seat"], s["name"], s["text"]) for s in said] == [
        (0, "Seat 1", "hi there"),
        (ONLOOKER, "Zoe", "good luck"),
    ]
    await tables.seating.change_settings(table, party.host, Settings(chat=False))
    with pytest.raises(NotYet, match="switched the chat off"):
        await tables.moving.say(table, "hello?", secret=ann)


@on_tables
async def test_aids_as_the_host_allows(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2, settings=Settings(aids=("left",))))
    table, ann = party.table, party.secrets[0]
    assert (await tables.moving.aid(table, ann, "left")).words.startswith("Left: 1, 2")
    with pytest.raises(NotAllowed, match="does not allow"):
        await tables.moving.aid(table, ann, "notes")
    with pytest.raises(UnknownName):
        await tables.moving.aid(table, ann, "magic")


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
    done = await tables.moving.act_in_words(party.table, mover, line, client="m1")
    await party.play_on(random.Random(3))
    head = (await tables.watching.info(party.table)).head
    assert head > done.head == done.seq
    assert await tables.moving.act_in_words(party.table, mover, line, client="m1") == Acknowledged(
        done.seq, head, again=True
    )


@on_tables
async def test_a_bots_move_is_not_taken_back_by_whom_it_stands_in_for(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    await party.move(0, 5)
    assert (await tables.watching.snapshot(party.table, party.secrets[0])).undoable
    await tables.seating.seat_bot(party.table, party.host, 0, "slow")
    assert not (await tables.watching.snapshot(party.table, party.secrets[0])).undoable
    with pytest.raises(NotYet, match="A bot plays your seat"):
        await tables.moving.undo(party.table, party.secrets[0])


@on_tables
async def test_what_onlookers_say_leaves_room_for_players(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = await Party.at(tables, NewTable("hush", 2))
    monkeypatch.setattr("facedown.table.moving.MOST_TALK", 6)
    first = await tables.moving.say(party.table, "one", name="Eve", client="m")
    assert await tables.moving.say(party.table, "one", name="Eve", client="m") == Acknowledged(
        first.seq, first.seq, again=True
    )
    # An onlooker has no secret: another's same id is no reason to lose what they say.
    assert not (await tables.moving.say(party.table, "two", name="Mia", client="m")).again
    await tables.moving.say(party.table, "three", name="Eve")
    with pytest.raises(TableError, match="at most 3 messages"):
        await tables.moving.say(party.table, "four", name="Eve")
    for text in "abc":
        await tables.moving.say(party.table, text, secret=party.secrets[0])
    with pytest.raises(TableError, match="at most 6 messages"):
        await tables.moving.say(party.table, "d", secret=party.secrets[0])
