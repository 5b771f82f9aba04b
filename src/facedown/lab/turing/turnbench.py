"""The problems of the benchmark TurnBench, from the files that it is published as.

A file has an object for each problem: cards, the index of the active criterion on each, the answer;
beside it lies ``verifiers_v1.json`` with the texts of the criteria. As orders on a card may differ
from ours, laws are found by their texts. A problem whose laws leave no code, several, or another
than its answer, is told and left out. Nothing of those files is kept here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from facedown.core.errors import BadOption, FacedownError
from facedown.core.facts import OptionValue
from facedown.core.log import Entry
from facedown.core.registry import new_game
from facedown.core.seats import NATURE
from facedown.games.turing.card_words import law_words
from facedown.games.turing.cards import CARDS, CODES, Law
from facedown.games.turing.moves import Laws
from facedown.lab.problems import Imported, Problem

TEXTS: Final = "verifiers_v1.json"

_COLOURS: Final = {"BLUE": "blue triangle", "YELLOW": "yellow square", "PURPLE": "purple circle"}
_ONE: Final = "(blue triangle|yellow square|purple circle)"
_SAID: Final = tuple(
    (re.compile(said), ours)
    for said, ours in (
        (r"zero ([134])s", r"there are no \1s"),
        (r"one ([134])", r"there is exactly one \1"),
        (r"two ([134])s", r"there are exactly two \1s"),
        (r"three ([134])s", r"there are three \1s"),
        (rf"{_ONE} is (smaller|larger) than {_ONE} and {_ONE}", r"\1 is \2 than both others"),
        (rf"{_ONE} is the smallest", r"\1 is smaller than both others"),
        (rf"{_ONE} is the largest", r"\1 is larger than both others"),
        (rf"{_ONE} is the (smallest|largest) or is equal to .*", r"\1 is the \2 or tied for \2"),
        (r"there are more even numbers", "more digits are even than odd"),
        (r"there are more odd numbers", "more digits are odd than even"),
        (r"zero even numbers", "no digit is even"),
        (r"one even number", "exactly one digit is even"),
        (r"two even numbers", "exactly two digits are even"),
        (r"three even numbers", "all three digits are even"),
        (r"the sum of (?:all )?the numbers is (.*)", r"the sum of all three is \1"),
        (rf"the sum of {_ONE} and {_ONE} is (.*)", r"\1 plus \2 is \3"),
        (r"a triple number", "all three digits are the same"),
        (r"a double number", "exactly two digits are the same"),
        (r"no repetition", "no digit repeats"),
        (r"no pairs", "there is no pair (a triple is not a pair)"),
        (r"a pair", "there is exactly one pair"),
        (r"ascending order", "the digits ascend strictly"),
        (r"descending order", "the digits descend strictly"),
        (r"no order", "the digits neither ascend nor descend strictly"),
        (r"3 numbers in ascending order", "all three digits count up by one"),
        (r"2 numbers in ascending order", "exactly two neighbouring digits count up by one"),
        (r"no numbers in ascending order", "no two neighbouring digits count up by one"),
        (r"no sequence .*", "no two neighbouring digits count up or down by one"),
        (
            r"2 numbers in ascending or descending order",
            "two neighbouring digits count up or down by one, but not all three the same way",
        ),
        (
            r"3 numbers in ascending or descending order",
            "all three digits count up by one, or all three down by one",
        ),
    )
)


def law_said(card: int, text: str) -> Law | None:
    """The law of a card that a text of theirs means; None where none says that.

    >>> law_said(45, "one 1, such as 331").name, law_said(4, "YELLOW is less than 4").name
    ('45c', '4a')
    """
    said = re.split(r",? such ", text)[0].strip()
    for colour, ours in _COLOURS.items():
        said = said.replace(colour, ours)
    for form, ours in _SAID:
        found = form.fullmatch(said)
        if found is not None:
            said = found.expand(ours)
            break
    laws = CARDS[card].laws if card in CARDS else ()
    return next((law for law in laws if law_words(law.says) == said), None)


def problems(path: Path, text: str, options: Mapping[str, OptionValue]) -> Imported | None:
    """The problems of a file, in Classic or, with ``mode`` so chosen, in Nightmare."""
    try:
        form = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(form, dict) or not all(
        isinstance(each, dict) and "verifier_ids" in each for each in form.values()
    ):
        return None
    texts = _texts(path.parent / TEXTS)
    mixed = "nightmare_" if options.get("mode") == "nightmare" else ""
    found, faults = [], []
    for name, each in form.items():
        try:
            found.append(_problem(str(name)[:40], each, mixed, texts, options))
        except (FacedownError, KeyError, IndexError, TypeError, ValueError) as problem:
            why = str(problem) if isinstance(problem, FacedownError) else "It lacks a part."
            faults.append(f"{str(name)[:40]} is faulty: {why}")
    return Imported(tuple(found), tuple(faults))


def _texts(path: Path) -> dict[int, list[str]]:
    try:
        return {
            int(card["id"]): [str(each["description"]) for each in card["criteria"]]
            for card in json.loads(path.read_text("utf-8"))
        }
    except (OSError, ValueError, KeyError, TypeError):
        raise BadOption(f"Beside it has to lie {TEXTS}, with the texts of the criteria.") from None


def _problem(
    name: str,
    form: Mapping[str, Any],
    mixed: str,
    texts: Mapping[int, list[str]],
    options: Mapping[str, OptionValue],
) -> Problem:
    laws = []
    for card, criterion in zip(
        form[f"{mixed}verifier_ids"], form[f"{mixed}active_criteria_ids"], strict=True
    ):
        said = texts[card][criterion]
        law = law_said(card, said)
        if law is None:
            raise BadOption(f"Card {card} has no law that says {said[:60]!r}.")
        laws.append(law)
    right = [CODES[n] for n in range(len(CODES)) if all(law.mask >> n & 1 for law in laws)]
    if right != [form["answer"]]:
        told = f"{', '.join(right[:4])}{', …' if len(right) > 4 else ''}" or "no code"
        raise BadOption(f"Its laws leave {told}, its answer is {str(form['answer'])[:9]}.")
    cards = ",".join(str(card) for card in form["verifier_ids"])
    made = {**options, "cards": cards}
    opening = (Entry(NATURE, Laws(tuple(law.name for law in laws))),)
    problem = Problem(name, 1, made, f"turnbench/{name}", 0, opening)
    state = new_game("turing", 1, **made).start()
    for entry in opening:
        assert entry.move is not None
        refusal = state.verify(NATURE, state.action_of(NATURE, entry.move))
        if refusal is not None:
            raise BadOption(refusal.sentence)
    return problem
