"""What is kept of a page is what would be drawn anew: for all games, seats and languages."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, replace

import pytest
from tests.web.boards import states
from tests.web.drawn import REQUEST, snapshot

from facedown.core.messages import phrase
from facedown.core.registry import game_class, game_names, new_game
from facedown.languages import LANGUAGES, language_named, speaking
from facedown.web.environment import environment
from facedown.web.kept import DRAWN, KeptDrawing, NotKept, key_of
from facedown.web.pages.table import fragment
from facedown.web.streams import ANYBODY, SEQ


@pytest.mark.parametrize("name", game_names())
def test_what_is_kept_is_what_would_be_drawn_anew(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(name)
    game = new_game(name, max(2, game_class(name).facts.seats[0]))
    kept, anew = KeptDrawing(), KeptDrawing()
    for number, state in enumerate(states(game, rng)):
        if number % 5:
            continue
        for viewer in range(-1, game.seats):
            notes = () if viewer < 0 else rng.choices(["a", "b <i>"], k=rng.randrange(3))
            shot = snapshot(game, state, viewer, notes)
            others = (replace(seat, name=rng.choice(["Ann", "Bo"])) for seat in shot.info.seats)
            shot = replace(shot, info=replace(shot.info, seats=tuple(others), head=number))
            for language in LANGUAGES:
                pages = []
                for drawn in (kept, anew):
                    monkeypatch.setattr("facedown.web.pages.table.DRAWN", drawn)
                    with speaking(language):
                        pages.append(fragment(REQUEST, shot, ANYBODY, None, seq=SEQ))
                assert pages[0] == pages[1]
                anew.forget()
    assert 0 < len(kept._found) < number * (game.seats + 1) * len(LANGUAGES)


@dataclass(frozen=True)
class Face:
    """A frozen record."""

    name: object


@dataclass
class Open:
    """A record that can change."""

    name: str


def test_values_that_are_drawn_otherwise_have_other_keys() -> None:
    made = [1, True, 1.0, "1", None, (), [], {}, ("a",), ["a"], {"a": 1}, Face(1), Face(True)]
    keys = [key_of(value) for value in made]
    assert all(one != other for at, one in enumerate(keys) for other in keys[:at])
    assert key_of(Face(["a"])) == key_of(Face(["a"]))
    for value in (Open("a"), object(), {1}, len, [Open("a")]):
        with pytest.raises(NotKept):
            key_of(value)


def test_what_is_equal_in_english_alone_is_told_apart() -> None:
    said, named = Face(phrase("Rules")), Face("Rules")
    assert key_of(said) == key_of(named)
    with speaking(language_named("fr")):
        assert key_of(said) != key_of(named)


def test_only_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facedown.web.kept.MOST", 500)
    drawn = KeptDrawing()
    for number in range(50):
        values = {"sentence": "x" * number, "problem": None}
        html = drawn.of(environment(), "_problem.html", values, {})
        assert html == drawn.of(environment(), "_problem.html", values, {})
        assert sum(map(len, drawn._found.values())) <= 500


def test_the_panels_of_two_seats_are_their_own() -> None:
    """Whoever sits elsewhere, or has noted something else, is never shown another's."""
    game = new_game("turing", 2)
    *_, state = itertools.islice(states(game, random.Random(1)), 6)
    DRAWN.forget()
    shots = [snapshot(game, state, viewer, [f"note of {viewer}"]) for viewer in (0, 1)]
    pages = [fragment(REQUEST, shot, ANYBODY, None, seq=SEQ) for shot in shots for _ in range(2)]
    assert pages[0] == pages[1] != pages[2] == pages[3]
    assert "note of 0" in pages[0]
    assert "note of 0" not in pages[2]
