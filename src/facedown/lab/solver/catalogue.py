"""Works out what is stored of the rules of the catalogue.

``python -m facedown.lab.solver.catalogue`` writes the parts of each and what it answers to each
other (``catalogue_parts.json``), then how many cards the Investigator needs for it
(``catalogue.toml``): it knows the catalogue, but not which level the rule is of, and plays alone
with twelve cards in hand.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from facedown.deduce.rules import catalogue as catalogue_module
from facedown.deduce.rules.catalogue import PARTS_FILE, CatalogueRule, KnownFile, catalogue
from facedown.deduce.rules.parts import answer, parts_anew
from facedown.deduce.rules.space.belief import InList
from facedown.lab.solver.space_agent import SpaceAgent
from facedown.lab.solver.trial import Trial, TrialSetting, score_of

FILE: Final = Path(catalogue_module.__file__).with_name("catalogue.toml")

GAMES: Final = 8
"""Deals of which the mean number of cards is stored."""


def parts_and_answers() -> KnownFile:
    """What the file of parts should say."""
    rules = [entry.rule for entry in catalogue()]
    return {
        "parts": {
            rule.sentence: [(part.role, part.sentence) for part in parts_anew(rule)]
            for rule in rules
        },
        "answers": {
            rule.sentence: "".join(answer(rule, other)[0].lower() for other in rules[: number + 1])
            for number, rule in enumerate(rules)
        },
    }


def parts_text(stored: KnownFile) -> str:
    """The text of that file, with one line for each rule.

    >>> print(parts_text({"parts": {"red": [("needed", "red")]}, "answers": {"red": "s"}}))
    {
    "parts": {
    "red": [["needed", "red"]]
    },
    "answers": {
    "red": "s"
    }
    }
    <BLANKLINE>
    """
    parts, answers = (
        ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in each.items())
        for each in (stored["parts"], stored["answers"])
    )
    return f'{{\n"parts": {{\n{parts}\n}},\n"answers": {{\n{answers}\n}}\n}}\n'


def agents(games: int = GAMES) -> list[SpaceAgent]:
    """An Investigator for each deal, to whom all rules of the catalogue are alike.

    Of rules that are equally likely each takes another one for the best.
    """
    found = []
    for number in range(games):
        entries = list(catalogue())
        random.Random(f"needed/{number}").shuffle(entries)
        found.append(SpaceAgent(InList(tuple((1 / len(entries), entry.rule) for entry in entries))))
    return found


def cards_needed(entry: CatalogueRule, who: Sequence[SpaceAgent]) -> float:
    """The mean number of cards on the tracks when the rule is found, all of them where it is not.

    >>> cards_needed(catalogue()[0], agents(1)) >= 1
    True
    """
    conditions = TrialSetting()
    scores = [
        score_of(
            Trial(entry.rule, entry.level, conditions, f"needed/{number}").play(agent), conditions
        )
        for number, agent in enumerate(who)
    ]
    return sum(score.cards for score in scores) / len(scores)


def with_cards(text: str, cards: dict[str, float]) -> str:
    r"""The text of the catalogue with these numbers of cards.

    >>> print(with_cards('sentence = "red"\nacceptance = 0.251\ncards = 3.0', {"red": 4.25}))
    sentence = "red"
    acceptance = 0.251
    cards = 4.2
    """
    bare = re.sub(r"\ncards = [\d.]+", "", text)
    return re.sub(
        r'sentence = "([^"]*)"\nacceptance = [\d.]+',
        lambda found: f"{found[0]}\ncards = {cards[found[1]]:.1f}",
        bare,
    )


def main() -> None:
    """Works out and stores all of it."""
    FILE.with_name(PARTS_FILE).write_text(parts_text(parts_and_answers()), "utf-8")
    who = agents()
    cards = {entry.sentence: cards_needed(entry, who) for entry in catalogue()}
    FILE.write_text(with_cards(FILE.read_text("utf-8"), cards), "utf-8")


if __name__ == "__main__":
    main()
