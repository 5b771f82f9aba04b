"""Moves: frozen records with one JSON form, and their short names inside hot loops.

What a seat notes beside its moves is tidied here too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, TypeAlias

from facedown.core.codec import Json, RecordType, from_json, to_json
from facedown.core.errors import BadNote, BadRecord, MalformedMove
from facedown.core.messages import phrase


class Move(metaclass=RecordType):
    """The base of every game's moves.

    A game's move says its ``kind``, the word for it in JSON, beside the base, and is a frozen
    dataclass. ``by_nature`` says that only nature makes such moves. A part that a seat may not
    know is ``None`` in that seat's copy of the move.

    Logs and tables are read for good: a kind that gets another name keeps its earlier ones in
    ``former``, and a part that does, in ``former_parts``, each with its name of today. What is
    written has today's names.

    >>> class Draw(Move, kind="draw", by_nature=True, former=("take",)):
    ...     card: str | None
    >>> Draw("W3"), Draw.kind, Draw.by_nature
    (Draw(card='W3'), 'draw', True)
    >>> move_from_json([Draw], {"move": "take", "card": "W3"})
    Draw(card='W3')
    """

    kind: ClassVar[str]
    by_nature: ClassVar[bool]


Action: TypeAlias = int | Move
"""A move inside a hot loop: its action number, or the record itself where a move comes from an
open language (a guessed rule) or from more possibilities than can be numbered (a drawn problem).
Numbers of seats' moves run from 0 to the game's ``actions``; nature's have a numbering of their
own, which depends on the state."""


def move_to_json(move: Move) -> Json:
    """The JSON form of a move: its parts and, under ``"move"``, its kind.

    >>> from facedown.core.registry import new_game
    >>> game = new_game("turing", cards="4,9,11,14")
    >>> move_to_json(game.read("112", game.start().view(0)))
    {'move': 'propose', 'code': '112'}
    """
    return to_json(move)


def move_from_json(kinds: Iterable[type[Move]], value: Json) -> Move:
    """Reads a move of one of these kinds.

    Raises :class:`~facedown.core.errors.MalformedMove` with one sentence when it cannot be read.

    >>> from facedown.games.turing.moves import Declare
    >>> move_from_json([Declare], {"move": "declare", "solve": True, "code": "241"})
    Declare(solve=True, code='241')
    >>> move_from_json([Declare], {"move": "fly"})
    Traceback (most recent call last):
        ...
    MalformedMove: No move is called 'fly'; the moves are declare.
    """
    known = {kind.kind: kind for kind in kinds}
    called = {former: kind for kind in known.values() for former in kind.former} | known
    if not isinstance(value, dict) or not isinstance(value.get("move"), str):
        raise MalformedMove(phrase('A move is an object with a text under "move".'))
    kind = called.get(value["move"])
    if kind is None:
        names = ", ".join(sorted(known))
        raise MalformedMove(
            phrase(
                "No move is called {move!r}; the moves are {names}.",
                move=value["move"][:40],
                names=names,
            )
        )
    try:
        return from_json(kind, {**value, "move": kind.kind}, kind.kind)
    except BadRecord as problem:
        raise MalformedMove(
            phrase("The move cannot be read: {problem}", problem=problem.message)
        ) from None


LONGEST_NOTE: Final = 200
"""Characters."""

_JOINERS: Final = "\u200c\u200d"  # needed inside words of some scripts, though they show nothing


def tidy_note(text: str) -> str:
    r"""A note as it is kept: one line, with single blanks.

    Raises :class:`~facedown.core.errors.BadNote` when it is empty, longer than 200 characters, or
    holds characters that cannot be shown, which could play tricks on whoever reads it.

    >>> tidy_note("  seat 2\tholds W3 ")
    'seat 2 holds W3'
    """
    note = " ".join(text.split())
    if not note:
        raise BadNote(phrase("There is nothing in that note."))
    if len(note) > LONGEST_NOTE:
        raise BadNote(
            phrase(
                "A note has at most {longest_note} characters; that one has {note}.",
                longest_note=LONGEST_NOTE,
                note=len(note),
            )
        )
    if not all(character.isprintable() or character in _JOINERS for character in note):
        raise BadNote(phrase("A note cannot hold control characters."))
    return note
