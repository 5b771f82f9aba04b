"""Decks to be printed: sizes, marks and backs as a PDF reader sees them, faces as on pages."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from facedown.core.errors import BadOption
from facedown.core.game import Game
from facedown.core.printing import BACK, Drawn, PrintedCard, spread
from facedown.core.registry import game_class, game_names, new_game
from facedown.games.solver import Solver
from facedown.games.suspense.studio.card_table import CARD_TABLE
from facedown.paper.decks import deck_pdf, fold_places, has_cards, nine_places
from facedown.paper.faces import BLEED, HIGH, WIDE, picture
from facedown.paper.press import PAPERS
from facedown.terminal.main import main
from facedown.web.environment import environment

POINTS = 72 / 25.4
DOTS = 8
"""Pixels of a millimetre."""
WITH_CARDS = [name for name in game_names() if has_cards(game_class(name))]


class Ten(Solver):
    """Ten cards: a page of nine, and one that lies alone."""

    def printed_cards(self) -> Sequence[PrintedCard]:
        return super().printed_cards()[:10]


def open_pdf(pdf: bytes) -> list[Any]:
    return [*pypdfium2.PdfDocument(pdf)]


def pixels(page: Any) -> NDArray[np.uint8]:
    """The page in grey."""
    return np.asarray(page.render(scale=DOTS / POINTS, grayscale=True).to_numpy())


def said(page: Any) -> str:
    return " ".join(page.get_textpage().get_text_range().split())


def dark_at(image: NDArray[np.uint8], line: tuple[float, float, float, float]) -> bool:
    """Whether a line of a page is drawn, on a ground that is nearly white."""
    x1, y1, x2, y2 = line
    x, y = (x1 + x2) / 2 * DOTS, (y1 + y2) / 2 * DOTS
    near = image[int(y) - 1 : int(y) + 2, int(x) - 1 : int(x) + 2]
    return bool(near.min() < 200)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", WITH_CARDS)
def test_every_page_has_the_papers_size_and_holds_nine_cards(name: str, paper: str) -> None:
    game = new_game(name)
    size, cards = PAPERS[paper], len(spread(game.printed_cards()))
    pages = open_pdf(deck_pdf(game, paper))
    assert len(pages) == 1 + -(-cards // 9)
    for page in pages:
        wide, high = page.get_mediabox()[2:]
        assert (wide, high) == pytest.approx((size.wide * POINTS, size.high * POINTS), abs=0.1)
    assert "Print at 100 %" in said(pages[0])
    assert f"{cards} cards of 63 × 88 mm." in said(pages[0])


@pytest.mark.parametrize("paper", PAPERS)
def test_each_page_says_where_it_is_cut_and_how_far_its_bleed_goes(paper: str) -> None:
    """TrimBox and BleedBox: the whole of page one; around all places where cards lie."""
    size, game = PAPERS[paper], Ten()
    cut = 0
    nine, fold = nine_places(paper), fold_places(paper)
    for layout, wide, high, left, top, bottom in (
        ("nine", size.wide, size.high, nine[0].x, nine[0].y, nine[-1].y + HIGH),
        ("gutterfold", size.high, size.wide, fold[0].x, fold[0].y, size.wide - fold[0].y),
    ):
        first, *pages = open_pdf(deck_pdf(game, paper, layout=layout, backs=True))
        assert first.get_trimbox() == first.get_bleedbox() == first.get_mediabox()
        trim = (left, high - bottom, wide - left, high - top)
        for page in pages:
            if page.get_trimbox() == page.get_mediabox():
                continue
            cut += 1
            more = (-BLEED, -BLEED, BLEED, BLEED)
            bleed = tuple(at + by for at, by in zip(trim, more, strict=True))
            assert [at / POINTS for at in page.get_trimbox()] == pytest.approx(trim, abs=0.01)
            assert [at / POINTS for at in page.get_bleedbox()] == pytest.approx(bleed, abs=0.01)
            assert min(bleed) > 0
    assert cut == 2 * 2 + 3, "faces and backs, and pages to be folded"


def test_the_ruler_on_page_one_is_a_hundred_millimetres_long() -> None:
    image = pixels(open_pdf(deck_pdf(Ten()))[0])
    inked = (image < 100).sum(axis=1).max() / DOTS
    assert inked == pytest.approx(100, abs=0.5), "no line of text has as much ink"


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_are_63_by_88_between_their_marks(paper: str) -> None:
    """Marks outside of the trim at each corner; nothing is drawn beyond the bleed."""
    image = pixels(open_pdf(deck_pdf(Ten(), paper))[1])
    for place in nine_places(paper):
        for x in (place.x, place.x + WIDE):
            above, below = place.y - place.shown[1], place.y + HIGH + place.shown[3]
            assert dark_at(image, (x, above, x, place.y - 0.4))
            assert dark_at(image, (x, place.y + HIGH + 0.4, x, below))
        for y in (place.y, place.y + HIGH):
            assert dark_at(image, (place.x - BLEED, y, place.x - 0.4, y))
            assert dark_at(image, (place.x + WIDE + 0.4, y, place.x + WIDE + BLEED, y))
        inside = image[
            int(place.y * DOTS) + 3 : int((place.y + 3) * DOTS),
            int(place.x * DOTS) + 3 : int((place.x + WIDE) * DOTS) - 3,
        ]
        assert inside.min() > 240, "no mark is left on a card"
    first, last = nine_places(paper)[0], nine_places(paper)[-1]
    assert image[: int((first.y - BLEED) * DOTS) - 1].min() == 255
    assert image[int((last.y + HIGH + BLEED) * DOTS) + 2 :].min() == 255
    assert image[int((first.y + 40) * DOTS), int((first.x - 2.5) * DOTS)] < 255, "a bleed"


def test_backs_follow_their_faces_mirrored_on_the_long_edge() -> None:
    """On the last page lies less than a row: its backs are at the other edge."""
    pages = open_pdf(deck_pdf(Ten(), backs=True))
    assert len(pages) == 2 + 2 * 2
    assert said(pages[1]) == ""
    face, back = pixels(pages[-2]), pixels(pages[-1])
    for number, place in enumerate(nine_places("a4")):
        y, x = int((place.y + 30) * DOTS), int((place.x + 30) * DOTS)
        mirrored = int((210 - place.x - 30) * DOTS)
        assert (face[y, x - 40 : x + 40].min() < 255) == (number == 0)
        assert (back[y, mirrored - 40 : mirrored + 40].min() < 255) == (number == 0)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_gutterfold_lays_a_back_upside_down_below_each_face(paper: str) -> None:
    game, size = Ten(), PAPERS[paper]
    pages = open_pdf(deck_pdf(game, paper, layout="gutterfold"))
    assert len(pages) == 1 + 3
    assert pages[1].get_size() == pytest.approx((size.high * POINTS, size.wide * POINTS), abs=0.1)
    image = pixels(pages[1]).astype(int)
    fold = size.wide / 2
    for place in fold_places(paper):
        assert place.y + HIGH + BLEED == pytest.approx(fold)
        top, left = int((fold + BLEED) * DOTS), int(place.x * DOTS)
        below = image[top : top + HIGH * DOTS, left : left + WIDE * DOTS]
        turned = below[::-1, ::-1]
        assert abs(below - turned).mean() < 20, "the back is the same upside down, or nearly"
        assert below.mean() < 200, "a back"
    with pytest.raises(BadOption, match="nine, gutterfold or one"):
        deck_pdf(game, layout="spiral")
    with pytest.raises(BadOption, match="a4 or letter"):
        deck_pdf(game, "a5")


@pytest.mark.parametrize("backs", [False, True])
def test_each_card_is_a_page_of_its_size_for_a_printer_of_cards(backs: bool) -> None:
    """Its boxes say where it is cut, and what lies beyond that is printed as well."""
    pages = open_pdf(deck_pdf(Ten(), layout="one", backs=backs))
    assert len(pages) == 10 * (1 + backs)
    whole = (0, 0, (WIDE + 2 * BLEED) * POINTS, (HIGH + 2 * BLEED) * POINTS)
    cut = [BLEED * POINTS, BLEED * POINTS, (BLEED + WIDE) * POINTS, (BLEED + HIGH) * POINTS]
    for page in pages:
        assert page.get_mediabox() == pytest.approx(whole, abs=0.01)
        assert page.get_bleedbox() == pytest.approx(whole, abs=0.01)
        assert page.get_trimbox() == pytest.approx(cut, abs=0.01)
    usual = pixels(open_pdf(deck_pdf(Ten()))[1]).astype(int)
    at = nine_places("a4")[0]
    left, top = int((at.x - BLEED) * DOTS), int((at.y - BLEED) * DOTS)
    alone = pixels(pages[0]).astype(int)
    there = usual[top : top + alone.shape[0], left : left + alone.shape[1]]
    inner = slice(4 * DOTS, -4 * DOTS)
    assert abs(alone[inner, inner] - there[inner, inner]).mean() < 6, "the same face"
    if backs:
        assert pixels(pages[1]).tolist() == pixels(pages[3]).tolist()


def faces_of(game: Game) -> list[str]:
    """The pictures of a game's drawn faces."""
    drawn = [card.face for card in game.printed_cards() if isinstance(card.face, Drawn)]
    return [picture(type(game), face) for face in drawn]


