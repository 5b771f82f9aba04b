"""How much one more answer of each pile tells, in bits."""

from __future__ import annotations

from functools import lru_cache
from math import log2

from facedown.games.mystery.knowledge import Knowledge


def uncertainty(known: Knowledge) -> float:
    """How many bits are missing to know the mystery."""
    weights = list(known.guesses().values())
    total = float(sum(weights))
    return log2(total) - sum(float(w) * log2(w) for w in weights) / total


@lru_cache(maxsize=200_000)
def _usefulness(known: _Key) -> tuple[float, ...]:
    now = uncertainty(known.known)
    found = []
    for pile in range(len(known.known.shown)):
        if not known.known.left(pile) or now < 1e-9:
            found.append(0.0)
            continue
        answers = [(float(w), uncertainty(after)) for _, w, after in known.known.answers(pile)]
        total = sum(weight for weight, _ in answers)
        after = sum(weight * bits for weight, bits in answers) / total
        found.append(max(0.0, now - after) if now - after > 1e-9 else 0.0)
    return tuple(found)


class _Key:
    """Knowledge as a key: what it was made from."""

    __slots__ = ("key", "known")

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        self.key = (known.dealing.puzzle, known.masks, known.shown, known.jokers, known.exact)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.key == other.key


def usefulness(known: Knowledge) -> tuple[float, ...]:
    """How many bits one more answer of each pile is worth on average, 0 for an empty pile.

    >>> from facedown.games.mystery.knowledge import start
    >>> from facedown.games.mystery.library import printed_puzzle
    >>> [f"{bits:.2f}" for bits in usefulness(start(printed_puzzle("one-two-three")))]
    ['0.92', '0.69', '0.83']
    """
    return _usefulness(_Key(known))
