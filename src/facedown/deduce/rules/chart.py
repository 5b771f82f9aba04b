"""A chart of the pieces of a sentence: which there are, what they mean, and what could follow.

A grammar is rows of data. The chart goes through the words once from left to right and notes only
pieces that something before them asks for. Then the meanings of those that take part in a whole
are put together, the shortest first. Both are bounded by a number of steps.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

Meaning: TypeAlias = Hashable
Costs: TypeAlias = dict[Meaning, int]
"""What a piece can mean, and what each meaning costs, in parts of ``WHOLE``."""

MOST_STEPS: Final = 60_000
"""Pieces begun, and ways tried to put them together, at most."""

MOST_MEANINGS: Final = 12
"""Meanings of one piece that are kept, the cheapest."""


WHOLE: Final = 1_000
"""What makes a reading less likely by one, in costs; a row that is not printed costs 1 of these."""


LIGHTEST: Final = WHOLE // 100
"""What a word costs less than that can be left out even inside a tight piece."""


class TooLong(Exception):
    """Reading would take too many steps."""


class Costly(NamedTuple):
    """A meaning that costs something beside its parts."""

    meaning: Meaning
    cost: int


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word in its one form, where it stands in the text, and what it can stand for.

    ``means`` has for each terminal of the grammar what the word means as that.
    """

    text: str
    start: int
    end: int
    means: Mapping[str, Meaning]


@dataclass(frozen=True, slots=True)
class Row:
    """One way to put a piece together: its category, the pattern, and what it means.

    A ``printed`` row is one that the language prints itself; others are only read.
    """

    category: str
    pattern: SpokenPattern
    means: Callable[..., object]
    cost: int
    printed: bool


State: TypeAlias = tuple[int, int]
"""A row, and the place in its pattern that was reached last."""


class Node:
    """How far pieces have been begun: the symbols that can follow, and the rows whole here."""

    __slots__ = ("_after", "_grammar", "category", "parts", "printed", "whole", "words")

    def __init__(self, grammar: SpokenGrammar, category: str, states: Sequence[State]) -> None:
        self._grammar, self.category = grammar, category
        self._after: dict[str, Node] = {}
        self.words: dict[str, dict[State, None]] = {}
        self.parts: dict[str, dict[State, None]] = {}
        self.printed: set[str] = set()
        whole: dict[int, None] = {}
        for row, at in states:
            pattern = grammar.rows[row].pattern
            if at in pattern.last:
                whole[row] = None
            for further in pattern.follow[at]:
                symbol = pattern.symbols[further]
                following = self.parts if is_category(symbol) else self.words
                following.setdefault(symbol, {})[row, further] = None
                if grammar.rows[row].printed:
                    self.printed.add(symbol)
        self.whole = [grammar.rows[row] for row in whole]

    def after(self, symbol: str) -> Node:
        """The node behind a symbol that can follow."""
        found = self._after.get(symbol)
        if found is None:
            states = self.words.get(symbol) or self.parts[symbol]
            found = self._after[symbol] = self._grammar.node(self.category, tuple(states))
        return found


def is_category(symbol: str) -> bool:
    """Whether a symbol of a pattern is a category; the others are words, or classes of words."""
    return symbol[0].isalpha() and symbol.isupper()


def unfolded(pattern: str) -> Iterator[tuple[str, ...]]:
    """The plain patterns of one with alternatives and parts that may be left out.

    >>> list(unfolded("a [b] (c|d e)"))
    [('a', 'b', 'c'), ('a', 'b', 'd', 'e'), ('a', 'c'), ('a', 'd', 'e')]
    """
    ways, rest = _choices(_split(pattern))
    assert not rest, pattern
    yield from dict.fromkeys(ways)


def _split(pattern: str) -> list[str]:
    return re.findall(r"[][()|]|[^][()|\s]+", pattern)


