"""Solid in words: the table, the hand, what is missing, and what a typed line means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from facedown.core.errors import MalformedMove
from facedown.core.moves import Move
from facedown.core.words import counted, listed
from facedown.games.solid.cards import (
    TYPES,
    Card,
    card_words,
    data_words,
)
from facedown.games.solid.ending import distances
from facedown.games.solid.moves import (
    Discard,
    EndTurn,
    LetHappen,
    Play,
    Protect,
    Share,
    UseEvent,
)
from facedown.games.solid.setting import Setting
from facedown.games.solid.view import SolidView

USAGE = "play H, share H2, event H7 2 M, event take H7, discard H, end turn, protect or let happen"


def missing(card: Card, pod: tuple[int, ...]) -> tuple[int, ...]:
    """How many data of each type a pod lacks to share a card (L1)."""
    return tuple(max(0, need - have) for need, have in zip(card.needs, pod, strict=True))


def show(setting: Setting, view: SolidView) -> str:
    """The pods, the piles, and the seat's hand with what is still missing."""
    lines = [_turn(setting, view)] if view.turn else ["The cards are being dealt."]
    for seat in range(view.seats):
        lines += _seat(view, seat)
    discard = cards_listed(view.discard) or "empty"
    lines.append(f"Pile: {counted(view.pile, 'card')}. Discard pile: {discard}.")
    if view.pending is not None:
        hit = f"{view.pending.target} of {{{view.pending.owner}}}"
        lines.append(f"{{{view.pending.seat}}} plays {view.pending.card} on {hit}.")
    if view.hand is not None:
        lines.append("Your hand:" if view.hand else "Your hand is empty.")
        lines += [_in_hand(setting, view, name, n) for name, n in Counter(view.hand).items()]
    return "\n".join(lines)


def cards_listed(names: tuple[str, ...]) -> str:
    """Cards with how many of each.

    >>> cards_listed(("H", "H", "S7"))
    '2 H, S7'
    """
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in Counter(names).items())


def _turn(setting: Setting, view: SolidView) -> str:
    return f"Turn {view.turn} of at most {setting.turns}: {{{view.mover}}}."


def _seat(view: SolidView, seat: int) -> list[str]:
    pod = view.pods[seat]
    types = ", ".join(f"{TYPES[kind]} {count}" for kind, count in enumerate(pod))
    limits = view.limits
    each, twice, total = distances(pod, limits)
    ways = f"{each} for {limits.each} of each type, {twice} for {limits.twice} of two types"
    ways += f", {total} for {limits.total} in all"
    hand = f"{counted(view.sizes[seat], 'card')} in hand"
    lines = [
        f"{{{seat}}}: {counted(view.points[seat], 'point')}, {hand}.",
        f"  Pod: {types}; {sum(pod)} in all.",
        f"  To end the game it lacks {ways}.",
    ]
    if view.shared[seat]:
        lines.append(f"  Shares: {cards_listed(view.shared[seat])}.")
    if view.known[seat] and seat != view.seat:
        lines.append(f"  Known in that hand: {cards_listed(view.known[seat])}.")
    return lines


def _in_hand(setting: Setting, view: SolidView, name: str, number: int) -> str:
    card = setting.deck[setting.kinds[name]]
    times = f" (you hold {number})" if number > 1 else ""
    lacks = missing(card, view.pods[view.seat])
    if any(lacks):
        return f"  {card_words(card, setting.limits)}{times}; lacks {data_words(lacks)}"
    return f"  {card_words(card, setting.limits)}{times}"


def prompt(setting: Setting, view: SolidView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return "The game is over."
    if view.seat not in view.actors:
        return "Wait for your turn."
    if view.phase == "reaction" and view.pending is not None:
        steals = setting.deck[setting.kinds[view.pending.card or ""]].effect == "steal"
        hit = f"{view.pending.target} of {{{view.pending.owner}}}"
        does = "steals" if steals else "destroys"
        return f"{{{view.pending.seat}}} {does} {hit}: protect, or let happen?"
    left = view.limits.plays - view.plays
    if not view.hand:
        return "End turn."
    if view.discarded or not left:
        return f"Discard cards, such as discard {view.hand[0]}, or end turn."
    return f"{counted(left, 'play')} left: {'; '.join(_can_do(setting, view))}; or end turn."


def _can_do(setting: Setting, view: SolidView) -> Iterator[str]:
    """What can be typed in one's turn, kind of move by kind."""
    moves = [setting.moves[action] for action in view.legal]
    for kind in (Play, Share):
        if cards := [move.card for move in moves if isinstance(move, kind)]:
            yield f"{kind.kind} {listed(cards, 'or')}"
    if events := [move for move in moves if isinstance(move, UseEvent)]:
        names = listed(dict.fromkeys(move.card for move in events), "or")
        example = next((move for move in events if move.owner != view.seat), events[0])
        yield f"event {names}, such as {typed(example)}"
    yield f"discard {listed(dict.fromkeys(view.hand or ()), 'or')}"


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


def read(setting: Setting, text: str, view: SolidView) -> Move:
    """The move that a typed line means; raises ``MalformedMove`` with one sentence otherwise.

    ``event H7 2 M`` hits M of seat 2, ``event take H7`` takes from the discard pile.
    """
    names = {name.lower(): name for name in setting.kinds}
    words = text.lower().split()
    cards = [names.get(word) for word in words]
    match words:
        case ["end"] | ["end", "turn"]:
            return EndTurn()
        case ["let", "happen"] | ["no"]:
            return LetHappen()
        case ["protect"] | ["yes"]:
            return Protect(_protecting(setting, view))
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
            return f"Say what to do with {cards[0]}: {listed(ways.values(), 'or')}."
    if len(words) > 1 and words[0] in {"play", "share", "discard", "event"} and not cards[1]:
        held = listed(dict.fromkeys(view.hand or ()), "or") or "none"
        return f"There is no card {words[1][:20]!r}; you hold {held}."
    if words[:1] == ["event"] and len(words) == 4 and cards[1] and cards[3]:
        return f"There is no seat {words[2][:20]!r}; the seats are 1 to {view.seats}."
    return f"That is not a move; type {USAGE}."


def _protecting(setting: Setting, view: SolidView) -> str:
    """The protecting card that the seat holds, or any."""
    cards = [card.name for card in setting.deck if card.effect == "protect"]
    if not cards:
        raise MalformedMove("No card of this deck protects.")
    return next((name for name in cards if name in (view.hand or ())), cards[0])
