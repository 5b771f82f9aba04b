"""Mystery Machine in words: the grid, the piles, the hand, and what a typed line means."""

from __future__ import annotations

from facedown.core.errors import MalformedMove
from facedown.core.moves import Move
from facedown.core.words import counted, listed
from facedown.games.mystery.book import Entry
from facedown.games.mystery.cards import (
    COLUMNS,
    JOKER_NAME,
    RANKS,
    CardError,
    card_number,
    cell_name,
    read_card,
    words_of,
)
from facedown.games.mystery.moves import Buy, Dump, Name, Take
from facedown.games.mystery.prices import PRICES, payments
from facedown.games.mystery.puzzle import Puzzle, pile_name
from facedown.games.mystery.refusals import price_words
from facedown.games.mystery.view import MysteryView


def show(view: MysteryView) -> str:
    """The grid with its tokens, the piles with what they showed, and the seat's low cards."""
    parts = [_heading(view), grid(view.puzzle), _piles(view)]
    twists = twist_lines(view.puzzle)
    if twists:
        parts.append("\n".join(["Twists, in this order:", *(f"  {line}" for line in twists)]))
    if not view.team:
        parts.append(_others(view))
    if view.hand is not None and view.truth is None:
        parts.append(_low_cards(view))
    if view.truth is not None:
        parts.append(_end(view))
    return "\n\n".join(parts)


def entry_words(entry: Entry) -> str:
    """What is known of a puzzle of the book, in few words.

    >>> from facedown.games.mystery.book import book
    >>> entry_words(book()[0])
    'par 3.50, at most 4'
    """
    return f"par {float(entry.par):.2f}, at most {entry.worst}"


def _heading(view: MysteryView) -> str:
    puzzle = view.puzzle
    by = f", by {puzzle.by}" if puzzle.by else ""
    par = f" Its printed par is {puzzle.par}." if puzzle.par else ""
    practice = " This is practice: the layout has been dealt before." if view.practice else ""
    slots = listed(view.slots)
    order = " in any order" if puzzle.any_order and len(view.slots) > 1 else ""
    return f"{braced(puzzle.title)}{braced(by)}.{par}{practice}\nThe mystery: {slots}{order}."


def braced(text: str) -> str:
    """A text of somebody else's, in which braces are no places for names."""
    return text.replace("{", "(").replace("}", ")")


def grid(puzzle: Puzzle) -> str:
    """The grid: a row is a rank, a column a suit."""
    owner = dict.fromkeys(puzzle.mystery, "?")
    for number, pile in enumerate(puzzle.piles):
        owner.update(dict.fromkeys(pile.cells, pile_name(number)))
    lines = ["The grid; every row is one rank, every column one suit:", "      1   2   3   4"]
    for row in range(puzzle.rows):
        cells = [cell_name(row * COLUMNS + column) for column in range(COLUMNS)]
        tokens = "".join(f"{owner.get(cell, '.'):4}" for cell in cells).rstrip()
        lines.append(f"  {cells[0][0]}   {tokens}")
    ranks = ", ".join(reversed([words_of(f"{rank}S").split()[0] for rank in rank_names(puzzle)]))
    lines.append(f"  Ranks: {ranks}. A point is a cell without a token.")
    return "\n".join(lines)


def rank_names(puzzle: Puzzle) -> list[str]:
    """The ranks of the rows, ascending."""
    return [RANKS[rank] for rank in puzzle.ranks]


def twist_lines(puzzle: Puzzle) -> list[str]:
    """The twists in words (M4)."""
    lines = []
    for twist in puzzle.twists:
        cells = listed(twist.cells)
        if twist.name == "joker swap":
            lines.append(f"the card of {cells} becomes the mystery, a joker takes its place")
        elif twist.name == "swap":
            lines.append(f"the cards of {cells} are swapped")
        elif twist.name == "shift":
            way = " to ".join((*twist.cells, twist.cells[0]))
            lines.append(f"cards move on from {way}")
        else:
            lines.append(f"the cards of {cells} are shuffled")
    return lines


def mods_words(puzzle: Puzzle, pile: int) -> str:
    """What was removed from a pile and added to it (M3)."""
    mods = puzzle.piles[pile]
    where = "" if mods.removed_to == "stone" else " to the mystery"
    removed = f"{counted(mods.remove, 'card')} removed{where}" if mods.remove else ""
    added = f"{counted(mods.jokers, 'joker')} added" if mods.jokers else ""
    both = [removed, added] if puzzle.order == "removals first" else [added, removed]
    return ", then ".join(part for part in both if part)


def _piles(view: MysteryView) -> str:
    lines = ["Piles:"]
    for number, pile in enumerate(view.puzzle.piles):
        mods = mods_words(view.puzzle, number)
        line = f"  {pile_name(number)} for {price_words(pile.price)}"
        line += f" ({mods})" if mods else ""
        if view.questions is not None:
            shown = ", ".join(view.shown(number)) or "nothing"
            line += f": shown {shown}; {counted(view.left[number], 'card')} left"
        lines.append(f"{line}.")
    return "\n".join(lines)


def _others(view: MysteryView) -> str:
    lines = ["The race:"]
    for seat, effort in enumerate(view.efforts):
        picks = counted(effort.picks, "pick")
        asked = ", ".join(effort.asked) or "nothing"
        done = "; has guessed" if effort.guessed else ""
        lines.append(f"  {{{seat}}}: {picks}, asked {asked}{done}")
    return "\n".join(lines)


