"""Sentences for people that know what they were made of, so that they can be said again elsewhere.

A :class:`Message` is a text in English, and whoever wants no other language takes it as it is. It
also keeps the message and the typed arguments it was made of, from which :func:`translated` says
it in another language. Nothing that makes a sentence knows which language it will be read in: one
event of a table is told to two seats in two languages.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, Protocol, Self

_SEAT: Final = re.compile(r"\{(\d{1,2})\}")
YOU: Final = "you"
"""The context of a message that begins with ``{who}`` and a verb, as it is said to that one."""
TO_YOU: Final = re.compile(r"\{who\} ([a-z]+)")
"""How such a message begins."""
_DECIMALS: Final = re.compile(r"[0-9]+\.[0-9]+")
_MARK: Final = re.compile(r"(?<=[0-9])[.,](?=[0-9])")
_AND_VERB: Final = re.compile(r"(?<= and )[a-z]+s\b")
_VERBS: Final = {"is": "are", "has": "have", "does": "do", "goes": "go"}


class Catalogue(Protocol):
    """What a language says for each message, as the standard library's ``gettext`` reads it."""

    def __hash__(self) -> int:
        """One that is kept by, as what is said in it is."""

    def gettext(self, message: str, /) -> str:
        """The message, or the same where the language does not have it."""

    def pgettext(self, context: str, message: str, /) -> str:
        """The message as it is meant in a context."""

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """The message as it is said of a number of things."""

    def npgettext(self, context: str, one: str, many: str, number: int, /) -> str:
        """The same as it is meant in a context."""


class Message(str):
    """A text in English that can be said in other languages too."""

    __slots__ = ()

    @property
    @abstractmethod
    def parts(self) -> tuple[object, ...]:
        """Whatever it was made of, which another language may show."""

    @abstractmethod
    def in_words_of(self, catalogue: Catalogue) -> str:
        """The same in the language of a catalogue."""


class Said(Message):
    """A message with its arguments; ``about`` is the context of a single word or the plural."""

    __slots__ = ("arguments", "context", "many", "message")

    message: str
    many: str | None
    context: str | None
    arguments: Mapping[str, object]

    def __new__(
        cls,
        message: str,
        arguments: Mapping[str, object],
        many: str | None = None,
        context: str | None = None,
    ) -> Self:
        """The message in English."""
        form = message if many is None or arguments["n"] == 1 else many
        form = _to_you(form) if context == YOU else form
        self = super().__new__(cls, form.format_map(arguments) if arguments else form)
        self.message, self.arguments = message, arguments
        self.many, self.context = many, context
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Said, (self.message, self.arguments, self.many, self.context)

    @property
    def parts(self) -> tuple[object, ...]:
        """Its arguments."""
        return tuple(self.arguments.values())

    def in_words_of(self, catalogue: Catalogue) -> str:
        """The same in the language of a catalogue."""
        if self.many is not None:
            number = _counted(self.arguments["n"])
            form = catalogue.ngettext(self.message, self.many, number)
            if self.context is not None:
                found = catalogue.npgettext(self.context, self.message, self.many, number)
                form = form if found in (self.message, self.many) else found
        elif self.context == YOU:  # what a language does not have so is said as of anybody
            found = catalogue.pgettext(YOU, self.message)
            form = catalogue.gettext(self.message) if found == self.message else found
        elif self.context is not None:
            form = catalogue.pgettext(self.context, self.message)
        else:
            form = catalogue.gettext(self.message)
        if not self.arguments:
            return form
        return form.format_map(
            {
                name: part if f"{{{name}!r}}" in form else _shown(part, catalogue)
                for name, part in self.arguments.items()
            }
        )


def _counted(number: object) -> int:
    """The whole number that languages count a number as: 1.5 of something is one, 2.5 are two.

    English has its own way: what is not exactly one are many.
    """
    assert isinstance(number, int | float)
    if number == int(number):
        return int(number)
    return 1 if abs(number) < 2 else 2


def _shown(part: object, catalogue: Catalogue) -> object:
    """An argument as a language has it: a message in its words, a number with its marks."""
    if isinstance(part, Message):
        return part.in_words_of(catalogue)
    if isinstance(part, int | float) and not isinstance(part, bool):
        return _Number(part, catalogue)
    if isinstance(part, str) and _DECIMALS.fullmatch(part):
        return _marked(part, catalogue)
    return part


