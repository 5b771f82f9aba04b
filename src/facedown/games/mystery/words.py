"""Mystery Machine in words: what is shown, what each seat witnesses, what a typed line means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from facedown.core.daily import DayResult, plain
from facedown.core.default_words import ending_for, typed_move
from facedown.core.errors import MalformedMove
from facedown.core.game import ReadBack
from facedown.core.messages import (
    Message,
    capital,
    in_percent,
    joined,
    listed,
    phrase,
    phrase_in,
    phrase_many,
)
from facedown.core.moves import Action, Move
from facedown.core.seats import Ending, Seat
from facedown.core.view import Event
from facedown.games.mystery.cards import (
    COLUMNS,
    JOKER_NAME,
    RANK_WORDS,
    WORDS,
    CardError,
    card_number,
    cell_name,
    name_of,
    read_card,
    words_of,
)
from facedown.games.mystery.dealing import dealing_of
from facedown.games.mystery.moves import (
    NAME,
    Answer,
    Buy,
    Dump,
    Layout,
    Name,
    Offer,
    Removal,
    Shuffle,
    Take,
)
from facedown.games.mystery.puzzle import (
    PILE_NAMES,
    PRICES,
    Puzzle,
    payments,
    pile_name,
    price_words,
)
from facedown.games.mystery.rules import MysteryState
from facedown.games.mystery.studio.library import par_words
from facedown.games.mystery.studio.texts import title_words
from facedown.games.mystery.view import MysteryView

# What is shown


def show(view: MysteryView) -> str:
    """The grid with its tokens, the piles with what they showed, and the seat's low cards."""
    parts = [_heading(view), grid(view.puzzle), _piles(view)]
    twists = twist_lines(view.puzzle)
    if twists:
        lines = (joined("", ("  ", line)) for line in twists)
        parts.append(joined("\n", (phrase("Twists, in this order:"), *lines)))
    if not view.team:
        parts.append(_others(view))
    if view.hand is not None and view.truth is None:
        parts.append(
            phrase("The low cards are real ones, on a table of your own.")
            if view.real
            else _low_cards(view)
        )
    if view.truth is not None:
        parts.append(_end(view))
    return joined("\n\n", parts)


def _heading(view: MysteryView) -> str:
    puzzle = view.puzzle
    title, who = braced(title_words(puzzle)), braced(puzzle.by)
    told: list[str] = [
        phrase("{title}, by {who}.", title=title, who=who)
        if who
        else phrase("{title}.", title=title)
    ]
    if puzzle.par:
        told.append(phrase("Its par is {par}.", par=par_words(puzzle)))
    if view.practice:
        told.append(phrase("This is practice: the layout has been dealt before."))
    slots = listed(view.slots)
    mystery = phrase("The mystery: {slots}.", slots=slots)
    if puzzle.any_order and len(view.slots) > 1:
        mystery = phrase("The mystery: {slots} in any order.", slots=slots)
    return joined("\n", (joined(" ", told), mystery))


def braced(text: str) -> str:
    """A text of somebody else's, in which braces are no places for names."""
    return text if isinstance(text, Message) else text.replace("{", "(").replace("}", ")")


def grid(puzzle: Puzzle) -> str:
    """The grid: a row is a rank, a column a suit."""
    owner = dict.fromkeys(puzzle.mystery, "?")
    for number, pile in enumerate(puzzle.piles):
        owner.update(dict.fromkeys(pile.cells, pile_name(number)))
    lines: list[str] = [phrase("The grid; every row is one rank, every column one suit:")]
    lines.append("      1   2   3   4")
    for row in range(puzzle.rows):
        cells = [cell_name(row * COLUMNS + column) for column in range(COLUMNS)]
        tokens = "".join(f"{owner.get(cell, '.'):4}" for cell in cells).rstrip()
        lines.append(f"  {cells[0][0]}   {tokens}")
    ranks = joined(", ", (RANK_WORDS[rank] for rank in reversed(puzzle.ranks)))
    lines.append(phrase("  Ranks: {ranks}. A point is a cell without a token.", ranks=ranks))
    return joined("\n", lines)


