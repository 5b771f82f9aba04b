"""Moves as typed lines: how long one may be, and what it would mean before it is made."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from facedown.core.errors import MalformedMove
from facedown.core.messages import phrase
from facedown.core.moves import Move

if TYPE_CHECKING:
    from facedown.core.game import Game
    from facedown.core.view import View

LONGEST_LINE: Final = 2000
"""Characters of a typed move, in the terminal, on pages and in the JSON interface alike."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One choice of words, where a typed move can be put together of choices.

    ``text`` is the move up to it, ``words`` are what can follow there, ``chosen`` what does: empty
    at the place that is reached. ``may_end`` says that the move can end before it.
    """

    text: str
    words: tuple[str, ...]
    chosen: str = ""
    may_end: bool = False

    @property
    def line(self) -> str:
        """The move up to and with what is chosen."""
        return f"{self.text} {self.chosen}".strip()


@dataclass(frozen=True, slots=True)
class ReadBack:
    """What a typed move would mean, for the seat that types it and before it is made.

    ``move`` is the move that the text stands for, None while it stands for none; then ``problem``
    is the sentence that says why. ``meaning`` says the move in other words, as a sentence,
    ``warnings`` are sentences about what the seat may not have meant, and ``completions`` whole
    texts that this one could go on as, ``slots`` the choices of words that lead to it, and the next
    one. ``confirm`` asks for a yes before the move is made. In
    ``meaning``, ``warnings`` and ``problem`` ``{0}``, ``{1}``, … stand for the names of the seats.
    """

    move: Move | None
    meaning: str = ""
    warnings: tuple[str, ...] = ()
    completions: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = field(default=(), kw_only=True)
    confirm: bool = True
    problem: str = ""


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


FILLERS: Final = frozenset(
    {
        "card",
        "cards",
        "for",
        "from",
        "i",
        "i'd",
        "i'll",
        "it",
        "let",
        "like",
        "me",
        "my",
        "now",
        "ok",
        "please",
        "that",
        "the",
        "then",
        "this",
        "to",
        "want",
        "will",
    }
)
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
