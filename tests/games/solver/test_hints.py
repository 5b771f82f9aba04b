"""SOLVER's aids."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.games.solver.tables import begin, table, turns

from facedown.core.errors import UnknownName
from facedown.deduce.rules import SOLVER, Rule, parse
from facedown.deduce.rules.law import family_of
from facedown.deduce.rules.parts import answer
from facedown.deduce.rules.space.belief import InSpace
from facedown.deduce.rules.space.forms import Grammar
from facedown.deduce.rules.space.stored import Space, load
from facedown.games.solver import Solver
from facedown.games.solver.help import space_hints
from facedown.games.solver.help.hints import FAMILY_WORDS, left, look_back, splits
from facedown.games.solver.judging import level_rules, rule_called
from facedown.games.solver.moves import NUMBERS
from facedown.games.solver.reading import fit_of
from facedown.games.solver.rules import SolverState
from facedown.games.solver.view import Entry, answers_of, track_of


def said(state: SolverState, name: str, seat: int = 0) -> str:
    setting = state.setting
    game = Solver(setting.seats, mode=setting.mode, master=setting.master, level=setting.level)
    return game.aid(name, state.view(seat), ())


def test_the_rules_that_are_left_are_counted_by_kind_and_named_when_few() -> None:
    state = turns(table(seats=1), "blue circle 1", "draw")
    rules = left(state.view(0), track_of(state.view(0)), ())
    assert len(rules) > 8
    assert said(state, "rules") == (
        f"{len(rules)} of {len(level_rules(1))} rules of level 1 are left: "
        "all about the card alone."
    )
    turns(state, "blue circle 2", "guess not blue or circle")
    few = left(state.view(0), track_of(state.view(0)), answers_of(state.view(0)))
    for rule in few if 1 < len(few) <= 8 else ():
        assert f"\n  {rule}" in said(state, "rules")


def test_the_only_rule_that_is_left_is_said_and_at_the_end_the_rule() -> None:
    state = turns(table(seats=1), "blue circle 1", "draw", "blue circle 2", "guess red or yellow")
    turns(state, "blue square 1", "draw", "blue circle 3", "guess red")
    left_now = left(state.view(0), track_of(state.view(0)), answers_of(state.view(0)))
    assert left_now == ("not blue",)
    assert said(state, "rules") == "Only one rule of level 1 is left: not blue."
    assert said(state, "card") == (
        "No card tells more among the rules of level 1: Only one rule of level 1 is left: not blue."
    )
    turns(state, "blue circle 4", "guess not blue")
    assert said(state, "last") == "The rule was: not blue."
    told = said(state, "rules").splitlines()
    rules = len(level_rules(1))
    assert told[0] == f"The rule was: not blue. Of {rules} rules of level 1 there were left after"
    assert "It could have been known after red." in told


def test_the_best_card_splits_the_rules_most_evenly() -> None:
    state = table(seats=1)
    view = state.view(0)
    rules = left(view, track_of(view), ())
    for card, accepted in splits(view):
        assert accepted == sum(rule_called(r).judge(state.track, NUMBERS[card]) for r in rules)
    far = {card: abs(2 * accepted - len(rules)) for card, accepted in splits(view)}
    best = said(state, "card").partition(":")[0].removeprefix("Best ")
    assert far[best] == min(far.values())


def test_what_the_newest_card_ruled_out_is_told() -> None:
    state = table(seats=1)
    before = left(state.view(0), track_of(state.view(0)), ())
    turns(state, "blue circle 1")
    after = left(state.view(0), track_of(state.view(0)), ())
    out = len(before) - len(after)
    assert said(state, "last").startswith(
        f"That blue circle 1 was not accepted ruled out {out} of {len(before)} rules: "
    )
    turns(state, "guess odd")
    assert said(state, "last").startswith("The answer 0 to 'odd' ruled out ")


def test_r19_hints_go_by_every_verdict_and_every_answer() -> None:
    """R19: of a rule that the program drew hints are exact."""
    state = turns(table(seats=1), "blue circle 1", "guess red or circle", "blue circle 2", "draw")
    turns(state, "blue circle 3", "guess yellow or even")
    view = state.view(0)
    answers = answers_of(view)
    assert len(answers) == 2
    rules = [rule_called(sentence) for sentence in level_rules(1)]
    fit = [
        rule
        for rule in rules
        if fit_of(rule, state.track).agrees == len(state.track)
        and all(answer(rule, rule_called(guess)) == said for guess, said in answers)
    ]
    by_verdicts = [rule for rule in rules if fit_of(rule, state.track).agrees == len(state.track)]
    assert 1 < len(fit) < len(by_verdicts) < len(rules)  # both tell something
    counted = f"{len(fit)} of {len(rules)} rules of level 1 are left"
    assert said(state, "rules").startswith(counted)


def test_r14_there_are_no_hints_about_a_rule_in_free_words() -> None:
    for name in ("rules", "card", "last"):
        state = Solver(2, master="free").start()
        assert isinstance(state, SolverState)
        assert "knows nothing" in said(state, name, 1)


def test_a_rule_that_a_player_wrote_is_looked_for_in_the_catalogue_and_may_be_another() -> None:
    rule = rule_called("red and circle and number 1").sentence
    state = turns(table(rule, master="player"), "blue circle 1", "draw")
    assert "A player may have written another one." in said(state, "rules", 1)
    assert said(state, "rules", 0) == f"Your rule is: {rule}."


def small_space(monkeypatch: pytest.MonkeyPatch) -> Space:
    """Stands for the large space: values, joined by two, and the colour of the last card."""
    words = ("red", "blue", "green or yellow", "circle", "square", "odd", "number 1")
    far = "same colour as the last card"
    conditions = tuple(parse(text, SOLVER).condition for text in (*words, far))
    space = load(Grammar("for hints", SOLVER, conditions, conditions, ()))  # type: ignore[arg-type]
    prior = InSpace.start(space)
    monkeypatch.setattr(space_hints, "large_prior", lambda deck: prior)
    return space


def fitting(space: Space, state: SolverState) -> list[Rule]:
    """The rules of a space that give every verdict, one by one."""
    track = state.track
    rules = map(space.rule, range(len(space)))
    return [
        rule
        for rule in rules
        if all(rule.judge(track[:at], play.card) == play.accepted for at, play in enumerate(track))
    ]


def test_r19_of_a_persons_rule_the_large_space_says_what_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R19: of a person's rule they tell of a large space, by every verdict."""
    space = small_space(monkeypatch)
    state = turns(table("red and circle", "red circle 4", master="player"), "blue circle 1")
    fit = fitting(space, state)
    kinds = {family_of(rule) for rule in fit}
    told = said(state, "rules", 1).splitlines()
    large = next(line for line in told if "large space" in line)
    assert f"Of {len(space)} rules of the large space {len(fit)} give every verdict" in large
    for family, words in FAMILY_WORDS.items():
        assert (words in large) == (family in kinds)
    named = [line.rpartition(" (")[0] for line in told[told.index(large) + 1 :]]
    assert named
    assert {rule_called(each) for each in named} <= {*fit}


