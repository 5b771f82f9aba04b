"""Backup and restore on the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from facedown.table.acts.claim import ClaimSeat
from facedown.table.opening import NewTable
from facedown.table.tables import ServerSettings, Tables
from facedown.terminal.main import BAD_INPUT, main


async def open_a_table(file: Path) -> str:
    async with Tables.open(f"sqlite:///{file}", ServerSettings(workers=1)) as tables:
        made = await tables.create(NewTable("turing", 1))
        await tables.do(made.table, ClaimSeat())
    return made.table


async def heads(file: Path, table: str) -> int:
    async with Tables.open(f"sqlite:///{file}", ServerSettings(workers=1)) as tables:
        return (await tables.watching.info(table)).head


def test_a_store_goes_into_a_file_and_comes_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, copy, new = (tmp_path / name for name in ("store", "copy", "new"))
    table = asyncio.run(open_a_table(store))
    assert main(["backup", str(copy), "--db", str(store)]) == 0
    assert main(["restore", str(copy), "--db", str(new)]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        f"{copy} holds all tables (1) and events (2).",
        "All tables (1) and events (2) are back.",
    ]
    assert asyncio.run(heads(new, table)) == 2


def test_mistakes_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, copy = tmp_path / "store", tmp_path / "copy"
    asyncio.run(open_a_table(store))
    copy.write_text("mine")
    for command in (
        ["backup"],
        ["backup", str(copy), "--db", str(store)],
        ["backup", str(tmp_path / "x"), "--db", str(tmp_path / "none")],
        ["backup", str(tmp_path / "x"), "--db", "mysql://x/y"],
        ["restore", str(copy), "--db", str(tmp_path / "new")],
        ["restore", str(tmp_path / "none"), "--db", str(tmp_path / "new")],
    ):
        assert main(command) == BAD_INPUT
        said = capsys.readouterr()
        assert said.out == ""
        assert len(said.err.splitlines()) == 1
    assert copy.read_text() == "mine"
