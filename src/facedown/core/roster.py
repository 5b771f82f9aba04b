"""Who plays a game: its players, found through the entry point group ``facedown.players``.

Players are published for a game by its name, whoever published the game::

    [project.entry-points."facedown.players"]
    suspense = "my_package:PLAYERS"

Several packages may publish players for one game, and a broken one takes nothing along.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias, runtime_checkable

from facedown.core.errors import FacedownError, UnknownName
from facedown.core.facts import OptionValue
from facedown.core.game import Game, State
from facedown.core.judging import Judge, JudgeFactory
from facedown.core.moves import Action
from facedown.core.published import load, package_of, published
from facedown.core.seats import Seat
from facedown.core.view import View

GROUP: Final = "facedown.players"


class Bot(Protocol):
    """A player made of software. It is given a view, never a state."""

    def act(self, view: View, rng: random.Random) -> Action:
        """Its move now; all its randomness comes from ``rng``."""


@runtime_checkable
class Corrected(Protocol):
    """A player that may be wrong about the rules: it is told so, and is asked again."""

    def refused(self, sentence: str) -> None:
        """Why its last move is not allowed; raises ``FacedownError`` when it has no other."""


BotFactory: TypeAlias = Callable[[Game], Bot]
"""Makes a player for a game with its options chosen."""


class Encoder(ABC):
    """Turns views into rows of small whole numbers (0 to 255), for programs that learn.

    Every row is a function of the view alone, and all rows of one kind have the same length. The
    layout is written down in the function that builds it.
    """

    observation_size: int
    """How many numbers :meth:`observation` gives."""
    information_size: int
    """How many numbers :meth:`information_state` gives."""

    @abstractmethod
    def observation(self, view: View) -> bytes:
        """What lies on the table now, as the viewer sees it: without what was there before."""

    @abstractmethod
    def information_state(self, view: View) -> bytes:
        """Everything the viewer was ever told (perfect recall)."""

    # The same rows may be found faster than by building the view first; a row is built for one
    # seat as a view is, and a test says that it is the same to the byte.

    def observation_in(self, state: State, seat: Seat) -> bytes:
        """The same as ``observation(state.view(seat))``."""
        return self.observation(state.view(seat))

    def information_state_in(self, state: State, seat: Seat) -> bytes:
        """The same as ``information_state(state.view(seat))``."""
        return self.information_state(state.view(seat))


EncoderFactory: TypeAlias = Callable[[Game], Encoder]


@dataclass(frozen=True, slots=True)
class Players:
    """What one package publishes for one game.

    ``bots`` are named weakest first. ``encoder`` turns the game's views into rows of numbers, and
    ``judge`` says what moves were worth when a game is over.
    ``arena_options`` are those with which players are measured unless somebody chooses others, for
    instance those that make one game as short as it can be scored.
    """

    bots: Mapping[str, BotFactory]
    encoder: EncoderFactory | None = None
    arena_options: Mapping[str, OptionValue] = field(default_factory=dict)
    judge: JudgeFactory | None = None


NOBODY: Final = Players({})


@dataclass(frozen=True, slots=True)
class Roster:
    """All players of one game.

    ``bots`` are first those of the package that published the game, weakest first, then those of
    others, in the order of their packages' names. A name that is taken keeps its player.
    ``usual`` is whom to play against where nobody chose: the weakest but one of the first package
    that has any; ``strongest`` is its last. ``problems`` has a sentence for each package, or bot,
    that was left out.
    """

    bots: Mapping[str, BotFactory]
    usual: str | None
    strongest: str | None
    encoder: EncoderFactory | None
    judge: JudgeFactory | None
    arena_options: Mapping[str, OptionValue]
    problems: tuple[str, ...] = ()


_overrides: dict[str, Players] = {}


def roster_of(game: Game | type[Game]) -> Roster:
    """The players of a game, whoever published them.

    >>> from facedown.core.registry import game_class
    >>> roster = roster_of(game_class("turing"))
    >>> list(roster.bots), roster.usual, roster.strongest
    (['beginner', 'careful', 'exact'], 'careful', 'exact')
    """
    name = game.facts.name
    return merged({"": _overrides[name]}, ()) if name in _overrides else _installed(name)


def new_bot(game: Game, name: str) -> Bot:
    """A player of the game by name; raises ``UnknownName`` when there is none."""
    bots = roster_of(game).bots
    if name not in bots:
        names = ", ".join(bots) or "none"
        raise UnknownName(f"{game.facts.title} has no bot {name[:40]!r}; its bots: {names}.")
    return bots[name](game)


def new_judge(game: Game) -> Judge | None:
    """The judge of a game's moves, whoever published it; None where there is none."""
    make = roster_of(game).judge
    return None if make is None else make(game)


@contextmanager
def override_players(game: str, players: Players) -> Iterator[None]:
    """Makes these the players of a game for a while, in place of all that are installed.

    For tests and notebooks: a player need not be installed to play.
    """
    before = _overrides.get(game)
    _overrides[game] = players
    try:
        yield
    finally:
        if before is None:
            del _overrides[game]
        else:
            _overrides[game] = before


def merged(packages: Mapping[str, Players], problems: tuple[str, ...]) -> Roster:
    """The players of several packages, by where they stand, as one roster."""
    told = list(problems)
    bots: dict[str, BotFactory] = {}
    for package, players in packages.items():
        for name, factory in players.bots.items():
            if name in bots:
                told.append(f"The bot {name} in {package} is left out: the name is taken.")
            else:
                bots[name] = factory
    several = packages.values()
    first = next((list(players.bots) for players in several if players.bots), [])
    return Roster(
        MappingProxyType(bots),
        first[min(1, len(first) - 1)] if first else None,
        first[-1] if first else None,
        next((players.encoder for players in several if players.encoder is not None), None),
        next((players.judge for players in several if players.judge is not None), None),
        next((players.arena_options for players in several if players.arena_options), {}),
        tuple(told),
    )


@cache
def _installed(game: str) -> Roster:
    home = {package_of(entry) for entry in published("facedown.games").get(game, ())}
    packages: dict[str, Players] = {}
    problems: list[str] = []
    entries = published(GROUP).get(game, ())
    for entry in sorted(entries, key=lambda entry: package_of(entry) not in home):
        what = f"The players of {game} in {entry.value}"
        try:
            players = load(entry, what)
        except FacedownError as problem:
            problems.append(str(problem))
            continue
        if isinstance(players, Players):
            packages[entry.value] = players
        else:
            problems.append(f"{what} are not Players.")
    return merged(packages, tuple(problems))
