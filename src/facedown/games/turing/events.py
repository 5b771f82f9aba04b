"""Turing Machine's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.messages import Message, joined, phrase
from facedown.core.moves import Action
from facedown.core.seats import Seat
from facedown.core.view import Event
from facedown.core.words import listed
from facedown.games.turing.cards import CODES
from facedown.games.turing.ending import YES_NO, effort_words
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
    who = f"{{{seat}}}"
    match move:
        case Layout(cards=cards):
            text = phrase("The cards are laid out: {cards}.", cards=_cards(cards))
            return Event(seat, move, text, reveals=True)
        case Laws():
            return Event(seat, Laws(None), phrase("The verifiers are set."), reveals=False)
        case Propose(code=code):
            revealed = after.phase == QUESTION
            text = phrase("{who} composes a proposal.", who=who)
            if mine or revealed:
                text = phrase("{who} composes a proposal, {code}.", who=who, code=code)
            if revealed and before.setting.seats > 1 and not before.setting.cooperative:
                text = phrase("All proposals are in: {proposals}.", proposals=_proposals(after))
            seen = move if mine or revealed else Propose(None)
            alone = before.setting.versus_machine
            return Event(seat, seen, text, reveals=revealed and not alone)
        case Ask(verifier=verifier):
            asked = {"who": who, "verifier": verifier, "code": CODES[before.codes[seat]]}
            text = phrase("{who} asks verifier {verifier} about {code}.", **asked)
            if mine:
                law = before.laws[VERIFIER_NAMES.index(verifier)]
                answer = YES_NO[bool(ANSWERS[law][before.codes[seat]])]
                text = phrase(
                    "{who} asks verifier {verifier} about {code}: {answer}.", **asked, answer=answer
                )
            return Event(seat, move, text, reveals=True)
        case Stop():
            text = phrase("{who} asks no more this round.", who=who)
            return Event(seat, move, text, reveals=False)
        case Declare():
            return _declaration(move, before, seat, after, mine=mine)
        case Machine(rounds=rounds, questions=questions):
            text = phrase("The Machine needs {effort}.", effort=effort_words(rounds, questions))
            return Event(seat, move, text, reveals=True)
    raise AssertionError(move)


def _cards(cards: tuple[tuple[int, ...], ...]) -> Message:
    return joined(", ", [listed(map(str, at)) for at in cards])


def _proposals(state: TuringState) -> str:
    pairs = enumerate(state.codes)
    return ", ".join(f"{{{seat}}} {CODES[code]}" for seat, code in pairs if code >= 0)


def _declaration(
    move: Declare, before: TuringState, seat: Seat, after: TuringState, *, mine: bool
) -> Event:
    """A declaration: kept secret until the last seat has declared, then told for all (T7)."""
    if after.phase == DECLARE:
        who = f"{{{seat}}}"
        text = phrase("{who} has declared.", who=who)
        if mine and move.solve:
            text = phrase("{who} has declared: the code is {code}.", who=who, code=move.code)
        elif mine:
            text = phrase("{who} has declared: go on.", who=who)
        return Event(seat, move if mine else Declare(None), text, reveals=False)
    declared = before.declared[:]
    declared[seat] = 0 if move.solve else WENT_ON  # which code was named does not matter below
    fell = before.playing & ~after.playing
    out_too = not before.setting.versus_machine
    told = [
        _result(f"{{{who}}}", code, wrong=bool(fell >> who & 1), out=out_too)
        for who, code in enumerate(declared)
        if code >= WENT_ON
    ]
    seen = move if mine or not move.solve else Declare(True)
    if after.outcome() is not None:
        seen = move
    return Event(
        seat, seen, joined("", [joined("; ", told), "."]), reveals=len(told) > 1 or bool(move.solve)
    )


def _result(who: str, code: int, *, wrong: bool, out: bool) -> Message:
    if code < 0:
        return phrase("{who} goes on", who=who)
    if not wrong:
        return phrase("{who} names the right code", who=who)
    if out:
        return phrase("{who} names a wrong code and is out", who=who)
    return phrase("{who} names a wrong code", who=who)
