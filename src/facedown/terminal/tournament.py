"""Rate many players in one table.

``facedown tournament GAME [--players NAME,NAME…] [--swiss ROUNDS] [--games N] [--records FILE]
[--keep FOLDER] [--seats N] [--seed N] [--forfeits] [--option NAME=VALUE]… [--workers N]
[--cluster ADDRESS] [--json]``
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from facedown.analysis.ratings import RatedPlayer
from facedown.core.errors import BadOption
from facedown.core.messages import joined, phrase
from facedown.core.registry import game_class
from facedown.core.roster import roster_of
from facedown.core.seats import bot_words
from facedown.lab.records import Records
from facedown.lab.series import add_executor_arguments, executor_for
from facedown.lab.tournament import Pairings, held
from facedown.languages import spoken
from facedown.terminal.arguments import add_json, add_options, read_options, seed
from facedown.terminal.output import plain, progress

SUMMARY: Final = phrase(
    "Rate many players in one table: everybody meets everybody, or, with --swiss, whoever has won "
    "as often."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("game", metavar="GAME", help=phrase("the game's name"))
    parser.add_argument(
        "--players",
        metavar="NAME,NAME",
        help=phrase("who plays, separated by commas; all of its bots otherwise"),
    )
    parser.add_argument(
        "--swiss",
        metavar="ROUNDS",
        type=int,
        default=0,
        help=phrase("so many rounds, in which players with as many wins meet"),
    )
    parser.add_argument(
        "--games", metavar="N", type=int, default=100, help=phrase("games of each line-up (100)")
    )
    parser.add_argument(
        "--records",
        metavar="FILE",
        type=Path,
        help=phrase("where games are kept, so that an interrupted tournament goes on"),
    )
    parser.add_argument(
        "--seats", metavar="N", type=int, help=phrase("how many seats the game has")
    )
    parser.add_argument(
        "--seed", metavar="N", type=seed, default="0", help=phrase("the same games every time (0)")
    )
    parser.add_argument(
        "--forfeits",
        action="store_true",
        help=phrase("a bot without a move that is allowed loses that game; otherwise all ends"),
    )
    parser.add_argument(
        "--keep",
        metavar="FOLDER",
        type=Path,
        help=phrase("leaves the log of each game that is played there"),
    )
    add_options(parser)
    add_executor_arguments(parser)
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Plays the tournament and prints its table."""
    kind = game_class(chosen.game)
    roster = roster_of(kind)
    options = {**roster.arena_options, **read_options(chosen.option, kind)}
    players = [*roster.bots]
    if chosen.players is not None:
        players = [name.strip() for name in chosen.players.split(",")]
    if not players:
        raise BadOption(phrase("{title} has no bots.", title=kind.facts.title))
    seats = kind(chosen.seats, **options).seats
    pairings = Pairings(
        chosen.game,
        seats,
        options,
        tuple(players),
        chosen.games,
        int(chosen.seed),
        chosen.swiss,
        chosen.forfeits,
    )
    records = Records(chosen.records)
    with executor_for(chosen.workers, chosen.cluster) as executor:
        table = held(pairings, records, executor, progress, chosen.keep)
    if chosen.json:
        told = {
            "game": pairings.game,
            "seats": seats,
            "options": dict(options),
            "games": pairings.games,
            "rounds": pairings.rounds,
            "seed": pairings.seed,
            "players": [asdict(each) for each in table],
        }
        print(json.dumps(told, indent=2))
    else:
        print(plain(told_table(table)))
    return 0


def told_table(table: Sequence[RatedPlayer]) -> str:
    """The table in words, the strongest first."""
    names = {each.player: spoken(bot_words(each.player)) for each in table}
    width = max(map(len, names.values())) + 2
    lines: list[str] = [
        phrase(
            "Ratings (95 %), the average is 0; 400 more win ten games of eleven. Then games, and "
            "what part of them was won:"
        ),
        "",
    ]
    for each in table:
        rating = f"{each.rating:+5.0f}  ({each.low:+.0f} … {each.high:+.0f})"
        lines.append(f"{names[each.player]:<{width}}{rating:<24}{each.games:>8,}  {each.won:6.1%}")
    lines += [
        phrase(
            "{bot} had no proper move in {n:,} games and lost them.",
            bot=bot_words(each.player),
            n=each.forfeits,
        )
        for each in table
        if each.forfeits
    ]
    return joined("\n", lines)
