"""A game's cards on pages to be cut: nine on a page with their backs, or folded, or one by one.

Lengths are millimetres, from a page's upper left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final, Literal, TypeAlias

from facedown.core.errors import BadOption
from facedown.core.game import Game
from facedown.core.messages import listed, phrase, phrase_many
from facedown.core.printing import PrintedCard, Side, Written, spread
from facedown.paper.faces import BLEED, HIGH, WIDE, picture, sign
from facedown.paper.press import RULER, Cut, paper_named, pressed

Layout: TypeAlias = Literal["nine", "gutterfold", "one"]
CARDS: Final = "cards"
"""The word for all cards of a game, where it prints other things too."""
LAYOUTS: Final[tuple[Layout, ...]] = ("nine", "gutterfold", "one")
_NEAR: Final = 0.4
"""A mark begins so far from the card, so that none of it is left on a card that is cut."""


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """Where a card lies: its upper left corner, and how much of its bleed shows on each side."""

    x: float
    y: float
    shown: tuple[float, float, float, float] = (BLEED, BLEED, BLEED, BLEED)


def nine_places(paper: str) -> list[SheetPlace]:
    """Three rows of three; where the paper is too low, rows share the bleed between them.

    >>> middle = nine_places("a4")[4]
    >>> middle.x, middle.y
    (73.5, 104.5)
    """
    size = paper_named(paper)
    free = size.high - 3 * HIGH - 2 * BLEED
    between = min(2.0 * BLEED, float(int(free / 2)))
    top = (size.high - 3 * HIGH - 2 * between) / 2
    left = (size.wide - 3 * WIDE - 4 * BLEED) / 2
    return [
        SheetPlace(
            left + column * (WIDE + 2 * BLEED),
            top + row * (HIGH + between),
            (
                BLEED,
                BLEED if row == 0 else between / 2,
                BLEED,
                BLEED if row == 2 else between / 2,
            ),
        )
        for row in range(3)
        for column in range(3)
    ]


def fold_places(paper: str) -> list[SheetPlace]:
    """A row of four above the fold of a page on its side.

    >>> [place.x for place in fold_places("a4")]
    [13.5, 82.5, 151.5, 220.5]
    """
    size = paper_named(paper)
    left = (size.high - 4 * WIDE - 6 * BLEED) / 2
    top = size.wide / 2 - BLEED - HIGH
    return [SheetPlace(left + column * (WIDE + 2 * BLEED), top) for column in range(4)]


def marks_of(place: SheetPlace) -> list[tuple[float, float, float, float]]:
    """The marks at a card's corners, outside of it, as lines from one point to another."""
    left, above, right, below = place.shown
    found = []
    for x, far_x in ((place.x, -left), (place.x + WIDE, right)):
        for y, far_y in ((place.y, -above), (place.y + HIGH, below)):
            found.append((x, y + _NEAR * (1 if far_y > 0 else -1), x, y + far_y))
            found.append((x + _NEAR * (1 if far_x > 0 else -1), y, x + far_x, y))
    return found


class Sides:
    """The different sides, each drawn once."""

    def __init__(self, game: type[Game]) -> None:
        self.drawn: list[dict[str, Any]] = []
        self._game = game
        self._number: dict[Side, int] = {}

    def number(self, side: Side) -> int:
        """Its place in ``drawn``."""
        if side not in self._number:
            self._number[side] = len(self.drawn)
            self.drawn.append(drawn_side(self._game, side))
        return self._number[side]


def drawn_side(game: type[Game], side: Side) -> dict[str, Any]:
    """A side as ``deck.typ`` reads it; its texts are messages, which ``pressed`` says."""
    if not isinstance(side, Written):
        return {"svg": picture(game, side)}
    return {
        "title": side.title,
        "corner": side.corner,
        "lines": [
            {
                "text": line.text,
                "svg": None if line.picture is None else sign(game, line.picture),
            }
            for line in side.lines
        ],
    }


def _page(
    sides: Sides,
    laid: Iterable[tuple[SheetPlace, Side, int]],
    places: Sequence[SheetPlace],
    **more: Any,
) -> dict[str, Any]:
    """A page of cards, and where it is cut: around all places of a page, however many are taken."""
    found = [*laid]
    left, top = min(at.x for at in places), min(at.y for at in places)
    right, bottom = max(at.x for at in places) + WIDE, max(at.y for at in places) + HIGH
    wider = (left - BLEED, top - BLEED, right + BLEED, bottom + BLEED)
    return {
        "cut": Cut((left, top, right, bottom), wider),
        "cards": [
            {
                "x": place.x,
                "y": place.y,
                "shown": place.shown,
                "side": sides.number(side),
                "turned": turned,
            }
            for place, side, turned in found
        ],
        "marks": [mark for place, _, _ in found for mark in marks_of(place)],
        "fold": None,
        **more,
    }


