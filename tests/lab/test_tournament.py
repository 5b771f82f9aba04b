"""Tournaments: who meets whom, and what the table says of it."""

import json
import sys
from collections import Counter
from math import log
from pathlib import Path

import pytest

from facedown.analysis.ratings import ELO, Meetings, RatedPlayer, rated
from facedown.core import BadOption
from facedown.core.play import NoProperMove
from facedown.lab import tournament
from facedown.lab.records import Records
from facedown.lab.tournament import Pairings, held, places_or_forfeit
from facedown.terminal.main import main

FACES = {"cards": "4,9,11,14"}
ROUND = {"goal": 0}


def by_name(table: tuple[RatedPlayer, ...]) -> dict[str, RatedPlayer]:
    return {each.player: each for each in table}


@pytest.mark.parametrize(("wins", "losses"), [(75, 25), (50, 50), (99, 1)])
def test_two_players_stand_as_far_apart_as_their_wins_say(wins: int, losses: int) -> None:
    """By hand: the ratio of wins, with one game drawn besides."""
    table = rated(("a", "b"), {("a", "b"): Counter({(1, 2): wins, (2, 1): losses})})
    apart = by_name(table)["a"].rating - by_name(table)["b"].rating
    assert apart == pytest.approx(ELO * log((wins + 0.5) / (losses + 0.5)), abs=0.1)


def test_a_shared_win_counts_half_and_seats_do_not_matter() -> None:
    shared = rated(("a", "b"), {("a", "b"): Counter({(1, 1): 40})})
    assert [each.rating for each in shared] == pytest.approx([0, 0], abs=1e-6)
    assert [each.won for each in shared] == [0.5, 0.5]
    turned: Meetings = {("a", "b"): Counter({(1, 2): 30}), ("b", "a"): Counter({(1, 2): 30})}
    assert [round(each.rating) for each in rated(("a", "b"), turned)] == [0, 0]


def test_three_at_a_table_and_whoever_never_met_are_rated_together() -> None:
    """C beats b as b beats a, and a never meets c: c is as far above b as b above a."""
    meetings: Meetings = {
        ("a", "b"): Counter({(2, 1): 75, (1, 2): 25}),
        ("b", "c"): Counter({(2, 1): 75, (1, 2): 25}),
    }
    table = by_name(rated(("a", "b", "c"), meetings))
    assert table["b"].rating == pytest.approx(0, abs=0.5)
    assert table["c"].rating == pytest.approx(-table["a"].rating, abs=0.5)
    together: Meetings = {("a", "b", "c"): Counter({(3, 2, 1): 9})}
    three = by_name(rated(("a", "b", "c"), together))
    assert three["c"].rating > three["b"].rating > three["a"].rating


def test_an_interval_narrows_with_the_games_and_holds_the_rating() -> None:
    def width(games: int) -> float:
        meetings: Meetings = {("a", "b"): Counter({(1, 2): 3 * games, (2, 1): games})}
        (best, _) = rated(("a", "b"), meetings)
        assert best.low < best.rating < best.high
        return best.high - best.low

    assert 1.6 < width(25) / width(100) < 2.5
    # By hand: one standard error of the logarithm is 1 / sqrt(n p q); half of it is each player's.
    assert width(100) == pytest.approx(ELO * 1.96 / (400 * 0.75 * 0.25) ** 0.5, rel=0.15)


def test_everybody_meets_everybody_in_every_order_of_seats() -> None:
    field = Pairings("suspense", 3, ROUND, ("beginner", "careful", "expert"), 2)
    assert len(field.line_ups()) == 6
    many = Pairings("solid", 4, {}, tuple(f"strong:rollouts={n}" for n in range(1, 13)), 2)
    met = many.line_ups()
    assert len(met) <= tournament.MOST_LINE_UPS
    assert met == many.line_ups()
    seats = [Counter(line_up[seat] for line_up in met) for seat in range(4)]
    assert seats[0] == seats[1] == seats[2] == seats[3]


def test_in_a_swiss_tournament_neighbours_meet_and_all_sit_out_in_turn() -> None:
    field = Pairings("solid", 2, {}, ("beginner", "greedy", "careful"), 2, rounds=3)
    out: Counter[str] = Counter()
    wins = {"beginner": 0.0, "greedy": 2.0, "careful": 3.0}
    rests = []
    for _ in range(3):
        ((one, other),) = field.next_tables(wins, out)
        rests.append(({*wins} - {one, other}).pop())
    assert rests == ["beginner", "greedy", "careful"]


def test_games_are_kept_and_the_table_does_not_depend_on_interruptions(tmp_path: Path) -> None:
    field = Pairings("turing", 2, FACES, ("beginner", "careful"), 4, seed=3)
    path = tmp_path / "games.jsonl"
    whole = held(field, Records(path))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4]))
    said: list[str] = []
    assert held(field, Records(path), progress=said.append) == whole
    assert said[0] == "2 of 8 games have been played before."
    assert held(field) == whole


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        (("turing", 1, FACES, ("careful",), 2), "two or more seats meet"),
        (("turing", 2, FACES, ("careful",), 2), "has 2 to 40 players"),
        (("turing", 2, FACES, ("careful", "careful"), 2), "names each bot once"),
        (("turing", 2, FACES, ("careful", "exact"), 0), "games of each line-up, not 0"),
        (("turing", 2, FACES, ("careful", "exact"), 2, 0, 101), "rounds, not 101"),
    ],
)
def test_what_cannot_be_played_is_refused(field: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        Pairings(*field)  # type: ignore[arg-type]


def test_whoever_has_no_proper_move_is_last(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Pairings("suspense", 3, ROUND, ("beginner", "careful", "expert"), 2).new_game()

    def broken(*_: object) -> None:
        raise NoProperMove(1, "99", "That is not a move of this game.")

    monkeypatch.setattr(tournament, "play_players", broken)
    assert places_or_forfeit(game, [], "0") == ((1, 3, 1), 1)


def test_the_command_prints_a_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["tournament", "suspense", "--games", "2", "--workers", "1", "--seed", "4"]
    assert main(asked) == 0
    table = capsys.readouterr().out
    assert all(name in table for name in ("beginner", "careful", "expert"))
    assert main([*asked, "--json", "--swiss", "2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rounds"] == 2
    assert {each["games"] for each in told["players"]} == {12}
    assert sum(each["rating"] for each in told["players"]) == pytest.approx(0, abs=1e-6)


def test_without_choix_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    assert main(["tournament", "suspense", "--games", "2", "--workers", "1"]) == 2
    assert "install facedown[ratings]" in capsys.readouterr().err
