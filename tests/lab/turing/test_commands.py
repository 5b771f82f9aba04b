"""The commands: what they print, and one sentence for every mistake."""

from __future__ import annotations

import argparse
import json
import shlex
from fractions import Fraction
from typing import Any

import pytest
from tests.games.turing.reference import DATA

from facedown.core.errors import FacedownError
from facedown.core.workshop import Progress
from facedown.games.turing.card_words import law_words
from facedown.games.turing.cards import CODES, LAWS, law
from facedown.games.turing.machine import best_play
from facedown.games.turing.problem import Problem, ProblemWorlds
from facedown.games.turing.studio.problem_text import read_asked
from facedown.lab.tools import Result
from facedown.lab.turing import commands
from facedown.lab.turing.census import Census

BOOKLET = json.loads((DATA / "booklet.json").read_text())["problems"]


def run(line: str, progress: Progress = lambda sentence: None) -> Result:
    verb, *words = shlex.split(line)
    command = {command.verb: command for command in commands.COMMANDS}[verb]
    parser = argparse.ArgumentParser(exit_on_error=False)
    command.arguments(parser)
    return command.run(parser.parse_args(words), progress)


def found(line: str) -> Any:
    """The JSON of a command, as it comes out of a file."""
    return json.loads(json.dumps(run(line).json))


# new


@pytest.mark.parametrize("mode", ["classic", "extreme", "nightmare"])
@pytest.mark.parametrize("verifiers", [4, 6])
def test_new_makes_problems_of_the_class(mode: str, verifiers: int) -> None:
    """T3, T4, T5."""
    line = f"new --mode {mode} --difficulty hard --verifiers {verifiers} --seed 7 --count 3"
    made = found(line)
    assert made == found(line)
    assert len(made["problems"]) == 3
    for problem in made["problems"]:
        parsed = Problem.parse(problem["cards"], made["mode"])
        assert (parsed.difficulty, parsed.verifiers) == ("hard", verifiers)
        assert len(set(ProblemWorlds(parsed).choice_codes)) > 1
        assert "solution" not in problem
        assert "laws" not in problem
        assert ("by_verifier" in problem) == (mode != "nightmare")


@pytest.mark.parametrize("mode", ["classic", "extreme", "nightmare"])
def test_new_tells_the_laws_only_when_asked(mode: str) -> None:
    line = f"new --mode {mode} --seed 3"
    hidden, shown = run(line), run(f"{line} --reveal")
    (problem,) = found(f"{line} --reveal")["problems"]
    masks = [law(name).mask for name in problem["laws"].values()]
    assert list(problem["laws"]) == ["A", "B", "C", "D"]
    assert [c for i, c in enumerate(CODES) if all(m >> i & 1 for m in masks)] == [
        problem["solution"]
    ]
    assert "The code is" not in hidden.text
    assert "True law" not in hidden.text
    assert f"The code is {problem['solution']}." in shown.text
    for verifier, name in problem["laws"].items():
        assert (
            f"True law of verifier {verifier}: {name}, {law_words(law(name).says)}." in shown.text
        )
    worlds = ProblemWorlds(Problem.parse(problem["cards"], mode))  # type: ignore[arg-type]
    worlds.index([law(name).index for name in problem["laws"].values()])  # raises if not a world


def test_new_names_its_seed_so_that_it_can_be_repeated() -> None:
    first = run("new")
    assert isinstance(first.json, dict)
    seed = first.json["seed"]
    assert f"Made with --seed {seed}." in first.text
    assert run(f"new --seed {seed}") == first


def test_new_keeps_to_an_interval_of_questions() -> None:
    for problem in found("new --questions 2-9/4 --count 5 --seed 1")["problems"]:
        play = best_play(ProblemWorlds(Problem.parse(problem["cards"])))
        assert 2 <= play.questions <= Fraction(9, 4)


def test_new_makes_problems_without_questions_when_asked() -> None:
    """T5."""
    problems = found("new --one-code --count 60 --seed 1")["problems"]
    codes = [set(ProblemWorlds(Problem.parse(p["cards"])).choice_codes) for p in problems]
    assert any(len(possible) == 1 for possible in codes)


# solve


@pytest.mark.parametrize("problem", BOOKLET, ids=lambda problem: problem["problem"])
def test_solve_gives_the_booklets_codes_and_exact_best_play(problem: dict[str, Any]) -> None:
    cards = ",".join(map(str, problem["cards"]))
    answer = found(f"solve --cards {cards}")
    assert answer["codes"] == problem["possible_codes_at_start"]
    assert answer["exact"] is True
    assert answer["lower"] == answer["upper"]
    for what in ("rounds", "questions"):
        assert Fraction(answer[f"expected_{what}"]) == Fraction(answer["upper"][what])
        assert answer[f"expected_{what}_decimal"] == float(Fraction(answer[f"expected_{what}"]))
        assert answer[f"worst_{what}"] >= Fraction(answer[f"expected_{what}"])
    assert (answer["next"] is None) == (len(answer["codes"]) == 1)


