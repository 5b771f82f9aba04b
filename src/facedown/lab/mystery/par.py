"""``facedown par mystery PUZZLE``: par and best play of a puzzle."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facedown.core.codec import Json, to_json
from facedown.core.errors import BadOption
from facedown.core.messages import joined, phrase
from facedown.core.progress import Progress
from facedown.core.strategy import lines_of
from facedown.core.words import listed
from facedown.games.mystery.bounds import DEALS as SAMPLED_DEALS
from facedown.games.mystery.bounds import sampled_par
from facedown.games.mystery.figures import at_most, decimal, hundredths, percent
from facedown.games.mystery.library import find_puzzle, is_name, is_printed
from facedown.games.mystery.puzzle import Puzzle, pile_name
from facedown.lab.mystery.win import MOST_DEALS, WIN_DEALS, win_chance
from facedown.lab.tools import Command, Result

if TYPE_CHECKING:
    from facedown.deduce.purchases import Node
    from facedown.games.mystery.strategy import Steps

LARGEST_FILE: Final = 100_000


def puzzle_from(text: str) -> Puzzle:
    """The puzzle that a name, a file or a share code means; raises ``FacedownError``."""
    path = Path(text.removeprefix("@"))
    if is_name(text) or not (text.startswith("@") or path.suffix or path.is_file()):
        return find_puzzle(text)
    try:
        with path.open(encoding="utf-8") as file:
            found = file.read(LARGEST_FILE)
    except OSError:
        raise BadOption(phrase("There is no file {path} that can be read.", path=path)) from None
    except UnicodeDecodeError:
        raise BadOption(phrase("The file {path} is no text.", path=path)) from None
    return find_puzzle(found if "=" in found else found.strip())


def _par_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "puzzle", metavar="PUZZLE", help=phrase("the name of a puzzle, a file, or a share code")
    )
    parser.add_argument(
        "--after",
        metavar="PILE=CARD",
        nargs="+",
        default=[],
        help=phrase("what piles have turned up, such as Q3=KH Q1=joker: what best play asks then"),
    )
    parser.add_argument(
        "--tree",
        action="store_true",
        help=phrase(
            "best play as a tree: each question, its answers, and the next question after them"
        ),
    )
    parser.add_argument(
        "--win",
        action="store_true",
        help=phrase("how often the strongest player wins it, with prices"),
    )
    parser.add_argument(
        "--deals",
        metavar="N",
        type=int,
        help=phrase(
            "deals for --win ({deals}), or for sampling a puzzle too large ({sampled_deals})",
            deals=WIN_DEALS,
            sampled_deals=SAMPLED_DEALS,
        ),
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help=phrase("which deals (0)"))


def _par(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.deduce.purchases import BadPurchases
    from facedown.games.mystery.par import BeyondPar, best_of, dead_piles, node_after, par_of
    from facedown.games.mystery.strategy import NOT_THAT, Tree, read_steps

    if chosen.deals is not None and not 2 <= chosen.deals <= MOST_DEALS:
        raise BadOption(
            phrase(
                "The deals are from 2 to {most_deals:,}, not {deals}.",
                most_deals=MOST_DEALS,
                deals=chosen.deals,
            )
        )
    puzzle = puzzle_from(chosen.puzzle)
    try:
        best = best_of(puzzle)
    except BeyondPar as problem:
        if chosen.after or chosen.tree:
            raise
        return _beyond(puzzle, problem.message, chosen, progress)
    after = read_steps(chosen.after, puzzle)
    try:
        node = node_after(best, puzzle, after)
    except BadPurchases:
        raise BadOption(NOT_THAT) from None
    if chosen.tree:
        progress(phrase("{title}: the tree is drawn.", title=puzzle.title))
        tree = Tree(puzzle, best).moment(after, depth=sum(best.problem.sizes))
        return Result(to_json(tree), joined("\n", lines_of(tree)))
    if after:
        return Result(_node_json(node), joined("\n", _node_lines(node, after)))
    par = par_of(puzzle, best)
    dead = dead_piles(best)
    printed = puzzle.par if is_printed(puzzle) else None
    json: dict[str, Json] = {
        "title": puzzle.title,
        "par": str(par.expected),
        "par_decimal": round(float(par.expected), 6),
        "printed": printed,
        "said": puzzle.par or None,
        "worst": par.worst,
        "most": par.most,
        "distribution": {str(asked): str(chance) for asked, chance in par.distribution.items()},
        "right_guess": [str(chance) for chance in par.right_guess],
        "first_question": {pile: str(value) for pile, value in par.first.items()},
        "determined": par.determined,
        "chance": str(par.chance),
        "dead_piles": list(dead),
    }
    expected = phrase("Par: {par} questions expected, exactly.", par=decimal(par.expected))
    if printed is not None:
        expected = phrase(
            "Par: {par} questions expected, exactly; printed {printed}.",
            par=decimal(par.expected),
            printed=printed,
        )
    elif puzzle.par not in ("", hundredths(par.expected)):
        expected = phrase(
            "Par: {par} questions expected, exactly; the puzzle says {said}.",
            par=decimal(par.expected),
            said=puzzle.par,
        )
    shares = [
        phrase("{n} in {percent}", n=asked, percent=percent(chance))
        for asked, chance in par.distribution.items()
    ]
    guesses = (f"{n}: {percent(chance)}" for n, chance in enumerate(par.right_guess))
    first = (f"{pile} {decimal(value)}" for pile, value in par.first.items())
    lines: list[str] = [
        f"{puzzle.title}.",
        expected,
        at_most(par.most, par.worst),
        phrase("Best play asks: {shares}.", shares=joined(", ", shares)),
        phrase("A right guess with so many questions: {chances}.", chances=", ".join(guesses)),
        phrase(
            "By the first question: {piles}.", piles=", ".join(first) or phrase("there is none")
        ),
        phrase(
            "Dead piles, without which par is the same: {piles}.",
            piles=listed(dead) or phrase("none"),
        ),
        phrase("The mystery is always certain in the end.")
        if par.determined
        else phrase(
            "Not always determined: best play ends with a right guess in {percent}.",
            percent=percent(par.chance),
        ),
        *_node_lines(node, ()),
    ]
    if chosen.win:
        win = win_chance(puzzle, chosen.deals or WIN_DEALS, chosen.seed, progress)
        json["win_chance"] = win.json
        lines.append(win.words)
    return Result(json, joined("\n", lines))


def _beyond(puzzle: Puzzle, problem: str, chosen: argparse.Namespace, progress: Progress) -> Result:
    """What can be said of a puzzle that is too large: nothing exact, and it is called so."""
    deals = chosen.deals or SAMPLED_DEALS
    found = sampled_par(puzzle, deals, chosen.seed, progress)
    json: dict[str, Json] = {
        "title": puzzle.title,
        "par": None,
        "par_decimal": None,
        "printed": None,
        "said": puzzle.par or None,
        "worst": None,
        "most": None,
        "distribution": None,
        "right_guess": None,
        "first_question": None,
        "sampled": found.json,
    }
    lines = [f"{puzzle.title}.", problem, found.words]
    if chosen.win:
        win = win_chance(puzzle, deals, chosen.seed, progress)
        json["win_chance"] = win.json
        lines.append(win.words)
    return Result(json, joined("\n", lines))


def _node_json(node: Node) -> Json:
    return {
        "ask": None if node.ask is None else pile_name(node.ask),
        "expected": str(node.expected),
        "worst": node.worst,
        "chance": str(node.chance),
        "questions": {
            pile_name(pile): str(value)
            for pile, value in enumerate(node.after)
            if value is not None
        },
    }


def _node_lines(node: Node, after: Steps) -> list[str]:
    """What best play asks at a moment."""
    likeliest = percent(node.chance)
    if after:
        shown = [
            phrase("{pile} showed {card}", pile=pile_name(pile), card=card) for pile, card in after
        ]
        now = phrase(
            "After {shown} the likeliest guess is right with {percent}.",
            shown=listed(shown),
            percent=likeliest,
        )
    else:
        now = phrase("At first the likeliest guess is right with {percent}.", percent=likeliest)
    if node.ask is None:
        return [now, phrase("Best play asks nothing more.")]
    values = (
        f"{pile_name(pile)} {decimal(value)}"
        for pile, value in enumerate(node.after)
        if value is not None
    )
    return [
        now,
        phrase(
            "Best play asks {pile}; questions still expected: {values}.",
            pile=pile_name(node.ask),
            values=", ".join(values),
        ),
    ]


PAR: Final = Command(
    "par", phrase("Par and best play of a puzzle, exactly."), _par_arguments, _par, subject=True
)
