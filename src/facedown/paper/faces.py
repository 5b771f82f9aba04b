"""The pictures of cards: SVG drawn by the macros of a game's ``cards.html``, as on its page."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, FunctionLoader, PackageLoader, StrictUndefined

from facedown.core.game import Game
from facedown.core.messages import capital, joined, phrase, phrase_in, phrase_many
from facedown.core.printing import Drawn
from facedown.core.registry import game_class
from facedown.languages import spoken

WIDE: Final = 63
HIGH: Final = 88
"""A card in millimetres."""
BLEED: Final = 3
"""So many millimetres around it are filled too, for a knife that slips."""
_WEIGHT: Final = re.compile(r'font-weight="650"')
"""Not among the weights in ``fonts/``."""


@cache
def _environment() -> Environment:
    made = Environment(
        loader=ChoiceLoader([PackageLoader("facedown.paper", ""), FunctionLoader(_cards_of)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=spoken,
    )
    made.globals |= {
        "phrase": phrase,
        "phrase_in": phrase_in,
        "phrase_many": phrase_many,
        "joined": joined,
    }
    made.filters["capital"] = capital
    return made


def _cards_of(name: str) -> str | None:
    room, _, rest = name.partition("/")
    game, _, file = rest.partition("/")
    if room != "games" or file != "cards.html":
        return None
    found = game_class(game).folder().joinpath(file)
    return found.read_text("utf-8") if found.is_file() else None


def fragment(game: type[Game], drawn: Drawn, *more: object) -> str:
    """What a macro of a game's cards draws, in the language that is spoken now."""
    module: Any = _environment().get_template(f"games/{game.facts.name}/cards.html").module
    return str(getattr(module, drawn.macro)(*drawn.about, *more))


def picture(game: type[Game], drawn: Drawn, bleed: float = BLEED) -> str:
    """A side of a card as a whole SVG, in millimetres, with its bleed.

    >>> from facedown.core.printing import BACK
    >>> picture(game_class("solver"), BACK)[:67]
    '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" '
    """
    wide, high = WIDE + 2 * bleed, HIGH + 2 * bleed
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{high:g}mm" '
        f'viewBox="{-bleed:g} {-bleed:g} {wide:g} {high:g}">'
        f"{_plain(fragment(game, drawn, bleed))}</svg>"
    )


def sign(game: type[Game], drawn: Drawn) -> str:
    """A small picture that stands in a line, an ``<svg>`` of its own."""
    return _plain(fragment(game, drawn)).replace(
        "<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1
    )


def _plain(svg: str) -> str:
    return _WEIGHT.sub('font-weight="600"', svg).replace("currentColor", "#20262b")
