"""Loading games by name, whoever published them."""

from __future__ import annotations

from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.registry import game_class, game_names


def load_game(name: str) -> type[Game]:
    """The class of a game by name.

    Raises ``UnknownName`` when there is none, and ``FacedownError`` when its package is broken:
    one broken package must not take the other games along.
    """
    try:
        return game_class(name)
    except FacedownError:
        raise
    except Exception as problem:  # a package of somebody else can fail in any way
        kind = type(problem).__name__
        raise FacedownError(f"The game {name} cannot be loaded: {kind}: {problem}") from problem


def load_games() -> tuple[dict[str, type[Game]], list[str]]:
    """All games that can be loaded, and a sentence for each that cannot."""
    games, problems = {}, []
    for name in game_names():
        try:
            games[name] = load_game(name)
        except FacedownError as problem:
            problems.append(str(problem))
    return games, problems


def verbs(games: dict[str, type[Game]]) -> dict[str, list[str]]:
    """The commands that games bring along, with the names of the games that have them."""
    found: dict[str, list[str]] = {}
    for name, game in games.items():
        for command in game.commands():
            found.setdefault(command.verb, []).append(name)
    return found
