"""The log: the game again from its text, and one sentence for every other text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

import pytest
from tests.testing.glimpse import Bid, Deal, Glimpse, Guess, Say, Toss

from facedown.core.errors import BadLog
from facedown.core.facts import Facts
from facedown.core.log import Entry, Log, _check, read_log, replay, write_log
from facedown.core.match import Match
from facedown.core.registry import override_game
from facedown.core.seats import NATURE


@pytest.fixture(autouse=True)
def _glimpse() -> Iterator[None]:
    with override_game(Glimpse):
        yield


ENTRIES = [
    Entry(NATURE, Deal((0, 1, 2, 3))),
    Entry(1, Bid(2)),
    Entry(1, note="I hold the 1 é\u2028{0}"),
    Entry(0, Bid(2)),
    Entry(NATURE, Toss(1)),
    Entry(0, Say("it is high")),
    Entry(0, Guess(1)),
    Entry(1, Guess(2)),
]


def glimpse_log(**changes: Any) -> Log:
    parts: dict[str, Any] = {
        "game": "glimpse",
        "rules": 1,
        "seats": 2,
        "options": {"chatty": True},
        "players": ("human", "bot:guesser"),
        "seed": "7",
        "entries": list(ENTRIES),
    }
    return Log(**{**parts, **changes})


def test_a_log_is_read_as_it_was_written() -> None:
    log = glimpse_log()
    assert read_log(write_log(log)) == log
    assert write_log(read_log(write_log(log))) == write_log(log)


def test_a_log_is_one_line_per_entry_in_plain_ascii() -> None:
    text = write_log(glimpse_log())
    assert text.isascii()
    lines = [json.loads(line) for line in text.splitlines()]
    assert len(lines) == 1 + len(ENTRIES)
    assert lines[0]["lines"] == len(ENTRIES)
    assert lines[1]["seat"] == "nature"
    assert lines[1]["move"] == {"move": "deal", "cards": [0, 1, 2, 3]}


def test_a_log_folds_to_the_state_and_leaves_notes_out() -> None:
    outcome = replay(Glimpse(), glimpse_log()).outcome()
    assert outcome is not None
    assert outcome.points == (0, 1)  # seat 2 looked for its bid of 2 and guessed the card (H6)


def test_an_empty_log_is_a_game_not_begun() -> None:
    assert Match.resume(read_log(write_log(glimpse_log(entries=[])))).moves == 1


def _line(text: str, number: int, **changes: Any) -> str:
    lines = text.splitlines()
    lines[number] = json.dumps({**json.loads(lines[number]), **changes})
    return "\n".join(lines) + "\n"


TEXT = write_log(glimpse_log())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The log is empty."),
        (" \n", "The log is empty."),
        ("hello", "Line 1 of the log is not JSON: it may be cut short."),
        ("[" * 100_000, "Line 1 of the log is not JSON"),
        ("[]", "Line 1 of the log is not an object."),
        ("{}", "This is not a Facedown log, or one of another format."),
        (_line(TEXT, 0, facedown_log=2), "This is not a Facedown log, or one of another format."),
        (TEXT[:-9], "Line 9 of the log is not JSON: it may be cut short."),
        (TEXT[: TEXT.rindex('{"seat')], "The log is cut short: it should have 8 moves, not 7."),
        (TEXT.splitlines()[0], "The log is cut short: it should have 8 moves, not 0."),
        (TEXT + TEXT.splitlines()[-1], "Line 10 of the log does not match its checksum"),
        (_line(TEXT, 2, seat=0), "Line 3 of the log does not match its checksum: it was edited."),
        (_line(TEXT, 0, seed="8"), "Line 1 of the log does not match its checksum"),
        (_line(TEXT, 3, note="other"), "Line 4 of the log does not match its checksum"),
        (_line(TEXT, 3, check=None), "Line 4 of the log does not match its checksum"),
    ],
)
def test_a_spoilt_log_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadLog) as caught:
        read_log(text)
    assert sentence in str(caught.value)


def _checked(header: dict[str, Any], *lines: dict[str, Any]) -> str:
    """The text of a log with these changes of its header and these lines, well checksummed."""
    first = {**json.loads(TEXT.splitlines()[0]), "lines": len(lines), **header}
    check, texts = "", []
    for form in (first, *lines):
        form.pop("check", None)
        check = _check(check, form)
        texts.append(json.dumps({**form, "check": check}))
    return "\n".join(texts)


BID = {"move": "bid", "amount": 1}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (_checked({"game": "bridge"}), "There is no game called 'bridge'"),
        (_checked({"rules": 2}), "rules version 2 of Glimpse; this program has version 1."),
        (_checked({"seats": 3, "players": ["a", "b", "c"]}), "Glimpse is for 2 players, not 3."),
        (_checked({"options": {"chatty": "no"}}), "The option chatty should be yes or no."),
        (_checked({"options": {"loud": True}}), "Glimpse has no option 'loud'"),
        (_checked({"options": {"chatty": 1.5}}), "The log's first line cannot be read"),
        (_checked({"seed": 7}), "cannot be read: header.seed should be a text."),
        (_checked({"extra": 1}), "The log's first line cannot be read: header has no part"),
        (_checked({}, {"seat": 2, "move": BID}), "Move 1 of the log has no proper seat."),
        (_checked({}, {"seat": True, "move": BID}), "Move 1 of the log has no proper seat."),
        (_checked({}, {"seat": -2, "note": "x"}), "Move 1 of the log has no proper seat."),
        (_checked({}, {"seat": 0}), "Move 1 of the log cannot be read"),
        (_checked({}, {"seat": 0, "note": 1}), "Move 1 of the log cannot be read"),
        (_checked({}, {"seat": 0, "move": {"move": "fold"}}), "No move is called 'fold'"),
    ],
)
def test_a_log_with_good_checksums_may_still_be_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadLog) as caught:
        read_log(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        (ENTRIES[1:], "Move 1 of the log cannot be made: It is not your turn."),
        ([*ENTRIES, Entry(0, Guess(1))], "Move 9 of the log cannot be made: The game is over."),
        ([*ENTRIES[:6], Entry(0, Guess(3))], "Move 7 of the log cannot be made: The 3 is face up."),
        ([Entry(NATURE, Deal((0, 0, 0, 0)))], "Move 1 of the log cannot be made: That is not a"),
        ([*ENTRIES[:1], Entry(0, Bid(None))], "Move 2 of the log cannot be made: That is not a"),
    ],
)
def test_a_log_of_moves_against_the_rules_does_not_fold(
    entries: list[Entry], sentence: str
) -> None:
    log = read_log(write_log(glimpse_log(entries=entries)))
    for use in (lambda: replay(Glimpse(), log), lambda: Match.resume(log)):
        with pytest.raises(BadLog) as caught:
            use()
        assert sentence in str(caught.value)


def test_a_log_of_an_older_rules_version_of_which_nothing_is_known_is_refused() -> None:
    class NewerGlimpse(Glimpse):
        facts: ClassVar[Facts] = replace(Glimpse.facts, rules_version=2)

    with override_game(NewerGlimpse), pytest.raises(BadLog, match="rules version 1 of Glimpse"):
        read_log(TEXT)


def forged(*lines: dict[str, Any], **header: Any) -> str:
    """A log with proper checksums, whatever it says."""
    first = json.loads(write_log(glimpse_log(entries=[])).splitlines()[0])
    previous, texts = "", []
    for form in ({**first, "lines": len(lines), **header}, *lines):
        form.pop("check", None)
        previous = _check(previous, form)
        texts.append(json.dumps({**form, "check": previous}))
    return "\n".join(texts) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        forged(seed="\ud800"),
        forged(players=["human", "\udfff"]),
        forged({"seat": 0, "note": "\ud800"}),
    ],
)
def test_half_a_character_is_refused(text: str) -> None:
    """It could be neither drawn from, as a seed, nor written to a file or a page."""
    with pytest.raises(BadLog, match="is not JSON"):
        read_log(text)


@pytest.mark.parametrize(
    "line",
    [
        {"seat": 0, "note": "a", "move": 1},
        {"seat": 0, "note": "a", "more": 1},
        {"seat": "nature", "note": "a"},
        {"seat": 0, "note": None},
        {"seat": 0},
        {"seat": -1, "note": "a"},
        {"seat": True, "note": "a"},
    ],
)
def test_a_line_has_its_parts_and_no_others(line: dict[str, Any]) -> None:
    """What would be dropped when the log is written again is refused."""
    with pytest.raises(BadLog, match="Move 1 of the log"):
        read_log(forged(line))


@pytest.mark.parametrize(
    "header",
    [
        {"rules": 10**4000},
        {"lines": 10**4000},
        {"seats": 10**4000},
        {"options": {"chatty" * 999: True}},
        {"options": {"x" * 9999: []}},
    ],
)
def test_what_is_too_long_is_not_repeated(header: dict[str, Any]) -> None:
    with pytest.raises(BadLog) as refused:
        read_log(forged(**header))
    assert len(str(refused.value)) < 200
