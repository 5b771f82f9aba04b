"""Views as rows of numbers, for programs that learn: for any game, also without a way of its own.

>>> from facedown.core import Match, new_game
>>> match = Match(new_game("suspense", 3, goal=0, dealer=1), seed="7")
>>> encoder = encoder_of(match.game)
>>> row = encoder.observation(match.view(0))
>>> len(row) == encoder.observation_size
True
>>> list(row[:9])  # seat 1 has the view, deals, and is to move
[1, 0, 0, 1, 0, 0, 1, 0, 0]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from zlib import crc32

from facedown.core.codec import Json, to_json
from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.roster import Encoder, roster_of
from facedown.core.view import View

FEATURES: Final = 2048
MOST: Final = 255


class HashingEncoder(Encoder):
    """A way for every game: each part of the view's JSON form counts in a feature found by hashing.

    >>> from facedown.core import Match
    >>> from facedown.search.poker.game import KuhnPoker
    >>> row = HashingEncoder().observation(Match(KuhnPoker(), seed="1").view(0))
    >>> len(row), sum(row) > 5
    (2048, True)
    """

    observation_size = FEATURES
    information_size = FEATURES

    def observation(self, view: View) -> bytes:
        """The whole view.

        A part is a path and a value, such as ``hand.0=W3``; its feature is the CRC-32 of that text
        modulo 2,048. Different parts may share a feature; each adds 1 to it, up to 255.
        """
        row = bytearray(FEATURES)
        for part in _parts(to_json(view), ""):
            feature = crc32(part.encode()) % FEATURES
            row[feature] = min(row[feature] + 1, MOST)
        return bytes(row)

    def information_state(self, view: View) -> bytes:
        """The same: in general nobody can tell what of a view is past."""
        return self.observation(view)


def _parts(value: Json, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _parts(part, f"{path}.{name}")
    elif isinstance(value, list):
        yield f"{path} has {len(value)}"
        for number, part in enumerate(value):
            yield from _parts(part, f"{path}.{number}")
    else:
        yield f"{path}={value}"


def encoder_of(game: Game) -> Encoder:
    """The game's own encoder, or the general one where it has none.

    >>> from facedown.core import new_game
    >>> from facedown.search.poker.game import KuhnPoker
    >>> encoder_of(new_game("suspense", 3)).observation_size, type(encoder_of(KuhnPoker())).__name__
    (89, 'HashingEncoder')
    """
    encoder = roster_of(game).encoder
    return HashingEncoder() if encoder is None else encoder(game)


def check_finite(game: Game) -> None:
    """Raises ``FacedownError`` when moves of the game's seats cannot all be numbered.

    >>> from facedown.core import new_game
    >>> check_finite(new_game("suspense", 3))
    >>> check_finite(new_game("solver", 3))
    Traceback (most recent call last):
        ...
    FacedownError: SOLVER has moves from an open language, which OpenSpiel lacks.
    """
    if game.facts.open_moves:
        raise FacedownError(
            f"{game.facts.title} has moves from an open language, which OpenSpiel lacks."
        )
