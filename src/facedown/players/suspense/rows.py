"""A view of Suspense as a row of the compiled engine, and whether the expert knows such rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.games.suspense.cards import NAMES, STANDARD
from facedown.games.suspense.moves import PASS
from facedown.games.suspense.rules import Setting
from facedown.games.suspense.view import ACTION_WORDS, SuspenseView
from facedown.games.suspense.worlds import mask_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def fill_row(view: SuspenseView, row: NDArray[np.int64]) -> None:
    """Sets an engine's row to what the seat of a view knows of the round being played.

    The other seats' hands are left empty, and so is the secret unless the seat deals.
    """
    import numpy as np

    from facedown.players.suspense import round_kernels as engine

    own = mask_of(view.hand or ())
    row[:] = 0
    row[engine.HANDS + view.seat] = own
    row[engine.DEALER] = view.dealer
    row[engine.TURN] = view.actors[0]
    row[engine.SECRET] = NAMES.index(view.secret) if view.secret is not None else 0
    row[engine.TOTAL] = view.total
    row[engine.FOLDED] = sum(1 << seat for seat in view.folded)
    row[engine.PASSED] = sum(1 << seat for seat in view.passed)
    for seat, cards in enumerate(view.played):
        row[engine.PLAYED + seat] = mask_of(cards)
        if cards:
            row[engine.FIRSTS + seat] = NAMES.index(cards[0]) + 1
            row[engine.STARTED] |= 1 << seat
    for number, turn in enumerate(view.turns):
        action = ACTION_WORDS.index(turn.action)
        # in the row's own integers: a word's last turn reaches the bit of the sign
        row[engine.LOG + (number >> 4)] |= np.int64(action) << np.int64((number & 15) << 2)
        if action == PASS:
            row[engine.PASSES + turn.seat] += 1
    row[engine.MADE] = len(view.turns)


def is_trained_for(setting: Setting) -> bool:
    """Whether the expert was trained for rounds of this setting; the goal makes no difference."""
    return (setting.seats, setting.limit, setting.folded_out, setting.both, setting.faces) == (
        3,
        20,
        False,
        False,
        STANDARD,
    )
