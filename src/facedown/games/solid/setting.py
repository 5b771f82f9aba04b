"""What stays the same for a whole game of Solid: the options, and every move with its number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from facedown.core.moves import Move
from facedown.games.solid.cards import Card, CardList, Deck, Limits
from facedown.games.solid.moves import (
    Discard,
    EndTurn,
    LetHappen,
    Play,
    Protect,
    Share,
    UseEvent,
)


@dataclass(frozen=True, slots=True)
class Ways:
    """The action numbers of the ways to play a kind of card in one's own turn.

    ``play`` and ``share`` are -1 where it has no such side, and ``needs`` are (type, number).
    ``takes`` are those of taking each kind of card. ``hits`` are by owner those of hitting its
    data, by type, and its sharing cards, by kind: -1 for what cannot be hit, and empty where
    nothing of that sort can; ``steals`` is set where one's own cards are out of reach.
    """

    play: int = -1
    share: int = -1
    needs: tuple[tuple[int, int], ...] = ()
    takes: tuple[int, ...] = ()
    hits: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    steals: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """The options of a game, and what follows from them.

    ``deck`` are the kinds of card of the list and ``limits`` its numbers; ``bonuses`` what kinds
    add for others (kind, other kind, points). ``anyone`` lets every other seat protect, not only
    the owner of the target, and with ``steals`` it prevents steals too (L3); ``turns`` is the turn
    limit (L8). ``whole`` are the copies by kind before anything is drawn by lot, and ``lots`` what
    is then drawn of a half set: how many of which kinds (L9). ``kinds`` gives a kind's number by
    its name. ``moves`` are the moves of seats by action number and ``numbers`` the other way round;
    ``plays``, ``discards`` and ``protects`` are action numbers by kind of card, and ``ways`` those
    of ``plays`` sorted. ``does`` tells of a move's number its type, the kinds of card and of
    target, and the target's owner between them; -1 for what it has not.
    """

    seats: int
    card_list: CardList
    anyone: bool
    steals: bool
    turns: int
    deck: Deck = field(init=False, repr=False, compare=False)
    limits: Limits = field(init=False, repr=False, compare=False)
    bonuses: tuple[tuple[int, int, int], ...] = field(init=False, repr=False, compare=False)
    whole: tuple[int, ...] = field(init=False, repr=False, compare=False)
    lots: tuple[tuple[int, tuple[int, ...]], ...] = field(init=False, repr=False, compare=False)
    kinds: dict[str, int] = field(init=False, repr=False, compare=False)
    moves: tuple[Move, ...] = field(init=False, repr=False, compare=False)
    numbers: dict[Move, int] = field(init=False, repr=False, compare=False)
    plays: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    discards: tuple[int, ...] = field(init=False, repr=False, compare=False)
    protects: dict[int, int] = field(init=False, repr=False, compare=False)
    ways: tuple[Ways, ...] = field(init=False, repr=False, compare=False)
    does: tuple[tuple[type[Move], int, int, int], ...] = field(
        init=False, repr=False, compare=False
    )
    end: int = field(init=False, repr=False, compare=False)
    let: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        deck = self.card_list.cards
        kinds = {card.name: kind for kind, card in enumerate(deck)}
        plays = [list(_plays(self.card_list, kind, self.seats)) for kind in range(len(deck))]
        moves: list[Move] = [move for of_kind in plays for move in of_kind]
        moves += [Discard(card.name) for card in deck]
        moves += [EndTurn(), LetHappen()]
        moves += [Protect(card.name) for card in deck if card.effect == "protect"]
        numbers = {move: number for number, move in enumerate(moves)}
        sets, odd = divmod(self.seats, 2)
        values: dict[str, object] = {
            "deck": deck,
            "limits": self.card_list.limits,
            "bonuses": tuple(
                (kind, kinds[other], points)
                for kind, card in enumerate(deck)
                for other, points in card.bonus
            ),
            "whole": tuple(
                card.copies * sets + (card.copies // 2 if odd and card.type >= 0 else 0)
                for card in deck
            ),
            "lots": tuple(_half(deck)) if odd else (),
            "kinds": kinds,
            "moves": tuple(moves),
            "numbers": numbers,
            "plays": tuple(tuple(numbers[move] for move in of_kind) for of_kind in plays),
            "discards": tuple(numbers[Discard(card.name)] for card in deck),
            "protects": {
                kinds[move.card]: number
                for move, number in numbers.items()
                if isinstance(move, Protect)
            },
            "ways": tuple(_ways(deck, kind, self.seats, numbers) for kind in range(len(deck))),
            "does": tuple(_does(move, kinds) for move in moves),
            "end": numbers[EndTurn()],
            "let": numbers[LetHappen()],
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def cards(self) -> int:
        """How many cards there are, with those that are drawn by lot (L9)."""
        return sum(self.whole) + sum(number for number, _ in self.lots)

    @property
    def longest(self) -> int:
        """No game has more moves than this.

        In a turn each play may meet one answer of every other seat, the hand is discarded card by
        card, the turn is ended, and the hand is filled up.
        """
        hand = self.limits.hand
        a_turn = self.limits.plays * self.seats + hand + 1 + hand
        # Cards that were protected with are drawn again, in the turns of their owners.
        lots = 1 + sum(number for number, _ in self.lots)
        return lots + self.seats * hand + self.turns * a_turn


def _half(deck: Deck) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Half of the sharing cards and half of the events, rounded down, and their kinds (L9)."""
    for shares in (True, False):
        kinds = [k for k, card in enumerate(deck) if card.type < 0 and card.shares == shares]
        number = sum(deck[kind].copies for kind in kinds) // 2
        if number:
            yield number, tuple(kinds)


