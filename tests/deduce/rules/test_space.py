"""The space of rules, each meaning once, and what is believed of it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from facedown.deduce.rules import SOLVER, STANDARD, JudgedCard, parse
from facedown.deduce.rules.equality import same
from facedown.deduce.rules.parts import answer
from facedown.deduce.rules.rule import Rule, rule_of
from facedown.deduce.rules.space import forms, stored
from facedown.deduce.rules.space.belief import InList, InSpace, Mixed, bits, deeper, expected_best
from facedown.deduce.rules.space.forms import Branches, Grammar, large
from facedown.deduce.rules.space.people import SHARES, PeoplesSpace, bits_of
from facedown.deduce.rules.space.stored import Space

WORDS = (
    "red",
    "not red",
    "blue or red",
    "circle",
    "odd",
    "even",
    "same colour as the last card",
    "higher number than the last card",
    "the last card is red",
    "the position is odd",
    "same shape as some earlier card",
    "the count of red cards so far is at most 2",
    "the last play was an error",
    "in turn red, blue",
)
LEAVES = tuple(parse(text, SOLVER).condition for text in WORDS)


@pytest.fixture(scope="module")
def grammar() -> Grammar:
    """A small one, with every kind of memory."""
    return Grammar(
        "small",
        SOLVER,
        LEAVES,  # type: ignore[arg-type]  # all are single conditions
        LEAVES[:5],  # type: ignore[arg-type]
        (Branches(LEAVES[8:11], LEAVES[:7]),),  # type: ignore[arg-type]
    )


@pytest.fixture(scope="module")
def space(grammar: Grammar) -> Space:
    """The rules of it."""
    return Space(grammar, forms.distinct(grammar, lambda told: None))


def rules_of(grammar: Grammar) -> Iterator[Rule]:
    """The rule of every form, whether it means something new or not."""
    for block in grammar.blocks():
        for form in block.tolist():
            yield rule_of(grammar.condition(form), grammar.deck)


def test_every_meaning_is_there_once(grammar: Grammar, space: Space) -> None:
    kept = [space.rule(number) for number in range(len(space))]
    rng = random.Random(1)
    for one, other in rng.sample([*itertools.combinations(kept, 2)], 300):
        assert not same(one, other).same, (one.sentence, other.sentence)
    constants = [parse("anything", SOLVER), parse("nothing", SOLVER)]
    for rule in rng.sample([*rules_of(grammar)], 40):
        assert sum(same(rule, other).same for other in (*kept, *constants)) == 1, rule.sentence


def test_the_simplest_form_of_a_meaning_is_kept(space: Space) -> None:
    sentences = [space.rule(number).sentence for number in range(len(space))]
    assert sentences[: len(WORDS)] == list(WORDS)
    assert "blue" not in sentences[: len(WORDS)]
    assert list(space.sizes.values())[-1].stop == len(space)
    each = [space.weights[kind] for kind in space.forms[:, 0]]
    assert sum(each) == pytest.approx(1)
    assert each[0] > each[len(WORDS)] > 0


def test_a_space_is_built_once_and_then_mapped_from_its_file(
    grammar: Grammar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told: list[str] = []
    first = stored.load(grammar, told.append)
    assert told
    told.clear()
    again = stored.load(grammar, told.append)
    assert told == []
    assert isinstance(again.forms, np.memmap)
    assert np.array_equal(first.forms, again.forms)
    assert [file.suffix for file in (tmp_path / "facedown").iterdir()] == [".npy"]


def test_a_space_that_cannot_be_kept_is_used_all_the_same(
    grammar: Grammar, space: Space, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert np.array_equal(stored.load(grammar).forms, space.forms)


def timeline(secret: Rule, seed: int, count: int) -> list[JudgedCard]:
    """Any cards, as they are judged."""
    track: list[JudgedCard] = []
    for card in random.Random(seed).sample(range(len(secret.deck.cards)), count):
        track.append(JudgedCard(card, secret.judge(track, card)))
    return track


@pytest.mark.parametrize("seed", range(4))
def test_what_is_believed_is_what_gives_every_verdict(space: Space, seed: int) -> None:
    secret = space.rule(random.Random(seed).randrange(len(space)))
    belief, track = InSpace.start(space), list[JudgedCard]()
    for play in timeline(secret, seed, 12):
        left = [space.rule(number) for number in belief.among.tolist()]
        assert all(
            rule.judge(track[:index], each.card) == each.accepted
            for rule in left
            for index, each in enumerate(track)
        )
        weights = space.weights[space.forms[belief.among, 0]]
        for card in (0, 17, 63):
            accepting = sum(w for w, r in zip(weights, left, strict=True) if r.judge(track, card))
            assert belief.chances()[card] == pytest.approx(accepting / sum(weights))
        track.append(play)
        belief = belief.after(play)
    assert secret in [space.rule(number) for number in belief.among.tolist()]


def test_a_guess_of_which_only_is_known_that_it_was_wrong_is_out(space: Space) -> None:
    guess = parse("red or blue", SOLVER)
    listed = InList(((0.5, guess), (0.5, parse("odd", SOLVER))))
    for belief in (InSpace.start(space), listed, Mixed(((1.0, listed),))):
        left = belief.told(guess, None)
        assert left.count() == belief.count() - 1
        assert all(not same(rule, guess).same for _, rule in left.likeliest())


def test_people_think_of_plain_rules_first(space: Space) -> None:
    likely = PeoplesSpace(space)
    assert len(likely) == len(space)
    assert np.all(np.diff(likely.classes) >= 0)
    assert sum(likely.weights[each] for each in likely.classes) == pytest.approx(1)
    sentences = [likely.rule(number).sentence for number in range(len(likely))]
    assert sentences.index("odd") < sentences.index("in turn red, blue")
    assert sentences.index("red") < sentences.index("red and odd")
    belief = InSpace.start(likely)
    weights = [weight for weight, _ in belief.likeliest()]
    assert weights == sorted(weights, reverse=True)
    assert 0 < belief.chances()[0] < 1


def test_every_sort_of_rule_has_its_share(space: Space) -> None:
    likely = PeoplesSpace(space)
    weights, kinds = likely.weights[likely.classes], likely.forms[:, 0]
    there = [kind for kind in SHARES if (kinds == kind).any()]
    assert forms.IF in there
    joined = [kind for kind in there if kind not in (forms.IF, forms.SINGLE)]
    whole = weights[np.isin(kinds, joined)].sum()
    for kind in joined:
        found = weights[kinds == kind].sum() / whole
        assert found == pytest.approx(SHARES[kind] / sum(SHARES[each] for each in joined), rel=0.1)


def test_either_or_is_no_dearer_than_the_if_that_it_is() -> None:
    texts = ("the last card is red", "red", "blue", "blue or green or yellow", "odd", "even")
    leaves = tuple(parse(text, SOLVER).condition for text in texts)
    grammar = Grammar("turns", SOLVER, leaves, leaves, ())  # type: ignore[arg-type]
    pairs = Space(grammar, forms.distinct(grammar, lambda told: None))
    costs = {pairs.rule(n).sentence: bits for n, bits in enumerate(bits_of(pairs))}
    turns = costs["either red or the last card is red but not both"]
    assert turns < costs["either odd or the last card is red but not both"]
    assert turns < costs["red and odd"]


def test_answers_count_whoever_guessed(space: Space) -> None:
    secret, guess = parse("red and odd", SOLVER), parse("red and circle", SOLVER)
    said = answer(secret, guess)
    belief = InSpace.start(space)
    for play in timeline(secret, 3, 14):
        belief = belief.after(play)
    before = [rule for _, rule in belief.likeliest()]
    after = [rule for _, rule in belief.told(guess, said).likeliest()]
    assert after == [rule for rule in before if answer(rule, guess) == said]
    assert belief.told(guess, "0").told(guess, "2+").best() is None


def test_rules_in_a_list_and_mixtures_are_believed_alike(space: Space) -> None:
    rules = tuple((float(space.weights[0]), space.rule(number)) for number in range(len(WORDS)))
    listed = InList(rules)
    mixed = Mixed(((0.5, listed), (0.5, InSpace.start(space))))
    secret = parse("higher number than the last card", SOLVER)
    for play in timeline(secret, 5, 8):
        listed, mixed = listed.after(play), mixed.after(play)
    best = mixed.best()
    assert best is not None
    assert listed.best() == (secret, 1.0)
    assert best[0] == secret
    assert 0 < best[1] <= 1
    assert mixed.count() > listed.count() == 1


def test_deeper_rules_explain_what_the_space_does_not(space: Space) -> None:
    secret = parse("if the last card is red then odd and circle else blue or red", SOLVER)
    track = tuple(timeline(secret, 2, 22))
    belief = InSpace.start(space)
    for play in track:
        belief = belief.after(play)
    assert belief.count() == 0
    assert belief.best() is None
    found = deeper(space, track)
    assert found
    for _, rule in found:
        assert all(
            rule.judge(track[:n], play.card) == play.accepted for n, play in enumerate(track)
        )
    assert [weight for weight, _ in found] == sorted((w for w, _ in found), reverse=True)


def test_what_the_best_of_some_cards_promises() -> None:
    values = [0.1, 0.9, 0.4]
    of_two = [max(pair) for pair in itertools.combinations(values, 2)]
    assert expected_best(values, 2) == pytest.approx(sum(of_two) / 3)
    assert expected_best([], 3) == 0
    assert bits(0.25) == pytest.approx(0.811278)


def test_the_large_grammar_is_made_for_any_deck() -> None:
    for deck in (SOLVER, STANDARD):
        grammar = large(deck)
        assert sum(len(block) for block in grammar.blocks()) > 1_000_000
        assert len(grammar.leaves) < 1 << 15


@pytest.mark.slow
def test_the_large_space_has_more_than_a_million_meanings() -> None:
    space = stored.large_space(SOLVER)
    assert len(space) > 1_000_000
    rng = random.Random(4)
    numbers = [rng.randrange(len(space)) for _ in range(40)]
    rules = [space.rule(number) for number in numbers]
    assert not any(same(*pair).same for pair in itertools.combinations(rules, 2))
