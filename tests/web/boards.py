"""Boards drawn from states of a game, as a table would draw them, without a table."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import html5lib

from facedown.core.game import Game
from facedown.core.match import Choices, choices_in
from facedown.core.play import random_move
from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.core.state import State
from facedown.games.mystery.moves import BUY, NAME
from facedown.games.mystery.rules import MysteryState
from facedown.games.turing.moves import SOLVE
from facedown.games.turing.rules import DECLARE, TuringState
from facedown.table.watching import SeatInfo
from facedown.web.rendering import Board

NAMES = ("Ada", "<b>Bo & Co</b>", 'Chi "yo"', "{0}", "Eve", "Fay")
COLOURS = ("teal", "orange", "purple", "green", "pink", "blue")


def board(game: Game, state: State, viewer: Seat, notes: tuple[str, ...] = ()) -> Board:
    """The board of one viewer in a state, with every listed move judged."""
    return Board(
        game=game,
        view=state.view(viewer),
        viewer=viewer,
        seats=tuple(
            SeatInfo(seat, NAMES[seat], COLOURS[seat], "human", True, False, None)
            for seat in range(game.seats)
        ),
        moves=choices_in(state, viewer, game.actions, NAMES) if viewer >= 0 else Choices(),
        notes=notes,
        events=(),
        aids=(),
        replay=False,
        address="/t/abc",
        csrf="token",
        head="7",
    )


def replayed(drawn: Board) -> Board:
    """The same board in a replay, one of several on a page."""
    return replace(drawn, replay=True, moves=Choices(), prefix="p1-")


def states(game: Game, rng: random.Random, *, knowing: bool = False) -> Iterator[State]:
    """Every state of one random game, those before nature's moves too.

    ``knowing`` lets seats of Turing Machine name the right code when they declare.
    """
    state = game.start()
    yield state.clone()
    while actors := state.actors():
        seat = rng.choice(actors)
        action = random_move(game, state, seat, rng)
        if isinstance(state, MysteryState) and seat != NATURE and rng.random() < 0.97:
            # A guess ends the game, and most of the legal moves are guesses.
            picks = [a for a in state.legal(seat) if a < NAME]
            others = [a for a in state.legal(seat) if not NAME <= a < BUY]
            action = rng.choice((picks if rng.random() < 0.8 else others) or others or [action])
        if knowing and isinstance(state, TuringState) and state.phase == DECLARE:
            assert state.problem is not None
            action = SOLVE + state.problem.code(state.world)
        state.apply(seat, action)
        yield state.clone()


def viewers(game: Game) -> tuple[Seat, ...]:
    """All seats and an onlooker."""
    return (*range(game.seats), ONLOOKER)


def parsed(html: str):  # type: ignore[no-untyped-def]  # an element tree
    """The board as a tree; raises ``html5lib.html5parser.ParseError`` unless it is well formed."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    return parser.parseFragment(html, container="main")


def attributes(html: str, name: str) -> list[str]:
    """The values of an attribute in the order of the page."""
    return re.findall(rf'\s{name}="([^"]*)"', html)
