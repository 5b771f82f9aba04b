"""What can go wrong through something a person or a program asked for.

Every message is one clear sentence that can be shown as it is. A programming error is never one
of these: it stays an ordinary Python exception.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from facedown.core.messages import fill, phrase
from facedown.core.seats import MOST_SEATS, seat_words


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why one move is not allowed now.

    ``code`` names the reason for programs and translators, ``params`` are its parts, ``paragraph``
    is where the rulebook says so, and ``sentence`` is what a person reads, with ``{0}``, ``{1}``, …
    for the names of the seats.
    """

    code: str
    params: tuple[tuple[str, str], ...]
    paragraph: str
    sentence: str

    def named(self, names: Sequence[str] = ()) -> str:
        """The sentence with these names of the seats, or "Seat 1" and so on.

        >>> Refusal("not-your-turn", (), "", "It is the turn of {1}.").named()
        'It is the turn of Seat 2.'
        """
        return fill(self.sentence, names or tuple(map(seat_words, range(MOST_SEATS))))


@dataclass(frozen=True, slots=True)
class Reason:
    """A kind of refusal, of which a game keeps a short list.

    >>> taken = Reason("already-asked", "T6", "Verifier {verifier} was already asked this round.")
    >>> taken(verifier="B").sentence
    'Verifier B was already asked this round.'
    """

    code: str
    paragraph: str
    template: str

    def __call__(self, **params: object) -> Refusal:
        """The refusal with its parts filled in.

        Parts must be known to the seat that moves: a refusal is shown to it.
        """
        parts = tuple((name, str(value)) for name, value in params.items())
        return Refusal(self.code, parts, self.paragraph, phrase(self.template, **params))


class FacedownError(Exception):
    """Something asked for cannot be done; ``str(error)`` is one sentence that says why."""

    @property
    def message(self) -> str:
        """The sentence, which pages say in the language of their reader where it is a message."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class UnknownName(FacedownError):
    """A game, bot, option or command was named that does not exist."""


class BadOption(FacedownError):
    """An option, a number of seats or another setting has a value it cannot have."""


class MalformedMove(FacedownError):
    """The move cannot be read as a move of this game at all."""


class IllegalMove(FacedownError):
    """The move can be read but the rules do not allow it now.

    ``refusal`` carries the reason as data: code, parameters and paragraph. ``names`` are what the
    seats are called where that is known.
    """

    def __init__(self, refusal: Refusal, names: Sequence[str] = ()) -> None:
        super().__init__(refusal.named(names))
        self.refusal = refusal


class BadRecord(FacedownError):
    """A JSON value does not have the form of the record that was expected."""


class BadLog(FacedownError):
    """A log cannot be used: cut short, edited, or from another game or rules version."""


class OtherRules(BadLog):
    """A log of rules that this program does not play: it can be shown as it was recorded."""


class BadNote(FacedownError):
    """A note that cannot be kept as it is."""


class NotListed(FacedownError):
    """Moves or worlds are too many here to be listed; one of them can only be drawn."""


_OF_THE_SYSTEM: Final[dict[str, str]] = {
    str(text): text
    for text in (
        phrase("address already in use"),
        phrase("cannot assign requested address"),
        phrase("connection refused"),
        phrase("connection reset by peer"),
        phrase("file name too long"),
        phrase("input/output error"),
        phrase("is a directory"),
        phrase("name or service not known"),
        phrase("no space left on device"),
        phrase("no such file or directory"),
        phrase("not a directory"),
        phrase("permission denied"),
        phrase("read-only file system"),
    )
}
"""What systems say most often: in other languages too."""


def reason(problem: Exception) -> str:
    """Why the system refused, in a few words.

    >>> reason(PermissionError(13, "Permission denied"))
    'permission denied'
    """
    if isinstance(problem, OSError) and problem.strerror:
        text = problem.strerror[0].lower() + problem.strerror[1:]
        return _OF_THE_SYSTEM.get(text, text)
    return str(problem)
