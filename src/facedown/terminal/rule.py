"""Check a rule of the rule language, compare two, or answer a guess.

``facedown rule check|same|answer SENTENCE [SENTENCE] [--deck DECK] [--track CARDS] [--json]``
"""

from __future__ import annotations

import argparse
from typing import Final

from facedown.core.codec import Json
from facedown.core.words import counted
from facedown.deduce.rules import DECKS, SOLVER, Deck, Play, Rule, deck_called, parse
from facedown.lab.tools import Result
from facedown.terminal.arguments import BadArguments, add_json
from facedown.terminal.output import show

_WHAT: Final = {"check": 1, "same": 2, "answer": 2}
"""What can be done, and with how many rules."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "what",
        metavar="WHAT",
        help="check: what one rule means; same: whether two rules are the same; "
        "answer: what a Master answers to a guess",
    )
    parser.add_argument(
        "sentences", metavar="SENTENCE", nargs="+", help="a rule, or the secret and then the guess"
    )
    add_deck(parser)
    parser.add_argument(
        "--track",
        default="",
        metavar="CARDS",
        help="with same: cards played so far, judged by the first rule, such as "
        '"red circle 1, blue square 2"',
    )
    add_json(parser)


def add_deck(parser: argparse.ArgumentParser) -> None:
    """Adds ``--deck``."""
    parser.add_argument("--deck", default="solver", help=f"{' or '.join(DECKS)} (default solver)")


def run(chosen: argparse.Namespace) -> int:
    """Prints what was asked."""
    if chosen.what not in _WHAT:
        raise BadArguments(
            f"facedown rule does one of {', '.join(_WHAT)}; not {chosen.what[:20]!r}."
        )
    wanted = _WHAT[chosen.what]
    if chosen.track and chosen.what != "same":
        raise BadArguments("--track goes with facedown rule same.")
    if len(chosen.sentences) != wanted:
        raise BadArguments(
            f"facedown rule {chosen.what} takes {counted(wanted, 'rule')}, each in quotes, "
            f"not {len(chosen.sentences)}."
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


def plays_of(rule: Rule, text: str) -> list[Play]:
    """The cards named in a text, separated by commas, played one after another under a rule.

    Raises ``RuleError`` with one sentence.
    """
    plays: list[Play] = []
    for name in text.split(",") if text.strip() else ():
        card = rule.deck.read_card(name)
        if any(play.card == card for play in plays):
            raise BadArguments(f"The {rule.deck.card_name(card)} is played twice.")
        plays.append(Play(card, rule.judge(plays, card)))
    return plays


def told(deck: Deck, play: Play) -> str:
    """A play in words."""
    return f"{deck.card_name(play.card)}{'' if play.accepted else ' (error)'}"


def _check(rule: Rule) -> Result:
    from facedown.deduce.rules.acceptance import acceptance, warnings
    from facedown.deduce.rules.catalogue import entry_of
    from facedown.deduce.rules.level import level_of
    from facedown.deduce.rules.parts import parts

    share, found, level = acceptance(rule), parts(rule), level_of(rule)
    entry = entry_of(rule.sentence) if rule.deck is SOLVER else None
    starting, everything = rule.accepted([]).bit_count(), len(rule.deck.cards)
    start = "Any card" if starting == everything else f"{starting} of {everything} cards"
    percent = f"{share:.0%}".replace("%", " %")
    lines = [
        f"The rule: {rule.sentence}.",
        f"{start} may start. It accepts {percent} of random plays. Level {level} of 5.",
        *(
            [f"In the catalogue; an Investigator who knows it needs {entry.cards} cards."]
            if entry
            else []
        ),
        *(f"Part, {part.role}: {part.sentence}." for part in found),
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
    return Result(json, "\n".join(lines))


def _same(one: Rule, other: Rule, track: str) -> Result:
    from facedown.deduce.rules.equality import same, same_from_here

    plays = plays_of(one, track)
    verdict, later = same(one, other), same_from_here(one, other, plays)
    lines = [
        f"{one.sentence}.",
        f"{other.sentence}.",
        "The same on every timeline."
        if verdict.same
        else f"Not the same: {_difference(one, verdict.witness)}",
    ]
    if plays:
        lines.append(
            "The same from here on."
            if later.same
            else f"Not the same from here on: {_difference(one, later.witness)}"
        )
    json: Json = {
        "same": verdict.same,
        "same_from_here": later.same,
        "witness": [_play(one.deck, play) for play in verdict.witness],
        "witness_from_here": [_play(one.deck, play) for play in later.witness],
    }
    return Result(json, "\n".join(lines))


def _difference(one: Rule, witness: tuple[Play, ...]) -> str:
    *before, last = witness
    card = one.deck.card_name(last.card)
    after = f" after {', '.join(told(one.deck, play) for play in before)}" if before else ""
    which = "first" if last.accepted else "second"
    return f"only the {which} accepts {card}{after}."


def _play(deck: Deck, play: Play) -> Json:
    return {"card": deck.card_name(play.card), "accepted": play.accepted}


def _answer(secret: Rule, guess: Rule) -> Result:
    from facedown.deduce.rules.parts import answer

    said = answer(secret, guess)
    return Result({"answer": said}, said)
