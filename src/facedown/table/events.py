"""The events of a table: what is stored, and the only thing that changes it."""

from __future__ import annotations

import dataclasses
from typing import ClassVar, Final, TypeAlias

from facedown.core.codec import Json, RecordType, from_json, to_json
from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.log import Entry
from facedown.core.moves import move_to_json
from facedown.core.seats import Seat
from facedown.core.standing import Answer, Lasts
from facedown.table.errors import StoreError
from facedown.table.settings import Settings


class Event(metaclass=RecordType):
    """The base of all events; ``kind`` names one in the store and in frames.

    Stores are read for good: what gets another name keeps its earlier ones in ``former`` and
    ``former_parts``, as :class:`~facedown.core.codec.RecordType` tells.
    """

    kind: ClassVar[str]


class Played(Event):
    """An event with moves in it: they are stored in one row, so all of them or none."""

    moves: tuple[Entry, ...]


class Started(Played, kind="started"):
    """The game began; the moves are nature's first ones."""


class Step(Played, kind="step"):
    """A seat's move together with nature's moves that followed.

    ``by`` is ``"human"``, ``"bot:NAME"`` or ``"random"``; ``instead`` says why somebody other than
    the seat's own bot moved (``"late"``, ``"crashed"``, ``"refused"``), or is empty. ``used`` is
    the time in milliseconds that the seat took, which is shown to itself alone. What a seat has
    said in advance is played as by ``"human"``: nothing here tells it from a move by hand.
    """

    seat: Seat
    by: str
    used: int
    instead: str = ""


class Undone(Event, kind="undone"):
    """A seat took its last move back."""

    seat: Seat


class Noted(Event, kind="noted"):
    """A seat wrote a note for itself."""

    seat: Seat
    text: str


class SaidInAdvance(Event, kind="said-in-advance"):
    """A seat answered a kind of question in advance, which nobody else is told."""

    seat: Seat
    question: str
    answer: Answer
    lasts: Lasts


class Said(Event, kind="said"):
    """Somebody said something: a seat, or (``ONLOOKER``) somebody else under a name."""

    seat: Seat
    name: str
    text: str


class Claimed(Event, kind="claimed"):
    """A person took a seat; ``secret_hash`` is never shown to anybody."""

    seat: Seat
    name: str
    colour: str
    secret_hash: str


class Renamed(Event, kind="renamed"):
    """A seat has another name or colour."""

    seat: Seat
    name: str
    colour: str


class BotSeated(Event, kind="bot-seated"):
    """A bot plays a seat from now on; ``why`` is ``"host"`` or ``"clock"``."""

    seat: Seat
    bot: str
    why: str


class Resigned(Event, kind="resigned"):
    """The person of a seat gave the game up; the bot plays it to the end."""

    seat: Seat
    bot: str


class WentAway(Event, kind="went-away"):
    """The person of a seat said goodbye; the seat stays theirs until it is vacated."""

    seat: Seat


class CameBack(Event, kind="came-back"):
    """The person of a seat plays again."""

    seat: Seat


class Vacated(Event, kind="vacated"):
    """The host opened a seat for anybody to claim: a bot's, or of somebody who went away."""

    seat: Seat


class SettingsChanged(Event, kind="settings"):
    """The host changed the settings."""

    settings: Settings


class ClockExtended(Event, kind="clock-extended"):
    """The host gave more time, in seconds, to one seat or (None) to everybody."""

    seat: Seat | None
    seconds: int


class Rematched(Event, kind="rematched"):
    """After the end a seat asked for another game, at a new table that carries everybody along."""

    seat: Seat
    table: str


KINDS: Final[dict[str, type[Event]]] = {
    kind.kind: kind
    for kind in (
        Started,
        Step,
        Undone,
        Noted,
        SaidInAdvance,
        Said,
        Claimed,
        Renamed,
        BotSeated,
        Resigned,
        WentAway,
        CameBack,
        Vacated,
        SettingsChanged,
        ClockExtended,
        Rematched,
    )
}


class Unread(Event, kind="unread"):
    """Something of the game at a table that is not played on (``TableState.stopped``).

    It is in no store: it has the number of an event that this program cannot read or make.
    """


_OF_THE_GAME: Final = (Played, Undone, Noted, SaidInAdvance)


def is_administrative(event: Event) -> bool:
    """Whether an event is one of those that people could go on making for ever.

    Moves come to an end with the game; what is said, noted and answered in advance is counted by
    itself.
    """
    by_itself = isinstance(event, BotSeated) and event.why == "clock"
    return not (isinstance(event, Played | Noted | SaidInAdvance | Said) or by_itself)


MoveForms: TypeAlias = list[dict[str, Json]]


def parts_of(event: Event) -> tuple[str, ...]:
    """The names of an event's parts."""
    return tuple(part.name for part in dataclasses.fields(event))


def event_to_json(event: Event) -> dict[str, Json]:
    """The JSON form of an event, as it is stored."""
    form: dict[str, Json] = {"event": event.kind}
    for name in parts_of(event):
        value = getattr(event, name)
        form[name] = _moves_to_json(value) if name == "moves" else to_json(value)
    return form


def _moves_to_json(moves: tuple[Entry, ...]) -> MoveForms:
    return [
        {"seat": entry.seat, "move": move_to_json(entry.move)}
        for entry in moves
        if entry.move is not None
    ]


def _kind_called(name: str) -> type[Event] | None:
    """The kind of event that has this name, or once had it."""
    once = (kind for kind in KINDS.values() if name in kind.former)
    return KINDS.get(name) or next(once, None)


def event_from_json(game: Game, form: Json, *, stopped: bool = False) -> Event:
    """Reads a stored event; raises ``StoreError`` when this program cannot.

    Where a table is ``stopped`` what is of the game is not read any more.
    """
    try:
        given = dict(form)
        kind = _kind_called(given.pop("event"))
        if stopped and (kind is None or issubclass(kind, _OF_THE_GAME)):
            return Unread()
        if kind is None:
            raise StoreError("A stored event is of a kind that there is not.")
        if not issubclass(kind, Played):
            # Only what we wrote ourselves is read here; strictness catches another version's.
            return from_json(kind, {**given, "move": kind.kind})
        moves = tuple(
            Entry(each["seat"], move=game.move_from_json(each["move"]))
            for each in given.pop("moves")
        )
        parts = {kind.former_parts.get(name, name): part for name, part in given.items()}
        return kind(moves, **parts)
    except (FacedownError, KeyError, TypeError, ValueError) as problem:
        raise StoreError(f"A stored event cannot be read: {problem}") from None
