"""Somebody says something to everybody: a seat, the host, or an onlooker under a name."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from facedown.core.messages import phrase
from facedown.core.seats import ONLOOKER, Seat
from facedown.table.access import client_id, sender_id, viewer_of
from facedown.table.acting import MOST_TALK, Act, Services
from facedown.table.commits import Acknowledged
from facedown.table.errors import NotYet, TableError
from facedown.table.state import TableEvent, TableState
from facedown.table.words import LONGEST_TEXT, looks, tidy, tidy_name


class Said(TableEvent, kind="said"):
    """Somebody said something: a seat, or (``ONLOOKER``) somebody else under a name."""

    anybody = True

    seat: Seat
    name: str
    text: str

    def apply(self, state: TableState, at: int) -> None:
        """Counts it."""
        state.said += 1

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """What was said."""
        return self.text

    @property
    def bounded(self) -> bool:
        """Talk is counted by itself."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Act[Acknowledged]):
    """Say something to everybody.

    Onlookers give a ``name``.
    """

    path = "chat"
    who = "viewer"

    text: str
    name: str = ""

    async def do(self, at: Services, table: str, secret: str | None) -> Acknowledged:
        """Stores it; who says the same under the same name and id says it once."""
        if secret is None:
            text = f"{self.name}\0{self.text}".encode(errors="replace")
            words = hashlib.sha256(text).hexdigest()[:32]
            sender = client_id(f"onlooker.{words}", self.client)
        else:
            sender = await sender_id(at.registry, table, secret, self.client)
        return await at.commits.commit(
            table, sender, lambda state: self.decide(state, viewer_of(state, secret))
        )

    def decide(self, state: TableState, seat: Seat) -> TableEvent:
        """Raises ``NotYet`` where the chat is off, ``TableError`` where there is too much talk."""
        if not state.settings.chat:
            raise NotYet(phrase("The host has switched the chat off."))
        most = MOST_TALK if seat >= 0 else MOST_TALK // 2  # onlookers leave room for players
        if state.said >= most:
            raise TableError(phrase("A table keeps at most {most} messages.", most=most))
        name = state.names()[seat] if seat != ONLOOKER else _onlooker(state, self.name)
        return Said(seat, name, tidy(self.text, LONGEST_TEXT, "message"))


def _onlooker(state: TableState, name: str) -> str:
    called = tidy_name(name)
    if looks(called) in {looks(n) for n in state.names()}:
        raise TableError(
            phrase("Somebody here is called {called} already; choose another name.", called=called)
        )
    return called
