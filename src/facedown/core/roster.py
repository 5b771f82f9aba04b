"""Who plays a game: its players, found through the entry point group ``facedown.players``.

Players are published for a game by its name, whoever published the game::

    [project.entry-points."facedown.players"]
    suspense = "my_package:PLAYERS"

Several packages may publish players for one game, and a broken one takes nothing along.

A player that can be ``Adjusted`` takes a number behind its name: ``strong:seconds=2``.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from math import nan
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias, runtime_checkable

from facedown.core.errors import BadOption, FacedownError, UnknownName
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.hooks import refuse_misspelled
from facedown.core.judging import Judge, JudgeFactory
from facedown.core.messages import listed, phrase
from facedown.core.moves import Action
from facedown.core.seats import Seat
from facedown.core.state import OwnState
from facedown.core.view import OwnView


@cache
def published(group: str) -> Mapping[str, Sequence[EntryPoint]]:
    """The entry points of a group by name: several packages may use the same one.

    >>> [entry.value for entry in published("facedown.games")["turing"]]
    ['facedown.games.turing:TuringMachine']
    """
    found: dict[str, list[EntryPoint]] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: (package_of(entry), entry)):
        found.setdefault(entry.name, []).append(entry)
    return found


def package_of(entry: EntryPoint) -> str:
    """The name of the package that published it; empty for one that nobody has installed.

    >>> package_of(EntryPoint("pea", "pea.game:Pea", "facedown.games"))
    ''
    """
    return entry.dist.name if entry.dist is not None else ""


def load(entry: EntryPoint, what: str) -> object:
    """What it stands for; raises ``FacedownError`` when its package is broken.

    ``what`` begins the sentence, such as "The game turing".

    >>> load(EntryPoint("pi", "math:pi", "numbers"), "The number pi")
    3.141592653589793
    >>> load(EntryPoint("pea", "no_such_module:Pea", "facedown.games"), "The game pea")
    Traceback (most recent call last):
        ...
    FacedownError: The game pea cannot be loaded: ModuleNotFoundError: No module …
    """
    try:
        return entry.load()
    except Exception as problem:  # a package of somebody else can fail in any way
        kind = type(problem).__name__
        raise FacedownError(
            phrase(
                "{what} cannot be loaded: {kind}: {problem}", what=what, kind=kind, problem=problem
            )
        ) from problem


GROUP: Final = "facedown.players"


@runtime_checkable
class Bot(Protocol):
    """A player made of software. It is given a view, never a state."""

    def act(self, view: OwnView, rng: random.Random) -> Action:
        """Its move now; all its randomness comes from ``rng``."""


@runtime_checkable
class Corrected(Protocol):
    """A player that may be wrong about the rules: it is told so, and is asked again."""

    def refused(self, sentence: str) -> None:
        """Why its last move is not allowed; raises ``FacedownError`` when it has no other."""


@runtime_checkable
class Prepared(Protocol):
    """A player that has more to load than the first moves of a game with its usual options."""

    def warm_up(self) -> None:
        """Loads or builds it; a server calls this in each process before somebody waits."""


BotFactory: TypeAlias = Callable[[Game], Bot]
"""Makes a player for a game with its options chosen."""


@dataclass(frozen=True, slots=True)
class Knob:
    """A number that a player can be adjusted by, from ``least`` to ``most``; whole if these are."""

    name: str
    least: float
    most: float

    def read(self, text: str) -> float:
        """The number; raises ``BadOption`` where it is none or out of range.

        >>> Knob("seconds", 0.1, 5.0).read("2"), Knob("rollouts", 1, 100).read("20")
        (2.0, 20)
        """
        try:
            value = type(self.least)(text)
        except ValueError:
            value = nan
        if not self.least <= value <= self.most:
            kind = phrase("a whole number") if isinstance(self.least, int) else phrase("a number")
            raise BadOption(
                phrase(
                    "{name} is {kind} from {least:g} to {most:,}, not {text!r}.",
                    name=self.name,
                    kind=kind,
                    least=self.least,
                    most=self.most,
                    text=text[:20],
                )
            )
        return value


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A factory of players that can be adjusted by one of these numbers, each a keyword of it.

    ``offered`` are adjustments to choose from where nobody types, such as ``"seconds=2"``. ``plan``
    gets the game and the same keywords, and says for how many seconds the player thinks over a
    move, whatever that is: what everybody knows, as a table shows its moves after that time.
    """

    factory: Callable[..., Bot]
    knobs: tuple[Knob, ...]
    offered: tuple[str, ...] = ()
    plan: Callable[..., float] | None = None

    def __call__(self, game: Game) -> Bot:
        """The player as it is unless somebody adjusts it."""
        return self.factory(game)

    def by(self, text: str) -> BotFactory:
        """The factory of players adjusted by ``KNOB=NUMBER``; raises ``BadOption``."""
        return partial(self.factory, **self.chosen(text))

    def chosen(self, text: str) -> dict[str, float]:
        """The keyword that ``KNOB=NUMBER`` means; raises ``BadOption``."""
        name, equals, value = text.partition("=")
        for knob in self.knobs:
            if equals and knob.name == name:
                return {name: knob.read(value)}
        known = listed([f"{knob.name}=NUMBER" for knob in self.knobs], "or")
        raise BadOption(
            phrase("It can be adjusted by {known}, not {text!r}.", known=known, text=text[:40])
        )


