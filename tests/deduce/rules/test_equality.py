"""Equality of rules (R5): against every timeline of tiny decks, and known cases of the real one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from facedown.deduce.rules import (
    SOLVER,
    STANDARD,
    Attribute,
    Deck,
    JudgedCard,
    Rule,
    RuleError,
    parse,
)
from facedown.deduce.rules.conditions import value_of
from facedown.deduce.rules.equality import same, same_from_here
from facedown.deduce.rules.kernels import search
from facedown.deduce.rules.machine import machine_of
from facedown.deduce.rules.matching import choose
from facedown.deduce.rules.parts import situations
from facedown.lab.solver.random_rules import pairs

COLOUR = Attribute("colour", "colours", ("blue", "red", "green"), cyclic=True)
TINY = [
    Deck(
        "four",
        (
            Attribute("colour", "colours", ("blue", "red"), cyclic=True),
            Attribute("number", "numbers", ("1", "2"), ordered=True, cyclic=True, named=True),
        ),
        "{colour} {number}",
    ),
    Deck("three", (COLOUR,), "{colour}"),
    Deck(
        "six",
        (COLOUR, Attribute("number", "numbers", ("1", "2"), ordered=True, named=True)),
        "{colour} {number}",
    ),
]


NARROW = "shares at least 2 attributes with the last card and red and odd"
"""A rule that has eight cards."""


def shortest_difference(one: Rule, other: Rule, begun: tuple[JudgedCard, ...] = ()) -> int | None:
    """How many plays the shortest timeline has whose last play they judge differently."""
    deck = one.deck
    layer = [begun]
    while layer:
        longer = []
        for plays in layer:
            played = {play.card for play in plays}
            for card in range(len(deck.cards)):
                if card in played:
                    continue
                verdicts = {
                    value_of(rule.condition, deck, plays, card) is not False
                    for rule in (one, other)
                }
                if len(verdicts) > 1:
                    return len(plays) + 1 - len(begun)
                longer.append((*plays, JudgedCard(card, verdicts.pop())))
        layer = longer
    return None


def check_witness(
    one: Rule, other: Rule, begun: tuple[JudgedCard, ...], found: tuple[JudgedCard, ...]
) -> None:
    """The witness is playable, both rules agree up to its last play, and differ there."""
    *before, last = found
    plays = list(begun)
    for play in before:
        assert one.judge(plays, play.card) is other.judge(plays, play.card) is play.accepted
        plays.append(play)
    assert one.judge(plays, last.card) is last.accepted is not other.judge(plays, last.card)
    cards = [play.card for play in (*plays, last)]
    assert len(set(cards)) == len(cards) <= 25


def compare(deck: Deck, seed: int, count: int) -> dict[bool, int]:
    rng = random.Random(seed)
    answers = {True: 0, False: 0}
    for one, other in pairs(rng, deck, count):
        found = same(one, other)
        shortest = shortest_difference(one, other)
        assert found.same is (shortest is None), (one.sentence, other.sentence)
        assert len(found.witness) == (shortest or 0), (one.sentence, other.sentence)
        if found.witness:
            check_witness(one, other, (), found.witness)
        answers[found.same] += 1
        begun: list[JudgedCard] = []
        for card in rng.sample(range(len(deck.cards)), 2):
            begun.append(JudgedCard(card, one.judge(begun, card)))
        later = same_from_here(one, other, begun)
        nearest = shortest_difference(one, other, tuple(begun))
        assert len(later.witness) == (nearest or 0), (one.sentence, other.sentence, begun)
        if later.witness:
            check_witness(one, other, tuple(begun), later.witness)
    return answers


@pytest.mark.parametrize(("deck", "count"), [(TINY[0], 250), (TINY[1], 150)], ids=["four", "three"])
def test_r5_agrees_with_every_timeline_of_tiny_decks(deck: Deck, count: int) -> None:
    """R5: the same verdict on every timeline that can be played."""
    assert min(compare(deck, 5, count).values()) > 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deck", "count"),
    [(TINY[0], 4000), (TINY[1], 3000), (TINY[2], 400)],
    ids=["four", "three", "six"],
)
def test_r5_agrees_with_every_timeline_of_tiny_decks_at_length(deck: Deck, count: int) -> None:
    assert min(compare(deck, 6, count).values()) > 100


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("red", "red and same colour as the last card"),
        ("red or yellow", "not (green or blue)"),
        ("same colour as the last card", "same colour as the first card"),
        ("in turn red, blue", "if the position is odd then red else blue"),
        (
            "shares at least 1 attribute with the last card",
            "same colour as last or same shape as last or same number as last",
        ),
        (
            "shares exactly 0 attributes with the last card",
            "not shares 1, 2 or 3 attributes with last",
        ),
        # R5: each card exists once.
        (
            NARROW,
            f"{NARROW} and the position is at most 8",
        ),
        ("red and the count of red cards so far is at most 15", "red"),
        (
            "different number from each of the last 4 cards and red",
            "red and different number from every earlier card",
        ),
        ("the product of the numbers of this card and the last card is at most 16", "anything"),
    ],
)
def test_r5_same(one: str, other: str) -> None:
    assert same(parse(one, SOLVER), parse(other, SOLVER)).same


@pytest.mark.parametrize(
    ("one", "other", "plays"),
    [
        ("red", "blue", 1),
        ("red", "same colour as the last card", 1),
        ("anything", "different colour from the last card", 2),
        ("red and the count of red cards so far is at most 14", "red", 16),
        ("anything", "the sum of the numbers of this card and all earlier cards is at most 60", 16),
        ("anything", "the count of red cards so far is at most 15", 17),
        ("in turn red, blue", "if the position is odd then red", 2),
        ("red", "red and the last play was accepted", 2),
        # Nearest differences that go through the same cards again and again are no timelines.
        (
            "shares at least 2 attributes with the last card",
            "shares at least 2 attributes with the last card and the position is at most 8",
            9,
        ),
        (
            NARROW,
            f"{NARROW} and the position is at most 7",
            8,
        ),
    ],
)
def test_r5_different_with_a_shortest_playable_timeline(one: str, other: str, plays: int) -> None:
    """R5: rules differ when a timeline that can be played tells them apart."""
    first, second = parse(one, SOLVER), parse(other, SOLVER)
    found = same(first, second)
    assert not found.same
    assert len(found.witness) == plays
    check_witness(first, second, (), found.witness)


def test_r5_the_same_from_here_on_is_told_apart_from_the_same() -> None:
    red, alike = parse("red", SOLVER), parse("same colour as the last card", SOLVER)
    begun = [JudgedCard(SOLVER.read_card("red circle 1"), True)]
    assert not same(red, alike).same
    assert same_from_here(red, alike, begun).same
    assert not same_from_here(red, alike, [JudgedCard(0, True)]).same


def test_r5_uniqueness_is_decided_where_many_sets_of_cards_fall_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Five red cards with the same number: there are four, of each colour and number."""
    visited = 0

    def counted(*arguments: Any) -> Any:
        nonlocal visited
        found = search(*arguments)
        visited += found[1].size
        assert visited < 100_000  # of millions, were what cannot differ any more looked at
        return found

    monkeypatch.setattr("facedown.deduce.rules.comparison.search", counted)
    run = "the run of the same colour is at most 4"
    one, other = (
        parse(text, SOLVER) for text in (run, f"{run} or same number as every earlier card")
    )
    assert same(one, other).same