def twist_lines(puzzle: Puzzle) -> list[str]:
    """The twists in words (M4)."""
    lines: list[str] = []
    for twist in puzzle.twists:
        cells = listed(twist.cells)
        if twist.name == "joker swap":
            lines.append(
                phrase(
                    "the card of {cells} becomes the mystery, a joker takes its place", cells=cells
                )
            )
        elif twist.name == "swap":
            lines.append(phrase("the cards of {cells} are swapped", cells=cells))
        elif twist.name == "shift":
            way = joined(phrase(" to "), (*twist.cells, twist.cells[0]))
            lines.append(phrase("cards move on from {way}", way=way))
        else:
            lines.append(phrase("the cards of {cells} are shuffled", cells=cells))
    return lines


def mods_words(puzzle: Puzzle, pile: int) -> str:
    """What was removed from a pile and added to it (M3)."""
    mods = puzzle.piles[pile]
    removed: str = ""
    if mods.remove and mods.removed_to == "stone":
        removed = phrase_many("{n} card removed", "{n} cards removed", mods.remove)
    elif mods.remove:
        removed = phrase_many(
            "{n} card removed to the mystery", "{n} cards removed to the mystery", mods.remove
        )
    added = phrase_many("{n} joker added", "{n} jokers added", mods.jokers) if mods.jokers else ""
    both = [removed, added] if puzzle.order == "removals first" else [added, removed]
    return joined(phrase(", then "), (part for part in both if part))


def _piles(view: MysteryView) -> str:
    lines = [phrase("Piles:")]
    for number, pile in enumerate(view.puzzle.piles):
        mods = mods_words(view.puzzle, number)
        line = phrase("{pile} for {price}", pile=pile_name(number), price=price_words(pile.price))
        if mods:
            line = phrase("{pile} ({mods})", pile=line, mods=mods)
        if view.questions is not None:
            line = phrase(
                "{pile}: shown {shown}; {cards} left",
                pile=line,
                shown=", ".join(view.shown(number)) or phrase_in("cards", "nothing"),
                cards=phrase_many("{n} card", "{n} cards", view.left[number]),
            )
        lines.append(phrase("  {line}.", line=line))
    return joined("\n", lines)


def _others(view: MysteryView) -> str:
    lines = [phrase("The race:")]
    for seat, effort in enumerate(view.efforts):
        line = phrase(
            "  {who}: {picks}, asked {asked}",
            who=f"{{{seat}}}",
            picks=phrase_many("{n} pick", "{n} picks", effort.picks),
            asked=", ".join(effort.asked) or phrase_in("cards", "nothing"),
        )
        lines.append(phrase("{line}; has guessed", line=line) if effort.guessed else line)
    return joined("\n", lines)


def _low_cards(view: MysteryView) -> str:
    hand = ", ".join(view.hand or ()) or phrase_in("hand", "empty")
    lines = [phrase("Your hand: {cards}.", cards=hand)]
    if view.offer is not None:
        lines.append(phrase("To take: {cards}.", cards=listed(view.offer, "or")))
    lines.append(
        phrase(
            "{picks} left, {cards} unseen.",
            picks=phrase_many("{n} pick", "{n} picks", view.picks_left),
            cards=phrase_many("{n} low card", "{n} low cards", view.low_left),
        )
    )
    ready = [name for name, ways in payable(view).items() if ways]
    if ready:
        lines.append(phrase("You can pay for {piles}.", piles=listed(ready)))
    return joined("\n", lines)


def _end(view: MysteryView) -> str:
    assert view.truth is not None
    rows = []
    for row in range(view.puzzle.rows):
        cards = view.truth.grid[row * COLUMNS : (row + 1) * COLUMNS]
        rows.append(f"  {cell_name(row * COLUMNS)[0]}   " + "".join(f"{c:4}" for c in cards))
    again = phrase(
        "To deal it again as practice: {option}", option=f"--option redo={view.truth.redo}"
    )
    return joined("\n", [phrase("The layout was:"), *(row.rstrip() for row in rows), again])


def ways_to_pay(view: MysteryView, pile: int) -> Sequence[int]:
    """The sets of places of the hand that pay for a pile that has a card left.

    Real cards pay it at the table (M18): then there is one way, with none of the program's.
    """
    if not view.left[pile]:
        return ()
    if view.real:
        return (0,)
    return payments(PRICES[view.puzzle.piles[pile].price], [*map(card_number, view.hand or ())])