class Encoder(ABC):
    """Turns views into rows of small whole numbers (0 to 255), for programs that learn.

    Every row is a function of the view alone, and all rows of one kind have the same length. The
    layout is written down in the function that builds it.
    """

    observation_size: int
    """How many numbers :meth:`observation` gives."""
    information_size: int
    """How many numbers :meth:`information_state` gives."""

    def __init_subclass__(cls) -> None:
        refuse_misspelled(cls, Encoder)

    @abstractmethod
    def observation(self, view: OwnView) -> bytes:
        """What lies on the table now, as the viewer sees it: without what was there before."""

    @abstractmethod
    def information_state(self, view: OwnView) -> bytes:
        """Everything the viewer was ever told (perfect recall)."""

    # The same rows may be found faster than by building the view first; a row is built for one
    # seat as a view is, and a test says that it is the same to the byte.

    def observation_in(self, state: OwnState, seat: Seat) -> bytes:
        """The same as ``observation(state.view(seat))``."""
        return self.observation(state.view(seat))

    def information_state_in(self, state: OwnState, seat: Seat) -> bytes:
        """The same as ``information_state(state.view(seat))``."""
        return self.information_state(state.view(seat))


def ones(size: int, indices: Iterable[int]) -> bytes:
    """A part of an encoder's row with a 1 at these indices, and 0 elsewhere.

    >>> list(ones(4, [0, 2]))
    [1, 0, 1, 0]
    """
    row = bytearray(size)
    for index in indices:
        row[index] = 1
    return bytes(row)


EncoderFactory: TypeAlias = Callable[[Game], Encoder]


