"""Typed lines: in which language they are typed, how they are read and how they are said back.

Whoever serves a reader says the language, beside English; a game that reads whole sentences may
ask. Moves and what logs hold stay the same in every language.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.game import Game, ReadBack
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.view import View

_TYPED: Final[ContextVar[str]] = ContextVar("typed", default="en")


def typed_in() -> str:
    """The code of the language; "en" unless :func:`typing_in` says otherwise.

    >>> with typing_in("fr"):
    ...     typed_in()
    'fr'
    """
    return _TYPED.get()


@contextlib.contextmanager
def typing_in(code: str) -> Iterator[None]:
    """Lines are typed in a language within the block, and in the tasks that are started there."""
    before = _TYPED.set(code)
    try:
        yield
    finally:
        _TYPED.reset(before)


LONGEST_LINE: Final = 2000
"""Characters of a typed move, in the terminal, on pages and in the JSON interface alike."""


def check_length(text: str) -> str:
    """The text itself; raises :class:`~facedown.core.errors.MalformedMove` when it is too long.

    >>> check_length("ask B")
    'ask B'
    """
    if len(text) > LONGEST_LINE:
        raise MalformedMove(
            phrase(
                "A typed move has at most {longest_line} characters; that one has {text}.",
                longest_line=LONGEST_LINE,
                text=len(text),
            )
        )
    return text


# fmt: off
FILLERS: Final = frozenset({
    "card", "cards", "for", "from", "i", "i'd", "i'll", "it", "let", "like", "me", "my", "now",
    "ok", "please", "that", "the", "then", "this", "to", "want", "will",
})
# fmt: on
"""Words that say nothing about a move."""

ARTICLES: Final = frozenset({"a", "an"})
"""Those too, before another word; at the end A is a letter."""


def read_line(game: Game, text: str, view: View) -> Move:
    """The move that a typed line means to the seat of a view, in its normal form.

    What a game cannot read as it stands is read without articles and the like, "take the 5 of
    clubs", but for games in which whole sentences are typed. Raises ``MalformedMove`` with one
    sentence, also where the line is too long.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7")
    >>> read_line(match.game, "pass", match.view(match.actors[0]))
    Pass()
    >>> read_line(match.game, "fly", match.view(match.actors[0]))
    Traceback (most recent call last):
        ...
    MalformedMove: That is not a move; type the card to play: W2, W3, W5, W6, B3 or B6.
    """
    return game.normal_form(game.read(_readable(game, check_length(text), view), view))


def _readable(game: Game, text: str, view: View) -> str:
    """The line itself, or what is left of one that cannot be read as it stands."""
    short = without_fillers(text)
    if short == text or game.facts.open_moves:
        return text
    try:
        game.read(text, view)
    except MalformedMove:
        return short
    return text


def without_fillers(text: str) -> str:
    """A line without the words that say nothing about a move, and without what ends a sentence.

    >>> without_fillers("I'd like to take the 5 of clubs, please!")
    'take 5 of clubs'
    >>> without_fillers("ask the A"), without_fillers("The")
    ('ask A', 'The')
    """
    words = [word.rstrip(".!,;") or word for word in text.split()]
    words = [word for word in words if word.lower() not in FILLERS]
    kept = [
        word
        for word, more in zip(words, [*words[1:], ""], strict=False)
        if not (more and word.lower() in ARTICLES)
    ]
    return " ".join(kept) if kept else text


def say_back(game: Game, text: str, view: View) -> ReadBack | None:
    """What a typed line would mean to the seat of a view; None where the game says nothing back.

    A line that is too long, or that the game cannot read, is a ``ReadBack`` with its ``problem``.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("solver", 3, master="player"), seed="7")
    >>> back = say_back(match.game, "write circle or red", match.view(0))
    >>> back.move
    Write(rule='red or circle')
    >>> str(back.meaning)
    'The secret rule will be: red or circle.'
    """
    try:
        back = game.read_back(_readable(game, check_length(text), view), view)
        if back is None or back.move is None:
            return back
        return dataclasses.replace(back, move=game.normal_form(back.move))
    except MalformedMove as problem:
        return ReadBack(None, problem=problem.message)
