"""What the board's template needs beyond the view: the grid, pencil marks, piles and prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from facedown.core.errors import BadNote
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import capital, listed, phrase, phrase_in, phrase_many
from facedown.core.moves import Move
from facedown.games.mystery.cards import (
    COLUMNS,
    JOKER_NAME,
    NAMES,
    RANK_WORDS,
    RANKS,
    SUIT_SIGNS,
    SUIT_WORDS,
    SUITS,
    card_number,
    cell_name,
    words_of,
)
from facedown.games.mystery.help.notes import (
    Axis,
    MarkSheet,
    line_name,
    read_note,
    sheet_of,
    values_of,
)
from facedown.games.mystery.moves import BUY, DUMP, WAYS, Buy, Dump, Take, paid_with
from facedown.games.mystery.puzzle import (
    PILE_NAMES,
    PRICES,
    TOKENS,
    Price,
    Puzzle,
    pile_name,
    price_words,
)
from facedown.games.mystery.studio.library import book_names, book_puzzle, exact_par, is_name
from facedown.games.mystery.studio.texts import title_words
from facedown.games.mystery.view import MysteryView
from facedown.games.mystery.words import mods_words, payable, percent, twist_lines, ways_to_pay

_NEXT: Final = {"": "not", "not": "is", "is": "maybe"}
"""What the next press of a pencil mark notes; "maybe" takes the mark back."""

_SAID: Final = {"": "", "not": phrase("struck out"), "is": phrase("taken for certain")}
"""What is noted, in words."""


HIGHEST: Final = 72
"""How high the bar of all cards is, in pixels."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn: its rank, its suit's letter and sign, and the same in words."""

    name: str
    rank: str
    suit: str
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class PencilMark:
    """One rank or suit at the edge; ``text`` is what the next press notes.

    ``says`` is what stands about it: ``"is"``, ``"not"``, ``"out"`` where it follows from the other
    marks that it cannot be, or nothing. ``said`` are the words for what was noted.
    """

    what: str
    words: str
    says: str
    said: str
    text: str


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A row or a column with its pencil marks."""

    name: str
    marks: tuple[PencilMark, ...]


MYSTERY: Final = -2
"""The token of a cell whose card is to be named."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its token (a pile's number, -1 for none, or ``MYSTERY``) and what it can be.

    ``truth`` is the card that lay there before the twists, told at the end.
    """

    name: str
    pile: int
    words: str
    settled: Face | None
    truth: Face | None


@dataclass(frozen=True, slots=True)
class PileOnTable:
    """A pile: what its price needs, what was done to it, what it has shown, ways to pay.

    A sign stands for each card of the price, in groups. A way is the number of the action and the
    cards.
    """

    name: str
    token: str
    price: str
    needs: tuple[tuple[str, ...], ...]
    mods: str
    shown: tuple[Face, ...]
    left: int
    ways: tuple[tuple[int, tuple[Face, ...]], ...]


@dataclass(frozen=True, slots=True)
class Turned:
    """The card that a pile has turned up since the last pick.

    ``token`` is the pile's; ``cells`` are where the card may have lain, none where twists moved it.
    """

    token: str
    words: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NarrowBar:
    """How many cards the mystery could still be, after a question to a pile or before any.

    ``high`` is that in pixels.
    """

    count: int
    high: int
    pile: str
    token: str


def context(view: MysteryView, notes: Sequence[str]) -> dict[str, object]:
    """The grid with its marks, the piles, the low cards, and what can be supposed and named."""
    sheet, _ = sheet_of(notes, view.puzzle)
    rows, columns = sheet.possible("row"), sheet.possible("column")
    named = len(view.named or ())
    piles = [_pile(view, number) for number in range(len(view.puzzle.piles))]
    turned, dumped = _turned(view), _dumped(view)
    cells = _cells(view, rows, columns)
    mystery = [cell for line in cells for cell in line if cell.pile == MYSTERY]
    return {
        "title": title_words(view.puzzle),
        "rows": [_line(sheet, "row", line, left) for line, left in enumerate(rows)],
        "columns": [_line(sheet, "column", line, left) for line, left in enumerate(columns)],
        "cells": cells,
        "settled": bool(mystery) and all(cell.settled for cell in mystery),
        "piles": piles,
        "buys": any(pile.ways for pile in piles),
        "pays": _pays(view, piles),
        "turned": turned,
        "asked_of": turned.cells if turned else (),
        "tokens": TOKENS,
        "hand": [face(name) for name in _hand(view)],
        "offer": [face(name) for name in view.offer or ()],
        "dumped": len(dumped),
        "gone": _by_suit(dumped),
        "asked": [TOKENS[PILE_NAMES.index(one.pile)] for one in view.questions or ()],
        "guesses": [list(map(face, cards)) for cards in view.truth.guesses] if view.truth else [],
        "supposed": sheet.supposed,
        "suppose": _suppose(view, rows, columns),
        "twists": twist_lines(view.puzzle),
        "slot": _slot(view, named),
        "last": named == len(view.slots) - 1,
        "on_table": _on_table(view) if view.real else (),
        "par": exact_par(view.puzzle),
        "unsure": _unsure,
        "ranks": [(rank, _rank_words(rank)) for rank in values_of(view.puzzle, "row")],
        "suit_choices": list(zip(SUITS, SUIT_WORDS, strict=True)),
        "mystery": _mystery(view),
        "wrong": _wrong(view),
        "face": face,
        "narrowed": _narrowed(view.puzzle, _answers(view)) if view.truth else (),
        "dumps": {name: DUMP + card_number(name) for name in (view.hand or ())[:-1]},
    }


def prompt(view: MysteryView) -> str:
    """What there is to do for the seat that is to move, by buttons."""
    if view.phase == "dumping":
        return phrase("Dump one of your six older cards.")
    if view.phase == "naming" and view.puzzle.any_order:
        return phrase("Name another mystery card.")
    if view.phase == "naming":
        return phrase("Name the card for {slot} too.", slot=view.slots[len(view.named or ())])
    choices = [phrase("take a card")] if view.offer is not None else []
    if any(payable(view).values()):
        choices.append(phrase("buy from a pile"))
    choices.append(phrase("name {slot}", slot=_slot(view, 0)))
    return phrase("{choices}.", choices=capital(listed(choices, "or")))


def unshown_notes(view: MysteryView, notes: Sequence[str]) -> list[str]:
    """The notes that are neither pencil marks nor savepoints."""
    return [note for note in notes if not _is_mark(note, view.puzzle)]


def seat_words(view: MysteryView) -> list[str]:
    """What stands beside each name: picks and questions, as everybody may know them."""
    words: list[str] = []
    for seat in range(view.seats):
        effort = view.efforts[0 if view.team else seat]
        questions = phrase_many("{n} question", "{n} questions", len(effort.asked))
        picks = phrase_many("{n} pick", "{n} picks", effort.picks)
        both = phrase("{picks}, {questions}", picks=picks, questions=questions)
        told = questions if view.real else both
        words.append(phrase_in("seat", "has guessed") if effort.guessed else told)
    return words


def marked(game: Game, move: Move) -> str:
    """Where on the board a move is: at the card that is taken or dumped, at the pile."""
    del game  # they lie where they are called so
    match move:
        case Take(card=str(card)):
            return f"offer-{card}"
        case Dump(card=card):
            return f"hand-{card}"
        case Buy(pile=pile):
            return f"pile-{pile}"
    return ""


def again(view: MysteryView) -> Mapping[str, Mapping[str, OptionValue]]:
    """The book's next puzzle, or the same layout once more as practice (M13)."""
    assert view.truth is not None
    return {
        phrase("Play another one"): {"puzzle": _next_puzzle(view.puzzle), "redo": ""},
        phrase("Redo this layout, as practice"): {"redo": view.truth.redo},
    }


