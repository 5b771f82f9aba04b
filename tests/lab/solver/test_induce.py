"""``facedown induce``: turns, answers, scores, what is told of them, and programs as agents."""

from __future__ import annotations

import json
import random
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.lab.test_endpoint import serving
from tests.terminal.conftest import Facedown, facedown

from facedown.core.errors import BadOption
from facedown.deduce.rules import SOLVER, STANDARD, Deck, JudgedCard, Rule, parse
from facedown.deduce.rules.parts import answer
from facedown.deduce.rules.space.belief import InList, InSpace
from facedown.deduce.rules.space.forms import Grammar
from facedown.deduce.rules.space.stored import load
from facedown.lab.players import UnreadableReply, Wrong
from facedown.lab.solver.agents import agent_called, forms_of, knowledge, view_of
from facedown.lab.solver.induce import mean_of, read_rules, result_of
from facedown.lab.solver.induction import AskedRules, InductionGame, Secret, play, run
from facedown.lab.solver.space_agent import SpaceAgent
from facedown.lab.solver.trial import (
    SCORINGS,
    AgentView,
    Left,
    Log,
    Scoring,
    Trial,
    TrialLine,
    TrialSetting,
    Utterance,
    Weighed,
    bits,
    lawful,
    pool_of,
    score_of,
)

__all__ = ["facedown"]

RED = parse("red", SOLVER)


class Scripted:
    """Says what it is told to, and keeps what it was asked."""

    def __init__(self, *said: Utterance | str) -> None:
        self.said = list(said)
        self.asked: list[AgentView] = []
        self.wrong: list[Wrong | None] = []

    def act(self, seen: AgentView, rng: random.Random, wrong: Wrong | None) -> Utterance:
        self.asked.append(seen)
        self.wrong.append(wrong)
        if not self.said:
            return Utterance(None if seen.last else seen.hand[0])
        said = self.said.pop(0)
        if isinstance(said, str):
            raise UnreadableReply(said)
        if said.card is None:
            return said
        return replace(said, card=seen.hand[said.card] if said.card >= 0 else seen.track[0].card)


def trial(agent: Scripted, conditions: TrialSetting | None = None) -> Log:
    return Trial(RED, 1, conditions or TrialSetting(), "1").play(agent)


def test_a_guess_costs_a_card_and_a_last_one_is_left() -> None:
    agent = Scripted(Utterance(0), Utterance(1, "blue"), Utterance(0))
    log = trial(agent)
    assert [len(seen.hand) for seen in agent.asked[:4]] == [12, 12, 11, 11]
    assert agent.asked[2].guesses == (("blue", "0"),)
    assert agent.asked[-1].last
    assert [line.what for line in log].count("card") == 25
    found = score_of(log, TrialSetting())
    assert (found.solved, found.score, found.wrong, found.turns) == (False, 0, 1, 24)


def test_the_right_guess_ends_it_and_cards_are_counted() -> None:
    log = trial(Scripted(Utterance(0), Utterance(guess="only red cards"), Utterance(0)))
    assert log[-1] == TrialLine(2, "guess", said="red", answer="Solver!")
    assert score_of(log, TrialSetting()).score == 26 - 2


def test_turns_less_wrong_guesses_with_52_cards() -> None:
    conditions = TrialSetting("standard", 12, 30, "turns")
    secret = parse("face", STANDARD)
    agent = Scripted(Utterance(0, "red"), Utterance(0), Utterance(0, "face"))
    log = Trial(secret, 1, conditions, "2").play(agent)
    assert [len(seen.hand) for seen in agent.asked] == [12, 12, 12]
    assert score_of(log, conditions).score == 31 - 3 - 2
    lost = Trial(secret, 1, conditions, "2").play(
        Scripted(Utterance(0, "red"), Utterance(0, "black"))
    )
    assert score_of(lost, conditions).score == 0
    assert lost[-1].turn == 30


def test_mistakes_spend_nothing_and_three_of_them_the_turn() -> None:
    agent = Scripted("no JSON", Utterance(-1), Utterance(guess="hihger"), Utterance(0))
    log = trial(agent)
    assert [line.what for line in log[:5]] == ["card", "unreadable", "illegal", "illegal", "card"]
    assert [each and each.kind for each in agent.wrong[:4]] == [None, "unreadable", "illegal", None]
    assert "“hihger” is not understood" in log[3].said
    assert log[4].turn == 2
    assert agent.asked[3].hand == agent.asked[0].hand
    found = score_of(log, TrialSetting())
    assert (found.illegal, found.unreadable, found.wrong) == (2, 1, 0)


