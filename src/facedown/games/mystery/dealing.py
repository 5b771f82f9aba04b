"""How the cards of a puzzle are dealt: the layout, the twists, and where each card ends (M1 to M5).

Everything here is about one puzzle and knows no player: a :class:`DealtSoFar` says how chance came
out, a :class:`Dealing` where the cards lie then, and which word deals them again (M13). Cells are
those of the layout before the twists: a *source* is such a cell, and its *place* is the pile, the
mystery or the stone its card ends in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, factorial, perm, prod
from typing import Final, Literal, NamedTuple, TypeAlias

from facedown.core.errors import BadOption
from facedown.core.messages import listed, phrase, phrase_many
from facedown.games.mystery.cards import COLUMNS, cell_name, cell_number
from facedown.games.mystery.puzzle import PRICES, Price, Puzzle, pile_name

PUZZLES_KEPT: Final = 8
"""Of so many puzzles what was worked out is kept: anybody may bring puzzles."""
STONE: Final = -1
"""The place of a card that is out of the game (M2); piles are 0 and up."""
MYSTERY: Final = -2
"""The place of the first mystery card; the others are below."""

_JOKER: Final = -1
"""The source of a joker that was swapped in: it is no cell."""
_LETTERS: Final = "bcdfghjkmnpqrstvwxz"
"""Of the words of layouts."""

Permutation: TypeAlias = tuple[int, ...]


class DealtSoFar(NamedTuple):
    """How chance dealt a puzzle, as far as it did yet.

    ``ranks`` and ``suits`` are those of the rows and columns; ``shuffles`` says of each shuffle to
    which of its cells each of its cards went; ``removed`` are the cards that became the mystery,
    ascending, for each pile that removes some.
    """

    ranks: tuple[int, ...] = ()
    suits: tuple[int, ...] = ()
    shuffles: tuple[Permutation, ...] = ()
    removed: tuple[tuple[int, ...], ...] = ()


class Draw(NamedTuple):
    """Something that nature turns up or lays face down.

    ``number`` is which twist it shuffles, which pile it removes from or has an answer of; 0 for the
    layout and for two low cards.
    """

    kind: Literal["layout", "shuffle", "removal", "low", "answer"]
    number: int = 0


class Places(NamedTuple):
    """Where the card of each source ends, and how many swapped-in jokers end in each pile."""

    of_sources: tuple[int, ...]
    jokers: tuple[int, ...]


class Dealing:
    """The dealing of one puzzle: what chance decides, and what follows from it.

    ``steps`` are what nature decides before play: the layout, then each shuffle, then each removal
    to the mystery; all other removals are drawn with the cards that are turned up. A *slot* is a
    place for a mystery card: by cell, then by twist, what lies there last at the end (M5);
    ``slot_cells`` name them, ``alike`` are slots whose cards nobody can tell apart, ``groups``
    those that may be named in any order.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.cells = puzzle.rows * COLUMNS
        self.ranks = puzzle.ranks
        self.prices: tuple[Price, ...] = tuple(PRICES[pile.price] for pile in puzzle.piles)
        self.shuffles = [
            number for number, twist in enumerate(puzzle.twists) if twist.name == "shuffle"
        ]
        self.removing = [
            number for number, pile in enumerate(puzzle.piles) if pile.removed_to == "mystery"
        ]
        self.steps = (
            Draw("layout"),
            *(Draw("shuffle", number) for number in self.shuffles),
            *(Draw("removal", number) for number in self.removing),
        )
        taken = [
            (cell_number(twist.cells[0], puzzle.rows), number)
            for number, twist in enumerate(puzzle.twists)
            if twist.name == "joker swap"
        ]
        last = len(puzzle.twists)
        self._taken = sorted(
            [*taken, *((cell_number(name, puzzle.rows), last) for name in puzzle.mystery)]
        )
        self.slot_cells = tuple(cell_name(cell) for cell, _ in self._taken)
        self.slots, self.alike = self._name_slots()
        every = tuple(range(len(self.slots)))
        self.groups = (every,) if puzzle.any_order else self.alike
        self._places: dict[tuple[Permutation, ...], Places] = {}

    def _name_slots(self) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
        """What each mystery card is called, in the order of naming, and which are alike (M5)."""
        names = [self._name_of_cell(cell, twist) for cell, twist in self._taken]
        groups: list[tuple[int, ...]] = [(slot,) for slot in range(len(names))]
        for pile in self.removing:
            many = self.puzzle.piles[pile].remove
            groups.append(tuple(range(len(names), len(names) + many)))
            if many == 1:
                names.append(phrase("the card removed from {pile}", pile=pile_name(pile)))
            else:
                names += [phrase("a card removed from {pile}", pile=pile_name(pile))] * many
        return tuple(names), tuple(groups)

    def _name_of_cell(self, cell: int, twist: int) -> str:
        """A mystery card's cell; where several come from one cell, also which twist took it."""
        name, swapped = cell_name(cell), [at for at, _ in self._taken].count(cell)
        if swapped == 1 or twist == len(self.puzzle.twists):
            return name
        return phrase("the card that twist {number} took from {cell}", number=twist + 1, cell=name)

    def group_words(self, group: Sequence[int]) -> str:
        """What the mystery cards of some slots are called together.

        >>> from facedown.games.mystery.studio.library import printed_puzzle
        >>> dealing_of(printed_puzzle("one-two-three")).group_words((0, 1))
        'A1 and A2'
        """
        parts: list[str] = []
        for alike in self.alike:
            both = [slot for slot in alike if slot in group]
            if len(both) > 1:
                pile = self._removed_from(both[0])
                cards = phrase_many("{n} card", "{n} cards", len(both))
                parts.append(
                    phrase("the {cards} removed from {pile}", cards=cards, pile=pile_name(pile))
                )
            else:
                parts += [self.slots[slot] for slot in both]
        return listed(parts)

    def _removed_from(self, slot: int) -> int:
        """The pile whose removed card a slot is."""
        first = len(self.slot_cells)
        for pile in self.removing:
            first += self.puzzle.piles[pile].remove
            if slot < first:
                return pile
        raise ValueError(slot)

    @property
    def layouts(self) -> int:
        """How many layouts there are: 576 with four rows (M1)."""
        return factorial(self.puzzle.rows) * factorial(COLUMNS)

    def layout(self, number: int) -> tuple[Permutation, Permutation]:
        """The ranks of the rows and the suits of the columns of a numbered layout."""
        ranks, suits = divmod(number, factorial(COLUMNS))
        rows = tuple(self.ranks[index] for index in nth_permutation(ranks, self.puzzle.rows))
        return rows, nth_permutation(suits, COLUMNS)

    def layout_number(self, ranks: Sequence[int], suits: Sequence[int]) -> int:
        """The number of a layout; raises ``ValueError`` when it is none."""
        rows = number_of_permutation([self.ranks.index(rank) for rank in ranks], self.puzzle.rows)
        return rows * factorial(COLUMNS) + number_of_permutation(suits, COLUMNS)

    # A layout in a word, to be dealt again (M13)

    @property
    def _repeatable(self) -> int:
        """How many layouts and outcomes of shuffles there are."""
        return self.layouts * prod(
            factorial(len(self.puzzle.twists[twist].cells)) for twist in self.shuffles
        )

    @property
    def _word_length(self) -> int:
        length = 1
        while len(_LETTERS) ** length < self._repeatable:
            length += 1
        return length

    def word_of(self, deal: DealtSoFar, counted_from: int) -> str:
        """A layout and what the shuffles did to it, as a word that shows neither."""
        number = self.layout_number(deal.ranks, deal.suits)
        for order in deal.shuffles:
            size = len(order)
            number = number * factorial(size) + number_of_permutation(order, size)
        hidden = (number + counted_from) % self._repeatable
        word = ""
        while len(word) < self._word_length:
            hidden, letter = divmod(hidden, len(_LETTERS))
            word = _LETTERS[letter] + word
        return word

    def dealt_by(self, word: str, counted_from: int) -> DealtSoFar:
        """The layout and the shuffles that a word stands for.

        Raises :class:`~facedown.core.errors.BadOption` where it is no word of this puzzle.
        """
        number = 0
        for letter in word:
            number = number * len(_LETTERS) + _LETTERS.find(letter)
        known = len(word) == self._word_length and not set(word) - set(_LETTERS)
        if not known or number >= self._repeatable:
            raise BadOption(phrase("No layout of this puzzle is called {word!r}.", word=word[:40]))
        number = (number - counted_from) % self._repeatable
        shuffles = []
        for twist in reversed(self.shuffles):
            size = len(self.puzzle.twists[twist].cells)
            number, order = divmod(number, factorial(size))
            shuffles.append(nth_permutation(order, size))
        return DealtSoFar(*self.layout(number), tuple(reversed(shuffles)))

    # What can come out, and where the cards lie then

    def ways(self, step: Draw, deal: DealtSoFar) -> int:
        """In how many ways a step of the dealing can come out."""
        if step.kind == "layout":
            return self.layouts
        if step.kind == "shuffle":
            return factorial(len(self.puzzle.twists[step.number].cells))
        return comb(len(self.pile_cards(deal, step.number)), self.puzzle.piles[step.number].remove)

    def places(self, shuffles: tuple[Permutation, ...]) -> Places:
        """Where the cards end when the shuffles come out so (M4); those to come move nothing."""
        known = self._places.get(shuffles)
        if known is None:
            known = self._places[shuffles] = self._twisted(shuffles)
        return known

    def _twisted(self, shuffles: tuple[Permutation, ...]) -> Places:
        puzzle = self.puzzle
        lying = list(range(self.cells))
        of_sources = [STONE] * self.cells
        made = iter(shuffles)
        for number, twist in enumerate(puzzle.twists):
            cells = [cell_number(name, puzzle.rows) for name in twist.cells]
            if twist.name == "joker swap":  # M4: its card becomes the mystery
                of_sources[lying[cells[0]]] = self._slot_place(cells[0], number)
                lying[cells[0]] = _JOKER
                continue
            if twist.name == "shuffle":
                order = next(made, tuple(range(len(cells))))
            else:  # a swap is a shift of two
                order = (*range(1, len(cells)), 0)
            moved = [lying[cell] for cell in cells]
            for source, to in zip(moved, order, strict=True):
                lying[cells[to]] = source
        jokers = [0] * len(puzzle.piles)
        for name in puzzle.mystery:
            cell = cell_number(name, puzzle.rows)
            of_sources[lying[cell]] = self._slot_place(cell, len(puzzle.twists))
        for number, pile in enumerate(puzzle.piles):
            for name in pile.cells:
                source = lying[cell_number(name, puzzle.rows)]
                if source == _JOKER:
                    jokers[number] += 1
                else:
                    of_sources[source] = number
        return Places(tuple(of_sources), tuple(jokers))

    def _slot_place(self, cell: int, twist: int) -> int:
        """The place of the mystery card that a twist, or after all of them the end, took there."""
        return MYSTERY - self._taken.index((cell, twist))

    def card_at(self, deal: DealtSoFar, source: int) -> int:
        """The card that the layout put on a source."""
        return deal.ranks[source // COLUMNS] * COLUMNS + deal.suits[source % COLUMNS]

    def pile_cards(self, deal: DealtSoFar, pile: int) -> tuple[int, ...]:
        """The cards dealt to a pile (M2), ascending, without jokers and removed cards (M3)."""
        of_sources = self.places(deal.shuffles).of_sources
        removed: set[int] = set()
        if pile in self.removing and self.removing.index(pile) < len(deal.removed):
            removed = set(deal.removed[self.removing.index(pile)])
        cards = (self.card_at(deal, at) for at, place in enumerate(of_sources) if place == pile)
        return tuple(sorted(card for card in cards if card not in removed))

    def mystery(self, deal: DealtSoFar) -> tuple[int, ...]:
        """The mystery cards, slot by slot."""
        of_sources = self.places(deal.shuffles).of_sources
        at = {place: source for source, place in enumerate(of_sources)}
        cells = [self.card_at(deal, at[MYSTERY - slot]) for slot in range(len(self.slot_cells))]
        return (*cells, *(card for cards in deal.removed for card in cards))

    def in_one_order(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Named cards with those ascending that may be named in any order (M5)."""
        ordered = list(cards)
        for group in self.groups:
            for slot, card in zip(group, sorted(cards[slot] for slot in group), strict=True):
                ordered[slot] = card
        return tuple(ordered)

    def weight(self, pile: int, cards: int, swapped: int, shown: int, jokers: int) -> int:
        """How likely a pile shows certain cards first (M3): ``shown`` its own, ``jokers`` jokers.

        ``cards`` are dealt to it beside ``swapped`` jokers. The number is a relative weight: for
        one pile and one number of cards shown in all, these weights may be compared.
        """
        mods = self.puzzle.piles[pile]
        remove = 0 if mods.removed_to == "mystery" else mods.remove
        if self.puzzle.order == "adds first":
            return perm(swapped + mods.jokers, jokers) if shown <= cards else 0
        if shown > cards:
            return 0
        return sum(
            comb(swapped, gone)
            * comb(cards - shown, remove - gone)
            * perm(swapped - gone + mods.jokers, jokers)
            for gone in range(min(swapped, remove) + 1)
        )


@lru_cache(PUZZLES_KEPT)
def dealing_of(puzzle: Puzzle) -> Dealing:
    """The dealing of a puzzle, made once."""
    return Dealing(puzzle)


def nth_permutation(number: int, size: int) -> Permutation:
    """The permutation of this number, in the order of ``itertools.permutations``.

    >>> nth_permutation(5, 3)
    (2, 1, 0)
    """
    left, found = list(range(size)), []
    for size_left in range(size, 0, -1):
        at, number = divmod(number, factorial(size_left - 1))
        found.append(left.pop(at))
    return tuple(found)


def number_of_permutation(order: Sequence[int], size: int) -> int:
    """The number of a permutation; raises ``ValueError`` when it is none of this size.

    >>> number_of_permutation((2, 1, 0), 3)
    5
    """
    left, number = list(range(size)), 0
    if len(order) != size:
        raise ValueError(order)
    for index, item in enumerate(order):
        at = left.index(item)
        left.pop(at)
        number += at * factorial(size - index - 1)
    return number


def nth_combination(number: int, items: Sequence[int], size: int) -> tuple[int, ...]:
    """The combination of this number, in the order of ``itertools.combinations``.

    >>> nth_combination(4, (2, 4, 6, 8), 2)
    (4, 8)
    """
    found: list[int] = []
    start = 0
    while len(found) < size:
        rest = comb(len(items) - start - 1, size - len(found) - 1)
        if number < rest:
            found.append(items[start])
        else:
            number -= rest
        start += 1
    return tuple(found)


def number_of_combination(chosen: Sequence[int], items: Sequence[int]) -> int:
    """The number of a combination; raises ``ValueError`` when it is none of these items.

    >>> number_of_combination((4, 8), (2, 4, 6, 8))
    4
    """
    number, start = 0, 0
    for index, item in enumerate(chosen):
        at = items.index(item, start)
        left = len(chosen) - index - 1
        number += sum(comb(len(items) - skipped - 1, left) for skipped in range(start, at))
        start = at + 1
    return number
