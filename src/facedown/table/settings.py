"""What a host may set and change while the table stands: aids, chat, clock."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final

from facedown.core.facts import Facts
from facedown.core.messages import phrase
from facedown.table.errors import TableError

MOST_SECONDS: Final = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Clock:
    """Time to think: ``bank`` seconds for the whole game and ``increment`` more for every move."""

    bank: int
    increment: int = 0

    def check(self) -> Clock:
        """The clock itself; raises ``TableError`` when it cannot be kept."""
        if not 10 <= self.bank <= MOST_SECONDS:
            raise TableError(
                phrase(
                    "A clock has from 10 to {most_seconds} seconds for each seat.",
                    most_seconds=MOST_SECONDS,
                )
            )
        if not 0 <= self.increment <= 3600:
            raise TableError(phrase("A clock adds from 0 to 3600 seconds for each move."))
        return self


@dataclass(frozen=True, slots=True)
class Settings:
    """A table's settings.

    ``aids`` are those of the game's aids that everybody at the table may use; ``chat`` is whether
    people may talk; ``clock`` the time to think, if it is limited; ``auto_start`` lets the game
    begin as soon as every seat is taken.
    """

    aids: tuple[str, ...] = ()
    chat: bool = True
    clock: Clock | None = None
    auto_start: bool = True

    def check(self, facts: Facts) -> Settings:
        """The settings with each aid once; raises ``TableError`` when the game has no such aid."""
        known = {aid.name for aid in facts.aids}
        for name in self.aids:
            if name not in known:
                names = ", ".join(sorted(known)) or "none"
                raise TableError(
                    phrase(
                        "{title} has no aid {name!r}; its aids: {names}.",
                        title=facts.title,
                        name=name[:40],
                        names=names,
                    )
                )
        if self.clock is not None:
            self.clock.check()
        return dataclasses.replace(self, aids=tuple(a for a in all_aids(facts) if a in self.aids))


def all_aids(facts: Facts) -> tuple[str, ...]:
    """Every aid that a game has, by name."""
    return tuple(aid.name for aid in facts.aids)