class _Number:
    """A number that is written with the marks of a language."""

    __slots__ = ("catalogue", "number")

    def __init__(self, number: float, catalogue: Catalogue) -> None:
        self.number, self.catalogue = number, catalogue

    def __format__(self, spec: str) -> str:
        return _marked(format(self.number, spec), self.catalogue)


def _marked(number: str, catalogue: Catalogue) -> str:
    """A number as English writes it, with the marks of a language."""
    return _MARK.sub(lambda found: MARKS[found[0]].in_words_of(catalogue), number)


class Joined(Message):
    """Several texts, one after another."""

    __slots__ = ("between", "texts")

    between: str
    texts: tuple[str, ...]

    def __new__(cls, between: str, texts: tuple[str, ...]) -> Self:
        """The texts in English."""
        self = super().__new__(cls, between.join(texts))
        self.between, self.texts = between, texts
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Joined, (self.between, self.texts)

    @property
    def parts(self) -> tuple[object, ...]:
        """Its arguments."""
        return self.between, *self.texts

    def in_words_of(self, catalogue: Catalogue) -> str:
        """The same in the language of a catalogue."""
        between = translated(self.between, catalogue)
        return between.join(translated(text, catalogue) for text in self.texts)


class Capital(Message):
    """A text that begins with a capital."""

    __slots__ = ("text",)

    text: str

    def __new__(cls, text: str) -> Self:
        """The text in English."""
        self = super().__new__(cls, text[:1].upper() + text[1:])
        self.text = text
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Capital, (self.text,)

    @property
    def parts(self) -> tuple[object, ...]:
        """Its arguments."""
        return (self.text,)

    def in_words_of(self, catalogue: Catalogue) -> str:
        """The same in the language of a catalogue."""
        said = translated(self.text, catalogue)
        return said[:1].upper() + said[1:]


class NamedSeats(Message):
    """A text in which the seats have their names."""

    __slots__ = ("names", "text")

    names: Sequence[str]
    text: Message

    def __new__(cls, text: Message, names: Sequence[str]) -> Self:
        """The text in English."""
        self = super().__new__(cls, _with_names(str(text), names))
        self.text, self.names = text, names
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return NamedSeats, (self.text, self.names)

    @property
    def parts(self) -> tuple[object, ...]:
        """Its arguments."""
        return self.text, *self.names

    def in_words_of(self, catalogue: Catalogue) -> str:
        """The same in the language of a catalogue."""
        names = [translated(name, catalogue) for name in self.names]
        return _with_names(self.text.in_words_of(catalogue), names)


def phrase(message: str, /, **arguments: object) -> Message:
    """A sentence, or a part of one, from a message and its arguments.

    The message is what catalogues know it by, so it is written out where it is used, with
    ``{name}`` for each argument. Arguments may be messages themselves.

    >>> phrase("{who} asks verifier {verifier}.", who="{0}", verifier="B")
    '{0} asks verifier B.'
    """
    return Said(message, arguments)


def phrase_many(one: str, many: str, n: float, /, **arguments: object) -> Message:
    """The same of a number of things, which the message has as ``{n}``.

    A number that is not whole is in the singular below two in other languages than English.

    >>> phrase_many("{n} point", "{n} points", 1), phrase_many("{n} point", "{n} points", 7)
    ('1 point', '7 points')
    """
    return Said(one, {"n": n, **arguments}, many)


def phrase_in(context: str, message: str, /, **arguments: object) -> Message:
    """What means something of its own in a context, such as the name of a card.

    >>> phrase_in("card", "white 1")
    'white 1'
    """
    return Said(message, arguments, context=context)


def joined(between: str, texts: Iterable[str]) -> Message:
    r"""Several texts as one.

    >>> joined("\n", [phrase("One."), phrase("Two.")])
    'One.\nTwo.'
    """
    return Joined(between, tuple(texts))


def capital(text: str) -> Message:
    """A text that begins with a capital.

    >>> capital(phrase("yellow square"))
    'Yellow square'
    """
    return Capital(text)


def translated(text: str, catalogue: Catalogue) -> str:
    """A text in the language of a catalogue; one that is no message, such as a name, as it is.

    >>> from gettext import NullTranslations
    >>> translated(phrase("{n} of {all}", n=1, all=2), NullTranslations())
    '1 of 2'
    """
    return text.in_words_of(catalogue) if isinstance(text, Message) else text


MARKS: Final[Mapping[str, Message]] = {
    ".": phrase_in("before decimals", "."),
    ",": phrase_in("between thousands", ","),
}
"""The marks in a number."""


