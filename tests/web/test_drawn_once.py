"""What is kept of a page is what would be drawn anew: for all games, seats and languages."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, replace

import pytest
from jinja2 import DictLoader, TemplateAssertionError
from tests.web.boards import attributes, board, replayed, states
from tests.web.drawn import REQUEST, snapshot

from facedown.core.match import Choices
from facedown.core.messages import phrase
from facedown.core.registry import game_class, game_names, new_game
from facedown.languages import LANGUAGES, language_named, speaking
from facedown.web import kept
from facedown.web.environment import environment
from facedown.web.kept import KeptDrawing, KeptEnvironment, Keys, NotKept, Own, key_of
from facedown.web.pages.table import context_of, fragment
from facedown.web.streams import ANYBODY, SEQ


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> KeptDrawing:
    """A memory of its own."""
    made = KeptDrawing()
    monkeypatch.setattr(kept, "DRAWN", made)
    return made


@pytest.mark.parametrize("name", game_names())
def test_what_is_kept_is_what_would_be_drawn_anew(
    name: str, drawn: KeptDrawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(name)
    game = new_game(name, max(2, game_class(name).facts.seats[0]))
    anew = KeptDrawing()
    for number, state in enumerate(states(game, rng)):
        if number % 5:
            continue
        for viewer in range(-1, game.seats):
            notes = () if viewer < 0 else rng.choices(["a", "b <i>"], k=rng.randrange(3))
            shot = snapshot(game, state, viewer, notes)
            others = (replace(seat, name=rng.choice(["Ann", "Bo"])) for seat in shot.info.seats)
            shot = replace(shot, info=replace(shot.info, seats=tuple(others), head=number))
            again = replayed(board(game, state, viewer))
            for language in LANGUAGES:
                pages = []
                for memory in (drawn, anew):
                    monkeypatch.setattr(kept, "DRAWN", memory)
                    with speaking(language):
                        page = fragment(REQUEST, shot, ANYBODY, None, seq=SEQ)
                        pages.append((page, again.html()))
                assert pages[0] == pages[1]
                anew.forget()
    assert 0 < len(drawn._found) < 100 * number * (game.seats + 1) * len(LANGUAGES)


@dataclass(frozen=True)
class Face:
    """A frozen record."""

    name: object


@dataclass(frozen=True)
class Pair:
    """A frozen record of two."""

    one: object
    other: object


@dataclass
class Open:
    """A record that can change."""

    name: str


def test_values_that_are_drawn_otherwise_have_other_keys() -> None:
    made = [1, True, 1.0, "1", None, (), [], {}, ("a",), ["a"], {"a": 1}, Face(1), Face(True)]
    made += [Pair(1, 2), Pair(1, True), Pair(1, "2"), {1}, {"1"}, Choices()]
    keys = [key_of(value) for value in made]
    assert all(one != other for at, one in enumerate(keys) for other in keys[:at])
    assert key_of(Face(["a"])) == key_of(Face(["a"]))
    assert key_of(Pair("a", (1,))) == key_of(Pair("a", (1,)))
    for value in (Open("a"), object(), len, [Open("a")], Own("token"), Face(Own("token"))):
        with pytest.raises(NotKept):
            key_of(value)


def test_what_is_equal_in_english_alone_is_told_apart() -> None:
    for said, named in (
        (Face(phrase("Rules")), Face("Rules")),
        (Pair(1, phrase("Rules")), Pair(1, "Rules")),
    ):
        assert key_of(said) == key_of(named)
        with speaking(language_named("fr")):
            assert key_of(said) != key_of(named)


def test_what_may_yet_change_has_the_key_of_what_it_is_now() -> None:
    may_change = Pair(["a"], 1)
    before = key_of(may_change)
    assert isinstance(may_change.one, list)
    may_change.one.append("b")
    assert key_of(may_change) != before


def test_no_seat_is_shown_what_was_drawn_for_another(drawn: KeptDrawing) -> None:
    made = of("{% part %}{{ a }}{% endpart %}")
    for me, address, host in ((0, "x", True), (1, "x", True), (0, "y", True), (0, "x", False)):
        for _ in range(2):
            assert shown(made, a="a", me=me, address=address, host=host) == "a"
    assert len(drawn._found) == 4


def test_no_more_than_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 500)
    drawn, keys = KeptDrawing(), Keys()
    for number in range(50):
        for _ in range(2):
            html = "x" * number
            assert drawn.of("x", (number,), html.__str__, keys) == html
        assert sum(len(html) for html, _ in drawn._found.values()) <= 500


def of(*parts: str, **other: str) -> KeptEnvironment:
    """An environment with a template of these parts."""
    loader = DictLoader({"page": "".join(parts), **other})
    made = environment().overlay(loader=loader)
    assert isinstance(made, KeptEnvironment)
    return made


def shown(made: KeptEnvironment, **values: object) -> str:
    return made.get_template("page").render(values)


def test_a_part_is_drawn_again_where_what_it_reads_differs(drawn: KeptDrawing) -> None:
    made = of(
        "{% set top = a %}",
        "{% macro said(x) %}{{ x }}{{ names[x] }}{{ top }}{% endmacro %}",
        "{% for i in many %}{% part %}{{ said(i) }}{{ loop.first }}{{ view.b }}",
        "{% include 'more' %}{% endpart %}{% endfor %}",
        more="{{ c }}",
    )
    values = {"a": 1, "names": ("x", "y"), "many": [0, 1], "view": Pair(1, 2), "c": "c"}
    values["view"] = View(b="b", other=0)
    first = shown(made, **values)
    assert first == "0x1Truebc1y1Falsebc"
    assert len(drawn._found) == 2
    assert shown(made, **{**values, "view": View(b="b", other=1)}) == first
    assert len(drawn._found) == 2
    for name, value in (("a", True), ("names", ("x", "z")), ("c", "d"), ("view", View("n", 0))):
        changed = {**values, name: value}
        once = shown(made, **changed)
        drawn.forget()
        assert once == shown(made, **changed) != first


@dataclass(frozen=True)
class View:
    """What a page is drawn from."""

    b: str
    other: int


def test_a_macro_of_a_part_reads_what_the_page_means_by_a_name() -> None:
    made = of(
        "{% macro said() %}{{ x }}{% endmacro %}",
        "{% for x in many %}{% part %}{{ said() }}{% endpart %}{% endfor %}",
    )
    with pytest.raises(TemplateAssertionError, match="another thing"):
        made.get_template("page")


def test_a_name_around_a_part_is_a_value_there(drawn: KeptDrawing) -> None:
    """Be a macro, an import, a function of the board or one of all templates called the same."""
    for name in ("said", "cards", "who", "phrase"):
        made = of(
            "{% macro said() %}x{% endmacro %}",
            "{% import 'more' as cards %}",
            f"{{% macro all({name}) %}}{{% part %}}{{{{ {name} }}}}{{% endpart %}}{{% endmacro %}}",
            "{{ all(1) }}{{ all(2) }}{{ all(1) }}",
            more="",
        )
        assert shown(made) == "121"
        assert len(drawn._found) == 2
        drawn.forget()


def test_no_value_of_a_board_is_called_as_what_all_templates_know() -> None:
    """What all templates know is no reason to draw a part again."""
    game = new_game("suspense", 2)
    known = environment().globals.keys()
    assert not known & {name for name in dir(board(game, game.start(), 0)) if name[0] != "_"}
    shot = snapshot(game, game.start(), 0)
    told = context_of(REQUEST, shot, ANYBODY, None, symbols=False, duplicates=())
    assert not known & told.keys()


def test_what_a_browser_has_for_itself_is_not_kept(drawn: KeptDrawing) -> None:
    made = of("{% part %}{{ csrf }}{% endpart %}")
    assert shown(made, csrf=Own("token")) == "token"
    assert not drawn._found
    assert shown(made, csrf="token") == "token"
    assert drawn._found


def test_keys_of_buttons_go_on_behind_what_is_kept(drawn: KeptDrawing) -> None:
    game = new_game("suspense", 2)
    *_, state = itertools.islice(states(game, random.Random(1)), 6)
    hand = board(game, state, state.actors()[0])
    first, again = attributes(hand.html(), "data-key"), attributes(hand.html(), "data-key")
    assert drawn._found
    assert first == again == [str(n) for n in range(1, len(first) + 1)]


def test_the_panels_of_two_seats_are_their_own(drawn: KeptDrawing) -> None:
    """Whoever sits elsewhere, or has noted something else, is never shown another's."""
    game = new_game("turing", 2)
    *_, state = itertools.islice(states(game, random.Random(1)), 6)
    shots = [snapshot(game, state, viewer, [f"note of {viewer}"]) for viewer in (0, 1)]
    pages = [fragment(REQUEST, shot, ANYBODY, None, seq=SEQ) for shot in shots for _ in range(2)]
    assert pages[0] == pages[1] != pages[2] == pages[3]
    assert "note of 0" in pages[0]
    assert "note of 0" not in pages[2]
