"""Help for a seat of Suspense, worked out from its view: what can still be, and what it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Final

from facedown.core.seats import Seat
from facedown.games.suspense.cards import CARD_COUNT, NAMES, WORDS, Face, Table, condition
from facedown.games.suspense.scoring import winners
from facedown.games.suspense.view import SuspenseView
from facedown.games.suspense.worlds import SuspenseWorlds, mask_of

YOU_WIN, YOU_LOSE, UNKNOWN = "you would win", "you would not win", "cannot be known"
POSSIBLE: Final = "possible"
"""All that an onlooker, who has no cards, is told of a condition."""

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
    """What each condition still possible would mean for this seat, and the cards excluded (S20)."""
    if view.phase != "turns":
        return "No round is being played."
    seen = {NAMES.index(name) for name in chain(view.hand or (), *view.played)}
    if view.seat < 0:
        possible = dict.fromkeys((card for card in range(CARD_COUNT) if card not in seen), POSSIBLE)
    else:
        possible = prospects(view)
        if view.seat in view.folded:
            possible = {card: _FOLDED[told] for card, told in possible.items()}
    if view.secret is not None:
        told = possible[NAMES.index(view.secret)]
        condition_ = view.conditions[NAMES.index(view.secret)]
        return f"You know the secret card. If the round ended now:\n  {condition_}: {told}"
    lines = ["If the round ended now and the secret card were"]
    for card, told in possible.items():
        lines.append(f"  {WORDS[card]} ({view.conditions[card]}): {told}")
    if seen:
        lines.append("It cannot be a card that you see, with its condition:")
        lines += [f"  {WORDS[card]} ({view.conditions[card]})" for card in sorted(seen)]
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
