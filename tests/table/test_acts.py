"""Acts at a table: each is whole in its file, and a new one needs nothing beside it."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.table.scenes import Party, on_tables

from facedown import table as package
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.acting import SeatAct
from facedown.table.all_acts import ACTS, KINDS
from facedown.table.opening import NewTable
from facedown.table.state import TableEvent, TableState
from facedown.table.tables import Tables
from facedown.web.api.operations import operation_of
from facedown.web.rendering import lines_of

TEMPLATES = Path(package.__file__).parents[1] / "web" / "templates"


def test_every_kind_of_event_stands_beside_the_act_that_makes_it() -> None:
    for kind in KINDS.values():
        assert kind.__module__.startswith("facedown.table.acts."), kind
    for path, act in ACTS.items():
        assert act.path == path
        assert act.__module__.startswith("facedown.table.acts."), act


def test_every_form_of_the_tables_page_asks_for_an_act() -> None:
    asked = set()
    for template in TEMPLATES.glob("*.html"):
        text = template.read_text("utf-8")
        asked |= set(re.findall(r'action="\{\{ (?:table_)?address \}\}/([a-z]+)"', text))
    assert asked <= ACTS.keys()
    assert len(asked) > 10


def test_who_stores_an_event_is_its_act_or_what_moves_by_itself() -> None:
    """No other file of the table makes events of its own."""
    folder = Path(package.__file__).parent
    names = {kind.__name__ for kind in KINDS.values()}
    for file in folder.glob("*.py"):
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        allowed = {"bots.py": {"Step"}, "tables.py": {"BotSeated"}}.get(file.name, set())
        assert calls & names <= allowed, file.name


@pytest.fixture
def wave() -> Iterator[type[SeatAct]]:
    """A new act, written here in its place."""

    class Waved(TableEvent, kind="waved"):
        """A seat has waved."""

        seat: Seat
        at_whom: str

        def apply(self, state: TableState, at: int) -> None:
            state.said += 1

        def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
            return phrase("{who} waves at {whom}.", who=names[self.seat], whom=self.at_whom)

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Wave(SeatAct):
        """Wave at somebody."""

        path = "wave"
        at_whom: str

        def decide(self, state: TableState, seat: Seat) -> TableEvent:
            return Waved(seat, self.at_whom)

    yield Wave
    del ACTS["wave"], KINDS["waved"]


def test_a_new_act_is_done_stored_told_and_described(wave: type[SeatAct]) -> None:
    operation = operation_of(wave)
    assert (operation.path, operation.name) == ("/tables/{table}/wave", "wave")
    assert operation.summary == "Wave at somebody."

    @on_tables
    async def scene(tables: Tables) -> None:
        party = await Party.at(tables, NewTable("suspense", 2))
        act = wave.read({"at_whom": "Bob", "client": "once"})
        done = await tables.do(party.table, act, party.secrets[0])
        again = await tables.do(party.table, act, party.secrets[0])
        assert (again.seq, again.again) == (done.seq, True)
        del tables.registry.live_tables[party.table]  # read from the store again
        frames = await tables.watching.feed(party.table)
        assert frames[-1].form()["at_whom"] == "Bob"
        names = (await tables.watching.info(party.table)).names
        assert lines_of(frames, names)[-1].text == f"{names[0]} waves at Bob."

    scene()
