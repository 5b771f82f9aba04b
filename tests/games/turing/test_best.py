"""Best play of Turing Machine problems: what the adapter adds to the solver it stands on."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from facedown.deduce.questioning import QuestionNode
from facedown.games.turing import machine
from facedown.games.turing.cards import LAWS, code_index
from facedown.games.turing.machine import best_play
from facedown.games.turing.problem import MODES, Mode, Problem, ProblemWorlds, WorldError
from facedown.games.turing.studio.generate import generate


def worlds_of(cards: str, mode: Mode = "classic") -> ProblemWorlds:
    return ProblemWorlds(Problem.parse(cards, mode))


def walk(worlds: ProblemWorlds, node: QuestionNode, world: int) -> tuple[int, int, int]:
    """Rounds, questions and the code named when this world is true, by the verifiers' own laws."""
    rounds = questions = 0
    while node.question is not None:
        code, verifier = node.question
        rounds += node.begins_round
        questions += 1
        node = node.after(LAWS[worlds.laws(world)[verifier]].holds(code))
    return rounds, questions, node.target


@pytest.mark.parametrize("mode", MODES)
def test_following_the_tree_costs_what_is_claimed_and_finds_the_code(mode: Mode) -> None:
    problem, _ = generate(mode, "easy", 4, random.Random(4))
    worlds = ProblemWorlds(problem)
    play = best_play(worlds, node_limit=2_000)
    walks = [walk(worlds, play.tree(), world) for world in range(worlds.size)]
    assert [code for _, _, code in walks] == [worlds.code(world) for world in range(worlds.size)]
    assert play.rounds == Fraction(sum(rounds for rounds, _, _ in walks), worlds.size)
    assert play.questions == Fraction(sum(asked for _, asked, _ in walks), worlds.size)
    assert play.worst_rounds == max(rounds for rounds, _, _ in walks)
    assert play.worst_questions == max(asked for _, asked, _ in walks)
    assert play.lower <= play.upper == (play.rounds, play.questions)


def test_the_first_question_and_its_answers_add_up() -> None:
    """T6: what follows each answer, with the round still open, averages to the whole."""
    worlds = worlds_of("3,7,10,14")
    play = best_play(worlds)
    assert play.exact
    assert play.next is not None
    code, verifier = play.next
    yes = worlds.yes(code, verifier)
    rounds, questions = Fraction(0), Fraction(0)
    for belief in (yes, worlds.everything & ~yes):
        after = best_play(worlds, belief, open_line=(code, 1 << verifier))
        share = Fraction(belief.bit_count(), worlds.size)
        rounds += share * after.rounds
        questions += share * after.questions
    assert (rounds + 1, questions + 1) == (play.rounds, play.questions)


def test_an_open_round_can_be_worth_something() -> None:
    worlds = worlds_of("3,7,10,14")
    code, verifier = best_play(worlds).next or (-1, -1)
    belief = max(worlds.yes(code, verifier), worlds.everything & ~worlds.yes(code, verifier))
    going_on = best_play(worlds, belief, open_line=(code, 1 << verifier))
    afresh = best_play(worlds, belief)
    assert going_on.upper < afresh.upper


def test_a_certain_code_needs_nothing() -> None:
    """T5."""
    worlds = worlds_of("4,9,11,14")
    belief = worlds.with_code(code_index("241"))
    play = best_play(worlds, belief)
    assert play.exact
    assert play.upper == (Fraction(0), Fraction(0))
    assert play.next is None
    assert play.tree().target == code_index("241")


@pytest.mark.parametrize("belief", [0, -1, 4])
def test_a_belief_without_worlds_is_refused(belief: int) -> None:
    with pytest.raises(WorldError, match="No world is left"):
        best_play(worlds_of("4,9,11,14"), belief)


def test_a_part_of_too_many_worlds_is_planned_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = worlds_of("3,7,10,14")
    belief = worlds.with_code(code_index("431")) | worlds.with_code(code_index("122"))
    whole = best_play(worlds, belief)
    monkeypatch.setattr(machine, "MOST_ANSWERS", 125 * 4 * 3)
    alone = best_play(worlds, belief)
    assert (alone.upper, alone.next) == (whole.upper, whole.next)
    with pytest.raises(
        WorldError, match=r"^7 worlds are too many to plan for; 3 can be handled\.$"
    ):
        best_play(worlds)
