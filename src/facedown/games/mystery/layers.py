"""Layouts as the bits of one number: where each card lies in which of them.

In one layer all cards go to the same places. Layouts are all those of a puzzle, or sampled ones.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from facedown.games.mystery.cards import COLUMNS
from facedown.games.mystery.dealing import STONE, AlikeDeals, Dealing, DealtSoFar

Guess = tuple[int, ...]
Masks = dict[int, int]
"""For each card, the layouts in which something is so."""


class Layer(NamedTuple):
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


def layer_of(dealing: Dealing, masks: LayoutMasks, arrangement: AlikeDeals) -> Layer:
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
    return Layer(
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
    number = -2 - place
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
) -> Layer:
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
    return Layer(piles, slots, guesses, rows, columns, dealt, jokers, factor, everything)
