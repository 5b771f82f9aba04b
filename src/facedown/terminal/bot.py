"""Seat one of our bots at a table on another server.

``facedown bot URL [--bot NAME] [--seat N] [--name NAME]``
"""

from __future__ import annotations

import argparse
from typing import Final

from facedown.core.messages import phrase
from facedown.terminal.arguments import seat_number
from facedown.terminal.output import progress

SUMMARY: Final = phrase("Seat one of our bots at a table on another server.")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "url", metavar="URL", help=phrase("the link to the table, or to one of its seats")
    )
    parser.add_argument(
        "--bot", default="", metavar="NAME", help=phrase("which bot (default: the best)")
    )
    parser.add_argument("--seat", type=seat_number, metavar="N", help=phrase("which seat, from 1"))
    parser.add_argument(
        "--name", default="", metavar="NAME", help=phrase("what it is called there")
    )


def run(chosen: argparse.Namespace) -> int:
    """Plays until the game is over; after it was stopped, the same command goes on."""
    from facedown.terminal.serve import data_folder
    from facedown.web.remote import play_at

    folder = data_folder() / "seats"
    outcome = play_at(chosen.url, chosen.bot, chosen.seat, chosen.name, progress, folder)
    print(outcome)
    return 0
