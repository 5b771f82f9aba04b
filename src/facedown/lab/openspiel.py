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

import dataclasses
import itertools
import json
import random
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, Final, NamedTuple
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from facedown.core.codec import from_json, to_json
from facedown.core.errors import BadOption, FacedownError, NotListed
from facedown.core.facts import Facts, OptionValue
from facedown.core.game import Game
from facedown.core.log import Entry, Log
from facedown.core.messages import fill
from facedown.core.moves import Action, Move
from facedown.core.registry import load_games
from facedown.core.seats import NATURE, NATURE_ONLY, ONLOOKER, Seat, seat_words
from facedown.core.state import EvenChances, State
from facedown.core.view import View
from facedown.core.worlds import World
from facedown.lab.encoding import check_finite, encoder_of

MOST_CHANCES: Final = 1000
"""No chance node has more outcomes; larger choices are split."""

CHANCE, TERMINAL, AT_ONCE = -1, -4, -2
"""OpenSpiel's numbers for players that are none."""

Chances = Sequence[tuple[Action | World, int]]


class Opening:
    """Where a game starts: at its beginning, or with new worlds for an onlooker's view."""

    def __init__(
        self, game: Game, view: View | None = None, *, turned: bool = True, zero_sum: bool = False
    ) -> None:
        self.game = game
        self.seen = view
        self.turned = turned
        self.zero_sum = zero_sum
        self.encoder = encoder_of(game)
        self.worlds: Chances = () if view is None else tuple(game.worlds(view))
        if view is None and game.start().actors() == NATURE_ONLY:
            try:
                game.start().chances()
            except NotListed as problem:
                raise FacedownError(
                    f"{problem} For OpenSpiel choose what is drawn, or start from a view."
                ) from None

    def key(self) -> tuple[object, ...]:
        """All that an equal opening can be made of again."""
        game = self.game
        view = "" if self.seen is None else _view_text(self.seen)
        options = tuple(game.options.items())
        return type(game), game.seats, options, view, self.turned, self.zero_sum


