"""The slow work of a table, done in worker processes: from views alone, never from a state."""

from __future__ import annotations

import contextlib
import operator
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, SupportsIndex, TypeAlias

from facedown.core.errors import FacedownError, UnknownName
from facedown.core.facts import AidMark, OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.play import random_move
from facedown.core.registry import game_class, load_games
from facedown.core.roster import Prepared, new_bot, roster_of
from facedown.core.seats import NATURE
from facedown.core.view import View
from facedown.core.workshop import Draft, Finding, Standpoint, Workshop

GameName = tuple[str, int, tuple[tuple[str, OptionValue], ...]]
"""A game in a form that travels: name, seats, options."""


def name_of(game: Game) -> GameName:
    """A game in a form that travels."""
    return game.facts.name, game.seats, tuple(game.options.items())


@lru_cache(maxsize=64)
def _game(name: GameName) -> Game:
    kind, seats, options = name
    return game_class(kind)(seats, **dict(options))


WARM_AFTER: Final = 8
"""After so many decisions of the first game that a process plays it is taken to be ready."""

WarmUp: TypeAlias = "tuple[Callable[..., None], tuple[str, ...]]"
"""What a process does once before its first work of a kind, and with what."""


def warm_up_of(game: str, bot: str) -> WarmUp:
    """What makes a process ready for a bot of a game, or for its aids (an empty name)."""
    return warm_up, (game, bot)


def warm_ups() -> list[WarmUp]:
    """What makes a process ready for every game there is; the player people meet first comes first.

    What aids need with unusual options, which may take long to build, comes last.

    >>> [about for _, about in warm_ups() if about[0] == "turing"]
    [('turing', 'careful'), ('turing', ''), ('turing', 'beginner'), ('turing', 'exact')]
    """
    first: list[WarmUp] = []
    later: list[WarmUp] = []
    last: list[WarmUp] = []
    for name, kind in load_games()[0].items():
        roster = roster_of(kind)
        aids = [""] if kind.facts.aids else []
        usual = [] if roster.usual is None else [roster.usual]
        first += [warm_up_of(name, bot) for bot in usual + aids]
        later += [warm_up_of(name, bot) for bot in roster.bots if bot != roster.usual]
        if kind.warm_up_aids is not Game.warm_up_aids:
            last.append((warm_up_aids, (name,)))
    return first + later + last


def warm_up_aids(name: str) -> None:
    """Loads or builds what aids of a game need with other options than the usual ones."""
    game_class(name)().warm_up_aids()


def warm_up(name: str, bot: str) -> None:
    """Plays the beginning of a game with a bot, or with its aids, for what that loads and compiles.

    The first call of compiled code takes seconds; here nobody waits for it. What a bot needs only
    with other options is loaded too, where it says so.
    """
    game = game_class(name)()
    if bot and isinstance(player := new_bot(game, bot), Prepared):
        player.warm_up()
    state, rng, decisions = game.start(), random.Random(name), 0
    while (actors := state.actors()) and decisions < WARM_AFTER:
        seat = actors[0]
        if seat == NATURE:
            state.apply(seat, state.draw(rng))
            continue
        decisions += 1
        view = state.view(seat)
        if bot:
            state.apply(seat, new_bot(game, bot).act(view, rng))
            continue
        for aid in game.facts.aids:
            with contextlib.suppress(FacedownError):  # there is nothing to say yet
                game.aid(aid.name, view, ())
        state.apply(seat, random_move(game, state, seat, rng))


def look_into(
    report: Callable[[tuple[str, Finding | str]], None], game: str, stage: str, draft: Draft
) -> None:
    """Reports what a stage of a game's workshop finds about a draft, and how far it has come.

    Where it finds nothing more it says why: that is reported as refused.
    """
    shop = workshop_of(game)
    found = shop.stage(stage).find(draft, lambda sentence: report(("progress", sentence)))
    try:
        for finding in found:
            report(("found", finding))
    except FacedownError as problem:
        report(("refused", problem.message))


def walk(
    report: Callable[[tuple[str, Standpoint | str]], None],
    name: GameName,
    steps: Sequence[str],
    ask: str,
    depth: int,
) -> None:
    """Reports a moment of a game's best play, or the sentence that says why there is none."""
    try:
        report(("found", _game(name).strategy(steps, ask, depth)))
    except FacedownError as problem:
        report(("refused", problem.message))


def workshop_of(game: str) -> Workshop:
    """A game's workshop; raises ``UnknownName`` when there is no such game, or it has none."""
    kind = game_class(game)
    shop = kind.workshop()
    if shop is None:
        raise UnknownName(phrase("{title} has no workshop.", title=kind.facts.title))
    return shop


def choose(name: GameName, bot: str, view: View, seed: int) -> Action:
    """A bot's move; it is made anew each time, so that it brings nothing from another table."""
    action = new_bot(_game(name), bot).act(view, random.Random(seed))
    return operator.index(action) if isinstance(action, SupportsIndex) else action


@dataclass(frozen=True, slots=True)
class Advice:
    """What an aid says, and what of the things on the table; ``given`` is False for a refusal."""

    words: str
    marks: tuple[AidMark, ...] = ()
    given: bool = True


def advise(name: GameName, aid: str, view: View, notes: Sequence[str]) -> Advice:
    """An aid's words and marks, or the sentence that says why there are none."""
    game = _game(name)
    try:
        return Advice(game.aid(aid, view, notes), tuple(game.aid_marks(aid, view, notes)))
    except FacedownError as problem:
        return Advice(problem.message, given=False)


def count_worlds(name: GameName, view: View) -> int | None:
    """How many worlds are left for a view; None where the game has none or cannot tell."""
    game = _game(name)
    if game.worlds_known == "none":
        return None
    try:
        return game.worlds(view).count()
    except FacedownError:  # a game may leave onlookers out
        return None
