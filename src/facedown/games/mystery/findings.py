"""What the studio finds beside the par: cells that never matter, prices, the chance to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from facedown.core.messages import Message, listed, phrase
from facedown.core.play import play_bots
from facedown.core.registry import new_game
from facedown.core.roster import new_bot, roster_of
from facedown.core.seats import bot_words
from facedown.core.workshop import Draft, Finding, FindingTable, Progress
from facedown.games.mystery.advice import advised, picks_for, picks_of, picks_there_are
from facedown.games.mystery.checking import checked
from facedown.games.mystery.drafts import puzzle_of_draft
from facedown.games.mystery.figures import share_of
from facedown.games.mystery.puzzle import Puzzle, PuzzleError, pile_name
from facedown.games.mystery.refusals import price_words
from facedown.games.mystery.share import puzzle_code

if TYPE_CHECKING:
    from facedown.deduce.purchases import Best

PLAYER: Final = "careful"
"""Whose chance is told: one that plays a deal in a few hundredths of a second."""
BATCHES: Final = (20, 40, 80, 160)
"""After so many deals the chance to win is told, and told anew."""


def without_cell(puzzle: Puzzle, cell: str) -> Puzzle | None:
    """The puzzle whose pile lacks this cell's token; None where that is no puzzle."""
    piles = tuple(
        replace(pile, cells=tuple(other for other in pile.cells if other != cell))
        for pile in puzzle.piles
    )
    try:
        return checked(replace(puzzle, piles=piles))
    except PuzzleError:
        return None


def needless_cells(puzzle: Puzzle, best: Best, report: Progress) -> tuple[str, ...]:
    """The cells whose card could lie under the stone as well: par is the same without each.

    >>> from facedown.games.mystery.library import printed_puzzle
    >>> from facedown.games.mystery.par import best_of
    >>> puzzle = printed_puzzle("welcome-mushy-heads")
    >>> needless_cells(puzzle, best_of(puzzle), lambda _: None)
    ()
    """
    from facedown.games.mystery.par import best_of

    found = []
    for cell in sorted(cell for pile in puzzle.piles for cell in pile.cells):
        report(phrase("Leaving out {cell}", cell=cell))
        less = without_cell(puzzle, cell)
        if less is not None:
            other = best_of(less)
            same = other.start.expected, other.chance_at_end
            if same == (best.start.expected, best.chance_at_end):
                found.append(cell)
    return tuple(found)


def same_without(names: Sequence[str]) -> Message:
    """What may be left out without another par.

    >>> same_without(["Q1"]), same_without(["A1", "B2"])
    ('Q1: par is the same without it.', 'A1 and B2: par is the same without each.')
    """
    if len(names) == 1:
        return phrase("{name}: par is the same without it.", name=names[0])
    return phrase("{names}: par is the same without each.", names=listed(names))


def find_cells(draft: Draft, report: Progress) -> Iterator[Finding]:
    """The cells that never matter."""
    from facedown.games.mystery.par import best_of

    puzzle = puzzle_of_draft(draft)
    cells = needless_cells(puzzle, best_of(puzzle), report)
    text = phrase("None: par is another without any of them.")
    if cells:
        text = same_without(cells)
    role: Final = "advice" if cells else "fact"
    yield Finding("cells", phrase("Cells that never matter"), text, list(cells), role=role)


def find_prices(draft: Draft, report: Progress) -> Iterator[Finding]:
    """What best play costs in picks, and prices that would fit the piles."""
    from facedown.games.mystery.par import best_of

    puzzle = puzzle_of_draft(draft)
    best = best_of(puzzle)
    asked = best.questions()
    report(phrase("Collecting for each price"))
    prices = tuple(pile.price for pile in puzzle.piles)
    cost, there_are = picks_of(puzzle, asked, prices), picks_there_are(puzzle)
    rows = tuple(
        (pile_name(number), f"{float(many):.2f}", price_words(price), _picks(puzzle, price))
        for number, (many, price) in enumerate(zip(asked, prices, strict=True))
    )
    columns = (phrase("Pile"), phrase("Asked"), phrase("Price"), phrase("Picks"))
    text = phrase(
        "Best play costs about {cost:.0f} picks, each price collected for alone; there are "
        "{there_are}. How often it asks each pile, and the picks for that one price:",
        cost=float(cost),
        there_are=there_are,
    )
    value = {"picks": str(cost), "there_are": there_are}
    yield Finding("prices", phrase("Prices"), text, value, FindingTable(columns, rows, len(rows)))
    report(phrase("Comparing prices"))
    fitting = advised(puzzle, best=best)
    words = listed(
        phrase("{pile} {price}", pile=pile_name(number), price=price_words(price))
        for number, price in enumerate(fitting)
    )
    cost = picks_of(puzzle, asked, fitting)
    text = phrase(
        "{words}, about {cost:.0f} picks: what tells more is dearer.", words=words, cost=float(cost)
    )
    yield Finding("advice", phrase("Prices that would fit"), text, list(fitting), role="advice")


def _picks(puzzle: Puzzle, price: str) -> str:
    return f"{float(picks_for(price, puzzle.low_cards)):.1f}"


def find_win(draft: Draft, report: Progress) -> Iterator[Finding]:
    """How often a player names the mystery, the more exactly the longer it plays."""
    game = new_game("mystery", 1, puzzle=puzzle_code(puzzle_of_draft(draft)))
    roster = roster_of(game)
    name = PLAYER if PLAYER in roster.bots else roster.strongest
    if name is None:
        return
    bot, word = new_bot(game, name), bot_words(name)
    right = 0
    for deal in range(BATCHES[-1]):
        report(
            phrase(
                "{player} plays deal {deal} of {all}", player=word, deal=deal + 1, all=BATCHES[-1]
            )
        )
        outcome = play_bots(game, [bot], f"studio/{deal}").outcome()
        assert outcome is not None
        right += len(outcome.winners)
        if deal + 1 in BATCHES:
            low, high = share_of(right, deal + 1)
            text = phrase(
                "The player {player} is right in {right:.0f} % of {deals} deals: with 95 % "
                "certainty {low:.0f} to {high:.0f} %.",
                player=word,
                right=100 * right / (deal + 1),
                deals=deal + 1,
                low=100 * low,
                high=100 * high,
            )
            value = {"bot": name, "right": right, "deals": deal + 1, "low": f"{low:.3f}"}
            value |= {"high": f"{high:.3f}"}
            yield Finding("win", phrase("Chance to win"), text, value)
