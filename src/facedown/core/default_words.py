"""How a game is shown, typed and told where it says nothing itself, from the forms of its records.

What a seat is told of a move is made from the move and from the seat's own views before and after
it, so that it can tell no more than the views do.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from facedown.core.codec import Json, from_json, record_fields, to_json
from facedown.core.errors import BadRecord, MalformedMove
from facedown.core.messages import joined, listed, phrase, phrase_many
from facedown.core.moves import Move
from facedown.core.seats import NATURE, Ending, Outcome, Seat, seat_words, seats_listed
from facedown.core.view import Event, View

_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
_SHOWN_BESIDE = {field.name for field in dataclasses.fields(View)}


def show_view(view: View) -> str:
    """The parts of a view by name, one a line, and how the game ended.

    >>> from facedown.core.seats import Outcome
    >>> end = Outcome((1, 0), (0,), "{0} wins.")
    >>> show_view(View(seat=0, seats=2, actors=(), legal=(), outcome=end))
    '{0} wins.'
    """
    lines: list[str] = [f"{_label(name)}: {words}." for name, words in _parts(view).items()]
    if view.outcome is not None:
        lines.append(view.outcome.reason)
    return joined("\n", lines) if lines else phrase("There is nothing to see yet.")


def ending_for(seat: Seat, outcome: Outcome) -> Ending:
    """How a game ended for a seat, or for an onlooker: who has won, or how far from it one was.

    >>> from facedown.core.seats import ONLOOKER, given_up
    >>> outcome = Outcome((7, 4), (0,), "{0} has most.")
    >>> [str(ending_for(seat, outcome).words) for seat in (0, 1, ONLOOKER)]
    ['You win', '3 points behind', '{0} wins']
    >>> str(ending_for(0, Outcome((4, 4, 1), (0, 1), "{0} and {1} have most.")).words)
    'You share the win with {1}'
    >>> ending_for(1, given_up(1, 2))
    Ending(words='You gave the game up', why='{0} wins.')
    """
    winners, points = outcome.winners, outcome.points
    if outcome.given_up and seat >= 0 and seat not in winners:
        why = outcome.reason
        if winners:
            why = joined("", [phrase("{who} wins", who=seats_listed(winners)), "."])
        return Ending(phrase("You gave the game up"), why)
    others = tuple(winner for winner in winners if winner != seat)
    if seat in winners and not others:
        words = phrase("You win")
    elif seat in winners:
        words = phrase("You share the win with {others}", others=seats_listed(others))
    elif seat >= 0 and len(points) == 1:
        words = phrase("Not this time")
    elif not winners:
        words = phrase("Nobody wins")
    elif seat >= 0:
        behind = max(points) - points[seat]
        counted = behind > 0 and max(points) > 1  # more than won and lost
        words = (
            phrase_many("{n} point behind", "{n} points behind", behind)
            if counted
            else phrase("Not this time")
        )
    elif winners[1:]:
        words = phrase("{who} win", who=seats_listed(winners))
    else:
        words = phrase("{who} wins", who=seats_listed(winners))
    return Ending(words, outcome.reason)


def prompt_for(view: View, kinds: Iterable[type[Move]]) -> str:
    """What can be typed, when it is the seat's turn; whose turn it is otherwise.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7")
    >>> (seat,) = match.actors
    >>> prompt_for(match.view(1 - seat), match.game.facts.moves)
    'Wait for {0}.'
    """
    if view.outcome is not None:
        return phrase("The game is over.")
    if view.seat in view.actors:
        return phrase("Type {usages}.", usages=_usages(kinds))
    if view.actors == (NATURE,) or not view.actors:
        return phrase("Nothing is to be done now.")
    return phrase("Wait for {seats}.", seats=listed(f"{{{seat}}}" for seat in view.actors))


def read_move(text: str, kinds: Sequence[type[Move]]) -> Move:
    """The move that a line means: the kind of the move, then its parts in order.

    The last part takes the rest of the line; a part that is a list has commas. Last parts that
    are None unless said otherwise can be left out. Raises ``MalformedMove`` for anything else.

    >>> from facedown.search.poker.game import SEAT_MOVES
    >>> read_move("fold", [type(move) for move in SEAT_MOVES])
    FoldHand()
    """
    for kind in sorted(kinds, key=lambda kind: -len(kind.kind)):
        word = kind.kind
        if kind.by_nature or not f"{text.strip()} ".startswith(f"{word} "):
            continue
        fields = record_fields(kind)
        given = text.strip()[len(word) :].strip().split(None, max(len(fields) - 1, 0))
        needed = len(fields) - _can_be_left_out(kind)
        if needed <= len(given) <= len(fields):
            typed = dict.fromkeys(fields) | {
                name: read_part(field, text.split(",") if _is_list(field) else [text])
                for (name, field), text in zip(fields.items(), given, strict=False)
            }
            try:
                return from_json(kind, {"move": word, **typed})
            except BadRecord:
                break
        break
    raise MalformedMove(phrase("That is not a move; type {usages}.", usages=_usages(kinds)))


def typed_move(move: Move) -> str:
    """A move as :func:`read_move` reads it.

    Texts with spaces in them are read again as the last part only.

    >>> from facedown.games.mystery.moves import Buy
    >>> typed_move(Buy("Q1", ("7D", "7S"))), read_move("buy Q1 7D, 7S", [Buy])
    ('buy Q1 7D, 7S', Buy(pile='Q1', cards=('7D', '7S')))
    """
    parts = [getattr(move, name) for name in record_fields(type(move))]
    for _ in range(_can_be_left_out(type(move))):
        if parts[-1] is None:
            parts.pop()
    words = [_typed(part, ",") for part in parts[:-1]] + [_typed(part, ", ") for part in parts[-1:]]
    return " ".join([move.kind, *words])


def _can_be_left_out(kind: type[Move]) -> int:
    """How many of the last parts are None unless something else is said."""
    defaults = [field.default is None for field in dataclasses.fields(kind)]
    return next((n for n, is_none in enumerate(reversed(defaults)) if not is_none), len(defaults))


def _typed(part: object, between: str) -> str:
    if isinstance(part, bool):
        return "yes" if part else "no"
    return between.join(map(str, part)) if isinstance(part, tuple) else str(part)


def read_part(kind: Any, texts: Sequence[str]) -> Json:
    """The JSON form of a move's part of this type that was typed or chosen as these texts.

    A list has an item for each text, empty ones left out; anything else is what the texts spell
    together. What cannot be read stays as it is, for :func:`~facedown.core.codec.from_json` to say
    what it should be.

    >>> read_part(str, ["2", "4", "1"]), read_part(int, ["12"]), read_part(bool, ["yes"])
    ('241', 12, True)
    >>> read_part(tuple[int, ...], ["3", " 5"]), read_part(int | None, ["many"])
    ([3, 5], 'many')
    """
    kind = _unless_hidden(kind)
    if _is_list(kind):
        items, given = get_args(kind), [text.strip() for text in texts if text.strip()]
        kinds = (
            items if items[1:] != (...,) and len(items) == len(given) else items[:1] * len(given)
        )
        return [read_part(each, [text]) for each, text in zip(kinds, given, strict=True)]
    whole = "".join(texts)
    text = whole.strip()
    if kind is bool:
        return _TRUTHS.get(text.lower(), text)
    if get_origin(kind) is Literal:
        return next((value for value in get_args(kind) if str(value) == text), text)
    if kind is int and text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10:
        return int(text)
    return whole


def plain_event(seat: Seat, move: Move, before: View, after: View) -> Event:
    """A move as the seat of these views witnessed it.

    Of others' moves, nature's among them, the parts that can be left out are left out, and what
    changed in the seat's own view is told with it. Such a move is never taken back: whether it
    showed something cannot be told in general.

    >>> from facedown.core import Match
    >>> from facedown.search.poker.game import KuhnPoker
    >>> match = Match(KuhnPoker(), seed="1")
    >>> before = match.view(0)
    >>> seat, (_, move) = match.actors[0], match.legal_moves(match.actors[0])[0]
    >>> match.play(seat, move)
    >>> print(plain_event(seat, move, before, match.view(0)).text)
    {0}: call.
      Rounds: (call)
    """
    own = seat == after.seat
    seen = move if own else _without_hidden(move)
    words = " ".join([seen.kind, *map(_words, _given(seen))])
    who = f"{{{seat}}}" if seat >= 0 else seat_words(seat)
    old, new = _parts(before), _parts(after)
    changes = [f"  {_label(name)}: {new[name]}" for name in new if new[name] != old[name]]
    return Event(seat, seen, "\n".join([f"{who}: {words}.", *changes]), reveals=True)


def _parts(view: View) -> dict[str, str]:
    form = to_json(view)
    return {name: _words(part) for name, part in form.items() if name not in _SHOWN_BESIDE}


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _words(value: Json) -> str:
    """A JSON value in words, with no braces of its own."""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        items = [f"({_words(v)})" if isinstance(v, list | dict) else _words(v) for v in value]
        return ", ".join(items) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(part)}" for key, part in value.items()) or "none"
    return " ".join(str(value).split()).replace("{", "(").replace("}", ")") or "none"


def _given(move: Move) -> list[Json]:
    form = to_json(move)
    return [part for name, part in form.items() if name != "move" and part is not None]


def _usages(kinds: Iterable[type[Move]]) -> str:
    usages = (
        " ".join([kind.kind, *(name.upper() for name in record_fields(kind))])
        for kind in kinds
        if not kind.by_nature
    )
    return listed(usages, "or")


def _is_optional(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)


def _unless_hidden(kind: Any) -> Any:
    """The kind of a part that can be left out."""
    if _is_optional(kind):
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    return kind


def _is_list(kind: Any) -> bool:
    return get_origin(_unless_hidden(kind)) is tuple


def _without_hidden(move: Move) -> Move:
    """The move without the parts that can be left out of it."""
    hidden: dict[str, tuple[None, ...] | None] = {}
    for name, kind in record_fields(type(move)).items():
        items = get_args(kind) if get_origin(kind) is tuple else ()
        if _is_optional(kind):
            hidden[name] = None
        elif any(map(_is_optional, items)):
            hidden[name] = (None,) * len(getattr(move, name))
    return dataclasses.replace(move, **hidden)
