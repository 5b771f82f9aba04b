"""Solid in words: cards, moves as each seat witnesses them, the table, what a typed line means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from facedown.core.daily import DayResult
from facedown.core.default_words import ending_for
from facedown.core.errors import MalformedMove
from facedown.core.messages import (
    capital,
    joined,
    listed,
    phrase,
    phrase_in,
    phrase_many,
    separated,
)
from facedown.core.moves import Action, Move
from facedown.core.seats import Ending, Seat, Seats, seats_listed
from facedown.core.view import Event
from facedown.games.solid.cards import TYPES, card_words, data_words, effect_words
from facedown.games.solid.moves import (
    Add,
    Discard,
    Draw,
    EndTurn,
    First,
    LetHappen,
    Play,
    Protect,
    Share,
    UseEvent,
)
from facedown.games.solid.rules import REACTION, Setting, SolidState, distances, missing
from facedown.games.solid.view import SolidView

USAGE = "play H, share H2, event H7 2 M, event take H7, discard H, end turn, protect or let happen"


def in_brief(view: SolidView) -> str:
    """How a finished game went: the points of each seat."""
    if view.outcome is None:
        return phrase("not finished yet.")
    points = joined(phrase_in("between points", " : "), map(str, view.points))
    turns = phrase_many("{n} turn", "{n} turns", view.turn)
    if max(view.seat, 0) in view.outcome.winners:
        return phrase("won {points} in {turns}.", points=points, turns=turns)
    return phrase("lost {points} in {turns}.", points=points, turns=turns)


def day_result(view: SolidView) -> DayResult:
    """Turns of both, and whether it was won; the marks are a seat's points."""
    assert view.outcome is not None
    marks = " : ".join(map(str, view.points))
    return DayResult(view.seat in view.outcome.winners, (view.turn,), (), marks)


def took_in_words(took: Sequence[int]) -> str:
    """Turns, given in hundredths."""
    return phrase_many("{n} turn", "{n} turns", took[0] // 100)


def ending(view: SolidView) -> Ending:
    """How a finished game ended for a seat, in points (L7)."""
    assert view.outcome is not None
    told, winners = ending_for(view.seat, view.outcome), view.outcome.winners
    if view.seat in winners:
        mine = view.points[view.seat]
        others = [points for seat, points in enumerate(view.points) if seat not in winners]
        why = (
            phrase("You have {n} points each.", n=mine)
            if winners[1:]
            else phrase("You have {n} points, and next comes {less}.", n=mine, less=max(others))
        )
        return Ending(told.words, why)
    if view.seat == view.mover:
        who = seats_listed(winners)
        why = phrase_many(
            "You ended it; {who} has most points.",
            "You ended it; {who} have as many points.",
            len(winners),
            who=who,
        )
        return Ending(told.words, why)
    return told


def cards_listed(names: tuple[str, ...]) -> str:
    """Cards with how many of each.

    >>> cards_listed(("H", "H", "S7"))
    '2 H, S7'
    """
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in Counter(names).items())


# Moves as each seat witnesses them


def witness(
    before: SolidState, seat: Seat, action: Action, after: SolidState, viewer: Seat
) -> Event:
    """One move for one viewer: of a card that is drawn only its drawer sees which it is."""
    move = before.move_of(seat, action)
    if isinstance(move, Draw) and move.player != viewer:
        move = Draw(move.player, None)
    text = joined(
        " ",
        [
            move_words(before.setting, seat, move),
            *consequences(before, seat, move, after, after.waiting[:1]),
        ],
    )
    # What one plays can be taken back; a drawn card, and an answer to an event, cannot.
    return Event(
        seat, move, text, reveals=isinstance(move, Add | First | Draw | Protect | LetHappen)
    )


