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
from facedown.core.messages import decimals, in_percent, listed, phrase, phrase_in, phrase_many
from facedown.core.play import play_bots
from facedown.core.registry import new_game
from facedown.core.roster import new_bot
from facedown.core.texts import LineAtFault, tidy_lines
from facedown.core.workshop import (
    Bar,
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
    Effect,
    Limits,
    effect_words,
    side_words,
)
from facedown.games.solid.moves import NONE
from facedown.games.solid.rules import SolidState
from facedown.games.solid.studio.card_list import BOUNDS, read_cards, write_cards

GAMES: Final = 120
PRINTED: Final = write_cards(DECKS["two-sided"])


_LIMIT_WORDS: Final = {
    "hand": phrase("cards in a hand"),
    "plays": phrase("plays in a turn"),
    "reactions": phrase("reactions in a turn"),
    "each": phrase("of each type end it"),
    "twice": phrase("of two types end it"),
    "total": phrase("data in all end it"),
    "destroyed_below": phrase("points and more are safe"),
}
"""The numbers of the rules in words."""
_BRIEFLY: Final = {
    "": "",
    "destroy data": phrase_in("an event, briefly", "data"),
    "destroy any": phrase_in("an event, briefly", "any"),
    "steal": phrase_in("an event, briefly", "steal"),
    "take": phrase_in("an event, briefly", "take"),
    "protect": phrase_in("an event, briefly", "protect"),
}
"""What an event does, in a word beside its picture."""
_PRINTED_AS: Final = {
    "two-sided": phrase("As printed, two-sided"),
    "separate": phrase("As printed, separate"),
}


