"""What can be asked for at one screen when the game is over."""

from __future__ import annotations

from tests.terminal.conftest import Facedown

GAME = ("play", "turing", "--seed", "1", "--option", "cards=3,7,10,14", "--log", "g.log")
LOST = "111\nA\nstop\nsolve 555\n"


def test_after_a_game_its_moves_are_judged_as_they_are_from_its_log(
    facedown: Facedown,
) -> None:
    said = facedown(*GAME, typed=f"{LOST}show\nanalyse\n\n").out
    assert "Here only analyse, save FILE and Enter mean something." in said
    judged = said.partition("> analyse\n\n")[2]
    seat, _, lines = judged.partition("\n")
    assert seat == "Seat 1"
    alone = facedown("analyse", "g.log").out.partition("\n")[2]
    assert "Its way: propose " in alone
    to_oneself = alone.replace("this was", "you needed").replace("its moves", "your moves")
    assert to_oneself != alone
    assert lines.startswith(to_oneself)


def test_in_french_it_is_judged_in_french(facedown: Facedown) -> None:
    said = facedown("--language", "fr", *GAME, typed=f"{LOST}analyse\n").out
    assert "Tapez analyse pour faire analyser vos coups, ou Entrée pour quitter." in said
    assert "La plus grosse erreur est le coup 5\u00a0: nommer 555." in said
    assert "En tout, vos coups ont coûté " in said or "Aucun de vos coups" in said
    for word in ("Move", "Best play", " was ", "codes left"):
        assert word not in said.partition("> analyse\n")[2]


def test_whoever_leaves_is_told_nothing(facedown: Facedown) -> None:
    for leave in ("", "\n", "quit\n"):
        said = facedown(*GAME[:-2], typed=LOST + leave)
        assert said.code == 0
        assert "Its way" not in said.out
