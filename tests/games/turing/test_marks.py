"""What the aids mark on the board is what they say in words (T2)."""

from __future__ import annotations

import pytest

from facedown.core.match import Match
from facedown.games.turing import TuringMachine
from facedown.games.turing.help.hints import possible_codes, verifier_status
from facedown.games.turing.view import TuringView

FOUR = "4,9,11,14"
COLOURS = ("blue", "yellow", "purple")


def view_after(*lines: str, mode: str = "classic", cards: str = FOUR) -> TuringView:
    """What a player alone knows after these typed lines."""
    match = Match(TuringMachine(1, mode=mode, cards=cards), seed="marks")
    for line in lines:
        match.play(0, match.game.read(line, match.view(0)))
    view = match.view(0)
    assert isinstance(view, TuringView)
    return view


def marked(name: str, view: TuringView, *notes: str) -> dict[str, str]:
    """What the aid says of each thing."""
    game = TuringMachine(1, mode=view.mode, cards=FOUR)
    found = game.aid_marks(name, view, notes)
    assert len({mark.thing for mark in found}) == len(found)
    return {mark.thing: mark.says for mark in found}


@pytest.mark.parametrize("lines", [(), ("241", "A", "B", "C")])
def test_a_law_is_out_certain_or_open_as_the_words_say(lines: tuple[str, ...]) -> None:
    view = view_after(*lines)
    told = marked("verifiers", view)
    for status in verifier_status(view):
        for one in status.laws:
            possible = one.law.name in status.possible
            only = len(status.possible) == 1
            expected = "out" if not possible else "certain" if only else "open"
            assert told[f"{status.verifier} {one.law.name}"] == expected
    assert "out" in told.values()


def test_digits_that_no_possible_code_has_are_out() -> None:
    view = view_after("241", "A", "B", "C")
    told = marked("codes", view)
    for index, colour in enumerate(COLOURS):
        left = {code[index] for code in possible_codes(view)}
        for digit in "12345":
            expected = "out" if digit not in left else "certain" if len(left) == 1 else "open"
            assert told[f"{colour} {digit}"] == expected


def test_the_verifier_to_ask_is_marked() -> None:
    view = view_after()
    ((verifier, says),) = marked("question", view).items()
    assert says == "next"
    assert f"ask verifier {verifier} first" in TuringMachine(1, cards=FOUR).aid(
        "question", view, ()
    )


def test_notes_are_marked_right_wrong_or_too_early() -> None:
    view = view_after()
    left = possible_codes(view)
    digits = [(index, colour, d) for index, colour in enumerate(COLOURS) for d in "12345"]
    many = {f"{c} is {d}": sum(code[at] == d for code in left) for at, c, d in digits}
    wrong = next(note for note, found in many.items() if found == 0)
    unsure = next(note for note, found in many.items() if 0 < found < len(left))
    told = marked("note", view, wrong, unsure, "maybe 555")
    assert told == {wrong.replace(" is", ""): "bad", unsure.replace(" is", ""): "open"}
    colour, _, digit = wrong.split()
    assert marked("note", view, f"not {colour} {digit}") == {f"{colour} {digit}": "good"}


def test_in_nightmare_laws_lie_loose_and_cards_are_marked_for_each_verifier() -> None:
    view = view_after("241", "A", "B", "C", mode="nightmare")
    told = marked("verifiers", view)
    statuses = verifier_status(view)
    for status in statuses:
        for card in (4, 9, 11, 14):
            left = {one.law.card for one in status.laws if one.law.name in status.possible}
            assert (told[f"{status.verifier} card {card}"] == "out") == (card not in left)
    anywhere = {name for status in statuses for name in status.possible}
    for one in statuses[0].laws:
        assert (told[one.law.name] == "out") == (one.law.name not in anywhere)


@pytest.mark.parametrize("name", ["codes", "verifiers", "question", "note"])
def test_nothing_is_marked_before_the_verifiers_are_set(name: str) -> None:
    game = TuringMachine(1, cards=FOUR)
    view = game.start().view(0)
    assert game.aid_marks(name, view, ()) == ()