@dataclass(frozen=True, slots=True)
class Players:
    """What one package publishes for one game.

    ``bots`` are named weakest first. ``encoder`` turns the game's views into rows of numbers, and
    ``judge`` says what moves were worth when a game is over.
    ``arena_options`` are those with which players are measured unless somebody chooses others, for
    instance those that make one game as short as it can be scored.

    >>> from facedown.core.registry import new_game
    >>> players = Players(bots={"mine": roster_of(new_game("turing")).bots["careful"]})
    >>> list(players.bots), players.encoder
    (['mine'], None)
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
    """A player of the game by name, which may say how it is adjusted (``strong:seconds=2``).

    Raises ``UnknownName`` when there is none, or none that can ``act``, and ``BadOption`` when it
    cannot be adjusted so.

    >>> from facedown.core import Match, new_game
    >>> game = new_game("turing", cards="4,9,11,14")
    >>> match = Match(game, seed="7")
    >>> match.allows(0, new_bot(game, "beginner").act(match.view(0), random.Random(1)))
    True
    >>> new_bot(game, "nobody")
    Traceback (most recent call last):
        ...
    UnknownName: Turing Machine has no bot 'nobody'; its bots: beginner, careful, exact.
    """
    bot = factory_of(game, name)(game)
    if not isinstance(bot, Bot):
        raise UnknownName(
            phrase("The player {name!r} of {game} has no 'act'.", name=name, game=game.facts.title)
        )
    return bot


def factory_of(game: Game, name: str, among: Mapping[str, BotFactory] | None = None) -> BotFactory:
    """What makes the players of this name, unless said otherwise among those of the roster.

    Raises as :func:`new_bot` does.

    >>> from facedown.core.registry import new_game
    >>> factory_of(new_game("solid"), "strong:seconds=2").keywords
    {'seconds': 2.0}
    """
    bots = roster_of(game).bots if among is None else among
    if name in bots:
        return bots[name]
    plain, colon, text = name.partition(":")
    if not colon or plain not in bots:
        names = ", ".join(bots) or "none"
        raise UnknownName(
            phrase(
                "{title} has no bot {name!r}; its bots: {names}.",
                title=game.facts.title,
                name=name[:40],
                names=names,
            )
        )
    factory = bots[plain]
    if not isinstance(factory, Adjusted):
        raise BadOption(
            phrase(
                "The bot {plain} of {title} cannot be adjusted.",
                plain=plain,
                title=game.facts.title,
            )
        )
    try:
        return factory.by(text)
    except BadOption as problem:
        raise BadOption(
            phrase(
                "The bot {plain} of {title}: {problem}",
                plain=plain,
                title=game.facts.title,
                problem=problem.message,
            )
        ) from None


def planned_seconds(game: Game, name: str) -> float:
    """For how long a player of this name is known to think over a move; 0 where nobody says.

    >>> from facedown.core.registry import new_game
    >>> game = new_game("solid", 2)
    >>> [planned_seconds(game, name) for name in ("strong:seconds=2", "strong", "careful")]
    [2.0, 0.015, 0.0]
    """
    bots = roster_of(game).bots
    plain, _, text = name.partition(":")
    factory = bots.get(name) or bots.get(plain)
    if not isinstance(factory, Adjusted) or factory.plan is None:
        return 0.0
    return factory.plan(game, **({} if name in bots else factory.chosen(text)))


def adjustments(game: Game) -> tuple[str, ...]:
    """The names of all players, and of those that are offered adjusted; weakest first.

    >>> from facedown.core.registry import new_game
    >>> adjustments(new_game("turing"))
    ('beginner', 'careful', 'exact')
    """
    return tuple(
        f"{name}:{text}" if text else name
        for name, factory in roster_of(game).bots.items()
        for text in ("", *(factory.offered if isinstance(factory, Adjusted) else ()))
    )


def new_judge(game: Game) -> Judge | None:
    """The judge of a game's moves, whoever published it; None where there is none.

    A game can have options with which nobody judges it (``Game.judged``).

    >>> from facedown.core.registry import new_game
    >>> from facedown.search.poker.game import KuhnPoker
    >>> isinstance(new_judge(new_game("turing")), Judge), new_judge(KuhnPoker())
    (True, None)
    """
    make = roster_of(game).judge
    return None if make is None or not game.judged else make(game)


@contextmanager
def override_players(game: str, players: Players) -> Iterator[None]:
    """Makes these the players of a game for a while, in place of all that are installed.

    For tests and notebooks: a player need not be installed to play.

    >>> from facedown.core.registry import new_game
    >>> game = new_game("turing")
    >>> careful = roster_of(game).bots["careful"]
    >>> with override_players("turing", Players(bots={"mine": careful})):
    ...     list(roster_of(game).bots)
    ['mine']
    >>> list(roster_of(game).bots)
    ['beginner', 'careful', 'exact']
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
    """The players of several packages, by where they stand, as one roster.

    >>> from facedown.core.registry import new_game
    >>> players = Players(bots={"careful": roster_of(new_game("turing")).bots["careful"]})
    >>> roster = merged({"one": players, "two": players}, ())
    >>> list(roster.bots), roster.problems
    (['careful'], ('The bot careful in two is left out: the name is taken.',))
    """
    told = list(problems)
    bots: dict[str, BotFactory] = {}
    for package, players in packages.items():
        for name, factory in players.bots.items():
            if name in bots:
                told.append(
                    phrase(
                        "The bot {name} in {package} is left out: the name is taken.",
                        name=name,
                        package=package,
                    )
                )
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
        what = phrase("The players of {game} in {place}", game=game, place=entry.value)
        try:
            players = load(entry, what)
        except FacedownError as problem:
            problems.append(problem.message)
            continue
        if isinstance(players, Players):
            packages[entry.value] = players
        else:
            problems.append(phrase("{what} are not Players.", what=what))
    return merged(packages, tuple(problems))
