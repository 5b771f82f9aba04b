"""What is known of the mystery, reckoned quickly: layouts as bits of one number.

The worlds of a view are kept in *layers*, in each of which all cards go to the same places; a card
that is turned up leaves the layouts in which it belongs to its pile. Where a puzzle has too many
layouts, sampled worlds take their place, and what is said is only about right
(``Knowledge.exact``). How much one more answer tells is said in bits.

In one layer all cards go to the same places. Layouts are all those of a puzzle, or sampled ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import log2, perm, prod
from typing import Final, NamedTuple

from facedown.core.messages import phrase
from facedown.games.mystery.cards import COLUMNS, JOKER, card_number
from facedown.games.mystery.dealing import (
    MYSTERY,
    PUZZLES_KEPT,
    STONE,
    Dealing,
    DealtSoFar,
    dealing_of,
)
from facedown.games.mystery.puzzle import Puzzle, pile_name
from facedown.games.mystery.view import MysteryView
from facedown.games.mystery.worlds import AlikeDeals, MysteryWorlds, arrangements

Guess = tuple[int, ...]
Masks = dict[int, int]
"""For each card, the layouts in which something is so."""


class LayoutLayer(NamedTuple):
    """Layouts in which every card goes to the same place.

    ``piles`` and ``slots`` say for each pile and mystery slot in which layouts a card belongs to
    it; ``guesses`` in which layouts a guess is right. ``dealt`` and ``jokers`` are the numbers of
    cards and swapped-in jokers of each pile, ``factor`` what each layout counts.
    """

    piles: tuple[Masks, ...]
    slots: tuple[Masks, ...]
    guesses: dict[Guess, int]
    rows: tuple[Masks, ...]
    columns: tuple[Masks, ...]
    dealt: tuple[int, ...]
    jokers: tuple[int, ...]
    factor: Fraction | int
    everything: int


class LayoutMasks(NamedTuple):
    """In which layouts a row has a rank, a column a suit, a source a card."""

    rows: tuple[Masks, ...]
    columns: tuple[Masks, ...]
    sources: tuple[Masks, ...]


def layout_masks(dealing: Dealing) -> LayoutMasks:
    """The masks of all layouts."""
    rows: tuple[Masks, ...] = tuple({} for _ in range(dealing.puzzle.rows))
    columns: tuple[Masks, ...] = tuple({} for _ in range(COLUMNS))
    for number in range(dealing.layouts):
        bit = 1 << number
        ranks, suits = dealing.layout(number)
        for row, rank in enumerate(ranks):
            rows[row][rank] = rows[row].get(rank, 0) | bit
        for column, suit in enumerate(suits):
            columns[column][suit] = columns[column].get(suit, 0) | bit
    sources = tuple(
        {
            rank * COLUMNS + suit: of_rank & of_suit
            for rank, of_rank in rows[source // COLUMNS].items()
            for suit, of_suit in columns[source % COLUMNS].items()
        }
        for source in range(dealing.cells)
    )
    return LayoutMasks(rows, columns, sources)


def layer_of(dealing: Dealing, masks: LayoutMasks, arrangement: AlikeDeals) -> LayoutLayer:
    """All layouts, with the cards going where an arrangement has them go."""
    of_sources = arrangement.places.of_sources
    piles: tuple[Masks, ...] = tuple({} for _ in dealing.puzzle.piles)
    slots: tuple[Masks, ...] = tuple({} for _ in dealing.slots)
    taken: dict[int, int] = {}
    for source, place in enumerate(of_sources):
        if place >= 0:
            for card, mask in masks.sources[source].items():
                piles[place][card] = piles[place].get(card, 0) | mask
        elif place != STONE:
            slot = _slot_of(dealing, place, taken)
            slots[slot].update(masks.sources[source])
    return LayoutLayer(
        piles=piles,
        slots=slots,
        guesses=_guesses(dealing, slots, (1 << dealing.layouts) - 1),
        rows=masks.rows,
        columns=masks.columns,
        dealt=tuple(of_sources.count(pile) for pile in range(len(piles))),
        jokers=arrangement.places.jokers,
        factor=len(arrangement.outcomes),
        everything=(1 << dealing.layouts) - 1,
    )


def _slot_of(dealing: Dealing, place: int, taken: dict[int, int]) -> int:
    """The slot of a mystery card: a cell's own, or the next of those removed from its pile."""
    number = MYSTERY - place
    if number < len(dealing.slot_cells):
        return number
    pile = dealing.removing[number - len(dealing.slot_cells)]
    before = dealing.removing[: number - len(dealing.slot_cells)]
    first = len(dealing.slot_cells) + sum(dealing.puzzle.piles[p].remove for p in before)
    taken[pile] = taken.get(pile, -1) + 1
    return first + taken[pile]


