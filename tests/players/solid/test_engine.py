"""The compiled engine of Solid against the rules: the same games, move by move."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from facedown.core.seats import NATURE
from facedown.games.solid import Solid
from facedown.games.solid.rules import DRAWING, OVER, REACTION, TURN, SolidState
from facedown.games.solid.studio.card_list import SMALL_LIST
from facedown.players.solid import game_kernels as engine
from facedown.players.solid.policy_kernels import share_of_win
from facedown.players.solid.rows import (
    BLOCK,
    CARDS,
    DISCARD,
    IDLE,
    IS_OVER,
    LEFT,
    LOWEST,
    PHASE,
    PODS,
    POINTS,
    SEATS,
    SHARING,
    SIZE,
    Row,
    give,
    lay_out,
    new_row,
    pile_up,
    rules_of,
)

BONUSES = SMALL_LIST.replace("total = 5", "total = 9\nplays = 4\nreactions = 1")
GAMES: dict[str, Solid] = {
    "two": Solid(),
    "separate": Solid(deck="separate"),
    "anyone": Solid(3, anyone=True, deck="separate"),
    "four": Solid(4),
    "six": Solid(6, anyone=True),
    "steals": Solid(3, steals=False, deck="separate"),
    "own list": Solid(cards=BONUSES),
    "own list, three": Solid(3, cards=BONUSES, anyone=True),
}


def placed(state: SolidState, rng: random.Random) -> Row:
    """The state as a row, with its pile in any order."""
    setting = state.setting
    row = new_row(setting)
    lay_out(row, setting, state.view(0))
    for seat, hand in enumerate(state.hands):
        give(row, seat, [kind for kind, n in enumerate(hand) for _ in range(n)])
    pile = [kind for kind, n in enumerate(state.pile) for _ in range(n)]
    rng.shuffle(pile)
    pile_up(row, setting, pile)
    return row


def hand_of(row: Row, seat: int) -> list[int]:
    """The kinds in hand."""
    at = SEATS + BLOCK * seat
    return [int(kind) for kind in row[at + CARDS : at + CARDS + row[at + SIZE]]]


def check_same(state: SolidState, row: Row) -> None:
    """Everything that both say of the game."""
    kinds, seats = len(state.setting.deck), state.setting.seats
    for seat in range(seats):
        block = row[SEATS + BLOCK * seat : SEATS + BLOCK * (seat + 1)]
        assert block[PODS : PODS + 5].tolist() == state.pods[seat]
        assert block[SHARING : SHARING + kinds].tolist() == state.shared[seat]
        assert block[POINTS] == state.points(seat)
        held = Counter(hand_of(row, seat))
        assert [held[kind] for kind in range(kinds)] == state.hands[seat]
    assert row[DISCARD : DISCARD + kinds].tolist() == state.discard
    at = SEATS + BLOCK * seats + row[LOWEST]
    piled = Counter(row[at : at + row[LEFT]].tolist())
    assert [piled[kind] for kind in range(kinds)] == state.pile
    assert row[IDLE] == state.idle
    assert (row[PHASE] == IS_OVER) == (state.phase == OVER)


def let_pass(state: SolidState) -> None:
    """Answers for those who can only let it happen, whom the engine does not ask."""
    while state.phase == REACTION and len(state.legal(state.waiting[0])) == 1:
        state.apply(state.waiting[0], state.setting.let)


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_plays_by_the_rules(name: str) -> None:
    """Random games to their end: the same moves are legal and lead to the same, all along."""
    game, rng = GAMES[name], random.Random(name)
    rules = rules_of(game.setting)
    found, chance = np.zeros(game.actions, np.int64), np.zeros(1, np.uint64)
    seen = Counter[str]()
    for _ in range(6):
        state = game.start()
        assert isinstance(state, SolidState)
        while state.phase not in {TURN, OVER}:
            state.apply(NATURE, state.draw(rng))
        row = placed(state, rng)
        while state.phase != OVER:
            check_same(state, row)
            seat = state.actors()[0]
            assert engine.actor(row) == seat
            count = engine.legal(row, rules, found)
            legal = sorted(found[:count].tolist())
            assert legal == sorted(state.legal(seat))
            action = rng.choice(legal)
            held = len(hand_of(row, seat))
            engine.apply(row, rules, action, chance)
            state.apply(seat, action)
            let_pass(state)
            if state.phase == DRAWING:
                for kind in hand_of(row, seat)[held:]:
                    assert state.phase == DRAWING
                    state.apply(NATURE, kind)
            seen[type(game.setting.moves[action]).__name__] += 1
            seen["shuffle"] += len(state.shuffled)
        check_same(state, row)
        outcome = state.outcome()
        assert outcome is not None
        for seat in range(game.seats):
            won = 1 / len(outcome.winners) if seat in outcome.winners else 0
            assert share_of_win(row, rules, seat) == won
    assert min(seen[move] for move in ("Play", "Share", "UseEvent", "Protect")) > 0
    assert game.seats > 3 or seen["shuffle"]


def test_a_row_is_laid_out_of_a_view_with_a_reaction_pending() -> None:
    """Half way through an event the engine goes on as the rules do."""
    game, rng = GAMES["two"], random.Random(5)
    rules, chance = rules_of(game.setting), np.zeros(1, np.uint64)
    met = 0
    for _ in range(40):
        state = game.start()
        assert isinstance(state, SolidState)
        while state.actors():
            seat = state.actors()[0]
            legal = [state.draw(rng)] if seat == NATURE else state.legal(seat)
            if state.phase == REACTION and len(legal) > 1:
                met += 1
                for action in legal:
                    row, after = placed(state, rng), state.clone()
                    assert isinstance(action, int)
                    engine.apply(row, rules, action, chance)
                    after.apply(seat, action)
                    check_same(after, row)
            state.apply(seat, rng.choice(legal))
    assert met > 3


def test_what_others_draw_does_not_depend_on_how_many_cards_a_seat_threw_away() -> None:
    """In one pile the other of two draws the same whatever the first did, in whichever seat."""
    game, rng = GAMES["two"], random.Random(2)
    rules, end = rules_of(game.setting), game.setting.end
    drawn: dict[int, list[list[int]]] = {0: [], 1: []}
    for number in range(6):
        state = game.start()
        assert isinstance(state, SolidState)
        while state.phase != TURN:
            state.apply(NATURE, state.draw(rng))
        first, start = state.mover, placed(state, rng)
        for thrown in (0, 1, 4):
            row, chance = start.copy(), np.zeros(1, np.uint64)
            for seat, count in ((first, thrown), (1 - first, 3)):
                for _ in range(count):
                    throws = game.setting.discards[hand_of(row, seat)[0]]
                    engine.apply(row, rules, throws, chance)
                engine.apply(row, rules, end, chance)
            drawn[first].append(hand_of(row, 1 - first)[-3:])
        assert drawn[first][-1] == drawn[first][-2] == drawn[first][-3], number
    assert min(map(len, drawn.values())) > 0
