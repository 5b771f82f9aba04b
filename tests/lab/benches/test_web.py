"""The bench over HTTP does on a few tables what it does on a thousand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from facedown.lab.benches.tables import climb, paced
from facedown.lab.benches.web import checksum, clients, prepare, served


def test_moves_are_sent_and_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facedown.lab.benches.tables.RUNG_SECONDS", 0.5)
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    tables = asyncio.run(prepare(url, 8, 10))
    assert {len(each.moves) for each in tables} == {10}
    said: list[str] = []

    async def measure(port: int, pages: bool) -> tuple[int, str, float]:
        async with clients(port, tables[pages::2], pages=pages) as made:
            times = await paced(made, 3, 0.2)
            assert 0 < times.half <= times.most < 20
            count, proof = sum(len(each.times) for each in made), checksum(made)
            return count, proof, await climb(made, [10], said.append)

    with served(url) as port:
        found = [asyncio.run(measure(port, pages)) for pages in (False, True)]
    assert [count for count, _, _ in found] == [12, 12]
    assert found[0][1] != found[1][1]
    assert 2 <= len(said) <= 4  # each a second time where the machine was busy
