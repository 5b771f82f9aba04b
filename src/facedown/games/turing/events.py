"""Turing Machine's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.moves import Action
from facedown.core.seats import Seat
from facedown.core.view import Event
from facedown.games.turing.cards import CODES
from facedown.games.turing.ending import effort_words
from facedown.games.turing.moves import (
    Ask,
    Declare,
    Laws,
    Layout,
    Machine,
    Propose,
    Stop,
)
from facedown.games.turing.problem import VERIFIER_NAMES
from facedown.games.turing.rules import ANSWERS, DECLARE, QUESTION, WENT_ON, TuringState


def witness(
    before: TuringState, seat: Seat, action: Action, after: TuringState, viewer: Seat
) -> Event:
    """One move for one viewer: the answer only for whoever may know it, secrets for nobody else."""
    move = before.move_of(seat, action)
    shared = before.setting.versus_machine and viewer >= 0
    mine = viewer == seat or shared
    match move:
        case Layout(cards=cards):
            text = f"The cards are laid out: {_cards(cards)}."
            return Event(seat, move, text, reveals=True)
        case Laws():
            return Event(seat, Laws(None), "The verifiers are set.", reveals=False)
        case Propose(code=code):
            revealed = after.phase == QUESTION
            text = f"{{{seat}}} composes a proposal{f', {code}' if mine or revealed else ''}."
            if revealed and before.setting.seats > 1 and not before.setting.cooperative:
                text = f"All proposals are in: {_proposals(after)}."
            seen = move if mine or revealed else Propose(None)
            alone = before.setting.versus_machine
            return Event(seat, seen, text, reveals=revealed and not alone)
        case Ask(verifier=verifier):
            code = CODES[before.codes[seat]]
            text = f"{{{seat}}} asks verifier {verifier} about {code}"
            if mine:
                law = before.laws[VERIFIER_NAMES.index(verifier)]
                yes = ANSWERS[law][before.codes[seat]]
                text += f": {'yes' if yes else 'no'}"
            return Event(seat, move, f"{text}.", reveals=True)
        case Stop():
            return Event(seat, move, f"{{{seat}}} asks no more this round.", reveals=False)
        case Declare():
            return _declaration(move, before, seat, after, mine=mine)
        case Machine(rounds=rounds, questions=questions):
            text = f"The Machine needs {effort_words(rounds, questions)}."
            return Event(seat, move, text, reveals=True)
    raise AssertionError(move)


def _cards(cards: tuple[tuple[int, ...], ...]) -> str:
    return ", ".join(" and ".join(map(str, at)) for at in cards)


def _proposals(state: TuringState) -> str:
    pairs = enumerate(state.codes)
    return ", ".join(f"{{{seat}}} {CODES[code]}" for seat, code in pairs if code >= 0)


def _declaration(
    move: Declare, before: TuringState, seat: Seat, after: TuringState, *, mine: bool
) -> Event:
    """A declaration: kept secret until the last seat has declared, then told for all (T7)."""
    if after.phase == DECLARE:
        text = f"{{{seat}}} has declared."
        if mine:
            text = f"{{{seat}}} has declared: {_intent(move)}."
        return Event(seat, move if mine else Declare(None), text, reveals=False)
    declared = before.declared[:]
    declared[seat] = 0 if move.solve else WENT_ON  # which code was named does not matter below
    fell = before.playing & ~after.playing
    wrong = "names a wrong code"
    if not before.setting.versus_machine:
        wrong += " and is out"
    told = [
        f"{{{who}}} {_result(code, wrong if fell >> who & 1 else 'names the right code')}"
        for who, code in enumerate(declared)
        if code >= WENT_ON
    ]
    seen = move if mine or not move.solve else Declare(True)
    if after.outcome() is not None:
        seen = move
    return Event(seat, seen, f"{'; '.join(told)}.", reveals=len(told) > 1 or bool(move.solve))


def _intent(move: Declare) -> str:
    return f"the code is {move.code}" if move.solve else "go on"


def _result(code: int, naming: str) -> str:
    return naming if code >= 0 else "goes on"
