"""What programs send and get, beside acts and the records of the table.

From all of them both the checks and the OpenAPI are made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from facedown.core.standing import StandingAnswer
from facedown.core.workshop import Field, Flaw
from facedown.table.slow_work import StageFound
from facedown.table.state import Settings


@dataclass(frozen=True, slots=True)
class CreateTable:
    """A table to open; ``bots`` names a bot for each seat (from "0") that no person takes.

    ``handover`` lets seats change hands after the game has begun, with all that they know;
    ``tables`` is how many tables are opened at once, all of them dealt the same.
    """

    game: str
    seats: int | None = None
    options: dict[str, bool | int | str] = field(default_factory=dict)
    bots: dict[str, str] = field(default_factory=dict)
    settings: Settings | None = None
    daily: str = ""
    handover: bool = False
    tables: int = 1


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A typed move that is to be read and not made."""

    line: str


@dataclass(frozen=True, slots=True)
class SaidBack:
    """What a typed move would mean.

    ``move`` is null where the line stands for none; ``problem`` says why. ``completions`` are whole
    lines that it could go on as; ``confirm`` advises to ask whoever typed it for a yes.
    """

    move: dict[str, Any] | None
    meaning: str
    warnings: tuple[str, ...]
    completions: tuple[str, ...]
    confirm: bool
    problem: str


@dataclass(frozen=True, slots=True)
class LineRead:
    """A typed move at an event's number; ``back`` is null where the game says nothing back."""

    head: int
    back: SaidBack | None


@dataclass(frozen=True, slots=True)
class AnsweredInAdvance:
    """What holds now for your seat, for each kind of question that can be answered in advance."""

    standing: tuple[StandingAnswer, ...]


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A move open to you."""

    action: int
    move: dict[str, Any]
    words: str


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The moves open to you at an event's number, and the line that says what you can do."""

    head: int
    prompt: str
    moves: tuple[LegalMove, ...]


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage of findings: its name, and what people call it."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class WorkshopFacts:
    """What can be made for a game, and what is found out about it; ``examples`` are drafts."""

    title: str
    summary: str
    fields: tuple[Field, ...]
    stages: tuple[StageFacts, ...]
    examples: tuple[dict[str, bool | int | str], ...]


@dataclass(frozen=True, slots=True)
class LookInto:
    """A draft, and the stages wanted (none: every stage)."""

    draft: dict[str, bool | int | str]
    stages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LookedInto:
    """A draft in its normal form, what is wrong with it, and what was found out about it.

    ``page`` is the address of its page; ``options`` are those of a table on which it is played,
    null while it has flaws.
    """

    draft: dict[str, bool | int | str]
    page: str
    flaws: tuple[Flaw, ...]
    options: dict[str, bool | int | str] | None
    stages: tuple[StageFound, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something was refused.

    ``code`` is for programs, ``sentence`` for people; ``paragraph`` is the rulebook's and ``head``
    the newest event's number, where they say more.
    """

    code: str
    sentence: str
    paragraph: str
    head: int | None


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was changed."""

    error: Problem
