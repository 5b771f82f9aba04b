"""Help for a seat of Suspense, worked out from its view: what can still be, and what it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Final

from facedown.core.seats import Seat
from facedown.games.suspense.cards import CARD_COUNT, NAMES, Face, Table, condition
from facedown.games.suspense.scoring import winners
from facedown.games.suspense.view import SuspenseView
from facedown.games.suspense.worlds import SuspenseWorlds, mask_of

YOU_WIN, YOU_LOSE, UNKNOWN = "you would win", "you would not win", "cannot be known"

# A folder wins nothing: a winning card costs the consolation (S2).
_FOLDED: Final = {
    YOU_WIN: "you folded a winning card, 0 points",
    YOU_LOSE: "you folded in time, 1 point",
    UNKNOWN: UNKNOWN,
}


def table_of(view: SuspenseView) -> Table:
    """The faces of the thirteen cards of this table."""
    faces = zip(view.stars, view.conditions, strict=True)
    return tuple(Face(stars, condition(words)) for stars, words in faces)


def prospects(view: SuspenseView) -> dict[int, str]:
    """Whether this seat meets the condition of each card that can be the secret, as things stand.

    Taken over every world of the view with that secret: in all, in none, or cannot be known.
    Folding is left out of account: who folded and meets the condition has folded a win (S2).
    """
    table = table_of(view)
    played = [mask_of(cards) for cards in view.played]
    folded = sum(1 << seat for seat in view.folded)
    seen: dict[int, Counter[bool]] = {}
    for (secret, hands), _ in SuspenseWorlds(view):
        face = table[secret]
        won = winners(face.condition, hands, played, folded, out=view.folded_out)
        seen.setdefault(secret, Counter())[view.seat in dict(won)] += 1
    return {
        secret: UNKNOWN if len(counts) > 1 else YOU_WIN if True in counts else YOU_LOSE
        for secret, counts in sorted(seen.items())
    }


def conditions(view: SuspenseView) -> str:
    """The thirteen conditions: those excluded, and what the rest would mean for this seat (S20)."""
    if view.phase != "turns":
        return "No round is being played."
    seen = {NAMES.index(name) for name in chain(view.hand or (), *view.played)}
    possible = prospects(view) if view.seat >= 0 else {}
    lines = ["If the round ended now:"]
    for card in range(CARD_COUNT):
        if card in seen:
            told = "excluded: you see that card"
        elif view.seat < 0:
            told = "possible"
        elif card not in possible:
            told = "excluded: you know the secret"
        else:
            told = possible[card]
            if view.seat in view.folded:
                told = _FOLDED[told]
        lines.append(f"  {view.conditions[card]} ({NAMES[card]}): {told}")
    return "\n".join(lines)


def standing(view: SuspenseView) -> str:
    """The running sum, and who has passed in a row since the last card (S13, S14)."""
    if view.phase != "turns":
        return "No round is being played."
    left = view.limit - view.total
    return (
        f"The sum in play is {view.total}; {left} more ends the round. "
        f"Passed in a row: {_seats(view.passed)}. Folded: {_seats(view.folded)}."
    )


def _seats(seats: tuple[Seat, ...]) -> str:
    return ", ".join(f"{{{seat}}}" for seat in seats) or "nobody"


AIDS: Final[dict[str, Callable[[SuspenseView], str]]] = {
    "conditions": conditions,
    "standing": standing,
}
