"""The strength table: every line-up of weaker bots, measured on the same rounds."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from importlib import resources
from itertools import product
from operator import itemgetter
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from facedown.games.suspense import Suspense
from facedown.lab.estimate import estimate
from facedown.lab.suspense.match_up import PLACES, all_processors, gains, play_rounds, players_told
from facedown.players.suspense.bots import BOTS
from facedown.players.suspense.network_kernels import shipped_nets
from facedown.players.suspense.tables import tables_of
from facedown.terminal.main import main

TABLES = tables_of(Suspense().setting)


def line_ups() -> list[tuple[str, str, int, tuple[str, ...]]]:
    """Every row of the table: bot, weaker one, place, the others."""
    return [
        (bot, weaker, place, others)
        for bot, weaker, weak in (
            ("careful", "beginner", ("beginner",)),
            ("expert", "careful", ("beginner", "careful")),
        )
        for place in range(3)
        for others in product(weak, repeat=2)
    ]


def test_every_bot_is_measured_in_every_place_among_every_mix_of_weaker_ones() -> None:
    told: list[str] = []
    with all_processors() as pool:
        found = list(gains(TABLES, shipped_nets(), 30, 1, pool, told.append))
    assert [(g.bot, g.instead_of, g.seat, *g.mixes) for g in found] == line_ups()
    assert len(told) == len(set(told)) == 20  # no line-up is played twice
    one = found[8]
    assert (one.seat, one.mixes) == (1, (("beginner", "careful"),))
    ours, theirs = (
        play_rounds(["beginner", bot, "careful"], TABLES, 30, 1, shipped_nets())[:, 1]
        for bot in ("expert", "careful")
    )
    assert one.points == estimate(ours)
    assert one.gain == estimate(ours - theirs)


def test_an_interrupt_drops_what_was_not_begun() -> None:
    parts = []
    with suppress(KeyboardInterrupt), all_processors() as pool:
        parts += [pool.submit(sleep, 0.01) for _ in range(5000)]
        raise KeyboardInterrupt
    assert sum(part.cancelled() for part in parts) > 4000


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strength", "suspense", "--rounds", "2", "--json"]) == 0
    table = json.loads(capsys.readouterr().out)
    assert (table["rounds"], table["seed"]) == (2, 1)
    assert [(row["bot"], row["place"], row["others"]) for row in table["gains"]] == [
        (bot, PLACES[place], list(others)) for bot, _, place, others in line_ups()
    ]


def about() -> dict[str, Any]:
    """What is told beside the shipped networks."""
    data = resources.files("facedown.players.suspense").joinpath("data")
    told: dict[str, Any] = json.loads(data.joinpath("expert.bin.json").read_text("utf-8"))
    return told


def test_each_shipped_bot_was_measured_to_be_stronger_than_the_last_everywhere() -> None:
    """On at least 20,000 rounds, outside the intervals."""
    table = about()["strength"]
    assert table["rounds"] >= 20_000
    assert table["players"] == players_told(shipped_nets())
    rows = table["gains"]
    assert [
        (row["bot"], row["instead_of"], PLACES.index(row["place"]), tuple(row["others"]))
        for row in rows
    ] == line_ups()
    assert all(row["gain"] > row["error"] > 0 for row in rows)


def test_it_was_measured_how_exploitable_each_shipped_bot_is() -> None:
    found = about()["exploitability"]
    assert {each["bot"] for each in found} >= set(BOTS)
    for each in found:
        assert each["players"] == players_told(shipped_nets())
        challengers = {reply["challenger"] for reply in each["replies"]}
        assert challengers >= {"trained reply", "searched reply"}
        assert len(each["replies"]) == 3 * len(challengers)


def test_the_figures_tell_what_was_measured() -> None:
    """In one row per bot: the smallest gain over the next weaker one, the best challenger's."""
    figures = Path(__file__).parents[3].joinpath("docs", "figures.md").read_text("utf-8")

    def cells(rows: list[dict[str, Any]], choose: Callable[..., dict[str, Any]]) -> str:
        chosen = [
            choose((row for row in rows if row["place"] == place), key=itemgetter("gain"))
            for place in PLACES
        ]
        return " | ".join(f"{row['gain']:+.3f} ± {row['error']:.3f}" for row in chosen)

    for bot, weaker in (("careful", "beginner"), ("expert", "careful")):
        rows = [row for row in about()["strength"]["gains"] if row["bot"] == bot]
        assert f"| {bot} over {weaker}, at least | `strength` | {cells(rows, min)} |" in figures
    for each in about()["exploitability"]:
        row = f"| `exploit --bot {each['bot']}` | {cells(each['replies'], max)} |"
        assert row in figures
