"""Removing finished tables on the command line: said, asked, and never without."""

from __future__ import annotations

import asyncio
import io
import random
from pathlib import Path

import pytest
from tests.table.scenes import QUICK, Party

from facedown.table.errors import NoSuchTable
from facedown.table.opening import NewTable
from facedown.table.retention import open_store
from facedown.table.tables import Tables
from facedown.terminal.main import BAD_INPUT, main


async def some_tables(url: str) -> tuple[str, str, str]:
    """One whose game is over, one on which it goes on, and one that nobody has begun."""
    async with Tables.open(url, QUICK) as tables:
        over = await Party.at(tables, NewTable("turing", 1, {"cards": "4,9,11,14"}))
        await over.play_on(random.Random(1))
        going = await Party.at(tables, NewTable("turing", 2))
        empty = await tables.create(NewTable("turing", 1))
    return over.table, going.table, empty.table


def make_older(url: str, days: int) -> None:
    store = open_store(url)
    with store.engines[0].begin() as connection:
        connection.exec_driver_sql(f"UPDATE events SET at = at - {days * 86_400_000}")  # noqa: S608
    store.close()


async def found(url: str, *names: str) -> list[bool]:
    async with Tables.open(url, QUICK) as tables:
        here = []
        for name in names:
            try:
                await tables.watching.info(name)
            except NoSuchTable:
                here.append(False)
            else:
                here.append(True)
        return here


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'store'}"


def test_finished_tables_are_kept_for_ever_unless_somebody_says_otherwise(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = asyncio.run(some_tables(url))
    db = ["--db", str(tmp_path / "store")]
    make_older(url, 40)

    def tidy(*more: str, typed: str = "") -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["tidy", *db, *more]) == 0
        return capsys.readouterr().err.splitlines()

    assert tidy("--yes") == ["Finished tables are kept for ever; --keep DAYS says for how long."]
    unfinished = "1 more as old is not finished, and stays."
    assert tidy("--keep", "41") == ["0 finished tables without an event in the last 41 days."]
    said = ["1 finished table without an event in the last 40 days.", unfinished]
    assert tidy("--keep", "40") == [*said, "Nothing was removed."], "nobody was there to ask"
    assert tidy(typed="no\n") == [*said, "Nothing was removed."], "and it is remembered"
    assert asyncio.run(found(url, *names)) == [True, True, True]
    assert tidy(typed="yes\n") == [*said, "1 table was removed."]
    assert asyncio.run(found(url, *names)) == [False, True, True]
    assert tidy("--yes")[0].startswith("0 finished tables")
    assert "for ever" in tidy("--keep", "ever")[0]


def test_what_is_no_number_of_days_is_refused(
    tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    open_with = ["--db", str(tmp_path / "store")]
    assert main(["tidy", *open_with]) == BAD_INPUT
    assert "There is no store at" in capsys.readouterr().err
    asyncio.run(found(url))
    for keep in ("0", "-1", "x", "1.5", "99999"):
        assert main(["tidy", *open_with, f"--keep={keep}", "--yes"]) == BAD_INPUT
        said = capsys.readouterr()
        assert (said.out, len(said.err.splitlines())) == ("", 1)