def _next_puzzle(puzzle: Puzzle) -> str:
    """The puzzle of the book after this one, easy to hard; the first after any other."""
    names = book_names()
    after = [
        one
        for one, name in zip((*names[1:], names[0]), names, strict=True)
        if book_puzzle(name) == puzzle
    ]
    return after[0] if after else names[0]


def _slot(view: MysteryView, named: int) -> str:
    """What is to be named next, empty where nothing is."""
    if view.puzzle.any_order and len(view.slots) > 1:
        return phrase("a mystery card")
    return view.slots[named] if named < len(view.slots) else ""


def _is_mark(note: str, puzzle: Puzzle) -> bool:
    try:
        return read_note(note, puzzle) is not None
    except BadNote:
        return False


@cache
def face(name: str) -> Face:
    """A card as it is drawn.

    >>> face("KH").words, face("joker").rank
    ('king of hearts', '')
    """
    if name == JOKER_NAME:
        return Face(name, "", "", "", phrase_in("card", "joker, an empty answer"))
    suit = name[-1]
    return Face(name, name[:-1], suit, SUIT_SIGNS[SUITS.index(suit)], words_of(name))


def _rank_words(rank: str) -> str:
    return RANK_WORDS[RANKS.index(rank)]


def _line(sheet: MarkSheet, axis: Axis, line: int, left: Sequence[str]) -> RuleLine:
    name = line_name(axis, line)
    settled = left[0] if len(left) == 1 else ""
    marks = []
    for what in values_of(sheet.puzzle, axis):
        mark = sheet.says(axis, line, what)
        says = "is" if what == settled else mark or ("" if what in left else "out")
        marks.append(_pencil(axis, name, what, mark, says))
    return RuleLine(name, tuple(marks))


