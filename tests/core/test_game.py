"""What every game has without doing anything for it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.terminal.toy import Hush, Low

from facedown.core.game import Bot, BotFactory, Game
from facedown.table.bots import RANDOM, usual_bot


def _low(game: Game) -> Bot:
    return Low()


class Few(Hush):
    names: tuple[str, ...] = ()

    def bots(self) -> Mapping[str, BotFactory]:
        return dict.fromkeys(self.names, _low)


@pytest.mark.parametrize(
    ("names", "usual"),
    [
        ((), None),
        (("only",), "only"),
        (("weak", "strong"), "strong"),
        (("weak", "fair", "strong"), "fair"),
        (("weak", "fair", "good", "strong"), "fair"),
    ],
)
def test_the_usual_bot_is_the_weakest_but_one(names: tuple[str, ...], usual: str | None) -> None:
    game = Few(2)
    game.names = names
    assert game.usual_bot() == usual
    assert usual_bot(game) == (usual or RANDOM)
