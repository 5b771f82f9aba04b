"""Stores and backups that older versions made (``tests/kept``) are opened and played on."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.table.scenes import QUICK
from tests.testing.glimpse import Glimpse

from facedown.core.seats import ONLOOKER, OPEN
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.leave import Leave
from facedown.table.acts.note import KeepNote
from facedown.table.acts.play import play
from facedown.table.acts.practice import Practice
from facedown.table.acts.say import Said
from facedown.table.acts.seat_bot import SeatBot
from facedown.table.acts.undo import Undo
from facedown.table.all_acts import KINDS
from facedown.table.backup import backup, restore
from facedown.table.errors import NoSuchTable, NotPlayedOn
from facedown.table.retention import old_tables
from facedown.table.state import Played, TableEvent, event_from_json, event_to_json
from facedown.table.tables import Tables
from facedown.terminal.main import main

KEPT = Path(__file__).parents[1] / "kept"
VERSIONS = sorted(path.parent.name for path in KEPT.glob("*/tables.json"))
EACH = pytest.mark.parametrize("version", VERSIONS)


def unpacked(version: str, name: str, folder: Path) -> Path:
    file = folder / name
    file.write_bytes(gzip.decompress((KEPT / version / f"{name}.gz").read_bytes()))
    return file


def known(version: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((KEPT / version / "tables.json").read_text())
    return found


async def look_at_all(url: str, version: str) -> None:
    """Every table stands as it stood, to each of its people and to onlookers."""
    async with Tables.open(url, QUICK) as tables:
        for each in known(version):
            await look_at(tables, each)


async def look_at(tables: Tables, each: dict[str, Any]) -> None:
    name = each["table"]
    info = await tables.watching.info(name)
    # Bots may have gone on meanwhile, at a table that is looked at.
    assert (info.game, info.stopped) == (each["game"], "")
    assert info.moves >= each["moves"]
    if each["status"] == "over":
        assert info.outcome is not None
        assert list(info.outcome.points) == each["outcome"]["points"]
        assert list(info.outcome.winners) == each["outcome"]["winners"]
        await look_back(tables, each)
    for seat, secret in each["secrets"].items():
        shot = await tables.watching.snapshot(name, secret)
        assert (shot.viewer, shot.seen().seat) == (int(seat), int(seat))
        assert [frame.seq for frame in shot.frames] == list(range(1, shot.info.head + 1))


async def look_back(tables: Tables, each: dict[str, Any]) -> None:
    name = each["table"]
    log = await tables.replays.log(name, each["secrets"].get("0"))
    assert sum(entry.move is not None for entry in log.entries) == each["moves"]
    for viewer in (0, ONLOOKER, OPEN):
        for turn in (0, each["moves"] // 2, each["moves"]):
            assert (await tables.replays.replay(name, viewer, turn)).turn == turn
    found = await tables.replays.shuffle(name)
    assert found.first_mismatch is None
    assert found.fingerprint == (await tables.watching.info(name)).commitment


@EACH
def test_an_older_store_is_served(version: str, tmp_path: Path) -> None:
    store = unpacked(version, "store.sqlite", tmp_path)
    asyncio.run(look_at_all(f"sqlite:///{store}", version))


@EACH
def test_an_older_backup_is_restored_into_either_kind_of_store(
    version: str, store_url: str, tmp_path: Path
) -> None:
    copied = restore(unpacked(version, "backup.sqlite", tmp_path), store_url)
    assert (copied.tables, copied.not_played) == (len(known(version)), ())
    asyncio.run(look_at_all(store_url, version))


@EACH
def test_an_older_game_is_played_to_its_end_and_again(version: str, tmp_path: Path) -> None:
    """A game that went on goes on; at a game that was over people play again, and practise."""
    store = unpacked(version, "store.sqlite", tmp_path)
    asyncio.run(play_on(f"sqlite:///{store}", version))


async def play_on(url: str, version: str) -> None:
    rng = random.Random(version)
    async with Tables.open(url, QUICK) as tables:
        for each in known(version):
            secrets = {int(seat): secret for seat, secret in each["secrets"].items()}
            if each["status"] == "playing" and secrets and each["game"] in ("suspense", "turing"):
                await to_the_end(tables, each, secrets, rng)
            if each["status"] == "over":
                asked = Practice(seat=0, turn=2, bot="beginner")
                made = await tables.do(each["table"], asked)
                await tables.do(made.table, ClaimSeat(seat=0))
                assert (await tables.watching.info(made.table)).status == "playing"


async def to_the_end(
    tables: Tables, each: dict[str, Any], secrets: dict[int, str], rng: random.Random
) -> None:
    table = each["table"]
    for seat in (await tables.watching.info(table)).seats:
        if seat.away and seat.player == "human":
            await tables.do(table, SeatBot(seat=seat.seat, bot="beginner"), each["host"])
    while (info := await tables.watching.info(table)).status != "over":
        mine = [seat for seat in info.actors if info.seats[seat].player == "human"]
        if not mine:
            await tables.watching.wait(table, info.head, 30)
            continue
        shot = await tables.watching.snapshot(table, secrets[mine[0]])
        await tables.do(table, play(rng.choice(shot.legal)[0]), secrets[mine[0]])
    assert (await tables.replays.shuffle(table)).first_mismatch is None


# Tables that this program cannot play on, made of those above


def changed(store: Path, table: str, seq: int, old: str, new: str) -> None:
    """Writes something else into a stored event, or with ``seq`` 0 into what is played there."""
    with closing(sqlite3.connect(store)) as connection, connection:
        where, about = "events", (table, seq)
        query = "SELECT body FROM events WHERE table_name = ? AND seq = ?"
        update = "UPDATE events SET body = ? WHERE table_name = ? AND seq = ?"
        if not seq:
            where, about = "tables", (table, 0)
            query = "SELECT spec FROM tables WHERE name = ? AND 0 = ?"
            update = "UPDATE tables SET spec = ? WHERE name = ? AND 0 = ?"
        (body,) = connection.execute(query, about).fetchone()
        assert old in body, (where, body)
        connection.execute(update, (body.replace(old, new), *about))


def one_of(game: str, status: str) -> dict[str, Any]:
    return next(
        each
        for each in known("539482d")
        if (each["game"], each["status"]) == (game, status) and each["secrets"]
    )


def steps_of(store: Path, table: str) -> list[int]:
    with closing(sqlite3.connect(store)) as connection:
        rows = connection.execute(
            "SELECT seq, body FROM events WHERE table_name = ? ORDER BY seq", (table,)
        )
        return [seq for seq, body in rows.fetchall() if json.loads(body)["event"] == "step"]


STOPPED = (
    "This table is of another version of Facedown, with rules version {rules} of {title}. It is "
    "shown as far as this version can read it, and nobody can play on."
)


def test_a_table_is_shown_as_far_as_it_can_be_read(tmp_path: Path) -> None:
    store = unpacked("539482d", "store.sqlite", tmp_path)
    each = one_of("solid", "playing")
    third = steps_of(store, each["table"])[2]
    changed(store, each["table"], third, '"move":"', '"move":"once ')
    asyncio.run(shown(f"sqlite:///{store}", each, third))


async def shown(url: str, each: dict[str, Any], third: int) -> None:
    name, secret = each["table"], each["secrets"]["0"]
    async with Tables.open(url, QUICK) as tables:
        info = await tables.watching.info(name)
        assert info.stopped == STOPPED.format(rules=1, title="Solid")
        assert (info.status, info.actors, info.outcome) == ("playing", (), None)
        assert 0 < info.moves < each["moves"]
        shot = await tables.watching.snapshot(name, secret)
        assert shot.seen().seat == 0
        assert (shot.legal, bool(shot.choices), shot.undoable) == ((), False, False)
        # What follows has its number, and nothing is told of it; talk and seats are read on.
        assert [frame.seq for frame in shot.frames] == list(range(1, shot.info.head + 1))
        after = {frame.kind for frame in shot.frames if frame.seq >= third}
        assert after <= {"hidden", "said", "resigned"}
        assert "resigned" in after
        for act in (
            lambda: tables.do(name, play(0), secret),
            lambda: tables.do(name, Undo(), secret),
            lambda: tables.do(name, KeepNote(text="mine"), secret),
            lambda: tables.do(name, Leave(), secret),
            lambda: tables.replays.log(name, secret),
        ):
            with pytest.raises(NotPlayedOn, match="nobody can play on"):
                await act()
        assert (await tables.watching.info(name)).head == info.head
        assert (await tables.replays.replay(name, 0, None, secret)).turn == info.moves


@pytest.mark.parametrize("status", ["playing", "over"])
def test_a_table_of_rules_that_are_not_played_shows_who_sat_there(
    status: str, tmp_path: Path
) -> None:
    store = unpacked("539482d", "store.sqlite", tmp_path)
    each = one_of("suspense", status)
    changed(store, each["table"], 0, '"rules":2', '"rules":9')

    async def look(tables: Tables) -> None:
        shot = await tables.watching.snapshot(each["table"], each["secrets"]["0"])
        assert shot.info.stopped == STOPPED.format(rules=9, title="Suspense")
        assert (shot.view, shot.legal, shot.events, shot.notes) == (None, (), (), ())
        assert shot.info.seats[0].name == "Ada"
        told = [frame.form().get("text") for frame in shot.frames if frame.kind == "said"]
        assert told == ["Good luck!"]
        with pytest.raises(NotPlayedOn):
            await tables.replays.replay(each["table"], 0)
        with pytest.raises(NoSuchTable):
            await tables.watching.info("nosuchtable")

    asyncio.run(with_tables(f"sqlite:///{store}", look))


async def with_tables(url: str, look: Callable[[Tables], Awaitable[None]]) -> None:
    async with Tables.open(url, QUICK) as tables:
        await look(tables)


def test_a_table_that_cannot_be_set_up_says_why(tmp_path: Path) -> None:
    store = unpacked("539482d", "store.sqlite", tmp_path)
    suspense, turing = one_of("suspense", "over"), one_of("turing", "over")
    changed(store, suspense["table"], 0, '"game":"suspense"', '"game":"whist"')
    changed(store, turing["table"], 0, '"seed":', '"grain":')

    async def look(tables: Tables) -> None:
        with pytest.raises(NotPlayedOn, match="There is no game called 'whist'"):
            await tables.watching.info(suspense["table"])
        with pytest.raises(NotPlayedOn, match="made by another version of Facedown"):
            await tables.watching.info(turing["table"])

    asyncio.run(with_tables(f"sqlite:///{store}", look))


def test_restore_says_table_by_table_what_cannot_be_played_on(
    store_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = unpacked("539482d", "backup.sqlite", tmp_path)
    solid, turing = one_of("solid", "playing"), one_of("turing", "over")
    changed(copy, solid["table"], steps_of(copy, solid["table"])[0], '"move":"', '"move":"once ')
    changed(copy, turing["table"], 0, '"game":"turing"', '"game":"whist"')
    assert main(["restore", str(copy), "--db", store_url]) == 1
    said = capsys.readouterr()
    first, *rest = " ".join(said.err.split()).split(": ", 1)
    tables = len(known("539482d"))
    assert first.startswith(f"All tables ({tables}) and events (")
    assert first.endswith("but 2 of these tables cannot be played on by this version")
    assert f"{solid['table']}: This table is of another version of Facedown" in rest[0]
    assert f"{turing['table']}: This table cannot be opened here" in rest[0]
    # They are there, and every other table is whole.
    copied = backup(store_url, tmp_path / "again.sqlite")
    assert copied.tables == tables


def test_what_cannot_be_played_on_is_never_taken_for_old_and_over(tmp_path: Path) -> None:
    store = unpacked("539482d", "store.sqlite", tmp_path)
    suspense = one_of("suspense", "over")
    changed(store, suspense["table"], 0, '"rules":2', '"rules":9')
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE events SET at = 1")

    async def look(tables: Tables) -> None:
        old = await old_tables(tables.store, 1)
        over = {each["table"] for each in known("539482d") if each["status"] == "over"}
        assert over - set(old.names) == {suspense["table"]}
        assert old.unreadable == 1

    asyncio.run(with_tables(f"sqlite:///{store}", look))


def test_an_event_with_another_name_today_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("spoken", "turn"):  # which the classes take in, and nobody else is to know
        monkeypatch.setitem(KINDS, kind, TableEvent)

    class Spoken(
        TableEvent,
        kind="spoken",
        former=("said",),
        former_parts={"name": "who", "text": "words"},
    ):
        seat: int
        who: str
        words: str

    class Turn(Played, kind="turn", former=("step",), former_parts={"seat": "mover"}):
        mover: int

    said = event_to_json(Said(0, "Ada", "Hello"))
    step = {"event": "step", "moves": [], "seat": 1}
    for old in ("said", "step"):
        monkeypatch.delitem(KINDS, old)
    assert event_from_json(Glimpse(), said) == Spoken(0, "Ada", "Hello")
    assert event_from_json(Glimpse(), step) == Turn((), 1)
