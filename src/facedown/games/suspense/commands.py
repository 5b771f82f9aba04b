"""Suspense's own commands: train the expert (``train``), look for weaknesses (``exploit``)."""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import json
import os
from pathlib import Path
from typing import Final

from facedown.core.codec import Json
from facedown.core.errors import BadOption
from facedown.core.tools import Command, Progress, Result

ITERATIONS: Final = 4_000
MOST: Final = 10_000_000


def _whole(name: str, value: int, least: int) -> int:
    if not least <= value <= MOST:
        raise BadOption(f"{name} is from {least} to {MOST:,}, not {value}.")
    return value


# train


def _train_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--iterations",
        metavar="N",
        type=int,
        default=ITERATIONS,
        help=f"how long to train ({ITERATIONS:,}: about 8 minutes of one processor)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=1, help="the same seed makes the same expert (1)"
    )
    parser.add_argument(
        "--out", metavar="FILE", required=True, help="where to put it; FILE.json tells about it"
    )


def _train(chosen: argparse.Namespace, progress: Progress) -> Result:
    iterations = _whole("--iterations", chosen.iterations, 1)
    seed = _whole("--seed", chosen.seed, 0)
    out = Path(chosen.out)
    if not out.name or "\0" in chosen.out:
        raise BadOption(f"--out is the name of a new file, not {chosen.out[:40]!r}.")
    about = out.with_name(f"{out.name}.json")
    for path in (out, about):
        if os.path.lexists(path) or not os.access(path.parent, os.W_OK):
            raise BadOption(f"{path} cannot be made: it is there already, or its folder is not.")

    from facedown.games.suspense import Suspense
    from facedown.games.suspense.expert.shipped import to_bytes
    from facedown.games.suspense.tables import tables_of
    from facedown.games.suspense.training.trainer import Plan, Trainer

    trainer = Trainer(tables_of(Suspense().setting), Plan(seed=seed, iterations=iterations))
    for time in trainer.run():
        if 100 * time % iterations < 100:
            progress(f"{time:,} of {iterations:,} iterations.")
    data = to_bytes(trainer.nets)
    made: dict[str, Json] = {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "command": f"facedown train suspense --iterations {iterations} --seed {seed}",
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    try:
        out.write_bytes(data)
        about.write_text(json.dumps(made, indent=2) + "\n", "utf-8")
    except (OSError, ValueError) as problem:
        raise BadOption(f"{out} cannot be made: {problem}.") from None
    return Result({**made, "file": str(out)}, f"The expert is in {out}, sha256 {made['sha256']}.")


# exploit


def _exploit_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bot", default="expert", help="beginner, careful or expert (expert)")
    parser.add_argument(
        "--iterations",
        metavar="N",
        type=int,
        default=300,
        help="how long each reply is trained (300); 0 trains none",
    )
    parser.add_argument(
        "--rounds", metavar="N", type=int, default=20_000, help="rounds it is measured on (20,000)"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="the same every time (1)")


def _exploit(chosen: argparse.Namespace, progress: Progress) -> Result:
    iterations = _whole("--iterations", chosen.iterations, 0)
    rounds = _whole("--rounds", chosen.rounds, 2)
    seed = _whole("--seed", chosen.seed, 0)

    from facedown.games.suspense import Suspense
    from facedown.games.suspense.expert.shipped import shipped_nets
    from facedown.games.suspense.tables import tables_of
    from facedown.games.suspense.training.exploit import PLACES, Exploited, challenge

    game = Suspense()
    game.bot(chosen.bot)  # says so when there is none
    found: list[Json] = []
    lines = [f"What challengers gain among two of {chosen.bot}, points per round (95 %):"]
    for place, words in enumerate(PLACES):
        best: Exploited | None = None
        for reply in challenge(
            tables_of(game.setting),
            chosen.bot,
            place,
            shipped_nets(),
            iterations=iterations,
            rounds=rounds,
            seed=seed,
            progress=progress,
        ):
            found.append(
                {
                    "place": words,
                    "challenger": reply.challenger,
                    "points": round(reply.points, 6),
                    "gain": round(reply.gain, 6),
                    "error": round(reply.error, 6),
                }
            )
            lines.append(f"  {words}, {reply.challenger}: {reply.gain:+.3f} ± {reply.error:.3f}")
            if best is None or reply.gain > best.gain:
                best = reply
        assert best is not None
        lines.append(f"{words}: {chosen.bot} {best.points:.3f}, at most {best.gain:+.3f} more.")
    settings: dict[str, Json] = {
        "bot": chosen.bot,
        "iterations": iterations,
        "rounds": rounds,
        "seed": seed,
    }
    return Result({**settings, "replies": found}, "\n".join(lines))


COMMANDS: Final = (
    Command("train", "train the expert anew", _train_arguments, _train),
    Command(
        "exploit",
        "seat challengers among two of a bot",
        _exploit_arguments,
        _exploit,
    ),
)
