"""``facedown train solid``: learns the value anew."""

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
from facedown.core.messages import phrase
from facedown.core.workshop import Progress
from facedown.lab.tools import Command, Result

WATCHED: Final = 20_000
GAMES: Final = 40_000
MOST: Final = 10_000_000


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--watch",
        metavar="N",
        type=int,
        default=WATCHED,
        help=f"games of careful players to learn from at first ({WATCHED:,})",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=int,
        default=GAMES,
        help=f"then, games of its own ({GAMES:,}: two minutes of one processor)",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=int,
        default=1,
        help="the same seed makes the same value, with the same C library (1)",
    )
    parser.add_argument(
        "--out", metavar="FILE", required=True, help="where to put it; FILE.json tells about it"
    )


def _train(chosen: argparse.Namespace, progress: Progress) -> Result:
    for name, number in (("--watch", chosen.watch), ("--games", chosen.games)):
        if not 8 <= number <= MOST:
            raise BadOption(f"{name} is from 8 to {MOST:,}, not {number}.")
    if not 0 <= chosen.seed <= MOST:
        raise BadOption(f"--seed is from 0 to {MOST:,}, not {chosen.seed}.")
    out = Path(chosen.out)
    if not out.name or "\0" in chosen.out:
        raise BadOption(f"--out is the name of a new file, not {chosen.out[:40]!r}.")
    about = out.with_name(f"{out.name}.json")
    for path in (out, about):
        if os.path.lexists(path) or not os.access(path.parent, os.W_OK):
            raise BadOption(f"{path} cannot be made: it is there already, or its folder is not.")

    from facedown.lab.solid.training import Course, train
    from facedown.players.solid.value_kernels import to_bytes

    data = to_bytes(train(Course(chosen.seed, chosen.watch, chosen.games), progress))
    made: dict[str, Json] = {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "command": f"facedown train solid --watch {chosen.watch} --games {chosen.games} "
        f"--seed {chosen.seed}",
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    try:
        out.write_bytes(data)
        about.write_text(json.dumps(made, indent=2) + "\n", "utf-8")
    except (OSError, ValueError) as problem:
        raise BadOption(f"{out} cannot be made: {problem}.") from None
    return Result({**made, "file": str(out)}, f"The value is in {out}, sha256 {made['sha256']}.")


TRAIN: Final = Command(
    "train",
    phrase("train the learned value anew (two minutes of one processor)"),
    _arguments,
    _train,
)
