"""Judge a card by a rule of the rule language.

``facedown judge SENTENCE --card CARD [--track CARDS] [--deck DECK] [--json]``
"""

from __future__ import annotations

import argparse
from typing import Final

from facedown.core.codec import Json
from facedown.core.messages import joined, phrase
from facedown.deduce.rules import deck_called, parse
from facedown.lab.tools import Result
from facedown.terminal.arguments import BadArguments, add_json
from facedown.terminal.output import show
from facedown.terminal.rule import add_deck, plays_of, told

SUMMARY: Final = phrase("Judge a card by a rule of the rule language.")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("sentence", metavar="SENTENCE", help=phrase("the rule, in quotes"))
    parser.add_argument(
        "--card", required=True, metavar="CARD", help=phrase('such as "red circle 1"')
    )
    parser.add_argument(
        "--track",
        default="",
        metavar="CARDS",
        help=phrase(
            'the cards played before, in order, such as "red circle 1, blue square 2"; the rule '
            "says which of them were errors"
        ),
    )
    add_deck(parser)
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Prints the verdict."""
    deck = deck_called(chosen.deck)
    rule = parse(chosen.sentence, deck)
    plays = plays_of(rule, chosen.track)
    card = deck.read_card(chosen.card)
    if any(play.card == card for play in plays):
        raise BadArguments(phrase("The {card} is on the track already.", card=deck.card_name(card)))
    accepted = rule.judge(plays, card)
    json: Json = {
        "accepted": accepted,
        "track": [{"card": deck.card_name(p.card), "accepted": p.accepted} for p in plays],
    }
    name = deck.card_name(card)
    verdict = (
        phrase("{card} is accepted.", card=name)
        if accepted
        else phrase("{card} is an error.", card=name)
    )
    if plays:
        before = joined(", ", [told(deck, play) for play in plays])
        verdict = phrase("After {cards}: {verdict}", cards=before, verdict=verdict)
    show(Result(json, verdict), as_json=chosen.json)
    return 0
