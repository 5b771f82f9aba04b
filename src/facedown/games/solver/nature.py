"""Nature's part of SOLVER: the rule where the program is the Master, the deal, and what is drawn.

Of the cards that nobody has seen yet only the set is kept: nature draws from it when one is needed.
Hands that were swapped lie below them, each as a set of its own.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from facedown.core.errors import NotListed
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.seats import Seat
from facedown.games.solver.judging import level_rules
from facedown.games.solver.moves import (
    CARD_COUNT,
    NAMES,
    NUMBERS,
    Deal,
    Give,
    SecretRule,
    Starter,
    cards_of,
    mask_of,
    names_of,
)

if TYPE_CHECKING:
    from facedown.games.solver.rules import SolverState


class Layer(NamedTuple):
    """Cards of the deck that lie together: never seen (owner -1), or the swapped hand of a seat."""

    owner: Seat
    cards: int
    size: int


def takes(state: SolverState) -> list[tuple[Layer, int]]:
    """From which layers the cards that are due come, and how many from each.

    All that nobody has seen is one set, whatever lies between.
    """
    found: dict[Layer, int] = {}
    due = state.due
    for layer in state.deck:
        part = min(due, layer.size)
        key = Layer(-1, 0, 0) if layer.owner < 0 else layer
        found[key] = found.get(key, 0) + part
        due -= part
    return [(layer, count) for layer, count in found.items() if count]


def among(state: SolverState, layer: Layer) -> int:
    """The set of the cards that a layer's can be."""
    return state.fresh if layer.owner < 0 else layer.cards


def allowed(state: SolverState, action: Action) -> bool:
    """Whether nature can make this move now."""
    match action:
        case SecretRule(rule=str(rule)):
            return state.phase == "rule" and rule in level_rules(state.setting.level)
        case Deal(hands=hands):
            return state.phase == "deal" and _is_deal(state, hands)
        case Starter(card=str(card)):
            return state.phase == "starter" and bool(state.fresh >> NUMBERS.get(card, 64) & 1)
        case Give(cards=tuple() as cards):
            return state.phase == "give" and _is_gift(state, cards)
    return False


def _is_deal(state: SolverState, hands: tuple[tuple[str, ...] | None, ...]) -> bool:
    setting = state.setting
    looking = setting.investigators(state.master)
    cards = [card for hand in hands for card in hand or ()]
    return (
        [len(hand or ()) for hand in hands]
        == [setting.hand_size * (seat in looking) for seat in range(len(hands))]
        and len(hands) == setting.seats
        and len(set(cards)) == len(cards)
        and all(card in NUMBERS for card in cards)
        and hands == tuple(None if h is None else names_of(mask_of(h)) for h in hands)
        and all((h is None) == (s == state.master) for s, h in enumerate(hands))
    )


def _is_gift(state: SolverState, cards: tuple[str, ...]) -> bool:
    if not all(card in NUMBERS for card in cards) or len(cards) != state.due:
        return False
    given = mask_of(cards)
    return names_of(given) == cards and all(
        (given & among(state, layer)).bit_count() == count for layer, count in takes(state)
    )


def chances(state: SolverState) -> list[tuple[Action, int]]:
    """The rules of a level, the first card or one card drawn; deals are too many to list."""
    if state.phase == "rule":
        return [(SecretRule(rule), 1) for rule in level_rules(state.setting.level)]
    if state.phase == "starter":
        return [(Starter(NAMES[card]), 1) for card in cards_of(state.fresh)]
    if state.phase == "give" and state.due == 1:
        ((layer, _),) = takes(state)
        return [(Give((NAMES[card],)), 1) for card in cards_of(among(state, layer))]
    raise NotListed(phrase("The ways to deal several cards are too many to list."))


def draw(state: SolverState, rng: random.Random) -> Action:
    """A rule, a deal, the first card or cards drawn, all alike."""
    if state.phase == "deal":
        setting = state.setting
        looking = setting.investigators(state.master)
        cards = rng.sample(range(CARD_COUNT), setting.hand_size * len(looking))
        hands: list[tuple[str, ...] | None] = [None] * setting.seats
        for index, seat in enumerate(looking):
            own = cards[index * setting.hand_size : (index + 1) * setting.hand_size]
            hands[seat] = tuple(NAMES[card] for card in sorted(own))
        return Deal(tuple(hands))
    if state.phase == "give":
        given = 0
        for layer, count in takes(state):
            for card in rng.sample(cards_of(among(state, layer)), count):
                given |= 1 << card
        return Give(names_of(given))
    actions, _ = zip(*chances(state), strict=True)
    action: Action = rng.choice(actions)
    return action


def draw_name(state: SolverState) -> str:
    """The rule, the deal, the first card, or what is given, counted from 1; and in which round."""
    name = f"give/{state.gifts + 1}" if state.phase == "give" else state.phase
    return f"round {len(state.rounds) + 1}/{name}" if state.setting.competitive else name