def _guesses(dealing: Dealing, slots: tuple[Masks, ...], everything: int) -> dict[Guess, int]:
    """Every guess with the layouts in which it is right."""
    partial: dict[Guess, int] = {(): everything}
    for masks in slots:
        partial = {
            (*guess, card): both
            for guess, mask in partial.items()
            for card, other in masks.items()
            if (both := mask & other)
        }
    found: dict[Guess, int] = {}
    for guess, mask in partial.items():
        ordered = dealing.in_one_order(guess)
        found[ordered] = found.get(ordered, 0) | mask
    return found


def sampled_layer(
    dealing: Dealing,
    deals: list[DealtSoFar],
    dealt: tuple[int, ...],
    jokers: tuple[int, ...],
    factor: Fraction,
) -> LayoutLayer:
    """The layouts of sampled deals, bit by bit; each counts ``factor``."""
    piles: tuple[Masks, ...] = tuple({} for _ in dealing.puzzle.piles)
    slots: tuple[Masks, ...] = tuple({} for _ in dealing.slots)
    rows: tuple[Masks, ...] = tuple({} for _ in range(dealing.puzzle.rows))
    columns: tuple[Masks, ...] = tuple({} for _ in range(COLUMNS))
    for number, deal in enumerate(deals):
        parts = [(masks, dealing.pile_cards(deal, pile)) for pile, masks in enumerate(piles)]
        single = [*zip(slots, dealing.mystery(deal), strict=True)]
        single += [*zip(rows, deal.ranks, strict=True), *zip(columns, deal.suits, strict=True)]
        parts += [(masks, (value,)) for masks, value in single]
        for masks, values in parts:
            for value in values:
                masks[value] = masks.get(value, 0) | 1 << number
    everything = (1 << len(deals)) - 1
    guesses = _guesses(dealing, slots, everything)
    return LayoutLayer(piles, slots, guesses, rows, columns, dealt, jokers, factor, everything)


MOST_BITS: Final = 400_000
"""Puzzles with more layouts in all their layers are sampled."""
MOST_GUESS_BITS: Final = 400_000_000
"""So are those whose guesses, each with its layouts in every layer, would take more (50 MB)."""
SAMPLES: Final = 500


class Knowledge:
    """What one who has seen these answers knows.

    ``shown`` and ``jokers`` are how many cards and jokers each pile has turned up, ``turned`` the
    cards themselves.

    The worlds of a view are kept in *layers*; a card that is turned up leaves the layouts in
    which it belongs to its pile. Where a puzzle has too many layouts, sampled worlds take their
    place, and what is said is only about right (``exact``).
    """

    __slots__ = ("dealing", "exact", "jokers", "layers", "masks", "shown", "turned")

    def __init__(
        self,
        dealing: Dealing,
        layers: tuple[LayoutLayer, ...],
        masks: tuple[int, ...],
        shown: tuple[int, ...],
        jokers: tuple[int, ...],
        turned: frozenset[int],
        *,
        exact: bool,
    ) -> None:
        self.dealing = dealing
        self.layers = layers
        self.masks = masks
        self.shown = shown
        self.jokers = jokers
        self.turned = turned
        self.exact = exact

    def _factors(self) -> list[Fraction | int]:
        """What one layout of each layer weighs."""
        return [layer.factor * prod(self._of_piles(layer)) for layer in self.layers]

    def _of_piles(self, layer: LayoutLayer) -> list[int]:
        weight = self.dealing.weight
        return [
            weight(pile, layer.dealt[pile], layer.jokers[pile], shown, jokers)
            for pile, (shown, jokers) in enumerate(zip(self.shown, self.jokers, strict=True))
        ]

    def total(self) -> Fraction | int:
        """The weight of everything still possible."""
        return sum(
            mask.bit_count() * factor
            for mask, factor in zip(self.masks, self._factors(), strict=True)
        )

    def guesses(self) -> dict[Guess, Fraction | int]:
        """Every guess that can be right, with its weight."""
        found: dict[Guess, Fraction | int] = {}
        for layer, mask, factor in zip(self.layers, self.masks, self._factors(), strict=True):
            if not mask or not factor:
                continue
            for guess, right in layer.guesses.items():
                many = (mask & right).bit_count()
                if many:
                    found[guess] = found.get(guess, 0) + many * factor
        return found

    def best(self) -> tuple[Guess, Fraction | int]:
        """The likeliest guess (of equal ones the lowest cards), and its weight."""
        guesses = self.guesses()
        most = max(guesses.values())
        return min(guess for guess, weight in guesses.items() if weight == most), most

    def certain(self) -> Guess | None:
        """The only guess that can be right, if there is but one."""
        guesses = self.guesses()
        return next(iter(guesses)) if len(guesses) == 1 else None

    def best_chance(self) -> Fraction:
        """The chance that the likeliest guess is right."""
        return Fraction(self.best()[1]) / Fraction(self.total())

    def left(self, pile: int) -> int:
        """How many cards a pile has left to turn up."""
        return self.dealing.puzzle.piles[pile].size - self.shown[pile] - self.jokers[pile]

    def answers(self, pile: int) -> Iterator[tuple[int, Fraction | int, Knowledge]]:
        """Every card that a pile may turn up next, with its weight and what is known then.

        The weights of one pile's answers may be compared with each other, and with nothing else.
        """
        joker = self._after(pile, None)
        if joker is not None:
            yield JOKER, joker.total(), joker
        for card in self.dealing.puzzle.cards:
            after = None if card in self.turned else self._after(pile, card)
            if after is not None:
                yield card, after.total(), after

    def _after(self, pile: int, card: int | None) -> Knowledge | None:
        shown, jokers, turned = list(self.shown), list(self.jokers), self.turned
        if card is None:
            jokers[pile] += 1
            masks = self.masks
        else:
            shown[pile] += 1
            turned |= {card}
            masks = tuple(
                mask & layer.piles[pile].get(card, 0)
                for layer, mask in zip(self.layers, self.masks, strict=True)
            )
            if not any(masks):
                return None
        after = Knowledge(
            self.dealing, self.layers, masks, tuple(shown), tuple(jokers), turned, exact=self.exact
        )
        return after if after.total() else None

    def seen(self, pile: int, card: int) -> Knowledge:
        """What is known when a pile has turned up this card."""
        after = self._after(pile, None if card == JOKER else card)
        assert after is not None
        return after

    def share(self, masks: list[int]) -> Fraction:
        """How likely the truth lies in these layouts, layer by layer."""
        weights = self._factors()
        inside = sum(
            (mask & some).bit_count() * factor
            for mask, some, factor in zip(self.masks, masks, weights, strict=True)
        )
        return Fraction(inside) / Fraction(self.total())


