"""What a seat of Suspense can work out from its view (S20): what can be, and what it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from facedown.core.facts import AidMark, AidSays
from facedown.core.messages import joined, phrase, phrase_in
from facedown.core.seats import Seat
from facedown.games.suspense.cards import CARD_COUNT, NAMES
from facedown.games.suspense.rules import winners
from facedown.games.suspense.view import SuspenseView
from facedown.games.suspense.words import WORDS, condition_words
from facedown.games.suspense.worlds import SuspenseWorlds, mask_of

Prospect: TypeAlias = Literal["win", "lose", "unknown"]
"""Whether a seat would meet a condition if the round ended now; unknown where worlds differ."""


def prospects(view: SuspenseView) -> dict[int, Prospect]:
    """Whether this seat meets the condition of each card that can be the secret, as things stand.

    Taken over every world of the view with that secret: in all, in none, or cannot be known.
    Folding is left out of account: who folded and meets the condition has folded a win (S2).
    """
    faces = view.faces
    played = [mask_of(cards) for cards in view.played]
    folded = sum(1 << seat for seat in view.folded)
    seen: dict[int, Counter[bool]] = {}
    for (secret, hands), _ in SuspenseWorlds(view):
        face = faces[secret]
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

    Who has no cards that are known, such as an onlooker, has no prospects either.
    """

    seen: tuple[int, ...]
    prospects: dict[int, Prospect | None]


def possible(view: SuspenseView) -> Possible:
    """What each card that can be the secret would mean for this seat (S20)."""
    seen = {NAMES.index(name) for name in chain(view.hand or (), *view.played)}
    if view.hand is None:
        unseen = (card for card in range(CARD_COUNT) if card not in seen)
        return Possible(tuple(sorted(seen)), dict.fromkeys(unseen))
    return Possible(tuple(sorted(seen)), {**prospects(view)})


def _has_folded(view: SuspenseView) -> bool:
    return view.hand is not None and view.seat in view.folded


def marks(view: SuspenseView) -> tuple[AidMark, ...]:
    """What each card's condition would bring, or that it is out; where the secret is known, its."""
    if view.phase != "turns":
        return ()
    found = possible(view)
    says = _SAYS_FOLDED if _has_folded(view) else _SAYS
    told = {card: says[prospect] for card, prospect in found.prospects.items()}
    if view.secret is None:
        told |= dict.fromkeys(found.seen, "out")
    return tuple(AidMark(NAMES[card], told[card]) for card in sorted(told))


# In words

_PROSPECT: Final[dict[Prospect | None, str]] = {
    "win": phrase("you would win"),
    "lose": phrase("you would not win"),
    "unknown": phrase("cannot be known"),
    None: phrase_in("condition", "possible"),
}
_FOLDED: Final[dict[Prospect | None, str]] = {
    "win": phrase("you folded a winning card, 0 points"),
    "lose": phrase("you folded in time, 1 point"),
    "unknown": phrase("cannot be known"),
}
"""A folder wins nothing: a winning card costs the consolation (S2)."""


def conditions(view: SuspenseView) -> str:
    """What each condition still possible would mean for this seat, and the cards excluded (S20)."""
    if view.phase != "turns":
        return phrase("No round is being played.")
    found = possible(view)
    told = _FOLDED if _has_folded(view) else _PROSPECT
    words = [condition_words(condition) for condition in view.conditions]
    if view.secret is not None:
        secret = NAMES.index(view.secret)
        brings = told[found.prospects[secret]]
        return joined(
            "\n",
            [
                phrase("You know the secret card. If the round ended now:"),
                phrase("  {condition}: {brings}", condition=words[secret], brings=brings),
            ],
        )
    lines = [] if told is _FOLDED else _in_short(found)
    lines.append(phrase("If the round ended now and the secret card were"))
    lines += [
        phrase(
            "  {card} ({condition}): {brings}",
            card=WORDS[card],
            condition=words[card],
            brings=told[prospect],
        )
        for card, prospect in found.prospects.items()
    ]
    if found.seen:
        lines.append(phrase("It cannot be a card that you see, with its condition:"))
        lines += [
            phrase("  {card} ({condition})", card=WORDS[card], condition=words[card])
            for card in found.seen
        ]
    return joined("\n", lines)


def _in_short(found: Possible) -> list[str]:
    """The one thing to know first; nothing for who has no cards that are known."""
    counts = Counter(found.prospects.values())
    if counts[None]:
        return []
    many = len(found.prospects)
    if counts["win"] == many:
        return [phrase("As things stand you win, whatever the secret is.")]
    if counts["lose"] == many:
        return [
            phrase("As things stand you lose, whatever the secret is: fold in time for 1 point.")
        ]
    return [
        phrase(
            "As things stand you win by {won} of {n} conditions, and lose by {lost}.",
            won=counts["win"],
            n=many,
            lost=counts["lose"],
        )
    ]


def standing(view: SuspenseView) -> str:
    """The running sum, and who has passed in a row since the last card (S13, S14)."""
    if view.phase != "turns":
        return phrase("No round is being played.")
    return phrase(
        "The sum in play is {total}; {left} more ends the round. "
        "Passed in a row: {passed}. Folded: {folded}.",
        total=view.total,
        left=view.limit - view.total,
        passed=_seats(view.passed),
        folded=_seats(view.folded),
    )


def _seats(seats: tuple[Seat, ...]) -> str:
    return ", ".join(f"{{{seat}}}" for seat in seats) or phrase("nobody")


AID_WORDS: Final[dict[str, Callable[[SuspenseView], str]]] = {
    "conditions": conditions,
    "standing": standing,
}


def aid_marks(name: str, view: SuspenseView, notes: Sequence[str]) -> Sequence[AidMark]:
    """The conditions of the cards, by the cards' short names."""
    del notes
    return marks(view) if name == "conditions" else ()
