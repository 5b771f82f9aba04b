"""Moves typed at a table: read whole, kept in their normal form, or refused with what was meant."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.table.scenes import Party, on_tables
from tests.toys.skirmish import Shout, Skirmish

from facedown.core.errors import MalformedMove
from facedown.core.registry import override_game
from facedown.core.typed import LONGEST_LINE
from facedown.table.acts.play import MakeMove, play
from facedown.table.opening import NewTable
from facedown.table.tables import Tables


@pytest.fixture(autouse=True)
def _skirmish() -> Iterator[None]:
    with override_game(Skirmish):
        yield


@on_tables
async def test_a_long_line_is_played_whole_or_refused(tables: Tables) -> None:
    """A line of 512 characters was cut to 500 and played."""
    party = await Party.at(tables, NewTable("skirmish", 2))
    for length in (512, LONGEST_LINE):
        words = "a" * (length - len("shout "))
        seat = (await tables.watching.info(party.table)).actors[0]
        await tables.do(party.table, MakeMove(line=f"shout {words}"), party.secrets[seat])
        view = (await tables.watching.snapshot(party.table)).seen()
        assert view.shouts[-1] == words  # type: ignore[attr-defined]
    head = (await tables.watching.info(party.table)).head
    with pytest.raises(MalformedMove, match="at most 2000 characters; that one has 2001"):
        await tables.do(party.table, MakeMove(line="x" * (LONGEST_LINE + 1)), party.secrets[0])
    assert (await tables.watching.info(party.table)).head == head


@on_tables
async def test_records_are_kept_in_their_normal_form(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("skirmish", 2))
    await party.move(0, Shout("  HOLD   Fast"))
    await tables.do(party.table, play({"move": "shout", "words": "YIELD "}), party.secrets[1])
    view = (await tables.watching.snapshot(party.table)).seen()
    assert view.shouts == ("hold fast", "yield")  # type: ignore[attr-defined]
    with pytest.raises(MalformedMove, match="at least one word"):
        await party.move(0, Shout(" "))