@cache
def _pencil(axis: Axis, name: str, what: str, mark: str, says: str) -> PencilMark:
    words = _rank_words(what) if axis == "row" else SUIT_WORDS[SUITS.index(what)]
    return PencilMark(what, words, says, _SAID[mark], f"{axis} {name} {_NEXT[mark]} {what}")


def _cells(
    view: MysteryView, rows: Sequence[Sequence[str]], columns: Sequence[Sequence[str]]
) -> list[list[Cell]]:
    owner = dict.fromkeys(view.puzzle.mystery, MYSTERY)
    for number, pile in enumerate(view.puzzle.piles):
        owner.update(dict.fromkeys(pile.cells, number))
    found = []
    for row, ranks in enumerate(rows):
        line = []
        for column, suits in enumerate(columns):
            name = cell_name(row * COLUMNS + column)
            at = owner.get(name, -1)
            words = phrase("pile {pile}", pile=pile_name(at))
            if at < 0:
                words = phrase("no token") if at == -1 else phrase("the mystery")
            one = face(f"{ranks[0]}{suits[0]}") if len(ranks) == len(suits) == 1 else None
            truth = face(view.truth.grid[row * COLUMNS + column]) if view.truth else None
            line.append(Cell(name, at, words, one, truth))
        found.append(line)
    return found


def _pile(view: MysteryView, number: int) -> PileOnTable:
    pile = view.puzzle.piles[number]
    hand = tuple(card_number(name) for name in view.hand or ())
    return PileOnTable(
        name=pile_name(number),
        token=TOKENS[number],
        price=price_words(pile.price),
        needs=_needs(PRICES[pile.price]),
        mods=mods_words(view.puzzle, number),
        shown=tuple(face(name) for name in view.shown(number)),
        left=view.left[number],
        ways=tuple(
            (BUY + number * WAYS + way, tuple(face(NAMES[card]) for card in paid_with(hand, way)))
            for way in ways_to_pay(view, number)
        ),
    )


@cache
def _needs(price: Price) -> tuple[tuple[str, ...], ...]:
    """The signs of a price: equal numbers, a suit, a suit in a row.

    >>> _needs(PRICES["full house"]), _needs(PRICES["2 straight flush"])
    ((('=', '=', '='), ('=', '=')), (('suit', '+1'),))
    """
    if price.kind == "same suit":
        return (("suit",) * price.size,)
    if price.kind == "straight flush":
        return (("suit", *("+1",) * (price.size - 1)),)
    return tuple(("=",) * count for count in price.counts)


def _turned(view: MysteryView) -> Turned | None:
    """What was turned up last, until the next low card is taken."""
    last = view.questions[-1] if view.questions else None
    if last is None or last.answer is None or last.picks < len(view.picks or ()):
        return None
    number = PILE_NAMES.index(last.pile)
    cells = () if view.puzzle.twists else view.puzzle.piles[number].cells
    if last.answer == JOKER_NAME:
        words = phrase("A joker turned up: an empty answer.")
    elif cells:
        card, where = words_of(last.answer), listed(cells, "or")
        words = phrase("The {card} turned up: it lay on {cells}.", card=card, cells=where)
    else:
        words = phrase("The {card} turned up.", card=words_of(last.answer))
    return Turned(TOKENS[number], words, cells)


def _hand(view: MysteryView) -> list[str]:
    """The hand by its numbers; the newest lies apart while one of the older ones goes."""
    hand = list(view.hand or ())
    newest = hand[-1:] if view.phase == "dumping" else []
    return sorted(hand[: len(hand) - len(newest)], key=card_number) + newest


def _dumped(view: MysteryView) -> list[str]:
    """The low cards that the seat has dumped or paid."""
    found = []
    for pick in view.picks or ():
        found += [card for card in (*pick.offer, pick.dumped) if card and card != pick.taken]
    for question in view.questions or ():
        found += question.paid
    return found


def _by_suit(cards: Sequence[str]) -> list[tuple[str, str, str]]:
    """Suits, each with its words and the ranks of these cards, ascending."""
    held = sorted(cards, key=card_number)
    return [
        (suit, words, " ".join(name[:-1] for name in held if name[-1] == suit))
        for suit, words in zip(SUITS, SUIT_WORDS, strict=True)
    ]


