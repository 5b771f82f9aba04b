"""Records and their JSON form: there and back, and strict."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.core.codec import from_json, schema, to_json
from facedown.core.errors import BadRecord, MalformedMove
from facedown.core.moves import Move, move_from_json, move_to_json


@dataclass(frozen=True, slots=True)
class Pip:
    shape: Literal["circle", "square", 3]
    dark: bool = False


class Place(Move, kind="place"):
    pips: tuple[Pip, ...]
    at: tuple[int, str]
    note: str | None = None
    counts: dict[str, int] = field(default_factory=dict)


class Pass(Move, kind="pass"):
    pass


PLACE = Place((Pip("circle"), Pip(3, dark=True)), (2, "left"), None, {"red": 1})

places = st.builds(
    Place,
    st.lists(st.builds(Pip, st.sampled_from(["circle", "square", 3]), st.booleans())).map(tuple),
    st.tuples(st.integers(), st.text()),
    st.none() | st.text(),
    st.dictionaries(st.text(), st.integers()),
)


@given(places)
def test_a_record_comes_back_equal_and_fits_its_schema(place: Place) -> None:
    form = move_to_json(place)
    assert move_from_json((Place, Pass), form) == place
    jsonschema.validate(form, schema(Place), cls=jsonschema.Draft202012Validator)


def _with(**changes: Any) -> dict[str, Any]:
    return {**to_json(PLACE), **changes}


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (_with(at=[2]), "The move cannot be read: place.at should have 2 entries."),
        (_with(at=[True, "left"]), "place.at[0] should be a whole number."),
        (_with(at=["2", "left"]), "place.at[0] should be a whole number."),
        (_with(at=7), "place.at should be a list."),
        (_with(note=1), "place.note should be a text."),
        (_with(counts=[]), "place.counts should be an object."),
        (_with(counts={"red": "1"}), "place.counts.red should be a whole number."),
        (_with(pips=[{"shape": "star"}]), "pips[0].shape should be one of circle, square, 3."),
        (_with(pips=[{"shape": 3.0}]), "pips[0].shape should be one of"),
        (_with(pips=[{"shape": 3, "dark": 0}]), "pips[0].dark should be true or false."),
        (_with(pips=[{"dark": True}]), "pips[0] lacks its part 'shape'."),
        (_with(pips=["circle"]), "pips[0] should be an object."),
        (_with(pips=[{"shape": 3, "move": "place"}]), "has no part called 'move'."),
        (_with(colour="red"), "place has no part called 'colour'."),
        ({"move": "place"}, "place lacks its part 'pips'."),
        ({"move": "jump"}, "No move is called 'jump'; the moves are pass, place."),
        ({"move": ["place"]}, 'A move is an object with a text under "move".'),
        ([], 'A move is an object with a text under "move".'),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(form: Any, sentence: str) -> None:
    with pytest.raises(MalformedMove) as caught:
        move_from_json((Place, Pass), form)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_record_of_another_kind_is_refused() -> None:
    with pytest.raises(BadRecord, match="should be the move pass"):
        from_json(Pass, {"move": "place"})


def test_defaults_may_be_left_out() -> None:
    assert from_json(Pip, {"shape": 3}) == Pip(3)


@pytest.mark.parametrize("value", [1.5, {1, 2}, object(), Pip, b"x"])
def test_only_the_short_list_of_types_has_a_json_form(value: object) -> None:
    with pytest.raises(TypeError, match="has no JSON form"):
        to_json(value)


@pytest.mark.parametrize("kind", [float, list[int], object])
def test_only_the_short_list_of_types_has_a_schema(kind: Any) -> None:
    with pytest.raises(TypeError, match="has no JSON form"):
        schema(kind)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_what_the_schema_refuses_the_reader_refuses_too(value: Any) -> None:
    fits = jsonschema.Draft202012Validator(schema(Pip)).is_valid(value)
    try:
        from_json(Pip, value)
    except BadRecord:
        return
    assert fits
