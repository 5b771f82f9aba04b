"""Training: repeatable to the byte, right in its gradients, and it learns."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from facedown.games.suspense import Suspense
from facedown.lab.estimate import estimate
from facedown.lab.suspense import training_kernels as kernels
from facedown.lab.suspense.exploit import TrainingEffort, challenge, train_replies
from facedown.lab.suspense.match_up import PART, all_processors, play_rounds
from facedown.lab.suspense.training import (
    Schedule,
    Trainer,
    TrainingPlan,
    imitate,
    next_generations,
    record_rollouts,
)
from facedown.lab.suspense.training_kernels import new_samples
from facedown.players.suspense import network_kernels as expert
from facedown.players.suspense.network_kernels import (
    HIDDEN,
    Nets,
    from_bytes,
    new_nets,
    new_network_workspace,
    shipped_nets,
    to_bytes,
    zeros_like,
)
from facedown.players.suspense.round_kernels import legal_mask
from facedown.players.suspense.tables import tables_of
from facedown.terminal.main import main

TABLES = tables_of(Suspense().setting)
TINY = TrainingPlan(seed=3, iterations=3, hidden=(16, 8), deals=4)


def trained(plan: TrainingPlan) -> Nets:
    trainer = Trainer(TABLES, plan)
    assert list(trainer.run()) == list(range(1, plan.iterations + 1))
    return trainer.nets


def test_one_seed_makes_one_expert_and_another_seed_another() -> None:
    once = to_bytes(trained(TINY))
    assert once == to_bytes(trained(TINY))
    assert once != to_bytes(trained(replace(TINY, seed=4)))


def test_only_the_places_of_the_plan_learn() -> None:
    begin = new_nets((16, 8), 1)
    trainer = Trainer(TABLES, replace(TINY, places=(1,)), begin)
    for _ in trainer.run():
        pass
    changed = [bool((trainer.nets.w3[p] != begin.w3[p]).any()) for p in range(3)]
    assert changed == [False, True, False]


def collected() -> tuple[Trainer, Nets]:
    """A trainer with a few samples for place 2, and networks that are not flat."""
    trainer = Trainer(TABLES, replace(TINY, iterations=1))
    for _ in trainer.run():
        pass
    trainer.nets.w3[:] = np.random.default_rng(0).normal(0, 0.3, trainer.nets.w3.shape)
    return trainer, trainer.nets


def test_gradients_are_the_slopes_of_gains_times_logits() -> None:
    trainer, nets = collected()
    samples, network_space = trainer.samples, new_network_workspace(nets)
    samples.kept[0] = 6

    def total(changed: Nets) -> float:
        result = 0.0
        for at in range(6):
            expert.forward(
                samples.inputs[at],
                changed.w1[2],
                changed.w2[2],
                changed.w3[2],
                network_space.h1,
                network_space.h2,
                network_space.logits,
            )
            legal = [a for a in range(15) if samples.masks[at] >> a & 1]
            gains = samples.advantages[at, legal] - samples.advantages[at, legal].mean()
            result += float(samples.weights[at] * (gains * network_space.logits[legal]).sum())
        return result

    slopes = zeros_like(nets)
    scratch = np.zeros(sum(nets.hidden), np.float32)
    kernels.gradients(nets, 2, samples, 0.0, 99.0, network_space, scratch, slopes)
    rng = np.random.default_rng(1)
    steep = 0
    for part in range(3):
        for _ in range(12):
            at = (2, *(int(rng.integers(n)) for n in nets[part].shape[1:]))
            around = []
            for change in (0.01, -0.01):
                moved = Nets(*(w.copy() for w in nets))
                moved[part][at] += change
                around.append(total(moved))
            slope = (around[0] - around[1]) / 0.02
            assert slopes[part][at] == pytest.approx(slope, abs=0.02, rel=0.05)
            steep += abs(slope) > 0.02
    assert steep > 3


def test_gains_are_over_the_policy_so_that_they_cancel_out() -> None:
    nets = collected()[1]
    network_space = new_network_workspace(nets)
    fresh = Trainer(TABLES, replace(TINY, iterations=1), nets)
    for _ in fresh.run():
        pass
    samples = fresh.samples
    for at in range(int(samples.kept[0])):
        expert.forward(
            samples.inputs[at],
            nets.w1[2],
            nets.w2[2],
            nets.w3[2],
            network_space.h1,
            network_space.h2,
            network_space.logits,
        )
        expert.softmax(network_space.logits, samples.masks[at], network_space.policy)
        assert float((network_space.policy * samples.advantages[at]).sum()) == pytest.approx(
            0, abs=1e-4
        )


def test_a_little_training_already_beats_no_training() -> None:
    plan = replace(TINY, iterations=250, hidden=(32, 16), deals=32)
    after, before = trained(plan), new_nets(plan.hidden, plan.seed)
    for place in range(3):
        names = ["networks"] * 3
        old = play_rounds(names, TABLES, 3000, 1, before)[:, place]
        names[place] = "challenger"
        new = play_rounds(names, TABLES, 3000, 1, before, after)[:, place]
        more = new - old
        assert more.mean() > 1.96 * more.std() / 3000**0.5


@pytest.mark.slow
def test_replies_are_found_to_those_who_play_at_random() -> None:
    random_nets = new_nets((32, 16), 1)
    with all_processors() as pool:
        replies = train_replies(TABLES, random_nets, 200, 1, pool, print)
    before = play_rounds(["networks"] * 3, TABLES, 3000, 2, random_nets)
    for place, reply in enumerate(replies):
        line_up = ["networks"] * 3
        line_up[place] = "challenger"
        after = play_rounds(line_up, TABLES, 3000, 2, random_nets, reply)
        more = after[:, place] - before[:, place]
        assert more.mean() > 3 * more.std() / 3000**0.5
        others = [p for p in range(3) if p != place]
        assert (reply.w1[others] == random_nets.w1[others]).all()


def test_an_imitation_comes_to_choose_as_the_player_does() -> None:
    with all_processors() as pool:
        choices = record_rollouts("beginner", TABLES, 1000, 1, new_nets((16, 8), 1), pool, print)
    rows, actions = choices
    for row, action in zip(rows, actions, strict=True):
        assert legal_mask(row) >> action & 1
        assert legal_mask(row).bit_count() > 1
    likely = imitate(choices, TABLES, HIDDEN, 1).likely
    even = np.exp(-np.log([int(legal_mask(row)).bit_count() for row in rows]).mean())
    assert likely[-1] > likely[0] > even + 0.05


def test_watching_does_not_depend_on_how_many_watch() -> None:
    nets = new_nets((16, 8), 1)
    with all_processors() as pool, ThreadPoolExecutor(1) as alone:
        many, one = (
            record_rollouts("careful", TABLES, 200, 3, nets, p, print) for p in (pool, alone)
        )
        assert (many.rows == one.rows).all()
        assert (many.actions == one.actions).all()
        together = play_rounds(["careful"] * 3, TABLES, 120, 3, nets, pool=pool)
    assert (together == play_rounds(["careful"] * 3, TABLES, 120, 3, nets)).all()


def test_one_seed_makes_the_same_generations_however_many_watch() -> None:
    first, schedule = new_nets((16, 8), 1), Schedule(seed=2, generations=2, watched=3 * PART)
    with all_processors() as pool, ThreadPoolExecutor(1) as alone:
        many, one, another = (
            [to_bytes(nets) for nets in next_generations(TABLES, first, each, threads, print)]
            for each, threads in (
                (schedule, pool),
                (schedule, alone),
                (replace(schedule, seed=3, generations=1), pool),
            )
        )
    assert many == one
    assert len({*many, *another}) == 3


@pytest.mark.slow
def test_a_generation_knows_better_what_experts_choose_than_the_one_before() -> None:
    first = trained(replace(TINY, iterations=250, hidden=(32, 16), deals=32))
    with all_processors() as pool:
        (second,) = next_generations(TABLES, first, Schedule(1, 1, 1000), pool, print)
        rows, actions = record_rollouts("expert", TABLES, 500, 2, first, pool, print)
    samples = new_samples(len(actions))
    before, after = (
        kernels.imitation_samples(rows, actions, TABLES, nets, samples, new_network_workspace(nets))
        for nets in (first, second)
    )
    assert after - before > 0.05 * len(actions)  # logarithms of probabilities, summed


@pytest.mark.slow
def test_every_challenger_but_the_player_itself_is_seated() -> None:
    nets = new_nets((32, 16), 1)
    with all_processors() as pool:
        found = list(
            challenge(
                TABLES, "beginner", nets, TrainingEffort(1000, 1), 80, 1, pool, lambda _: None
            )
        )
        without = list(challenge(TABLES, "networks", nets, None, 2, 1, pool, lambda _: None))
    names = ["careful", "networks", "expert", "student", "best responder"]
    names += ["trained reply", "searched reply"]
    assert [(reply.place, reply.challenger) for reply in found] == [
        (place, name) for place in range(3) for name in names
    ]
    for place in range(3):
        assert len({reply.points for reply in found if reply.place == place}) == 1
    careful = next(reply for reply in found if (reply.place, reply.challenger) == (2, "careful"))
    assert careful.gain.mean > careful.gain.error > 0
    assert {reply.challenger for reply in without} == {"beginner", *names[:5]} - {"networks"}


@pytest.mark.slow
def test_looking_ahead_with_an_imitation_gains_from_the_player() -> None:
    nets = shipped_nets()
    with all_processors() as pool:
        choices = record_rollouts("beginner", TABLES, 1000, 1, nets, pool, print)
        imitation = imitate(choices, TABLES, HIDDEN, 1).networks
        before = play_rounds(["beginner"] * 3, TABLES, 400, 2, nets, pool=pool)
        names = ["beginner", "beginner", "best responder"]
        after = play_rounds(names, TABLES, 400, 2, nets, imitation, pool)
    more = estimate((after - before)[:, 2])
    assert more.mean > 2 * more.error


def test_the_command_writes_the_expert_and_tells_about_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "expert.bin"
    words = ["train", "suspense", "--iterations", "1", "--generations", "1", "--watch", "500"]
    words += ["--out", str(out), "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    beside = json.loads((tmp_path / "expert.bin.json").read_text("utf-8"))
    assert beside == {name: told[name] for name in ("date", "command", "sha256")}
    assert from_bytes(out.read_bytes()).w3.any()
    assert main(words) == 2  # what is there already stays
    assert "there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["train", "suspense"], "--out"),
        (["train", "suspense", "--out", "/nowhere/at/all"], "cannot be made"),
        (["train", "suspense", "--out", "x", "--iterations", "0"], "--iterations is from 1"),
        (["train", "suspense", "--out", "x", "--generations", "-1"], "--generations is from 0"),
        (["train", "suspense", "--out", "x", "--watch", "499"], "--watch is from 500"),
        (["exploit", "suspense", "--bot", "nobody"], "no bot 'nobody'"),
        (["exploit", "suspense", "--rounds", "1"], "--rounds is from 2"),
        (["exploit", "suspense", "--watch", "499"], "--watch is from 500"),
        (["strength", "suspense", "--rounds", "1"], "--rounds is from 2"),
        (["strength", "suspense", "--seed", "-1"], "--seed is from 0"),
    ],
)
def test_mistakes_are_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


@pytest.mark.slow
def test_a_longer_training_beats_the_beginner_where_the_secret_is_not_known() -> None:
    nets = trained(TrainingPlan(seed=5, iterations=300))
    for place in (1, 2):
        names = ["beginner"] * 3
        old = play_rounds(names, TABLES, 4000, 1, nets)[:, place]
        names[place] = "networks"
        more = play_rounds(names, TABLES, 4000, 1, nets)[:, place] - old
        assert more.mean() > 1.96 * more.std() / 4000**0.5
