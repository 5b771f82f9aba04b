"""Why a move is not allowed, as data from which the sentence is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facedown.core.messages import phrase
from facedown.core.seats import MOST_SEATS, seat_words
from facedown.core.words import fill


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
