"""Reading sentences by their gist: words that are light or stand for few notions, in any order."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Final

from facedown.deduce.rules.chart import MOST_STEPS, WHOLE, Arc, Lattice, Row, SpokenGrammar
from facedown.deduce.rules.conditions import LAST, And, Between, HasValue, Or, Place
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.discourse import Discourse
from facedown.deduce.rules.everyday import BesideOther
from facedown.deduce.rules.lexicon import Speech, language, table
from facedown.deduce.rules.meanings import OTHERWISE, Found, Kind, Said, When, plain
from facedown.deduce.rules.normal import negation

JOINING: Final = frozenset({"ORS", "ANDS", "DISC"})
"""Categories whose rows make a reading a little less likely."""

FAINT: Final = 2
DIM: Final = 20
FEATHER: Final = 3 * WHOLE // 10
"""What it costs to leave out a word that says nothing, one that may help to read others, and one
that comments."""


class InAnyOrder(Discourse):
    """The meanings of what is told in any order."""

    def _relation(self, *said: Found) -> Found:
        """An attribute, a comparison and another card, in any order."""
        beside = next(each for each in said if isinstance(each, BesideOther))
        others = [each for each in said if not isinstance(each, BesideOther)]
        things = [each for each in others if not isinstance(each[1], tuple)]
        attrs = [each for each in others if isinstance(each[1], tuple)]
        for thing in things:
            if beside.thing != ("", LAST):
                return None
            beside = beside._replace(thing=thing)
        return self._clause(attrs[0], beside) if attrs else self._of_card(beside)

    def _but_kind(self, *said: Found) -> Found:
        return self._not(said[-1])

    def _at_last2(self, *said: Found) -> Found:
        """What the last card, or an attribute of it, is."""
        *names, kind = said
        return self._thing_is((names[0], LAST), kind) if names else self._at_place(LAST, kind)

    def _at_last2_not(self, *said: Found) -> Found:
        *names, kind = said
        return self._at_last2(*names, self._not(kind))

    def _some_relation(self, *said: Found) -> Found:
        """So many attributes, a comparison and another card, in any order."""
        beside = next(each for each in said if isinstance(each, BesideOther))
        place = next((each for each in said if isinstance(each, Place)), LAST)
        beside = beside._replace(thing=("", place))
        some = next(each for each in said if not isinstance(each, BesideOther | Place))
        if beside.negated:
            if some != self._all_of():
                return None
            found = self._some_beside(some, self._beside_not(beside))
            return found and self._normal(negation(found, self.deck))
        return self._some_beside(some, beside)

    def _one_of_attrs(self, *said: Found) -> Found:
        return self._of_two(Between(1, 1), *said[-2:])

    def _never_unless(self, denied: Said, guard: Said) -> Found:
        return self._deny_unless(self._not(denied), guard)

    def _kinds_are(self, kind: Said, then: Said) -> Found:
        return self._kind_must(kind, then) if isinstance(kind, Kind) and kind.plural else None

    def _pairs_like(self, *said: Said) -> Found:
        """Two sorts of cards, each of a further sort."""
        one, then, *others = said
        several = isinstance(one, Kind) and one.plural
        return self._conds_like(When(plain(one), plain(then)), *others) if several else None

    def _xor_but(self, one: Said, two: Said, denied: Said) -> Found:
        """One sort of card or another, of which those of both are denied."""
        both = self._normal(And((plain(one), plain(two))))
        return self._xor(one, two) if both == self._normal(plain(denied)) else None

    def _it_of(self, *said: Found) -> Found:
        return int(said[0]) if isinstance(said[0], int) else 2, said[-1]

    def _last_values(self, *said: Found) -> Found:
        depth, name = said[-1]
        return self._one_beside(name, BesideOther("same", None, ("", Place("any", depth))))

    def _last_values_not(self, *said: Found) -> Found:
        found = self._last_values(*said)
        return found and self._normal(negation(found, self.deck))

    def _only_after(self, guard: Said, then: Said) -> Found:
        return self._only_if(then, guard)

    def _never_same(self, name: str, *_: Found) -> Found:
        return When(OTHERWISE, self._never_twice(name)) if name else None

    def _until_cards(self, kind: Said, number: int) -> When:
        return When(self._where_to(number), plain(kind))

    def _thing_both(self, *_: Found) -> Found:
        return "", LAST

    def _alike_never(self, name: str, amount: Found) -> Found:
        """So many alike are too many."""
        low = amount.low if isinstance(amount, Between) else 0
        return self._alike_times(name, Between(0, low - 1)) if low > 1 else None

    def _deny(self, *said: Found) -> Found:
        return self._not(next(each for each in said if not isinstance(each, str)))

    def _if_denied(self, guard: Said) -> Found:
        """What is out where it holds."""
        return self._not(guard) if isinstance(guard, Kind) else None

    def _at_numbers(self, values: HasValue) -> Found:
        return self._at_last(Kind(values))

    def _kind_any_but(self, kind: Said, _: str, denied: Said) -> Found:
        return self._kind_must(kind, self._not(denied))

    def _relation_by(self, *said: Found) -> Found:
        *before, thing, amount = said
        beside = BesideOther("apart", amount, thing)
        return self._clause(before[0], beside) if before else self._of_card(beside)

    def _difference_two(self, *said: Found) -> Found:
        return self._difference(("", LAST), said[-1])

    def _several_kinds(self, *kinds: Said) -> Found:
        found = Kind(self._normal(Or(tuple(map(plain, kinds)))), plural=True)
        return found if isinstance(found.condition, HasValue) else None

    def _beside_sum(self, way: str, *said: Found) -> Found:
        *before, thing, number = said
        beside = BesideOther(way, Between(number, number), thing)
        return self._clause(before[0], beside) if before else self._of_card(beside)

    def _at_ref(self, *said: Found) -> Found:
        name = next(each for each in said if isinstance(each, str))
        place = next(each for each in said if isinstance(each, Place))
        return self._thing_is((name, place), said[-1])

    def _at_amount(self, place: Place, *said: Found) -> Found:
        name = said[0] if len(said) > 1 else self._ordered()
        return self._thing_amount((name, place), said[-1])

    def _kind_clause2(self, kind: Said, beside: BesideOther, *said: Found) -> Found:
        then = self._relation(beside, *said)
        return then and self._kind_must(kind, then)


class Gist:
    """A language over a deck by its gist: what can be left out, and what stands for the same.

    Its rows are those of the language, and more, for which the order of words counts little.
    """

    def __init__(self, deck: Deck) -> None:
        spoken = language(deck)
        data = tomllib.loads(files(__package__).joinpath("gist.toml").read_text("utf-8"))
        self.left = {
            **dict.fromkeys(data["light"], FAINT),
            **dict.fromkeys(data["useful"], DIM),
            **dict.fromkeys(data["loath"], WHOLE),
        }
        self.tight = frozenset(data["tight"])
        told = {key[0] for ways in spoken.phrases.values() for key, _ in ways if len(key) == 1}
        self.feathers = spoken.light - told
        self.notions: dict[str, list[str]] = {}
        for notion, words in data["words"].items():
            for word in words:
                self.notions.setdefault(word, []).append(notion)
        means = InAnyOrder(deck)
        rows: list[Row] = []
        for category, lines in (*data["grammar"].items(), *table()["grammar"].items()):
            for line in lines.strip().splitlines():
                rows += spoken.rows_of(category, line, means)
        self.grammar = SpokenGrammar(
            replace(row, printed=row.category not in JOINING) for row in rows
        )
        self.known = frozenset(symbol for row in rows for symbol in row.pattern.symbols)

    def arcs(self, spoken: Speech, text: str, *, leaving: bool = False) -> list[list[Arc]]:
        """The ways to read a text's words, as what they stand for, and without the light ones.

        With ``leaving`` others can be left out, too.
        """
        found = []
        for place in spoken.arcs(text):
            here: dict[tuple[int, str], Arc] = {}
            for arc in place:
                self._put(here, arc)
                if (word := arc.word) is None:
                    continue
                feather = word.text == "," or word.text in self.feathers
                cost = self.left.get(word.text, FEATHER if feather else -1)
                if leaving and not arc.cost:
                    weight = spoken.weight(word)
                    cost = weight if cost < 0 else min(cost, weight)
                if cost >= 0:
                    self._put(here, Arc(arc.to, None, arc.cost + cost))
            found.append([*here.values()])
        return found

    def _put(self, here: dict[tuple[int, str], Arc], arc: Arc) -> None:
        """Notes a way to go on, the cheapest of those that are the same."""
        key = arc.to, arc.word.text if arc.word else ""
        if (word := arc.word) and (notions := self.notions.get(word.text)):
            arc = arc._replace(
                word=replace(word, means={**word.means, **dict.fromkeys(notions, word.text)})
            )
        if key not in here or arc.cost < here[key].cost:
            here[key] = arc

    def chart(self, top: str, arcs: Sequence[Sequence[Arc]], most: int = MOST_STEPS) -> Lattice:
        """The pieces of a text."""
        return Lattice(self.grammar, top, arcs, self.tight, most)


@cache
def gist(deck: Deck) -> Gist:
    """How sentences over a deck are read by their gist.

    >>> from facedown.deduce.rules.deck import SOLVER
    >>> "follows" in gist(SOLVER).notions
    True
    """
    return Gist(deck)
