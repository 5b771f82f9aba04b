"""Tournaments: fair pairs of games, the same result whoever computes it, and clear refusals."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest

from facedown.core.errors import BadOption, FacedownError, UnknownName
from facedown.core.match import Match
from facedown.core.play import NoProperMove, play_bots
from facedown.core.registry import new_game
from facedown.core.roster import Players, new_bot, override_players, roster_of
from facedown.games.suspense.moves import Fold
from facedown.lab import series
from facedown.lab.arena import Tournament, run
from facedown.lab.estimate import Estimate, estimate
from facedown.lab.newcomer import Newcomer
from facedown.lab.players import player_called
from facedown.lab.series import BotFailed
from facedown.terminal.main import main

SMALL = Tournament(
    "suspense", 3, {"goal": 0, "dealer": 1}, ("beginner", "careful"), games=120, seed=5
)


def test_every_way_to_seat_the_bots_is_played_and_every_gain_is_listed() -> None:
    standings = run(SMALL, workers=1)
    assert len({result.line_up for result in standings.results}) == 8
    assert [(gain.bot, gain.instead_of, gain.seat, gain.mixes) for gain in standings.gains] == [
        ("careful", "beginner", seat, (("beginner", "beginner"),)) for seat in range(3)
    ]


def test_gains_are_differences_of_the_very_same_games() -> None:
    standings = run(SMALL, workers=1)
    game = SMALL.new_game()

    def points(line_up: tuple[str, ...], seat: int) -> list[int]:
        bots = [new_bot(game, name) for name in line_up]
        outcomes = [
            play_bots(game, bots, f"{SMALL.seed}/{n}").outcome() for n in range(SMALL.games)
        ]
        return [outcome.points[seat] for outcome in outcomes if outcome is not None]

    weak, strong = ("beginner",) * 3, ("beginner", "careful", "beginner")
    pairs = zip(points(strong, 1), points(weak, 1), strict=True)
    assert standings.gains[1].gain == estimate([a - b for a, b in pairs])
    assert standings.gains[1].points == estimate(points(strong, 1))
    assert standings.results[0].points[2] == estimate(points(weak, 2))


def test_nature_deals_the_same_whoever_plays() -> None:
    game = new_game("suspense", goal=0)
    for number in range(5):
        deals = set()
        for name in ("beginner", "careful"):
            state = play_bots(game, [new_bot(game, name)] * 3, f"9/{number}")
            (sheet,) = state.view(0).sheets  # type: ignore[attr-defined]
            cards = [frozenset((*line.hand, *line.played)) for line in sheet.lines]
            deals.add((sheet.dealer, sheet.secret, *cards))
        assert len(deals) == 1


def test_the_number_of_processes_does_not_change_the_result() -> None:
    said: list[str] = []
    alone = run(SMALL, said.append, workers=1)
    assert alone == run(SMALL, workers=2)
    assert said[-1] == "100 %: 960 games played."


def test_an_interrupt_ends_a_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(sentence: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(series, "SECONDS_BETWEEN_NEWS", 0.0)
    with pytest.raises(KeyboardInterrupt):
        run(SMALL, stop, workers=2)


def test_a_tournament_tells_how_far_it_is_every_few_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    monkeypatch.setattr(series, "SECONDS_BETWEEN_NEWS", 0.0)
    run(SMALL, said.append, workers=1)
    assert len(said) == 16  # eight line-ups of two parts each
    assert said[0] == "10 %: 100 games played."


def test_an_estimate_holds_the_mean_in_about_95_of_100_cases() -> None:
    rng = random.Random(3)
    holds = 0
    for _ in range(1000):
        found = estimate([rng.randrange(7) for _ in range(60)])
        holds += abs(found.mean - 3) <= found.error
    assert 930 <= holds <= 970
    assert estimate([0, 4]) == Estimate(2, 1.959964 * sqrt(8 / 2))


@pytest.mark.parametrize(
    ("make", "error", "sentence"),
    [
        (lambda: Tournament("suspense", 3, {}, (), 10), BadOption, "at least one bot"),
        (lambda: Tournament("suspense", 3, {}, ("careful",) * 2, 10), BadOption, "each bot once"),
        (
            lambda: Tournament("suspense", 3, {}, ("beginner",), 1),
            BadOption,
            "2 to 200,000 games",
        ),
        (
            lambda: Tournament("suspense", 3, {}, ("beginner",), 10**14),
            BadOption,
            "not 100000000000000",
        ),
        (lambda: Tournament("suspense", 3, {}, ("nobody",), 9), UnknownName, "no bot 'nobody'"),
        (lambda: Tournament("chess", 2, {}, ("a",), 9), UnknownName, "no game called 'chess'"),
        (lambda: run(SMALL, workers=0), BadOption, "at least one worker"),
    ],
)
def test_what_cannot_be_played_is_refused(
    make: Callable[[], object], error: type[FacedownError], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        make()


def test_a_bot_that_breaks_the_rules_is_found_out() -> None:
    class Cheat:
        def act(self, view: object, rng: random.Random) -> int:
            return 14

    game = new_game("suspense", goal=0)
    with pytest.raises(NoProperMove, match=r"The bot of seat . made the move 14: .*first turn"):
        play_bots(game, [Cheat()] * 3, "0")


class Unfit:
    """Answers as it is told to, whatever is asked."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def act(self, view: object, rng: random.Random) -> Any:
        return self.answer


