"""Messages between processes: they stay messages, and nothing else can come of a form."""

from __future__ import annotations

import json
from typing import Any

import pytest

from facedown.core.codec import KIND, from_json, message_form, to_json, with_messages
from facedown.core.errors import BadRecord
from facedown.core.messages import (
    Message,
    capital,
    fill,
    joined,
    phrase,
    phrase_in,
    phrase_many,
)
from facedown.core.seats import Outcome
from facedown.languages import PSEUDO, speaking, spoken

MESSAGES = [
    phrase("Only one code is possible."),
    phrase("{number:,} worlds, {text!r}", number=12345, text="a\n"),
    phrase("{who} asks {thing}.", who="{0}", thing=phrase_in("card", "white 1")),
    phrase_many("{n} code", "{n} codes", 1),
    phrase_many("{number} code", "{number} codes", 1.5, number="1.5"),
    joined("\n", [phrase("One."), "Two.", capital(phrase("yellow square"))]),
    fill(phrase("{who} asks {whom}.", who="{0}", whom="{1}"), ["Ann", phrase("Player 2")]),
]


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_is_the_same_on_the_other_side(message: Message) -> None:
    there = with_messages(json.loads(json.dumps(message_form(message))))
    assert isinstance(there, Message)
    assert there == message
    with speaking(PSEUDO):
        assert spoken(there) == spoken(message)


def test_a_record_keeps_its_messages_where_that_is_asked_for() -> None:
    outcome = Outcome((1, 0), (0,), phrase("{who} wins.", who="{0}"))
    plain = to_json(outcome)
    assert plain["reason"] == "{0} wins."
    assert type(plain["reason"]) is str
    kept = from_json(Outcome, with_messages(json.loads(json.dumps(to_json(outcome, message_form)))))
    assert isinstance(kept.reason, Message)
    assert kept == outcome


@pytest.mark.parametrize(
    "change",
    [
        {"message": 1},
        {"message": "{thing.__class__}"},
        {"message": "{thing:>999999999}"},
        {"message": "{thing[0]}"},
        {"message": "{other}"},
        {"message": "{thing:d}"},
        {"message": "{"},
        {"arguments": {"thing": [1]}},
        {"arguments": []},
        {"many": "{n} codes"},
        {"context": 1},
    ],
)
def test_a_form_of_no_message_is_refused(change: dict[str, Any]) -> None:
    form = message_form(phrase("One {thing}", thing="code"))
    with pytest.raises(BadRecord, match=r"message"):
        with_messages([{**form, **change}])


@pytest.mark.parametrize("form", [{KIND: "joined", "between": "", "texts": [1]}, {KIND: "?"}])
def test_a_form_of_nothing_is_refused(form: Any) -> None:
    with pytest.raises(BadRecord):
        with_messages(form)
