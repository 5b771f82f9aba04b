"""The designer's workbench: equal wherever it is played, resumed by game, and true of the games."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import html5lib
import pytest

from facedown.core.errors import BadOption, FacedownError
from facedown.core.log import draw
from facedown.core.registry import new_game
from facedown.core.roster import new_bot
from facedown.core.seats import NATURE
from facedown.games.solid.game import Solid
from facedown.games.solid.moves import Protect
from facedown.games.solid.rules import SolidState
from facedown.games.solid.studio.card_list import SMALL_LIST
from facedown.lab.matches import Rules
from facedown.lab.records import Records
from facedown.lab.solid.workbench import WORKBENCH, SolidRecord, play_game
from facedown.lab.workbench import report
from facedown.lab.workbench.findings import won
from facedown.lab.workbench.plan import Findings, Plan, rules_from, run
from facedown.terminal.main import main

GAMES = 10
PLAN = Plan(
    WORKBENCH,
    (
        Rules("small", {"cards": SMALL_LIST}),
        Rules("two plays", {"cards": SMALL_LIST.replace("hand = 3", "hand = 3\nplays = 2")}),
    ),
    ("beginner", "greedy"),
    GAMES,
)


@pytest.fixture(scope="module")
def findings() -> Findings:
    return run(PLAN)


def test_two_workers_find_what_one_finds(findings: Findings) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert run(PLAN, executor=executor) == findings


def test_another_seed_plays_other_games(findings: Findings) -> None:
    other = Plan(WORKBENCH, PLAN.rules, PLAN.players, GAMES, seed=1)
    assert run(other).checksum != findings.checksum


def test_an_interrupted_run_goes_on(
    findings: Findings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    run(Plan(WORKBENCH, PLAN.rules[:1], PLAN.players[:1], GAMES), Records(path))
    with path.open("ab") as file:
        file.write(b'{"series":"1234","number":3,"rec')  # as the power fails
    before = path.read_bytes()
    told: list[str] = []
    assert run(PLAN, Records(path), progress=told.append) == findings
    assert told[0] == f"{GAMES} of {4 * GAMES} games have been played before."
    assert path.read_bytes().startswith(before.rpartition(b"\n")[0] + b"\n")
    again: list[str] = []
    assert run(PLAN, Records(path), progress=again.append) == findings
    assert again == [f"{4 * GAMES} of {4 * GAMES} games have been played before."]


def test_mixed_players_show_what_skill_is_worth(tmp_path: Path) -> None:
    plan = Plan(WORKBENCH, PLAN.rules, ("beginner", "greedy"), GAMES, mixed=True)
    found = run(plan)
    assert found.groups == run(PLAN).groups  # games among equals stay what they are
    first, other = found.skills
    assert (first.rules, first.player, first.against) == ("small", "greedy", "beginner")
    assert first.more is None
    assert first.won.found.mean > 0.5
    assert other.more is not None
    assert other.more.found.mean == pytest.approx(other.won.found.mean - first.won.found.mean)
    html = report.page(found, "the command")
    assert "What skill is worth" in html
    assert first.won.words in html
    assert "What skill is worth" not in report.page(run(PLAN), "the command")
    rows = list(csv.DictReader(io.StringIO(report.measures_csv(found))))
    told = [row for row in rows if row["players"] == "greedy among beginner"]
    assert [(row["rules"], row["than"]) for row in told] == [
        ("small", ""),
        ("two plays", ""),
        ("two plays", "small"),
    ]
    assert "small: greedy among beginner wins" in report.text(found)
    with pytest.raises(BadOption, match="two levels"):
        Plan(WORKBENCH, PLAN.rules, ("greedy",), GAMES, mixed=True)


def test_a_run_does_not_go_on_with_games_of_other_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    plan = Plan(WORKBENCH, PLAN.rules[:1], PLAN.players[:1], GAMES)
    run(plan, Records(path))
    played = path.read_text("utf-8")
    code = json.loads(played.splitlines()[1])["code"]
    path.write_text(played.replace(code, "0" * len(code)), "utf-8")
    before = path.read_bytes()
    with pytest.raises(BadOption, match="games of beginner as they played before"):
        run(plan, Records(path))
    assert path.read_bytes() == before
    run(
        Plan(WORKBENCH, PLAN.rules[:1], PLAN.players[1:], GAMES), Records(path)
    )  # others can be added


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("nothing\n", "line 1: this is no file of records of games."),
        ('{"facedown_records":1}\n{"series":"x","number":1,"record":{}}\n', "line 2"),
        ('{"facedown_records":1}\n[]\n', "line 2"),
    ],
)
def test_a_file_of_something_else_is_left_alone(
    content: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(content, "utf-8")
    with pytest.raises(BadOption, match=sentence):
        Records(path)
    assert path.read_text("utf-8") == content


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    path, series = tmp_path / "games.jsonl", PLAN.series(PLAN.rules[0], "greedy")
    path.touch()
    Records(path).add(series, [0], [{}])
    assert Records(path).missing(series, 2) == [1]


def _otherwise(game: Solid, names: list[str], seed: str, number: int | None) -> SolidState:
    """The game in which the protect card of this number is not played, move by move."""
    state = game.start()
    bots = [new_bot(game, name) for name in names]
    luck = [random.Random(f"{seed}/seat/{seat}") for seat in range(game.seats)]
    seen = 0
    while actors := state.actors():
        if actors[0] == NATURE:
            state.apply(NATURE, draw(state, seed))
            continue
        action = bots[actors[0]].act(state.view(actors[0]), luck[actors[0]])
        if isinstance(state.move_of(actors[0], action), Protect):
            if seen == number:
                action = game.setting.let
            seen += 1
        state.apply(actors[0], action)
    assert isinstance(state, SolidState)
    return state


def _first_with_protection(game: Solid) -> tuple[str, SolidRecord]:
    bots = [new_bot(game, "greedy")] * 2
    for number in range(100):
        record = play_game(game, bots, f"3/{number}")
        if record.protected > 1:
            return f"3/{number}", record
    raise AssertionError("No game in which anybody protects twice.")


def test_what_would_have_come_without_a_protect_card_is_played() -> None:
    game = new_game("solid", cards=SMALL_LIST)
    assert isinstance(game, Solid)
    seed, record = _first_with_protection(game)
    assert record.protection is not None
    outcomes = [
        _otherwise(game, ["greedy"] * 2, seed, number).outcome()
        for number in range(record.protected)
    ]
    log = _otherwise(game, ["greedy"] * 2, seed, None).view(0).record
    protectors = [done.seat for done in log if done.move == "protect"]
    found = [
        (seat, outcome.winners)
        for seat, outcome in zip(protectors, outcomes, strict=True)
        if outcome is not None
    ]
    assert (record.protection.seat, record.protection.otherwise) in found


def test_some_protect_cards_turn_a_game_and_some_do_not() -> None:
    game = new_game("solid", cards=SMALL_LIST)
    bots = [new_bot(game, "greedy")] * 2
    records = [play_game(game, bots, f"3/{number}") for number in range(30)]
    turned = [
        record.protection.otherwise != record.winners for record in records if record.protection
    ]
    assert {True, False} == set(turned)


def test_a_record_tells_what_happened() -> None:
    game = new_game("solid", cards=SMALL_LIST)
    assert isinstance(game, Solid)
    seed, record = _first_with_protection(game)
    state = _otherwise(game, ["greedy"] * 2, seed, None)
    outcome, deck = state.outcome(), game.setting.deck
    assert outcome is not None
    assert (record.points, record.winners) == (outcome.points, outcome.winners)
    assert (record.turns, record.ending, record.last) == (state.turn, state.ending, state.mover)
    log = state.view(0).record
    assert record.first == next(done.seat for done in log if done.move == "first")
    assert record.protected == sum(done.move == "protect" for done in log)
    assert record.asked == sum(done.move in ("protect", "let happen") for done in log)
    for seat, uses in enumerate(record.uses):
        mine = [done for done in log if done.seat == seat]
        assert sum(uses.drawn) == sum(done.move == "draw" for done in mine)
        for kind, card in enumerate(deck):
            sides = [d for d in mine if d.card == card.name and d.move in ("play", "share")]
            assert uses.sides[kind] == len(sides)
            events = [d for d in mine if d.card == card.name and d.move in ("event", "protect")]
            assert uses.events[kind] == len(events)
            thrown = [d for d in mine if d.card == card.name and d.move == "discard"]
            assert uses.discarded[kind] == len(thrown)


def test_measures_and_differences_are_those_of_the_records(findings: Findings) -> None:
    records = Records()
    run(PLAN, records)
    lengths = []
    for rules in PLAN.rules:
        kept = records.of(PLAN.series(rules, "greedy"))
        lengths.append([kept[number]["turns"] for number in range(GAMES)])
    group = findings.groups[2]
    assert (group.rules, group.players) == ("small", "greedy")
    (turns,) = (one for one in group.found if one.name == "turns")
    assert turns.found.mean == pytest.approx(sum(lengths[0]) / GAMES)
    assert group.lengths == tuple(sorted(lengths[0]))
    (more,) = (one for one in findings.differences[1].found if one.name == "turns")
    pairs = zip(lengths[1], lengths[0], strict=True)
    assert more.found.mean == pytest.approx(sum(a - b for a, b in pairs) / GAMES)


def test_a_shared_win_is_shared() -> None:
    game = new_game("solid", cards=SMALL_LIST)
    record = play_game(game, [new_bot(game, "beginner")] * 2, "0/0")
    assert sum(won(record, seat) for seat in range(2)) == 1


def test_the_report_needs_nothing_else_and_tells_every_number(findings: Findings) -> None:
    page = report.page(findings, "facedown lab solid --rules 'a <b>.toml'")
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(page)
    assert not re.search(r"(src|href)=|url\(|https?:", page)
    assert "a &lt;b&gt;.toml" in page
    assert findings.checksum in page
    for group in findings.groups:
        assert all(one.words in page for one in group.found if one.found.mean)
    assert "prefers-color-scheme: dark" in page


def test_tables_for_other_programs_have_every_group(findings: Findings) -> None:
    rows = list(csv.DictReader(io.StringIO(report.measures_csv(findings))))
    groups = {(row["players"], row["rules"], row["than"]) for row in rows}
    assert len(groups) == 6
    assert ("greedy", "two plays", "small") in groups
    cards = list(csv.DictReader(io.StringIO(report.cards_csv(findings))))
    assert {row["card"] for row in cards} == {"H", "B", "H2", "B2", "steal", "protect"}
    assert all(float(row["drawn"]) > 0 for row in cards)


def test_the_command_compares_files_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "A.toml").write_text(SMALL_LIST, "utf-8")
    (tmp_path / "B.toml").write_text(SMALL_LIST.replace("points = 2", "points = 3"), "utf-8")
    words = ["lab", "solid", "--rules", f"{tmp_path}/A.toml", "--rules", f"{tmp_path}/B.toml"]
    words += ["--players", "greedy", "--workers", "1", "--out", f"{tmp_path}/out"]
    assert main([*words, "--games", "12"]) == 0
    printed = capsys.readouterr().out
    assert "B - A" in printed
    assert "Won by who begins" in printed
    assert {file.name for file in (tmp_path / "out").iterdir()} == {
        "games.jsonl", "measures.csv", "cards.csv", "report.html",
    }  # fmt: skip
    assert main([*words, "--games", "16", "--json"]) == 0
    printed_again = capsys.readouterr()
    assert "24 of 32 games have been played before." in printed_again.err
    found = json.loads(printed_again.out)
    assert [group["rules"] for group in found["groups"]] == ["A", "B"]
    assert found["differences"][0]["than"] == "A"


def test_rules_take_options_behind_them(tmp_path: Path) -> None:
    rules = rules_from(WORKBENCH, "separate,anyone=yes,turns=40")
    game = Plan(WORKBENCH, (rules,), ("greedy",), 10, seats=3).game(rules)
    assert isinstance(game, Solid)
    assert game.setting.anyone
    assert game.setting.turns == 40
    assert game.seats == 3
    assert sum(card.copies for card in game.setting.deck) == 91


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rules", "none.toml"], "A card list cannot be read from none.toml: no such file"),
        (["--rules", "none"], "There is no deck 'none': two-sided and separate come along, and"),
        (["--rules", "two-sided,cards=x"], "Rules are a file and options such as anyone=yes"),
        (["--rules", "two-sided,turns=3"], "turns"),
        (["--rules", "two-sided", "--rules", "two-sided"], "Two sets of rules are called two-s"),
        (["--players", "nobody"], "no bot 'nobody'"),
        (["--players", "greedy,greedy"], "Each level of players is named once."),
        (["--games", "9"], "The workbench plays 10 to 1,000,000 games, not 9."),
        (["--seats", "7"], "2 to 6 players"),
        (["--workers", "0", "--games", "10"], "at least one worker"),
        (["--out", "/dev/null/x"], "cannot be used: not a directory"),
        (["--rules", "BAD"], "BAD: Line 4: card hit, copies"),
    ],
)
def test_mistakes_are_one_sentence(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("BAD").write_text('[[event]]\nname = "hit"\neffect = "steal"\ncopies = 99\n', "utf-8")
    assert main(["lab", "solid", *words]) == 2
    printed = capsys.readouterr()
    assert sentence.lower() in printed.err.lower()
    assert printed.err.count("\n") == 1
    assert not printed.out


def test_every_mistake_is_an_error_of_ours() -> None:
    for make in (lambda: rules_from(WORKBENCH, ""), lambda: Plan(WORKBENCH, (), ("greedy",), 10)):
        with pytest.raises(FacedownError):
            make()
