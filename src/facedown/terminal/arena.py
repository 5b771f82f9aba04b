"""Let bots play each other: every way to seat them, the same games for each.

``facedown arena GAME [--bots NAME,NAME…] [--games N] [--seats N] [--seed N] [--option NAME=VALUE]…
[--workers N] [--json]``
"""

from __future__ import annotations

import argparse
import json

from facedown.core.codec import Json
from facedown.core.errors import BadOption
from facedown.core.estimate import Estimate
from facedown.core.registry import game_class
from facedown.lab.arena import Standings, Tournament
from facedown.lab.arena import run as play
from facedown.terminal.arguments import add_json, seed
from facedown.terminal.options import add_options, read_options
from facedown.terminal.output import progress
from facedown.terminal.words import plain


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("game", metavar="GAME", help="the game's name")
    parser.add_argument(
        "--bots", metavar="NAME,NAME", help="who plays, weakest first; all of its bots otherwise"
    )
    parser.add_argument(
        "--games", metavar="N", type=int, default=1000, help="games of each line-up (1000)"
    )
    parser.add_argument("--seats", metavar="N", type=int, help="how many seats the game has")
    parser.add_argument(
        "--seed", metavar="N", type=seed, default="0", help="the same games every time (0)"
    )
    add_options(parser)
    parser.add_argument(
        "--workers", metavar="N", type=int, help="processes at work; one per processor otherwise"
    )
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Plays the tournament and prints its standings."""
    kind = game_class(chosen.game)
    options = {**kind.match_up(), **read_options(chosen.option, kind)}
    seats = kind(chosen.seats, **options).seats
    known = list(kind(seats, **options).bots())
    if not known:
        raise BadOption(f"{kind.facts.title} has no bots.")
    bots = known if chosen.bots is None else [name.strip() for name in chosen.bots.split(",")]
    tournament = Tournament(
        chosen.game, seats, options, tuple(bots), chosen.games, int(chosen.seed)
    )
    standings = play(tournament, progress, chosen.workers)
    if chosen.json:
        print(json.dumps({**_settings(tournament), **to_json(standings)}, indent=2))
    else:
        print(plain(table(tournament, standings)))
    return 0


def _settings(tournament: Tournament) -> dict[str, Json]:
    return {
        "game": tournament.game,
        "seats": tournament.seats,
        "options": dict(tournament.options),
        "bots": list(tournament.bots),
        "games": tournament.games,
        "seed": tournament.seed,
    }


def to_json(standings: Standings) -> dict[str, Json]:
    """The standings as JSON: estimates are a mean and the half width of its 95 % interval."""
    return {
        "line_ups": [
            {
                "bots": list(result.line_up),
                "points": [_estimate(points) for points in result.points],
                "wins": [_estimate(wins) for wins in result.wins],
            }
            for result in standings.results
        ],
        "gains": [
            {
                "bot": gain.bot,
                "instead_of": gain.instead_of,
                "seat": gain.seat,
                "others": list(gain.others),
                "gain": _estimate(gain.gain),
            }
            for gain in standings.gains
        ],
    }


def _estimate(value: Estimate) -> Json:
    return {"mean": round(value.mean, 6), "error": round(value.error, 6)}


def table(tournament: Tournament, standings: Standings) -> str:
    """The standings in words: points per game of every line-up, then what each bot gains."""
    width = max(map(len, tournament.bots)) + 2
    lines = [f"{standings.games:,} games of each line-up; points per game by seat (95 %):", ""]
    if tournament.options:
        chosen = ", ".join(f"{name}={value}" for name, value in tournament.options.items())
        lines[1:1] = [f"Played with {chosen}."]
    for result in standings.results:
        cells = [
            f"{name:<{width}}{points.words:<18}"
            for name, points in zip(result.line_up, result.points, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    if standings.gains:
        lines += ["", "What a bot gains in place of the one before it, in the same games:", ""]
    for gain in standings.gains:
        others = ", ".join(gain.others) or "nobody"
        lines.append(
            f"{gain.bot} for {gain.instead_of}, seat {gain.seat + 1}, with {others}: "
            f"{gain.gain.signed}"
        )
    return "\n".join(lines)