def told(setting: Setting, name: str) -> str:
    """A card as a player says it: by its type, by what it needs, or as an event.

    >>> from facedown.core.registry import new_game
    >>> setting = new_game("solid").setting
    >>> print(told(setting, "C"), told(setting, "C3+3"), told(setting, "steal"), sep="; ")
    a competences card; a card of 3 competences and 3 social media; an event (steal a data card)
    """
    card = setting.deck[setting.kinds[name]]
    if card.type >= 0:
        return phrase("a {type} card", type=TYPES[card.type])
    if card.shares:
        return phrase("a card of {data}", data=data_words(card.needs))
    if card.effect == "protect":
        return phrase("a protect card")
    return phrase("an event ({effect})", effect=effect_words(card.effect, setting.limits))


def move_words(setting: Setting, seat: Seat, move: Move) -> str:
    """What a seat does, without what follows from it."""
    who = f"{{{seat}}}"
    match move:
        case Add(card=card):
            return phrase("{card} is shuffled in.", card=capital(told(setting, card)))
        case First(player=player):
            return phrase("{who} is drawn to begin.", who=f"{{{player}}}")
        case Draw(player=player, card=card):
            drawn = told(setting, card) if card else phrase("a card")
            return phrase("{who} draws {card}.", who=f"{{{player}}}", card=drawn)
        case Play(card=card):
            return phrase("{who} plays {card}.", who=who, card=told(setting, card))
        case Share(card=card):
            points = setting.deck[setting.kinds[card]].points
            return phrase(
                "{who} shares {card} for {points}.",
                who=who,
                card=told(setting, card),
                points=phrase_many("{n} point", "{n} points", points),
            )
        case UseEvent(card=card, owner=owner, target=target):
            by = setting.deck[setting.kinds[card]]
            effect = effect_words(by.effect, setting.limits)
            used = told(setting, card) if by.shares else phrase("an event")
            if owner is None:
                return phrase(
                    "{who} plays {card} to {effect}: {target}.",
                    who=who,
                    card=used,
                    effect=effect,
                    target=told(setting, target),
                )
            return phrase(
                "{who} plays {card} to {effect}: {target} of {owner}.",
                who=who,
                card=used,
                effect=effect,
                target=told(setting, target),
                owner=f"{{{owner}}}",
            )
        case Discard(card=card):
            return phrase("{who} discards {card}.", who=who, card=told(setting, card))
        case EndTurn():
            return phrase("{who} ends the turn.", who=who)
        case Protect(card=card):
            return phrase(
                "{who} plays {card}: the event is prevented.", who=who, card=told(setting, card)
            )
        case LetHappen():
            return phrase("{who} lets it happen.", who=who)
    raise AssertionError(move)


def consequences(
    before: SolidState, seat: Seat, move: Move, after: SolidState, asked: Seats
) -> Iterator[str]:
    """What follows from a move, or who may prevent it."""
    if isinstance(move, UseEvent):
        yield _what_follows(move, before, seat, after, asked)
    if isinstance(move, LetHappen):
        hit = before.setting.moves[before.pending]
        assert isinstance(hit, UseEvent)
        yield _what_follows(hit, before, before.mover, after, asked)
    if len(after.shuffled) > len(before.shuffled):
        yield phrase("The pile is empty: the discard pile is shuffled and becomes the pile.")


def _what_follows(
    move: UseEvent, before: SolidState, seat: Seat, after: SolidState, asked: Seats
) -> str:
    """What a played event does at once, or who may prevent it."""
    if move.owner is None:
        card = told(before.setting, move.target)
        return phrase("{who} takes {card}.", who=f"{{{seat}}}", card=card)
    if after.phase == REACTION:
        return phrase("{who} may protect.", who=seats_listed(asked))
    return _hit(move, before, seat)


def _hit(move: UseEvent, state: SolidState, attacker: Seat) -> str:
    """What an event does that nobody prevents."""
    effect = state.setting.deck[state.setting.kinds[move.card]].effect
    card, owner = capital(told(state.setting, move.target)), f"{{{move.owner}}}"
    if effect == "steal":
        return phrase("{card} goes to {who}.", card=card, who=f"{{{attacker}}}")
    return phrase("{card} of {owner} goes to the discard pile.", card=card, owner=owner)


# The table


