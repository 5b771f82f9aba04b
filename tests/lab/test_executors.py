"""Where games are played does not matter: processes, a cluster, or anything that is an executor."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from facedown.core.errors import BadOption
from facedown.core.play import play_bots
from facedown.lab import series
from facedown.lab.arena import Tournament, run, run_on
from facedown.lab.series import Series, completed, executor_for, parts_of, play_part

SMALL = Tournament("turing", 2, {"cards": "4,9,11,14"}, ("beginner", "careful"), games=20, seed=5)


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(2) as executor:
        assert run_on(executor, SMALL) == run(SMALL, workers=1)


def test_work_that_fails_says_so_and_the_rest_is_given_up() -> None:
    with ThreadPoolExecutor(1) as executor, pytest.raises(ZeroDivisionError):
        list(completed(executor, (1).__floordiv__, [0, 1, 2]))


def test_a_process_plays_no_further_game_once_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred long games are a minute that nobody wants to wait for after Ctrl-C."""
    stopping = get_context("spawn").Event()
    monkeypatch.setattr(series, "_stopping", stopping)
    games = Series.of("turing", 2, {"cards": "4,9,11,14"}, ["beginner"] * 2, 5)
    (part,) = parts_of(games, range(6), play_bots)
    assert len(play_part(part)) == 6
    stopping.set()
    assert not play_part(part)


def test_what_is_no_place_to_play_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(series, "SECONDS_TO_CONNECT", 0.2)
    for workers, cluster, sentence in (
        (0, "", "Games need at least one worker, not 0."),
        (2, "tcp://127.0.0.1:9", "A cluster has workers of its own"),
        (None, "tcp://127.0.0.1:9", "There is no Dask cluster at 'tcp://127.0.0.1:9'."),
        (None, "nothing at all", "There is no Dask cluster at 'nothing at all'."),
    ):
        with pytest.raises(BadOption, match=sentence), executor_for(workers, cluster):
            pass
