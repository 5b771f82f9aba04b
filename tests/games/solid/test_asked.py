"""Who is asked whether to protect: what L10 says, held against everything that can have been."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeAlias

import pytest

from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.games.solid import Solid
from facedown.games.solid.moves import Discard, Draw, First, Play, UseEvent
from facedown.games.solid.rules import TURN, SolidState
from facedown.games.solid.view import SolidView

TINY = """
[rules]
hand = {hand}
total = 40
[data]
health = 2
buying = 1
mobility = 1
competences = 0
social-media = 0
[[sharing]]
name = "H1"
needs = {{ health = 1 }}
points = 1
[[event]]
name = "guard"
effect = "protect"
copies = {guards}
[[event]]
name = "shield"
effect = "protect"
[[event]]
name = "burn"
effect = "destroy data"
copies = 2
[[event]]
name = "steal"
effect = "steal"
[[event]]
name = "take"
effect = "take"
copies = 2
"""
MOST_BELIEVED = 6000

Truth: TypeAlias = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]
"""The hands by seat and the pile, each sorted."""


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


class Witness:
    """Somebody who sees what everybody sees: what can be, and what L10 counts as proof."""

    def __init__(self, game: Solid) -> None:
        self.protects = [card.name for card in game.setting.deck if card.effect == "protect"]
        copies = zip(game.setting.whole, game.setting.deck, strict=True)
        self.whole = tuple(sorted(card.name for n, card in copies for _ in range(n)))
        self.total = sum(self.whole.count(card) for card in self.protects)
        self.believes = game.seats == 2  # with more seats too much can have been
        self.truths: set[Truth] = set()
        self.drew: set[Seat] = set()  # since the last shuffle
        self.left = (
            -1
        )  # protect cards that hands held unseen at it, less those that are surely gone

    def loose(self, view: SolidView) -> int:
        """Protect cards that lie neither open nor were seen being taken into a hand."""
        seen = [*view.discard, *(card for known in view.known for card in known)]
        return self.total - sum(seen.count(card) for card in self.protects)

    def proven(self, view: SolidView, seat: Seat) -> bool:
        """What L10 says."""
        known = view.known[seat]
        if any(card in self.protects for card in known):
            return False
        if len(known) == view.sizes[seat] or not self.loose(view):
            return True
        return self.left == 0 and seat not in self.drew

    def can_hold(self, seat: Seat) -> bool | None:
        """Whether it is so in some truth; None where they are not followed."""
        if not self.believes:
            return None
        return any(card in self.protects for hands, _ in self.truths for card in hands[seat])

    def sees(self, before: SolidView, move: object, seat: Seat, after: SolidView) -> None:
        found: set[Truth] = set()
        if isinstance(move, First):
            if self.believes:
                found.add((((),) * after.seats, self.whole))
        elif isinstance(move, Draw):
            who = move.player
            for hands, pile in self.truths:
                for card in set(pile):
                    more = tuple(sorted((*hands[who], card)))
                    found.add(((*hands[:who], more, *hands[who + 1 :]), without(pile, card)))
            self.drew.add(who)
        elif card := getattr(move, "card", ""):
            for hands, pile in self.truths:
                if card in hands[seat]:
                    rest = without(hands[seat], card)
                    if isinstance(move, UseEvent) and move.owner is None:
                        rest = tuple(sorted((*rest, move.target)))
                    found.add(((*hands[:seat], rest, *hands[seat + 1 :]), pile))
            unseen = card not in before.known[seat]
            if card in self.protects and unseen and seat not in self.drew:
                self.left -= self.left > 0
        else:
            found = self.truths
        if len(after.shuffled) > len(before.shuffled):
            pool = tuple(sorted(after.shuffled[-1]))
            assert all(not pile for _, pile in found)
            found = {(hands, pool) for hands, _ in found}
            known = [card for cards in after.known for card in cards]
            gone = [*after.shuffled[-1], *known]
            self.left = self.total - sum(gone.count(card) for card in self.protects)
            self.drew = set()
        self.truths = found


def moves_of(game: Solid, seed: int) -> Iterator[tuple[SolidState, Seat, int, SolidState]]:
    """A random game with many events and takes."""
    rng, state = random.Random(seed), game.start()
    assert isinstance(state, SolidState)
    while actors := state.actors():
        (seat,) = actors
        if seat == NATURE:
            action = state.draw(rng)
        else:
            kinds: dict[type, list[int]] = {}
            for each in state.legal(seat):
                kinds.setdefault(game.setting.does[each][0], []).append(each)
            for liked in (UseEvent, Play, Discard):
                if liked in kinds and rng.random() < 0.7:
                    action = rng.choice(kinds[liked])
                    break
            else:
                action = rng.choice(state.legal(seat))
        assert isinstance(action, int)
        before = state.clone()
        state.apply(seat, action)
        yield before, seat, action, state


@pytest.mark.parametrize("seats", [2, 4])
def test_whoever_may_hold_a_protect_is_asked_and_others_only_where_nothing_of_l10_proves_it(
    seats: int,
) -> None:
    """L3, L10: in tiny decks, by every truth that the moves seen leave possible."""
    asked = spared = longer = 0
    for seed in range(60):
        cards = TINY.format(hand=1 + seed % 2 * (seats == 2), guards=1 + seed % 2)
        game = Solid(seats, cards=cards, anyone=True, turns=24)
        witness = Witness(game)
        for before, seat, action, after in moves_of(game, seed):
            move, seen = before.move_of(seat, action), after.view(ONLOOKER)
            witness.sees(before.view(ONLOOKER), move, seat, seen)
            if len(witness.truths) > MOST_BELIEVED:
                break
            hits = isinstance(move, UseEvent) and move.owner is not None
            if not hits or before.phase != TURN:
                continue
            waiting = after.waiting if after.phase != TURN else ()
            for other in range(seats):
                if other == seat or seen.reactions[other] == seen.limits.reactions:
                    assert other not in waiting
                    continue
                proven = witness.proven(seen, other)
                assert (other in waiting) == (not proven)
                assert not (proven and witness.can_hold(other))
                asked += not proven
                spared += proven
                longer += not proven and witness.can_hold(other) is False
    assert asked > 100
    assert spared > 20
    assert longer < asked / 10  # where only a longer chain of reasoning proves it
