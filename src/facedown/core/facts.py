"""Facts: what every generic part needs to know of a game, as data.

Its options and hints, its questions that can be answered in advance, and what logs of its earlier
rules versions are to this one.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from facedown.core.codec import Json, record_fields, schema, to_json
from facedown.core.errors import BadOption
from facedown.core.messages import phrase, phrase_many
from facedown.core.moves import Move
from facedown.core.seats import MOST_SEATS
from facedown.core.view import View

OptionValue: TypeAlias = bool | int | str

WorldsKnown: TypeAlias = Literal["exact", "sampled", "none"]
"""What is known of the ways the hidden things can be: a list, only samples, or nothing."""

LONGEST_OPTION: Final = 20_000
"""Characters of a text option, wherever it comes from: logs, tables and their pages hold it."""

_CLASSES: Final = {"moves", "view"}


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a table makes before the game.

    The kind of its value is that of ``default``. ``choices`` lists the values it may have; for
    whole numbers ``bounds`` may give the least and the most instead, for texts ``pattern`` (a
    regular expression, described by ``form``). ``examples`` are values worth showing where
    ``choices`` does not list them: in help, in documentation and in tests. A text of several lines,
    such as a list of cards, has ``rows`` above 1: as many lines of it are shown where it is typed.
    No text has more than ``LONGEST_OPTION`` characters.

    People read ``label`` where the name alone does not say what the option is, ``said``, the
    values of ``choices`` in words in the same order, and ``zero`` where 0 is no number but stands
    for something.

    ``former`` are names that it had before, ``former_values`` values that have another form now,
    each with that one: logs and tables of then are read by them, and nobody is offered them.
    """

    name: str
    default: OptionValue
    meaning: str
    choices: tuple[OptionValue, ...] = ()
    bounds: tuple[int, int] | None = None
    pattern: str = ""
    form: str = ""
    examples: tuple[OptionValue, ...] = ()
    rows: int = 1
    label: str = ""
    said: tuple[str, ...] = ()
    zero: str = ""
    former: tuple[str, ...] = ()
    former_values: tuple[tuple[OptionValue, OptionValue], ...] = ()

    @property
    def called(self) -> str:
        """What people read as its name.

        >>> Option("one_code", False, "…").called, Option("both", False, "…", label="Two").called
        ('One code', 'Two')
        """
        return self.label or self.name.replace("_", " ").capitalize()

    def in_words(self, value: OptionValue) -> str:
        """A value of it as people read it.

        >>> play = Option("play", "race", "…", choices=("race", "team"), said=("alone", "together"))
        >>> play.in_words("team"), Option("rounds", 20, "…").in_words(5)
        ('together', '5')
        >>> Option("goal", 0, "…", zero="one round").in_words(0)
        'one round'
        """
        if isinstance(value, bool):
            return phrase("yes") if value else phrase("no")
        if self.said and value in self.choices:
            return self.said[self.choices.index(value)]
        if self.zero and value == 0:
            return self.zero
        return str(value)

    def read(self, text: str) -> OptionValue:
        """The value that a typed text stands for.

        Raises :class:`~facedown.core.errors.BadOption` when it cannot be one.

        >>> Option("rounds", 20, "most rounds", bounds=(1, 99)).read("12")
        12
        """
        if isinstance(self.default, bool):
            words = {"yes": True, "true": True, "on": True, "1": True}
            words |= {"no": False, "false": False, "off": False, "0": False}
            if text.lower() not in words:
                raise BadOption(
                    phrase(
                        "The option {name} is yes or no, not {text!r}.",
                        name=self.name,
                        text=text[:40],
                    )
                )
            return words[text.lower()]
        if isinstance(self.default, int):
            if not re.fullmatch(r"-?[0-9]{1,9}", text):
                raise BadOption(
                    phrase(
                        "The option {name} is a whole number, not {text!r}.",
                        name=self.name,
                        text=text[:40],
                    )
                )
            return self.check(int(text))
        return self.check(text)

    def check(self, value: object) -> OptionValue:
        """The value itself, when the option may have it; else raises ``BadOption``."""
        # A text may be a message; a truth is no number.
        kept = str if isinstance(self.default, str) else type(self.default)
        if not isinstance(value, kept) or isinstance(value, bool) != (kept is bool):
            kinds = {bool: phrase("yes or no"), int: phrase("a whole number")}
            kind = kinds.get(type(self.default), phrase("a text"))
            raise BadOption(
                phrase("The option {name} should be {kind}.", name=self.name, kind=kind)
            )
        assert isinstance(value, bool | int | str)
        if isinstance(value, str) and len(value) > LONGEST_OPTION:
            raise BadOption(
                phrase(
                    "The option {name} has at most {longest_option:,} characters, not {value:,}.",
                    name=self.name,
                    longest_option=LONGEST_OPTION,
                    value=len(value),
                )
            )
        if self.choices and value not in self.choices:
            choices = ", ".join(map(str, self.choices))
            raise BadOption(
                phrase(
                    "The option {name} is one of {choices}; not {value!r}.",
                    name=self.name,
                    choices=choices,
                    value=str(value)[:40],
                )
            )
        if isinstance(value, int) and self.bounds and not self.bounds[0] <= value <= self.bounds[1]:
            low, high = self.bounds
            raise BadOption(
                phrase(
                    "The option {name} is from {low} to {high}, not {value}.",
                    name=self.name,
                    low=low,
                    high=high,
                    value=str(value)[:40],
                )
            )
        if isinstance(value, str) and self.pattern and not re.fullmatch(self.pattern, value):
            raise BadOption(
                phrase(
                    "The option {name} should be {form}; not {value!r}.",
                    name=self.name,
                    form=self.form,
                    value=value[:40],
                )
            )
        return value


