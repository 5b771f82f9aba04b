"""Solid's hints: what is left unseen, what can be shared, and who can end the game.

All of it follows from the seat's view. What would be good to do is no hint: players say that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Final

from facedown.core.facts import Aid
from facedown.core.messages import joined, listed, phrase, phrase_many
from facedown.games.solid.cards import Card, counts_of, data_words, names_of
from facedown.games.solid.rules import Setting, distances, ending_of, missing
from facedown.games.solid.view import SolidView
from facedown.games.solid.words import cards_listed
from facedown.games.solid.worlds import unseen_of

AIDS: Final = (
    Aid(
        "unseen",
        phrase("the cards that are in the pile or in other hands, and how many of each"),
        label=phrase("Unseen cards"),
    ),
    Aid(
        "sharing",
        phrase("what your data let you share, and what else the sharing cards in hand lack"),
        label=phrase("Sharing"),
    ),
    Aid(
        "end",
        phrase("who can end the game with data, and who would then win"),
        label=phrase("The end"),
    ),
)

_TITLES: Final = MappingProxyType(
    {"data": phrase("Data"), "sharing": phrase("Sharing cards"), "events": phrase("Events")}
)


def unseen(setting: Setting, view: SolidView) -> str:
    """How many of each card are in the pile or unknown in other hands."""
    counts = unseen_of(setting, view)
    others = {seat: cards for seat, cards in enumerate(view.known) if cards and seat != view.seat}
    for known in others.values():
        counts = [n - more for n, more in zip(counts, counts_of(setting.kinds, known), strict=True)]
    held = sum(view.sizes) - len(view.hand or ()) - sum(map(len, others.values()))
    lines: list[str] = [
        phrase(
            "{pile} in the pile and {held} in other hands are not known:",
            pile=phrase_many("{n} card", "{n} cards", view.pile),
            held=phrase_many("{n} card", "{n} cards", held),
        )
    ]
    if view.beside is not None and setting.lots:
        lines.append(
            phrase("Of one set’s sharing cards and events, half are drawn by lot for this game.")
        )
    left: dict[str, list[int]] = {"data": [], "sharing": [], "events": []}
    for number, card in zip(counts, setting.deck, strict=True):
        sort = "data" if card.type >= 0 else "sharing" if card.shares else "events"
        for name, numbers in left.items():
            numbers.append(number if name == sort else 0)
    for name, title in _TITLES.items():
        cards = cards_listed(names_of(setting.deck, left[name])) or phrase("none")
        lines.append(phrase("  {title}: {cards}.", title=title, cards=cards))
    for seat, known in others.items():
        cards = cards_listed(known)
        lines.append(phrase("{who} is known to hold {cards}.", who=f"{{{seat}}}", cards=cards))
    return joined("\n", lines)


def sharing(setting: Setting, view: SolidView) -> str:
    """For each sharing card in hand what it brings, what it lacks, and what of that is in hand."""
    if view.beside is not None:
        return phrase("Beside real cards no hand is known.")
    held = [setting.deck[setting.kinds[name]] for name in dict.fromkeys(view.hand or ())]
    lines = [_to_share(setting, view, card) for card in held if card.shares]
    return joined("\n", lines) if lines else phrase("There is no sharing card in your hand.")


def _to_share(setting: Setting, view: SolidView, card: Card) -> str:
    lacks = missing(card, view.pods[view.seat])
    scores = phrase_many("{n} point", "{n} points", _gain(setting, view, card))
    if not any(lacks):
        return phrase("{card} can be shared, for {points}.", card=card.name, points=scores)
    data = {one.type: one for one in setting.deck if one.type >= 0}
    mine = [_held(view, data[kind]) if kind in data else 0 for kind in range(5)]
    short = tuple(max(0, need - have) for need, have in zip(lacks, mine, strict=True))
    lacking = data_words(lacks)
    if any(short):
        return phrase(
            "{card}, for {points}, lacks {data}; not in your hand: {short}.",
            card=card.name,
            points=scores,
            data=lacking,
            short=data_words(short),
        )
    return phrase(
        "{card}, for {points}, lacks {data}, which you hold: {plays} with the card itself.",
        card=card.name,
        points=scores,
        data=lacking,
        plays=phrase_many("{n} play", "{n} plays", sum(lacks) + 1),
    )


def _held(view: SolidView, card: Card) -> int:
    return (view.hand or ()).count(card.name)


def _gain(setting: Setting, view: SolidView, card: Card) -> int:
    """What sharing a card adds to the seat's points, with bonuses both ways (L2)."""
    kind, mine = setting.kinds[card.name], counts_of(setting.kinds, view.shared[view.seat])
    gain = card.points
    for one, other, points in setting.bonuses:
        gain += points * (mine[other] * (one == kind) + mine[one] * (other == kind))
    return gain


def end(setting: Setting, view: SolidView) -> str:
    """How far every pod is from ending the game, and who would win if it ended now."""
    best = max(view.points)
    leaders = [f"{{{seat}}}" for seat, points in enumerate(view.points) if points == best]
    lines: list[str] = [
        phrase_many(
            "With the points in play {who} would win.",
            "With the points in play {who} would share the win.",
            len(leaders),
            who=listed(leaders),
        )
    ]
    lines += [_from_the_end(setting, view, seat) for seat in range(view.seats)]
    return joined("\n", lines)


def _from_the_end(setting: Setting, view: SolidView, seat: int) -> str:
    who, plays, lacks = (
        f"{{{seat}}}",
        view.limits.plays,
        min(distances(view.pods[seat], view.limits)),
    )
    if seat == view.seat:
        if way := next(_ways_to_end(setting, view), None):
            cards = listed(way)
            return phrase("{who} can end the game by playing {cards}.", who=who, cards=cards)
        return phrase_many(
            "{who} lacks {n} data and cannot end the game with those in hand.",
            "{who} lacks {n} data and cannot end the game with those in hand.",
            lacks,
            who=who,
        )
    if lacks > plays:
        return phrase_many(
            "{who} lacks {n} data: too many for one turn of playing data.",
            "{who} lacks {n} data: too many for one turn of playing data.",
            lacks,
            who=who,
        )
    return phrase_many(
        "{who} lacks {n} data and could play it in one turn, if it holds the right card.",
        "{who} lacks {n} data and could play them in one turn, if it holds the right cards.",
        lacks,
        who=who,
    )


def _ways_to_end(setting: Setting, view: SolidView) -> Iterator[tuple[str, ...]]:
    """Data in hand that end the game with the plays left, in own turns; the fewest first."""
    mine = view.seat == view.mover
    plays = 0 if mine and view.discarded else view.limits.plays - view.plays * mine
    cards = [setting.deck[setting.kinds[name]] for name in view.hand or ()]
    data = [card for card in cards if card.type >= 0]
    for number in range(1, plays + 1):
        for chosen in combinations(data, number):
            pod = list(view.pods[view.seat])
            for card in chosen:
                pod[card.type] += 1
            if ending_of(pod, view.limits):
                yield tuple(card.name for card in chosen)


HINTS: Final[Mapping[str, Callable[[Setting, SolidView], str]]] = MappingProxyType(
    {"unseen": unseen, "sharing": sharing, "end": end}
)
"""What each of the aids says."""