@pytest.mark.parametrize("problem", BOOKLET, ids=lambda problem: problem["problem"])
def test_asking_what_solve_says_leads_to_the_booklets_solution(problem: dict[str, Any]) -> None:
    """Played as a person would, typing the answers the true laws give into ``--asked``."""
    cards = ",".join(map(str, problem["cards"]))
    worlds = ProblemWorlds(Problem.parse(cards))
    true = next(w for w in range(worlds.size) if CODES[worlds.code(w)] == problem["solution"])
    laws = [LAWS[index] for index in worlds.laws(true)]
    asked: list[str] = []
    worst = found(f"solve --cards {cards}")["worst_questions"]
    while True:
        answer = found(f"solve --cards {cards} --asked '{','.join(asked)}'")
        if answer["next"] is None:
            break
        code, verifier = answer["next"]["code"], answer["next"]["verifier"]
        says = laws["ABCDEF".index(verifier)].holds(CODES.index(code))
        asked.append(f"{code}:{verifier}={'yes' if says else 'no'}")
        assert len(asked) <= worst
    assert answer["codes"] == [problem["solution"]]
    assert answer["expected_questions"] == "0"


def test_solve_has_the_keys_that_programs_rely_on() -> None:
    answer = found("solve --cards 3,7,10,14")
    assert list(answer) == [
        "cards",
        "mode",
        "superfluous",
        "asked",
        "codes",
        "worlds",
        "exact",
        "expected_rounds",
        "expected_rounds_decimal",
        "expected_questions",
        "expected_questions_decimal",
        "lower",
        "upper",
        "worst_rounds",
        "worst_questions",
        "next",
    ]
    assert (answer["worlds"], answer["expected_rounds"], answer["expected_questions"]) == (
        7,
        "9/7",
        "20/7",
    )
    assert answer["next"] == {"code": "212", "verifier": "C"}


def test_solve_never_calls_a_bound_an_expectation() -> None:
    """A tenth of a second is not enough for this problem, so there are bounds."""
    line = "solve --mode nightmare --cards 17,21,31,39,41,46 --time-limit 0.1"
    answer = found(line)
    assert answer["exact"] is False
    for key in ("expected_rounds", "expected_questions"):
        assert answer[key] is None
        assert answer[f"{key}_decimal"] is None
    bounds = [
        (Fraction(answer[side]["rounds"]), Fraction(answer[side]["questions"]))
        for side in ("lower", "upper")
    ]
    assert bounds[0] < bounds[1]
    assert answer["next"] is not None
    text = run(line).text
    assert "The search was cut short" in text
    assert "exact" not in text


def test_the_last_round_is_open_until_told_otherwise() -> None:
    """T6: a question of the open round costs no new round."""
    line = "solve --cards 3,7,10,14 --asked 212:C=yes"
    still_open, over = found(line), found(f"{line} --round-over")
    rounds = [Fraction(answer["expected_rounds"]) for answer in (still_open, over)]
    assert rounds[0] < rounds[1]
    assert still_open["codes"] == over["codes"]


def test_extreme_is_known_by_its_cards() -> None:
    answer = found("solve --cards 3+4,7+8,10+12,14+15")
    assert (answer["mode"], answer["exact"]) == ("extreme", True)


def test_superfluous_verifiers_leave_more_worlds() -> None:
    """T2."""
    lean, wide = found("solve --cards 3,7,10,14"), found("solve --cards 3,7,10,14 --superfluous")
    assert wide["worlds"] > lean["worlds"]
    assert set(wide["codes"]) >= set(lean["codes"])


def leaves(node: dict[str, Any]) -> list[dict[str, Any]]:
    if "solution" in node:
        return [node]
    assert node["worlds"] == node["yes"]["worlds"] + node["no"]["worlds"]
    return leaves(node["yes"]) + leaves(node["no"])


def test_the_tree_ends_in_every_code() -> None:
    answer = found("solve --cards 3,7,10,14 --tree")
    ends = leaves(answer["tree"])
    assert sorted({end["solution"] for end in ends}) == answer["codes"]
    assert sum(end["worlds"] for end in ends) == answer["worlds"]
    text = run("solve --cards 3,7,10,14 --tree").text
    assert "New round: propose 212, ask verifier C." in text
    assert text.count("The code is") == len(ends)


