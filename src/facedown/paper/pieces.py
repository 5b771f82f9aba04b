"""Cards one by one as pictures with their bleed, and as a deck of Tabletop Simulator."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from facedown.core.codec import Json
from facedown.core.errors import BadOption, reason
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.printing import PrintedCard, Side
from facedown.paper.decks import Sides, cards_of, template
from facedown.paper.faces import BLEED, HIGH, WIDE
from facedown.paper.press import Form, pressed

DOTS: Final = 300
"""Dots an inch of a picture for print."""
ACROSS: Final = 10
DOWN: Final = 7
ON_SHEET: Final = ACROSS * DOWN - 1
"""So many cards are on a sheet of Tabletop Simulator; its last place is the back."""
_SHEET_DOTS: Final = 165
"""Dots an inch of a sheet: 4,092 across, as 4,096 is what most graphics cards take."""


def write_singles(game: Game, folder: Path) -> list[Path]:
    """Each different side of a game's cards as PNG and SVG of 69 x 94 mm, bleed included.

    A face is called after its card, with ``-x10`` where there are ten of it, a back ``back``.
    Raises ``BadOption`` where the folder cannot be written.
    """
    sides: dict[Side, str] = {}
    for card in cards_of(game):
        times = f"-x{card.copies}" if card.copies > 1 else ""
        sides.setdefault(card.face, f"{card.name}{times}")
    backs = dict.fromkeys(card.back for card in cards_of(game))
    for number, back in enumerate(backs):
        sides.setdefault(back, f"back-{number + 1}" if number else "back")
    about = {"wide": WIDE + 2 * BLEED, "high": HIGH + 2 * BLEED}
    drawn = Sides(type(game))
    pages = [{**about, **_bare([(BLEED, BLEED, side)], drawn)} for side in sides]
    written = []
    forms: tuple[Form, ...] = ("png", "svg")
    for form in forms:
        pictures = _pressed(drawn, pages, form, DOTS)
        for name, picture in zip(sides.values(), pictures, strict=True):
            written.append(_write(folder / f"{name}.{form}", picture))
    return written


def write_tabletop(game: Game, folder: Path) -> list[Path]:
    """A deck for Tabletop Simulator: sheets of 10 by 7 cards as PNG, a back, and the object's JSON.

    The JSON goes into the folder Saved Objects; its addresses are those of the files here. Raises
    ``BadOption`` where the folder cannot be written.
    """
    name, cards, drawn = game.facts.name, cards_of(game), Sides(type(game))
    about = {"wide": ACROSS * WIDE, "high": DOWN * HIGH}
    pages: list[dict[str, Any]] = []
    for start in range(0, len(cards), ON_SHEET):
        laid = [
            (at % ACROSS * WIDE, at // ACROSS * HIGH, card.face)
            for at, card in enumerate(cards[start : start + ON_SHEET])
        ]
        hidden = ((ACROSS - 1) * WIDE, (DOWN - 1) * HIGH, cards[0].back)
        pages.append({**about, **_bare([*laid, hidden], drawn, bleed=0)})
    pages.append({"wide": WIDE, "high": HIGH, **_bare([(0, 0, cards[0].back)], drawn, bleed=0)})
    *sheets, back = _pressed(drawn, pages, "png", _SHEET_DOTS)
    files = [_write(folder / f"{name}-{n}.png", sheet) for n, sheet in enumerate(sheets, 1)]
    files.append(_write(folder / f"{name}-back.png", back))
    addresses = [file.resolve().as_uri() for file in files]
    saved = tabletop_object(game.facts.title, cards, addresses[:-1], addresses[-1])
    text = json.dumps(saved, indent=1).encode()
    return [*files, _write(folder / f"{name}.json", text)]


def tabletop_object(
    title: str, cards: Sequence[PrintedCard], sheets: Sequence[str], back: str
) -> Json:
    """What Tabletop Simulator saves of a deck with these sheets.

    >>> from facedown.core.printing import BACK
    >>> found = tabletop_object("Go", [PrintedCard("stone", BACK, 2)], ["go-1.png"], "back.png")
    >>> found["ObjectStates"][0]["DeckIDs"]
    [100, 100]
    """
    decks: dict[str, Json] = {
        str(number): {
            "FaceURL": sheet,
            "BackURL": back,
            "NumWidth": ACROSS,
            "NumHeight": DOWN,
            "BackIsHidden": True,
            "UniqueBack": False,
        }
        for number, sheet in enumerate(sheets, 1)
    }
    numbered = [*_numbered(cards)]
    contained: list[Json] = [
        {
            "Name": "Card",
            "Nickname": name,
            "CardID": number,
            "CustomDeck": {str(number // 100): decks[str(number // 100)]},
            "Transform": dict(_LYING),
        }
        for number, name in numbered
    ]
    deck: Json = {
        "Name": "DeckCustom",
        "Nickname": title,
        "Transform": dict(_LYING),
        "DeckIDs": [number for number, _ in numbered],
        "CustomDeck": decks,
        "ContainedObjects": contained,
    }
    return {"SaveName": "", "ObjectStates": [deck]}


_LYING: Final[dict[str, Json]] = {
    "posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180,
    "scaleX": 1, "scaleY": 1, "scaleZ": 1,
}  # fmt: skip
"""Face down in the middle of the table."""


def _numbered(cards: Sequence[PrintedCard]) -> Iterator[tuple[int, str]]:
    """The number of each card: a hundred for its sheet, and its place there."""
    for at, card in enumerate(cards):
        number = 100 * (at // ON_SHEET + 1) + at % ON_SHEET
        for _ in range(card.copies):
            yield number, card.name


def _bare(
    laid: Sequence[tuple[float, float, Side]], drawn: Sides, bleed: float = BLEED
) -> dict[str, Any]:
    """A page of cards without marks, which show so much of their bleed."""
    cards = [
        {"x": x, "y": y, "shown": [bleed] * 4, "side": drawn.number(side), "turned": 0}
        for x, y, side in laid
    ]
    return {"cards": cards, "marks": [], "fold": None}


def _pressed(drawn: Sides, pages: list[dict[str, Any]], form: Form, dots: float) -> list[bytes]:
    data = {"title": "", "bleed": BLEED, "sides": drawn.drawn, "pages": pages}
    return pressed(template(), data, form, dots)


def _write(file: Path, content: bytes) -> Path:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError as problem:
        raise BadOption(
            phrase("{file} cannot be written: {reason}.", file=file, reason=reason(problem))
        ) from None
    return file
