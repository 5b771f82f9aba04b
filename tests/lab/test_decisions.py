"""Games that are kept as logs, and their decisions as a Parquet file, read back by pyarrow."""

from __future__ import annotations

import json
import random
import shlex
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from facedown.core.codec import to_json
from facedown.core.errors import BadOption
from facedown.core.log import Log, apply_move, read_log
from facedown.core.match import Match
from facedown.core.moves import move_to_json
from facedown.core.play import any_move
from facedown.core.registry import game_names, new_game
from facedown.core.seats import NATURE
from facedown.lab.decisions import write_decisions
from facedown.lab.encoding import encoder_of
from facedown.lab.tournament import Pairings, held
from facedown.terminal.main import main

ASKED = ["suspense", "--seats", "2", "--option", "goal=0", "--games", "3", "--workers", "1"]


def read_back(path: Path) -> Any:
    parquet: Any = import_module("pyarrow.parquet")
    return parquet.read_table(path)


def played(game: str, moves: int, **options: int) -> Log:
    match, rng = Match(new_game(game, None, **options), seed="7"), random.Random(7)
    while match.outcome is None and match.moves < moves:
        move = any_move(match.game, match.view(match.actors[0]), rng)
        assert move is not None
        match.play(match.actors[0], move)
    return match.moves_so_far()


def test_an_arena_keeps_games_that_are_replayed_and_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, out = tmp_path / "kept", tmp_path / "games.parquet"
    arena = ["arena", *ASKED, "--bots", "beginner,careful"]
    assert main(arena) == 0
    told = capsys.readouterr().out
    assert main([*arena, "--keep", str(kept)]) == 0
    assert capsys.readouterr().out == told
    logs = sorted(kept.iterdir())
    assert len(logs) == 12
    assert main(["replay", str(logs[0])]) == 0
    assert capsys.readouterr().out
    assert main(["export", str(kept), "--out", str(out)]) == 0
    table = read_back(out)
    assert capsys.readouterr().out == f"{table.num_rows} decisions written.\n"
    assert set(table["game"].to_pylist()) == set(range(12))
    assert set(table["player"].to_pylist()) == {"bot:beginner", "bot:careful"}
    for row in table.to_pylist():
        assert row["legal"][row["action"]]
        assert row["won"] in {0, 0.5, 1}


@pytest.mark.parametrize("game", sorted(game_names()))
def test_a_row_is_what_the_seat_knew_what_it_could_do_and_what_became_of_it(
    game: str, tmp_path: Path
) -> None:
    log, path = played(game, 30), tmp_path / "games.parquet"
    written = write_decisions([log], path)
    made, state = log.new_game(), log.new_game().start()
    encoder, rows = encoder_of(made), read_back(path).to_pylist()
    number = 0
    for entry in log.entries:
        if entry.move is None:
            continue
        if entry.seat != NATURE:
            view, row = state.view(entry.seat), rows[number]
            assert (row["seat"], row["number"]) == (entry.seat, number)
            assert bytes(row["features"]) == encoder.observation(view)
            assert json.loads(row["view"]) == json.loads(json.dumps(to_json(view)))
            assert [n for n, legal in enumerate(row["legal"]) if legal] == sorted(view.legal)
            assert json.loads(row["move"]) == move_to_json(entry.move)
            if row["action"] >= 0:
                assert state.move_of(entry.seat, row["action"]) == entry.move
            else:
                assert made.facts.open_moves
            number += 1
        apply_move(state, entry.seat, entry.move)
    outcome = state.outcome()
    assert written == len(rows) == number
    for row in rows:
        assert row["points"] == (None if outcome is None else outcome.points[row["seat"]])
    told = read_back(path).schema.metadata
    assert (told[b"game"], json.loads(told[b"options"])) == (game.encode(), made.options)


def test_what_cannot_be_exported_is_told_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.parquet"
    logs = [played("suspense", 3, goal=0), played("suspense", 3, goal=3)]
    for games, sentence in (([], "no game"), (logs, "one setting")):
        with pytest.raises(BadOption, match=sentence):
            write_decisions(games, path)
        assert list(tmp_path.iterdir()) == []
    path.write_text("mine")
    with pytest.raises(BadOption, match="there already"):
        write_decisions(logs[:1], path)
    assert path.read_text() == "mine"
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadOption, match=r"facedown\[parquet\]"):
        write_decisions(logs[:1], tmp_path / "other.parquet")


def test_a_program_is_rated_in_a_tournament_and_its_games_are_kept(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "integrations" / "examples" / "agent.py"
    program = f"program:{shlex.join([sys.executable, str(example)])}"
    pairings = Pairings("suspense", 2, {"goal": 0}, ("careful", program), 2)
    table = held(pairings, keep=tmp_path)
    assert {each.player for each in table} == {"careful", program}
    logs = [read_log(file.read_text("utf-8")) for file in tmp_path.iterdir()]
    assert len(logs) == 4
    assert {log.players for log in logs} == {
        ("bot:careful", f"bot:{program}"),
        (f"bot:{program}", "bot:careful"),
    }
    for log in logs:
        assert Match.resume(log).outcome is not None
