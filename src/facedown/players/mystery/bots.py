"""Mystery Machine's players. They are given views, never states."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.roster import Bot
from facedown.core.view import check_turn
from facedown.games.mystery.cards import card_number
from facedown.games.mystery.help.knowledge import Knowledge, knowledge_of, usefulness
from facedown.games.mystery.moves import BUY, DUMP, HAND, NAME, WAYS
from facedown.games.mystery.puzzle import PRICES, payments
from facedown.games.mystery.view import MysteryView
from facedown.players.mystery.collecting import Cards, Weights, nearest, progress


def naming(view: MysteryView, known: Knowledge) -> Action:
    """The next card of the likeliest guess that begins as the seat has named already."""
    named = tuple(map(card_number, view.named or ()))
    most, best = None, None
    for guess, weight in known.guesses().items():
        rest = list(guess)
        for slot, card in enumerate(named):
            if rest[slot] != card and card in rest:  # without an order they may change places
                at = rest.index(card)
                rest[slot], rest[at] = rest[at], rest[slot]
        fits = tuple(rest[: len(named)]) == named
        if fits and (most is None or weight > most):
            most, best = weight, rest[len(named)]
    legal = [action for action in view.legal if NAME <= action < BUY]
    return NAME + best if best is not None and NAME + best in legal else legal[0]


class Beginner(Bot):
    """Takes cards and buys as chance has it, and names the likeliest card at the end."""

    def __init__(self, game: Game) -> None:
        del game

    def act(self, view: MysteryView, rng: random.Random) -> Action:
        """A question whenever it can pay, a random pick, the likeliest guess at last."""
        check_turn(view)
        known = knowledge_of(view)
        if view.phase != "dumping" and known.certain() is not None:
            return naming(view, known)
        buys = [action for action in view.legal if action >= BUY]
        picks = [action for action in view.legal if action < NAME]
        if buys or picks:
            return rng.choice(buys or picks)
        return naming(view, known)


class Hand(NamedTuple):
    """A hand after a pick, with the actions that lead there."""

    cards: tuple[int, ...]
    action: int


def mask_of(cards: tuple[int, ...]) -> Cards:
    """A set of cards as a mask."""
    return sum(1 << card for card in cards)


class Greedy(Bot):
    """Buys at once whatever it can pay for and tells most, and collects for what tells most."""

    def __init__(self, game: Game) -> None:
        del game

    def act(self, view: MysteryView, rng: random.Random) -> Action:
        """Guess when sure, buy when possible, else the low card that brings most."""
        check_turn(view)
        known = knowledge_of(view)
        if view.phase == "naming" or (view.phase != "dumping" and known.certain() is not None):
            return naming(view, known)
        useful = usefulness(known)
        best = self._purchase(view, useful)
        if best is not None:
            return best
        hands = list(hands_after(view))
        if not hands:
            return naming(view, known)
        return max(
            hands, key=lambda hand: (self.value(view, hand.cards, useful), -hand.action)
        ).action

    def value(self, view: MysteryView, hand: tuple[int, ...], useful: tuple[float, ...]) -> float:
        """How near a hand is to questions that tell something."""
        low = mask_of(view.puzzle.low_cards)
        return sum(
            worth * progress(PRICES[pile.price], low, mask_of(hand)) ** 2
            for pile, worth in zip(view.puzzle.piles, useful, strict=True)
            if worth
        )

    def _purchase(self, view: MysteryView, useful: tuple[float, ...]) -> Action | None:
        """The payable question that tells most, paid so that the rest of the hand is worth most."""
        hand = tuple(map(card_number, view.hand or ()))

        def key(action: Action) -> tuple[float, float]:
            assert isinstance(action, int)
            pile, way = divmod(action - BUY, WAYS)
            rest = tuple(card for at, card in enumerate(hand) if not way >> at & 1)
            return useful[pile], self.value(view, rest, useful)

        buys = [action for action in view.legal if action >= BUY and useful[(action - BUY) // WAYS]]
        return max(buys, key=key) if buys else None


def unseen_by(view: MysteryView) -> Cards:
    """The low cards that a seat has not seen."""
    seen = [card_number(name) for pick in view.picks or () for name in pick.offer]
    seen += [card_number(name) for name in view.offer or ()]
    return mask_of(view.puzzle.low_cards) & ~mask_of(tuple(seen))


def hands_after(view: MysteryView) -> Iterator[Hand]:
    """Every hand that the next pick (or dump) can lead to."""
    hand = tuple(map(card_number, view.hand or ()))
    if view.phase == "dumping":
        for card in hand[:HAND]:
            yield Hand(tuple(other for other in hand if other != card), DUMP + card)
        return
    for at, name in enumerate(view.offer or ()):
        more = (*hand, card_number(name))
        if len(more) <= HAND:
            yield Hand(more, at)
        else:
            for card in hand:
                yield Hand(tuple(other for other in more if other != card), at)


class Careful(Greedy):
    """Weighs what each hand can still become with the low cards not seen yet, and looks ahead.

    It buys what tells more than the cards it costs are worth, and after the last pick chooses its
    questions by the chance of a right guess at the end.
    """

    WEIGHTS: Final = Weights()

    def act(self, view: MysteryView, rng: random.Random) -> Action:
        """Guess when sure, buy when it is worth it, else the low card that brings most."""
        check_turn(view)
        known = knowledge_of(view)
        if view.phase == "naming" or (view.phase == "playing" and known.certain() is not None):
            return naming(view, known)
        if view.real:  # M18: whatever tells most may be paid for
            return super().act(view, rng)
        if view.phase == "playing" and not view.picks_left:
            hand = tuple(map(card_number, view.hand or ()))
            _, action = at_the_end(view, hand, known)
            return naming(view, known) if action is None else action
        return self.choose(view, rng)

    def choose(self, view: MysteryView, rng: random.Random) -> Action:
        """What to do before the last pick is made, while the mystery is not certain."""
        return super().act(view, rng)

    def value(self, view: MysteryView, hand: tuple[int, ...], useful: tuple[float, ...]) -> float:
        """How likely and how nearly a hand pays for questions that tell something."""
        low, held = mask_of(view.puzzle.low_cards), mask_of(hand)
        unseen = unseen_by(view)
        value = 0.0
        for pile, worth in zip(view.puzzle.piles, useful, strict=True):
            if worth:
                near = nearest(PRICES[pile.price], low, held, unseen, self.WEIGHTS)
                value += worth * (near[0] + self.WEIGHTS.second * near[1])
        return value

    def _purchase(self, view: MysteryView, useful: tuple[float, ...]) -> Action | None:
        hand = tuple(map(card_number, view.hand or ()))
        now = self.value(view, hand, useful)
        best, gain = None, 0.0
        for action in view.legal:
            if action >= BUY:
                pile, way = divmod(action - BUY, WAYS)
                rest = tuple(card for at, card in enumerate(hand) if not way >> at & 1)
                won = useful[pile] - self.WEIGHTS.patience * (now - self.value(view, rest, useful))
                if useful[pile] and won > gain:
                    best, gain = action, won
        return best


def at_the_end(
    view: MysteryView, hand: tuple[int, ...], known: Knowledge
) -> tuple[float, Action | None]:
    """The chance of a right guess with these low cards alone, and the question to buy first."""
    best, chosen = float(known.best_chance()), None
    if best >= 1.0:
        return best, None
    for number, pile in enumerate(view.puzzle.piles):
        if not known.left(number):
            continue
        for way in payments(PRICES[pile.price], hand):
            rest = tuple(card for at, card in enumerate(hand) if not way >> at & 1)
            answers = [(float(weight), after) for _, weight, after in known.answers(number)]
            right = sum(weight * at_the_end(view, rest, after)[0] for weight, after in answers)
            right /= sum(weight for weight, _ in answers)
            if right > best + 1e-9:
                best, chosen = right, BUY + number * WAYS + way
    return best, chosen