def _choices(symbols: list[str]) -> tuple[list[tuple[str, ...]], list[str]]:
    done: list[tuple[str, ...]] = []
    now: list[tuple[str, ...]] = [()]
    while symbols and symbols[0] not in {")", "]"}:
        symbol, *symbols = symbols
        if symbol == "|":
            done, now = done + now, [()]
        elif symbol in {"(", "["}:
            inner, (_, *symbols) = _choices(symbols)
            if symbol == "[":
                inner = [*inner, ()]
            now = [(*one, *two) for one in now for two in inner]
        else:
            literal = {"lp": "(", "rp": ")"}.get(symbol, symbol)
            now = [(*one, literal) for one in now]
    return done + now, symbols


@dataclass(slots=True)
class SpokenPattern:
    """A pattern by its places: the symbol of each, and the places that can follow each.

    The place -1 is the one before the first; ``last`` are the places at which it can end.

    >>> found = SpokenPattern.of("a [b] (c|d e)")
    >>> found.symbols, found.follow[-1], found.follow[0], sorted(found.last)
    (('a', 'b', 'c', 'd', 'e'), [0], [1, 2, 3], [2, 4])
    """

    symbols: tuple[str, ...]
    follow: dict[int, list[int]]
    last: frozenset[int]

    @classmethod
    def of(cls, text: str) -> SpokenPattern:
        """The pattern that a text writes."""
        symbols: list[str] = []
        follow: dict[int, list[int]] = {-1: []}

        def walk(text: list[str], ends: list[int]) -> tuple[list[int], list[str]]:
            begun = ends
            done: list[int] = []
            while text and text[0] not in {")", "]"}:
                symbol, *text = text
                if symbol == "|":
                    done, ends = done + ends, begun
                elif symbol in {"(", "["}:
                    inner, (_, *text) = walk(text, ends)
                    ends = list(dict.fromkeys([*inner, *ends])) if symbol == "[" else inner
                else:
                    at = len(symbols)
                    symbol = symbol.upper() if symbol[0].isupper() else symbol
                    symbols.append({"lp": "(", "rp": ")"}.get(symbol, symbol))
                    follow[at] = []
                    for end in ends:
                        follow[end].append(at)
                    ends = [at]
            return list(dict.fromkeys([*done, *ends])), text

        ends, rest = walk(_split(text), [-1])
        assert not rest, text
        return cls(tuple(symbols), follow, frozenset(ends))


