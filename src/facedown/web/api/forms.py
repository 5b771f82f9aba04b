"""What programs send and get, beside the records of the table.

From all of them both the checks and the OpenAPI are made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from facedown.core.standing import Answer, Lasts, StandingAnswer
from facedown.core.workshop import Field, Flaw
from facedown.table.settings import Settings
from facedown.table.workshops import Found


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
class ClaimSeat:
    """A seat to take: by number from 0, or null for the first that is free.

    ``secret`` may be 43 letters of your own random choice (A–Z, a–z, 0–9, - and _), so that a
    claim whose answer was lost can be made again.
    """

    seat: int | None = None
    name: str = ""
    colour: str = ""
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class SendMove:
    """A move: by its action number, as a record (``move``), or as a typed ``line``.

    ``expected`` is the number of the newest event you know: the move is refused when your decision
    began after it. A move sent again with the same ``client`` id is made once.
    """

    action: int | None = None
    move: dict[str, Any] | None = None
    line: str | None = None
    expected: int | None = None
    client: str | None = None


@dataclass(frozen=True, slots=True)
class PlayOn:
    """A seat, from 0, in which to play a finished game on after ``turn`` moves.

    ``bot`` has all other seats; where it is empty, the bot that usually plays.
    """

    seat: int
    turn: int
    bot: str = ""


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
class AnswerInAdvance:
    """An answer to a kind of question of the game, for the table or for this turn alone."""

    question: str
    answer: Answer
    lasts: Lasts = "table"
    client: str | None = None


@dataclass(frozen=True, slots=True)
class AnsweredInAdvance:
    """What holds now for your seat, for each kind of question that can be answered in advance."""

    standing: tuple[StandingAnswer, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """Take your last move back."""

    expected: int | None = None
    client: str | None = None


@dataclass(frozen=True, slots=True)
class SendText:
    """A note for yourself, or something said to everybody (onlookers give a ``name``)."""

    text: str
    name: str = ""
    client: str | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """Another name or colour for your seat; what is empty stays."""

    name: str = ""
    colour: str = ""
    client: str | None = None


@dataclass(frozen=True, slots=True)
class Nothing:
    """No parts but, if wanted, a client's id."""

    client: str | None = None


@dataclass(frozen=True, slots=True)
class SeatBot:
    """A bot for a seat; null fills every open seat."""

    bot: str
    seat: int | None = None
    client: str | None = None


@dataclass(frozen=True, slots=True)
class OneSeat:
    """A seat, from 0."""

    seat: int
    client: str | None = None


@dataclass(frozen=True, slots=True)
class MoreTime:
    """Seconds more for one seat, or (null) for everybody."""

    seconds: int
    seat: int | None = None
    client: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """It is done."""

    done: bool


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
    stages: tuple[Found, ...]


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
