"""A player for our Suspense, published by a package outside the repository."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.table.scenes import Party, on_tables, publishing

from facedown.core.registry import game_class, new_game
from facedown.core.roster import new_bot, roster_of
from facedown.lab.arena import Tournament, run
from facedown.table.bots import bot_names
from facedown.table.opening import NewTable
from facedown.table.tables import Tables

GUESTS = '''
from facedown.core import Players


class Cautious:
    """Folds as soon as it may, and otherwise plays its lowest card."""

    def act(self, view, rng):
        return view.legal[-1] if view.legal[-1] == 14 else view.legal[0]


PLAYERS = Players({"cautious": lambda game: Cautious(), "expert": lambda game: Cautious()})
'''
"""The bot ``expert`` has a name that is taken."""


@pytest.fixture
def guests(tmp_path: Path) -> Iterator[Path]:
    """Two packages of other people: one has players for Suspense, the other is broken."""
    folder, broken = tmp_path / "guests", tmp_path / "broken"
    folder.mkdir()
    (folder / "guest_players.py").write_text(GUESTS)
    with (
        publishing(folder, {}, {"suspense": "guest_players:PLAYERS"}, "guests"),
        publishing(broken, {}, {"suspense": "nowhere_to_be_found:PLAYERS"}, "broken"),
    ):
        yield folder


@pytest.mark.usefixtures("guests")
def test_a_guest_stands_behind_our_own_and_what_is_broken_is_told_of() -> None:
    roster = roster_of(game_class("suspense"))
    assert list(roster.bots) == ["beginner", "careful", "expert", "cautious"]
    assert (roster.usual, roster.strongest) == ("careful", "expert")
    assert roster.problems == (
        (
            "The players of suspense in nowhere_to_be_found:PLAYERS cannot be loaded: "
            "ModuleNotFoundError: No module named 'nowhere_to_be_found'"
        ),
        "The bot expert in guest_players:PLAYERS is left out: the name is taken.",
    )
    assert type(new_bot(new_game("suspense"), "expert")).__name__ == "SuspenseBot"
    assert "cautious" in bot_names(new_game("suspense"))
    assert "cautious" not in roster_of(game_class("turing")).bots


@pytest.mark.usefixtures("guests")
def test_a_guest_plays_in_the_arena() -> None:
    options = roster_of(game_class("suspense")).arena_options
    standings = run(Tournament("suspense", 2, {**options}, ("beginner", "cautious"), 20), workers=2)
    assert {result.line_up for result in standings.results} >= {
        ("beginner", "cautious"),
        ("cautious", "cautious"),
    }
    assert {(gain.bot, gain.instead_of) for gain in standings.gains} == {("cautious", "beginner")}


def test_a_guest_is_offered_by_the_command_line(guests: Path) -> None:
    path = os.pathsep.join([str(guests), str(guests.parent / "broken")])
    done = subprocess.run(
        [sys.executable, "-m", "facedown.terminal", "games", "suspense", "--json"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["bots"][-1] == "cautious"
    assert "nowhere_to_be_found" in done.stderr


@pytest.mark.usefixtures("guests")
def test_a_guest_sits_at_a_table() -> None:
    @on_tables
    async def scene(tables: Tables) -> None:
        asked = NewTable("suspense", 2, {"goal": 0, "dealer": 2}, {1: "cautious"}, seed="4")
        party = await Party.at(tables, asked)
        while (info := await tables.watching.info(party.table)).status != "over":
            if info.actors == (0,):
                seen = await tables.watching.snapshot(party.table, party.secrets[0])
                await party.move(0, seen.legal[0][0])
            else:
                await tables.watching.wait(party.table, info.head, 20)
        made = [
            (frame.form()["by"], frame.form()["instead"])
            for frame in await tables.watching.feed(party.table)
            if frame.kind == "step" and frame.form()["seat"] == 1
        ]
        assert made
        assert set(made) == {("bot:cautious", "")}

    scene()
