"""The catalogues: up to date, whole for the shell, and such that nothing breaks in them."""

from __future__ import annotations

import importlib
import re
import string
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po
from tools import messages as tool

from facedown.core.errors import UnknownName
from facedown.core.messages import (
    Catalogue,
    decimals,
    exactly,
    fill,
    in_percent,
    phrase,
    phrase_many,
    separated,
)
from facedown.core.registry import override_game
from facedown.games.solver.view import Round
from facedown.games.solver.words import scored_words
from facedown.languages import (
    ENGLISH,
    LANGUAGES,
    PSEUDO,
    best_language,
    current_language,
    language_named,
    speaking,
    spoken,
)
from facedown.languages.catalogues import catalogue
from facedown.languages.current import is_whole
from facedown.search.poker.game import KuhnPoker

SHELL = tool.SOURCE / "languages"
CATALOGUES = sorted(tool.SOURCE.rglob("languages/*.po"))


def entries(file: Path) -> Iterator[Entry]:
    with file.open("rb") as opened:
        yield from (entry for entry in read_po(opened) if entry.id)


def forms(value: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    assert value is not None
    return (value,) if isinstance(value, str) else tuple(value)


def parts(text: str) -> set[str]:
    """The arguments of a message."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_catalogues_are_those_of_the_code() -> None:
    """Else: python tools/messages.py."""
    assert [file.name for file, text in tool.catalogues() if file.read_text("utf-8") != text] == []


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_a_translation_asks_for_no_more_than_the_message_has(file: Path) -> None:
    for entry in entries(file):
        known = set().union(*map(parts, forms(entry.id)))
        for said in forms(entry.string):
            assert parts(said) <= known, entry.id
            assert said.endswith("\n") == forms(entry.id)[0].endswith("\n") or not said


@pytest.mark.parametrize(
    "file", [file for file in CATALOGUES if file.name.endswith(".rules.po")], ids=lambda f: f.name
)
def test_a_rulebook_keeps_its_numbers_and_its_rows(file: Path) -> None:
    for entry in entries(file):
        block, said = forms(entry.id)[0], forms(entry.string)[0]
        if not said:
            continue
        for kept in (r"\b[A-Z]+[0-9]+\b", r"`[^`]*`", r"^#+ ", r"\n|\|"):
            assert re.findall(kept, said) == re.findall(kept, block), block


def test_a_message_is_said_in_one_way_only() -> None:
    """The catalogues of a language are read as one."""
    for language in LANGUAGES[1:]:
        known: dict[object, tuple[str, ...]] = {}
        for file in CATALOGUES:
            if file.name.partition(".")[0] == language.code:
                for entry in entries(file):
                    said = forms(entry.string)
                    if all(said):
                        key = entry.context, forms(entry.id)
                        assert known.setdefault(key, said) == said, (file, key)


@pytest.mark.parametrize("language", LANGUAGES[1:], ids=lambda language: language.code)
def test_the_shell_is_said_in_each_language(language: object) -> None:
    code = getattr(language, "code")  # noqa: B009  # named by the parameter
    untold = [
        entry.id
        for entry in entries(SHELL / f"{code}.po")
        if re.search(r"[a-z]{2}", re.sub(r"\{[^}]*\}", "", forms(entry.id)[0]))
        if not all(forms(entry.string))
    ]
    assert untold == []


def test_every_catalogue_is_of_a_language_that_can_be_chosen() -> None:
    codes = {file.name.partition(".")[0] for file in CATALOGUES}
    assert codes == {language.code for language in LANGUAGES[1:]}


def test_a_language_is_spoken_within_its_block_only() -> None:
    rules, seats = phrase("Rules"), phrase_many("{n} open seat", "{n} open seats", 2)
    assert (spoken(rules), spoken(seats)) == ("Rules", "2 open seats")
    with speaking(language_named("pt")):
        assert current_language().code == "pt"
        assert (spoken(rules), spoken(seats)) == ("Regras", "2 lugares livres")
        with speaking(PSEUDO):
            assert spoken(rules) == "⟦Řúļéš··⟧".replace("Ř", "Ŕ")
        assert spoken("Rules") == "Rules"  # somebody may be called so
    assert current_language() is ENGLISH
    assert spoken(rules) == "Rules"


def said_of(entry: Entry, words: Catalogue) -> tuple[str, ...]:
    one, *many = forms(entry.id)
    if many and entry.context is not None:
        first, second = (words.npgettext(entry.context, one, many[0], n) for n in (1, 2))
        return first, second
    if many:
        return words.ngettext(one, many[0], 1), words.ngettext(one, many[0], 2)
    if entry.context is not None:
        return (words.pgettext(entry.context, one),)
    return (words.gettext(one),)


def test_no_line_of_french_ends_before_a_sign() -> None:
    """French sets a space there, a common one in its catalogues; Portuguese sets none."""
    french = catalogue(language_named("fr"))
    assert french.gettext("Not done:") == "Refusé\N{NO-BREAK SPACE}:"
    kept = 0
    for file in CATALOGUES:
        if file.name.startswith("fr."):
            for entry in entries(file):
                if all(forms(entry.string)):
                    for said, written in zip(
                        said_of(entry, french), forms(entry.string), strict=True
                    ):
                        assert re.search(r" [:;?!»%]|« ", said) is None
                        assert said.replace("\N{NO-BREAK SPACE}", " ") == written
                        kept += said != written
    assert kept > 500
    assert catalogue(language_named("pt")).gettext("Not done:") == "Recusado:"


def test_what_a_language_lacks_is_said_in_english() -> None:
    with speaking(language_named("fr")):
        assert spoken(phrase("Nobody has put this into French, {who}.", who="Ann")) == (
            "Nobody has put this into French, Ann."
        )


def test_there_are_no_other_languages() -> None:
    with pytest.raises(UnknownName, match=r"^There is no language 'xx'; there are en, fr, pt\.$"):
        language_named("xx")


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("*", "en"),
        ("fr-CA", "fr"),
        ("de,pt;q=0.3,fr;q=0.4", "fr"),
        ("en;q=0,fr;q=0.1", "fr"),
    ],
)
def test_browsers_name_languages(header: str, code: str) -> None:
    assert best_language(header).code == code


def test_a_game_in_no_package_takes_no_language_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game may be published as one file; what it has of languages and rules lies beside it."""
    (tmp_path / "lone.py").write_text(
        "from facedown.search.poker.game import KuhnPoker\n\n\nclass Lone(KuhnPoker):\n    pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    lone: type[KuhnPoker] = importlib.import_module("lone").Lone
    (tmp_path / "rulebook.md").write_text("# Lone\n")
    french = language_named("fr")
    with override_game(lone):
        assert catalogue.__wrapped__(french).gettext("yes") == "oui"
    assert not is_whole(french, lone)
    assert lone.rulebook() == "# Lone\n"


def test_numbers_and_names_are_said_as_a_language_says_them() -> None:
    with speaking(language_named("fr")):
        assert spoken(phrase("{mean:.1f} on average.", mean=3.5)) == "3,5 en moyenne."
        assert spoken(phrase("{number} questions", number="4.42")) == "4,42 questions"
        typed = phrase("The option {name} is a whole number, not {text!r}.", name="n", text="4.5")
        assert "'4.5'" in spoken(typed)  # as it was typed
        for name, said in (("Ann", "d’Ann"), ("Bob", "de Bob"), ("Élise", "d’Élise")):
            place = spoken(phrase("Play on from here as {who}", who=name))
            assert place == f"Continuer d’ici à la place {said}"
    with speaking(language_named("pt")):
        assert spoken(phrase("{mean:.1f} on average.", mean=3.5)) == "3,5 em média."
    assert spoken(phrase("{mean:.1f} on average.", mean=3.5)) == "3.5 on average."


def test_figures_outside_of_sentences_are_said_as_a_language_says_them() -> None:
    figures = (decimals(3.09), decimals(12345, 0), in_percent(0.99), exactly(Fraction(53, 12)))
    assert [spoken(each) for each in figures] == ["3.09", "12,345", "99 %", "53/12 (4.417)"]
    no_break, narrow = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
    with speaking(language_named("fr")):
        said = ["3,09", f"12{narrow}345", f"99{no_break}%", "53/12 (4,417)"]
        assert [spoken(each) for each in figures] == said
        searched = spoken(phrase("{number:,} beliefs searched", number=1234))
        assert searched.startswith(f"1{narrow}234 ")
        assert spoken(separated(["a", "b"])) == f"a{no_break}; b"
    with speaking(language_named("pt")):
        assert [spoken(each) for each in figures] == ["3,09", "12.345", "99%", "53/12 (4,417)"]


@pytest.mark.parametrize(
    ("number", "english", "french", "portuguese"),
    [
        (0.5, "0.5 points", "0,5 point", "0,5 ponto"),
        (1.67, "1.67 points", "1,67 point", "1,67 ponto"),
        (2.5, "2.5 points", "2,5 points", "2,5 pontos"),
        (1.0, "1 point", "1 point", "1 ponto"),
        (0.0, "0 points", "0 point", "0 pontos"),
    ],
)
def test_a_number_that_is_not_whole_is_counted_as_a_language_does(
    number: float, english: str, french: str, portuguese: str
) -> None:
    places = len(f"{number:g}".partition(".")[2])
    text = phrase_many("{number} point", "{number} points", number, number=decimals(number, places))
    assert text == english
    for code, said in (("fr", french), ("pt", portuguese)):
        with speaking(language_named(code)):
            assert spoken(text) == said


@pytest.mark.parametrize(
    ("code", "rule", "event"),
    [
        ("fr", "Personne n’a trouvé votre règle", "M3+3, chez vous."),
        ("pt", "Ninguém encontrou a sua regra", "M3+3, sua."),
    ],
)
def test_what_is_the_reader_s_is_said_to_be_theirs(code: str, rule: str, event: str) -> None:
    found = scored_words(Round(0, "red", -1, 25, (None, True, True), (3, 0, 0), (), ()))
    played = phrase(
        "{who} plays {card} to {effect}: {target} of {owner}.",
        who="{1}",
        card="steal",
        effect="steal",
        target="M3+3",
        owner="{0}",
    )
    with speaking(language_named(code)):
        names = (spoken(phrase("you")), "Ann", "Bob")
        assert spoken(fill(found, names)).startswith(rule)
        assert spoken(fill(played, names)).endswith(f": {event}")
