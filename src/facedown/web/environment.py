"""The templates, ours and those of the games, and what a game's folder holds for its pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from jinja2 import (
    ChoiceLoader,
    Environment,
    FunctionLoader,
    PackageLoader,
    StrictUndefined,
    Template,
    pass_context,
)
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import capital, joined, phrase, phrase_in, phrase_many
from facedown.core.players import bot_words
from facedown.core.registry import game_class
from facedown.core.view import View
from facedown.core.words import fill
from facedown.languages import LANGUAGES, current_language, spoken
from facedown.web.kept import Kept
from facedown.web.markdown import cited
from facedown.web.plain import items_of


def game_file(game: str, name: str) -> str | None:
    """The text of a file in a game's folder, or None when it has none of that name."""
    file = game_class(game).folder().joinpath(name)
    return file.read_text("utf-8") if file.is_file() else None


@cache
def _page_module(game: str) -> ModuleType | None:
    kind = game_class(game)
    if not kind.folder().joinpath("page.py").is_file() or kind.package() == kind.__module__:
        return None
    return import_module(f"{kind.package()}.page")


def from_page(game: str, name: str) -> Callable[..., Any] | None:
    """A function of a game's ``page.py``; None where there is none of that name."""
    function: Callable[..., Any] | None = getattr(_page_module(game), name, None)
    return function


def prompt_of(game: Game, view: View) -> str:
    """What there is to do for the seat of a view, in a sentence for its page."""
    prompt: Callable[[View], str] = from_page(game.facts.name, "prompt") or game.prompt
    return prompt(view)


def unshown_notes(game: Game, view: View, notes: Sequence[str]) -> tuple[str, ...]:
    """The notes of a seat that its board does not show."""
    find = from_page(game.facts.name, "unshown_notes")
    return tuple(notes if find is None else find(view, notes))


def seat_words_of(game: Game, view: View) -> tuple[str, ...]:
    """What stands beside each seat in the strip; empty where the game says nothing."""
    find = from_page(game.facts.name, "seat_words")
    return () if find is None else tuple(find(view))


def turned_over_of(game: Game, view: View) -> tuple[str, ...]:
    """What each round that is over has turned over, in a sentence; empty in a game of one round."""
    find = from_page(game.facts.name, "turned_over")
    return () if find is None else tuple(find(view))


def again_of(game: Game, view: View) -> dict[str, dict[str, OptionValue]]:
    """What can be played after a game that is over, in words, with the options that differ."""
    find = from_page(game.facts.name, "again")
    return {phrase("Play another one"): {}} if find is None else dict(find(view))


def _game_template(name: str) -> str | None:
    parts = name.split("/")
    if len(parts) != 3 or parts[0] != "games":
        return None
    return game_file(parts[1], parts[2])


@pass_context
def _fill(context: Context, text: str) -> str:
    return fill(text, context.get("names", ()))


class _Template(Template):
    """A template whose macros, where it is imported, are drawn once for equal values."""

    def make_module(
        self,
        vars: Mapping[str, Any] | None = None,  # noqa: A002  # as Jinja calls it
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        """What is imported: with the context of a page it depends on more than its arguments."""
        module = super().make_module(dict(vars or {}), shared, locals)
        for name, made in list(module.__dict__.items()):
            if not vars and isinstance(made, Macro) and not made.caller:
                setattr(module, name, Kept(made))
        return module


class _Environment(Environment):
    template_class = _Template


def _capitalised(value: object) -> str:
    """A text with a capital at its beginning, and nowhere else."""
    return str(spoken(value)).capitalize()


def _lowered(value: object) -> str:
    """A text without capitals."""
    return str(spoken(value)).lower()


def phrase_around(message: str, /, **parts: object) -> Markup:
    """A sentence with parts of HTML in it, such as a link.

    >>> str(phrase_around("See the {rules}.", rules=Markup("<b>rules</b>")))
    'See the <b>rules</b>.'
    """
    said = {name: spoken(part) for name, part in parts.items()}
    return Markup(escape(spoken(phrase(message)))).format(**said)  # noqa: S704  # escaped here


@cache
def environment() -> Environment:
    """The templates: ours, and under ``games/NAME/`` those of the games."""
    made = _Environment(
        loader=ChoiceLoader([PackageLoader("facedown.web"), FunctionLoader(_game_template)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=spoken,
    )
    made.filters["cited"] = cited
    made.globals |= {
        "bot_words": bot_words,
        "phrase": phrase,
        "phrase_in": phrase_in,
        "phrase_many": phrase_many,
        "joined": joined,
        "phrase_around": phrase_around,
        "current_language": current_language,
        "languages": LANGUAGES,
        "script_words": script_words,
    }
    made.filters["fill"] = _fill
    made.filters["capital"] = capital
    made.filters["capitalize"] = _capitalised
    made.filters["lower"] = _lowered
    made.filters["items_of"] = items_of
    return made


_SCRIPT_WORDS: Final = {
    "working": phrase("This is being worked out …"),
    "unsent": phrase("Not sent: there is no connection. Press the button again when it is back."),
    "back": phrase("Back: everything is up to date."),
    "reconnecting": phrase("Reconnecting …"),
    "all": phrase("This is all."),
    "busy": phrase("The server is busy; asked again in a moment."),
    "offline": phrase("There is no connection; change something to try again."),
    "undone": phrase("That cannot be done now; try again."),
    "hinted": phrase("With hints: {hints}.", hints="{hints}"),
    "unhinted": phrase("Without hints."),
    "won": phrase("won"),
    "played": phrase("played"),
    "result": phrase("You have played it: {words}", words="{words}"),
    "disallowed": phrase("Your browser does not allow it for this site."),
    "connected": phrase("connected"),
    "unconnected": phrase("not connected"),
    "turn": phrase("Your turn"),
    "twice": phrase("Press the same once more: {move}.", move="{move}"),
}


def script_words() -> str:
    """What the pages' scripts say, by name, as JSON."""
    return json.dumps({name: spoken(text) for name, text in _SCRIPT_WORDS.items()})


@cache
def board_template(game: str) -> str:
    """The template of a game's board: its own, or the one for any game."""
    return f"games/{game}/page.html" if game_file(game, "page.html") is not None else "board.html"
