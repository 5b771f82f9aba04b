"""The host changes the table's settings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Self

from facedown.core.codec import Json, from_json
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.table.acting import HostAct, Services
from facedown.table.acts.start import start_if_full
from facedown.table.commits import Acknowledged
from facedown.table.state import Settings, TableEvent, TableState


class SettingsChanged(TableEvent, kind="settings"):
    """The host changed the settings."""

    settings: Settings

    def apply(self, state: TableState, at: int) -> None:
        """Keeps the settings; with another clock everybody's time begins anew."""
        if self.settings.clock != state.settings.clock:
            for seat in state.seats:
                seat.used = seat.extra = seat.moves = 0
                seat.since = None if seat.since is None else at
        state.settings = self.settings

    def told(self, names: Sequence[str], people: Collection[Seat]) -> str:
        """That they have changed."""
        return phrase("The host changes the table's settings.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSettings(HostAct):
    """Change the settings."""

    path = "settings"
    body = Settings

    settings: Settings

    @classmethod
    def read(cls, value: Json) -> Self:
        """The act from the settings alone."""
        return cls(settings=from_json(Settings, value, "the body"))

    def decide(self, state: TableState) -> TableEvent:
        """Raises ``BadOption`` where the game has no such aid."""
        return SettingsChanged(self.settings.check(state.game.facts))

    async def do(self, at: Services, table: str, secret: str | None) -> Acknowledged:
        """Stores them, and begins the game where it was only waited for the host."""
        done = await HostAct.do(self, at, table, secret)
        await start_if_full(at, table)
        return done