def _plays(card_list: CardList, kind: int, seats: int) -> Iterator[Move]:
    """Every way to play a card in one's own turn, whatever lies on the table."""
    deck = card_list.cards
    card = deck[kind]
    if card.type >= 0:
        yield Play(card.name)
    if card.shares:
        yield Share(card.name)
    if card.effect == "take":
        yield from (UseEvent(card.name, None, other.name) for other in deck)
    elif card.effect and card.effect != "protect":
        for seat in range(seats):
            for other in deck:
                if _can_hit(card, other, card_list.limits):
                    yield UseEvent(card.name, seat, other.name)


def _ways(deck: Deck, kind: int, seats: int, numbers: dict[Move, int]) -> Ways:
    card = deck[kind]
    return Ways(
        numbers.get(Play(card.name), -1),
        numbers.get(Share(card.name), -1),
        tuple((type_, need) for type_, need in enumerate(card.needs) if need),
        tuple(numbers[UseEvent(card.name, None, other.name)] for other in deck)
        if card.effect == "take"
        else (),
        tuple(_hits(deck, card, seat, numbers) for seat in range(seats))
        if card.effect not in {"", "take", "protect"}
        else (),
        card.effect == "steal",
    )


def _hits(
    deck: Deck, card: Card, owner: int, numbers: dict[Move, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    names = {other.type: other.name for other in deck}
    data = [numbers.get(UseEvent(card.name, owner, names.get(type_, "")), -1) for type_ in range(5)]
    sharing = [
        numbers.get(UseEvent(card.name, owner, other.name), -1) if other.shares else -1
        for other in deck
    ]
    return tuple(data) if max(data) >= 0 else (), tuple(sharing) if max(sharing) >= 0 else ()


def _does(move: Move, kinds: dict[str, int]) -> tuple[type[Move], int, int, int]:
    kind = kinds.get(getattr(move, "card", ""), -1)
    if not isinstance(move, UseEvent):
        return type(move), kind, -1, -1
    return type(move), kind, -1 if move.owner is None else move.owner, kinds[move.target]


def _can_hit(card: Card, hit: Card, limits: Limits) -> bool:
    """Whether an event of this kind of card can hit that kind of card in play (L14, L15)."""
    match card.effect:
        case "destroy data" | "steal":
            return hit.type >= 0
        case "destroy sharing":
            return hit.shares and hit.points < limits.destroyed_below
        case "destroy any":
            return hit.type >= 0 or hit.shares
    return False
