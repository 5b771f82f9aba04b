"""The problem editor: what it finds about a problem, held against other computations."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from facedown.core.errors import FacedownError
from facedown.core.registry import new_game
from facedown.core.workshop import Finding, Flaw
from facedown.games.turing.cards import CODES, LAWS, code_index
from facedown.games.turing.game import TuringMachine
from facedown.games.turing.machine import best_play
from facedown.games.turing.problem import Problem, ProblemWorlds
from facedown.games.turing.studio.workshop import ProblemEditor, needless_verifiers, value_of

SHOP = ProblemEditor()
DRAFTS = [{"cards": "3,7,10,14"}, {"cards": "4+9,11+14,2+3,5+6", "mode": "extreme"}]


def findings(given: dict[str, Any]) -> dict[str, Finding]:
    draft = SHOP.read(given)
    assert list(SHOP.flaws(draft)) == []
    return {
        finding.name: finding
        for stage in SHOP.stages
        if not stage.asked
        for finding in stage.find(draft, lambda _: None)
    }


@pytest.mark.parametrize("given", DRAFTS)
def test_the_best_first_question_is_worth_what_best_play_is(given: dict[str, Any]) -> None:
    found = findings(given)
    play = found["best-play"].value
    assert play["exact"]
    values = found["first-questions"].value
    best = min((Fraction(v["rounds"]), Fraction(v["questions"])) for v in values)
    assert [str(part) for part in best] == play["lower"] == play["upper"]
    assert {"code": play["first"]["code"], "verifier": play["first"]["verifier"]} in [
        {"code": v["code"], "verifier": v["verifier"]}
        for v in values
        if [v["rounds"], v["questions"]] == play["lower"]
    ]


def test_the_values_of_T8_stand_in_the_editor() -> None:  # noqa: N802  # a paragraph
    found = findings({"cards": "3,7,10,14"})
    assert found["best-play"].value["upper"] == ["9/7", "20/7"]
    worlds = ProblemWorlds(Problem.parse("3,7,10,14"))
    codes = [CODES[code] for code in worlds.codes(worlds.everything)]
    assert found["codes"].value == codes
    assert found["worlds"].value == worlds.size


def test_alike_proposals_are_worth_the_same() -> None:
    worlds = ProblemWorlds(Problem.parse("3,7,10,14"))
    play = best_play(worlds)
    assert play.next is not None
    assert value_of(worlds, *play.next) == (play.rounds, play.questions)
    counted = Counter(bytes(worlds.arrays()[1][code].tobytes()) for code in range(len(CODES)))
    by_kind = {
        (v["code"]): v["like"] for v in findings({"cards": "3,7,10,14"})["first-questions"].value
    }
    answers = worlds.arrays()[1]
    assert all(
        counted[answers[code_index(code)].tobytes()] == like for code, like in by_kind.items()
    )


def test_the_bits_are_those_of_the_textbook() -> None:
    worlds = ProblemWorlds(Problem.parse("3,7,10,14"))
    assert worlds.permutations is None

    def entropy(codes: list[int]) -> float:
        shares = [count / len(codes) for count in Counter(codes).values()]
        return -sum(share * math.log2(share) for share in shares)

    table = findings({"cards": "3,7,10,14"})["information"].table
    assert table is not None
    before = entropy(list(worlds.choice_codes))
    for proposal, _, verifier, bits in table.rows[:30]:
        groups: dict[bool, list[int]] = {True: [], False: []}
        for laws, code in zip(worlds.choices, worlds.choice_codes, strict=True):
            law = LAWS[laws["ABCDEF".index(verifier)]]
            groups[law.holds(code_index(proposal))].append(code)
        after = sum(len(g) / worlds.size * entropy(g) for g in groups.values() if g)
        assert abs(float(bits) - (before - after)) < 6e-4
    told = [float(row[3]) for row in table.rows]
    assert told == sorted(told, reverse=True)


def test_long_work_ends_where_what_it_reports_to_says_so() -> None:
    class Enough(BaseException):
        pass

    def enough(_: str) -> None:
        raise Enough

    draft = SHOP.read({"cards": "3,7,10,14"})
    for stage in SHOP.stages:
        with pytest.raises(Enough):
            list(stage.find(draft, enough))


@pytest.mark.parametrize(
    ("cards", "mode", "said"),
    [
        ("", "classic", "Choose 4 to 6 cards; there are 0 so far."),
        ("4,9,11", "classic", "there are 3 so far"),
        ("1,2,3,4,5,6", "extreme", "Choose 8 to 12 cards"),
        ("4,9,11,x", "classic", "Cannot read the cards"),
        ("4,9,11,11", "classic", "used twice"),
        ("4,9,11,49", "nightmare", "no criteria card 49"),
        ("4,99", "classic", "no criteria card 99"),
        ("1,2,3,4,5,6,7", "classic", "4, 5 or 6 verifiers"),
        ("1,2,3,4,5,6,7,8,9", "extreme", "each verifier has two cards"),
        ("9" * 4000, "classic", "Cannot read the cards"),
    ],
)
def test_a_flaw_is_told_at_its_field(cards: str, mode: str, said: str) -> None:
    draft = SHOP.read({"cards": cards, "mode": mode})
    (flaw,) = SHOP.flaws(draft)
    assert said in flaw.sentence
    assert flaw.field == "cards"


def test_cards_that_make_no_problem_are_called_so() -> None:
    draft = SHOP.read({"cards": "23,30,41,44,46,48"})
    found = list(SHOP.stage("worlds").find(draft, lambda _: None))
    assert [(each.name, each.role) for each in found] == [("codes", "flaw"), ("change", "advice")]
    assert SHOP.unplayable(draft) == Flaw(found[0].text, "cards")
    assert SHOP.unplayable(SHOP.read(DRAFTS[0])) is None
    assert TuringMachine(1, cards=found[1].value["cards"]).options["mode"] == "classic"
    with pytest.raises(FacedownError):
        new_game("turing", 1, cards="23,30,41,44,46,48")


def test_cards_are_laid_and_taken_away() -> None:
    draft = SHOP.read({"cards": " 4 9;11 "})
    assert draft["cards"] == "4,9,11"
    draft = SHOP.read(SHOP.edit(draft, "card 14"))
    assert draft["cards"] == "4,9,11,14"
    extreme = SHOP.read({**draft, "mode": "extreme"})
    assert extreme["cards"] == "4+9,11+14"
    assert SHOP.edit(draft, "card 9")["cards"] == "4,11,14"
    assert SHOP.edit(draft, "no cards")["cards"] == ""
    for change in ("card 0", "card 49", "card x", "paint"):
        with pytest.raises(FacedownError, match="no change"):
            SHOP.edit(draft, change)
    broken = SHOP.read({"cards": "4,x"})
    with pytest.raises(FacedownError, match="Mend the numbers"):
        SHOP.edit(broken, "card 9")


def test_what_is_made_can_be_played() -> None:
    for _, example in SHOP.examples:
        draft = SHOP.read(example)
        assert draft == example
        assert list(SHOP.flaws(draft)) == []
        game = TuringMachine(1, **SHOP.options(draft))
        assert game.options["cards"] == draft["cards"]


def test_advice_names_a_card_after_which_every_verifier_is_needed() -> None:
    found = findings({"cards": "4,9,11,14"})
    assert found["needed"].value == ["A", "B", "C", "D"]
    advice = found["change"]
    worlds = ProblemWorlds(Problem.parse(advice.value["cards"]))
    assert len(set(worlds.choice_codes)) > 1
    assert needless_verifiers(worlds) == ()
    assert advice.link == f"cards={advice.value['cards']}"
    after = findings({"cards": advice.value["cards"]})
    assert after["needed"].value == []
    assert "change" not in after
    # The chances of so many questions are those of best play.
    asked = {int(n): many for n, many in after["questions"].value.items()}
    mean = Fraction(sum(n * many for n, many in asked.items()), sum(asked.values()))
    assert str(mean) == after["best-play"].value["upper"][1]


def test_one_like_it_is_of_its_class() -> None:
    draft = SHOP.read({"cards": "3,7,10,14", "mode": "nightmare"})
    (found,) = SHOP.stage("like").find(draft, lambda _: None)
    other = SHOP.read({"mode": "nightmare", "cards": found.value})
    assert other != draft
    assert Problem.parse(found.value, "nightmare").difficulty == "easy"


def test_the_mode_is_changed_with_the_cards_that_lie_there() -> None:
    draft = SHOP.read({"cards": "1,2,3,4,5,6"})
    extreme = SHOP.read(SHOP.edit(draft, "mode extreme"))
    assert extreme["cards"] == "1+2,3+4,5+6"
    assert SHOP.context(extreme)["missing"] == 2
    full = SHOP.read({"mode": "extreme", "cards": "1,2,3,4,5,6,7,8,9,10,11,12"})
    assert SHOP.edit(full, "mode nightmare")["cards"] == "1,2,3,4,5,6"
    with pytest.raises(FacedownError, match="6 cards are all"):
        SHOP.edit(draft, "card 7")
