"""The games there are: found through the entry point group ``facedown.games``.

A game published by somebody else is found like our own, and a broken one takes no other along::

    [project.entry-points."facedown.games"]
    leduc = "my_package:Leduc"
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from importlib.metadata import EntryPoint

from facedown.core.errors import FacedownError, UnknownName
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.roster import Players, load, override_players, published

GROUP = "facedown.games"

_overrides: dict[str, type[Game]] = {}


@cache
def _entries() -> dict[str, EntryPoint]:
    return {name: entries[-1] for name, entries in published(GROUP).items()}


def game_names() -> tuple[str, ...]:
    """The names of all installed games, in alphabetical order.

    >>> {"mystery", "solid", "solver", "suspense", "turing"} <= set(game_names())
    True
    """
    return tuple(sorted({*_entries(), *_overrides}))


@contextmanager
def override_game(kind: type[Game], players: Players | None = None) -> Iterator[None]:
    """Makes a game known by its name for a while, in place of any installed game so called.

    With ``players`` they alone play it meanwhile. For tests and notebooks: a game need not be
    installed for its logs to be read.

    >>> from facedown.search.poker.game import KuhnPoker
    >>> with override_game(KuhnPoker):
    ...     new_game(KuhnPoker.facts.name).seats
    2
    >>> KuhnPoker.facts.name in game_names()
    False
    """
    name = kind.facts.name
    before = _overrides.get(name)
    _overrides[name] = kind
    try:
        with nullcontext() if players is None else override_players(name, players):
            yield
    finally:
        if before is None:
            del _overrides[name]
        else:
            _overrides[name] = before


def game_class(name: str) -> type[Game]:
    """The class of a game by name.

    Raises ``UnknownName`` when there is none, and ``FacedownError`` when its package is broken.

    >>> game_class("turing").facts.title
    'Turing Machine'
    """
    if name in _overrides:
        return _overrides[name]
    if name not in _entries():
        names = ", ".join(game_names()) or phrase("none")
        raise UnknownName(
            phrase(
                "There is no game called {name!r}; the games are: {names}.",
                name=name[:40],
                names=names,
            )
        )
    return _load(name)


@cache
def _load(name: str) -> type[Game]:
    loaded = load(_entries()[name], phrase("The game {name}", name=name))
    if not (isinstance(loaded, type) and issubclass(loaded, Game)):
        raise FacedownError(
            phrase("The game {name} is no Game: {value}.", name=name, value=_entries()[name].value)
        )
    return loaded


def load_games() -> tuple[dict[str, type[Game]], list[str]]:
    """All games that can be loaded, by name, and a sentence for each that cannot.

    >>> games, problems = load_games()
    >>> "suspense" in games, problems
    (True, [])
    """
    games, problems = {}, []
    for name in game_names():
        try:
            games[name] = game_class(name)
        except FacedownError as problem:
            problems.append(problem.message)
    return games, problems


def new_game(name: str, seats: int | None = None, **options: OptionValue) -> Game:
    """A game with its seats and options chosen.

    Raises ``UnknownName`` or ``BadOption`` with one sentence when they do not fit.

    >>> new_game("turing", seats=2, verifiers=5).options["verifiers"]
    5
    """
    return game_class(name)(seats, **options)
