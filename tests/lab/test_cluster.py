"""A Dask cluster of two workers on this machine plays what one process plays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from facedown.games.solid.studio.card_list import SMALL_LIST
from facedown.lab.arena import Tournament, run
from facedown.lab.matches import Rules
from facedown.lab.series import executor_for
from facedown.lab.solid.workbench import WORKBENCH
from facedown.lab.workbench import plan as workbench
from facedown.terminal.main import main


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask cluster: a scheduler and two workers on this machine."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as found:
        yield found.scheduler_address


def test_a_cluster_finds_what_one_process_finds(cluster: str) -> None:
    tournament = Tournament(
        "turing", 2, {"cards": "4,9,11,14"}, ("beginner", "careful"), games=20, seed=5
    )
    assert run(tournament, cluster=cluster) == run(tournament, workers=1)


def test_the_arena_plays_on_a_cluster(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "turing", "--bots", "beginner", "--games", "4", "--seats", "2"]
    assert main([*words, "--option", "cards=4,9,11,14", "--cluster", cluster]) == 0
    assert "4 games of each line-up" in capsys.readouterr().out


def test_the_workbench_finds_the_same_on_a_cluster_and_in_processes(cluster: str) -> None:
    rules = Rules("small", {"cards": SMALL_LIST})
    separate = workbench.rules_from(WORKBENCH, "separate")
    plan = workbench.Plan(WORKBENCH, (rules, separate), ("greedy",), 30)
    alone = workbench.run(plan)
    with executor_for(cluster=cluster) as executor:
        found = workbench.run(plan, executor=executor)
    with executor_for(2) as executor:
        assert alone == found == workbench.run(plan, executor=executor)
    assert alone.checksum == found.checksum