def show(setting: Setting, view: SolidView) -> str:
    """The pods, the piles, and the seat's hand with what is still missing."""
    lines = [_turn(setting, view)] if view.turn else [phrase("The cards are being dealt.")]
    for seat in range(view.seats):
        lines += _seat(view, seat)
    lines.append(
        phrase(
            "Pile: {cards}. Discard pile: {discarded}.",
            cards=phrase_many("{n} card", "{n} cards", view.pile),
            discarded=cards_listed(view.discard) or phrase_in("pile", "empty"),
        )
    )
    if view.pending is not None:
        lines.append(
            phrase(
                "{who} plays {card} on {target} of {owner}.",
                who=f"{{{view.pending.seat}}}",
                card=view.pending.card,
                target=view.pending.target,
                owner=f"{{{view.pending.owner}}}",
            )
        )
    if view.hand is not None:
        lines.append(phrase("Your hand:") if view.hand else phrase("Your hand is empty."))
        lines += [_in_hand(setting, view, name, n) for name, n in Counter(view.hand).items()]
    return joined("\n", lines)


def _turn(setting: Setting, view: SolidView) -> str:
    who = f"{{{view.mover}}}"
    return phrase("Turn {n} of at most {most}: {who}.", n=view.turn, most=setting.turns, who=who)


def _seat(view: SolidView, seat: int) -> list[str]:
    pod = view.pods[seat]
    types = joined(
        ", ",
        (phrase("{type} {n}", type=TYPES[kind], n=count) for kind, count in enumerate(pod)),
    )
    limits = view.limits
    each, twice, total = distances(pod, limits)
    lines: list[str] = [
        phrase(
            "{who}: {points}, {cards} in hand.",
            who=f"{{{seat}}}",
            points=phrase_many("{n} point", "{n} points", view.points[seat]),
            cards=phrase_many("{n} card", "{n} cards", view.sizes[seat]),
        ),
        phrase("  Pod: {types}; {n} in all.", types=types, n=sum(pod)),
        phrase(
            "  To end the game it lacks {each} for {each_limit} of each type, "
            "{twice} for {twice_limit} of two types, {total} for {total_limit} in all.",
            each=each,
            each_limit=limits.each,
            twice=twice,
            twice_limit=limits.twice,
            total=total,
            total_limit=limits.total,
        ),
    ]
    if view.shared[seat]:
        lines.append(phrase("  Shares: {cards}.", cards=cards_listed(view.shared[seat])))
    if view.known[seat] and seat != view.seat:
        lines.append(phrase("  Known in that hand: {cards}.", cards=cards_listed(view.known[seat])))
    return lines


def _in_hand(setting: Setting, view: SolidView, name: str, number: int) -> str:
    card = setting.deck[setting.kinds[name]]
    words = card_words(card, setting.limits)
    if number > 1:
        words = phrase("{card} (you hold {n})", card=words, n=number)
    lacks = missing(card, view.pods[view.seat])
    if any(lacks):
        words = phrase("{card}; lacks {data}", card=words, data=data_words(lacks))
    return joined("", ("  ", words))