def knowledge_of(view: MysteryView) -> Knowledge:
    """What the seat of a view knows; there must be a layout on the table."""
    if not can_be_exact(view.puzzle):
        return _sampled(view, dealing_of(view.puzzle))
    known = start(view.puzzle)
    for pile in range(len(view.puzzle.piles)):
        for name in view.shown(pile):
            known = known.seen(pile, card_number(name))
    return known


def can_be_exact(puzzle: Puzzle) -> bool:
    """Whether a puzzle has so few layouts that they are all looked at."""
    dealing = dealing_of(puzzle)
    layouts = dealing.layouts * len(arrangements(puzzle, len(dealing.steps)))
    return layouts <= MOST_BITS and layouts * _most_guesses(dealing) <= MOST_GUESS_BITS


def _most_guesses(dealing: Dealing) -> int:
    """A bound of the guesses of a layer: its mystery cards lie in so many rows and columns."""
    rows, slots = dealing.puzzle.rows, len(dealing.slots)
    return perm(rows, min(rows, slots)) * perm(COLUMNS, min(COLUMNS, slots))


@lru_cache(PUZZLES_KEPT)
def start(puzzle: Puzzle) -> Knowledge:
    """What is known before the first question."""
    dealing = dealing_of(puzzle)
    masks = layout_masks(dealing)
    layers = tuple(
        layer_of(dealing, masks, arrangement)
        for arrangement in arrangements(puzzle, len(dealing.steps))
    )
    none = (0,) * len(puzzle.piles)
    every = tuple(layer.everything for layer in layers)
    return Knowledge(dealing, layers, every, none, none, frozenset(), exact=True)


MOST_SPLIT: Final = 8_000
"""How right one can be in the end is found for so many layouts in all layers, at once."""