def test_r5_what_could_not_be_numbered_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("facedown.deduce.rules.comparison.MOST_STATES", 1)
    with pytest.raises(RuleError, match=r"cannot be decided: .* counted at a time\.$"):
        same(parse("red", SOLVER), parse("red and same colour as the last card", SOLVER))


def test_different_cards_are_chosen_or_the_sets_that_fall_short_are_named() -> None:
    rng = random.Random(7)
    for _ in range(2000):
        sets = [rng.randrange(1, 64) & rng.randrange(64) or 1 for _ in range(rng.randint(1, 6))]
        cards, short = choose(sets)
        if cards:
            assert len(set(cards)) == len(sets)
            assert all(each >> card & 1 for card, each in zip(cards, sets, strict=True))
        else:
            assert sum(each & ~short == 0 for each in sets) > short.bit_count()


def test_r5_agrees_with_play_and_replay_on_the_real_deck() -> None:
    """What is the same judges fixed orders alike; what differs does so on its witness."""
    found = {True: 0, False: 0}
    for one, other in pairs(random.Random(8), SOLVER, 120):
        verdict = same(one, other)
        found[verdict.same] += 1
        if verdict.same:
            for here, there in zip(situations(one), situations(other), strict=True):
                assert (here.accepted == there.accepted).all(), (one.sentence, other.sentence)
        else:
            check_witness(one, other, (), verdict.witness)
    assert min(found.values()) > 30


