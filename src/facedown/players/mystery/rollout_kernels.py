"""The rest of a game as the careful player would play it, many times over, compiled."""

from __future__ import annotations

from facedown.compiling import compiled
from facedown.deduce.purchases.problem import Ints
from facedown.players.mystery.collecting_kernels import (
    NO_PILE,
    chance_at_end,
    many_of,
    purchase_of,
    worth_of,
)
from facedown.players.mystery.tables import Floats, Tables

HAND = 6
DUMP, TAKE, BUY = range(3)
"""Kinds of first moves: dump an older card, take one of two, buy."""


@compiled
def answer_of(tables: Tables, number: int, pile: int, drawn: float) -> int:
    """The class after a question, by a number from 0 to 1."""
    at, last = tables.first[number, pile], tables.first[number, pile + 1] - 1
    while at < last and drawn >= tables.until[at]:
        at += 1
    return int(tables.after[at])


@compiled
def best_pick(tables: Tables, number: int, hand: int, unseen: int, card: int) -> tuple[float, int]:
    """The hand worth most after taking a card; of seven cards an older one is dumped."""
    more = hand | (1 << card)
    if many_of(hand) < HAND:
        return worth_of(tables, number, more, unseen), more
    best, chosen = -1.0, more
    rest = hand
    while rest:
        dumped = rest & -rest
        rest ^= dumped
        worth = worth_of(tables, number, more ^ dumped, unseen)
        if worth > best:
            best, chosen = worth, more ^ dumped
    return best, chosen


@compiled
def play_out(
    tables: Tables,
    number: int,
    hand: int,
    unseen: int,
    one: int,
    other: int,
    deck: Ints,
    answers: Floats,
) -> float:
    """The chance of a right guess at the end, if the low deck and the answers come so.

    ``one`` and ``other`` lie face up (-1: nothing does yet), ``unseen`` are the cards of ``deck``;
    ``answers[pile, n]`` decides the n-th question to a pile from here on.
    """
    at = 0
    asked = [0] * answers.shape[0]
    while not tables.certain[number]:
        if one < 0:
            if at >= deck.size:
                return chance_at_end(tables, number, hand)
            one, other = deck[at], deck[at + 1]
            unseen &= ~((1 << one) | (1 << other))
            at += 2
        pile, paid = purchase_of(tables, number, hand, unseen)
        if pile != NO_PILE:
            number = answer_of(tables, number, pile, answers[pile, asked[pile]])
            asked[pile] += 1
            hand &= ~paid
            continue
        first, with_one = best_pick(tables, number, hand, unseen, one)
        second, with_other = best_pick(tables, number, hand, unseen, other)
        hand = with_one if first >= second else with_other
        one = -1
    return 1.0


@compiled
def try_moves(
    tables: Tables,
    number: int,
    hand: int,
    unseen: int,
    offer: tuple[int, int],
    moves: Ints,
    decks: Ints,
    answers: Floats,
    found: Floats,
) -> None:
    """The chance of a right guess after each first move, for each deal of the rest.

    A row of ``moves`` is a kind, the cards given away, and the card taken or the pile asked.
    ``found[move, deal]`` is filled in; all moves are tried on the same deals.
    """
    for row in range(moves.shape[0]):
        kind, gone, what = moves[row]
        for deal in range(decks.shape[0]):
            after, kept = number, hand & ~gone
            left, right = offer
            if kind == BUY:
                drawn = answers[deal, what, answers.shape[2] - 1]
                after = answer_of(tables, number, what, drawn)
            else:
                left = right = -1
                if kind == TAKE:
                    kept |= 1 << what
            found[row, deal] = play_out(
                tables, after, kept, unseen, left, right, decks[deal], answers[deal]
            )