AidSays: TypeAlias = Literal["certain", "open", "out", "good", "bad", "next"]


@dataclass(frozen=True, slots=True)
class Aid:
    """Help that a table may allow or not: something a seat's view implies, said aloud.

    People read ``label`` where the name, in English, is not to be what they read.
    """

    name: str
    meaning: str
    label: str = ""

    @property
    def called(self) -> str:
        """What people read as its name.

        >>> Aid("standing", "…").called, Aid("standing", "…", label="The round").called
        ('Standing', 'The round')
        """
        return self.label or self.name.capitalize()


@dataclass(frozen=True, slots=True)
class AidMark:
    """What an aid says of one thing that lies on the table, for a board to mark it.

    ``thing`` is the game's own name of it, such as a card's short name; its board asks by it.
    ``says`` is one of

    =======  =======================  ====  =============================
    certain  it is so                 good  it would be good for the seat
    open     it may be so             bad   it would be bad for the seat
    out      it cannot be so          next  it is what to do next
    =======  =======================  ====  =============================
    """

    thing: str
    says: AidSays


@dataclass(frozen=True, slots=True)
class StandingQuestion:
    """A kind of question that a seat may answer in advance, such as whether to react.

    ``meaning`` is the question in words; ``decline`` and ``always`` say the two answers to it.
    """

    name: str
    meaning: str
    decline: str = phrase("always decline")
    always: str = phrase("always accept")


EarlierRules: TypeAlias = Literal["same", "kept", "gone"]