@pytest.mark.parametrize(
    "said", [Utterance(), Utterance(guess="red or blue")], ids=["nothing", "two guesses in a turn"]
)
def test_a_turn_is_a_card_with_at_most_one_guess(said: Utterance) -> None:
    agent = Scripted(Utterance(guess="blue"), said, Utterance(0))
    log = trial(agent)
    assert [line.what for line in log[:4]] == ["card", "guess", "illegal", "card"]
    assert not agent.asked[1].may_guess


@pytest.mark.parametrize(
    "given", [{"hand": 0}, {"turns": 60}, {"scoring": "best"}, {"deck": "standard", "turns": 41}]
)
def test_conditions_that_cannot_be_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        TrialSetting(**given)  # type: ignore[arg-type]


def test_what_a_card_tells_is_measured_against_the_rules_that_are_left() -> None:
    rules = [parse(text, SOLVER) for text in ("red", "blue", "circle", "red or blue")]
    left = Left(tuple(Weighed(rule, 1) for rule in rules))
    red, square = SOLVER.read_card("red square 1"), SOLVER.read_card("green square 1")
    assert left.chance(red) == 0.5
    assert left.best_card([square, red]) == (red, 1.0)
    assert not left.could_refute(rules[0], square)
    assert left.could_refute(rules[0], SOLVER.read_card("red square 2"))
    left.take(JudgedCard(red, True))
    assert [each.rule.sentence for each in left.rules] == ["red", "blue or red"]
    assert bits(0.25) == pytest.approx(0.811278)
    pool = pool_of(SOLVER, rules)
    assert sum(each.weight for each in pool[:4]) == sum(each.weight for each in pool[4:])
    assert lawful(SOLVER) is lawful(SOLVER)


ASKED = AskedRules(
    tuple(map(Secret, ("red", "circle", "odd"), (1, 1, 1))), "careful", TrialSetting(), 6, 3
)


def test_every_rule_is_played_once_before_one_comes_again() -> None:
    for first in (0, 3):
        assert {ASKED.secret(first + number).sentence for number in range(3)} == {
            "red",
            "circle",
            "odd",
        }


def test_games_are_the_same_on_any_number_of_processes_and_for_any_agent_dealt_alike() -> None:
    said: list[str] = []
    alone = run(ASKED, said.append, 1)
    assert said[-1] == "6 of 6 games; 6 rules found."
    assert alone == run(ASKED, said.append, 2)
    assert alone[4] == play(ASKED, 4, agent_called("careful", ASKED.conditions))
    assert all(game.solved and game.cards < 25 for game in alone)
    assert all(game.lost >= 0 and game.refuting <= game.judged for game in alone)


