"""What a seat of Suspense can work out from its view: what can still be, and what it means."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from facedown.core.facts import AidMark, AidSays
from facedown.games.suspense.cards import CARD_COUNT, NAMES, Face, Table
from facedown.games.suspense.scoring import winners
from facedown.games.suspense.view import SuspenseView
from facedown.games.suspense.worlds import SuspenseWorlds, mask_of

Prospect: TypeAlias = Literal["win", "lose", "unknown"]
"""Whether a seat would meet a condition if the round ended now; unknown where worlds differ."""


def table_of(view: SuspenseView) -> Table:
    """The faces of the thirteen cards of this table."""
    return tuple(map(Face, view.stars, view.conditions))


def prospects(view: SuspenseView) -> dict[int, Prospect]:
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
        seen.setdefault(secret, Counter())[view.seat in won] += 1
    return {
        secret: "unknown" if len(counts) > 1 else "win" if True in counts else "lose"
        for secret, counts in sorted(seen.items())
    }


_SAYS: Final[dict[Prospect | None, AidSays]] = {
    "win": "good",
    "lose": "bad",
    "unknown": "open",
    None: "open",
}
_SAYS_FOLDED: Final[dict[Prospect | None, AidSays]] = {
    "win": "bad",
    "lose": "good",
    "unknown": "open",
}


class Possible(NamedTuple):
    """The cards that a seat has seen, and for each other card what its condition would bring.

    An onlooker, who has no cards, has no prospects either.
    """

    seen: tuple[int, ...]
    prospects: dict[int, Prospect | None]


def possible(view: SuspenseView) -> Possible:
    """What each card that can be the secret would mean for this seat (S20)."""
    seen = {NAMES.index(name) for name in chain(view.hand or (), *view.played)}
    if view.seat < 0:
        unseen = (card for card in range(CARD_COUNT) if card not in seen)
        return Possible(tuple(sorted(seen)), dict.fromkeys(unseen))
    return Possible(tuple(sorted(seen)), {**prospects(view)})


def marks(view: SuspenseView) -> tuple[AidMark, ...]:
    """What each card's condition would bring, or that it is out; where the secret is known, its."""
    if view.phase != "turns":
        return ()
    found = possible(view)
    says = _SAYS_FOLDED if view.seat in view.folded else _SAYS
    told = {card: says[prospect] for card, prospect in found.prospects.items()}
    if view.secret is None:
        told |= dict.fromkeys(found.seen, "out")
    return tuple(AidMark(NAMES[card], told[card]) for card in sorted(told))
