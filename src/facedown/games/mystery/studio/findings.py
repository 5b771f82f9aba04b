"""What the studio finds beside the par: prices that fit, cells that never matter, chances to win.

A price costs as many picks as it takes on average to collect for it alone (simulated from a fixed
seed). Best play of a puzzle then costs the sum over its questions; the low deck allows half its
cards in picks (M6).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

from facedown.core.messages import Message, decimals, in_percent, listed, phrase
from facedown.core.play import play_bots
from facedown.core.registry import new_game
from facedown.core.roster import new_bot, roster_of
from facedown.core.seats import bot_words
from facedown.core.workshop import Bar, Draft, Finding, FindingTable, Progress
from facedown.games.mystery.help.bounds import share_of
from facedown.games.mystery.moves import HAND
from facedown.games.mystery.puzzle import (
    PRICES,
    Puzzle,
    PuzzleError,
    payable,
    pile_name,
    price_words,
    progress_to,
)
from facedown.games.mystery.studio.checking import checked
from facedown.games.mystery.studio.drafts import puzzle_of_draft
from facedown.games.mystery.studio.texts import puzzle_code

if TYPE_CHECKING:
    from facedown.deduce.purchases import Best


DEALS: Final = 200
"""Low decks on which a price is tried."""
USUAL: Final = Fraction(3, 2)
"""The three printed puzzles cost from 1.3 to 2.4 times the picks that there are."""
NEAR: Final = 2
"""Costs are alike that are no more picks apart."""
ADVISED: Final = (
    "2 same suit",
    "pair",
    "3 same suit",
    "2 pairs",
    "3 same number",
    "3 straight flush",
    "full house",
)
"""The prices that are advised; those of four cards cost more picks than most games have."""


@cache
def picks_for(name: str, low_cards: tuple[int, ...]) -> Fraction:
    """How many picks a price takes on average for one who collects for nothing else.

    Who cannot pay after the last pick is counted with all picks.

    >>> deck = tuple(range(36))
    >>> picks_for("pair", deck) < picks_for("3 straight flush", deck)
    True
    """
    price, rng = PRICES[name], random.Random(f"{name}/{len(low_cards)}")
    picks = 0
    for _ in range(DEALS):
        deck = list(low_cards)
        rng.shuffle(deck)
        hand: list[int] = []
        while len(deck) >= 2 and not payable(price, hand):
            offered = deck.pop(), deck.pop()
            hand.append(max(offered, key=lambda card: progress_to(price, [*hand, card])))
            if len(hand) > HAND:
                rest = [[*hand[:at], *hand[at + 1 :]] for at in range(HAND)]
                hand = max(rest, key=lambda cards: progress_to(price, cards))
            picks += 1
    return Fraction(picks, DEALS)


def picks_of(puzzle: Puzzle, asked: tuple[Fraction, ...], prices: tuple[str, ...]) -> Fraction:
    """How many picks best play costs at these prices, each question collected for alone."""
    deck = puzzle.low_cards
    return sum(
        (many * picks_for(price, deck) for many, price in zip(asked, prices, strict=True)),
        Fraction(0),
    )


def picks_there_are(puzzle: Puzzle) -> int:
    """How many low cards can be picked (M6)."""
    return len(puzzle.low_cards) // 2


def advised(
    puzzle: Puzzle, picks: Fraction | None = None, best: Best | None = None, *, within: bool = False
) -> tuple[str, ...]:
    """A price for each pile: the more a first question tells, the dearer.

    Best play then costs about so many picks, or where it can no more than these if it is to be
    ``within``; without that, half as many again as there are, as cards of one hand go towards
    several prices. Prices are different where that is as near. Raises ``BeyondPar``.
    """
    from facedown.games.mystery.help.par import best_of

    best = best or best_of(puzzle)
    aim = USUAL * picks_there_are(puzzle) if picks is None else picks
    asked, after = best.questions(), best.start.after
    told = [Fraction(0) if left is None else -left for left in after]
    order = sorted(range(len(told)), key=lambda pile: told[pile])
    costs = {price: picks_for(price, puzzle.low_cards) for price in ADVISED}
    ladder = sorted(ADVISED, key=lambda price: costs[price])

    def cost(steps: tuple[int, ...]) -> Fraction:
        return sum(
            (asked[pile] * costs[ladder[at]] for pile, at in zip(order, steps, strict=True)),
            Fraction(0),
        )

    chosen = min(
        combinations_with_replacement(range(len(ladder)), len(told)),
        key=lambda steps: (
            within and cost(steps) > aim,
            round(abs(aim - cost(steps)) / NEAR),
            -len({*steps}),
            abs(aim - cost(steps)),
            steps,
        ),
    )
    of_pile = dict(zip(order, chosen, strict=True))
    return tuple(ladder[of_pile[pile]] for pile in range(len(told)))


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

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> from facedown.games.mystery.help.par import best_of
    >>> puzzle = printed_puzzle("welcome-mushy-heads")
    >>> needless_cells(puzzle, best_of(puzzle), lambda _: None)
    ()
    """
    from facedown.games.mystery.help.par import best_of

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
    from facedown.games.mystery.help.par import best_of

    puzzle = puzzle_of_draft(draft)
    cells = needless_cells(puzzle, best_of(puzzle), report)
    text = same_without(cells) if cells else phrase("None. Every card counts.")
    role: Final = "advice" if cells else "fact"
    yield Finding("cells", phrase("Cells that never matter"), text, list(cells), role=role)