def counted_difference(one: Rule, other: Rule, most: int) -> int | None:
    """The same as ``shortest_difference`` for a whole deck, by counting cards of every kind.

    Cards that both rules treat alike in every state are of one kind. A state is what the rules
    remember and how many cards of each kind were played, breadth first: no choice of cards is
    left open, so nothing is matched. None where the rules are the same; raises ``OverflowError``
    after ``most`` states.
    """
    deck = one.deck
    machines = [machine_of(deck, rule.condition) for rule in (one, other)]
    kinds: dict[object, list[int]] = {}
    for card in range(len(deck.cards)):
        treated = tuple(
            (
                tuple(tuple(row[card] for row in table.following) for table in machine.tables),
                tuple(
                    tuple((a >> card & 1, b >> card & 1) for a, b in masks)
                    for masks in machine.masks
                ),
            )
            for machine in machines
        )
        kinds.setdefault(treated, []).append(card)
    cards = list(kinds.values())
    start = (tuple(machines[0].start()), tuple(machines[1].start()), (0,) * len(cards))
    layer, seen = [start], {start}
    for plays in range(1, 26):
        following: list[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = []
        for first, second, played in layer:
            verdicts = [m.verdicts(s) for m, s in zip(machines, (first, second), strict=True)]
            for kind, alike in enumerate(cards):
                if played[kind] == len(alike):
                    continue
                says = [verdict >> alike[0] & 1 for verdict in verdicts]
                if says[0] != says[1]:
                    return plays
                after = []
                for machine, states in zip(machines, (first, second), strict=True):
                    stepped = list(states)
                    machine.step(stepped, JudgedCard(alike[0], bool(says[0])))
                    after.append(tuple(stepped))
                counts = (*played[:kind], played[kind] + 1, *played[kind + 1 :])
                state = (after[0], after[1], counts)
                if state not in seen:
                    seen.add(state)
                    following.append(state)
        if len(seen) > most:
            raise OverflowError
        layer = following
    return None


def check_by_counting(deck: Deck, seed: int, count: int, most: int) -> None:
    """So many random pairs that counting decides."""
    compared = {True: 0, False: 0}
    for one, other in pairs(random.Random(seed), deck, 40 * count):
        if sum(compared.values()) == count:
            break
        try:
            shortest = counted_difference(one, other, most)
        except OverflowError:
            continue
        found = same(one, other)
        assert len(found.witness) == (shortest or 0), (one.sentence, other.sentence)
        assert found.same is (shortest is None)
        compared[found.same] += 1
    assert sum(compared.values()) == count
    assert min(compared.values()) >= count // 10, compared


EIGHT = Deck(
    "eight",
    (*TINY[0].attributes, Attribute("shape", "shapes", ("circle", "square"), cyclic=True)),
    "{colour} {number} {shape}",
)


@pytest.mark.parametrize("deck", [EIGHT, SOLVER, STANDARD], ids=lambda deck: deck.name)
def test_r5_agrees_with_counting_cards_of_every_kind(deck: Deck) -> None:
    check_by_counting(deck, 9, 40, 1500)


@pytest.mark.slow
@pytest.mark.parametrize("deck", [EIGHT, SOLVER, STANDARD], ids=lambda deck: deck.name)
def test_r5_agrees_with_counting_cards_of_every_kind_at_length(deck: Deck) -> None:
    check_by_counting(deck, 10, 100, 2500)
