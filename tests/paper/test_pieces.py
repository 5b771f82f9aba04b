"""Cards one by one, and as a deck of Tabletop Simulator: sizes, bleed, and what the JSON says."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from facedown.core.errors import BadOption
from facedown.core.printing import PrintedCard, spread
from facedown.games.suspense import Suspense
from facedown.paper.pieces import ON_SHEET, write_singles, write_tabletop
from facedown.terminal.main import main


class Two(Suspense):
    """A white card, and three times a black one."""

    def printed_cards(self) -> Sequence[PrintedCard]:
        white, black = super().printed_cards()[0], super().printed_cards()[6]
        return white, PrintedCard("black", black.face, 3)


def test_a_card_alone_has_its_bleed(tmp_path: Path) -> None:
    files = write_singles(Two(), tmp_path / "cards")
    assert [file.name for file in files] == [
        f"{name}.{form}" for form in ("png", "svg") for name in ("W1", "black-x3", "back")
    ]
    for file in files[:3]:
        picture = Image.open(BytesIO(file.read_bytes()))
        assert picture.size == pytest.approx((69 / 25.4 * 300, 94 / 25.4 * 300), abs=1)
    black = np.asarray(Image.open(files[1]).convert("L"))
    assert black[2, :].max() < 90, "the ground goes on to the edge"
    assert black[:, 2].max() < 110
    svg = files[3].read_text("utf-8")
    wide, high = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
    assert (wide, high) == pytest.approx((69 / 25.4 * 72, 94 / 25.4 * 72), abs=0.1)
    assert "<text" not in svg, "letters are outlines: no font is needed"


def test_a_deck_of_tabletop_simulator(tmp_path: Path) -> None:
    sheet, back, saved = write_tabletop(Two(), tmp_path)
    assert [sheet.name, back.name, saved.name] == [
        "suspense-1.png",
        "suspense-back.png",
        "suspense.json",
    ]
    picture = Image.open(sheet)
    assert picture.size == pytest.approx((630 / 25.4 * 165, 616 / 25.4 * 165), abs=1)
    assert max(picture.size) <= 4096
    (deck,) = json.loads(saved.read_text())["ObjectStates"]
    assert deck["DeckIDs"] == [100, 101, 101, 101]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["W1", *["black"] * 3]
    form = deck["CustomDeck"]["1"]
    assert (form["NumWidth"], form["NumHeight"]) == (10, 7)
    assert form["FaceURL"] == sheet.resolve().as_uri()
    grey = np.asarray(picture.convert("L"))
    of = grey.shape[1] // 10
    assert grey[40:60, 40:60].mean() > 200, "the white card"
    assert grey[40:60, of + 40 : of + 60].mean() < 90, "the black one beside it"
    assert grey[40:60, 2 * of + 40 : 2 * of + 60].min() == 255, "then nothing"


def test_a_second_sheet_begins_after_69_kinds() -> None:
    from facedown.core.registry import new_game
    from facedown.paper.pieces import tabletop_object

    cards = new_game("solver").printed_cards()
    found = tabletop_object("SOLVER", cards, ["one", "two"], "back")
    assert isinstance(found, dict)
    (deck,) = found["ObjectStates"]
    numbers = deck["DeckIDs"]
    assert len(numbers) == len(spread(cards))
    assert {100, 168, 200} <= {*numbers}
    assert ON_SHEET == 69


def test_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "deck"
    assert main(["print", "suspense", "--tabletop", str(folder)]) == 0
    assert capsys.readouterr().out == f"Suspense: 3 files are in {folder}.\n"
    (tmp_path / "taken").touch()
    assert main(["print", "suspense", "--tabletop", str(tmp_path / "taken")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert main(["print", "suspense"]) == 2
    assert "Say with --out FILE where the PDF is to be written." in capsys.readouterr().err
    with pytest.raises(BadOption):
        write_singles(Two(), tmp_path / "taken")
