"""Learning Solid's value: repeatable, right in its steps, and it learns."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from facedown.lab.solid import training_kernels as kernels
from facedown.lab.solid.training import Course, ValueTrainer, train
from facedown.players.solid.value_kernels import (
    SEEN,
    ValueNet,
    expected,
    from_bytes,
    new_room,
    to_bytes,
)
from facedown.terminal.main import main


def quiet(_: str) -> None:
    pass


def test_one_seed_makes_one_value_and_another_seed_another() -> None:
    once = to_bytes(train(Course(3, 16, 24), quiet))
    assert once == to_bytes(train(Course(3, 16, 24), quiet))
    assert once != to_bytes(train(Course(4, 16, 24), quiet))


def test_what_should_have_been_thought_is_what_came_later() -> None:
    lessons = kernels.new_lessons()
    lessons.kept[1] = 3
    lessons.thought[1, :3] = 0.5, 0.25, 0.75
    kernels.look_back(lessons, 1, 1.0, 0.5)
    assert lessons.thought[1, :3].tolist() == [0.5625, 0.875, 1.0]


def test_steps_go_the_way_the_loss_falls() -> None:
    """The summed slope against differences of the cross entropy."""
    rng = np.random.default_rng(2)
    net = ValueTrainer(5).net
    room, lessons = new_room(net, 1, 1), kernels.new_lessons()
    lessons.kept[0] = 4
    lessons.seen[0, :4] = rng.random((4, SEEN)) * (rng.random((4, SEEN)) < 0.4)
    lessons.thought[0, :4] = 0.0, 0.3, 0.8, 1.0
    slopes = ValueNet(*map(np.zeros_like, net))
    kernels.learn_from(net, room, lessons, 0, slopes)

    def agreement() -> float:
        total = 0.0
        for seen, share in zip(lessons.seen[0, :4], lessons.thought[0, :4], strict=True):
            found = expected(net, seen, room.hidden)
            total += share * np.log(found) + (1 - share) * np.log(1 - found)
        return total

    for weights, slope in zip(net, slopes, strict=True):
        flat, along = weights.reshape(-1), slope.reshape(-1)
        for at in rng.choice(flat.size, 12):
            before, step = flat[at], np.float32(2e-3)
            flat[at] = before + step
            up = agreement()
            flat[at] = before - step
            down = agreement()
            flat[at] = before
            assert (up - down) / (2 * step) == pytest.approx(along[at], abs=2e-2)


def test_a_few_hundred_games_teach_who_is_ahead() -> None:
    trainer = ValueTrainer(1)
    before = trainer.share()
    for _ in range(150):
        trainer.step((2, 2), 0, 1.0, 2e-3)
    for _ in range(100):
        trainer.step((1, 1), 50, 0.8, 1e-3)
    assert trainer.share() > before + 0.1


def test_the_command_puts_a_value_and_tells_how_it_was_made(tmp_path: Path) -> None:
    out = tmp_path / "new.bin"
    words = ["train", "solid", "--watch", "8", "--games", "8", "--seed", "2", "--out", str(out)]
    assert main(words) == 0
    told = json.loads(out.with_name("new.bin.json").read_text("utf-8"))
    assert told["command"] == "facedown train solid --watch 8 --games 8 --seed 2"
    assert out.read_bytes() == to_bytes(train(Course(2, 8, 8), quiet))
    assert len(from_bytes(out.read_bytes()).second) == 49
    assert main(words) == 2  # it is there


@pytest.mark.parametrize(
    "words", [["--games", "7"], ["--watch", "0"], ["--seed", "-1"], ["--out", "no/there.bin"]]
)
def test_what_cannot_be_trained_is_said_first(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "solid", "--out", str(tmp_path / "x.bin"), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