def _pays(view: MysteryView, piles: Sequence[PileOnTable]) -> dict[str, str]:
    """Classes of the cards in hand: which piles each would pay, and whether that is all one can."""
    ways = [(number, way) for number, pile in enumerate(piles, 1) for _, way in pile.ways]
    found = {}
    for name in view.hand or ():
        paid = {number for number, way in ways if any(one.name == name for one in way)}
        classes = [f"mm-for-{number}" for number in sorted(paid)]
        found[name] = " ".join([*classes, "mm-pay-now"] if paid and len(ways) == 1 else classes)
    return found


def _on_table(view: MysteryView) -> tuple[str, ...]:
    """What to do with a real deck (M18): once a card has been asked for, no more than to pay."""
    paying = phrase("Have you paid a price? Press the pile, and lay there what it names.")
    if view.questions:
        return (paying,)
    puzzle = view.puzzle
    ranks = listed(RANK_WORDS[rank] for rank in reversed(puzzle.ranks))
    jokers = sum(pile.jokers for pile in puzzle.piles)
    jokers += sum(twist.name == "joker swap" for twist in puzzle.twists)
    keep = phrase("Keep face up at hand: all four of {ranks}.", ranks=ranks)
    if jokers:
        more = phrase_many("{n} joker", "{n} jokers", jokers)
        keep = phrase(
            "Keep face up at hand: all four of {ranks}; {jokers}.", ranks=ranks, jokers=more
        )
    return (
        keep,
        phrase(
            "Shuffle the other {n}. Turn up two, take one, dump the other, and so on; hold six.",
            n=len(puzzle.low_cards),
        ),
        paying,
    )


def _mystery(view: MysteryView) -> list[tuple[str, Face]]:
    """The mystery cards with what they are called, once they are told."""
    if view.truth is None:
        return []
    return list(zip(view.slots, map(face, view.truth.mystery), strict=True))


def _wrong(view: MysteryView) -> list[Face]:
    """What the seat named, where that was not the mystery."""
    truth, named = view.truth, view.named or ()
    if truth is None or len(named) < len(truth.mystery):
        return []
    any_order = view.puzzle.any_order
    right = set(named) == set(truth.mystery) if any_order else named == truth.mystery
    return [] if right else list(map(face, named))


def _answers(view: MysteryView) -> tuple[tuple[int, str], ...]:
    """The piles that were asked and what they answered, in order."""
    asked = view.questions or ()
    return tuple((PILE_NAMES.index(one.pile), one.answer) for one in asked if one.answer)


@lru_cache(64)
def _narrowed(puzzle: Puzzle, answers: tuple[tuple[int, str], ...]) -> tuple[NarrowBar, ...]:
    """How the answers narrowed down a single mystery card; nothing where that is only sampled."""
    from facedown.games.mystery.help.knowledge import can_be_exact, start

    if not answers or len(puzzle.mystery) > 1 or not can_be_exact(puzzle):
        return ()
    known = start(puzzle)
    most = len(known.guesses())
    bars = [NarrowBar(most, HIGHEST, "", "")]
    for pile, answer in answers:
        known = known.seen(pile, card_number(answer))
        left = len(known.guesses())
        bars.append(NarrowBar(left, max(3, HIGHEST * left // most), pile_name(pile), TOKENS[pile]))
    return tuple(bars)


def _unsure(game: Game, puzzle: Puzzle) -> str:
    """What to say of a puzzle that the answers need not determine (M10), empty elsewhere.

    None that comes with the game is so.
    """
    from facedown.games.mystery.help.knowledge import right_in_the_end

    chance = None if is_name(str(game.options["puzzle"])) else right_in_the_end(puzzle)
    if chance is None or chance == 1:
        return ""
    return phrase(
        "Not always determined: best play ends with a right guess in {percent}.",
        percent=percent(chance),
    )


def _suppose(
    view: MysteryView, rows: Sequence[Sequence[str]], columns: Sequence[Sequence[str]]
) -> list[tuple[str, Face]]:
    """What can be supposed of the first mystery cell: the note and the card."""
    cells = [slot for slot in view.slots if len(slot) == 2]
    if not cells:
        return []
    cell = cells[0]
    ranks, suits = rows[ord(cell[0]) - ord("A")], columns[int(cell[1]) - 1]
    return [
        (f"suppose {cell} is {rank}{suit}", face(f"{rank}{suit}"))
        for rank in ranks
        for suit in suits
    ]
