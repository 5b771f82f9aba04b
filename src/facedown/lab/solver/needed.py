"""How many cards the Investigator needs for each rule of the catalogue: ``catalogue.toml``.

It knows the catalogue, but not which level the rule is of, and plays alone with twelve cards in
hand. ``python -m facedown.lab.solver.needed`` works the numbers out anew.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from facedown.deduce.rules import catalogue as catalogue_module
from facedown.deduce.rules.catalogue import CatalogueRule, catalogue
from facedown.deduce.rules.space.belief import InList
from facedown.lab.solver.investigating import SpaceAgent
from facedown.lab.solver.trial import Trial, TrialSetting, score_of

GAMES: Final = 8
"""Deals of which the mean is stored."""

FILE: Final = Path(catalogue_module.__file__).with_name("catalogue.toml")


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


def written(text: str, cards: dict[str, float]) -> str:
    r"""The text of the catalogue with these numbers of cards.

    >>> print(written('sentence = "red"\nacceptance = 0.251\ncards = 3.0', {"red": 4.25}))
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
    """Works out and stores all of them."""
    who = agents()
    cards = {entry.sentence: cards_needed(entry, who) for entry in catalogue()}
    FILE.write_text(written(FILE.read_text("utf-8"), cards), "utf-8")


if __name__ == "__main__":
    main()
