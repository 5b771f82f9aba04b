"""The terminal in the language of the system, or in one that is named."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from tests.terminal.conftest import Facedown
from tests.terminal.toy import Hush

from facedown.core.messages import phrase_many
from facedown.core.registry import game_class
from facedown.languages import ENGLISH, current, is_whole, language_named, speaking, spoken

GAME = ("play", "turing", "--seed", "1", "--option", "cards=4,9,11,14")
TYPED = "241\nB\nB\nnot a move\nhint codes\nstop\nquit\n"


@pytest.mark.parametrize("variable", ["LC_ALL", "LC_MESSAGES", "LANG"])
def test_a_game_is_played_in_the_language_of_the_system(
    facedown: Facedown, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "fr_CA.UTF-8")
    said = facedown(*GAME, typed=TYPED)
    assert said.code == 0
    for told in (
        "Trouvez le seul code qu’acceptent tous les vérificateurs",
        "Tapez help pour voir ce qu’on peut taper",
        "  4a  le carré jaune est inférieur à 4",
        "Seat 1" not in said.out and "Place 1 interroge le vérificateur B sur 241\xa0:",
        "Vous avez déjà interrogé le vérificateur B dans cette manche.",
        "Ce n’est pas un coup\xa0; tapez un code comme 241",
        "codes sont possibles",
        "La partie est conservée dans",
    ):
        assert told
        assert told in said.out


@pytest.mark.parametrize(
    "command",
    [
        ("play", "mystery", "--seed", "1"),
        ("rules", "mystery"),
        ("games", "mystery"),
    ],
    ids=" ".join,
)
def test_a_game_that_a_language_has_not_whole_is_told_in_english(
    facedown: Facedown, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """The whole of it: no screen is half in one language and half in another."""
    monkeypatch.setattr(current, "is_whole", lambda language, _: language is ENGLISH)
    said = facedown("--language", "fr", *command, typed="help\nnonsense\nquit\n")
    assert said.code == 0
    assert said.err.endswith(" n’existe pas encore en français\xa0: le jeu est en anglais.\n")
    assert re.search(r"[àâçéèêîôùœ]", said.out) is None, said.out


def test_whether_a_language_has_a_game_whole() -> None:
    french, portuguese = language_named("fr"), language_named("pt")
    for name in ("mystery", "solid", "solver", "suspense", "turing"):
        assert is_whole(french, game_class(name))
        assert is_whole(portuguese, game_class(name))
    assert is_whole(ENGLISH, Hush)
    assert not is_whole(french, Hush)


def test_a_language_can_be_named(facedown: Facedown) -> None:
    said = facedown("--language", "pt", *GAME, typed=TYPED)
    assert "Você já perguntou ao verificador B nesta rodada." in said.out
    assert "A partida está salva em" in said.out


def test_programs_are_answered_in_english(facedown: Facedown) -> None:
    said = facedown("--language", "fr", "rules", "turing", "T6", "--json")
    assert said.out == facedown("rules", "turing", "T6", "--json").out


@pytest.mark.parametrize("given", [("xx",), ()])
def test_a_language_that_does_not_exist_is_refused(
    facedown: Facedown, given: tuple[str, ...]
) -> None:
    said = facedown("--language", *given)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("There is no language")


def test_no_language_that_is_known_means_english(
    facedown: Facedown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Type help for what you can type" in facedown(*GAME, typed="quit\n").out


def test_english_reads_no_catalogue() -> None:
    """What other languages need is not even imported, so that English starts as fast as it can."""
    code = (
        "import sys; from facedown.terminal.main import main; main(['games']); print(*sys.modules)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = said.stdout.splitlines()[-1].split()
    assert "facedown.languages.catalogues" in loaded
    assert [name for name in loaded if name.partition(".")[0] == "babel"] == []


@pytest.mark.parametrize(("count", "told"), [(0, "0 perguntas"), (1, "1 pergunta")])
def test_nothing_is_many_in_portuguese(count: int, told: str) -> None:
    with speaking(language_named("pt")):
        assert spoken(phrase_many("{n} question", "{n} questions", count)) == told