def test_solve_in_words() -> None:
    assert run("solve --cards 4,9,11,14").text == (
        "2 worlds left.\n"
        "Codes still possible: 221, 241.\n"
        "Best play takes 1 round and 1 question more on average; this is exact.\n"
        "At worst it takes 1 round and 1 question.\n"
        "Next: ask verifier A about 111."
    )
    assert run("solve --cards 4,9,11,14 --asked 111:A=yes").text == (
        "1 world left.\nThe code is 221."
    )


# rounds in --asked


@pytest.mark.parametrize(
    ("text", "open_line"),
    [
        ("", None),
        ("111:A=yes", (0, 0b1)),
        ("111:A=yes,111:C=no", (0, 0b101)),
        ("111:A=yes,111:C=no,111:D=no", None),
        ("111:A=yes,111:B=no,111:C=no,111:D=no", (0, 0b1000)),
        ("111:A=yes,112:A=no", (1, 0b1)),
        ("111:A=yes,112:A=no,111:B=no", (0, 0b10)),
        ("111:A=yes,111:A=yes", (0, 0b1)),
    ],
)
def test_answers_are_grouped_in_rounds(text: str, open_line: tuple[int, int] | None) -> None:
    """T6: one proposal, at most three different verifiers."""
    asked = read_asked(text, 4)
    assert asked.open_line == open_line
    assert asked.text == text


# census


def test_census_prints_counts_and_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    """T10: the counts themselves are tested in test_census.py."""

    def counted(verifiers: list[int], progress: Any) -> Census:
        progress(1, 98, 5)
        return Census(dict.fromkeys(verifiers, 1_033_950), {"8c": 4, "8d": 0}, 255)

    monkeypatch.setattr("facedown.lab.turing.census.census", counted)
    assert found("census --verifiers 4, 5".replace(", ", ",")) == {
        "counts": {"4": 1_033_950, "5": 1_033_950},
        "total": 2_067_900,
        "never_true": ["8d"],
        "checksum": "00000000000000ff",
    }
    assert run("census --verifiers 4").text == (
        "   1,033,950 with 4 verifiers\nLaws that are true in none of them: 8d."
    )


# bad input

UNLESS_SUPERFLUOUS = (
    "No problem gives these answers, unless a verifier is superfluous; "
    "--superfluous allows for that."
)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("new --mode fast", "--mode is classic, extreme or nightmare, not 'fast'."),
        ("new --difficulty x", "--difficulty is easy, standard or hard, not 'x'."),
        ("new --verifiers 7", "--verifiers is 4, 5 or 6, not '7'."),
        ("new --seed -1", None),
        ("new --seed=-1", "--seed is a whole number from 0 to 99999999999999999999, not '-1'."),
        ("new --seed 1.5", "--seed is a whole number from 0 to 99999999999999999999, not '1.5'."),
        ("new --count 0", "--count is a whole number from 1 to 10000, not '0'."),
        ("new --count 99999", "--count is a whole number from 1 to 10000, not '99999'."),
        ("new --questions 3", "--questions is an interval such as 1.5-2.5 or 5/3-2, not '3'."),
        (
            "new --questions 1/0-2",
            "--questions is an interval such as 1.5-2.5 or 5/3-2, not '1/0-2'.",
        ),
        ("new --questions 3-2", "--questions 3-2 begins above its end."),
        ("new --questions 50-60", None),
        ("solve", None),
        ("solve --cards ''", None),
        ("solve --cards 4,9,11", "A problem has 4, 5 or 6 verifiers, not 3."),
        ("solve --cards 4,9,11,49", "There is no criteria card 49; they are 1 to 48."),
        ("solve --cards 4,9,11,11", "Card 11 is used twice; the cards of a problem differ."),
        ("solve --cards 4,9,11,x", None),
        ("solve --cards 4+9,11,14,2", None),
        ("solve --cards 4,9,11,14 --mode extreme", None),
        (
            "solve --cards 1,2,3,4",
            "The cards 1,2,3,4 make no problem: no laws fit exactly one code.",
        ),
        ("solve --cards 4,9,11,14 --mode x", "--mode is classic, extreme or nightmare, not 'x'."),
        ("solve --cards 4,9,11,14 --time-limit 0", None),
        ("solve --cards 4,9,11,14 --time-limit nan", None),
        ("solve --cards 4,9,11,14 --time-limit 1e3", None),
        ("solve --cards 4,9,11,14 --time-limit=-5", None),
        (
            "solve --cards 4,9,11,14 --asked 321",
            "Cannot read the answer '321'; write answers like 321:A=yes.",
        ),
        ("solve --cards 4,9,11,14 --asked 321:A=yes,", None),
        ("solve --cards 4,9,11,14 --asked 321:A=maybe", None),
        ("solve --cards 4,9,11,14 --asked 326:A=yes", None),
        ("solve --cards 4,9,11,14 --asked 32:A=yes", None),
        (
            "solve --cards 4,9,11,14 --asked 321:E=yes",
            "There is no verifier E; this problem has A to D.",
        ),
        (
            "solve --cards 4,9,11,14 --asked 321:A=yes,321:A=no",
            "Verifier A cannot answer both yes and no about 321.",
        ),
        (
            "solve --cards 4,9,11,14 --asked 111:A=no,131:A=no,141:A=no,151:A=no",
            "No choice of laws on the cards 4,9,11,14 gives these answers.",
        ),
        (
            "solve --cards 4,9,11,14 --asked 111:B=no",
            UNLESS_SUPERFLUOUS,
        ),
        ("census --verifiers 3", "--verifiers is 4, 5 or 6, not '3'."),
        ("census --verifiers 4,x", "--verifiers is 4, 5 or 6, not 'x'."),
        ("census --verifiers ''", "--verifiers is 4, 5 or 6, not ''."),
        ("exploit --bot none", "--bot is beginner, careful or exact, not 'none'."),
        ("exploit --cards 4,9,11,14 --most-worlds 1", "No problem here has from 1 to 1 worlds."),
        ("exploit --cards 1,2,3,4", "No problem here has from 1 to 30 worlds."),
        ("exploit --count 0", "--count is a whole number from 1 to 10000, not '0'."),
    ],
)
def test_every_mistake_gets_one_sentence(line: str, sentence: str | None) -> None:
    with pytest.raises((FacedownError, argparse.ArgumentError, SystemExit)) as caught:
        run(line)
    if isinstance(caught.value, FacedownError):
        said = str(caught.value)
        assert "\n" not in said
        assert said.endswith(".")
        assert sentence is None or said == sentence
    else:
        # argparse noticed before the command ran; the terminal turns that into its sentence
        assert sentence is None
        assert line in {"solve", "new --seed -1"}


