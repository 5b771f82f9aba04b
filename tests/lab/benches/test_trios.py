"""The bench of tables of three does at a few tables what it does at a hundred."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from facedown.lab.benches import trios
from facedown.lab.benches.trios import boardgame_io


@pytest.mark.parametrize("pages", [False, True])
def test_all_three_see_every_move(tmp_path: Path, pages: bool) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    speed = asyncio.run(trios.ours(url, 2, 3, pages=pages))
    assert speed.rate > 0
    assert speed.cost > 0
    assert 0 < speed.seen.half <= speed.seen.most


@pytest.mark.parametrize("kept", ["memory", "file store"])
def test_so_they_do_at_boardgame_io_where_it_is_installed(kept: str) -> None:
    said: list[str] = []
    with boardgame_io(kept, said.append) as port:
        if port is None:
            assert said == [
                "boardgame.io is not installed (bin/setup bench), so it is not measured."
            ]
            pytest.skip("boardgame.io is not installed")
        speed = asyncio.run(trios.theirs(port, 2, 3))
    assert speed.rate > 0
    assert speed.cost > 0
    assert 0 < speed.seen.half <= speed.seen.most
