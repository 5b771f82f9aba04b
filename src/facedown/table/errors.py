"""What a table refuses, each with one sentence that can be shown as it is."""

from __future__ import annotations

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase


class TableError(FacedownError):
    """Something asked of a table cannot be done."""


class NoSuchTable(TableError):
    """There is no table of that name."""


class NotPlayedOn(TableError):
    """The table was made by another version of Facedown, or for a game that is not here.

    It stays in the store as it is; nothing can be done at it in this program.
    """


class NotAllowed(TableError):
    """The secret shown does not open this: forged, of another table, or none at all."""


class NotYet(TableError):
    """Not at this stage of the game: before its start, while it goes on, or after its end."""


class OutOfDate(TableError):
    """The move was meant for an earlier moment; ``head`` is the number of the newest event."""

    def __init__(self, head: int) -> None:
        super().__init__(phrase("The game has moved on since; look at the table and choose again."))
        self.head = head


class Closing(TableError):
    """The server is about to stop and takes nothing new."""

    def __init__(self) -> None:
        super().__init__(phrase("The server is about to stop; try again in a moment."))


class StoreError(TableError):
    """The store cannot be opened, read or written."""


class TooSlow(TableError):
    """Slow work was not done within its deadline, or there was nobody to do it."""


class Crashed(TableError):
    """Slow work failed, or its process died."""
