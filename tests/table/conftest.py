"""Stores to test on: SQLite files, and a PostgreSQL server of the tests' own."""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import LiteralString

import pytest
from psycopg.sql import SQL, Composed, Identifier
from tests.table.scenes import publishing

from facedown.table.postgres import private_server


def sql(text: LiteralString, name: str) -> Composed:
    """A statement with the name of a database in it."""
    return SQL(text).format(Identifier(name))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of the server's first database."""
    # Where it is missing these tests fail: `bin/setup dev` installs it where it can.
    with private_server() as url:
        yield url


@pytest.fixture
def postgres_url(postgres: str) -> Iterator[str]:
    """The address of a new, empty database."""
    import psycopg

    name = f"t{secrets.token_hex(6)}"
    address = postgres.replace("+psycopg", "")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql("CREATE DATABASE {}", name))
    yield postgres.replace("/postgres?", f"/{name}?")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(sql("DROP DATABASE {} WITH (FORCE)", name))


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of a new file."""
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest) -> str:
    """The address of a new store, of each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def pass_seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Adding a number to this list lets so many seconds pass for the tables."""
    passed: list[float] = []

    def later(real: Callable[[], int]) -> Callable[[], int]:
        return lambda: real() + round(1e9 * sum(passed))

    for clock in (time.time_ns, time.monotonic_ns):
        monkeypatch.setattr(time, clock.__name__, later(clock))
    return passed


@pytest.fixture
def published(tmp_path: Path) -> Iterator[None]:
    """The toy games ``hush`` and ``rough``, found by every process like anybody's package."""
    folder = tmp_path / "published"
    folder.mkdir()
    # Under names of their own: anybody may have installed a package called tests.
    tests = Path(__file__).parents[1]
    shutil.copy(tests / "terminal" / "toy.py", folder / "hush_toy.py")
    rough = (tests / "table" / "toys.py").read_text(encoding="utf-8")
    (folder / "rough_toy.py").write_text(
        rough.replace("tests.terminal.toy", "hush_toy").replace(
            "from tests.terminal import toy", "import hush_toy as toy"
        )
    )
    games = {"hush": "hush_toy:Hush", "rough": "rough_toy:Rough"}
    players = {"hush": "hush_toy:PLAYERS", "rough": "rough_toy:PLAYERS"}
    with publishing(folder, games, players):
        yield
