"""What is played at a table, settled when it is opened and never changed."""

from __future__ import annotations

import dataclasses
import json
import secrets
from dataclasses import dataclass
from typing import Final

from facedown.core.codec import Json, from_json
from facedown.core.errors import FacedownError, OtherRules
from facedown.core.facts import Facts
from facedown.core.game import Game
from facedown.core.log import Log, Origin, entry_from_json, entry_to_json
from facedown.core.messages import phrase
from facedown.core.registry import game_class
from facedown.core.seats import HUMAN
from facedown.core.shuffle import fingerprint
from facedown.table.errors import NotPlayedOn, TableError

MOST_SECONDS: Final = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Clock:
    """Time to think: ``bank`` seconds for the whole game and ``increment`` more for every move."""

    bank: int
    increment: int = 0

    def check(self) -> Clock:
        """The clock itself; raises ``TableError`` when it cannot be kept."""
        if not 10 <= self.bank <= MOST_SECONDS:
            raise TableError(
                phrase(
                    "A clock has from 10 to {most_seconds} seconds for each seat.",
                    most_seconds=MOST_SECONDS,
                )
            )
        if not 0 <= self.increment <= 3600:
            raise TableError(phrase("A clock adds from 0 to 3600 seconds for each move."))
        return self


@dataclass(frozen=True, slots=True)
class Settings:
    """A table's settings.

    ``aids`` are those of the game's aids that everybody at the table may use; ``chat`` is whether
    people may talk; ``clock`` the time to think, if it is limited; ``auto_start`` lets the game
    begin as soon as every seat is taken.
    """

    aids: tuple[str, ...] = ()
    chat: bool = True
    clock: Clock | None = None
    auto_start: bool = True

    def check(self, facts: Facts) -> Settings:
        """The settings with each aid once; raises ``TableError`` when the game has no such aid."""
        known = {aid.name for aid in facts.aids}
        for name in self.aids:
            if name not in known:
                names = ", ".join(sorted(known)) or "none"
                raise TableError(
                    phrase(
                        "{title} has no aid {name!r}; its aids: {names}.",
                        title=facts.title,
                        name=name[:40],
                        names=names,
                    )
                )
        if self.clock is not None:
            self.clock.check()
        return dataclasses.replace(self, aids=tuple(a for a in all_aids(facts) if a in self.aids))


def all_aids(facts: Facts) -> tuple[str, ...]:
    """Every aid that a game has, by name."""
    return tuple(aid.name for aid in facts.aids)


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table's unchanging facts.

    ``seed`` is where nature's draws come from, secret with its ``salt`` until the game is over;
    ``daily`` is the date of a daily puzzle or empty; ``host_hash`` the hash of the host's secret;
    ``duplicates`` are the other tables that are dealt the same, from the same seed and salt.
    ``known_seed`` tells that the seed is no new one: that of a game that is over, or a day's.
    ``settings`` are those it was opened with; ``handover`` tells that seats may change hands after
    the game has begun, with all that they know. At a table for practice ``begun`` has the moves of
    another game that this one begins with, in the form of a log, and ``origin`` says which.
    ``kept_for`` are the names of those who are asked along to another game, seat by seat.
    """

    game: str
    rules: int
    seats: int
    options: dict[str, bool | int | str]
    seed: str
    salt: str
    host_hash: str
    settings: Settings
    daily: str = ""
    handover: bool = False
    duplicates: tuple[str, ...] = ()
    begun: tuple[dict[str, Json], ...] = ()
    origin: Origin | None = None
    known_seed: bool = False
    kept_for: tuple[str, ...] = ()

    @property
    def known_deal(self) -> bool:
        """Whether somebody may know what is dealt, as it is, was or will be dealt elsewhere too."""
        return self.known_seed or bool(self.duplicates)

    @property
    def commitment(self) -> str:
        """The fingerprint of seed and salt, shown before the first move."""
        return fingerprint(self.seed, self.salt)

    def new_log(self, players: tuple[str, ...]) -> Log:
        """The log of the game of this table, without a move."""
        return Log(
            game=self.game,
            rules=self.rules,
            seats=self.seats,
            options=dict(self.options),
            players=players,
            seed=self.seed,
            salt=self.salt,
            origin=self.origin,
        )

    def first_log(self, game: Game, players: tuple[str, ...]) -> Log:
        """The log with which the game begins: with moves of another one at a practice table."""
        log = self.new_log(players)
        log.entries = [entry_from_json(game, form, n) for n, form in enumerate(self.begun, 1)]
        return log

    def new_game(self) -> Game:
        """The game, under the rules that the table was opened with.

        Raises ``OtherRules`` when this program does not play it by those, and ``NotPlayedOn`` when
        it does not have the game.
        """
        try:
            return self.new_log((HUMAN,) * self.seats).new_game()
        except OtherRules:
            raise
        except FacedownError as problem:
            raise NotPlayedOn(
                phrase("This table cannot be opened here: {problem}", problem=problem.message)
            ) from None

    def shown_game(self) -> Game:
        """The game under today's rules, for a table that is only shown; raises ``NotPlayedOn``."""
        rules = game_class(self.game).facts.rules_version
        return dataclasses.replace(self, rules=rules).new_game()


def read_spec(text: str) -> TableSpec:
    """A table's facts as they are stored; raises ``NotPlayedOn`` where this program cannot."""
    try:
        return from_json(TableSpec, json.loads(text))
    except (FacedownError, ValueError):
        raise NotPlayedOn(phrase("This table was made by another version of Facedown.")) from None


def new_spec(
    game: Game,
    settings: Settings,
    host_hash: str,
    *,
    seed: str | None = None,
    daily: str = "",
    handover: bool = False,
    begun: Log | None = None,
) -> TableSpec:
    """The facts of a new table, with fresh secrets; ``begun`` is the log it goes on from."""
    if begun is not None:
        seed = begun.seed
    return TableSpec(
        game=game.facts.name,
        rules=game.facts.rules_version if begun is None else begun.rules,
        seats=game.seats,
        options=dict(game.options),
        seed=secrets.token_hex(16) if seed is None else seed,
        salt=secrets.token_hex(16),
        host_hash=host_hash,
        settings=settings.check(game.facts),
        daily=daily,
        handover=handover,
        begun=() if begun is None else tuple(map(entry_to_json, begun.entries)),
        origin=None if begun is None else begun.origin,
        known_seed=seed is not None,
    )
