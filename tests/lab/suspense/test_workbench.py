"""The workbench for Suspense: what it tells of rounds and cards is true of the games."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import html5lib
import pytest

from facedown.core.codec import from_json
from facedown.core.play import play_bots
from facedown.core.registry import new_game
from facedown.core.roster import new_bot
from facedown.games.suspense.cards import NAMES
from facedown.games.suspense.studio.card_table import CARD_TABLE
from facedown.games.suspense.view import SuspenseView
from facedown.lab.matches import Rules
from facedown.lab.records import Records
from facedown.lab.suspense.workbench import WORKBENCH, SuspenseRecord, card_uses, play_game
from facedown.lab.workbench import report
from facedown.lab.workbench.plan import Findings, Plan, rules_from, run
from facedown.terminal.main import main

GAMES = 20
PLAN = Plan(
    WORKBENCH,
    (rules_from(WORKBENCH, "usual"), Rules("hot", {"table": CARD_TABLE})),
    ("beginner", "careful"),
    GAMES,
    seats=3,
    mixed=True,
)


@pytest.fixture(scope="module")
def records() -> Records:
    return Records()


@pytest.fixture(scope="module")
def findings(records: Records) -> Findings:
    return run(PLAN, records)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_record_tells_what_the_sheets_of_the_game_tell(seats: int) -> None:
    game = new_game("suspense", seats, goal=20)
    bots = [new_bot(game, "careful")] * seats
    record = play_game(game, bots, "4/1")
    view = play_bots(game, bots, "4/1").view(0)
    assert isinstance(view, SuspenseView)
    assert view.outcome is not None
    assert (record.points, record.winners) == (view.outcome.points, view.outcome.winners)
    for kept, sheet in zip(record.rounds, view.sheets, strict=True):
        assert (kept.dealer, NAMES[kept.secret], kept.turns) == (
            sheet.dealer,
            sheet.secret,
            len(sheet.turns),
        )
        assert kept.ending == sheet.cause
        assert kept.points == tuple(line.points for line in sheet.lines)
        assert kept.won == any(line.why == "won" for line in sheet.lines)
        assert kept.given_up == sum(line.why == "folded-a-win" for line in sheet.lines)
        for seat, line in enumerate(sheet.lines):
            assert bool(kept.folds >> seat & 1) == line.folded
            cards = {name for at, name in enumerate(NAMES) if kept.held[seat] >> at & 1}
            assert cards == {*line.hand, *line.played}
            assert kept.played[seat].bit_count() == len(line.played)


def test_what_a_card_is_worth_is_told_of_its_holders(findings: Findings, records: Records) -> None:
    kept = records.of(PLAN.series(PLAN.rules[1], "careful"))
    games = [from_json(SuspenseRecord, kept[number]) for number in range(GAMES)]
    group = findings.groups[-1]
    assert (group.rules, group.players) == ("hot", "careful")
    assert group.cards == tuple(card_uses(PLAN.game(PLAN.rules[1]), games))
    rounds = [one for game in games for one in game.rounds]
    assert [use.card for use in group.cards] == [*NAMES]
    for card, use in enumerate(group.cards):
        over, played = [], []
        for one in rounds:
            for seat, held in enumerate(one.held):
                if held >> card & 1:
                    others = sum(one.points) - one.points[seat]
                    over.append(one.points[seat] - others / 2)
                    played.append(one.played[seat] >> card & 1)
        lying = [one for one in rounds if one.secret == card]
        assert len(over) + len(lying) == len(rounds)
        assert use.worth is not None
        assert use.worth.mean == pytest.approx(sum(over) / len(over))
        for key, values in (
            ("played", played),
            ("met", [one.won for one in lying]),
            ("given", [sum(one.points) for one in lying]),
        ):
            found = use.uses[key]
            if len(values) > 1:
                assert found is not None
                assert found.mean == pytest.approx(sum(values) / len(values))


def test_measures_and_differences_are_those_of_the_records(
    findings: Findings, records: Records
) -> None:
    lengths = []
    for rules in PLAN.rules:
        kept = records.of(PLAN.series(rules, "careful"))
        lengths.append([len(kept[number]["rounds"]) for number in range(GAMES)])
    (more,) = (one for one in findings.differences[1].found if one.name == "rounds")
    pairs = zip(lengths[1], lengths[0], strict=True)
    assert more.found.mean == pytest.approx(sum(a - b for a, b in pairs) / GAMES)
    shares = {
        one.name: one.found.mean
        for one in findings.groups[2].found
        if one.name.startswith("ending ")
    }
    assert sum(shares.values()) == pytest.approx(1)
    assert [skill.player for skill in findings.skills] == ["careful", "careful"]


def test_the_report_tells_the_card_table_and_every_card(findings: Findings) -> None:
    page = report.page(findings, "facedown lab suspense")
    html5lib.HTMLParser(strict=True).parse(page)
    assert "<title>Suspense: usual and hot</title>" in page
    assert "Hot hands, by Ann, CC BY 4.0; other cards: white 6, black 1, the red" in page
    assert "Rounds of a game" in page
    rows = list(csv.DictReader(io.StringIO(report.cards_csv(findings))))
    assert {row["card"] for row in rows} == {*NAMES}
    assert all(row["worth"] for row in rows)


def test_the_command_compares_a_file_with_the_usual_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "hot.toml"
    mine.write_text(CARD_TABLE, "utf-8")
    words = ["lab", "suspense", "--rules", "usual", "--rules", f"{mine},limit=18"]
    words += ["--games", "10", "--players", "beginner", "--workers", "1"]
    assert main([*words, "--out", str(tmp_path / "out"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [group["rules"] for group in found["groups"]] == ["usual", "hot,limit=18"]
    assert found["game"] == "suspense"
    assert found["rules"]["hot,limit=18"] == {"table": CARD_TABLE.strip(), "limit": 18}
    assert (tmp_path / "out" / "report.html").is_file()
    mine.write_text('[cards]\nB1 = { condition = "most fun" }', "utf-8")
    for wrong, sentence in (
        ([str(mine)], "hot: Line 2: card B1: 'most fun' is not a victory condition"),
        (["none"], "There is no card table 'none': usual comes along, and other rules are files"),
        (["usual,table=x"], "Rules are a file and options such as limit=18, not 'table=x'."),
    ):
        assert main(["lab", "suspense", "--rules", *wrong]) == 2
        assert sentence in capsys.readouterr().err