def find_cards(draft: Draft, report: Progress) -> Iterator[Finding]:
    """What the list consists of, and what of it cannot be used."""
    report(phrase("Counting"))
    card_list = read_cards(str(draft["cards"]))
    cards, limits = card_list.cards, card_list.limits
    number = sum(card.copies for card in cards)
    data = sum(card.copies for card in cards if card.type >= 0)
    shares = sum(card.copies for card in cards if card.shares)
    events = number - data - shares
    text = phrase(
        "{cards}: {data} data, {shares} sharing cards, {events}.",
        cards=phrase_many("{n} card", "{n} cards", number),
        data=data,
        shares=shares,
        events=phrase_many("{n} event", "{n} events", events),
    )
    rows = tuple((card.name, str(card.copies), side_words(card, limits)) for card in cards)
    table = FindingTable((phrase("Card"), phrase("Copies"), phrase("What it is")), rows, 12)
    figure = str(number)
    yield Finding("cards", phrase_in("figure", "Cards"), text, number, table, figure=figure)
    sorts = {phrase("data"): data, phrase("sharing cards"): shares, phrase("events"): events}
    bars = tuple(Bar(name, 100 * n // number, str(n)) for name, n in sorts.items())
    yield Finding("sorts", phrase("What they are"), "", [data, shares, events], bars=bars)
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
    report(phrase("Counting"))
    card_list = read_cards(str(draft["cards"]))
    number, hand = sum(card.copies for card in card_list.cards), card_list.limits.hand
    rows, bars = [], []
    for name, copies in _groups(card_list).items():
        chance = 1 - comb(number - copies, hand) / comb(number, hand)
        rows.append((name, decimals(hand * copies / number), in_percent(chance, 1)))
        bars.append(Bar(name, round(100 * chance), in_percent(chance)))
    text = phrase_many(
        "A hand of {n} card.",
        "A hand of {n} cards.",
        hand,
    )
    columns = (phrase("Cards"), phrase("Expected"), phrase("At least one"))
    table = FindingTable(columns, tuple(rows), 12)
    label = phrase("In a first hand at least once")
    yield Finding("hands", label, text, None, table, bars=tuple(bars))


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
    rows = tuple((names[e], in_percent(n / number)) for e, n in endings.most_common())
    yield Finding(
        "endings",
        phrase("How games end"),
        phrase("In {number} games of two greedy players.", number=number),
        dict(endings),
        FindingTable((phrase("Ending"), phrase("Games")), rows),
        bars=tuple(
            Bar(names[e], 100 * n // number, in_percent(n / number))
            for e, n in endings.most_common()
        ),
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
    text = phrase(
        "Whoever begins scores {share} ± {wide}.", share=in_percent(share), wide=in_percent(wide)
    )
    bars = (
        Bar(phrase("who begins"), round(100 * share), in_percent(share)),
        Bar(phrase("the other"), round(100 * (1 - share)), in_percent(1 - share)),
    )
    yield Finding("first", phrase("Who wins"), text, f"{share:.3f}", bars=bars)
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
        Field(Option("chosen", "", phrase("the card in hand, by name")), phrase("Card in hand")),
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
        return {**draft, "cards": tidy_lines(str(draft["cards"]))}

    def flaws(self, draft: Draft) -> Sequence[Flaw]:
        """The first thing for which it is no list, with its line."""
        try:
            read_cards(str(draft["cards"]))
        except LineAtFault as problem:
            return (Flaw(problem.sentence, "cards", problem.line),)
        return ()

    def edit(self, draft: Draft, change: str) -> Draft:
        """``choose H2``, ``more H2``, ``fewer H2.health``, ``more rules.hand``, ``add sharing``.

        Beside ``health`` there are the other types and ``points``; ``side H2.steal`` gives a card
        another event, ``side H2.`` none, and ``add event`` adds one. The last copy of a sharing
        card or event is taken out with its card.
        """
        try:
            card_list = read_cards(str(draft["cards"]))
        except LineAtFault:
            raise UnknownName(
                phrase("Mend the list first; the buttons change a list without flaws.")
            ) from None
        what, _, name = change.partition(" ")
        step = {"more": 1, "fewer": -1}.get(what, 0)
        limits = dataclasses.asdict(card_list.limits)
        cards = {card.name: card for card in card_list.cards}
        own, _, part = name.partition(".")
        chosen = draft["chosen"]
        if what == "choose" and name in cards:
            return {**draft, "chosen": name}
        if step and own == "rules" and part in limits:
            changed = _limited(card_list, part, step)
        elif step and name in cards:
            changed = _copied(card_list, name, step)
        elif step and own in cards and cards[own].shares and part in ("points", *_TYPE_KEYS):
            changed = _with(card_list, _counted(cards[own], part, step))
        elif what == "side" and own in cards and part in _sides_of(cards[own]):
            changed = _with(card_list, dataclasses.replace(cards[own], effect=part))
        elif what == "add" and name in ("sharing", "event"):
            changed = _with_new(card_list, name)
            chosen = next(card.name for card in changed.cards if card.name not in cards)
        else:
            return super().edit(draft, change)
        return {**draft, "cards": write_cards(changed), "chosen": chosen}

    def context(self, draft: Draft) -> Mapping[str, object]:
        """The cards of a list without flaws, by sort, and the numbers of the rules."""
        try:
            card_list = read_cards(str(draft["cards"]))
        except LineAtFault:
            return {"cards": (), "limits": (), "faces": {}}
        cards = card_list.cards
        usual = next((card for card in cards if card.shares), cards[0])
        chosen = next((card for card in cards if card.name == draft["chosen"]), usual)
        words = {card.name: side_words(card, card_list.limits) for card in card_list.cards}
        limits = dataclasses.asdict(card_list.limits)
        return {
            "cards": cards,
            "sharing": [card for card in cards if card.type >= 0 or card.shares],
            "events": [card for card in cards if card.type < 0 and not card.shares],
            "chosen": chosen,
            "needs": list(zip(_TYPE_KEYS, TYPES, chosen.needs, strict=True)),
            "sides": [
                (effect, effect_words(effect, card_list.limits) or phrase("nothing"))
                for effect in _sides_of(chosen)
            ],
            "words": words,
            "called": {card.name: _called(card.name) for card in cards},
            "faces": {
                card.name: TYPES[card.type]
                if card.type >= 0
                else _briefly(card.effect, card_list.limits)
                for card in card_list.cards
            },
            "limits": [(key, _LIMIT_WORDS[key], value) for key, value in limits.items()],
        }


_TYPE_KEYS: Final = tuple(name.replace(" ", "-") for name in TYPES)


def _sides_of(card: Card) -> tuple[Effect, ...]:
    """What its event side, or it itself, could do."""
    if card.type >= 0:
        return ()
    return ("", *(e for e in EFFECTS if e != "protect")) if card.shares else EFFECTS


def _with(card_list: CardList, changed: Card) -> CardList:
    """With a card changed that keeps its name."""
    cards = (changed if card.name == changed.name else card for card in card_list.cards)
    return dataclasses.replace(card_list, cards=tuple(cards))


def _counted(card: Card, part: str, step: int) -> Card:
    """A sharing card with one point, or one need of a type, more or fewer."""
    low, high = BOUNDS["points"]
    value, words = card.points + step, phrase_in("cards", "points")
    changed = dataclasses.replace(card, points=value)
    if part in _TYPE_KEYS:
        kind = _TYPE_KEYS.index(part)
        others = sum(card.needs) - card.needs[kind]
        (low, high), words = (0 if others else 1, BOUNDS["needs"][1]), TYPES[kind]
        value = card.needs[kind] + step
        needs = (*card.needs[:kind], value, *card.needs[kind + 1 :])
        changed = dataclasses.replace(card, needs=needs)
    if not low <= value <= high:
        raise UnknownName(
            phrase(
                "Of {part} card {name} has {low} to {high}.",
                part=words,
                name=card.name,
                low=low,
                high=high,
            )
        )
    return changed


def _limited(card_list: CardList, key: str, step: int) -> CardList:
    value = dataclasses.asdict(card_list.limits)[key] + step
    low, high = BOUNDS[key]
    if not low <= value <= high:
        raise UnknownName(
            phrase(
                "“{number}” is a number from {low} to {high}.",
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


def _briefly(effect: Effect, limits: Limits) -> str:
    if effect == "destroy sharing":
        return phrase("under {points}", points=limits.destroyed_below)
    return _BRIEFLY[effect]


def _called(name: str) -> str:
    """What a card is called in the editor: a new one by its number.

    >>> _called("H1"), _called("new2")
    ('Card H1', 'New card 2')
    """
    number = name.removeprefix("new")
    if name.startswith("new") and number.isdigit():
        return phrase("New card {n}", n=number)
    return phrase("Card {name}", name=name)


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
