"""What a game offers without a table: what comes with it, a workshop, and best play as a tree.

In a workshop puzzles, card lists or rules are made. What is being made is a *draft*: a value for
each field, nothing else. It travels in a form and in a link, is kept nowhere, and is tidied and
judged by the game. *Findings* about it come in stages, cheap ones first, each a function of the
draft alone; they are worked out elsewhere and stopped when the draft has changed.

In the tree of best play people walk: what to ask, what may be answered, what to ask then. A *step*
is one answer as it is typed and stands in links, such as ``Q1=KH``. Where somebody stands is all
the steps that led there.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, TypeAlias
from urllib.parse import quote, urlencode

from facedown.core.codec import Json
from facedown.core.errors import FacedownError, UnknownName
from facedown.core.facts import LONGEST_OPTION, Option, OptionValue
from facedown.core.hooks import refuse_misspelled
from facedown.core.messages import joined, phrase
from facedown.core.moves import Move

Progress: TypeAlias = Callable[[str], None]
"""Told a short sentence now and then while long work goes on."""


@dataclass(frozen=True, slots=True)
class Ready:
    """One thing to play: the value of an option, its title, and a few words about it."""

    value: str
    title: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a game's collection; each of it is a value of the game's ``option``.

    ``words`` says what its things' own words mean, where they need that.
    """

    title: str
    option: str
    ready: tuple[Ready, ...]
    words: str = ""


Draft: TypeAlias = Mapping[str, OptionValue]
"""A value for each field of a workshop, by its name, in the order of the fields."""

LONGEST_DRAFT: Final = LONGEST_OPTION
"""Characters in all fields together."""
LONGEST_LINK: Final = 8_000
"""Characters in the link of a draft: servers and messengers cut longer ones."""
PLAIN_LINK: Final = 1_500
"""A longer link is packed."""
PACKED: Final = "packed"
"""What the packed form is called in a link."""


class BadDraft(FacedownError):
    """A draft that cannot be read; ``field`` is the name of the field at fault, if it is one."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a draft: an option, and how people call it."""

    option: Option
    label: str

    @property
    def name(self) -> str:
        """Its name in drafts and links."""
        return self.option.name