@dataclass(frozen=True, slots=True)
class Earlier:
    """What logs and tables of an earlier rules version are to this program.

    ``rules`` is ``"same"`` where no move means anything else today; ``"kept"`` where a rule has
    changed and :meth:`Game.under <facedown.core.game.Game.under>` still has the older one; and
    ``"gone"`` where it has not: then what was recorded is shown, and nobody plays on.
    ``same_draws`` tells whether a seed still gives the draws that it gave then. Where it does not,
    nature's moves stand in the log as ever, and only the check of the shuffle is lost.
    """

    version: int
    rules: EarlierRules = "same"
    same_draws: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """What a game is, for everything that does not know games by name.

    ==============  ==============================================================================
    name            its name in commands and files
    title           its name for people
    summary         one sentence that makes one want to play
    designers       who made it
    seats           fewest and most seats, at most ``seats.MOST_SEATS``
    usual_seats     how many seats a table has unless somebody says otherwise; 0: the fewest
    minutes         how long a game takes; 0: nobody knows
    options         what a table chooses before the game
    moves           its kinds of move, nature's included
    view            the class of its views
    rules_version   raised whenever a rule changes, or what a seed makes nature draw
    earlier         what logs of each earlier rules version are to this one
    points          the least and the most points a seat can end with
    chance          nature moves
    simultaneous    several seats may be to move at once
    open_moves      some moves of seats have no action number (an open language)
    worlds          what ``Game.worlds`` can do: list them all ("exact"), sample them, or nothing;
                    a game may say otherwise of a setting (``Game.worlds_known``)
    aids            the aids it offers
    standing        the kinds of question that a seat may answer in advance
    ==============  ==============================================================================

    >>> from facedown.core.registry import game_class
    >>> facts = game_class("suspense").facts
    >>> facts.title, facts.seats, [move.kind for move in facts.moves]
    ('Suspense', (2, 3), ['first dealer', 'deal', 'play', 'pass', 'fold', 'turn over', 'hold'])
    """

    name: str
    title: str
    summary: str
    designers: str
    seats: tuple[int, int]
    options: tuple[Option, ...]
    moves: tuple[type[Move], ...]
    view: type[View]
    rules_version: int
    points: tuple[int, int]
    chance: bool = True
    simultaneous: bool = False
    open_moves: bool = False
    worlds: WorldsKnown = "exact"
    aids: tuple[Aid, ...] = ()
    usual_seats: int = 0
    minutes: int = 0
    standing: tuple[StandingQuestion, ...] = ()
    earlier: tuple[Earlier, ...] = ()

    def __post_init__(self) -> None:
        if self.seats[1] > MOST_SEATS:
            raise BadOption(
                phrase(
                    "{title} has {n} seats, and no table more than {most}.",
                    title=self.title,
                    n=self.seats[1],
                    most=MOST_SEATS,
                )
            )

    @property
    def seats_unless_said(self) -> int:
        """How many seats a table has unless somebody says otherwise."""
        return self.usual_seats or self.seats[0]

    @property
    def players(self) -> str:
        """How many can play, in words.

        >>> from facedown.core.registry import game_class
        >>> game_class("turing").facts.players
        '1 to 4 players'
        """
        fewest, most = self.seats
        if fewest == most:
            return phrase_many("{n} player", "{n} players", most)
        return phrase_many("{fewest} to {n} player", "{fewest} to {n} players", most, fewest=fewest)

    def form(self) -> dict[str, Json]:
        """Its JSON form: all but the classes of its moves and views, whose forms have schemas."""
        parts = (part.name for part in dataclasses.fields(self))
        return {part: to_json(getattr(self, part)) for part in parts if part not in _CLASSES}

    @classmethod
    def form_schema(cls) -> dict[str, Json]:
        """The JSON Schema of :meth:`form`."""
        own: type = cls
        parts = {n: schema(kind) for n, kind in record_fields(own).items() if n not in _CLASSES}
        return {"title": "Facts", "type": "object", "properties": parts, "required": list(parts)}

    def under(self, rules: int) -> Earlier | None:
        """What logs of a rules version are to this program; None where it does not know that.

        >>> from facedown.core.registry import game_class
        >>> facts = game_class("suspense").facts
        >>> facts.under(1)
        Earlier(version=1, rules='same', same_draws=False)
        >>> facts.under(facts.rules_version).same_draws, facts.under(99)
        (True, None)
        """
        known = (*self.earlier, Earlier(self.rules_version, same_draws=True))
        return next((one for one in known if one.version == rules), None)

    def renamed(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Options as they were recorded, by the names and values that they have today.

        >>> goal = Option("goal", 10, "…", former=("target",), former_values=((-1, 0),))
        >>> from facedown.core.registry import game_class
        >>> facts = dataclasses.replace(game_class("suspense").facts, options=(goal,))
        >>> facts.renamed({"target": -1, "other": 3})
        {'goal': 0, 'other': 3}
        """
        names = {former: option for option in self.options for former in option.former}
        names |= {option.name: option for option in self.options}
        renamed: dict[str, OptionValue] = {}
        for name, value in options.items():
            option = names.get(name)
            if option is None:  # refused by whoever sets the game up
                renamed[name] = value
                continue
            values = (new for old, new in option.former_values if _is(old, value))
            renamed[option.name] = next(values, value)
        return renamed

    def option(self, name: str) -> Option:
        """The option of that name; raises ``BadOption`` when there is none."""
        for option in self.options:
            if option.name == name:
                return option
        names = ", ".join(option.name for option in self.options) or phrase("none")
        raise BadOption(
            phrase(
                "{title} has no option {name!r}; its options: {names}.",
                title=self.title,
                name=name[:40],
                names=names,
            )
        )


def _is(one: OptionValue, other: OptionValue) -> bool:
    """Whether they are the same value: ``True`` is 1 to Python."""
    return type(one) is type(other) and one == other
