"""Tables of SOLVER at which everything is said: the rule, the hands, the first card."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.moves import Move
from facedown.core.seats import NATURE
from facedown.games.solver import Solver
from facedown.games.solver.moves import (
    DRAW,
    NAMES,
    NUMBERS,
    PASS,
    SWAP,
    Deal,
    Give,
    Guess,
    SecretRule,
    Starter,
    Write,
    mask_of,
    names_of,
)
from facedown.games.solver.rules import SolverState

WORDS = {"draw": DRAW, "swap": SWAP, "pass": PASS}


def table(
    rule: str = "not blue",
    starter: str = "yellow diamond 4",
    *,
    seats: int = 2,
    **options: str | int,
) -> SolverState:
    """Before the first turn; the first Investigator holds the lowest cards, then the next."""
    game = Solver(seats, **options)
    state = game.start()
    assert isinstance(state, SolverState)
    return begin(state, rule, starter)


def begin(
    state: SolverState, rule: str = "not blue", starter: str = "yellow diamond 4"
) -> SolverState:
    """The same of a round of Competitive."""
    setting = state.setting
    if setting.master == "program":
        act(state, NATURE, SecretRule(rule))
    else:
        act(state, state.master, Write(rule))
    hands: list[tuple[str, ...] | None] = [None] * setting.seats
    for index, seat in enumerate(setting.investigators(state.master)):
        hands[seat] = NAMES[index * setting.hand_size : (index + 1) * setting.hand_size]
    act(state, NATURE, Deal(tuple(hands)))
    act(state, NATURE, Starter(starter))
    return state


def act(state: SolverState, seat: int, action: object) -> None:
    """Makes a move that has to be allowed."""
    assert isinstance(action, int | Move)
    refusal = state.verify(seat, action)
    assert refusal is None, refusal.sentence
    state.apply(seat, action)


def turns(state: SolverState, *words: str, gives: Sequence[str] = ()) -> SolverState:
    """Makes moves by whoever's turn it is: a card, "draw", "swap", "pass", or "guess …".

    What is drawn is the highest card there is, or what ``gives`` says.
    """
    given = iter(gives)
    for word in words:
        seat = state.turn
        if word.startswith("guess "):
            act(state, seat, Guess(word.removeprefix("guess ")))
        else:
            act(state, seat, WORDS[word] if word in WORDS else NUMBERS[word])
        while state.phase == "give":
            act(state, NATURE, highest(state, next(given, "")))
    return state


def highest(state: SolverState, card: str) -> Give:
    """The highest cards that can be given now, or the one that is named."""
    if card:
        return Give((card,))
    cards = 0
    for layer, count in state.takes():
        among = names_of(layer.cards if layer.owner >= 0 else state.fresh)
        cards |= mask_of(among[len(among) - count :])
    return Give(names_of(cards))


def refused(state: SolverState, word: str) -> tuple[str, str]:
    """The code and the paragraph with which a move of whoever's turn it is, is refused."""
    known = {**WORDS, **NUMBERS}
    action = Guess(word.removeprefix("guess ")) if word.startswith("guess") else known[word]
    refusal = state.verify(state.turn, action)
    assert refusal is not None, f"{word} is allowed."
    return refusal.code, refusal.paragraph


def to_the_25th(state: SolverState) -> SolverState:
    """Plays cards, and draws, until the 25th lies there."""
    while len(state.track) < 25:
        turns(state, NAMES[state.legal(state.turn)[0]])
        if len(state.track) < 25:
            turns(state, "draw")
    return state
