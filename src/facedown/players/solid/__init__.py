"""Who plays Solid."""

from collections.abc import Callable
from functools import partial
from typing import Final

from facedown.core.beside import NOT_LEARNT, Presser
from facedown.core.errors import BadOption
from facedown.core.game import Game
from facedown.core.judging import Judge
from facedown.core.roster import Adjusted, Bot, Knob, Players
from facedown.games.solid import Solid
from facedown.players.solid.bots import BLUNDERS, GreedyBot
from facedown.players.solid.observation import SolidEncoder
from facedown.players.solid.strong import CarefulBot, ExperiencedBot, StrongBot, planned_seconds


def _judge(game: Game) -> Judge:
    from facedown.players.solid.judge import SolidJudge  # which needs NumPy

    return SolidJudge(game)


def _encoder(game: Game) -> SolidEncoder:
    assert isinstance(game, Solid)
    if game.real:
        raise BadOption(NOT_LEARNT)
    return SolidEncoder(game.setting)


def _dealt(make: Callable[..., Bot]) -> Callable[..., Bot]:
    """Players of cards that are dealt; beside real ones (L17) anything is pressed."""
    return partial(_made, make)


def _made(make: Callable[..., Bot], game: Game, **adjusted: float) -> Bot:
    assert isinstance(game, Solid)
    return Presser() if game.real else make(game, **adjusted)


PLAYERS: Final = Players(
    {
        "beginner": _dealt(partial(GreedyBot, blunders=BLUNDERS)),
        "greedy": _dealt(GreedyBot),
        "careful": _dealt(CarefulBot),
        "experienced": _dealt(ExperiencedBot),
        "strong": Adjusted(
            _dealt(StrongBot),
            (
                Knob("seconds", 0.01, 5.0),
                Knob("rollouts", 1, 1_000_000),
                Knob("cut", 0, 4),
            ),
            offered=("seconds=1", "seconds=4"),
            plan=planned_seconds,
        ),
    },
    encoder=_encoder,
    judge=_judge,
)
