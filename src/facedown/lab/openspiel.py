"""Any game with finitely many actions as an OpenSpiel game: ``facedown[openspiel]``.

>>> import pyspiel
>>> from facedown.core import new_game
>>> from facedown.lab.openspiel import load
>>> game = load(new_game("suspense", 2, goal=0))
>>> state = game.new_initial_state()
>>> state.is_chance_node(), game.num_players(), game.num_distinct_actions()
(True, 2, 15)

Importing this module also registers every installed game with OpenSpiel under its name with
``facedown_`` before it, so that ``pyspiel.load_game("facedown_suspense(players=3,goal=0)")`` works;
texts among the parameters are percent-encoded there.

Chance is explicit: her moves are listed with their probabilities. Where they are more than 1,000,
the choice is split into several nodes, each taking one digit of the move's number in base 1,000.
Where they cannot be listed (a drawn Turing Machine problem), the game has to start later: from a
view, see :func:`load`. Seats that may move at once do so one after another in the order of the
seats, none seeing what the others chose in secret; with ``turned=False`` they make a simultaneous
node instead.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from facedown.core.codec import from_json, to_json
from facedown.core.errors import BadOption, FacedownError
from facedown.core.facts import Facts, OptionValue
from facedown.core.game import Game
from facedown.core.log import Log
from facedown.core.registry import load_games
from facedown.core.seats import ONLOOKER
from facedown.core.view import View
from facedown.lab.encoding import check_finite
from facedown.lab.positions import MOST_CHANCES, TERMINAL, Opening, Position

PREFIX: Final = "facedown_"
DEFAULTS: Final[dict[str, bool | str]] = {"turned": True, "zero_sum": False, "view": ""}
"""Parameters beside ``players`` and the game's own options; see :func:`load`."""


def load(
    game: Game, view: View | None = None, *, turned: bool = True, zero_sum: bool = False
) -> pyspiel.Game:
    """The OpenSpiel game of a game with its seats and options chosen.

    With ``view``, an onlooker's, it starts there: nature first deals anew what the onlooker cannot
    know, every world as often as ``Game.worlds`` says. This makes small games out of the ends of
    large ones, and a listed one out of a drawn problem. ``turned`` lets seats that may move at once
    do so in turn; ``zero_sum`` takes the mean of all points off everybody's.

    Raises ``FacedownError`` with one sentence when nature's first move cannot be listed, the view
    is not an onlooker's, or the game has moves from an open language.

    >>> from facedown.search.poker import KuhnPoker
    >>> game = load(KuhnPoker())
    >>> game.num_players(), game.new_initial_state().chance_outcomes()
    (2, [(0, 0.3333333333333333), (1, 0.3333333333333333), (2, 0.3333333333333333)])
    """
    entry = register(type(game))
    options = {key: _parameter(value) for key, value in game.options.items()}
    start = "" if view is None else quote(json.dumps(to_json(view)), safe="")
    parameters = {"players": game.seats, **options}
    parameters |= {"turned": turned, "zero_sum": zero_sum, "view": start}
    return entry(parameters)


@cache
def register(kind: type[Game]) -> type[TableGame]:
    """Makes a game known to OpenSpiel, and returns the class of its games there.

    Raises ``FacedownError`` where an option has a name that is taken.

    >>> from facedown.search.poker import KuhnPoker
    >>> register(KuhnPoker).__name__
    'TableKuhnPoker'
    """
    name = PREFIX + kind.facts.name
    # A class of its own, which OpenSpiel keeps: it lets go of other objects when Python is gone.
    entry = type(f"Table{kind.__name__}", (TableGame,), {"kind": kind, "name": name})
    if name not in pyspiel.registered_names():
        defaults = {option.name: option.default for option in kind.facts.options}
        clash = {"players", *DEFAULTS} & set(defaults)
        if clash:
            raise FacedownError(f"An option called {clash.pop()} cannot be passed to OpenSpiel.")
        kind_type = _game_type(kind.facts, name, turned=True, zero_sum=False)
        pyspiel.register_game(kind_type, entry)
    return entry


def _parameter(value: OptionValue) -> OptionValue:
    return quote(value, safe="") if isinstance(value, str) else value


