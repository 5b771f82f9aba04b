"""Backup: proven by restoring it and playing on."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from tests.table.scenes import QUICK, Party

from facedown.table.backup import Copied, backup, restore
from facedown.table.errors import StoreError
from facedown.table.opening import NewTable
from facedown.table.tables import Tables


async def some_games(url: str, copy: Path) -> tuple[Party, list[list[str]]]:
    """Games under way, backed up while the server runs; and what each seat had seen."""
    async with Tables.open(url, QUICK) as tables:
        tables.store.site_value("key", lambda: "kept")
        party = await Party.at(tables, NewTable("suspense", 2))
        await party.play_on(random.Random(1), 5)
        for _ in range(3):
            other = await Party.at(tables, NewTable("turing", 2))
            await other.play_on(random.Random(2), 3)
        events = sum(live.state.head for live in tables.registry.live_tables.values())
        copied = await asyncio.to_thread(backup, url, copy)
        assert copied == Copied(4, events)
        seen = [await feed(tables, party.table, secret) for secret in party.secrets]
    return party, seen


async def feed(tables: Tables, table: str, secret: str) -> list[str]:
    return [repr(frame.form()) for frame in await tables.watching.feed(table, secret)]


async def go_on(url: str, party: Party, seen: list[list[str]]) -> None:
    async with Tables.open(url, QUICK) as tables:
        assert tables.store.site_value("key", lambda: "new") == "kept"
        party.tables = tables
        assert [await feed(tables, party.table, s) for s in party.secrets] == seen
        await party.play_on(random.Random(3))
        assert (await tables.watching.info(party.table)).status == "over"


def test_a_backup_is_restored_and_played_on(store_url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    party, seen = asyncio.run(some_games(store_url, copy))
    assert sorted(p.name for p in tmp_path.glob("copy*")) == ["copy.sqlite"]  # one file
    restored = f"sqlite:///{tmp_path / 'new' / 'restored.sqlite'}"
    assert restore(copy, restored).tables == 4
    asyncio.run(go_on(restored, party, seen))
    asyncio.run(go_on(f"sqlite:///{copy}", party, seen))  # or served as it is


def test_a_long_restore_tells_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facedown.table.backup._TOLD", 2)
    copy, told = tmp_path / "copy.sqlite", list[str]()
    asyncio.run(some_games(f"sqlite:///{tmp_path / 'store'}", copy))
    restore(copy, f"sqlite:///{tmp_path / 'new'}", told.append)
    assert told == ["2 of 4 tables are read."]


def test_stores_and_backups_are_for_their_owner_only(tmp_path: Path) -> None:
    # The seeds of games that go on stand in them.
    copy, restored = tmp_path / "copy.sqlite", tmp_path / "restored.sqlite"
    store = tmp_path / "tables.sqlite"
    asyncio.run(some_games(f"sqlite:///{store}", copy))
    restore(copy, f"sqlite:///{restored}")
    for file in (store, copy, restored):
        assert file.stat().st_mode & 0o077 == 0, file


def test_a_backup_goes_into_postgres_too(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    party, seen = asyncio.run(some_games(sqlite_url, copy))
    assert restore(copy, postgres_url).tables == 4
    asyncio.run(go_on(postgres_url, party, seen))


def test_nothing_is_overwritten(store_url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    asyncio.run(some_games(store_url, copy))
    before = copy.read_bytes()
    with pytest.raises(StoreError, match="exists already"):
        backup(store_url, copy)
    with pytest.raises(StoreError, match="has tables already"):
        restore(copy, store_url)
    assert copy.read_bytes() == before


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no store at"):
        backup(f"sqlite:///{tmp_path / 'none'}", tmp_path / "copy")
    with pytest.raises(StoreError, match="no backup at"):
        restore(tmp_path / "none", f"sqlite:///{tmp_path / 'new'}")
    (tmp_path / "junk").write_text("This is no database, as anybody can see. " * 50)
    with pytest.raises(StoreError, match="could not be restored"):
        restore(tmp_path / "junk", f"sqlite:///{tmp_path / 'new'}")
    with pytest.raises(StoreError, match="could not be made"):
        backup(f"sqlite:///{tmp_path / 'junk'}", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    (tmp_path / "empty").touch()
    with pytest.raises(StoreError, match=r"empty holds no tables of Facedown\.$"):
        backup(f"sqlite:///{tmp_path / 'empty'}", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    with pytest.raises(StoreError, match=r"empty holds no tables of Facedown\.$"):
        restore(tmp_path / "empty", f"sqlite:///{tmp_path / 'new'}")
