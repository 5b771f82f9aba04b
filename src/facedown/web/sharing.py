"""Texts to share when a game is over, which spoil nothing for those who have yet to play."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.messages import joined, phrase
from facedown.core.words import fill, listed
from facedown.table.snapshot import Snapshot


def daily_text(shot: Snapshot, aids: Sequence[str], base: str) -> str:
    """How the puzzle of a day went, with which hints, and the link to it.

    ``aids`` are those that the reader has asked for; ``base`` is the server's address.
    """
    info = shot.info
    words = result_words(shot)
    link = f"{base}/games/{info.game}/daily?date={info.daily}"
    said = phrase(
        "{title}, puzzle of {date}: {words}", title=info.title, date=info.daily, words=words
    )
    return joined("", (said, " ", hint_words(aids), "\n", link))


def result_words(shot: Snapshot) -> str:
    """How the game went in a sentence that tells nothing of what was hidden."""
    return "" if shot.view is None else fill(shot.game.in_brief(shot.view), shot.info.names)


def hint_words(aids: Sequence[str]) -> str:
    """Which hints were asked for.

    >>> hint_words(["codes", "laws"]), hint_words([])
    ('With hints: codes and laws.', 'Without hints.')
    """
    if not aids:
        return phrase("Without hints.")
    return phrase("With hints: {hints}.", hints=listed(aids))