def test_an_interrupt_ends_it() -> None:
    def stop(sentence: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(replace(ASKED, games=40), stop, 2)


def test_the_lawful_agent_finds_rules_of_both_decks() -> None:
    for deck, texts in (("solver", ("red", "odd", "circle")), ("standard", ("hearts", "rank 1"))):
        secrets = tuple(Secret(text, 1) for text in texts)
        asked = AskedRules(secrets, "lawful", TrialSetting(deck, scoring="turns"), len(texts), 5)
        games = run(asked, lambda _: None, 1)
        assert sum(game.solved for game in games) >= len(texts) - 1, games


def test_bots_get_the_view_of_a_lone_investigator() -> None:
    agent = Scripted(Utterance(guess="blue"), Utterance(0))
    trial(agent)
    view = view_of(agent.asked[2], guessing=True)
    assert (view.phase, view.level, view.rule, view.master) == ("choose", 1, None, "program")
    assert [entry.action for entry in view.history] == ["play", "play", "guess"]
    assert view.hand is not None
    assert view_of(agent.asked[2], guessing=False).legal == agent.asked[2].hand
    assert view_of(agent.asked[-1], guessing=True).phase == "last"


PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["last"]:
        print("{}")
    elif asked["turn"] == 1 and asked["wrong"] is None:
        print("I would play a card.")
    elif asked["turn"] == 3 and asked["may_guess"]:
        print(json.dumps({"guess": "red or green"}))
    else:
        print(json.dumps({"card": asked["hand"][-1], "belief": "red"}))
    sys.stdout.flush()
"""


def test_a_program_looks_for_rules(facedown: Facedown, tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(PROGRAM)
    (tmp_path / "rules.txt").write_text("# two rules\nred\nred or green  # found\n")
    command = f"program:{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'agent.py'))}"
    asked = ("induce", "--rules", "rules.txt", "--agent", command, "--games", "2", "--workers", "1")
    said = facedown(*asked, "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["unreadable"] == 2
    by_rule = {game["rule"]: game for game in found["games"]}
    assert by_rule["red or green"]["solved"]
    assert by_rule["red or green"]["cards"] == 3
    assert not by_rule["red"]["solved"]
    solved = found["families"]["all"]["solved"]
    assert solved["mean"] == 0.5
    assert 0 < solved["low"] < 0.5 < solved["high"] < 1
    table = facedown(*asked).out
    assert "A turn took " in table
    assert "Answers that could not be used: 0 illegal and 2 unreadable." in table
    (last,) = (line for line in table.splitlines() if line.startswith("all "))
    assert last.split()[1:4] == ["2", "0.500", "(0.095–0.905)"]


@pytest.mark.parametrize("deck", [SOLVER, STANDARD], ids=lambda deck: deck.name)
def test_the_rules_that_a_model_is_told_are_rules_of_the_deck(deck: Deck) -> None:
    for form in forms_of(deck):
        assert parse(form, deck).sentence


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_model_behind_an_endpoint_looks_for_rules(scoring: Scoring) -> None:
    conditions = TrialSetting("standard", 12, 30, scoring, "player")
    with serving(
        "I would guess red.",
        '```json\n{"card": "red circle 2"}\n```',
        'Red, then.\n```json\n{"guess": "red", "belief": "red"}\n```',
    ) as server:
        agent = agent_called(server.url, conditions)
        log = Trial(parse("red", STANDARD), 1, conditions, "7").play(agent)
    done = [line.what for line in log]
    assert done == ["card", "unreadable", "unreadable", "guess"]
    assert [len(body["messages"]) for body in server.bodies] == [2, 4, 6]
    for body in server.bodies:
        rules, position, *_ = (each["content"] for each in body["messages"])
        assert "rank: ace, 2, 3" in rules
        assert "Turn 1." in position
        assert "red" not in position, "the secret is told to nobody"


@pytest.mark.parametrize(
    ("solved", "said"), [(True, "1.000 (0.439–1.000)"), (False, "0.000 (0.000–0.561)")]
)
def test_an_interval_is_of_what_can_be(solved: bool, said: str) -> None:
    """A share seen in every game is not certain of all of them, and none is above 1 or below 0."""
    game = InductionGame(
        number=0,
        rule="red",
        family="card",
        solved=solved,
        score=9,
        cards=3,
        turns=3,
        wrong=0,
        illegal=0,
        unreadable=0,
        judged=3,
        lost=0.1,
        refuting=3 * solved,
    )
    games = [game, game, replace(game, wrong=3)]
    assert mean_of("solved", games).words == said
    assert mean_of("could refute", games).words == said
    wrong = mean_of("wrong guesses", games)
    assert (wrong.mean, wrong.low) == (1, 0)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--rules", "no.txt"), "The file 'no.txt' cannot be read."),
        (("--rules", "bad.txt"), "Line 2 of 'bad.txt' is no rule: “hihger” is not understood"),
        (("--rules", "none.txt"), "There is no rule in 'none.txt'."),
        (("--agent", "nobody"), "There is no agent 'nobody'; there are random, lawful, beginner"),
        (("--games", "0"), "The games are from 1 to 100,000, not 0."),
        (("--deck", "standard"), "The catalogue is for SOLVER's deck"),
        (("--deck", "tarot"), "There is no deck 'tarot'"),
        (("--hand", "60"), "With 64 cards the hand and the turns"),
        (("--workers", "0"), "at least one worker"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(
    facedown: Facedown, tmp_path: Path, given: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "bad.txt").write_text("red\nhihger\n")
    (tmp_path / "none.txt").write_text("# nothing\n")
    said = facedown("induce", *given)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err


def test_solvers_bots_play_with_its_deck_alone(facedown: Facedown, tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text("hearts\n")
    said = facedown(*("induce", "--rules", "rules.txt", "--deck", "standard", "--agent", "careful"))
    assert "careful plays with SOLVER's deck alone, not with standard." in said.err


def test_the_investigator_plays_with_other_decks_by_a_space(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = (
        "red",
        "hearts",
        "odd",
        "face",
        "higher rank than the last card",
        "same colour as the last card",
    )
    conditions = tuple(parse(text, STANDARD).condition for text in words)
    space = load(Grammar("a few", STANDARD, conditions, conditions, ()))  # type: ignore[arg-type]
    prior = InSpace.start(space)
    monkeypatch.setattr("facedown.deduce.rules.space.belief.peoples_prior", lambda deck: prior)
    conditions_ = TrialSetting("standard", 8, 20)
    agent = agent_called("investigator", conditions_)
    secret = parse("odd and red", STANDARD)
    log = Trial(secret, 1, conditions_, "3").play(agent)
    found = score_of(log, conditions_)
    assert found.solved
    assert found.illegal + found.unreadable == 0


def test_by_turns_an_investigator_is_told_of_a_guess_that_it_was_wrong_and_no_more() -> None:
    texts = ("red", "hearts", "odd", "face", "odd and red")
    prior = InList(tuple((0.5**place, parse(text, STANDARD)) for place, text in enumerate(texts)))
    conditions = TrialSetting("standard", 12, 30, "turns", "player")
    log = Trial(parse("odd and red", STANDARD), 1, conditions, "3").play(SpaceAgent(prior))
    found = score_of(log, conditions)
    assert found.solved
    assert found.score == 31 - found.turns - 2 * found.wrong
    said = [line.said for line in log if line.what == "guess"]
    assert len(said) == len(set(said))


def test_both_halves_of_the_rules_to_tune_by_are_read_as_they_are_written() -> None:
    folder = Path(__file__).parent / "rules"
    halves = [(folder / f"{name}.txt").read_text().splitlines()[1:] for name in ("tuned", "held")]
    assert list(map(len, halves)) == [30, 30]
    assert len({*halves[0], *halves[1]}) == 60
    for sentence in (*halves[0], *halves[1]):
        assert parse(sentence, STANDARD).sentence == sentence


def test_the_investigator_takes_a_rule_of_a_file_for_a_persons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It took it for one of the catalogue's, none fitted, and it found 1 of 48 instead of 40."""
    texts = "green or square", "if the last card is red then odd else triangle"
    prior = InList(tuple((0.5, parse(text, SOLVER)) for text in texts))
    monkeypatch.setattr("facedown.players.solver.investigator.written_prior", lambda level: prior)
    conditions = TrialSetting(master="player")
    asked = AskedRules((Secret(texts[1], 4),), "investigator", conditions, 1, 2)
    (game,) = run(asked, lambda _: None, 1)
    assert game.solved
    assert result_of(asked, [game]).text.splitlines()[1] == (
        "It goes by the rules of the level, those of the catalogue, and the large space."
    )


@pytest.mark.parametrize(
    ("name", "deck", "words"),
    [
        ("random", "solver", "nothing"),
        ("lawful", "solver", "2,000 rules drawn by the law of the language"),
        ("careful", "solver", "plain ideas, and the level of the secret one"),
        ("investigator", "standard", "the space of rules that people think of"),
        ("program:true", "solver", "what its program knows"),
        ("http://localhost:1/v1#small", "standard", "what its model knows"),
    ],
)
def test_what_an_agent_goes_by_is_said(name: str, deck: str, words: str) -> None:
    assert knowledge(name, TrialSetting(deck)) == words


def test_rules_that_give_other_answers_are_out_of_what_is_left() -> None:
    # Of the catalogue at once; the two others only because few rules are left.
    texts = ("red", "blue or red", "not blue", "circle and number 4", "green and odd")
    rules = [parse(text, SOLVER) for text in texts]
    left = Left(tuple(Weighed(rule, 1) for rule in rules))
    guess = parse("red", SOLVER)
    said = answer(rules[1], guess)
    left.told(guess, said)
    assert [each.rule for each in left.rules] == [
        rule for rule in rules if answer(rule, guess) == said
    ]
    assert RED not in [each.rule for each in left.rules]
    many = Left(tuple(Weighed(rule, 1) for rule in [*rules, *drawn(30)]))
    many.told(guess, said)
    assert RED not in [each.rule for each in many.rules]
    assert rules[4] in [each.rule for each in many.rules], "not asked yet"
    for card in range(0, 64, 4):
        many.take(JudgedCard(card, accepted=rules[1].judge([], card)))
    assert all(answer(each.rule, guess) == said for each in many.rules)


def drawn(count: int) -> list[Rule]:
    """So many rules by the law."""
    return [each.rule for each in lawful(SOLVER, 200)][:count]


def test_rules_are_read_by_level(tmp_path: Path) -> None:
    assert {secret.level for secret in read_rules("catalogue", SOLVER, 2)} == {2}
    (tmp_path / "rules").write_text("red\nred or circle\n")
    assert read_rules(str(tmp_path / "rules"), SOLVER, 2) == (Secret("red or circle", 2),)
