"""Suspense as it is played in the terminal; see also the recorded game in ``tests/golden``."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from facedown.core.match import Match
from facedown.core.registry import game_class
from facedown.core.seats import ONLOOKER
from facedown.games.suspense import Suspense
from facedown.games.suspense.moves import Pass
from facedown.games.suspense.view import SuspenseView
from facedown.terminal.main import main
from facedown.terminal.seating import usual_seats

GAME = ("play", "suspense", "--seed", "7", "--seats", "human,human,human", "--hints", "none")


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The file that paragraph S23 of the rulebook shows."""
    found = re.search(r"```json\n(.*?)```", Suspense.rulebook(), re.DOTALL)
    assert found is not None
    path = tmp_path / "table.json"
    path.write_text(found[1])
    return path


def test_s23_the_rulebooks_example_of_a_card_table_is_a_file_to_play_with(
    example: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(example.parent)
    assert main([*GAME, "--option", "table=@table.json", "--log", "g.log"]) == 0
    assert "Options: table={ " in capsys.readouterr().out
    standard, table = _faces(Suspense()), _faces(Suspense(table=example.read_text()))
    assert [face for face in table if face not in standard] == [
        (2, "lowest white in hand"),
        (3, "highest sum of numbers in play"),
    ]
    assert table[:5] == standard[:5]
    assert table[6:12] == standard[6:12]


def _faces(game: Suspense) -> list[tuple[int, str]]:
    view = Match(game, seed="1").view(ONLOOKER)
    assert isinstance(view, SuspenseView)
    return list(zip(view.stars, view.conditions, strict=True))


def test_s23_whoever_plays_is_shown_what_is_other_than_printed(example: Path) -> None:
    game = Suspense(3, dealer=1, table=example.read_text())
    shown = game.show(Match(game, seed="1").view(1))
    assert (
        "Cards that are other than printed:\n"
        "  W6  white 6, 2 stars: lowest white in hand\n"
        '  ?   the red "?", 3 stars: highest sum of numbers in play\n'
    ) in shown
    plain = Suspense(3, dealer=1)
    assert "other than printed" not in plain.show(Match(plain, seed="1").view(1))


def test_s15_all_hands_are_shown_until_the_next_round_has_begun_for_the_seat() -> None:
    game = Suspense(3, dealer=1)
    match = Match(game, seed="5")
    for _ in range(3):
        (seat,) = match.actors
        match.play(seat, match.view(seat).legal[0])
    hands = [view.hand for view in map(match.view, range(3)) if isinstance(view, SuspenseView)]
    for _ in range(3):
        match.play(match.actors[0], Pass())
    sheet = game.show(match.view(2)).split("\n\n")[0]
    assert sheet.startswith("Round 1 is over.\nThe secret card was ")
    for seat, hand in enumerate(hands):
        assert hand is not None
        line = sheet.splitlines()[2 + seat]
        assert line.startswith(f"  {{{seat}}} ")
        assert line.count(", ") + 1 == len(hand)
    for _ in range(2):
        assert "Round 1 is over." in game.show(match.view(match.actors[0]))
        match.play(match.actors[0], match.view(match.actors[0]).legal[0])
        assert "Round 1 is over." in game.show(match.view(ONLOOKER))
    assert "Round 1 is over." in game.show(match.view(0))
    assert "Round 1 is over." not in game.show(match.view(1))
    match.play(0, match.view(0).legal[0])
    assert "Round 1 is over." not in game.show(match.view(ONLOOKER))


def test_the_usual_others_are_careful_bots() -> None:
    assert usual_seats(game_class("suspense")) == ("human", "bot:careful", "bot:careful")
    assert usual_seats(game_class("turing")) == ("human",)


def test_the_points_of_a_game_are_told_once_at_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "bot:beginner,bot:beginner,bot:beginner"
    assert main(["play", "suspense", "--seed", "3", "--seats", seats, "--option", "goal=0"]) == 0
    end = capsys.readouterr().out.split("Round 1 is over.")[1]
    assert end.count("Points: ") == 1
    assert end.count("The secret card was ") == 1


def test_the_card_called_question_mark_is_played_by_that_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``?`` asks for help only in games that have nothing of that name."""
    monkeypatch.chdir(tmp_path)
    seats = ("--seats", "human,human", "--option", "dealer=1")
    for typed, told in (("?", 'Seat 1 (you) plays the red "?"'), ("help", "Beside your moves")):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"\n{typed}\nquit\n"))
        assert main(["play", "suspense", "--seed", "7", *seats]) == 0
        assert told in capsys.readouterr().out
