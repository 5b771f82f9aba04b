"""Whole games in a loop, without a log: for simulation and tests."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Sequence
from typing import Final, SupportsIndex, TypeAlias

from facedown.core.errors import FacedownError, IllegalMove, MalformedMove
from facedown.core.game import Game
from facedown.core.log import draw
from facedown.core.messages import phrase
from facedown.core.moves import Action, Move
from facedown.core.roster import Bot, Corrected
from facedown.core.seats import NATURE, Seat
from facedown.core.state import State
from facedown.core.view import View

_LONGEST_SAID: Final = 100
"""Characters of what a bot answered that are told."""


class NoProperMove(FacedownError):
    """A bot has answered with something that is no move, or none that is allowed, for its seat.

    ``said`` is what it answered, as text, and ``sentence`` why that cannot be played.
    """

    def __init__(self, seat: Seat, said: str, sentence: str) -> None:
        super().__init__(
            phrase(
                "The bot of seat {seat} made the move {said}: {sentence}",
                seat=seat + 1,
                said=said,
                sentence=sentence,
            )
        )
        self.seat, self.said, self.sentence = seat, said, sentence

    def __reduce__(self) -> tuple[type[NoProperMove], tuple[Seat, str, str]]:
        return NoProperMove, (self.seat, self.said, self.sentence)


def random_move(game: Game, state: State, seat: Seat, rng: random.Random) -> Action:
    """A move of a seat, or nature's draw, at random.

    All listed moves are alike, and the open language of a game that has one counts as one move
    more. Raises ``AssertionError`` for a seat that has no move at all.

    >>> from facedown.core.registry import new_game
    >>> game = new_game("suspense", 2, goal=0, dealer=1)
    >>> state, rng = game.start(), random.Random(1)
    >>> state.apply(NATURE, random_move(game, state, NATURE, rng))  # the cards are dealt
    >>> seat = state.actors()[0]
    >>> random_move(game, state, seat, rng) in state.legal(seat)
    True
    """
    if seat == NATURE:
        return state.draw(rng)
    legal = state.legal(seat)
    if game.facts.open_moves and rng.randrange(len(legal) + 1) == len(legal):
        move = game.draw_open(state.view(seat), rng)
        if move is not None:
            return state.action_of(seat, move)
    assert legal, f"{game.facts.title}: seat {seat} is to move but has no move."
    return rng.choice(legal)


def any_move(game: Game, view: View, rng: random.Random) -> Action | None:
    """The same for the seat of a view, from nothing but what it may know; None where it has none.

    >>> from facedown.core.registry import new_game
    >>> state = new_game("suspense", 2, goal=0, dealer=1).start()
    >>> any_move(new_game("suspense", 2), state.view(0), random.Random(1)) is None  # not dealt yet
    True
    """
    if game.facts.open_moves and rng.randrange(len(view.legal) + 1) == len(view.legal):
        move = game.draw_open(view, rng)
        if move is not None:
            return move
    return rng.choice(view.legal) if view.legal else None


def play_randomly(game: Game, rng: random.Random) -> State:
    """Plays a game to its end with every choice made at random; returns the last state.

    >>> from facedown.core.registry import new_game
    >>> state = play_randomly(new_game("turing", cards="4,9,11,14"), random.Random(1))
    >>> state.actors()
    ()
    """
    state = game.start()
    while actors := state.actors():
        seat = actors[0] if len(actors) == 1 else rng.choice(actors)
        state.apply(seat, random_move(game, state, seat, rng))
    return state


def play_bots(game: Game, bots: Sequence[Bot], seed: str) -> State:
    """Plays a game to its end with a bot on every seat; returns the last state.

    Nature draws as in a match of this seed, so that every line-up is dealt the same, and every seat
    has a generator of its own. Seats that may move at once do so in ascending order. Every bot's
    move is verified: a bot that breaks the rules raises :class:`NoProperMove`, unless it is one
    that is told so and asked again (``Corrected``).

    >>> from facedown.core import new_bot, new_game
    >>> game = new_game("turing", 2, cards="4,9,11,14")
    >>> play_bots(game, [new_bot(game, "careful")] * 2, "7").outcome().points
    (1, 1)
    """
    return play_through(
        game, lambda state, seat, rng: bot_action(game, state, seat, bots[seat], rng), seed
    )


Seen: TypeAlias = Callable[[State, Seat, Action], None]
"""Is told every move, nature's too, before it is made in the state."""


def play_through(
    game: Game,
    choose: Callable[[State, Seat, random.Random], Action],
    seed: str,
    seen: Seen | None = None,
) -> State:
    """The same with every seat's move chosen by a function, from the state and its generator.

    >>> from facedown.core.registry import new_game
    >>> def lowest(state, seat, rng):
    ...     return state.legal(seat)[0]
    >>> play_through(new_game("suspense", 2, goal=0, dealer=1), lowest, "7").outcome().points
    (0, 2)
    """
    state = game.start()
    generators = [random.Random(f"{seed}/seat/{seat}") for seat in range(game.seats)]
    while actors := state.actors():
        seat = actors[0]
        if seat == NATURE:
            action: Action = draw(state, seed)
        else:
            action = choose(state, seat, generators[seat])
        if seen is not None:
            seen(state, seat, action)
        state.apply(seat, action)
    return state


def _proper(game: Game, state: State, seat: Seat, action: Action) -> Action:
    """What a bot answered, in its normal form; raises ``FacedownError`` where it cannot be."""
    if isinstance(action, Move):
        action = game.normal_form(action)
    elif type(action) is not int:
        if not isinstance(action, SupportsIndex):
            raise MalformedMove(phrase("That is neither a move nor the number of one."))
        action = operator.index(action)
    refusal = state.verify(seat, action)
    if refusal is not None:
        raise IllegalMove(refusal)
    return action


def bot_action(game: Game, state: State, seat: Seat, bot: Bot, rng: random.Random) -> Action:
    """A bot's move, verified; one that takes correction is asked until it has one.

    Raises ``NoProperMove`` where it has none.

    >>> from facedown.core import Match, new_bot, new_game
    >>> game = new_game("turing", cards="4,9,11,14")
    >>> state = Match(game, seed="7").state()
    >>> bot = new_bot(game, "beginner")
    >>> bot_action(game, state, 0, bot, random.Random(1)) in state.legal(0)
    True
    """
    while True:
        action = bot.act(state.view(seat), rng)
        if not isinstance(bot, Corrected):
            try:
                return _proper(game, state, seat, action)
            except FacedownError as problem:
                raise NoProperMove(seat, repr(action)[:_LONGEST_SAID], problem.message) from None
        try:
            if isinstance(action, Move):
                action = state.action_of(seat, game.normal_form(action))
            refusal = state.verify(seat, action)
        except MalformedMove as problem:
            bot.refused(str(problem))
            continue
        if refusal is None:
            return action
        bot.refused(refusal.named(()))