def test_an_interrupt_stops_a_search_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("facedown.lab.turing.solve._reporter", lambda progress: interrupt)
    with pytest.raises(KeyboardInterrupt):
        run("solve --mode nightmare --cards 17,21,31,39,41,46 --time-limit 600")
    assert commands.COMMANDS


def test_cards_may_be_typed_apart() -> None:
    assert run("solve --cards 4 9 11 14") == run("solve --cards 4,9,11,14")
    assert run("solve --cards 4, 9, 11,14") == run("solve --cards 4,9,11,14")
    assert run("solve --cards 3+4 7+8 10+12 14+15") == run("solve --cards 3+4,7+8,10+12,14+15")


def test_cards_lists_every_card_or_one() -> None:
    listed = found("cards")["cards"]
    assert [card["card"] for card in listed] == list(range(1, 49))
    (only,) = found("cards 25")["cards"]
    assert only == listed[24]
    assert list(only["laws"]) == ["25a", "25b", "25c"]
    assert run("cards 25").text == (
        "Card 25: neighbouring digits counting up or down: none, two or three.\n"
        "  25a  no two neighbouring digits count up or down by one\n"
        "  25b  two neighbouring digits count up or down by one, but not all three the same way\n"
        "  25c  all three digits count up by one, or all three down by one\n"
        f"  {only['clarification']}"
    )
    assert run("cards 25").text in run("cards").text
    with pytest.raises(FacedownError, match=r"^A card's number is a whole number from 1 to 48"):
        run("cards 49")


# exploit


def test_exploit_tells_the_chances_of_one_problem() -> None:
    """T7; the chances themselves are tested in tests/players/turing/test_race.py."""
    one = found("exploit --cards 3,7,10,14")
    chances = {"early": "1", "late": "11/14", "none": "5/7", "exact": "1/2"}
    assert one["problems"] == [{"cards": "3,7,10,14", "worlds": 7, **chances}]
    assert "chances" not in one
    assert (
        "11/14 (0.786): the best answer, which asks first" in run("exploit --cards 3,7,10,14").text
    )


def test_exploit_tells_means_over_the_small_problems_of_a_seed() -> None:
    line = "exploit --bot careful --count 8 --seed 3 --most-worlds 8"
    many = found(line)
    assert many == found(line)
    assert (many["drawn"], many["counted"]) == (8, len(many["problems"]))
    assert 2 <= many["counted"] < 8
    for way, told in many["chances"].items():
        mean = sum(Fraction(each[way]) for each in many["problems"]) / many["counted"]
        exact = sum(Fraction(each["exact"]) for each in many["problems"]) / many["counted"]
        assert told["mean"] == pytest.approx(float(mean), abs=1e-6)
        assert told["gain"] == pytest.approx(float(mean - exact), abs=2e-6)
    assert f"{many['counted']} of 8 problems drawn have at most 8 worlds" in run(line).text
