"""Suspense's own commands: train the expert, measure the bots' strength, exploit them."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facedown.core.codec import Json
from facedown.core.errors import BadOption
from facedown.core.messages import phrase
from facedown.core.roster import new_bot
from facedown.core.workshop import Progress
from facedown.lab.tools import Command, Result

if TYPE_CHECKING:
    from facedown.lab.estimate import Estimate

ITERATIONS: Final = 4_000
GENERATIONS: Final = 8
WATCHED: Final = 12_000
MOST: Final = 10_000_000
LEAST_WATCHED: Final = 500
"""So many rounds have every line-up in which somebody is watched."""


def _whole(name: str, value: int, least: int) -> int:
    if not least <= value <= MOST:
        raise BadOption(f"{name} is from {least:,} to {MOST:,}, not {value}.")
    return value


# train


def _train_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--iterations",
        metavar="N",
        type=int,
        default=ITERATIONS,
        help=f"how long to minimise regrets ({ITERATIONS:,}: about 8 minutes of one processor)",
    )
    parser.add_argument(
        "--generations",
        metavar="N",
        type=int,
        default=GENERATIONS,
        help=f"then, how often to look ahead, be watched and be imitated ({GENERATIONS})",
    )
    parser.add_argument(
        "--watch",
        metavar="N",
        type=int,
        default=WATCHED,
        help=f"rounds that each generation is watched ({WATCHED:,}: 3 minutes of one processor)",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=int,
        default=1,
        help="the same seed makes the same expert, with the same C library (1)",
    )
    parser.add_argument(
        "--out", metavar="FILE", required=True, help="where to put it; FILE.json tells about it"
    )


def _train(chosen: argparse.Namespace, progress: Progress) -> Result:
    iterations = _whole("--iterations", chosen.iterations, 1)
    generations = _whole("--generations", chosen.generations, 0)
    watched = _whole("--watch", chosen.watch, LEAST_WATCHED)
    seed = _whole("--seed", chosen.seed, 0)
    out = Path(chosen.out)
    if not out.name or "\0" in chosen.out:
        raise BadOption(f"--out is the name of a new file, not {chosen.out[:40]!r}.")
    about = out.with_name(f"{out.name}.json")
    for path in (out, about):
        if os.path.lexists(path) or not os.access(path.parent, os.W_OK):
            raise BadOption(f"{path} cannot be made: it is there already, or its folder is not.")

    from facedown.games.suspense import Suspense
    from facedown.lab.suspense.match_up import all_processors
    from facedown.lab.suspense.training import Schedule, Trainer, TrainingPlan, next_generations
    from facedown.players.suspense.network_kernels import fingerprint, to_bytes
    from facedown.players.suspense.tables import tables_of

    tables = tables_of(Suspense().setting)
    trainer = Trainer(tables, TrainingPlan(seed=seed, iterations=iterations))
    for time in trainer.run():
        if 100 * time % iterations < 100:
            progress(f"{time:,} of {iterations:,} iterations.")
    networks, schedule = trainer.nets, Schedule(seed, generations, watched)
    with all_processors() as pool:
        for following in next_generations(tables, networks, schedule, pool, progress):
            networks = following
    data = to_bytes(networks)
    made: dict[str, Json] = {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "command": f"facedown train suspense --iterations {iterations} "
        f"--generations {generations} --watch {watched} --seed {seed}",
        "sha256": fingerprint(networks),
    }
    try:
        out.write_bytes(data)
        about.write_text(json.dumps(made, indent=2) + "\n", "utf-8")
    except (OSError, ValueError) as problem:
        raise BadOption(f"{out} cannot be made: {problem}.") from None
    return Result({**made, "file": str(out)}, f"The expert is in {out}, sha256 {made['sha256']}.")


# strength


def _strength_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=int,
        default=20_000,
        help="rounds of each line-up (20,000: about 40 minutes of one processor)",
    )
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="the same every time (1)")


def _strength(chosen: argparse.Namespace, progress: Progress) -> Result:
    rounds = _whole("--rounds", chosen.rounds, 2)
    seed = _whole("--seed", chosen.seed, 0)

    from facedown.games.suspense import Suspense
    from facedown.lab.suspense.match_up import PLACES, all_processors, gains, players_told
    from facedown.players.suspense.network_kernels import shipped_nets
    from facedown.players.suspense.tables import tables_of

    networks = shipped_nets()
    found: list[Json] = []
    lines = ["What each bot gains over the next weaker one, points per round (95 %):"]
    with all_processors() as pool:
        tables = tables_of(Suspense().setting)
        for gain in gains(tables, networks, rounds, seed, pool, progress):
            (others,) = gain.mixes
            row: dict[str, Json] = {
                "bot": gain.bot,
                "instead_of": gain.instead_of,
                "place": PLACES[gain.seat],
                "others": list(others),
            }
            found.append(row | _rounded(gain.points, gain.gain))
            among = f"{PLACES[gain.seat]}, others {' and '.join(others)}"
            lines.append(f"  {gain.bot} over {gain.instead_of}, {among}: {gain.gain.signed}")
    settings: dict[str, Json] = {
        "players": players_told(networks),
        "rounds": rounds,
        "seed": seed,
    }
    return Result({**settings, "gains": found}, "\n".join(lines))


def _rounded(points: Estimate, gain: Estimate) -> dict[str, Json]:
    return {
        "points": round(points.mean, 4),
        "gain": round(gain.mean, 4),
        "error": round(gain.error, 4),
    }


# exploit


def _exploit_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bot",
        default="expert",
        help="beginner, careful, expert, or networks: the expert who does not look ahead (expert)",
    )
    parser.add_argument(
        "--watch",
        metavar="N",
        type=int,
        default=10_000,
        help="rounds the bot is watched to imitate it (10,000)",
    )
    parser.add_argument(
        "--iterations",
        metavar="N",
        type=int,
        default=400,
        help="how long each reply is trained (400); 0 makes none",
    )
    parser.add_argument(
        "--rounds", metavar="N", type=int, default=2_000, help="rounds it is measured on (2,000)"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="the same every time (1)")


def _exploit(chosen: argparse.Namespace, progress: Progress) -> Result:
    watched = _whole("--watch", chosen.watch, LEAST_WATCHED)
    iterations = _whole("--iterations", chosen.iterations, 0)
    rounds = _whole("--rounds", chosen.rounds, 2)
    seed = _whole("--seed", chosen.seed, 0)

    from facedown.games.suspense import Suspense
    from facedown.lab.suspense.exploit import Exploited, TrainingEffort, challenge
    from facedown.lab.suspense.match_up import PLACES, all_processors, players_told
    from facedown.players.suspense.network_kernels import shipped_nets
    from facedown.players.suspense.tables import tables_of

    game, bot = Suspense(), chosen.bot
    if bot != "networks":
        new_bot(game, bot)  # says so when there is none
    tables, networks = tables_of(game.setting), shipped_nets()
    effort = TrainingEffort(watched, iterations) if iterations else None
    found: list[Json] = []
    lines = [f"What challengers gain among two of {bot}, points per round (95 %):"]
    best: dict[int, Exploited] = {}
    with all_processors() as pool:
        for reply in challenge(tables, bot, networks, effort, rounds, seed, pool, progress):
            words = PLACES[reply.place]
            row: dict[str, Json] = {"place": words, "challenger": reply.challenger}
            found.append(row | _rounded(reply.points, reply.gain))
            lines.append(f"  {words}, {reply.challenger}: {reply.gain.signed}")
            before = best.setdefault(reply.place, reply)
            if reply.gain.mean > before.gain.mean:
                best[reply.place] = reply
    for place, words in enumerate(PLACES):
        most = best[place]
        lines.append(f"{words}: {bot} {most.points.mean:.3f}, best {most.gain.signed}.")
    settings: dict[str, Json] = {
        "bot": bot,
        "players": players_told(networks),
        "watched": watched,
        "iterations": iterations,
        "rounds": rounds,
        "seed": seed,
    }
    return Result({**settings, "replies": found}, "\n".join(lines))


COMMANDS: Final = (
    Command(
        "train",
        phrase("train the expert anew (about half an hour of one processor)"),
        _train_arguments,
        _train,
    ),
    Command(
        "strength",
        phrase("what each bot gains over the weaker ones"),
        _strength_arguments,
        _strength,
    ),
    Command("exploit", phrase("seat challengers among two of a bot"), _exploit_arguments, _exploit),
)