def _low_cards(view: MysteryView) -> str:
    hand = ", ".join(view.hand or ()) or "empty"
    lines = [f"Your hand: {hand}."]
    if view.offer is not None:
        lines.append(f"To take: {view.offer[0]} or {view.offer[1]}.")
    left = counted(view.picks_left, "pick")
    lines.append(f"{left} left, {counted(view.low_left, 'low card')} unseen.")
    ready = [name for name, ways in payable(view).items() if ways]
    if ready:
        lines.append(f"You can pay for {listed(ready)}.")
    return "\n".join(lines)


def _end(view: MysteryView) -> str:
    assert view.truth is not None
    rows = []
    for row in range(view.puzzle.rows):
        cards = view.truth.grid[row * COLUMNS : (row + 1) * COLUMNS]
        rows.append(f"  {cell_name(row * COLUMNS)[0]}   " + "".join(f"{c:4}" for c in cards))
    return "\n".join(
        [
            "The layout was:",
            *(row.rstrip() for row in rows),
            f"To deal it again as practice: --option redo={view.truth.redo}",
        ]
    )


def payable(view: MysteryView) -> dict[str, list[tuple[str, ...]]]:
    """The ways in which the seat can pay for each pile that has a card left."""
    hand = view.hand or ()
    numbers = [card_number(name) for name in hand]
    found: dict[str, list[tuple[str, ...]]] = {}
    for number, pile in enumerate(view.puzzle.piles):
        ways = payments(PRICES[pile.price], numbers) if view.left[number] else ()
        found[pile_name(number)] = [
            tuple(
                sorted(
                    (card for place, card in enumerate(hand) if way >> place & 1), key=card_number
                )
            )
            for way in ways
        ]
    return found


def prompt(view: MysteryView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return "The game is over."
    if view.phase == "guessed":
        return "You have guessed; wait for the others."
    if view.seat not in view.actors:
        return "Wait."
    if view.phase == "dumping":
        return f"You hold seven: dump an older card ({', '.join((view.hand or ())[:-1])})."
    named = len(view.named or ())
    if view.phase == "naming":
        return f"Name the card for {view.slots[named]}, such as KH."
    choices = []
    if view.offer is not None:
        choices.append(f"take {view.offer[0]} or {view.offer[1]}")
    choices += [f"buy {pile}" for pile, ways in payable(view).items() if ways]
    choices.append(f"name the card for {view.slots[0]} (name KH)")
    text = listed(choices, "or")
    return f"{text[0].upper()}{text[1:]}."


def in_brief(view: MysteryView) -> str:
    """How a finished game went, without the mystery."""
    if view.outcome is None:
        return "not solved yet."
    who = max(view.seat, 0)
    asked = counted(len(view.efforts[0 if view.team else who].asked), "question")
    par = f" (printed par {view.puzzle.par})" if view.puzzle.par else ""
    if who not in view.outcome.winners and not view.outcome.points[who]:
        return f"not solved, after {asked}{par}."
    left = counted(view.outcome.points[who], "low card")
    return f"solved with {left} left, after {asked}{par}."


def read(text: str, view: MysteryView) -> Move:
    """The move that a typed line means.

    ``7D`` or ``take 7D`` takes, ``dump 9S`` dumps, ``buy Q1`` or ``buy Q1 7D 7S`` asks, ``name KH``
    guesses. Raises ``MalformedMove`` with one sentence for anything else.
    """
    words = text.strip().split()
    verb = words[0].lower() if words else ""
    rest = " ".join(words[1:])
    try:
        if verb == "take":
            return Take(read_card(rest))
        if verb == "dump":
            return Dump(read_card(rest))
        if verb in ("name", "guess"):
            return Name(read_card(rest))
    except CardError as problem:
        raise MalformedMove(str(problem)) from None
    if verb in ("buy", "ask") and len(words) > 1:
        return _buy(words[1].upper(), words[2:], view)
    if verb.upper() in (pile_name(number) for number in range(len(view.puzzle.piles))):
        return _buy(verb.upper(), words[1:], view)
    try:
        card = read_card(text)
    except CardError:
        card = JOKER_NAME
    if view.phase == "dumping" and card in (view.hand or ()):
        return Dump(card)
    if card in (view.offer or ()):
        return Take(card)
    if view.phase == "naming" and card != JOKER_NAME:
        return Name(card)
    raise MalformedMove(
        "That is not a move; type take 7D, buy Q1, name KH, or, with seven cards, dump 9S."
    )


def _buy(pile: str, cards: list[str], view: MysteryView) -> Buy:
    """A purchase; where it can be paid in one way only, the cards need not be named."""
    try:
        named = tuple(read_card(card.strip(",")) for card in cards)
    except CardError as problem:
        raise MalformedMove(str(problem)) from None
    ways = payable(view).get(pile)
    if ways is None:
        names = listed(payable(view), "or")
        raise MalformedMove(f"There is no pile {pile[:20]!r}; buy from {names}.")
    if named:
        return Buy(pile, named)
    if len(ways) > 1:
        some = listed((" ".join(way) for way in ways[:6]), "or")
        raise MalformedMove(f"Say which cards pay for {pile}: {some}.")
    return Buy(pile, ways[0] if ways else ())