class Lot(NamedTuple):
    """A choice of nature under way: one of the chances from ``start`` up to ``stop``."""

    chances: Chances
    start: int
    stop: int

    @property
    def step(self) -> int:
        """How many chances one outcome of this node stands for."""
        step = 1
        while step * MOST_CHANCES < self.stop - self.start:
            step *= MOST_CHANCES
        return step

    def weight(self, start: int, stop: int) -> int:
        """The weight of these chances together."""
        if isinstance(self.chances, EvenChances):
            return stop - start
        return sum(weight for _, weight in self.chances[start:stop])

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of this node with their probabilities."""
        step, whole = self.step, self.weight(self.start, self.stop)
        return [
            (number, self.weight(start, min(start + step, self.stop)) / whole)
            for number, start in enumerate(range(self.start, self.stop, step))
        ]

    def after(self, outcome: int) -> Lot:
        """The choice that is left after one outcome."""
        start = self.start + outcome * self.step
        return Lot(self.chances, start, min(start + self.step, self.stop))


class ResampleStart(NamedTuple):
    """Where a resampled position begins: a seat, its view as JSON, and the world it thinks of."""

    seat: Seat
    view: str
    world: World


class SharedState:
    """A state of a game together with how it came about. Never changed, so a copy is itself."""

    __slots__ = ("_told", "before", "lot", "made", "opening", "player", "state", "thought")

    def __init__(
        self,
        opening: Opening,
        state: State | None,
        before: SharedState | None = None,
        made: tuple[Seat, int] | None = None,
        lot: Lot | None = None,
        thought: ResampleStart | None = None,
    ) -> None:
        self.opening = opening
        self.state = state
        self.before = before
        self.made = made
        self.lot = lot
        self.thought = thought
        self._told: dict[object, View | str] = {}
        self.player = self._player()

    @classmethod
    def first(cls, opening: Opening) -> SharedState:
        """Where an opening begins."""
        if opening.seen is None:
            return cls(opening, opening.game.start())
        return cls(opening, None, lot=Lot(opening.worlds, 0, len(opening.worlds)))

    def _player(self) -> int:
        if self.lot is not None or self.state is None:
            return CHANCE
        actors = self.state.actors()
        if not actors:
            return TERMINAL
        if actors[0] == NATURE:
            return CHANCE
        return AT_ONCE if len(actors) > 1 and not self.opening.turned else actors[0]

    def __deepcopy__(self, _memo: object) -> SharedState:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        opening, steps = self.opening, self._steps()
        made = tuple(step.made for step in steps[1:])
        return _restore, (*opening.key(), steps[0].thought, made)

    # Playing

    def legal(self, player: int) -> list[int]:
        """The actions of a seat."""
        assert self.state is not None
        return list(self.state.legal(player))

    def _lot(self) -> Lot:
        if self.lot is None:
            assert self.state is not None
            chances = self.state.chances()
            listed = chances if isinstance(chances, Sequence) else tuple(chances)
            self.lot = Lot(listed, 0, len(listed))
        return self.lot

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities."""
        return self._lot().outcomes()

    def after(self, action: int) -> SharedState:
        """The position after an action of whoever is to move."""
        if self.player != CHANCE:
            return self.played(self.player, action)
        lot = self._lot().after(action)
        if lot.stop - lot.start > 1:
            return SharedState(self.opening, self.state, self, (NATURE, action), lot)
        chosen = lot.chances[lot.start][0]
        if self.state is None:
            assert self.opening.seen is not None
            state = self.opening.game.state_from_world(self.opening.seen, chosen)
        else:
            state = self.state.clone()
            state.apply(NATURE, chosen)
        return SharedState(self.opening, state, self, (NATURE, action))

    def played(self, seat: Seat, action: int) -> SharedState:
        """The position after an action of one seat that may move."""
        assert self.state is not None
        state = self.state.clone()
        state.apply(seat, action)
        return SharedState(self.opening, state, self, (seat, action))

    def after_all(self, actions: Sequence[int]) -> SharedState:
        """The position after everybody to move has moved at once; others' actions do not count."""
        assert self.state is not None
        position = self
        for seat in self.state.actors():
            position = position.played(seat, actions[seat])
        return position

    def resampled(self, seat: Seat, rng: random.Random) -> SharedState:
        """A position that the seat cannot tell from this one, from its worlds."""
        view = self.view(seat)
        world = self.opening.game.worlds(view).sample(rng)
        return SharedState.of_thought(self.opening, ResampleStart(seat, _view_text(view), world))

    @classmethod
    def of_thought(cls, opening: Opening, thought: ResampleStart) -> SharedState:
        """The position that a seat thinks of."""
        view = from_json(opening.game.facts.view, json.loads(thought.view))
        return cls(opening, opening.game.state_from_world(view, thought.world), thought=thought)

    def returns(self) -> list[float]:
        """The points at the end, in a zero-sum game less their mean; zeros before."""
        outcome = None if self.state is None else self.state.outcome()
        if outcome is None:
            return [0.0] * self.opening.game.seats
        mean = sum(outcome.points) / len(outcome.points) if self.opening.zero_sum else 0.0
        return [points - mean for points in outcome.points]

    # Telling

    def view(self, seat: Seat) -> View:
        """What a seat may know; before the first world is dealt, what an onlooker may."""
        if self.state is None:
            assert self.opening.seen is not None
            return self.opening.seen
        view = self._told.get(seat)
        if view is None:
            view = self._told[seat] = self.state.view(seat)
        assert isinstance(view, View)
        return view

    def text(self, seat: Seat, *, recall: bool) -> str:
        """The view as JSON, which tells all of it, or in words."""
        text = self._told.get((seat, recall))
        if text is None:
            view = self.view(seat)
            if recall:
                text = _view_text(view)
            else:
                names = tuple(map(seat_words, range(self.opening.game.seats)))
                text = fill(self.opening.game.show(view), names)
            self._told[seat, recall] = text
        assert isinstance(text, str)
        return text

    def words(self, player: int, action: int) -> str:
        """An action as text; all actions of one position differ in it."""
        if player >= 0:
            assert self.state is not None
            return _move_words(self.state.move_of(player, action))
        lot = self._lot()
        left = lot.after(action)
        if left.stop - left.start > 1:
            return f"one of {left.start} to {left.stop - 1} of {len(lot.chances)}"
        chosen = lot.chances[left.start][0]
        if self.state is None:
            return f"world {left.start}: {chosen}"
        return _move_words(self.state.move_of(NATURE, chosen))

    def _steps(self) -> list[SharedState]:
        steps: list[SharedState] = []
        position: SharedState | None = self
        while position is not None:
            steps.append(position)
            position = position.before
        return steps[::-1]

    def story(self) -> str:
        """All actions in words, one a line; a resampled start by its world."""
        steps = self._steps()
        lines = [f"{self.opening.game.facts.title} for {self.opening.game.seats}"]
        thought = steps[0].thought
        if thought is not None:
            lines.append(f"{seat_words(thought.seat)} thinks of {thought.world}")
        for before, after in itertools.pairwise(steps):
            assert after.made is not None
            seat, action = after.made
            lines.append(f"{seat_words(seat)}: {before.words(seat, action)}")
        return "\n".join(lines)

    def log(self) -> Log:
        """The moves so far as a log; raises ``FacedownError`` where they have no beginning."""
        game, steps = self.opening.game, self._steps()
        if self.opening.seen is not None or steps[0].thought is not None:
            raise FacedownError("Only a game that started at its beginning has a log.")
        players = ("openspiel",) * game.seats
        facts = game.facts
        log = Log(facts.name, facts.rules_version, game.seats, dict(game.options), players, "")
        for before, after in itertools.pairwise(steps):
            assert after.made is not None
            assert before.state is not None
            seat, number = after.made
            action: Action = number
            if seat == NATURE:
                left = before._lot().after(number)
                if left.stop - left.start > 1:
                    continue
                action = left.chances[left.start][0]
            log.entries.append(Entry(seat, before.state.move_of(seat, action)))
        return log


