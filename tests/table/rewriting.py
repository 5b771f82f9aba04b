"""Stored events as they would be if another world were true that a seat thinks possible."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from facedown.core.game import Game
from facedown.core.log import Entry
from facedown.core.moves import Move
from facedown.core.seats import NATURE
from facedown.core.view import View
from facedown.core.worlds import World
from facedown.games.suspense.cards import NAMES, names_of
from facedown.games.suspense.moves import Deal
from facedown.games.suspense.view import SuspenseView
from facedown.games.suspense.worlds import mask_of
from facedown.games.turing.cards import LAWS
from facedown.games.turing.moves import SOLVE, Declare, Laws, Propose, move_of
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import knowledge, slots
from facedown.table import events

Other: Any = Callable[[Any, World, list[Entry]], dict[int, Move]]
"""Which entries of a game are otherwise in a world, by their place."""


def _suspense(view: SuspenseView, world: World, entries: list[Entry]) -> dict[int, Move]:
    """The last deal: the rounds before it were shown."""
    if view.phase != "turns":
        return {}
    secret, hands = world
    dealt = tuple(
        names_of(hand | mask_of(cards)) for hand, cards in zip(hands, view.played, strict=True)
    )
    last = max(i for i, entry in enumerate(entries) if isinstance(entry.move, Deal))
    return {last: Deal(dealt, NAMES[secret])}


def _turing(view: TuringView, world: World, entries: list[Entry]) -> dict[int, Move]:
    """The laws, and what others have proposed or named that this seat was not shown."""
    number, values = world
    found: dict[int, Move] = {}
    if number < 0:
        return found
    problem, _ = knowledge(view)
    for index, entry in enumerate(entries):
        if isinstance(entry.move, Laws):
            found[index] = Laws(tuple(LAWS[law].name for law in problem.laws(number)))
    for slot, value in zip(slots(view), values, strict=True):
        kind = Propose if slot.kind == "compose" else Declare
        made = [
            index
            for index, entry in enumerate(entries)
            if entry.seat == slot.seat
            and isinstance(entry.move, kind)
            and (slot.kind != "named" or cast(Declare, entry.move).solve)
        ]
        found[made[-1]] = move_of(value if slot.kind == "compose" else SOLVE + value)
    return found


OTHERWISE: Final[dict[str, Other]] = {"suspense": _suspense, "turing": _turing}


def rewritten(
    game: Game, done: Sequence[events.Event], view: View, world: World
) -> list[events.Event]:
    """The events of a table with everything hidden from this view as it is in this world."""
    entries = [entry for event in done if isinstance(event, events.Played) for entry in event.moves]
    otherwise = OTHERWISE[game.facts.name](view, world, entries)
    assert all(
        entries[index].seat == NATURE or entries[index].seat != view.seat for index in otherwise
    )
    index, told = 0, []
    for event in done:
        if isinstance(event, events.Played):
            moves = []
            for entry in event.moves:
                moves.append(Entry(entry.seat, otherwise.get(index, entry.move)))
                index += 1
            event = dataclasses.replace(event, moves=tuple(moves))  # noqa: PLW2901  # the same event
        told.append(event)
    return told
