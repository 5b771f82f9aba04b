"""What somebody asks for when opening a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from facedown.core.facts import OptionValue
from facedown.core.log import Log
from facedown.table.settings import Settings


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened.

    ``game`` is a game's name, ``seats`` their number (None: as many as usual; for a daily puzzle
    the fewest), ``options`` the game's; ``bots`` names the bot of a seat that none of the people
    shall take. ``settings`` None allows every aid. ``daily`` asks for the daily puzzle of a date
    (``YYYY-MM-DD``) instead of options. ``handover`` lets seats change hands after the game
    has begun. ``tables`` is how many tables are opened at once, all of them dealt the same.
    ``seed`` fixes nature's draws, for tests and for playing a game again; usually it is drawn.
    ``begun`` is a branched log (:func:`~facedown.core.branch.branch`) that is gone on from, seed
    and all, at a table for practice.
    """

    game: str
    seats: int | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    bots: Mapping[int, str] = field(default_factory=dict)
    settings: Settings | None = None
    daily: str = ""
    handover: bool = False
    tables: int = 1
    seed: str | None = None
    begun: Log | None = None