def test_the_card_printed_is_the_card_on_the_page() -> None:
    """Both are drawn by one macro: the page's picture stands in the printed one, to the letter."""
    game = new_game("solver")
    cards: Any = environment().get_template("games/solver/cards.html").module
    faces = [card.face for card in game.printed_cards() if isinstance(card.face, Drawn)]
    assert len(faces) == 64
    for face, printed in zip(faces, faces_of(game), strict=True):
        assert str(cards.draw_card(*face.about)) in printed


@pytest.mark.parametrize("name", WITH_CARDS)
def test_without_colours_every_face_is_another(name: str) -> None:
    """Printed in grey, letters, shapes and figures still tell them apart."""
    game = new_game(name)
    kinds = [card for card in game.printed_cards() if isinstance(card.face, Drawn)]
    pages = [pixels(page) for page in open_pdf(deck_pdf(game))]
    every, at = [], 0
    for card in game.printed_cards():
        page, place = pages[1 + at // 9], nine_places("a4")[at % 9]
        if isinstance(card.face, Drawn):
            top, left = int(place.y * DOTS), int(place.x * DOTS)
            cut = page[top : top + HIGH * DOTS, left : left + WIDE * DOTS]
            # no shade but ink and ground: the mean of a card parts them
            every.append((cut < cut.mean()).reshape(-1))
        at += card.copies
    assert len(every) == len(kinds)
    for one, other in itertools.combinations(every, 2):
        assert (one != other).mean() > 0.002


@pytest.mark.parametrize("name", WITH_CARDS)
def test_a_picture_needs_no_stylesheet_and_fills_its_bleed(name: str) -> None:
    game = new_game(name)
    for svg in [*faces_of(game), picture(type(game), BACK)]:
        assert 'viewBox="-3 -3 69 94"' in svg
        assert "var(--" not in svg
        assert "currentColor" not in svg
        assert "{{" not in svg


def test_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deck.pdf"
    assert main(["print", "solver", "--out", str(file), "--paper", "letter", "--backs"]) == 0
    told = capsys.readouterr()
    assert told.out == f"SOLVER is in {file}; print it at 100 %.\n"
    assert len(open_pdf(file.read_bytes())) % 2 == 0
    for wrong, sentence in (
        (["solver", "--paper", "a5"], "The paper is a4 or letter, not 'a5'."),
        (["solver", "--layout", "spiral"], "The layout is nine, gutterfold or one, not 'spiral'."),
        (["solver", "everything"], "SOLVER prints cards, not 'everything'."),
        (["no-such-puzzle"], "There is no puzzle 'no-such-puzzle'"),
    ):
        assert main(["print", *wrong, "--out", str(file)]) == 2
        assert sentence in capsys.readouterr().err


def test_a_card_table_of_ones_own_is_printed_with_whose_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, file = tmp_path / "mine.toml", tmp_path / "deck.pdf"
    mine.write_text(CARD_TABLE, "utf-8")
    for words in (["suspense", str(mine)], [str(mine)]):
        assert main(["print", *words, "--out", str(file)]) == 0
        assert capsys.readouterr().out == f"Hot hands is in {file}; print it at 100 %.\n"
        told = " ".join(map(said, open_pdf(file.read_bytes())))
        assert "white 6, 3 stars: lowest white in hand" in told
        assert "Hot hands, by Ann, CC BY 4.0" in told
    mine.write_text("[cards]\nW9 = {}", "utf-8")
    assert main(["print", "suspense", str(mine), "--out", str(file)]) == 2
    assert "Line 2: The card table names 'W9'" in capsys.readouterr().err


def test_without_typst_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["print", "solver", "--out", "deck.pdf"]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        "Printing needs the extra facedown[print]: pip install 'facedown[print]'."
    )


def test_cards_say_their_words_in_the_readers_language(tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    assert main(["--language", "fr", "print", "solver", "--out", str(file)]) == 0
    pages = open_pdf(file.read_bytes())
    assert "Un jeu de Gustavo Lira." in said(pages[0])
    assert any("Le Maître répond à une proposition" in said(page) for page in pages)
