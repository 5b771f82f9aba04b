"""The puzzle studio: drafts and what is found about them."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qsl

import pytest
from tests.games.mystery.puzzles import ALL_MODS, random_puzzle

from facedown.core.codec import to_json
from facedown.core.errors import FacedownError
from facedown.core.workshop import Draft, Finding
from facedown.games.mystery.game import MysteryMachine
from facedown.games.mystery.puzzle import MOST_LOW_RANKS
from facedown.games.mystery.studio.drafts import draft_of, puzzle_of_draft
from facedown.games.mystery.studio.library import PRINTED, find_puzzle, printed_puzzle
from facedown.games.mystery.studio.texts import read_puzzle
from facedown.games.mystery.studio.workshop import PuzzleStudio
from facedown.table.thinking import look_into

SHOP = PuzzleStudio()


def findings(draft: Draft, *stages: str) -> dict[str, Finding]:
    """What stages find; without any named those that are done at once."""
    assert list(SHOP.flaws(draft)) == []
    named = [SHOP.stage(name) for name in stages or ("puzzle", "par")]
    found = [one for stage in named for one in stage.find(draft, lambda _: None)]
    assert json.loads(json.dumps([to_json(finding) for finding in found]))
    return {finding.name: finding for finding in found}


def edited(*changes: str, **given: Any) -> Draft:
    """A new draft after presses; ``Q1`` takes a tool, ``A1`` presses a cell."""
    draft = SHOP.read(given)
    for change in changes:
        if change in SHOP.field("tool").option.choices:
            draft = SHOP.read({**draft, "tool": change})
        else:
            press = f"cell {change}" if len(change) == 2 else change
            draft = SHOP.read(SHOP.edit(draft, press))
    return draft


@pytest.mark.parametrize(
    ("puzzle", "par", "worst"),
    [(PRINTED[0], "53/12", 5), (PRINTED[1], "16/3", 7), (PRINTED[2], "13/3", 5)],
)
def test_m16_a_printed_puzzle_is_an_example_with_its_par(puzzle: str, par: str, worst: int) -> None:
    title = printed_puzzle(puzzle).title
    draft = SHOP.read(dict(next(draft for name, draft in SHOP.examples if name == title)))
    found = findings(draft)
    assert found["par"].value == par
    assert found["worst"].value == worst
    assert found["solvable"].value
    distribution = {int(n): Fraction(c) for n, c in found["distribution"].value.items()}
    assert sum(n * chance for n, chance in distribution.items()) == Fraction(par)
    assert found["dead"].value == (["Q1"] if puzzle == "one-two-three" else [])
    assert find_puzzle(found["code"].value) == read_puzzle(found["file"].value)


def test_what_is_not_found_is_said_in_one_sentence() -> None:
    reported: list[tuple[str, Any]] = []
    draft = SHOP.read({"cells": "?1.. 1... 22..", "low_ranks": "10, 9, 8, 7"})
    look_into(reported.append, "mystery", "cells", draft)
    assert reported[-1] == ("refused", "Exact par is not found for 8 rows.")


def test_m10_where_exact_par_is_not_found_there_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facedown.games.mystery.studio.workshop.BOUNDED", (2, 4))
    draft = SHOP.read({"cells": "?1.. 1... 22..", "low_ranks": "10, 9, 8"})
    told = list(SHOP.stage("par").find(draft, lambda _: None))
    assert [(one.name, one.value["deals"]) for one in told] == [("par", 2), ("par", 4)]
    start = "Exact par is not found for 7 rows. Par is at most about "
    assert all(one.text.startswith(start) for one in told)
    assert "sampled from 4 deals" in told[-1].text


def test_the_three_twos_are_laid_cell_by_cell() -> None:
    draft = edited(
        *("Q1", "A1", "B2", "C2", "Q2", "A4", "B3", "D1", "Q3", "C1", "C3", "joker swap", "A1"),
        price1="3 same suit",
        price2="3 same number",
        remove2=1,
        price3="3 straight flush",
        title="The Three Two's",
    )
    printed = printed_puzzle("the-three-twos")
    made = puzzle_of_draft(draft)
    assert (made.piles, made.twists, made.mystery) == (printed.piles, printed.twists, ())
    options = SHOP.options(draft)
    game = MysteryMachine(1, **options)
    assert game.setting.puzzle == made


def test_any_puzzle_goes_through_a_draft_and_its_link_unchanged() -> None:
    rng = random.Random(2)
    puzzles = [random_puzzle(rng) for _ in range(60)] + [read_puzzle(ALL_MODS)]
    for puzzle in puzzles:
        draft = SHOP.read(draft_of(puzzle))
        made = puzzle_of_draft(draft)
        assert made == read_puzzle_without_par(puzzle)
        query = dict(part.split("=", 1) for part in SHOP.link(draft).split("&"))
        if "packed" in query:
            assert SHOP.read_link(query) == draft


def read_puzzle_without_par(puzzle: Any) -> Any:
    """A studio measures the par; a printed one is not kept."""
    from dataclasses import replace

    return replace(puzzle, par="")


def test_a_second_press_takes_a_token_away_and_another_token_replaces_it() -> None:
    assert edited("B1")["cells"] == "?... 1... .... ...."
    assert edited("B1", "B1")["cells"] == "?... .... .... ...."
    assert edited("B1", "Q2", "B1")["cells"] == "?... 2... .... ...."
    assert edited("mystery", "B1", "A1")["cells"] == ".... ?... .... ...."
    assert edited("B1", "no token", "A1")["cells"] == ".... 1... .... ...."
    assert edited("B1", "clear")["cells"] == "?... .... .... ...."


def test_m4_twists_are_made_cell_by_cell() -> None:
    assert edited("swap", "A2", "A3")["twists"] == "swap A2 A3"
    assert edited("swap", "A2", "A3", "B1")["twists"] == "swap A2 A3; swap B1"
    assert edited("shift", "A2", "A4", "A3")["twists"] == "shift A2 A4 A3"
    assert edited("shuffle", "A2", "B3", "A2")["twists"] == "shuffle B3"
    assert edited("shuffle", "A2", "B3", "new twist", "C1")["twists"] == "shuffle A2 B3; shuffle C1"
    assert edited("joker swap", "A2", "A2")["twists"] == ""
    assert edited("swap", "A2", "no twist 1")["twists"] == ""


@pytest.mark.parametrize(
    ("given", "field", "told"),
    [
        ({}, "cells", "A puzzle has 1 to 6 piles, not 0."),
        ({"cells": "?1.x"}, "cells", "A cell is ?, a point, or a pile from 1 to 6."),
        ({"cells": "?2.."}, "cells", "Pile Q1 has no cells."),
        ({"cells": ".1.."}, "cells", "No card is the mystery"),
        ({"cells": "?1..", "remove1": 1}, "remove1", "Pile Q1 would be empty."),
        ({"cells": "?1..", "twists": "turn A1"}, "twists", "A twist begins with joker swap"),
        ({"cells": "?1..", "twists": "swap A1"}, "twists", "A swap is of two cells"),
        ({"cells": "?1..", "title": ""}, "title", "A puzzle needs a title."),
        ({"cells": "?1..", "low_ranks": "11"}, "low_ranks", "There is no low rank '11'"),
    ],
)
def test_what_is_not_yet_a_puzzle_is_told_at_its_field(
    given: dict[str, Any], field: str, told: str
) -> None:
    (flaw,) = SHOP.flaws(SHOP.read(given))
    assert flaw.field == field
    assert flaw.sentence.startswith(told)


def test_a_grid_is_drawn_with_no_more_rows_than_there_can_be() -> None:
    draft = SHOP.read({"low_ranks": "9, " * 3000})
    assert len(str(draft["cells"]).split()) == 4 + MOST_LOW_RANKS
    assert [flaw.field for flaw in SHOP.flaws(draft)] == ["low_ranks"]


def test_m10_a_puzzle_that_stays_uncertain_and_a_dead_pile_are_advice() -> None:
    found = findings(SHOP.read({"cells": "?... .1.. ..1. ...."}))
    assert found["solvable"].value is False
    assert found["solvable"].role == "advice"


def test_cells_that_never_matter_and_prices() -> None:
    draft = SHOP.read(draft_of(printed_puzzle("one-two-three")))
    found = findings(draft, "prices", "cells")
    assert found["cells"].value == []
    needless = findings(SHOP.read({"cells": "?1.. 12.. .22. 2..."}), "par", "cells")
    assert needless["cells"].value == ["B1"]
    less = findings(SHOP.read({"cells": "?1.. .2.. .22. 2..."}))
    assert less["par"].value == needless["par"].value == "15/4"
    assert found["prices"].value["there_are"] == 18
    table = found["prices"].table
    assert table is not None
    assert sum(float(row[1]) for row in table.rows) == pytest.approx(13 / 3, abs=0.02)
    assert len(found["advice"].value) == 3
    followed = SHOP.read_link(dict(parse_qsl(found["advice"].link)))
    fitting = findings(followed, "prices")
    assert "advice" not in fitting, "who follows it can pay for all of best play"
    assert Fraction(fitting["prices"].value["picks"]) <= 18


def test_one_like_it_is_of_its_kind_and_as_hard() -> None:
    draft = SHOP.read(draft_of(printed_puzzle("one-two-three")))
    link = findings(draft, "alike")["alike"].link
    other = SHOP.read_link(dict(parse_qsl(link)))
    assert sorted(str(other["cells"])) == sorted(str(draft["cells"]))
    assert other["cells"] != draft["cells"]
    assert findings(other)["par"].value == "13/3"


def test_the_chance_to_win() -> None:
    found = findings(SHOP.read(draft_of(printed_puzzle("one-two-three"))), "win")
    won = found["win"].value
    assert float(won["low"]) < 0.92 < float(won["high"])
    assert found["win"].figure.endswith(" %")
    assert found["win"].text.startswith("The bot careful in 160 deals: ")


@pytest.mark.parametrize(("stage", "told"), [("par", 1), ("prices", 2), ("cells", 2), ("win", 2)])
def test_long_work_ends_when_nobody_wants_it_any_more(stage: str, told: int) -> None:
    """What the report raises passes through, deal by deal and cell by cell."""

    class Unwanted(Exception):
        pass

    said: list[str] = []

    def report(sentence: str) -> None:
        said.append(sentence)
        if len(said) == told:
            raise Unwanted

    draft = SHOP.read(draft_of(printed_puzzle("the-three-twos")))
    with pytest.raises(Unwanted):
        list(SHOP.stage(stage).find(draft, report))


def test_a_change_that_there_is_not_is_refused() -> None:
    for change in ("cell Z9", "no twist 1", "new twist", "dance"):
        with pytest.raises(FacedownError):
            SHOP.edit(SHOP.read({}), change)


def test_the_form_has_a_control_for_every_field_or_keeps_it_hidden() -> None:
    draft = SHOP.read(draft_of(printed_puzzle("the-three-twos")))
    context = SHOP.context(draft)
    hidden = context["hidden"]
    assert isinstance(hidden, list)
    assert {f"price{n}" for n in (4, 5, 6)} <= set(hidden)
    assert not {"price1", "price2", "price3"} & set(hidden)
