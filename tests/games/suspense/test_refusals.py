"""What Suspense refuses: moves, card tables, and records that tell another move than is meant."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from facedown.core.errors import BadOption, IllegalMove, MalformedMove, Refusal
from facedown.core.game import Game
from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.seats import NATURE
from facedown.core.state import State
from facedown.games.suspense import Suspense
from facedown.games.suspense.cards import NAMES, STANDARD, Face, names_of
from facedown.games.suspense.moves import Deal, FirstDealer, Fold, Pass, Play
from facedown.games.suspense.rules import deal_of
from facedown.games.suspense.studio.card_table import (
    CARD_TABLE,
    CardTable,
    read_table,
    write_table,
)
from facedown.games.suspense.words import CONDITIONS
from facedown.paper.books import Credit
from facedown.testing.facts import check_sentence


@pytest.mark.parametrize("seed", range(3))
def test_refusals_are_the_same_in_every_world_of_the_seats_view(seed: int) -> None:
    """S21: what a seat is told when it may not do something tells nothing that it cannot see."""
    game: Game = Suspense(3, goal=0, dealer=1)
    match, rng = Match(game, seed=str(seed)), random.Random(seed)
    codes: set[str] = set()
    while match.outcome is None:
        for seat in range(3):
            view = match.view(seat)
            told = refusals(match.state(), seat)
            codes |= {refusal.code for refusal in told if refusal is not None}
            for world, _ in game.worlds(view):
                assert refusals(game.state_from_world(view, world), seat) == told, world
        (mover,) = match.actors
        match.play(mover, rng.choice(match.view(mover).legal))
    assert codes == {"not-your-turn", "must-play", "not-in-hand", "no-such-move"}


def refusals(state: State, seat: int) -> list[Refusal | None]:
    """What a seat is told when it tries each action, and two numbers that are none."""
    return [state.verify(seat, action) for action in range(-1, Suspense.actions + 1)]


def test_refusals_in_words() -> None:
    match = Match(Suspense(3, goal=0, dealer=1), seed="1")
    with pytest.raises(IllegalMove, match="It is the turn of Seat 1"):
        match.play(1, Pass())
    missing = next(c for c in NAMES if c not in (match.view(0).hand or ()))  # type: ignore[attr-defined]
    with pytest.raises(IllegalMove, match="You do not hold"):
        match.play(0, Play(missing))
    with pytest.raises(IllegalMove, match="first turn"):
        match.play(0, Fold())


@pytest.mark.parametrize(
    "table",
    [
        "{",
        "[]",
        '{"W9": [2, "lowest sum of numbers in play"]}',
        '{"W1": [2, "most fun"]}',
        '{"W1": 3}',
        '{"W1": [true, "lowest number in play"]}',
    ],
)
def test_a_bad_card_table_in_json_is_refused(table: str) -> None:
    with pytest.raises(BadOption):
        Suspense(3, table=table)


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("cards = 3", "Line 1: The cards begin with a line [cards]."),
        ("[cards]\nW9 = {}", "Line 2: The card table names 'W9'; cards are W1, W2, W3"),
        ("[cards]\nW1 = 3", "Line 2: card W1: it should be like { stars = 2, condition = "),
        ("[cards]\nW1 = { star = 2 }", "Line 2: card W1 has no 'star'; it can have stars and "),
        ("[cards]\nW1 = { stars = true }", "Line 2: card W1, stars: a number from 0 to 9 is"),
        ("[cards]\n\nW1 = { stars = 10 }", "Line 3: card W1, stars: a number from 0 to 9 is"),
        (
            '[cards]\nB1 = { condition = "lowest blck in hand" }',
            "Line 2: card B1: 'lowest blck in hand' is not a victory condition, such as 'lowest ",
        ),
        ('[cards]\n"?" = { condition = 1 }', "Line 2: card ?: '1' is not a victory condition"),
        ("[cards]\nW1 = {}\nW1 = {}", "Line 3: The card table is not TOML"),
        ("limit = 3", "Line 1: A card table has no 'limit'; it can have title, by, licence"),
    ],
)
def test_s23_a_bad_card_table_is_refused_in_one_sentence_with_its_line(
    table: str, sentence: str
) -> None:
    with pytest.raises(BadOption) as refused:
        Suspense(3, table=table)
    assert str(refused.value).startswith(sentence)
    check_sentence(str(refused.value))
    assert ("blck" in table) == ("Did you mean lowest black in hand?" in str(refused.value))


def test_s23_every_card_table_goes_through_its_text() -> None:
    """S23: what it does not say is as usual; any condition, on any card."""
    rng = random.Random(1)
    for _ in range(50):
        faces = tuple(Face(rng.randrange(10), rng.choice([*CONDITIONS.values()])) for _ in NAMES)
        made = CardTable(faces, 'Low "tide"', Credit("Ann", "CC0"))
        assert read_table(write_table(made)) == made
    assert write_table(CardTable()) == "[cards]\n"
    only = read_table('[cards]\nW1 = { stars = 9 }\nB2 = { condition = "lowest white in play" }')
    assert only.faces[0] == replace(STANDARD[0], stars=9)
    assert only.faces[7] == replace(STANDARD[7], condition=CONDITIONS["lowest white in play"])
    assert only.faces[1:7] == STANDARD[1:7]
    assert Suspense.option_in_words("table", CARD_TABLE) == "Hot hands"


def _deal(number: int, seats: int) -> Deal:
    hands, secret = deal_of(number, seats)
    return Deal(tuple(names_of(hand) for hand in hands), NAMES[secret])


@pytest.mark.parametrize(
    ("game", "move"),
    [
        (Suspense(3), _deal(1, 3)),  # lots are to be drawn
        (Suspense(3, dealer=1), FirstDealer(5)),  # the cards are to be dealt
        (Suspense(3, dealer=1), _deal(100, 2)),
        (Suspense(2, dealer=1), _deal(100, 3)),
        (Suspense(3, dealer=1), replace(_deal(0, 3), hands=(("W2",) * 9, *_deal(0, 3).hands[1:]))),
        (
            Suspense(3, dealer=1),
            replace(_deal(0, 3), hands=tuple((*h[1:], h[0]) for h in _deal(0, 3).hands if h)),
        ),
        (Suspense(3, dealer=1), replace(_deal(0, 3), hands=(None, *_deal(0, 3).hands[1:]))),
    ],
)
def test_a_record_means_just_the_move_it_says(game: Suspense, move: Move) -> None:
    """S16, S19: a record that is read as another move than it tells would be a false log."""
    with pytest.raises(MalformedMove):
        game.start().action_of(NATURE, move)
