"""Turing Machine's own commands: ``new``, ``solve``, ``cards``, ``census`` and ``exploit``."""

from __future__ import annotations

import argparse
import random
import secrets
import time
from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import Final, cast

from facedown.core.codec import Json
from facedown.core.messages import joined, phrase
from facedown.core.workshop import Progress
from facedown.games.turing.card_words import ABOUT, CLARIFICATIONS, law_words
from facedown.games.turing.cards import CARDS, CODES, LAWS
from facedown.games.turing.problem import (
    DIFFICULTIES,
    MASKS,
    MODES,
    VERIFIER_NAMES,
    Difficulty,
    Mode,
    Problem,
)
from facedown.games.turing.words import card_in_words, cards_in_words
from facedown.lab.tools import Command, Result
from facedown.lab.turing import exploit, solve
from facedown.lab.turing.arguments import interval, one_of, seconds, verifier_count, whole

MOST_PROBLEMS: Final = 10_000
DEFAULT_RATING = 120.0
"""Seconds in which ``new --questions`` looks for problems."""

_MODES: Final = {
    "classic": phrase("classic"),
    "extreme": phrase("extreme"),
    "nightmare": phrase("nightmare"),
}
_DIFFICULTIES: Final = {
    "easy": phrase("easy"),
    "standard": phrase("standard"),
    "hard": phrase("hard"),
}


# new


def _new_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--mode",
        default="classic",
        help=phrase("{modes} (default classic)", modes=joined(", ", MODES)),
    )
    parser.add_argument(
        "--difficulty",
        default="easy",
        help=phrase("{difficulties} (default easy)", difficulties=joined(", ", DIFFICULTIES)),
    )
    parser.add_argument(
        "--verifiers", default="4", metavar="N", help=phrase("4, 5 or 6 (default 4)")
    )
    parser.add_argument(
        "--seed", metavar="N", help=phrase("a whole number; the same seed makes the same problems")
    )
    parser.add_argument(
        "--count", default="1", metavar="K", help=phrase("how many problems to make (default 1)")
    )
    parser.add_argument(
        "--questions",
        metavar="LO-HI",
        help=phrase(
            "only problems that take an expected number of questions from LO to HI under best "
            "play, such as 1.5-2.5; in Extreme and Nightmare, only of those solved quickly"
        ),
    )
    parser.add_argument(
        "--time-limit",
        default=f"{DEFAULT_RATING:g}",
        metavar="S",
        help=phrase(
            "seconds to look for problems of --questions (default {default_rating:g})",
            default_rating=DEFAULT_RATING,
        ),
    )
    parser.add_argument(
        "--one-code", action="store_true", help=phrase("also problems that need no question (T5)")
    )
    parser.add_argument(
        "--reveal",
        action="store_true",
        help=phrase("show the code and the law behind every verifier"),
    )


