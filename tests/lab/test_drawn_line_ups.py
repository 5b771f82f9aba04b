"""Tournaments with more line-ups than can be played, and seats that always have the same bot."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from tests.toys.auction import LEVELS, PLAYERS, Auction, all_mixes, true_gain

from facedown.core.registry import override_game
from facedown.lab.arena import MOST_LINE_UPS, Standings, Tournament, run
from facedown.lab.estimate import Estimate, estimate
from facedown.terminal.main import main

BOTS = tuple(LEVELS)
SEATS = 6
TRUTH = {
    bot: true_gain(bot, weaker, all_mixes(BOTS[:rank], SEATS - 1))
    for rank, (weaker, bot) in enumerate(pairwise(BOTS), 1)
}


@pytest.fixture(autouse=True)
def _auction() -> Iterator[None]:
    with override_game(Auction, PLAYERS):
        yield


def drawn(seed: int) -> Tournament:
    """Of 729 line-ups 240 at most: ten mixes for each of twelve gains."""
    return Tournament("auction", SEATS, {}, BOTS, 3, seed, most_line_ups=240)


def test_all_line_ups_and_drawn_ones_find_the_same_gain_within_their_intervals() -> None:
    every = run(replace(drawn(0), games=12, most_line_ups=MOST_LINE_UPS), workers=1)
    assert len(every.results) == 3**SEATS
    for bot, truth in TRUTH.items():
        means = [gain.gain.mean for gain in every.gains if gain.bot == bot]
        # The same twelve games for all, so that what is left is how much luck these had.
        assert abs(sum(means) / len(means) - truth) < 0.06 * truth
    holds: Counter[str] = Counter()
    for seed in range(40):
        holds.update(
            gain.bot
            for gain in run(drawn(seed), workers=1).gains
            if abs(gain.gain.mean - TRUTH[gain.bot]) <= gain.gain.error
        )
    # 240 intervals each, those of one tournament not quite independent: 95 % of them are 228.
    assert {bot: 216 <= count <= 238 for bot, count in holds.items()} == dict.fromkeys(TRUTH, True)


def test_an_interval_that_counts_games_would_be_too_narrow() -> None:
    found = run(drawn(1), workers=1)
    gain = next(each for each in found.gains if each.bot == "five")
    apart = [true_gain("five", "two", [mix]) for mix in gain.mixes]
    spread = estimate([int(value) for value in apart])
    assert gain.gain.error > 0.9 * spread.error  # the mixes alone, without the games' luck


def test_what_is_drawn_follows_from_the_seed_and_no_line_up_is_played_twice() -> None:
    tournament = drawn(3)
    assert (tournament.ways, tournament.drawn) == (729, 10)
    assert tournament.comparisons() == drawn(3).comparisons() != drawn(4).comparisons()
    match_ups = tournament.match_ups()
    assert len(match_ups) == len(set(match_ups)) <= 240
    assert {match_up.series for match_up in match_ups} == set(range(10))
    more = replace(tournament, most_line_ups=480).comparisons()
    for few, many in zip(tournament.comparisons(), more, strict=True):
        assert many.mixes[:10] == few.mixes  # more of them begin with the same ones
    assert run(tournament, workers=1) == run(tournament, workers=1)


def test_a_line_up_is_told_with_the_games_of_all_its_series() -> None:
    found = run(drawn(3), workers=1)
    weakest = next(result for result in found.results if set(result.line_up) == {"one"})
    assert weakest.games == 10 * 3
    assert sum(result.games for result in found.results) == 3 * len(drawn(3).match_ups())


def test_a_role_stays_and_the_others_vary() -> None:
    tournament = Tournament("auction", 3, {}, BOTS[:2], 50, roles={0: "five"})
    found = run(tournament, workers=1)
    assert [result.line_up for result in found.results] == [
        ("five", first, second) for first in BOTS[:2] for second in BOTS[:2]
    ]
    assert [(gain.seat, gain.mixes) for gain in found.gains] == [
        (1, (("five", "one"),)),
        (2, (("five", "one"),)),
    ]
    for gain in found.gains:
        truth = true_gain("two", "one", [("five", "one")])
        assert abs(gain.gain.mean - truth) <= 1.5 * gain.gain.error


def test_roles_leave_fewer_line_ups_to_be_drawn_from() -> None:
    roles = {0: "one", 5: "five"}
    tournament = replace(drawn(0), roles=roles, most_line_ups=81)
    assert (tournament.ways, tournament.drawn) == (81, 0)
    for each in replace(drawn(0), seats=6, roles={0: "five"}, most_line_ups=200).comparisons():
        assert each.seat != 0
        assert {mix[0] for mix in each.mixes} == {"five"}
    everywhere = replace(drawn(0), roles=dict.fromkeys(range(SEATS), "two"))
    found = run(everywhere, workers=1)
    assert [result.line_up for result in found.results] == [("two",) * SEATS]
    assert not found.gains


def arena(*words: str) -> int:
    return main(["arena", "auction", "--games", "3", "--workers", "1", *words])


def test_the_command_says_what_was_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--seats", "6", "--line-ups", "200", "--seat", "6=five", "--seed", "3"]
    assert arena(*words) == 0
    printed = capsys.readouterr().out.replace("\n", " ")
    assert "Of 243 line-ups some were drawn: for every gain 10 mixes of others" in printed
    assert "Always the same: seat 6 five." in printed
    assert "five for two, seat 1, with 10 drawn mixes of weaker bots: +" in printed
    assert "two for one, seat 5, with one, one, one, one, five: +" in printed
    assert arena(*words, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["possible_line_ups"], found["drawn_mixes"]) == (243, 10)
    assert found["roles"] == {"6": "five"}
    assert {len(gain["mixes"]) for gain in found["gains"]} == {10}
    standings: Standings = run(
        Tournament("auction", 6, {}, BOTS, 3, 3, {5: "five"}, 200), workers=1
    )
    told = [Estimate(**gain["gain"]) for gain in found["gains"]]
    assert [each.words for each in told] == [each.gain.words for each in standings.gains]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seat", "1=nobody"], "Auction has no bot 'nobody'; its bots: one, two, five."),
        (["--seats", "2", "--seat", "3=one"], "This game has seats 1 to 2; there is no seat 3."),
        (["--seat", "1=one", "--seat", "1=two"], "Seat 1 is given to one and to two."),
        (["--seat", "one"], "A seat is given as SEAT=BOT, such as 1=NAME, not 'one'."),
        (["--seat", "0=one"], "A seat is given as SEAT=BOT, such as 1=NAME, not '0=one'."),
        (["--line-ups", "0"], "A tournament plays 1 to 1,000 line-ups, not 0."),
        (["--line-ups", "1001"], "A tournament plays 1 to 1,000 line-ups, not 1001."),
        (
            ["--seats", "6", "--line-ups", "239"],
            "To draw 10 mixes for each gain takes 240 line-ups, not 239.",
        ),
    ],
)
def test_roles_and_limits_that_cannot_be_are_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(*words) == 2
    printed = capsys.readouterr()
    assert printed.err == f"{sentence}\n"
    assert not printed.out


def test_the_toys_truth_is_what_is_written_by_hand() -> None:
    """One over two against bids of one and five: a level more, times luck's 1.5 and 3 · 6."""
    assert true_gain("two", "one", [("one", "five")]) == Fraction(3, 2) + 18
