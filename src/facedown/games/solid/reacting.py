"""Who is asked whether to protect: by what everybody knows, never by the hands (L3, L10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.core.seats import Seat, Seats

if TYPE_CHECKING:
    from facedown.games.solid.rules import SolidState


def reactors(state: SolidState, attacker: Seat, owner: Seat) -> Seats:
    """Who is asked about the pending event on a card of ``owner``, in the order of seats."""
    setting, n = state.setting, state.setting.seats
    if setting.ways[setting.does[state.pending][1]].steals and not setting.steals:
        return ()
    others = [(attacker + step) % n for step in range(1, n)]
    return tuple(
        seat for seat in others if (seat == owner or setting.anyone) and _could_protect(state, seat)
    )


def _could_protect(state: SolidState, seat: Seat) -> bool:
    """Whether everybody must think it possible that the seat protects (L10)."""
    if state.reactions[seat] == state.setting.limits.reactions:
        return False
    protects = state.setting.protects
    if any(state.taken[seat][kind] for kind in protects):
        return True
    if sum(state.hands[seat]) == sum(state.taken[seat]):
        return False
    # Every card of the deck lies open, or its seat is known, or it is loose.
    now = loose(state, in_pile=True)
    if state.loose_before < 0 or state.fresh >> seat & 1:
        return now > 0
    return min(now, state.loose_before) > 0


def loose(state: SolidState, *, in_pile: bool) -> int:
    """How many protect cards are in hands (or in the pile) without everybody knowing where."""
    total = 0
    for kind in state.setting.protects:
        total += sum(h[kind] - t[kind] for h, t in zip(state.hands, state.taken, strict=True))
        total += state.pile[kind] if in_pile else 0
    return total