def _new(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.games.turing.studio.generate import generate
    from facedown.lab.turing.rating import Search

    mode = cast(Mode, one_of("--mode", chosen.mode, MODES))
    difficulty = cast(Difficulty, one_of("--difficulty", chosen.difficulty, DIFFICULTIES))
    verifiers = verifier_count(chosen.verifiers)
    count = whole("--count", chosen.count, 1, MOST_PROBLEMS)
    least = 1 if chosen.one_code else 2
    wanted = None if chosen.questions is None else interval(chosen.questions)
    stop = time.monotonic() + seconds(chosen.time_limit)
    if chosen.seed is None:
        seed = secrets.randbelow(1 << 32)
    else:
        seed = whole("--seed", chosen.seed, 0, 10**20 - 1)
    rng = random.Random(seed)
    search = None
    if wanted is not None:
        search = Search(mode, difficulty, verifiers, rng, wanted, progress, least)
    made: list[Json] = []
    texts = []
    for number in range(1, count + 1):
        if search is None:
            problem, laws = generate(mode, difficulty, verifiers, rng, least=least)
        else:
            problem, laws, *_ = search.next(stop)
            progress(phrase("Made {number} of {count}.", number=number, count=count))
        made.append(_problem_json(problem, laws, reveal=chosen.reveal))
        heading = phrase(
            "Problem {number}: {mode}, {difficulty}, cards {cards}",
            number=number,
            mode=_MODES[mode],
            difficulty=_DIFFICULTIES[difficulty],
            cards=problem.text,
        )
        texts.append(joined("\n", [heading, _problem_text(problem, laws, reveal=chosen.reveal)]))
    json: Json = {
        "mode": mode,
        "difficulty": difficulty,
        "verifiers": verifiers,
        "seed": seed,
        "problems": made,
    }
    again = phrase("Made with --seed {seed}.", seed=seed)
    return Result(json, joined("\n\n", [*texts, again]))


def _solution(laws: Sequence[int]) -> str:
    return CODES[reduce(and_, (MASKS[law] for law in laws)).bit_length() - 1]


def _problem_json(problem: Problem, laws: Sequence[int], *, reveal: bool) -> Json:
    json: dict[str, Json] = {"cards": problem.text}
    if problem.mode != "nightmare":
        json["by_verifier"] = {
            VERIFIER_NAMES[verifier]: list(cards) for verifier, cards in enumerate(problem.cards)
        }
    if reveal:
        json["laws"] = {
            VERIFIER_NAMES[verifier]: LAWS[law].name for verifier, law in enumerate(laws)
        }
        json["solution"] = _solution(laws)
    return json


def _problem_text(problem: Problem, laws: Sequence[int], *, reveal: bool) -> str:
    lines: list[str] = [cards_in_words(problem)]
    if reveal:
        lines += [
            phrase(
                "True law of verifier {verifier}: {law}, {words}.",
                verifier=name,
                law=LAWS[law].name,
                words=law_words(LAWS[law].says),
            )
            for name, law in zip(VERIFIER_NAMES, laws, strict=False)
        ]
        lines.append(phrase("The code is {code}.", code=_solution(laws)))
    return joined("\n", lines)


# census


def _census_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--verifiers",
        default="4,5,6",
        metavar="N,N",
        help="count the problems with these numbers of verifiers (default 4,5,6)",
    )


def _census(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.lab.turing.census import census

    wanted = [verifier_count(text.strip()) for text in chosen.verifiers.split(",")]
    last = time.monotonic()

    def report(done: int, parts: int, found: int) -> None:
        nonlocal last
        if time.monotonic() - last >= 1:
            last = time.monotonic()
            progress(f"{done} of {parts} parts: {found:,} problems.")

    progress("Counting every Classic problem there is.")
    found = census(wanted, report)
    json: Json = {
        "counts": {str(count): number for count, number in found.counts.items()},
        "total": found.total,
        "never_true": list(found.never_true),
        "checksum": f"{found.checksum:016x}",
    }
    lines = [f"{number:>12,} with {count} verifiers" for count, number in found.counts.items()]
    if len(lines) > 1:
        lines.append(f"{found.total:>12,} Classic problems in all")
    never = ", ".join(found.never_true) or "none"
    return Result(json, "\n".join([*lines, f"Laws that are true in none of them: {never}."]))


# cards


def _cards_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", metavar="CARD", nargs="?", help=phrase("only this card, 1 to 48"))


def _cards(chosen: argparse.Namespace, _: Progress) -> Result:
    cards = list(CARDS.values())
    if chosen.number is not None:
        cards = [CARDS[whole(phrase("A card's number"), chosen.number, 1, len(CARDS))]]
    json: list[Json] = [
        {
            "card": card.number,
            "about": ABOUT[card.number],
            "laws": {law.name: law_words(law.says) for law in card.laws},
            "clarification": CLARIFICATIONS[card.number],
        }
        for card in cards
    ]
    return Result({"cards": json}, joined("\n\n", map(card_in_words, cards)))


COMMANDS: Final = (
    Command("new", phrase("make problems"), _new_arguments, _new),
    Command(
        "solve", phrase("tell what is still possible, and best play"), solve.arguments, solve.run
    ),
    Command("cards", phrase("list the criteria cards, or one of them"), _cards_arguments, _cards),
    Command("census", phrase("count every Classic problem there is"), _census_arguments, _census),
    Command(
        "exploit",
        phrase("tell how likely the best answer to a bot wins a race of two"),
        exploit.arguments,
        exploit.run,
    ),
)
"""The commands, each ``facedown VERB turing``."""
