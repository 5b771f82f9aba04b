"""Logs that older versions wrote (``tests/kept``) are replayed, judged and played on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from tests.terminal.conftest import ROOT, Facedown

from facedown.core.log import read_log, read_recorded, write_log
from facedown.core.match import Match
from facedown.core.registry import game_class

KEPT = ROOT / "tests" / "kept"
FOLDERS = sorted(path.parent for path in KEPT.glob("*/logs.json"))
LOGS: list[tuple[Path, dict[str, Any]]] = [
    (folder / name, found)
    for folder in FOLDERS
    for name, found in json.loads((folder / "logs.json").read_text()).items()
]
ALL = pytest.mark.parametrize(
    ("path", "found"), LOGS, ids=[f"{path.parent.name}-{path.name[:-9]}" for path, _ in LOGS]
)

CHECKED = "The shuffle was checked: every draw follows from the seed."
LOST = (
    "The shuffle cannot be checked any more: an older version of Facedown drew it, and the same "
    "seed gives other draws today."
)


def text_of(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def test_logs_of_all_games_are_kept() -> None:
    assert [folder.name for folder in FOLDERS] == ["01f3066", "539482d", "7f60c6a"]
    kept = {(path.parent.name, path.name.partition("-")[0]) for path, _ in LOGS}
    five = {"mystery", "solid", "solver", "suspense", "turing"}
    assert {game for version, game in kept if version == "539482d"} == five
    # There were no more games at that revision.
    assert {game for version, game in kept if version == "7f60c6a"} == {"suspense", "turing"}


@ALL
def test_an_older_log_leads_where_it_led(path: Path, found: dict[str, Any]) -> None:
    log = read_log(text_of(path))
    match = Match.at(log.new_game(), log)
    outcome = match.outcome
    assert match.moves == found["moves"]
    assert found["points"] == (None if outcome is None else list(outcome.points))
    assert found["winners"] == (None if outcome is None else list(outcome.winners))
    # What is written of it is the same log, under the rules it was begun with.
    again = read_log(write_log(match.log))
    assert (again.rules, again) == (read_recorded(text_of(path)).header.rules, match.log)


@ALL
def test_an_older_log_is_told(facedown: Facedown, path: Path, found: dict[str, Any]) -> None:
    Path("g.log").write_text(text_of(path))
    rules = read_recorded(text_of(path)).header.rules
    said = facedown("replay", "g.log")
    assert (said.code, said.err) == (0, "")
    assert f", rules version {rules}; " in said.out
    form = json.loads(facedown("replay", "g.log", "--open", "--json").out)
    assert (form["rules_version"], form["outcome"] is None) == (rules, found["points"] is None)
    assert sum("move" in move for move in form["moves"]) >= found["moves"]
    assert facedown("rules", form["game"]).code == 0


@ALL
def test_an_older_game_that_goes_on_is_played_on(path: Path, found: dict[str, Any]) -> None:
    match = Match.resume(read_log(text_of(path)))
    if found["points"] is not None:
        return
    for _ in range(3):
        if match.outcome is None and (legal := match.legal(match.actors[0])):
            match.play(match.actors[0], legal[0])
    assert match.moves > found["moves"]
    assert Match.resume(read_log(write_log(match.log))).view(0) == match.view(0)


@pytest.mark.parametrize(
    "name",
    [
        "7f60c6a/suspense-one-round",
        "7f60c6a/turing-alone",
        "539482d/suspense-one-round",
        "539482d/turing-alone",
        "539482d/mystery-alone",
        "539482d/solver-casual",
    ],
)
def test_an_older_log_is_judged(facedown: Facedown, name: str) -> None:
    Path("g.log").write_text(text_of(KEPT / f"{name}.jsonl.gz"))
    said = facedown("analyse", "g.log", "--json")
    assert said.code == 0, said.err
    assert json.loads(said.out)["seats"]


@pytest.mark.parametrize(("version", "told"), [("7f60c6a", LOST), ("539482d", CHECKED)])
@pytest.mark.parametrize("game", ["suspense-two", "turing-race"])
def test_what_an_older_version_drew_is_not_called_wrong(
    facedown: Facedown, version: str, told: str, game: str
) -> None:
    log = read_log(text_of(KEPT / version / f"{game}.jsonl.gz"))
    log.salt = "ab"  # as in the log of a table, which promised its seed
    Path("g.log").write_text(write_log(log))
    assert told in facedown("replay", "g.log").out
    form = json.loads(facedown("replay", "g.log", "--json").out)["shuffle"]
    assert (form["checked"], form["first_mismatch"]) == (told == CHECKED, None)


def test_answers_of_solver_are_those_that_were_given() -> None:
    """Version 1 counted what compares with missing cards among the parts of a rule (R6)."""
    log = read_log(text_of(KEPT / "01f3066" / "solver-one-card.jsonl.gz"))
    assert (log.rules, game_class("solver").facts.rules_version) >= (1, 2)
    then = [entry.answer for entry in _view(log.new_game().start(), log).history if entry.rule]
    log.rules = 2
    now = [entry.answer for entry in _view(log.new_game().start(), log).history if entry.rule]
    assert (then, now) == (["0", "0"], ["1", "2+"])


def _view(state: Any, log: Any) -> Any:
    for entry in log.entries:
        if entry.move is not None:
            state.apply(entry.seat, state.action_of(entry.seat, entry.move))
    return state.view(1)


def test_a_log_of_other_rules_is_shown_as_it_was_recorded(facedown: Facedown) -> None:
    match = Match(game_class("hush")(1), seed="3")
    log = match.log
    log.rules = 7
    Path("g.log").write_text(write_log(log))
    why = "The log was made under rules version 7 of Hush; this program has version 1."
    said = facedown("replay", "g.log")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        f"Hush, rules version 7; {_options(log)}.",
        "Seat 1: human.",
        why,
        "--open tells its moves as they were recorded.",
    ]
    said = facedown("replay", "g.log", "--open")
    assert '1. Nature: {"move": ' in said.out
    form = json.loads(facedown("replay", "g.log", "--open", "--json").out)
    assert (form["problem"], form["recorded"][0]["seat"]) == (why, "nature")
    assert json.loads(facedown("replay", "g.log", "--json").out)["recorded"] is None
    for command in (("play", "hush", "--log", "g.log"), ("analyse", "g.log")):
        said = facedown(*command)
        assert (said.code, said.out) == (2, "")
        assert said.err == f"g.log cannot be used: {why}\n"


def _options(log: Any) -> str:
    return ", ".join(f"{name}={value}" for name, value in log.options.items())
