"""Why a move is not allowed, as data from which the sentence is made."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why one move is not allowed now.

    ``code`` names the reason for programs and translators, ``params`` are its parts, ``paragraph``
    is where the rulebook says so, and ``sentence`` is what a person reads.
    """

    code: str
    params: tuple[tuple[str, str], ...]
    paragraph: str
    sentence: str


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
        return Refusal(self.code, parts, self.paragraph, self.template.format(**params))
