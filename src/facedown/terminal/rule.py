"""Check a rule of the rule language, compare two, or answer a guess.

``facedown rule check|same|answer SENTENCE [SENTENCE] [--deck DECK] [--track CARDS] [--json]``
"""

from __future__ import annotations

import argparse
from typing import Final

from facedown.core.codec import Json
from facedown.core.messages import in_percent, joined, listed, phrase, phrase_many
from facedown.deduce.rules import DECKS, SOLVER, Deck, JudgedCard, Rule, deck_called, parse
from facedown.lab.tools import Result
from facedown.terminal.arguments import BadArguments, add_json
from facedown.terminal.output import show

SUMMARY: Final = phrase("Check a rule of the rule language, compare two, or answer a guess.")

_WHAT: Final = {"check": 1, "same": 2, "answer": 2}
"""What can be done, and with how many rules."""

_ROLES: Final = {"needed": phrase("needed"), "enough": phrase("enough")}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "what",
        metavar="WHAT",
        help=phrase(
            "check: what one rule means; same: whether two rules are the same; answer: what a "
            "Master answers to a guess"
        ),
    )
    parser.add_argument(
        "sentences",
        metavar="SENTENCE",
        nargs="+",
        help=phrase("a rule, or the secret and then the guess"),
    )
    add_deck(parser)
    parser.add_argument(
        "--track",
        default="",
        metavar="CARDS",
        help=phrase(
            'with same: cards played so far, judged by the first rule, such as "red circle 1, '
            'blue square 2"'
        ),
    )
    add_json(parser)


def add_deck(parser: argparse.ArgumentParser) -> None:
    """Adds ``--deck``."""
    parser.add_argument(
        "--deck",
        default="solver",
        help=phrase("{decks} (default solver)", decks=listed(DECKS, "or")),
    )


def run(chosen: argparse.Namespace) -> int:
    """Prints what was asked."""
    if chosen.what not in _WHAT:
        raise BadArguments(
            phrase(
                "facedown rule does one of {known}; not {what!r}.",
                known=", ".join(_WHAT),
                what=chosen.what[:20],
            )
        )
    wanted = _WHAT[chosen.what]
    if chosen.track and chosen.what != "same":
        raise BadArguments(phrase("--track goes with facedown rule same."))
    if len(chosen.sentences) != wanted:
        raise BadArguments(
            phrase(
                "facedown rule {what} takes {rules}, each in quotes, not {sentences}.",
                what=chosen.what,
                rules=phrase_many("{n} rule", "{n} rules", wanted),
                sentences=len(chosen.sentences),
            )
        )
    deck = deck_called(chosen.deck)
    rules = [parse(text, deck) for text in chosen.sentences]
    if chosen.what == "check":
        result = _check(*rules)
    elif chosen.what == "same":
        result = _same(rules[0], rules[1], chosen.track)
    else:
        result = _answer(*rules)
    show(result, as_json=chosen.json)
    return 0


def plays_of(rule: Rule, text: str) -> list[JudgedCard]:
    """The cards named in a text, separated by commas, played one after another under a rule.

    Raises ``RuleError`` with one sentence.
    """
    plays: list[JudgedCard] = []
    for name in text.split(",") if text.strip() else ():
        card = rule.deck.read_card(name)
        if any(play.card == card for play in plays):
            raise BadArguments(
                phrase("The {card} is played twice.", card=rule.deck.card_name(card))
            )
        plays.append(JudgedCard(card, rule.judge(plays, card)))
    return plays


def told(deck: Deck, play: JudgedCard) -> str:
    """A play in words."""
    card = deck.card_name(play.card)
    return card if play.accepted else phrase("{card} (error)", card=card)


def _check(rule: Rule) -> Result:
    from facedown.deduce.rules.acceptance import acceptance, warnings
    from facedown.deduce.rules.catalogue import entry_of
    from facedown.deduce.rules.law import level_of
    from facedown.deduce.rules.parts import parts

    share, found, level = acceptance(rule), parts(rule), level_of(rule)
    entry = entry_of(rule.sentence) if rule.deck is SOLVER else None
    starting, everything = rule.accepted([]).bit_count(), len(rule.deck.cards)
    figures = [
        phrase("Any card may start.")
        if starting == everything
        else phrase("{n} of {cards} cards may start.", n=starting, cards=everything),
        phrase("It accepts {percent} of random plays.", percent=in_percent(share)),
        phrase("Level {level} of 5.", level=level),
    ]
    lines = [
        phrase("The rule: {rule}.", rule=rule.sentence),
        joined(" ", figures),
        *(
            [
                phrase(
                    "In the catalogue; an Investigator who knows it needs {cards} cards.",
                    cards=entry.cards,
                )
            ]
            if entry
            else []
        ),
        *(
            phrase("Part, {role}: {part}.", role=_ROLES[part.role], part=part.sentence)
            for part in found
        ),
        *warnings(rule),
    ]
    json: Json = {
        "sentence": rule.sentence,
        "starting": starting,
        "acceptance": round(share, 3),
        "level": level,
        "cards": entry.cards if entry else None,
        "parts": [{"sentence": part.sentence, "role": part.role} for part in found],
        "warnings": list(warnings(rule)),
    }
    return Result(json, joined("\n", lines))


def _same(one: Rule, other: Rule, track: str) -> Result:
    from facedown.deduce.rules.equality import same, same_from_here

    plays = plays_of(one, track)
    verdict, later = same(one, other), same_from_here(one, other, plays)
    lines = [
        f"{one.sentence}.",
        f"{other.sentence}.",
        phrase("The same on every timeline.")
        if verdict.same
        else phrase("Not the same: {difference}", difference=_difference(one, verdict.witness)),
    ]
    if plays:
        lines.append(
            phrase("The same from here on.")
            if later.same
            else phrase(
                "Not the same from here on: {difference}",
                difference=_difference(one, later.witness),
            )
        )
    json: Json = {
        "same": verdict.same,
        "same_from_here": later.same,
        "witness": [_play(one.deck, play) for play in verdict.witness],
        "witness_from_here": [_play(one.deck, play) for play in later.witness],
    }
    return Result(json, joined("\n", lines))


def _difference(one: Rule, witness: tuple[JudgedCard, ...]) -> str:
    *before, last = witness
    card = one.deck.card_name(last.card)
    accepts = (
        phrase("only the first accepts {card}", card=card)
        if last.accepted
        else phrase("only the second accepts {card}", card=card)
    )
    if not before:
        return joined("", [accepts, "."])
    cards = joined(", ", [told(one.deck, play) for play in before])
    return phrase("{accepts} after {cards}.", accepts=accepts, cards=cards)


def _play(deck: Deck, play: JudgedCard) -> Json:
    return {"card": deck.card_name(play.card), "accepted": play.accepted}


def _answer(secret: Rule, guess: Rule) -> Result:
    from facedown.deduce.rules.parts import answer

    said = answer(secret, guess)
    return Result({"answer": said}, said)