def find_prices(draft: Draft, report: Progress) -> Iterator[Finding]:
    """What best play costs in picks, and prices for which the picks are enough."""
    from facedown.games.mystery.help.par import best_of

    puzzle = puzzle_of_draft(draft)
    best = best_of(puzzle)
    asked = best.questions()
    report(phrase("Collecting for each price"))
    prices = tuple(pile.price for pile in puzzle.piles)
    cost, there_are = picks_of(puzzle, asked, prices), picks_there_are(puzzle)
    rows = tuple(
        (pile_name(number), decimals(many), price_words(price), _picks(puzzle, price))
        for number, (many, price) in enumerate(zip(asked, prices, strict=True))
    )
    columns = (phrase("Pile"), phrase("Asked"), phrase("Price"), phrase("Picks"))
    most = max(cost, Fraction(there_are))
    bars = (
        Bar(phrase("for these prices"), round(100 * cost / most), decimals(cost, 0)),
        Bar(phrase("the deck has"), round(100 * there_are / most), str(there_are)),
    )
    text = phrase("Each price collected for by itself; one hand often serves two.")
    value = {"picks": str(cost), "there_are": there_are}
    table = FindingTable(columns, rows, len(rows))
    label = phrase("Picks that best play takes")
    yield Finding("prices", label, text, value, table, bars=bars)
    report(phrase("Comparing prices"))
    fitting = advised(puzzle, Fraction(there_are), best, within=True)
    if cost <= there_are or picks_of(puzzle, asked, fitting) > there_are:
        return
    words = listed(
        phrase("{pile} {price}", pile=pile_name(number), price=price_words(price))
        for number, price in enumerate(fitting)
    )
    text = phrase(
        "{words}: {cost:.0f} of the {there_are} picks.",
        words=words,
        cost=float(picks_of(puzzle, asked, fitting)),
        there_are=there_are,
    )
    yield Finding(
        "advice",
        phrase("Easier to pay"),
        text,
        list(fitting),
        role="advice",
    )


def _picks(puzzle: Puzzle, price: str) -> str:
    return decimals(picks_for(price, puzzle.low_cards), 1)


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
                "The bot {player} in {deals} deals: {low:.0f} to {high:.0f} % (95 % certain).",
                player=word,
                deals=deal + 1,
                low=100 * low,
                high=100 * high,
            )
            figure = in_percent(right / (deal + 1))
            value = {"bot": name, "right": right, "deals": deal + 1, "low": f"{low:.3f}"}
            value |= {"high": f"{high:.3f}"}
            yield Finding("win", phrase("Names the mystery"), text, value, figure=figure)
