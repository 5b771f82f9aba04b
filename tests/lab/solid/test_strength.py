"""What part of games Solid's players win, and the measuring stick that sees all hands."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from facedown.core.errors import BadOption, FacedownError, UnknownName
from facedown.core.registry import new_game
from facedown.core.roster import new_bot, roster_of
from facedown.core.seats import NATURE
from facedown.games.solid.rules import SolidState
from facedown.games.solid.studio.card_list import SMALL_LIST
from facedown.lab.matches import Matches, Rules
from facedown.lab.players import Stick, player_called
from facedown.lab.records import Records
from facedown.lab.solid.strength import ShareOfWins, run
from facedown.players.solid.trial import KnownHands
from facedown.table.bots import bot_names
from facedown.terminal.main import main

SMALL = Rules("small", {"cards": SMALL_LIST})
MATCHES = Matches("solid", SMALL, ("greedy", "seeing:rollouts=20"), ("beginner", "greedy"), 6)


@pytest.fixture(scope="module")
def scores() -> tuple[ShareOfWins, ...]:
    return run(MATCHES)


def test_everybody_meets_everybody_else_from_every_seat(scores: tuple[ShareOfWins, ...]) -> None:
    assert [(score.player, score.against) for score in scores] == [
        ("greedy", "beginner"),
        ("seeing:rollouts=20", "beginner"),
        ("seeing:rollouts=20", "greedy"),
    ]
    assert all(score.games == 12 and 0 <= score.won.mean <= 1 for score in scores)


def test_two_workers_find_what_one_finds(scores: tuple[ShareOfWins, ...]) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert run(MATCHES, executor=executor) == scores


def test_games_that_were_kept_are_not_repeated(
    scores: tuple[ShareOfWins, ...], tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    fewer = Matches("solid", SMALL, MATCHES.players, MATCHES.against, 4)
    run(fewer, Records(path))
    told: list[str] = []
    assert run(MATCHES, Records(path), progress=told.append) == scores
    assert told[0] == "24 of 36 games have been played before."


def test_what_a_player_does_not_win_its_opponent_wins() -> None:
    """The same games, told from either side."""
    one, other = "strong:rollouts=3", "greedy"
    (here,) = run(Matches("solid", SMALL, (one,), (other,), 4))
    (there,) = run(Matches("solid", SMALL, (other,), (one,), 4))
    assert here.won.mean + there.won.mean == pytest.approx(1)


def test_the_command_tells_the_same_as_table_and_as_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["strength", "solid", "--players", "greedy,careful", "--against", "greedy"]
    asked += ["--deals", "3", "--workers", "1"]
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (score,) = found["scores"]
    assert (score["player"], score["against"], score["games"]) == ("careful", "greedy", 6)
    assert main(asked) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"{score['won']['mean']:.3f} ± {score['won']['error']:.3f}" in lines[-1]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (["--deals", "1"], "The deals are from 2 to 100,000, not 1."),
        (["--players", "nobody"], "Solid has no bot 'nobody'"),
        (["--players", "strong:depth=2"], "not 'depth=2'"),
        (["--players", "greedy", "--against", "greedy"], "a player like itself"),
        (["--rules", "nothing.toml"], "nothing.toml"),
        (["--seats", "7"], "7"),
    ],
)
def test_what_cannot_be_measured_is_said_in_one_sentence(
    asked: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["strength", "solid", *asked]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert sentence in err
    assert len(err.strip().splitlines()) == 1


def test_who_sees_all_hands_plays_in_the_laboratory_alone() -> None:
    game = new_game("solid", 2)
    assert "seeing" not in {*roster_of(game).bots, *bot_names(game)}
    with pytest.raises(UnknownName):
        new_bot(game, "seeing")
    seeing = player_called(game, "seeing")
    assert isinstance(seeing, Stick)
    with pytest.raises(FacedownError, match="sees all hands"):
        seeing.act(game.start().view(0), random.Random(1))
    with pytest.raises(BadOption):
        player_called(game, "seeing:rollouts=0")


def test_all_its_worlds_have_the_hands_as_they_are() -> None:
    state = new_game("solid", 2).start()
    assert isinstance(state, SolidState)
    while state.actors() == (NATURE,):
        state.apply(NATURE, state.draw(random.Random(5)))
    hands = KnownHands(state.hands).hands(3, np.zeros(1, np.uint64))
    kinds = len(state.hands[0])
    assert all((world[:, :kinds] == state.hands).all() for world in hands)
    assert not hands[:, :, kinds:].any()