def _restore(
    kind: type[Game],
    seats: int,
    options: tuple[tuple[str, OptionValue], ...],
    view: str,
    turned: bool,
    zero_sum: bool,
    thought: ResampleStart | None,
    made: tuple[tuple[Seat, int], ...],
) -> SharedState:
    """The position that these actions lead to, with its whole history."""
    opening = _opening(kind, seats, options, view, turned, zero_sum)
    position = SharedState.of_thought(opening, thought) if thought else SharedState.first(opening)
    for seat, action in made:
        position = position.after(action) if seat == NATURE else position.played(seat, action)
    return position


@lru_cache(maxsize=16)
def _opening(
    kind: type[Game],
    seats: int,
    options: tuple[tuple[str, OptionValue], ...],
    view: str,
    turned: bool,
    zero_sum: bool,
) -> Opening:
    seen = from_json(kind.facts.view, json.loads(view)) if view else None
    return Opening(kind(seats, **dict(options)), seen, turned=turned, zero_sum=zero_sum)


def _view_text(view: View) -> str:
    return json.dumps(to_json(view), separators=(",", ":"), ensure_ascii=False)


def _move_words(move: Move) -> str:
    parts = (
        f"{field.name}={getattr(move, field.name)}"
        for field in dataclasses.fields(move)
        if getattr(move, field.name) is not None
    )
    return f"{move.kind}({', '.join(parts)})"


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

    >>> from facedown.search.poker.game import KuhnPoker
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

    >>> from facedown.search.poker.game import KuhnPoker
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
        self.first = SharedState.first(Opening(game, view, turned=turned, zero_sum=zero_sum))
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

    def new_initial_state(self, _unused: object = None) -> SpielState:
        """The state before nature's first move."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> TableObserver:
        """An observer of information states (perfect recall) or of observations."""
        return TableObserver(self, iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel carries no type information
    """A state of a game: a ``SharedState`` that moves are made on."""

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

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that this player cannot tell from this one, drawn from its worlds.

        Its OpenSpiel history begins anew: a world says what is hidden now, not how it came about.
        """
        other = SpielState(self.get_game())
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

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor with what the player may know."""
        view = state.position.view(ONLOOKER if self._onlooker else player)
        self.tensor[:] = np.frombuffer(self._encode(view), np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        seat = ONLOOKER if self._onlooker else player
        return state.position.text(seat, recall=self._recall)


for _kind in load_games()[0].values():
    if not _kind.facts.open_moves:
        register(_kind)