@dataclass(frozen=True, slots=True)
class Flaw:
    """What keeps a draft from being played, told at its ``field`` (and ``line``, from 1)."""

    sentence: str
    field: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class FindingTable:
    """A finding as a table. Its first ``shown`` rows are shown, the others on demand."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shown: int = 10


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a picture: what it stands for, its length in per cent, and how much that is."""

    label: str
    length: int
    words: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something found out about a draft.

    ``name`` is for programs, as ``value`` is; one that comes again with the same name replaces the
    first. ``label`` and ``text`` are for people. ``role`` tells a mere fact from advice, and from a
    flaw for which the draft cannot be played. ``field`` and ``line`` (from 1) say what it is about,
    where it is about a part of the draft. ``figure`` is the text in a few large letters, ``bars``
    draw it. ``link`` is that of another draft, which it offers instead.
    """

    name: str
    label: str
    text: str
    value: Any = None
    table: FindingTable | None = None
    role: Literal["fact", "advice", "flaw"] = "fact"
    field: str = ""
    line: int = 0
    figure: str = ""
    bars: tuple[Bar, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """Findings that are worked out together, from the draft alone.

    ``find`` gives them one by one, or raises ``FacedownError`` with why there are none. It is also
    given a function that tells how far it is, to be called a few times a second in long work: what
    that raises ends work that nobody wants any more, and passes through. After ``seconds`` the rest
    is given up. What is ``asked`` has a button, and is worked out for whoever presses it.
    """

    name: str
    title: str
    find: Callable[[Draft, Progress], Iterable[Finding]]
    seconds: float = 20.0
    asked: bool = False


class Workshop(ABC):
    """What a game offers to make. One that has ``workshop.html`` in its folder draws its own form.

    ``examples`` are drafts to begin with, each with what it is called; ``opening`` is the draft of
    a page that is opened without one, if it is not all as usual.
    """

    title: ClassVar[str]
    summary: ClassVar[str]
    fields: ClassVar[tuple[Field, ...]]
    stages: ClassVar[tuple[Stage, ...]]
    examples: ClassVar[tuple[tuple[str, Draft], ...]] = ()
    opening: ClassVar[Draft] = {}

    def __init_subclass__(cls) -> None:
        refuse_misspelled(cls, Workshop)

    @abstractmethod
    def options(self, draft: Draft) -> Mapping[str, OptionValue]:
        """What a table is opened with to play a draft without flaws."""

    def first_moves(self, draft: Draft) -> Sequence[Move]:
        """What whoever opens a table has moved there already, such as a secret rule that they made.

        The first seat plays it before chance has dealt, and no option tells of it.
        """
        return ()

    def tidy(self, draft: Draft) -> Draft:
        """The one normal form of a draft, flaws and all. Quick: a server waits for it."""
        return draft

    def unplayable(self, draft: Draft) -> Flaw | None:
        """What keeps a draft without other flaws from being played, but not from being looked into.

        Quick.
        """
        return None

    def flaws(self, draft: Draft) -> Sequence[Flaw]:
        """What keeps a draft from being played; with any, nothing else is found out. Quick."""
        return ()

    def edit(self, draft: Draft, change: str) -> Draft:
        """The draft after a change that a button of its form stands for.

        Raises ``FacedownError`` with one sentence when that cannot be done.
        """
        raise UnknownName(phrase("There is no change called {change!r} here.", change=change[:40]))

    def context(self, draft: Draft) -> Mapping[str, object]:
        """What its ``workshop.html`` needs beyond the draft, found there as ``extra``."""
        return {}

    # Reading and writing

    def field(self, name: str) -> Field:
        """A field by name; raises ``BadDraft`` when there is none."""
        for field in self.fields:
            if field.name == name:
                return field
        names = ", ".join(field.name for field in self.fields)
        raise BadDraft(
            phrase(
                "A draft has no field {name!r}; its fields: {names}.", name=name[:40], names=names
            )
        )

    def stage(self, name: str) -> Stage:
        """A stage by name; raises ``UnknownName`` when there is none."""
        for stage in self.stages:
            if stage.name == name:
                return stage
        names = ", ".join(stage.name for stage in self.stages)
        raise UnknownName(
            phrase("There is no stage {name!r}; the stages: {names}.", name=name[:40], names=names)
        )

    def read(self, given: Mapping[str, Json]) -> Draft:
        """A draft from values or typed texts by field; what is not given is as usual.

        Raises ``BadDraft`` with one sentence.
        """
        size = sum(len(value) for value in given.values() if isinstance(value, str))
        if size > LONGEST_DRAFT:
            raise BadDraft(
                phrase(
                    "A draft has at most {longest_draft:,} characters, not {size:,}.",
                    longest_draft=LONGEST_DRAFT,
                    size=size,
                )
            )
        draft: dict[str, OptionValue] = {f.name: f.option.default for f in self.fields}
        for name, value in given.items():
            option = self.field(name).option
            if isinstance(value, str) and not _whole(value):
                raise BadDraft(phrase("A text of the draft has half a character in it."), name)
            typed = isinstance(value, str) and not isinstance(option.default, str)
            try:
                draft[name] = option.read(value.strip()) if typed else option.check(value)
            except FacedownError as problem:
                raise BadDraft(problem.message, name) from None
        draft = dict(self.tidy(draft))
        if len(self.link(draft)) > LONGEST_LINK:
            raise BadDraft(phrase("This draft is too long for a link; make it shorter."))
        return draft

    def link(self, draft: Draft) -> str:
        """The draft as the query of a link: fields by name, or all of it packed where that is long.

        A field that the draft leaves out is as usual.

        >>> from facedown.core.registry import game_class
        >>> game_class("turing").workshop().link({"mode": "classic", "cards": "4,9,11,14"})
        'cards=4,9,11,14'
        """
        said = {
            field.name: draft[field.name]
            for field in self.fields
            if draft.get(field.name, field.option.default) != field.option.default
        }
        texts = {name: _text(value) for name, value in said.items()}
        plain = urlencode(texts, safe=",:;!*()'~/@", quote_via=quote)
        if len(plain) <= PLAIN_LINK:
            return plain
        form = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
        packed = base64.urlsafe_b64encode(zlib.compress(form, 9)).rstrip(b"=").decode()
        return f"{PACKED}={packed}"

    def read_link(self, query: Mapping[str, str]) -> Draft:
        """The draft of a link; raises ``BadDraft`` with one sentence."""
        fields = {field.name for field in self.fields}
        if PACKED not in query:
            return self.read({name: text for name, text in query.items() if name in fields})
        return self.read(_unpack(query[PACKED]))


def unasked(shop: Workshop) -> Sequence[Stage]:
    """The stages that are worked out for a draft without being asked for.

    >>> from facedown.core.registry import game_class
    >>> [stage.name for stage in unasked(game_class("turing").workshop())][:2]
    ['worlds', 'best-play']
    """
    return tuple(stage for stage in shop.stages if not stage.asked)


def _whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _text(value: OptionValue) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _unpack(packed: str) -> Mapping[str, Json]:
    problem = BadDraft(phrase("The link of this draft is cut short or changed."))
    if len(packed) > LONGEST_LINK:
        raise problem
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacking = zlib.decompressobj()
        form = unpacking.decompress(data, 4 * LONGEST_DRAFT + 4096)
        value = json.loads(form) if unpacking.eof else None
    except (binascii.Error, ValueError, zlib.error, RecursionError):
        raise problem from None
    if not isinstance(value, dict):
        raise problem
    return value


MOST_STEPS: Final = 64
"""No way from the first question to the last is longer."""
MOST_LISTED: Final = 12
"""More answers that are alike are counted in lines of text, not listed."""


@dataclass(frozen=True, slots=True)
class StrategyChoice:
    """A question that can be asked now; ``words`` say what it comes to, ``best`` if none is better.

    ``name`` is how it is called when it is chosen, ``expected`` how many questions there are on
    average when it is asked first, itself included: a fraction.
    """

    name: str
    words: str
    expected: str
    best: bool


@dataclass(frozen=True, slots=True)
class StrategyAnswer:
    """One of the answers to a question: its words, and the step that it is."""

    words: str
    step: str


@dataclass(frozen=True, slots=True)
class Branch:
    """Answers to a question that are alike, and what follows.

    ``chance`` is that of all of them together, a fraction; ``percent`` the same for people.
    ``then`` is the moment after the first of them; after each other it is the same but for names.
    """

    answers: tuple[StrategyAnswer, ...]
    chance: str
    percent: str
    then: Standpoint


@dataclass(frozen=True, slots=True)
class Standpoint:
    """Where somebody stands.

    ``words`` say what is best now, ``ask`` is the question whose ``branches`` are shown: empty
    where nothing is to be asked. There are no branches either where nobody looked further.
    ``expected`` is how many questions best play still asks on average, a fraction. ``choices`` are
    all questions that there are. ``title`` and ``way`` are told of the first moment of a tree
    alone: what is played, and the steps that led here, in words.
    """

    words: str
    ask: str
    expected: str = "0"
    choices: tuple[StrategyChoice, ...] = ()
    branches: tuple[Branch, ...] = ()
    title: str = ""
    way: tuple[StrategyAnswer, ...] = ()


def lines_of(moment: Standpoint) -> Iterator[str]:
    """The tree from a moment on as indented lines.

    >>> end = Standpoint("Name the king.", "")
    >>> answers = StrategyAnswer("K", "Q1=K"), StrategyAnswer("Q", "Q1=Q")
    >>> branch = Branch(answers, "1/2", "50 %", end)
    >>> list(lines_of(Standpoint("Ask Q1.", "Q1", branches=(branch,))))
    ['Ask Q1.', '  K, Q (50 %): Name the king.']
    """
    yield moment.words
    yield from _lines(moment, "  ")


def _lines(moment: Standpoint, indent: str) -> Iterator[str]:
    for branch in moment.branches:
        answers = phrase("{answers} ({percent}): ", answers=_words(branch), percent=branch.percent)
        yield joined("", [indent, answers, branch.then.words])
        yield from _lines(branch.then, f"{indent}  ")


def _words(branch: Branch) -> str:
    words = [answer.words for answer in branch.answers]
    if len(words) > MOST_LISTED:
        return phrase("{answer} and {n} alike", answer=words[0], n=len(words) - 1)
    return joined(", ", words)
