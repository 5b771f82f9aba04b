"""The bench of a crowd does with a few watchers what it does with hundreds."""

from __future__ import annotations

import asyncio
from pathlib import Path

from facedown.lab.benches.crowd import talked, watched
from facedown.lab.benches.web import prepare, served


def test_all_who_watch_are_sent_every_move(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    (table,) = asyncio.run(prepare(url, 1, 3))
    with served(url) as port:
        seconds, sizes, proof = asyncio.run(watched(port, table, 4, 2))
        assert asyncio.run(talked(port, table, 4, 2)) > 0
    assert len(sizes) == 4 * 2
    assert all(100 < size < 15_000 for size in sizes)
    assert seconds > 0
    assert len(proof) == 16