@pytest.mark.parametrize("answer", [14, 99, None, "fold", Fold()])
def test_a_bot_without_a_proper_move_is_told_with_its_game_and_seed(answer: object) -> None:
    first = roster_of(new_game("suspense")).bots["beginner"]
    players = Players(bots={"beginner": first, "unfit": lambda game: Unfit(answer)})
    with override_players("suspense", players):
        cheating = replace(SMALL, bots=("beginner", "unfit"), games=4, seed=3)
        with pytest.raises(BotFailed) as problem:
            run(cheating, workers=1)
        told = str(problem.value)
        assert told.startswith("The bot unfit (seat ")
        assert "of Suspense, game of seed 3/0) made the move " in told
        assert repr(answer) in told
        standings = run(replace(cheating, forfeits=True), workers=1)
    for result in standings.results:
        cheats = [name == "unfit" for name in result.line_up]
        if any(cheats):
            # Whoever is asked first of them loses; all others win.
            assert sum(result.forfeits) == 4
            assert not any(n for n, cheat in zip(result.forfeits, cheats, strict=True) if not cheat)
            wins = [4 * wins.mean for wins in result.wins]
            assert wins == [4 - n for n in result.forfeits]
        else:
            assert sum(result.forfeits) == 0


def test_the_command_prints_standings_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "suspense", "--bots", "beginner,careful", "--games", "20", "--workers", "1"]
    words += ["--option", "goal=0", "--option", "dealer=1"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "20 games of each line-up" in printed
    assert "careful for beginner, seat 3, with beginner, beginner:" in printed
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["options"] == {"goal": 0, "dealer": 1}
    assert len(found["line_ups"]) == 8
    assert {"mean", "error"} == set(found["gains"][0]["gain"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["suspense", "--games", "1"], "2 to 200,000 games"),
        (["suspense", "--games", "many"], "--games needs a whole number"),
        (["suspense", "--bots", "careful,nobody"], "no bot 'nobody'"),
        (["suspense", "--workers", "0"], "at least one worker"),
        (["suspense", "--seats", "9"], "is for 2 to 3 players"),
        ([], "needs a game"),
    ],
)
def test_mistakes_on_the_command_line_are_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert printed.err.count("\n") == 1
    assert not printed.out


def test_a_first_game_is_what_one_click_begins_with_somebody_new(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["arena", "turing", "--first", "--games", "6", "--workers", "1"]
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seats"], found["roles"], found["bots"]) == (2, {"1": "newcomer"}, ["beginner"])
    assert found["options"] == {"codes": 12}
    (line_up,) = found["line_ups"]
    share = 100 * line_up["wins"][0]["mean"]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Somebody new wins {share:.0f} ± ")
    assert said.endswith(" % of 6 first games (seed 0, 95 %).\n")
    assert main([*command, "--bots", "exact"]) == 2
    assert "--first goes without --bots" in capsys.readouterr().err


def test_somebody_new_plays_between_the_two_weakest() -> None:
    game = new_game("mystery", 1)
    view = Match(game, seed="1").view(0)
    new = player_called(game, "newcomer")
    found = {new.act(view, random.Random(seed)) for seed in range(30)}
    between = {
        new_bot(game, name).act(view, random.Random(seed))
        for name in ("beginner", "greedy")
        for seed in range(200)
    }
    assert found <= between
    only = Players({"only": roster_of(game).bots["greedy"]})
    with override_players("mystery", only), pytest.raises(UnknownName, match="not two bots"):
        Newcomer(game)
