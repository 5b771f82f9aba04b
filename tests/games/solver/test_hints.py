"""SOLVER's aids."""

from __future__ import annotations

import pytest
from tests.games.solver.tables import begin, table, turns

from facedown.core.errors import UnknownName
from facedown.games.solver import Solver
from facedown.games.solver.hints import left, splits
from facedown.games.solver.judging import level_rules, rule_called
from facedown.games.solver.looking_back import look_back
from facedown.games.solver.moves import NUMBERS
from facedown.games.solver.rules import SolverState
from facedown.games.solver.view import answers_of, track_of


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
    turns(state, "blue square 1", "draw", "blue circle 3", "guess not green")
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
    assert "It could have been known after not green." in told


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
    for place, each in enumerate(known):
        if each.refuting is False:  # a card of which nothing could be learnt left as many
            assert each.left == known[place - 1].left
    assert len(track) == sum(each.refuting is not None for each in known) + 1
    tests = sum(each.refuting is True for each in known)
    assert f"{tests} of {len(track) - 1} cards could have refuted" in said(state, "rules")