def _nine(
    cards: Sequence[PrintedCard], sides: Sides, paper: str, *, backs: bool
) -> list[dict[str, Any]]:
    size, places, pages = paper_named(paper), nine_places(paper), []
    about = {"wide": size.wide, "high": size.high}
    for start in range(0, len(cards), 9):
        pairs = [*zip(places, cards[start : start + 9], strict=False)]
        pages.append(_page(sides, [(at, card.face, 0) for at, card in pairs], places, **about))
        if backs:  # turned over on the long edge, what was on the left is on the right
            other = [
                (SheetPlace(size.wide - place.x - WIDE, place.y, place.shown), card.back, 0)
                for place, card in pairs
            ]
            pages.append(_page(sides, other, places, **about))
    return pages


def _folded(cards: Sequence[PrintedCard], sides: Sides, paper: str) -> list[dict[str, Any]]:
    size, places, pages = paper_named(paper), fold_places(paper), []
    both = [*places, *(_below(place, size.wide) for place in places)]
    for start in range(0, len(cards), len(places)):
        laid: list[tuple[SheetPlace, Side, int]] = []
        for place, card in zip(places, cards[start:], strict=False):
            laid += [(place, card.face, 0), (_below(place, size.wide), card.back, 180)]
        about = {"wide": size.high, "high": size.wide, "fold": size.wide / 2}
        pages.append(_page(sides, laid, both, **about))
    return pages


def _alone(cards: Sequence[PrintedCard], sides: Sides, *, backs: bool) -> list[dict[str, Any]]:
    """A page for each side, of a card and its bleed: what is cut away has no marks."""
    place = SheetPlace(BLEED, BLEED)
    about = {"wide": WIDE + 2 * BLEED, "high": HIGH + 2 * BLEED, "marks": []}
    return [
        _page(sides, [(place, side, 0)], [place], **about)
        for card in cards
        for side in ((card.face, card.back) if backs else (card.face,))
    ]


def _below(place: SheetPlace, high: float) -> SheetPlace:
    """Where the back of a card lies on a page that is folded across its middle."""
    return SheetPlace(place.x, high - place.y - HIGH, place.shown)


def deck_pdf(game: Game, paper: str = "a4", *, layout: str = "nine", backs: bool = False) -> bytes:
    """All cards of a game with its options, as a PDF in the language that is spoken now.

    The first page has a ruler and says what to do. With ``backs`` every page of faces is followed
    by one of backs, for printing on both sides; a gutterfold has both on one side of the paper.
    Of the layout ``one``, for a printer of cards, every page is a card, whatever the paper.
    Raises ``BadOption`` for an unknown paper or layout, and where the game has no cards.
    """
    if layout not in LAYOUTS:
        raise BadOption(
            phrase(
                "The layout is {layouts}, not {layout!r}.",
                layouts=listed(LAYOUTS, "or"),
                layout=layout[:40],
            )
        )
    kind, size = type(game), paper_named(paper)
    cards, sides = spread(cards_of(game)), Sides(kind)
    if layout == "one":
        return _bound(kind, [], _alone(cards, sides, backs=backs), sides)
    folded = layout == "gutterfold"
    pages = _folded(cards, sides, paper) if folded else _nine(cards, sides, paper, backs=backs)
    lines = [
        phrase("A game by {designers}.", designers=kind.facts.designers),
        phrase_many("{n} card of 63 × 88 mm.", "{n} cards of 63 × 88 mm.", len(cards)),
        RULER,
        phrase("Cut from mark to mark; what is coloured beyond the marks is cut away."),
    ]
    if folded:
        lines.append(
            phrase("Fold each page back along the dashed line, glue its halves, and cut then.")
        )
    elif backs:
        lines.append(phrase("Print on both sides, turned on the long edge."))
    first: list[dict[str, Any]] = [{"wide": size.wide, "high": size.high, "lines": lines}]
    if backs and not folded:
        first.append({"wide": size.wide, "high": size.high})
    return _bound(kind, first, pages, sides)


def _bound(
    kind: type[Game], first: list[dict[str, Any]], pages: list[dict[str, Any]], sides: Sides
) -> bytes:
    """All pages as a PDF."""
    whole = first + pages
    cuts = [page.pop("cut", None) for page in whole]
    data = {"title": kind.facts.title, "bleed": BLEED, "sides": sides.drawn, "pages": whole}
    return pressed(template(), data, cuts=cuts)[0]


def template() -> bytes:
    """The template that draws cards on pages."""
    return resources.files(__package__).joinpath("deck.typ").read_bytes()


def has_cards(kind: type[Game]) -> bool:
    """Whether a game has cards to be printed.

    >>> from facedown.core.registry import game_class
    >>> has_cards(game_class("solver"))
    True
    """
    return kind.printed_cards is not Game.printed_cards


def cards_of(game: Game) -> Sequence[PrintedCard]:
    """The cards of a game; raises ``BadOption`` where it has none to be printed."""
    found = game.printed_cards()
    if not found:
        raise BadOption(phrase("{title} has no cards to be printed.", title=game.facts.title))
    return found