@lru_cache(PUZZLES_KEPT)
def right_in_the_end(puzzle: Puzzle) -> Fraction | None:
    """The chance of a right guess once every pile is asked to its end (M10).

    It is 1 where the answers always determine the mystery, and that of ``Par.chance`` elsewhere.
    None where there are too many layouts, or a card of a pile is never seen.

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> right_in_the_end(printed_puzzle("welcome-mushy-heads"))
    Fraction(1, 1)
    """
    if not can_be_exact(puzzle):
        return None
    known = start(puzzle)
    layers, factors = known.layers, known._factors()
    sizes = tuple(pile.size for pile in puzzle.piles)
    if sum(mask.bit_length() for mask in known.masks) > MOST_SPLIT or any(
        tuple(map(sum, zip(layer.dealt, layer.jokers, strict=True))) != sizes for layer in layers
    ):
        return None
    alike = [  # what shows as many jokers may be told apart by the cards alone
        tuple(layer.everything * (layer.jokers == jokers) for layer in layers)
        for jokers in {layer.jokers for layer in layers}
    ]
    for pile in range(len(sizes)):
        for card in puzzle.cards:
            there = [layer.piles[pile].get(card, 0) for layer in layers]
            if not any(there):
                continue
            split = []
            for masks in alike:
                inside = tuple(mask & one for mask, one in zip(masks, there, strict=True))
                outside = tuple(mask & ~one for mask, one in zip(masks, there, strict=True))
                split += [one for one in (inside, outside) if any(one)]
            alike = split
    right: Fraction | int = 0
    for masks in alike:
        weights: dict[Guess, Fraction | int] = {}
        for layer, mask, factor in zip(layers, masks, factors, strict=True):
            for guess, there_right in layer.guesses.items():
                if many := (mask & there_right).bit_count():
                    weights[guess] = weights.get(guess, 0) + many * factor
        right += max(weights.values())
    return Fraction(right) / Fraction(known.total())


def _sampled(view: MysteryView, dealing: Dealing) -> Knowledge:
    """Knowledge from sampled worlds, the same for the same view."""
    worlds, rng = MysteryWorlds(view), random.Random(f"{view.picks}{view.questions}")
    groups: dict[tuple[tuple[int, ...], tuple[int, ...]], list[DealtSoFar]] = {}
    for _ in range(SAMPLES):
        deal = worlds.sample(rng)
        places = dealing.places(deal.shuffles)
        dealt = tuple(len(dealing.pile_cards(deal, p)) for p in range(len(view.puzzle.piles)))
        groups.setdefault((dealt, places.jokers), []).append(deal)
    piles = range(len(view.puzzle.piles))
    shown = tuple(sum(name != "joker" for name in view.shown(pile)) for pile in piles)
    jokers = tuple(len(view.shown(pile)) - shown[pile] for pile in piles)
    layers = []
    for (dealt, swapped), deals in groups.items():
        now = prod(
            dealing.weight(pile, dealt[pile], swapped[pile], shown[pile], jokers[pile])
            for pile in piles
        )
        layers.append(sampled_layer(dealing, deals, dealt, swapped, Fraction(1, now)))
    masks = tuple(layer.everything for layer in layers)
    turned = frozenset(card_number(name) for pile in piles for name in view.shown(pile)) - {JOKER}
    return Knowledge(dealing, tuple(layers), masks, shown, jokers, turned, exact=False)


# How much one more answer tells


def uncertainty(known: Knowledge) -> float:
    """How many bits are missing to know the mystery."""
    weights = list(known.guesses().values())
    total = float(sum(weights))
    return log2(total) - sum(float(w) * log2(w) for w in weights) / total


@lru_cache(maxsize=200_000)
def _usefulness(known: _Key) -> tuple[float, ...]:
    now = uncertainty(known.known)
    found = []
    for pile in range(len(known.known.shown)):
        if not known.known.left(pile) or now < 1e-9:
            found.append(0.0)
            continue
        answers = [(float(w), uncertainty(after)) for _, w, after in known.known.answers(pile)]
        total = sum(weight for weight, _ in answers)
        after = sum(weight * bits for weight, bits in answers) / total
        found.append(max(0.0, now - after) if now - after > 1e-9 else 0.0)
    return tuple(found)


class _Key:
    """Knowledge as a key: what it was made from."""

    __slots__ = ("key", "known")

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        self.key = (known.dealing.puzzle, known.masks, known.shown, known.jokers, known.exact)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.key == other.key


def begin_words(puzzle: Puzzle) -> str:
    """Which pile to ask first where best play is not found; empty where that would take long.

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> begin_words(printed_puzzle("one-two-three"))
    'Of its piles Q1 tells most at first.'
    """
    if not can_be_exact(puzzle):
        return ""
    useful = usefulness(start(puzzle))
    pile = max(range(len(useful)), key=lambda one: (useful[one], -one))
    return phrase("Of its piles {pile} tells most at first.", pile=pile_name(pile))


def usefulness(known: Knowledge) -> tuple[float, ...]:
    """How many bits one more answer of each pile is worth on average, 0 for an empty pile.

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> [f"{bits:.2f}" for bits in usefulness(start(printed_puzzle("one-two-three")))]
    ['0.92', '0.69', '0.83']
    """
    return _usefulness(_Key(known))
