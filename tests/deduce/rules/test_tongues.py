"""What people say in French and Portuguese, each sentence with its meaning in plain Python.

In ``said.fr.toml`` and ``said.pt.toml`` a first voice was written before there were tables, a
second one before they had learned from it. Half of each, drawn by lot, is for finding what is
missing, the other only for measuring. ``pytest -s`` prints the table.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from functools import cache

import pytest
from tests.deduce.rules.test_sentences import FOLDER, VOICES, Moment, agrees, is_open, timelines

from facedown.core import Match, new_game
from facedown.core.typed import read_line, typing_in
from facedown.deduce.rules import SOLVER, TONGUES, RuleError, parse, parse_in, place_typed
from facedown.deduce.rules.lexicon import language
from facedown.deduce.rules.tongues import tongue
from facedown.games.solver.moves import Play
from facedown.languages import LANGUAGES


def read(text: str, samples: list[Moment], code: str) -> str:
    """What becomes of a sentence."""
    try:
        return "right" if agrees(parse_in(text, SOLVER, code), samples) else "misread"
    except RuleError as problem:
        meant = any(agrees(parse(way, SOLVER), samples) for way in problem.ways)
        if "more than one way" in str(problem):
            return "asked back" if meant else "asked amiss"
        return "refused, suggested" if meant else "refused"


@cache
def counted(code: str) -> dict[bool, Counter[str]]:
    """How many sentences of each half became what."""
    found = {half: Counter[str]() for half in (True, False)}
    rows = tomllib.loads((FOLDER / f"said.{code}.toml").read_text("utf-8"))["said"]
    for row in rows:
        samples = timelines(compile(row["is"], f"said.{code}.toml", "eval"))
        for text in row["as"]:
            found[is_open(text)][read(text, samples, code)] += 1
    return found


@pytest.mark.parametrize(
    ("code", "half", "right", "misread"),
    [
        ("fr", True, 0.93, 0.015),
        ("fr", False, 0.84, 0.015),
        ("pt", True, 0.92, 0.015),
        ("pt", False, 0.84, 0.015),
    ],
)
def test_what_people_say_is_read(
    code: str,
    half: bool,  # a parameter of the test
    right: float,
    misread: float,
) -> None:
    counts = counted(code)[half]
    assert counts.total() >= 60
    assert counts["right"] / counts.total() >= right, counts
    assert (counts["misread"] + counts["asked amiss"]) / counts.total() <= misread, counts


@pytest.mark.parametrize("code", TONGUES)
def test_the_table_of_what_becomes_of_sentences(code: str) -> None:
    for half, counts in counted(code).items():
        shares = (f"{what} {count / counts.total():.1%}" for what, count in counts.most_common())
        print(code, "open" if half else "sealed", counts.total(), ", ".join(shares))  # noqa: T201


@pytest.mark.parametrize("code", TONGUES)
def test_the_example_of_every_row_is_read(code: str) -> None:
    further = tongue(SOLVER, code).examples[len(language(SOLVER).examples) :]
    assert further
    for name, example in further:
        assert parse_in(example, SOLVER, code).sentence, name


@pytest.mark.parametrize("code", TONGUES)
def test_whatever_is_said_is_read_or_refused(code: str) -> None:
    """Halves of the examples, joined at random: nothing but a rule or a ``RuleError`` comes out."""
    rng, refused = random.Random(7), 0
    further = tongue(SOLVER, code).examples[len(language(SOLVER).examples) :]
    examples = [example.split() for _, example in further]
    said = {"fr": ["rouge ne pas", "la carte n'est pas"], "pt": ["a carta não"]}[code]
    for _ in range(150):
        one, other = rng.choice(examples), rng.choice(examples)
        words = one[: rng.randint(1, len(one))] + other[rng.randrange(len(other)) :]
        said.append(" ".join(words))
    for text in said:
        try:
            parse_in(text, SOLVER, code)
        except RuleError:
            refused += 1
    assert 0 < refused < len(said)


@pytest.mark.parametrize("code", TONGUES)
def test_english_means_the_same_to_whoever_types_another_language(code: str) -> None:
    rows = tomllib.loads((FOLDER / "said.toml").read_text("utf-8"))["meaning"]
    for text in (row[voice] for row in rows[::2] for voice in VOICES if voice in row):
        try:
            said = parse(text, SOLVER)
        except RuleError:
            continue
        assert parse_in(text, SOLVER, code).sentence == said.sentence


@pytest.mark.parametrize(
    ("code", "text", "said"),
    [
        ("fr", "rouge ou cercle", "red or circle"),
        ("fr", "la carte précédente était bleue", "the last card is blue"),
        ("fr", "la dernière carte de la piste principale est bleue", "the last card is blue"),
        ("pt", "mesma cor da última carta da trilha principal", "same colour as the last card"),
        ("fr", "La carte PRECEDENTE etait bleue.", "the last card is blue"),
        ("fr", "pas de rouge après un bleu", "if the last card is blue then not red"),
        ("fr", "nombre plus grand que la dernière carte", "higher number than the last card"),
        ("fr", "ni rouge ni cercle", "not circle and not red"),
        ("fr", "la couleur n’a pas le droit d’être rouge", ""),
        ("fr", "tout sauf rouge et bleu", "green or yellow"),
        ("fr", "les 2e et 3e cartes", ""),
        ("fr", "la 2e carte est rouge", "if the position is exactly 2 then red"),
        ("pt", "vermelho ou círculo", "red or circle"),
        ("pt", "a carta anterior era azul", "the last card is blue"),
        ("pt", "nada de vermelho depois de azul", "if the last card is blue then not red"),
        ("pt", "o número sobe 1", "number exactly 1 higher than the last card"),
        ("pt", "um acima ou um abaixo da última", "number exactly 1 apart from the last card"),
        ("pt", "no verde, par", ""),
        ("pt", "a cor e vermelha", ""),
        ("fr", "red or circle", "red or circle"),
        ("fr", "3", "number 3"),
    ],
)
def test_what_is_said_is_read_as_its_meaning(code: str, text: str, said: str) -> None:
    try:
        found = parse_in(text, SOLVER, code).sentence
    except RuleError:
        found = ""
    assert found == (parse(said, SOLVER).sentence if said else "")


def test_several_readings_are_asked_back() -> None:
    with pytest.raises(RuleError, match="more than one way") as caught:
        parse_in("alterne rouge et bleu", SOLVER, "fr")
    assert len(caught.value.ways) == 3
    assert "in turn red, blue" in caught.value.ways


def test_what_could_stand_is_told_in_words_of_the_language() -> None:
    with pytest.raises(RuleError, match="“bleu”, “cercle”") as caught:
        parse_in("la carte est blanche", SOLVER, "fr")
    assert caught.value.position == len("la carte est ")
    assert place_typed("rouge o", SOLVER, "fr").texts == ("rouge ou",)


def test_a_word_of_english_means_nothing_in_another_language() -> None:
    with pytest.raises(RuleError):
        parse_in("rouge or cercle", SOLVER, "fr")


def test_every_language_of_the_pages_is_read() -> None:
    assert {*TONGUES, "en"} == {each.code for each in LANGUAGES}


def test_a_line_at_a_table_is_read_in_the_language_of_whoever_types_it() -> None:
    match = Match(new_game("solver", 3, master="player"), seed="7")
    with typing_in("fr"):
        move = read_line(match.game, "pas de rouge après un bleu", match.view(0))
    assert move == read_line(match.game, "if the last card is blue then not red", match.view(0))


def test_a_card_is_called_in_the_language_of_whoever_types_it() -> None:
    match = Match(new_game("solver", 1), seed="7")
    view = match.view(0)
    with typing_in("fr"):
        for text in ("cercle rouge 2", "joue le cercle rouge 2", "red circle 2"):
            assert read_line(match.game, text, view) == Play("red circle 2")
