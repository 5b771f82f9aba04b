"""Rules of a file as problems for agents."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown.core.errors import BadOption
from facedown.lab.agents import AgentName, AgentsPlan, AskSetting, GamesFile, run
from facedown.lab.problems import problems_of_file
from facedown.lab.solver.written import problems


def test_a_rule_a_line_is_looked_for_and_what_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("# two rules\nred or blue  # easy\n\nxyzzy plugh\nodd\n")
    found = problems_of_file("solver", path, {}, problems)
    assert [each.name for each in found.problems] == ["blue or red", "odd"]
    assert ["Line 4" in fault for fault in found.faults] == [True]
    file = GamesFile()
    plan = AgentsPlan("solver", found.problems, (AgentName.read("careful"),), AskSetting("careful"))
    assert run(plan, file) == 0
    assert all("solved" in game["score"] for game in file.games.values())
    path.write_text("xyzzy plugh\n")
    with pytest.raises(BadOption, match="Line 1"):
        problems_of_file("solver", path, {}, problems)
