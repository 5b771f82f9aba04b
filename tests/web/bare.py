"""Bare English on a page in the pseudo-language: words that show no accent, and are no names."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection
from html.parser import HTMLParser
from typing import Final

from facedown.core.registry import game_class, load_games
from facedown.deduce.rules import place_in
from facedown.deduce.rules.catalogue import catalogue
from facedown.deduce.rules.deck import SOLVER
from facedown.games.solid.cards import EFFECTS

SILENT: Final = {"script", "style", "code", "kbd", "svg"}
READ: Final = (
    "aria-label", "placeholder", "alt", "title", "label", "data-moment-words", "data-moment-why",
)  # fmt: skip
"""Attributes that somebody reads or hears."""
PEOPLE: Final = frozenset({"Facedown", "Ann", "Bob", "English", "Français", "Português"})


class _Reader(HTMLParser):
    """Takes in a page's texts, and those of the attributes that are read.

    What stands in a field to be changed is somebody's own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        if self.silent:
            self.silent += [tag] if tag == self.silent[0] else []
            return
        given = dict(attrs)
        if tag in SILENT or (tag == "textarea" and "readonly" not in given):
            self.silent.append(tag)
            return
        said = [given.get(name) for name in READ]
        said += [given.get("content")] if given.get("name") == "description" else []
        self.texts += filter(None, said)

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if self.silent and tag == self.silent[0]:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        """A text between them."""
        if not self.silent:
            self.texts.append(data)


def texts_of(page: str) -> list[str]:
    """What somebody reads or hears of a page.

    >>> texts_of('<p title="One">Two &amp; <svg><text>three</text></svg>four</p>')
    ['One', 'Two & ', 'four']
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.texts


@functools.cache
def names_of(game: str) -> frozenset[str]:
    """What stands on a game's pages as a name: of games, their authors, seats and puzzles."""
    named = {*PEOPLE}
    for name, kind in load_games()[0].items():
        named |= {kind.facts.title, kind.facts.designers, name}  # the lobby has all of them
    kind = game_class(game)
    named |= {*kind.papers}
    for section in kind.collection():
        for one in section.ready:
            named |= {one.title, one.value}
    shop = kind.workshop()
    options = [*kind.facts.options, *(field.option for field in (shop.fields if shop else ()))]
    named |= {str(value) for option in options for value in option.examples}
    return frozenset(named)


@functools.cache
def rule_words() -> frozenset[str]:
    """The words of SOLVER's formal language, in which rules and cards are for everybody."""
    said = [entry.sentence for entry in catalogue()]
    said += place_in("", SOLVER).phrases
    said += [value for attribute in SOLVER.attributes for value in attribute.values]
    return frozenset({"the", "card", "cards"}) | {
        word for text in said for word in re.findall(r"[a-z]+", text)
    }


@functools.cache
def event_words() -> frozenset[str]:
    """The names of Solid's event cards, which lists of cards give them."""
    return frozenset(" ".join(EFFECTS).split())


@functools.cache
def card_codes() -> frozenset[str]:
    """Cards of a common deck by two letters, such as JS."""
    return frozenset(f"{rank}{suit}".lower() for rank in "AJQK" for suit in "SHDC")


DAYS: Final = r"\b(?:Puzzle of the day |day-)[0-9]+"
"""What Mystery Machine's puzzles of the day are called."""
TYPED: Final = re.compile(r"\{.*\}|'[^'⟦⟧]{1,40}'|íŧš ƀóŧš: [^.⟦⟧]*")
"""What is typed so, what somebody has typed, as a refusal repeats it, and the bots it could be."""
WORDS: Final = {"solver": rule_words, "solid": event_words, "mystery": card_codes}
"""Words by game that are in English for everybody: those of rules, the names of cards."""


def english_in(page: str, game: str, also: Collection[str] = ()) -> list[str]:
    """The texts of a page with words without an accent, within messages too.

    ``also`` are more names.
    """
    names = sorted(names_of(game).union(also), key=len, reverse=True)
    either = "|".join(map(re.escape, names))
    named = re.compile(rf"(?<![\w-])(?:{either})(?: bot)?(?![\w-])|{DAYS}", re.IGNORECASE)
    known = WORDS.get(game, frozenset)()
    found = []
    for text in texts_of(page):
        left = TYPED.sub("", named.sub("", text))
        words = re.findall(r"(?<!\w)[A-Za-z]{2,}(?!\w)", left)
        if any(word.lower() not in known for word in words):
            found.append(" ".join(text.split()))
    return found
