"""The card list editor: cards and numbers of the rules are changed, and what follows is found."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb, sqrt
from typing import ClassVar, Final

from facedown.core.errors import UnknownName
from facedown.core.facts import Option, OptionValue
from facedown.core.messages import listed, phrase, phrase_many
from facedown.core.play import play_bots
from facedown.core.registry import new_game
from facedown.core.roster import new_bot
from facedown.core.workshop import (
    Draft,
    Field,
    Finding,
    FindingTable,
    Flaw,
    Progress,
    Stage,
    Workshop,
)
from facedown.games.solid.cards import (
    DECKS,
    EFFECTS,
    TYPES,
    Card,
    CardList,
    effect_words,
    side_words,
)
from facedown.games.solid.moves import NONE
from facedown.games.solid.rules import SolidState
from facedown.games.solid.studio.card_list import BOUNDS, CardListError, read_cards, write_cards

GAMES: Final = 120
PRINTED: Final = write_cards(DECKS["two-sided"])


_LIMIT_WORDS: Final = {
    "hand": phrase("hand"),
    "plays": phrase("plays"),
    "reactions": phrase("reactions"),
    "each": phrase("each"),
    "twice": phrase("twice"),
    "total": phrase("total"),
    "destroyed_below": phrase("destroyed below"),
}
"""The numbers of the rules in words."""
_PRINTED_AS: Final = {
    "two-sided": phrase("As printed, two-sided"),
    "separate": phrase("As printed, separate"),
}


def find_cards(draft: Draft, report: Progress) -> Iterator[Finding]:
    """What the list consists of, and what of it cannot be used."""
    report("Counting")
    card_list = read_cards(str(draft["cards"]))
    cards, limits = card_list.cards, card_list.limits
    number = sum(card.copies for card in cards)
    data = sum(card.copies for card in cards if card.type >= 0)
    shares = sum(card.copies for card in cards if card.shares)
    text = phrase(
        "{cards}: {data} data, {shares} sharing cards, {events}.",
        cards=phrase_many("{n} card", "{n} cards", number),
        data=data,
        shares=shares,
        events=phrase_many("{n} event", "{n} events", number - data - shares),
    )
    rows = tuple((card.name, str(card.copies), side_words(card, limits)) for card in cards)
    table = FindingTable((phrase("Card"), phrase("Copies"), phrase("What it is")), rows, 12)
    yield Finding("cards", phrase("All cards"), text, number, table)
    points = sum(card.copies * card.points for card in cards)
    yield Finding(
        "points",
        phrase("Points"),
        phrase("{points} on all sharing cards together.", points=points),
        points,
    )
    most = [card.copies for card in cards if card.type >= 0]
    for card in cards:
        if any(need > have for need, have in zip(card.needs, most, strict=True)):
            text = phrase("{name} needs more data of a type than one set has.", name=card.name)
            yield Finding(
                f"never/{card.name}", phrase("Never shared"), text, card.name, role="advice"
            )
    unused = [TYPES[t] for t in range(5) if most[t] and not any(c.needs[t] for c in cards)]
    if unused:
        text = phrase("No sharing card needs {unused}.", unused=listed(unused, "or"))
        yield Finding("unused", phrase("Unused data"), text, unused, role="advice")
    if not any(card.effect == "protect" for card in cards):
        yield Finding(
            "protect", phrase("Protect"), phrase("No card protects."), False, role="advice"
        )
    ends = [min(most) >= limits.each, sorted(most)[-2] >= limits.twice, data >= limits.total]
    if not any(ends):
        text = phrase(
            "No pod can end the game: only standing still or the turn limit ends it (L8)."
        )
        yield Finding("ends", phrase("The end"), text, False, role="advice")


def find_hands(draft: Draft, report: Progress) -> Iterator[Finding]:
    """What a first hand holds, exactly."""
    report("Counting")
    card_list = read_cards(str(draft["cards"]))
    number, hand = sum(card.copies for card in card_list.cards), card_list.limits.hand
    rows = []
    for name, copies in _groups(card_list).items():
        chance = 1 - comb(number - copies, hand) / comb(number, hand)
        rows.append((name, f"{hand * copies / number:.2f}", f"{chance:.1%}"))
    text = phrase_many(
        "Of the {n} card of a first hand, for two.",
        "Of the {n} cards of a first hand, for two.",
        hand,
    )
    columns = (phrase("Cards"), phrase("Expected"), phrase("At least one"))
    yield Finding("hands", phrase("First hand"), text, None, FindingTable(columns, tuple(rows), 12))


def _groups(card_list: CardList) -> dict[str, int]:
    """How many cards there are of each sort."""
    groups: Counter[str] = Counter()
    for card in card_list.cards:
        if card.type >= 0:
            groups[phrase("data")] += card.copies
        if card.shares:
            groups[phrase("sharing cards")] += card.copies
        if card.effect:
            groups[effect_words(card.effect, card_list.limits)] += card.copies
    return {name: copies for name, copies in groups.items() if copies}


def find_games(draft: Draft, report: Progress) -> Iterator[Finding]:
    """How games between two greedy players go, told again as there are more of them."""
    game = new_game("solid", cards=str(draft["cards"]))
    rng, endings = random.Random(1), Counter[str]()
    first, turns, points = 0.0, list[int](), list[int]()
    for number in range(1, GAMES + 1):
        players = [new_bot(game, "greedy") for _ in range(2)]
        state = play_bots(game, players, str(rng.random()))
        assert isinstance(state, SolidState)
        outcome = state.outcome()
        assert outcome is not None
        endings[state.ending] += 1
        began = next(action for _, action, drawer in state.record if drawer == NONE)
        first += (began in outcome.winners) / len(outcome.winners)
        turns.append(state.turn)
        points += outcome.points
        report(phrase("{number} of {all} games played", number=number, all=GAMES))
        if number in (GAMES // 6, GAMES):
            yield from _told(number, endings, first, sorted(turns), points)


def _told(
    number: int, endings: Counter[str], first: float, turns: Sequence[int], points: Sequence[int]
) -> Iterator[Finding]:
    names = {
        "each": phrase("enough of each type"),
        "twice": phrase("enough of two types"),
        "total": phrase("enough in all"),
        "idle": phrase("nobody went on"),
        "turns": phrase("turn limit"),
    }
    rows = tuple((names[e], f"{n / number:.0%}") for e, n in endings.most_common())
    yield Finding(
        "endings",
        phrase("How games end"),
        phrase("In {number} games of two greedy players.", number=number),
        dict(endings),
        FindingTable((phrase("Ending"), phrase("Games")), rows),
    )
    low, middle, high = (turns[int(number * part)] for part in (0.05, 0.5, 0.95))
    text = phrase(
        "{middle} turns in the middle; nine of ten games take {low} to {high}.",
        middle=middle,
        low=low,
        high=high,
    )
    yield Finding("length", phrase("Length"), text, [low, middle, high])
    share = first / number
    wide = 1.96 * sqrt(share * (1 - share) / number)
    text = phrase("Whoever begins scores {share:.0%} ± {wide:.0%}.", share=share, wide=wide)
    yield Finding("first", phrase("Beginning"), text, f"{share:.3f}")
    mean = sum(points) / len(points)
    yield Finding(
        "mean",
        phrase("Points of a player"),
        phrase("{mean:.1f} on average.", mean=mean),
        f"{mean:.2f}",
    )


class CardListEditor(Workshop):
    """Makes card lists; a draft may be no list for a while."""

    title: ClassVar[str] = phrase("Card list editor")
    summary: ClassVar[str] = phrase(
        "Change the cards and the numbers of the rules; what that does to the game "
        "appears beside them."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            Option("cards", PRINTED, phrase("one set of cards, in TOML (L16)"), rows=24),
            phrase("Card list"),
        ),
    )
    stages: ClassVar[tuple[Stage, ...]] = (
        Stage("cards", phrase("Cards"), find_cards),
        Stage("hands", phrase("First hands"), find_hands),
        Stage("games", phrase("Games"), find_games, 60.0),
    )
    examples: ClassVar[tuple[tuple[str, Draft], ...]] = tuple(
        (_PRINTED_AS[name], {"cards": write_cards(deck)}) for name, deck in DECKS.items()
    )

    def options(self, draft: Draft) -> Mapping[str, OptionValue]:
        """The very list."""
        return {"cards": draft["cards"]}

    def tidy(self, draft: Draft) -> Draft:
        """Lines end alike; what somebody wrote beside the list stays."""
        lines = str(draft["cards"]).splitlines()
        return {**draft, "cards": "\n".join(line.rstrip() for line in lines).strip() + "\n"}

    def flaws(self, draft: Draft) -> Sequence[Flaw]:
        """The first thing for which it is no list, with its line."""
        try:
            read_cards(str(draft["cards"]))
        except CardListError as problem:
            return (Flaw(problem.sentence, "cards", problem.line),)
        return ()

    def edit(self, draft: Draft, change: str) -> Draft:
        """``more H2``, ``fewer H2``, ``more rules.hand``; ``add sharing`` and ``add event``.

        The last copy of a sharing card or event is taken out with its card.
        """
        try:
            card_list = read_cards(str(draft["cards"]))
        except CardListError:
            raise UnknownName(
                phrase("Mend the list first; the buttons change a list without flaws.")
            ) from None
        what, _, name = change.partition(" ")
        step = {"more": 1, "fewer": -1}.get(what, 0)
        limits = dataclasses.asdict(card_list.limits)
        if step and name.removeprefix("rules.") in limits:
            changed = _limited(card_list, name.removeprefix("rules."), step)
        elif step and name in {card.name for card in card_list.cards}:
            changed = _copied(card_list, name, step)
        elif what == "add" and name in ("sharing", "event"):
            changed = _with_new(card_list, name)
        else:
            return super().edit(draft, change)
        return {**draft, "cards": write_cards(changed)}

    def context(self, draft: Draft) -> Mapping[str, object]:
        """The cards of a list without flaws, by sort, and the numbers of the rules."""
        try:
            card_list = read_cards(str(draft["cards"]))
        except CardListError:
            return {"cards": (), "limits": (), "faces": {}}
        words = {card.name: side_words(card, card_list.limits) for card in card_list.cards}
        limits = dataclasses.asdict(card_list.limits)
        return {
            "cards": card_list.cards,
            "words": words,
            "faces": {
                card.name: TYPES[card.type]
                if card.type >= 0
                else effect_words(card.effect, card_list.limits)
                for card in card_list.cards
            },
            "limits": [(key, _LIMIT_WORDS[key], value) for key, value in limits.items()],
        }


def _limited(card_list: CardList, key: str, step: int) -> CardList:
    value = dataclasses.asdict(card_list.limits)[key] + step
    low, high = BOUNDS[key]
    if not low <= value <= high:
        raise UnknownName(
            phrase(
                "The number {number} is from {low} to {high}.",
                number=_LIMIT_WORDS[key],
                low=low,
                high=high,
            )
        )
    return dataclasses.replace(
        card_list, limits=dataclasses.replace(card_list.limits, **{key: value})
    )


def _copied(card_list: CardList, name: str, step: int) -> CardList:
    """One copy more or fewer; without copies a card is not in the list, nor a bonus for it."""
    cards = []
    for card in card_list.cards:
        copies = card.copies + step * (card.name == name)
        low, high = BOUNDS["data" if card.type >= 0 else "copies"]
        if copies > high or (card.type >= 0 and copies < low):
            raise UnknownName(
                phrase(
                    "There can be {low} to {high} copies of {name}.", low=low, high=high, name=name
                )
            )
        if copies or card.type >= 0:
            cards.append(dataclasses.replace(card, copies=copies))
    names = {card.name for card in cards}
    kept = tuple(
        dataclasses.replace(card, bonus=tuple(part for part in card.bonus if part[0] in names))
        for card in cards
    )
    return dataclasses.replace(card_list, cards=kept)


def _with_new(card_list: CardList, sort: str) -> CardList:
    """With a new card of this sort, to be changed in the text."""
    names = {card.name.lower() for card in card_list.cards}
    name = next(f"new{n}" for n in range(1, 100) if f"new{n}" not in names)
    if sort == "sharing":
        card = Card(name, 1, needs=(1, 1, 0, 0, 0), points=2)
    else:
        card = Card(name, 1, effect=EFFECTS[0])
    sharing = [c for c in card_list.cards if c.type >= 0 or c.shares]
    events = [c for c in card_list.cards if c.type < 0 and not c.shares]
    order = [*sharing, card, *events] if sort == "sharing" else [*sharing, *events, card]
    return dataclasses.replace(card_list, cards=tuple(order))
