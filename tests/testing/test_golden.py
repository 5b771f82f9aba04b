"""Golden files: they say what happened, notice every change, and can be made anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.testing.glimpse import Glimpse
from tests.testing.glimpse_faults import LenientRules
from tests.testing.glimpse_leaks import BlabbingEvent, LeakyView

from facedown.core.errors import BadLog
from facedown.core.registry import override_game
from facedown.testing import golden
from facedown.testing.playing import random_match


@pytest.fixture(autouse=True)
def _glimpse() -> Iterator[None]:
    with override_game(Glimpse):
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return golden.write_golden(tmp_path, random_match(Glimpse(), "1"))


def test_a_golden_file_tells_every_view_move_and_legal_list(path: Path) -> None:
    text = path.read_text("utf-8")
    match = golden.match_of(text)
    assert text.startswith("Glimpse, 2 seats\nchatty: True\n")
    assert text.count("== move ") == match.moves
    assert "Seat 1 may: 0-2\n" in text
    assert 'told as {"move": "bid", "amount": null}: ' in text
    assert "has 5 worlds" in text or "has 6 worlds" in text
    assert "Outcome: " in text


def test_an_unchanged_file_passes(path: Path) -> None:
    golden.check_golden(path)


@pytest.mark.parametrize("game", [BlabbingEvent, LeakyView])
def test_a_game_that_tells_something_else_is_noticed(path: Path, game: type[Glimpse]) -> None:
    with override_game(game), pytest.raises(AssertionError, match="differs from line"):
        golden.check_golden(path)


def test_a_file_edited_above_its_log_is_noticed(path: Path) -> None:
    path.write_text(path.read_text("utf-8").replace("Seat 1 may: 0-2", "Seat 1 may: 0-1"), "utf-8")
    with pytest.raises(AssertionError, match="Seat 1 may: 0-1"):
        golden.check_golden(path)


def test_a_file_whose_log_was_edited_is_noticed(path: Path) -> None:
    text = path.read_text("utf-8")
    path.write_text(text[: text.rindex('"check"')], "utf-8")
    with pytest.raises(BadLog):
        golden.check_golden(path)


def test_a_game_without_golden_files_fails(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="glimpse has no golden playthrough"):
        golden.golden_files(tmp_path, "glimpse")


def test_a_rule_that_only_lets_more_pass_keeps_old_files(path: Path) -> None:
    with override_game(LenientRules):
        golden.check_golden(path)


def test_a_file_is_made_anew_with_its_setting_and_seed(
    tmp_path: Path, path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden, "game_names", lambda: ("glimpse",))
    before = path.read_text("utf-8")
    path.write_text(before.replace("may: 0-2", "may: nothing"), "utf-8")
    golden.main([str(tmp_path)])
    assert path.read_text("utf-8") == before
    assert capsys.readouterr().out == f"{path}\n"


def test_a_playthrough_can_be_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    golden.main([str(tmp_path), "--add", "glimpse", "--seed", "5", "--option", "chatty=no"])
    (path,) = golden.golden_files(tmp_path, "glimpse")
    assert path.name == "playthrough-2-chatty=False.txt"
    assert golden.match_of(path.read_text("utf-8")).log.seed == "5"
    golden.check_golden(path)
