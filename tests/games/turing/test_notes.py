"""Notes: which are understood, how they are kept, and whether they agree with the answers."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from facedown.core.errors import FacedownError
from facedown.core.match import Match
from facedown.core.seats import NATURE
from facedown.games.turing.cards import CARDS, CODES
from facedown.games.turing.game import TuringMachine
from facedown.games.turing.help.hints import NOTE_FORMS, hint
from facedown.games.turing.help.notes import tidy
from facedown.games.turing.moves import GO_ON, Declare, Propose, Stop
from facedown.games.turing.problem import VERIFIER_NAMES, Difficulty, Mode
from facedown.games.turing.studio.generate import generate
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import bits, knowledge

CLASSES: list[tuple[Mode, Difficulty, int]] = [
    ("classic", "easy", 4),
    ("classic", "hard", 6),
    ("extreme", "easy", 4),
    ("nightmare", "easy", 4),
]


def views(mode: Mode, difficulty: Difficulty, verifiers: int, seed: int) -> Iterator[TuringView]:
    """The views of a seat in a game in which all ask at random and nobody names a code."""
    rng = random.Random(f"{mode}/{verifiers}/{seed}")
    cards, _ = generate(mode, difficulty, verifiers, rng)
    game = TuringMachine(2, mode=mode, cards=cards.text, rounds=3)
    state = game.start()
    while actors := state.actors():
        seat = actors[0]
        if seat == NATURE:
            state.apply(seat, state.draw(rng))
            continue
        view = state.view(0)
        assert isinstance(view, TuringView)
        yield view
        legal = state.legal(seat)
        state.apply(seat, GO_ON if legal[0] == GO_ON else rng.choice(legal))


def match(cards: str, mode: str = "classic") -> Match:
    return Match(TuringMachine(1, mode=mode, cards=cards), seed="3")


def view_of(match: Match) -> TuringView:
    view = match.view(0)
    assert isinstance(view, TuringView)
    return view


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  NOT  triangle 3 ", "not blue 3"),
        ("blue triangle not 3 and 4", "not blue 3, 4"),
        ("strike yellow 5.", "not yellow 5"),
        ("circle is 2", "purple is 2"),
        ("is purple 2", "purple is 2"),
        ("maybe blue 3", "maybe blue 3"),
        ("Not 241, 242", "not 241, 242"),
        ("code 241", "code 241"),
        ("is 241", "code 241"),
        ("a NOT 4A", "A not 4a"),
        ("not 4a", "A not 4a"),
        ("not 4a 4b", "A not 4a, 4b"),
        ("not 4a, 9b", "not 4a, 9b"),
        ("B is 9a", "B is 9a"),
        ("maybe 9a", "B maybe 9a"),
        ("ask C next", "ask C next"),
        ("is it 241 or 221", "is it 241 or 221"),
        ("not blue 3 perhaps", "not blue 3 perhaps"),
        ("blue is 3 4", "blue is 3 4"),
        ("A not 241", "A not 241"),
        ("a law is missing", "a law is missing"),
        ("42", "42"),
        ("привет", "привет"),
    ],
)
def test_notes_are_tidied(typed: str, kept: str) -> None:
    view = view_of(match("4,9,11,14"))
    assert tidy(typed, view) == kept
    assert tidy(kept, view) == kept


def test_nightmare_notes() -> None:
    """T3: which verifier has a card is for the seat to find out."""
    view = view_of(match("4,9,11,14", "nightmare"))
    for typed, kept in [
        ("not 4a", "not 4a"),
        ("b not 4a 9a", "B not 4a, 9a"),
        ("c not card 4, 9", "C not card 4, 9"),
        ("c is card 4", "C is card 4"),
        ("not card 4", "not card 4"),
    ]:
        assert tidy(typed, view) == kept
        assert tidy(kept, view) == kept


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "There is nothing in that note."),
        (" \n\t", "There is nothing in that note."),
        ("x" * 201, "A note has at most 200 characters; that one has 201."),
        ("bell \x07", "A note cannot hold control characters."),
        ("escape \x1b[31m", "A note cannot hold control characters."),
        ("half \ud800", "A note cannot hold control characters."),
        ("not blue 6", "There is no blue 6; digits are 1 to 5."),
        ("not 678", "'678' is not a code: a code is three digits from 1 to 5, such as 241."),
        ("not 4z", "'4z' is not a law: a law is a card number and a letter on it, such as 4a."),
        ("not 5a", "Card 5 is not in this problem."),
        ("B not 4a", "Verifier B does not have card 4."),
        ("F not 4a", "There is no verifier F; there are A, B, C, D."),
        ("A is card 4", "Which verifier has which card is known; note its laws instead."),
    ],
)
def test_notes_that_cannot_be_kept(typed: str, sentence: str) -> None:
    with pytest.raises(FacedownError) as caught:
        tidy(typed, view_of(match("4,9,11,14")))
    assert str(caught.value) == sentence


@pytest.mark.parametrize(("mode", "difficulty", "verifiers"), CLASSES)
def test_notes_are_judged_rightly(mode: Mode, difficulty: Difficulty, verifiers: int) -> None:
    """Against the worlds one by one: right in all, wrong in none, too early in some."""
    rng = random.Random(9)
    seen = set()
    for view in views(mode, difficulty, verifiers, 7):
        worlds, belief = knowledge(view)
        found = [(CODES[worlds.code(w)], worlds.laws(w)) for w in bits(belief)]
        colour, digit = rng.randrange(3), rng.choice("12345")
        code = rng.choice(found)[0] if rng.random() < 0.5 else rng.choice(CODES)
        verifier = rng.randrange(verifiers)
        cards = (
            [c for cs in view.cards for c in cs] if mode == "nightmare" else view.cards[verifier]
        )
        one = rng.choice([one for card in cards for one in CARDS[card].laws])
        shape, letter = ("blue", "yellow", "purple")[colour], VERIFIER_NAMES[verifier]
        subjects = [
            (f"not {shape} {digit}", f"{shape} is {digit}", [c[colour] == digit for c, _ in found]),
            (f"not {code}", f"code {code}", [c == code for c, _ in found]),
            (
                f"{letter} not {one.name}",
                f"{letter} is {one.name}",
                [laws[verifier] == one.index for _, laws in found],
            ),
            (f"not {one.name}", f"is {one.name}", [one.index in laws for _, laws in found]),
        ]
        if mode == "nightmare":
            on_card = {law.index for law in CARDS[one.card].laws}
            so = [laws[verifier] in on_card for _, laws in found]
            subjects.append((f"{letter} not card {one.card}", f"{letter} is card {one.card}", so))
        for negative, positive, holds in subjects:
            for note, agreeing in ((negative, [not h for h in holds]), (positive, holds)):
                verdict = "right" if all(agreeing) else "too early" if any(agreeing) else "wrong"
                kept = tidy(note, view)
                assert hint("note", view, (kept,)).startswith(f'"{kept}": {verdict}.')
                seen.add(verdict)
    assert seen == {"right", "wrong", "too early"}


def test_the_note_hint_in_words() -> None:
    view = view_of(match("3,7,10,14"))
    notes = ("hello", "not blue 3", "code 435", "yellow is 1", "not blue 1, 2")
    assert hint("note", view, notes).splitlines() == [
        '"not blue 3": right. Blue 3 is impossible.',
        '"code 435": too early. Code 435 is so in 1 of the 7 ways things can be.',
        '"yellow is 1": wrong. Yellow 1 is impossible.',
        '"not blue 1, 2": too early. Blue 1 is so in 3 of the 7 ways things can be.',
        '"not blue 1, 2": right. Blue 2 is impossible.',
        "1 of your notes is free text, not checked.",
    ]


def test_maybe_takes_back() -> None:
    view = view_of(match("3,7,10,14"))
    assert hint("note", view, ("not blue 3", "maybe blue 3")) == NOTE_FORMS
    assert hint("note", view, ("not blue 3", "blue is 3")).startswith('"blue is 3": wrong.')


def test_without_notes_the_forms_are_told() -> None:
    view = view_of(match("3,7,10,14"))
    assert hint("note", view, ()) == NOTE_FORMS
    assert hint("note", view, ("hello",)).startswith("None of your notes can be checked.")


def test_a_match_keeps_notes_tidy() -> None:
    game = match("4,9,11,14")
    game.note(0, "strike triangle 3")
    game.play(0, Propose("111"))
    game.play(0, Stop())
    game.play(0, Declare(solve=False))
    assert game.notes(0) == ("not blue 3",)
