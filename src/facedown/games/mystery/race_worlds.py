"""What a seat of a race leaves possible: the deal, and what the others hold, asked and named (M12).

The deal is counted exactly, as with one sheet: what others do says nothing of it. The piles' next
cards and the pairs of low cards that only others have seen are drawn by chance. How the others
came to what everybody sees of them, so many picks and questions in this order, is drawn as one
way among those that fit; ways that were harder to find are drawn less often, so these worlds are
sampled and not listed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from facedown.core.errors import FacedownError, NotListed
from facedown.core.messages import phrase
from facedown.core.worlds import Worlds
from facedown.games.mystery.advice import progress_to
from facedown.games.mystery.cards import card_number
from facedown.games.mystery.dealing import DealtSoFar
from facedown.games.mystery.moves import HAND
from facedown.games.mystery.prices import PRICES, payments
from facedown.games.mystery.rules import Asked, MysteryState, Setting
from facedown.games.mystery.view import PILE_NAMES, Effort, MysteryView
from facedown.games.mystery.worlds import MysteryWorlds, Pair, Sheet, own_sheet, seen_offers

WIDTHS: Final = (4, 40, 400)
"""So many ways are followed at once until one is found that fits."""
DRAWS: Final = 5
"""So often the pairs that only others have seen are drawn anew for each of these."""
SOON: Final = 3
"""Cards are kept for so many of the next questions."""


class RaceWorld(NamedTuple):
    """Everything that a seat of a race may not know."""

    deal: DealtSoFar
    orders: tuple[tuple[int, ...], ...]
    offers: tuple[Pair, ...]
    sheets: tuple[Sheet, ...]


class RaceWorlds(Worlds):
    """The worlds of a seat of a race."""

    def __init__(self, setting: Setting, view: MysteryView) -> None:
        self._setting, self._view = setting, view
        self._deals = MysteryWorlds(view)

    def __iter__(self) -> Iterator[tuple[RaceWorld, int]]:
        raise NotListed(phrase("In a race the others' cards are sampled, not listed."))

    def count(self) -> int | None:
        """Nobody counts what the others can hold."""
        return None

    def sample(self, rng: random.Random) -> RaceWorld:
        """One world; raises ``FacedownError`` where no play leads to the view."""
        deal = self._deals.sample(rng)
        orders = self._orders(deal, rng)
        for width in WIDTHS:
            for _ in range(DRAWS):
                offers = self._offers(rng)
                sheets = self._sheets(offers, width, rng)
                if sheets is not None:
                    return RaceWorld(deal, orders, offers, sheets)
        raise FacedownError(phrase("No play was found that leads to what is seen of the others."))

    def features(self, world: RaceWorld) -> Iterable[str]:
        """Which card every mystery slot holds, and what each row and column is."""
        return self._deals.features(world.deal)

    def _orders(self, deal: DealtSoFar, rng: random.Random) -> tuple[tuple[int, ...], ...]:
        """What the piles have turned up, for whomever."""
        state = MysteryState(self._setting)
        state.deal, state.dealt = deal, self._view.dealt
        for pile, many in enumerate(self._view.drawn):
            state.orders[pile] = tuple(map(card_number, self._view.shown(pile)))
            while len(state.orders[pile]) < many:
                cards, weights = zip(*state.answers(pile), strict=True)
                (card,) = rng.choices(cards, weights)
                state.orders[pile] = (*state.orders[pile], card)
        return tuple(state.orders)

    def _offers(self, rng: random.Random) -> tuple[Pair, ...]:
        """The pairs of low cards that were turned up, for whomever."""
        offers = seen_offers(self._view)
        seen = {card for offer in offers for card in offer}
        rest = [card for card in self._setting.low_cards if card not in seen]
        rng.shuffle(rest)
        while len(offers) < self._view.offers:
            one, other = sorted((rest.pop(), rest.pop()))
            offers.append((one, other))
        return tuple(offers)

    def _sheets(
        self, offers: tuple[Pair, ...], width: int, rng: random.Random
    ) -> tuple[Sheet, ...] | None:
        found = []
        for seat, effort in enumerate(self._view.efforts):
            if seat == self._view.seat:
                found.append(own_sheet(self._view))
                continue
            sheet = a_way(self._setting, effort, offers, width, rng)
            if sheet is None:
                return None
            found.append(sheet._replace(named=self._named(seat, effort, rng)))
        return tuple(found)

    def _named(self, seat: int, effort: Effort, rng: random.Random) -> tuple[int, ...]:
        """What a seat has named, which is said at the end."""
        if self._view.truth is not None:
            return tuple(map(card_number, self._view.truth.guesses[seat]))
        many = len(self._view.slots) if effort.guessed else effort.naming
        return tuple(rng.sample(self._setting.puzzle.cards, many))


def a_way(
    setting: Setting, effort: Effort, offers: tuple[Pair, ...], width: int, rng: random.Random
) -> Sheet | None:
    """Some way in which a seat made so many picks and asked these questions; None if none is found.

    So many ways are followed at once, those first that have asked most and hold most of what the
    next questions cost. Whoever can pay may pay, as no answer is needed for that.
    """
    piles = [PILE_NAMES.index(name) for name in effort.asked]
    prices = [PRICES[setting.puzzle.piles[pile].price] for pile in piles]

    def value(sheet: Sheet) -> tuple[float, float]:
        done = len(sheet.questions)
        kept = sum(
            progress_to(price, list(sheet.hand)) / price.size / (1 + at)
            for at, price in enumerate(prices[done : done + SOON])
            if sheet.hand
        )
        return done + kept, rng.random()

    ways = [Sheet((), (), (), ())]
    for pick in range(effort.picks + 1):
        for sheet in ways:  # grows meanwhile
            done = len(sheet.questions)
            if done < len(piles) and len(sheet.hand) <= HAND:
                ways += [
                    _paid(sheet, piles[done], way) for way in payments(prices[done], sheet.hand)
                ]
        if pick == effort.picks:
            break
        last = pick == effort.picks - 1 and effort.dumping
        more = [after for sheet in ways for after in _after_pick(sheet, offers[pick], dumping=last)]
        ways = sorted(set(more), key=value, reverse=True)[:width]
    fitting = [sheet for sheet in ways if len(sheet.questions) == len(piles)]
    fitting = [sheet for sheet in fitting if (len(sheet.hand) > HAND) == effort.dumping]
    return rng.choice(fitting) if fitting else None


def _paid(sheet: Sheet, pile: int, way: int) -> Sheet:
    paid = tuple(sorted(card for at, card in enumerate(sheet.hand) if way >> at & 1))
    return sheet._replace(
        hand=tuple(card for card in sheet.hand if card not in paid),
        questions=(*sheet.questions, Asked(pile, paid, len(sheet.picks))),
    )


def _after_pick(sheet: Sheet, offer: Pair, *, dumping: bool) -> Iterator[Sheet]:
    """A sheet after each pick, with each dump where one is needed and has been made."""
    for taken, card in enumerate(offer):
        hand = (*sheet.hand, card)
        if len(hand) <= HAND or dumping:
            yield sheet._replace(hand=hand, picks=(*sheet.picks, (taken, -1)))
            continue
        for old in sheet.hand:
            kept = tuple(other for other in hand if other != old)
            yield sheet._replace(hand=kept, picks=(*sheet.picks, (taken, old)))


def race_world(state: MysteryState) -> RaceWorld:
    """The world that is true in a state."""
    return RaceWorld(
        state.deal,
        tuple(state.orders),
        tuple(state.offers),
        tuple(
            map(Sheet, state.hands, state.picks, state.questions, state.named),
        ),
    )


def state_from_race_world(setting: Setting, view: MysteryView, world: RaceWorld) -> MysteryState:
    """The state in which this world is true and the seat of the view sees that very view."""
    state = MysteryState(setting)
    state.deal, state.dealt = world.deal, view.dealt
    state.orders, state.offers = list(world.orders), list(world.offers)
    for at, sheet in enumerate(world.sheets):
        sheet.put(state, at)
    state.moved = list(view.moved)
    return state
