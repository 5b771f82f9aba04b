"""Which cards can be played in one's turn, and why another cannot (L2, L4, L5, L6)."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from facedown.core.refusal import Refusal
from facedown.core.seats import Seat
from facedown.games.solid import refusals
from facedown.games.solid.moves import Play, Share, UseEvent

if TYPE_CHECKING:
    from facedown.games.solid.rules import SolidState


def turn_moves(state: SolidState, seat: Seat) -> list[int]:
    """The moves of the seat whose turn it is."""
    setting, hand = state.setting, state.hands[seat]
    if state.thrown or state.plays >= setting.limits.plays:
        return [*compress(setting.discards, hand), setting.end]
    found: list[int] = []
    pod = state.pods[seat]
    for ways in compress(setting.ways, hand):
        if ways.play >= 0:
            found.append(ways.play)
            continue
        if ways.share >= 0:
            for type_, need in ways.needs:
                if pod[type_] < need:
                    break
            else:
                found.append(ways.share)
        if ways.takes:
            found += compress(ways.takes, state.discard)
        for owner, (data, sharing) in enumerate(ways.hits):
            if owner != seat or not ways.steals:
                found += compress(data, state.pods[owner])
                found += [a for a in compress(sharing, state.shared[owner]) if a >= 0]
    found += compress(setting.discards, hand)
    found.append(setting.end)
    return found


def play_refusal(state: SolidState, seat: Seat, action: int) -> Refusal | None:
    """Why a card in hand cannot be played so in this turn; None for what is no play."""
    setting, kinds = state.setting, state.setting.kinds
    move = setting.moves[action]
    if not isinstance(move, Play | Share | UseEvent):
        return None
    if state.thrown:
        return refusals.DISCARDING()
    if state.plays == setting.limits.plays:
        return refusals.NO_PLAYS_LEFT(plays=state.plays)
    if isinstance(move, Share):
        needs, pod = setting.deck[kinds[move.card]].needs, state.pods[seat]
        short = tuple(max(0, n - have) for n, have in zip(needs, pod, strict=True))
        return refusals.missing(move.card, short) if any(short) else None
    if isinstance(move, Play):
        return None
    return _target_refusal(state, seat, move)


def _target_refusal(state: SolidState, seat: Seat, move: UseEvent) -> Refusal | None:
    """Why an event cannot hit what it is to hit."""
    setting, kinds = state.setting, state.setting.kinds
    target = kinds[move.target]
    if move.owner is None:
        return None if state.discard[target] else refusals.NOT_DISCARDED(card=move.target)
    card = setting.deck[target]
    if setting.deck[kinds[move.card]].effect == "steal" and move.owner == seat:
        return refusals.OWN_DATA()
    there = state.pods[move.owner][card.type] if card.type >= 0 else 0
    there = there or state.shared[move.owner][target]
    return None if there else refusals.NO_TARGET(owner=f"{{{move.owner}}}", card=move.target)
