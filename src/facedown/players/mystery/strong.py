"""The strongest player: tries what it can do now, and plays the rest as the careful one would.

Whatever it does not know, the low deck and the cards of the piles, it draws anew for every trial,
the same for all moves that are compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from facedown.core.errors import FacedownError
from facedown.core.moves import Action
from facedown.games.mystery.cards import COLUMNS, JOKER, card_number
from facedown.games.mystery.dealing import dealing_of
from facedown.games.mystery.moves import BUY, DUMP, HAND, WAYS
from facedown.games.mystery.puzzle import Puzzle
from facedown.games.mystery.view import MysteryView
from facedown.players.mystery.bots import Careful, mask_of, unseen_by

if TYPE_CHECKING:
    from facedown.players.mystery.tables import Floats, PuzzleTables

TRIALS: Final = (24, 48, 120)
"""So many deals of the rest are tried in turn; in between, what is clearly worse is left out."""
CLEARLY: Final = 2.0
"""Standard errors by which a move is clearly worse than the best."""
DUMPS: Final = 3
PAYMENTS: Final = 2
"""So many dumps for each card taken, and ways to pay for each pile, are tried."""


class Try(NamedTuple):
    """A move to be tried: as for ``try_moves``, with its action and what its hand is worth."""

    kind: int
    gone: int
    what: int
    action: int
    worth: float


class Strong(Careful):
    """Plays every promising move out many times, and makes that which names the mystery most."""

    def choose(self, view: MysteryView, rng: random.Random) -> Action:
        """The move that leads to the right guess most often, before the last pick is made."""
        tables = tables_for(view.puzzle)
        number = None if tables is None else class_of(view)
        if tables is None or number is None:
            return super().choose(view, rng)
        tries = list(moves_to_try(view, tables, number))
        if len(tries) == 1:
            return tries[0].action
        return tried(view, tables, number, tries, rng).action


@lru_cache(8)
def tables_for(puzzle: Puzzle) -> PuzzleTables | None:
    """The tables of a puzzle, None where it is too large for them."""
    from facedown.players.mystery.tables import tables_of

    try:
        return tables_of(puzzle, Careful.WEIGHTS)
    except FacedownError:
        return None


@lru_cache(1000)
def _class_after(puzzle: Puzzle, shown: tuple[tuple[int, int], ...]) -> int | None:
    from facedown.players.mystery.tables import best_play

    ranks = dealing_of(puzzle).ranks
    things: list[tuple[int, int | None]] = []
    for pile, card in shown:
        rank, suit = divmod(card, COLUMNS)
        things.append((pile, None if card == JOKER else ranks.index(rank) * COLUMNS + suit))
    return best_play(puzzle).class_after(things)


def class_of(view: MysteryView) -> int | None:
    """The class of what a seat knows; None where more was shown than was needed."""
    piles = range(len(view.puzzle.piles))
    shown = [(pile, card_number(name)) for pile in piles for name in view.shown(pile)]
    return _class_after(view.puzzle, tuple(shown))


def moves_to_try(view: MysteryView, tables: PuzzleTables, number: int) -> Iterator[Try]:
    """The promising moves of a seat: for each card and each pile those that leave most."""
    from facedown.players.mystery.kernels import BUY as BUYS
    from facedown.players.mystery.kernels import DUMP as DUMPS_ONE
    from facedown.players.mystery.kernels import TAKE, worth_of

    cards = tuple(map(card_number, view.hand or ()))
    hand, unseen = mask_of(cards), unseen_by(view)

    def best(tries: list[Try], many: int) -> list[Try]:
        return sorted(tries, key=lambda one: -one.worth)[:many]

    def worth(kept: int) -> float:
        return worth_of(tables, number, kept, unseen)

    if view.phase == "dumping":
        found = [
            Try(DUMPS_ONE, 1 << card, 0, DUMP + card, worth(hand & ~(1 << card)))
            for card in cards[:HAND]
        ]
        yield from best(found, 2 * DUMPS)
        return
    for at, name in enumerate(view.offer or ()):
        card = card_number(name)
        dumps = [0] if len(cards) < HAND else [1 << old for old in cards]
        found = [Try(TAKE, gone, card, at, worth(hand & ~gone | 1 << card)) for gone in dumps]
        yield from best(found, DUMPS)
    for pile in range(len(view.puzzle.piles)):
        if not tables.useful[number, pile]:
            continue
        found = []
        for action in view.legal:
            if action >= BUY and (action - BUY) // WAYS == pile:
                way = (action - BUY) % WAYS
                paid = mask_of(tuple(card for at, card in enumerate(cards) if way >> at & 1))
                found.append(Try(BUYS, paid, pile, action, worth(hand & ~paid)))
        yield from best(found, PAYMENTS)


def tried(
    view: MysteryView, tables: PuzzleTables, number: int, tries: list[Try], rng: random.Random
) -> Try:
    """The best of several moves, by many deals of the rest."""
    import numpy as np

    from facedown.players.mystery.kernels import try_moves

    draws = np.random.default_rng(rng.getrandbits(64))
    unseen = unseen_by(view)
    low = np.array([card for card in view.puzzle.low_cards if unseen >> card & 1], np.int64)
    hand = mask_of(tuple(map(card_number, view.hand or ())))
    offer = (-1, -1)
    if view.offer is not None:
        offer = (card_number(view.offer[0]), card_number(view.offer[1]))
    longest = max(pile.size for pile in view.puzzle.piles) + 1
    results: Floats = np.zeros((len(tries), 0))
    for many in TRIALS:
        decks = draws.permuted(np.tile(low, (many, 1)), axis=1)
        answers = draws.random((many, len(view.puzzle.piles), longest))
        found = np.zeros((len(tries), many))
        moves = np.array([one[:3] for one in tries], np.int64)
        try_moves(tables, number, hand, unseen, offer, moves, decks, answers, found)
        results = np.concatenate([results, found], axis=1)
        best = results.mean(axis=1).argmax()
        worse = results[best] - results
        error = worse.std(axis=1) / results.shape[1] ** 0.5
        kept = [at for at in range(len(tries)) if worse[at].mean() <= CLEARLY * error[at]]
        tries, results = [tries[at] for at in kept], results[kept]
        if len(tries) == 1:
            break
    return tries[int(results.mean(axis=1).argmax())]
