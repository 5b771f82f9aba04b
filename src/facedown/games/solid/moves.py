"""Solid's moves, and their action numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.games.solid.cards import Card, CardList, Deck, Limits, effect_words


class Add(Move, kind="add", by_nature=True):
    """Nature draws a card of a half set that is shuffled in."""

    card: str


class First(Move, kind="first", by_nature=True):
    """Nature draws who begins."""

    player: Seat


class Draw(Move, kind="draw", by_nature=True):
    """A seat draws a card, which is None for everybody else."""

    player: Seat
    card: str | None


class Play(Move, kind="play"):
    """Puts a data card into one's own pod."""

    card: str


class Share(Move, kind="share"):
    """Puts a sharing card before oneself, by its sharing side."""

    card: str


class UseEvent(Move, kind="event"):
    """Plays a card by its event side.

    ``target`` is the card that is hit, stolen or taken, ``owner`` the seat before which it lies;
    None for a card of the discard pile.
    """

    card: str
    owner: Seat | None
    target: str


class Discard(Move, kind="discard"):
    """Discards a card; after that nothing is played any more in this turn."""

    card: str


class EndTurn(Move, kind="end turn"):
    """Ends the turn; the hand is filled up."""


class Protect(Move, kind="protect"):
    """Prevents the event that was just played."""

    card: str


class Protected(Move, kind="protected"):
    """A player, counted from 0, prevents the event with a real card (L17)."""

    player: Seat
    card: str


class LetHappen(Move, kind="let happen"):
    """Lets the event that was just played happen."""


MOVES: Final = (
    Add, First, Draw, Play, Share, UseEvent, Discard, EndTurn, Protect, LetHappen, Protected,
)  # fmt: skip


# The action numbers
#
# They stay the same for a whole game: every move that a seat could make with this card list,
# whatever lies on the table, has its place. First come the ways to play each card, then discards,
# the end of a turn, and the answers. Which ways there are is decided in ``rules.py`` (L4, L5, L14,
# L15); the tables only spare the search for them in every step.

NONE: Final = -1
"""Stands for what a move, a card or a seat has not, where there are numbers."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The action numbers of the ways to play a kind of card in one's own turn.

    ``play`` and ``share`` are ``NONE`` where it has no such side, and ``needs`` are (type, number).
    ``takes`` are those of taking each kind of card. ``hits`` are by owner those of hitting its
    data, by type, and its sharing cards, by kind: ``NONE`` for what cannot be hit, and empty where
    nothing of that sort can; ``steals`` is set where one's own cards are out of reach.
    """

    play: int = NONE
    share: int = NONE
    needs: tuple[tuple[int, int], ...] = ()
    takes: tuple[int, ...] = ()
    hits: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    steals: bool = False


@dataclass(frozen=True, slots=True)
class Numbered:
    """The kinds of card of a list, and every move that a seat may make with them, by number.

    ``deck`` are the kinds of card and ``limits`` the numbers of the list; ``kinds`` gives a kind's
    number by its name, and ``bonuses`` are what kinds add for others (kind, other kind, points).
    ``moves`` are the moves of seats by action number and ``numbers`` the other way round;
    ``plays``, ``discards`` and ``protects`` are action numbers by kind of card, ``ways`` those of
    ``plays`` sorted, ``end`` and ``let`` those of the moves without a card. ``does`` tells of a
    move's number its type, the kinds of card and of target, and the target's owner between them;
    ``NONE`` for what it has not.
    """

    seats: int
    card_list: CardList
    deck: Deck = field(init=False, repr=False, compare=False)
    limits: Limits = field(init=False, repr=False, compare=False)
    bonuses: tuple[tuple[int, int, int], ...] = field(init=False, repr=False, compare=False)
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

    def _number(self, plays: Sequence[Sequence[Move]]) -> None:
        """Numbers everything, given the ways to play each kind of card."""
        deck = self.card_list.cards
        kinds = {card.name: kind for kind, card in enumerate(deck)}
        moves: list[Move] = [move for of_kind in plays for move in of_kind]
        moves += [Discard(card.name) for card in deck]
        moves += [EndTurn(), LetHappen()]
        moves += [Protect(card.name) for card in deck if card.effect == "protect"]
        numbers = {move: number for number, move in enumerate(moves)}
        values: dict[str, object] = {
            "deck": deck,
            "limits": self.card_list.limits,
            "bonuses": tuple(
                (kind, kinds[other], points)
                for kind, card in enumerate(deck)
                for other, points in card.bonus
            ),
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
            "ways": tuple(_ways(deck, card, self.seats, numbers) for card in deck),
            "does": tuple(_does(move, kinds) for move in moves),
            "end": numbers[EndTurn()],
            "let": numbers[LetHappen()],
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def action_of(self, move: Move) -> int:
        """The action number of a seat's move; raises ``MalformedMove`` when it has none."""
        if move not in self.numbers:
            raise MalformedMove(impossible(move, self.card_list))
        return self.numbers[move]


def _ways(deck: Deck, card: Card, seats: int, numbers: Mapping[Move, int]) -> Ways:
    return Ways(
        numbers.get(Play(card.name), NONE),
        numbers.get(Share(card.name), NONE),
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
    deck: Deck, card: Card, owner: Seat, numbers: Mapping[Move, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    names = {other.type: other.name for other in deck}
    data = [
        numbers.get(UseEvent(card.name, owner, names.get(type_, "")), NONE) for type_ in range(5)
    ]
    sharing = [
        numbers.get(UseEvent(card.name, owner, other.name), NONE) if other.shares else NONE
        for other in deck
    ]
    return tuple(data) if max(data) > NONE else (), tuple(sharing) if max(sharing) > NONE else ()


def _does(move: Move, kinds: Mapping[str, int]) -> tuple[type[Move], int, int, int]:
    kind = kinds.get(getattr(move, "card", ""), NONE)
    if not isinstance(move, UseEvent):
        return type(move), kind, NONE, NONE
    return type(move), kind, NONE if move.owner is None else move.owner, kinds[move.target]


def impossible(move: Move, card_list: CardList) -> str:
    """Why no card of a list makes such a move, whatever lies on the table.

    >>> from facedown.games.solid.cards import DECKS
    >>> impossible(UseEvent("H7", 1, "H2"), DECKS["two-sided"])
    'H7 can destroy a data card, and H2 is none that it can hit.'
    """
    cards = {card.name: card for card in card_list.cards}
    names = [name for name in (getattr(move, "card", ""), getattr(move, "target", "")) if name]
    for name in names:
        if name not in cards:
            return phrase("There is no card {card!r} in this deck.", card=name[:20])
    if not names:
        return phrase("There is no such move.")
    card = cards[names[0]]
    if not isinstance(move, UseEvent):
        return phrase("{card} is no card to {move}.", card=card.name, move=move.kind)
    if not card.effect:
        return phrase("{card} has no event side.", card=card.name)
    if card.effect == "protect":
        return phrase("{card} is an answer, played only when one is asked.", card=card.name)
    does = effect_words(card.effect, card_list.limits)
    if card.effect == "take" and move.owner is not None:
        return phrase("{card} can {does}, not from a seat.", card=card.name, does=does)
    if card.effect != "take" and move.owner is None:
        return phrase("{card} can {does}: say of which seat.", card=card.name, does=does)
    return phrase(
        "{card} can {does}, and {target} is none that it can hit.",
        card=card.name,
        does=does,
        target=move.target,
    )