class SpokenGrammar:
    """Rows, made ready to be gone through."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)
        begun: dict[str, list[State]] = {}
        for index, row in enumerate(self.rows):
            begun.setdefault(row.category, []).append((index, -1))
        self._nodes: dict[tuple[str, frozenset[State]], Node] = {}
        self.roots = {name: self.node(name, states) for name, states in begun.items()}
        self._grow()
        self.first = self._first(lambda node: (*node.words, *node.parts))
        self.first_printed = self._first(lambda node: tuple(node.printed))
        self.order = self._order()

    def _grow(self) -> None:
        """Makes every node: one made when a text gets there would tell what was read before it."""
        open_ = [*self.roots.values()]
        while open_:
            node, before = open_.pop(), len(self._nodes)
            for symbol in (*node.words, *node.parts):
                following = node.after(symbol)
                if len(self._nodes) > before:
                    open_.append(following)
                    before = len(self._nodes)

    def node(self, category: str, states: Sequence[State]) -> Node:
        """The node of some states; the same states have one node."""
        key = category, frozenset(states)
        if key not in self._nodes:
            self._nodes[key] = Node(self, category, states)
        return self._nodes[key]

    def _first(self, offered: Callable[[Node], Sequence[str]]) -> dict[str, frozenset[str]]:
        """The words with which a piece of each category can begin."""
        found: dict[str, set[str]] = {}
        inner: dict[str, list[str]] = {}
        for name, root in self.roots.items():
            symbols = offered(root)
            found[name] = {symbol for symbol in symbols if not is_category(symbol)}
            inner[name] = [symbol for symbol in symbols if is_category(symbol)]
        grown = True
        while grown:
            grown = False
            for name, categories in inner.items():
                before = len(found[name])
                found[name].update(*(found[category] for category in categories))
                grown |= len(found[name]) > before
        return {name: frozenset(words) for name, words in found.items()}

    def _order(self) -> dict[str, int]:
        """The categories so that each comes after those that it can be all of."""
        alone = {
            name: {
                symbol
                for symbol, states in root.parts.items()
                if any(at in self.rows[row].pattern.last for row, at in states)
            }
            for name, root in self.roots.items()
        }
        order: dict[str, int] = {}
        while len(order) < len(alone):
            ready = [n for n in alone if n not in order and alone[n] <= order.keys()]
            if not ready:
                raise ValueError(f"Categories go round in a circle: {alone.keys() - order.keys()}.")
            for name in ready:
                order[name] = len(order)
        return order


class Word(NamedTuple):
    """What a word means, as a part of a piece."""

    meaning: Meaning


Cell: TypeAlias = tuple[str, int, int]
"""A piece: its category, the first word, the word after it."""

Way: TypeAlias = tuple[Row, tuple[Cell | Word, ...], int]
"""How a piece is put together, and what its own words cost."""

Item: TypeAlias = tuple[Node, int]
"""A piece that was begun: how far it is, and its first word."""


class Arc(NamedTuple):
    """A word between two places of a text, or None for what is left out there, and its cost."""

    to: int
    word: SpokenWord | None
    cost: int


class Chart:
    """The pieces of some words.

    ``reached`` is how many of the words can begin a whole.
    """

    def __init__(
        self,
        grammar: SpokenGrammar,
        top: str,
        tokens: Iterable[SpokenWord],
        most: int = MOST_STEPS,
    ) -> None:
        self.grammar = grammar
        self.top = top
        self.tokens: list[SpokenWord] = []
        self.steps, self.most = 0, most
        self.ends: dict[tuple[str, int], dict[int, None]] = {}
        self.begun: list[dict[Item, None]] = [{(grammar.roots[top], 0): None}]
        self._waiting: list[dict[str, list[tuple[int, Node]]]] = []
        self._carried: set[Item] = set()
        self._prints: list[set[str]] = []
        self._close()
        for token in tokens:
            if not self.add(token):
                break

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self.most:
            raise TooLong

    @property
    def reached(self) -> int:
        """How many words can begin a whole."""
        return len(self.tokens)

    def add(self, token: SpokenWord) -> bool:
        """Goes on by a word, if a whole can go on with it."""
        self._look_ahead(token.means.keys())
        items: dict[Item, None] = {}
        for node, origin in self.begun[-1]:
            if node.words:
                for key in node.words.keys() & token.means.keys():
                    items[node.after(key), origin] = None
        if not items:
            return False
        self.tokens.append(token)
        self.begun.append(items)
        self._close()
        return True

    def take_back(self) -> None:
        """Goes back by a word."""
        at = len(self.tokens)
        self.tokens.pop()
        self.begun.pop()
        self._waiting.pop()
        del self._prints[at:]
        for ends in self.ends.values():
            ends.pop(at, None)

    def _close(self) -> None:
        """Notes what is whole at the last word, and what that was waited for by."""
        at, items = len(self.begun) - 1, self.begun[-1]
        self._waiting.append({})
        agenda = list(items)
        while agenda:
            item = agenda.pop()
            self._wait(item)
            node, origin = item
            if node.whole and item not in self._carried:
                ends = self.ends.setdefault((node.category, origin), {})
                if at not in ends:
                    ends[at] = None
                    for begun, asker in self._waiting[origin].get(node.category, ()):
                        further = (asker.after(node.category), begun)
                        if further not in items or further in self._carried:
                            self._carried.discard(further)
                            items[further] = None
                            agenda.append(further)

    def _wait(self, item: Item) -> None:
        """Notes the pieces with which an item can go on."""
        self._step()
        node, origin = item
        for category in node.parts:
            self._waiting[-1].setdefault(category, []).append((origin, node))

    def _look_ahead(self, keys: AbstractSet[str]) -> None:
        """Begins the pieces that can begin with a word behind the last one."""
        at, items = len(self.begun) - 1, self.begun[-1]
        agenda = list(self._waiting[-1])
        while agenda:
            category = agenda.pop()
            item = (self.grammar.roots[category], at)
            if item not in items and not self.grammar.first[category].isdisjoint(keys):
                items[item] = None
                agenda += item[0].parts
                self._wait(item)

    def expected(self, *, printed: bool) -> frozenset[str]:
        """What could stand behind the words: everything, or what the language prints there.

        If it prints nothing there, what it prints elsewhere, or else everything.
        """
        del self._prints[len(self.tokens) :]
        items = self.begun[-1]
        strictly = [node for node, at in items if node.category in self._printed(at)]
        if printed:
            there = (node.printed for node in strictly)
            elsewhere = ((*node.printed, *node.parts) for node, _ in items)
            for symbols in (there, elsewhere):
                if found := self._first(symbols, self.grammar.first_printed):
                    return found
        return self._first(((*node.words, *node.parts) for node, _ in items), self.grammar.first)

    @staticmethod
    def _first(
        symbols: Iterable[Iterable[str]], first: Mapping[str, frozenset[str]]
    ) -> frozenset[str]:
        found: set[str] = set()
        for symbol in itertools.chain.from_iterable(symbols):
            found |= first[symbol] if is_category(symbol) else {symbol}
        return frozenset(found)

    def _printed(self, at: int) -> set[str]:
        """The pieces that the language prints behind so many words."""
        while len(self._prints) <= at:
            here: set[str] = set()
            self._prints.append(here)
            waiting = self._waiting[len(self._prints) - 1]
            agenda = [self.top] if len(self._prints) == 1 else []
            agenda += [
                category
                for category, askers in waiting.items()
                for origin, node in askers
                if origin < len(self._prints) - 1
                and category in node.printed
                and node.category in self._prints[origin]
            ]
            while agenda:
                category = agenda.pop()
                if category not in here:
                    here.add(category)
                    root = self.grammar.roots[category]
                    agenda += [each for each in root.parts if each in root.printed]
        return self._prints[at]

    @property
    def is_whole(self) -> bool:
        """Whether all words together can be a whole."""
        return len(self.begun) - 1 in self.ends.get((self.top, 0), ())

    def meanings(self) -> Costs:
        """What all words together mean, and what each meaning costs."""
        if not self.is_whole:
            return {}
        whole = (self.top, 0, len(self.begun) - 1)
        ways: dict[Cell, list[Way]] = {}
        asked = [whole]
        while asked:
            cell = asked.pop()
            if cell in ways:
                continue
            ways[cell] = list(self._ways(cell))
            asked += [p for _, parts, _ in ways[cell] for p in parts if not isinstance(p, Word)]
        found: dict[Cell, Costs] = {}
        order = self.grammar.order
        for cell in sorted(ways, key=lambda cell: (cell[2] - cell[1], order[cell[0]])):
            found[cell] = self._put_together(ways[cell], found)
        return found[whole]

    def _ways(self, cell: Cell) -> Iterator[Way]:
        category, start, end = cell
        stack: list[tuple[Node, int, tuple[Cell | Word, ...]]] = [
            (self.grammar.roots[category], start, ())
        ]
        while stack:
            self._step()
            node, at, parts = stack.pop()
            if at == end:
                for row in node.whole:
                    yield row, parts, 0
                continue
            means = self.tokens[at].means
            for key in node.words.keys() & means.keys():
                more = (*parts, Word(means[key])) if len(key) > 1 and key[0] in "<{" else parts
                stack.append((node.after(key), at + 1, more))
            for name in node.parts:
                if ends := self.ends.get((name, at)):
                    following = node.after(name)
                    stack += [
                        (following, further, (*parts, (name, at, further)))
                        for further in ends
                        if further <= end and (further < end or following.whole)
                    ]

    def _put_together(self, ways: list[Way], found: Mapping[Cell, Costs]) -> Costs:
        costs: Costs = {}
        for row, parts, spent in ways:
            choices: list[Iterable[tuple[Meaning, int]]] = [
                ((part.meaning, 0),) if isinstance(part, Word) else found[part].items()
                for part in parts
            ]
            for chosen in itertools.product(*choices):
                self._step()
                base = WHOLE * row.cost + (not row.printed) + spent
                base += sum(cost for _, cost in chosen)
                result = row.means(*(meaning for meaning, _ in chosen if meaning is not ...))
                for each in result if isinstance(result, list) else (result,):
                    if each is None:
                        continue
                    meaning, cost = each if isinstance(each, Costly) else (each, 0)
                    total = base + WHOLE * cost
                    if total < costs.get(meaning, total + 1):
                        costs[meaning] = total
        if len(costs) > MOST_MEANINGS:
            cheapest = sorted(costs.items(), key=lambda each: each[1])[:MOST_MEANINGS]
            costs = dict(cheapest)
        return costs


class Lattice(Chart):
    """The pieces of a text whose words can be read in more than one way, or be left out.

    ``arcs`` has for each place of the text the words that begin there; all end at later places.
    What is left out stands inside a piece, or at an end of the whole; of a ``tight`` category's
    pieces only the lightest words are left out.
    """

    def __init__(
        self,
        grammar: SpokenGrammar,
        top: str,
        arcs: Sequence[Sequence[Arc]],
        tight: AbstractSet[str] = frozenset(),
        most: int = MOST_STEPS,
    ) -> None:
        self._arcs, self._tight = arcs, tight
        self._coming: list[dict[Item, None]] = [{} for _ in range(len(arcs) + 1)]
        self._left: list[dict[Item, None]] = [{} for _ in range(len(arcs) + 1)]
        super().__init__(grammar, top, (), most)
        root = (grammar.roots[top], 0)
        for at, here in enumerate(arcs):
            self._look_ahead({key for arc in here if arc.word for key in arc.word.means})
            for arc in here:
                self._go(arc, at, root)
            self._carried = {
                item
                for item in self._left[at + 1]
                if item not in self._coming[at + 1] and (item[1] or item[0].category != top)
            }
            self.begun.append({**self._coming[at + 1], **self._left[at + 1]})
            self._close()

    def _go(self, arc: Arc, at: int, root: Item) -> None:
        """Notes how what is begun at a place goes on with a word, or without it."""
        for item in self.begun[at]:
            node, origin = item
            if arc.word is None:
                if origin < at or item == root:
                    self._left[arc.to][item] = None
            elif node.words:
                for key in node.words.keys() & arc.word.means.keys():
                    self._coming[arc.to][node.after(key), origin] = None

    def _ways(self, cell: Cell) -> Iterator[Way]:
        category, start, end = cell
        root, outer = self.grammar.roots[category], cell[0] == self.top and not start
        tight = category in self._tight
        cheapest: dict[tuple[int, tuple[Cell | Word, ...]], Way] = {}
        stack: list[tuple[Node, int, tuple[Cell | Word, ...], int, bool]] = [
            (root, start, (), 0, False)
        ]
        while stack:
            self._step()
            node, at, parts, spent, left = stack.pop()
            if at == end:
                for row in node.whole if outer or not left else ():
                    key = id(row), parts
                    if key not in cheapest or cheapest[key][2] > spent:
                        cheapest[key] = row, parts, spent
                continue
            for arc in self._arcs[at]:
                if arc.word is not None and arc.to <= end:
                    stack += self._read(arc, arc.word, node, parts, spent)
                elif arc.to <= end and (node is not root or outer):
                    if tight and arc.cost >= LIGHTEST:
                        continue
                    stack.append((node, arc.to, parts, spent + arc.cost, True))
            for name in node.parts:
                for further in self.ends.get((name, at), ()):
                    if further <= end:
                        piece = (*parts, (name, at, further))
                        stack.append((node.after(name), further, piece, spent, False))
        yield from cheapest.values()

    @staticmethod
    def _read(
        arc: Arc, word: SpokenWord, node: Node, parts: tuple[Cell | Word, ...], spent: int
    ) -> Iterator[tuple[Node, int, tuple[Cell | Word, ...], int, bool]]:
        """How a piece goes on with what a word can stand for."""
        for key in node.words.keys() & word.means.keys():
            more = (*parts, Word(word.means[key])) if key[0] in "<{" and key[1:] else parts
            yield node.after(key), arc.to, more, spent + arc.cost, False