def _game_type(facts: Facts, name: str, *, turned: bool, zero_sum: bool) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    fewest, most = facts.seats
    at_once = facts.simultaneous and not turned
    return kinds(
        short_name=name,
        long_name=f"Facedown {facts.title}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if at_once else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": fewest,
            **{option.name: _parameter(option.default) for option in facts.options},
            **DEFAULTS,
        },
        default_loadable=False,
        provides_factored_observation_string=True,
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel carries no type information
    """One of our games, as OpenSpiel sees it; made by :func:`load` or ``pyspiel.load_game``."""

    kind: ClassVar[type[Game]]
    name: ClassVar[str]

    def __init__(self, parameters: dict[str, Any]) -> None:
        chosen = dict(parameters)
        zero_sum, turned = bool(chosen.pop("zero_sum")), bool(chosen.pop("turned"))
        start = unquote(chosen.pop("view"))
        seats = chosen.pop("players")
        options = {key: unquote(v) if isinstance(v, str) else v for key, v in chosen.items()}
        game = self.kind(seats, **options)
        check_finite(game)
        facts = game.facts
        view = None if not start else from_json(facts.view, json.loads(start))
        if view is not None and view.seat != ONLOOKER:
            raise BadOption("An OpenSpiel game starts from an onlooker's view, not from a seat's.")
        self.table = game
        self.first = Position.first(Opening(game, view, turned=turned, zero_sum=zero_sum))
        low, high = facts.points
        spread = float(high - low)
        super().__init__(
            _game_type(facts, self.name, turned=turned, zero_sum=zero_sum),
            pyspiel.GameInfo(
                num_distinct_actions=game.actions,
                max_chance_outcomes=MOST_CHANCES,
                num_players=game.seats,
                min_utility=-spread if zero_sum else float(low),
                max_utility=spread if zero_sum else float(high),
                utility_sum=0.0 if zero_sum else None,
                max_game_length=game.longest,
            ),
            parameters,
        )

    def new_initial_state(self, _unused: object = None) -> TableState:
        """The state before nature's first move."""
        return TableState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> TableObserver:
        """An observer of information states (perfect recall) or of observations."""
        return TableObserver(self, iig_obs_type, params)


class TableState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel carries no type information
    """A state of a game: a ``Position`` that moves are made on."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.position = game.first

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance, all at once, or the end."""
        return self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The chance actions with their probabilities."""
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self.position = self.position.after_all(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.words(player, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.player == TERMINAL

    def returns(self) -> list[float]:
        """Everybody's points at the end; zeros before."""
        return self.position.returns()

    def __str__(self) -> str:
        return self.position.story()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """A state that this player cannot tell from this one, drawn from its worlds.

        Its OpenSpiel history begins anew: a world says what is hidden now, not how it came about.
        """
        other = TableState(self.get_game())
        other.position = self.position.resampled(player, random.Random(sampler()))
        return other

    def log(self) -> Log:
        """The game so far as a log, which ``facedown replay`` reads when it is written to a file.

        Raises ``FacedownError`` for a game that did not start at its beginning.
        """
        return self.position.log()


class TableObserver:
    """What one seat may know, as a tensor and as text (OpenSpiel's observer interface).

    With perfect recall the information state (its text is the view as JSON), else the observation
    (its text is the view in words). Without private information it is an onlooker's.
    """

    def __init__(self, game: TableGame, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"There are no observation parameters such as {min(params)!r}.")
        private = pyspiel.PrivateInfoType
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info == private.ALL_PLAYERS:
            raise ValueError("A seat is shown what is public and its own, or what is public.")
        self._recall = kind.perfect_recall
        self._onlooker = kind.private_info == private.NONE
        encoder = game.first.opening.encoder
        size = encoder.information_size if self._recall else encoder.observation_size
        self._encode = encoder.information_state if self._recall else encoder.observation
        self.tensor = np.zeros(size, np.float32)
        name = "information_state" if self._recall else "observation"
        self.dict = {name: self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Fills the tensor with what the player may know."""
        view = state.position.view(ONLOOKER if self._onlooker else player)
        self.tensor[:] = np.frombuffer(self._encode(view), np.uint8)

    def string_from(self, state: TableState, player: int) -> str:
        """The same as text."""
        seat = ONLOOKER if self._onlooker else player
        return state.position.text(seat, recall=self._recall)


for _kind in load_games()[0].values():
    if not _kind.facts.open_moves:
        register(_kind)
