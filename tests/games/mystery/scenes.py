"""Games of Mystery Machine with a chosen layout and chosen draws, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.facts import OptionValue
from facedown.core.log import Entry, Log
from facedown.core.moves import Move
from facedown.core.seats import NATURE, Seat
from facedown.games.mystery import MysteryMachine
from facedown.games.mystery.moves import Answer, Buy, Dump, Layout, Name, Offer, Take
from facedown.games.mystery.rules import MysteryState

RANKS = ("J", "Q", "K", "A")
SUITS = ("S", "H", "D", "C")


class Scene:
    """A game in which nature does as she is told; rows are J Q K A and columns S H D C."""

    def __init__(self, seats: int = 1, **options: OptionValue) -> None:
        self.game = MysteryMachine(seats, **options)
        state = self.game.start()
        assert isinstance(state, MysteryState)
        self.state = state
        facts = self.game.facts
        self.log = Log(facts.name, facts.rules_version, seats, self.game.options, (), "told")
        self.nature(Layout(RANKS, SUITS))

    def nature(self, move: Move) -> None:
        """A move of nature."""
        self._do(NATURE, move)

    def offer(self, *cards: str) -> None:
        """Two low cards are turned up."""
        self.nature(Offer(tuple(cards)))

    def take(self, card: str, other: str, seat: Seat = 0) -> None:
        """Two low cards are turned up and one is taken."""
        first, second = sorted((card, other), key=_order)
        self.offer(first, second)
        self.seat(Take(card), seat)

    def buy(self, pile: str, cards: str, answer: str, seat: Seat = 0) -> None:
        """A question is bought, and the pile answers."""
        self.seat(Buy(pile, tuple(cards.split())), seat)
        self.nature(Answer(pile, answer))

    def seat(self, move: Move, seat: Seat = 0) -> None:
        """A move of a seat."""
        self._do(seat, move)

    def name(self, *cards: str, seat: Seat = 0) -> None:
        """A whole guess."""
        for card in cards:
            self.seat(Name(card), seat)

    def dump(self, card: str, seat: Seat = 0) -> None:
        """An older card goes."""
        self.seat(Dump(card), seat)

    def why_not(self, move: Move, seat: Seat = 0) -> str:
        """Why a seat's move is refused."""
        refusal = self.state.verify(seat, self.state.action_of(seat, move))
        assert refusal is not None
        return f"{refusal.paragraph} {refusal.code}"

    def _do(self, seat: Seat, move: Move) -> None:
        action = self.state.action_of(seat, move)
        refusal = self.state.verify(seat, action)
        assert refusal is None, refusal.sentence
        self.state.apply(seat, action)
        self.log.entries.append(Entry(seat, move))


def _order(card: str) -> tuple[int, int]:
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10")
    return ranks.index(card[:-1]), SUITS.index(card[-1])


def collect(scene: Scene, cards: Sequence[str], spare: Sequence[str], seat: Seat = 0) -> None:
    """Takes these cards one after the other, each offered beside a spare one."""
    for card, other in zip(cards, spare, strict=False):
        scene.take(card, other, seat)
