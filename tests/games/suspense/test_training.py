"""Training: repeatable to the byte, right in its gradients, and it learns."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from facedown.games.suspense import Suspense
from facedown.games.suspense.contest.players import play_rounds, seat_players
from facedown.games.suspense.expert import kernels as expert
from facedown.games.suspense.expert.network import Nets, new_nets, new_space, zeros_like
from facedown.games.suspense.expert.shipped import from_bytes, to_bytes
from facedown.games.suspense.tables import tables_of
from facedown.games.suspense.training import kernels
from facedown.games.suspense.training.exploit import challenge, train_reply
from facedown.games.suspense.training.trainer import Plan, Trainer
from facedown.terminal.main import main

TABLES = tables_of(Suspense().setting)
TINY = Plan(seed=3, iterations=3, hidden=(16, 8), deals=4)


def trained(plan: Plan) -> Nets:
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
    samples, space = trainer.samples, new_space(nets)
    samples.kept[0] = 6

    def total(changed: Nets) -> float:
        result = 0.0
        for at in range(6):
            expert.forward(
                samples.inputs[at],
                changed.w1[2],
                changed.w2[2],
                changed.w3[2],
                space.h1,
                space.h2,
                space.logits,
            )
            legal = [a for a in range(15) if samples.masks[at] >> a & 1]
            gains = samples.gains[at, legal] - samples.gains[at, legal].mean()
            result += float(samples.weights[at] * (gains * space.logits[legal]).sum())
        return result

    slopes = zeros_like(nets)
    kernels.gradients(nets, 2, samples, 0.0, 99.0, space, slopes)
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
    space = new_space(nets)
    fresh = Trainer(TABLES, replace(TINY, iterations=1), nets)
    for _ in fresh.run():
        pass
    samples = fresh.samples
    for at in range(int(samples.kept[0])):
        expert.forward(
            samples.inputs[at], nets.w1[2], nets.w2[2], nets.w3[2], space.h1, space.h2, space.logits
        )
        expert.softmax(space.logits, samples.masks[at], space.policy)
        assert float((space.policy * samples.gains[at]).sum()) == pytest.approx(0, abs=1e-4)


def test_a_little_training_already_beats_no_training() -> None:
    plan = replace(TINY, iterations=250, hidden=(32, 16), deals=32)
    after, before = trained(plan), new_nets(plan.hidden, plan.seed)
    for place in range(3):
        names = ["networks"] * 3
        old = play_rounds(seat_players(names, before), TABLES, 3000, 1)[:, place]
        names[place] = "rival"
        new = play_rounds(seat_players(names, before, after), TABLES, 3000, 1)[:, place]
        more = new - old
        assert more.mean() > 1.96 * more.std() / 3000**0.5


def test_a_reply_is_found_to_those_who_play_at_random() -> None:
    random_nets = new_nets((32, 16), 1)
    reply = train_reply(TABLES, "networks", 1, random_nets, 300, 1)
    line_up = ["networks"] * 3
    before = play_rounds(seat_players(line_up, random_nets), TABLES, 3000, 2)[:, 1]
    line_up[1] = "rival"
    after = play_rounds(seat_players(line_up, random_nets, reply), TABLES, 3000, 2)[:, 1]
    more = after - before
    assert more.mean() > 3 * more.std() / 3000**0.5


def test_every_challenger_but_the_player_itself_is_seated() -> None:
    nets = new_nets((32, 16), 1)
    found = list(challenge(TABLES, "beginner", 2, nets, iterations=1, rounds=300))
    names = ["careful", "networks", "expert", "reader", "trained reply"]
    assert [reply.challenger for reply in found] == names
    assert len({reply.points for reply in found}) == 1
    careful = found[0]
    assert careful.gain > careful.error > 0


def test_the_command_writes_the_expert_and_tells_about_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "expert.bin"
    words = ["train", "suspense", "--iterations", "1", "--out", str(out), "--json"]
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
        (["exploit", "suspense", "--bot", "nobody"], "no bot 'nobody'"),
        (["exploit", "suspense", "--rounds", "1"], "--rounds is from 2"),
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
    nets = trained(Plan(seed=5, iterations=1500))
    for place in (1, 2):
        names = ["beginner"] * 3
        old = play_rounds(seat_players(names, nets), TABLES, 4000, 1)[:, place]
        names[place] = "networks"
        more = play_rounds(seat_players(names, nets), TABLES, 4000, 1)[:, place] - old
        assert more.mean() > 1.96 * more.std() / 4000**0.5