def payable(view: MysteryView) -> dict[str, list[tuple[str, ...]]]:
    """The ways in which the seat can pay for each pile, as cards."""
    hand = view.hand or ()
    found: dict[str, list[tuple[str, ...]]] = {}
    for number in range(len(view.puzzle.piles)):
        found[pile_name(number)] = [
            tuple(
                sorted(
                    (card for index, card in enumerate(hand) if way >> index & 1), key=card_number
                )
            )
            for way in ways_to_pay(view, number)
        ]
    return found


def prompt(view: MysteryView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return phrase("The game is over.")
    if view.phase == "guessed":
        return phrase("You have guessed; wait for the others.")
    if view.seat not in view.actors:
        return phrase("Wait.")
    if view.phase == "dumping":
        older = ", ".join((view.hand or ())[:-1])
        return phrase("You hold seven: dump an older card ({cards}).", cards=older)
    named = len(view.named or ())
    unordered = view.puzzle.any_order and len(view.slots) > 1
    if view.phase == "naming":
        if unordered:
            return phrase("Name another mystery card, such as KH.")
        return phrase("Name the card for {slot}, such as KH.", slot=view.slots[named])
    choices: list[str] = []
    if view.offer is not None:
        choices.append(phrase("take {cards}", cards=listed(view.offer, "or")))
    buys = {pile: ways for pile, ways in payable(view).items() if ways}
    if view.real and buys:
        choices.append(phrase("buy a pile that you have paid (buy {pile})", pile=min(buys)))
    else:
        choices += [_to_buy(pile, ways) for pile, ways in buys.items()]
    choices.append(
        phrase("name a mystery card (name KH)")
        if unordered
        else phrase("name the card for {slot} (name KH)", slot=view.slots[0])
    )
    return phrase("{choices}.", choices=capital(listed(choices, "or")))


MOST_WAYS: Final = 4
"""So many ways to pay are told at most."""


def _to_buy(pile: str, ways: Sequence[tuple[str, ...]]) -> str:
    """A question, and what can pay for it."""
    told: list[str] = [" ".join(way) for way in ways[:MOST_WAYS]]
    if left := len(ways) - len(told):
        told.append(phrase_many("{n} other way", "{n} other ways", left))
    return phrase("buy {pile} with {ways}", pile=pile, ways=listed(told, "or"))


def in_brief(view: MysteryView) -> str:
    """How a finished game went, without the mystery."""
    if view.outcome is None:
        return phrase("not solved yet.")
    who = max(view.seat, 0)
    many = len(view.efforts[0 if view.team else who].asked)
    asked = phrase_many("{n} question", "{n} questions", many)
    if view.puzzle.par:
        asked = phrase(
            "{questions} (best play: {par})", questions=asked, par=par_words(view.puzzle)
        )
    if who not in view.outcome.winners and not view.outcome.points[who]:
        return phrase("not solved, after {questions}.", questions=asked)
    if view.real:
        return phrase("solved, after {questions}.", questions=asked)
    left = phrase_many("{n} low card", "{n} low cards", view.outcome.points[who])
    return phrase("solved with {cards} left, after {questions}.", cards=left, questions=asked)


def day_result(view: MysteryView) -> DayResult:
    """Questions asked, each a mark, and whether the mystery was named."""
    assert view.outcome is not None
    assert view.truth is not None
    who = 0 if view.team else max(view.seat, 0)
    found = _in_order(view, view.truth.guesses[who]) == _in_order(view, view.truth.mystery)
    asked = len(view.efforts[who].asked)
    par = (round(100 * float(view.puzzle.par)),) if view.puzzle.par else ()
    return DayResult(found, (asked,), par, "◆" * asked)


def took_in_words(took: Sequence[int]) -> str:
    """Questions, given in hundredths."""
    if took[0] % 100:
        many = took[0] / 100
        return phrase_many("{number} question", "{number} questions", many, number=plain(took[0]))
    return phrase_many("{n} question", "{n} questions", took[0] // 100)


def ending(view: MysteryView) -> Ending:
    """How a finished game ended for a seat: whether its answer was right, then who won (M5, M12).

    Who named the mystery and has fewer cards left than another was right all the same.
    """
    assert view.outcome is not None
    assert view.truth is not None
    told = ending_for(view.seat, view.outcome)
    if view.seat < 0:
        return told
    cards = view.truth.guesses[0 if view.team else view.seat]
    answer = _cards_listed(view.truth.mystery)
    if _in_order(view, cards) != _in_order(view, view.truth.mystery):
        found = view.outcome.winners
        why = told.why if found else phrase("The mystery was {answer}.", answer=answer)
        return Ending(phrase("It is not {cards}", cards=_cards_listed(cards)), why)
    if view.team:
        return Ending(phrase("You found it"), told.why)
    asked = phrase_many("{n} question", "{n} questions", view.asked)
    if view.seat not in view.outcome.winners:
        return Ending(phrase("Right, in {questions}", questions=asked), told.why)
    why = phrase(
        "You have {cards} left after {questions}; the mystery was {answer}.",
        cards=phrase_many("{n} low card", "{n} low cards", view.outcome.points[view.seat]),
        questions=asked,
        answer=answer,
    )
    return Ending(told.words, why)


def _in_order(view: MysteryView, cards: Sequence[str]) -> tuple[int, ...]:
    return dealing_of(view.puzzle).in_one_order([card_number(card) for card in cards])


def _cards_listed(cards: Iterable[str]) -> str:
    return listed(phrase("the {card}", card=words_of(card)) for card in cards)


# Typed lines


def typed(move: Move) -> str:
    """A seat's move as it is typed.

    >>> typed(Buy("Q1", ("7D", "7S"))), typed(Name("KH"))
    ('buy Q1 7D 7S', 'name KH')
    """
    if isinstance(move, Buy):
        return " ".join(["buy", move.pile, *(move.cards or ())])
    return typed_move(move)


def read(text: str, view: MysteryView) -> Move:
    """The move that a typed line means.

    ``7D`` or ``take 7D`` takes, ``dump 9S`` dumps, ``buy Q1`` or ``buy Q1 7D 7S`` asks, ``name KH``
    guesses. Raises ``MalformedMove`` with one sentence for anything else.
    """
    words = text.strip().split()
    verb = words[0].lower() if words else ""
    rest = " ".join(words[1:])
    try:
        if verb in ("take", "pick", "draw", "choose"):
            return Take(read_card(rest))
        if verb in ("dump", "discard", "drop"):
            return Dump(read_card(rest))
        if verb in ("name", "guess"):
            return Name(read_card(rest))
    except CardError as problem:
        raise MalformedMove(problem.message) from None
    if verb in ("buy", "ask", "pile") and len(words) > 1:
        named = words[2:] if words[1].lower() == "pile" else words[1:]
        return _buy(" ".join(named[:1]).upper(), named[1:], view)
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
        phrase("That is not a move; type take 7D, buy Q1, name KH, or, with seven cards, dump 9S.")
    )


def read_back(text: str, view: MysteryView) -> ReadBack | None:
    """What naming a card would mean, before it is done: there is one guess (M8).

    Other moves are not said back, nor lines that would be refused.
    """
    try:
        move = read(text, view)
    except MalformedMove:
        return None
    if not isinstance(move, Name) or move.card is None:
        return None
    if NAME + card_number(move.card) not in view.legal:
        return None
    named, last = len(view.named or ()), len(view.slots) - 1
    card = words_of(move.card)
    meaning = phrase("You name the {card} for {slot}.", card=card, slot=view.slots[named])
    if view.puzzle.any_order and last:
        meaning = phrase("You name the {card}.", card=card)
    if named < last:
        begun = phrase("Your guess begins: then only the other mystery cards can be named.")
        return ReadBack(move, meaning, () if named else (begun,), confirm=not named)
    ends = phrase("There is one guess: right or wrong, it ends the game.")
    if not view.team:
        ends = phrase("There is one guess: right or wrong, it ends your game.")
    return ReadBack(move, meaning, (ends,))


def _buy(pile: str, cards: list[str], view: MysteryView) -> Buy:
    """A purchase; where it can be paid in one way only, the cards need not be named."""
    try:
        paid = cards[1:] if [card.lower() for card in cards[:1]] == ["with"] else cards
        named = tuple(read_card(card.strip(",")) for card in paid)
    except CardError as problem:
        raise MalformedMove(problem.message) from None
    ways = payable(view).get(pile)
    if ways is None:
        names = listed(payable(view), "or")
        raise MalformedMove(
            phrase("There is no pile {pile!r}; buy from {names}.", pile=pile[:20], names=names)
        )
    if named and not view.real:
        return Buy(pile, named)
    if len(ways) > 1:
        some = listed((" ".join(way) for way in ways[:6]), "or")
        raise MalformedMove(
            phrase("Say which cards pay for {pile}: {cards}.", pile=pile, cards=some)
        )
    return Buy(pile, ways[0] if ways else ())


# What each seat witnesses of a move


def witness(
    before: MysteryState, seat: Seat, action: Action, after: MysteryState, viewer: Seat
) -> Event:
    """One move for one viewer; in a race the others' cards stay hidden."""
    move = before.move_of(seat, action)
    match move:
        case Layout() | Shuffle() | Removal():
            return _dealt(move, before, seat)
        case Offer() | Answer():
            return _turned_up(move, before, seat, after, viewer)
    if after.is_over:
        last = phrase("{done}.", done=_done(move, before, seat))
        told = joined(" ", (last, _told_at_the_end(after)))
        return Event(seat, move, told, reveals=True)
    shared = before.setting.shared
    if shared or viewer == seat:
        text = _done(move, before, seat)
        reveals = _shows_at_once(seat, move, after)
        if reveals and not shared:
            text = _with_what_it_shows(text, seat, move, after)
        return Event(seat, move, phrase("{done}.", done=text), reveals=reveals)
    reveals = _shows_at_once(seat, move, after)
    return Event(seat, _hidden(move), phrase("{done}.", done=_seen(move, seat)), reveals=reveals)


def _dealt(move: Move, state: MysteryState, seat: Seat) -> Event:
    """What is dealt face down before play."""
    match move:
        case Layout():
            rows = state.setting.puzzle.rows
            text = phrase("The grid is laid face down: {rows} ranks in 4 suits.", rows=rows)
            if state.setting.redo is not None:
                text = phrase(
                    "The grid is laid again face down: {rows} ranks in 4 suits.", rows=rows
                )
            return Event(seat, Layout(None, None), text, reveals=False)
        case Shuffle(twist=twist):
            cells = listed(state.setting.puzzle.twists[twist - 1].cells)
            text = phrase("The cards of {cells} are shuffled.", cells=cells)
            return Event(seat, Shuffle(twist, None), text, reveals=False)
        case Removal(pile=pile, cards=cards):
            text = phrase_many(
                "From pile {pile} {n} card goes unseen to the mystery.",
                "From pile {pile} {n} cards go unseen to the mystery.",
                len(cards or ()),
                pile=pile,
            )
            return Event(seat, Removal(pile, None), text, reveals=False)
    raise AssertionError(move)


def _turned_up(
    move: Move, before: MysteryState, seat: Seat, after: MysteryState, viewer: Seat
) -> Event:
    """Two low cards or an answer, for those who may see them."""
    sheet = after.sheet_of(viewer)
    if isinstance(move, Offer):
        if sheet is None or after.offer_of(sheet) != after.offers[-1]:
            return Event(seat, Offer(None), phrase("Two low cards are turned up."), reveals=True)
        cards = listed(map(words_of, move.cards or ()), "or")
        text = phrase("Two low cards: {cards}.", cards=cards)
        return Event(seat, move, text, reveals=True)
    assert isinstance(move, Answer)
    pile = PILE_NAMES.index(move.pile)
    if sheet is None or after.asked(sheet)[pile] <= len(before.orders[pile]):
        text = phrase("Pile {pile} turns up a card.", pile=move.pile)
        return Event(seat, Answer(move.pile, None), text, reveals=True)
    card = _a_card(str(move.card))
    text = phrase("Pile {pile} turns up {card}.", pile=move.pile, card=card)
    return Event(seat, move, text, reveals=True)


def _a_card(name: str) -> str:
    return phrase("a joker") if name == "joker" else phrase("the {card}", card=words_of(name))


def _done(move: Move, state: MysteryState, seat: Seat) -> str:
    """A seat's move for who may see it, without the full stop."""
    who = f"{{{seat}}}"
    match move:
        case Take(card=str(card)):
            sheet = state.sheet_of(seat)
            offer = state.offer_of(sheet) if sheet is not None else None
            others = [WORDS[c] for c in offer or () if WORDS[c] != words_of(card)]
            return phrase(
                "{who} takes the {card} and dumps the {other}",
                who=who,
                card=words_of(card),
                other=others[0],
            )
        case Dump(card=str(card)):
            return phrase("{who} dumps the {card}", who=who, card=words_of(card))
        case Buy(pile=pile, cards=tuple(cards)) if cards:
            paid = listed(words_of(card) for card in cards)
            return phrase(
                "{who} buys a question of pile {pile} for {paid}", who=who, pile=pile, paid=paid
            )
        case Buy():  # paid with real cards (M18)
            return _seen(move, seat)
        case Name(card=str(card)):
            sheet = state.sheet_of(seat)
            assert sheet is not None
            slots = state.setting.dealing.slots
            if state.setting.puzzle.any_order and len(slots) > 1:
                return phrase("{who} names the {card}", who=who, card=words_of(card))
            slot = slots[len(state.named[sheet])]
            return phrase(
                "{who} names the {card} for {slot}", who=who, card=words_of(card), slot=slot
            )
    raise AssertionError(move)


def _seen(move: Move, seat: Seat) -> str:
    """Another seat's move in a race: without its cards."""
    who = f"{{{seat}}}"
    match move:
        case Take():
            return phrase("{who} takes a low card", who=who)
        case Dump():
            return phrase("{who} dumps a low card", who=who)
        case Buy(pile=pile):
            return phrase("{who} buys a question of pile {pile}", who=who, pile=pile)
        case Name():
            return phrase("{who} names a card", who=who)
    raise AssertionError(move)


def _hidden(move: Move) -> Move:
    match move:
        case Take():
            return Take(None)
        case Dump():
            return Dump(None)
        case Buy(pile=pile):
            return Buy(pile, None)
    assert isinstance(move, Name)
    return Name(None)


def _shows_at_once(seat: Seat, move: Move, after: MysteryState) -> bool:
    """Whether a move shows its seat something that has been turned up for another already.

    Also true of a guess: what is named is said aloud.
    """
    sheet = after.sheet_of(seat)
    assert sheet is not None
    if isinstance(move, Buy):
        pile = PILE_NAMES.index(move.pile)
        return after.asked(sheet)[pile] <= len(after.orders[pile])
    if isinstance(move, Take | Dump):
        return after.offer_of(sheet) is not None
    return after.has_guessed(sheet)


def _with_what_it_shows(done: str, seat: Seat, move: Move, after: MysteryState) -> str:
    """A move of a race with what it shows its seat at once."""
    sheet = after.sheet_of(seat)
    assert sheet is not None
    if isinstance(move, Buy):
        pile = PILE_NAMES.index(move.pile)
        card = name_of(after.orders[pile][after.asked(sheet)[pile] - 1])
        return phrase("{done}; it turns up {card}", done=done, card=_a_card(card))
    offer = after.offer_of(sheet)
    if isinstance(move, Take | Dump) and offer is not None:
        cards = listed((WORDS[card] for card in offer), "or")
        return phrase("{done}; next are {cards}", done=done, cards=cards)
    return done


def _told_at_the_end(state: MysteryState) -> Message:
    dealing = state.setting.dealing
    told = listed(
        phrase("{slot} is the {card}", slot=slot, card=WORDS[card])
        for slot, card in zip(dealing.slots, dealing.mystery(state.deal), strict=True)
    )
    return phrase("The mystery is turned over: {told}.", told=told)


# Exact figures as people read them


def at_most(most: int, worst: int) -> str:
    """How many questions best play asks at most, and how many one needs who aims at that.

    Best play aims at the fewest on average, so it may ask more than are always enough.

    >>> at_most(5, 5)
    'Best play asks 5 questions at most.'
    >>> at_most(5, 4)
    'Best play asks 5 questions at most; who plays for the worst case needs 4 at most.'
    """
    if most == worst:
        return phrase_many(
            "Best play asks {n} question at most.", "Best play asks {n} questions at most.", most
        )
    return phrase_many(
        "Best play asks {n} question at most; who plays for the worst case needs {worst} at most.",
        "Best play asks {n} questions at most; who plays for the worst case needs {worst} at most.",
        most,
        worst=worst,
    )


def percent(chance: Fraction) -> str:
    """A chance in words, without calling anything certain or impossible that is not.

    >>> percent(Fraction(1, 12)), percent(Fraction(1, 1000)), percent(Fraction(1))
    ('8.3 %', '0.1 %', '100 %')
    """
    if chance in (0, 1):
        return in_percent(chance)
    return in_percent(min(max(float(chance), 0.001), 0.999), 1)
