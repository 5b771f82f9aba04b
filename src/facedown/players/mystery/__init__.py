"""Who plays Mystery Machine."""

from typing import Final

from facedown.core.game import Game
from facedown.core.judging import Judge
from facedown.core.roster import Players
from facedown.players.mystery.bots import Beginner, Careful, Greedy
from facedown.players.mystery.strong import Strong


def _judge(game: Game) -> Judge:
    from facedown.players.mystery.judge import MysteryJudge  # which needs NumPy

    return MysteryJudge(game)


PLAYERS: Final = Players(
    {"beginner": Beginner, "greedy": Greedy, "careful": Careful, "strong": Strong}, judge=_judge
)
