"""Best play of a puzzle as a tree that one walks: question, answers, next question (M10)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from facedown.core.errors import BadOption
from facedown.core.messages import exactly, joined, listed, phrase
from facedown.core.workshop import MOST_STEPS, Branch, Standpoint, StrategyAnswer, StrategyChoice
from facedown.games.mystery.cards import (
    COLUMNS,
    JOKER,
    JOKER_NAME,
    RANKS,
    SUIT_SIGNS,
    CardError,
    card_number,
    name_of,
    read_card,
)
from facedown.games.mystery.dealing import PUZZLES_KEPT, dealing_of
from facedown.games.mystery.help.knowledge import Knowledge, begin_words, start
from facedown.games.mystery.help.par import BeyondPar, best_of, things_of
from facedown.games.mystery.puzzle import Puzzle, pile_name
from facedown.games.mystery.studio.texts import title_words
from facedown.games.mystery.words import percent

if TYPE_CHECKING:
    from facedown.deduce.purchases import Best, PurchaseNode


Steps = tuple[tuple[int, str], ...]
"""Piles with the cards that they turned up."""

NOT_THAT: Final = phrase("The piles of this puzzle cannot turn that up.")


def read_steps(given: Sequence[str], puzzle: Puzzle) -> Steps:
    """Answers as they are typed (``Q3=KH``): piles with the cards that they turned up.

    Raises :class:`~facedown.core.errors.BadOption` with one sentence.

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> read_steps(["q3=kh", "Q1=joker"], printed_puzzle("the-three-twos"))
    ((2, 'KH'), (0, 'joker'))
    """
    if len(given) > MOST_STEPS:
        raise BadOption(phrase("There are no more than {most} answers.", most=MOST_STEPS))
    piles = [pile_name(number) for number in range(len(puzzle.piles))]
    found = []
    for text in given:
        parts = re.fullmatch(r"(\w+)[=:](.+)", text)
        if parts is None:
            raise BadOption(
                phrase(
                    "An answer is typed such as {example}, not {text!r}.",
                    example=f"{piles[0]}=KH",
                    text=text[:40],
                )
            )
        if parts[1].upper() not in piles:
            raise BadOption(
                phrase(
                    "There is no pile {pile!r}; the piles are {piles}.",
                    pile=parts[1][:20],
                    piles=listed(piles),
                )
            )
        try:
            joker = parts[2].strip().lower() == JOKER_NAME
            card = JOKER_NAME if joker else read_card(parts[2])
        except CardError as problem:
            raise BadOption(problem.message) from None
        found.append((piles.index(parts[1].upper()), card))
    return tuple(found)


def moment_after(puzzle: Puzzle, given: Sequence[str], ask: str = "", depth: int = 1) -> Standpoint:
    """Best play after answers as they are typed, with the answers to so many questions in a row.

    ``ask`` is a pile to be asked first, best or not. Raises
    :class:`~facedown.core.errors.FacedownError` with one sentence.

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> moment = moment_after(printed_puzzle("the-three-twos"), ["Q3=KH"])
    >>> [len(branch.answers) for branch in moment.branches], moment.branches[0].percent
    ([9, 3, 1], '33.3 %')
    """
    steps = read_steps(given, puzzle)
    piles = [pile_name(number) for number in range(len(puzzle.piles))]
    if ask and ask.upper() not in piles:
        raise BadOption(phrase("The piles of this puzzle are {piles}.", piles=listed(piles)))
    try:
        tree = Tree(puzzle)
    except BeyondPar as problem:
        known = (begin_words(puzzle), phrase("The workshop finds bounds of par."))
        raise BeyondPar(joined(" ", (problem.message, *filter(None, known)))) from None
    return tree.moment(steps, piles.index(ask.upper()) if ask else None, depth)


class Tree:
    """The best play of one puzzle, from which moments are taken."""

    def __init__(self, puzzle: Puzzle, best: Best | None = None) -> None:
        self.puzzle = puzzle
        self.best = best or _best_of(puzzle)
        self.dealing = dealing_of(puzzle)

    def moment(self, steps: Steps, ask: int | None = None, depth: int = 1) -> Standpoint:
        """The moment after some steps; see :func:`moment_after`."""
        from facedown.deduce.purchases import BadPurchases

        try:
            node = self.best.node(things_of(self.puzzle, steps))
        except BadPurchases:
            raise BadOption(NOT_THAT) from None
        if ask is not None and (node.ask is None or node.after[ask] is None):
            raise BadOption(phrase("{pile} tells nothing more.", pile=pile_name(ask)))
        known = start(self.puzzle)
        for pile, card in steps:
            known = known.seen(pile, card_number(card))
        way = tuple(_answer(pile, card, told=True) for pile, card in steps)
        moment = self._moment(steps, known, node, depth, ask)
        return replace(moment, title=title_words(self.puzzle), way=way)

    def _moment(
        self,
        steps: Steps,
        known: Knowledge,
        node: PurchaseNode,
        depth: int,
        ask: int | None = None,
    ) -> Standpoint:
        pile = node.ask if ask is None else ask
        if pile is None:
            return Standpoint(self._named(known, node), "")
        branches = self._branches(steps, known, pile, depth) if depth else ()
        words = phrase(
            "Ask {piles}, {expected} more expected.",
            piles=_piles(node),
            expected=exactly(node.expected),
        )
        return Standpoint(words, pile_name(pile), str(node.expected), _choices(node), branches)

    def _branches(
        self, steps: Steps, known: Knowledge, pile: int, depth: int
    ) -> tuple[Branch, ...]:
        found = []
        things = things_of(self.puzzle, steps)
        for answers in self.best.answers_after(things, pile):
            cards = [self._card(thing) for thing in answers.things]
            after = known.seen(pile, cards[0])
            first = (*steps, (pile, name_of(cards[0])))
            found.append(
                Branch(
                    tuple(_answer(pile, name_of(card)) for card in cards),
                    str(answers.chance),
                    percent(answers.chance),
                    self._moment(first, after, answers.node, depth - 1),
                )
            )
        return tuple(found)

    def _card(self, thing: int | None) -> int:
        if thing is None:
            return JOKER
        rank, suit = divmod(thing, COLUMNS)
        return self.dealing.ranks[rank] * COLUMNS + suit

    def _named(self, known: Knowledge, node: PurchaseNode) -> str:
        """The guess to make where no question tells more."""
        guess, _ = known.best()
        cards = listed(map(card_sign, guess))
        if node.chance == 1:
            return phrase("Name {cards}, for certain.", cards=cards)
        return phrase(
            "Name {cards}, right with {chance}.", cards=cards, chance=percent(node.chance)
        )


@lru_cache(PUZZLES_KEPT)
def _best_of(puzzle: Puzzle) -> Best:
    """Kept, as who walks a tree takes many steps."""
    return best_of(puzzle)


def card_sign(card: int) -> str:
    """A card with the sign of its suit.

    >>> card_sign(card_number("10H"))
    '10♥'
    """
    if card == JOKER:
        return JOKER_NAME
    return f"{RANKS[card // COLUMNS]}{SUIT_SIGNS[card % COLUMNS]}"


def _answer(pile: int, card: str, *, told: bool = False) -> StrategyAnswer:
    words = card_sign(card_number(card))
    step = f"{pile_name(pile)}={card}"
    return StrategyAnswer(
        phrase("{pile} shows {card}", pile=pile_name(pile), card=words) if told else words, step
    )


def _piles(node: PurchaseNode) -> str:
    best = [pile_name(pile) for pile, value in enumerate(node.after) if value == node.expected]
    return listed(best, "or")


def _choices(node: PurchaseNode) -> tuple[StrategyChoice, ...]:
    return tuple(
        StrategyChoice(pile_name(pile), exactly(value), str(value), value == node.expected)
        for pile, value in enumerate(node.after)
        if value is not None
    )