def prompt(setting: Setting, view: SolidView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return phrase("The game is over.")
    if view.seat not in view.actors:
        return phrase("Wait for your turn.")
    if view.phase == "reaction" and view.pending is not None:
        steals = setting.deck[setting.kinds[view.pending.card or ""]].effect == "steal"
        who, owner = f"{{{view.pending.seat}}}", f"{{{view.pending.owner}}}"
        target = view.pending.target
        if steals:
            return phrase(
                "{who} steals {target} of {owner}: protect, or let happen?",
                who=who,
                target=target,
                owner=owner,
            )
        return phrase(
            "{who} destroys {target} of {owner}: protect, or let happen?",
            who=who,
            target=target,
            owner=owner,
        )
    left = view.limits.plays - view.plays
    if not view.hand:
        return phrase("End turn.")
    if view.discarded or not left:
        return phrase("Discard cards, such as discard {card}, or end turn.", card=view.hand[0])
    return phrase_many(
        "{n} play left: {moves}; or end turn.",
        "{n} plays left: {moves}; or end turn.",
        left,
        moves=separated(_can_do(setting, view)),
    )


def _can_do(setting: Setting, view: SolidView) -> Iterator[str]:
    """What can be typed in one's turn, kind of move by kind."""
    moves = [setting.moves[action] for action in view.legal]
    for kind in (Play, Share):
        if cards := [move.card for move in moves if isinstance(move, kind)]:
            yield phrase("{move} {cards}", move=kind.kind, cards=listed(cards, "or"))
    if events := [move for move in moves if isinstance(move, UseEvent)]:
        names = listed(dict.fromkeys(move.card for move in events), "or")
        example = next((move for move in events if move.owner != view.seat), events[0])
        yield phrase("event {cards}, such as {example}", cards=names, example=typed(example))
    held = listed(dict.fromkeys(view.hand or ()), "or")
    yield phrase("{move} {cards}", move="discard", cards=held)


# Typed lines


def read(setting: Setting, text: str, view: SolidView) -> Move:
    """The move that a typed line means; raises ``MalformedMove`` with one sentence otherwise.

    ``event H7 2 M`` hits M of seat 2, ``event take H7`` takes from the discard pile.
    """
    names = {name.lower(): name for name in setting.kinds}
    words = text.lower().split()
    cards = [names.get(word) for word in words]
    match words:
        case ["end"] | ["end", "turn"] | ["done"]:
            return EndTurn()
        case ["let", "happen"] | ["happen"] | ["no"]:
            return LetHappen()
        case ["protect"] | ["yes"]:
            return Protect(protecting(setting, view))
        case ["play", _] if cards[1]:
            return Play(cards[1])
        case ["share", _] if cards[1]:
            return Share(cards[1])
        case ["discard", _] if cards[1]:
            return Discard(cards[1])
        case ["protect", _] if cards[1]:
            return Protect(cards[1])
        case ["event", _, _] if cards[1] and cards[2]:
            return UseEvent(cards[1], None, cards[2])
        case ["event", _, seat, _] if cards[1] and cards[3]:
            if seat in {str(number + 1) for number in range(view.seats)}:
                return UseEvent(cards[1], int(seat) - 1, cards[3])
    raise MalformedMove(_unreadable(setting, words, cards, view))


def _unreadable(
    setting: Setting, words: list[str], cards: list[str | None], view: SolidView
) -> str:
    """Why a line is no move."""
    if len(words) == 1 and cards[0]:
        moves = [setting.moves[action] for action in view.legal]
        ways = {move.kind: typed(move) for move in moves if getattr(move, "card", "") == cards[0]}
        if ways:
            some = listed(ways.values(), "or")
            return phrase("Say what to do with {card}: {moves}.", card=cards[0], moves=some)
    if len(words) > 1 and words[0] in {"play", "share", "discard", "event"} and not cards[1]:
        if view.hand is None:
            return phrase("There is no card {card!r} in this deck.", card=words[1][:20])
        held = listed(dict.fromkeys(view.hand), "or") or phrase_in("cards", "none")
        return phrase("There is no card {card!r}; you hold {held}.", card=words[1][:20], held=held)
    if words[:1] == ["event"] and len(words) == 4 and cards[1] and cards[3]:
        return phrase(
            "There is no seat {seat!r}; the seats are 1 to {n}.", seat=words[2][:20], n=view.seats
        )
    return phrase("That is not a move; type {moves}.", moves=USAGE)


def protecting(setting: Setting, view: SolidView) -> str:
    """The protecting card that the seat holds, or any."""
    cards = [card.name for card in setting.deck if card.effect == "protect"]
    if not cards:
        raise MalformedMove(phrase("No card of this deck protects."))
    return next((name for name in cards if name in (view.hand or ())), cards[0])


def typed(move: Move) -> str:
    """A seat's move as it is typed.

    >>> typed(UseEvent("H7", 1, "M")), typed(UseEvent("take", None, "H7"))
    ('event H7 2 M', 'event take H7')
    """
    words = [move.kind]
    if isinstance(move, Play | Share | Discard | Protect | UseEvent):
        words.append(move.card)
    if isinstance(move, UseEvent):
        words += [*([] if move.owner is None else [str(move.owner + 1)]), move.target]
    return " ".join(words)
