"""What people and programs do at a table beside looking: the base of all acts.

An act is a record of what is asked for, such as ``Resign()``. Its file in ``table/acts/`` holds the
event it stores, who may, what is decided, what it changes, and its sentence. From the registry come
the JSON routes with their OpenAPI and the forms of the pages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Literal, Self, TypeAlias, TypeVar

from facedown.core.codec import Json, from_json
from facedown.core.seats import Seat
from facedown.table.access import HOST, check_host, client_id, seat_of, sender_id
from facedown.table.commits import Acknowledged, Commits, Decide, Nature
from facedown.table.live_table import TableRegistry
from facedown.table.logs import Metrics
from facedown.table.slow_work import SlowWork
from facedown.table.state import TableEvent, TableState
from facedown.table.store import Store

Who: TypeAlias = Literal["anybody", "viewer", "seat", "host"]
"""Whose secret an act needs; a viewer's is that of a seat, or none for an onlooker."""

R = TypeVar("R")
"""What is told to whoever asked."""

MOST_TALK: Final = 2000
"""How many notes a seat, and how many messages a table, may have."""


@dataclass(frozen=True, slots=True)
class Services:
    """What acts are done with: the tables of a process, and where events are stored.

    ``rates`` tells that the site keeps ratings.
    """

    registry: TableRegistry
    commits: Commits
    store: Store
    metrics: Metrics
    slow_work: SlowWork
    nature: Nature
    rates: bool = False


ACTS: Final[dict[str, type[Act[Any]]]] = {}
"""Every act by its path at a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(ABC, Generic[R]):
    """The base of all acts: a record of what is asked for.

    The first sentence of a subclass's docstring says to programs what it does, ``path`` where it is
    asked for, ``who`` may. ``body`` is the record that programs send, None for the act itself, and
    ``gives`` with ``status`` what they are answered. A message with the same ``client`` id is
    stored once, however often it is sent.
    """

    path: ClassVar[str]
    who: ClassVar[Who]
    body: ClassVar[type | None] = None
    gives: ClassVar[type] = Acknowledged
    status: ClassVar[int] = 200

    client: str | None = None

    def __init_subclass__(cls) -> None:
        """Takes the act in."""
        super(Act, cls).__init_subclass__()
        if "path" in cls.__dict__:
            ACTS[cls.path] = cls

    @classmethod
    def read(cls, value: Json) -> Self:
        """The act from what a program sent; raises ``BadRecord``."""
        return from_json(cls, value, "the body")

    @abstractmethod
    async def do(self, at: Services, table: str, secret: str | None) -> R:
        """Does it for whoever shows this secret; raises ``FacedownError`` with one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAct(Act[Acknowledged]):
    """An act of whoever has a seat: one event, decided when all before it are known."""

    who: ClassVar[Who] = "seat"

    @abstractmethod
    def decide(self, state: TableState, seat: Seat) -> TableEvent:
        """The event that it asks for; raises ``FacedownError`` where it cannot be."""

    async def do(self, at: Services, table: str, secret: str | None) -> Acknowledged:
        """Stores the event."""
        sender = await sender_id(at.registry, table, secret, self.client)

        def decide(state: TableState) -> TableEvent:
            return self.decide(state, seat_of(state, secret))

        return await at.commits.commit(table, sender, decide)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostAct(Act[Acknowledged]):
    """An act of the host: one event, decided when all before it are known."""

    who: ClassVar[Who] = "host"

    @abstractmethod
    def decide(self, state: TableState) -> TableEvent:
        """The event that it asks for; raises ``FacedownError`` where it cannot be."""

    async def do(self, at: Services, table: str, secret: str | None) -> Acknowledged:
        """Stores the event."""
        return await commit_as_host(at, table, secret, self.client, self.decide)


async def commit_as_host(
    at: Services, table: str, secret: str | None, client: str | None, decide: Decide
) -> Acknowledged:
    """Stores what is decided, where this is the host's secret; raises ``NotAllowed`` otherwise."""

    def decided(state: TableState) -> TableEvent:
        check_host(state, secret)
        return decide(state)

    return await at.commits.commit(table, client_id(HOST, client), decided)
