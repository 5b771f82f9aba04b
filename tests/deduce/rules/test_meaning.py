"""What conditions mean: single cases by hand, and the fast way against the direct one."""

from __future__ import annotations

import random

import pytest

from facedown.deduce.rules import DECKS, SOLVER, Deck, JudgedCard, parse
from facedown.deduce.rules.conditions import value_of
from facedown.deduce.rules.machine import machine_of, weight
from facedown.deduce.rules.normal import normal
from facedown.lab.solver.random_rules import condition

LIGHT = 5000


def track(*cards: str) -> list[JudgedCard]:
    """Plays; a card after ``-`` was an error."""
    return [
        JudgedCard(SOLVER.read_card(card.lstrip("-")), not card.startswith("-")) for card in cards
    ]


@pytest.mark.parametrize(
    ("rule", "plays", "card", "accepted"),
    [
        ("red", [], "red circle 1", True),
        ("red", [], "blue circle 1", False),
        ("same colour as the last card", ["red circle 1", "-blue circle 1"], "red square 1", True),
        ("same colour as the last card", ["red circle 1"], "blue square 1", False),
        ("next colour after the last card", ["yellow circle 1"], "blue square 1", True),
        ("previous shape before the last card", ["blue circle 1"], "red diamond 1", True),
        ("next number after the last card", ["red circle 4"], "red circle 1", True),
        ("number exactly 1 higher than the last card", ["red circle 4"], "red circle 1", False),
        ("same parity as the last card", ["red circle 4"], "red circle 2", True),
        ("shares exactly 2 attributes with the last card", ["red circle 4"], "red circle 1", True),
        ("in turn red, blue", ["red circle 1"], "red circle 2", False),
        ("in turn red, blue", ["red circle 1"], "blue circle 2", True),
        ("in turn red, blue starting anywhere", ["blue circle 1"], "red circle 2", True),
        ("in turn red, blue starting anywhere", ["blue circle 1"], "blue circle 2", False),
        ("in turn red, blue starting anywhere", ["green circle 1"], "blue circle 2", False),
        ("the position is even", ["red circle 1", "-red circle 2"], "red circle 3", True),
        ("the count of red cards so far is exactly 1", ["red circle 1"], "red circle 2", True),
        (
            "more red than blue cards so far",
            ["red circle 1", "blue circle 1"],
            "red circle 2",
            False,
        ),
        ("the run of the same colour is exactly 2", ["red circle 1"], "red circle 2", False),
        (
            "the count of cards with the same shape so far is at most 1",
            ["red circle 1", "blue circle 1"],
            "red circle 2",
            False,
        ),
        (
            "the sum of the numbers of this card and all earlier cards is at most 5",
            ["red circle 4"],
            "red circle 2",
            False,
        ),
        (
            "the product of the numbers of this card and the last 2 cards is exactly 6",
            ["red circle 1", "red circle 2"],
            "red circle 3",
            True,
        ),
        (
            "the last card has same shape as the last card but one",
            ["red circle 1"],
            "blue square 1",
            True,
        ),
        (
            "the last card has same shape as the last card but one",
            ["red circle 1", "red square 1"],
            "blue square 1",
            False,
        ),
        (
            "same colour as one of the last 2 cards",
            ["red circle 1", "blue circle 1"],
            "red circle 2",
            True,
        ),
        (
            "same colour as each of the last 2 cards",
            ["red circle 1", "blue circle 1"],
            "red circle 2",
            False,
        ),
        ("the last play was an error", ["red circle 1"], "red circle 2", False),
        ("the last play was an error", ["red circle 1", "-blue circle 1"], "red circle 2", True),
    ],
)
def test_single_conditions(rule: str, plays: list[str], card: str, accepted: bool) -> None:
    assert parse(rule, SOLVER).judge(track(*plays), SOLVER.read_card(card)) is accepted


@pytest.mark.parametrize(
    "rule",
    [
        "same colour as the last card",
        "different colour from the last card",
        "not same colour as the last card",
        "higher number than each of the last 3 cards",
        "same colour as some earlier card",
        "different colour from every earlier card",
        "the last card is red",
        "not the last card is red",
        "if the last card is red then circle else square",
        "either circle or the last card is red but not both",
        "the sum of the numbers of this card and the last card is even",
        "the last play was an error",
        "the last play was accepted",
    ],
)
def test_r4_what_speaks_of_a_missing_card_holds_and_so_does_its_negation(rule: str) -> None:
    """R4: a relation to an earlier card holds when there is no such card."""
    assert parse(rule, SOLVER).accepted([]) == SOLVER.everything


def test_r4_a_missing_card_frees_only_what_speaks_of_it() -> None:
    """R4: the rest of the rule holds as ever."""
    red = SOLVER.mask("colour", (1,))
    assert parse("red and same shape as the last card", SOLVER).accepted([]) == red
    assert parse("red or same shape as the last card", SOLVER).accepted([]) == SOLVER.everything
    assert parse("if the position is exactly 1 then red", SOLVER).accepted([]) == red
    assert parse("higher number than the last card but one", SOLVER).accepted(
        track("red circle 4")
    ) == (SOLVER.everything)


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.name)
def test_the_fast_way_judges_like_the_direct_one(deck: Deck) -> None:
    rng = random.Random(4)
    verdicts = [0, 0]
    for _ in range(250):
        found = normal(condition(rng, deck, rng.randint(1, 5)), deck)
        if weight(found, deck) > LIGHT:
            continue
        machine = machine_of(deck, found)
        cards = rng.sample(range(len(deck.cards)), 12)
        plays: list[JudgedCard] = []
        states = machine.start()
        for card in cards:
            mask = machine.verdicts(states)
            direct = value_of(found, deck, plays, card) is not False
            assert bool(mask >> card & 1) == direct, found
            verdicts[direct] += 1
            # Cards are put on the track as they come too, so that rules are also tried on tracks
            # that they would not have made.
            play = JudgedCard(card, direct if rng.random() < 0.7 else not direct)
            machine.step(states, play)
            plays.append(play)
    assert min(verdicts) > 300
