"""Reading cards as rulebooks speak of them: "red circles", "red and yellow are not allowed"."""

from __future__ import annotations

from typing import Final

from facedown.core.messages import phrase
from facedown.core.words import listed
from facedown.deduce.rules.clauses import Clauses
from facedown.deduce.rules.conditions import And, Condition, HasValue, Leaf, Or
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.normal import negation, normal
from facedown.deduce.rules.reader import Unreadable
from facedown.deduce.rules.wording import sentence
from facedown.deduce.rules.words import Word

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
