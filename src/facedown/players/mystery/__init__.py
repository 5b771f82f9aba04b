"""Who plays Mystery Machine."""

from typing import Final

from facedown.core.game import Game
from facedown.core.judging import Judge
from facedown.core.roster import Players
from facedown.games.mystery import MysteryMachine
from facedown.players.mystery.bots import Beginner, Careful, Greedy
from facedown.players.mystery.observation import MysteryEncoder
from facedown.players.mystery.strong import Strong


def _judge(game: Game) -> Judge:
    from facedown.players.mystery.judge import MysteryJudge  # which needs NumPy

    return MysteryJudge(game)


def _encoder(game: Game) -> MysteryEncoder:
    assert isinstance(game, MysteryMachine)
    return MysteryEncoder(game.setting)


PLAYERS: Final = Players(
    {"beginner": Beginner, "greedy": Greedy, "careful": Careful, "strong": Strong},
    encoder=_encoder,
    judge=_judge,
)
