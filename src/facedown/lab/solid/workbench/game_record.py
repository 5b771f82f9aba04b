"""One game of Solid for the workbench: how it went, and whether protecting mattered."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

from facedown.core.game import Game
from facedown.core.moves import Action
from facedown.core.outcome import Outcome
from facedown.core.play import play_bots
from facedown.core.roster import Bot
from facedown.core.seats import NATURE, Seat
from facedown.core.view import View
from facedown.games.solid.moves import Discard, LetHappen, Play, Protect, Share, UseEvent
from facedown.games.solid.rules import SHUFFLE, Setting, SolidState


@dataclass(frozen=True, slots=True)
class Uses:
    """What one seat did with each kind of card, as counts in the order of the card list.

    ``sides`` are those put into the pod or shared, ``events`` those played by their event side,
    protecting among them.
    """

    drawn: tuple[int, ...]
    sides: tuple[int, ...]
    events: tuple[int, ...]
    discarded: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Protection:
    """One of a game's protect cards, by lot: who played it, and who would have won otherwise.

    The game is played again with the same draws and players, who let it happen that once.
    """

    seat: Seat
    otherwise: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What is kept of a game.

    ``log`` is a checksum of all its moves. ``first`` began, ``last`` is whose turn it ended in, and
    ``ending`` how (``each``, ``twice``, ``total``, ``idle``, ``turns``). ``hits`` are events that
    hit a card in play, ``asked`` those that somebody was asked about, and ``protected`` those
    that were prevented.
    """

    log: str
    first: Seat
    last: Seat
    turns: int
    ending: str
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    hits: int
    asked: int
    protected: int
    protection: Protection | None
    shuffles: int
    uses: tuple[Uses, ...]


def play_game(game: Game, bots: Sequence[Bot], seed: str) -> GameRecord:
    """Plays a game of Solid, and what would have come of it without one of its protect cards.

    >>> from facedown.core import new_bot, new_game
    >>> game = new_game("solid", 2)
    >>> record = play_game(game, [new_bot(game, "greedy")] * 2, "0/0")
    >>> record == play_game(game, [new_bot(game, "greedy")] * 2, "0/0")
    True
    >>> record.hits >= record.asked >= record.protected
    True
    """
    state, outcome = _played(game, bots, seed)
    setting, nature = state.setting, [entry for entry in state.record if entry[0] == NATURE]
    made = [(seat, setting.moves[action]) for seat, action, _ in state.record if seat != NATURE]
    protectors = [seat for seat, move in made if isinstance(move, Protect)]
    protection = None
    if protectors:
        number = random.Random(f"{seed}/protection").randrange(len(protectors))
        _, otherwise = _played(game, _letting(setting, bots, number), seed)
        protection = Protection(protectors[number], otherwise.winners)
    hits = asked = 0
    waiting = False
    for _, move in made:
        answer = isinstance(move, LetHappen | Protect)
        asked += answer and waiting
        waiting = isinstance(move, UseEvent) and move.owner is not None
        hits += waiting
    return GameRecord(
        log=hashlib.sha256(repr(state.record).encode()).hexdigest()[:16],
        first=next(action for _, action, drawer in nature if drawer == -1),
        last=state.mover,
        turns=state.turn,
        ending=state.ending,
        points=outcome.points,
        winners=outcome.winners,
        hits=hits,
        asked=asked,
        protected=len(protectors),
        protection=protection,
        shuffles=len(state.shuffled),
        uses=_uses(state),
    )


def _played(game: Game, bots: Sequence[Bot], seed: str) -> tuple[SolidState, Outcome]:
    state = play_bots(game, bots, seed)
    assert isinstance(state, SolidState)
    outcome = state.outcome()
    assert outcome is not None
    return state, outcome


class _Counting:
    """A bot that lets happen what it would prevent by the table's so-many-th protect card."""

    def __init__(self, bot: Bot, setting: Setting, left: list[int]) -> None:
        self._bot, self._setting, self._left = bot, setting, left

    def act(self, view: View, rng: random.Random) -> Action:
        action = self._bot.act(view, rng)
        if isinstance(action, int) and action in self._setting.protects.values():
            self._left[0] -= 1
            if self._left[0] == -1:
                return self._setting.let
        return action


def _letting(setting: Setting, bots: Sequence[Bot], number: int) -> list[Bot]:
    """The same players, with one number of protect cards left to be played by all together."""
    left = [number]
    return [_Counting(bot, setting, left) for bot in bots]


def _uses(state: SolidState) -> tuple[Uses, ...]:
    setting = state.setting
    counts = [[[0] * len(setting.deck) for _ in range(4)] for _ in range(setting.seats)]
    for seat, action, drawer in state.record:
        if seat == NATURE:
            if drawer >= 0 and action != SHUFFLE:
                counts[drawer][0][action] += 1
            continue
        move = setting.moves[action]
        match move:
            case Play() | Share():
                counts[seat][1][setting.kinds[move.card]] += 1
            case UseEvent() | Protect():
                counts[seat][2][setting.kinds[move.card]] += 1
            case Discard():
                counts[seat][3][setting.kinds[move.card]] += 1
    return tuple(Uses(*map(tuple, of_seat)) for of_seat in counts)
