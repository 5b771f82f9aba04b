"""Problems in the form of a published benchmark: laws by their texts, faulty ones told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from facedown.core.errors import BadOption
from facedown.lab.agents import AgentName, AgentsPlan, AskSetting, GamesFile, begun, run
from facedown.lab.problems import Imported, problems_of_file
from facedown.lab.turing.turnbench import TEXTS, law_said, problems

CRITERIA = {
    4: ["YELLOW is less than 4", "YELLOW is equal to 4", "YELLOW is greater than 4"],
    9: ["zero 3s, such as 222", "one 3, such as 135", "two 3s, such as 331", "three 3s"],
    11: ["BLUE is less than YELLOW", "BLUE is equal to YELLOW", "BLUE is greater than YELLOW"],
    14: [
        "BLUE is smaller than PURPLE and YELLOW",
        "YELLOW is smaller than …",
        "PURPLE is smaller than YELLOW and BLUE",
    ],
}
GOOD = {
    "verifier_ids": [4, 9, 11, 14],
    "active_criteria_ids": [0, 0, 1, 2],
    "answer": "",
    "nightmare_verifier_ids": [9, 11, 4, 14],
    "nightmare_active_criteria_ids": [0, 1, 0, 2],
}


def imported(folder: Path, form: Any, **options: str) -> Imported:
    texts = [
        {"id": card, "criteria": [{"description": text} for text in said]}
        for card, said in CRITERIA.items()
    ]
    (folder / TEXTS).write_text(json.dumps(texts))
    (folder / "setups.json").write_text(json.dumps(form))
    return problems_of_file("turing", folder / "setups.json", options, problems)


def answered(folder: Path) -> dict[str, Any]:
    """The problem with the answer that its laws leave, as the importer tells it."""
    with pytest.raises(BadOption) as caught:
        imported(folder, {"X1": GOOD})
    return {**GOOD, "answer": str(caught.value).split("Its laws leave ")[1][:3]}


@pytest.mark.parametrize("mode", ["classic", "nightmare"])
def test_a_problem_is_the_one_of_its_texts(tmp_path: Path, mode: str) -> None:
    form = answered(tmp_path)
    found = imported(tmp_path, {"X1": form}, mode=mode)
    (problem,) = found.problems
    assert (problem.name, problem.options["cards"]) == ("X1", "4,9,11,14")
    file = GamesFile()
    agents = (AgentName.read("exact"),)
    assert run(AgentsPlan("turing", found.problems, agents, AskSetting()), file) == 0
    (game,) = file.games.values()
    assert game["score"]["solved"] == 1
    assert begun(problem, "turing").view(0).cards == ((4,), (9,), (11,), (14,))  # type: ignore[attr-defined]


def test_faulty_problems_are_told_and_left_out(tmp_path: Path) -> None:
    form = answered(tmp_path)
    found = imported(
        tmp_path,
        {
            "good": form,
            "answer": {**form, "answer": "555"},
            "none": {**form, "active_criteria_ids": [2, 3, 0, 2]},
            "several": {
                **form,
                "verifier_ids": [4, 9],
                "active_criteria_ids": [0, 0],
            },
            "text": {**form, "active_criteria_ids": [0, 0, 1, 1]},
            "short": {"verifier_ids": [4]},
        },
    )
    assert [each.name for each in found.problems] == ["good"]
    for fault, why in zip(
        found.faults,
        ("its answer is 555", "leave no code", "…", "no law that says", "lacks a part"),
        strict=True,
    ):
        assert why in fault


def test_texts_that_differ_in_order_are_told_apart() -> None:
    for card, text, name in (
        (45, "one 1, such as 331", "45c"),
        (45, "zero 3s", "45b"),
        (42, "BLUE is the largest", "42b"),
        (34, "BLUE is the smallest or is equal to PURPLE and YELLOW", "34a"),
        (36, "the sum of all the numbers is a multiple of 4", "36b"),
        (19, "the sum of BLUE and YELLOW is greater than 6", "19c"),
        (17, "one even number, such as 323", "17b"),
        (21, "no pairs, such 134 or 222", "21a"),
        (25, "2 numbers in ascending or descending order, such as 235", "25b"),
    ):
        law = law_said(card, text)
        assert law is not None
        assert law.name == name
    assert law_said(49, "BLUE is even") is law_said(4, "BLUE is even") is None


def test_other_files_are_read_line_by_line_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"seed": "7", "name": "a"}\n\n{"seed": "8", "options": {"rounds": 9}}\n')
    found = problems_of_file("turing", path, {}, problems)
    assert [(each.name, each.seats, each.options) for each in found.problems] == [
        ("a", 1, {}),
        ("2", 1, {"rounds": 9}),
    ]
    for text in (
        "nothing\n",
        "",
        "{}\n",
        '{"seed": "7", "seat": 2}\n',
        '{"X": {"verifier_ids": []}}',
    ):
        path.write_text(text)
        with pytest.raises(BadOption):
            problems_of_file("turing", path, {}, problems)
    with pytest.raises(BadOption, match="cannot be read"):
        problems_of_file("turing", tmp_path, {}, problems)