def test_r19_of_a_persons_rule_the_newest_card_and_answer_rule_out_what_they_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R19: by the space's law, not by the player's habits."""
    space = small_space(monkeypatch)
    state = table("red and circle", "red circle 4", master="player")
    before = len(fitting(space, state))
    turns(state, "blue circle 1")
    gone = before - len(fitting(space, state))
    assert (
        f"was not accepted ruled out {gone} of {before} rules of the large space, by its law"
        in (said(state, "last", 1))
    )
    turns(state, "guess red")
    assert "The answer 1 to 'red' ruled out" in said(state, "last", 1)
    best = said(state, "card", 1)
    cards = [line.strip().partition(":")[0] for line in best.splitlines()[1:]]
    assert sorted(cards) == sorted(state.view(1).hand or ())
    assert best.startswith(f"Best {cards[0]}: by the law of the large space it is accepted")


def test_where_no_rule_of_the_space_fits_others_are_put_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    space = small_space(monkeypatch)
    view = table("red", "red circle 4", master="player").view(1)
    judged = {"red circle 4": True, "blue circle 1": False, "yellow square 1": True}
    judged |= {"yellow circle 1": False, "red square 1": False, "blue square 1": False}
    judged |= {"green square 2": False}
    view = replace(view, history=tuple(Entry(1, "play", *each) for each in judged.items()))
    told = space_hints.rules(view, FAMILY_WORDS)
    assert told.startswith(f"None of the {len(space)} rules of the large space gives every verdict")
    named = re.findall(r"\n  (.*) \(", told)
    assert named
    track = track_of(view)
    for rule in map(rule_called, named):
        assert all(rule.judge(track[:at], p.card) == p.accepted for at, p in enumerate(track))
    assert space_hints.card(view).startswith("Best ")
    # Nothing in this space tells 2 from 4, so that no rule put together of it does.
    odd = {**judged, "green diamond 4": False, "green diamond 2": True}
    lost = replace(view, history=tuple(Entry(1, "play", *each) for each in odd.items()))
    assert "none was found" in space_hints.rules(lost, FAMILY_WORDS)
    assert space_hints.card(lost).startswith("No rule that was tried")
    assert "large space" in space_hints.last(lost, FAMILY_WORDS)


def test_in_competitive_the_master_of_the_round_is_told_the_rule_and_nobody_else() -> None:
    state = table(seats=3, mode="competitive", master="player")
    turns(state, "blue circle 1", "guess not blue")
    begin(state, "odd")
    assert said(state, "rules", 1) == "Your rule is: odd."
    assert "odd." not in said(state, "rules", 0)


def test_an_unknown_hint_is_refused() -> None:
    with pytest.raises(UnknownName, match="the hints: rules, card, last"):
        said(table(), "rule")


def test_at_the_end_it_is_said_what_could_have_been_known_when() -> None:
    state = turns(table(seats=1), "blue circle 1", "draw", "blue circle 2", "guess red or yellow")
    turns(state, "blue square 1", "draw", "blue circle 3", "guess not blue")
    view = state.view(0)
    known = look_back(view, left)
    played = [entry for entry in view.history if entry.action in ("play", "guess")]
    assert [each.what for each in known] == [entry.card or entry.rule for entry in played]
    counts = [each.left for each in known]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 1
    first, second = known[0], known[1]
    assert first.refuting is None
    track = track_of(view)
    assert second.left < first.left
    assert second.refuting is True
    for index, each in enumerate(known):
        if each.refuting is False:  # a card of which nothing could be learnt left as many
            assert each.left == known[index - 1].left
    assert len(track) == sum(each.refuting is not None for each in known) + 1
    tests = sum(each.refuting is True for each in known)
    assert f"{tests} of {len(track) - 1} cards could have refuted" in said(state, "rules")
