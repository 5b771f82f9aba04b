"""The games of a series themselves, each as a log in a folder: ``facedown replay`` tells them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from facedown.core.errors import BadOption, reason
from facedown.core.game import Game
from facedown.core.log import Entry, Log, write_log
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.roster import Bot
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.lab.records import key_of
from facedown.lab.series import Series

PlayOne: TypeAlias = Callable[..., Any]
"""Plays one game of (game, bots, seed), and tells each move before it is made to ``seen``."""


@dataclass(frozen=True, slots=True)
class KeepingGames:
    """Plays games of a series as ``play`` does, and leaves the log of each in a folder.

    Raises ``BadOption`` with one sentence where that cannot be written.
    """

    play: PlayOne
    series: Series
    folder: Path

    def __call__(self, game: Game, bots: Sequence[Bot], seed: str) -> Any:
        """Plays one; a game that ends by a forfeit is kept as far as it went."""
        log = Log(
            game=self.series.game,
            rules=game.facts.rules_version,
            seats=game.seats,
            options=dict(game.options),
            players=tuple(f"bot:{name}" for name in self.series.line_up),
            seed=seed,
        )

        def seen(state: State, seat: Seat, action: Action) -> None:
            log.entries.append(Entry(seat, state.move_of(seat, action)))

        try:
            return self.play(game, bots, seed, seen)
        finally:
            _write(self.folder / f"{key_of(self.series)}-{seed.rpartition('/')[2]}.jsonl", log)


def keeping(play: PlayOne, series: Series, folder: Path | None) -> PlayOne:
    """The same play, with its games kept where a folder is named."""
    return play if folder is None else KeepingGames(play, series, folder)


def _write(path: Path, log: Log) -> None:
    """Whole or not at all."""
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(write_log(log), "utf-8")
        part.replace(path)
    except OSError as problem:
        why = reason(problem)
        raise BadOption(phrase("{path} cannot be written: {why}.", path=path, why=why)) from None
