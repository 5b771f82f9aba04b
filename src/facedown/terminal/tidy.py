"""Remove tables whose games were over long ago, after saying how many and asking.

``facedown tidy [--keep DAYS] [--yes] [--db STORE]``; nothing is ever removed otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase, phrase_many
from facedown.languages import spoken
from facedown.table.retention import (
    FOR_EVER,
    OldTables,
    keep_days,
    kept_days,
    old_tables,
    open_store,
    remove,
)
from facedown.terminal.console import Console, EndOfInput
from facedown.terminal.output import progress
from facedown.terminal.serve import store_url

SUMMARY: Final = phrase("Remove tables whose games were over long ago, where you want that.")
_EVER: Final = "ever"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "--keep",
        default="",
        metavar="DAYS",
        help=phrase(
            "from now on keep finished tables for so many days after their newest event, or "
            "{ever} (default: as was settled before, at first for ever)",
            ever=_EVER,
        ),
    )
    parser.add_argument("--yes", action="store_true", help=phrase("remove them without asking"))
    parser.add_argument(
        "--db", default="", metavar="STORE", help=phrase("where the tables are kept, as for serve")
    )


def run(chosen: argparse.Namespace) -> int:
    """Says what is old, asks, and removes it."""
    keep = _days(chosen.keep)
    with contextlib.closing(open_store(store_url(chosen.db))) as store:
        if keep is not None:
            keep_days(store, keep)
        days = kept_days(store)
        if days == FOR_EVER:
            progress(phrase("Finished tables are kept for ever; --keep DAYS says for how long."))
            return 0
        old = asyncio.run(old_tables(store, days))
        _tell(old)
        if not old.names:
            return 0
        if not chosen.yes and not _agreed():
            progress(phrase("Nothing was removed."))
            return 0
        removed = asyncio.run(remove(store, old))
    progress(phrase_many("{n:,} table was removed.", "{n:,} tables were removed.", removed))
    return 0


def _days(keep: str) -> int | None:
    """What was asked for, in days; raises ``FacedownError`` for what is no such number."""
    if not keep:
        return None
    if keep == _EVER:
        return FOR_EVER
    if not (keep.isascii() and keep.isdigit() and len(keep) < 6 and int(keep)):
        raise FacedownError(phrase("--keep is a number of days, or {ever}.", ever=_EVER))
    return int(keep)


def _tell(old: OldTables) -> None:
    days = phrase_many("{n:,} day", "{n:,} days", old.days)
    progress(
        phrase(
            "{tables} without an event in the last {days}.",
            tables=phrase_many("{n:,} finished table", "{n:,} finished tables", len(old.names)),
            days=days,
        )
    )
    if old.unfinished:
        progress(
            phrase_many(
                "{n:,} more as old is not finished, and stays.",
                "{n:,} more as old are not finished, and stay.",
                old.unfinished,
            )
        )
    if old.unreadable:
        progress(
            phrase_many(
                "{n:,} more as old is of another version, and stays.",
                "{n:,} more as old are of another version, and stay.",
                old.unreadable,
            )
        )


def _agreed() -> bool:
    """Whether somebody is there who wants them removed."""
    try:
        answer = Console().ask(phrase("Remove them for good? (yes or no) "))
    except EndOfInput:
        return False
    return answer.lower() in {"yes", "y", spoken(phrase("yes"))}
