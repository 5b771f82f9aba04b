"""Reading single conditions and phrases of them: places, sets of values, relations, amounts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from facedown.core.messages import listed, phrase
from facedown.deduce.rules.conditions import (
    LAST,
    THIS,
    And,
    Compares,
    Condition,
    Constant,
    Count,
    CountAlike,
    HasValue,
    LastPlay,
    Leaf,
    More,
    Or,
    Pattern,
    Place,
    Position,
    Run,
    Shares,
    Total,
)
from facedown.deduce.rules.deck import Attribute, Deck
from facedown.deduce.rules.normal import negation, normal
from facedown.deduce.rules.reader import AmountReader, Unreadable, Word
from facedown.deduce.rules.wording import sentence

RELATIONS: Final = frozenset({"same", "different", "higher", "lower", "equal", "next", "previous"})
"""Words with which a relation to an earlier card begins."""

DEEPEST: Final = 3
"""How many cards back a single card may be."""

WIDEST: Final = 4
"""How many last cards a condition may range over."""

MOST_TURNS: Final = 6
"""Classes of a pattern at most."""


class Clauses(AmountReader):
    """Reads single conditions."""

    def __init__(self, words: list[Word], deck: Deck) -> None:
        super().__init__(words, deck)
        self.closed = False  # whether an "or" can only go on with values
        self.going_on: set[str] = set()  # values that an "or" after the last ones can go on with
        self.names: dict[str, Attribute] = {}
        for attribute in deck.attributes:
            self.names |= dict.fromkeys((attribute.name, *attribute.other_names), attribute)
        self.plurals = {each.plural: each for each in deck.attributes if each.ordered}
        self.starts: dict[str, Callable[[], Leaf]] = {
            "anything": lambda: Constant(self.step() == "anything"),
            "nothing": lambda: Constant(self.step() == "anything"),
            "last": self._last,
            "first": self._earlier,
            "one": self._earlier,
            "each": self._earlier,
            "some": self._earlier,
            "every": self._earlier,
            "shares": self._shares,
            "in": self._pattern,
            "position": self._position,
            "count": self._count,
            "more": self._more,
            "at": self._as_many,
            "run": self._run,
            "sum": self._total,
            "product": self._total,
            **dict.fromkeys(self.names, self._named),
            **dict.fromkeys(deck.value_words, self._values),
            **dict.fromkeys(RELATIONS, self._relation),
        }

    def leaf(self) -> Leaf:
        """One single condition; raises :class:`Unreadable`."""
        self.expected |= set(self.starts)
        start = self.starts.get(self.peek())
        if start is None:
            raise Unreadable(self.at)
        return start()

    # Which card

    def _last(self) -> Leaf:
        if self.peek(1) != "play":
            return self._earlier()
        self.need("last", "play", "was")
        return LastPlay(self.one_of(("accepted", "error")) == "accepted")

    def _earlier(self) -> Leaf:
        """A condition on earlier cards alone."""
        begun = self.at
        place = self.place()
        if place == LAST and self.at == begun + 1:
            self.expected.add("play")
        if place.kind == "back" and place.depth < DEEPEST and self.take("has"):
            return self._relation(place)
        self.need("is")
        return HasValue(*self.values(), place)

    def place(self, beyond: int = 0) -> Place:
        """An accepted card, or several to choose from; further back than ``beyond`` by "but"."""
        word = self.one_of(("last", "first", "one", "each", "some", "every"))
        if word == "last":
            depth = 1
            if self.peek(1) != "not" and self.take("but"):
                self.further |= {"not"} if self.closed else set()
                further = {"one": 2, "two": DEEPEST}
                depth = self.choice({word: far for word, far in further.items() if far > beyond})
            return Place("back", depth)
        if word == "first":
            return Place("first")
        if word in {"one", "each"}:
            self.need("of", "last")
            return Place("any" if word == "one" else "each", self.whole(2, WIDEST))
        self.need("earlier")
        return Place("any" if word == "some" else "each")

    # Values

    def values(self) -> tuple[str, tuple[int, ...]]:
        """A set of values of one attribute, perhaps by those that are not in it."""
        negated = self.take("not")
        attribute, values = self.positive_values()
        if negated:
            size = self.deck.by_name[attribute].size
            values = tuple(value for value in range(size) if value not in values)
        return attribute, values

    def positive_values(self, *, closed: bool = False) -> tuple[str, tuple[int, ...]]:
        """Values of one attribute: "red or blue"; ``closed`` if "or" can only go on with them."""
        attribute = self.names[self.step()] if self._expect_names() else None
        if attribute is None:
            name, value = self.choice(self.deck.value_words)
            attribute = self.deck.by_name[name]
        else:
            value = self.choice(attribute.words)
        found = {value}
        while self.peek() == "or" and not self.words[self.at].apart:
            ahead = 2 if self.names.get(self.peek(1)) is attribute else 1
            if self.peek(ahead) not in attribute.words and not (closed or self.closed):
                break
            for _ in range(ahead):
                self.step()
            found.add(self.choice(attribute.words))
        self.expected.add("or")
        self.going_on = set(attribute.words)
        return attribute.name, tuple(sorted(found))

    def _expect_names(self) -> bool:
        self.expected |= {each.name for each in self.deck.attributes if each.named}
        return self.peek() in self.names

    def _values(self) -> Leaf:
        return HasValue(*self.positive_values())

    def _named(self) -> Leaf:
        """What begins with an attribute: one of its values, or a relation."""
        if self.peek(1) in {"exactly", "at", "changed"} or self._steps():
            return self._relation()
        if not self.peek(1):
            attribute = self.names[self.step()]
            self.expected |= set(attribute.words)
            if attribute.ordered:
                self.expected |= {"at", "changed", "exactly"}
            elif attribute.cyclic:
                self.further |= set(map(str, range(attribute.size)))
            raise Unreadable(self.at)
        return self._values()

    def _steps(self) -> bool:
        """Whether numbers follow that are steps around a cycle."""
        ahead = 1
        while self.peek(ahead).isdecimal() or self.peek(ahead) in {",", "or"}:
            ahead += 1
        around = self.names[self.peek()].cyclic and not self.names[self.peek()].ordered
        return self.peek(ahead) == "steps" or (around and ahead > 1 and not self.peek(ahead))

    # Relations

    def _relation(self, subject: Place = THIS) -> Leaf:
        attribute, offsets = self._offsets()
        everything = attribute.offsets
        chosen = tuple(each for each in everything if each in offsets)
        if not chosen or len(chosen) == len(everything):
            always = phrase("that is always so") if chosen else phrase("that is never so")
            raise Unreadable(self.at - 1, always)
        before = self.at
        if subject != THIS and self.peek() != "last":
            self.expected.add("last")
            raise Unreadable(self.at)
        place = self.place(subject.depth)
        later = place.kind == "back" and place.depth > subject.depth
        if subject != THIS and not later and not self.peek():
            raise Unreadable(self.at)
        if subject != THIS and not later:
            raise Unreadable(before, phrase("an accepted card is compared with an earlier one"))
        return Compares(attribute.name, chosen, place, subject)

    def _offsets(self) -> tuple[Attribute, tuple[int, ...]]:
        if self.peek() in self.names:
            return self._measured()
        stepped = {each.name for each in self.deck.attributes if each.ordered or each.cyclic}
        word = self.one_of(RELATIONS | stepped)
        if word == "equal":
            self.need("or")
            word = f"equal {self.one_of(('higher', 'lower'))}"
        suits = {
            name: each
            for name, each in self.names.items()
            if word in {"same", "different"}
            or (each.cyclic if word in {"next", "previous"} else each.ordered)
        }
        attribute = self.choice(suits)
        everything, top = attribute.offsets, attribute.size - 1
        joint, offsets = {
            "same": ("as", (0,)),
            "different": ("from", tuple(each for each in everything if each)),
            "higher": ("than", tuple(range(1, top + 1))),
            "lower": ("than", tuple(range(-top, 0))),
            "equal higher": ("than", tuple(range(top + 1))),
            "equal lower": ("than", tuple(range(-top, 1))),
            "next": ("after", (1, -top)),
            "previous": ("before", (-1, top)),
        }[word]
        self.need(joint)
        return attribute, offsets

    def _measured(self) -> tuple[Attribute, tuple[int, ...]]:
        """A relation by how much: "number exactly 1 higher than"."""
        attribute = self.names[self.step()]
        top = attribute.size - 1
        if not attribute.ordered:
            if not attribute.cyclic:
                raise Unreadable(
                    self.at, phrase("{values} have no steps between them", values=attribute.plural)
                )
            steps = self.wholes(0, top)
            self.need("steps", "after")
            return attribute, steps
        if self.take("changed", "by"):
            offsets = self.wholes(-top, top)
            self.need("from")
            return attribute, offsets
        how = self.one_of(("exactly", "at"))
        if how == "at":
            how = self.one_of(("least", "most"))
        step = self.whole(1, top)
        ways = ("apart",) if how == "most" else ("higher", "lower", "apart")
        way = self.one_of(ways)
        self.need("from" if way == "apart" else "than")
        if how == "most":
            return attribute, tuple(range(-step, step + 1))
        far = (step,) if how == "exactly" else tuple(range(step, top + 1))
        up = far if way != "lower" else ()
        down = tuple(-each for each in far) if way != "higher" else ()
        return attribute, down + up

    def _shares(self) -> Leaf:
        most = len(self.deck.bases)
        self.need("shares")
        if self.take("no"):
            counts: tuple[int, ...] = (0,)
        elif self.take("exactly"):
            counts = (self.whole(0, most),)
        elif self.take("at"):
            if self.one_of(("least", "most")) == "least":
                counts = tuple(range(self.whole(1, most), most + 1))
            else:
                counts = tuple(range(self.whole(0, most - 1) + 1))
        else:
            counts = self.wholes(0, most)
        self.one_of(("attribute", "attributes"))
        self.need("with")
        return Shares(counts, self.place())

    # Numbers

    def _position(self) -> Leaf:
        self.need("position", "is")
        return Position(self.amount(1))

    def _count(self) -> Leaf:
        self.need("count", "of")
        if self.take("with", "same"):
            attribute = self.choice(self.names)
            self.need("so", "far", "is")
            return CountAlike(attribute.name, self.amount())
        values = self.positive_values(closed=True)
        self.need("so", "far", "is")
        return Count(*values, self.amount())

    def _more(self) -> Leaf:
        self.need("more")
        values = self.positive_values(closed=True)
        self.need("than")
        than = self.positive_values(closed=True)
        self.need("so", "far")
        return More(*values, *than, equal=False)

    def _as_many(self) -> Leaf:
        self.need("at", "least", "as", "many")
        values = self.positive_values(closed=True)
        self.need("as")
        than = self.positive_values(closed=True)
        self.need("so", "far")
        return More(*values, *than, equal=True)

    def _run(self) -> Leaf:
        self.need("run", "of", "same")
        attribute = self.choice(self.names)
        self.need("is")
        return Run(attribute.name, self.amount())

    def _total(self) -> Leaf:
        operation = self.one_of(("sum", "product"))
        self.need("of")
        attribute = self.choice(self.plurals)
        self.need("of")
        with_this = self.take("this")
        if with_this:
            self.need("and")
        if self.take("all", "earlier"):
            depth = 0
        else:
            self.need("last")
            self.expected.add("2")
            depth = self.whole(2, DEEPEST) if self.peek().isdecimal() else LAST.depth
        self.need("is")
        total: Leaf = Total(
            "sum" if operation == "sum" else "product",
            attribute.name,
            depth,
            with_this,
            self.amount(),
        )
        return total

    def _pattern(self) -> Leaf:
        self.need("in", "turn")
        classes = [self._class(closed=True)]
        while len(classes) < 2 or not any(classes):
            self.need(",")
            classes.append(self._class())
        while self.take(","):
            classes.append(self._class())
        if len(classes) > MOST_TURNS:
            raise Unreadable(
                self.at - 1, phrase("a pattern has at most {most} turns", most=MOST_TURNS)
            )
        return Pattern(tuple(classes), anywhere=self.take("starting", "anywhere"))

    def _class(self, *, closed: bool = False) -> tuple[str, tuple[int, ...]] | None:
        return None if self.take("any") else self.positive_values(closed=closed)


_JOINTS: Final = frozenset({"and", "or", ","})
_VERBS: Final = frozenset({"is", "are"})
_BEFORE: Final = frozenset({"(", "then", "else", "otherwise"})
"""Words after which a sentence about what is allowed can begin, beside the start of the rule."""


class Phrases(Clauses):
    """Reads values side by side, and sentences about what is allowed.

    ``other_ways`` are words that could have stood at the word that is reached, where what they say
    has another form in the normal sentence: completion offers them, choosing word by word does not.
    ``barred`` are words with which reading would be unclear, and where.
    """

    def __init__(self, words: list[Word], deck: Deck) -> None:
        super().__init__(words, deck)
        self.other_ways: set[str] = set()
        self.barred: tuple[int, frozenset[str]] = (-1, frozenset())
        self.plural_names = {each.plural: each for each in deck.attributes} | self.names
        self.allowing, self.last_list = self._sentences()

    def step(self) -> str:
        """Goes on by one word and returns it."""
        self.other_ways = set()
        return super().step()

    # Values side by side

    def card(self) -> Condition | None:
        """A card by its name, which has all of its values; None where none is named."""
        cards = self.deck.cards_by_name
        length = len(next(iter(cards)))
        card = cards.get(tuple(word.text for word in self.words[self.at : self.at + length]))
        if card is None:
            return None
        for _ in range(length):
            self.step()
        deck = self.deck
        return And(
            tuple(HasValue(base.name, (deck.values[base.name][card],)) for base in deck.bases)
        )

    def leaf(self) -> Leaf:
        """One single condition; raises :class:`Unreadable`."""
        try:
            return super().leaf()
        finally:
            if self.at == self.barred[0]:
                self.expected -= self.barred[1]

    def described(self) -> Condition:
        """A single condition; values of other attributes beside a value are of the same card."""
        begun = self.at
        found = self.leaf()
        if not isinstance(found, HasValue):
            return found
        said = {word.text for word in self.words[begun : self.at]}
        negated = "not" in said
        if found.place.kind in {"any", "each"}:
            if self._beside({found.attribute}):
                reason = phrase("of several earlier cards one attribute is asked at a time")
                raise Unreadable(self.at, reason, explained=True)
            return found
        if "or" in said:
            if beside := self._beside({found.attribute}):
                self._refuse_list(found, HasValue(*beside, found.place), negated=negated)
            return found
        first = negation(found, self.deck) if negated else found
        assert isinstance(first, HasValue)
        parts = [first]
        while beside := self._beside({part.attribute for part in parts}):
            self._step_over_value()
            parts.append(HasValue(*beside, found.place))
        self._offer_beside(parts)
        if len(parts) == 1:
            return found
        self.going_on = set()
        self._end_clearly(parts, negated=negated)
        whole = And(tuple(parts))
        return negation(whole, self.deck) if negated else whole

    def _beside(self, said: set[str]) -> tuple[str, tuple[int, ...]] | None:
        """The value that follows, of an attribute not said yet."""
        word = self.peek()
        if word in self.plural_names:
            attribute = self.plural_names[word]
            value = attribute.words.get(self.peek(1))
            found = None if value is None else (attribute.name, value)
        else:
            found = self.deck.all_words.get(word)
        if found is None or found[0] in said:
            return None
        return found[0], (found[1],)

    def _step_over_value(self) -> None:
        if self.peek() in self.plural_names:
            self.step()
        self.step()

    def _offer_beside(self, parts: list[HasValue]) -> None:
        said = {part.attribute for part in parts}
        words = self.deck.all_words.items()
        self.other_ways |= {word for word, (name, _) in words if name not in said}

    def _refuse_list(self, several: HasValue, beside: HasValue, *, negated: bool) -> None:
        """Refuses "red or blue circle", which can be read in two ways."""
        last = self.deck.all_words[self.words[self.at - 1].text][1]
        whole = negation(several, self.deck) if negated else several
        assert isinstance(whole, HasValue)
        rest = tuple(value for value in whole.values if value != last)
        one = And((whole, beside))
        two = Or(
            (
                HasValue(whole.attribute, rest, whole.place),
                And((HasValue(whole.attribute, (last,), whole.place), beside)),
            )
        )
        raise self._unclear(self.at, one, two, negated=negated)

    def _end_clearly(self, parts: list[HasValue], *, negated: bool) -> None:
        """Refuses "red circle or square", which can be read in two ways."""
        if self.peek() != "or" or self.words[self.at].apart:
            return
        *before, last = parts
        values = self.deck.by_name[last.attribute].words
        self.barred = (self.at + 1, frozenset(values))
        if self.peek(1) not in values:
            return
        other = HasValue(last.attribute, (values[self.peek(1)],), last.place)
        one = And((*before, Or((last, other))))
        two = Or((And(tuple(parts)), other))
        raise self._unclear(self.at, one, two, negated=negated)

    def _unclear(self, at: int, *ways: Condition, negated: bool = False) -> Unreadable:
        if negated:
            ways = tuple(negation(way, self.deck) for way in ways)
        rules = listed((f'"{sentence(normal(way, self.deck), self.deck)}"' for way in ways), "or")
        reason = phrase("this can be read in two ways; write {rules}", rules=rules)
        return Unreadable(at, reason, explained=True)

    # What is allowed

    def allowed(self) -> Condition | None:
        """A sentence such as "red and yellow are not allowed"; None where none begins."""
        end = self.allowing.get(self.at)
        if end is None:
            return None
        things = [self._thing()]
        begun = self.at
        while self.at < end:
            self.one_of(_JOINTS)
            things.append(self._thing())
        self.one_of(_VERBS)
        forbidden = self.take("not")
        self.need("allowed")
        some = Or(tuple(things))
        if len({self._asked(thing) for thing in things}) > 1:
            ways: tuple[Condition, Condition] = (some, And(tuple(things)))
            raise self._unclear(begun, *ways, negated=forbidden)
        return negation(some, self.deck) if forbidden else some

    def _thing(self) -> And:
        """Values of different attributes, side by side."""
        parts: list[HasValue] = []
        while beside := self._beside({part.attribute for part in parts}):
            self._step_over_value()
            parts.append(HasValue(*beside))
        if not parts:
            self.expected |= set(self.deck.value_words)
            raise Unreadable(self.at)
        return And(tuple(parts))

    def _asked(self, thing: And) -> frozenset[str]:
        """Which attributes of a card something is about, groupings as what they group."""
        names = (part.attribute for part in thing.parts if isinstance(part, HasValue))
        return frozenset(self.deck.by_name[name].of or name for name in names)

    def offer_allowing(self) -> None:
        """Offers the verb after a list of values at the end, where that would be a sentence."""
        if self.last_list is None:
            return
        ahead = Phrases(
            [*self.words[self.last_list :], Word("is", 0), Word("allowed", 0)], self.deck
        )
        try:
            ahead.allowed()
        except Unreadable:
            return
        self.other_ways |= _VERBS

    def _sentences(self) -> tuple[dict[int, int], int | None]:
        """Where sentences about what is allowed begin, with their verbs; a list at the very end."""
        values = self.deck.all_words.keys() | self.plural_names.keys()
        found: dict[int, int] = {}
        begun: int | None = None
        can_begin = True
        for at, word in enumerate(self.words):
            if word.text in values and (begun is not None or can_begin):
                begun = at if begun is None else begun
            elif word.text in _VERBS and begun is not None:
                found[begun], begun = at, None
            elif word.text not in _JOINTS or begun is None:
                begun = None
            can_begin = word.text in _BEFORE or (
                word.text == "and" and at > 0 and self.words[at - 1].text == "allowed"
            )
        return found, begun