def decimals(value: Fraction | float, places: int = 2, sign: Literal["", "+"] = "") -> Message:
    """A number with so many decimals, also where no sentence is around it.

    >>> decimals(Fraction(20, 7)), decimals(1234, 0), decimals(0.5, 1, "+"), decimals(-0.5, 1)
    ('2.86', '1,234', '+0.5', '−0.5')
    """
    if round(float(value), places) < 0:
        return Said(f"−{{n:,.{places}f}}", {"n": -float(value)})
    return Said(f"{{n:{sign},.{places}f}}", {"n": abs(float(value))})


def in_percent(share: Fraction | float, places: int = 0) -> Message:
    """A share in percent.

    >>> in_percent(0.125), in_percent(Fraction(1, 12), 1)
    ('12 %', '8.3 %')
    """
    return phrase("{share} %", share=decimals(100 * share, places))


def exactly(value: Fraction) -> Message:
    """A fraction, and beside it what that is.

    >>> exactly(Fraction(53, 12)), exactly(Fraction(4))
    ('53/12 (4.417)', '4')
    """
    if value.denominator == 1:
        return decimals(value, 0)
    return joined("", [f"{value} (", decimals(value, 3), ")"])


def _with_names(text: str, names: Sequence[str]) -> str:
    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return names[seat] if seat < len(names) else found[0]

    return _SEAT.sub(name, text)


def fill(text: str, names: Sequence[str]) -> str:
    """The text with ``{0}``, ``{1}``, … replaced by the names of the seats.

    Other braces stay: a text may quote what somebody wrote. Of a message a message is made.

    >>> fill("{0} asks {1}; {9} {x}", ["Seat 1", "Seat 2"])
    'Seat 1 asks Seat 2; {9} {x}'
    """
    return NamedSeats(text, names) if isinstance(text, Message) else _with_names(text, names)


def said_to(seat: int, text: str) -> str:
    """A text as it is said to the one on a seat, in the second person where that one acts.

    >>> said_to(0, phrase("{who} passes; {other} waits.", who="{0}", other="{1}"))
    'You pass; {1} waits.'
    >>> said_to(1, phrase("{who} passes.", who="{0}"))
    '{0} passes.'
    """
    match text:
        case Said():
            parts = {
                name: said_to(seat, part) if isinstance(part, Message) else part
                for name, part in text.arguments.items()
            }
            own = text.arguments.get("who") == f"{{{seat}}}" and TO_YOU.match(text.message)
            if own and text.context is None:
                return Said(text.message, parts, text.many, YOU)
            same = all(parts[name] is part for name, part in text.arguments.items())
            return text if same else Said(text.message, parts, text.many, text.context)
        case Joined():
            return Joined(text.between, tuple(said_to(seat, each) for each in text.texts))
        case Capital():
            return Capital(said_to(seat, text.text))
        case NamedSeats():
            return fill(said_to(seat, text.text), text.names)
    return text


def _to_you(message: str) -> str:
    """An English sentence that begins with ``{who}``, in the second person.

    >>> _to_you("{who} guesses: {rule}"), _to_you("{who} has declared."), _to_you("{who} may go")
    ('You guess: {rule}', 'You have declared.', 'You may go')
    >>> _to_you("{who} takes the {card} and dumps the {other}"), _to_you("{who} errs and is out")
    ('You take the {card} and dump the {other}', 'You err and are out')
    """
    said = TO_YOU.sub(lambda found: f"You {_verb(found[1])}", message, count=1)
    return _AND_VERB.sub(lambda found: _verb(found[0]), said)


def _verb(word: str) -> str:
    """An English verb of the third person in the second."""
    if word in _VERBS:
        return _VERBS[word]
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes")) else word.removesuffix("s")


def listed(words: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    """The words as a list in a sentence.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    *first, end = tuple(words) or ("",)
    if not first:
        return end
    some = joined(", ", first)
    if last == "or":
        return phrase("{some} or {end}", some=some, end=end)
    return phrase("{some} and {end}", some=some, end=end)


def separated(parts: Iterable[str]) -> Message:
    """Parts of a sentence that have commas of their own.

    >>> separated(["C1: K, 3", "C2: Q"])
    'C1: K, 3; C2: Q'
    """
    return joined(phrase_in("between parts", "; "), parts)


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "round"), counted(0, "round"), counted(7, "point")
    ('1 round', '0 rounds', '7 points')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"
