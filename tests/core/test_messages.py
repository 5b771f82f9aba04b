"""Sentences that know what they were made of."""

from __future__ import annotations

import copy
from gettext import NullTranslations

import pytest

from facedown.core.errors import Reason
from facedown.core.messages import (
    Message,
    capital,
    fill,
    joined,
    listed,
    phrase,
    phrase_in,
    phrase_many,
    translated,
)


class Shouted(NullTranslations):
    """A language in which all is said in capitals, but for the arguments."""

    def gettext(self, message: str, /) -> str:
        parts = message.split("{")
        rest = (
            name + "}" + text.upper() for name, _, text in (p.partition("}") for p in parts[1:])
        )
        return "{".join([parts[0].upper(), *rest])

    def pgettext(self, context: str, message: str, /) -> str:
        return f"{message.upper()}({context})"

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        return self.gettext(one if number in (0, 1) else many)

    def npgettext(self, context: str, one: str, many: str, number: int, /) -> str:
        return f"{self.ngettext(one, many, number)}({context})"


CARD = phrase_in("card", "white 1")
TEXTS = [
    (phrase("Nobody wins"), "NOBODY WINS"),
    (phrase("{who} plays {card}.", who="{0}", card=CARD), "{0} PLAYS WHITE 1(card)."),
    (phrase_many("{n} point", "{n} points", 0), "0 POINT"),
    (joined(", ", [phrase("one"), "Two"]), "ONE, Two"),
    (capital(phrase("yellow square is {n}", n=3)), "YELLOW SQUARE IS 3"),
    (phrase("{share:.1f} of {of!r}", share=0.25, of="it"), "0.(before decimals)2 OF 'it'"),
    (listed(["Ann", phrase("a bot")]), "Ann AND A BOT"),
    (Reason("asked", "T6", "Ask {name} later.")(name="B").sentence, "ASK B LATER."),
]


@pytest.mark.parametrize(("text", "shouted"), TEXTS)
def test_a_message_is_english_and_can_be_said_in_another_language(text: str, shouted: str) -> None:
    assert isinstance(text, Message)
    assert type(str(text)) is str
    assert translated(text, NullTranslations()) in {str(text), "0 point"}
    assert translated(text, Shouted()) == shouted


@pytest.mark.parametrize("text", [text for text, _ in TEXTS])
def test_a_message_is_copied_whole(text: str) -> None:
    again = copy.deepcopy(text)
    assert again == text
    assert translated(again, Shouted()) == translated(text, Shouted())


def test_what_is_no_message_stays() -> None:
    assert translated("Ann", Shouted()) == "Ann"


def test_names_of_seats_are_put_in_after_the_language_is_known() -> None:
    told = fill(phrase("{who} asks {whom}.", who="{0}", whom="{1}"), ["Ann", phrase("Bo")])
    assert told == "Ann asks Bo."
    assert translated(told, Shouted()) == "Ann ASKS BO."


def test_what_people_have_written_is_no_message() -> None:
    said = phrase("{who}: {text}", who="Ann", text="{0} and {who}")
    assert said == "Ann: {0} and {who}"
    assert translated(said, Shouted()) == "Ann: {0} and {who}"
