"""Stored events as they would be if another world were true that a seat thinks possible."""

from __future__ import annotations

import dataclasses
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, cast

import pytest

from facedown.core.game import Game
from facedown.core.log import Entry
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.core.view import View
from facedown.core.worlds import World
from facedown.games.mystery.cards import NAMES as CARDS
from facedown.games.mystery.cards import RANKS, SUITS, name_of
from facedown.games.mystery.moves import (
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
from facedown.games.mystery.puzzle import PILE_NAMES
from facedown.games.mystery.rules import Setting as MysterySetting
from facedown.games.mystery.worlds import HandSheet
from facedown.games.solid.rules import SolidState
from facedown.games.solver.rules import SolverState
from facedown.games.suspense.cards import NAMES, names_of
from facedown.games.suspense.moves import Deal
from facedown.games.suspense.view import SuspenseView
from facedown.games.suspense.worlds import mask_of
from facedown.games.turing.cards import LAWS
from facedown.games.turing.moves import SOLVE, Declare, Laws, Propose, move_of
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import knowledge, slots
from facedown.table.state import Played, TableEvent

Other: Any = Callable[[Game, Any, World, list[Entry]], dict[int, Move]]
"""Which entries of a game are otherwise in a world, by their place."""


def _in_order(entries: list[Entry], made: dict[Seat, Iterator[Move]]) -> dict[int, Move]:
    """What each seat made, in the places of what it had made."""
    return {index: next(made[entry.seat]) for index, entry in enumerate(entries)}


def _played_again(kind: type[State]) -> Other:
    """For games that build a world's state by playing from the start: those very moves."""

    def other(game: Game, view: View, world: World, entries: list[Entry]) -> dict[int, Move]:
        made: defaultdict[Seat, list[Move]] = defaultdict(list)
        honest = kind.apply

        def noted(state: State, seat: Seat, action: Any) -> None:
            made[seat].append(state.move_of(seat, action))
            honest(state, seat, action)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kind, "apply", noted)
            game.state_from_world(view, world)
        return _in_order(entries, {seat: iter(moves) for seat, moves in made.items()})

    return other


def _mystery(game: Any, view: Any, world: Any, entries: list[Entry]) -> dict[int, Move]:
    """The layout and what became of it; in a race also what others turned up, took and asked."""
    setting: MysterySetting = game.setting
    deal = world if setting.shared else world.deal
    dealing = setting.dealing
    dealt: dict[Any, Iterator[Any]] = {
        Layout: iter([(deal.ranks, deal.suits)]),
        Shuffle: iter(zip(dealing.shuffles, deal.shuffles, strict=False)),
        Removal: iter(zip(dealing.removing, deal.removed, strict=False)),
    }
    sheets: dict[Seat, Iterator[Move]] = {}
    turned: dict[str, Iterator[int]] = {}
    if not setting.shared:
        dealt[Offer] = iter(world.offers)
        sheets = {seat: _made(sheet, world.offers) for seat, sheet in enumerate(world.sheets)}
        turned = {name: iter(order) for name, order in zip(PILE_NAMES, world.orders, strict=False)}
    found: dict[int, Move] = {}
    for index, entry in enumerate(entries):
        match entry.move:
            case Layout():
                ranks, suits = next(dealt[Layout])
                found[index] = Layout(
                    tuple(RANKS[rank] for rank in ranks), tuple(SUITS[suit] for suit in suits)
                )
            case Shuffle():
                twist, order = next(dealt[Shuffle])
                found[index] = Shuffle(twist + 1, order)
            case Removal():
                pile, cards = next(dealt[Removal])
                found[index] = Removal(PILE_NAMES[pile], tuple(CARDS[card] for card in cards))
            case Offer() if not setting.shared:
                one, two = next(dealt[Offer])
                found[index] = Offer((CARDS[one], CARDS[two]))
            case Answer(pile=name) if not setting.shared:
                found[index] = Answer(name, name_of(next(turned[name])))
            case _ if not setting.shared:
                found[index] = next(sheets[entry.seat])
    return found


def _made(sheet: HandSheet, offers: Sequence[tuple[int, int]]) -> Iterator[Move]:
    """The moves of a sheet of a race, in the order in which they were made."""
    asked = list(sheet.questions)
    for done in range(len(sheet.picks) + 1):
        while asked and asked[0].picks == done:
            bought = asked.pop(0)
            yield Buy(PILE_NAMES[bought.pile], tuple(CARDS[card] for card in bought.paid))
        if done < len(sheet.picks):
            taken, dumped = sheet.picks[done]
            yield Take(CARDS[offers[done][taken]])
            if dumped >= 0:
                yield Dump(CARDS[dumped])
    for card in sheet.named:
        yield Name(CARDS[card])


def _suspense(_: Game, view: SuspenseView, world: World, entries: list[Entry]) -> dict[int, Move]:
    """The last deal: the rounds before it were shown."""
    if view.phase != "turns":
        return {}
    secret, hands = world
    dealt = tuple(
        names_of(hand | mask_of(cards)) for hand, cards in zip(hands, view.played, strict=True)
    )
    last = max(i for i, entry in enumerate(entries) if isinstance(entry.move, Deal))
    return {last: Deal(dealt, NAMES[secret])}


def _turing(_: Game, view: TuringView, world: World, entries: list[Entry]) -> dict[int, Move]:
    """The laws, and what others have proposed or named that this seat was not shown."""
    number, values = world
    found: dict[int, Move] = {}
    if number < 0:
        return found
    problem = knowledge(view)[0]
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


OTHERWISE: Final[dict[str, Other]] = {
    "mystery": _mystery,
    "solid": _played_again(SolidState),
    "solver": _played_again(SolverState),
    "suspense": _suspense,
    "turing": _turing,
}


class Unlike(Exception):
    """A world that a view allows and what was told on the way does not: others' moves in order."""


def rewritten(
    game: Game,
    done: Sequence[TableEvent],
    view: View,
    world: World,
    begun: Sequence[Entry] = (),
) -> tuple[list[Entry], list[TableEvent]]:
    """The events of a table with everything hidden from this view as it is in this world.

    Before them the moves of the game with which a table for practice begins, likewise. Raises
    ``Unlike`` where others made other kinds of moves, or in another order.
    """
    entries = [entry for entry in begun if entry.move is not None]
    first = len(entries)
    entries += [entry for event in done if isinstance(event, Played) for entry in event.moves]
    try:
        otherwise = OTHERWISE[game.facts.name](game, view, world, entries)
    except StopIteration:
        raise Unlike from None
    for index, move in otherwise.items():
        entry = entries[index]
        if type(entry.move) is not type(move):
            raise Unlike
        assert entry.seat != view.seat or entry.move == move
    numbers, before = itertools.count(), list[Entry]()
    for entry in begun:
        if entry.move is not None:
            before.append(Entry(entry.seat, otherwise.get(next(numbers), entry.move)))
        else:
            before.append(entry if entry.seat == view.seat else Entry(entry.seat, note="else"))
    index, told = first, []
    for event in done:
        if isinstance(event, Played):
            moves = []
            for entry in event.moves:
                moves.append(Entry(entry.seat, otherwise.get(index, entry.move)))
                index += 1
            event = dataclasses.replace(event, moves=tuple(moves))  # noqa: PLW2901  # the same event
        told.append(event)
    return before, told
