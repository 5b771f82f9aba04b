"""``facedown analyse`` stopped by Ctrl-C shows what had been judged until then."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from tests.analysis.recorded import GOLDEN
from tests.terminal.conftest import Facedown

from facedown.core.judging import Verdict
from facedown.core.moves import Move
from facedown.games.turing.view import TuringView
from facedown.players.turing.judge import TuringJudge


def interrupted_after(moves: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has somebody press Ctrl-C while the next move after so many is judged."""
    judge, left = TuringJudge.verdict, moves

    def verdict(self: TuringJudge, view: TuringView, move: Move) -> Verdict | None:
        nonlocal left
        if not left:
            raise KeyboardInterrupt
        left -= 1
        return judge(self, view, move)

    monkeypatch.setattr(TuringJudge, "verdict", verdict)


@pytest.mark.parametrize("moves", [2, 5])
def test_what_was_judged_before_is_shown(
    facedown: Facedown, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    shutil.copy(GOLDEN / "turing.jsonl", "turing.jsonl")
    whole = json.loads((GOLDEN / "turing.json").read_text("utf-8"))["seats"]
    interrupted_after(moves, monkeypatch)
    said = facedown("analyse", "turing.jsonl", "--json")
    assert said.code == 130
    assert said.err.endswith("Interrupted.\n")  # a slow machine says first that one waits
    *before, last = json.loads(said.out)["seats"]
    assert before == whole[: len(before)]
    done = whole[len(before)]["judged"]
    assert last["judged"] == [each for each in done if each["turn"] < last["until"]]
    assert sum(len(seat["judged"]) for seat in (*before, last)) > 0


def test_in_words_it_says_how_far_it_came(
    facedown: Facedown, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(GOLDEN / "turing.jsonl", "turing.jsonl")
    interrupted_after(2, monkeypatch)
    said = facedown("--language", "fr", "analyse", "turing.jsonl", "--seat", "1")
    assert said.code == 130
    assert "Analysé jusqu’ici" in said.out
    assert "Codes restants, après tant de coups\xa0:" in said.out
    assert re.search(r"\d,\d", said.out)
